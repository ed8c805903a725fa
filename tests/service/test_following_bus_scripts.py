"""Stop the Bus followed on a table that is tracked without fault."""

from __future__ import annotations

from dataclasses import replace

import pytest

from datasets.film.bus import bus_script
from rules import bus
from rules.observation import Seen
from service.following import follower
from tests.service.followed import recorded, verdicts, watched
from tests.service.scripted import states


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_a_deal_of_stop_the_bus(seed: int, players: int) -> None:
    rules = bus.Rules(players=players)
    script, _ = bus_script(seed, rules)
    told = verdicts(watched(script, rules, seed))
    true = [judgement.verdict for judgement in script.judgements]
    assert [one["verdict"] for one in told] == ["legal"] * len(told)
    # Exchanges that follow each other with no rest between them are one change of the table.
    assert 2 <= len(told) <= len(true)
    sides = {2: ("near", "far"), 3: ("near", "left", "far"), 4: ("near", "left", "far", "right")}[players]
    losers = [told[-1]["sides"][seat] for seat in told[-1]["explanation"]["losers"]]
    assert sorted(losers) == sorted(sides[seat] for seat in true[-1]["losers"])


@pytest.mark.parametrize("players", [3, 4])
def test_the_showing_waits_for_every_hand(players: int) -> None:
    rules = bus.Rules(players=players)
    script, _ = bus_script(1, rules)
    watcher = follower("bus", rules)
    # However calm the table is between the hands laid open.
    told = verdicts([one for state in states(script) for one in watcher.follow(replace(state, settled=True))])
    showings = [one for one in told if "sides" in one]
    assert [len(one["sides"]) for one in showings] == [players]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_turns_are_told_apart_though_the_table_never_settles(seed: int, players: int) -> None:
    """A camera that trembles, or hands that stay at the table's edge."""
    rules = bus.Rules(players=players)
    script, _ = bus_script(seed, rules)
    watcher = follower("bus", rules)
    events = [
        one
        for k, state in enumerate(states(script, arms=True))
        for one in watcher.follow(replace(state, settled=k == 0))
    ]
    turns = script.judgements[:-1]
    told = [(one["verdict"], [card["card"] for card in one["placements"]]) for one in verdicts(events)]
    assert told == [("legal", [card["card"] for card in turn.verdict["placements"]]) for turn in turns]


@pytest.mark.parametrize(("several", "of"), [(1, 4), (3, 9)])
@pytest.mark.parametrize("seed", range(4))
def test_a_place_that_is_unclear_for_a_moment_now_and_again_holds_up_no_turn(seed: int, several: int, of: int) -> None:
    """As where the camera trembles over small cards: frames at ten a second, one or three on end of them unclear."""
    script, _ = bus_script(seed, bus.Rules(players=2))
    shown = list(states(script, arms=True))
    frames = []
    for state, after in zip(shown, [*shown[1:], shown[-1]], strict=True):
        for step in range(max(1, round((after.time - state.time) * 10))):
            unclear = len(frames) % of >= of - several
            cards = tuple(replace(card, clear=card.clear and not unclear) for card in state.cards)
            frames.append(replace(state, time=state.time + step / 10, cards=cards, settled=not frames))
    watcher = follower("bus", bus.Rules(players=2))
    told = verdicts([event for state in frames for event in watcher.follow(state)])
    turns = script.judgements[:-1]
    assert [one["verdict"] for one in told] == ["legal"] * len(turns)


@pytest.mark.parametrize("seed", range(4))
def test_two_cards_exchanged_are_caught_though_each_has_come_to_rest(seed: int) -> None:
    """The hand is away between the two for longer than after a whole turn, but it is the same hand."""
    script, _ = bus_script(seed, faults=("two_exchanged",))
    watcher = follower("bus", bus.Rules())
    shown = [replace(state, settled=True) for state in states(script, arms=True)]
    told = verdicts([event for state in shown for event in watcher.follow(state)])
    fault = script.judgements[-1]
    assert [(one["rule"], one["player"]) for one in told][-1] == ("bus.table_two", fault.player)
    # Of unknown hands nobody can tell that from two turns.
    watcher = follower("bus", bus.Rules())
    nobodys = [replace(state, cards=tuple(replace(card, reached=None) for card in state.cards)) for state in shown]
    assert all(one["player"] is None for one in verdicts([e for state in nobodys for e in watcher.follow(state)]))


