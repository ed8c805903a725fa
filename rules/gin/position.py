"""A position in a hand of gin: what lies where and whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.cards import Card
from rules.gin.melds import cards_of
from rules.gin.moves import BigGin, Knock, Show
from rules.gin.rules import Rules
from rules.gin.score import Showdown

HAND: Final = 10
"""Cards dealt to each player."""
DEAD: Final = 2
"""Cards left in the stock that make a hand dead."""
STOCK: Final = 31
"""Cards in the stock after the deal."""


class Phase(StrEnum):
    """What the player in turn has to do."""

    OFFER = "offer"
    """Take the first upcard or pass."""
    DRAW = "draw"
    """Take the top discard or draw from the stock."""
    DISCARD = "discard"
    """Discard, knock or go gin."""
    SHOW = "show"
    """The defender lays out melds and lays off."""
    OVER = "over"
    """The hand is over."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position. Players are 0 and 1; hands are masks (see `rules.gin.melds`).

    Attributes:
        rules: the options.
        dealer: who dealt.
        turn: who is to move.
        phase: what they have to do.
        hands: each player's cards.
        stock: the stock, the next card last.
        pile: the discard pile, its top last.
        upcard: the first upcard.
        passes: how many players passed on the first upcard.
        taken: the card just taken from the discard pile, while it may not be discarded.
        drawn: the card just drawn from the stock, known to its player only.
        known: the cards of each player that the other saw taken from the pile.
        out: the knock or big gin that ended play, with the melds laid out.
        reply: the defender's answer to it.
        showdown: the score, when there is one.
    """

    rules: Rules
    dealer: int
    turn: int
    phase: Phase
    hands: tuple[int, int]
    stock: tuple[Card, ...]
    pile: tuple[Card, ...]
    upcard: Card
    passes: int = 0
    taken: Card | None = None
    drawn: Card | None = None
    known: tuple[int, int] = (0, 0)
    out: Knock | BigGin | None = None
    reply: Show | None = None
    showdown: Showdown | None = None

    def hand(self, player: int) -> tuple[Card, ...]:
        """A player's cards, in order."""
        return cards_of(self.hands[player])

    @property
    def limit(self) -> int:
        """The most deadwood a simple knock may have in this hand."""
        return self.rules.limit(self.upcard)

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return self.phase is Phase.OVER

    @property
    def void(self) -> bool:
        """Whether the hand ended without a score because the stock ran down."""
        return self.phase is Phase.OVER and self.showdown is None

    @property
    def winner(self) -> int | None:
        """Who scores; ``None`` for a void hand, equal deadwood where nobody scores, and while play goes on."""
        if self.showdown is None or self.showdown.winner == "none":
            return None
        knocker = 1 - self.turn
        return knocker if self.showdown.winner == "knocker" else self.turn

    @property
    def stock_only(self) -> bool:
        """Whether both have passed, so that the first draw is from the stock."""
        return self.phase is Phase.DRAW and self.passes == 2 and len(self.pile) == 1 and len(self.stock) == STOCK
