"""Cards seen whole and without an index: faces that show none, jokers, and face-down cards."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

import numpy as np

from rules.cards import Rank
from vision.corners import BESIDE, Group
from vision.faces import CLEAR, near_corners, seats_on, within
from vision.geometry import Doubles, Flags, areas, following, overlap_ratio, rightward, short_edge_first, sizes
from vision.language import NOTHING, of_ranks
from vision.types import Floats, Sightings

FIT = (0.45, 2.2)
"""Area of a card over that of the others in view, within which it may be one of the same deck."""
_SHAPES = (1.1, 2.1)
"""Height over width of a card as it may be seen."""
_SURE_BACK = 0.8
"""Score of a face-down card from which what is seen at its corners is of a card beneath."""
_CORNER = 0.22
"""Share of a card's sides within which its indices stand."""
_PEEPING = 2
"""Indices that a card may show under a back that lies askew on it."""
_STRAIGHT = np.radians(6.0)
"""Angle up to which an index reads along an edge of a card: one that peeps out under another lies askew to it."""
_HALVED = 0.8
"""Score up to which an index that is its card's only one peeps out from under what covers the rest."""
_BARE = 0.45
_BARE_WORTH = 0.4
"""What a face without an index counts for against a back: one wholly in sight shows its indices."""


def bare(groups: list[Group], found: Sightings, chances: Doubles) -> list[Group]:
    """Cards facing up that show no index, as far as no other card accounts for them."""
    taken = {group.face for group in groups}
    out: list[Group] = []
    clear = np.flatnonzero(chances[:, :NOTHING].max(axis=1, initial=0.0) > CLEAR)
    for face in np.argsort(-found.face_scores).tolist():
        if face in taken or found.face_scores[face] < _BARE:
            continue
        quad = found.face_quads[face]
        if any(overlap_ratio(quad, group.outline) > 0.3 for group in (*groups, *out)):
            continue
        # Whose indices are to be seen on it lies over it, and parts of several cards side by side are no card.
        seats = seats_on(found.index_quads[clear], quad[None])[0]
        shown = set(clear[within(seats)].tolist())
        if sum(not shown.isdisjoint(group.members) for group in groups) > 1:
            continue
        if fits(quad, [group.outline for group in groups]):
            out.append(Group([], quad, float(found.face_scores[face]), face=face))
    return out


def fits(quad: Floats, others: list[Floats]) -> bool:
    """Whether a quad has the size and, where nothing tells the size, at least the shape of a card."""
    if not others:
        short, long = np.sort(np.hypot(*(quad - np.roll(quad, 1, axis=0)).T))[[1, 2]]
        return bool(_SHAPES[0] < long / max(short, 1e-6) < _SHAPES[1])
    ratio = abs(float(areas(quad))) / max(float(np.median(np.abs(areas(np.stack(others))))), 1.0)
    return FIT[0] < ratio < FIT[1]


def vouched(quad: Floats, others: Iterable[Floats]) -> int:
    """How many other cards are of the size and shape of this one."""
    own = sizes(short_edge_first(quad[None]))[0]
    count = 0
    for other in others:
        size = sizes(short_edge_first(other[None]))[0]
        area = abs(float(areas(quad))) / max(abs(float(areas(other))), 1.0)
        shape = float(np.log(own[1] / max(own[0], 1.0)) - np.log(size[1] / max(size[0], 1.0)))
        count += 0.6 < area < 1.67 and abs(shape) < 0.3
    return count


def jokers(groups: list[Group], found: Sightings, chances: Doubles) -> list[int]:
    """Jokers seen by their faces; cards they account for are taken out of the groups.

    A clear rank is no joker's, though its suit is not seen; but for a J, with which its word begins: two of them are a
    jack's where a face is seen more surely than a joker. What is rather a back is none.
    """
    if not len(found.joker_quads):
        return []
    ranks = of_ranks(chances)
    jacks = ranks[:, Rank.JACK - 1] > CLEAR
    ranks[:, Rank.JACK - 1] = 0
    says = np.maximum(chances[:, :52].max(axis=1, initial=0.0), ranks.max(axis=1, initial=0.0))
    out = []
    for row, quad in enumerate(found.joker_quads):
        same = [group for group in groups if overlap_ratio(quad, group.outline) > 0.5]
        named = [says[group.members].max() for group in same if group.members]
        if max(named, default=0.0) > CLEAR:
            continue
        faces = [group for group in same if group.face is not None]
        surer = [group for group in faces if found.face_scores[group.face] > found.joker_scores[row]]
        if any(jacks[group.members].sum() > 1 for group in surer):
            continue
        if any(group.score > found.joker_scores[row] for group in same if not group.members):
            continue
        turned = found.back_scores > found.joker_scores[row]
        if any(overlap_ratio(quad, back) > 0.5 for back in found.back_quads[turned]):
            continue
        for group in same:
            groups.remove(group)
        out.append(row)
    return out


