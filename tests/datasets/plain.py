"""A deck drawn with OpenCV's own letters: quick to make, readable by eye, for tests of films."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from datasets.deck import CODES, Face, Image


class PlainDeck:
    """White cards with the code in two corners and large in the middle; a striped back."""

    name = "plain"
    language = "en"

    def __init__(self, tint: tuple[int, int, int] = (160, 60, 40)) -> None:
        self.tint = tint
        self._face = lru_cache(maxsize=None)(self._drawn)

    def codes(self) -> tuple[str, ...]:
        """All 52."""
        return CODES

    def face(self, code: str) -> Face:
        """One card."""
        return self._face(code)

    def back(self) -> Image:
        """Stripes of the tint."""
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
        cv2.putText(image, code, (50, 200), cv2.FONT_HERSHEY_SIMPLEX, 2.6, ink, 8, cv2.LINE_AA)
        return Face(code, image, ())

    @staticmethod
    def _blank() -> Image:
        image = np.zeros((350, 250, 4), np.uint8)
        cv2.rectangle(image, (2, 2), (247, 347), (250, 250, 250, 255), -1)
        return image
