"""Indices and outlines put together into the cards that lie there.

A card is a place, not a name: two indices are one card where their outlines coincide and they stand at different
corners of it, and what they say only speaks for or against it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from vision import prints
from vision.corners import pair_worths
from vision.geometry import Doubles, Flags, areas, centres, convex, corner_distances, inside, overlap_ratio, sizes
from vision.language import NOTHING
from vision.types import Floats, Sightings

_FACE_MATCH = 0.25
_FACE_OVERLAP = 0.55
_FIT = (0.45, 2.2)
"""Area of a card over that of the others in view, within which it may be one of the same deck."""


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


@dataclass(eq=False)
class Assembled:
    """What lies on the table, unnamed: cards facing up, jokers by their faces, face-down cards, indices thrown out."""

    groups: list[Group] = field(default_factory=list)
    jokers: list[int] = field(default_factory=list)
    backs: list[int] = field(default_factory=list)
    stray: list[int] = field(default_factory=list)


def assemble(found: Sightings, chances: Doubles) -> Assembled:
    """Put sightings together into cards.

    Args:
        found: the sightings, indices with their reading order mended.
        chances: (N, 54) what each index says, see `vision.language.chances`.
    """
    sat = prints.seats(found.index_quads, found.index_cards)
    named = chances[:, :NOTHING].max(axis=1, initial=0.0)
    sure = (named > 0.8) & (found.index_scores > 0.4)
    deck = prints.learn(sat, sure)
    usual = deck or prints.USUAL
    stray: list[int] = []
    if deck is not None:
        off = deck.off(sat)
        sat = prints.mended(found.index_quads, sat, deck)
        stray = _misplaced(found, sat, off, named)
    rows = [row for row in range(len(named)) if sat.proper[row] and row not in stray]
    stray += [row for row in range(len(named)) if not sat.proper[row] and row not in stray]
    groups = _joined(rows, found, sat, chances, usual)
    _match_faces(groups, found)
    groups += _bare_faces(groups, found)
    jokers = _jokers(groups, found, chances)
    backs = _backs(groups, found, chances)
    return Assembled(groups, jokers, backs, stray)


def _misplaced(found: Sightings, sat: prints.Seats, off: Flags, named: Doubles) -> list[int]:
    """Indices that stand inside another index's card where this deck prints none, and do not read clearly."""
    middles = centres(found.index_quads)
    stray = []
    for row in np.flatnonzero(off):
        for other in np.flatnonzero(~off):
            outline = sat.outlines[other]
            margin = 0.12 * float(np.sqrt(abs(areas(outline))))
            if inside(middles[row : row + 1], outline, margin)[0] and named[row] < 0.95:
                stray.append(int(row))
                break
    return stray


def _joined(
    rows: list[int], found: Sightings, sat: prints.Seats, chances: Doubles, deck: prints.Print
) -> list[Group]:
    """Group the indices of one card each, the surest pairs first."""
    if not rows:
        return []
    worth = pair_worths(found.index_quads[rows], sat.of(rows), chances[rows], deck)
    home = [{row} for row in range(len(rows))]
    first, second = np.nonzero(np.triu(worth > 0, 1))
    for pair in np.argsort(-worth[first, second], kind="stable"):
        one, other = home[first[pair]], home[second[pair]]
        if one is other or len(one) + len(other) > 4:
            continue
        # All of the one group with all of the other: a chain of near misses is no card.
        if worth[np.ix_(sorted(one), sorted(other))].min() > -1:
            one |= other
            for row in other:
                home[row] = one
    groups = []
    for members in {id(group): group for group in home}.values():
        ordered = sorted((rows[member] for member in members), key=lambda row: -found.index_scores[row])
        groups.append(_group(ordered, found, sat, chances))
    return groups


def _group(members: list[int], found: Sightings, sat: prints.Seats, chances: Doubles) -> Group:
    """The group of some indices: outlines averaged in the frame of the first; whether they say different cards."""
    base = sat.outlines[members[0]]
    outlines = [base]
    for row in members[1:]:
        turned = sat.outlines[row]
        other = np.roll(turned, -2, axis=0)
        straight = np.abs(turned - base).sum() <= np.abs(other - base).sum()
        outlines.append(turned if straight else other)
    weight = found.index_scores[members]
    outline = np.tensordot(weight / weight.sum(), np.stack(outlines), axes=1).astype(np.float32)
    best = chances[members][:, :NOTHING].argmax(axis=1)
    clear = chances[members][:, :NOTHING].max(axis=1) > 0.5
    score = 1 - float(np.prod(1 - np.clip(found.index_scores[members], 0, 0.999)))
    return Group(members, outline, score, conflict=len(set(best[clear].tolist())) > 1)


