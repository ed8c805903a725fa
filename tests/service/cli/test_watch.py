"""``kibitz watch`` and ``kibitz teach``: what they print, and one clear line for everything that cannot be used."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

import service.cli.read
import service.live
from datasets.film.conditions import Conditions
from datasets.film.film import Film, Moment
from datasets.film.stage import aim
from datasets.film.trash import trash_script
from rules import ace, bus, gin, trash
from rules.trash import Match
from service.cli.main import kibitz
from service.cli.recording import write
from tests.datasets.plain import PlainDeck
from tests.vision.seeing import TruthReader
from tests.vision.test_profile import PACK, Printer
from vision.types import Reading

SIZE = (640, 360)


class Numbered:
    """Reads the frames of a written film: knows the moments in order, and finds the one it is shown."""

    def __init__(self, moments: list[Moment]) -> None:
        self.moments, self.reader = moments, TruthReader(1, dropped=0.0, misread=0.0, unread=0.0)
        self.at = 0

    def read(
        self, image: Any, packs: Any = "auto", language: str = "auto", live: bool = False, jokers: bool = True
    ) -> Reading:
        small = cv2.resize(image, (64, 36)).astype(np.int32)
        ahead = self.moments[self.at : self.at + 80]
        off = [float(np.abs(cv2.resize(one.image, (64, 36)).astype(np.int32) - small).mean()) for one in ahead]
        over = [
            float(np.abs(cv2.resize(one.image, (64, 36)).astype(np.int32) - small[:, ::-1]).mean()) for one in ahead
        ]
        if min(over) < min(off):
            # Turned over nothing reads.
            return Reading(image.shape[1], image.shape[0], ())
        self.at += int(np.argmin(off))
        self.reader.moment = self.moments[self.at]
        return self.reader.read(image, packs, language, live)


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Moment], Film]:
    path = tmp_path_factory.mktemp("film") / "game.avi"
    script, table = trash_script(2, sizes=(4, 4), turns=2)
    view = aim(np.random.default_rng(2), table.extent, SIZE, tilt=0.3)
    shown = Film(script, [PlainDeck()], view, Conditions(SIZE, 2, script.length, noise=1.0, quality=None), 2, fps=12)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 12.0, SIZE)
    moments = []
    for moment in shown.frames(cards=True):
        writer.write(moment.image)
        moments.append(moment)
    writer.release()
    return path, moments, shown


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    def call(*args: str, reader: Any = None) -> Any:
        monkeypatch.setattr(service.cli.read, "open_reader", lambda *_: reader)
        return CliRunner().invoke(kibitz, list(args), catch_exceptions=False)

    return call


def test_a_film_is_commented_on_and_recorded(
    film: tuple[Path, list[Moment], Film], run: Callable[..., Any], tmp_path: Path
) -> None:
    path, moments, shown = film
    record = tmp_path / "match.txt"
    args = ("watch", "--source", str(path), "--game", "trash", "--slots", "4,4", "--record", str(record))
    result = run(*args, "--json", reader=Numbered(moments))
    assert result.exit_code == 0
    events = [json.loads(line) for line in result.stdout.splitlines()]
    told = [event["after"] for event in events if event["kind"] == "verdict"]
    assert [one["verdict"] for one in told] == ["legal"] * len(shown.script.judgements)
    assert events[-1]["kind"] == "camera"
    assert str(record) in result.stderr
    assert record.exists()
    spoken = run(*args, "--lang", "de", reader=Numbered(moments))
    assert "Erlaubt." in spoken.stdout
    assert "Auslagen mit 4, 4 Plätzen" in spoken.stdout
    for extra in [record, *tmp_path.glob("match-*.txt")]:
        Match.from_text(extra.read_text(encoding="utf-8"))


def test_a_record_that_cannot_be_written_in_the_end_is_printed(
    film: tuple[Path, list[Moment], Film], run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, moments, _ = film
    record = tmp_path / "match.txt"
    args = ("watch", "--source", str(path), "--game", "trash", "--slots", "4,4", "--json", "--record", str(record))

    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    written = run(*args, reader=Numbered(moments))
    assert written.exit_code == 0
    assert written.stderr == f"Recorded in {record}.\n"
    monkeypatch.setattr(Path, "write_text", full)
    lost = run(*args, reader=Numbered(moments))
    assert lost.exit_code == 2
    assert lost.stdout == written.stdout
    first, _, text = lost.stderr.partition("\n")
    assert first == f"{record} cannot be written (No space left on device); the record follows."
    assert Match.from_text(text).moves == Match.from_text(record.read_text(encoding="utf-8")).moves


def test_every_stretch_is_written_and_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert write(tmp_path / "match.txt", ["one\n", "two\n", "three\n"], "fr")
    names = ["match.txt", "match-2.txt", "match-3.txt"]
    further = ["two\n# stretch 2 of match.txt\n", "three\n# stretch 3 of match.txt\n"]
    assert [(tmp_path / name).read_text() for name in names] == ["one\n", *further]
    said = capsys.readouterr()
    assert said.out == ""
    assert ", ".join(str(tmp_path / name) for name in names) in said.err
    assert "ne peut être rejoué" in said.err


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--source", "none.mp4", "--game", "trash"), "no such file"),
        (("--source", "ftp://x/y", "--game", "trash"), "not ftp"),
        (("--source", ".", "--game", "trash", "--rule", "wilds"), "NAME=VALUE"),
        (("--source", ".", "--game", "trash", "--rule", "colour=blue"), "colour"),
        (("--source", ".", "--game", "trash", "--slots", "4,4,4"), "2 players"),
        (("--source", ".", "--game", "trash", "--slots", "a"), "list of numbers"),
        (("--source", ".", "--game", "gin", "--players", "3"), "2 players"),
        (("--source", ".", "--game", "gin", "--rule", "players=3"), "There is no option players"),
        (("--source", ".", "--game", "gin", "--slots", "4,4"), "--slots goes with --game trash"),
        (("--source", ".", "--game", "gin", "--rule", "hollywood=perhaps"), "must be yes or no, not 'perhaps'"),
        (
            ("--source", ".", "--game", "gin", "--rule", "knock_limit=5", "--rule", "knock-limit=6"),
            "Option knock_limit is given twice",
        ),
        (
            ("--source", ".", "--game", "bus", "--players", "3", "--rule", "players=2"),
            "--players 3 and --rule players=2 contradict each other",
        ),
        (
            ("--source", ".", "--game", "trash", "--packs", "2", "--rule", "packs=1"),
            "--packs 2 and --rule packs=1 contradict each other",
        ),
        (("--source", ".", "--game", "bus", "--players", "17"), "16"),
        (("--source", ".", "--game", "trash", "--zones", "none.json"), "No such file"),
        (("--source", ".", "--game", "trash", "--zones", "none.json", "--lang", "de"), "none.json: Die Datei lässt"),
        (("--source", ".", "--game", "trash", "--zones", "gin.json"), "gin.json: These zones are of another game"),
        (("--source", ".", "--game", "gin", "--zones", "gin.json"), "gin.json: The zones stock and discard lie over"),
        (("--source", ".", "--game", "gin", "--zones", "gin.json", "--lang", "de"), "Die Zonen stock und discard"),
    ],
)
def test_what_cannot_be_watched_is_one_line(
    args: tuple[str, ...], message: str, run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((60, 80, 3), np.uint8))
    quad = [[0.4, 0.4], [0.6, 0.4], [0.6, 0.6], [0.4, 0.6]]
    zones = {"version": 1, "game": "gin", "zones": {"stock": quad, "discard": quad}}
    (tmp_path / "gin.json").write_text(json.dumps(zones))
    result = run("watch", *args, reader=TruthReader())
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("args", "rules"),
    [
        (("--game", "gin", "--rule", "hollywood=yes"), gin.Rules(hollywood=True)),
        (("--game", "gin", "--rule", "hollywood=true"), gin.Rules(hollywood=True)),
        (("--game", "gin", "--rule", "big-gin-bonus=off"), gin.Rules(big_gin_bonus=None)),
        (("--game", "gin", "--rule", "boxes=at-once"), gin.Rules(boxes="at once")),
        (("--game", "gin", "--players", "2"), gin.Rules()),
        (("--game", "bus", "--rule", "three_of_a_kind=30.5"), bus.Rules(three_of_a_kind=30.5)),
        (("--game", "ace", "--players", "3", "--rule", "players=3"), ace.Rules(players=3)),
        (("--game", "trash", "--rule", "wilds=J,K"), trash.Rules(wilds="J,K")),  # type: ignore[arg-type]
        (("--game", "trash", "--packs", "2"), trash.Rules(packs=2)),
        (("--game", "trash", "--packs", "auto"), trash.Rules()),
    ],
)
def test_options_reach_the_rules(
    args: tuple[str, ...], rules: Any, run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched: list[Any] = []

    def refuse(game: str, rules: Any, *_: Any, **__: Any) -> None:
        watched.append(rules)
        raise ValueError("seen enough")

    monkeypatch.setattr(service.live, "TableWatch", refuse)
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((60, 80, 3), np.uint8))
    assert run("watch", "--source", str(tmp_path), *args).exit_code == 2
    assert watched == [rules]


def test_a_video_that_is_none(run: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "text.mp4"
    path.write_text("hello")
    result = run("watch", "--source", str(path), "--game", "ace", reader=TruthReader())
    assert result.exit_code == 2
    assert "not a video" in result.stderr


class Shows:
    """A reader that finds the same cards in every picture but a white one."""

    glyph_reader = None

    def __init__(self, cards: list[str]) -> None:
        self.cards, self.printer = cards, Printer(3, {"3": ("5", 0.6)})
        self.looks = 0

    def read(
        self, image: Any, packs: Any = 1, language: str = "auto", live: bool = False, jokers: bool = True
    ) -> Reading:
        self.looks += 1
        return self.printer.picture(self.cards if image.min() < 255 else [])


def test_a_deck_is_taught_from_a_video(
    run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_DECKS", str(tmp_path / "decks"))
    path = tmp_path / "spread.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (160, 120))
    for number in range(70):
        writer.write(np.full((120, 160, 3), number, np.uint8))
    writer.release()
    reader = Shows(PACK)
    result = run("teach", "filmed", "--source", str(path), "--json", reader=reader)
    assert result.exit_code == 0
    assert json.loads(result.stdout)["cards"] == 52
    # A few pictures spread over the whole video, however long it is.
    assert 6 <= reader.looks <= 24
    assert run("teach", "--list").stdout == "filmed\n"


def test_a_deck_is_taught_listed_and_named(
    run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_DECKS", str(tmp_path / "decks"))
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((60, 80, 3), np.uint8))
    result = run("teach", "mine", "--source", str(tmp_path / "a.png"), "--json", reader=Shows(PACK))
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert (told["deck"], told["cards"]) == ("mine", 52)
    assert told["errors"]["after"] < told["errors"]["before"]
    assert "3" in told["used"]
    assert run("teach", "--list").stdout == "mine\n"
    plain = run("teach", "mine", "--source", str(tmp_path / "a.png"), reader=Shows(PACK)).stdout
    assert "Use it with --deck mine." in plain
    assert "Picture 1" not in plain
    # A picture that shows nothing is said, and what to do about it.
    cv2.imwrite(str(tmp_path / "b.png"), np.full((60, 80, 3), 255, np.uint8))
    sources = ("--source", str(tmp_path / "a.png"), "--source", str(tmp_path / "b.png"))
    poor = run("teach", "mine", *sources, reader=Shows(PACK)).stdout
    assert "Picture 2: No card is found in the picture: take the photo from closer" in poor


def test_it_is_said_that_no_deck_is_taught(
    run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_DECKS", str(tmp_path / "decks"))
    listed = run("teach", "--list")
    assert listed.exit_code == 0
    # Nobody who reads the names off stdout takes the sentence for one.
    assert listed.stdout == ""
    assert listed.stderr == f"No deck has been taught yet: there is none in {tmp_path / 'decks'}.\n"
    told = run("teach", "--list", "--json")
    assert (told.stdout, told.stderr) == ("", "")


@pytest.mark.parametrize(
    ("args", "cards", "message"),
    [
        (("mine",), PACK, "--source"),
        (("a/b", "--source", "a.png"), PACK, "no name for a deck"),
        (("mine", "--source", "b.png"), PACK, "b.png"),
        (("mine", "--source", "a.png"), PACK[:4], "at least twenty"),
        (("mine", "--source", "a.png"), [*PACK[:20], *PACK[:20]], "twice each: teach one pack at a time"),
        (("mine", "--source", "text.mp4"), PACK, "not a video"),
    ],
)
def test_what_cannot_be_taught_is_one_line(
    args: tuple[str, ...],
    cards: list[str],
    message: str,
    run: Callable[..., Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KIBITZ_DECKS", str(tmp_path / "decks"))
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((60, 80, 3), np.uint8))
    (tmp_path / "text.mp4").write_text("hello")
    result = run("teach", *args, reader=Shows(cards))
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_profile_taught_to_other_weights_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.profile import SIZE, Profile

    monkeypatch.setenv("KIBITZ_DECKS", str(tmp_path))
    Profile("old", "en", np.zeros(SIZE, np.float32), np.ones(SIZE, np.float32), reader="0123456789abcdef").save()
    (tmp_path / "bad.npz").write_bytes(b"PK\x03\x04 but nothing else")
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((60, 80, 3), np.uint8))
    for name, message in {"old": "taught to another version of the reader", "bad": "no deck profile"}.items():
        result = CliRunner().invoke(kibitz, ["read", str(tmp_path / "a.png"), "--deck", name])
        assert result.exit_code == 2
        assert message in result.stderr
        assert len(result.stderr.strip().splitlines()) == 1
