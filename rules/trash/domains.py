"""Sets of cards as bits, and whether the packs in play hold a choice of cards out of such sets.

A card is the bit of its index; two bits more stand for a face-down card and for nothing. What is seen before and after
is then a *box*: a set for every place, standing for every world in which each place shows one member of its set and no
card occurs more often than the packs hold it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from rules.cards import CARDS, JOKER, Card, Rank
from rules.errors import RulesError
from rules.observation import Seen, Side
from rules.trash.options import Rules
from rules.trash.table import Table

ANY_CARD: Final = (1 << 53) - 1
DOWN: Final = 1 << 53
NOTHING: Final = 1 << 54
NUMBERS: Final = (0, *(0xF << 4 * (number - 1) for number in range(1, 11)))
"""The four cards of each number: the set of slot ``n`` is ``NUMBERS[n]``."""
_ALL: Final = (*CARDS, JOKER)


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards in play as sets.

    Attributes:
        cards: every card in play.
        wild: the wild cards.
        stuck: the faces that cannot be placed.
        copies: for each card index, how many copies are in play.
    """

    cards: int
    wild: int
    stuck: int
    copies: tuple[int, ...]

    def fits(self, slot: int) -> int:
        """The cards that are right in a slot."""
        return NUMBERS[slot] | self.wild

    def beyond(self, slots: int) -> int:
        """The numbers larger than a layout."""
        beyond = 0
        for number in range(slots + 1, 11):
            beyond |= NUMBERS[number]
        return beyond


@lru_cache(maxsize=64)
def deck_of(rules: Rules) -> Deck:
    """The cards in play under these options."""
    copies = tuple(rules.pack.count(card) for card in _ALL)
    cards = sum(1 << card.index for card in _ALL if copies[card.index])
    wild = cards & sum(1 << card.index for card in _ALL if rules.wild(card))
    faces = sum(1 << card.index for card in CARDS if (card.rank or 0) > Rank.TEN)
    return Deck(cards, wild, cards & faces & ~wild, copies)


def to_set(seen: Seen, deck: Deck, otherwise: int) -> int:
    """The set a place may show; an unknown one shows any card or `otherwise`.

    Raises:
        RulesError: ``pack.foreign`` for a card that is not in the packs in play.
    """
    if seen.side is Side.UNKNOWN:
        return deck.cards | otherwise
    if seen.side is not Side.UP:
        return DOWN if seen.side is Side.DOWN else NOTHING
    cards = 0
    for card in seen.possible:
        cards |= 1 << card.index
    if not cards & deck.cards:
        raise RulesError("pack.foreign", {"card": str(min(seen.possible))})
    return cards & deck.cards


def members(cards: int) -> Iterator[Card]:
    """The cards of a set in order."""
    cards &= ANY_CARD
    while cards:
        low = cards & -cards
        yield _ALL[low.bit_length() - 1]
        cards ^= low


def to_text(cards: int) -> str:
    """A set of cards as an observation is written."""
    return str(Seen.cards(members(cards))) if cards & ANY_CARD else str(Seen.unknown())


