"""What all followers share: places on the table, and events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from rules.cards import Card
from rules.observation import Seen, Side
from rules.verdict import Verdict
from vision.matching import sizes, transform
from vision.table import TableState, Tracked
from vision.types import points
from vision.zones import seen

Event = dict[str, Any]
Quad = npt.NDArray[np.float64]

SURE = 0.9
_PILE = 0.9
"""Of a pile's short side: how far from its middle a card lies on it."""
_MISREAD = {
    "ace.shown_twice",
    "bus.shown_twice",
    "bus.table_twice",
    "gin.no_assignment",
    "pack.foreign",
    "pack.repeated",
}
"""Rules that only say that more is seen of a card than there is."""
_BEYOND = 0.98
"""Confidence from which nobody is accused wrongly for a misread card."""
_POSSIBLE = 0.01


class Follower(Protocol):
    """Follows one game on a tracked table."""

    def follow(self, state: TableState) -> list[Event]:
        """Take the table after one frame; the events that follow from it besides those of single cards."""

    def place(self, state: TableState, card: Tracked) -> str | None:
        """The name of the place where a card lies, such as "near 5" or "discard"; None for no place of the game."""

    def remark(self, place: str | None, card: Seen) -> Verdict | None:
        """What is to be said of a card laid at a place before the turn is over; None for nothing."""

    def view(self, state: TableState) -> dict[str, Any]:
        """What the game knows: places with corners in pixels of the frame, scores, whose turn it is."""

    def state(self) -> dict[str, Any]:
        """All that is needed to go on after a restart, as JSON."""

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Go on from what `state` gave."""

    def record(self) -> list[str]:
        """Records of the match that ``rules`` can replay, one for each stretch without a fault."""


def event(time: float, kind: str, after: Any, before: Any = None, type_: str = "new") -> Event:
    """An event as it is sent: ``{"time", "type", "kind", "before", "after"}``."""
    return {"time": round(float(time), 3), "type": type_, "kind": kind, "before": before, "after": after}


def card_json(card: Tracked, place: str | None) -> dict[str, Any]:
    """A card as events and views have it."""
    value = card.card
    return {
        "id": card.id,
        "card": None if value.card is None else str(value.card),
        "side": value.side,
        "confidence": round(value.confidence, 4),
        "candidates": {str(name): round(chance, 4) for name, chance in value.candidates.items()},
        "place": place,
        "corners": points(value.corners),
    }


def at_one_place(card: Mapping[str, Any], others: Iterable[Mapping[str, Any]]) -> list[tuple[float, Mapping[str, Any]]]:
    """Of other cards, as `card_json` has them, those within half a card of this one: how far, in pixels, and which."""
    quad = np.asarray(card["corners"], dtype=np.float64)
    width = min(float(np.linalg.norm(quad[1] - quad[0])), float(np.linalg.norm(quad[2] - quad[1])))
    centre = quad.mean(axis=0)
    away = [
        (float(np.linalg.norm(np.asarray(other["corners"], dtype=np.float64).mean(axis=0) - centre)), other)
        for other in others
    ]
    return [(off, other) for off, other in away if off < width / 2]


def verdict_json(verdict: Verdict, lang: str, player: str | None, **more: Any) -> dict[str, Any]:
    """A verdict as the events of kind ``verdict`` carry it in ``after``.

    Nobody is accused of cards that there cannot be: one of them is misread.
    """
    if verdict.illegal and verdict.rule in _MISREAD:
        verdict = replace(verdict, verdict="cannot tell")
    return {"player": player} | verdict.to_json(lang) | more


class Places:
    """Named places of a table, in its own frame of reference, that stay where they are when the camera is moved."""

    def __init__(self) -> None:
        self.quads: dict[str, Quad] = {}
        self._cards: dict[int, Quad] = {}
        self._kept: tuple[list[str], list[Quad], Quad, Quad, npt.NDArray[np.bool_]] | None = None

    def __bool__(self) -> bool:
        return bool(self.quads)

    def put(self, name: str, quad: npt.ArrayLike, state: TableState) -> None:
        """Set a place by its corners in the frame."""
        self.quads[name] = state.on_table(quad)

    def in_frame(self, state: TableState) -> dict[str, list[list[float]]]:
        """Every place's corners in the frame."""
        return {name: points(state.in_frame(quad).astype(np.float32)) for name, quad in self.quads.items()}

    def at(self, state: TableState, card: Tracked, reach: float = 0.55) -> str | None:
        """The place whose centre is nearest to the card's, within `reach` of its short side; piles reach farther."""
        if not self.quads:
            return None
        names, centres, short, piles = self._measured()
        limits = np.where(piles, _PILE, reach) * short
        away = centres - state.lies(card).mean(axis=0)
        off = np.hypot(away[:, 0], away[:, 1]) / np.maximum(limits, 1e-6)
        best = int(off.argmin())
        return names[best] if off[best] < 1.0 else None

    def _measured(self) -> tuple[list[str], Quad, Quad, npt.NDArray[np.bool_]]:
        """Names, centres (N, 2), short sides (N,) of the places and which are piles, anew only where one was set."""
        names, quads = list(self.quads), list(self.quads.values())
        kept = self._kept
        if kept is None or names != kept[0] or any(one is not two for one, two in zip(quads, kept[1], strict=True)):
            stack = np.stack(quads)
            piles = np.array([name in ("stock", "discard") for name in names])
            kept = names, quads, stack.mean(axis=1), sizes(stack).astype(np.float64), piles
            self._kept = kept
        return kept[0], kept[2], kept[3], kept[4]

    def keep(self, state: TableState) -> None:
        """Remember where the cards lie, and carry the places along when the table was lost and found elsewhere."""
        now = {card.id: state.lies(card) for card in state.cards}
        if state.restarted or self._jumped(now):
            known = [card for card in now if card in self._cards]
            move = transform(
                [self._cards[card].astype(np.float32) for card in known],
                [now[card].astype(np.float32) for card in known],
            )
            if move is not None:
                self.quads = {name: quad @ move[:, :2].T + move[:, 2] for name, quad in self.quads.items()}
        if now:
            self._cards = now

    def _jumped(self, now: Mapping[int, Quad]) -> bool:
        """Whether most cards have moved by more than half a card at once: then it was the camera."""
        shared = [card for card in now if card in self._cards]
        if len(shared) < 3:
            return False
        there = np.stack([now[card] for card in shared])
        gone = there.mean(axis=1) - np.stack([self._cards[card] for card in shared]).mean(axis=1)
        return float((np.linalg.norm(gone, axis=1) > 0.5 * sizes(there)).mean()) > 0.6

    def to_json(self) -> dict[str, list[list[float]]]:
        """The places in the table's frame of reference."""
        return {name: [[float(x), float(y)] for x, y in quad] for name, quad in self.quads.items()}

    def from_json(self, kept: Mapping[str, Any]) -> None:
        """Take up what `to_json` gave."""
        self.quads = {name: np.asarray(quad, dtype=np.float64) for name, quad in kept.items()}


