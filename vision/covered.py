"""Cards of which a side lies under others: as long as a card is, and not only as much of it as shows.

What a detector outlines of such a card ends at the edge of what covers it, or somewhere beneath. A face cut short so
looks like another: the left column of a six is a three. Cards with indices at both ends are surely outlined whole.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.corners import Group
from vision.geometry import UNIT, Doubles, Flags, centres, homographies, inside, projected
from vision.plane import Plane
from vision.types import Floats, Sightings

_SHORTER = 0.05
"""Logarithm of an outline's sides' ratio against that of cards outlined whole from which one side is cut short."""
_SHORT, _WHOLE = 0.93, (0.93, 1.07)
"""Share of a card's length on the table under which an outline is cut short, and of the other side those from which and
up to which the outline is to be believed."""
_SIDES = (((0, 3), (1, 2)), ((0, 1), (3, 2)))
"""Corners of the sides that the width lies between, and the height."""


def full(outlines: Floats, ends: Flags) -> Flags:
    """(N, 2) which cards are outlined as wide, and as high, as they are; all where none shows indices at both ends.

    Args:
        outlines: (N, 4, 2) cards with a face and indices.
        ends: (N, 2) of them, see `at_both_ends`.
    """
    both = ends.all(axis=1)
    if not both.any():
        return np.ones_like(ends)
    shape = np.log(np.divide(*np.maximum(_lengths(outlines), 1e-6).T))
    wider = shape - np.median(shape[both])
    return np.asarray(ends | np.column_stack([wider > -_SHORTER, wider < _SHORTER]))


def complete(
    plane: Plane,
    seat: Doubles,
    faced: Sequence[Group],
    quads: Doubles,
    ends: Flags,
    groups: Sequence[Group],
    found: Sightings,
) -> None:
    """Give cards that end under another one, in place, the length that a card has.

    Args:
        plane: of the table.
        seat: (2,) middle of the index at the top left of a card, in card heights from its corner.
        faced: N cards with a face and indices.
        quads: (N, 4, 2) them, on the table.
        ends: (N, 2) of them, see `at_both_ends`.
        groups: all cards facing up.
        found: the sightings.
    """
    every = np.stack([group.outline for group in groups])
    lengths = np.array([plane.aspect, 1.0])
    shares = _lengths(quads) / lengths
    as_long = ((shares > _WHOLE[0]) & (shares < _WHOLE[1]))[:, ::-1]
    for row, axis in np.argwhere(~ends & (shares < _SHORT) & as_long).tolist():
        group = faced[row]
        spots = plane.to_table(found.index_quads[group.members].mean(axis=1))
        longer = _lengthened(quads[row], axis, spots, float(seat[axis]), float(lengths[axis]))
        if longer is None:
            continue
        whole, added = longer
        others = every[[each is not group for each in groups]]
        if inside(plane.to_image(added[None]).astype(np.float32), others).any():
            group.outline = plane.to_image(whole).astype(np.float32)


def at_both_ends(groups: Sequence[Group], outlines: Floats, found: Sightings) -> Flags:
    """(N, 2) which cards have indices both at the left and at the right, both above and below.

    Args:
        groups: N cards with indices.
        outlines: (N, 4, 2) of them.
        found: the sightings.
    """
    counts = [len(group.members) for group in groups]
    starts, members = np.cumsum([0, *counts[:-1]]), [row for group in groups for row in group.members]
    maps = homographies(outlines.astype(np.float64), np.broadcast_to(UNIT, outlines.shape))
    seats = projected(np.repeat(maps, counts, axis=0), centres(found.index_quads[members])[:, None])[:, 0]
    return np.asarray((np.minimum.reduceat(seats, starts) < 0.5) & (np.maximum.reduceat(seats, starts) > 0.5))


def _lengths(outlines: Floats | Doubles) -> Doubles:
    """(N, 2) how wide and how high (N, 4, 2) outlines are, midway between their sides."""
    along = np.stack([_along(outlines, axis) for axis in (0, 1)], axis=1)
    return np.asarray(np.hypot(along[..., 0], along[..., 1]))


def _along(outlines: Floats | Doubles, axis: int) -> Doubles:
    """(..., 2) across (..., 4, 2) outlines from the one side to the other, left to right or down."""
    near, far = _SIDES[axis]
    return np.asarray((outlines[..., far, :] - outlines[..., near, :]).mean(axis=-2))


def _lengthened(quad: Doubles, axis: int, spots: Doubles, seat: float, length: float) -> tuple[Doubles, Doubles] | None:
    """An outline (4, 2) as long as a card, and the middle (2,) of what it has more; None where it may go either way.

    Args:
        quad: on the table.
        axis: 0 where it lacks width, 1 where it lacks height.
        spots: (K, 2) the middles of its indices there.
        seat: how far from the side at which it stands the middle of an index lies.
        length: of a card.
    """
    near, far = _SIDES[axis]
    along = _along(quad, axis)
    own = float(np.hypot(*along))
    unit = along / max(own, 1e-9)
    places = (spots - quad[list(near)].mean(axis=0)) @ unit
    at_near = np.abs(places - seat) < np.abs(own - places - seat)
    if at_near.any() != at_near.all():
        return None
    moved, way = (far, unit) if at_near.all() else (near, -unit)
    out = quad.copy()
    out[list(moved)] += way * (length - own)
    return out, (quad[list(moved)].mean(axis=0) + out[list(moved)].mean(axis=0)) / 2
