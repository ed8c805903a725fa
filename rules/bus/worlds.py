"""All that hands may be whose cards were not all made out: which player can lose, and which can escape.

A world gives every hand three cards, no card twice, each out of those its place may hold. Exact, by search; see
`Worlds.give_up` for the one limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, islice, product
from typing import Final

from rules.bus.options import Rules
from rules.bus.value import Kind, worth
from rules.cards import Card
from rules.distinct import distinct

Domain = frozenset[Card]
Key = tuple[float, ...]

LIMIT: Final = 20_000
"""Hands tried in one search before it is given up."""

TOTAL: Final = 2_000_000
"""Groups and hands looked at in all searches together before the rest of them is given up: about a second."""


@dataclass(frozen=True, slots=True)
class Group:
    """Ways for one hand to be worth the same.

    Attributes:
        key: orders hands; the larger is the better.
        hands: the ways, each a set of cards as bits by `Card.index`.
        points: the points they may have; more than one number only in the Brag form.
        kind: what they are called.
    """

    key: Key
    hands: tuple[int, ...]
    points: tuple[float, ...]
    kind: Kind


@lru_cache(maxsize=256)
def groups(domains: tuple[Domain, ...], rules: Rules) -> tuple[Group, ...]:
    """All a hand may be worth, from the least, with the ways to it; empty where its places cannot differ."""
    first = domains[0]
    triples = combinations(first, 3) if domains.count(first) == len(domains) else product(*domains)
    found: dict[Key, tuple[set[int], set[float], Kind]] = {}
    for a, b, c in triples:
        if a is b or b is c or a is c:
            continue
        value = worth((a, b, c), rules)
        hands, points, _ = found.setdefault(value.key, (set(), set(), value.kind))
        hands.add(1 << a.index | 1 << b.index | 1 << c.index)
        points.add(value.points)
    return tuple(
        Group(key, tuple(hands), tuple(sorted(points)), kind) for key, (hands, points, kind) in sorted(found.items())
    )


class Worlds:
    """The worlds of several hands shown together.

    Attributes:
        hands: by hand, all it may be worth by itself.
        give_up: whether a search was given up. It then counts as successful, so what can happen may be told too
            widely, never too narrowly.
    """

    def __init__(self, domains: Sequence[tuple[Domain, ...]], rules: Rules) -> None:
        domains = _narrowed(domains)
        self._domains = domains
        self.hands = [groups(domain, rules) for domain in domains]
        # With as many cards to choose from as there are open places, one is always left, whatever lies at the others;
        # a card that is known is left to its place anyway.
        unread = sum(len(place) > 1 for domain in domains for place in domain)
        self._free = [all(len(place) == 1 or len(place) >= unread for place in domain) for domain in domains]
        self._left = TOTAL
        self.together = rules.ties_together
        self.give_up = False

    def exist(self) -> bool:
        """Whether there is any world at all."""
        return distinct([place for domain in self._domains for place in domain]) is not None

    def possible(self, hand: int) -> list[Group]:
        """All that this hand may be worth beside the others, from the least."""
        groups = list(self.hands[hand])
        if len(groups) == 1:
            return groups
        return [group for group in groups if self._with({hand: group.key.__eq__}, _any)]

    def can_lose(self, hand: int) -> bool:
        """Whether there is a world in which this hand loses a life."""
        others = [other for other in range(len(self.hands)) if other != hand]
        for group in self.hands[hand]:
            if not self.together:
                if others and self._with({hand: group.key.__eq__}, _above(group.key)):
                    return True
                continue
            # Those who tie for lowest all lose, unless everybody ties: somebody must have more.
            for better in others:
                if self._with({hand: group.key.__eq__, better: _above(group.key)}, _above(group.key, tie=True)):
                    return True
        return False

    def can_escape(self, hand: int) -> bool:
        """Whether there is a world in which this hand loses no life."""
        others = [other for other in range(len(self.hands)) if other != hand]
        if not others:
            return True
        for group in self.hands[hand]:
            is_this: Callable[[Key], bool] = group.key.__eq__
            if self.together and self._with({}, is_this):
                return True
            for other in others:
                if self._with({hand: is_this, other: _below(group.key, tie=not self.together)}, _any):
                    return True
        return False

    def _with(self, conditions: dict[int, Callable[[Key], bool]], rest: Callable[[Key], bool]) -> bool:
        """Whether there is a world in which these hands meet their conditions, and all others meet `rest`."""
        chosen = []
        for index, hand in enumerate(self.hands):
            meets = conditions.get(index, rest)
            if meets is _any and self._free[index]:
                continue
            self._left -= len(hand)
            if self._left < 0:
                self.give_up = True
                return True
            fitting = [group for group in hand if meets(group.key)]
            if not fitting:
                return False
            chosen.append(fitting)
        return self._possible(chosen)

    def _possible(self, hands: Sequence[Sequence[Group]]) -> bool:
        """Whether every hand can be given one of its ways without a card being used twice."""
        order = sorted(hands, key=lambda groups: sum(len(group.hands) for group in groups))
        budget = LIMIT
        # Of each hand a way that was left to it when last looked for: most cards laid elsewhere do not touch it.
        spare = [0] * len(order)

        def stuck(depth: int, used: int) -> bool:
            """Whether some hand from here on has no way left."""
            for later in range(depth, len(order)):
                if spare[later] and not spare[later] & used:
                    continue
                for cards in _ways(order[later]):
                    self._left -= 1
                    if not cards & used:
                        spare[later] = cards
                        break
                else:
                    return True
            return False

        def place(depth: int, used: int) -> bool:
            nonlocal budget
            if depth == len(order):
                return True
            for cards in _ways(order[depth]):
                budget -= 1
                self._left -= 1
                if budget < 0 or self._left < 0:
                    self.give_up = True
                    return True
                now = used | cards
                if not cards & used and not stuck(depth + 1, now) and place(depth + 1, now):
                    return True
            return False

        return place(0, 0)


def _narrowed(domains: Sequence[tuple[Domain, ...]]) -> list[tuple[Domain, ...]]:
    """What the places may hold besides the cards that are known to lie at others."""
    left = [place for domain in domains for place in domain]
    known = [index for index, place in enumerate(left) if len(place) == 1]
    while known:
        here = known.pop()
        for index, place in enumerate(left):
            if index != here and place & left[here]:
                left[index] = place - left[here]
                if len(left[index]) == 1:
                    known.append(index)
    places = iter(left)
    return [tuple(islice(places, len(domain))) for domain in domains]


def _ways(fitting: Sequence[Group]) -> Iterator[int]:
    for group in fitting:
        yield from group.hands


def _any(key: Key) -> bool:
    return True


def _above(least: Key, *, tie: bool = False) -> Callable[[Key], bool]:
    return lambda key: key > least or (tie and key == least)


def _below(most: Key, *, tie: bool = False) -> Callable[[Key], bool]:
    return lambda key: key < most or (tie and key == most)
