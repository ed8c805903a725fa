"""Where a card lies of which an index alone is seen.

What a detector guesses of such a card from its index is off by a sixth of its size. The other cards of the table,
seen whole, tell better: how large a card is wherever it lies, and where on it this deck prints the index.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision import covered
from vision.corners import Group, sound
from vision.geometry import UNIT, Doubles, Flags, areas, convex, rolled
from vision.language import NOTHING
from vision.plane import Plane, fit_plane
from vision.types import Floats, Sightings

_FLAT = 0.06
"""Median deviation of the whole cards' edges from one size up to which they lie in one plane."""
_CLEAR = 0.6
"""Chance of an index's likeliest name from which it tells where the deck prints its indices."""
_LIKE = 0.4
"""Mean distance of corners, in card sides, up to which a pose and the outline guessed can be one card's."""
_BESIDE, _ALIKE = 0.6, 0.4
"""Distance of indices in card heights, and difference of turns, up to which cards are beside each other in a fan."""
_FEWEST = 3
"""Indices beside one that make a fan of them."""
_WHOLE = 4.0
"""What the turn of a card seen whole counts for, as many times that of one guessed."""
_SPREAD, _STRAIGHT = 0.05, 0.12
"""How far apart they must lie to show how the turn changes (weights times squares of card heights), and up to which
mean deviation from that they are one fan."""
_MOST = 16
"""Whole cards that tell of the table; more take time and tell no more."""


def settle(groups: Sequence[Group], found: Sightings, chances: Doubles) -> None:
    """Put the outlines, in place, of cards without a face where their index says that they lie.

    Cards with a face that ends under another card are given the size of the others.

    Args:
        groups: cards facing up, their faces given to them.
        found: the sightings.
        chances: (N, 54) what each index says.
    """
    guessed = sound([group for group in groups if group.face is None and group.members])
    faced = sound([group for group in groups if group.face is not None and group.members])
    if not faced:
        return
    outlines = np.stack([group.outline for group in faced])
    ends = covered.at_both_ends(faced, outlines, found)
    agreed = [row for row, group in enumerate(faced) if not group.conflict]
    rows = sorted(agreed, key=lambda row: -faced[row].score)[:_MOST]
    if not rows:
        return
    full = covered.full(outlines[rows], ends[rows])
    if full.all() and not guessed:
        return
    plane = fit_plane(outlines[rows], full=full)
    if plane.error > _FLAT:
        return
    flat = plane.to_table(outlines)
    members = [member for row in rows for member in faced[row].members]
    spots, lie = plane.to_table(found.index_quads[members]), flat[[row for row in rows for _ in faced[row].members]]
    place = _printed(plane, spots, lie, chances[members, :NOTHING].max(axis=1) > _CLEAR)
    if place is None:
        return
    if guessed:
        _pose(plane, place, guessed, found, spots, lie)
    if not full.all():
        covered.complete(plane, place.mean(axis=0), faced, flat, ends, groups, found)


def _pose(
    plane: Plane, place: Doubles, guessed: Sequence[Group], found: Sightings, spots: Doubles, lie: Doubles
) -> None:
    """Put cards without a face, in place, where their index says that they lie.

    Args:
        plane: of the table.
        place: (4, 2) the index at the top left of a card, in card heights from its corner.
        guessed: the cards.
        found: the sightings.
        spots: (M, 4, 2) indices of cards seen whole, on the table.
        lie: (M, 4, 2) their cards there.
    """
    outlines = np.stack([group.outline for group in guessed])
    indices = plane.to_table(found.index_quads[[group.members[0] for group in guessed]])
    turn, guess = _guessed(plane, place, indices, plane.to_table(outlines))
    begun, _ = _turned_like(plane, _turns(place, spots), lie)
    turn, fanned = _as_in_a_fan(turn, indices.mean(axis=1), begun, spots.mean(axis=1))
    posed = _posed(plane, place, indices, turn, guess)
    apart = posed[:, None] - rolled(outlines)
    near = np.hypot(apart[..., 0], apart[..., 1]).mean(axis=-1).min(axis=1) < _LIKE * np.sqrt(np.abs(areas(outlines)))
    for group, pose, fit in zip(guessed, posed, convex(posed) & (near | fanned), strict=True):
        if fit:
            group.outline = pose


def _guessed(plane: Plane, place: Doubles, indices: Doubles, outlines: Doubles) -> tuple[Doubles, Doubles]:
    """How (N, 4, 2) cards are turned, (N,), and their corners from the one on that their indices stand in.

    Args:
        plane: of the table.
        place: (4, 2) the index at the top left of a card, in card heights from its corner.
        indices: (N, 4, 2) one of each card, on the table.
        outlines: (N, 4, 2) the cards as guessed, on the table.
    """
    turn = _turns(place, indices)
    lies, guess = _turned_like(plane, turn, outlines)
    # An index is small, and the card guessed from it is not exact either: the truth lies between the two.
    return turn + _between(turn, lies) / 2, guess


