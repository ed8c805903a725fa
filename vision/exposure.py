"""Dark pictures brightened as by a longer exposure, veiled ones cleared as by a shade over the lens."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np

from vision.levels import extremes, percentile
from vision.types import Image

_DARK = 110.0
"""Level under which the brightest things of a picture leave it dark, 0 to 255."""
_WANTED = 200.0
_MOST = 4.0
"""Beyond this the noise grows faster than what there is to see."""
_BRIGHTEST = 98
"""Percentile that stands for the brightest things; lamps and reflections lie above it."""
_EVERY = 4
_VEILED = 60.0
"""Level over which the darkest things of a picture lie behind a veil, of haze or of light in the lens."""
_DARKEST = 0.1
"""Percentile that stands for the darkest things: a single card's ink is little of a picture."""


def lit(image: Image) -> Image:
    """A BGR picture (H, W, 3) at a readable level: without a veil over all of it, multiplied up where it is dark."""
    darkest, brightest = extremes(image[::_EVERY, ::_EVERY])
    level, veil = percentile(brightest, _BRIGHTEST), percentile(darkest, _DARKEST)
    if veil < _VEILED or level - veil < _WANTED / _MOST:
        # Between things so much alike there would be no more to see.
        veil = 0.0
    if veil == 0.0 and level >= _DARK:
        return image
    gain = min(_WANTED / max(level - veil, 1.0), _MOST)
    levels = np.clip((np.arange(256) - veil) * gain, 0, 255).round().astype(np.uint8)
    return cast(Image, cv2.LUT(image, levels))
