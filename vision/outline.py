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
_INWARD, _OUTWARD = (0.05, 0.10, 0.15), (0.07, 0.12, 0.17)
"""How deep within an outline and how far from it its colours are compared with those around, in widths."""
_LIKELY = 0.5
"""Confidence from which a face-down card needs no further witness."""
_PLACES = np.linspace(0.15, 0.85, 9)
"""Where along a side its edge is looked at, ..."""
_REACH, _STATIONS = 0.22, 45
"""... how far from it on both sides, in the card's width, and at how many points there."""
_STEP, _LEAST = 0.04, 3.0
"""How far apart, in widths, and in pixels at least, two points of an edge are that differ by most of what it does."""
_CONTRAST = 25.0
"""Grey levels from which there is an edge."""
_FEWEST = 6
_SHARP = 0.5
"""Share of what an edge differs by in all that it differs by between two such points, if it is a card's: of composed
plain backs 0.79 and more."""


def steps(image: Image, quads: Floats) -> Doubles:
    """(N, 4) for each side of (N, 4, 2) quads in a BGR picture how far what is inside differs from what is outside.

    In deviations of that difference along the side.
    """
    side, outward = _sides(quads)
    apart = np.maximum(_APART * sizes(quads).min(axis=1), 1.5)
    along = quads[:, :, None] + _POINTS[:, None] * side[:, :, None]
    # Quads, sides, shifts, inside and outside, points.
    offsets = apart[:, None, None] * (np.array(_SHIFTS)[:, None] + np.array([-1.0, 1.0]))
    away = offsets[:, None, :, :, None, None] * outward[:, :, None, None, None]
    colours = _colours(image, along[:, :, None, None] + away)
    if colours is None:
        return np.zeros((len(quads), 4))
    difference = colours[:, :, :, 0] - colours[:, :, :, 1]
    mean = difference.mean(axis=3)
    spread = np.sqrt(((difference - mean[:, :, :, None]) ** 2).sum(axis=4).mean(axis=3))
    return np.asarray((np.linalg.norm(mean, axis=3) / (spread + _NOISE)).max(axis=2))


def borne_out(image: Image, card: SeenCard) -> bool:
    """Whether a card of a look is one by more than a resemblance: its confidence, name, index or edges."""
    if card.side == "down" and card.confidence >= _LIKELY:
        return True
    if card.side == "up" and (card.card is not None or any(index.glyph for index in card.indices)):
        return True
    return int((steps(image, card.corners[None])[0] >= _EDGE).sum()) >= _SIDES


def contrasts(image: Image, quad: Floats) -> tuple[Doubles, Doubles, Doubles]:
    """How far the sides of a (4, 2) quad in a BGR picture tell it from what it lies on.

    Unlike a step this is no matter of the edge itself: a joint between two tiles is none here.

    Returns:
        (4,) how far the colours of a strip inside differ from those of one outside, in deviations along the side;
        (4,) how many times as much the colours of one of the strips vary along the side as those of the other, 1 or
        more; (4, 2) the middle of the strip outside.
    """
    side, outward = _sides(quad)
    width = float(sizes(quad).min())
    along = quad[:, None] + _POINTS[:, None] * side[:, None]
    depths = width * np.array([[-each for each in _INWARD], _OUTWARD])
    # Sides, inside and outside, depths, points.
    colours = _colours(image, along[:, None, None] + depths[None, :, :, None, None] * outward[:, None, None, None])
    middles = quad + side / 2 + width * float(np.mean(_OUTWARD)) * outward
    if colours is None:
        return np.zeros(4), np.ones(4), middles
    # A border is narrower than the strip: the depth that differs most counts, and variation along the side alone.
    mean = colours.mean(axis=3)
    apart = np.linalg.norm(mean[:, 0] - mean[:, 1].mean(axis=1, keepdims=True), axis=2).max(axis=1)
    within = colours.var(axis=3).sum(axis=3).mean(axis=2)
    times = (np.sqrt(within.max(axis=1)) + _NOISE) / (np.sqrt(within.min(axis=1)) + _NOISE)
    return apart / (np.sqrt(within.mean(axis=1)) + _NOISE), times, middles


def soft_edged(image: Image, quad: Floats) -> bool:
    """Whether the edges of a (4, 2) quad of a BGR image rise as slowly as those of light that falls through a window.

    What no edge of shows is not.
    """
    width = float(sizes(quad).min())
    side, outward = _sides(quad)
    middles = quad[:, None] + _PLACES[:, None] * side[:, None]
    away = np.linspace(-_REACH, _REACH, _STATIONS) * width
    # Sides, places along them, points of each edge.
    points = (middles[:, :, None] + away[:, None] * outward[:, None, None]).reshape(-1, _STATIONS, 2)
    low = np.clip(np.floor(points.min(axis=(0, 1))).astype(int) - 1, 0, (image.shape[1] - 1, image.shape[0] - 1))
    high = np.maximum(np.ceil(points.max(axis=(0, 1))).astype(int) + 2, low + 1)
    part = cv2.cvtColor(image[low[1] : high[1], low[0] : high[0]], cv2.COLOR_BGR2GRAY)
    at = (points - low).astype(np.float32)
    grey = cv2.remap(part, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    step = max(1, round(max(_STEP * width, _LEAST) / (2 * _REACH * width) * (_STATIONS - 1)))
    differs = np.ptp(grey, axis=1)
    rises = np.abs(grey[:, step:] - grey[:, :-step]).max(axis=1, initial=0.0)
    seen = differs > _CONTRAST
    return int(seen.sum()) >= _FEWEST and float(np.median(rises[seen] / differs[seen])) < _SHARP


def _sides(quads: Floats) -> tuple[Doubles, Doubles]:
    """(..., 4, 2) the sides of (..., 4, 2) quads, from corner to corner, and which way is out of them, of length 1."""
    side = edges(quads).astype(np.float64)
    outward = np.stack([side[..., 1], -side[..., 0]], axis=-1)
    outward /= np.maximum(np.hypot(side[..., 0], side[..., 1]), 1e-6)[..., None]
    middles = quads + side / 2 - centres(quads)[..., None, :]
    return side, outward * np.where((middles * outward).sum(axis=-1) < 0, -1.0, 1.0)[..., None]


def _colours(image: Image, points: Doubles) -> Doubles | None:
    """(..., 3) BGR at (..., 2) points of a picture, a little softened; None where all of them lie outside."""
    across, down = points[..., 0], points[..., 1]
    left, top = (max(int(np.floor(each.min())) - 3, 0) for each in (across, down))
    right, bottom = (int(np.ceil(each.max())) + 4 for each in (across, down))
    part = image[top : max(bottom, 0), left : max(right, 0)]
    if not part.size:
        return None
    flat = (points.reshape(-1, points.shape[-2], 2) - (left, top)).astype(np.float32)
    soft = cv2.GaussianBlur(part, (0, 0), 1.0)
    seen = cv2.remap(soft, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.float64).reshape(*points.shape[:-1], 3)
