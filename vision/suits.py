"""Suits by themselves: where an index leaves its suit open, what is seen round the suit alone often does not.

Under a large rank a suit takes up few pixels of the index's patch; beside the rank it may lie half outside. Such a
suit reads as the pips of a card do, each in a window of its own. Where it stands differs by deck, so that several
places are tried, and what is seen counts only where two windows of different size show the same clearly. Of 390 painted
indices in doubt that show one so, 384 were told rightly, and 296 by their whole patches.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.geometry import UNIT, Doubles, Flags, Rows, centres, convex, homographies, inside, projected, sizes
from vision.rectify import patches, to_input
from vision.types import GLYPHS, SUITS, Floats, GlyphReader, Image

_DOUBTED = 0.95
"""Chance of the likeliest suit up to which it is looked at by itself."""
_RANKED = 0.5
"""Chance from which a patch shows some rank."""
_ALONE = 0.8
"""Chance from which a window shows a single suit, ..."""
_CLEAR = 0.9
"""... and from which that is a certain one."""
_FLOOR = 0.02
_FILLED = 0.6
"""Share of its window's height that a suit takes up."""
_NARROW = 0.65
"""Width of a window to its height."""
_NONE, _JOKER = GLYPHS.index("none"), GLYPHS.index("joker")
_NO_SUIT = SUITS.index("none")


@dataclass(frozen=True)
class _Place:
    """Where a suit may stand: how far its middle is from the index's right edge and top, in heights of the index.

    Attributes:
        across: of a suit of no height, and how much more of one as high as the index; None in the index's middle.
        down: the same from its top.
        sizes: heights of the suit for which it is looked at: at first, and of which one has to show the same.
    """

    across: tuple[float, float] | None
    down: tuple[float, float]
    sizes: tuple[float, ...]

    def window(self, tall: float, aspect: Doubles, mirrored: bool) -> Doubles:
        """(N, 4, 2) windows in the own measures of indices that are (N,) times as high as wide."""
        across = np.full(len(aspect), 0.5)
        if self.across is not None:
            across = 1 + (self.across[0] + self.across[1] * tall) * aspect
        down = np.full(len(aspect), self.down[0] + self.down[1] * tall)
        middle = np.stack([1 - across if mirrored else across, down], axis=1)
        height = tall / _FILLED
        size = np.stack([height * _NARROW * aspect, np.full(len(aspect), height)], axis=1)
        return np.asarray(middle[:, None] + (UNIT - 0.5) * size[:, None])


_LEVEL = (0.45, 0.0)
_PLACES = (
    _Place(None, (1.0, -0.5), (0.2, 0.15, 0.27)),
    _Place((0.0, -0.42), _LEVEL, (0.5, 0.62)),
    _Place((0.06, 0.42), _LEVEL, (0.62, 0.75)),
    _Place((0.2, 0.42), _LEVEL, (0.5, 0.62)),
    _Place((0.1, 0.42), (0.9, 0.0), (0.75, 0.9)),
    _Place((0.6, 0.42), (0.0, 0.5), (0.9, 1.05)),
    _Place((0.6, 0.42), (0.9, 0.0), (1.25, 1.5)),
)
"""At the index's foot, small under a large rank; beside the rank; and the card's own first pip, or its court's."""


