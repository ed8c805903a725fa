"""Places that a card or an arm has left: told by what has changed there, and by the table round them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from vision.change import Change, Mask, share, widened
from vision.likeness import blinded, lighter
from vision.small import CLIPPED
from vision.types import Floats

_FAINTLY = 0.15
"""Share of a place that has to look otherwise where it looks like the table now: a black card's on a black cloth."""
_SHARES = (0.1, 0.3, 0.5, 0.7, 0.9)
"""Quantiles of its cells' looks that are compared with those of the table round it, ..."""
_WITHIN = np.array([4.5, 6.0, 1.9])
"""... how far they may be apart, in grey, redness and grey's deviation within a cell, ..."""
_OF_SPREAD = 0.38
"""... what of the table's own spread is added to that, ..."""
_MOST = np.array([14.0, 10.0, 5.0])
"""... and the most that comes to: on a bold pattern nearly everything would look like the table."""
_BLINDED = 0.05
"""Share of its cells as white as can be from which a place may be under a glare, and nobody knows what lies there."""
_LIT = 0.25
"""Share of what lies about a place that has grown as white as can be where a light has come over it, ..."""
_UNSEEN = 0.5
"""... and of the place itself from which nothing can be told of it then."""
_WHITENED = 0.15
"""Share of a card's place that has grown as white as can be where what is printed there may not show."""
_MIDDLES = (0.0, 128.0)
"""What is added to grey and redness to keep them within bytes."""
_REACHED = 3.0
"""Cells from which the looks of the next one are taken where the table is thought to go on."""
_AT_AN_EDGE = 1.5
"""How much farther off a tenth of them may be: nobody knows how a shadow's edge runs where it is not seen."""
AS_IT_WAS = 0.8
"""Share of what has changed in a patch that has to look as it did before anything lay there, ..."""
CARD_GONE = 0.6
"""... and in a card's place: of a card that lies there nothing does."""
_AROUND = 8
"""Cells about a patch that show what the table looks like there, ..."""
_FEWEST = 20
"""... and how many have to."""


def free(change: Change, covers: Sequence[Mask]) -> Mask:
    """The cells that show the table: nothing has changed there, and none is in the `covers` of the cards."""
    return np.asarray(~np.logical_or.reduce([change.dirty | change.moving, *covers]))


def as_it_was(change: Change, place: Mask, least: float) -> bool:
    """Whether at `least` so much of what has changed in a place looks as it did before anything lay there."""
    return change.bared is not None and share(change.bared, place & change.dirty) >= least


def bare(texture: Floats, patch: Mask, table: Mask) -> bool:
    """Whether a patch of cells looks like those of the table about it.

    Args:
        texture: (rows, columns, 3) what the cells look like, see `Motion.texture`.
        patch: the cells asked for.
        table: those that show the table.
    """
    square = np.ones((3, 3), np.uint8)
    cells = patch.astype(np.uint8)
    near = cv2.dilate(cells, square, iterations=_AROUND) > cv2.dilate(cells, square)
    around = texture[near & table]
    if len(around) < _FEWEST or float((texture[patch][:, 0] >= CLIPPED).mean()) > _BLINDED:
        return False
    # Cells at its rim show a little of what lies beyond.
    inner = cv2.erode(cells, square) > 0
    inner = inner if inner.any() else patch
    here, there = (np.quantile(each, _SHARES, axis=0) for each in (texture[inner], around))
    slack = np.minimum(_WITHIN + _OF_SPREAD * (there[-1] - there[0]), _MOST)
    like = (np.abs(here - there) <= slack).all(axis=0)
    return bool(like.all() or (like[2] and _goes_on(texture, inner, near, table)))


def _goes_on(texture: Floats, place: Mask, near: Mask, table: Mask) -> bool:
    """Whether the table about a place goes on through it, as it does where the edge of a shadow or of a light crosses.

    Args:
        texture: as for `bare`.
        place: its cells.
        near: those about it.
        table: those that show the table.
    """
    rows, columns = (np.flatnonzero((near | place).any(axis=axis)) for axis in (1, 0))
    box = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
    unknown = (~table[box]).astype(np.uint8)
    for kind, middle in enumerate(_MIDDLES):
        seen = np.clip(np.rint(texture[box][..., kind] + middle), 0, 255).astype(np.uint8)
        due = cv2.inpaint(seen, unknown, _REACHED, cv2.INPAINT_NS)
        off = np.abs(seen.astype(np.float32) - due)[place[box]]
        if np.median(off) > _WITHIN[kind] or np.quantile(off, _SHARES[-1]) > _AT_AN_EDGE * _MOST[kind]:
            return False
    return True


def dazzled(lit: Mask, place: Mask, pictures: tuple[Floats, Floats] | None) -> bool:
    """Whether a light has come to lie on a place, under which the card that lay there may lie still.

    What is seen of the place has only grown lighter then, or next to nothing is seen.

    Args:
        lit: cells that have grown as white as can be since the card lay there.
        place: its cells.
        pictures: what it looked like, and looks like now, (N, 2) grey and redness each; None where that is not known.
    """
    rim = widened(place, 2) & ~place
    if share(lit, rim) < _LIT:
        return False
    return share(lit, place) > _UNSEEN or (pictures is not None and blinded(*pictures))


def whitened(lit: Mask, place: Mask, pictures: tuple[Floats, Floats] | None) -> bool:
    """Whether a face may only have lost what is printed on it to a light; arguments as for `dazzled`."""
    return share(lit, place) > _WHITENED and pictures is not None and lighter(*pictures)


def vacated(
    cells: Mask,
    arms: Mask,
    covers: Callable[[], Sequence[Mask]],
    least: float,
    change: Change,
    texture: Callable[[], Floats],
    resting: bool = False,
) -> bool:
    """Whether a place looks otherwise than with its card, as far as no arm is over it.

    Args:
        cells: the place.
        arms: cells under arms.
        covers: gives the cells of every card followed, a little widened.
        least: share of the place that has to have changed, where it does not look like the table round it.
        change: what one frame shows of change.
        texture: gives (rows, columns, 3) what the cells look like, see `Motion.texture`.
        resting: whether an arm may lie there yet; lying still it may be taken for none, and the card is there.
    """
    clear = cells & ~arms
    # A card that is gone takes all its picture with it; what is left of one is a card half covered.
    if clear.sum() < 0.5 * cells.sum():
        return False
    altered = float(change.dirty[clear].mean())
    if altered >= least and not resting:
        return True
    if altered < _FAINTLY or not np.array_equal(clear, cells):
        return False
    return as_it_was(change, cells, CARD_GONE) or bare(texture(), cells, free(change, covers()))
