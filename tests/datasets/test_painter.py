"""Painted decks: every card of every language, exact marks, the same pixels from the same seed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from datasets.deck import CODES, GLYPHS, JOKER, IndexMark
from datasets.painter import PaintedDeck, fonts, paint_deck
from datasets.painter.backs import VARIED, paint_back
from datasets.painter.canvas import Canvas
from datasets.painter.index import IndexPrinter, IndexStyle
from datasets.painter.inks import random_palette
from datasets.painter.manifest import PACKAGES
from datasets.painter.pips import PipPrinter
from datasets.painter.suits import SuitStyle

SEEDS = range(6)
ALL_GLYPHS = {"1", "A", *(str(n) for n in range(2, 11)), "J", "Q", "K", "R", "D", "V", "B", "H"}


def quads(mark: IndexMark) -> list[npt.NDArray[np.float32]]:
    return [quad for quad in (mark.quad, mark.rank_quad, mark.suit_quad) if quad is not None]


def signed_area(quad: npt.NDArray[np.float32]) -> float:
    x, y = quad[:, 0].astype(float), quad[:, 1].astype(float)
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_card_is_painted_with_marks_inside_in_reading_order(seed: int) -> None:
    deck = paint_deck(np.random.default_rng(seed))
    assert deck.codes() == (*CODES, JOKER)
    glyphs = GLYPHS[deck.language]
    for code in deck.codes():
        face = deck.face(code)
        height, width = face.image.shape[:2]
        assert (height, width) == (deck.height, deck.width)
        assert face.image.dtype == np.uint8
        assert face.image.shape[2] == 4
        assert face.image[0, 0, 3] == 0
        assert face.image[height // 2, width // 2, 3] == 255
        if code != JOKER:
            assert len(face.marks) in (2, 4)
            rank = code[:-1]
            wanted = {glyphs.get(rank, rank)} | ({"1"} if rank == "A" and deck.language in ("fr", "nl") else set())
            assert {mark.glyph for mark in face.marks} <= wanted
            assert {mark.suit for mark in face.marks} <= {code[-1], None}
        for mark in face.marks:
            assert (mark.suit is None) == (mark.suit_quad is None)
            for quad in quads(mark):
                assert quad.dtype == np.float32
                # Image rows run downwards: positive area is clockwise to the eye.
                assert signed_area(quad) > 0
                assert (quad >= -1).all()
                assert (quad[:, 0] <= width).all()
                assert (quad[:, 1] <= height).all()
            together = np.concatenate(quads(mark)[1:])
            assert np.allclose(together.min(0), mark.quad.min(0))
            assert np.allclose(together.max(0), mark.quad.max(0))


def test_opposite_indices_are_half_a_turn_apart() -> None:
    deck = paint_deck(np.random.default_rng(3))
    first, second = deck.face("7S").marks[:2]
    turned = np.array([deck.width - 1, deck.height - 1], np.float32) - first.quad
    assert np.allclose(turned, second.quad)
    # Its own top left is the corner nearest to the card's corner that it stands in.
    assert first.quad[0].sum() == first.quad.sum(1).min()
    assert second.quad[0].sum() == second.quad.sum(1).max()


@pytest.mark.parametrize("seed", SEEDS)
def test_the_ink_of_the_index_fills_its_quads_exactly(seed: int) -> None:
    """Printed alone on a plain sheet, the index's ink spans the quads to the pixel."""

    deck = paint_deck(np.random.default_rng(seed))
    for glyph, suit in (("10", "C"), ("J", "H"), ("7", "S"), ("Q", "D")):
        canvas = Canvas(deck.width, deck.height, (255.0, 255.0, 255.0))
        marks = deck.index.print(canvas, glyph, suit, (0.0, 0.0, 0.0))
        ink = canvas.pixels[..., 0] < 235
        for mark in marks:
            inside = np.zeros_like(ink)
            left, top = np.round(mark.quad.min(0) + 0.5).astype(int)
            right, bottom = np.round(mark.quad.max(0) + 0.5).astype(int)
            inside[top:bottom, left:right] = True
            own = ink & inside
            rows, columns = np.flatnonzero(own.any(1)), np.flatnonzero(own.any(0))
            spread = [columns[0] - 0.5, rows[0] - 0.5, columns[-1] + 0.5, rows[-1] + 0.5]
            assert np.abs(np.array(spread) - [*mark.quad.min(0), *mark.quad.max(0)]).max() <= 2.0
            ink &= ~inside
        assert not ink.any(), "ink of the index lies outside its quads"


def test_nothing_is_printed_on_a_wide_index() -> None:
    """A 10, a Q or a K wider than the column of the others: pips keep clear of its own ink."""
    rng = np.random.default_rng(31)
    wide = 0
    for _ in range(150):
        printer = IndexPrinter(IndexStyle.random(rng, ()), SuitStyle.random(rng, None), 500, 700)
        for glyph in ("10", "Q", "K", "8"):
            mark = printer.print(Canvas(500, 700, (255.0, 255.0, 255.0)), glyph, "C", (0.0, 0.0, 0.0))[0]
            right = float(mark.quad[:, 0].max())
            assert right <= printer.reach(glyph)[0] + printer.style.outline + 1, glyph
            wide += right > printer.reach()[0] + 10
    assert wide > 10, "the styles have no such index"


