"""The notation of a position in Chase the Ace, and why a position is impossible.

``deal 2; dealer 1; lives 3 dog out; cards 5H KS -; turn 1; seed 7``. Players are counted from 1; ``-`` stands for a
player without a card, and parts that say nothing are left out.
"""

from __future__ import annotations

from enum import Flag, auto
from typing import TYPE_CHECKING, Any

from rules.cards import Card, Rank
from rules.deals import impossible, read, written

if TYPE_CHECKING:
    from rules.ace.state import State
    from rules.ace.view import View


class Status(Flag):
    """Why a position cannot be; ``Status.VALID`` is empty."""

    VALID = 0
    CARD_TWICE = auto()
    """A card is in two places."""
    FOREIGN_CARD = auto()
    """A card is not in the pack in play."""
    HAND_SIZE = auto()
    """A player in the game has no card, or a card lies where there should be none."""
    SEATS = auto()
    """There are more or fewer seats than players, or a seat named that is none."""
    LIVES = auto()
    """A player has more lives than everybody starts with."""
    DOGS = auto()
    """A dog where none is played, or several where only one can come to be."""
    NOBODY = auto()
    """Everybody is out."""
    PLAYER_OUT = auto()
    """The dealer or the player to move is out of the game."""
    OVER = auto()
    """Cards are dealt or a player is to move after the game was won."""
    KING_TO_MOVE = auto()
    """The player to move holds a king, which leaves no decision."""


def status(state: State) -> Status:
    """The reasons why the position is impossible."""
    seats = range(state.rules.players)
    named = [seat for seat in (state.dealer, state.turn) if seat is not None]
    if any(len(of) != len(seats) for of in (state.lives.left, state.cards)) or any(s not in seats for s in named):
        return Status.SEATS
    cards = [card for card in state.cards if card is not None]
    found = Status.VALID
    for name in impossible(state, named, cards):
        found |= Status[name]
    if Status.NOBODY in found:
        return found
    holding = {seat for seat in seats if state.cards[seat] is not None}
    if holding != (set(state.lives.playing) if state.turn is not None else set()):
        found |= Status.HAND_SIZE
    if state.turn is not None and (card := state.cards[state.turn]) is not None and card.rank is Rank.KING:
        found |= Status.KING_TO_MOVE
    if any(card not in state.rules.cards for card in cards):
        found |= Status.FOREIGN_CARD
    return found


def format_position(state: State | View) -> str:
    """The position in notation."""
    cards = []
    if state.turn is not None or any(state.cards):
        # A view has no seed, and hides cards.
        hidden = not hasattr(state, "seed")
        absent = ["??" if hidden and seat in state.lives.playing else "-" for seat in range(len(state.cards))]
        codes = (absent[seat] if card is None else card.code for seat, card in enumerate(state.cards))
        cards.append("cards " + " ".join(codes))
    return written(state, cards, {"turn": state.turn})


def parse_position(text: str, players: int) -> dict[str, Any]:
    """The fields of a `State` written in notation.

    Raises:
        RulesError: ``ace.position`` naming the part that cannot be read or is missing; ``card.unknown``.
    """
    return {"cards": (None,) * players} | read("ace.position", text, {"cards": _cards}, ("turn",))


def _cards(text: str) -> tuple[Card | None, ...]:
    return tuple(None if word == "-" else Card.parse(word) for word in text.split())
