"""Outlines of cards that look square from where the camera is.

The detector may begin a card's outline with any corner, so that of one that looks square it has two right answers a
quarter turn apart, and at times gives one in between: of the right middle, too small, and turned. Turned back until its
sides are edges of the picture, it is the card's.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.geometry import Doubles, sizes
from vision.outline import steps
from vision.types import Floats, Image, Sightings

_SQUARE = 0.3
"""Logarithm of the ratio of its sides up to which a card may look square."""
_TURNS = np.deg2rad(np.delete(np.arange(-42, 43, 6), 7))
_SIDES = 3
"""Sides that have to be edges: one may lie against another card."""
_GROWN = (0.94, 1.0, 1.06)
"""How large it may be: it is nowhere as exact as one that fits."""
_EDGE, _BETTER = 2.0, 2.5
"""Step at a side (see `vision.outline.steps`) from which it is an edge, and how many times as high as before. Of cards
seen whole those of outlines that fit are 2 to 50, of turned ones 0.3 to 1.7."""


def straightened(image: Image, found: Sightings, faces: bool = True) -> Sightings:
    """Sightings of a BGR picture with outlines turned back that lie between two orders of their corners.

    Args:
        image: (H, W, 3) BGR.
        found: sightings in it.
        faces: whether those of faces too, which have indices to say how they lie; else of backs alone.
    """
    backs = _straightened(image, found.back_quads)
    return replace(
        found, back_quads=backs, face_quads=_straightened(image, found.face_quads) if faces else found.face_quads
    )


def _straightened(image: Image, quads: Floats) -> Floats:
    ratio = np.log(np.maximum(sizes(quads), 1e-3))
    square = np.flatnonzero(np.abs(ratio[:, 0] - ratio[:, 1]) < _SQUARE)
    if not len(square):
        return quads
    out = quads.copy()
    for row, held in zip(square, _held(image, quads[square]), strict=True):
        if held >= _EDGE:
            continue
        ways = between(quads[row])
        better = _held(image, ways)
        best = int(np.argmax(better))
        if better[best] > max(_EDGE, _BETTER * held):
            out[row] = ways[best]
    return out


def _held(image: Image, quads: Floats) -> Doubles:
    """(N,) of each of (N, 4, 2) quads the step at the side that is the last of so many."""
    return np.sort(steps(image, quads), axis=1)[:, -_SIDES]


def between(quad: Floats) -> Floats:
    """(N, 4, 2) the outlines that a (4, 2) quad may be that lies between two orders of their corners."""
    across = (quad[1] - quad[0] + quad[2] - quad[3]) / 4
    down = (quad[3] - quad[0] + quad[2] - quad[1]) / 4
    turn, size = (each.ravel()[:, None] for each in np.meshgrid(_TURNS, _GROWN))
    # The mean of a corner and the next one lies the nearer to the middle the more each counts.
    grown = size * (np.abs(np.cos(turn)) + np.abs(np.sin(turn)))
    x = grown * (np.cos(turn) * across + np.sin(turn) * down)
    y = grown * (np.cos(turn) * down - np.sin(turn) * across)
    corners = np.stack([-x - y, x - y, x + y, y - x], axis=1)
    return np.asarray(quad.mean(axis=0) + corners, dtype=np.float32)
