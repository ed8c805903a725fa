"""Quads: four corners, clockwise as seen in the picture, y down. Everything works on whole stacks of them at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Floats

Doubles = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.intp]
Numbers = TypeVar("Numbers", Floats, Doubles)

UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64)
"""The unit square, clockwise from its top left: where a card's own coordinates run over its width and its height."""
FRAME = 2 * UNIT - 1
"""The square from -1 to 1, likewise: a patch whose middle is the origin."""

# Rolling an array along an axis takes NumPy ten times as long as picking its rows.
_NEXT = np.array([1, 2, 3, 0])
_TURNS = (np.arange(4)[:, None] + np.arange(4)) % 4
_LEAST = 16
"""Area in square pixels of the smallest outline that means anything."""


def following(quads: Numbers) -> Numbers:
    """The corners of (N, 4, 2) quads from the second on, the first one last; edges likewise."""
    return quads[..., _NEXT, :]


def edges(quads: Numbers) -> Numbers:
    """(N, 4, 2) vectors from each corner of (N, 4, 2) quads to the next."""
    return following(quads) - quads


def areas(quads: Floats | Doubles) -> Floats:
    """Signed areas (...) of (..., 4, 2) quads in square pixels; positive where the corners run clockwise."""
    first, second = quads[..., 2, :] - quads[..., 0, :], quads[..., 3, :] - quads[..., 1, :]
    twice = first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0]
    return np.asarray(twice / 2, dtype=np.float32)


def convex(quads: Floats) -> Flags:
    """Which of (N, 4, 2) quads turn clockwise at each of their corners."""
    edge = edges(quads)
    after = following(edge)
    return np.asarray((edge[..., 0] * after[..., 1] - edge[..., 1] * after[..., 0] > 0).all(axis=-1))


def proper(quads: Floats) -> Flags:
    """Which of (N, 4, 2) quads are convex, clockwise, and large enough to be a card's outline."""
    return convex(quads) & (areas(quads) > _LEAST)


def centres(quads: Floats) -> Floats:
    """Means (N, 2) of the corners of (N, 4, 2) quads."""
    # NumPy takes twice as long over a mean as over a sum.
    return np.asarray(quads.sum(axis=-2) / quads.shape[-2], dtype=np.float32)


def near(quad: Floats, point: Floats, share: float) -> bool:
    """Whether a point lies within a `share` of the width of a (4, 2) quad from its middle."""
    return bool(np.linalg.norm(centres(quad) - point) < share * sizes(quad).min())


def sizes(quads: Floats) -> Floats:
    """(N, 2): mean length of the first and third edge (width), then of the second and fourth (height)."""
    across = edges(quads)
    edge = np.hypot(across[..., 0], across[..., 1])
    return np.asarray((edge[..., :2] + edge[..., 2:]) / 2, dtype=np.float32)


def rightward(quads: Floats) -> Floats:
    """(N, 2): where (N, 4, 2) quads read towards, from their left edges to their right ones; twice as long as they."""
    return quads[..., 1, :] - quads[..., 0, :] + quads[..., 2, :] - quads[..., 3, :]


def short_edge_first(quads: Floats) -> Floats:
    """(N, 4, 2) quads turned by one corner where their first edge is not a short one."""
    size = sizes(quads)
    return np.where((size[..., 1] < size[..., 0])[..., None, None], following(quads), quads)


def rolled(quads: Numbers) -> Numbers:
    """(N, 4, 4, 2): every quad with each of its four corners first."""
    return quads[..., _TURNS, :]


def corner_distances(first: Floats, second: Floats, turns: Sequence[int] = (0, 1, 2, 3)) -> Floats:
    """(N, M, T): mean distance of corners between N and M quads for each of T turns of the second ones."""
    (x, y), (turned_x, turned_y) = first.T[..., None, None], np.moveaxis(rolled(second)[:, turns].T, -1, 2)[:, :, None]
    across, down = x - turned_x, y - turned_y
    # NumPy takes several times as long over hypotenuses by their name, and over means of four that lie together.
    return np.asarray(np.sqrt(across * across + down * down).mean(axis=0), dtype=np.float32)


def begun_like(quads: Floats, like: Floats) -> Floats:
    """(N, 4, 2) outlines, each begun with the corner with which it lies nearest to `like`, (4, 2) or (N, 4, 2)."""
    turned = rolled(quads)
    gap = like[..., None, :, :] - turned
    away = np.hypot(gap[..., 0], gap[..., 1])
    turns = (away[..., 0] + away[..., 1] + away[..., 2] + away[..., 3]).argmin(axis=1)
    return np.asarray(turned[np.arange(len(quads)), turns])


def overlap(first: Floats, second: Floats) -> float:
    """Area shared by two convex quads, in square pixels."""
    return _shared(first.astype(np.float32, copy=False), second.astype(np.float32, copy=False))


def in_picture(quads: Floats, size: tuple[int, int]) -> Floats:
    """(N,) share of each of (N, 4, 2) convex quads that lies within a picture of so many pixels across and down."""
    width, height = size
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float32)
    return np.array([overlap(quad, frame) / max(_area(quad), 1e-6) for quad in quads], dtype=np.float32)


def overlap_ratio(first: Floats, second: Floats) -> float:
    """Shared area over joint area of two convex quads, 0 to 1."""
    return _ratio(overlap(first, second), _area(first), _area(second))


