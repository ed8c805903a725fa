"""The table as it was last looked at, small, and where a later picture of it differs: in the same light or another."""

from __future__ import annotations

import cv2
import numpy as np

from vision.change import Mask, share
from vision.egomotion import corners
from vision.small import CELL, CLIPPED, differing, means, spread
from vision.types import Floats

_CHANGED = 5.0
_BLOCK = 12
"""Width and height of the places whose patterns are compared, in pixels."""
_PATTERN = 4.0
"""Deviation of grey within them from which there is one."""
_BLOCKS = 12
"""How many have to have one, ..."""
_ALIKE = 0.5
"""... how like each other patterns are, from 0 to 1, that are the same in another light, ..."""
_CUT = 0.25
"""... and share of them that stays so, at most, where another scene is shown."""
_FINE = 3.0
"""Grey by which pixels differ from those round them where a pattern is too fine for the small pictures, ..."""
_BLINKS = 3.0
"""... and how many times that it may differ from itself where the camera moves by part of a pixel, ..."""
_SEVERAL = np.ones((3, 3), dtype=np.uint8)
"""... of so many cells, at least."""
_BY_LIGHT = 0.04
"""Share of its grey that the table itself may have grown lighter or darker by, beside all else: a camera that adjusts
itself clips one colour before the others, and the light of a room grows unevenly."""
_TURNED_RED = 9.0
"""Mean redness by which a cell differs from the model."""
_TELLING = 0.05
"""Share of the cells that have to be darker than white to tell how much lighter the room has grown."""
_STRUCTURED = 2.5
"""Deviation of grey within a cell in which something is to be seen."""
_UNCHANGED = 0.4
"""Share of the cells in which something was to be seen that have to look as they did: by chance a quarter does."""
_AS_LIGHT = 0.6
"""Share of what shows nothing that looks as it did, in the same light, where a table is shown again."""
_SAME_GROUND = 0.5
"""Share of what shows nothing that has to look as it did where only the cards are gone, ..."""
_COME = 0.5
"""... and of the cells in which something has gone, how many may show something that was not there, besides arms."""


class Model:
    """A small picture of the table: grey, redness, and the points by which it is followed.

    Args:
        grey: (h, w) of it.
        red: (h, w) its redness.

    Attributes:
        points: (N, 1, 2) of it that can be followed.
    """

    def __init__(self, grey: Floats, red: Floats) -> None:
        self.grey, self.red = grey, red
        self.points = corners(grey)

    def take(self, cells: Mask, laid: Floats, red: Floats) -> None:
        """Have some cells show what a picture laid over it does, in the model's own light."""
        mask = spread(cells, self.grey)
        self.grey = np.where(mask, laid / self.gain(laid), self.grey).astype(np.float32)
        self.red = np.where(mask, red - self.tint(red), self.red).astype(np.float32)
        self.points = corners(self.grey)

    def gain(self, laid: Floats) -> float:
        """How much lighter the room has grown as a whole since the model was made, which is no change of the table."""
        now, before = means(laid), means(self.grey)
        telling = (now < CLIPPED) & (before < CLIPPED)
        if telling.mean() < _TELLING:
            telling[:] = True
        return float(np.clip(np.median((now[telling] + 4) / (before[telling] + 4)), 0.4, 2.5))

    def tint(self, red: Floats) -> float:
        """How much redder the light has grown as a whole since the model was made."""
        return float(np.median(means(red - self.red)))

    def differing(self, laid: Floats, red: Floats) -> Mask:
        """(rows, columns) cells in which a picture laid over the model, of such redness, differs from it."""
        return self.differs(laid) | self._reddened(red, self.red)

    def unlike(self, laid: Floats, red: Floats, table: tuple[Floats, Floats]) -> Mask:
        """Cells in which a picture differs from one of the table itself, grey and red in the model's light."""
        return self.differs(laid, table[0], _BY_LIGHT) | self._reddened(red, table[1])

    def differs(self, laid: Floats, grey: Floats | None = None, by_light: float = 0.0) -> Mask:
        """Cells whose grey differs from the model's, or from another's in the model's light; see `_BY_LIGHT`."""
        grey = self.grey if grey is None else grey
        now, due = np.minimum(laid, CLIPPED), np.minimum(grey * self.gain(laid), CLIPPED)
        white = grey >= CLIPPED
        if white.any():
            # Of what was as white as can be nobody knows how much of that white is left in less light.
            due = np.where(white, np.maximum(now, due), due)
        limit = slack(grey, _CHANGED, 0.25)
        if by_light:
            limit = np.maximum(limit, slack(grey, 0.0, 0.25) + by_light * means(due))
        return differing(now, due, limit)

    def standing(self, laid: Floats) -> Mask:
        """(N,) which of the points look as they did in a picture laid over the model."""
        if not len(self.points):
            return np.ones(1, dtype=bool)
        columns, rows = (self.points[:, 0] / CELL).astype(int).T
        return np.asarray(~self.differs(laid)[rows, columns])

    def seen(self, laid: Floats) -> float:
        """The share of its patterns that a picture laid over it shows, in whatever light; 0 where it has too few."""
        alike, own, _ = _patterns(self.grey, laid)
        return share(alike, own) if own.sum() >= _BLOCKS else 0.0

    def bared(self, laid: Floats, red: Floats, before: tuple[Floats, Floats]) -> bool:
        """Whether a picture shows the table that this one is of, from which cards may have been taken.

        Args:
            laid: (h, w) the picture, laid over the model.
            red: (h, w) its redness.
            before: grey and redness of the last one that surely did. A room's light does not change much meanwhile, and
                in another light anything plain is like any other.
        """
        then, then_red = before
        plain = ~_structured(self.grey) & ~self.differing(then, then_red)
        other = differing(laid, then, slack(then, _CHANGED, 0.25))
        other |= differing(red, then_red, slack(then_red, _TURNED_RED, 0.25))
        return share(~other, plain) >= _AS_LIGHT and self._only_gone(laid, self.differs(laid))

    def emptied(self, laid: Floats) -> bool:
        """Whether the cards have been taken from the table, or most of it looks as it did: the camera stands.

        Where the camera has moved, what was seen in one place is seen in another.
        """
        differs, before = self.differs(laid), _structured(self.grey)
        if share(~differs, before) >= _UNCHANGED:
            return True
        return share(~differs, ~before) >= _SAME_GROUND and self._only_gone(laid, differs)

    def _only_gone(self, laid: Floats, differs: Mask) -> bool:
        """Whether where a picture differs things have gone and few have come, besides arms."""
        before, now = _structured(self.grey), _structured(laid)
        gone, come = (before & differs & ~now).sum(), (~before & differs & now & ~_from_the_edge(differs)).sum()
        return bool(come < _COME * gone)

    def _reddened(self, red: Floats, than: Floats) -> Mask:
        return differing(red - self.tint(red), than, slack(than, _TURNED_RED, 0.25))


