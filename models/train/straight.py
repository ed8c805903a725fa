"""Found indices put straight on the cards they were found on.

Where a detector is unsure which way an index reads, it puts its corners askew. On a card whose outline is known the
direction is known too: an index reads along the card's short edge, one way or the other, and all of a picture are of
one size. Without this a detector would learn its own errors from photos.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.train.ring import Float
from vision.geometry import UNIT, centres, convex, homographies, projected, rightward, short_edge_first, sizes

_STRAIGHT = 10.0
"""Degrees off the card's short edge up to which an index's own corners are trusted."""
_LOST = 60.0
"""Degrees from which it does not tell any more which way it reads."""
_CORNER = 0.3
"""Share of the card's width and height within which of a corner an index is printed."""


def straightened(quads: Float, faces: Float) -> dict[int, tuple[Float, Float]]:
    """Indices that stand in a corner of a face, put straight.

    Args:
        quads: (N, 4, 2) corners of indices in their reading order, askew perhaps.
        faces: (F, 4, 2) outlines of cards facing up, clockwise.

    Returns:
        For every row that stands on a face and reads along its short edge, more or less: its corners, and its card
        from the corner nearest to it, clockwise.
    """
    outlines = short_edge_first(np.asarray(faces, np.float32).reshape(-1, 4, 2))
    outlines = outlines[convex(outlines)]
    if not len(outlines) or not len(quads):
        return {}
    to_unit = homographies(outlines, np.broadcast_to(UNIT, outlines.shape))
    to_photo = homographies(np.broadcast_to(UNIT, outlines.shape), outlines)
    wide = sizes(outlines)
    seated: dict[int, tuple[int, NDArray[np.float64], float]] = {}
    for row, quad in enumerate(quads):
        places = projected(to_unit, np.broadcast_to(quad, (len(outlines), 4, 2)))
        middles = places.mean(axis=1)
        depth = np.minimum(middles, 1 - middles)
        here = np.flatnonzero((depth > 0).all(axis=1) & (depth < _CORNER).all(axis=1))
        if not len(here):
            continue
        # Of cards that lie on each other, the one in whose corner it stands the most exactly.
        face = int(here[depth[here].max(axis=1).argmin()])
        along = rightward(places[face]) * wide[face]
        seated[row] = face, places[face], float(np.degrees(np.arctan2(along[1], along[0])))
    extents = [np.ptp(place, axis=0) for _, place, angle in seated.values() if _off(angle) <= _STRAIGHT]
    if not extents:
        return {}
    half = np.median(extents, axis=0) / 2
    out: dict[int, tuple[Float, Float]] = {}
    for row, (face, place, angle) in seated.items():
        if _off(angle) >= _LOST:
            continue
        straight = place
        if _off(angle) > _STRAIGHT:
            straight = place.mean(axis=0) + (UNIT - 0.5) * 2 * half
            straight = np.roll(straight, 2, axis=0) if abs(angle) > 90 else straight
        corners = projected(to_photo[face][None], straight[None])[0].astype(np.float32)
        card = outlines[face]
        first = int(np.linalg.norm(card - centres(corners[None])[0], axis=1).argmin())
        out[row] = corners, np.roll(card, -first, axis=0)
    return out


def _off(angle: float) -> float:
    """Degrees between a direction and the nearer of the card's two."""
    return min(abs(angle), 180 - abs(angle))
