"""What one hand can do: its melds and deadwood, whether it may knock, whether it is gin or big gin."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from rules.cards import Card
from rules.catalogue import sentence
from rules.gin.melds import best_melds, bits_of, cards_of, deadwood, mask_of, points_of
from rules.gin.rules import Rules
from rules.gin.score import check_hand, may_go_out


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand at its best.

    Of ten cards: what they are worth as they lie. Of eleven: what they are worth after the best discard, or undiscarded
    where all eleven meld and that is a way to go out.

    Attributes:
        cards: the cards, in order.
        melds: the melds, sets before runs.
        deadwood: the cards in no meld, the discard not among them.
        points: the points of the deadwood.
        may_knock: whether the player may end the hand with it, gin included.
        gin: whether it is gin: ten cards all melded, after the discard where there are eleven.
        big_gin: whether all eleven meld and that is a way to go out.
        discard: with eleven cards, the card to discard for these melds; ``None`` for big gin and with ten cards.
        going_out: ``"petit"`` where the hand may be ended for petit gin alone, its one loose card counting more than
            the limit; ``"grand"`` where all is melded and petit gin is played, which makes it grand gin.
    """

    cards: tuple[Card, ...]
    melds: tuple[tuple[Card, ...], ...]
    deadwood: tuple[Card, ...]
    points: int
    may_knock: bool
    gin: bool
    big_gin: bool
    discard: Card | None = None
    going_out: Literal["petit", "grand"] | None = None

    @property
    def rule(self) -> str:
        """The id of the sentence that says what the hand can do."""
        if self.going_out is not None:
            return "gin.hand_petit_gin" if self.going_out == "petit" else "gin.hand_grand_gin"
        if self.big_gin:
            return "gin.hand_big_gin"
        if self.gin:
            return "gin.hand_gin"
        return "gin.hand_may_knock" if self.may_knock else "gin.hand_may_not"

    def sentence(self, lang: str = "en") -> str:
        """Deadwood and what the hand can do, in ``en``, ``fr`` or ``de``."""
        return sentence(self.rule, {"points": self.points}, lang)

    def to_json(self) -> dict[str, object]:
        """``{"hand", "melds", "deadwood", "points", "may_knock", "gin", "big_gin"}``, and ``"discard"`` with eleven."""
        found: dict[str, object] = {
            "hand": [card.code for card in self.cards],
            "melds": [[card.code for card in meld] for meld in self.melds],
            "deadwood": [card.code for card in self.deadwood],
            "points": self.points,
            "may_knock": self.may_knock,
            "gin": self.gin,
            "big_gin": self.big_gin,
        }
        if len(self.cards) == 11:
            found["discard"] = None if self.discard is None else self.discard.code
        return found


def hand(cards: Iterable[Card], rules: Rules | None = None, *, upcard: Card | None = None) -> Hand:
    """Judge a hand of ten or eleven cards.

    Args:
        cards: the hand.
        rules: the options; the usual game when not given.
        upcard: the first upcard, needed in Oklahoma only.

    Raises:
        RulesError: ``gin.hand_size``, ``gin.same_card``, or ``gin.upcard_needed``.
    """
    rules = rules or Rules()
    held = tuple(sorted(cards))
    check_hand(held, "hand", (10, 11))
    limit = rules.limit(upcard)
    mask = mask_of(held)
    if len(held) == 10:
        return _ten(held, mask, rules, limit)
    if rules.eleven_bonus is not None and deadwood(mask) == 0:
        best = best_melds(held)
        big = not rules.petit_gin or (rules.big_gin_bonus or 0) >= rules.grand_gin_bonus
        return Hand(held, best.melds, (), 0, True, True, True, going_out=None if big else "grand")
    # A hand that may go out after one discard and not after another: the first. Then the least deadwood, and of equal
    # ones the discard that counts most.
    drop = min(
        bits_of(mask),
        key=lambda card: (not may_go_out(mask ^ card, rules, limit), deadwood(mask ^ card), -points_of(card)),
    )
    rest = mask ^ drop
    return _ten(held, rest, rules, limit, cards_of(drop)[0])


def _ten(held: tuple[Card, ...], mask: int, rules: Rules, limit: int, discard: Card | None = None) -> Hand:
    """The hand whose ten cards that stay are these."""
    best = best_melds(cards_of(mask))
    if best.points == 0:
        grand: Literal["grand"] | None = "grand" if rules.petit_gin else None
        return Hand(held, best.melds, (), 0, True, True, False, discard, grand)
    knock = may_go_out(mask, rules, limit)
    if not knock or best.points <= limit:
        return Hand(held, best.melds, best.deadwood, best.points, knock, False, False, discard)
    # Over the limit only petit gin lets it go out: with one card over, the cheapest that leaves all others melded.
    loose = min((card for card in bits_of(mask) if deadwood(mask ^ card) == 0), key=points_of)
    melds = best_melds(cards_of(mask ^ loose)).melds
    return Hand(held, melds, cards_of(loose), points_of(loose), True, False, False, discard, "petit")
