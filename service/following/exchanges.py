"""Exchanges at the table of Stop the Bus: which cards changed in one turn, whose it was, and what it left there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.observation import Seen

AGAIN = 3.0
"""Seconds within which a hand that comes back to the table cards is still at the same turn: in less than that nobody
else has said that they pass."""
APART = 5.0
"""Seconds between two cards laid from which they are of different turns; where it is not clear that one player laid
both, as many as a hand may be away."""


@dataclass(frozen=True)
class Turn:
    """A turn judged.

    Attributes:
        by: whose hand it was, None where that is not clear.
        laid: seconds at which its last card was laid.
        before: the table before it.
        same: which cards have stayed since.
        told: the verdict.
    """

    by: str | None
    laid: float
    before: tuple[Seen, ...]
    same: list[bool]
    told: Mapping[str, Any]

    def goes_on(self, by: str | None, time: float) -> bool:
        """Whether what a hand did at a time belongs to this turn still."""
        return one_turn(self.by, self.laid, by, time)


def one_turn(by: str | None, laid: float, other: str | None, time: float) -> bool:
    """Whether a hand that comes at a time is still at the turn of whose last card lay there at `laid`."""
    return by is not None and by == other and time - laid < AGAIN


def owner(sides: Iterable[str | None]) -> str | None:
    """The one side that hands came from, None where that is not clear."""
    known = set(sides)
    return known.pop() if len(known) == 1 else None


def turns_of(changed: list[int], since: Mapping[int, float], by: Mapping[int, str | None]) -> list[list[int]]:
    """The places that changed in one turn after the other: one player's cards follow each other closely."""
    out: list[list[int]] = []
    for place in sorted(changed, key=lambda k: since[k]):
        before = out[-1][-1] if out else place
        one, known = by[place] == by[before], by[place] is not None and by[before] is not None
        if out and (one or not known) and since[place] - since[before] < (APART if known else AGAIN):
            out[-1].append(place)
        else:
            out.append([place])
    return out


def put(table: tuple[Seen, ...], place: int, card: Seen) -> tuple[Seen, ...]:
    """The table with another sight of one place."""
    return (*table[:place], card, *table[place + 1 :])


def narrowed(old: Seen, new: Seen) -> Seen:
    """What two looks at one card leave possible."""
    return Seen.cards(old.possible & new.possible)


def still(
    before: tuple[Seen, ...], now: tuple[Seen, ...], same: list[bool]
) -> tuple[tuple[Seen, ...], tuple[Seen, ...]]:
    """Both tables with every unread card that stayed where it lay as one and the same card.

    Which it is does not matter to the rules: any that it may be and that is not seen elsewhere does.
    """
    elsewhere = {one.certain for one in (*before, *now)}
    old, new = list(before), list(now)
    for place in [k for k, stayed in enumerate(same) if stayed]:
        likely = narrowed(before[place], now[place])
        free = sorted(likely.possible - elsewhere, key=str)
        if likely.certain is None and free:
            elsewhere.add(free[0])
            likely = Seen.cards({free[0]})
        old[place] = new[place] = likely
    return tuple(old), tuple(new)
