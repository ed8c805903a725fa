"""Light that comes and goes several times a second: the shadows of a fan's blades that turn under a lamp.

Where they pass nothing would ever seem at rest. A place is shown there as it was at the lightest of a moment, in which
no blade was before the lamp, as long as that stays the same while frames differ.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np

from vision.change import Mask, widened
from vision.small import differing, faded, means, spread
from vision.types import Floats

_MOMENT = 0.41
"""Seconds in which a place is lit without a shadow at least once."""
_MANY = 0.1
"""Share of the cells that change between frames from which it is asked why, ..."""
_RESTLESS = 0.51
"""... and seconds for which they have to have done so, all but without a pause, ..."""
_PAUSE = 0.21
"""... of no more seconds than that."""
_WHILE = 0.6
"""Seconds over which it is judged how often a cell changes, ..."""
_EVER = 0.03
"""... in what share of the frames it does where light comes and goes, ..."""
_STEADY = 0.35
"""... and what share of that may be left of it at its lightest."""
_OFTEN = 2.0
"""How often as many cells have to have been in shadow, of late, for light to come and go: an arm that passes over them
throws its own on them once or twice."""
_FEW = 0.02
"""Share of the cells to which it has to come for it to do so still."""
_DEEPEST = 0.45
"""Share of a place's light that is left at least in a shadow of a blade: what is darker is a hand, ..."""
_UNEVEN = 0.04
"""... and so is what differs from the place in less light by more than frames may and the edge of a shadow within a
cell does, as a share of its grey, ..."""
_COLOURED = 9.0
"""... or by so much redness."""


class Flutter:
    """Notices where the light comes and goes, and shows what lies there in steady light. Feed it every frame.

    Attributes:
        moving: (rows, columns) cells of the last frame that differ from what was shown before, or in which something
            else lies before the camera: a hand, a card in it.
    """

    def __init__(self) -> None:
        self.moving: Mask = np.zeros((0, 0), dtype=bool)
        self._kept: deque[tuple[Floats, Floats]] = deque()
        self._times: deque[float] = deque()
        self._time = self._restless = self._paused = 0.0
        self._changes: Floats | None = None
        self._left: Floats = np.zeros((0, 0), dtype=np.float32)
        self._shaded: Floats = self._left
        self._lit = self.moving
        self._lightest: Floats | None = None
        self._where: Mask | None = None

    @property
    def seen(self) -> bool:
        """Whether light comes and goes somewhere now."""
        return self._where is not None

    def steadied(self, grey: Floats, red: Floats, shown: Floats, limit: Floats, spent: float) -> tuple[Floats, Floats]:
        """A picture of the table in steady light, from frames laid over each other.

        Args:
            grey: (h, w) of the small picture.
            red: (h, w) its redness.
            shown: (h, w) grey of the frame before, in steady light.
            limit: (rows, columns) by how much the grey of a cell may differ between frames that show the same.
            spent: seconds since the frame before.

        Returns:
            grey and redness; the same arrays where the light is steady everywhere.
        """
        self.moving = differing(grey, shown, limit)
        changed = self._changed(grey, shown, limit)
        self._keep(grey, red, spent)
        asked = self._restless_for(float(changed.mean()), spent) >= _RESTLESS or self.seen
        before, self._lightest = self._lightest, self._at_its_lightest() if asked else None
        if before is None or self._lightest is None:
            self._changes = None
            return grey, red
        mean, evened = (_mean([one[k] for one in self._kept]) for k in (0, 1))
        other = _other(grey, red, self._lightest, faded(evened, mean, grey), limit)
        steady, lit = (~differing(self._lightest, one, limit) for one in (before, grey))
        self._learn(changed, steady, lit, lit | other, min(spent / _WHILE, 1.0))
        if self._where is None:
            return grey, red
        where = widened(self._where)
        mask = spread(where, grey)
        steadied = np.where(mask, self._lightest, grey)
        self.moving = differing(steadied, shown, limit) | (where & other)
        return steadied, np.where(mask, evened, red)

    def _keep(self, grey: Floats, red: Floats, spent: float) -> None:
        """Keep the frames of the last moment."""
        self._time += spent
        self._kept.append((grey, red))
        self._times.append(self._time)
        while self._time - self._times[0] > _MOMENT:
            self._kept.popleft()
            self._times.popleft()

    def _restless_for(self, share: float, spent: float) -> float:
        """Seconds for which frames have differed, in such a share of the last one's cells."""
        if share >= _MANY:
            self._restless, self._paused = self._restless + spent, 0.0
        else:
            self._paused += spent
            if self._paused > _PAUSE:
                self._restless = 0.0
        return self._restless

    def _at_its_lightest(self) -> Floats:
        """(h, w) how light each place was at its lightest in the last moment."""
        return np.asarray(np.maximum.reduce([grey for grey, _ in self._kept]))

    def _learn(self, changed: Mask, steady: Mask, lit: Mask, unshaded: Mask, share: float) -> None:
        """Learn where light comes and goes from the cells that differ from the frame before, those that at their
        lightest do not, those that are as light as that, and those that are, or show something else."""
        if self._changes is None:
            self._changes, self._left, self._shaded = (np.zeros(changed.shape, dtype=np.float32) for _ in range(3))
            self._lit = lit
        self._changes += np.float32(share) * (changed - self._changes)
        self._left += np.float32(share) * (~steady - self._left)
        newly = self._lit & ~unshaded
        self._shaded += newly - np.float32(share) * self._shaded
        self._lit = (self._lit | lit) & ~newly
        where = (self._changes > _EVER) & (self._left < _STEADY * self._changes)
        if self._where is not None:
            where |= self._where & (self._changes > _EVER)
        elif (where & (self._shaded > _OFTEN)).mean() < _MANY:
            return
        self._where = where if where.mean() >= _FEW else None

    def _changed(self, grey: Floats, shown: Floats, limit: Floats) -> Mask:
        """The cells that differ from the frame before, which was `shown` as it was where the light was steady."""
        if not self._kept:
            return np.zeros(limit.shape, dtype=bool)
        last = self._kept[-1][0]
        return self.moving if last is shown else differing(grey, last, limit)


def _mean(pictures: Sequence[Floats]) -> Floats:
    return np.asarray(np.add.reduce(pictures) / np.float32(len(pictures)), dtype=np.float32)


def _other(grey: Floats, red: Floats, lightest: Floats, due_red: Floats, limit: Floats) -> Mask:
    """Which cells of a picture are not what they were at their lightest in less light, or are not as red as is due."""
    now = means(grey)
    light = now / np.maximum(means(lightest), 1.0)
    off = means(np.abs(grey - lightest * spread(light, grey))) > limit + _UNEVEN * now
    return np.asarray(off | (light < _DEEPEST) | (np.abs(means(red - due_red)) > _COLOURED))
