"""A lamp that flickers with the mains: a camera that reads its picture row by row shows it as bands that wander.

Light and dark bands differ from frame to frame all over the table, and nothing would ever seem at rest. How much
lighter or darker each row is than it was is told by most of what it shows, and taken out. A phone set upright shows
the bands as columns; a camera that reads all rows at once, or adjusts itself, makes whole frames lighter and darker.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from vision.small import means
from vision.types import Floats

_DARK = 8.0
"""Grey under which a place does not tell: its ratio is one of noise."""
_AGREE = 0.05
"""How far the ratios of a row's cells may lie from their median, as a share, to agree with it, ..."""
_ALIKE = (0.012, 0.6)
"""... while it is open whether the light flickers: as far, and in parts of the median; a camera that trembles over a
print makes some cells lighter and others darker."""
_MOST = 0.5
"""The share of them that have to, for the row to tell: an arm lies across some; ..."""
_FEWEST = 16
"""... so many there have to be, neither black nor as white as can be."""
_TELLING = 0.4
"""Share of the rows that have to tell for the frame to do so."""
_SETTLES = 0.4
"""Seconds over which it is judged how much the light changes between frames."""
_ON, _OFF = 0.008, 0.004
"""Change of the light between frames, root mean square of the rows, from which it is taken out, and until when."""
_AT_ONCE = 0.06
"""Change between two frames of which more says no more: a lamp switched on changes the light once."""


@dataclass
class Flicker:
    """Notices that the light flickers, and tells by how much. Feed it every frame.

    Attributes:
        strength: how much the light changes between frames, as a share: along rows, and along columns.
    """

    strength: list[float] = field(default_factory=lambda: [0.0, 0.0])
    _axis: int | None = None

    @property
    def seen(self) -> bool:
        """Whether the light flickers now."""
        return self._axis is not None

    def note(self, before: Floats, now: Floats, spent: float, ceiling: float) -> None:
        """Compare a frame with the one before.

        Args:
            before: (rows, columns) mean grey of the cells of the frame before.
            now: of this one.
            spent: seconds between them.
            ceiling: grey from which a place may be brighter than the camera can say.
        """
        share = min(spent / _SETTLES, 1.0)
        for axis in (0, 1):
            ratios = _ratios(before, now, ceiling, axis, *_ALIKE)
            change = 0.0 if ratios is None else float(np.sqrt(np.mean(ratios**2)))
            self.strength[axis] += share * (min(change, _AT_ONCE) - self.strength[axis])
        most = int(self.strength[1] > self.strength[0])
        if self.strength[most] > _ON:
            self._axis = most
        elif self.strength[most] < _OFF:
            self._axis = None

    def gain(self, due: Floats, now: Floats, ceiling: float) -> Floats | None:
        """By how much each row, or column, of a frame is lighter than it should be.

        Args:
            due: (h, w) grey of a small picture as it should be.
            now: as it is.
            ceiling: grey from which a place may be brighter than the camera can say.

        Returns:
            (h, 1) or (1, w); None where the light does not flicker, or nothing tells by how much.
        """
        if self._axis is None:
            return None
        # Sharp bands begin within a cell.
        along = means(due, self._axis), means(now, self._axis)
        ratios = _ratios(*along, ceiling, self._axis, _AGREE)
        if ratios is None:
            return None
        return np.asarray(np.exp(ratios[:, None] if self._axis == 0 else ratios[None]), dtype=np.float32)


def _ratios(
    before: Floats, now: Floats, ceiling: float, axis: int, within: float, in_parts: float = 0.0
) -> npt.NDArray[np.float64] | None:
    """Of each row (axis 0) or column (1) the logarithm of how much lighter it is; None where too few tell.

    Its cells agree `within` so much of their median, or so many parts of it.
    """
    if axis:
        before, now = before.T, now.T
    known = (np.minimum(before, now) > _DARK) & (np.maximum(before, now) < ceiling)
    ratios = np.where(known, np.log(np.maximum(now, _DARK) / np.maximum(before, _DARK)), np.nan)
    there = known.sum(axis=1)
    # What is not known is sorted to the end.
    middle = np.sort(ratios, axis=1)[np.arange(len(ratios)), np.maximum(there - 1, 0) // 2]
    with np.errstate(invalid="ignore"):
        allowed = np.maximum(within, in_parts * np.abs(middle))
        agree = (np.abs(ratios - middle[:, None]) < allowed[:, None]).sum(axis=1)
    telling = agree > _MOST * np.maximum(there, _FEWEST)
    if telling.mean() < _TELLING:
        return None
    rows = np.arange(len(ratios))
    return np.asarray(np.interp(rows, rows[telling], middle[telling]), dtype=np.float64)