def overlap_ratios(first: Floats, second: Floats) -> Doubles:
    """(N, M) shared area over joint area of each of (N, 4, 2) and (M, 4, 2) convex quads, 0 to 1."""
    first, second = first.astype(np.float32, copy=False), second.astype(np.float32, copy=False)
    out = np.zeros((len(first), len(second)))
    if not out.size:
        return out
    own, theirs = np.abs(areas(first)).tolist(), np.abs(areas(second)).tolist()
    for row, other in np.argwhere(meeting(first, second)).tolist():
        out[row, other] = _ratio(_shared(first[row], second[other]), own[row], theirs[other])
    return out


def meeting(first: Floats, second: Floats) -> Flags:
    """(N, M) whether the upright boxes round (N, 4, 2) and (M, 4, 2) quads meet, as those do that share anything."""
    low, high, lows, highs = first.min(axis=1), first.max(axis=1), second.min(axis=1), second.max(axis=1)
    across, down = ((low[:, None, axis] < highs[:, axis]) & (lows[:, axis] < high[:, None, axis]) for axis in (0, 1))
    return np.asarray(across & down)


def _ratio(shared: float, first: float, second: float) -> float:
    joint = first + second - shared
    return shared / joint if joint > 0 else 0.0


def _area(quad: Floats) -> float:
    """Area of one (4, 2) quad; in plain numbers, for NumPy takes ten times as long over so few."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    return float(abs((cx - ax) * (dy - by) - (cy - ay) * (dx - bx))) / 2


def _shared(first: Floats, second: Floats) -> float:
    return float(cv2.intersectConvexConvex(first, second)[0])


def inside(points: Floats, quads: Floats, margin: float | Floats = 0.0) -> Flags:
    """Which of (N, 2) points lie in convex clockwise quads, `margin` pixels or more from their edges.

    Args:
        points: (N, 2).
        quads: (4, 2) one or (M, 4, 2) several.
        margin: of all, or (M,) of each.

    Returns:
        (N,) for one quad, (M, N) for several.
    """
    corners = quads.astype(np.float64)
    edge = edges(corners)
    lengths = np.maximum(np.hypot(edge[..., 0], edge[..., 1]), 1e-6)
    across, down = -edge[..., 1] / lengths, edge[..., 0] / lengths
    # Each edge as a half-plane: one matrix product tells how far within it all points are.
    least = across * corners[..., 0] + down * corners[..., 1] + np.asarray(margin)[..., None]
    within = np.stack([across, down], axis=-1) @ points.T.astype(np.float64)
    return np.asarray((within >= least[..., None]).all(axis=-2))


def homographies(source: Floats | Doubles, target: Floats | Doubles) -> Doubles:
    """(N, 3, 3) projective maps taking the corners of each source quad to those of its target.

    Raises:
        numpy.linalg.LinAlgError: three corners of a quad on one line.
    """
    shape = np.broadcast_shapes(source.shape, target.shape)[:-2]
    x, y, u, v = source[..., 0], source[..., 1], target[..., 0], target[..., 1]
    # Two equations for each corner, of the eight numbers that are not 1 whatever the map.
    equations = np.zeros((*shape, 8, 8))
    above, below = equations[..., :4, :], equations[..., 4:, :]
    above[..., 0] = below[..., 3] = x
    above[..., 1] = below[..., 4] = y
    above[..., 2] = below[..., 5] = 1
    sides = np.empty((*shape, 8, 1))
    sides[..., :4, 0], sides[..., 4:, 0] = u, v
    equations[..., 6] = -sides[..., 0] * np.concatenate([x, x], axis=-1)
    equations[..., 7] = -sides[..., 0] * np.concatenate([y, y], axis=-1)
    out = np.ones((*shape, 9))
    out[..., :8] = np.linalg.solve(equations, sides)[..., 0]
    return out.reshape(*shape, 3, 3)


def projected(maps: Doubles, points: Floats | Doubles) -> Doubles:
    """(N, K, 2) points under (N, 3, 3) projective maps."""
    flat = points @ np.swapaxes(maps[..., :, :2], -1, -2) + maps[..., None, :, 2]
    depth = flat[..., 2:]
    return np.asarray(flat[..., :2] / np.where(np.abs(depth) < 1e-9, 1e-9, depth))


def affinities(source: Floats | Doubles, target: Floats | Doubles) -> Doubles:
    """(N, 2, 3) affine maps taking the corners of source quads nearest to those of their targets (least squares)."""
    source, target = np.broadcast_arrays(source.astype(np.float64), target.astype(np.float64))
    rows = np.concatenate([source, np.ones((*source.shape[:-1], 1))], axis=-1)
    return np.asarray(np.swapaxes(np.linalg.pinv(rows) @ target, -1, -2))


def transformed(maps: Doubles, points: Floats | Doubles) -> Doubles:
    """(N, K, 2) points under (N, 2, 3) affine maps."""
    return np.asarray(points @ np.swapaxes(maps[..., :2], -1, -2) + maps[..., None, :, 2])


def median_quad(stack: Floats | Doubles) -> Doubles:
    """The quad of the medians of every coordinate of (N, 4, 2) quads."""
    return np.asarray(np.median(stack, axis=0), dtype=np.float64)
