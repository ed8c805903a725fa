"""Trash followed on a table that is tracked without fault: every turn judged once, and rightly."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from datasets.film.beats import Script
from datasets.film.trash import FAULTS, trash_script
from rules.errors import RulesError
from rules.observation import Seen
from rules.trash import Match, Rules
from service.following import follower
from service.following.trash import TrashFollower
from tests.service.followed import followed, verdicts
from tests.service.scripted import states

NAMED = {
    "wrong_slot": {"trash.wrong_slot"},
    "playable_discarded": {"trash.playable_discarded"},
    "face_placed": {"trash.face_placed"},
    "shown_replaced": {"trash.stays", "trash.slot_shows"},
}


@pytest.mark.parametrize("seed", range(6))
def test_every_turn_of_a_legal_match_is_accepted_with_its_placements(seed: int) -> None:
    script, _ = trash_script(seed, sizes=(4, 3) if seed % 2 else (6, 6), hands=2)
    _, events = followed(script, seed=seed)
    told = verdicts(events)
    assert [one["verdict"] for one in told] == ["legal"] * len(told)
    true = [judgement.verdict for judgement in script.judgements]
    # A turn whose discard equals what lay on top before changes nothing that can be seen.
    assert len(true) - 2 <= len(told) <= len(true)
    if len(told) == len(true):
        assert [one["player"] for one in told] == [one["player"] for one in true]
        for one, right in zip(told, true, strict=True):
            laid = {(place["card"], place["slot"]) for place in one["placements"]}
            shown = {(place["card"], place["slot"]) for place in right["placements"]}
            assert laid <= shown


def test_a_turn_that_only_discards_is_the_hands_that_laid_it() -> None:
    scripts = (trash_script(seed, sizes=(4, 4), turns=2)[0] for seed in range(40))
    first = [script for script in scripts if not script.judgements[0].verdict["placements"]][:3]
    assert first
    for script in first:
        told = verdicts(followed(script)[1])
        assert told[0]["player"] == script.judgements[0].player


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("seed", range(4))
def test_a_fault_is_caught_and_named(seed: int, fault: str) -> None:
    script, _ = trash_script(100 + seed, faults=(fault,), turns=24)
    faulty = [judgement for judgement in script.judgements if judgement.fault]
    if not faulty:
        pytest.skip("the cards gave no chance for this fault")
    _, events = followed(script, seed=seed)
    wrong = [event for event in events if event["kind"] == "verdict" and event["after"]["verdict"] == "illegal"]
    assert len(wrong) == len(faulty) == 1
    assert wrong[0]["after"]["player"] == faulty[0].player
    assert wrong[0]["after"]["rule"] in NAMED[fault]
    assert abs(wrong[0]["time"] - faulty[0].time) < 3.0


def test_nobody_is_accused_before_it_is_known_which_way_round_the_table_is_shown() -> None:
    """In a mirror slot 1 is where slot 5 was."""
    script, _ = trash_script(101, faults=("wrong_slot",), turns=24)
    assert any(judgement.fault for judgement in script.judgements)
    watcher = TrashFollower(Rules())
    told = verdicts([event for state in states(script) for event in watcher.follow(replace(state, oriented=False))])
    assert "illegal" not in {one["verdict"] for one in told}
    withheld = [one for one in told if one["rule"] == "trash.maybe_mirrored"]
    assert [one["verdict"] for one in withheld] == ["cannot tell"]
    assert "fault" not in withheld[0]["explanation"]
    assert watcher.remark("near 5", Seen.parse("7H")) is None
    last = list(states(script))[-1]
    assert not watcher.follow(replace(last, time=last.time + 1, mirrored=True)), "it does mirror"
    (now,) = watcher.follow(replace(last, time=last.time + 2))
    assert (now["kind"], now["type"], now["before"]) == ("verdict", "update", withheld[0])
    assert (now["after"]["verdict"], now["after"]["rule"]) == ("illegal", "trash.wrong_slot")
    assert now["after"]["player"] == withheld[0]["player"]
    assert watcher.follow(replace(last, time=last.time + 3)) == [], "it is told once"
    assert sum("illegal: " + now["after"]["sentence"] in text for text in watcher.record()) == 1
    assert not any("cannot tell" in text for text in watcher.record())


def test_the_card_in_the_wrong_slot_is_named_at_once_with_the_slot_it_belongs_in() -> None:
    script, _ = trash_script(1, turns=2)
    watcher, _ = followed(script)
    remark = watcher.remark("near 5", Seen.parse("7H"))
    assert remark is not None
    assert remark.sentence("en") == "7♥ does not belong in slot 5 but in slot 7."
    assert watcher.remark("near 7", Seen.parse("7H")) is None
    assert watcher.remark("near 7", Seen.parse("JH")) is None
    assert watcher.remark("discard", Seen.parse("7H")) is None


@pytest.mark.parametrize("seed", range(3))
def test_the_record_replays(seed: int) -> None:
    script, _ = trash_script(40 + seed, sizes=(5, 5), hands=1)
    watcher, events = followed(script, seed=seed)
    records = watcher.record()
    moves = [Match.from_text(text).moves for text in records]
    placed = [str(move) for one in moves for move in one]
    assert placed
    for one in verdicts(events):
        for place in one["placements"]:
            assert any(f"{place['card']}@{place['slot']}" in move for move in placed)


def test_a_win_shrinks_the_winners_layout_and_the_next_hand_is_found() -> None:
    script, _ = trash_script(3, sizes=(3, 3), hands=2)
    assert any(judgement.verdict["won"] for judgement in script.judgements)
    _, events = followed(script)
    hands = [event["after"] for event in events if event["kind"] == "hand" and event["type"] == "new"]
    scores = [event["after"] for event in events if event["kind"] == "score"]
    assert [hand["hand"] for hand in hands] == [1, 2]
    assert sum(hands[1]["slots"]) == 5
    assert hands[1]["slots"] == scores[0]["slots"]


def followed_by(script: Script, rules: Rules) -> tuple[TrashFollower, list[dict[str, Any]]]:
    """A script followed by rules that say more than those it was played by; its scores."""
    watcher = TrashFollower(rules, slots=script.options["slots"])
    watcher.turn = script.options["first"]
    events = [event for state in states(script) for event in watcher.follow(state)]
    return watcher, [event["after"] for event in events if event["kind"] == "score"]


def test_after_a_win_every_loser_may_drop_a_slot_by_the_second_look() -> None:
    script, _ = trash_script(8, Rules(players=3), sizes=(2, 2, 2))
    plain, scores = followed_by(script, Rules(players=3))
    winner = scores[0]["slots"].index(1)
    assert plain.state()["options"] == [scores[0]["slots"]]
    look, _ = followed_by(script, Rules(players=3, second_look=True))
    others = [one for one in range(3) if one != winner]
    sizes = {tuple(each) for each in look.state()["options"]}
    assert len(sizes) == 4
    assert all(each[winner] == 1 and {each[one] for one in others} <= {1, 2} for each in sizes)


def test_a_fixed_number_of_deals_ends_the_game() -> None:
    script, _ = trash_script(3, sizes=(3, 3), hands=2)
    _, scores = followed_by(script, Rules(end_deals=1))
    assert scores[0]["over"]
    _, scores = followed_by(script, Rules(end_deals=2))
    assert not scores[0]["over"]
    # Whether the loser draws level is seen only in the look.
    _, scores = followed_by(script, Rules(end_deals=1, second_look=True))
    assert not scores[0]["over"]


def test_the_smallest_layout_wins_after_the_last_deal_whoever_won_it() -> None:
    script, _ = trash_script(7, sizes=(3, 2))
    _, scores = followed_by(script, Rules(end_deals=1))
    assert [(score["winner"], score["slots"], score["over"]) for score in scores] == [
        ("near", [2, 2], False),
        ("near", [2, 2], True),
        ("far", [2, 2], True),
    ]


def test_three_players_take_their_turns_clockwise() -> None:
    script, _ = trash_script(8, Rules(players=3), sizes=(4, 4, 4), turns=12)
    _, events = followed(script)
    told = verdicts(events)
    assert [one["verdict"] for one in told] == ["legal"] * len(told)
    assert {one["player"] for one in told} == {"near", "left", "far"}


def test_a_table_without_layouts_is_said_once() -> None:
    script, _ = trash_script(1, turns=1)
    watcher = follower("trash", Rules(players=3))
    told = []
    state = next(states(script))
    for wait in range(40):
        told += watcher.follow(replace(state, time=state.time + wait))
    assert [event["kind"] for event in told] == ["problem"]
    assert "layouts" in told[0]["after"]["sentence"]


def test_going_on_after_a_restart() -> None:
    script, _ = trash_script(5, sizes=(6, 6))
    rules = Rules()
    first = follower("trash", rules, slots=(6, 6))
    table = list(states(script))
    half = len(table) // 2
    before = [event for state in table[:half] for event in first.follow(state)]
    again = follower("trash", rules)
    again.restore(first.state())
    after = [event for state in table[half:] for event in again.follow(state)]
    told = verdicts(before) + verdicts(after)
    assert [one["verdict"] for one in told] == ["legal"] * len(told)
    assert len(told) >= len(script.judgements) - 2
    assert np.isfinite([event["time"] for event in before + after]).all()


def test_a_game_that_ends_when_time_is_called_is_not_watched() -> None:
    with pytest.raises(RulesError) as caught:
        TrashFollower(Rules(end_time=True))
    assert caught.value.rule == "trash.time_unseen"
    assert all("end_time" in caught.value.sentence(lang) for lang in ("en", "fr", "de"))


@pytest.mark.parametrize(("sizes", "seed"), [((5, 4), 8000), ((9, 8), 8000), ((10, 9), 8000)])
def test_nothing_is_missed_while_unequal_layouts_are_found_out(sizes: tuple[int, int], seed: int) -> None:
    """It takes three seconds, in which turns are played: they are told, and nobody is accused for what went unseen."""
    script, _ = trash_script(seed, sizes=sizes)
    watcher = follower("trash", Rules())
    events = [event for state in states(script, seed=1, arms=True) for event in watcher.follow(state)]
    begun = next(event for event in events if event["kind"] == "hand")
    assert begun["after"]["slots"] == list(sizes)
    assert sum(judgement.time < begun["time"] for judgement in script.judgements) >= 1
    told = [event["after"] for event in events if event["kind"] == "verdict"]
    assert [one["verdict"] for one in told] == ["legal"] * len(script.judgements)
    # Of a discard that was taken up again before nothing is known; whoever wins may not have laid his yet.
    pairs = [(one["discard"], true.verdict["discard"]) for one, true in zip(told, script.judgements, strict=True)]
    assert all(one == true for one, true in pairs[1:-1])
    assert pairs[0][0] in (None, pairs[0][1])
