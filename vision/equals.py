"""Two places of one picture that clearly say the same card: one card, where its corners could stand so.

An index that is found askew outlines a card that lies elsewhere, and nothing of places then speaks for its other
corner. What the two say does, as long as there is one pack.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

import numpy as np

from vision.corners import Group
from vision.geometry import Doubles, areas, centres, overlap_ratio, rightward
from vision.language import NOTHING
from vision.prints import depths
from vision.types import Floats, Sightings

_CLEAR = 0.8
_REACH = 1.5
"""Distance of two indices of one card at most, in sides of the cards in view: its diagonal and some perspective."""
_SAME_WAY = 0.6
"""Cosine from which two indices read the same way: of two equal cards of a fan, sooner than of one card."""
_SAME_PLACE = 0.3
_CORNER, _ASTRAY = 0.3, 0.1
"""Distance from a card's edges, in its sides, within which an index stands in its corner, and outside them."""
_BESIDE = 0.5
"""How far off a card, in its sides, an index stands at most that is one of its own though it is found askew."""


def join(groups: list[Group], found: Sightings, chances: Doubles, packs: int | None = None) -> None:
    """Make one group of every two that clearly say the same card and could be corners of one.

    Args:
        groups: of the indices of one card each; changed in place.
        found: the sightings.
        chances: (N, 54) what each index says.
        packs: how many are in play, None where nobody says: then one, unless a card is seen at two places far apart.
    """
    if (packs is not None and packs > 1) or len(groups) < 2:
        return
    names = _says(groups, chances)
    equal = [
        (_apart(one, other, found), one, other)
        for k, one in enumerate(groups)
        for j, other in enumerate(groups[:k])
        if names[k] is not None and names[k] == names[j]
    ]
    if not equal:
        return
    side = float(np.median(np.sqrt(np.abs(areas(np.stack([group.outline for group in groups]))))))
    if packs is None and any(apart > _REACH * side for apart, _, _ in equal):
        return
    for apart, *pair in sorted(equal, key=itemgetter(0)):
        if apart < _REACH * side and all(group in groups for group in pair):
            card, other = sorted(pair, key=_worth)
            _unite(card, other, groups, found, sure=packs == 1)


def _says(groups: Sequence[Group], chances: Doubles) -> list[int | None]:
    """The cards that groups clearly say, None where one does not."""
    surest, names = chances[:, :NOTHING].max(axis=1).tolist(), chances[:, :NOTHING].argmax(axis=1).tolist()
    telling = [None if group.conflict else max(group.members, key=surest.__getitem__, default=None) for group in groups]
    return [None if row is None or surest[row] <= _CLEAR else names[row] for row in telling]


def _worth(group: Group) -> tuple[bool, int, float]:
    return group.face is None, -len(group.members), -group.score


def _apart(one: Group, other: Group, found: Sightings) -> float:
    first, second = centres(found.index_quads[one.members]), centres(found.index_quads[other.members])
    return float(np.linalg.norm(first[:, None] - second[None], axis=-1).min())


def _unite(card: Group, other: Group, groups: list[Group], found: Sightings, sure: bool) -> None:
    """Add the other group to the card, unless both are whole or it is an equal card lying beside it."""
    if len(card.members) + len(other.members) > 4:
        return
    # Where two indices say where a card lies, one that stands beside it is another's, and is misread.
    if len(card.members) > 1 and not all(_on(card.outline, quad, _BESIDE) for quad in found.index_quads[other.members]):
        return
    if other.face is not None and overlap_ratio(card.outline, other.outline) < _SAME_PLACE:
        return
    ours, theirs = found.index_quads[card.members[0]], found.index_quads[other.members[0]]
    if _same_way(ours, theirs) and not (sure and (_cornered(card.outline, theirs) or _cornered(other.outline, ours))):
        # In the middle of a card's edge stands no other index of it, but in a fan one of the next card, misread.
        return
    alone = card.face is None and len(card.members) == len(other.members) == 1
    # Of two indices the one is right about its card that has the other on it.
    if alone and not _on(card.outline, theirs) and _on(other.outline, ours):
        card.outline = other.outline
    card.take(other)
    groups.remove(other)


def _same_way(one: Floats, other: Floats) -> bool:
    first, second = rightward(one), rightward(other)
    lengths = max(float(np.linalg.norm(first) * np.linalg.norm(second)), 1e-6)
    return float(first @ second) / lengths > _SAME_WAY


def _cornered(outline: Floats, index_quad: Floats) -> bool:
    """Whether an index stands in a corner of a card, or a little beside it."""
    seat = _seat(outline, index_quad)
    from_edge = np.minimum(seat, 1 - seat)
    return bool(((from_edge > -_ASTRAY) & (from_edge < _CORNER)).all())


def _on(outline: Floats, index_quad: Floats, slack: float = 0.0) -> bool:
    """Whether an index stands on a card, or up to so much of its sides beside it."""
    seat = _seat(outline, index_quad)
    return bool(((seat > -slack) & (seat < 1 + slack)).all())


def _seat(outline: Floats, index_quad: Floats) -> Doubles:
    """(2,) where the middle of an index stands on a card, in the card's own coordinates."""
    return np.asarray(depths(centres(index_quad[None]), outline[None])[0, 0])
