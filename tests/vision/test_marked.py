"""Zones set by hand: read, refused with the entry at fault, and used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rules.catalogue import LANGUAGES
from service.following import follower
from tests.service.scripted import states
from tests.vision.tables import Camera, outline
from vision.marked import Marked, ZoneFileError

SQUARE = [[0.1, 0.1], [0.4, 0.1], [0.4, 0.5], [0.1, 0.5]]


def test_slots_divide_a_zone_in_the_players_own_order() -> None:
    marked = Marked.from_json({"game": "trash", "zones": {"near": SQUARE}, "slots": {"near": 8}})
    slots = marked.slot_quads("near", (1000, 1000), 8)
    assert slots is not None
    centres = slots.mean(axis=1)
    assert np.allclose(centres[0], (130, 200), atol=2)
    assert np.allclose(centres[4], (370, 200), atol=2)
    assert np.allclose(centres[5], (130, 400), atol=2)
    turned = Marked.from_json({"game": "trash", "zones": {"far": SQUARE[2:] + SQUARE[:2]}})
    first = turned.slot_quads("far", (1000, 1000), 10)
    assert first is not None
    assert np.allclose(first[0].mean(axis=0), (370, 400), atol=2)


def test_a_file_round_trips(tmp_path: Path) -> None:
    path = tmp_path / "zones.json"
    marked = Marked.from_json({"game": "gin", "zones": {"stock": SQUARE, "discard": SQUARE}})
    path.write_text(json.dumps(marked.to_json()))
    assert Marked.load(path).to_json() == marked.to_json()
    assert marked.sides() == ()
    path.write_text(path.read_text(), encoding="utf-8-sig")
    assert Marked.load(path).to_json() == marked.to_json(), "some editors begin a text with a mark of its encoding"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"version": 2, "game": "gin", "zones": {"stock": SQUARE}}, "version 2"),
        ({"game": "chess", "zones": {"stock": SQUARE}}, "“chess”"),
        ({"game": "gin", "zones": {}}, "at least one zone"),
        ({"game": "gin", "zones": {"kitchen": SQUARE}}, "“kitchen”"),
        ({"game": "gin", "zones": {"stock": SQUARE[:3]}}, "four corners"),
        ({"game": "gin", "zones": {"stock": [["a", 1]] * 4}}, "numbers"),
        ({"game": "gin", "zones": {"stock": [[10**400, 1]] * 4}}, "numbers"),
        ({"game": "gin", "zones": {"stock": SQUARE[::-1]}}, "clockwise"),
        ({"game": "gin", "zones": {"stock": [[x * 900, y] for x, y in SQUARE]}}, "shares"),
        ({"game": "trash", "zones": {"near": SQUARE}, "slots": {"near": 11}}, "11 is no number of slots"),
        ({"game": "trash", "zones": {"near": SQUARE}, "slots": {"far": 5}}, "far, which is no zone"),
    ],
)
def test_refused(value: dict[str, Any], message: str) -> None:
    with pytest.raises(ZoneFileError, match=message) as refused:
        Marked.from_json(value)
    assert str(refused.value) == refused.value.sentence("en")
    assert len({refused.value.sentence(lang) for lang in LANGUAGES}) == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "no JSON: line 1, column 2"),
        ("[]", "JSON object"),
        ("[" * 100_000, "no JSON"),
        ('{"version": ' + "9" * 5000 + "}", "no JSON"),
    ],
)
def test_files_that_are_none(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "zones.json"
    path.write_text(text)
    with pytest.raises(ZoneFileError, match=message):
        Marked.load(path)
    with pytest.raises(ZoneFileError, match="No such file"):
        Marked.load(tmp_path / "none.json")
    with pytest.raises(ZoneFileError) as refused:
        Marked.load(path)
    assert all(refused.value.sentence(lang).startswith(f"{path}: ") for lang in LANGUAGES)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "zones.json"
    path.write_bytes(b"\xff\xfe\x00{")
    with pytest.raises(ZoneFileError, match="no JSON"):
        Marked.load(path)


def test_a_game_is_followed_in_zones_set_by_hand() -> None:
    from datasets.film.trash import trash_script

    script, table = trash_script(21, sizes=(5, 5), turns=6)
    camera = Camera(0.5, 16)
    zones: dict[str, Any] = {}
    for player, side in enumerate(table.sides):
        first, last = table.slot(player, 1), table.slot(player, 5)
        left, right = outline(first.x, first.y, first.angle), outline(last.x, last.y, last.angle)
        corners = np.stack([left[0], right[1], right[2], left[3]])
        zones[side] = (camera(corners) / (1280, 720)).tolist()
    for name, pose in (("stock", table.stock), ("discard", table.discard)):
        zones[name] = (camera(outline(pose.x, pose.y, pose.angle)) / (1280, 720)).tolist()
    watcher = follower("trash", None, {"game": "trash", "zones": zones, "slots": {"near": 5, "far": 5}})
    events = [event for state in states(script, camera) for event in watcher.follow(state)]
    told = [event["after"]["verdict"] for event in events if event["kind"] == "verdict"]
    assert told == ["legal"] * len(script.judgements)
