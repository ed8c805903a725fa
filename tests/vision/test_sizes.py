"""In photos an index that leaves a doubt is read at three sizes and the mean is believed; in live frames once.

Its suit is then looked for by itself, in windows that this reader sees ranks in, and so nothing of it.
"""

from __future__ import annotations

import numpy as np
import pytest

from vision.reader import identify
from vision.types import DIRECTIONS, GLYPHS, SUITS, Floats

QUADS = np.float32([[[40, 40], [64, 40], [64, 80], [40, 80]], [[140, 40], [164, 40], [164, 80], [140, 80]]])
WINDOWS = 7


class Counting:
    """Reads a 7 of clubs, the second index as a 7 of spades when first asked; its doubt is given."""

    def __init__(self, first: float, later: float) -> None:
        self.first, self.later = first, later
        self.read: list[int] = []

    def probabilities(self, inputs: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        count = len(inputs)
        self.read.append(count)
        glyphs, suits = np.zeros((count, len(GLYPHS)), np.float32), np.zeros((count, len(SUITS)), np.float32)
        ways = np.zeros((count, len(DIRECTIONS)), np.float32)
        glyphs[:, GLYPHS.index("7")], ways[:, 0] = 1.0, 1.0
        sure = self.first if len(self.read) == 1 else self.later
        suits[:, SUITS.index("C")], suits[:, SUITS.index("S")] = sure, 1 - sure
        if len(self.read) == 1:
            suits[0] = 0
            suits[0, SUITS.index("C")] = 1.0
        return glyphs, suits, ways, np.zeros((count, 128), np.float32)


@pytest.fixture
def image() -> np.ndarray:
    return np.random.default_rng(2).integers(0, 255, (120, 220, 3), dtype=np.uint8)


def test_only_what_leaves_a_doubt_is_read_again_and_the_mean_counts(image: np.ndarray) -> None:
    reader = Counting(first=0.1, later=0.9)
    sure, doubtful = identify(reader, image, QUADS)
    assert reader.read == [2, 2, WINDOWS], "the second index, a little wider and a little closer"
    assert sure.suits[SUITS.index("C")] == 1.0
    assert doubtful.suits[SUITS.index("C")] == pytest.approx((0.1 + 0.9 + 0.9) / 3)
    assert float(doubtful.suits.sum()) == pytest.approx(1.0)


def test_nothing_is_read_again_where_nothing_is_in_doubt(image: np.ndarray) -> None:
    reader = Counting(first=1.0, later=1.0)
    identify(reader, image, QUADS)
    assert reader.read == [2]


def test_live_frames_are_read_once(image: np.ndarray) -> None:
    reader = Counting(first=0.1, later=0.9)
    _, doubtful = identify(reader, image, QUADS, thorough=False)
    assert reader.read == [2, WINDOWS]
    reader = Counting(first=0.1, later=0.9)
    identify(reader, image, QUADS, thorough=False, most_suits=0)
    assert reader.read == [2]
    assert doubtful.suits[SUITS.index("S")] == pytest.approx(0.9)
