"""What is told of a table once it is known that it was seen the wrong way round until then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from service.following.base import Event, event

_ONE_TURN = 1.5
"""Seconds by which the verdicts on one turn may lie apart."""


def told_anew(
    untold: Sequence[Event],
    told: Sequence[Event],
    cards: Sequence[Mapping[str, Any]],
    shown: Sequence[Mapping[str, Any]],
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
    before = {card["id"]: card for card in shown}
    mended = set()
    for one in events:
        number = (one["after"] or one["before"])["id"] if one["kind"] == "card" else None
        if number in before and number not in mended:
            one["before"] = before[number]
            mended.add(number)
    now = {card["id"]: card for card in cards}
    taken = []
    for number, card in before.items():
        after = now.get(number)
        if number in mended or (after is not None and _face(after) == _face(card)):
            continue
        taken.append(event(time, "card", after, card, "end" if after is None else "update"))
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
    return bool(one["kind"] == "verdict" and abs(one["time"] - other["time"]) <= _ONE_TURN)
