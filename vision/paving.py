"""A floor of tiles as large as cards: they lie in one net, closer and straighter than any hand lays cards.

Rows of bricks lie each as far beside the one before, by a half or a third: their centres lie in a net too, whose second
axis leans, and is no side of a brick.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Doubles, Flags, projected, short_edge_first
from vision.types import Floats

Counts = npt.NDArray[np.int64]

_FEW = 12
"""Tiles from which there is a net, ..."""
_WHOLLY = 4
"""... and how many of them are whole at least: the picture's edge and cards that lie on them cut the others."""
_EXACT = 0.02
"""Median distance from their places, in tiles, up to which they are no cards: these lie twice as far off at least."""
_MEMBER = 0.2
"""Distance from its place in the net, in tiles, up to which a corner may be seen while the net is not known well."""
_FLUSH = (0.4, 0.55)
"""How far from its middle a tile ends, where the next begins at one half, ..."""
_WHOLE, _CUT = 4, 3
"""... on as many sides, and where the picture ends or something lies on it."""
_SQUARE = 0.1
"""How far, in tiles, its corners lie from those of the box around it at most."""
_STARTS = 12
"""Outlines from which a net is tried."""
_BESIDE = 0.2
"""How far, in its own sides, a neighbour may lie off the axis of an outline, ..."""
_NEXT = (0.9, 1.4)
"""... and how far away."""
_LEANING = 0.6
"""How far beside it, in its own sides, the nearest of the next row may lie where the rows are shifted."""
_GROWING = (2, 4, 8, 32)
"""Tiles from the first up to which the net is fitted, step by step ..."""
_BENT = 8
"""... and from where on in perspective: it shows over many only, and bends to what is cut where they are few."""


@dataclass(frozen=True, eq=False)
class Paving:
    """A net of tiles.

    Attributes:
        net: (3, 3) homography from tiles, along a row and across the rows, to the picture. Rows lie at whole numbers,
            and so do the centres of the tiles in row 0.
        shift: how many tiles further each row begins than the one before.
    """

    net: Doubles
    shift: float = 0.0

    def tiles(self, outlines: Floats) -> Flags:
        """(N,) which of (N, 4, 2) outlines are tiles of it, or what is seen of one."""
        return np.asarray(self._ending(outlines).sum(axis=(1, 2)) >= _CUT)

    def deviation(self, outlines: Floats) -> float | None:
        """How far tiles, whole or cut, lie from their places at the median, in tiles; None where (N, 4, 2) outlines
        show too few, or two at one place."""
        ending = self._ending(outlines)
        sides = ending.sum(axis=(1, 2))
        seen = sides >= _CUT
        if seen.sum() < _FEW or (sides >= _WHOLE).sum() < _WHOLLY:
            return None
        low, high = _span(_on(self.net, outlines[seen]))
        places = self.places(low, high)
        if len(np.unique(np.rint(places * 1000), axis=0)) < len(places):
            return None
        # The middle of a tile is known where both its ends are seen; of a cut one the end that is seen is where others
        # have theirs, or it is a card that lies beside its place.
        both = ending[seen].all(axis=1)
        ends = _ends(low, high, places)
        off = np.where(ending[seen], np.abs(ends - _half(ends, both)), 0.0).max(axis=1)
        return float(np.median(np.where(both, np.abs((low + high) / 2 - places), off).max(axis=1)))

    def _ending(self, outlines: Floats) -> Flags:
        """(N, 2, 2) whether outlines end where a tile does: at its low and high end, along the row and across; nowhere
        where they are no part of one."""
        if not len(outlines):
            return np.zeros((0, 2, 2), dtype=np.bool_)
        corners = _on(self.net, outlines)
        low, high = _span(corners)
        ends = _ends(low, high, self.places(low, high))
        least, most = _FLUSH
        # The net's axes are a tile's own.
        off = np.minimum(np.abs(corners - low[:, None]), np.abs(corners - high[:, None])).max(axis=(1, 2))
        part = (ends < most).all(axis=(1, 2)) & (off < _SQUARE)
        return np.asarray(part[:, None, None] & (ends > least))

    def places(self, low: Doubles, high: Doubles) -> Doubles:
        """(N, 2) the centres of the tiles, in tiles, that what lies between `low` and `high` is seen of."""
        middle = (low + high) / 2
        row = np.rint(middle[:, 1])
        begins = self.shift * row
        return np.column_stack([np.rint(middle[:, 0] - begins) + begins, row])


def paving(outlines: Floats) -> Paving | None:
    """The net in which (N, 4, 2) outlines lie, where they are tiles; None where they may be cards."""
    if len(outlines) < _FEW:
        return None
    for found in _nets(short_edge_first(np.asarray(outlines, dtype=np.float32))):
        off = found.deviation(outlines)
        if off is not None and off < _EXACT:
            return found
    return None


def _nets(outlines: Floats) -> Iterator[Paving]:
    """Nets begun at some outlines (N, 4, 2) with their neighbours, and fitted to more and more of them."""
    middle = outlines.mean(axis=1)
    away = np.linalg.norm(middle - np.median(middle, axis=0), axis=1)
    for start in np.argsort(away)[:_STARTS]:
        for begun in _begun(outlines, int(start)):
            found = _grown(begun, outlines)
            if found is not None:
                yield found


