"""The printed index: rank and suit in the corners, with the exact place of both."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.deck import IndexMark, box_quad, turned_mark
from datasets.painter.canvas import Box, Canvas, Colour
from datasets.painter.fonts import FontFace
from datasets.painter.makers import NumeralStyle
from datasets.painter.morph import bent, embolden, hollowed, ringed, slanted
from datasets.painter.numerals import draw_numeral
from datasets.painter.strokes import EM, Mask, resized
from datasets.painter.suits import SuitStyle, draw_suit

_ORDER = {
    glyph: i
    for i, glyph in enumerate(
        ["A", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "R", "D", "V", "B", "H"]
    )
}
CORNER = 0.47
"""Share of the card's width that an index may take, so that the indices of two upper corners never meet."""


@dataclass(frozen=True)
class IndexStyle:
    """How a deck's indices are set. Lengths are shares of the card's height, gaps of the rank's height."""

    numerals: NumeralStyle | None
    font: FontFace | None
    squeeze: float
    embolden: int
    rank_height: float
    suit_height: float
    gap: float
    beside: bool
    beside_below: float
    centred: bool
    left: float
    top: float
    four_corners: bool
    court_suit: bool
    fit_column: bool
    hollow: int
    slant: float
    bend: float
    bend_seed: int
    outline: int
    clear: bool

    @staticmethod
    def random(rng: np.random.Generator, fonts: tuple[FontFace, ...]) -> IndexStyle:
        """An index style drawn at random; without fonts it uses the makers' figures."""
        vector = not fonts or rng.random() < 0.58
        kind = str(rng.choice(["small", "standard", "jumbo", "huge"], p=[0.17, 0.53, 0.22, 0.08]))
        low, high = {"small": (0.048, 0.07), "standard": (0.07, 0.125), "jumbo": (0.125, 0.2), "huge": (0.2, 0.3)}[kind]
        rank_height = float(rng.uniform(low, high))
        ratio = rng.uniform(0.3, 0.65) if kind == "huge" else rng.uniform(0.5, 1.0)
        return IndexStyle(
            numerals=NumeralStyle.random(rng) if vector else None,
            font=None if vector else fonts[int(rng.integers(len(fonts)))],
            squeeze=float(rng.uniform(0.85, 1.1) if vector else rng.uniform(0.6, 1.1)),
            embolden=int(rng.integers(-4, 7)) if rng.random() < 0.4 else 0,
            rank_height=rank_height,
            suit_height=float(rank_height * ratio),
            gap=float(rng.uniform(0.03, 0.3)),
            beside=bool(rng.random() < (0.4 if kind == "huge" else 0.12)),
            beside_below=float(rng.uniform(0, 1)),
            centred=bool(rng.random() < 0.75),
            left=float(rng.uniform(0.018, 0.05)),
            top=float(rng.uniform(0.02, 0.06)),
            four_corners=bool(kind in ("small", "standard") and rng.random() < 0.4),
            court_suit=bool(rng.random() > 0.03),
            fit_column=bool(rng.random() < 0.5),
            hollow=int(rng.integers(7, 16)) if rng.random() < 0.015 else 0,
            slant=float(rng.normal(0, 0.07)) if rng.random() < 0.12 else 0.0,
            bend=float(rng.uniform(0.004, 0.014)) if rng.random() < 0.25 else 0.0,
            bend_seed=int(rng.integers(2**31)),
            outline=int(rng.integers(1, 4)) if rng.random() < 0.04 else 0,
            clear=bool(rng.random() < 0.8),
        )


