"""Whose turn of Stop the Bus is over, and when, on a table laid by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from rules import bus
from rules.observation import Seen
from service.commentary import line
from service.following import Follower, follower
from service.following.bus import ACCUSED, REST, BusFollower
from tests.service.followed import verdicts
from tests.service.test_following_showings import held, lying, three
from vision.table import Side, TableState, Tracked

TABLE = three("2C 3D 4H", 640, 360, 0)


def exchanged(codes: Sequence[str], since: Sequence[float], by: Sequence[Side | None]) -> list[Tracked]:
    """The table with other cards at its first places, laid at these times by these hands."""
    new = [
        replace(lying(10 + k, 570 + 70 * k, 360, code), since=time, reached=side)
        for k, (code, time, side) in enumerate(zip(codes, since, by, strict=True))
    ]
    return [*new, *TABLE[len(new) :]]


def seen(watcher: Follower, cards: Sequence[Tracked], times: Sequence[float]) -> list[dict[str, Any]]:
    return [
        event
        for time in times
        for event in watcher.follow(TableState(time, tuple(cards), (), False, True, False, False, "en", (1280, 720)))
    ]


def quarter_seconds(start: float, end: float) -> list[float]:
    return [start + step / 4 for step in range(round((end - start) * 4))]


@pytest.mark.parametrize(("light", "told"), [(True, 1), (False, 0)], ids=["a lamp's reflection", "a hand"])
def test_a_turn_is_over_though_light_has_come_to_lie_on_the_table_cards(light: bool, told: int) -> None:
    watcher = follower("bus", bus.Rules())
    held(watcher, TABLE, 0, 3)
    after = exchanged(["AS"], [4.0], ["near"])
    assert not seen(watcher, after, quarter_seconds(4.0, 5.0))
    events = []
    for time in quarter_seconds(5.0, 9.0):
        still = time - 5.0 if light else 0.1
        events += seen(watcher, [replace(card, clear=False, still=still) for card in after], [time])
    assert [one["verdict"] for one in verdicts(events)] == ["legal"] * told
    assert all(event["time"] <= 7.5 for event in events), "when nothing had moved for two seconds"


@pytest.mark.parametrize(
    ("apart", "by", "told"),
    [
        (2.0, (None, None), ["illegal"]),
        (2.0, ("near", None), ["illegal"]),
        (4.0, (None, None), ["legal", "legal"]),
        (4.0, ("near", None), ["legal", "legal"]),
        (4.0, ("near", "near"), ["illegal"]),
        (2.0, ("near", "far"), ["legal", "legal"]),
        (6.0, ("near", "near"), ["legal", "legal"]),
    ],
)
def test_two_cards_laid_some_time_apart_are_two_turns_but_for_one_player_who_lingers(
    apart: float, by: tuple[Side | None, Side | None], told: list[str]
) -> None:
    """Seen together once a hand that lay beside them has gone."""
    watcher = follower("bus", bus.Rules())
    held(watcher, TABLE, 0, 3)
    end = 4.0 + apart
    events = held(watcher, exchanged(["AS", "AH"], [4.0, end], by), end, 4)
    assert [one["verdict"] for one in verdicts(events)] == told
    times = [event["time"] - end for event in events if event["kind"] == "verdict"]
    # What another player did before is over when the next card lies there; an accusation takes longer.
    assert times == pytest.approx([0.0, REST] if len(told) == 2 else [ACCUSED], abs=0.3)


@pytest.mark.parametrize(
    ("by", "kinds"),
    [(("near", "near"), ["new", "update"]), (("near", "far"), ["new", "new"]), ((None, None), ["new", "new"])],
)
def test_a_turn_of_which_half_was_told_is_mended_in_the_record_too(
    by: tuple[Side | None, Side | None], kinds: list[str]
) -> None:
    watcher = follower("bus", bus.Rules())
    events = held(watcher, TABLE, 0, 3) + held(watcher, exchanged(["AS"], [4.0], by[:1]), 4, 2.25)
    assert [one["rule"] for one in verdicts(events)] == ["bus.table_one"], "nobody can know what is still to come"
    events += held(watcher, exchanged(["AS", "AH"], [4.0, 6.25], by), 6.25, 5)
    half, whole = (event for event in events if event["kind"] == "verdict")
    assert [half["type"], whole["type"]] == kinds
    (record,) = watcher.record()
    tables = [tuple(map(Seen.parse, line.partition("  # ")[0].split()[1:])) for line in record.splitlines()]
    replayed = [bus.explain(before, now).rule for before, now in pairwise(tables)]
    if kinds[1] == "update":
        assert whole["before"] == half["after"]
        assert str(line(whole)).startswith("On second look: ILLEGAL! ")
        assert replayed == [whole["after"]["rule"]] == ["bus.table_two"]
    else:
        assert replayed == ["bus.table_one"] * 2


def table_places(watcher: Follower) -> list[str]:
    return [] if not isinstance(watcher, BusFollower) else sorted(watcher.places.quads)


@pytest.mark.parametrize(
    ("third", "waits"),
    [((640, 100), True), ((640, 480), True), ((710, 360), False), ((720, 385), False)],
    ids=["a heap above", "a heap below", "a row", "a row laid loosely"],
)
def test_a_heap_that_passes_for_a_face_is_none_of_the_table_cards(third: tuple[int, int], waits: bool) -> None:
    watcher = follower("bus", bus.Rules())
    heap = replace(lying(3, *third, "5C"), since=0.5)
    held(watcher, [*TABLE[:2], heap], 1, 2)
    assert (not table_places(watcher)) == waits
    held(watcher, [*TABLE[:2], heap], 3, 3)
    assert table_places(watcher), "what has lain there for long, and nothing else, is how they play"
