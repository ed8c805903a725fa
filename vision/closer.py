"""A closer look at one card of a frame."""

from __future__ import annotations

from typing import Literal, Protocol

import cv2
import numpy as np
import numpy.typing as npt

from vision.matching import aligned
from vision.types import Image, Reading, SeenCard


class Looker(Protocol):
    """Reads a frame; `vision.reading.Reader` does."""

    def read(
        self, image: Image, packs: int | Literal["auto"] = "auto", language: str = "auto", live: bool = False
    ) -> Reading:
        """Every card of a BGR frame."""


def enlarged(reader: Looker, image: Image, quad: npt.NDArray[np.float64], language: str) -> SeenCard | None:
    """The face-up card at a place, cut out of the frame and read at twice its size; None where none is seen there.

    Args:
        reader: reads it.
        image: (H, W, 3) BGR frame.
        quad: (4, 2) corners of the place in its pixels.
        language: of the indices.
    """
    reach = 0.75 * float(np.linalg.norm(quad[2] - quad[0]))
    (x0, y0), (x1, y1) = quad.mean(axis=0) - reach, quad.mean(axis=0) + reach
    left, top = max(int(x0), 0), max(int(y0), 0)
    crop = image[top : max(int(y1), top + 1), left : max(int(x1), left + 1)]
    if min(crop.shape[:2]) < 24:
        return None
    grown = cv2.resize(crop, None, fx=2.0, fy=2.0, interpolation=cv2.INTER_CUBIC)
    found = reader.read(np.asarray(grown, dtype=np.uint8), packs=1, language=language, live=False)
    for card in found.cards:
        corners = card.corners / 2 + np.array([left, top], dtype=np.float32)
        if card.side == "up" and aligned(np.asarray(quad, dtype=np.float32), corners.astype(np.float32), 0.2):
            return card
    return None
