"""Gin followed on a table that is tracked without fault."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from datasets.film.gin import gin_script
from rules import gin
from rules.cards import CARDS, Card
from rules.observation import Seen, parse_row
from service.following import follower
from service.following.gin import GinFollower
from tests.service.followed import record_of, recorded, verdicts, watched
from tests.service.scripted import states
from vision.table import TableState, Tracked
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
    assert [one["rule"] for one in verdicts(events)].count("gin.pile_knock") == 1 + (discards[-1].after != "??")
    # What was told is mended, in the record too.
    knock = next(one for one in verdicts(events) if one["rule"] == "gin.pile_knock")
    mended = next(event for event in events if event["type"] == "update" and event["before"] == knock)
    assert (mended["after"]["rule"] != knock["rule"], mended["after"]["player"]) == (True, knock["player"])
    assert mended["after"]["verdict"] == "cannot tell", "it was not read"
    referee = gin.Referee()
    for seen, said in record_of(watcher):
        assert referee.see(Seen.parse(seen.removeprefix("pile "))).sentence("en") == said
    after = [event["after"] for event in events if event["kind"] == "verdict" and event["time"] > following.time]
    after.remove(mended["after"])
    assert after[-1]["score"] is not None or after[-1]["verdict"] == "cannot tell"
    due = [one for one in script.judgements[:-1] if one.time > following.time - 0.01]
    # The card not read may come to light once more, and then counts as new.
    told_discards = iter(one["discard"] for one in after)
    assert all(one.verdict["discard"] in told_discards for one in due)
    assert all(one["verdict"] == "legal" for one in after[:-1])


def laid_out(
    seen: Callable[[TableState, Sequence[Tracked]], TableState],
) -> tuple[GinFollower, TableState, list[dict[str, Any]]]:
    """A hand of gin followed to its end, its states while hands are laid open as `seen` changes them.

    The follower, the last state and what was told.
    """
    script, _ = gin_script(0)
    watcher = GinFollower(gin.Rules())
    events = []
    for state in states(script):
        ups = sorted((card for card in state.cards if card.card.side == "up"), key=lambda card: card.id)
        last = seen(state, ups) if len(ups) > 10 else state
        events += watcher.follow(last)
    return watcher, last, events


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
    def seen(state: TableState, ups: Sequence[Tracked]) -> TableState:
        first = ups[whose]
        shown = {card.card.card for card in ups}
        unseen = next(card for card in CARDS if card not in shown)
        name = {"twice": first.card.card, "other": unseen}.get(extra or "")
        beside = first.card.corners + (0.3 * (first.card.corners[1] - first.card.corners[0]))
        sure = 0.99 if name else 0.3
        card = SeenCard(name, "up", sure, beside.astype(np.float32), candidates={name: sure} if name else {})
        return replace(state, cards=(*state.cards, replace(first, id=999, card=card)))

    watcher, last, events = laid_out(seen)
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


def test_a_score_told_before_all_cards_were_read_is_mended() -> None:
    looks = 0

    def seen(state: TableState, ups: Sequence[Tracked]) -> TableState:
        nonlocal looks
        looks += state.settled and len(ups) == 20
        blurred = replace(ups[0], card=replace(ups[0].card, card=None, confidence=0.3, candidates={}))
        return state if looks > 3 else replace(state, cards=(*(c for c in state.cards if c is not ups[0]), blurred))

    _, _, events = laid_out(seen)
    told = [event for event in events if event["kind"] == "verdict"]
    first, second = told[-2:]
    assert first["after"]["score"] is None
    assert second["after"]["score"] is not None or second["after"]["if_knocker"] != first["after"].get("if_knocker")
    assert (first["type"], second["type"], second["before"]) == ("new", "update", first["after"])


def other_suit(name: Card) -> Card:
    """The card of the same rank and colour."""
    return next(one for one in CARDS if one.rank == name.rank and one != name and one.suit.red == name.suit.red)


@pytest.mark.parametrize(("sure", "verdict"), [(0.95, "cannot tell"), (0.99, "cannot tell"), (0.999, "illegal")])
def test_a_knock_is_no_fault_where_a_card_may_be_misread(sure: float, verdict: str) -> None:
    """The cards of the melds are read in the other suit of their colour, as happens where most of a suit is covered."""

    def seen(state: TableState, ups: Sequence[Tracked]) -> TableState:
        cards = []
        for one in state.cards:
            name = one.card.card
            if one in ups and name is not None:
                read = other_suit(name) if name.rank in broken else name
                one = replace(one, card=replace(one.card, card=read, confidence=sure, candidates={read: sure}))
            cards.append(one)
        return replace(state, cards=tuple(cards))

    script, _ = gin_script(0)
    right = script.judgements[-1].verdict
    melds = right["score"]["knocker"]["melds"]
    broken = {Card.parse(code).rank for meld in melds if len({code[:-1] for code in meld}) > 1 for code in meld[::2]}
    assert broken
    _, _, events = laid_out(seen)
    told = [one for one in verdicts(events) if one["rule"] in ("gin.unread", "gin.knock_limit")]
    assert told[-1]["verdict"] == verdict
    knocked = next(one for one in verdicts(events) if one["rule"] == "gin.pile_knock")
    assert knocked["player"] is not None
    assert told[-1]["player"] == (knocked["player"] if verdict == "illegal" else None)


def test_hands_laid_out_too_closely_are_said_once() -> None:
    def seen(state: TableState, ups: Sequence[Tracked]) -> TableState:
        # Three of the cards laid out are never seen.
        lost = {card.id for card in ups[4:7]}
        return replace(state, cards=tuple(card for card in state.cards if card.id not in lost))

    watcher, last, events = laid_out(seen)
    for step in range(20):
        events += watcher.follow(replace(last, time=last.time + 0.5 * step, settled=True))
    problems = [event["after"] for event in events if event["kind"] == "problem"]
    assert [one["rule"] for one in problems] == ["gin.spread"]
    assert "17 cards can be told apart" in problems[0]["sentence"]
    assert not [one for one in verdicts(events) if one.get("score")]


@pytest.mark.parametrize("waits", [True, False], ids=["under a light, one card stays for a while", "dealt at once"])
def test_the_next_hands_stock_where_the_discards_lay_is_no_knock(waits: bool) -> None:
    watcher, last, _ = laid_out(lambda state, _: state)
    places = watcher.places.quads
    pile, stock = (state_quad(last, places[name]) for name in ("discard", "stock"))
    left = next(card for card in last.cards if card.card.side == "up" and watcher.place(last, card) is None)
    left = replace(left, clear=False)
    time, events = last.time, []

    def go_on(cards: Sequence[Tracked], seconds: float, settled: bool) -> None:
        nonlocal time
        for _ in range(round(seconds * 8)):
            time += 0.125
            now = [replace(card, since=time) if card.since > time else card for card in cards]
            events.extend(watcher.follow(replace(last, time=time, cards=tuple(now), settled=settled)))

    go_on([left], 2.0 if waits else 0.3, settled=False)
    back = Tracked(900, SeenCard(None, "down", 0.97, pile), time)
    go_on([back], 3.0, settled=True)
    assert not verdicts(events), "nobody goes out twice"
    up = SeenCard(Card.parse("3D"), "up", 0.99, stock, candidates={Card.parse("3D"): 0.99})
    go_on([back, Tracked(901, up, time)], 3.0, settled=True)
    rules = [event["after"]["rule"] for event in events if event["kind"] == "turn"]
    assert rules == ["gin.pile_empty", "gin.pile_upcard"]
    assert watcher.upcard == Card.parse("3D")


def state_quad(state: TableState, quad: np.ndarray) -> np.ndarray:
    return state.in_frame(quad).astype(np.float32)


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