def backs(groups: list[Group], found: Sightings, chances: Doubles, jokers: Sequence[int] = ()) -> list[int]:
    """Face-down cards that are no card facing up; a card without an index gives way to a surer back.

    Args:
        groups: cards facing up; those that give way are taken out.
        found: what was sighted.
        chances: (N, 54) of the indices.
        jokers: rows of the sightings that are jokers, surely no backs.
    """
    if not len(found.back_quads):
        return []
    clear = set(np.flatnonzero(chances[:, :NOTHING].max(axis=1, initial=0.0) > CLEAR).tolist())
    ranks = of_ranks(chances)
    # Clubs and spades that are hardly told apart are print all the same.
    legible = set(np.flatnonzero(ranks.max(axis=1, initial=0.0) > CLEAR).tolist())
    seats = seats_on(found.index_quads, found.back_quads)
    along = _along(found.index_quads, found.back_quads)
    out = []
    for row, quad in enumerate(found.back_quads):
        if any(overlap_ratio(quad, found.joker_quads[joker]) > 0.5 for joker in jokers):
            continue
        same = [group for group in groups if overlap_ratio(quad, group.outline) > 0.5]
        over = [group for group in groups if overlap_ratio(quad, group.outline) > 0.4]
        open_ = [group for group in over if not _halved(group, found, row, legible)]
        # One that lies askew on a card is outlined with what peeps out of that: its indices. Of a card that
        # faces up its face would be seen too.
        peeping = found.back_scores[row] > _SURE_BACK and all(group.face is None for group in over)
        printed = [_printed(group, ranks, legible, seats[row], along[row]) for group in over]
        peeping &= not any(printed)
        # An index at its very edge is of the card that it lies on.
        shows = [group in open_ and bool(within(seats[row, group.members], BESIDE).any()) for group in same]
        if not peeping:
            rivals = (
                group.score * (1.0 if own else _BARE_WORTH)
                for group, own in zip(same, shows, strict=True)
                if group.real and group in open_
            )
            if max(rivals, default=0.0) > found.back_scores[row]:
                continue
            # No back shows an index at its corner.
            seen = np.array(sorted({member for group in open_ for member in group.members} & clear), dtype=np.intp)
            seen = seen[within(seats[row, seen], BESIDE)]
            if any(printed) or any(near_corners(seats[row, [member]], _CORNER) for member in seen.tolist()):
                continue
        bare_faces = [group for group in same if not group.members]
        # What says nothing, is not as sure as the back and stands on it is of its print; so is a face found there.
        silent = [
            group
            for group in groups
            if group.members
            and clear.isdisjoint(group.members)
            and (group.face is None or (group in same and found.face_scores[group.face] < found.back_scores[row]))
        ]
        ornaments = [
            group
            for group in silent
            if group.score <= found.back_scores[row] and within(seats[row, group.members], BESIDE).all()
        ]
        for group in bare_faces + ornaments:
            groups.remove(group)
        for group, own in zip(same, shows, strict=True):
            # The face in its outline was the back: where a card lies that peeps out under one its index alone tells.
            if group.members and group.face is not None and not own:
                group.face, group.outline = None, found.index_cards[group.members[0]]
        out.append(row)
    return out


def _along(index_quads: Floats, outlines: Floats) -> Flags:
    """(M, N) whether (N, 4, 2) indices read along an edge of (M, 4, 2) cards."""
    reads, edges = rightward(index_quads), np.stack([rightward(outlines), rightward(following(outlines))])
    lengths = np.linalg.norm(edges, axis=2)[:, :, None] * np.linalg.norm(reads, axis=1)
    cosines = np.abs(np.einsum("emc,nc->emn", edges, reads)) / np.maximum(lengths, 1e-6)
    return np.asarray((cosines > np.cos(_STRAIGHT)).any(axis=0))


def _printed(group: Group, ranks: Doubles, legible: Container[int], seats: Doubles, along: Flags) -> bool:
    """Whether a card's rank is printed on what passes for a back: at more corners than may peep out, or at two
    opposite ones and straight.

    Args:
        group: the card.
        ranks: (N, 13) chances of all indices.
        legible: those that show one.
        seats: (N, 2) of them on the back.
        along: (N,) which read along its edges.
    """
    shown = [member for member in group.members if member in legible and within(seats[[member]], BESIDE).all()]
    corners = [member for member in shown if near_corners(seats[[member]], _CORNER)]
    if len(corners) < _PEEPING or len({int(ranks[member].argmax()) for member in corners}) > 1:
        return False
    opposite = np.prod(seats[corners[:2]] - 0.5, axis=0) < 0
    return len(corners) > _PEEPING or bool(opposite.all() and along[corners].all())


def _halved(group: Group, found: Sightings, back: int, legible: Container[int]) -> bool:
    """Whether a card whose face is one less surely than it is a back shows one index, where a face would show both.

    Of its members those count that are `legible`: what says nothing is of the back's print.
    """
    shown = [member for member in group.members if member in legible]
    return (
        len(shown) == 1
        and group.face is not None
        and bool(found.face_scores[group.face] < found.back_scores[back])
        and bool(found.index_scores[shown[0]] < _HALVED)
    )
