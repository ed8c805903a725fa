"""Pips of the number cards and aces."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.painter.canvas import Canvas, Colour
from datasets.painter.fonts import FontFace
from datasets.painter.strokes import EM, Mask, resized
from datasets.painter.suits import SuitStyle, draw_suit

L, M, R = 0.0, 0.5, 1.0
ARRANGEMENTS: dict[str, tuple[tuple[float, float], ...]] = {
    "2": ((M, 0.0),),
    "3": ((M, 0.0), (M, 0.5)),
    "4": ((L, 0.0), (R, 0.0)),
    "5": ((L, 0.0), (R, 0.0), (M, 0.5)),
    "6": ((L, 0.0), (R, 0.0), (L, 0.5), (R, 0.5)),
    "7": ((L, 0.0), (R, 0.0), (M, 0.25), (L, 0.5), (R, 0.5)),
    "8": ((L, 0.0), (R, 0.0), (M, 0.25), (L, 0.5), (R, 0.5)),
    "9": ((L, 0.0), (R, 0.0), (L, 1 / 3), (R, 1 / 3), (M, 0.5)),
    "10": ((L, 0.0), (R, 0.0), (M, 1 / 6), (L, 1 / 3), (R, 1 / 3)),
}
"""Upper halves: column and row of each pip's centre, row 0.5 in the middle; all but the 7's single middle pip and the
row in the middle are repeated upside down below."""
_SINGLE = {("7", (M, 0.25))}


@dataclass(frozen=True)
class PipStyle:
    """How a deck's number cards and aces are filled. Lengths are shares of the card's height."""

    kind: str
    size: float
    left: float
    top: float
    ace: str
    ace_size: float
    frame: bool

    @staticmethod
    def random(rng: np.random.Generator) -> PipStyle:
        """A style drawn at random."""
        kind = str(rng.choice(["pips", "one", "rank", "none", "rows"], p=[0.84, 0.06, 0.04, 0.02, 0.04]))
        return PipStyle(
            kind=kind,
            size=float(rng.uniform(0.12, 0.19)),
            left=float(rng.uniform(0.25, 0.34)),
            top=float(rng.uniform(0.13, 0.22)),
            ace=str(rng.choice(["plain", "big", "ornate", "ringed"])),
            ace_size=float(rng.uniform(0.14, 0.5)),
            frame=bool(rng.random() < 0.08),
        )


class PipPrinter:
    """Prints pips; the shrunken symbols are kept."""

    def __init__(self, style: PipStyle, suits: SuitStyle, width: int, height: int, ornament: FontFace | None) -> None:
        self.style = style
        self.suits = suits
        self.width = width
        self.height = height
        self.ornament = ornament
        self._masks: dict[tuple[str, int], Mask] = {}

    def mask(self, suit: str, size: int) -> Mask:
        """The suit's ink, `size` pixels high."""
        if (suit, size) not in self._masks:
            drawn = draw_suit(suit, self.suits)
            wide = drawn.shape[1] * size / drawn.shape[0]
            shrink = min(1.0, self.width * 0.8 / wide)
            self._masks[suit, size] = resized(drawn, max(3, round(wide * shrink)), max(3, round(size * shrink)))
        return self._masks[suit, size]

    def centred(
        self, canvas: Canvas, mask: Mask, colour: Colour, x: float, y: float, turned: bool = False, sheen: float = 0.0
    ) -> None:
        """Prints a mask with its centre at a point; `turned` at the opposite point, upside down."""
        canvas.stamp(mask, colour, round(x - mask.shape[1] / 2), round(y - mask.shape[0] / 2), turned, sheen)

    def number(
        self, canvas: Canvas, rank: str, suit: str, colour: Colour, sheen: float, glyph: Mask | None, left: float
    ) -> None:
        """Prints a number card's middle; pips keep clear of `left`, the index's reach in pixels."""
        style = self.style
        w, h = self.width, self.height
        if style.kind == "none":
            return
        if style.kind == "one" or (style.kind == "rank" and glyph is None):
            self.centred(
                canvas, self.mask(suit, round(h * (0.25 + style.ace_size * 0.5))), colour, w / 2, h / 2, sheen=sheen
            )
            return
        if style.kind == "rank":
            assert glyph is not None
            size = h * (0.2 + style.ace_size * 0.6)
            scale = min(size / glyph.shape[0], w * 0.7 / glyph.shape[1])
            big = resized(glyph, round(glyph.shape[1] * scale), round(glyph.shape[0] * scale))
            self.centred(canvas, big, colour, w / 2, h / 2, sheen=sheen)
            return
        size = style.size * h
        if style.kind == "rows":
            size *= 0.8
        # Wide clubs in narrow columns: shrink until a column clears the index and the columns clear each other.
        top = style.top * h
        mask = self.mask(suit, round(size))
        for _ in range(8):
            column = max(style.left * w, left + mask.shape[1] / 2 + 2)
            apart = (w / 2 - column) * (1.0 if rank in ("7", "8", "9", "10") else 2.0)
            if rank in ("2", "3") or apart >= mask.shape[1] * 0.62:
                break
            size *= 0.9
            mask = self.mask(suit, round(size))
        # Next to an index that takes a third of the card the column can only overlap its own neighbours.
        column = min(column, w * 0.45)
        for spot in ARRANGEMENTS[rank]:
            x = column + (w - 2 * column) * spot[0]
            y = top + (h - 2 * top) * spot[1]
            self.centred(canvas, mask, colour, x, y, False, sheen)
            if spot[1] < 0.5 and (rank, spot) not in _SINGLE:
                self.centred(canvas, mask, colour, x, y, True, sheen)

    def ace(self, canvas: Canvas, suit: str, colour: Colour, sheen: float, rng: np.random.Generator) -> None:
        """Prints an ace's middle."""
        style = self.style
        w, h = self.width, self.height
        size = style.ace_size if style.ace != "plain" else max(style.size, 0.14)
        if suit == "S" and style.ace != "plain":
            size = min(0.55, size * 1.3)
        mask = self.mask(suit, round(size * h))
        self.centred(canvas, mask, colour, w / 2, h / 2, sheen=sheen)
        if style.ace == "ringed" or (style.ace == "ornate" and suit == "S"):
            small = self.mask(suit, max(5, round(size * h * 0.12)))
            count = int(rng.integers(8, 22))
            for i in range(count):
                angle = 2 * np.pi * i / count
                self.centred(
                    canvas, small, colour, w / 2 + np.cos(angle) * w * 0.32, h / 2 + np.sin(angle) * w * 0.32 * 1.15
                )
        if style.ace == "ornate":
            inner = self.mask(suit, round(size * h * 0.55))
            paper = tuple(float(c) for c in canvas.pixels[int(h * 0.3), int(w * 0.06)])
            self.centred(canvas, inner, (paper[0], paper[1], paper[2]), w / 2, h / 2 + size * h * 0.03)
            self.centred(canvas, self.mask(suit, round(size * h * 0.3)), colour, w / 2, h / 2)
            if suit == "S" and self.ornament is not None:
                words = str(
                    rng.choice(["PLAYING CARDS", "CASINO", "No. 808", "CLUB SPECIAL", "MADE IN EUROPE", "ROYAL"])
                )
                text = self.ornament.draw(words, EM // 2)
                scale = min(w * 0.5 / text.shape[1], h * 0.035 / text.shape[0])
                small_text = resized(text, max(8, round(text.shape[1] * scale)), max(4, round(text.shape[0] * scale)))
                self.centred(canvas, small_text, colour, w / 2, h / 2 + size * h * 0.62)
