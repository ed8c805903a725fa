"""The moves of Chase the Ace and their notation.

``player 1: keep``, ``player 1: exchange`` (with the left-hand neighbour), ``player 1: draw 7H`` (the dealer replaces
the card), ``deal 5H KS ...`` (a card each, clockwise from the dealer's left). Players are counted from 1 in text and
from 0 in the values.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from rules.cards import Card, format_cards, parse_cards
from rules.errors import RulesError


@dataclass(frozen=True, slots=True)
class Keep:
    """Keeping the card."""

    player: int

    def __str__(self) -> str:
        return f"player {self.player + 1}: keep"


@dataclass(frozen=True, slots=True)
class Exchange:
    """Exchanging the card with the left-hand neighbour's, both unseen."""

    player: int

    def __str__(self) -> str:
        return f"player {self.player + 1}: exchange"


@dataclass(frozen=True, slots=True)
class Draw:
    """The dealer's card laid aside for one drawn at random from the rest of the pack.

    Attributes:
        player: the seat that draws.
        card: the card drawn; None leaves it to the game's seed.
    """

    player: int
    card: Card | None = None

    def __str__(self) -> str:
        return f"player {self.player + 1}: draw" + (f" {self.card}" if self.card else "")


@dataclass(frozen=True, slots=True)
class Deal:
    """Dealing the next deal.

    Attributes:
        cards: one for each player still in the game, clockwise from the dealer's left. Empty: shuffled by the game's
            seed.
    """

    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        return f"deal {format_cards(self.cards)}".rstrip()


Move = Keep | Exchange | Draw | Deal

_TURN: Final = re.compile(r"player\s+([1-9]\d{0,8})\s*:\s*(\S.*)", re.IGNORECASE)


def parse_move(text: str) -> Move:
    """The move in notation.

    Raises:
        RulesError: ``ace.notation`` naming the text, or ``card.unknown`` naming what is no card.
    """
    words = text.split()
    if words and words[0].lower() == "deal":
        return Deal(parse_cards(words[1:]))
    turn = _TURN.fullmatch(text.strip())
    if turn:
        player, action = int(turn[1]) - 1, turn[2].split()
        if len(action) == 1 and action[0].lower() in ("keep", "exchange"):
            return Keep(player) if action[0].lower() == "keep" else Exchange(player)
        if action[0].lower() == "draw" and len(action) <= 2:
            return Draw(player, *parse_cards(action[1:]))
    raise RulesError("ace.notation", {"text": text.strip()})
