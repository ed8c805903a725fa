"""The notation of a position in Stop the Bus, and why a position is impossible.

``deal 2; dealer 3; lives 3 2 dog; hands AS KS 5H / 2C 3C 4C / 9D 9H 9S; table QH JD 2S; turn 1; stopped 3; seed 7``.
Players are counted from 1; ``-`` stands for a hand without cards, and parts that say nothing are left out.
"""

from __future__ import annotations

from enum import Flag, auto
from typing import TYPE_CHECKING, Any

from rules.bus.options import PACK
from rules.bus.value import HAND
from rules.cards import Card, parse_cards
from rules.deals import impossible, read, written

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rules.bus.state import State
    from rules.bus.view import View


class Status(Flag):
    """Why a position cannot be; ``Status.VALID`` is empty."""

    VALID = 0
    CARD_TWICE = auto()
    """A card is in two places."""
    FOREIGN_CARD = auto()
    """A joker is among the cards."""
    HAND_SIZE = auto()
    """A player in the game has another number of cards than three, or a hand lies where there should be none."""
    TABLE_SIZE = auto()
    """There are not three cards on the table, or cards between deals."""
    SEATS = auto()
    """There are more or fewer seats than players, or a seat named that is none."""
    LIVES = auto()
    """A player has more lives than everybody starts with."""
    DOGS = auto()
    """A dog where none is played, or several where only one can come to be."""
    NOBODY = auto()
    """Everybody is out."""
    PLAYER_OUT = auto()
    """The dealer, the player to move or the one who stopped the bus is out of the game."""
    OVER = auto()
    """Cards are dealt or a player is to move after the game was won."""
    STOPPED = auto()
    """The bus was stopped between deals, or the turn has come back to whoever stopped it."""


def status(state: State) -> Status:
    """The reasons why the position is impossible."""
    seats = range(state.rules.players)
    named = [seat for seat in (state.dealer, state.turn, state.stopped) if seat is not None]
    if any(len(of) != len(seats) for of in (state.lives.left, state.hands)) or any(s not in seats for s in named):
        return Status.SEATS
    cards = [card for hand in (*state.hands, state.table) for card in hand]
    found = Status.VALID
    for name in impossible(state, named, cards):
        found |= Status[name]
    if Status.NOBODY in found:
        return found
    if state.stopped is not None and (state.turn is None or state.turn == state.stopped):
        found |= Status.STOPPED
    dealt = state.turn is not None
    expected = [HAND if dealt and seat in state.lives.playing else 0 for seat in seats]
    if [len(hand) for hand in state.hands] != expected:
        found |= Status.HAND_SIZE
    if len(state.table) != (HAND if dealt else 0):
        found |= Status.TABLE_SIZE
    if any(card not in PACK for card in cards):
        found |= Status.FOREIGN_CARD
    return found


def _codes(cards: Iterable[Card | None]) -> str:
    return " ".join("??" if card is None else card.code for card in cards) or "-"


def format_position(state: State | View) -> str:
    """The position in notation."""
    cards = []
    if any(state.hands):
        cards.append("hands " + " / ".join(map(_codes, state.hands)))
    if state.table:
        cards.append("table " + _codes(state.table))
    return written(state, cards, {"turn": state.turn, "stopped": state.stopped})


def parse_position(text: str, players: int) -> dict[str, Any]:
    """The fields of a `State` written in notation.

    Raises:
        RulesError: ``bus.position`` naming the part that cannot be read or is missing; ``card.unknown``.
    """
    cards = {"hands": _hands, "table": parse_cards}
    return {"hands": ((),) * players} | read("bus.position", text, cards, ("turn", "stopped"))


def _hands(text: str) -> tuple[tuple[Card, ...], ...]:
    return tuple(parse_cards("" if hand.strip() == "-" else hand) for hand in text.split("/"))
