"""Indices found askew are cut again at the angle at which they read; those that read well, or at no angle, stay."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.askew import rotated, straightened
from vision.rectify import patches, to_input
from vision.types import GLYPHS, SUITS, Floats

UPRIGHT = np.array([[100, 80], [124, 80], [124, 120], [100, 120]], np.float32)


class Striped:
    """Reads a 7 of hearts where the stripes of a patch run across it, the more surely the straighter they do."""

    def __init__(self) -> None:
        self.calls = 0

    def probabilities(self, inputs: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        self.calls += 1
        grey = inputs.mean(axis=1)[:, 20:76, 14:50]
        down = np.abs(np.diff(grey, axis=1)).mean(axis=(1, 2))
        across = np.abs(np.diff(grey, axis=2)).mean(axis=(1, 2))
        sure = np.where(down > 1e-3, np.clip(1.08 - 2.0 * across / np.maximum(down, 1e-6), 0.05, 0.99), 0.05)
        glyphs, suits = np.zeros((len(sure), len(GLYPHS))), np.zeros((len(sure), len(SUITS)))
        glyphs[:, GLYPHS.index("7")], glyphs[:, GLYPHS.index("illegible")] = sure, 1 - sure
        suits[:, SUITS.index("H")] = 1.0
        empty = np.zeros((len(sure), 3), np.float32)
        return glyphs.astype(np.float32), suits.astype(np.float32), empty, np.zeros((len(sure), 128), np.float32)


def striped() -> np.ndarray:
    """White, with soft stripes from left to right everywhere."""
    rows = 128 + 120 * np.sin(np.arange(200) * 2 * np.pi / 9)
    return cv2.merge([np.repeat(rows[:, None], 240, axis=1).astype(np.uint8)] * 3)


def mended(quads: Floats, image: np.ndarray, thorough: bool = True) -> tuple[Floats, list[int], int]:
    """The quads after straightening, the rows of those that were turned, and the readings it took."""
    reader = Striped()
    glyphs, suits, _, _ = reader.probabilities(to_input(patches(image, quads)))
    better = straightened(reader, image, quads, glyphs, suits, thorough)
    calls = reader.calls - 1
    assert np.array_equal(better.patches, patches(image, better.quads))
    if len(better.rows):
        for given, again in zip(better.read, reader.probabilities(to_input(better.patches)), strict=True):
            assert np.allclose(given, again)
    out = quads.copy()
    out[better.rows] = better.quads
    return out, better.rows.tolist(), calls


@pytest.mark.parametrize("angle", [30, 15, -15, -30])
def test_an_index_askew_is_turned_to_where_it_reads(angle: float) -> None:
    out, _, _ = mended(rotated(UPRIGHT[None], angle), striped())
    assert np.abs(out[0] - UPRIGHT).max() < 0.01


@pytest.mark.parametrize("quarter", [1, -1])
def test_an_index_a_quarter_turn_round_begins_at_another_corner(quarter: int) -> None:
    # Its stripes run across from either side: which of the two is the reader's own to tell.
    out, _, _ = mended(np.roll(UPRIGHT[None], quarter, axis=1), striped())
    assert {tuple(corner) for corner in out[0].tolist()} == {tuple(corner) for corner in UPRIGHT.tolist()}
    reads = out[0][1] - out[0][0]
    assert abs(reads[1]) < 0.01 < abs(reads[0])


def test_what_reads_as_found_is_left_alone_and_costs_nothing() -> None:
    quads = rotated(UPRIGHT[None], 4)
    _, turned, calls = mended(quads, striped())
    assert turned == []
    assert calls == 0


def test_what_reads_at_no_angle_stays_as_it_was_found() -> None:
    quads = rotated(UPRIGHT[None], 20)
    _, turned, calls = mended(quads, np.full((200, 240, 3), 200, np.uint8))
    assert turned == []
    assert calls == 1


def test_only_what_is_askew_is_turned() -> None:
    quads = np.concatenate([UPRIGHT[None], rotated(UPRIGHT[None], 30)])
    out, turned, _ = mended(quads, striped())
    assert turned == [1]
    assert np.array_equal(out[0], UPRIGHT)
    assert np.abs(out[1] - UPRIGHT).max() < 0.01


def test_small_turns_are_left_out_where_time_is_short() -> None:
    askew, sideways = rotated(UPRIGHT[None], 30), np.roll(UPRIGHT[None], 1, axis=1)
    quads = np.concatenate([askew, sideways])
    _, turned, _ = mended(quads, striped(), thorough=False)
    assert turned == [1]
