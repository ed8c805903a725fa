"""A floor of tiles as large as cards: they lie in one net, closer and straighter than any hand lays cards."""

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
"""Tiles from which there is a net."""
_EXACT = 0.02
"""Median distance from their places, in tiles, up to which they are no cards: these lie twice as far off at least."""
_MEMBER = 0.2
"""Distance from its place in the net, in tiles, up to which a tile may be seen while the net is not known well."""
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
_GROWING = (2, 4, 8, 32)
"""Tiles from the first up to which the net is fitted, step by step: perspective shows over many only."""


@dataclass(frozen=True, eq=False)
class Paving:
    """A net of tiles.

    Attributes:
        net: (3, 3) homography from whole numbers, column and row of a tile, to its centre in the picture.
    """

    net: Doubles

    def tiles(self, outlines: Floats) -> Flags:
        """(N,) which of (N, 4, 2) outlines are tiles of it, or what is seen of one."""
        return self._flush(outlines) >= _CUT

    def whole(self, outlines: Floats) -> Flags:
        """(N,) which of (N, 4, 2) outlines are whole tiles of it."""
        return self._flush(outlines) >= _WHOLE

    def _flush(self, outlines: Floats) -> Counts:
        """(N,) on how many sides outlines end where a tile does, none for those that are no part of one."""
        if not len(outlines):
            return np.zeros(0, dtype=np.int64)
        # The net's axes are a tile's own.
        corners = _on(self.net, outlines)
        low, high = corners.min(axis=1), corners.max(axis=1)
        tile = np.rint((low + high) / 2)
        ends = np.abs(np.concatenate([low - tile, high - tile], axis=1))
        least, most = _FLUSH
        off = np.minimum(np.abs(corners - low[:, None]), np.abs(corners - high[:, None])).max(axis=(1, 2))
        part = (ends < most).all(axis=1) & (off < _SQUARE)
        return np.asarray(np.where(part, (ends > least).sum(axis=1), 0), dtype=np.int64)


def paving(outlines: Floats) -> Paving | None:
    """The net in which (N, 4, 2) outlines lie, where they are tiles; None where they may be cards."""
    if len(outlines) < _FEW:
        return None
    for net in _nets(short_edge_first(np.asarray(outlines, dtype=np.float32))):
        found = Paving(net)
        tiles = found.whole(outlines)
        middle = _on(net, outlines[tiles]).mean(axis=1)
        places = np.rint(middle)
        if tiles.sum() < _FEW or len(np.unique(places, axis=0)) < tiles.sum():
            continue
        off = float(np.median(np.abs(middle - places).max(axis=1)))
        if off < _EXACT:
            return found
    return None


def _nets(outlines: Floats) -> Iterator[Doubles]:
    """Nets (3, 3) begun at some outlines (N, 4, 2) with their neighbours, and fitted to more and more of them."""
    centres = outlines.mean(axis=1).astype(np.float64)
    away = np.linalg.norm(centres - np.median(centres, axis=0), axis=1)
    for start in np.argsort(away)[:_STARTS]:
        first, second, _, last = outlines[start].astype(np.float64)
        sides = np.array([second - first, last - first])
        if abs(np.linalg.det(sides)) < 1.0:
            continue
        # Of every outline how many of this one's sides it lies away.
        apart = np.linalg.solve(sides.T, (centres - centres[start]).T).T
        steps = [_step(centres - centres[start], apart[:, axis], apart[:, 1 - axis]) for axis in (0, 1)]
        if steps[0] is None or steps[1] is None:
            continue
        net: Doubles | None = np.column_stack(
            [np.append(steps[0], 0.0), np.append(steps[1], 0.0), np.append(centres[start], 1.0)]
        )
        for reach in _GROWING:
            net = None if net is None else _fitted(net, centres, reach)
        if net is not None:
            yield net


def _step(offsets: Doubles, along: Doubles, across: Doubles) -> Doubles | None:
    """The way (2,) to the next tile along one side, by the neighbours that there are; None where there are none."""
    near, far = _NEXT
    beside = (np.abs(across) < _BESIDE) & (np.abs(along) > near) & (np.abs(along) < far)
    if not beside.any():
        return None
    return np.asarray((offsets[beside] * np.sign(along[beside])[:, None]).mean(axis=0), dtype=np.float64)


def _fitted(net: Doubles, centres: Doubles, reach: int) -> Doubles | None:
    """The net fitted to the centres (N, 2) that lie in it up to `reach` tiles away; None where these are too few."""
    there = _on(net, centres[:, None])[:, 0]
    places = np.rint(there)
    held = (np.abs(there - places).max(axis=1) < _MEMBER) & (np.abs(places).max(axis=1) <= reach)
    if held.sum() < 4:
        return net
    better, _ = cv2.findHomography(places[held], centres[held], cv2.LMEDS)
    if better is None or abs(np.linalg.det(better)) < 1e-9:
        return None
    return np.asarray(better, dtype=np.float64)


def _on(net: Doubles, points: Floats | Doubles) -> Doubles:
    """Points (N, K, 2) of the picture in tiles."""
    back = np.asarray(np.linalg.inv(net), dtype=np.float64)
    flat = np.asarray(points, dtype=np.float64)
    return projected(back, flat.reshape(-1, 2)).reshape(flat.shape)
