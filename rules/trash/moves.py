"""The moves of Trash and their notation.

A move is written ``player 1: stock``, ``player 1: pile`` (the top of the discard pile), ``player 1: 5S@5`` (placed in
slot 5), ``player 1: discard QC``, ``player 1: look 3H KD`` (what was left face down, from the lowest slot), ``deal``,
``time``. Players and slots are counted from 1 in text; players from 0 in the values.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from rules.cards import Card, parse_cards
from rules.errors import CardError, RulesError


class Pile(Enum):
    """What a turn's card is drawn from; its value is its word in the notation."""

    STOCK = "stock"
    DISCARD = "pile"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of a pile."""

    player: int
    pile: Pile

    @property
    def action(self) -> str:
        """The move without its player."""
        return self.pile.value

    def __str__(self) -> str:
        return f"player {self.player + 1}: {self.action}"


@dataclass(frozen=True, slots=True)
class Place:
    """Place the card in hand in a slot, counted from 1, and take up the card that lies there."""

    player: int
    card: Card
    slot: int

    @property
    def action(self) -> str:
        """The move without its player."""
        return f"{self.card}@{self.slot}"

    def __str__(self) -> str:
        return f"player {self.player + 1}: {self.action}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay the unplayable card in hand on the discard pile, which ends the turn."""

    player: int
    card: Card

    @property
    def action(self) -> str:
        """The move without its player."""
        return f"discard {self.card}"

    def __str__(self) -> str:
        return f"player {self.player + 1}: {self.action}"


@dataclass(frozen=True, slots=True)
class Look:
    """After a hand, turn up the cards left face down: these, from the lowest slot."""

    player: int
    cards: tuple[Card, ...]

    @property
    def action(self) -> str:
        """The move without its player."""
        return " ".join(("look", *map(str, self.cards)))

    def __str__(self) -> str:
        return f"player {self.player + 1}: {self.action}"


@dataclass(frozen=True, slots=True)
class Deal:
    """Shuffle and deal the next hand.

    Attributes:
        order: all the cards in play in the order they are dealt: the layouts slot by slot, player by player, then the
            stock from the top. None leaves it to the seed, or the cards unknown where there is no seed.
    """

    order: tuple[Card, ...] | None = None

    def __str__(self) -> str:
        return " ".join(("deal", *map(str, self.order or ())))


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The fixed time is over: the hand in play is finished and ends the game."""

    def __str__(self) -> str:
        return "time"


Move: TypeAlias = Draw | Place | Discard | Look | Deal | TimeUp

_PLAYER = re.compile(r"player\s+([1-9]\d{0,8})\s*:\s*(.*)", re.IGNORECASE)
_PLACE = re.compile(r"(\S+)\s*@\s*(\d{1,9})")


def parse_action(player: int, text: str) -> Draw | Place | Discard | Look:
    """The move of a player written without the player.

    Raises:
        RulesError: ``trash.move``, naming the text.
    """
    words = text.split()
    verb = words[0].lower() if words else ""
    try:
        if text.strip().lower() in ("stock", "pile"):
            return Draw(player, Pile(verb))
        if verb == "discard" and len(words) == 2:
            return Discard(player, Card.parse(words[1]))
        if verb == "look":
            return Look(player, parse_cards(words[1:]))
        placed = _PLACE.fullmatch(text.strip())
        if placed:
            return Place(player, Card.parse(placed[1]), int(placed[2]))
    except CardError as error:
        raise RulesError("trash.move", {"text": text}) from error
    raise RulesError("trash.move", {"text": text})


def parse_move(text: str) -> Move:
    """The move written by `str`.

    Raises:
        RulesError: ``trash.move``, naming the text.
    """
    words = text.split()
    if words == ["time"]:
        return TimeUp()
    if words[:1] == ["deal"]:
        try:
            return Deal(parse_cards(words[1:]) or None)
        except CardError as error:
            raise RulesError("trash.move", {"text": text}) from error
    of_player = _PLAYER.fullmatch(text.strip())
    if of_player is None:
        raise RulesError("trash.move", {"text": text})
    return parse_action(int(of_player[1]) - 1, of_player[2])
