"""What a deck of card pictures is: faces, backs and the exact place of every printed index."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Quad = npt.NDArray[np.float32]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("C", "D", "H", "S")
JOKER = "JOKER"
CODES = tuple(rank + suit for suit in SUITS for rank in RANKS)

GLYPHS: dict[str, dict[str, str]] = {
    "en": {},
    "fr": {"J": "V", "Q": "D", "K": "R"},
    "de": {"J": "B", "Q": "D", "K": "K"},
    "nl": {"J": "B", "Q": "V", "K": "H"},
}


@dataclass(frozen=True)
class IndexMark:
    """One printed index of a face.

    Quads are in texture pixels, the centre of the top left one at (0, 0), so that a print's edge lies between two.

    Attributes:
        glyph: What is printed: ``"1"``, ``"2"`` .. ``"10"``, a letter, or ``"joker"`` for a joker's corner word.
        suit: ``"C"``, ``"D"``, ``"H"``, ``"S"``; None where no suit belongs to the index.
        quad: (4, 2) float32 texture pixels, clockwise from the index's own top left in its own reading direction:
            the tight box round the ink of rank and suit together.
        rank_quad: (4, 2) the same for the rank alone.
        suit_quad: (4, 2) the same for the suit alone, or None.
    """

    glyph: str
    suit: str | None
    quad: Quad
    rank_quad: Quad
    suit_quad: Quad | None


@dataclass(frozen=True)
class Face:
    """The printed side of one card.

    Attributes:
        code: Card code such as ``"10H"``, or ``"JOKER"``.
        image: (H, W, 4) uint8 BGRA, straight alpha, rounded corners transparent.
        marks: Its printed indices.
        pips: (4, 2) float32 texture pixels each, the top left one's outer corner at (0, 0), clockwise from its own top
            left: the boxes round the pips that stand inside a court's frame; None where that is not known, and on all
            other cards.
    """

    code: str
    image: Image
    marks: tuple[IndexMark, ...]
    pips: tuple[Quad, ...] | None = None


class Deck(Protocol):
    """A deck of cards of one printing. Faces are made when asked for and kept."""

    name: str
    language: str

    def codes(self) -> tuple[str, ...]:
        """The codes of the cards the deck has, ``"JOKER"`` among them where it has one."""
        ...

    def face(self, code: str) -> Face:
        """The face of one card.

        Raises:
            KeyError: The deck has no such card.
        """
        ...

    def back(self) -> Image:
        """The back: (H, W, 4) uint8 BGRA of the faces' size."""
        ...


def box_quad(left: float, top: float, right: float, bottom: float) -> Quad:
    """The corners of an upright box, clockwise from its top left, (4, 2) float32."""
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def half_turned(quad: Quad, width: int, height: int) -> Quad:
    """The quad after its card of width × height pixels was turned by half a turn; its own order is kept."""
    return (np.array([width, height], np.float32) - quad).astype(np.float32)


def turned_mark(mark: IndexMark, width: int, height: int) -> IndexMark:
    """The mark as it stands at the opposite corner of its card of width × height pixels."""
    return IndexMark(
        mark.glyph,
        mark.suit,
        half_turned(mark.quad, width, height),
        half_turned(mark.rank_quad, width, height),
        None if mark.suit_quad is None else half_turned(mark.suit_quad, width, height),
    )


def split_code(code: str) -> tuple[str, str]:
    """Rank and suit of a card code.

    Raises:
        KeyError: The code names no card of the 52.
    """
    rank, suit = code[:-1], code[-1:]
    if rank not in RANKS or suit not in SUITS:
        raise KeyError(f"{code!r} is no card code such as '10H'")
    return rank, suit
