"""Hands in which some cards could not be read: every score they may have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Generic, TypeVar

from rules.cards import CARDS, Card
from rules.errors import RulesError
from rules.gin.hand import Hand, hand
from rules.gin.rules import Rules
from rules.gin.score import Showdown, score
from rules.observation import Seen, Side
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
        cards: the first assignment with this value: the cards of each hand, in the order seen.
        count: how many assignments have it.
    """

    worth: Worth | None
    refusal: RulesError | None
    cards: Assignment
    count: int

    def to_json(self) -> dict[str, object]:
        """The score or the hand as in its own contract, or ``{"refused": sentence}``; with ``"cards"``."""
        found: dict[str, object] = {"refused": str(self.refusal)} if self.worth is None else self.worth.to_json()
        found["cards"] = [[card.code for card in cards] for cards in self.cards]
        return found


@dataclass(frozen=True, slots=True)
class Possible(Generic[Worth]):
    """Every value that hands with unread cards may have.

    Attributes:
        possibilities: the different values, the likeliest first if every assignment is as likely.
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


def _choices(seen: Sequence[Seen]) -> list[list[Card]]:
    """The cards each place may show; a card that cannot be made out, or lies face down, may be any."""
    choices = []
    for place in seen:
        if place.side is Side.EMPTY:
            raise RulesError("gin.empty_place", {})
        anything = place.side is not Side.UP
        choices.append([card for card in CARDS if anything or card in place.possible])
    return choices


def _alike(hands: Sequence[Sequence[Seen]]) -> list[int | None]:
    """For each place, an earlier place of the same hand that is seen alike: the two need not be told apart."""
    found: list[int | None] = []
    for cards in hands:
        last: dict[Seen, int] = {}
        for place, seen in enumerate(cards, start=len(found)):
            found.append(last.get(seen))
            last[seen] = place
    return found


def _assignments(choices: list[list[Card]], alike: list[int | None], steps: int) -> Iterator[tuple[Card, ...] | None]:
    """Every way to give the places different cards; ``None``, once and last, when the search was cut off."""
    order = sorted(range(len(choices)), key=lambda place: (len(choices[place]), place))
    chosen: list[Card] = [CARDS[0]] * len(choices)
    used: set[Card] = set()
    left = steps

    def fill(depth: int) -> Iterator[tuple[Card, ...] | None]:
        nonlocal left
        if depth == len(order):
            yield tuple(chosen)
            return
        place = order[depth]
        twin = alike[place]
        for card in choices[place]:
            # Of places seen alike the later one gets the higher card, so that no hand comes up twice for it.
            if card in used or (twin is not None and card < chosen[twin]):
                continue
            left -= 1
            if left < 0:
                yield None
                return
            chosen[place] = card
            used.add(card)
            yield from fill(depth + 1)
            used.discard(card)

    return fill(0)


def _collect(
    hands: Sequence[Sequence[Seen]],
    judge: Callable[[Assignment], Worth],
    summary: Callable[[Worth], object],
    most: int,
) -> Possible[Worth]:
    choices = _choices([place for cards in hands for place in cards])
    ends: list[int] = list(accumulate(len(cards) for cards in hands))
    starts = [0, *ends[:-1]]
    alike = _alike(hands)
    found: dict[object, Possibility[Worth]] = {}
    tried, complete = 0, True
    seen_before: set[Assignment] = set()
    for flat in _assignments(choices, alike, most * _STEPS):
        if flat is None:
            complete = False
            break
        cards = tuple(flat[start:end] for start, end in zip(starts, ends, strict=True))
        key = tuple(tuple(sorted(part)) for part in cards)
        if key in seen_before:
            continue
        if tried == most:
            complete = False
            break
        seen_before.add(key)
        tried += 1
        worth: Worth | None = None
        refusal: RulesError | None = None
        try:
            worth = judge(cards)
            value: object = summary(worth)
        except RulesError as error:
            refusal, value = error, error.rule
        old = found.get(value)
        if old is None:
            found[value] = Possibility(worth, refusal, cards, 1)
        else:
            found[value] = Possibility(old.worth, old.refusal, old.cards, old.count + 1)
    if not found:
        raise RulesError("gin.no_assignment", {})
    ordered = sorted(found.values(), key=lambda possibility: -possibility.count)
    return Possible(tuple(ordered), tried, complete)


def possible_scores(
    knocker_seen: Iterable[Seen],
    defender_seen: Iterable[Seen],
    rules: Rules | None = None,
    *,
    upcard: Card | None = None,
    most: int = MOST,
) -> Possible[Showdown]:
    """Every score that two hands with unread cards may have; scores differ by ending, winner or points.

    Args:
        knocker_seen: what is seen of the knocker's ten or eleven cards.
        defender_seen: what is seen of the defender's ten.
        rules: the options; the usual game when not given.
        upcard: the first upcard, needed in Oklahoma only.
        most: assignments tried at most; when there are more the answer says that it is not complete.

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
    )


def possible_hands(
    seen: Iterable[Seen], rules: Rules | None = None, *, upcard: Card | None = None, most: int = MOST
) -> Possible[Hand]:
    """Every value that one hand with unread cards may have; values differ by points and by what the hand may do.

    Args:
        seen: what is seen of the ten or eleven cards.
        rules: the options; the usual game when not given.
        upcard: the first upcard, needed in Oklahoma only.
        most: assignments tried at most.

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
    )


def _check_size(size: int, side: str, sizes: tuple[int, ...]) -> None:
    if size not in sizes:
        raise RulesError("gin.hand_size", {"side": side, "size": size, "sizes": "/".join(map(str, sizes))})
