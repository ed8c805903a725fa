"""The moves of Stop the Bus and their notation.

``player 1: 5H>QH`` exchanges a card of the hand for one of the table, ``player 1: 2C 5H 9D>3S 4S QH`` all three;
``player 1: stop`` says "Stop the bus"; ``player 1: stick`` keeps the hand after somebody has; ``deal 2S ...`` deals a
card to everybody still in the game, clockwise from the dealer's left, then one face up on the table; three times.
Players are counted from 1 in text and from 0 in the values.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.cards import Card, format_cards, parse_cards
from rules.deals import Deal, action
from rules.errors import RulesError


@dataclass(frozen=True, slots=True, init=False)
class Exchange:
    """Cards of the hand for as many of the table: one, or all three. The order of the cards means nothing.

    Attributes:
        player: the seat that exchanges.
        give: cards of the hand, sorted.
        take: cards of the table, sorted.
    """

    player: int
    give: tuple[Card, ...]
    take: tuple[Card, ...]

    def __init__(self, player: int, give: Card | Iterable[Card], take: Card | Iterable[Card]) -> None:
        object.__setattr__(self, "player", player)
        for name, cards in (("give", give), ("take", take)):
            object.__setattr__(self, name, (cards,) if isinstance(cards, Card) else tuple(sorted(cards)))

    def __str__(self) -> str:
        return f"player {self.player + 1}: {format_cards(self.give)}>{format_cards(self.take)}"


@dataclass(frozen=True, slots=True)
class Stop:
    """Saying "Stop the bus" in place of an exchange: everybody else has one more turn."""

    player: int

    def __str__(self) -> str:
        return f"player {self.player + 1}: stop"


@dataclass(frozen=True, slots=True)
class Stick:
    """Keeping the hand in the turn left after somebody stopped the bus."""

    player: int

    def __str__(self) -> str:
        return f"player {self.player + 1}: stick"


Move = Exchange | Stop | Stick | Deal


def parse_move(text: str) -> Move:
    """The move in notation.

    Raises:
        RulesError: ``bus.notation`` naming the text, or ``card.unknown`` naming what is no card.
    """
    words = text.split()
    if words and words[0].lower() == "deal":
        return Deal(parse_cards(words[1:]))
    turn = action(text)
    if turn:
        player, done = turn
        if done.lower() in ("stop", "stick"):
            return Stop(player) if done.lower() == "stop" else Stick(player)
        if done.count(">") == 1:
            give, take = (parse_cards(side) for side in done.split(">"))
            if give and take:
                return Exchange(player, give, take)
    raise RulesError("bus.notation", {"text": text.strip()})
