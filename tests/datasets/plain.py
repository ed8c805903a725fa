"""A deck drawn with OpenCV's own letters: quick to make, readable by eye, for tests of films."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from datasets.deck import CODES, Face, Image

_COURTS = {"J": (190, 150, 60, 255), "Q": (60, 150, 190, 255), "K": (150, 60, 150, 255)}
_FOUR = ((-1, -3), (1, -3), (-1, 3), (1, 3))
_SIX = (*_FOUR, (-1, 0), (1, 0))
_EIGHT = (*_FOUR, (-1, -1), (1, -1), (-1, 1), (1, 1))
_PIPS: dict[str, tuple[tuple[int, int], ...]] = {
    "A": ((0, 0),), "2": ((0, -3), (0, 3)), "3": ((0, -3), (0, 0), (0, 3)), "4": _FOUR, "5": (*_FOUR, (0, 0)),
    "6": _SIX, "7": (*_SIX, (0, -2)), "8": (*_SIX, (0, -2), (0, 2)), "9": (*_EIGHT, (0, 0)),
    "10": (*_EIGHT, (0, -2), (0, 2)),
}  # fmt: skip
"""Where the pips of a rank lie, in steps from the card's middle."""


def _pip(image: Image, spot: tuple[int, int], suit: str, size: int, ink: tuple[int, int, int, int]) -> None:
    """A suit as a shape near to it: spades triangles, clubs discs, hearts squares, diamonds squares on a corner."""
    if suit == "C":
        cv2.circle(image, spot, size, ink, -1, cv2.LINE_AA)
        return
    shape = {"S": [(0, -1), (1, 1), (-1, 1)], "H": [(-1, -1), (1, -1), (1, 1), (-1, 1)]}
    corners = shape.get(suit, [(0, -1), (1, 0), (0, 1), (-1, 0)])
    cv2.fillPoly(image, [np.array(spot, np.int32) + size * np.array(corners, np.int32)], ink, cv2.LINE_AA)


class PlainDeck:
    """White cards with the code in two corners and as many pips as the rank says, or a picture; a striped back."""

    name = "plain"
    language = "en"

    def __init__(self, tint: tuple[int, int, int] = (160, 60, 40)) -> None:
        self.tint = tint
        self._face = lru_cache(maxsize=None)(self._drawn)
        self._back = self._striped()

    def codes(self) -> tuple[str, ...]:
        """All 52."""
        return CODES

    def face(self, code: str) -> Face:
        """One card."""
        return self._face(code)

    def back(self) -> Image:
        """Stripes of the tint; one picture for all cards, of which canvases keep smaller copies."""
        return self._back

    def _striped(self) -> Image:
        image = self._blank()
        for x in range(20, 230, 16):
            cv2.line(image, (x, 14), (x, 336), (*self.tint, 255), 8)
        return image

    def _drawn(self, code: str) -> Face:
        image = self._blank()
        ink = (30, 30, 200, 255) if code[-1] in "HD" else (20, 20, 20, 255)
        for _ in range(2):
            cv2.putText(image, code, (8, 40), cv2.FONT_HERSHEY_SIMPLEX, 1.1, ink, 3, cv2.LINE_AA)
            image = np.ascontiguousarray(image[::-1, ::-1])
        rank, suit = code[:-1], code[-1]
        if rank in _COURTS:
            cv2.rectangle(image, (65, 70), (185, 280), _COURTS[rank], -1)
            _pip(image, (125, 175), suit, 40, ink)
        for x, y in _PIPS.get(rank, ()):
            _pip(image, (125 + 55 * x, 175 + 35 * y), suit, 22, ink)
        return Face(code, image, ())

    @staticmethod
    def _blank() -> Image:
        image = np.zeros((350, 250, 4), np.uint8)
        cv2.rectangle(image, (2, 2), (247, 347), (250, 250, 250, 255), -1)
        return image