def _match_faces(groups: list[Group], found: Sightings) -> None:
    """Give each face to the card it outlines; the face's corners are the better ones."""
    if not groups or not len(found.face_quads):
        return
    outlines = np.stack([group.outline for group in groups])
    sides = np.sqrt(np.maximum(np.abs(areas(found.face_quads)), 1.0))
    apart = corner_distances(outlines, found.face_quads).min(axis=2).T / sides[:, None]
    away = centres(found.face_quads)[:, None] - centres(outlines)[None]
    offers = []
    for face, number in np.argwhere(np.hypot(away[..., 0], away[..., 1]) < 0.6 * sides[:, None]):
        shared = overlap_ratio(outlines[number], found.face_quads[face])
        if apart[face, number] < _FACE_MATCH or shared > _FACE_OVERLAP:
            offers.append((float(apart[face, number]) - shared, int(face), int(number)))
    taken: set[int] = set()
    for _, face, number in sorted(offers):
        group = groups[number]
        if face in taken or group.face is not None:
            continue
        quad = found.face_quads[face]
        turn = int(corner_distances(group.outline[None], quad[None])[0, 0].argmin())
        aligned = np.roll(quad, -turn, axis=0)
        if all(_seated(found.index_quads[row], aligned) for row in group.members):
            taken.add(face)
            group.face, group.outline = face, aligned


def _seated(index_quad: Floats, outline: Floats) -> bool:
    """Whether an index stands near a corner of an outline, not in its middle nor far outside."""
    if not convex(outline[None])[0]:
        return False
    seat = prints.depths(centres(index_quad[None]), outline[None])[0, 0]
    from_edge = np.minimum(seat, 1 - seat)
    return bool((from_edge > -0.12).all() and (from_edge < 0.36).all())


def _bare_faces(groups: list[Group], found: Sightings) -> list[Group]:
    """Cards facing up that show no index, as far as no other card accounts for them."""
    taken = {group.face for group in groups}
    bare: list[Group] = []
    for face in np.argsort(-found.face_scores):
        quad = found.face_quads[face]
        if int(face) in taken or found.face_scores[face] < 0.45:
            continue
        if any(overlap_ratio(quad, group.outline) > 0.3 for group in (*groups, *bare)):
            continue
        if fits(quad, [group.outline for group in groups]):
            bare.append(Group([], quad, float(found.face_scores[face]), face=int(face)))
    return bare


def fits(quad: Floats, others: list[Floats]) -> bool:
    """Whether a card is of a size that the others in view allow; true where there are none."""
    if not others:
        return True
    ratio = abs(float(areas(quad))) / max(float(np.median(np.abs(areas(np.stack(others))))), 1.0)
    return _FIT[0] < ratio < _FIT[1]


def _jokers(groups: list[Group], found: Sightings, chances: Doubles) -> list[int]:
    """Jokers seen by their faces; cards they account for are taken out of the groups."""
    jokers = []
    for row, quad in enumerate(found.joker_quads):
        same = [group for group in groups if overlap_ratio(quad, group.outline) > 0.5]
        named = [chances[group.members][:, :52].max() for group in same if group.members]
        if max(named, default=0.0) > 0.6:
            continue
        bare = [group for group in same if not group.members]
        if any(group.score > found.joker_scores[row] for group in bare):
            continue
        for group in same:
            groups.remove(group)
        jokers.append(row)
    return jokers


def _backs(groups: list[Group], found: Sightings, chances: Doubles) -> list[int]:
    """Face-down cards that are no card facing up; a card without an index gives way to a surer back."""
    backs = []
    for row, quad in enumerate(found.back_quads):
        same = [group for group in groups if overlap_ratio(quad, group.outline) > 0.5]
        strong = [g for g in same if g.members and chances[g.members][:, :NOTHING].max() > 0.6 and g.face is not None]
        if strong or any(group.score > found.back_scores[row] and group.face is not None for group in same):
            continue
        for group in same:
            if not group.members:
                groups.remove(group)
        backs.append(row)
    return backs


def typical_sides(outlines: list[Floats]) -> Floats:
    """(2,) median width and height of cards."""
    return np.asarray(np.median(sizes(np.stack(outlines)), axis=0), dtype=np.float32)
