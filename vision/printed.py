"""Printed indices as landmarks: where a card's name stands, however its outline is guessed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.geometry import Flags, centres, sizes
from vision.types import Index, SeenCard, quads

_ONE_SPOT = 0.5
"""Widths of an index under which the middles of two are one spot: beside each other they lie a whole one apart."""


def in_common(ones: Sequence[SeenCard], others: Sequence[SeenCard]) -> Flags:
    """Which cards show one and the same index: at one spot, read alike.

    Args:
        ones: N cards of one look, in one picture's pixels.
        others: M cards of another look at the same place.

    Returns:
        (N, M).
    """
    mine, my_rows = _named(ones)
    its, its_rows = _named(others)
    out = np.zeros((len(ones), len(others)), dtype=bool)
    if mine and its:
        alike = np.array([[(one.glyph, one.suit) == (other.glyph, other.suit) for other in its] for one in mine])
        at, to = np.nonzero(alike & _at_one_spot(mine, its))
        out[my_rows[at], its_rows[to]] = True
    return out


def apart(one: SeenCard, other: SeenCard) -> bool:
    """Whether each of two cards shows an index that was read, none of them where the other shows one."""
    mine, its = _named([one])[0], _named([other])[0]
    return bool(mine) and bool(its) and not _at_one_spot(one.indices, other.indices).any()


def _named(cards: Sequence[SeenCard]) -> tuple[list[Index], np.ndarray[tuple[int], np.dtype[np.intp]]]:
    """The indices of some cards whose glyph and suit were read, and (K,) the card of each."""
    read = [(index, row) for row, card in enumerate(cards) for index in card.indices if index.glyph and index.suit]
    return [index for index, _ in read], np.array([row for _, row in read], dtype=np.intp)


def _at_one_spot(ones: Sequence[Index], others: Sequence[Index]) -> Flags:
    """(N, M) whether N and M indices lie at one spot."""
    here, there = (quads([index.quad for index in each]) for each in (ones, others))
    far = np.linalg.norm(centres(here)[:, None] - centres(there)[None], axis=-1)
    width = np.minimum(sizes(here).min(axis=1)[:, None], sizes(there).min(axis=1)[None])
    return np.asarray(far < _ONE_SPOT * width)
