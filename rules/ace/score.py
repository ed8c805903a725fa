"""Who loses a life when all cards are shown in Chase the Ace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules import lives
from rules.ace.options import SMALL, Rules
from rules.cards import Card, Pack, Rank
from rules.errors import RulesError


def points(card: Card) -> int:
    """What a card counts: its rank alone, from the ace, 1, to the king, 13; with 32 cards the seven follows the ace."""
    if card.rank is None:
        raise RulesError("pack.foreign", {"card": card.code})
    return int(card.rank)


@dataclass(frozen=True, slots=True)
class Showdown:
    """All cards shown.

    Attributes:
        cards: one for each player still in the game, in the order given.
        losers: indices into `cards` of those who lose a life; empty where nobody does.
    """

    cards: tuple[Card, ...]
    losers: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """``{"hands": [{"cards", "points"}], "losers": [index, ...]}``, points being the rank from 1 to 13."""
        hands = [{"cards": [card.code], "points": points(card)} for card in self.cards]
        return {"hands": hands, "losers": list(self.losers)}


def pack_shown(rules: Rules, shown: int) -> Pack:
    """The pack that cards at a showing must come from: 52 unless the rules say 32, and check how many there are.

    Raises:
        RulesError: ``ace.cards`` for no card or more than can play.
    """
    most = SMALL if rules.pack == 32 else 51
    if not 1 <= shown <= most:
        raise RulesError("ace.cards", {"found": shown, "most": most})
    return Pack(rules.pack or 52)


def score(cards: Sequence[Card], rules: Rules | None = None, *, drew: int | None = None) -> Showdown:
    """Who loses a life when these cards are shown, one for each player still in the game; one card alone has no loser.

    How many started is not known here, so every card of 52 is taken unless the rules say that 32 are in play.

    Args:
        cards: the cards shown.
        rules: the options.
        drew: the index of the dealer's card if the dealer drew it from the pack.

    Raises:
        RulesError: ``ace.cards`` for too few or too many; ``pack.repeated`` or ``pack.foreign`` naming the card that is
            there twice or not in the pack; ``ace.no_player`` for a dealer who is not among them.
    """
    rules = rules or Rules()
    pack_shown(rules, len(cards)).check(cards)
    if drew is not None:
        if not 0 <= drew < len(cards):
            raise RulesError("ace.no_player", {"player": drew + 1, "players": len(cards)})
        if rules.dealer_king and len(cards) > 1 and cards[drew].rank is Rank.KING:
            return Showdown(tuple(cards), (drew,))
    losers = lives.losers([points(card) for card in cards], together=rules.ties_together)
    return Showdown(tuple(cards), losers)