class IndexPrinter:
    """Prints a deck's indices; the shrunken glyphs are kept, every face uses the same."""

    def __init__(
        self, style: IndexStyle, suits: SuitStyle, width: int, height: int, column: float | None = None
    ) -> None:
        """Prepares a style for a card of width × height pixels; `column` is the most an index may take in width."""
        self.limit = column or width * CORNER * 0.8
        self.line: Colour = (20.0, 20.0, 20.0)
        self.style = style
        self.suits = suits
        self.width = width
        self.height = height
        self._ranks: dict[str, Mask] = {}
        self._suits: dict[str, Mask] = {}

    def rank_mask(self, glyph: str) -> Mask:
        """The rank's ink at the size printed."""
        if glyph not in self._ranks:
            style = self.style
            if style.numerals is not None:
                drawn = draw_numeral(glyph, style.numerals)
            else:
                assert style.font is not None
                drawn = style.font.draw(glyph, EM)
            drawn = slanted(embolden(drawn, style.embolden), style.slant)
            drawn = bent(drawn, style.bend, style.bend_seed + _ORDER.get(glyph, 0))
            if style.hollow:
                drawn = hollowed(drawn, style.hollow)
            scale = style.rank_height * self.height / EM
            wide, high = drawn.shape[1] * scale * style.squeeze, drawn.shape[0] * scale
            limit = self.limit * (0.75 if style.beside else 1.0)
            if glyph == "10" and style.fit_column:
                limit = min(limit, style.rank_height * self.height * 0.95)
            if high > style.rank_height * self.height * 1.35:
                wide, high = (
                    wide * style.rank_height * self.height * 1.35 / high,
                    style.rank_height * self.height * 1.35,
                )
            self._ranks[glyph] = resized(drawn, max(3, round(min(wide, limit))), max(6, round(high)))
        return self._ranks[glyph]

    def suit_mask(self, suit: str) -> Mask:
        """The suit's ink at the size printed."""
        if suit not in self._suits:
            drawn = draw_suit(suit, self.suits)
            high = self.style.suit_height * self.height
            wide = drawn.shape[1] * high / drawn.shape[0]
            limit = self.limit * (0.475 if self.style.beside else 1.0)
            scale = min(1.0, limit / wide)
            self._suits[suit] = resized(drawn, max(3, round(wide * scale)), max(4, round(high * scale)))
        return self._suits[suit]

    def column(self) -> float:
        """Width of the index column: that of the widest common parts."""
        widest = max(self.rank_mask(glyph).shape[1] for glyph in ("8", "9", "6"))
        return float(max(widest, max(self.suit_mask(suit).shape[1] for suit in "CDHS")))

    def reach(self, glyph: str | None = None) -> tuple[float, float]:
        """How far the index of a glyph, or else those of most cards, reach from the card's left and top edge in pixels.

        A 10, a Q or a K may be wider than the column.
        """
        style = self.style
        left, top = style.left * self.height, style.top * self.height
        rank = style.rank_height * self.height
        column = self.column()
        wide = column if glyph is None else float(self.rank_mask(glyph).shape[1])
        if style.beside:
            return left + max(wide, column) + column + style.gap * rank, top + rank
        over = max(0.0, wide - column)
        # Where it is centred, half of what is too much stands at the left, as far as there is room.
        own = over - min(over / 2, max(0.0, left - 2)) if style.centred else over
        return left + column + own, top + rank * (1 + style.gap) + style.suit_height * self.height

    def print(
        self,
        canvas: Canvas,
        glyph: str,
        suit: str | None,
        colour: Colour,
        sheen: float = 0.0,
        clear: Colour | None = None,
    ) -> tuple[IndexMark, ...]:
        """Prints the index in two or four corners; `clear` is a colour to free its place with beforehand.

        Returns:
            One mark per corner.
        """
        style = self.style
        rank = self.rank_mask(glyph)
        symbol = None if suit is None else self.suit_mask(suit)
        column = self.column()
        left, top = style.left * self.height, style.top * self.height
        gap = max(1.0, style.gap * style.rank_height * self.height)
        if style.beside:
            x, y = left, top
            suit_x = left + rank.shape[1] + gap
            suit_y = top if symbol is None else top + max(0.0, rank.shape[0] - symbol.shape[0]) * style.beside_below
        else:
            x = left + (column - rank.shape[1]) / 2 if style.centred else left
            y = top
            suit_x = left if symbol is None else left + (column - symbol.shape[1]) / 2
            suit_y = top + rank.shape[0] + gap
        x, suit_x = max(2.0, x), max(2.0, suit_x)
        corners = [(False, False), (True, False)]
        if style.four_corners:
            corners += [(False, True), (True, True)]
        marks = []
        for turned, right in corners:
            rank_x, symbol_x = round(x), round(suit_x)
            if right:
                rank_x = round(self.width - x - rank.shape[1])
                if symbol is not None:
                    symbol_x = round(self.width - suit_x - symbol.shape[1])
                    if style.beside:
                        rank_x, symbol_x = round(self.width - x - (suit_x - x) - symbol.shape[1]), 0
                        symbol_x = round(rank_x + suit_x - x)
            marks.append(
                self._place(
                    canvas,
                    glyph,
                    suit,
                    rank,
                    symbol,
                    (rank_x, round(y)),
                    (symbol_x, round(suit_y)),
                    turned,
                    colour,
                    sheen,
                    clear,
                )
            )
        return tuple(marks)

    def _place(
        self,
        canvas: Canvas,
        glyph: str,
        suit: str | None,
        rank: Mask,
        symbol: Mask | None,
        rank_at: tuple[int, int],
        symbol_at: tuple[int, int],
        turned: bool,
        colour: Colour,
        sheen: float,
        clear: Colour | None,
    ) -> IndexMark:
        ring = self.style.outline
        if ring:
            # The outline is the index's ink too: it is printed first and the boxes go round it.
            base, place = ringed(rank, ring), (rank_at[0] - ring, rank_at[1] - ring)
            boxes = [_box(base, place)]
        else:
            boxes = [_box(rank, rank_at)]
        if symbol is not None:
            boxes.append(_box(symbol, symbol_at))
        whole = boxes[0] if len(boxes) == 1 else boxes[0].union(boxes[1])
        if clear is not None:
            room = np.full((round(whole.bottom - whole.top) + 6, round(whole.right - whole.left) + 6), 255, np.uint8)
            canvas.stamp(room, clear, round(whole.left) - 3, round(whole.top) - 3, turned)
        if ring:
            canvas.stamp(base, self.line, *place, turned)
        canvas.stamp(rank, colour, *rank_at, turned, sheen)
        if symbol is not None:
            canvas.stamp(symbol, colour, *symbol_at, turned, sheen)
        mark = IndexMark(
            glyph,
            suit if symbol is not None else None,
            _quad(whole),
            _quad(boxes[0]),
            _quad(boxes[1]) if len(boxes) > 1 else None,
        )
        # Pixel centres lie at whole numbers, so the half turn takes x to width - 1 - x.
        return turned_mark(mark, self.width - 1, self.height - 1) if turned else mark


def _box(mask: Mask, at: tuple[int, int]) -> Box:
    return Box(at[0] - 0.5, at[1] - 0.5, at[0] + mask.shape[1] - 0.5, at[1] + mask.shape[0] - 0.5)


def _quad(box: Box) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return box_quad(box.left, box.top, box.right, box.bottom)
