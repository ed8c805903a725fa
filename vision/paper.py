"""Whether a card's back is plain paper, or any surface without a print."""

from __future__ import annotations

import cv2
import numpy as np

from vision.types import Floats, Image

_SIDE = 48
_FLAT = 9.0
"""Standard deviation of grey, of 255, up to which a surface is plain."""
_BRIGHT = 150.0
_COLOURLESS = 22.0


def plain(image: Image, quad: Floats) -> bool:
    """Whether the middle four fifths of a (4, 2) quad of a BGR image are plain white or light grey."""
    deviation, grey, colour = _surface(image, quad)
    return deviation < _FLAT and grey > _BRIGHT and colour < _COLOURLESS


def even(image: Image, quad: Floats) -> bool:
    """Whether they are of one colour, whichever."""
    return _surface(image, quad)[0] < _FLAT


def _surface(image: Image, quad: Floats) -> tuple[float, float, float]:
    """Of the middle of a quad how grey deviates from a slope of light, the mean grey, and how far it is from grey."""
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
    return float(level.std()), float(grey.mean()), colour
