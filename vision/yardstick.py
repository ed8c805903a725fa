"""What size a card has on this table, told by those seen well: a game's cards are equal rectangles in its plane."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.geometry import Doubles, areas, short_edge_first, sizes
from vision.plane import Plane, fit_plane
from vision.types import Floats

_TWO = 1.5
"""How many times the size of a card is too much for one."""
_MANY = 3
"""Cards from which there is a usual size."""
_LARGEST = 3.0
"""Area over that of a card from which an outline is none's, ..."""
_WITNESSES = 5
"""... where at least so many others ..."""
_FLAT = 0.06
"""... lie in one plane, the median deviation of their edges from one size being smaller."""
_SQUARE = 0.8
"""Short side over long one, as seen, from which nobody knows which is which."""
_SIZES, _SHAPES = 0.45, 0.25
"""Logarithms of the area and of the sides' ratio by which a card may seem to differ from others: outlines are off."""
_FEW = 0.7
"""The same of the area alone where few others tell how the table lies."""
_FAR_OFF = 3.0
"""How many times larger than most cards a thing has to seem, or smaller, where they do not tell how the table lies."""
_MOST = 10.0, 90.0
"""Of the cards' areas as seen the percentiles that stand for the smallest and the largest."""


@dataclass(frozen=True, eq=False)
class Yardstick:
    """A card's size.

    Attributes:
        plane: of the table.
        width: of a card in the plane, along its short sides.
        height: along its long ones.
        known: whether enough cards lie flat to tell by them what is none.
    """

    plane: Plane
    width: float
    height: float
    known: bool

    def flat(self, quads: Floats) -> tuple[Doubles, Floats]:
        """(N, 4, 2) outlines of the picture in the plane, and (N, 2) their sides there, the short ones first."""
        return _flat(self.plane, quads)

    def shares(self, quads: Floats) -> Doubles:
        """(N,) the area of (N, 4, 2) outlines in the plane over that of a card."""
        _, sides = self.flat(quads)
        return np.asarray(sides.prod(axis=1) / (self.width * self.height), dtype=np.float64)

    def outgrown(self, quads: Floats) -> list[bool]:
        """Which (N, 4, 2) outlines are far larger than a card: patches of cloth with something of a border."""
        return [self.known and bool(share >= _LARGEST) for share in self.shares(quads)]


def yardstick(quads: Floats, sure: Sequence[bool] | None = None) -> Yardstick | None:
    """The size of cards that lie on one table; None where too few are of one size.

    Args:
        quads: (N, 4, 2) outlines in the picture.
        sure: which of them are surely one card each; all by default.
    """
    area = np.abs(areas(quads))
    certain = np.ones(len(quads), dtype=bool) if sure is None else np.asarray(sure, dtype=bool)
    usual = certain & (area < _TWO * np.median(area[certain])) if certain.any() else certain
    if usual.sum() < _MANY:
        return None
    plane = fit_plane(short_edge_first(quads[usual]))
    _, sides = _flat(plane, quads)
    width, height = (float(side) for side in np.median(sides[usual], axis=0))
    share = sides.prod(axis=1) / (width * height)
    alike = int(((share > 1 / _TWO) & (share < _TWO)).sum())
    return Yardstick(plane, width, height, alike >= _WITNESSES and plane.error < _FLAT)


def other_size(quads: Floats, usual: Floats) -> list[bool]:
    """Which outlines are of another size or shape than the cards that lie there; none where too few of these tell.

    Where they do not tell how the table lies, only those that seem far larger or smaller.

    Args:
        quads: (N, 4, 2) outlines in the picture.
        usual: (M, 4, 2) those of cards, among which may be some that are none.
    """
    if len(usual) < _MANY:
        return [False] * len(quads)
    seen = sizes(short_edge_first(usual))
    square = float(np.median(seen[:, 0] / np.maximum(seen[:, 1], 1e-6))) > _SQUARE
    plane = None if square else fit_plane(short_edge_first(usual))
    if plane is None or plane.error >= _FLAT:
        least, most = np.percentile(np.abs(areas(usual)), _MOST)
        return [bool(area < least / _FAR_OFF or area > most * _FAR_OFF) for area in np.abs(areas(quads))]
    width, height = np.median(_flat(plane, usual)[1], axis=0)
    short, long = np.maximum(_flat(plane, quads)[1], 1e-6).T
    size, shape = np.log(short * long / (width * height)), np.log(short / long * height / width)
    if len(usual) < _WITNESSES:
        return [bool(other) for other in np.abs(size) > _FEW]
    return [bool(other) for other in (np.abs(size) > _SIZES) | (np.abs(shape) > _SHAPES)]


def _flat(plane: Plane, quads: Floats) -> tuple[Doubles, Floats]:
    flat = plane.to_table(short_edge_first(quads))
    return flat, sizes(flat.astype(np.float32))
