"""Light that comes and goes several times a second: the shadows of a fan's blades that turn under a lamp.

Where they pass nothing would ever seem at rest. A place is shown there as it was at the lightest of a moment, in which
no blade was before the lamp, as long as that stays the same while frames differ.
"""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np

from vision.change import Mask
from vision.small import CELL, means
from vision.types import Floats

_MOMENT = 0.4
"""Seconds in which a place is lit without a shadow at least once."""
_FEW = 0.02
"""Share of the cells that change between frames from which it is asked why, ..."""
_RESTLESS = 0.8
"""... and seconds for which they have to have done so, all but without a pause, ..."""
_PAUSE = 0.2
"""... of no more seconds than that."""
_WHILE = 0.6
"""Seconds over which it is judged how often a cell changes, ..."""
_OFTEN = 0.25
"""... in what share of the frames some have to for light to come and go, ..."""
_EVER = 0.03
"""... and in what share all others do to which it comes, ..."""
_STEADY = 0.35
"""... and what share of that may be left of it at its lightest."""
_AROUND = np.ones((3, 3), dtype=np.uint8)


class Flutter:
    """Notices where the light comes and goes, and shows what lies there in steady light. Feed it every frame."""

    def __init__(self) -> None:
        self._kept: deque[tuple[float, Floats, Floats]] = deque()
        self._time = self._restless = self._paused = 0.0
        self._changes: Floats | None = None
        self._left: Floats = np.zeros((0, 0), dtype=np.float32)
        self._lightest: Floats | None = None
        self._where: Mask | None = None

    @property
    def seen(self) -> bool:
        """Whether light comes and goes somewhere now."""
        return self._where is not None

    def steadied(self, grey: Floats, red: Floats, limit: Floats, spent: float) -> tuple[Floats, Floats]:
        """A picture of the table in steady light, from frames laid over each other.

        Args:
            grey: (h, w) of the small picture.
            red: (h, w) its redness.
            limit: (rows, columns) by how much the grey of a cell may differ between frames that show the same.
            spent: seconds since the frame before.

        Returns:
            grey and redness; the same arrays where the light is steady everywhere.
        """
        self._time += spent
        changed = self._changed(grey, limit)
        self._kept.append((self._time, grey, red))
        while self._time - self._kept[0][0] > _MOMENT:
            self._kept.popleft()
        if changed.mean() >= _FEW:
            self._restless, self._paused = self._restless + spent, 0.0
        else:
            self._paused += spent
            if self._paused > _PAUSE:
                self._restless = 0.0
        if self._restless < _RESTLESS and self._where is None:
            self._changes = self._lightest = None
            return grey, red
        before, lightest = self._lightest, np.maximum.reduce([one for _, one, _ in self._kept])
        self._lightest = lightest
        if before is None:
            return grey, red
        left = means(np.abs(lightest - before)) > limit
        share = np.float32(min(spent / _WHILE, 1.0))
        if self._changes is None:
            self._changes, self._left = np.zeros(changed.shape, dtype=np.float32), np.zeros(changed.shape, np.float32)
        self._changes += share * (changed - self._changes)
        self._left += share * (left - self._left)
        where = (self._changes > _EVER) & (self._left < _STEADY * self._changes)
        if self._where is not None:
            where |= self._where & (self._changes > _EVER)
        elif (where & (self._changes > _OFTEN)).mean() < _FEW:
            return grey, red
        self._where = where if where.mean() >= _FEW else None
        if self._where is None:
            return grey, red
        height, width = grey.shape
        wide = cv2.dilate(where.astype(np.uint8), _AROUND)
        mask = np.kron(wide, np.ones((CELL, CELL), dtype=np.uint8))[:height, :width].astype(bool)
        evened = np.add.reduce([one for _, _, one in self._kept]) / np.float32(len(self._kept))
        return np.where(mask, lightest, grey), np.where(mask, evened, red)

    def _changed(self, grey: Floats, limit: Floats) -> Mask:
        """The cells that differ from the frame before."""
        if not self._kept:
            return np.zeros(limit.shape, dtype=bool)
        return np.asarray(means(np.abs(grey - self._kept[-1][1])) > limit)