def slack(small: Floats, noise: float, misfit: float) -> Floats:
    """(rows, columns) what a cell's mean difference may be: the noise, and `misfit` pixels of its own edges' misfit."""
    # By differences of the picture with itself, which is asked for several times a frame.
    across = np.zeros(small.shape, dtype=np.float32)
    across[:, 1:-1] = cv2.absdiff(small[:, 2:], small[:, :-2])
    across[1:-1] += cv2.absdiff(small[2:], small[:-2])
    return np.asarray(noise + misfit * means(across), dtype=np.float32)


def blinks(one: Floats, other: Floats, noise: float) -> Mask:
    """(rows, columns) cells in which small pictures (h, w) differ by no more than patterns too fine for them do.

    Of what repeats itself every few pixels of a frame they show another pattern wherever the camera has moved by part
    of a pixel. That fills several cells side by side, as no glyph does, and leaves what they are like on average.
    """
    fine = np.maximum(_fine(one), _fine(other))
    limit = np.asarray(noise + _BLINKS * fine, dtype=np.float32)
    alike = cv2.absdiff(means(one), means(other)) <= noise + fine
    return np.asarray((fine > _FINE) & alike & ~differing(one, other, limit))


def _fine(small: Floats) -> Floats:
    """(rows, columns) by how much pixels of patterns that fill several cells differ from those round them."""
    apart = means(np.asarray(cv2.absdiff(small, cv2.blur(small, (3, 3)))))
    return np.asarray(cv2.morphologyEx(apart, cv2.MORPH_OPEN, _SEVERAL), dtype=np.float32)


def jumped(before: Floats, now: Floats) -> bool:
    """Whether two small grey pictures, (h, w), one right after the other, show different scenes, in whatever light.

    Where there is something to be seen in one of them its pattern is compared: shadows leave it as it is.
    """
    alike, first, second = _patterns(before, now)
    telling = first | second
    return bool(telling.sum() >= _BLOCKS and share(alike, telling) <= _CUT)


def _patterns(one: Floats, other: Floats) -> tuple[Mask, Mask, Mask]:
    """Which places of two small grey pictures show the same pattern, and which of each show one."""
    size = -(-one.shape[1] // _BLOCK), -(-one.shape[0] // _BLOCK)

    def mean(values: Floats) -> Floats:
        return np.asarray(cv2.resize(values, size, interpolation=cv2.INTER_AREA), dtype=np.float32)

    first, second = mean(one), mean(other)
    varied = mean(one * one) - first * first, mean(other * other) - second * second
    common = mean(one * other) - first * second
    alike = common > _ALIKE * np.sqrt(np.maximum(varied[0] * varied[1], 1.0))
    own, its = (np.asarray(each > _PATTERN**2) for each in varied)
    return np.asarray(alike), own, its


def _structured(values: Floats) -> Mask:
    mean = means(values)
    return np.asarray(means(values * values) - mean * mean > _STRUCTURED**2)


def _from_the_edge(mask: Mask) -> Mask:
    """The patches of a mask that reach in from the edge of the picture, as arms do."""
    _, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)
    at = np.unique(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]))
    return np.isin(labels, at[at > 0])
