"""Indices and outlines put together into the cards that lie there.

A card is a place, not a name: two indices are one card where their outlines coincide and they stand at different
corners of it, and what they say only speaks for or against it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

import numpy as np

from vision import equals, faces, poses, prints, sides, wholes
from vision.corners import FOUR_CORNERS, TWIN, Group, pair_worths, two_pairs
from vision.geometry import Doubles, Flags, areas, centres, inside, meeting, overlap
from vision.language import NOTHING, of_ranks
from vision.types import Floats, Image, Sightings

_AGAIN = 0.002
"""Chance that a card has its equal in view although one pack is said to be in play."""
_LIKELY = 0.5
"""Chance of a name from which two indices that bear it are put together first."""
_CLEAR = 0.8
_CLOSE = 0.5
"""Disagreement of places, in mean card sides, up to which they say by themselves that two indices are one card's."""
_ALIKE = 4.0
"""How much sooner two indices are put together that clearly say the same."""
_UNCLEAR = 0.6
_SHARED = 0.35
"""Share of the smaller of two indices from which both cannot have been printed there."""
_BACK = 0.5
"""Score from which a face-down card hides what lies under it."""
_MOVED = 1e-3
"""By how much better, in pixels, outlines have to fit where the surest lies to the other side than it says."""
_OPPOSITE = [2, 3, 0, 1]
"""Corners of a quad begun with the one opposite to its first."""
_SAYS = 0.5
"""Chance of a name from which an index says that it is that card's."""
_FEWEST = 2
"""Clear pairs at two ends of one edge that make a deck one of four corners."""


@dataclass(eq=False)
class Assembled:
    """What lies on the table, unnamed: cards facing up, jokers by their faces, face-down cards, indices thrown out.

    An index that was found twice is told once.
    """

    groups: list[Group] = field(default_factory=list)
    jokers: list[int] = field(default_factory=list)
    backs: list[int] = field(default_factory=list)
    stray: list[int] = field(default_factory=list)


def assemble(found: Sightings, chances: Doubles, packs: int | None = None, frame: Image | None = None) -> Assembled:
    """Put sightings together into cards.

    Args:
        found: the sightings, indices with their reading order mended.
        chances: (N, 54) what each index says, see `vision.language.chances`.
        packs: how many are in play; None where nobody says, which makes one likely.
        frame: the picture, (H, W, 3) BGR, to see where the table shows.
    """
    sat = prints.seats(found.index_quads, found.index_cards)
    named = chances[:, :NOTHING].max(axis=1, initial=0.0)
    sure = (named > 0.8) & (found.index_scores > 0.4)
    deck = prints.learn(sat, sure)
    off = ~sat.proper if deck is None else deck.off(sat)
    usual = deck or prints.USUAL
    sat = prints.mended(found.index_quads, sat, usual, off)
    again = _overprinted(found, chances)
    stray = [] if deck is None else [row for row in _misplaced(found, sat, off, named) if row not in again]
    rows = [row for row in range(len(named)) if row not in stray and row not in again]
    twin = TWIN if packs is None else _AGAIN if packs == 1 else 1.0
    groups, four = _joined(rows, found, sat, chances, usual, twin, frame)
    faces.match(groups, found, chances, four)
    faces.double(groups, found, chances, four)
    equals.join(groups, found, chances, packs)
    poses.settle(groups, found, chances)
    faces.coincident(groups, found, chances, four)
    stray += faces.unread(groups, found, chances, usual)
    groups += wholes.bare(groups, found, chances)
    jokers = wholes.jokers(groups, found, chances)
    backs = wholes.backs(groups, found, chances, jokers)
    return Assembled(groups, jokers, backs, stray)


def _misplaced(found: Sightings, sat: prints.Seats, off: Flags, named: Doubles) -> list[int]:
    """Indices that stand inside another index's card where this deck prints none, and do not read clearly."""
    outlines = sat.outlines[~off]
    margins = np.sqrt(np.abs(areas(outlines))) * np.float32(0.12)
    within = inside(centres(found.index_quads), outlines, margins).any(axis=0)
    return [int(row) for row in np.flatnonzero(off & within & (named < 0.95))]


def _overprinted(found: Sightings, chances: Doubles) -> list[int]:
    """Indices found twice: a clear one once more, or its rank taken together with something else beside it."""
    named = chances[:, :NOTHING].max(axis=1, initial=0.0)
    names = chances[:, :NOTHING].argmax(axis=1)
    ranks = of_ranks(chances).argmax(axis=1)
    size = np.abs(areas(found.index_quads))
    order = np.argsort(named, kind="stable")
    same = np.where((named > _UNCLEAR)[:, None], names[:, None] == names, ranks[:, None] == ranks) & (named > _CLEAR)
    same &= meeting(found.index_quads, found.index_quads)
    np.fill_diagonal(same, False)
    out: list[int] = []
    for place, other in np.argwhere(same[order]).tolist():
        row = int(order[place])
        if row in out or other in out:
            continue
        if overlap(found.index_quads[row], found.index_quads[other]) > _SHARED * min(size[row], size[other]):
            out.append(row)
    return out


