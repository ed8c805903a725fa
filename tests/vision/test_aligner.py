"""Indices found askew are read where their corners really are."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.samples import gin_knock
from models.load import NETWORKS, load_reader, weights_folder
from tests.vision.halves import halves
from vision.aligner import OnnxAligner, aligned
from vision.geometry import centres
from vision.network import NetworkError
from vision.reader import identify
from vision.rectify import SQUARE, squares
from vision.types import DIRECTIONS, GLYPHS, SUITS, Floats

QUAD = np.array([[100, 80], [130, 80], [130, 140], [100, 140]], np.float32)


def turned(quads: Floats, degrees: float) -> Floats:
    """(N, 4, 2) quads turned about their middles."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    middles = centres(quads)[:, None]
    return np.asarray((quads - middles) @ np.array([[c, s], [-s, c]]) + middles, dtype=np.float32)


def painted(quad: Floats) -> np.ndarray:
    """The aligner's picture."""
    return halves(quad, (220, 240))


class Halves:
    """Sees a rectangle whose upper half is red and whose lower half is blue."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def corners(self, inputs: Floats) -> Floats:
        self.asked.append(len(inputs))
        out = []
        for red, _, blue in inputs:
            coloured = np.argwhere(np.minimum(red, blue) < 0.4)[:, ::-1].astype(np.float32)
            box = cv2.boxPoints(cv2.minAreaRect(coloured))
            middle = np.argwhere((blue < 0.4) & (red > 0.5))[:, ::-1].mean(axis=0)
            ways = [np.roll(box, -k, axis=0) for k in range(4)]
            # Of the four, the one whose upper edge is nearest to the red half.
            out.append(min(ways, key=lambda way: float(np.linalg.norm(way[:2].mean(axis=0) - middle))))
        return (np.array(out, np.float32) + 0.5) / (SQUARE / 2) - 1


@pytest.mark.parametrize("degrees", [0, 35, -80, 200])
@pytest.mark.parametrize("found", [0, 25, -70])
def test_corners_seen_in_a_patch_are_corners_in_the_picture(degrees: float, found: float) -> None:
    quad = turned(QUAD[None], degrees)[0]
    off = turned((quad[None] - centres(quad[None])) * 0.8 + centres(quad[None]) + (4, -3), found)
    (seen,) = aligned(Halves(), painted(quad), off)
    assert np.abs(seen - quad).max() < 2.5


def test_a_square_holds_what_was_found_much_too_small() -> None:
    small = (QUAD[None] - centres(QUAD[None])) * (1.3, 0.45) + centres(QUAD[None])
    cut, around = squares(painted(QUAD), small.astype(np.float32))
    assert cut.shape == (1, SQUARE, SQUARE, 3)
    low, high = around[0].min(axis=0), around[0].max(axis=0)
    assert (low < QUAD.min(axis=0)).all()
    assert (high > QUAD.max(axis=0)).all()


def test_what_would_be_no_quad_stays_where_it_was_found() -> None:
    class Crossed:
        def corners(self, inputs: Floats) -> Floats:
            return np.array([[[-0.5, -0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, 0.5]]] * len(inputs), np.float32)

    quads = np.stack([QUAD, QUAD + 40])
    np.testing.assert_array_equal(aligned(Crossed(), painted(QUAD), quads), quads)


def test_nothing_found_is_nothing_to_align() -> None:
    aligner = Halves()
    assert aligned(aligner, painted(QUAD), QUAD[None][:0]).shape == (0, 4, 2)
    assert aligner.asked == []


class Doubtful:
    """Reads a 7 of clubs, as clearly as said, one reading after the other."""

    def __init__(self, *clear: float) -> None:
        self.clear = list(clear)

    def probabilities(self, inputs: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        count, clear = len(inputs), self.clear.pop(0)
        glyphs, suits = np.zeros((count, len(GLYPHS)), np.float32), np.zeros((count, len(SUITS)), np.float32)
        ways = np.zeros((count, len(DIRECTIONS)), np.float32)
        glyphs[:, GLYPHS.index("7")] = clear
        glyphs[:, [GLYPHS.index("4"), GLYPHS.index("9")]] = (1 - clear) / 2
        suits[:, SUITS.index("C")], ways[:, 0] = 1.0, 1.0
        return glyphs, suits, ways, np.zeros((count, 128), np.float32)


@pytest.mark.parametrize(("first", "second", "kept"), [(0.4, 0.9, 0.9), (0.4, 0.35, 0.4)])
def test_what_does_not_read_clearly_is_aligned_again_and_the_clearer_counts(
    first: float, second: float, kept: float
) -> None:
    aligner = Halves()
    off = turned(QUAD[None] + 3, 20)
    (said,) = identify(Doubtful(first, second), painted(QUAD), off, aligner=aligner, thorough=False)
    assert aligner.asked == [1, 1]
    assert said.glyphs[GLYPHS.index("7")] == pytest.approx(kept)
    assert np.abs(said.quad - QUAD).max() < 2.5


def test_what_reads_clearly_is_aligned_once() -> None:
    aligner = Halves()
    identify(Doubtful(0.95), painted(QUAD), turned(QUAD[None], 15), aligner=aligner, thorough=False)
    assert aligner.asked == [1]


class Widening:
    """Sees the index a third wider, to the right, than it was found, or elsewhere altogether."""

    def __init__(self, elsewhere: float = 0.0) -> None:
        self.asked, self.elsewhere = 0, elsewhere

    def corners(self, inputs: Floats) -> Floats:
        self.asked += 1
        # An index found fills the middle third or so of its square.
        side = 1.0 / 3.0
        own = np.array([[-side, -side], [1.7 * side, -side], [1.7 * side, side], [-side, side]], np.float32)
        return np.repeat(own[None] + np.float32((0, self.elsewhere)), len(inputs), axis=0)


class Ranked:
    """Reads a king at first without a suit, then what is said: (rank, suit) one reading after the other.

    After that it sees nothing that it could read.
    """

    def __init__(self, *said: tuple[str, str]) -> None:
        self.said = [("K", "none"), *said]

    def probabilities(self, inputs: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        count, (rank, suit) = len(inputs), self.said.pop(0) if self.said else ("illegible", "none")
        glyphs, suits = np.zeros((count, len(GLYPHS)), np.float32), np.zeros((count, len(SUITS)), np.float32)
        ways = np.zeros((count, len(DIRECTIONS)), np.float32)
        glyphs[:, GLYPHS.index(rank)], suits[:, SUITS.index(suit)], ways[:, 0] = 1.0, 1.0, 1.0
        return glyphs, suits, ways, np.zeros((count, 128), np.float32)


@pytest.mark.parametrize(
    ("said", "elsewhere", "suit"),
    [
        ([("K", "S")], 0.0, "S"),
        ([("K", "none"), ("K", "S")], 0.0, "S"),
        ([("K", "none"), ("K", "none"), ("K", "none")], 0.0, "none"),
        ([("9", "S"), ("9", "S")], 0.0, "none"),
        ([("K", "S")], 0.9, "none"),
    ],
    ids=["at once", "at the second", "it has none", "another card's", "another card's of the same rank"],
)
def test_the_suit_of_a_rank_found_alone_is_sought_beside_it(
    said: list[tuple[str, str]], elsewhere: float, suit: str
) -> None:
    aligner = Widening(elsewhere)
    (read,) = identify(Ranked(*said), painted(QUAD), QUAD[None].copy(), aligner=aligner, thorough=False)
    assert (read.glyph, read.suit) == ("K", suit)
    # A rank that has no suit anywhere is not sought for ever.
    assert aligner.asked <= 4


def test_where_no_suits_are_asked_for_none_is_sought() -> None:
    aligner = Widening()
    (read,) = identify(Ranked(("K", "S")), painted(QUAD), QUAD[None].copy(), aligner=aligner, most_suits=0)
    assert (read.suit, aligner.asked) == ("none", 1)


def test_a_missing_or_another_network_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(NetworkError, match=r"aligner\.onnx: no such network"):
        OnnxAligner(tmp_path / "aligner.onnx")
    other = weights_folder() / "reader.onnx"
    if not other.is_file():
        pytest.skip("no trained weights here")
    with pytest.raises(NetworkError, match=r"reader\.onnx: the aligner has no output corners"):
        OnnxAligner(other)


@pytest.mark.skipif(not all((weights_folder() / name).is_file() for name in NETWORKS), reason="no trained weights here")
def test_indices_of_the_sample_found_far_askew_come_back() -> None:
    scene = gin_knock()
    marks = [mark for card in scene.cards for mark in card.indices if min(mark.rank_visible, mark.suit_visible) > 0.95]
    true = np.stack([mark.quad for mark in marks]).astype(np.float32)
    aligner = load_reader(threads=1).aligner
    assert aligner is not None
    for degrees in (-60.0, 40.0, 90.0):
        seen = aligned(aligner, scene.image, turned(true, degrees))
        off = np.linalg.norm(seen - true, axis=2).mean(axis=1) / np.linalg.norm(true[:, 3] - true[:, 0], axis=1)
        assert np.median(off) < 0.12
        assert (off < 0.3).mean() > 0.9