def look_at(card: Tracked | None, pack: frozenset[Card] | None = None) -> Seen:
    """A tracked card as the referee takes it; None: nothing lies there.

    Args:
        card: the card.
        pack: the cards in play, where others (a joker, say) can only be misread.
    """
    if card is None:
        return Seen.empty()
    # A back that was followed over several looks is one, however weak each of them was.
    if card.card.side == "down":
        return Seen.down()
    told = seen(card.card, SURE)
    return told if pack is None else of_pack(told, pack)


def doubted(card: Tracked | None, pack: frozenset[Card], among: int = 1) -> Seen:
    """A tracked card as whoever is accused would have it: any card it may possibly be, above all of its colour.

    Args:
        card: the card.
        pack: the cards in play.
        among: how many cards the accusation rests on. Where it rests on a whole hand, any of which may be misread, each
            has to be read that much surer, and else may be any of its rank.
    """
    told = look_at(card, pack)
    if card is None or told.certain is None:
        return told
    # However sure it is now: what was read as two cards may be either.
    possible = {told.certain} | card.named
    if 1 - card.card.confidence > (1 - _BEYOND) / among:
        possible |= {name for name, chance in card.card.candidates.items() if chance >= _POSSIBLE}
        of_rank = {name for name in pack if name.rank == told.certain.rank}
        possible |= {name for name in of_rank if among > 1 or _red(name) == _red(told.certain)}
    return of_pack(Seen.cards(possible), pack)


def _red(card: Card) -> bool:
    return card.suit is not None and card.suit.red


def of_pack(told: Seen, pack: frozenset[Card]) -> Seen:
    """A sight as far as it can be of a card in play: others are misread."""
    if told.side is not Side.UP or told.possible <= pack:
        return told
    return Seen.cards(told.possible & pack) if told.possible & pack else Seen.up()


def alike(one: Seen, other: Seen) -> bool:
    """Whether two sights can be of one card lying there unchanged."""
    if one.side is Side.UP and other.side is Side.UP:
        return bool(one.possible & other.possible)
    return one.side is other.side
