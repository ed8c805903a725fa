"""Hands in which some cards could not be read: every score they may have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Generic, TypeVar

from rules.cards import Card
from rules.errors import RulesError
from rules.gin.assignments import Likely, Places
from rules.gin.hand import Hand, hand
from rules.gin.rules import Rules
from rules.gin.score import Showdown, score
from rules.observation import Seen
from rules.verdict import Verdict

MOST: Final = 2000
"""Assignments of cards tried when nothing else is said: two cards of which nothing is known take fewer."""

_STEPS: Final = 100
"""Steps of the search an assignment may cost on average before it is cut off."""

Worth = TypeVar("Worth", Showdown, Hand)
Assignment = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class Possibility(Generic[Worth]):
    """One value the unread cards allow.

    Attributes:
        worth: what the hands are worth, ``None`` where the rules refuse them.
        refusal: why they are refused, ``None`` where they are not.
        cards: the likeliest assignment with this value: the cards of each hand, in the order seen.
        count: how many assignments have it.
        chance: how likely; no less likely than said where not all assignments were tried.
    """

    worth: Worth | None
    refusal: RulesError | None
    cards: Assignment
    count: int
    chance: float

    def to_json(self) -> dict[str, object]:
        """The score or the hand as in its own contract, or ``{"refused": sentence}``; with ``"cards"``."""
        found: dict[str, object] = {"refused": str(self.refusal)} if self.worth is None else self.worth.to_json()
        found["cards"] = [[card.code for card in cards] for cards in self.cards]
        return found


@dataclass(frozen=True, slots=True)
class Possible(Generic[Worth]):
    """Every value that hands with unread cards may have.

    Attributes:
        possibilities: the different values, the likeliest first.
        tried: how many assignments were tried.
        complete: whether they were all; if not, there may be other values.
    """

    possibilities: tuple[Possibility[Worth], ...]
    tried: int
    complete: bool

    @property
    def certain(self) -> Possibility[Worth] | None:
        """The value, when every assignment was tried and all agree on it."""
        return self.possibilities[0] if self.complete and len(self.possibilities) == 1 else None

    @property
    def verdict(self) -> Verdict:
        """``legal`` or ``illegal`` when all assignments agree, else ``cannot tell`` with what is possible."""
        found = self.certain
        explanation: dict[str, object] = {
            "possible": [possibility.to_json() for possibility in self.possibilities],
            "complete": self.complete,
        }
        if found is None:
            params = {"count": len(self.possibilities), "complete": "yes" if self.complete else "no"}
            return Verdict("cannot tell", "gin.unread", params, explanation)
        if found.refusal is not None:
            return Verdict("illegal", found.refusal.rule, found.refusal.params, explanation)
        return Verdict("legal", "gin.read", {}, explanation)


@dataclass(frozen=True, slots=True)
class _Judged(Generic[Worth]):
    """What one assignment is worth or why it is refused, and what it has in common with others of that value."""

    value: object
    worth: Worth | None
    refusal: RulesError | None


@dataclass(slots=True)
class _Gathered(Generic[Worth]):
    """The assignments of one value: the likeliest of them, how many, and how likely together."""

    judged: _Judged[Worth]
    cards: Assignment
    count: int = 0
    chance: float = 0.0

    def add(self, chance: float, new: bool) -> None:
        """One more; not `new` where the same hands came up before with their cards in other places."""
        self.count += new
        self.chance += chance


def _collect(
    hands: Sequence[Sequence[Seen]],
    judge: Callable[[Assignment], Worth],
    summary: Callable[[Worth], object],
    most: int,
    likely: Likely | None,
) -> Possible[Worth]:
    def judged(cards: Assignment) -> _Judged[Worth]:
        try:
            worth = judge(cards)
        except RulesError as error:
            return _Judged(error.rule, None, error)
        return _Judged(summary(worth), worth, None)

    places = Places.of(hands, likely)
    ends: list[int] = list(accumulate(len(cards) for cards in hands))
    starts = [0, *ends[:-1]]
    found: dict[object, _Gathered[Worth]] = {}
    known: dict[Assignment, _Judged[Worth]] = {}
    complete = True
    for filled in places.filled(most * _STEPS):
        if filled is None:
            complete = False
            break
        flat, chance = filled
        cards = tuple(flat[start:end] for start, end in zip(starts, ends, strict=True))
        key = tuple(tuple(sorted(part)) for part in cards)
        new = key not in known
        if new:
            if len(known) == most:
                complete = False
                break
            known[key] = judged(cards)
        its = known[key]
        found.setdefault(its.value, _Gathered(its, cards)).add(chance, new)
    if not found:
        raise RulesError("gin.no_assignment", {})
    total = sum(each.chance for each in found.values()) if complete else places.mass
    possibilities = [
        Possibility(each.judged.worth, each.judged.refusal, each.cards, each.count, each.chance / total)
        for each in found.values()
    ]
    ordered = sorted(possibilities, key=lambda possibility: (-possibility.chance, -possibility.count))
    return Possible(tuple(ordered), len(known), complete)


def possible_scores(
    knocker_seen: Iterable[Seen],
    defender_seen: Iterable[Seen],
    rules: Rules | None = None,
    *,
    upcard: Card | None = None,
    most: int = MOST,
    likely: Likely | None = None,
) -> Possible[Showdown]:
    """Every score that two hands with unread cards may have; scores differ by ending, winner or points.

    Args:
        knocker_seen: what is seen of the knocker's ten or eleven cards.
        defender_seen: what is seen of the defender's ten.
        rules: the options; the usual game when not given.
        upcard: the first upcard, needed in Oklahoma only.
        most: assignments tried at most; when there are more the answer says that it is not complete.
        likely: how likely a card is at a place of a hand; each as likely when not given. What is likely is tried first.

    Raises:
        RulesError: ``gin.hand_size``, ``gin.empty_place``, ``gin.upcard_needed``, or ``gin.no_assignment`` when no
            different cards fit.
    """
    hands = (tuple(knocker_seen), tuple(defender_seen))
    options = rules or Rules()
    options.limit(upcard)
    _check_size(len(hands[0]), "knocker", (10, 11))
    _check_size(len(hands[1]), "defender", (10,))
    return _collect(
        hands,
        lambda cards: score(cards[0], cards[1], options, upcard=upcard),
        lambda found: (found.ending, found.winner, found.points),
        most,
        likely,
    )


def possible_hands(
    seen: Iterable[Seen],
    rules: Rules | None = None,
    *,
    upcard: Card | None = None,
    most: int = MOST,
    likely: Likely | None = None,
) -> Possible[Hand]:
    """Every value that one hand with unread cards may have; values differ by points and by what the hand may do.

    Args:
        seen: what is seen of the ten or eleven cards.
        rules: the options; the usual game when not given.
        upcard: the first upcard, needed in Oklahoma only.
        most: assignments tried at most.
        likely: as in `possible_scores`.

    Raises:
        RulesError: as `possible_scores`.
    """
    cards_seen = tuple(seen)
    options = rules or Rules()
    options.limit(upcard)
    _check_size(len(cards_seen), "hand", (10, 11))
    return _collect(
        (cards_seen,),
        lambda cards: hand(cards[0], options, upcard=upcard),
        lambda found: (found.points, found.may_knock, found.gin, found.big_gin),
        most,
        likely,
    )


def _check_size(size: int, side: str, sizes: tuple[int, ...]) -> None:
    if size not in sizes:
        raise RulesError("gin.hand_size", {"side": side, "size": size, "sizes": "/".join(map(str, sizes))})
