"""The sample pictures are the same every time and show what their names say."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.samples import ACE, BUS, DEFENDER, HAND, KNOCKER, TRASH, WITHHELD, hand, samples, write_samples
from datasets.scene import Scene


@pytest.fixture(scope="module")
def scenes() -> dict[str, Scene]:
    return {sample.name: sample.scene for sample in samples()}


def _readable(scene: Scene) -> list[str]:
    """Codes of the cards with a rank in full view."""
    return sorted(
        card.code for card in scene.cards if card.code and any(index.rank_visible > 0.95 for index in card.indices)
    )


def test_the_gin_table_shows_both_hands_and_the_discard(scenes: dict[str, Scene]) -> None:
    expected = sorted([*" ".join(KNOCKER).split(), *" ".join(DEFENDER).split(), "8C"])
    assert len(expected) == len(set(expected)) == 21
    assert _readable(scenes["gin_knock"]) == expected


def test_the_hand_shows_ten_cards(scenes: dict[str, Scene]) -> None:
    assert len(HAND) == 10
    assert _readable(scenes["hand"]) == sorted(HAND)


def test_the_trash_table_shows_slots_stock_and_discard(scenes: dict[str, Scene]) -> None:
    assert _readable(scenes["trash"]) == sorted([*filter(None, TRASH), "QC"])
    seen_backs = [card for card in scenes["trash"].cards if card.side == "down" and card.visible > 0.9]
    assert len(seen_backs) == TRASH.count(None) + 1


def test_showings_show_a_card_or_three_of_each_player_and_the_pack(scenes: dict[str, Scene]) -> None:
    for name, hands in (("bus", BUS), ("ace", ACE)):
        assert _readable(scenes[name]) == sorted(" ".join(hands).split())
        assert len([card for card in scenes[name].cards if card.side == "down" and card.visible > 0.9]) == 1


def test_samples_are_1600_by_1200_and_repeatable(scenes: dict[str, Scene]) -> None:
    assert {scene.image.shape for scene in scenes.values()} == {(1200, 1600, 3)}
    assert np.array_equal(hand().image, scenes["hand"].image)
    assert len(WITHHELD) == 100


def test_each_picture_is_written_with_its_truth(tmp_path: Path, scenes: dict[str, Scene]) -> None:
    paths = write_samples(tmp_path)
    assert sorted(path.stem for path in paths) == sorted(scenes)
    for path in paths:
        image = cv2.imread(str(path))
        assert image is not None
        assert image.shape == (1200, 1600, 3)
        truth = json.loads(path.with_suffix(".json").read_text())
        assert truth == json.loads(json.dumps(scenes[path.stem].to_json()))
