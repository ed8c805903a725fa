"""A lamp that flickers with the mains: a camera that reads its picture row by row shows it as bands that wander.

Light and dark bands differ from frame to frame all over the table, and nothing would ever seem at rest. How much
lighter or darker each row is than it was is told by most of what it shows, and taken out. A phone set upright shows
the bands as columns; a camera that reads all rows at once, or adjusts itself, makes whole frames lighter and darker.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.change import Mask
from vision.geometry import Doubles
from vision.small import means
from vision.types import Floats

_DARK = 4.0
"""Grey under which a place does not tell: its ratio is one of noise."""
_GRAIN = 0.8
"""Grey by which a cell is off, by noise and by compression, ..."""
_AGREE = 0.05
"""... and how far besides the ratios of a row's cells may lie from their median, as a share, to agree with it, ..."""
_ALIKE = (0.012, 0.6)
"""... while it is open whether the light flickers: as far, and in parts of the median; a camera that trembles over a
print makes some cells lighter and others darker."""
_EXPLAINED = 0.6
"""How much of the cells' change may be left, at the median, where it is the light's."""
_MOST = 0.5
"""The share of them that have to, for the row to tell: an arm lies across some; ..."""
_FEWEST = 16
"""... so many there have to be, neither black nor as white as can be."""
_TELLING = 0.4
"""Share of the rows that have to tell for the frame to do so."""
_IN_ALL = 0.83
"""Share of all cells that have to agree with their rows, on average, for a flicker to be what is seen: under the
shadows of a fan's blades many do not, ..."""
_FITS = 0.04
"""... and what share of that is learned from a frame."""
_SETTLES = 0.4
"""Seconds over which it is judged how much the light changes between frames."""
_ON, _OFF = 0.015, 0.008
"""Change of the light between frames, root mean square of the rows, from which it is taken out, and until when."""
_WHILE = 0.5
"""Seconds over which bands are noticed that nearly stand, as where the mains and the camera keep time."""
_AT_ONCE = 0.06
"""Change between two frames of which more says no more: a lamp switched on changes the light once."""
_STRONG = 0.03
"""How much lighter or darker a row has to be to show where along it the light reaches, ..."""
_ODD = 0.2
"""... how far a cell may be from what is known of it so far, ..."""
_LEARNS = 0.1
"""... the share of what it shows that is learned from a frame, after the first few, ..."""
_EVEN = 9
"""... over how many cells together, ..."""
_LEAST, _FULLEST = 0.3, 3.0
"""... and how little of that light, and how much, there may be for a place to tell."""


@dataclass
class Flicker:
    """Notices that the light flickers, and tells by how much. Feed it every frame.

    Attributes:
        strength: how much the light changes between frames, as a share: along rows, and along columns.
        wandering: how much more in some than in others, over a while.
    """

    strength: list[float] = field(default_factory=lambda: [0.0, 0.0])
    wandering: list[float] = field(default_factory=lambda: [0.0, 0.0])
    _earlier: Floats | None = None
    _since: float = 0.0
    _axis: int | None = None
    _reaching: Doubles = field(default_factory=lambda: np.zeros(0))
    _learned: int = 0
    _fits: float = 1.0

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
        for axis, rows in enumerate(_bands(before, now, ceiling)):
            change = float(np.sqrt(np.mean(rows**2)))
            self.strength[axis] += share * (min(change, _AT_ONCE) - self.strength[axis])
        self._since += spent
        if self._earlier is None or self._earlier.shape != now.shape:
            self._earlier, self._since = now, 0.0
        elif self._since >= _WHILE:
            # A room that grows lighter as a whole is no flicker.
            self.wandering = [float(np.std(rows)) for rows in _bands(self._earlier, now, ceiling)]
            self._earlier, self._since = now, 0.0
        first, second = (max(pair) for pair in zip(self.strength, self.wandering, strict=True))
        if max(first, second) > _ON:
            self._axis = int(second > first)
        elif max(first, second) < _OFF:
            self._axis = None

    def gain(self, due: Floats, now: Floats, ceiling: float) -> Floats | None:
        """By how much each pixel of a frame is lighter than it should be.

        Args:
            due: (h, w) grey of a small picture as it should be.
            now: as it is.
            ceiling: grey from which a place may be brighter than the camera can say.

        Returns:
            (h, w); None where the light does not flicker, or otherwise than in bands, or nothing tells by how much.
        """
        if self._axis is None:
            return None
        # Sharp bands begin within a cell.
        ratios, off = _ratios(means(due, self._axis), means(now, self._axis), ceiling)
        if self._axis:
            ratios, off = ratios.T, off.T
        if len(self._reaching) != ratios.shape[1]:
            self._reaching, self._learned = np.ones(ratios.shape[1]), 0
        reached = np.where(self._reaching < _LEAST, np.nan, ratios) / self._reaching
        middle = _middle(reached)
        agree = _agree(reached, middle, off / self._reaching, _AGREE)
        self._fits += _FITS * (float(agree.sum() / max(np.isfinite(reached).sum(), 1)) - self._fits)
        rows = _rows(reached, middle, agree)
        if rows is None or self._fits < _IN_ALL:
            return None
        self._learn(ratios, rows)
        along = cv2.resize(self._reaching[None], (now.shape[1 - self._axis], 1))
        gain = np.exp(rows[:, None] * along)
        return np.ascontiguousarray(gain.T if self._axis else gain, dtype=np.float32)

    def _learn(self, ratios: Doubles, rows: Doubles) -> None:
        """Learn how far the light reaches along the rows: a window on one side lights that side steadily."""
        strong = np.abs(rows) > _STRONG
        if strong.sum() < _FEWEST:
            return
        # What has come to lie there, or glares, tells nothing of that light.
        odd = np.abs(ratios - rows[:, None] * self._reaching) > _ODD
        shown = _middle(np.where(odd, np.nan, ratios)[strong].T / rows[strong])
        known = np.isfinite(shown)
        if known.sum() < _FEWEST:
            return
        cells = np.arange(len(shown))
        filled = np.clip(np.interp(cells, cells[known], shown[known]), _LEAST, _FULLEST)
        even = cv2.blur(filled[None], (_EVEN, 1), borderType=cv2.BORDER_REPLICATE)[0]
        self._learned += 1
        reaching = self._reaching + max(1 / self._learned, _LEARNS) * (even - self._reaching)
        self._reaching = reaching / np.median(reaching)


