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
import service.cli.watch
import service.cli.window
from service.cli.main import kibitz
from tests.service.test_seats import dealt
from vision.types import Image, Reading, SeenCard


class Sees:
    """A reader that finds the same cards in every picture."""

    def __init__(self, cards: Sequence[SeenCard] = ()) -> None:
        self.cards = tuple(cards)

    def read(
        self, image: Image, packs: Any = "auto", language: str = "auto", live: bool = False, jokers: bool = True
    ) -> Reading:
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
    told = [event["after"]["sentence"] for event in events if event["kind"] == "problem"]
    assert told == ["No cards lie on the table.", "Nothing of the game was made out. No cards lie on the table."]


@pytest.mark.parametrize(
    ("sides", "sentence"),
    [
        (
            ("near", "left", "far"),
            "3 layouts lie on the table, where 2 players are expected, each with a layout in the picture.",
        ),
        (("near",), "1 layout lies on the table, where 2 players are expected, each with a layout in the picture."),
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
    assert problems == [sentence, f"Nothing of the game was made out. {sentence}"]


def ended(monkeypatch: pytest.MonkeyPatch, path: Path, *args: str, cards: Sequence[SeenCard] = ()) -> str:
    """The last sentence told of a source in which nothing of the game is to be made out."""
    result, events = watched(monkeypatch, "--source", str(path), "--fps", "2", *args, cards=cards)
    assert result.exit_code == 0
    assert (events[-1]["kind"], events[-1]["after"]["rule"]) == ("problem", "watch.nothing")
    return str(events[-1]["after"]["sentence"])


@pytest.mark.parametrize(
    ("lang", "nothing", "short"),
    [
        ("en", "In no picture did a card that can be read lie still.", "a few seconds, and there were 0.5 s"),
        ("fr", "Sur aucune image une carte lisible ne reste immobile.", "secondes, et l'on n'en a vu que 0,5 s"),
        ("de", "In keinem Bild liegt eine lesbare Karte still.", "Sekunden ruhig liegen, zu sehen waren nur 0,5 s"),
    ],
)
def test_a_source_that_ends_before_anything_is_made_out_says_so(
    lang: str, nothing: str, short: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder(tmp_path / "p", [cloth((1280, 720))] * 3)
    assert ended(monkeypatch, path, "--game", "trash", "--lang", lang).endswith(nothing)
    cards = dealt(1, ("near", "left", "far"), (5, 5), 3.4)
    assert short in ended(monkeypatch, path, "--game", "trash", "--lang", lang, cards=cards)


def test_cards_that_are_no_game_are_counted_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder(tmp_path / "p", [cloth((1280, 720))] * 24)
    cards = dealt(1, ("near", "left", "far"), (5, 5), 3.4)[:7]
    sentence = ended(monkeypatch, path, "--game", "ace", cards=cards)
    assert "Most cards seen at once: 7; there were no hands and no pile among them." in sentence


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["The pictures now have another size: 320×240.", "The camera’s picture is black.", "Pictures: 6."]),
        ("fr", ["Les images ont maintenant une autre taille : 320×240.", "est noire.", "Fin de "]),
        ("de", ["Die Bilder haben jetzt eine andere Größe: 320×240.", "ist schwarz.", "Ende von "]),
    ],
)
def test_what_happens_to_a_source_is_told_in_every_language(
    lang: str, lines: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    black = np.full((240, 320, 3), 3, np.uint8)
    path = folder(tmp_path / "p", [cloth((640, 360))] * 2 + [cloth((320, 240))] * 2 + [black] * 2)
    _, events = watched(monkeypatch, "--source", str(path), "--game", "gin", "--lang", lang)
    told = [one["after"]["sentence"] for one in events if one["kind"] == "camera" and one["after"]["state"] != "moved"]
    assert len(told) == 3
    for part, sentence in zip(lines, told, strict=True):
        assert part in sentence
    assert str(path) in told[-1]
    assert "6" in told[-1]


def test_a_record_that_cannot_be_written_is_said_before_anything_is_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder(tmp_path / "p", [cloth((640, 360))] * 3)
    record = tmp_path / "none" / "match.txt"
    result, events = watched(monkeypatch, "--source", str(path), "--game", "gin", "--record", str(record))
    assert (result.exit_code, events) == (2, [])
    assert result.stderr == f"kibitz: --record {record}: No such file or directory\n"
    result, events = watched(monkeypatch, "--source", str(path), "--game", "gin", "--record", "")
    assert (result.exit_code, events, result.stderr) == (2, [], "kibitz: --record .: is a folder\n")


def test_nothing_to_record_leaves_no_file_and_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, record = folder(tmp_path / "p", [cloth((640, 360))] * 3), tmp_path / "match.txt"
    args = ("--source", str(path), "--game", "gin", "--record", str(record))
    result, _ = watched(monkeypatch, *args)
    assert result.stderr == f"Nothing was recorded, for no turn can be replayed: {record} is left as it is.\n"
    assert not record.exists()
    record.write_text("Game: of another day")
    watched(monkeypatch, *args)
    assert record.read_text() == "Game: of another day"


def test_without_a_screen_it_is_followed_without_a_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder(tmp_path / "p", [cloth((640, 360))] * 3)
    monkeypatch.setattr(service.cli.window.sys, "platform", "linux")
    for display in (None, ":97"):
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            monkeypatch.delenv(name, raising=False)
        if display is not None:
            monkeypatch.setenv("DISPLAY", display)
        result, events = watched(monkeypatch, "--source", str(path), "--game", "gin", "--show", "--lang", "de")
        assert result.exit_code == 0
        assert states(events) == ["end"]
        assert result.stderr == "--show: Es gibt keinen Bildschirm für ein Fenster: Es geht ohne weiter.\n"


class Fails(Sees):
    """A reader that fails at some of the times that it is asked."""

    def __init__(self, cards: Sequence[SeenCard], at: Sequence[int]) -> None:
        super().__init__(cards)
        self.at, self.asked = at, 0

    def read(self, *args: Any, **options: Any) -> Reading:
        self.asked += 1
        if self.asked - 1 in self.at:
            raise IndexError("out of bounds")
        return super().read(*args, **options)


def test_a_picture_that_fails_is_said_and_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder(tmp_path / "p", [cloth((640, 360))] * 20)
    reader = Fails((), at=(1, 2))
    monkeypatch.setattr(service.cli.read, "open_reader", lambda *_: reader)
    args = ["watch", "--source", str(path), "--game", "gin", "--json", "--lang", "de"]
    result = CliRunner().invoke(kibitz, args, catch_exceptions=False)
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    problems = [one["after"] for one in told if one["kind"] == "problem"]
    assert [one["rule"] for one in problems] == ["watch.failed", "table.empty", "watch.nothing"]
    assert "IndexError: out of bounds" in problems[0]["sentence"]
    assert reader.asked > 3, "it goes on"


def test_a_table_that_fails_on_every_picture_ends_with_the_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder(tmp_path / "p", [cloth((640, 360))] * 30)
    reader = Fails((), at=range(100))
    monkeypatch.setattr(service.cli.read, "open_reader", lambda *_: reader)
    result = CliRunner().invoke(kibitz, ["watch", "--source", str(path), "--game", "gin"], catch_exceptions=False)
    assert (result.exit_code, result.stdout.count("IndexError")) == (70, 1)
    assert result.stderr.rstrip().endswith("IndexError: out of bounds")


def test_a_window_that_cannot_be_drawn_into_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise cv2.error("no window")

    path = folder(tmp_path / "p", [cloth((640, 360))] * 3)
    monkeypatch.setattr(service.cli.watch, "has_screen", lambda: True)
    monkeypatch.setattr(cv2, "imshow", refuse)
    result, events = watched(monkeypatch, "--source", str(path), "--game", "gin", "--show")
    assert (result.exit_code, states(events)) == (0, ["end"])
    assert result.stderr.count("no screen") == 1


def test_other_systems_have_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    for platform in ("darwin", "win32"):
        monkeypatch.setattr(service.cli.window.sys, "platform", platform)
        assert service.cli.window.has_screen()


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


def test_one_picture_is_too_few_to_say_that_it_shows_no_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder(tmp_path / "p", [cloth((1280, 720))])
    # At two pictures a second one lasts for half a second.
    assert "there were 0.5 s to be seen" in ended(monkeypatch, path, "--game", "trash", "--lang", "en")
