"""Faces given to the indices on them: which of them are one card."""

from __future__ import annotations

import numpy as np

from vision import prints
from vision.corners import BESIDE, FOUR_CORNERS, OUTSIDE, Group, accord, two_pairs
from vision.geometry import (
    Doubles,
    Flags,
    areas,
    begun_like,
    centres,
    convex,
    corner_distances,
    overlap_ratio,
    overlap_ratios,
)
from vision.language import CARD_RANK, NOTHING
from vision.types import Floats, Sightings

_Corner = tuple[bool, bool]
"""A corner of a card: whether it is one on the right, and one below."""

_MATCH = 0.25
"""Mean distance of corners, in card sides, up to which a face and an outline are one card's."""
_OVERLAP = 0.55
_LEAST_OVERLAP = 0.25
CLEAR = 0.6
"""Chance of an index's likeliest name from which it speaks for a card facing up."""
_SPEAKS, _SEEN, _UNLIKE = 0.4, 0.4, 0.05
"""Chance of its likeliest name, score, and chance of another card's name up to which an index is not that card's."""
_NEAR = 0.9
"""Distance of the middles of a face and an outline, in card sides, from which they are of two cards."""
_DOUBT = 0.3
"""What an index costs where it asks for a face that does not read clearly, or stands at its edge, in card sides."""
_CORNER = 0.09
"""Distance from where the deck prints its indices, in card sides, up to which an index stands in that corner."""
_NEAR_CORNER = 0.25
_BETWEEN = 0.1
"""Distance of an index from the nearer edges, in card sides, up to which it stands in a corner however large it is."""
_SAME_FACE = 0.35
_SAME_PLACE = 0.8
"""Share of their joint area that two outlines of one card have in common."""


def match(groups: list[Group], found: Sightings, chances: Doubles, four: bool = False) -> None:
    """Give each face to the card it outlines; the face's corners are the better ones.

    Indices left over that sit at other corners of a face are that card's too, unless they say otherwise. That two
    which are read stand at the ends of one edge says that they are two cards', but in a deck of `four` corners.
    """
    if not groups or not len(found.face_quads):
        return
    says = chances[:, :NOTHING].max(axis=1).tolist()
    outlines = np.stack([group.outline for group in groups])
    sides = np.sqrt(np.maximum(np.abs(areas(found.face_quads)), 1.0))
    apart = corner_distances(outlines, found.face_quads).min(axis=2).T / sides[:, None]
    away = centres(found.face_quads)[:, None] - centres(outlines)[None]
    seats, halves = _seats_and_halves(found.index_quads, found.face_quads)
    overlaps = overlap_ratios(found.face_quads, outlines)
    # In plain numbers: NumPy takes longer over the few indices of a card.
    from_edge, which = np.minimum(seats, 1 - seats), (seats > 0.5).tolist()
    nearest, farthest = from_edge.min(axis=2).tolist(), from_edge.max(axis=2).tolist()
    between = (from_edge - halves).max(axis=2).tolist()
    near = np.argwhere(np.hypot(away[..., 0], away[..., 1]) < _NEAR * sides[:, None])
    begun = begun_like(found.face_quads[near[:, 0]], outlines[near[:, 1]])
    offers = []
    for offer, (face, number) in enumerate(near.tolist()):
        group, shared = groups[number], float(overlaps[face, number])
        close = apart[face, number] < _MATCH or shared > _OVERLAP
        # A pip that was put to a card's indices says nothing of where the card lies.
        telling = [row for row in group.members if says[row] > CLEAR] or group.members
        corners = {tuple(which[face][row]) for row in telling}
        if len(corners) < len(telling) and not close:
            continue
        # Indices at the two ends of an edge may outline their card on its other side: that they fit has to do.
        placed = shared > _LEAST_OVERLAP or len(corners) > 1
        loose = 0.36 if close else _NEAR_CORNER if placed else 0.0
        # The middle of a wide index, whose suit stands beside a large rank, lies far in.
        wide = _BETWEEN if close and len(corners) > 1 else -1.0
        if loose and all(
            nearest[face][row] > -OUTSIDE and (farthest[face][row] < loose or between[face][row] < wide)
            for row in telling
        ):
            # What reads clearly stands on the card that is seen; a pip or a doubtful corner beside it must not take it.
            doubt = 0.0 if max(says[row] for row in telling) > CLEAR else _DOUBT
            # At the very edge stands one of a card below, which shows no more of it.
            doubt += 0.0 if min(nearest[face][row] for row in telling) > BESIDE else _DOUBT
            offers.append((float(apart[face, number]) - shared + doubt, face, number, offer))
    owner: dict[int, Group] = {}
    joined: list[Group] = []
    for _, face, number, offer in sorted(offers):
        group = groups[number]
        if group.face is not None or group in joined:
            continue
        if face not in owner:
            group.face = face
            group.outline = begun[offer]
            owner[face] = group
        elif _joins(owner[face], group, found, chances, four):
            owner[face].members += group.members
            joined.append(group)
    for group in joined:
        groups.remove(group)


