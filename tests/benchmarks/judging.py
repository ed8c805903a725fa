"""Judges what a live table said of a staged film against what happened in it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from datasets.film.beats import Judgement
from datasets.film.film import Quad, Sight

Event = dict[str, Any]

STAYS = 3.0
"""Seconds from which a card told of no place of the game is none that a hand held up."""
_AFTER = 1.0
"""Seconds after the end of a turn in which a remark is still on that one."""
NAMED = {
    "wrong_slot": {"trash.wrong_slot", "trash.beyond_layout"},
    "playable_discarded": {"trash.playable_discarded"},
    "face_placed": {"trash.face_placed"},
    "shown_replaced": {"trash.stays", "trash.slot_shows"},
    "put_back": {"gin.put_back"},
    "two_exchanged": {"bus.table_two", "bus.table_two_unread"},
    "no_king": {"ace.not_king"},
}


@dataclass
class Tally:
    """What was counted over all films."""

    films: int = 0
    seconds: float = 0.0
    frames: int = 0
    busy: float = 0.0
    still_frames: int = 0
    still_busy: float = 0.0
    looks: int = 0
    changes: int = 0
    found: int = 0
    events: int = 0
    false_events: int = 0
    unread: int = 0
    strays: int = 0
    latencies: list[float] = field(default_factory=list)
    legal: int = 0
    accepted: int = 0
    open: int = 0
    alarms: int = 0
    remarks_in_vain: int = 0
    faults: int = 0
    caught: int = 0
    named: int = 0
    whole: int = 0
    problems: Counter[str] = field(default_factory=Counter)
    camera: Counter[str] = field(default_factory=Counter)
    memory: list[float] = field(default_factory=list)


def to_be_seen(sights: Sequence[Sight]) -> list[Sight]:
    """The changes that lay open for long enough, and left their place otherwise than it was last seen.

    A card taken up and laid back in a moment, under the hand that did it, changes nothing that anybody could see.
    """
    shown: dict[str, str | None] = {}
    out: list[Sight] = []
    for sight in sights:
        last = shown.setdefault(sight.change.place, sight.change.before)
        if not sight.counts:
            continue
        shown[sight.change.place] = sight.change.after
        # A face-down card is as good as another, but for its being laid there.
        if last != sight.change.after or sight.change.before == sight.change.after:
            out.append(sight)
    return out


def judge_cards(
    sights: Sequence[Sight], events: Sequence[Event], delay: Mapping[int, float], tally: Tally
) -> tuple[list[Sight], list[Event]]:
    """Match card events with the changes that could be seen; returns those of either that are left over.

    A change told only after a hand was over it again is missed; what is told is true until the place changes again.
    """
    cards = [event for event in events if event["kind"] == "card" and event["time"] > 1.0 and not _remarks(event)]
    used: set[int] = set()
    missed: list[Sight] = []
    asked = {id(sight) for sight in to_be_seen(sights)}
    for sight in sights:
        # A change that lay open too briefly counts neither way, but its event is no false one.
        limit = (sight.until if sight.until is not None else sight.change.time) + 1.0
        match = next(
            (
                event for event in cards
                if id(event) not in used and sight.change.time - 0.05 <= event["time"] <= limit and fits(sight, event)
            ),
            None,
        )  # fmt: skip
        if match is not None:
            used.add(id(match))
        if id(sight) not in asked:
            continue
        tally.changes += 1
        if match is None:
            missed.append(sight)
            continue
        tally.found += 1
        assert sight.seen is not None
        tally.latencies.append(max(0.0, match["time"] - sight.seen) + delay.get(id(match), 0.0))
    used |= _late(sights, missed, cards, used)
    again = _again(sights, cards) - used
    left = [event for event in cards if id(event) not in used | again and not harmless(event)]
    false = [event for event in left if not unread(event)]
    tally.unread += len(left) - len(false)
    tally.events += len(used) + len(false)
    tally.false_events += len(false)
    return missed, false


def _late(sights: Sequence[Sight], missed: Sequence[Sight], cards: Sequence[Event], used: Collection[int]) -> set[int]:
    """The events, by `id`, that tell missed changes after all, before their places have changed again."""
    out: set[int] = set()
    following: dict[str, float] = {}
    unseen = {id(sight) for sight in missed}
    for sight in reversed(sights):
        until = following.get(sight.change.place, math.inf)
        following[sight.change.place] = sight.change.time
        told = (
            id(event) for event in cards
            if id(sight) in unseen and sight.change.time <= event["time"] <= until and fits(sight, event)
        )  # fmt: skip
        out.update([event for event in told if event not in used and event not in out][:1])
    return out


def _again(sights: Sequence[Sight], cards: Sequence[Event]) -> set[int]:
    """The events, by `id`, of a time that was over, which tell what happened: it may have been told then already."""
    out, newest = set(), -math.inf
    for event in cards:
        newest = max(newest, event["time"])
        over = newest - event["time"] > 0.5
        if over and any(0.0 <= event["time"] - sight.change.time <= 5.0 and fits(sight, event) for sight in sights):
            out.add(id(event))
    return out


def fits(sight: Sight, event: Event) -> bool:
    """Whether an event tells this change: at its place, with the card that is to be seen."""
    after, before = event["after"], event["before"]
    if not near(after or before, sight.quad):
        return False
    if sight.change.after is None:
        return after is None
    if after is None:
        return False
    return ("??" if after["side"] == "down" else after["card"]) == sight.change.after


def near(card: Mapping[str, Any], quad: Any) -> bool:
    """Whether a card told lies where an outline (4, 2) does, give or take half its width."""
    spot = np.array(card["corners"], dtype=np.float32)
    reach = 0.6 * float(np.linalg.norm(quad[1] - quad[0]))
    return bool(np.linalg.norm(spot.mean(axis=0) - quad.mean(axis=0)) <= reach)


def harmless(event: Event) -> bool:
    """Whether an event is of no place of the game: a card held in a hand for a moment."""
    return (event["after"] or event["before"])["place"] is None


def strays(places: Sequence[Quad], events: Sequence[Event], end: float) -> list[Event]:
    """Cards told of no place of the game that stayed for a while, where no card of the game ever lay.

    No hand held them up: they are things that pass for cards.

    Args:
        places: outlines (4, 2) of the cards that lie there at first, and of all that change.
        events: everything told, in order.
        end: seconds at which the film ends.
    """
    cards = [event for event in events if event["kind"] == "card"]
    out = []
    for number, event in enumerate(cards):
        if event["before"] is not None or event["after"]["place"] is not None:
            continue
        gone = (
            other["time"] for other in cards[number:]
            if other["after"] is None and near(other["before"], np.array(event["after"]["corners"]))
        )  # fmt: skip
        known = any(near(event["after"], quad) for quad in places)
        if not known and next(gone, end) - event["time"] >= STAYS:
            out.append(event)
    return out


def _remarks(event: Event) -> bool:
    """Whether an event only remarks on a card, of which nothing has changed."""
    after, before = event["after"], event["before"]
    if before is None or after is None or "remark" not in after:
        return False
    return all(before[key] == after[key] for key in ("card", "side", "place"))


def remarks_in_vain(judgements: Sequence[Judgement], events: Sequence[Event]) -> list[Event]:
    """Remarks on cards of turns in which nothing was done wrongly. Of a turn that does not end nobody knows."""
    out = []
    for event in events:
        if event["kind"] != "card" or event["after"] is None or "remark" not in event["after"]:
            continue
        turn = next((judgement for judgement in judgements if judgement.time >= event["time"] - _AFTER), None)
        if turn is not None and turn.fault is None:
            out.append(event)
    return out


def unread(event: Event) -> bool:
    """Whether an event says that a card lies there which it cannot name: nothing was told wrongly, nor found."""
    after = event["after"]
    return after is not None and after["side"] == "up" and after["card"] is None


def judge_turns(
    judgements: Sequence[Judgement], sights: Sequence[Sight], events: Sequence[Event], tally: Tally
) -> list[tuple[Judgement | None, Event | None]]:
    """Match verdicts with the turns played; returns the turns judged wrongly, and the alarms that fit no turn.

    Of a legal turn in which cards were moved, and nothing was to be seen of it, no verdict is asked. What was told
    before a turn was over may be mended.
    """
    told = [event for event in events if event["kind"] == "verdict"]
    used: set[int] = set()
    wrong: list[tuple[Judgement | None, Event | None]] = []
    asked = {id(sight) for sight in to_be_seen(sights)}
    before = -math.inf
    ends = [judgement.time for judgement in judgements[1:]] + [math.inf]
    for judgement, following in zip(judgements, ends, strict=True):
        turn = [sight for sight in sights if before < sight.change.time <= judgement.time]
        before = judgement.time
        unseen = bool(turn) and not any(id(sight) in asked for sight in turn)
        # A verdict on the next turn is none on one of which nothing was to be seen.
        limit = min(judgement.time + 5.0, following if unseen else math.inf)
        match = next(
            (
                event for event in told
                if id(event) not in used
                and not _mends(event, told, used)
                and judgement.time - 1.5 <= event["time"] <= limit
                and (judgement.verdict["player"] is None or event["after"]["player"] in (None, judgement.player))
            ),
            None,
        )  # fmt: skip
        if match is not None:
            used.add(id(match))
        while match is not None and _open(match, judgement) and (told_anew := _revised(match, told)):
            match = told_anew
            used.add(id(match))
        verdict = None if match is None else match["after"]
        if verdict is None and judgement.fault is None and unseen:
            continue
        if judgement.fault is None:
            tally.legal += 1
            good = verdict is not None and verdict["verdict"] == "legal"
            tally.accepted += good
            tally.open += verdict is not None and verdict["verdict"] == "cannot tell"
            tally.alarms += verdict is not None and verdict["verdict"] == "illegal"
        else:
            tally.faults += 1
            caught = verdict is not None and verdict["verdict"] == "illegal"
            tally.caught += caught
            good = caught and verdict is not None and verdict["rule"] in NAMED[judgement.fault]
            tally.named += good
        if not good:
            wrong.append((judgement, match))
    alarms = [event for event in told if id(event) not in used and event["after"]["verdict"] == "illegal"]
    tally.alarms += len(alarms)
    return wrong + [(None, event) for event in alarms]


def _open(event: Event, judgement: Judgement) -> bool:
    """Whether a verdict may be mended: it was told of a turn that was not over, or said that it cannot tell."""
    return bool(event["time"] < judgement.time or event["after"]["verdict"] == "cannot tell")


def _revised(event: Event, told: Sequence[Event]) -> Event | None:
    """The verdict that took this one's place, None where it stands."""
    return next((other for other in told if other["type"] == "update" and other["before"] == event["after"]), None)


def _mends(event: Event, told: Sequence[Event], used: Collection[int]) -> bool:
    """Whether a verdict takes the place of one, by `id`, that was due on another turn."""
    return event["type"] == "update" and any(id(other) in used and _revised(other, [event]) for other in told)
