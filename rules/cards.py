"""Ranks, suits, cards and packs: the values every game and every reader of pictures speaks in.

A card is written as rank then suit, ``10H`` or ``AS``; a joker as ``JOKER``. Parsers also take ``T`` for ten, lower
case, and the symbols ``♣♦♥♠``. A face-down card is never a card: see `rules.observation`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final, NoReturn, SupportsIndex, final

from rules.errors import CardError, RulesError


class Rank(IntEnum):
    """A rank, ordered from the ace (1) to the king (13).

    The short names ``A J Q K`` are aliases of the long ones.
    """

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    A = 1
    J = 11
    Q = 12
    K = 13

    @property
    def symbol(self) -> str:
        """The rank as it stands in a card's code: ``A``, ``2`` to ``10``, ``J``, ``Q``, ``K``."""
        return _SYMBOLS[self._value_]

    @property
    def face(self) -> bool:
        """Whether this is a jack, a queen or a king."""
        return self >= Rank.JACK

    def __str__(self) -> str:
        return self.symbol

    @classmethod
    def parse(cls, text: str) -> Rank:
        """The rank written ``A``, ``2`` to ``10`` or ``T``, ``J``, ``Q``, ``K``, in either case.

        Raises:
            CardError: for anything else.
        """
        rank = _RANKS.get(text.strip().upper())
        if rank is None:
            raise CardError("card.unknown_rank", {"token": text})
        return rank


_SYMBOLS: Final = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_RANKS: Final[dict[str, Rank]] = {_SYMBOLS[rank]: rank for rank in Rank} | {"T": Rank.TEN}


class Suit(StrEnum):
    """A suit, ordered clubs, diamonds, hearts, spades; its value is its letter.

    The letters ``C D H S`` are aliases of the long names.
    """

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    C = "C"
    D = "D"
    H = "H"
    S = "S"

    @property
    def symbol(self) -> str:
        """The letter of the suit in a card's code."""
        return self.value

    @property
    def pip(self) -> str:
        """The printed sign: ``♣ ♦ ♥ ♠``."""
        return _PIPS[self.value]

    @property
    def red(self) -> bool:
        """Whether the suit is diamonds or hearts, whatever colours the pack is printed in."""
        return self.value in "DH"

    @classmethod
    def parse(cls, text: str) -> Suit:
        """The suit written as its letter in either case or as its sign.

        Raises:
            CardError: for anything else.
        """
        suit = _SUITS.get(text.strip().upper())
        if suit is None:
            raise CardError("card.unknown_suit", {"token": text})
        return suit


_PIPS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
# The signs in outline are what some keyboards and fonts give.
_SUITS: Final[dict[str, Suit]] = (
    {suit.value: suit for suit in Suit} | {suit.pip: suit for suit in Suit} | dict(zip("♧♢♡♤", Suit, strict=True))
)


