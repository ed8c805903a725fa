"""Label files, overlays and the command that writes them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from datasets.overlay import contact_sheet, overlay
from datasets.poselabels import pose_lines
from datasets.scene import PlacedCard, PlacedIndex, Quad, Scene
from service.cli.paint import paint


def _box(x0: float, y0: float, x1: float, y1: float) -> Quad:
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], dtype=np.float32)


def _scene(rank: float = 1.0, suit: float = 1.0, visible: float = 1.0) -> Scene:
    quad = _box(-50, 50, 50, 190)
    index = PlacedIndex("5", "H", _box(20, 60, 40, 100), quad, rank, suit)
    cards = [PlacedCard("5H", "up", quad, visible, [index]), PlacedCard(None, "down", _box(60, 20, 160, 90), 1.0)]
    return Scene(np.zeros((200, 200, 3), dtype=np.uint8), cards, "few")


def test_lines_hold_class_box_and_eight_keypoints() -> None:
    lines = [[float(v) for v in line.split()] for line in pose_lines(_scene())]
    assert [line[0] for line in lines] == [0, 1, 2]
    assert all(len(line) == 1 + 4 + 8 * 3 for line in lines)
    index, face, back = lines
    assert index[1:5] == pytest.approx([0.15, 0.4, 0.1, 0.2])
    assert index[5:8] == pytest.approx([0.1, 0.3, 2])
    # The card's left corners lie outside the picture, its right ones inside.
    assert [index[5 + 3 * k + 2] for k in range(4, 8)] == [0, 2, 2, 0]
    assert face[1:5] == pytest.approx([0.125, 0.6, 0.25, 0.7])
    assert face[5:17] == [0.0] * 12
    # A back lying on its side starts with its short edge.
    assert back[17:20] == pytest.approx([0.8, 0.1, 2])


@pytest.mark.parametrize(
    ("rank", "suit", "visible", "classes"),
    [(1, 1, 1, [0, 1, 2]), (1, 0.3, 0.3, [0, 2]), (1, 0, 0.7, [1, 2]), (0, 0, 0, [2])],
)
def test_what_is_hidden_is_not_labelled(rank: float, suit: float, visible: float, classes: list[int]) -> None:
    assert [int(line.split()[0]) for line in pose_lines(_scene(rank, suit, visible))] == classes


def test_the_overlay_draws_onto_a_copy() -> None:
    scene = _scene()
    drawn = overlay(scene)
    assert drawn.shape == scene.image.shape
    assert drawn[60, 30].any()
    assert not scene.image.any()


def test_a_contact_sheet_holds_every_picture() -> None:
    images = [np.full((40, 80, 3), level, dtype=np.uint8) for level in (50, 100, 150)]
    sheet = contact_sheet(images, side=20, columns=2)
    assert sheet.shape == (40, 40, 3)
    assert [int(sheet[5, 10, 0]), int(sheet[5, 30, 0]), int(sheet[25, 10, 0])] == [50, 100, 150]
    with pytest.raises(ValueError, match="at least one"):
        contact_sheet([])


def test_paint_writes_pictures_truth_labels_and_sheet(tmp_path: Path) -> None:
    arguments = ["--count", "2", "--seed", "5", "--layout", "few", "--size", "320", "240", "--labels", "--sheet"]
    result = CliRunner().invoke(paint, ["--out", str(tmp_path / "a"), *arguments])
    assert result.exit_code == 0, result.output
    names = sorted(path.name for path in (tmp_path / "a").iterdir())
    stems = ("0005_00000", "0005_00001")
    assert names == sorted([f"{stem}.{kind}" for stem in stems for kind in ("jpg", "json", "txt")] + ["sheet.png"])
    truth = json.loads((tmp_path / "a" / "0005_00000.json").read_text())
    assert (truth["width"], truth["height"], truth["layout"]) == (320, 240, "few")
    again = CliRunner().invoke(paint, ["--out", str(tmp_path / "b"), *arguments])
    assert again.exit_code == 0, again.output
    assert (tmp_path / "a" / "0005_00001.jpg").read_bytes() == (tmp_path / "b" / "0005_00001.jpg").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--layout", "canasta"], "no layout canasta"),
        (["--size", "5", "5"], "between 64 and 8192"),
        (["--artwork", "nowhere"], "no folder nowhere"),
        (["--artwork", "."], "no picture of AC"),
        (["--tables", "nowhere"], "nowhere has no labels.jsonl"),
    ],
)
def test_paint_names_what_is_wrong(tmp_path: Path, arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(paint, ["--out", str(tmp_path), *arguments])
    assert result.exit_code == 2
    assert said in result.output


def test_paint_says_that_it_needs_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.cli.paint.use_checkout", lambda: False)
    result = CliRunner().invoke(paint, ["--out", str(tmp_path / "none")])
    assert result.exit_code != 0
    assert "only from a checkout" in result.output
    assert not (tmp_path / "none").exists()