def unread(groups: list[Group], found: Sightings, chances: Doubles, deck: prints.Print) -> list[int]:
    """Indices that say nothing and belong to a card known by two others; taken out of the groups.

    They are its own: the other corners of a four-corner deck, or a pip or a court's head taken for an index. An index
    elsewhere on that card may be one of a card lying over it.
    """
    says = chances[:, :NOTHING].max(axis=1, initial=0.0)
    known = [
        group for group in groups if len(group.members) > 1 and not group.conflict and says[group.members].max() > CLEAR
    ]
    if not known:
        return []
    silent = [group for group in groups if group.members and says[group.members].max() < CLEAR]
    if not silent:
        return []
    out = []
    names = [int(chances[card.members, :NOTHING].sum(axis=0).argmax()) for card in known]
    owning = _owning(known, found.index_quads, chances, deck)
    for group in silent:
        owned = owning[:, group.members]
        if group.face is not None:
            owned &= np.array([[overlap_ratio(card.outline, group.outline) >= _SAME_FACE] for card in known])
        its = np.where(owned, chances[np.ix_(group.members, names)].T, 0.0).max(axis=0)
        speaks = (says[group.members] > _SPEAKS) & (chances[group.members, NOTHING] < _DOUBT) & (its < _UNLIKE)
        if (speaks & (found.index_scores[group.members] > _SEEN)).any():
            continue
        # Pips of several cards side by side can be taken for one card's indices, whose face nobody sees.
        if owned.all(axis=1).any() or (group.face is None and owned.any(axis=0).all()):
            groups.remove(group)
            out += group.members
    return out


def double(groups: list[Group], found: Sightings, chances: Doubles, four: bool = False) -> None:
    """Give a card seen whole what stands in its other corners and says the same: a four-corner deck's second pair.

    The equal card of another pack would have to lie on it corner to corner. So would, in a deck of `four` corners, a
    card of which one index alone shows the same rank: the suit of that one is misread. So would, in any deck, a card of
    which two indices stand across from each other as this one's own do, whatever they say: some are misread. Along an
    edge it may be the next card's of a spread.
    """
    told = [group for group in groups if group.members]
    # Which card a group says stays the same where it takes in what says so too.
    says = [chances[group.members, :NOTHING] for group in told]
    names = [int(each.sum(axis=0).argmax()) for each in says]
    clear = [bool(each.max() > CLEAR) for each in says]
    for number, card in enumerate(told):
        if not card.whole or card.conflict:
            continue
        for other, name in [(told[row], name) for row, name in enumerate(names) if clear[row]]:
            same = name == names[number]
            pair = other.face is None and len(other.members) == 2
            if not same and not pair and not (four and not other.real and _of_rank(name, names[number])):
                continue
            if other is card or other not in groups:
                continue
            seats, own = (seats_on(found.index_quads[each.members], card.outline[None])[0] for each in (other, card))
            if not near_corners(seats, _NEAR_CORNER) or not (same or _stands_like(seats, own)):
                continue
            if pair and not same and not _across(seats):
                continue
            if _joins(card, other, found, chances, four) if same else _beside(card, other, found) is not None:
                card.members += other.members
                card.conflict |= not same and pair
                clear[number] = True
                groups.remove(other)


def coincident(groups: list[Group], found: Sightings, chances: Doubles, four: bool = False) -> None:
    """Make one of every two cards that lie in one place, and whose indices stand at its several corners.

    The two pairs of a four-corner deck's card say the same place, and may say it before it is known for such a deck.
    """
    cards = sorted(groups, key=lambda group: (group.face is None, -len(group.members), -group.score))
    if not cards:
        return
    outlines = np.stack([card.outline for card in cards])
    apart = np.linalg.norm(centres(outlines)[:, None] - centres(outlines), axis=-1)
    # Outlines that share so much have their middles close together; asking that first takes no time.
    close = (apart < 0.5 * np.sqrt(np.abs(areas(outlines)))) & ~np.eye(len(cards), dtype=bool)
    for first, second in np.argwhere(close):
        card, other = cards[first], cards[second]
        if not (card.members and other.members) or (card.face is None and other.face is not None):
            continue
        if not (card in groups and other in groups):
            continue
        if overlap_ratio(card.outline, other.outline) > _SAME_PLACE and _joins(card, other, found, chances, four):
            card.take(other)
            groups.remove(other)


