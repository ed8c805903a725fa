"""How cards lie on a table seen at a slant: which of their edges are the short ones, and the plane that they lie in.

A camera that stands low sees a card half as high as it is. One that points away from it looks wider than high then,
and a whole table of such cards fits a plane as well if all of them lie across, seen from above. What tells is what
faces show, whose indices say which way up they are, and the picture's perspective: who looks at a slant sees the far
cards smaller, the more so the wider the camera's view.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.geometry import Doubles, Flags, edges, rightward, sizes
from vision.plane import Plane, fit_plane
from vision.types import Floats, SeenCard

_SQUARE = 0.22
"""Logarithm of the ratio of its sides up to which a card looks square."""
_OTHERWISE = 0.1
"""The same from which a card lies otherwise in the plane than was taken for granted."""
_ROUNDS = 2
"""Times that the plane is fitted anew to cards that lie otherwise in it."""
_STRAIN = 4.0
"""What an edge of a card counts for that is as far from the plane as makes no difference any more, times 0.2: a face
that lies otherwise has four of them."""
_FOCAL, _SPREAD = 1.3, 0.5
"""Focal length expected, in the extent of the cards, and by what factor of e it may be another: of a webcam or a phone
0.7 to 1.1 widths of the picture, most of which cards fill."""
_FOCALS = np.geomspace(0.4, 8.0, 25)
_OFF = 0.15
"""By how much squares of the table may be none for a camera of that focal length, as a logarithm or a cosine."""
_MOST = 4.0
"""What an odd camera counts against at most: less than what two faces say."""
_ACROSS = 1.0
"""What counts against cards that mostly lie across as the camera sees them."""


def lying(quads: Floats, upright: Flags, down: Flags) -> tuple[Plane, Doubles]:
    """The plane of a table's cards, and (N, 4, 2) their outlines in it, in card heights, a short edge first.

    Args:
        quads: (N, 4, 2) in pixels, clockwise; of those not known to be `upright` a short edge first as the picture
            has it.
        upright: (N,) which begin with a short edge for sure, along which their indices read.
        down: (N,) which lie face down.
    """
    level = quads[:, 1] - quads[:, 0]
    rising = np.abs(level[:, 1]) > np.abs(level[:, 0])
    next_edge = np.abs(quads[:, 2] - quads[:, 1])
    # A back looks as wide as high where its long side runs away from the camera: its short edge is the level one.
    steep = np.abs(level[:, 1]) * next_edge[:, 0] > np.abs(level[:, 0]) * next_edge[:, 1]
    square = np.ptp(np.log(sizes(quads)), axis=1) < _SQUARE
    as_seen = _turned(quads, square & down & steep)
    away = _turned(quads, rising & ~upright)
    if (as_seen == away).all() and not (square & ~upright).any():
        return _flat(as_seen, ~upright)
    # Cards that lie across, as players' at the sides do, look square where they are far.
    across = _turned(quads, ~rising & ~upright)
    ways = [_flat(outlines, ~upright) for outlines in (as_seen, away, across)]
    # Of those as good as each other the first.
    return min(ways, key=lambda way: round(_against(way[0], way[1], quads), 2))


def seen_from_above(cards: Sequence[SeenCard]) -> tuple[Plane, Doubles]:
    """The table's plane, and the (N, 4, 2) outlines in card heights."""
    quads = np.stack([_as_read(card) for card in cards])
    down = np.array([card.side == "down" for card in cards])
    upright = np.array([card.side == "up" and len(card.indices) > 0 for card in cards])
    return lying(quads, upright, down)


def _as_read(card: SeenCard) -> Floats:
    """A card's corners (4, 2), begun with an edge along which its indices read, if it shows any: a short one."""
    if card.side == "down" or not card.indices:
        return card.corners
    reads = rightward(np.stack([index.quad for index in card.indices]))
    first, second = (side / max(float(np.linalg.norm(side)), 1e-6) for side in edges(card.corners)[:2])
    across = np.abs(reads @ second).sum() > np.abs(reads @ first).sum()
    return np.roll(card.corners, -1, axis=0) if across else card.corners


def _turned(quads: Floats, which: Flags) -> Floats:
    """Some of (N, 4, 2) outlines begun with their next corner."""
    return np.where(which[:, None, None], np.roll(quads, -1, axis=1), quads)


def _flat(quads: Floats, free: Flags) -> tuple[Plane, Doubles]:
    """The plane of (N, 4, 2) outlines, and these in it; those `free` (N,) to are begun with their short edge there."""
    plane = fit_plane(quads)
    for _ in range(_ROUNDS):
        sides = np.log(np.maximum(sizes(plane.to_table(quads).astype(np.float32)), 1e-6))
        otherwise = free & (sides[:, 0] > sides[:, 1] + _OTHERWISE)
        if not otherwise.any():
            break
        quads = _turned(quads, otherwise)
        plane = fit_plane(quads)
    return plane, plane.to_table(quads)


def _against(plane: Plane, outlines: Doubles, quads: Floats) -> float:
    """What counts against a plane: cards that do not fit, a camera that hardly anybody has, cards that lie across."""
    first = np.abs(outlines[:, 1] - outlines[:, 0])
    across = float(np.mean(first[:, 1] > first[:, 0])) > 0.5
    return _STRAIN * plane.strain + min(_odd(plane, quads), _MOST) + _ACROSS * across


def _odd(plane: Plane, quads: Floats) -> float:
    """How unusual the camera is that sees a plane so: half the square of that, over what is usual.

    Its middle is taken to be that of the cards.
    """
    points = quads.reshape(-1, 2).astype(np.float64)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    extent = max(float(np.ptp(points, axis=0).max()), 1.0)
    about = np.array([[1.0, 0.0, -middle[0]], [0.0, 1.0, -middle[1]], [0.0, 0.0, extent]]) @ plane.inverse
    onto = np.array([[1.0, 1.0, focal] for focal in _FOCALS])[:, :, None] * about[None, :, :2]
    long = np.linalg.norm(onto, axis=1)
    stretch = np.log(long[:, 0] / long[:, 1])
    askew = (onto[:, :, 0] * onto[:, :, 1]).sum(axis=1) / long.prod(axis=1)
    unusual = np.log(_FOCALS / _FOCAL) / _SPREAD
    return float(((stretch**2 + askew**2) / _OFF**2 + unusual**2).min()) / 2