def _turned_like(plane: Plane, turn: Doubles, outlines: Doubles) -> tuple[Doubles, Doubles]:
    """Of the ways to begin (N, 4, 2) outlines those that are turned most like their indices: (N,) angles, outlines."""
    begun = rolled(outlines)
    lies = _turns(UNIT * (plane.aspect, 1.0), begun)
    every, first = np.arange(len(begun)), np.abs(_between(turn[:, None], lies)).argmin(axis=1)
    return np.asarray(lies[every, first]), np.asarray(begun[every, first])


def _as_in_a_fan(turn: Doubles, middles: Doubles, known: Doubles, spots: Doubles) -> tuple[Doubles, Flags]:
    """Turns of cards guessed from their indices, put straight by those of the cards beside them.

    From one card of a fan or a row to the next the turn changes by about as much as the place does.

    Args:
        turn: (N,) of the cards.
        middles: (N, 2) of their indices, on the table.
        known: (M,) turns of cards seen whole, one for each of their indices.
        spots: (M, 2) the middles of these.

    Returns:
        (N,) the turns, and which of the cards are parts of a fan.
    """
    away = np.concatenate([middles, spots]) - middles[:, None]
    by = _between(turn[:, None], np.concatenate([turn, known]))
    # The index in the opposite corner is turned by half a turn.
    by -= np.pi * np.round(by / np.pi)
    near = (np.hypot(away[..., 0], away[..., 1]) < _BESIDE) & (np.abs(by) < _ALIKE)
    # It is compared with what the others alone make likely.
    near[:, : len(turn)] &= ~np.eye(len(turn), dtype=bool)
    weight = np.repeat((1.0, _WHOLE), (len(turn), len(known))) * near
    spread = np.einsum("nk,nki,nkj->nij", weight, away, away)
    axis = np.arctan2(2 * spread[:, 0, 1], spread[:, 0, 0] - spread[:, 1, 1]) / 2
    along = away[..., 0] * np.cos(axis)[:, None] + away[..., 1] * np.sin(axis)[:, None]
    total, first, second = (np.sum(weight * along**power, axis=1) for power in (0, 1, 2))
    level, rise = np.sum(weight * by, axis=1), np.sum(weight * along * by, axis=1)
    det = np.maximum(total * second - first**2, 1e-9)
    here, slope = (second * level - first * rise) / det, (total * rise - first * level) / det
    off = np.sum(weight * (by - here[:, None] - slope[:, None] * along) ** 2, axis=1) / np.maximum(total, 1e-9)
    fanned = (near.sum(axis=1) >= _FEWEST) & (det > _SPREAD) & (off < _STRAIGHT**2)
    return np.asarray(np.where(fanned, turn + here * total / (total + 1), turn)), np.asarray(fanned)


def _posed(plane: Plane, place: Doubles, indices: Doubles, turn: Doubles, guess: Doubles) -> Floats:
    """(N, 4, 2) cards put where their (N, 4, 2) indices say that they lie, in the picture.

    Args:
        plane: of the table.
        place: (4, 2) the index at the top left of a card, in card heights from its corner.
        indices: one of each card, on the table.
        turn: (N,) of the cards.
        guess: (N, 4, 2) the cards as guessed, on the table, begun as their indices read.
    """
    middles = indices.mean(axis=1)
    across = ((middles - guess.mean(axis=1)) * (guess[:, 1] - guess[:, 0])).sum(axis=1)
    left, below = place.mean(axis=0)
    anchor = np.column_stack([np.where(across > 0, plane.aspect - left, left), np.full(len(turn), below)])
    posed = plane.to_image(_turned(UNIT * (plane.aspect, 1.0) - anchor[:, None], turn) + middles[:, None])
    return np.asarray(posed, dtype=np.float32)


def _printed(plane: Plane, indices: Doubles, corners: Doubles, clear: Flags) -> Doubles | None:
    """(4, 2) the index at the top left of a card, in card heights from its corner; None where no card tells.

    Args:
        plane: of the table.
        indices: (M, 4, 2) of cards seen whole, on the table.
        corners: (M, 4, 2) of their cards there.
        clear: (M,) which of them tell rather than others.
    """
    # Its own top left corner is that of the card, or the one opposite.
    ahead = ((indices[:, 1] - indices[:, 0]) * (corners[:, 1] - corners[:, 0])).sum(axis=1) > 0
    first, second = np.moveaxis(np.where(ahead[:, None, None], corners[:, :2], corners[:, 2:]), 1, 0)
    x, y = ((second - first) / np.maximum(np.hypot(*(second - first).T), 1e-9)[:, None]).T
    axes = np.stack([x, -y, y, x], axis=1).reshape(-1, 2, 2)
    seats = (indices - first[:, None]) @ axes
    fit = (seats.mean(axis=1) < (plane.aspect / 2, 0.5)).all(axis=1)
    tell = fit & clear if (fit & clear).any() else fit
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
