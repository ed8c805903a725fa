"""Whether a card's outline is an edge in the picture: tables with a pattern have things on them that only look like it.

A card ends where its outline says, all along: what is inside differs from what is outside in the same way at every
point of a side. The pattern of a cloth runs on across an outline that the detector laid over it.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.geometry import Doubles, centres, edges, sizes
from vision.types import Floats, Image, SeenCard

_POINTS = np.linspace(0.12, 0.88, 24)
"""Where along a side it is looked at; the corners are round."""
_APART = 0.045
"""Of the card's width, from the outline to the points compared on either side, ..."""
_SHIFTS = (-1.5, -0.75, 0.0, 0.75, 1.5)
"""... and how many times that the outline may be off."""
_NOISE = 3.0
"""Grey levels of difference that any picture has."""
_EDGE = 1.0
"""Step from inside to outside, in deviations along the side, from which a side is an edge."""
_SIDES = 3
"""Sides that have to be edges: one may lie against another card, or run out of the picture."""
_LIKELY = 0.5
"""Confidence from which a face-down card needs no further witness."""


def steps(image: Image, quad: Floats) -> Doubles:
    """(4,) for each side of a (4, 2) quad in a BGR picture how far what is inside differs from what is outside.

    In deviations of that difference along the side.
    """
    side = edges(quad).astype(np.float64)
    outward = np.stack([side[:, 1], -side[:, 0]], axis=1) / np.maximum(np.hypot(*side.T), 1e-6)[:, None]
    outward *= np.where(((quad + side / 2 - centres(quad)) * outward).sum(axis=1) < 0, -1.0, 1.0)[:, None]
    apart = max(_APART * float(sizes(quad).min()), 1.5)
    along = quad[:, None] + _POINTS[:, None] * side[:, None]
    # Sides, shifts, inside and outside, points.
    offsets = apart * (np.array(_SHIFTS)[:, None] + np.array([-1.0, 1.0]))
    points = along[:, None, None] + offsets[:, :, None, None] * outward[:, None, None, None]
    left, top = np.maximum(np.floor(points.min(axis=(0, 1, 2, 3))).astype(int) - 3, 0)
    right, bottom = np.maximum(np.ceil(points.max(axis=(0, 1, 2, 3))).astype(int) + 4, 0)
    part = image[top:bottom, left:right]
    if not part.size:
        return np.zeros(4)
    flat = (points.reshape(1, -1, 2) - (left, top)).astype(np.float32)
    soft = cv2.GaussianBlur(part, (0, 0), 1.0)
    seen = cv2.remap(soft, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    colours = seen.astype(np.float64).reshape(*points.shape[:-1], 3)
    difference = colours[:, :, 0] - colours[:, :, 1]
    mean = difference.mean(axis=2)
    spread = np.sqrt(((difference - mean[:, :, None]) ** 2).sum(axis=3).mean(axis=2))
    return np.asarray((np.linalg.norm(mean, axis=2) / (spread + _NOISE)).max(axis=1))


def borne_out(image: Image, card: SeenCard) -> bool:
    """Whether a card of a look is one by more than a resemblance: its confidence, name, index or edges."""
    if card.side == "down" and card.confidence >= _LIKELY:
        return True
    if card.side == "up" and (card.card is not None or any(index.glyph for index in card.indices)):
        return True
    return int((steps(image, card.corners) >= _EDGE).sum()) >= _SIDES
