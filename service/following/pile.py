"""A discard pile beside a stock: where it lies and what it shows on top."""

from __future__ import annotations

from collections.abc import Sequence

from rules.observation import Seen
from service.following.base import Places, look_at
from vision.marked import Marked
from vision.plane import in_heights
from vision.table import TableState, Tracked

_STILL = 0.6
"""Seconds for which piles have lain there that are some though something else on the table is in doubt."""


def find_piles(state: TableState, marked: Marked | None) -> tuple[Tracked, Tracked | None] | None:
    """The discard pile's top and the stock: the face-up card nearest to a face-down one. None where there is none."""
    if marked is not None and "discard" in marked.zones:
        tops = _within(state, marked, "discard")
        stocks = _within(state, marked, "stock")
        return (tops[-1], stocks[-1] if stocks else None) if tops else None
    down = [card for card in state.cards if card.card.side == "down"]
    up = [card for card in state.cards if card.card.side == "up"]
    pairs = [(_apart(one, other), other, one) for one in down for other in up]
    if not pairs:
        return None
    off, top, stock = min(pairs, key=lambda pair: pair[0])
    # Piles lie side by side; an upcard farther off belongs to somebody's hand.
    return (top, stock) if off < 2.2 else None


def lie_still(state: TableState, piles: Sequence[Tracked | None]) -> bool:
    """Whether piles have lain there in plain sight for a while, whatever else is in doubt."""
    return all(pile is None or (pile.clear and state.time - pile.since >= _STILL) for pile in piles)


def top_of(state: TableState, places: Places, name: str = "discard") -> tuple[Seen, bool, Tracked | None]:
    """What a pile shows, whether it can be seen now, and the card on top: the one that came last."""
    lying = [card for card in state.cards if places.at(state, card) == name]
    top = max(lying, key=lambda card: card.laid_at, default=None)
    return look_at(top), top is None or top.clear, top


def _within(state: TableState, marked: Marked, name: str) -> list[Tracked]:
    numbers = marked.within(name, [card.card for card in state.cards], state.size)
    return sorted((state.cards[number] for number in numbers), key=lambda card: card.laid_at)


def _apart(one: Tracked, other: Tracked) -> float:
    """Distance of two cards in heights of the first."""
    off = other.card.corners.mean(axis=0) - one.card.corners.mean(axis=0)
    return float(in_heights(one.card.corners[None], off)[0])
