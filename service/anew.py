"""What is told of a table once it is known that it was seen the wrong way round until then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from service.following.base import Event, event

_ONE_TURN = 1.5
"""Seconds by which the verdicts on one turn may lie apart, and what else is told of one moment."""


def told_anew(
    untold: Sequence[Event],
    told: Sequence[Event],
    cards: Sequence[dict[str, Any]],
    shown: Sequence[dict[str, Any]],
    time: float,
) -> list[Event]:
    """The events that take back what was told wrongly, and tell what was not told.

    A verdict takes the place of the one that was given on the same turn, and a hand that of the same hand; what was
    told rightly is not told twice. A card seen both ways has one id.

    Args:
        untold: what became sure of the table seen the right way round, each event with the time of its frame.
        told: what was told of it meanwhile.
        cards: that lie there.
        shown: that were told to.
        time: now.
    """
    events = _left(untold, told)
    mended = {(one["after"] or one["before"])["id"] for one in events if one["kind"] == "card"}
    now = {card["id"]: card for card in cards}
    taken = []
    for card in shown:
        after = now.get(card["id"])
        if card["id"] in mended or (after is not None and _face(after) == _face(card)):
            continue
        # Nothing was taken from its place: it never was what was told.
        before = card | {"place": None} if after is None else card
        taken.append(event(time, "card", after, before, "end" if after is None else "update"))
    return [*taken, *events]


def _face(card: Mapping[str, Any]) -> tuple[Any, Any]:
    return card["side"], card["card"]


def _left(untold: Sequence[Event], told: Sequence[Event]) -> list[Event]:
    """The events that still have to be told, those that mend one as updates of it."""
    left = list(told)
    out = []
    for one in untold:
        same = next((other for other in left if _of_one(one, other)), None)
        if same is None:
            out.append(dict(one))
            continue
        left.remove(same)
        if one["after"] != same["after"]:
            out.append(one | {"type": "update", "before": same["after"]})
    return out


def _of_one(one: Event, other: Event) -> bool:
    """Whether two events tell of one thing."""
    if (one["kind"], one["type"]) != (other["kind"], other["type"]):
        return False
    if one["kind"] == "card":
        return one["type"] == "end" and bool(one["before"]["id"] == other["before"]["id"])
    if one["kind"] == "hand":
        hands = [(each["after"] or each["before"])["hand"] for each in (one, other)]
        return bool(hands[0] == hands[1])
    at_once = bool(abs(one["time"] - other["time"]) <= _ONE_TURN)
    return at_once and bool(one["kind"] == "verdict" or one["after"] == other["after"])
