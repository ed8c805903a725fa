"""Dark pictures brightened as by a longer exposure, veiled ones cleared, and the colour of coloured light taken out."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np

from vision.levels import extremes, percentile
from vision.types import Image

_BLACK = 12.0
"""A frame whose brightest tile stays under this mean (of 255) shows nothing."""
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
_WHITEST = 99.7
"""Percentile of a channel that stands for the whitest things: cards on a coloured cloth, or only their prints."""
_COLOURED = 0.36
"""Share of the strongest channel's white under which the weakest one's is lost; with more the networks do as well."""
_DARKEST = 0.1
"""Percentile that stands for the darkest things: a single card's ink is little of a picture."""


def lit(image: Image) -> Image:
    """A BGR picture (H, W, 3) at a readable level.

    Without a veil over all of it, multiplied up where it is dark, and with deeply coloured light, in which cards are
    overlooked and inks look alike, made white.
    """
    few = image[::_EVERY, ::_EVERY]
    darkest, brightest = extremes(few)
    level, veil = percentile(brightest, _BRIGHTEST), percentile(darkest, _DARKEST)
    if veil < _VEILED or level - veil < _WANTED / _MOST:
        # Between things so much alike there would be no more to see.
        veil = 0.0
    whites = np.array([percentile(few[::2, ::2, channel], _WHITEST) for channel in range(3)])
    shares = np.maximum(whites - veil, 1.0) / max(whites.max() - veil, 1.0)
    coloured = shares.min() < _COLOURED
    if veil == 0.0 and level >= _DARK and not coloured:
        return image
    gains = np.array([_WANTED / max(level - veil, 1.0) if veil or level < _DARK else 1.0])
    if coloured:
        # Only then has each channel a table of its own, for which OpenCV takes longer.
        gains = gains / shares
    levels = np.clip((np.arange(256)[:, None] - veil) * np.minimum(gains, _MOST), 0, 255).round().astype(np.uint8)
    return cast(Image, cv2.LUT(image, levels[:, None]))


def is_black(image: Image) -> bool:
    """Whether the picture shows nothing: every one of 8×8 tiles is dark."""
    tiles = cv2.resize(image, (8, 8), interpolation=cv2.INTER_AREA)
    return float(tiles.max()) < _BLACK
