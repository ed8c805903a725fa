"""Where a card lies of which an index alone is seen.

What a detector guesses of such a card from its index is off by a sixth of its size. The other cards of the table,
seen whole, tell better: how large a card is wherever it lies, and where on it this deck prints the index.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.corners import Group, sound
from vision.geometry import UNIT, Doubles, areas, convex, rolled
from vision.language import NOTHING
from vision.plane import Plane, fit_plane
from vision.types import Floats, Sightings

_FLAT = 0.06
"""Median deviation of the whole cards' edges from one size up to which they lie in one plane."""
_CLEAR = 0.6
"""Chance of an index's likeliest name from which it tells where the deck prints its indices."""
_LIKE = 0.4
"""Mean distance of corners, in card sides, up to which a pose and the outline guessed can be one card's."""
_MOST = 16
"""Whole cards that tell of the table; more take time and tell no more."""


def settle(groups: Sequence[Group], found: Sightings, chances: Doubles) -> None:
    """Put the outlines, in place, of cards without a face where their index says that they lie.

    Args:
        groups: cards facing up, their faces given to them.
        found: the sightings.
        chances: (N, 54) what each index says.
    """
    guessed = sound([group for group in groups if group.face is None and group.members])
    whole = [group for group in groups if group.face is not None and group.members and not group.conflict]
    whole = sound(sorted(whole, key=lambda group: -group.score)[:_MOST])
    if not guessed or not whole:
        return
    plane = fit_plane(np.stack([group.outline for group in whole]))
    if plane.error > _FLAT:
        return
    place = _printed(plane, whole, found, chances)
    if place is None:
        return
    outlines = np.stack([group.outline for group in guessed])
    posed = _posed(plane, place, found.index_quads[[group.members[0] for group in guessed]], outlines)
    apart = posed[:, None] - rolled(outlines)
    near = np.hypot(apart[..., 0], apart[..., 1]).mean(axis=-1).min(axis=1) < _LIKE * np.sqrt(np.abs(areas(outlines)))
    for group, pose, fit in zip(guessed, posed, convex(posed) & near, strict=True):
        if fit:
            group.outline = pose


def _posed(plane: Plane, place: Doubles, index_quads: Floats, outlines: Floats) -> Floats:
    """(N, 4, 2) cards put where their (N, 4, 2) indices say that they lie.

    Args:
        plane: of the table.
        place: (4, 2) the index at the top left of a card, in card heights from its corner.
        index_quads: one of each card.
        outlines: (N, 4, 2) the cards as guessed.
    """
    card = UNIT * (plane.aspect, 1.0)
    indices, begun = plane.to_table(index_quads), rolled(plane.to_table(outlines))
    turn, lies = _turns(place, indices), _turns(card, begun)
    every, first = np.arange(len(begun)), np.abs(_between(turn[:, None], lies)).argmin(axis=1)
    guess, middles = begun[every, first], indices.mean(axis=1)
    across = ((middles - guess.mean(axis=1)) * (guess[:, 1] - guess[:, 0])).sum(axis=1)
    left, below = place.mean(axis=0)
    anchor = np.column_stack([np.where(across > 0, plane.aspect - left, left), np.full(len(every), below)])
    # An index is small, and the card guessed from it is not exact either: the truth lies between the two.
    turn = turn + _between(turn, lies[every, first]) / 2
    posed = plane.to_image(_turned(card - anchor[:, None], turn) + middles[:, None])
    return np.asarray(posed, dtype=np.float32)


def _printed(plane: Plane, whole: Sequence[Group], found: Sightings, chances: Doubles) -> Doubles | None:
    """(4, 2) the index at the top left of a card, in card heights from its corner; None where no card tells."""
    rows = [row for group in whole for row in group.members]
    own = [number for number, group in enumerate(whole) for _ in group.members]
    corners = plane.to_table(np.stack([group.outline for group in whole]))[own]
    indices = plane.to_table(found.index_quads[rows])
    # Its own top left corner is that of the card, or the one opposite.
    ahead = ((indices[:, 1] - indices[:, 0]) * (corners[:, 1] - corners[:, 0])).sum(axis=1) > 0
    first, second = np.moveaxis(np.where(ahead[:, None, None], corners[:, :2], corners[:, 2:]), 1, 0)
    x, y = ((second - first) / np.maximum(np.hypot(*(second - first).T), 1e-9)[:, None]).T
    axes = np.stack([x, -y, y, x], axis=1).reshape(-1, 2, 2)
    seats = (indices - first[:, None]) @ axes
    fit = (seats.mean(axis=1) < (plane.aspect / 2, 0.5)).all(axis=1)
    clear = fit & (chances[rows, :NOTHING].max(axis=1) > _CLEAR)
    tell = clear if clear.any() else fit
    return np.asarray(np.median(seats[tell], axis=0)) if tell.any() else None


def _turns(one: Doubles, others: Doubles) -> Doubles:
    """(...) the angles that turn the corners of a (4, 2) quad onto those of (..., 4, 2) others, about their middles."""
    a, b = one - one.mean(axis=0), others - others.mean(axis=-2, keepdims=True)
    across = a[:, 0] * b[..., 1] - a[:, 1] * b[..., 0]
    return np.asarray(np.arctan2(across.sum(axis=-1), (a * b).sum(axis=(-2, -1))))


def _between(one: Doubles, other: Doubles) -> Doubles:
    """From angles to others, the shorter way."""
    return np.asarray((other - one + np.pi) % (2 * np.pi) - np.pi)


def _turned(points: Doubles, angles: Doubles) -> Doubles:
    """(N, 4, 2) points turned by (N,) angles about the origin."""
    c, s = np.cos(angles), np.sin(angles)
    return np.asarray(points @ np.stack([c, s, -s, c], axis=1).reshape(-1, 2, 2))
