"""A picture of one quad that shows which way up it is."""

from __future__ import annotations

import cv2
import numpy as np


def halves(quad: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """A white picture, height × width, whose quad is filled: its upper half red, its lower half blue."""
    image = np.full((*size, 3), 255, np.uint8)
    left, right = (quad[0] + quad[3]) / 2, (quad[1] + quad[2]) / 2
    for part, colour in (
        (np.stack([quad[0], quad[1], right, left]), (0, 0, 200)),
        (np.stack([left, right, quad[2], quad[3]]), (200, 0, 0)),
    ):
        cv2.fillConvexPoly(image, np.round(part * 16).astype(np.int32), colour, cv2.LINE_AA, 4)
    return image
