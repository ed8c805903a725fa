"""The detector's input and output, and one sighting for each thing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.detector import Floor, OnnxDetector, decode, letterbox
from vision.geometry import centres, sizes
from vision.network import NetworkError
from vision.reader import OnnxReader
from vision.suppression import blended, distinct
from vision.types import quads


def box_quad(x: float, y: float, width: float, height: float, degrees: float = 0.0) -> np.ndarray:
    half = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return (half @ np.array([[c, s], [-s, c]]) + (x, y)).astype(np.float32)


def anchors(rows: list[tuple[int, float, np.ndarray, np.ndarray]], second: float = 0.0) -> np.ndarray:
    """Raw output for (class, chance, index quad, card quad) at each anchor; `second`: chance of a second pair."""
    out = np.zeros((1, 28, len(rows)), dtype=np.float32)
    for column, (kind, chance, index, card) in enumerate(rows):
        out[0, kind, column] = chance
        points = np.concatenate([index, card])
        out[0, 4:, column] = np.concatenate([points, np.ones((8, 1))], axis=1).reshape(-1)
        out[0, 6, column] = second
    return out


CARD = box_quad(200, 200, 100, 140)


def test_letterbox_scales_and_centres_on_grey() -> None:
    image = np.zeros((100, 300, 3), np.uint8)
    image[:] = (10, 20, 30)
    planes, scale, (left, top) = letterbox(image, 640)
    assert planes.shape == (1, 3, 224, 640)
    assert scale == pytest.approx(640 / 300)
    assert (left, top) == (0, (224 - 213) // 2)
    assert planes[0, :, 112, 320] * 255 == pytest.approx([30, 20, 10])
    assert planes[0, :, 0, 0] * 255 == pytest.approx([114, 114, 114])


def test_letterbox_takes_sizes_that_are_no_multiple_of_32() -> None:
    planes, scale, _ = letterbox(np.zeros((481, 640, 3), np.uint8), 630)
    assert planes.shape == (1, 3, 512, 640)
    assert scale == 1.0


def test_each_thing_once_and_each_kind_for_itself() -> None:
    index = box_quad(160, 145, 12, 20)
    raw = anchors(
        [
            (0, 0.9, index, CARD),
            (0, 0.8, index + 1, CARD + 2),
            (0, 0.1, box_quad(300, 300, 12, 20), CARD),
            (1, 0.7, index, CARD),
            (1, 0.6, index, np.roll(CARD, 2, axis=0) + 1),
            (2, 0.5, index, box_quad(500, 200, 140, 100)),
            (3, 0.6, index, box_quad(700, 200, 100, 140)),
        ]
    )
    found = decode(raw)
    assert [len(part) for part in (found.index_scores, found.face_scores, found.back_scores, found.joker_scores)] == [
        1,
        1,
        1,
        1,
    ]
    assert found.index_scores[0] == pytest.approx(0.9)
    assert np.abs(found.index_quads[0] - index).max() <= 1
    width, height = sizes(found.back_quads)[0]
    assert width < height


@pytest.mark.parametrize(("second", "turn"), [(0.1, 0), (0.9, 1)])
def test_corners_begin_at_the_upper_left_whichever_the_network_begins_with(second: float, turn: int) -> None:
    index = box_quad(160, 145, 12, 20)
    found = decode(anchors([(0, 0.9, index, CARD), (0, 0.8, index + 1, CARD)], second))
    assert len(found.index_scores) == 1
    assert np.abs(found.index_quads[0] - np.roll(index, turn, axis=0)).max() <= 1


def test_tight_fan_survives_and_duplicates_do_not() -> None:
    # Thirteen indices 12 × 20 px, 8 px and 5 degrees apart: their upright boxes overlap by half and more.
    fan = [box_quad(100 + 8 * k, 100, 12, 20, -30 + 5 * k) for k in range(13)]
    rng = np.random.default_rng(1)
    rows = [
        (0, float(rng.uniform(0.4, 0.9)), (quad + rng.normal(0, 0.5, (4, 2))).astype(np.float32), CARD)
        for quad in fan
        for _ in range(6)
    ]
    found = decode(anchors(rows))
    assert len(found.index_scores) == 13
    middles = centres(found.index_quads)[np.argsort(centres(found.index_quads)[:, 0])]
    assert np.abs(middles - centres(quads(fan))).max() < 1.5


def test_the_same_index_seen_both_ways_up_is_one() -> None:
    index = box_quad(100, 100, 12, 20)
    found = decode(anchors([(0, 0.9, index, CARD), (0, 0.85, np.roll(index, 2, axis=0), CARD)]))
    assert len(found.index_scores) == 1
    assert np.allclose(found.index_quads[0], index)


def test_a_quad_without_area_is_no_index() -> None:
    assert len(decode(anchors([(0, 0.9, np.zeros((4, 2), np.float32), CARD)])).index_scores) == 0


def test_floors() -> None:
    raw = anchors([(0, 0.3, box_quad(100, 100, 12, 20), CARD)])
    assert len(decode(raw, Floor(index=0.2)).index_scores) == 1
    assert len(decode(raw, Floor(index=0.4)).index_scores) == 0


def test_another_networks_output_is_refused() -> None:
    with pytest.raises(NetworkError, match="84 rows"):
        decode(np.zeros((1, 84, 10), np.float32))


def test_no_anchor_at_all() -> None:
    assert len(decode(np.zeros((1, 28, 0), np.float32))) == 0


def test_suppression_keeps_the_best_and_names_its_like() -> None:
    stack = quads([box_quad(0, 0, 10, 20), box_quad(1, 1, 10, 20), box_quad(40, 0, 10, 20)])
    kept, same = distinct(stack, np.array([0.5, 0.9, 0.4], np.float32))
    assert kept.tolist() == [1, 2]
    assert [sorted(group.tolist()) for group in same] == [[0, 1], [2]]
    mean = blended(stack, np.array([0.5, 0.9, 0.4], np.float32), same, worth=0.5)
    assert np.allclose(mean[0], (stack[0] * 0.5 + stack[1] * 0.9) / 1.4, atol=1e-4)


def test_outlines_that_begin_with_different_corners_are_averaged_all_the_same() -> None:
    """Of a card that looks square now one edge is the shorter, now the other."""
    found = [(1, 0.9, card, card) for card in (box_quad(100, 100, 60, 62), box_quad(100, 100, 64, 60))]
    (outline,) = decode(anchors(found)).face_quads
    assert sizes(outline[None])[0] == pytest.approx([61, 62], abs=0.1)
    assert np.allclose(centres(outline[None]), (100, 100), atol=0.1)


def test_a_large_quad_does_not_swallow_a_small_one() -> None:
    stack = quads([box_quad(0, 0, 100, 200), box_quad(5, 5, 10, 20)])
    kept, _ = distinct(stack, np.array([0.9, 0.5], np.float32))
    assert sorted(kept.tolist()) == [0, 1]


@pytest.mark.parametrize("network", [OnnxDetector, OnnxReader])
def test_missing_and_damaged_networks(network: type, tmp_path: Path) -> None:
    with pytest.raises(NetworkError, match="no such network"):
        network(tmp_path / "none.onnx")
    bad = tmp_path / "bad.onnx"
    bad.write_bytes(b"no network")
    with pytest.raises(NetworkError, match="cannot be loaded"):
        network(bad)
