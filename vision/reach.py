"""From which side of the table a hand reached to a place.

An arm comes in over the edge of the picture on its player's side. The cells that it lay over keep that side until
another arm lies over them, so that a card that comes to light there can be said to be that player's doing.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.motion import Mask
from vision.table import Side

SIDES: tuple[Side, ...] = ("near", "left", "far", "right")

_OWN = 0.75
"""Share of an arm's cells at the picture's edges that lie at one edge, from which it came in there."""
_TOUCHED = 0.3
"""Share of a place that an arm must have lain over."""
_AGREED = 0.9
"""Share of what arms lay over that one side must have."""
_SOLID = 0.65
"""Share of its convex hull that an arm fills; where the light changes, what changes is strewn over the table."""
_NOBODY, _ANYBODY = -1, -2


class Reach:
    """Remembers which side every part of a table was last reached from."""

    def __init__(self) -> None:
        self._from: npt.NDArray[np.int8] = np.zeros((0, 0), dtype=np.int8)

    def note(self, arms: Mask) -> None:
        """Take the cells (rows, columns) under arms in one frame."""
        if self._from.shape != arms.shape:
            self._from = np.full(arms.shape, _NOBODY, dtype=np.int8)
        if not arms.any():
            return
        count, labels = cv2.connectedComponents(arms.astype(np.uint8), connectivity=8)
        # In the order of `SIDES`.
        edges = [np.bincount(edge, minlength=count) for edge in (labels[-1], labels[:, 0], labels[0], labels[:, -1])]
        at = np.stack(edges)[:, 1:]
        own = at.max(axis=0) >= _OWN * np.maximum(at.sum(axis=0), 1)
        # A patch that is at no edge is a hand whose arm is not seen: whose it is stays as it was.
        for label in np.flatnonzero(at.any(axis=0)):
            patch = labels == label + 1
            if _solidity(patch) >= _SOLID:
                self._from[patch] = at[:, label].argmax() if own[label] else _ANYBODY

    def side(self, cells: Mask) -> Side | None:
        """The side from which the arm came that last lay over a place; None where that is not clear."""
        if self._from.shape != cells.shape or not cells.any():
            return None
        touched = self._from[cells]
        touched = touched[touched != _NOBODY]
        if len(touched) < _TOUCHED * cells.sum():
            return None
        counts = np.bincount(touched[touched >= 0], minlength=len(SIDES))
        return SIDES[int(counts.argmax())] if counts.max() >= _AGREED * len(touched) else None

    def forget(self, cells: Mask) -> None:
        """Nobody has reached to a place since what was told of it."""
        if self._from.shape == cells.shape:
            self._from[cells] = _NOBODY


def _solidity(patch: Mask) -> float:
    """Share of its convex hull that a patch of cells fills."""
    rows, columns = np.nonzero(patch)
    corners = np.stack([columns, rows], axis=1)[:, None] + np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
    hull = cv2.convexHull(corners.reshape(-1, 2).astype(np.int32))
    return len(rows) / max(float(cv2.contourArea(hull)), 1.0)
