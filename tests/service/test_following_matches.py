"""Several hands on end, dealt on a bare table, gathered and dealt again elsewhere: followed by all games."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from datasets.film.ace import ace_script
from datasets.film.beats import Script
from datasets.film.bus import bus_script
from datasets.film.gin import gin_script
from datasets.film.trash import trash_script
from rules import ace, bus
from service.following import follower
from service.following.empty import PATIENCE, SHUFFLING, Empty
from service.following.trash import DEALT
from tests.service.followed import followed, verdicts, watched
from tests.service.scripted import states
from tests.service.test_following_bus import exchanged, quarter_seconds, seen
from tests.service.test_following_showings import held, three
from vision.table import TableState


def problems(events: list[dict[str, Any]]) -> list[tuple[float, str]]:
    """What was complained of once cards lay on the table."""
    return [(event["time"], event["after"]["rule"]) for event in events if event["kind"] == "problem"]


def pauses(script: Script) -> None:
    """The table is bare for long enough at the start and between the hands that somebody might complain."""
    laid = [change.time for change in script.changes if change.after is not None]
    assert max(after - before for before, after in pairwise(laid)) > PATIENCE


@pytest.mark.parametrize("seed", [4, 13, 49, 104])
def test_two_hands_of_trash(seed: int) -> None:
    sizes = [(3, 3), (5, 4), (6, 6), (4, 4)][seed % 4]
    script, _ = trash_script(seed, sizes=sizes, hands=2, dealt=False)
    _, events = followed(script, seed=seed)
    told = verdicts(events)
    assert [one["verdict"] for one in told] == ["legal"] * len(script.judgements)
    hands = [event["after"]["hand"] for event in events if event["kind"] == "hand" and event["type"] == "new"]
    assert hands == [1, 2]
    assert [one for one in problems(events) if one[0] > script.changes[0].time] == []


@pytest.mark.parametrize("seed", [0, 3, 10, 11])
def test_two_hands_of_gin(seed: int) -> None:
    script, _ = gin_script(seed, hands=2, dealt=False)
    pauses(script)
    events = watched(script, seed=seed)
    told = verdicts(events)
    assert [one["discard"] for one in told] == [one.verdict.get("discard") for one in script.judgements]
    assert all(one["verdict"] != "illegal" for one in told)
    assert sum("score" in one for one in told) == sum("score" in one.verdict for one in script.judgements)
    assert [one for one in problems(events) if one[0] > script.changes[0].time] == []


def followed_deal_by_deal(script: Script, rules: Any, seed: int) -> None:
    """Everything played is found legal, every deal's losers are told, and nobody complains."""
    pauses(script)
    events = watched(script, rules, seed)
    assert all(one["verdict"] == "legal" for one in verdicts(events))
    shown = [one["explanation"]["losers"] for one in verdicts(events) if "losers" in one["explanation"]]
    assert shown == [one.verdict["losers"] for one in script.judgements if "losers" in one.verdict]
    assert [one for one in problems(events) if one[0] > script.changes[0].time] == []


@pytest.mark.parametrize("seed", [0, 1, 2, 4])
def test_deals_of_stop_the_bus(seed: int) -> None:
    rules = bus.Rules(players=2 + seed % 3)
    script, _ = bus_script(seed, rules, deals=3, dealt=False)
    followed_deal_by_deal(script, rules, seed)


@pytest.mark.parametrize("seed", range(4))
def test_deals_of_chase_the_ace(seed: int) -> None:
    rules = ace.Rules(players=2 + seed % 3)
    script, _ = ace_script(seed, rules, deals=3, dealt=False)
    followed_deal_by_deal(script, rules, seed)


def bare(time: float) -> TableState:
    return TableState(time, (), (), True, True, False, False, "en", (1280, 720))


def test_a_bare_table_is_told_of_soon_at_first_and_after_a_game_only_when_nobody_deals() -> None:
    never, played = Empty(), Empty()
    played.follow(next(states(trash_script(1, turns=1)[0])))
    first = [event["time"] for second in range(60) for event in never.follow(bare(float(second)))]
    later = [event["time"] for second in range(60) for event in played.follow(bare(float(second)))]
    assert (first, later) == ([PATIENCE], [SHUFFLING])


def test_cards_that_are_dealt_slowly_are_no_reason_to_complain_of_missing_layouts() -> None:
    script, _ = trash_script(4, sizes=(5, 5), turns=1)
    (dealt, *_), told = list(states(script)), []
    watcher = follower("trash", None, slots=(5, 5))
    for step in range(1, 10):
        lying = dealt.cards[: step // 2]
        told += problems(watcher.follow(replace(dealt, time=float(step), cards=lying)))
    assert told == []
    for step in range(10, 30):
        told += problems(watcher.follow(replace(dealt, time=float(step), cards=dealt.cards[:4])))
    assert [rule for _, rule in told] == ["table.layouts"]
    assert 11 <= told[0][0] <= 13, "once the cards have lain there for a while"


TABLE = three("2C 3D 4H", 640, 360, 0)


@pytest.mark.parametrize(("third", "told"), [(None, ["illegal"]), (6.3, ["legal"])], ids=["a fault", "slow hands"])
def test_two_table_cards_exchanged_are_no_fault_while_the_third_may_follow(
    third: float | None, told: list[str]
) -> None:
    watcher = follower("bus", bus.Rules())
    held(watcher, TABLE, 0, 3)
    events = seen(watcher, exchanged(["AS"], [4.0], ["near"]), quarter_seconds(4.0, 4.5))
    two = exchanged(["AS", "KD"], [4.0, 4.5], ["near", "near"])
    until = 20.0 if third is None else third
    events += seen(watcher, two, quarter_seconds(4.5, until))
    if third is not None:
        all_ = exchanged(["AS", "KD", "9H"], [4.0, 4.5, third], ["near"] * 3)
        events += seen(watcher, all_, quarter_seconds(third, 20.0))
    assert [one["verdict"] for one in verdicts(events)] == told


@pytest.mark.parametrize(("beside", "found"), [(True, 1), (False, 0)], ids=["beside the cards", "over one of them"])
def test_layouts_are_found_though_a_hand_is_still_about(beside: bool, found: int) -> None:
    script, _ = trash_script(4, sizes=(5, 5), turns=1)
    lying = next(states(script))
    watcher = follower("trash", None, slots=(5, 5))
    hands = []
    for step in range(8):
        cards = [replace(card, since=0.5, clear=beside or number > 0) for number, card in enumerate(lying.cards)]
        now = replace(lying, time=0.5 + 0.2 * step, cards=tuple(cards), settled=False, looked=False)
        hands += [(now.time, event) for event in watcher.follow(now) if event["kind"] == "hand"]
    assert len(hands) == found
    assert all(time >= 0.5 + DEALT for time, _ in hands)
