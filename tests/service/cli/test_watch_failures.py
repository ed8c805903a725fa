"""``kibitz watch`` where the camera or the table fails it: one line or one event, and it goes on where it can."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

import service.cli.read
from service.cli.main import kibitz
from tests.service.test_seats import dealt
from vision.types import Image, Reading, SeenCard


class Sees:
    """A reader that finds the same cards in every picture."""

    def __init__(self, cards: Sequence[SeenCard] = ()) -> None:
        self.cards = tuple(cards)

    def read(self, image: Image, packs: Any = "auto", language: str = "auto", live: bool = False) -> Reading:
        return Reading(image.shape[1], image.shape[0], self.cards)


def cloth(size: tuple[int, int], seed: int = 1) -> Image:
    """A table top without cards: felt with grain, so that a camera's movement could be followed on it."""
    rng = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(rng.normal(0, 40, (size[1], size[0])), (0, 0), 3)
    felt = np.array([70, 110, 60]) + grain[..., None]
    return np.asarray(np.clip(felt, 0, 255), dtype=np.uint8)


def folder(path: Path, pictures: Sequence[Image]) -> Path:
    path.mkdir()
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(path / f"{number:04d}.png"), picture)
    return path


def watched(
    monkeypatch: pytest.MonkeyPatch, *args: str, cards: Sequence[SeenCard] = ()
) -> tuple[Result, list[dict[str, Any]]]:
    monkeypatch.setattr(service.cli.read, "open_reader", lambda *_: Sees(cards))
    result = CliRunner().invoke(kibitz, ["watch", *args, "--json"], catch_exceptions=False)
    return result, [json.loads(line) for line in result.stdout.splitlines()]


def states(events: list[dict[str, Any]]) -> list[str]:
    return [event["after"]["state"] for event in events if event["kind"] == "camera"]


def test_a_source_that_is_none_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "text.mp4").write_bytes(bytes(range(256)) * 12)
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    sources = {
        "97": "97: no such camera, or it is in use by another program",
        "text.mp4": "text.mp4: not a video that can be read",
        f"http://127.0.0.1:{port}/x": f"http://127.0.0.1:{port}/x: the stream does not answer",
    }
    for source, message in sources.items():
        ended = subprocess.run(
            [sys.executable, "-m", "service", "watch", "--source", source, "--game", "gin"],
            capture_output=True, text=True, cwd=tmp_path, timeout=120, check=False,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(path for path in (os.getcwd(), *sys.path) if path)},
        )  # fmt: skip
        # What the libraries below say for themselves must not stand beside it.
        assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", f"kibitz: {message}\n")


def test_a_frame_size_that_changes_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = [cloth((640, 360))] * 4 + [cloth((320, 240))] * 4
    result, events = watched(monkeypatch, "--source", str(folder(tmp_path / "p", pictures)), "--game", "gin")
    assert result.exit_code == 0
    # A picture of another size is another view: the table is looked for again.
    assert states(events) == ["size", "moved", "end"]
    assert "320×240" in events[0]["after"]["sentence"]


def test_a_black_picture_is_said_and_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    black = np.full((360, 640, 3), 3, np.uint8)
    pictures = [cloth((640, 360))] * 3 + [black] * 3 + [cloth((640, 360))] * 3
    result, events = watched(monkeypatch, "--source", str(folder(tmp_path / "p", pictures)), "--game", "ace")
    assert result.exit_code == 0
    assert states(events) == ["black", "clear", "end"]


@pytest.mark.parametrize("game", ["trash", "gin", "bus", "ace"])
def test_a_table_without_cards_is_said_once(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder(tmp_path / "p", [cloth((640, 360))] * 20)
    result, events = watched(monkeypatch, "--source", str(path), "--game", game, "--fps", "2")
    assert result.exit_code == 0
    problems = [event["after"]["sentence"] for event in events if event["kind"] == "problem"]
    assert problems == ["No cards lie on the table."]


@pytest.mark.parametrize(
    ("sides", "sentence"),
    [
        (("near", "left", "far"), "3 layouts lie on the table, where 2 players were given."),
        (("near",), "One layout lies on the table, where 2 players were given."),
    ],
)
def test_layouts_that_do_not_fit_the_players_are_said(
    sides: tuple[str, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = dealt(1, sides, (5, 5), 3.4 if len(sides) > 1 else 0.8)
    path = folder(tmp_path / "p", [cloth((1280, 720))] * 24)
    args = ("--source", str(path), "--game", "trash", "--players", "2", "--fps", "2")
    result, events = watched(monkeypatch, *args, cards=cards)
    assert result.exit_code == 0
    problems = [event["after"]["sentence"] for event in events if event["kind"] == "problem"]
    assert problems == [sentence]


class Dropping(ThreadingHTTPServer):
    """An MJPEG stream that breaks off after some pictures and answers again a moment later."""

    def __init__(self) -> None:
        self.served = 0
        self.again = threading.Event()
        super().__init__(("127.0.0.1", 0), _Stream)


class _Stream(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        server = self.server
        assert isinstance(server, Dropping)
        server.served += 1
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        data = bytes(cv2.imencode(".jpg", cloth((320, 240)))[1])
        with contextlib.suppress(OSError):
            for number in range(40 if server.served == 1 else 400):
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                self.wfile.write(head.encode() + data + b"\r\n")
                self.wfile.flush()
                threading.Event().wait(0.04)
                if server.served > 1 and number == 60:
                    server.again.set()

    def log_message(self, *_: Any) -> None:
        """Nothing is logged."""


@pytest.fixture
def stream() -> Iterator[Dropping]:
    server = Dropping()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def test_a_stream_that_drops_is_said_and_taken_up_again(stream: Dropping, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> None:
        stream.again.wait(60)
        # As Ctrl+C does: the watching ends in good order.
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    url = f"http://127.0.0.1:{stream.server_address[1]}/"
    result, events = watched(monkeypatch, "--source", url, "--game", "gin")
    assert result.exit_code == 0
    assert stream.again.is_set()
    assert states(events)[:2] == ["lost", "back"]
