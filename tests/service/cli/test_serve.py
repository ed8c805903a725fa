"""``kibitz serve`` as its owner meets it: started, reached, stopped; certificates, keys, settings."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from cryptography import x509

from service import logs, tls
from service.cli.main import kibitz
from service.settings import Settings


class Served:
    """A server in a process of its own."""

    def __init__(self, folder: Path, *flags: str) -> None:
        environment = {key: value for key, value in os.environ.items() if not key.startswith("KIBITZ_")}
        environment["KIBITZ_WEIGHTS"] = str(folder / "no weights")
        command = [sys.executable, "-m", "service", "serve", "--port", "0", "--data", str(folder / "data"), *flags]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
        self.lines: list[str] = []
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.lines.append(line.rstrip("\n"))

    def address(self) -> str:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            for line in self.lines:
                found = re.search(r"Kibitz is at (\S+)", line)
                if found:
                    return found[1]
            assert self.process.poll() is None, self.lines
            time.sleep(0.05)
        raise AssertionError(self.lines)

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        status = self.process.wait(30)
        self._reading.join(5)
        assert self.process.stderr is not None
        self.process.stderr.close()
        return status


def test_started_reached_and_stopped_in_good_order(tmp_path: Path) -> None:
    server = Served(tmp_path, "--log", "json")
    address = server.address()
    assert re.fullmatch(r"http://localhost:\d+/", address)
    with urllib.request.urlopen(address + "healthz") as answer:
        assert json.load(answer) == {"status": "ok"}
    assert server.stop() == 0
    told = [json.loads(line) for line in server.lines if line.startswith("{")]
    assert [each["message"] for each in told if each["logger"] == "kibitz.server"] == ["started", "stopped"]
    request = next(each for each in told if each["message"] == "request")
    assert (request["method"], request["path"], request["status"]) == ("GET", "/healthz", 200)
    assert not [each for each in told if each["level"] == "error"]


def test_a_stop_does_not_wait_for_those_who_listen(tmp_path: Path) -> None:
    server = Served(tmp_path)
    address = server.address()
    asked = urllib.request.Request(
        address + "v1/tables", json.dumps({"game": "gin"}).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(asked) as answer:
        table = json.load(answer)["id"]
    with urllib.request.urlopen(f"{address}v1/tables/{table}/events") as listening:
        assert listening.readline() == b"retry: 1000\n"
        started = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - started < 8, "ten seconds are given to requests in hand, and this is none"
        assert b"closed" not in listening.read()


def test_a_body_that_comes_too_slowly_is_given_up(tmp_path: Path) -> None:
    file = tmp_path / "kibitz.toml"
    file.write_text("body_seconds = 0.6\n")
    server = Served(tmp_path, "--settings", str(file))
    try:
        port = int(server.address().rstrip("/").rsplit(":", 1)[1])
        with socket.create_connection(("127.0.0.1", port)) as slow:
            lines = ("POST /v1/ace/showdown HTTP/1.1", "Host: localhost", "Content-Type: application/json")
            slow.sendall("\r\n".join((*lines, "Content-Length: 90", "", "")).encode())
            for _ in range(3):
                slow.sendall(b"{")
                time.sleep(0.1)
            # Far less than the server gives a body where nobody sets it, and far more than was set.
            slow.settimeout(10)
            answer = http.client.HTTPResponse(slow)
            answer.begin()
            assert answer.status == 408
            assert b"/v1/problems/too-slow" in answer.read()
    finally:
        server.stop()


def test_tls_with_its_own_certificate_and_a_qr_code(tmp_path: Path) -> None:
    server = Served(tmp_path, "--host", "0.0.0.0", "--tls")
    try:
        address = server.address()
        assert address.startswith("https://")
        deadline = time.monotonic() + 10
        while not any("fingerprint" in line for line in server.lines) and time.monotonic() < deadline:
            time.sleep(0.05)
        text = "\n".join(server.lines)
        key = re.search(r"Key: (\S+)", text)
        assert key
        assert any("█" in line or "▀" in line or "\x1b[" in line for line in server.lines), "the QR code"
        port = int(address.rstrip("/").rsplit(":", 1)[1])
        context = ssl.create_default_context(cafile=str(tmp_path / "data" / "certificate.pem"))
        with (
            socket.create_connection(("127.0.0.1", port)) as plain,
            context.wrap_socket(plain, server_hostname="localhost") as secure,
        ):
            secure.sendall(b"GET /v1/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert secure.recv(100).startswith(b"HTTP/1.1 401")
        mode = (tmp_path / "data" / "certificate-key.pem").stat().st_mode & 0o777
        assert mode == 0o600
    finally:
        server.stop()


def invoke(*arguments: str) -> Any:
    return CliRunner().invoke(kibitz, ["serve", *arguments])


def test_settings_are_listed() -> None:
    answer = invoke("--list-settings")
    assert answer.exit_code == 0
    assert "KIBITZ_QUEUE" in answer.output
    assert len(answer.output.splitlines()) == len(Settings.__dataclass_fields__)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--settings", "nowhere.toml"), "nowhere.toml"),
        (("--database", "nonsense"), "database"),
        (("--database", "postgresql://a:secret@b:port/c"), "setting database: must be postgresql://user:password@"),
        (("--port", "99999"), "99999"),
    ],
)
def test_what_cannot_be_started_is_one_line(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    answer = invoke("--data", str(tmp_path), *arguments)
    assert answer.exit_code == 2
    assert said in answer.stderr
    assert answer.stderr.count("\n") == 1


def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        answer = invoke("--data", str(tmp_path), "--port", str(taken.getsockname()[1]))
    assert answer.exit_code == 2
    assert answer.stderr.count("\n") == 1
    assert not any(tmp_path.iterdir()), "nothing is brought up to date for a server that cannot start"
    assert "in use" in answer.stderr


def test_a_certificate_is_kept_and_made_anew_when_a_name_is_missing(tmp_path: Path) -> None:
    first, _ = tls.certificate(tmp_path)
    made = first.read_bytes()
    assert tls.certificate(tmp_path)[0].read_bytes() == made
    again = tls.certificate(tmp_path, ("cards.example", "192.0.2.7"))[0].read_bytes()
    assert again != made
    names = x509.load_pem_x509_certificate(again).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert "cards.example" in names.get_values_for_type(x509.DNSName)
    assert "192.0.2.7" in [str(each) for each in names.get_values_for_type(x509.IPAddress)]
    assert re.fullmatch(r"([0-9A-F]{2}:){31}[0-9A-F]{2}", tls.fingerprint(first))


def test_a_log_line_cannot_be_forged() -> None:
    import logging

    record = logging.LogRecord("kibitz", logging.INFO, "", 1, "request", (), None)
    record.path = "/x\n2026-01-01 ERROR all is lost"
    assert logs.TextFormatter().format(record).count("\n") == 0
    assert json.loads(logs.JsonFormatter().format(record))["path"] == record.path
