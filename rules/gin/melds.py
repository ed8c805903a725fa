"""Melds and deadwood, exactly optimal, on bit masks.

A hand is a 52-bit mask: thirteen bits a suit (clubs, diamonds, hearts, spades), the ace lowest. Within a suit only runs
are possible, so the least deadwood of each of the 8,192 holdings of a suit is known beforehand; what is left to try is
which sets to lay, and a hand of eleven cards has three ranks for sets at most.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

from rules.cards import CARDS, Card

SUIT: Final = (1 << 13) - 1
"""The mask of one suit's thirteen cards, clubs."""

_SUITS: Final = ("C", "D", "H", "S")
BITS: Final[tuple[int, ...]] = tuple(1 << (13 * (card.index % 4) + card.index // 4) for card in CARDS)
"""The bit of the card with each index."""
_CARDS: Final[tuple[Card, ...]] = tuple(CARDS[4 * (place % 13) + place // 13] for place in range(52))
POINTS: Final[tuple[int, ...]] = tuple(min(card.index // 4 + 1, 10) for card in CARDS)
"""The points of the card with each index: ace 1, face cards 10."""


def card_points(card: Card) -> int:
    """The points a card counts as deadwood: ace 1, two to ten their number, face cards 10."""
    return POINTS[card.index]


def mask_of(cards: Iterable[Card]) -> int:
    """The mask of some cards; repeated ones count once."""
    mask = 0
    for card in cards:
        mask |= BITS[card.index]
    return mask


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a mask, by rank and then suit."""
    found = []
    while mask:
        low = mask & -mask
        found.append(_CARDS[low.bit_length() - 1])
        mask ^= low
    found.sort()
    return tuple(found)


def bits_of(mask: int) -> Iterator[int]:
    """Each card of a mask as a mask of its own, lowest first."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def _suit_tables() -> tuple[list[int], list[int]]:
    """For each holding of a suit: its points, and its deadwood when runs are laid as well as can be."""
    value = [min(rank + 1, 10) for rank in range(13)]
    points, loose = [0] * (SUIT + 1), [0] * (SUIT + 1)
    # The highest card is deadwood or ends a run of three, four or five (longer runs are made of these); what is left
    # is a smaller number, already in the table.
    for holding in range(1, SUIT + 1):
        high = holding.bit_length() - 1
        rest = holding ^ (1 << high)
        points[holding] = points[rest] + value[high]
        best = loose[rest] + value[high]
        for length in (3, 4, 5):
            run = ((1 << length) - 1) << (high - length + 1) if high >= length - 1 else 0
            if run and holding & run == run:
                best = min(best, loose[holding ^ run])
        loose[holding] = best
    return points, loose


_POINTS, _LOOSE = _suit_tables()


def points_of(mask: int) -> int:
    """The points of every card of a mask, melds disregarded."""
    return _POINTS[mask & SUIT] + _POINTS[mask >> 13 & SUIT] + _POINTS[mask >> 26 & SUIT] + _POINTS[mask >> 39]


def deadwood(mask: int) -> int:
    """The least deadwood of a hand, in points, over every way to meld it.

    Args:
        mask: any number of cards.
    """
    clubs, diamonds, hearts, spades = mask & SUIT, mask >> 13 & SUIT, mask >> 26 & SUIT, mask >> 39
    best = _LOOSE[clubs] + _LOOSE[diamonds] + _LOOSE[hearts] + _LOOSE[spades]
    ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    if ranks and best:
        return _with_sets(clubs, diamonds, hearts, spades, ranks, best)
    return best


def _with_sets(clubs: int, diamonds: int, hearts: int, spades: int, ranks: int, best: int) -> int:
    """The least deadwood, ``best`` or less, when sets may be laid of the ranks given (a mask of one suit's width)."""
    bit = ranks & -ranks
    ranks ^= bit
    if ranks:
        best = _with_sets(clubs, diamonds, hearts, spades, ranks, best)
    kept = ~bit
    lists = (
        ((clubs & kept, diamonds & kept, hearts & kept, spades & kept),)
        if not clubs & diamonds & hearts & spades & bit
        else (
            (clubs & kept, diamonds & kept, hearts & kept, spades & kept),
            (clubs, diamonds & kept, hearts & kept, spades & kept),
            (clubs & kept, diamonds, hearts & kept, spades & kept),
            (clubs & kept, diamonds & kept, hearts, spades & kept),
            (clubs & kept, diamonds & kept, hearts & kept, spades),
        )
    )
    for c, d, h, s in lists:
        found = _LOOSE[c] + _LOOSE[d] + _LOOSE[h] + _LOOSE[s]
        if found < best:
            best = found
        if ranks and best:
            best = _with_sets(c, d, h, s, ranks, best)
    return best


def sets_in(mask: int) -> list[list[int]]:
    """For each rank held three or four times, the sets that can be laid of it, as masks, the largest first."""
    clubs, diamonds, hearts, spades = mask & SUIT, mask >> 13 & SUIT, mask >> 26 & SUIT, mask >> 39
    found = []
    for low in bits_of(clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)):
        held = [low << shift for shift in (0, 13, 26, 39) if mask & low << shift]
        found.append([sum(cards) for size in (4, 3) for cards in combinations(held, size)])
    return found


def segments(holding: int) -> Iterator[int]:
    """The stretches of neighbouring cards in a holding of one suit (or in a whole mask, suit by suit), as masks."""
    for shift in (0, 13, 26, 39):
        suit = holding >> shift & SUIT
        while suit:
            low = suit & -suit
            # Adding the lowest bit carries through the whole stretch.
            stretch = suit & ~(suit + low)
            yield stretch << shift
            suit ^= stretch


def run_holdings(holding: int) -> list[int]:
    """Every part of one suit's holding that falls into runs of three or more, the empty part included."""
    found = [0]
    for stretch in segments(holding):
        low = (stretch & -stretch).bit_length() - 1
        length = stretch.bit_count()
        parts = _parts(length)
        found = [have | part << low for have in found for part in parts]
    return found


@cache
def _parts(length: int) -> list[int]:
    """Every selection from a stretch of so many neighbours that leaves only stretches of three or more."""
    return [part for part in range(1 << length) if all(stretch.bit_count() >= 3 for stretch in segments(part))]


@dataclass(frozen=True, slots=True)
class Melding:
    """A hand laid out.

    Attributes:
        melds: the melds, sets before runs, each in order.
        deadwood: the cards in no meld, in order.
        points: the points of the deadwood.
    """

    melds: tuple[tuple[Card, ...], ...]
    deadwood: tuple[Card, ...]
    points: int


def best_masks(mask: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The sets and the runs of a way to meld a hand with the least deadwood, as masks."""
    goal = deadwood(mask)

    def search(rest: int, choices: list[list[int]], sets: tuple[int, ...]) -> tuple[tuple[int, ...], int] | None:
        if not choices:
            loose = sum(_LOOSE[rest >> shift & SUIT] for shift in (0, 13, 26, 39))
            return (sets, rest) if loose == goal else None
        for laid in (0, *choices[0]):
            if rest & laid == laid:
                found = search(rest & ~laid, choices[1:], (*sets, laid) if laid else sets)
                if found:
                    return found
        return None

    found = search(mask, sets_in(mask), ())
    assert found is not None, "the least deadwood belongs to some choice of sets"
    sets, rest = found
    runs = []
    for shift in (0, 13, 26, 39):
        suit = rest >> shift & SUIT
        laid = min(run_holdings(suit), key=lambda part: (_POINTS[suit & ~part], -part.bit_count()))
        runs += [stretch << shift for stretch in segments(laid)]
    return sets, tuple(runs)


def best_melds(cards: Iterable[Card]) -> Melding:
    """A way to meld some cards with the least deadwood.

    Args:
        cards: any number of different cards, no joker.
    """
    mask = mask_of(cards)
    sets, runs = best_masks(mask)
    loose = mask & ~sum(sets) & ~sum(runs)
    melds = tuple(cards_of(meld) for meld in (*sets, *runs))
    return Melding(melds, cards_of(loose), points_of(loose))
