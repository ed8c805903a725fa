"""Whether a card's back is plain paper, or no more than light."""

from __future__ import annotations

import cv2
import numpy as np

from vision.geometry import edges, sizes
from vision.types import Floats, Image

_SIDE = 48
_FLAT = 9.0
"""Standard deviation of grey, of 255, up to which a surface is plain."""
_BRIGHT = 150.0
_COLOURLESS = 22.0
_ALONG = np.linspace(0.15, 0.85, 9)
"""Where along a side its edge is looked at, ..."""
_REACH, _POINTS = 0.22, 45
"""... how far from it on both sides, in the card's width, and at how many points there."""
_STEP, _LEAST = 0.04, 3.0
"""How far apart, in widths, and in pixels at least, two points of an edge are that differ by most of what it does."""
_CONTRAST = 25.0
"""Grey levels from which there is an edge."""
_FEWEST = 6
_SHARP = 0.5
"""Share of what an edge differs by in all that it differs by between two such points, if it is a card's: of composed
plain backs 0.79 and more."""


def plain(image: Image, quad: Floats) -> bool:
    """Whether the middle four fifths of a (4, 2) quad of a BGR image are plain white or light grey."""
    centre = quad.mean(axis=0)
    inner = (centre + (quad - centre) * 0.8).astype(np.float32)
    # The surroundings are cut out first, so that a large picture is not filtered whole for one card.
    low = np.floor(inner.min(axis=0)).astype(int) - 2
    high = np.ceil(inner.max(axis=0)).astype(int) + 3
    left, top = np.clip(low, 0, (image.shape[1] - 1, image.shape[0] - 1))
    right, bottom = np.clip(high, (left + 1, top + 1), (image.shape[1], image.shape[0]))
    part = image[top:bottom, left:right]
    shrink = max(1, int(max(part.shape[:2]) / (2 * _SIDE)))
    if shrink > 1 and min(part.shape[:2]) >= shrink:
        part = part[::shrink, ::shrink]
    corners = ((inner - (left, top)) / shrink).astype(np.float32)
    square = np.array([[0, 0], [_SIDE, 0], [_SIDE, _SIDE], [0, _SIDE]], dtype=np.float32)
    flat = cv2.warpPerspective(part, cv2.getPerspectiveTransform(corners, square), (_SIDE, _SIDE))
    flat = cv2.GaussianBlur(flat, (3, 3), 0).astype(np.float32)
    grey = flat.mean(axis=2)
    # A slope of light over the card is no pattern on it.
    ramp = np.linspace(-1, 1, _SIDE, dtype=np.float32)
    level = grey - grey.mean()
    level = level - ramp[None] * (level * ramp[None]).sum() / (_SIDE * (ramp**2).sum())
    level = level - ramp[:, None] * (level * ramp[:, None]).sum() / (_SIDE * (ramp**2).sum())
    colour = float((flat.max(axis=2) - flat.min(axis=2)).mean())
    return bool(level.std() < _FLAT and grey.mean() > _BRIGHT and colour < _COLOURLESS)


def soft_edged(image: Image, quad: Floats) -> bool:
    """Whether the edges of a (4, 2) quad of a BGR image rise as slowly as those of light that falls through a window.

    What no edge of shows is not.
    """
    width = float(sizes(quad).min())
    side = edges(quad).astype(np.float64)
    across = np.stack([side[:, 1], -side[:, 0]], axis=1) / np.maximum(np.hypot(*side.T), 1e-6)[:, None]
    middles = quad[:, None] + _ALONG[:, None] * side[:, None]
    away = np.linspace(-_REACH, _REACH, _POINTS) * width
    # Sides, places along them, points of each edge.
    points = (middles[:, :, None] + away[:, None] * across[:, None, None]).reshape(-1, _POINTS, 2)
    low = np.clip(np.floor(points.min(axis=(0, 1))).astype(int) - 1, 0, (image.shape[1] - 1, image.shape[0] - 1))
    high = np.maximum(np.ceil(points.max(axis=(0, 1))).astype(int) + 2, low + 1)
    part = cv2.cvtColor(image[low[1] : high[1], low[0] : high[0]], cv2.COLOR_BGR2GRAY)
    at = (points - low).astype(np.float32)
    grey = cv2.remap(part, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    step = max(1, round(max(_STEP * width, _LEAST) / (2 * _REACH * width) * (_POINTS - 1)))
    differs = np.ptp(grey, axis=1)
    rises = np.abs(grey[:, step:] - grey[:, :-step]).max(axis=1, initial=0.0)
    seen = differs > _CONTRAST
    return int(seen.sum()) >= _FEWEST and float(np.median(rises[seen] / differs[seen])) < _SHARP
