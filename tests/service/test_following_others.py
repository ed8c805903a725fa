"""Gin and Stop the Bus followed on a table that is tracked without fault."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from datasets.film.bus import bus_script
from datasets.film.gin import gin_script
from rules import ace, bus, gin, trash
from rules.cards import CARDS
from rules.observation import Seen, parse_row
from service.following import follower
from service.following.gin import GinFollower
from service.live import TableWatch
from tests.service.followed import recorded, verdicts, watched
from tests.service.scripted import states
from tests.vision.seeing import TruthReader
from vision.types import SeenCard
from vision.zones import Hand

RESULT = ("ending", "winner", "points")


@pytest.mark.parametrize("seed", range(4))
def test_a_hand_of_gin_and_its_score(seed: int) -> None:
    script, _ = gin_script(seed)
    told = verdicts(watched(script, seed=seed))
    true = [judgement.verdict for judgement in script.judgements]
    assert [one["discard"] for one in told[:-1]] == [one["discard"] for one in true[:-1]]
    assert all(one["verdict"] == "legal" for one in told[:-1])
    score = true[-1]["score"]
    if told[-1]["verdict"] == "legal":
        assert {key: told[-1]["score"][key] for key in RESULT} == {key: score[key] for key in RESULT}
    else:
        # Both could have knocked: each side's score is given, the right one among them.
        either = [one for one in told[-1]["if_knocker"].values() if one]
        assert [score[key] for key in RESULT] in [[one[key] for key in RESULT] for one in either]


@pytest.mark.parametrize("seed", range(4))
def test_the_card_just_taken_put_back_is_caught(seed: int) -> None:
    script, _ = gin_script(seed, faults=("put_back",))
    if not any(judgement.fault for judgement in script.judgements):
        pytest.skip("nobody took a discard")
    told = verdicts(watched(script, seed=seed))
    assert (told[-1]["verdict"], told[-1]["rule"]) == ("illegal", "gin.put_back")
    assert all(one["verdict"] == "legal" for one in told[:-1])


def test_an_upcard_that_cannot_be_read_is_no_turn() -> None:
    script, _ = gin_script(0)
    first = next(iter(states(script)))
    dim = tuple(
        replace(card, card=replace(card.card, card=None, confidence=0.3, candidates={}))
        if card.card.side == "up"
        else card
        for card in first.cards
    )
    told = follower("gin", None).follow(replace(first, cards=dim, settled=True))
    assert [(event["kind"], event["after"]["rule"]) for event in told] == [("turn", "gin.pile_unread")]


@pytest.mark.parametrize("seed", range(3))
def test_the_piles_are_some_though_something_else_on_the_table_stays_in_doubt(seed: int) -> None:
    script, _ = gin_script(seed)
    watcher = follower("gin", None)
    events = [event for state in states(script, seed=seed) for event in watcher.follow(replace(state, settled=False))]
    due = [judgement.verdict["discard"] for judgement in script.judgements[:-1]]
    assert [one["discard"] for one in verdicts(events)[: len(due)]] == due


@pytest.mark.parametrize("seed", range(3))
def test_a_discard_taken_for_a_back_is_no_knock_once_play_goes_on(seed: int) -> None:
    script, _ = gin_script(seed)
    discards = [change for change in script.changes if change.place == "discard" and change.after not in (None, "??")]
    fresh = [change for k, change in enumerate(discards) if change.piece not in {one.piece for one in discards[:k]}]
    laid, following = next(
        pair for pair in pairwise(discards[2:]) if set(pair) <= set(fresh) and pair[1].time - pair[0].time < 10
    )
    watcher = follower("gin", None)
    events = []
    for state in states(script, seed=seed, arms=True):
        cards = tuple(
            replace(card, card=replace(card.card, card=None, side="down", candidates={}))
            if laid.piece is not None and card.id == 1000 + laid.piece and state.time < following.time
            else card
            for card in state.cards
        )
        events += watcher.follow(replace(state, cards=cards))
    told = {event["time"]: event["after"] for event in events if event["kind"] == "verdict"}
    assert [one["rule"] for one in told.values()].count("gin.pile_knock") == 1 + (discards[-1].after != "??")
    after = [one for time, one in told.items() if time > following.time]
    assert after[-1]["score"] is not None or after[-1]["verdict"] == "cannot tell"
    due = [one for one in script.judgements[:-1] if one.time > following.time - 0.01]
    # The card not read may come to light once more, and then counts as new.
    told_discards = iter(one["discard"] for one in after)
    assert all(one.verdict["discard"] in told_discards for one in due)
    assert all(one["verdict"] == "legal" for one in after[:-1])


@pytest.mark.parametrize(
    ("extra", "whose", "discarded", "verdict"),
    [
        (None, 10, False, None),
        ("twice", 10, False, None),
        ("other", 10, False, "illegal"),
        ("other", 10, True, None),
        ("other", 1, True, None),
    ],
    ids=["one that cannot be read", "one seen twice", "one more", "the last discard was laid", "of the knocker's too"],
)
def test_a_card_too_many_in_a_hand_is_said_only_where_all_are_surely_there(
    extra: str | None, whose: int, discarded: bool, verdict: str | None
) -> None:
    script, _ = gin_script(0)
    watcher = follower("gin", None)
    events = []
    last = None
    for state in states(script):
        ups = sorted((card for card in state.cards if card.card.side == "up"), key=lambda card: card.id)
        cards = state.cards
        if len(ups) > 10:
            first = ups[whose]
            shown = {card.card.card for card in ups}
            unseen = next(card for card in CARDS if card not in shown)
            name = {"twice": first.card.card, "other": unseen}.get(extra or "")
            beside = first.card.corners + (0.3 * (first.card.corners[1] - first.card.corners[0]))
            sure = 0.99 if name else 0.3
            card = SeenCard(name, "up", sure, beside.astype(np.float32), candidates={name: sure} if name else {})
            cards = (*cards, replace(first, id=999, card=card))
        last = replace(state, cards=cards)
        events += watcher.follow(last)
    assert last is not None
    assert isinstance(watcher, GinFollower)
    for step in range(20):
        state = replace(last, time=last.time + 0.5 * step, settled=True)
        if not discarded:
            watcher._top = Seen.parse("9H")
        events += watcher.follow(state) if discarded else watcher._laid_out(state)
    sizes = [one["verdict"] for one in verdicts(events) if one["rule"] == "gin.hand_size"]
    problems = [event["after"]["rule"] for event in events if event["kind"] == "problem"]
    assert set(sizes) == ({verdict} if verdict else set())
    assert not [one for one in verdicts(events) if one.get("score")]
    assert problems == ([] if verdict else ["gin.spread"])


def test_hands_laid_out_too_closely_are_said_once() -> None:
    script, _ = gin_script(0)
    watcher = follower("gin", None)
    events = []
    last = None
    for state in states(script):
        # Three of the cards laid out are never seen.
        ups = sorted((card for card in state.cards if card.card.side == "up"), key=lambda card: card.id)
        lost = {card.id for card in ups[4:7]} if len(ups) > 10 else set()
        last = replace(state, cards=tuple(card for card in state.cards if card.id not in lost))
        events += watcher.follow(last)
    assert last is not None
    for step in range(20):
        events += watcher.follow(replace(last, time=last.time + 0.5 * step, settled=True))
    problems = [event["after"] for event in events if event["kind"] == "problem"]
    assert [one["rule"] for one in problems] == ["gin.spread"]
    assert "17 cards can be told apart" in problems[0]["sentence"]
    assert not [one for one in verdicts(events) if one.get("score")]


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
def test_turns_are_told_with_whose_they_are(seed: int) -> None:
    for script, rules in ((bus_script(seed)[0], bus.Rules()), (gin_script(seed)[0], gin.Rules())):
        told = [one["player"] for one in verdicts(watched(script, rules, seed))]
        true = [judgement.player for judgement in script.judgements]
        assert told[:-1] == true[:-1]


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
def test_the_rules_replay_a_record_of_gin(seed: int) -> None:
    script, _ = gin_script(seed)
    lines = recorded(script, seed=seed)
    assert len(lines) >= len(script.judgements) - 1
    referee = gin.Referee()
    for seen, said in lines:
        kind, _, card = seen.partition(" ")
        assert kind == "pile"
        assert referee.see(Seen.parse(card)).sentence("en") == said


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


@pytest.mark.parametrize("game", ["poker", ""])
def test_other_games_are_refused(game: str) -> None:
    with pytest.raises(ValueError, match="is no game: trash, gin, bus, ace"):
        follower(game, None)


def test_zones_of_another_game_are_refused() -> None:
    zones = {"game": "gin", "zones": {"stock": [[0.1, 0.1], [0.2, 0.1], [0.2, 0.3], [0.1, 0.3]]}}
    for game in ("bus", "ace", "trash"):
        with pytest.raises(ValueError, match=f"zones for gin, but the game is {game}"):
            follower(game, None, zones)


@pytest.mark.parametrize("game", ["bus", "gin", "ace", "trash"])
def test_only_trash_is_watched_for_jokers(game: str) -> None:
    rules = {"bus": bus.Rules(), "gin": gin.Rules(), "ace": ace.Rules(players=3, pack=52), "trash": trash.Rules()}
    reader = TruthReader(0)
    assert TableWatch(game, rules[game], reader).tracker.joker is False
    assert TableWatch("trash", trash.Rules(jokers=2), reader).tracker.joker is True


KNOCKING = "AS AD AC 4H 5H 6H 9C 10C JC 9H"
"""Three melds and a nine."""
DEFENDING = "2S 2D 2C 8S 8D 8H QC KC 6D 3D"
"""Two sets; queen and king of clubs are laid off on the run to the jack, and nine points are left."""


def scored(rules: gin.Rules, upcard: str | None = None, lang: str = "en") -> dict[str, Any]:
    watcher = GinFollower(rules, lang=lang)
    if upcard is not None:
        watcher._upcard_seen = Seen.parse(upcard)
    hands = {"near": list(parse_row(KNOCKING)), "far": list(parse_row(DEFENDING))}
    return watcher._score([Hand((), side) for side in hands], hands)


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "The near player knocks, and both have the same deadwood: nobody scores."),
        ("fr", "Abattage du joueur proche, à égalité : personne ne marque."),
        ("de", "Klopfen des nahen Spielers, Gleichstand: Niemand schreibt."),
    ],
)
def test_equal_deadwood_that_nobody_scores_is_said_so(lang: str, sentence: str) -> None:
    assert scored(gin.Rules(equal="nobody"), lang=lang)["sentence"] == sentence


@pytest.mark.parametrize(
    ("upcard", "verdict"),
    # Nine is the knocker's deadwood: with a ten or a nine turned up the knock is right, with a five it is not.
    [("10D/9D", "legal"), ("9?", "legal"), ("10D/5D", "cannot tell"), ("up", "cannot tell"), ("5?", "illegal")],
)
def test_an_upcard_in_doubt_decides_only_where_it_must(upcard: str, verdict: str) -> None:
    told = scored(gin.Rules(oklahoma=True), upcard)
    assert told["verdict"] == verdict
    assert (told["rule"] == "gin.upcard_needed") == (verdict == "cannot tell")


def test_a_spade_upcard_in_doubt_leaves_the_score_open() -> None:
    rules = gin.Rules(oklahoma=True, oklahoma_spades=True)
    assert scored(rules, "9S/9D")["rule"] == "gin.upcard_needed"
    assert scored(rules, "9C/9D")["verdict"] == "legal"
