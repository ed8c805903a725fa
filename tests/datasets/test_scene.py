"""Scenes survive being written and read."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from datasets.scene import PlacedCard, PlacedIndex, Scene


def _scene() -> Scene:
    rng = np.random.default_rng(3)
    quad = np.array([[1.5, 2.25], [30, 2], [31, 44], [-2.125, 43]], dtype=np.float32)
    index = PlacedIndex("10", "H", quad / 4, np.roll(quad, -2, axis=0), 0.875, 0.5, 133.0)
    cards = [PlacedCard("10H", "up", quad, 0.75, [index]), PlacedCard(None, "down", quad + 5, 1.0)]
    return Scene(rng.integers(0, 256, (48, 64, 3), dtype=np.uint8), cards, "few", [quad])


@pytest.mark.parametrize("mapped", [False, True])
def test_a_scene_is_read_as_it_was_written(tmp_path: Path, mapped: bool) -> None:
    scene = _scene()
    scene.save(tmp_path / "scene.npz")
    again = Scene.load(tmp_path / "scene.npz", mapped=mapped)
    assert np.array_equal(again.image, scene.image)
    assert again.to_json() == scene.to_json()
    assert again.cards[0].indices[0].quad.dtype == np.float32
    assert np.array_equal(again.cards[0].indices[0].card_quad, scene.cards[0].indices[0].card_quad)


def test_a_mapped_picture_is_not_read_into_memory(tmp_path: Path) -> None:
    _scene().save(tmp_path / "scene.npz")
    assert isinstance(Scene.load(tmp_path / "scene.npz", mapped=True).image, np.memmap)


def test_the_truth_is_json() -> None:
    truth = json.loads(json.dumps(_scene().to_json()))
    assert (truth["width"], truth["height"]) == (64, 48)
    assert [card["card"] for card in truth["cards"]] == ["10H", None]
    assert truth["cards"][0]["indices"][0]["glyph"] == "10"


@pytest.mark.parametrize("content", [b"", b"no archive at all"])
def test_other_files_are_refused_by_name(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.npz"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"other\.npz is no scene"):
        Scene.load(path)


def test_an_archive_without_a_picture_is_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "other.npz", truth=np.zeros(2, dtype=np.uint8))
    with pytest.raises(ValueError, match="is no scene"):
        Scene.load(tmp_path / "other.npz")
