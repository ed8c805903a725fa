"""The referee at the discard pile: can what is seen on its top be explained by legal play?

The pile's top changes once a turn, except on a pass on the first upcard and on big gin. The card taken is not the card
put back; a buried card does not come back; nobody discards a card that the other was seen to take. A card lying face
down is the signal of a knock. When the stock runs out is not seen on the pile and not judged here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from rules.cards import Card
from rules.gin.pile import (
    World,
    after_emptying,
    after_turn,
    amid,
    first_upcard,
    readies,
    refuse_discard,
    unseen_turns,
)
from rules.observation import Seen, Side
from rules.verdict import Verdict

TURNS: Final = 2
"""Turns that may have passed between two settled tables when nothing else is said."""
_READINGS: Final = 16
_BUDGET: Final = 4

Stage: TypeAlias = Literal["cleared", "play", "over"]


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to read the cards seen so far, with every history that explains it by the fewest turns."""

    stage: Stage
    worlds: frozenset[World] = frozenset()


@dataclass(frozen=True, slots=True)
class _Finding:
    """What one reading makes of what is seen now."""

    rule: str
    reading: _Reading
    legal: bool = True


class Referee:
    """Follows the top of the discard pile over a hand, and from hand to hand when the table is seen cleared between.

    A change is explained by the fewest turns that can explain it.
    """

    def __init__(self, *, new_hand: bool = True, turns: int = TURNS) -> None:
        """Begin to watch.

        Args:
            new_hand: whether the hand has not begun, so that the next card seen is its first upcard; if not, anything
                may have happened before.
            turns: how many discards may lie between two settled tables, at least 1.

        Raises:
            ValueError: for less than one turn.
        """
        if turns < 1:
            raise ValueError(f"at least one turn may pass between two settled tables, not {turns}")
        self._turns = turns
        self._unread = 0
        self._readings: tuple[_Reading, ...] = (_Reading("cleared" if new_hand else "over"),)
        self._last: Seen | None = None

    def see(self, top: Seen) -> Verdict:
        """Judge the pile's top on the next settled table.

        Args:
            top: the card on top, face down for a knock, empty when no card lies there.

        Returns:
            ``legal`` when every reading of what is seen has a legal history, ``illegal`` when none has, else
            ``cannot tell``. After an illegal change the hand is followed on from what lies there.
        """
        before, self._last = self._last, top
        if top.side is Side.UNKNOWN:
            # Turns may pass while the pile cannot be read.
            self._unread += 1
            return Verdict("cannot tell", "gin.pile_unread", {}, _seen(before, top))
        budget = self._turns * (1 + self._unread)
        if budget > _BUDGET:
            self._readings = (_Reading("over"),)
            budget = _BUDGET
        self._unread = 0
        candidates: Iterable[Card | None]
        if top.side is Side.UP:
            candidates = sorted(card for card in top.possible if not card.joker)
            if not candidates:
                return Verdict("illegal", "pack.foreign", {"card": "JOKER"}, _seen(before, top))
        else:
            candidates = (None,)
        findings = [_judge(reading, card, top.side, budget) for reading in self._readings for card in candidates]
        self._readings = _merge(finding.reading for finding in findings)
        return _verdict(findings, before, top)


def _merge(readings: Iterable[_Reading]) -> tuple[_Reading, ...]:
    distinct = tuple(dict.fromkeys(readings))
    if len(distinct) <= _READINGS:
        return distinct
    # Too many ways to read the cards to follow each: from here on they are followed as one.
    stages = {reading.stage for reading in distinct}
    stage: Stage = "play" if stages == {"play"} else "over"
    return (_Reading(stage, frozenset[World]().union(*(reading.worlds for reading in distinct))),)


def _judge(reading: _Reading, card: Card | None, side: Side, budget: int) -> _Finding:
    if side is Side.DOWN:
        return _Finding("gin.pile_knock", _Reading("over"))
    if card is None:
        emptied = frozenset(after for world in reading.worlds for after in after_emptying(world))
        # The pile is empty because its only card was taken, or because the hand is over and the table cleared.
        return _Finding("gin.pile_empty", _Reading("play" if emptied else "cleared", emptied))
    if reading.stage == "cleared":
        return _Finding("gin.pile_upcard", _Reading("play", frozenset((first_upcard(card),))))
    if reading.stage == "over":
        return _Finding("gin.pile_first", _Reading("play", frozenset((amid(card),))))
    same = frozenset(world for world in reading.worlds if world.top is card)
    if same:
        return _Finding("gin.pile_unchanged", _Reading("play", same))
    worlds = reading.worlds
    for turns in range(1, budget + 1):
        found = frozenset(after for world in worlds for after in after_turn(world, card))
        if found:
            taken = all(world.ready for world in found)
            rule = "gin.pile_turns" if turns > 1 else "gin.pile_taken" if taken else "gin.pile_turn"
            return _Finding(rule, _Reading("play", found))
        worlds = frozenset(after for world in worlds for after in unseen_turns(world))
    return _Finding(_fault(reading.worlds, card), _Reading("play", frozenset((amid(card),))), legal=False)


def _fault(worlds: frozenset[World], card: Card) -> str:
    """The rule that forbids the card's coming to the top."""
    for world in worlds:
        for ready in readies(world):
            rule = refuse_discard(ready, card)
            if rule is not None:
                return rule
    return "gin.no_turn"


def _seen(before: Seen | None, after: Seen) -> dict[str, object]:
    return {"before": None if before is None else str(before), "after": str(after)}


def _verdict(findings: list[_Finding], before: Seen | None, top: Seen) -> Verdict:
    legal = [finding for finding in findings if finding.legal]
    wrong = [finding for finding in findings if not finding.legal]
    card = top.certain
    params: dict[str, object] = {"card": [seen.code for seen in sorted(top.possible)] if card is None else card.code}
    explanation = _seen(before, top)
    if legal and wrong:
        explanation["depends_on"] = sorted(seen.code for seen in top.possible)
        return Verdict("cannot tell", "gin.pile_unclear", params, explanation)
    if wrong:
        return Verdict("illegal", wrong[0].rule, params, explanation)
    return Verdict("legal", legal[0].rule, params, explanation)
