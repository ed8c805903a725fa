"""From which side of the table a hand reached to a place.

An arm comes in over the edge of the picture on its player's side. The cells that it lay over keep that side until
another arm lies over them, so that a card that comes to light there can be said to be that player's doing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.change import Mask, edges, share
from vision.motion import Motion
from vision.table import Side
from vision.track import Track

SIDES: tuple[Side, ...] = ("near", "left", "far", "right")

_OWN = 0.75
"""Share of an arm's cells at the picture's edges that lie at one edge, from which it came in there."""
_TOUCHED = 0.3
"""Share of a place that an arm must have lain over."""
_AGREED = 0.9
"""Share of what arms lay over that one side must have."""
_SOLID = 0.65
"""Share of its convex hull that an arm fills; where the light changes, what changes is strewn over the table."""
_A_MOMENT = 1.0
"""Seconds for which a hand is believed to be the one that lay there before."""
_ONE_REACH = 1.5
"""Seconds from the first to the last that one arm is seen over a place: what lay there earlier was there before it."""
_UNMOVED = 0.5
"""Seconds for which an arm may still lie where it lay, without moving."""
_LATELY = 4.0
"""Seconds after which an arm has nothing to do any more with what comes to light where it lay."""
_NOBODY, _ANYBODY = -1, -2


class Reach:
    """Remembers which side every part of a table was last reached from."""

    def __init__(self) -> None:
        self._from: npt.NDArray[np.int8] = np.zeros((0, 0), dtype=np.int8)
        self._when: npt.NDArray[np.float64] = np.zeros((0, 0))

    def note(self, arms: Mask, time: float, shown: Mask | None = None) -> None:
        """Take the cells (rows, columns) under arms in the frame of a time, in seconds.

        Args:
            arms: (rows, columns) the cells under arms.
            time: of the frame, in seconds.
            shown: those that the camera shows, over whose edges arms come in; None: all.
        """
        if self._from.shape != arms.shape:
            self._from, self._when = np.full(arms.shape, _NOBODY, dtype=np.int8), np.full(arms.shape, -np.inf)
        if not arms.any():
            return
        count, labels = cv2.connectedComponents(arms.astype(np.uint8), connectivity=8)
        # In the order of `SIDES`.
        rims = edges(np.ones(arms.shape, dtype=bool) if shown is None else shown)
        at = np.stack([np.bincount(labels[rim], minlength=count) for rim in rims])[:, 1:]
        own = at.max(axis=0) >= _OWN * np.maximum(at.sum(axis=0), 1)
        for label in range(count - 1):
            patch = labels == label + 1
            if not at[:, label].any():
                # A hand whose arm is not seen: the one that lay there a moment ago, or nobody knows whose.
                self._from[patch & (time - self._when > _A_MOMENT)] = _NOBODY
            elif _solidity(patch) >= _SOLID:
                self._from[patch] = at[:, label].argmax() if own[label] else _ANYBODY
                self._when[patch] = time

    def side(self, cells: Mask, after: float = -math.inf) -> Side | None:
        """The side from which the arm came that last lay over a place, `after` a time; None where that is not clear."""
        if self._from.shape != cells.shape or not cells.any():
            return None
        since = max(after, float(self._when[cells].max()) - _ONE_REACH)
        touched = self._from[cells & (self._when > since)]
        touched = touched[touched != _NOBODY]
        if len(touched) < _TOUCHED * cells.sum():
            return None
        counts = np.bincount(touched[touched >= 0], minlength=len(SIDES))
        return SIDES[int(counts.argmax())] if counts.max() >= _AGREED * len(touched) else None

    def rests(self, cells: Mask, time: float) -> bool:
        """Whether an arm lay over a good part of a place so short a while ago that it may lie there yet, unmoved."""
        return self._when.shape == cells.shape and share(self._when > time - _UNMOVED, cells) >= _TOUCHED

    def attribute(self, changed: Sequence[Track], motion: Motion, time: float) -> None:
        """Note of cards that changed, at a time in seconds, from which side the hand came."""
        for track in changed:
            cells = motion.cells(track.quad)
            track.reached = track.brought or self.side(cells, time - _LATELY)
            track.brought = None
            self.forget(cells)

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
