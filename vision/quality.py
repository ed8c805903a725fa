"""What is wrong with a picture as a whole: too little light, too much, or no sharp edge anywhere."""

from __future__ import annotations

from typing import Literal

import numpy as np

from vision.levels import extremes, percentile
from vision.shrink import shrunk
from vision.types import Image

Fault = Literal["dark", "bright", "blurred"]

_DARK = 50.0
"""Level of the brightest things, 0 to 255, under which no brightening makes a picture readable."""
_BRIGHTEST, _DARKEST = 98, 0.1
"""Percentiles that stand for the brightest and the darkest things; a card's ink is little of a picture."""
_CLIPPED = 250
_BURNT = 0.3
"""Share of a picture that is white through and through where it had too much light."""
_PALE = 60.0
"""Level of the darkest ink then: a white table lit as it should be leaves ink dark."""
_LONGEST = 640
"""Pixels of the longer side at which edges are looked at: at full size noise and compression make their own."""
_EDGE = 99.9
_CONTRAST = 20.0
"""Levels between the brightest and the darkest things under which there is no edge to judge by."""
_SOFT = 0.12
"""Part of the contrast that the sharpest edges bridge from one pixel to the next, under which none is sharp."""


def fault(image: Image) -> Fault | None:
    """What keeps all of a BGR picture (H, W, 3) from being read well, the likeliest cause first; None for nothing."""
    height, width = image.shape[:2]
    scale = _LONGEST / max(height, width)
    small = shrunk(image, max(1, round(width * scale)), max(1, round(height * scale))) if scale < 1 else image
    palest, brightest = extremes(small)
    if percentile(brightest, _BRIGHTEST) < _DARK:
        return "dark"
    if (palest >= _CLIPPED).mean() > _BURNT and percentile(palest, _DARKEST) > _PALE:
        return "bright"
    # Three times the mean of the channels, in whole numbers.
    grey = small.sum(axis=2, dtype=np.int16)
    low, high = (percentile(grey, share) for share in (_DARKEST, 100 - _DARKEST))
    if high - low < 3 * _CONTRAST:
        return None
    steps = np.concatenate([np.abs(np.diff(grey, axis=axis)).ravel() for axis in (0, 1)])
    return "blurred" if percentile(steps, _EDGE) < _SOFT * (high - low) else None