@final
class Card:
    """A playing card: immutable, hashable, ordered by rank and then suit, jokers last.

    There is one object per card, so identity and equality are the same.

    Attributes:
        rank: the rank, or ``None`` for the joker.
        suit: the suit, or ``None`` for the joker.
        index: 0 (AC), 1 (AD) ... 51 (KS), 52 (the joker): its place in the order of cards.
    """

    __slots__ = ("code", "index", "rank", "suit")

    code: str
    index: int
    rank: Rank | None
    suit: Suit | None

    def __new__(cls, rank: Rank | int, suit: Suit | str) -> Card:
        """The card of that rank and suit.

        Raises:
            ValueError: for a number that is no rank or a letter that is no suit.
        """
        return _CARDS[(Rank(rank) - 1) * 4 + _ORDER[Suit(suit)]]

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card written as ``10H``, ``th``, ``10♥``, ``JOKER``.

        Raises:
            CardError: naming the text when it is no card.
        """
        card = _BY_CODE.get(_plain(text))
        if card is None:
            raise CardError("card.unknown", {"token": text.strip(), "place": 1})
        return card

    @property
    def joker(self) -> bool:
        """Whether this is the joker."""
        return self.rank is None

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"Card({self.code})"

    # The index, not the address: sets of cards then come in the same order in every run.
    def __hash__(self) -> int:
        return self.index

    def __eq__(self, other: object) -> bool:
        return self is other

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def __le__(self, other: Card) -> bool:
        return self.index <= other.index if isinstance(other, Card) else NotImplemented

    def __gt__(self, other: Card) -> bool:
        return self.index > other.index if isinstance(other, Card) else NotImplemented

    def __ge__(self, other: Card) -> bool:
        return self.index >= other.index if isinstance(other, Card) else NotImplemented

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card is immutable: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a card is immutable: {name} cannot be deleted")

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[object, tuple[str]]:
        return Card.parse, (self.code,)


def _make(index: int, rank: Rank | None, suit: Suit | None, code: str) -> Card:
    card: Card = object.__new__(Card)
    for name, value in (("index", index), ("rank", rank), ("suit", suit), ("code", code)):
        object.__setattr__(card, name, value)
    return card


_ORDER: Final = {suit: place for place, suit in enumerate(Suit)}
_CARDS: Final[tuple[Card, ...]] = tuple(
    _make((rank - 1) * 4 + place, rank, suit, rank.symbol + suit.symbol)
    for rank in Rank
    for place, suit in enumerate(Suit)
)
JOKER: Final[Card] = _make(52, None, None, "JOKER")
CARDS: Final[tuple[Card, ...]] = _CARDS
"""The 52 cards in order; ``CARDS[card.index] is card``."""

_BY_CODE: Final[dict[str, Card]] = {card.code: card for card in (*_CARDS, JOKER)} | {
    f"T{suit.value}": Card(Rank.TEN, suit) for suit in Suit
}
_LETTERS: Final = str.maketrans(
    {sign: suit.value for sign, suit in _SUITS.items() if len(sign) == 1} | {"\ufe0f": None}
)


def _plain(text: str) -> str:
    return text.strip().upper().translate(_LETTERS)


def parse_cards(text: str | Iterable[str | Card]) -> tuple[Card, ...]:
    """The cards written in a text, separated by spaces, commas or semicolons; or in a sequence of codes.

    Raises:
        CardError: naming the first token that is no card and its place, counted from 1.
    """
    tokens: Iterable[str | Card] = re.findall(r"[^\s,;]+", text) if isinstance(text, str) else text
    found = []
    for place, token in enumerate(tokens, start=1):
        card = token if isinstance(token, Card) else _BY_CODE.get(_plain(token))
        if card is None:
            raise CardError("card.unknown", {"token": str(token).strip(), "place": place})
        found.append(card)
    return tuple(found)


def format_cards(cards: Iterable[Card]) -> str:
    """The codes of the cards, separated by spaces, in the order given."""
    return " ".join(card.code for card in cards)


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards in play: how large each pack is, how many are shuffled together, and the jokers in each.

    Attributes:
        size: 52, or 32 (the piquet pack: seven to king, and ace).
        packs: packs shuffled together, at least 1.
        jokers: jokers added to each pack, at least 0.
    """

    size: int = 52
    packs: int = 1
    jokers: int = 0

    def __post_init__(self) -> None:
        if self.size not in (32, 52):
            raise RulesError("pack.size", {"size": self.size})
        if isinstance(self.packs, bool) or not isinstance(self.packs, int) or self.packs < 1:
            raise RulesError("pack.packs", {"packs": self.packs})
        if isinstance(self.jokers, bool) or not isinstance(self.jokers, int) or self.jokers < 0:
            raise RulesError("pack.jokers", {"jokers": self.jokers})

    def cards(self) -> tuple[Card, ...]:
        """Every card of the packs in order, repeated ones side by side, jokers last; ``len(pack)`` of them."""
        return tuple(card for card in (*CARDS, JOKER) for _ in range(self.count(card)))

    def count(self, card: Card) -> int:
        """How many copies of the card the packs hold; 0 when it is not in them."""
        if card.rank is None:
            return self.jokers * self.packs
        return self.packs if self.size == 52 or card.rank == Rank.ACE or card.rank >= Rank.SEVEN else 0

    def check(self, cards: Iterable[Card]) -> None:
        """Raise unless the packs hold all these cards together.

        Raises:
            RulesError: ``pack.repeated`` naming the card there are too many of, or ``pack.foreign`` naming a card
                that the packs do not have.
        """
        seen: dict[Card, int] = {}
        for card in cards:
            seen[card] = seen.get(card, 0) + 1
            held = self.count(card)
            if held == 0:
                raise RulesError("pack.foreign", {"card": card.code})
            if seen[card] > held:
                raise RulesError("pack.repeated", {"card": card.code, "held": held})

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and self.count(card) > 0

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards())

    def __len__(self) -> int:
        return self.packs * (self.size + self.jokers)