def test_pips_leave_a_wide_ten_alone() -> None:
    def ten(kind: str) -> tuple[np.ndarray, IndexMark]:
        deck = PaintedDeck(np.random.default_rng(2), faces=())
        style = replace(
            deck.index.style, rank_height=0.22, suit_height=0.1, squeeze=1.2, fit_column=False, beside=False
        )
        deck.index = IndexPrinter(style, deck.index.suits, deck.width, deck.height)
        pips = replace(deck.pips.style, kind=kind, left=0.25, size=0.16)
        deck.pips = PipPrinter(pips, deck.index.suits, deck.width, deck.height, None)
        face = deck.face("10C")
        return face.image, face.marks[0]

    (printed, mark), (plain, _) = ten("pips"), ten("none")
    left, top = np.floor(mark.rank_quad.min(0)).astype(int)
    right, bottom = np.ceil(mark.rank_quad.max(0)).astype(int)
    differs = np.abs(printed.astype(int) - plain).max(axis=2) > 40
    assert differs.any(), "there are pips"
    assert not differs[top:bottom, left:right].any()


def test_four_corners_read_upright_above_and_turned_below() -> None:
    deck = paint_deck(np.random.default_rng(1))
    style = replace(deck.index.style, four_corners=True, rank_height=0.06, suit_height=0.05, beside=False)
    printer = IndexPrinter(style, deck.index.suits, deck.width, deck.height)

    marks = printer.print(Canvas(deck.width, deck.height, (255.0, 255.0, 255.0)), "4", "D", (0.0, 0.0, 0.0))
    centres = [mark.quad.mean(0) for mark in marks]
    upright = [bool(mark.quad[0, 1] < mark.quad[2, 1]) for mark in marks]
    assert [bool(centre[1] < deck.height / 2) for centre in centres] == upright
    assert sorted(bool(centre[0] < deck.width / 2) for centre in centres) == [False, False, True, True]


def test_the_same_seed_gives_the_same_pixels() -> None:
    first, second = (paint_deck(np.random.default_rng(42)) for _ in range(2))
    # The order of asking must not matter.
    second.back()
    for code in ("KD", "10C", JOKER, "AS"):
        assert np.array_equal(first.face(code).image, second.face(code).image)
    assert np.array_equal(first.back(), second.back())
    assert not np.array_equal(first.face("KD").image, paint_deck(np.random.default_rng(43)).face("KD").image)


def test_every_language_is_painted() -> None:
    seen: dict[str, set[str]] = {}
    painted = set()
    for seed in range(60):
        deck = paint_deck(np.random.default_rng(seed))
        kind = (deck.language, deck.glyphs.get("A", "A"))
        if kind not in painted:
            painted.add(kind)
            seen.setdefault(deck.language, set()).update(
                mark.glyph for rank in ("A", "J", "Q", "K") for mark in deck.face(rank + "S").marks
            )
    assert set(seen) == {"en", "fr", "de", "nl"}
    assert seen["en"] == {"A", "J", "Q", "K"}
    assert seen["fr"] == {"A", "1", "V", "D", "R"}
    assert seen["de"] == {"A", "B", "D", "K"}
    assert seen["nl"] >= {"A", "B", "V", "H"}


def test_the_back_has_the_faces_size() -> None:
    deck = paint_deck(np.random.default_rng(5))
    back = deck.back()
    assert back.shape == deck.face("2H").image.shape
    assert back.dtype == np.uint8


@pytest.mark.parametrize("kind", VARIED)
def test_backs_of_every_kind_are_painted_and_differ(kind: str) -> None:
    rng = np.random.default_rng(17)
    drawn = [paint_back(120, 170, random_palette(rng), rng, {kind: 1.0}) for _ in range(5)]
    assert {one.shape for one in drawn} == {(170, 120, 3)}
    assert len({one.tobytes() for one in drawn}) == 5
    if kind != "plain":
        # Something is printed: seen small it is no even surface, or not all of them are.
        assert max(float(one.std(axis=(0, 1)).max()) for one in drawn) > 10


def test_a_card_that_is_none_is_refused() -> None:
    with pytest.raises(KeyError, match="1S"):
        paint_deck(np.random.default_rng(0)).face("1S")


def test_the_painter_works_without_any_font() -> None:
    deck = PaintedDeck(np.random.default_rng(11), faces=())
    assert deck.index.style.numerals is not None
    for code in ("AS", "10D", "QH", JOKER):
        assert deck.face(code).image.shape[2] == 4


def test_packages_that_are_not_installed_are_listed(tmp_path: Path) -> None:
    package, faces = PACKAGES[3]
    assert len(fonts.missing(())) == len(PACKAGES)
    assert package not in fonts.missing([fonts.FontFace(tmp_path / faces[0])])


def test_fonts_are_found_in_the_manifests_order(tmp_path: Path) -> None:
    assert fonts.installed((str(tmp_path),)) == ()
    order = [face for _, faces in PACKAGES for face in faces]
    found = [order.index(face.path.name) for face in fonts.installed()]
    assert found == sorted(found)
    assert len(order) == len(set(order))
