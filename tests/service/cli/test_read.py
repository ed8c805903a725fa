"""`kibitz read`, `kibitz evaluate` and `kibitz doctor` as a person or a script meets them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

import models.load
from rules.cards import Card
from service.cli.main import kibitz
from tests.vision.fakes import FakeDetector, FakeReader, Table, card_quad
from vision.network import NetworkError
from vision.reading import Reader
from vision.types import Reading, SeenCard

Run = Callable[..., Result]


@pytest.fixture
def table() -> Table:
    table = Table(800, 400)
    for number, (glyph, suit) in enumerate((("8", "H"), ("Q", "S"), ("A", "D"))):
        table.lay(glyph, suit, card_quad(130 + 200 * number, 200, 120))
    table.turn_down(card_quad(730, 200, 100))
    return table


@pytest.fixture
def run(table: Table, monkeypatch: pytest.MonkeyPatch) -> Run:
    reader = Reader(FakeDetector(table), FakeReader())
    monkeypatch.setattr(models.load, "load_reader", lambda **_: reader)

    def invoke(*arguments: object) -> Result:
        return CliRunner().invoke(kibitz, [str(argument) for argument in arguments])

    return invoke


@pytest.fixture
def hand(table: Table, tmp_path: Path) -> Path:
    path = tmp_path / "hand.png"
    cv2.imwrite(str(path), table.image)
    return path


def test_json_is_one_object_for_each_picture_and_nothing_else(run: Run, hand: Path) -> None:
    result = run("read", hand, hand, "--json")
    assert result.exit_code == 0
    first, second = (json.loads(line) for line in result.stdout.splitlines())
    assert first["image"] == str(hand)
    assert [card["card"] for card in first["cards"]] == ["8H", "QS", "AD", None]
    assert [card["side"] for card in first["cards"]] == ["up", "up", "up", "down"]
    assert second["cards"] == first["cards"]
    assert "load" in first["milliseconds"]
    assert result.stderr == ""


def test_json_says_what_would_make_a_better_photo(
    run: Run, hand: Path, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsure(self: Reader, image: object, **_: object) -> Reading:
        corners = card_quad(130, 200, 120)
        chances = {Card.parse("8H"): 0.4, Card.parse("8D"): 0.3}
        cards = (SeenCard(None, "up", 0.4, corners, candidates=chances),)
        return Reading(800, 400, cards, image=str(hand), milliseconds={"total": 1.0})

    assert json.loads(run("read", hand, "--json").stdout)["advice"] == []
    monkeypatch.setattr(Reader, "read", unsure)
    (said,) = json.loads(run("read", hand, "--json").stdout)["advice"]
    assert said.startswith("The 1st card (perhaps 8♥/8♦)")
    assert json.loads(run("read", hand, "--json").stdout)["advice_cards"] == [0]
    assert f"  > {said}" in run("read", hand).stdout
    (said,) = json.loads(run("read", hand, "--json", "--lang", "de").stdout)["advice"]
    assert said.startswith("Die 1. Karte (vielleicht 8♥/8♦)")


def test_text_for_a_person(run: Run, hand: Path) -> None:
    result = run("read", hand)
    assert result.exit_code == 0
    assert "3 face up, 1 face down" in result.stdout
    assert "8♥" in result.stdout
    assert "100.0 %" not in result.stdout


@pytest.mark.parametrize(
    ("lang", "queen", "down", "missing"),
    [("fr", "D♠ ", "face cachée ", "ce fichier n’existe pas"), ("de", "D♠ ", "verdeckt ", "Diese Datei gibt es nicht")],
)
def test_text_is_of_one_language(run: Run, hand: Path, lang: str, queen: str, down: str, missing: str) -> None:
    result = run("read", hand, "--packs", 1, "nowhere.png", "--lang", lang)
    assert result.exit_code == 2
    assert queen in result.stdout
    assert down in result.stdout
    assert " at " not in result.stdout
    assert missing in result.stderr


@pytest.mark.parametrize("command", [["read"], ["score", "gin"], ["check", "trash"]])
def test_an_address_is_not_fetched(run: Run, command: list[str]) -> None:
    result = run(*command, "https://example.org/a.jpg")
    assert result.exit_code == 2
    assert "https://example.org/a.jpg: addresses are not fetched: save the picture" in result.stderr


def test_a_bad_picture_is_named_and_the_others_are_still_read(run: Run, hand: Path, tmp_path: Path) -> None:
    (tmp_path / "text.jpg").write_text("not a picture")
    (tmp_path / "empty.png").write_bytes(b"")
    cv2.imwrite(str(tmp_path / "dot.png"), np.zeros((1, 1, 3), np.uint8))
    (tmp_path / "short.jpg").write_bytes(cv2.imencode(".jpg", np.zeros((90, 90, 3), np.uint8))[1].tobytes()[:-60])
    bad = [tmp_path / name for name in ("text.jpg", "none.jpg", "empty.png", "dot.png", "short.jpg")] + [tmp_path]
    result = run("read", *bad[:3], hand, *bad[3:], "--json")
    assert result.exit_code == 2
    assert [json.loads(line)["image"] for line in result.stdout.splitlines()] == [str(hand)]
    complaints = result.stderr.splitlines()
    assert len(complaints) == len(bad)
    for path, complaint in zip(bad, complaints, strict=True):
        assert complaint.startswith(f"kibitz read: {path}: ")


def test_a_picture_without_cards_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = Table()
    reader = Reader(FakeDetector(empty), FakeReader())
    monkeypatch.setattr(models.load, "load_reader", lambda **_: reader)
    path = tmp_path / "empty.png"
    cv2.imwrite(str(path), empty.image)
    result = CliRunner().invoke(kibitz, ["read", str(path), "--json"])
    assert result.exit_code == 0
    assert json.loads(result.stdout)["cards"] == []


def test_annotated_pictures_are_saved_each_under_a_name_of_its_own(run: Run, hand: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "hand.png"
    other.parent.mkdir()
    other.write_bytes(hand.read_bytes())
    out = tmp_path / "out" / "deep"
    result = run("read", hand, other, "--save-annotated", out, "--json")
    assert result.exit_code == 0
    assert sorted(path.name for path in out.iterdir()) == ["hand-2.jpg", "hand.jpg"]
    drawn = cv2.imread(str(out / "hand.jpg"))
    assert drawn is not None
    assert drawn.shape == (400, 800, 3)
    assert len(result.stdout.splitlines()) == 2


def test_options_reach_the_reader(run: Run, hand: Path) -> None:
    told = json.loads(run("read", hand, "--json", "--packs", "2", "--language", "fr").stdout)
    assert told["packs"] == 2
    assert told["language"] == "fr"
    assert run("read", hand, "--packs", "0").exit_code == 2
    assert run("read", hand, "--language", "xx").exit_code == 2
    assert run("read", hand, "--packs", "99").exit_code == 2
    assert run("read").exit_code == 2


def test_missing_weights_are_one_line(hand: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KIBITZ_WEIGHTS", str(tmp_path))
    result = CliRunner().invoke(kibitz, ["read", str(hand)])
    assert result.exit_code == 2
    assert "no detector.onnx, no aligner.onnx, no reader.onnx, no faces.onnx" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    with pytest.raises(NetworkError, match=r"detector\.onnx"):
        models.load.load_reader(weights=tmp_path)


@pytest.fixture
def labelled(hand: Path, tmp_path: Path) -> Path:
    rows = [{"image": "hand.png", "cards": ["8H", "QS", "KD"], "backs": 1, "jokers": 0, "layout": "rows"}]
    (tmp_path / "labels.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


def test_evaluate_in_json_and_text(run: Run, labelled: Path) -> None:
    told = json.loads(run("evaluate", labelled, "--json").stdout)
    assert told["faces"]["right"] == 2
    assert told["faces"]["wrong"] == 1
    assert told["backs"]["f1"] == 1.0
    assert told["confident_errors"]["count"] == 1
    text = run("evaluate", labelled)
    assert text.exit_code == 0
    assert "F1 0.667" in text.stdout
    assert "confident" in text.stdout


def test_evaluate_lists_errors_and_draws_them(run: Run, labelled: Path, tmp_path: Path) -> None:
    out = tmp_path / "drawn"
    result = run("evaluate", labelled, "--errors", tmp_path / "errors.jsonl", "--save-annotated", out)
    assert result.exit_code == 0
    (row,) = (json.loads(line) for line in (tmp_path / "errors.jsonl").read_text().splitlines())
    assert row["image"] == "hand.png"
    assert any("AD" in error for error in row["errors"])
    assert "KD missed" in row["errors"]
    assert [path.name for path in out.iterdir()] == ["hand.jpg"]


def test_evaluate_needs_labels(run: Run, tmp_path: Path) -> None:
    result = run("evaluate", tmp_path)
    assert result.exit_code == 2
    assert "no labels.jsonl" in result.stderr


def test_evaluate_goes_on_after_a_photo_that_is_none(run: Run, labelled: Path) -> None:
    with (labelled / "labels.jsonl").open("a") as labels:
        labels.write(json.dumps({"image": "gone.png", "cards": [], "backs": 0}) + "\n")
    result = run("evaluate", labelled, "--json")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["failed"][0]["image"] == "gone.png"
    assert "gone.png: no such file" in result.stderr


def test_doctor_tells_what_is_there(run: Run) -> None:
    result = run("doctor", "--no-cameras", "--json")
    told = json.loads(result.stdout)
    assert result.exit_code == 0
    assert told["cameras"] is None
    assert told["problems"] == []
    assert told["speed"]["live frame"] > 0
    assert told["libraries"]["numpy"] == np.__version__
    text = run("doctor", "--no-cameras")
    assert "speed" in text.stdout


@pytest.mark.parametrize(
    ("card", "date"),
    [
        ("# Model card\n\n**Date.** 3 February 2031\n\n**How.** 1 May 2030\n", "2031-02-03"),
        ("# Model card\n\n**Date.** soon\n", None),
        ("**Date.** 3 Brumaire 2031\n", None),
        (None, None),
    ],
)
def test_doctor_tells_the_date_of_the_model_card_not_of_the_files(
    card: str | None, date: str | None, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "detector.onnx").write_bytes(bytes(20_000))
    os.utime(tmp_path / "detector.onnx", (1_000_000_000, 1_000_000_000))
    if card is not None:
        (tmp_path / "README.md").write_text(card, encoding="utf-8")
    monkeypatch.setenv("KIBITZ_WEIGHTS", str(tmp_path))
    weights = json.loads(run("doctor", "--no-cameras", "--json").stdout)["weights"]
    assert weights["date"] == date
    assert weights["files"] == [{"name": "detector.onnx", "megabytes": 0.02}]
    text = run("doctor", "--no-cameras").stdout
    assert "2001-09-09" not in text
    assert f"weights {f'of {date} ' if date else ''}in {tmp_path}:" in text


def test_the_weights_that_come_along_are_dated(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KIBITZ_WEIGHTS", raising=False)
    date = json.loads(run("doctor", "--no-cameras", "--json").stdout)["weights"]["date"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", date)


def test_doctor_says_when_pictures_cannot_be_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KIBITZ_WEIGHTS", str(tmp_path))
    result = CliRunner().invoke(kibitz, ["doctor", "--no-cameras"])
    assert result.exit_code == 2
    assert "problem: " in result.stdout


@pytest.mark.parametrize(("lang", "said"), [("en", "3 face up, 1 face down"), ("de", "3 offen, 1 verdeckt")])
def test_the_counts_are_told_in_the_language_asked_for(run: Run, hand: Path, lang: str, said: str) -> None:
    assert said in run("read", hand, "--lang", lang).stdout