def _joined(
    rows: list[int],
    found: Sightings,
    sat: prints.Seats,
    chances: Doubles,
    deck: prints.Print,
    twin: float,
    frame: Image | None,
) -> tuple[list[Group], bool]:
    """Group the indices of one card each; whether the deck has them in four corners."""
    if not rows:
        return [], False
    quads, seats, says = found.index_quads[rows], sat.of(rows), chances[rows]
    worth, off, edge = pair_worths(quads, seats, says, deck, twin, FOUR_CORNERS)
    alike = _agreed(says, _CLEAR)
    # A deck has four corners or two: pairs that say the same clearly tell for all the others.
    # An index that has its opposite tells only of what is close by: beyond may lie the equal card of another pack.
    mated = np.asarray(alike & ~edge & (off < _CLOSE)).any(axis=1, keepdims=True)
    tells = alike & edge & (worth > 0) & ((off < _CLOSE) | ~(mated | mated.T))
    four = bool(np.triu(tells, 1).sum() >= _FEWEST)
    if four:
        worth, _, _ = pair_worths(quads, seats, says, deck, twin, 0.0)
    other = prints.exchanged(seats, deck)
    # Under one pack, what says the same clearly is one card's before all else.
    first = worth + np.where(_agreed(says, _LIKELY) & (twin < 1), _ALIKE, 0.0)
    scores = found.index_scores[rows]
    either = np.stack([seats.outlines, seats.outlines[:, _OPPOSITE], other.outlines, other.outlines[:, _OPPOSITE]])
    linked = [sorted(members, key=(-scores).__getitem__) for members in _linked(worth, four, first, says)]
    names, clear = says[:, :NOTHING].argmax(axis=1).tolist(), (says[:, :NOTHING].max(axis=1) > _SAYS).tolist()
    doubts = (1 - np.clip(scores, 0, 0.999)).tolist()
    groups = [
        Group(
            [rows[member] for member in members],
            outline,
            score=1 - prod(doubts[member] for member in members),
            conflict=len({names[member] for member in members if clear[member]}) > 1,
        )
        for members, outline in zip(linked, _outlines(linked, either, scores), strict=True)
    ]
    if four:
        sides.settle(groups, found.index_quads, chances, found.back_quads[found.back_scores > _BACK], deck, frame)
    return groups, four


def _agreed(says: Doubles, least: float) -> Flags:
    """(N, N) which two indices say the same, each with more than the `least` chance; `says` is (N, 54)."""
    names, surely = says.argmax(axis=1), says[:, :NOTHING].max(axis=1) > least
    return np.asarray(surely[:, None] & surely[None] & (names[:, None] == names[None]))


def _linked(worth: Doubles, four: bool, before: Doubles, says: Doubles) -> list[set[int]]:
    """Rows put together that are worth it, the pairs first whose `before` is highest.

    A card has two corners with an index, or `four`; not two pairs that are each another card, as `says` (N, 54) has it.
    """
    home = [{row} for row in range(len(worth))]
    first, second = np.nonzero(np.triu(worth > 0, 1))
    for pair in np.argsort(-before[first, second], kind="stable"):
        one, other = home[first[pair]], home[second[pair]]
        if one is other or len(one) + len(other) > (4 if four else 2):
            continue
        if min(len(one), len(other)) > 1 and two_pairs(one, other, says):
            continue
        # All of the one group with all of the other: a chain of near misses is no card.
        if worth[np.ix_(sorted(one), sorted(other))].min() > -1:
            one |= other
            for row in other:
                home[row] = one
    return list({id(group): group for group in home}.values())


def _outlines(linked: Sequence[list[int]], ways: Floats, scores: Floats) -> Floats:
    """(G, 4, 2) outlines of cards from those that their indices see, each to the side that fits the others best.

    Args:
        linked: of each card the rows of its indices, the surest first.
        ways: (4, N, 4, 2) what each sees: the card, begun with the opposite corner too, and to its other side both.
        scores: (N,) how sure the indices are.
    """
    members, owners = np.concatenate(linked), np.repeat(np.arange(len(linked)), [len(each) for each in linked])
    starts = np.flatnonzero(np.diff(owners, prepend=-1))
    # Ways, the two bases that the surest of the card sees, members.
    apart = np.abs(ways[:, None, members] - ways[None, ::2, members[starts][owners]]).sum(axis=(3, 4))
    off = np.add.reduceat(apart.min(axis=0), starts, axis=1)
    base = (off[1] + _MOVED < off[0]).astype(np.intp)
    chosen = ways[apart[:, base[owners], np.arange(len(members))].argmin(axis=0), members]
    weight = scores[members] / np.add.reduceat(scores[members], starts)[owners]
    return np.add.reduceat(chosen * weight[:, None, None], starts).astype(np.float32)