@pytest.mark.parametrize("seed", [0, 2, 12, 18, 19, 20])
def test_half_of_two_cards_exchanged_is_no_turn_though_the_turn_before_it_was_held_up(seed: int) -> None:
    """An arm rests over the third card, and the second one laid takes the place of the turn before."""
    script, _ = bus_script(seed, faults=("two_exchanged",))
    *_, before, first, second = [one for one in script.changes if one.place.startswith("table") and one.after]
    assert before.place == second.place != first.place
    shown = list(states(script))
    third = max((card for card in shown[0].cards if card.card.side == "up"), key=lambda card: card.card.corners[0, 0])
    watcher = follower("bus", bus.Rules())
    events = []
    for number, state in enumerate(shown):
        held = 1.0 < state.time < second.time + 0.3
        cards = tuple(replace(card, clear=card.clear and not (held and card.id == third.id)) for card in state.cards)
        events += watcher.follow(replace(state, cards=cards, settled=number == 0))
    told = verdicts(events)
    fault = script.judgements[-1]
    assert [one["player"] for one in told] == [judgement.player for judgement in script.judgements]
    assert [one["rule"] for one in told] == ["bus.table_one"] * (len(told) - 1) + ["bus.table_two"]
    assert fault.fault == "two_exchanged"


@pytest.mark.parametrize("seed", range(4))
def test_two_cards_exchanged_are_caught_though_the_table_never_settles(seed: int) -> None:
    script, _ = bus_script(seed, faults=("two_exchanged",))
    watcher = follower("bus", bus.Rules())
    events = [
        one
        for k, state in enumerate(states(script, arms=True))
        for one in watcher.follow(replace(state, settled=k == 0))
    ]
    assert [one["rule"] for one in verdicts(events)][-1] == "bus.table_two"
    assert all(one["verdict"] == "legal" for one in verdicts(events)[:-1])


def test_stop_the_bus_goes_on_after_a_restart() -> None:
    rules = bus.Rules(players=3)
    script, _ = bus_script(1, rules)
    every = list(states(script))
    whole, first = follower("bus", rules), follower("bus", rules)
    uninterrupted = verdicts([one for state in every for one in whole.follow(state)])
    # While the table lies still between two turns.
    half = next(k for k, state in enumerate(every) if k > len(every) // 2 and state.settled and every[k - 1].settled)
    told = [one for state in every[:half] for one in first.follow(state)]
    again = follower("bus", rules)
    again.restore(first.state())
    anew = [
        replace(state, cards=tuple(replace(card, id=card.id + 5000) for card in state.cards)) for state in every[half:]
    ]
    told += [one for state in anew for one in again.follow(state)]
    assert [one["sentence"] for one in verdicts(told)] == [one["sentence"] for one in uninterrupted]


def test_turns_that_were_not_seen_in_time_are_judged_one_by_one() -> None:
    """A hand that rests over the table hides two turns; their cards then lie there since different times."""
    told_apart = 0
    for seed in range(8):
        script, _ = bus_script(seed, bus.Rules(players=2), pace=0.4)
        turns = [change for change in script.changes if change.place.startswith("table") and change.before]
        first, second = turns[:2]
        if second.time - first.time < 6 or first.place == second.place:
            continue
        watcher = follower("bus", bus.Rules(players=2))
        until = turns[2].time if len(turns) > 2 else second.time + 2
        shown = [state for state in states(script) if not first.time <= state.time < second.time + 0.3]
        told = verdicts([event for state in shown if state.time < until for event in watcher.follow(state)])
        assert [one["rule"] for one in told] == ["bus.table_one"] * 2
        told_apart += 1
    assert told_apart >= 1


@pytest.mark.parametrize("seed", range(3))
def test_two_cards_exchanged_are_caught(seed: int) -> None:
    script, _ = bus_script(seed, faults=("two_exchanged",))
    told = verdicts(watched(script, seed=seed))
    assert (told[-1]["verdict"], told[-1]["rule"]) == ("illegal", "bus.table_two")
    assert all(one["verdict"] == "legal" for one in told[:-1])


@pytest.mark.parametrize("seed", range(3))
def test_the_rules_replay_a_record_of_stop_the_bus(seed: int) -> None:
    rules = bus.Rules(players=3)
    script, _ = bus_script(seed, rules)
    before = None
    kinds = []
    for seen, said in recorded(script, rules, seed):
        kind, _, cards = seen.partition(" ")
        kinds.append(kind)
        if kind == "shown":
            hands = [[Seen.parse(one) for one in hand.split()] for hand in cards.split(" / ")]
            assert bus.showdown(hands, rules).sentence("en") == said
            continue
        now = tuple(Seen.parse(one) for one in cards.split())
        if kind == "turn":
            assert before is not None
            assert bus.explain(before, now).sentence("en") == said
        before = now
    assert kinds[0] == "table"
    assert kinds[1:-1] == ["turn"] * (len(kinds) - 2)
    assert kinds[-1] == "shown"
    assert len(kinds) >= 4
