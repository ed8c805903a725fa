"""Printed indices as landmarks: where a card's name stands, however its outline is guessed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.geometry import UNIT, Flags, centres, homographies, inside, projected, sizes
from vision.types import Floats, Index, quads

_ONE_SPOT = 0.5
"""Widths of an index under which the middles of two are one spot: beside each other they lie a whole one apart."""


def named(indices: Sequence[Index]) -> tuple[Index, ...]:
    """Those of which glyph and suit were read."""
    return tuple(index for index in indices if index.glyph and index.suit)


def in_common(ones: Sequence[Sequence[Index]], others: Sequence[Sequence[Index]], partly: bool = False) -> Flags:
    """Which cards show one and the same index: at one spot, read alike.

    Args:
        ones: indices of N cards, in one picture's pixels.
        others: of M cards, as another look at the same place saw them.
        partly: whether the suit may be read otherwise, or not at all, being half covered: half a heart is half a
            diamond too, and in some packs all suits have one colour.

    Returns:
        (N, M).
    """
    mine, its = ([(index, row) for row, each in enumerate(cards) for index in each] for cards in (ones, others))
    out = np.zeros((len(ones), len(others)), dtype=bool)
    if mine and its:
        same = at_one_spot([index for index, _ in mine], [index for index, _ in its])
        for at, to in zip(*np.nonzero(same), strict=True):
            (one, row), (other, column) = mine[at], its[to]
            out[row, column] |= _alike(one, other, partly)
    return out


def separate(ones: Sequence[Index], others: Sequence[Index]) -> bool:
    """Whether the ranks of each of two cards were read, none of the first where the other has an index."""
    read = all(any(index.glyph for index in each) for each in (ones, others))
    return read and not at_one_spot(ones, others).any()


def remains(ones: Sequence[Index], known: Sequence[Index]) -> bool:
    """Whether each of a card's indices is what may be left of a known one: at its spot, of its rank or of its suit."""
    spots = at_one_spot(ones, known)
    like = [[bool({one.glyph, one.suit} & {other.glyph, other.suit} - {None}) for other in known] for one in ones]
    return len(ones) > 0 and bool((spots & np.array(like, dtype=bool).reshape(spots.shape)).any(axis=1).all())


def within(indices: Sequence[Index], outline: Floats) -> bool:
    """Whether a card's indices, one at least, all lie in an outline, (4, 2)."""
    spots = centres(quads([index.quad for index in indices]))
    return len(spots) > 0 and bool(inside(spots, outline).all())


def across(indices: Sequence[Index], outline: Floats) -> bool:
    """Whether a card shows its name at two opposite corners of an outline, (4, 2): what it outlines is all of it."""
    read = named(indices)
    if len(read) < 2:
        return False
    onto = homographies(outline[None], UNIT[None])[0]
    seats = projected(onto, centres(quads([index.quad for index in read]))) > 0.5
    opposite = (seats[:, None] != seats[None]).all(axis=2)
    return any(_alike(read[one], read[other], partly=False) for one, other in np.argwhere(opposite))


def of_one_card(indices: Sequence[Index], known: Sequence[Index], outline: Floats) -> bool:
    """Whether indices stand where a card has its own: in a corner, as those do that are known, and as far from it.

    Args:
        indices: those.
        known: indices of the card.
        outline: (4, 2) where it lies.
    """
    if not indices or not known:
        return False
    spots, here = (centres(quads([index.quad for index in each])) for each in (known, indices))
    onto = homographies(outline[None], UNIT[None])[0]
    seat = projected(onto, spots)
    every = np.concatenate([np.abs(seat - corner) for corner in UNIT])
    there = projected(np.linalg.inv(onto), every)
    width = sizes(quads([index.quad for index in known])).min()
    far = np.linalg.norm(here[:, None] - there[None], axis=-1)
    return bool((far < _ONE_SPOT * width).any(axis=1).all())


def at_one_spot(ones: Sequence[Index], others: Sequence[Index]) -> Flags:
    """(N, M) which of N and M indices lie at one spot: the middle of one, of which less may be seen, on the other."""
    here, there = (quads([index.quad for index in each]) for each in (ones, others))
    if not len(here) or not len(there):
        return np.zeros((len(here), len(there)), dtype=bool)
    far = np.linalg.norm(centres(here)[:, None] - centres(there)[None], axis=-1)
    width = np.minimum(sizes(here).min(axis=1)[:, None], sizes(there).min(axis=1)[None])
    return np.asarray((far < _ONE_SPOT * width) | inside(centres(there), here) | inside(centres(here), there).T)


def _alike(one: Index, other: Index, partly: bool) -> bool:
    """Whether two indices are read alike; `partly`: as far as their ranks go."""
    return one.glyph is not None and one.glyph == other.glyph and (partly or (one.suit == other.suit is not None))
