"""The makers' figures and the suits: what tells one from another must be there in every style."""

from __future__ import annotations

import itertools
from dataclasses import replace

import cv2
import numpy as np
import pytest

from datasets.painter import fonts
from datasets.painter.makers import NumeralStyle
from datasets.painter.morph import embolden
from datasets.painter.numerals import draw_numeral
from datasets.painter.strokes import EM, Pen, line, trimmed
from datasets.painter.suits import SuitStyle, draw_suit

GLYPHS = ("A", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "R", "D", "V", "B", "H")


@pytest.mark.parametrize("seed", range(8))
def test_every_glyph_is_drawn_about_an_em_high(seed: int) -> None:
    style = NumeralStyle.random(np.random.default_rng(seed))
    drawn = {glyph: draw_numeral(glyph, style) for glyph in GLYPHS}
    for glyph, mask in drawn.items():
        assert 0.85 * EM < mask.shape[0] < 1.4 * EM, glyph
        assert mask[0].max() >= 64, glyph
        assert mask[:, 0].max() >= 64, glyph
        assert mask[:, -1].max() >= 64, glyph
    square = {glyph: cv2.resize(mask, (32, 48)).astype(np.float32).ravel() / 255 for glyph, mask in drawn.items()}
    for first in GLYPHS:
        for second in GLYPHS:
            if first < second:
                assert np.abs(square[first] - square[second]).mean() > 0.02, (first, second)


def holes(mask: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> int:
    """Closed white regions of a glyph, specks left out."""
    grown = cv2.copyMakeBorder((mask < 128).astype(np.uint8), 2, 2, 2, 2, cv2.BORDER_CONSTANT, value=1)
    count, _, stats, _ = cv2.connectedComponentsWithStats(grown, connectivity=4)
    return int((stats[1:count, cv2.CC_STAT_AREA] > 60).sum()) - 1


@pytest.mark.parametrize("seed", range(12))
def test_the_counters_are_open(seed: int) -> None:
    style = NumeralStyle.random(np.random.default_rng(100 + seed))
    assert holes(draw_numeral("8", style)) == 2
    assert holes(draw_numeral("B", style)) == 2
    for glyph in ("6", "9", "D", "A"):
        assert holes(draw_numeral(glyph, style)) >= 1, glyph
    for glyph in ("2", "3", "5", "7", "K", "V", "H"):
        assert holes(draw_numeral(glyph, style)) == 0, glyph


def test_a_six_has_an_open_mouth_however_heavy_it_is_printed() -> None:
    rng = np.random.default_rng(3)
    for number in range(150):
        mask = draw_numeral("6", NumeralStyle.random(rng))
        assert holes(mask) == 1, number
        assert holes(embolden(mask, 6)) <= 1, number


def test_a_nine_is_a_six_turned() -> None:
    style = NumeralStyle.random(np.random.default_rng(9))
    assert np.array_equal(draw_numeral("9", style), draw_numeral("6", style)[::-1, ::-1])


def test_a_glyph_that_makers_do_not_print_is_refused() -> None:
    with pytest.raises(KeyError):
        draw_numeral("X", NumeralStyle.random(np.random.default_rng(0)))


def test_a_pen_thick_upright_and_thin_level() -> None:
    pen = Pen(1.0, thick=0.2, thin=0.1)
    pen.stroke(line((0.0, 0.0), (0.0, 1.0)))
    pen.stroke(line((0.0, 1.0), (1.0, 1.0)))
    mask = pen.finish()
    assert abs(int((mask[EM // 2] > 127).sum()) - 0.2 * EM) <= 2
    assert abs(int((mask[:, EM // 2] > 127).sum()) - 0.1 * EM) <= 2
    assert abs(mask.shape[0] - EM) <= 3
    assert abs(mask.shape[1] - EM) <= 3


def test_an_empty_mask_cannot_be_trimmed() -> None:
    with pytest.raises(ValueError, match="without ink"):
        trimmed(np.zeros((4, 4), np.uint8))


@pytest.mark.parametrize("seed", range(8))
def test_suits_are_symmetric_and_differ(seed: int) -> None:
    style = SuitStyle.random(np.random.default_rng(seed), None)
    shapes = {}
    for suit in "CDHS":
        mask = draw_suit(suit, style)
        wide = mask.shape[1]
        left, right = mask[:, : wide // 2], mask[:, wide - wide // 2 :][:, ::-1]
        assert (np.abs(left.astype(int) - right) > 127).mean() < 0.03, suit
        shapes[suit] = cv2.resize(mask, (40, 40)).astype(np.float32) / 255
    for first, second in (("C", "S"), ("D", "H"), ("C", "D"), ("H", "S")):
        assert np.abs(shapes[first] - shapes[second]).mean() > 0.05, (first, second)
    # A heart is broad above, a spade below its middle.
    assert shapes["H"][:16].sum() > shapes["H"][24:].sum()
    assert shapes["S"][:12].sum() < shapes["S"][16:28].sum()


def test_no_font_prints_one_suit_for_another() -> None:
    faces = sorted(fonts.with_suits(), key=str)
    if not faces:
        pytest.skip("no installed font has the suits")
    style = SuitStyle.random(np.random.default_rng(0), None)
    own = _suits(style)
    for face in faces:
        printed = _suits(replace(style, font=face))
        for first, second in itertools.combinations("CDHS", 2):
            straight = np.abs(printed[first] - own[first]).mean() + np.abs(printed[second] - own[second]).mean()
            exchanged = np.abs(printed[first] - own[second]).mean() + np.abs(printed[second] - own[first]).mean()
            assert straight < exchanged, (face.path.name, first, second)


def _suits(style: SuitStyle) -> dict[str, np.ndarray]:
    return {suit: cv2.resize(draw_suit(suit, style), (40, 40)).astype(np.float32) for suit in "CDHS"}
