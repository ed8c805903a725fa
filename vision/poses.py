"""Where a card lies of which an index alone is seen.

What a detector guesses of such a card from its index is off by a sixth of its size. The other cards of the table,
seen whole, tell better: how large a card is wherever it lies, and where on it this deck prints the index.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from vision.corners import Group, sound
from vision.geometry import UNIT, Doubles, areas, convex, corner_distances
from vision.language import NOTHING
from vision.plane import Plane, fit_plane
from vision.types import Sightings

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
    guessed = [group for group in groups if group.face is None and group.members]
    whole = [group for group in groups if group.face is not None and group.members and not group.conflict]
    whole = sound(sorted(whole, key=lambda group: -group.score)[:_MOST])
    if not guessed or not whole:
        return
    plane = fit_plane(np.stack([group.outline for group in whole]))
    if plane.error > _FLAT:
        return
    card = UNIT * (plane.aspect, 1.0)
    place = _printed(plane, whole, found, chances)
    if place is None:
        return
    for group in guessed:
        if not convex(group.outline[None])[0]:
            continue
        index, outline = plane.to_table(found.index_quads[group.members[0]]), plane.to_table(group.outline)
        turn = _turn(place, index)
        outline = min(
            (np.roll(outline, -k, axis=0) for k in range(4)), key=lambda each: abs(_between(turn, _turn(card, each)))
        )
        across = (outline[1] - outline[0]) / max(float(np.linalg.norm(outline[1] - outline[0])), 1e-9)
        right = float((index.mean(axis=0) - outline.mean(axis=0)) @ across) > 0
        left, below = place.mean(axis=0)
        anchor = np.array([plane.aspect - left if right else left, below])
        # An index is small, and the card guessed from it is not exact either: the truth lies between the two.
        turn += _between(turn, _turn(card, outline)) / 2
        posed = plane.to_image(_turned(card - anchor, turn) + index.mean(axis=0)).astype(np.float32)
        side = math.sqrt(abs(float(areas(group.outline))))
        if convex(posed[None])[0] and float(corner_distances(posed[None], group.outline[None]).min()) < _LIKE * side:
            group.outline = posed


def _printed(plane: Plane, whole: Iterable[Group], found: Sightings, chances: Doubles) -> Doubles | None:
    """(4, 2) the index at the top left of a card, in card heights from its corner; None where no card tells."""
    told: list[tuple[bool, Doubles]] = []
    for group in whole:
        corners = plane.to_table(group.outline)
        for row in group.members:
            index = plane.to_table(found.index_quads[row])
            # Its own top left corner is that of the card, or the one opposite.
            ahead = float((index[1] - index[0]) @ (corners[1] - corners[0])) > 0
            first, second = (corners[0], corners[1]) if ahead else (corners[2], corners[3])
            x = (second - first) / max(float(np.linalg.norm(second - first)), 1e-9)
            own = (index - first) @ np.stack([x, [-x[1], x[0]]], axis=1)
            if own[:, 0].mean() < plane.aspect / 2 and own[:, 1].mean() < 0.5:
                told.append((bool(chances[row, :NOTHING].max() > _CLEAR), own))
    clear = [own for sure, own in told if sure] or [own for _, own in told]
    return np.asarray(np.median(np.stack(clear), axis=0)) if clear else None


def _turn(one: Doubles, other: Doubles) -> float:
    """The angle that turns one (4, 2) quad's corners onto another's the best, about their middles."""
    a, b = one - one.mean(axis=0), other - other.mean(axis=0)
    return math.atan2(float((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum()), float((a * b).sum()))


def _between(one: float, other: float) -> float:
    """From one angle to another, the shorter way."""
    return (other - one + math.pi) % (2 * math.pi) - math.pi


def _turned(points: Doubles, angle: float) -> Doubles:
    c, s = math.cos(angle), math.sin(angle)
    return np.asarray(points @ np.array([[c, s], [-s, c]]))