def _one_rank(cards: int) -> bool:
    """Whether the cards are all of one rank, or all jokers."""
    low = (cards & -cards).bit_length() - 1
    return not cards & ~(0xF << 4 * (low // 4))


def single(cards: int) -> bool:
    """Whether a set has at most one member."""
    return not cards & (cards - 1)


def holds(places: Sequence[int], copies: Sequence[int]) -> bool:
    """Whether every place can show a card of its set with no card used more often than there are copies.

    Args:
        places: sets of cards only, none of them empty.
        copies: by card index.
    """
    left = list(copies)
    full = 0
    open_places = []
    for cards in places:
        if cards & (cards - 1):
            open_places.append(cards)
            continue
        index = cards.bit_length() - 1
        left[index] -= 1
        if left[index] < 0:
            return False
        if not left[index]:
            full |= cards
    # A place with as many cards to choose from as there are open places can always be served last.
    tight = [cards for cards in open_places if (cards & ~full).bit_count() < len(open_places)]
    if not tight:
        return True
    owners: dict[int, list[int]] = {}

    def serve(place: int, tried: set[int]) -> bool:
        cards = tight[place] & ~full
        while cards:
            low = cards & -cards
            cards ^= low
            if low in tried:
                continue
            tried.add(low)
            holders = owners.setdefault(low, [])
            if len(holders) < left[low.bit_length() - 1]:
                holders.append(place)
                return True
            for spot, holder in enumerate(holders):
                if serve(holder, tried):
                    holders[spot] = place
                    return True
        return False

    return all(serve(place, set()) for place in range(len(tight)))


class Spot(NamedTuple):
    """A place of a box in one of its pictures.

    Attributes:
        after: whether it is seen after the change.
        at: its place in the picture: the slots of the layouts in order, the discard pile last.
    """

    after: bool
    at: int


@dataclass(frozen=True, slots=True)
class Box:
    """What two pictures may show.

    Attributes:
        before: a set for every place of the first picture: the slots of the layouts in order, the discard pile last.
        after: the same for the second picture.
        tied: places that show the same card in both pictures whatever it is.
    """

    before: tuple[int, ...]
    after: tuple[int, ...]
    tied: frozenset[int]

    @classmethod
    def of(cls, before: Table, after: Table, deck: Deck, *, tie: bool) -> Box:
        """The box of two tables with the same slots.

        Args:
            before: the first picture.
            after: the second picture.
            deck: the cards in play.
            tie: whether a face-up card that is of one rank in both pictures and may be the same card is taken to be the
                same. No legal play puts a card on another of its rank, so this hides no legal play.
        """
        first = [to_set(seen, deck, DOWN) for layout in before.layouts for seen in layout]
        second = [to_set(seen, deck, DOWN) for layout in after.layouts for seen in layout]
        shown = [seen.side is Side.UP for layout in before.layouts for seen in layout]
        shown_after = [seen.side is Side.UP for layout in after.layouts for seen in layout]
        tied = set()
        still = True
        for index, (one, two) in enumerate(zip(first, second, strict=True)):
            both = one & two
            if tie and shown[index] and shown_after[index] and both and _one_rank(one | two):
                tied.add(index)
                first[index] = second[index] = both
            elif one != DOWN or two != DOWN:
                still = False
        top, new_top = to_set(before.discard, deck, NOTHING), to_set(after.discard, deck, NOTHING)
        # Nothing to be seen on the table has changed: the discard pile's top is then the same card too.
        seen = before.discard.side is after.discard.side is Side.UP
        if tie and still and seen and top & new_top and _one_rank(top | new_top):
            tied.add(len(first))
            top = new_top = top & new_top
        return cls((*first, top), (*second, new_top), frozenset(tied))

    def dealt(self) -> Box:
        """The box of the same second picture and a first one in which the layouts have just been dealt."""
        return Box((*(DOWN for _ in self.before[:-1]), NOTHING), self.after, frozenset())

    def seen(self, spot: Spot) -> int:
        """The set of a place."""
        return (self.after if spot.after else self.before)[spot.at]

    def narrowed(self, spot: Spot, cards: int) -> Box:
        """The worlds in which a place shows a member of a set."""
        before, after = self.before, self.after
        index = spot.at
        if not spot.after or index in self.tied:
            before = (*before[:index], before[index] & cards, *before[index + 1 :])
        if spot.after or index in self.tied:
            after = (*after[:index], after[index] & cards, *after[index + 1 :])
        return Box(before, after, self.tied)

    def settled(self, deck: Deck) -> Box | None:
        """The box without members that no world shows; None when there is no world at all."""
        before, after = list(self.before), list(self.after)
        while True:
            if not (spread(before, deck) and spread(after, deck)):
                return None
            if all(before[index] == after[index] for index in self.tied):
                break
            for index in self.tied:
                before[index] = after[index] = before[index] & after[index]
        for picture in (before, after):
            if not holds([cards for cards in picture if not cards & (DOWN | NOTHING)], deck.copies):
                return None
        return Box(tuple(before), tuple(after), self.tied)


def spread(picture: list[int], deck: Deck) -> bool:
    """Take from the open places the cards that certain places use up; False when a place is left with nothing."""
    done = 0
    while True:
        used: dict[int, int] = {}
        for cards in picture:
            if not cards:
                return False
            if cards <= ANY_CARD and not cards & (cards - 1):
                used[cards] = used.get(cards, 0) + 1
        gone = 0
        for cards, many in used.items():
            held = deck.copies[cards.bit_length() - 1]
            if many > held:
                return False
            if many == held:
                gone |= cards
        if gone == done:
            return True
        done = gone
        for index, cards in enumerate(picture):
            if cards & gone and cards & (cards - 1):
                picture[index] = cards & ~gone
