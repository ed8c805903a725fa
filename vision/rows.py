"""Indices that stand in a row, as those of a fan do, and those between them that one look overlooked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.geometry import Doubles, Flags, centres, rightward, sizes
from vision.types import Floats, Sightings

_ONE_WAY = 0.9
"""Cosine from which two indices stand the same way up, ..."""
_ALIKE = 1.4
"""... and how many times as high one may be, for both to be of one row."""
_LEVEL = 0.6
"""How far from each other they stand along their height at most, in heights, ..."""
_CLOSE = 1.6
"""... and across, for one to be easily overlooked between them, ..."""
_IN_REACH = 2.5
"""... and for what was found between them to be of their row."""
_BESIDE = 0.3
"""Distance across, in widths, from which an index stands beside another, and is not found twice."""
_FREE = 0.75
"""Distance from an index, in its sides, from which there is room for another."""
_SURER = 0.2
"""By how much a score has to be higher for what is sighted in another's place to take it."""


@dataclass(frozen=True, eq=False)
class _Pairs:
    """How M indices stand to each of N: offsets across and along in the frame of the N, and whether of one row."""

    across: Doubles
    along: Doubles
    one_row: Flags


def _pairs(ones: Floats, others: Floats) -> _Pairs:
    """Of (N, 4, 2) indices and (M, 4, 2) others."""
    mine, theirs = _rightward(ones), _rightward(others)
    down = np.stack([-mine[:, 1], mine[:, 0]], axis=1)
    offset = (centres(others)[None] - centres(ones)[:, None]).astype(np.float64)
    across, along = (np.einsum("nmk,nk->nm", offset, axis) for axis in (mine, down))
    high, other = sizes(ones)[:, 1:], sizes(others)[None, :, 1]
    alike = np.maximum(high, other) < _ALIKE * np.minimum(high, other)
    return _Pairs(across, along, (mine @ theirs.T > _ONE_WAY) & alike & (np.abs(along) < _LEVEL * high))


def _rightward(quads: Floats) -> Doubles:
    """(N, 2) unit vectors in the direction in which (N, 4, 2) indices are read."""
    across = rightward(quads).astype(np.float64)
    return np.asarray(across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-6))


def crowded(index_quads: Floats) -> Flags:
    """(N,) which of (N, 4, 2) indices stand close beside another one of their row."""
    pairs, size = _pairs(index_quads, index_quads), sizes(index_quads)
    beside = (np.abs(pairs.across) > _BESIDE * size[:, :1]) & (np.abs(pairs.across) < _CLOSE * size[:, 1:])
    close = pairs.one_row & beside
    return np.asarray((close | close.T).any(axis=1))


def between(found: Sightings, more: Sightings, least: float) -> Sightings:
    """Of what one look more sighted the indices that stand between two of a row, where none was found so surely.

    Args:
        found: what is known.
        more: what the look sighted.
        least: score from which its indices count.
    """
    mine, theirs = more.index_quads, found.index_quads
    if not len(mine) or not len(theirs):
        return Sightings()
    pairs, size = _pairs(mine, theirs), sizes(mine)
    near = pairs.one_row & (np.abs(pairs.across) < _IN_REACH * size[:, 1:])
    enclosed = (near & (pairs.across > 0)).any(axis=1) & (near & (pairs.across < 0)).any(axis=1)
    here = (np.abs(pairs.across) < _FREE * size[:, :1]) & (np.abs(pairs.along) < _FREE * size[:, 1:])
    weaker = found.index_scores[None] < more.index_scores[:, None] - _SURER
    kept = enclosed & ~(here & ~weaker).any(axis=1) & (more.index_scores >= least)
    return Sightings(index_quads=mine[kept], index_cards=more.index_cards[kept], index_scores=more.index_scores[kept])
