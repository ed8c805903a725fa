"""Indices and outlines put together into the cards that lie there.

A card is a place, not a name: two indices are one card where their outlines coincide and they stand at different
corners of it, and what they say only speaks for or against it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from vision import faces, prints
from vision.corners import Group, pair_worths
from vision.geometry import Doubles, Flags, areas, centres, inside
from vision.language import NOTHING
from vision.types import Sightings


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
    off = ~sat.proper if deck is None else deck.off(sat)
    usual = deck or prints.USUAL
    sat = prints.mended(found.index_quads, sat, usual, off)
    stray = [] if deck is None else _misplaced(found, sat, off, named)
    rows = [row for row in range(len(named)) if row not in stray]
    groups = _joined(rows, found, sat, chances, usual)
    faces.match(groups, found, chances)
    groups += faces.bare(groups, found)
    jokers = faces.jokers(groups, found, chances)
    backs = faces.backs(groups, found, chances)
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