def by_themselves(
    reader: GlyphReader,
    image: Image,
    index_quads: Floats,
    glyphs: Floats,
    suits: Floats,
    mirrored: bool = False,
    most: int | None = None,
) -> Floats:
    """What the suits of indices are, those that are in doubt looked at by themselves.

    Args:
        reader: the network; it was trained on pips as well as on indices.
        image: (H, W, 3) BGR.
        index_quads: (N, 4, 2) in it, each clockwise from its own top left.
        glyphs: (N, 22) chances of what they show.
        suits: (N, 5) chances of their suits.
        mirrored: whether the picture is a mirror image, in which what stands beside a rank does so on its left.
        most: how many to look at, those most in doubt; None for all that are in doubt.

    Returns:
        (N, 5), rows that were not looked at, or showed nothing clear, as they were.
    """
    ranked = glyphs[:, :_JOKER].sum(axis=1) > _RANKED
    sure = suits[:, :_NO_SUIT].max(axis=1)
    rows = np.flatnonzero(ranked & (sure < _DOUBTED) & convex(index_quads))
    if most is not None:
        rows = rows[np.argsort(sure[rows])[:most]]
    if not len(rows):
        return suits
    wide, tall = np.maximum(sizes(index_quads[rows]), 1).T
    looks = _Looks(reader, image, index_quads, rows)
    aspect = np.asarray(tall / wide, dtype=np.float64)
    every = np.arange(len(rows))
    first = looks.at([(place.window(place.sizes[0], aspect, mirrored), every) for place in _PLACES])
    again = [
        (number, size, np.flatnonzero(_clear(seen)))
        for number, (place, seen) in enumerate(zip(_PLACES, first, strict=True))
        for size in place.sizes[1:]
    ]
    second = looks.at([(_PLACES[number].window(size, aspect, mirrored)[which], which) for number, size, which in again])
    total, count = np.zeros((len(rows), _NO_SUIT)), np.zeros((len(rows), 1))
    for (number, _, which), seen in zip(again, second, strict=True):
        before = first[number][which]
        same = _clear(seen) & (seen[:, 1:].argmax(axis=1) == before[:, 1:].argmax(axis=1))
        total[which[same]] += seen[same, 1:] + before[same, 1:]
        count[which[same]] += 2
    shown = rows[count[:, 0] > 0]
    out = suits.copy()
    says = (total / np.maximum(count, 1))[count[:, 0] > 0]
    chances = (suits[shown, :_NO_SUIT] + _FLOOR) * (says + _FLOOR)
    out[shown, :_NO_SUIT] = chances / chances.sum(axis=1, keepdims=True)
    out[shown, _NO_SUIT] = 0
    return out


def suits_alone(reader: GlyphReader, image: Image, windows: Floats) -> Doubles:
    """What windows of a picture show, if a suit alone: a patch that looks like an index, or like no suit, does not.

    Args:
        reader: the network.
        image: (H, W, 3) BGR.
        windows: (N, 4, 2) in it, each from its own top left.

    Returns:
        (N, 5) the chance that a window shows a single suit, and of the four that it is this one.
    """
    glyphs, suits, _, _ = reader.probabilities(to_input(patches(image, windows)))
    alone = glyphs[:, _NONE] * (1 - suits[:, _NO_SUIT])
    return np.column_stack([alone, suits[:, :_NO_SUIT]]).astype(np.float64)


def _clear(seen: Doubles) -> Flags:
    """Which of (N, 5) windows, see `suits_alone`, show one suit clearly."""
    return np.asarray((seen[:, 0] >= _ALONE) & (seen[:, 1:].max(axis=1) >= _CLEAR))


@dataclass(frozen=True, eq=False)
class _Looks:
    """Looks through windows of some of (N, 4, 2) indices, those of `rows`."""

    reader: GlyphReader
    image: Image
    index_quads: Floats
    rows: Rows

    @cached_property
    def onto(self) -> Doubles:
        """(R, 3, 3) maps of the indices' own measures onto the picture."""
        own = np.repeat(UNIT[None], len(self.rows), axis=0)
        return homographies(own, self.index_quads[self.rows])

    @cached_property
    def marks(self) -> Floats:
        """(3 N, 2) the heads, middles and feet of all indices, one index after the other."""
        quads = self.index_quads
        return np.stack([quads[:, :2].mean(axis=1), centres(quads), quads[:, 2:].mean(axis=1)], axis=1).reshape(-1, 2)

    def at(self, windows: list[tuple[Doubles, Rows]]) -> list[Doubles]:
        """What windows show, see `suits_alone`, of each of the (K, 4, 2) windows of indices (K,).

        One that another index lies in shows nothing: that may be another card's.
        """
        places = [projected(self.onto[which], own).astype(np.float32) for own, which in windows]
        everything, whose = np.concatenate(places), np.concatenate([which for _, which in windows])
        shown = np.zeros((len(everything), 1 + _NO_SUIT))
        held = inside(self.marks, everything).reshape(len(everything), len(self.index_quads), 3)
        holds = np.asarray(held.any(axis=-1), dtype=np.bool_)
        holds[np.arange(len(everything)), self.rows[whose]] = False
        free = np.flatnonzero(~holds.any(axis=-1))
        if len(free):
            shown[free] = suits_alone(self.reader, self.image, everything[free])
        return np.split(shown, np.cumsum([len(each) for each in places])[:-1])