def _begun(outlines: Floats, start: int) -> Iterator[Paving]:
    """Nets by one of the outlines (N, 4, 2) and its neighbours: straight, or with rows, this way or that, shifted."""
    first, second, _, last = outlines[start].astype(np.float64)
    sides = np.array([second - first, last - first])
    if abs(np.linalg.det(sides)) < 1.0:
        return
    middle = outlines.mean(axis=1).astype(np.float64)
    offsets = middle - middle[start]
    # Of every outline how many of this one's sides it lies away.
    apart = np.linalg.solve(sides.T, offsets.T).T
    steps = [_step(offsets, apart[:, axis], apart[:, 1 - axis]) for axis in (0, 1)]
    if steps[0] is not None and steps[1] is not None:
        yield Paving(_net(steps[0], steps[1], middle[start]))
        return
    for axis, along in enumerate(steps):
        beside = _beside(apart[:, 1 - axis], apart[:, axis])
        if along is not None and beside is not None:
            # What is seen of the next row may be cut; joints are as wide in both directions.
            pace, long, wide = (float(np.linalg.norm(one)) for one in (along, sides[axis], sides[1 - axis]))
            across = sides[1 - axis] * (1 + (pace - long) / wide)
            yield Paving(_net(along, across, middle[start]), beside * long / pace)


def _net(along: Doubles, across: Doubles, middle: Doubles) -> Doubles:
    """(3, 3) the net of tiles that lie that far from each other, along a row and across, the first in the `middle`."""
    return np.column_stack([np.append(along, 0.0), np.append(across, 0.0), np.append(middle, 1.0)])


def _grown(paving: Paving, outlines: Floats) -> Paving | None:
    """The net fitted to more and more of the outlines (N, 4, 2); None where it does not hold."""
    for reach in _GROWING:
        fitted = _fitted(paving, outlines, reach)
        if fitted is None or fitted.tiles(outlines).sum() < _WHOLLY:
            return None
        paving = fitted
    return paving


def _step(offsets: Doubles, along: Doubles, across: Doubles) -> Doubles | None:
    """The way (2,) to the next tile along one side, by the neighbours that there are; None where there are none."""
    near, far = _NEXT
    beside = (np.abs(across) < _BESIDE) & (np.abs(along) > near) & (np.abs(along) < far)
    if not beside.any():
        return None
    return np.asarray((offsets[beside] * np.sign(along[beside])[:, None]).mean(axis=0), dtype=np.float64)


def _beside(along: Doubles, across: Doubles) -> float | None:
    """How far beside an outline the nearest of the next row lies where rows are shifted, in its sides; None where there
    is none."""
    near, far = _NEXT
    row = np.flatnonzero((np.abs(across) < _LEANING) & (np.abs(along) > near) & (np.abs(along) < far))
    if not len(row):
        return None
    nearest = row[np.argmin(np.abs(across[row]))]
    return float(across[nearest] * np.sign(along[nearest]))


def _fitted(paving: Paving, outlines: Floats, reach: int) -> Paving | None:
    """The net fitted to the corners of outlines (N, 4, 2) that lie in it up to `reach` tiles away; as it is where they
    are too few, None where there is none."""
    corners = _on(paving.net, outlines)
    low, high = _span(corners)
    places = paving.places(low, high)
    # Where a tile is cut, by the picture's edge or by a card, the corners of its other end are where they belong.
    ends = _ends(low, high, places)
    least, most = _FLUSH
    full = np.asarray(((ends > least) & (ends < most)).all(axis=1))
    belong = places[:, None] + np.sign(corners - places[:, None]) * _half(ends, full)
    held = (np.abs(corners - belong).max(axis=2) < _MEMBER) & (np.abs(places).max(axis=1) <= reach)[:, None]
    if held.sum() < 8:
        return paving
    seen = outlines[held].astype(np.float64)
    if reach < _BENT:
        plain, _ = cv2.estimateAffine2D(belong[held], seen, method=cv2.LMEDS)
        net = None if plain is None else np.vstack([plain, (0.0, 0.0, 1.0)])
    else:
        net, _ = cv2.findHomography(belong[held], seen, cv2.LMEDS)
    if net is None or abs(np.linalg.det(net)) < 1e-9:
        return None
    shift = paving.shift
    if shift:
        low, high = _span(_on(np.asarray(net, dtype=np.float64), outlines))
        off = (low + high)[:, 0] / 2 - places[:, 0]
        beside = held.all(axis=1) & (np.rint(places[:, 1]) != 0)
        if beside.any():
            shift += float(np.median(off[beside] / places[beside, 1]))
    return Paving(np.asarray(net, dtype=np.float64), shift)


def _on(net: Doubles, points: Floats | Doubles) -> Doubles:
    """Points (N, K, 2) of the picture in tiles."""
    back = np.asarray(np.linalg.inv(net), dtype=np.float64)
    flat = np.asarray(points, dtype=np.float64)
    return projected(back, flat.reshape(-1, 2)).reshape(flat.shape)


def _ends(low: Doubles, high: Doubles, places: Doubles) -> Doubles:
    """(N, 2, 2) how far from their places (N, 2) outlines end, at their low and high end, along the row and across."""
    return np.asarray(np.abs(np.stack([low, high], axis=1) - places[:, None]), dtype=np.float64)


def _half(ends: Doubles, both: Flags) -> Doubles:
    """(2,) how far from its place a tile ends, by the outlines (N, 2) `both` of whose ends are seen; the least that may
    be where there are none."""
    least = _FLUSH[0]
    return np.array([np.median(ends[both[:, axis], :, axis]) if both[:, axis].any() else least for axis in (0, 1)])


def _span(corners: Doubles) -> tuple[Doubles, Doubles]:
    """Twice (N, 2): between where outlines lie whose corners are (N, 4, 2)."""
    return corners.min(axis=1), corners.max(axis=1)
