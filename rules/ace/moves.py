"""The moves of Chase the Ace and their notation.

``player 1: keep``, ``player 1: exchange`` (with the left-hand neighbour), ``player 1: draw 7H`` (the dealer replaces
the card), ``deal 5H KS ...`` (a card each, clockwise from the dealer's left). Players are counted from 1 in text and
from 0 in the values.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.cards import Card, parse_cards
from rules.deals import Deal, action
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


Move = Keep | Exchange | Draw | Deal


def parse_move(text: str) -> Move:
    """The move in notation.

    Raises:
        RulesError: ``ace.notation`` naming the text, or ``card.unknown`` naming what is no card.
    """
    words = text.split()
    if words and words[0].lower() == "deal":
        return Deal(parse_cards(words[1:]))
    turn = action(text)
    if turn:
        player, done = turn[0], turn[1].split()
        if len(done) == 1 and done[0].lower() in ("keep", "exchange"):
            return Keep(player) if done[0].lower() == "keep" else Exchange(player)
        if done[0].lower() == "draw" and len(done) <= 2:
            return Draw(player, *parse_cards(done[1:]))
    raise RulesError("ace.notation", {"text": text.strip()})
