"""Trash followed where cards are not made out, misread, hidden, or taken up and put back: no turn is judged wrongly."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from datasets.film.beats import Script
from datasets.film.trash import trash_script
from rules.cards import Card
from rules.trash import Rules
from service.commentary import line
from service.following import follower
from service.following.seats import PATIENCE, RESTED
from service.following.trash import TrashFollower
from tests.service.followed import followed, verdicts
from tests.service.scripted import states
from vision.table import Side
from vision.types import SeenCard


def test_a_dealt_table_begins_without_its_stock_once_it_has_lain_still() -> None:
    """A stock out of the picture, or one whose back is not made out among the others."""
    script, _ = trash_script(3, sizes=(6, 6), turns=1)
    first = next(iter(states(script)))
    stock = next(card for card in first.cards if card.id == 1000 + script.order[-1])
    assert script.places[script.order[-1]] == "stock"
    dealt = replace(first, cards=tuple(card for card in first.cards if card is not stock), looked=True)
    watcher = follower("trash", Rules(), slots=(6, 6))
    hands = []
    for step in range(60):
        hands += [
            event["time"] for event in watcher.follow(replace(dealt, time=0.25 * step)) if event["kind"] == "hand"
        ]
    assert len(hands) == 1
    assert hands[0] > RESTED, "before, the pack could be the card that is still missing"


def test_layouts_are_found_where_the_picture_never_comes_to_rest() -> None:
    """As where a lamp flickers, or a light table under a camera that shakes shows stripes."""
    script, _ = trash_script(3, sizes=(6, 6), turns=1)
    first = next(iter(states(script)))
    restless = tuple(replace(card, clear=False) for card in first.cards)
    watcher = follower("trash", Rules(), slots=(6, 6))
    hands = []
    for step in range(40):
        state = replace(first, cards=restless, settled=False, time=0.25 * step)
        hands += [event["time"] for event in watcher.follow(state) if event["kind"] == "hand"]
    assert len(hands) == 1
    assert hands[0] <= PATIENCE + 0.5, "the same cards lie there all the while"


@pytest.mark.parametrize(("seed", "place"), [(40, "near 4"), (40, "far 4"), (41, "near 1"), (42, "near 2")])
def test_a_back_that_is_never_made_out_spoils_no_turn(seed: int, place: str) -> None:
    script, _ = trash_script(seed, sizes=(6, 6), turns=6)
    missing = next(1000 + piece for piece, where in script.places.items() if where == place)
    watcher = follower("trash", Rules.parse(script.options["rules"]), slots=script.options["slots"])
    told = []
    for state in states(script):
        for card in state.cards:
            assert card.id != missing or card.card.side == "down", "the stand-in was to lie face down all the while"
        seen = tuple(card for card in state.cards if card.id != missing)
        told += [one["verdict"] for one in verdicts(watcher.follow(replace(state, cards=seen)))]
    # The layouts are believed only after a while: what is played meanwhile is lost, and the turn in play may be.
    assert told.count("legal") >= 3
    assert told.count("cannot tell") <= 1
    assert "illegal" not in told


@pytest.mark.parametrize("seed", [40, 41])
def test_the_pile_is_found_without_its_stock_though_something_always_moves(seed: int) -> None:
    script, _ = trash_script(seed, sizes=(6, 6), turns=8)
    stock = {1000 + piece for piece, where in script.places.items() if where == "stock"}
    watcher = follower("trash", Rules.parse(script.options["rules"]), slots=script.options["slots"])
    told, dealt = [], False
    for state in states(script):
        seen = tuple(card for card in state.cards if card.id not in stock or card.card.side == "up")
        events = watcher.follow(replace(state, cards=seen, settled=not dealt))
        dealt |= any(event["kind"] == "hand" for event in events)
        told += verdicts(events)
    assert {one["verdict"] for one in told} == {"legal"}
    assert len(told) >= 5


@pytest.mark.parametrize("seed", range(4))
def test_unread_suits_never_make_a_legal_turn_illegal(seed: int) -> None:
    script, _ = trash_script(60 + seed, sizes=(6, 6))
    _, events = followed(script, seed=seed, unread=0.3)
    assert all(one["verdict"] != "illegal" for one in verdicts(events))


@pytest.mark.parametrize("seed", [40, 41, 42])
def test_backs_that_pass_for_faces_nobody_can_read_are_backs(seed: int) -> None:
    """All but one of the layouts' backs, and the stock's."""
    script, _ = trash_script(seed, sizes=(6, 6), turns=6)
    known = next(1000 + piece for piece, place in script.places.items() if place == "near 3")
    watcher = follower("trash", Rules.parse(script.options["rules"]), slots=script.options["slots"])
    told = []
    for state in states(script, jitter=0.0):
        cards = tuple(
            replace(one, card=replace(one.card, side="up", confidence=0.2, candidates={Card.parse("JC"): 0.2}))
            if one.card.side == "down" and one.id != known
            else one
            for one in state.cards
        )
        told += verdicts(watcher.follow(replace(state, cards=cards)))
    assert [one["verdict"] for one in told] == ["legal"] * len(told)
    assert len(told) >= len(script.judgements) - 1


def test_what_the_next_player_takes_up_leaves_the_turn_before_judged() -> None:
    script, _ = trash_script(40, sizes=(6, 6), turns=3)
    ended = script.judgements[0]
    waiting = "far" if ended.player == "near" else "near"
    taken = next(1000 + piece for piece, place in script.places.items() if place == f"{waiting} 6")
    watcher = follower("trash", Rules.parse(script.options["rules"]), slots=script.options["slots"])
    told: list[dict[str, Any]] = []
    for state in states(script, jitter=0.0):
        cards = tuple(card for card in state.cards if card.id != taken or state.time < ended.time)
        told = told or verdicts(watcher.follow(replace(state, cards=cards)))
    assert [one["verdict"] for one in told] == ["legal"]


def test_a_turn_that_went_unseen_does_not_confuse_whose_the_next_are() -> None:
    """A discard is taken for the one it was laid on; the hand that lays the next one tells whose turn that is."""
    for seed in range(60):
        script, _ = trash_script(seed, sizes=(4, 4), turns=8)
        played = script.judgements
        bare = [number for number in range(1, len(played) - 2) if not played[number].verdict["placements"]]
        unseen = next((number for number in bare if number + 1 in bare), None)
        if unseen is not None:
            break
    else:
        raise AssertionError("no film has two turns in a row that only discard")
    changes = [change for change in script.changes if change.place == "discard"]
    before, lost = (
        next(change.piece for change in reversed(changes) if change.time <= played[number].time + 0.01)
        for number in (unseen - 1, unseen)
    )
    watcher = follower("trash", Rules.parse(script.options["rules"]), slots=script.options["slots"])
    assert isinstance(watcher, TrashFollower)
    watcher.turn = script.options["first"]
    events, kept = [], {}
    for state in states(script, jitter=0.0):
        kept |= {card.id: card for card in state.cards}
        cards = tuple(kept[1000 + before] if card.id == 1000 + lost else card for card in state.cards)
        events += watcher.follow(replace(state, cards=cards))
    for judgement in played[unseen + 1 :]:
        (told,) = [one for one in events if one["kind"] == "verdict" and abs(one["time"] - judgement.time) < 2.0]
        assert (told["after"]["player"], told["after"]["verdict"]) == (judgement.player, "legal")


@pytest.mark.parametrize("seed", range(106, 111))
def test_a_playable_card_taken_from_the_pile_and_put_back_is_a_fault(seed: int) -> None:
    script, _ = trash_script(seed, faults=("playable_discarded",), turns=24)
    (faulty,) = (judgement for judgement in script.judgements if judgement.fault)
    assert faulty.verdict["before"]["discard"] == faulty.verdict["discard"], "it came from the pile"
    _, events = followed(script, seed=seed)
    wrong = [one for one in verdicts(events) if one["verdict"] == "illegal"]
    assert [(one["player"], one["rule"]) for one in wrong] == [(faulty.player, "trash.playable_discarded")]


def handled(
    own: bool | None, shift: float, turn: float = 0.0, grown: float = 1.0, placed: bool = False, held: bool = False
) -> list[dict[str, Any]]:
    """Events after a hand lay over the top discard, which then lies otherwise, between two turns of a match.

    Args:
        own: whether it was the hand of the player in turn; None: nobody's was seen.
        shift: of the discard, in card heights.
        turn: of the discard, in degrees.
        grown: size of its outline.
        placed: whether he has placed a card before.
        held: whether the hand is there again at once.
    """
    script, _ = trash_script(40, sizes=(6, 6), turns=3)
    watcher = follower("trash", Rules.parse(script.options["rules"]), slots=script.options["slots"])
    assert isinstance(watcher, TrashFollower)
    watcher.turn = script.options["first"]
    played = [state for state in states(script, jitter=0.0) if state.time < script.judgements[0].time + 0.2]
    for state in played:
        watcher.follow(state)
    last = played[-1]
    (top,) = [card for card in last.cards if watcher.place(last, card) == "discard"]
    whose: dict[bool | None, Side | None] = {None: None}
    for side in ("near", "far"):
        whose[watcher.view(last)["turn"] == side] = side  # type: ignore[assignment]
    quad, angle = top.card.corners, np.deg2rad(turn)
    spun = (quad - quad.mean(axis=0)) @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    moved = (grown * spun + quad.mean(axis=0) + shift * (quad[3] - quad[0])).astype(np.float32)
    others = tuple(card for card in last.cards if card is not top)
    if placed:
        mine = watcher.view(last)["turn"]
        (slot,) = [card for card in others if watcher.place(last, card) == f"{mine} 6"]
        laid = SeenCard(Card.parse("6H"), "up", 0.99, slot.card.corners, candidates={Card.parse("6H"): 0.99})
        others = (*(card for card in others if card is not slot), replace(slot, card=laid))
    told: list[dict[str, Any]] = []
    for step in range(1, 10):
        under = replace(top, clear=step < 3)
        if step > 4:
            under = replace(top, card=replace(top.card, corners=moved), passed=whose[own], clear=step == 5 or not held)
        now = replace(last, time=last.time + 0.2 * step, cards=(*others, under), settled=step not in (3, 4))
        told += watcher.follow(now)
    return told


@pytest.mark.parametrize(("shift", "turn"), [(0.05, 0.0), (0.0, 4.0)])
def test_a_discard_that_lies_otherwise_was_taken_up_and_put_back(shift: float, turn: float) -> None:
    card, verdict = handled(True, shift, turn)
    assert (card["kind"], card["type"], card["after"]["place"]) == ("card", "update", "discard")
    assert card["before"]["card"] == card["after"]["card"]
    assert card["before"]["corners"] != card["after"]["corners"]
    assert str(line(card)).endswith(" taken up and put back on the discard pile.")
    told = verdict["after"]
    assert (told["verdict"], told["rule"], told["placements"]) == ("legal", "trash.turn_discard", [])


@pytest.mark.parametrize(
    ("own", "shift", "grown"),
    [(True, 0.004, 1.0), (False, 0.05, 1.0), (None, 0.05, 1.0), (True, 0.05, 0.6)],
    ids=["a hand passed over it", "it was not his turn", "no hand was seen", "half of it is seen"],
)
def test_a_discard_under_a_hand_is_no_turn_by_itself(own: bool | None, shift: float, grown: float) -> None:
    assert handled(own, shift, grown=grown) == []


def test_a_hand_that_holds_still_while_it_takes_the_discard_up_put_nothing_back() -> None:
    assert handled(True, 0.05, held=True) == []


def test_a_discard_pushed_while_cards_are_placed_ends_no_turn() -> None:
    assert handled(True, 0.05, placed=True) == []


def misnamed(script: Script, piece: int, seen: SeenCard) -> list[dict[str, Any]]:
    """Events where one card facing up is taken for another all along."""
    watcher = follower("trash", Rules.parse(script.options["rules"]), slots=script.options["slots"])
    assert isinstance(watcher, TrashFollower)
    watcher.turn = script.options["first"]
    events: list[dict[str, Any]] = []
    for state in states(script):
        cards = [
            replace(one, card=replace(seen, corners=one.card.corners))
            if one.id == 1000 + piece and one.card.side == "up"
            else one
            for one in state.cards
        ]
        events += watcher.follow(replace(state, cards=tuple(cards)))
    return events


def equal_ranks(script: Script) -> tuple[int, str]:
    """A piece that is laid in its slot while the other player's equal card lies there, and that one's code."""
    lying: dict[str, str] = {}
    for change in script.changes:
        side, _, slot = change.place.partition(" ")
        other = lying.get(f"{'far' if side == 'near' else 'near'} {slot}", "")
        if slot and change.piece is not None and change.after not in (None, "??"):
            if change.after[:-1] == other[:-1] == slot:
                return change.piece, other
            lying[change.place] = change.after
    raise AssertionError("the film holds no two cards of one rank in their slots")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_suit_misread_accuses_nobody(seed: int) -> None:
    script, _ = trash_script(seed, sizes=(10, 10))
    piece, other = equal_ranks(script)
    wrong, right = Card.parse(other), Card.parse(script.codes[piece])
    unsure = SeenCard(wrong, "up", 0.95, np.zeros((4, 2), np.float32), candidates={wrong: 0.95, right: 0.04})
    assert "illegal" not in [one["verdict"] for one in verdicts(misnamed(script, piece, unsure))]
    # Where the same card is beyond doubt seen twice, that is said.
    sure = replace(unsure, confidence=0.995, candidates={wrong: 0.995})
    rules = [one["rule"] for one in verdicts(misnamed(script, piece, sure))]
    # Once: the turns that follow are judged as if one of the two were not read.
    assert rules.count("trash.seen_too_often") == 1
