"""What three cards are worth in Stop the Bus, and who loses when all hands are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from rules import lives
from rules.bus.options import PACK, Rules
from rules.cards import CARDS, Card, Rank
from rules.errors import RulesError

HAND: Final = 3
"""Cards in a hand."""

MOST: Final = 31
"""The most points that three cards of one suit make: an ace and two tens."""

ABOVE: Final = 32
"""Points that stand for three of a kind where it beats any total: one more than the most."""

Kind = Literal["points", "three of a kind", "prial", "running flush", "run", "flush", "pair", "high card"]
_BRAG: Final[tuple[Kind, ...]] = ("high card", "pair", "flush", "run", "running flush", "prial")


def card_points(card: Card) -> int:
    """Points of a card: an ace 11, king, queen and jack 10, others their face value."""
    if card.rank is None:
        raise RulesError("pack.foreign", {"card": card.code})
    return 11 if card.rank == Rank.ACE else min(int(card.rank), 10)


_POINTS: Final = tuple(map(card_points, CARDS))


@dataclass(frozen=True, slots=True)
class Value:
    """What a hand is worth.

    Attributes:
        key: compares hands under the rules they were valued by: the larger is the better hand.
        points: the points; `ABOVE` for a three of a kind that beats any total. In the Brag form, which counts no
            points, the best total of one suit, for information.
        kind: ``points`` or ``three of a kind``; in the Brag form the name of the hand.
    """

    key: tuple[float, ...]
    points: float
    kind: Kind

    def __lt__(self, other: Value) -> bool:
        return self.key < other.key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Value) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        """The points, or the name of the hand in the Brag form."""
        named = self.kind not in ("points", "three of a kind")
        return self.kind.replace(" ", "_") if named else str(number(self.points))


def value(cards: Sequence[Card], rules: Rules | None = None) -> Value:
    """What three cards are worth.

    Raises:
        RulesError: ``bus.hand_size`` for another number of cards; ``pack.foreign`` or ``pack.repeated`` for a joker or
            a card that is there twice.
    """
    rules = rules or Rules()
    if len(cards) != HAND:
        raise RulesError("bus.hand_size", {"cards": [card.code for card in cards], "found": len(cards)})
    PACK.check(cards)
    return worth(cards, rules)


def worth(cards: Sequence[Card], rules: Rules) -> Value:
    """As `value`, of three cards that are known to be different and no jokers."""
    if rules.brag:
        key = _brag(cards)
        return Value(key, _total(cards), _BRAG[int(key[0])])
    first, second, third = cards
    if first.rank is second.rank and second.rank is third.rank and rules.three_of_a_kind != "none":
        points = ABOVE if rules.three_of_a_kind == "best" else rules.three_of_a_kind
        return Value((points,), points, "three of a kind")
    total = _total(cards)
    return Value((total,), total, "points")


def _total(cards: Sequence[Card]) -> int:
    totals: dict[object, int] = {}
    for card in cards:
        totals[card.suit] = totals.get(card.suit, 0) + _POINTS[card.index]
    return max(totals.values())


def _brag(cards: Sequence[Card]) -> tuple[float, ...]:
    """The place of three cards in Brag: the kind, then what decides between hands of one kind."""
    # Aces are high everywhere; A-2-3 is made the highest run below.
    ranks = sorted((14 if card.rank == Rank.ACE else int(card.rank or 0) for card in cards), reverse=True)
    flush = len({card.suit for card in cards}) == 1
    if ranks[0] == ranks[2]:
        # Three threes are the best prial of all.
        return (_BRAG.index("prial"), 15 if ranks[0] == 3 else ranks[0])
    lowest_run = ranks == [14, 3, 2]
    if lowest_run or ranks == [ranks[0], ranks[0] - 1, ranks[0] - 2]:
        return (_BRAG.index("running flush" if flush else "run"), 15 if lowest_run else ranks[0])
    if flush:
        return (_BRAG.index("flush"), *ranks)
    if ranks[1] in (ranks[0], ranks[2]):
        return (_BRAG.index("pair"), ranks[1], ranks[2] if ranks[0] == ranks[1] else ranks[0])
    return (_BRAG.index("high card"), *ranks)


def number(points: float) -> float:
    """Points as JSON prints them: a whole number without a fraction."""
    return int(points) if points == int(points) else points


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that was shown.

    Attributes:
        cards: its three cards, as given.
        value: what they are worth.
    """

    cards: tuple[Card, ...]
    value: Value

    def to_json(self) -> dict[str, Any]:
        """``{"cards", "points", "kind"}``."""
        return {
            "cards": [card.code for card in self.cards],
            "points": number(self.value.points),
            "kind": self.value.kind,
        }


@dataclass(frozen=True, slots=True)
class Showdown:
    """All hands shown.

    Attributes:
        hands: in the order given.
        losers: indices into `hands` of those who lose a life; empty where nobody does.
    """

    hands: tuple[Hand, ...]
    losers: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """``{"hands": [{"cards", "points", "kind"}], "losers": [index, ...]}``."""
        return {"hands": [hand.to_json() for hand in self.hands], "losers": list(self.losers)}


def score(hands: Sequence[Sequence[Card]], rules: Rules | None = None) -> Showdown:
    """Who loses a life when these hands are shown. One hand alone is valued and has no loser.

    Raises:
        RulesError: ``bus.hands`` for no hand or more than 16; ``bus.nth_hand_size`` naming the hand that is not three
            cards; ``pack.repeated`` or ``pack.foreign`` naming the card that is there twice or is a joker.
    """
    rules = rules or Rules()
    if not 1 <= len(hands) <= 16:
        raise RulesError("bus.hands", {"found": len(hands)})
    for place, cards in enumerate(hands, start=1):
        if len(cards) != HAND:
            params = {"hand": place, "cards": [card.code for card in cards], "found": len(cards)}
            raise RulesError("bus.nth_hand_size", params)
    PACK.check(card for cards in hands for card in cards)
    shown = tuple(Hand(tuple(cards), value(cards, rules)) for cards in hands)
    return Showdown(shown, lives.losers([hand.value for hand in shown], together=rules.ties_together))
