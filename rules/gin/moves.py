"""The moves of gin as values, and their text: ``take``, ``draw``, ``discard 5H``, ``knock 5H``, ``show + 6H``.

Declared melds follow a colon, separated by slashes (``knock 5H: AS AD AC / 3H 4H 6H``); declared layoffs a plus. A dash
stands for declaring none. What is not declared is arranged as well as can be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from rules.cards import Card, format_cards, parse_cards
from rules.errors import RulesError

Melds: TypeAlias = tuple[tuple[Card, ...], ...]


def _ordered(melds: Iterable[Sequence[Card]] | None) -> Melds | None:
    return None if melds is None else tuple(sorted(tuple(sorted(meld)) for meld in melds))


def _write(melds: Melds | None) -> str:
    if melds is None:
        return ""
    return ": " + (" / ".join(format_cards(meld) for meld in melds) or "-")


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top card of the discard pile, or the first upcard."""

    def __str__(self) -> str:
        return "take"


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave the first upcard."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the stock."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a card and end the turn."""

    card: Card

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class Knock:
    """Discard a card and go out: a knock, gin, petit gin or grand gin, whichever the melds make it.

    Attributes:
        card: the discard.
        melds: the melds declared, ``None`` for the best.
    """

    card: Card
    melds: Melds | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "melds", _ordered(self.melds))

    def __str__(self) -> str:
        return f"knock {self.card}{_write(self.melds)}"


@dataclass(frozen=True, slots=True)
class BigGin:
    """Go out with all eleven cards melded, without a discard.

    Attributes:
        melds: the melds declared, ``None`` for any that use all the cards.
    """

    melds: Melds | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "melds", _ordered(self.melds))

    def __str__(self) -> str:
        return f"big gin{_write(self.melds)}"


@dataclass(frozen=True, slots=True)
class Show:
    """The defender's answer to a knock or gin: melds laid out, cards laid off. It ends the hand.

    Attributes:
        melds: the melds declared, ``None`` for the best.
        layoffs: the cards laid off, ``None`` for the best, empty for none.
    """

    melds: Melds | None = None
    layoffs: tuple[Card, ...] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "melds", _ordered(self.melds))
        if self.layoffs is not None:
            object.__setattr__(self, "layoffs", tuple(sorted(self.layoffs)))

    def __str__(self) -> str:
        off = "" if self.layoffs is None else " + " + (format_cards(self.layoffs) or "-")
        return f"show{_write(self.melds)}{off}"


Move: TypeAlias = Take | Pass | Draw | Discard | Knock | BigGin | Show


_MOVE: Final = re.compile(
    r"(?P<kind>take|pass|draw|discard|knock|big gin|show)"
    r"(?: (?P<card>[^ :+]+))?(?: ?: ?(?P<melds>[^:+]+))?(?: ?\+ ?(?P<layoffs>[^:+]+))?"
)
_PLAIN: Final[dict[str, Move]] = {str(move): move for move in (Take(), Pass(), Draw())}


def _melds(text: str | None) -> Melds | None:
    if text is None:
        return None
    return () if text.strip() == "-" else tuple(parse_cards(part) for part in text.split("/"))


def _layoffs(text: str | None) -> tuple[Card, ...] | None:
    if text is None:
        return None
    return () if text.strip() == "-" else parse_cards(text)


def parse_move(text: str) -> Move:
    """The move that ``str`` wrote.

    Raises:
        RulesError: ``gin.move`` for a text that is no move; `rules.errors.CardError` for a card in it that is none.
    """
    found = _MOVE.fullmatch(" ".join(text.split()))
    if found:
        kind, card, melds, layoffs = found["kind"], found["card"], found["melds"], found["layoffs"]
        parts = (card is not None, melds is not None, layoffs is not None)
        if kind in _PLAIN and parts == (False, False, False):
            return _PLAIN[kind]
        if kind == "discard" and parts == (True, False, False):
            return Discard(Card.parse(card))
        if kind == "knock" and card is not None and layoffs is None:
            return Knock(Card.parse(card), _melds(melds))
        if kind == "big gin" and card is None and layoffs is None:
            return BigGin(_melds(melds))
        if kind == "show" and card is None:
            return Show(_melds(melds), _layoffs(layoffs))
    raise RulesError("gin.move", {"text": text.strip()})
