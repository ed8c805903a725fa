"""Ways to give places that could not be read their cards, the likeliest first."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import log, prod

from rules.cards import CARDS, Card
from rules.errors import RulesError
from rules.observation import Seen, Side

Likely = Callable[[int, int, Card], float]
"""How likely a card is at a place: which hand, which place of it, the card; above 0."""
Flat = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Places:
    """What every place of some hands may show, the places of all hands in one row.

    Attributes:
        choices: of each place its cards, the likeliest first, each with its chance.
        twins: for each place an earlier one of the same hand of which the same is known: the two need not be told
            apart.
    """

    choices: tuple[tuple[tuple[Card, float], ...], ...]
    twins: tuple[int | None, ...]

    @classmethod
    def of(cls, hands: Sequence[Sequence[Seen]], likely: Likely | None) -> Places:
        """Of hands as they are seen; a card that cannot be made out, or lies face down, may be any.

        Raises:
            RulesError: ``gin.empty_place``.
        """
        choices: list[tuple[tuple[Card, float], ...]] = []
        twins: list[int | None] = []
        for number, hand in enumerate(hands):
            last: dict[tuple[tuple[Card, float], ...], int] = {}
            for place, seen in enumerate(hand):
                if seen.side is Side.EMPTY:
                    raise RulesError("gin.empty_place", {})
                may = [card for card in CARDS if seen.side is not Side.UP or card in seen.possible]
                chances = [(card, 1.0 if likely is None else likely(number, place, card)) for card in may]
                its = tuple(sorted(chances, key=lambda each: -each[1]))
                twins.append(last.get(its))
                last[its] = len(choices)
                choices.append(its)
        return cls(tuple(choices), tuple(twins))

    @property
    def mass(self) -> float:
        """Of every way to fill the places the chances together, no fewer than of those without a card twice."""
        return prod(sum(chance for _, chance in its) for its in self.choices)

    def filled(self, steps: int) -> Iterator[tuple[Flat, float] | None]:
        """Every way to give the places different cards, with its chance; None, once and last, when cut off.

        The likeliest come first, and among equals those that differ in the last places.

        Args:
            steps: choices tried at most.
        """
        order = sorted(range(len(self.choices)), key=lambda place: (len(self.choices[place]), place))
        if not all(self.choices):
            return
        # What is still to come is worth at most the likeliest of every place left.
        best = [log(self.choices[place][0][1]) for place in order]
        hopes = [sum(best[depth:]) for depth in range(len(order) + 1)]
        # By bound, then the deepest; a node is what is chosen so far, and which choice of the next place is tried.
        queue: list[tuple[float, int, int, float, Flat, int]] = [(-hopes[0], 0, 0, 0.0, (), 0)]
        number = 0
        while queue:
            _, _, _, chance, chosen, which = heapq.heappop(queue)
            depth = len(chosen)
            if depth == len(order):
                by_place = dict(zip(order, chosen, strict=True))
                yield (
                    tuple(by_place[place] for place in range(len(order))),
                    prod(dict(self.choices[place])[by_place[place]] for place in range(len(order))),
                )
                continue
            steps -= 1
            if steps < 0:
                yield None
                return
            place = order[depth]
            card, its = self.choices[place][which]
            if which + 1 < len(self.choices[place]):
                after = chance + log(self.choices[place][which + 1][1]) + hopes[depth + 1]
                number += 1
                heapq.heappush(queue, (-after, -depth, number, chance, chosen, which + 1))
            twin = self.twins[place]
            # Of places known alike the later one gets the higher card, so that no hand comes up twice for it.
            if card in chosen or (twin is not None and card < chosen[order.index(twin)]):
                continue
            number += 1
            deeper = chance + log(its)
            heapq.heappush(queue, (-(deeper + hopes[depth + 1]), -depth - 1, number, deeper, (*chosen, card), 0))