def _ratios(before: Floats, now: Floats, ceiling: float) -> tuple[Doubles, Doubles]:
    """The logarithm of how much lighter each cell is, not a number where nobody knows, and how far off that may be."""
    darker = np.minimum(before, now)
    known = (darker > _DARK) & (np.maximum(before, now) < ceiling)
    ratios = np.where(known, np.log(np.maximum(now, _DARK) / np.maximum(before, _DARK)), np.nan)
    return ratios.astype(np.float64), np.asarray(_GRAIN / np.maximum(darker, _DARK), dtype=np.float64)


def _middle(ratios: Doubles) -> Doubles:
    """(rows,) medians of the cells (rows, cells) that are known; not a number where none is."""
    there = np.isfinite(ratios).sum(axis=1)
    # What is not known is sorted to the end.
    return np.asarray(np.sort(ratios, axis=1)[np.arange(len(ratios)), np.maximum(there - 1, 0) // 2])


def _bands(before: Floats, now: Floats, ceiling: float) -> tuple[Doubles, Doubles]:
    """How much lighter rows of cells are, and columns; 0 where the light does not explain most of what changed."""
    ratios, off = _ratios(before, now, ceiling)
    return _explained(ratios, off), _explained(ratios.T, off.T)


def _explained(ratios: Doubles, off: Doubles) -> Doubles:
    """(rows,) how much lighter rows (rows, cells) are; 0 where that does not explain most of what changed."""
    middle = _middle(ratios)
    rows = _rows(ratios, middle, _agree(ratios, middle, off, *_ALIKE))
    if rows is None:
        return np.zeros(len(ratios))
    known = np.isfinite(ratios)
    before, left = np.abs(ratios[known]), np.abs((ratios - rows[:, None])[known])
    return rows if _median(left) < _EXPLAINED * _median(before) else np.zeros(len(ratios))


def _median(values: Doubles) -> float:
    """The median, without `numpy.median`'s search for what is not a number: of each frame four are asked for."""
    half = len(values) // 2
    parts = np.partition(values, (half - 1 + len(values) % 2, half)) if len(values) > 1 else values
    return float((parts[half - 1 + len(values) % 2] + parts[half]) / 2)


def _agree(ratios: Doubles, middle: Doubles, off: Doubles, within: float, in_parts: float = 0.0) -> Mask:
    """Which cells (rows, cells) are as much lighter as their rows are: `within` so much of the `middle` (rows,), or so
    many parts of it, and what they may be `off`."""
    with np.errstate(invalid="ignore"):
        allowed = np.maximum(within, in_parts * np.abs(middle))[:, None] + off
        return np.asarray(np.abs(ratios - middle[:, None]) < allowed)


def _rows(ratios: Doubles, middle: Doubles, agree: Mask) -> Doubles | None:
    """(rows,) how much lighter rows are: the `middle` (rows,) of their cells; None where too few of these agree."""
    telling = agree.sum(axis=1) > _MOST * np.maximum(np.isfinite(ratios).sum(axis=1), _FEWEST)
    if telling.mean() < _TELLING:
        return None
    rows = np.arange(len(ratios))
    return np.asarray(np.interp(rows, rows[telling], middle[telling]), dtype=np.float64)
