"""Packs of cards as pictures whose printed indices are known exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class IndexMark:
    """One printed index of a face, in texture pixels.

    Attributes:
        glyph: what is printed ("10", "K", "V", "joker", ...), as printed and not the rank it means.
        suit: "C", "D", "H", "S", or None on a joker.
        quad: (4, 2) float32, tight box round rank and suit, clockwise from the index's own top left in its
            reading direction.
        rank_quad: (4, 2) float32, the rank's own box, same order.
        suit_quad: (4, 2) float32, the suit's own box, same order; None on a joker.
    """

    glyph: str
    suit: str | None
    quad: NDArray[np.float32]
    rank_quad: NDArray[np.float32]
    suit_quad: NDArray[np.float32] | None


@dataclass(frozen=True)
class Face:
    """The face of one card.

    Attributes:
        code: card code ("10H", "JOKER").
        image: (H, W, 4) uint8 BGRA, straight alpha, rounded corners transparent.
        marks: the printed indices.
    """

    code: str
    image: NDArray[np.uint8]
    marks: tuple[IndexMark, ...]


class Deck(Protocol):
    """A pack whose faces are painted when first asked for."""

    @property
    def name(self) -> str:
        """A name that tells this deck from others."""

    @property
    def language(self) -> str:
        """Language of the printed letters: "en", "fr", "de" or "nl"."""

    def codes(self) -> tuple[str, ...]:
        """Codes of the cards in this pack, jokers last."""

    def face(self, code: str) -> Face:
        """Face of one card; KeyError if the pack has no such card."""

    def back(self) -> NDArray[np.uint8]:
        """(H, W, 4) uint8 BGRA back, the same size as the faces."""
