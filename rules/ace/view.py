"""What one player sees of a game of Chase the Ace."""

from __future__ import annotations

from dataclasses import dataclass

from rules.ace.moves import Move
from rules.ace.options import Rules
from rules.ace.position import format_position
from rules.cards import Card
from rules.lives import Lives


@dataclass(frozen=True, slots=True)
class View:
    """A game as it lies before one player, or an onlooker. What was seen earlier is for the player to remember.

    Attributes:
        player: the seat that looks, or None for an onlooker who sees only the kings.
        rules: the options.
        lives: who is in the game, with how many lives.
        dealer: the seat that dealt, or is to deal next.
        deal: number of the deal, from 1.
        cards: by seat; None for a card that lies face down, and for players who are out.
        turn: the seat to move; None between deals.
        legal_moves: what the player may do now; empty when it is not their turn.
    """

    player: int | None
    rules: Rules
    lives: Lives
    dealer: int
    deal: int
    cards: tuple[Card | None, ...]
    turn: int | None
    legal_moves: tuple[Move, ...] = ()

    def __str__(self) -> str:
        """The position in notation with ``??`` for hidden cards and without the seed."""
        return format_position(self)
