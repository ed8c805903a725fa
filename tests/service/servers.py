"""Servers in processes of their own."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def ask(port: int, path: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read().decode()


def start(folder: Path, port: int, *database: str) -> subprocess.Popen[bytes]:
    """A server with the fake reader, see `killed`, that answers."""
    command = [sys.executable, str(Path(__file__).with_name("killed.py")), str(folder), str(port), *database]
    server = subprocess.Popen(command)
    wait(server, port)
    return server


def wait(server: subprocess.Popen[bytes], port: int) -> None:
    """Wait until a server answers."""
    deadline = time.monotonic() + 60
    while True:
        with suppress(OSError):
            ask(port, "/healthz")
            return
        assert server.poll() is None, "the server ended by itself"
        assert time.monotonic() < deadline, "the server does not start"
        time.sleep(0.1)
