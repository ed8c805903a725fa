"""Suits by themselves: where an index leaves its suit open, what is seen round the suit alone often does not.

Under a large rank a suit takes up few pixels of the index's patch; beside the rank it may lie half outside. Such a
suit reads as the pips of a card do, each in a window of its own. Where it stands differs by deck, so that several
places are tried, and what is seen counts only where two windows of different size show the same clearly. Of 173 painted
indices in doubt that show one so, 171 were told rightly, and 136 by their whole patches.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.geometry import UNIT, Doubles, Flags, homographies, projected, sizes
from vision.rectify import patches, to_input
from vision.types import GLYPHS, SUITS, Floats, GlyphReader, Image

Rows = npt.NDArray[np.intp]

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
_LEVEL = 0.45
"""Where in the height of an index the middle of a suit beside its rank lies."""
_NONE, _JOKER = GLYPHS.index("none"), GLYPHS.index("joker")
_NO_SUIT = SUITS.index("none")


@dataclass(frozen=True)
class _Place:
    """Where a suit may stand, all in heights of the index.

    Attributes:
        beside: from the index's right edge to the suit's middle, for a suit of no height; None where it stands at the
            foot of the index, in its middle.
        grows: how much farther that is for one as high as the index.
        tall: height of the suit for which it is looked at first.
        others: heights one of which has to show the same.
    """

    beside: float | None
    grows: float
    tall: float
    others: tuple[float, ...]

    def window(self, tall: float, aspect: Doubles, mirrored: bool) -> Doubles:
        """(N, 4, 2) windows in the own measures of indices that are (N,) times as high as wide."""
        height = tall / _FILLED
        across, down = np.full(len(aspect), 0.5), 1 - tall / 2
        if self.beside is not None:
            across, down = 1 + (self.beside + self.grows * tall) * aspect, _LEVEL
        middle = np.stack([1 - across if mirrored else across, np.full(len(aspect), down)], axis=1)
        size = np.stack([height * _NARROW * aspect, np.full(len(aspect), height)], axis=1)
        return np.asarray(middle[:, None] + (UNIT - 0.5) * size[:, None])


_PLACES = (
    _Place(None, 0.0, 0.2, (0.15, 0.27)),
    _Place(0.0, -0.42, 0.5, (0.62,)),
    _Place(0.06, 0.42, 0.62, (0.75,)),
    _Place(0.2, 0.42, 0.5, (0.62,)),
)


def by_themselves(
    reader: GlyphReader, image: Image, index_quads: Floats, glyphs: Floats, suits: Floats, mirrored: bool = False
) -> Floats:
    """What the suits of indices are, those that are in doubt looked at by themselves.

    Args:
        reader: the network; it was trained on pips as well as on indices.
        image: (H, W, 3) BGR.
        index_quads: (N, 4, 2) in it, each clockwise from its own top left.
        glyphs: (N, 22) chances of what they show.
        suits: (N, 5) chances of their suits.
        mirrored: whether the picture is a mirror image, in which what stands beside a rank does so on its left.

    Returns:
        (N, 5), rows that were not looked at, or showed nothing clear, as they were.
    """
    ranked = glyphs[:, :_JOKER].sum(axis=1) > _RANKED
    rows = np.flatnonzero(ranked & (suits[:, :_NO_SUIT].max(axis=1) < _DOUBTED))
    if not len(rows):
        return suits
    wide, tall = np.maximum(sizes(index_quads[rows]), 1).T
    looks = _Looks(reader, image, homographies(np.repeat(UNIT[None], len(rows), axis=0), index_quads[rows]))
    aspect = np.asarray(tall / wide, dtype=np.float64)
    every = np.arange(len(rows))
    first = looks.at([(place.window(place.tall, aspect, mirrored), every) for place in _PLACES])
    again = [
        (number, size, np.flatnonzero(_clear(seen)))
        for number, (place, seen) in enumerate(zip(_PLACES, first, strict=True))
        for size in place.others
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


def _clear(seen: Doubles) -> Flags:
    """Which of (N, 5) windows, see `_Looks.at`, show one suit clearly."""
    return np.asarray((seen[:, 0] >= _ALONE) & (seen[:, 1:].max(axis=1) >= _CLEAR))


@dataclass(frozen=True, eq=False)
class _Looks:
    """Looks through windows of indices that (N, 3, 3) maps lay on the picture."""

    reader: GlyphReader
    image: Image
    onto: Doubles

    def at(self, windows: list[tuple[Doubles, Rows]]) -> list[Doubles]:
        """What windows show: of each of the (K, 4, 2) of indices (K,) the chance of a single suit, and of the four."""
        quads = [projected(self.onto[which], own) for own, which in windows]
        everything = np.concatenate(quads).astype(np.float32)
        if not len(everything):
            return [np.zeros((0, 1 + _NO_SUIT)) for _ in windows]
        glyphs, suits, _, _ = self.reader.probabilities(to_input(patches(self.image, everything)))
        alone = glyphs[:, _NONE] * (1 - suits[:, _NO_SUIT])
        shown = np.column_stack([alone, suits[:, :_NO_SUIT]]).astype(np.float64)
        return np.split(shown, np.cumsum([len(each) for each in quads])[:-1])
