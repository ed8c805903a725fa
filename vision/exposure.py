"""Dark pictures, brightened as a camera with a longer exposure would have taken them."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np

from vision.types import Image

_DARK = 110.0
"""Level under which the brightest things of a picture leave it dark, 0 to 255."""
_WANTED = 200.0
_MOST = 4.0
"""Beyond this the noise grows faster than what there is to see."""
_BRIGHTEST = 98
"""Percentile that stands for the brightest things; lamps and reflections lie above it."""
_EVERY = 4


def lit(image: Image) -> Image:
    """A BGR picture (H, W, 3) at a readable level: one that is dark all over multiplied up, any other as it is."""
    level = float(np.percentile(image[::_EVERY, ::_EVERY].max(axis=2), _BRIGHTEST))
    if level >= _DARK:
        return image
    gain = min(_WANTED / max(level, 1.0), _MOST)
    return cast(Image, cv2.convertScaleAbs(image, alpha=gain))
