"""What a camera can know of a card on a table.

A place on the table holds a card that is face down, a face-up card out of a set of possible ones (one member when it is
certain), nothing, or something that could not be made out. The referees reason over every card a value allows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from rules.cards import CARDS, JOKER, Card, Rank, Suit
from rules.errors import CardError


class Side(Enum):
    """How a place on the table looks."""

    DOWN = "down"
    UP = "up"
    EMPTY = "empty"
    UNKNOWN = "unknown"


_ALL: Final = frozenset((*CARDS, JOKER))
_RANKS: Final = {rank: frozenset(card for card in CARDS if card.rank is rank) for rank in Rank}
_SUITS: Final = {suit: frozenset(card for card in CARDS if card.suit is suit) for suit in Suit}
_WORDS: Final = {Side.DOWN: "??", Side.EMPTY: "..", Side.UNKNOWN: "--"}
_UP: Final = "up"


@dataclass(frozen=True, slots=True)
class Seen:
    """What is seen at one place: immutable and hashable.

    The text forms are ``??`` face down, ``..`` nothing there, ``--`` unknown (any card, up or down, or nothing),
    ``10H`` a certain card, ``8H/6H`` one of several, ``5?`` a rank whose suit is not known, ``?H`` a suit whose rank is
    not known, ``up`` a face-up card of which nothing is known. `str` and `parse` round-trip.

    Attributes:
        side: how the place looks.
        possible: the cards it may be when `side` is up; otherwise empty.
    """

    side: Side
    possible: frozenset[Card] = frozenset()

    def __post_init__(self) -> None:
        if (self.side is Side.UP) != bool(self.possible):
            raise ValueError(f"only a face-up card has possible cards, and it has at least one: {self.side.value}")

    @classmethod
    def down(cls) -> Seen:
        """A face-down card."""
        return _DOWN

    @classmethod
    def empty(cls) -> Seen:
        """A place where nothing lies."""
        return _EMPTY

    @classmethod
    def unknown(cls) -> Seen:
        """A place that could not be made out: any card, up or down, or nothing."""
        return _UNKNOWN

    @classmethod
    def up(cls) -> Seen:
        """A face-up card of which neither rank nor suit is known."""
        return _ANY

    @classmethod
    def cards(cls, possible: Iterable[Card]) -> Seen:
        """A face-up card that is one of these.

        Raises:
            ValueError: when there are none.
        """
        return cls(Side.UP, frozenset(possible))

    @classmethod
    def card(cls, card: Card) -> Seen:
        """A face-up card known for certain."""
        return cls(Side.UP, frozenset((card,)))

    @classmethod
    def rank(cls, rank: Rank) -> Seen:
        """A face-up card of a rank, its suit not known."""
        return cls(Side.UP, _RANKS[rank])

    @property
    def certain(self) -> Card | None:
        """The card, when exactly one is possible."""
        if len(self.possible) == 1:
            (card,) = self.possible
            return card
        return None

    @property
    def exact(self) -> bool:
        """Whether nothing is left open: face down, nothing there, or one certain card."""
        return self.side is Side.DOWN or self.side is Side.EMPTY or len(self.possible) == 1

    def may_be(self, card: Card) -> bool:
        """Whether the place may show this card."""
        return self.side is Side.UNKNOWN or card in self.possible

    def allows(self, other: Seen) -> bool:
        """Whether everything that `other` may be is possible here too: this value is the same or vaguer."""
        if self.side is Side.UNKNOWN:
            return True
        return self.side is other.side and self.possible >= other.possible

    @classmethod
    def parse(cls, text: str) -> Seen:
        """The value written in one of the text forms, in either case.

        Raises:
            CardError: ``card.unknown_seen``, naming the text.
        """
        token = text.strip()
        word = _BY_WORD.get(token.lower())
        if word is not None:
            return word
        possible: set[Card] = set()
        for part in token.split("/"):
            possible |= _part(part, token)
        return cls(Side.UP, frozenset(possible))

    def __str__(self) -> str:
        if self.side is not Side.UP:
            return _WORDS[self.side]
        if self.possible == _ALL:
            return _UP
        rest = set(self.possible)
        parts = []
        for suit, all_ranks in _SUITS.items():
            if all_ranks <= rest:
                parts.append(f"?{suit.symbol}")
                rest -= all_ranks
        for rank, all_suits in _RANKS.items():
            if all_suits <= rest:
                parts.append(f"{rank.symbol}?")
                rest -= all_suits
        return "/".join([*parts, *(card.code for card in sorted(rest))])


def _part(part: str, token: str) -> frozenset[Card]:
    part = part.strip()
    try:
        if part.endswith("?") and len(part) > 1:
            return _RANKS[Rank.parse(part[:-1])]
        if part.startswith("?") and len(part) > 1:
            return _SUITS[Suit.parse(part[1:])]
        return frozenset((Card.parse(part),))
    except CardError as error:
        raise CardError("card.unknown_seen", {"token": token, "place": 1}) from error


_DOWN: Final = Seen(Side.DOWN)
_EMPTY: Final = Seen(Side.EMPTY)
_UNKNOWN: Final = Seen(Side.UNKNOWN)
_ANY: Final = Seen(Side.UP, _ALL)
_BY_WORD: Final = {"??": _DOWN, "..": _EMPTY, "--": _UNKNOWN, _UP: _ANY}


def parse_row(text: str) -> tuple[Seen, ...]:
    """The values written in a text, separated by spaces, commas or semicolons.

    Raises:
        CardError: ``card.unknown_seen``, naming the first token that cannot be read and its place, counted from 1.
    """
    row = []
    for place, token in enumerate(text.replace(",", " ").replace(";", " ").split(), start=1):
        try:
            row.append(Seen.parse(token))
        except CardError as error:
            raise CardError("card.unknown_seen", {"token": token, "place": place}) from error
    return tuple(row)


def format_row(row: Iterable[Seen]) -> str:
    """The values as text, separated by spaces."""
    return " ".join(map(str, row))
