"""Indices of one card: what they are together, and whether two belong together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision import prints
from vision.geometry import Doubles, areas, centres, corner_distances
from vision.language import NOTHING
from vision.types import Floats

_TIGHT = 0.06
"""Usual disagreement between the outlines of one card seen from two corners, in mean card sides."""
_LOOSE = 0.2
"""That of an outline that came out wrong."""
_FARTHEST = 0.5
_STRETCH = 1.67
_AGREEMENT = 4.0
"""Log likelihood ratio that what two indices say may add or take away; 52 names make it 4 at most anyway."""


@dataclass(eq=False)
class Group:
    """Indices of one card.

    Attributes:
        members: rows of the sightings' indices; empty for a face that shows none.
        outline: (4, 2) clockwise, first edge along the reading direction of the first member.
        score: how surely something is there.
        face: row of the sightings' faces that is this card, if one is.
        conflict: whether members contradict each other although they coincide.
    """

    members: list[int]
    outline: Floats
    score: float
    face: int | None = None
    conflict: bool = False


def pair_worths(index_quads: Floats, sat: prints.Seats, chances: Doubles, deck: prints.Print) -> Doubles:
    """(N, N) log likelihood ratios of every two indices being corners of one card against two; minus infinity if not.

    Args:
        index_quads: (N, 4, 2) in true reading order.
        sat: their seats, every one proper.
        chances: (N, 54) what each says.
        deck: where this deck prints its index.
    """
    gap = _gaps(index_quads, sat, deck)
    near = np.where(gap <= _FARTHEST, gap, np.inf)
    fit = np.maximum(4.5 - (near / _TIGHT) ** 2 / 2, 1.0 - (near / _LOOSE) ** 2 / 2)
    return np.asarray(fit + accord(chances, chances))


def accord(first: Doubles, second: Doubles) -> Doubles:
    """(N, M) log likelihood ratios of one card against two, from what N and M indices say, (N, 54) and (M, 54)."""
    one, other = first[:, :NOTHING], second[:, :NOTHING]
    apiece = np.outer(one.sum(axis=1), other.sum(axis=1)) / 52
    return np.clip(np.log((one @ other.T + 1e-4) / (apiece + 1e-4)), -_AGREEMENT, _AGREEMENT)


def _gaps(index_quads: Floats, sat: prints.Seats, deck: prints.Print) -> Doubles:
    """(N, N) how far every two outlines and indices are from being corners of one card, in mean card sides."""
    outlines, right = sat.outlines, sat.right
    side = np.sqrt(np.maximum(np.abs(areas(outlines)), 1.0))
    mean_side = (side[:, None] + side[None]) / 2
    # Outlines begin with the reading direction, so those of one card coincide as they are or after half a turn.
    apart = corner_distances(outlines, outlines)[:, :, [0, 2]] / mean_side[..., None]
    seat = prints.depths(centres(index_quads), outlines)
    centre = deck.centre()
    own = np.stack([np.where(right, 1 - centre[0], centre[0]), np.full(len(right), centre[1])], axis=1)
    same_end = right[:, None] == right[None]
    # Upside down from here: diagonally across, or straight below where a four-corner deck reads the other end.
    below = np.stack([np.where(same_end, 1 - own[:, None, 0], own[:, None, 0]), 1 - own[:, [1]] + 0 * side], axis=-1)
    # The same way up: only the other end of the same edge, else it is another card of a fan.
    beside = np.stack([1 - own[:, [0]] + 0 * side, own[:, [1]] + 0 * side], axis=-1)
    off_below = np.hypot(*np.moveaxis(seat - below, -1, 0))
    off_beside = np.where(same_end, np.inf, np.hypot(*np.moveaxis(seat - beside, -1, 0)))
    turned = (apart[..., 1] + off_below + off_below.T) / 3
    straight = (apart[..., 0] + off_beside + off_beside.T) / 3
    gap = np.minimum(turned, straight)
    gap[np.maximum(side[:, None], side[None]) > _STRETCH * np.minimum(side[:, None], side[None])] = np.inf
    np.fill_diagonal(gap, np.inf)
    return np.asarray(gap)
