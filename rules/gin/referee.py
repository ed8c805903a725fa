"""The referee at the discard pile: can what is seen on its top be explained by legal play?

The pile's top changes once a turn, except on a pass on the first upcard and on big gin. The card taken is not the card
put back; a card that lies buried does not come back; nobody discards a card that the other took. A card lying face down
is the signal of a knock. When the stock runs out is not seen on the pile and not judged here.
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
    buried,
    first_upcard,
    readies,
    refuse_discard,
    unseen_turns,
)
from rules.observation import Seen, Side
from rules.verdict import Verdict

TURNS: Final = 2
"""Turns that may lie between two settled tables when nothing else is said."""
_CANDIDATES: Final = 6
_READINGS: Final = 8
_WORLDS: Final = 24

Stage: TypeAlias = Literal["cleared", "play", "over"]


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to read the cards seen so far, with the histories that explain it.

    Attributes:
        stage: whether a hand is awaited, in play, or ended (or joined) so that anything may lie there next.
        worlds: the histories, while in play.
        missed: whether tables could not be read since, so that any number of turns may have passed.
    """

    stage: Stage
    worlds: frozenset[World] = frozenset()
    missed: bool = False


@dataclass(frozen=True, slots=True)
class _Finding:
    """What one reading makes of what is seen now."""

    rule: str
    reading: _Reading
    legal: bool = True


class Referee:
    """Follows the top of the discard pile over a hand.

    A change is explained by the fewest turns that can explain it. With one turn at most the verdicts are exact, given
    that no settled discard is missed; with two, a change that no single turn explains is tried as two players' turns,
    and a turn that left no trace is not suspected. An empty pile is taken for a pile whose last card was taken where
    that is possible, else for a table cleared for the next hand; `new_hand` says so for certain.
    """

    def __init__(self, *, new_hand: bool = True, turns: int = TURNS) -> None:
        """Begin to watch.

        Args:
            new_hand: whether the hand has not begun, so that the next card seen is its first upcard; if not, anything
                may have happened before.
            turns: how many discards may lie between two settled tables: 1 or 2.

        Raises:
            ValueError: for another number of turns.
        """
        if turns not in (1, 2):
            raise ValueError(f"one or two turns may lie between two settled tables, not {turns}")
        self._turns = turns
        self._readings: tuple[_Reading, ...] = (_Reading("cleared" if new_hand else "over"),)
        self._last: Seen | None = None

    def new_hand(self) -> None:
        """Forget the hand watched: the next card seen is the first upcard of another."""
        self._readings, self._last = (_Reading("cleared"),), None

    def see(self, top: Seen) -> Verdict:
        """Judge the pile's top on the next settled table.

        Args:
            top: the card on top, face down for a knock, empty when no card lies there.

        Returns:
            ``legal`` when every reading of what is seen has a legal history, ``illegal`` when none has, else
            ``cannot tell``; a card that may be more than six is not read. After an illegal change the hand is followed
            on from what lies there.
        """
        before, self._last = self._last, top
        if top.side is Side.UNKNOWN or len(top.possible) > _CANDIDATES:
            self._readings = tuple(_unread(reading) for reading in self._readings)
            return Verdict("cannot tell", "gin.pile_unread", {}, _seen(before, top))
        candidates: Iterable[Card | None] = (None,)
        if top.side is Side.UP:
            candidates = sorted(card for card in top.possible if not card.joker)
            if not candidates:
                return Verdict("illegal", "pack.foreign", {"card": "JOKER"}, _seen(before, top))
        findings = [self._judge(reading, card, top.side) for reading in self._readings for card in candidates]
        self._readings = _merge(finding.reading for finding in findings)
        return _verdict(findings, before, top)

    def _judge(self, reading: _Reading, card: Card | None, side: Side) -> _Finding:
        if side is Side.DOWN:
            return _Finding("gin.pile_knock", _Reading("over"))
        if card is None:
            if reading.missed:
                # Whose card was taken last is not known, nor which: whoever took it may discard any card seen before.
                return _Finding("gin.pile_empty", _Reading("over"))
            bare = frozenset(world for world in reading.worlds if not world.stack)
            emptied = bare or frozenset(after for world in reading.worlds for after in after_emptying(world))
            return _Finding("gin.pile_empty", _Reading("play", emptied) if emptied else _Reading("cleared"))
        if reading.stage == "cleared":
            return _Finding("gin.pile_upcard", _Reading("play", frozenset((first_upcard(card),))))
        if reading.stage == "over":
            return _Finding("gin.pile_first", _Reading("play", frozenset((amid(card),))))
        if reading.missed:
            return _after_unread(reading.worlds, card)
        return self._follow(reading.worlds, card)

    def _follow(self, worlds: frozenset[World], card: Card) -> _Finding:
        same = frozenset(world for world in worlds if world.top is card)
        if same:
            return _Finding("gin.pile_unchanged", _Reading("play", same))
        found = frozenset(after for world in worlds for after in after_turn(world, card))
        if found:
            rule = "gin.pile_taken" if all(world.ready for world in found) else "gin.pile_turn"
            return _Finding(rule, _Reading("play", _bounded(found, card)))
        if self._turns > 1:
            found = frozenset(
                after
                for world in worlds
                for between in unseen_turns(world, card)
                for after in after_turn(between, card)
            )
            if found:
                return _Finding("gin.pile_turns", _Reading("play", _bounded(found, card)))
        return _Finding(_fault(worlds, card), _Reading("play", frozenset((amid(card),))), legal=False)


def _unread(reading: _Reading) -> _Reading:
    if reading.stage != "play":
        # The first upcard may have been missed: what comes next may be any card of a hand in play.
        return _Reading("over")
    return _Reading("play", reading.worlds, missed=True)


def _after_unread(worlds: frozenset[World], card: Card) -> _Finding:
    """Any number of turns may have passed: only a card that is buried for good cannot be on top."""
    dead = {world: buried(world) for world in worlds}
    found = frozenset(amid(card, cards) for cards in dead.values() if card not in cards)
    if found:
        return _Finding("gin.pile_turns", _Reading("play", found))
    return _Finding("gin.buried", _Reading("play", frozenset((amid(card),))), legal=False)


def _bounded(worlds: frozenset[World], card: Card) -> frozenset[World]:
    """The worlds, or where there are too many to follow, what all of them agree on."""
    if len(worlds) <= _WORLDS:
        return worlds
    return frozenset((amid(card, frozenset.intersection(*(buried(world) for world in worlds))),))


def _merge(readings: Iterable[_Reading]) -> tuple[_Reading, ...]:
    distinct = tuple(dict.fromkeys(readings))
    if len(distinct) <= _READINGS:
        return distinct
    # Too many ways to read the cards to tell apart: from here on they are followed as one, whichever it was, from what
    # lies on top now and what is buried for good.
    worlds = frozenset(
        amid(world.top, buried(world)) for reading in distinct for world in reading.worlds if world.top is not None
    )
    if len(worlds) > _WORLDS or any(reading.stage != "play" for reading in distinct):
        return (_Reading("over"),)
    return (_Reading("play", worlds, any(reading.missed for reading in distinct)),)


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