def _owning(cards: list[Group], index_quads: Floats, chances: Doubles, deck: prints.Print) -> Flags:
    """(C, N) which indices are a card's own, if they are no other's: in one of its corners, or none at all on it."""
    seats = seats_on(index_quads, np.stack([card.outline for card in cards]))
    # A card that is seen whole has none lying over it; of one that is not, only what stands where this deck prints.
    reach = np.array([[_CORNER if card.face is None else _NEAR_CORNER] for card in cards])
    cornered = np.abs(seats[:, :, None] - deck.corners()).max(axis=3).min(axis=2) < reach
    return np.asarray(cornered | (within(seats) & (chances[:, NOTHING] > 0.5)))


def _joins(holder: Group, other: Group, found: Sightings, chances: Doubles, four: bool) -> bool:
    """Whether the indices of one group stand at corners of another group's face that none of its own do, and say so."""
    corners = _beside(holder, other, found)
    if corners is None or two_pairs(holder.members, other.members, chances):
        return False
    worth = accord(chances[holder.members], chances[other.members])
    if not four:
        ours, theirs = corners
        first, second = (chances[group.members, :NOTHING].max(axis=1) > CLEAR for group in (holder, other))
        edge = np.array([[mine[0] == its[0] or mine[1] == its[1] for its in theirs] for mine in ours])
        worth = worth - FOUR_CORNERS * (edge & first[:, None] & second)
    return bool((worth > -1).all())


def _beside(holder: Group, other: Group, found: Sightings) -> tuple[list[_Corner], list[_Corner]] | None:
    """The corners of one group's outline that its indices stand at, and those that another's do; None where these are
    not several, or one of its own stands there."""
    seats = seats_on(found.index_quads, holder.outline[None])[0]
    ours, theirs = ([_corner(seats[row]) for row in group.members] for group in (holder, other))
    if len(ours) + len(theirs) > 4 or set(ours) & set(theirs) or len(set(theirs)) < len(theirs):
        return None
    return ours, theirs


def _across(seats: Doubles) -> bool:
    """Whether two seats (2, 2) are at corners that lie diagonally across their card."""
    one, two = map(_corner, seats)
    return one[0] != two[0] and one[1] != two[1]


def seats_on(index_quads: Floats, outlines: Floats) -> Doubles:
    """(M, N, 2) where the middles of (N, 4, 2) indices lie on each of (M, 4, 2) cards, in its own coordinates.

    Far outside for an outline that is none.
    """
    seats = np.full((len(outlines), len(index_quads), 2), -1.0)
    proper = convex(outlines)
    seats[proper] = prints.depths(centres(index_quads), outlines[proper])
    return seats


def _seats_and_halves(index_quads: Floats, outlines: Floats) -> tuple[Doubles, Doubles]:
    """(M, N, 2) where indices lie, see `seats_on`, and (M, N, 2) how far they reach from there, both in the cards'
    coordinates."""
    count = len(index_quads)
    seats, halves = np.full((len(outlines), count, 2), -1.0), np.zeros((len(outlines), count, 2))
    proper = convex(outlines)
    points = np.concatenate([centres(index_quads), index_quads.reshape(-1, 2)])
    on_cards = prints.depths(points, outlines[proper])
    corners = on_cards[:, count:].reshape(len(on_cards), count, 4, 2)
    seats[proper], halves[proper] = on_cards[:, :count], (corners.max(axis=2) - corners.min(axis=2)) / 2
    return seats, halves


def _corner(seat: Doubles) -> _Corner:
    """Which corner of its card a seat (2,) is nearest to."""
    return bool(seat[0] > 0.5), bool(seat[1] > 0.5)


def near_corners(seats: Doubles, loose: float) -> bool:
    """Whether all of (N, 2) seats are near a corner: within `loose` of the card's sides, and hardly outside."""
    from_edge = np.minimum(seats, 1 - seats)
    return bool((from_edge > -OUTSIDE).all() and (from_edge < loose).all())


def _stands_like(seats: Doubles, own: Doubles) -> bool:
    """Whether (N, 2) seats are as far from their card's edges as (M, 2) seats of its own indices mostly are."""
    apart = np.minimum(seats, 1 - seats) - np.median(np.minimum(own, 1 - own), axis=0)
    return bool((np.abs(apart) < _CORNER).all())


def _of_rank(one: int, other: int) -> bool:
    """Whether two names, 0 to 52, are of cards of one rank."""
    return max(one, other) < len(CARD_RANK) and bool(CARD_RANK[one] == CARD_RANK[other])


def within(seats: Doubles, margin: float = 0.0) -> Flags:
    """(..., N) which of (..., N, 2) seats are on their card, farther than `margin` of its sides from its edges."""
    return np.asarray((np.minimum(seats, 1 - seats) > margin).all(axis=-1))
