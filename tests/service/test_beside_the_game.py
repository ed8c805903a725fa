"""Things that pass for cards on a table where a game is played, and do not belong to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from datasets.film.ace import ace_script
from datasets.film.beats import Script
from datasets.film.bus import bus_script
from datasets.film.gin import gin_script
from rules import ace, bus
from rules.cards import Card
from service.following import follower
from service.following.ace import AceFollower
from tests.service.followed import verdicts, watched
from tests.service.scripted import states
from tests.service.test_following_showings import held, lying
from vision.table import TableState, Tracked
from vision.types import SeenCard

CORNER = np.array([[20, 500], [80, 500], [80, 590], [20, 590]], np.float32)
NOTE = SeenCard(None, "up", 0.5, CORNER)
BOX = SeenCard(None, "down", 0.6, CORNER)
OTHER_GAME = SeenCard(Card.parse("3H"), "up", 0.95, CORNER, candidates={Card.parse("3H"): 0.95})


def with_things(script: Script, seed: int, *things: SeenCard) -> Iterator[TableState]:
    for state in states(script, seed=seed):
        beside = [
            Tracked(9000 + number, replace(thing, corners=thing.corners - np.float32([0, 150 * number])), 0.1)
            for number, thing in enumerate(things)
        ]
        yield replace(state, cards=(*state.cards, *beside))


def told(game: str, rules: Any, script: Script, seed: int, *things: SeenCard) -> list[dict[str, Any]]:
    watcher = follower(game, rules)
    return verdicts([event for state in with_things(script, seed, *things) for event in watcher.follow(state)])


@pytest.mark.parametrize("thing", [NOTE, BOX, OTHER_GAME], ids=["a note", "a box", "a card of another game"])
@pytest.mark.parametrize("seed", range(2))
def test_what_lay_there_while_gin_was_played_is_in_nobodys_hand(seed: int, thing: SeenCard) -> None:
    script, _ = gin_script(seed)
    assert told("gin", None, script, seed, thing) == verdicts(watched(script, seed=seed))


@pytest.mark.parametrize("seed", range(2))
def test_a_card_shown_where_one_seemed_to_lie_face_down_is_of_its_hand(seed: int) -> None:
    """It is followed by the same number, as one that was turned up: a tile of the floor may have passed for a back."""
    script, _ = gin_script(seed)
    plain = list(states(script, seed=seed))
    last = max(card.id for card in plain[-1].cards)

    def tiled() -> Iterator[TableState]:
        for state in plain:
            shown = any(card.id == last for card in state.cards)
            cards = [replace(card, id=9000) if card.id == last else card for card in state.cards]
            yield replace(state, cards=(*cards, *(() if shown else (Tracked(9000, BOX, 0.1),))))

    watcher = follower("gin", None)
    found = verdicts([event for state in tiled() for event in watcher.follow(state)])
    assert found[-1].get("score") is not None
    assert found == verdicts(watched(script, seed=seed))


@pytest.mark.parametrize("thing", [NOTE, BOX], ids=["a note", "a box"])
@pytest.mark.parametrize("seed", range(3))
def test_the_table_cards_are_the_three_that_can_be_read(seed: int, thing: SeenCard) -> None:
    rules = bus.Rules(players=2)
    script, _ = bus_script(seed, rules)
    found = told("bus", rules, script, seed, thing)
    assert all(one["verdict"] == "legal" for one in found)
    assert len(found) == len(script.judgements) > 1
    assert found[-1]["explanation"]["losers"] == script.judgements[-1].verdict["losers"], "nor is it in a hand shown"


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("seed", range(3))
def test_the_least_sure_backs_are_neither_the_players_nor_the_pack(seed: int, count: int) -> None:
    rules = ace.Rules(players=3)
    script, _ = ace_script(seed, rules, faults=("no_king",))
    found = told("ace", rules, script, seed, *[BOX] * count)
    assert [(one["verdict"], one["rule"]) for one in found][-1:] == [("illegal", "ace.not_king")]


def test_a_box_taken_for_a_players_card_holds_up_no_showdown() -> None:
    """At first nothing else was found but the pack and one card."""
    watcher = follower("ace", ace.Rules(players=4))
    stock, box = lying(1, 600, 360, None), lying(2, 230, 120, None)
    held(watcher, [stock, box, lying(3, 640, 600, None)], 0, 3)
    assert isinstance(watcher, AceFollower)
    assert len(watcher.places.quads) == 3
    shown = [lying(3, 640, 600, "7D"), lying(4, 200, 355, "QC"), lying(5, 600, 100, "7C"), lying(6, 1000, 320, "8H")]
    told = verdicts(held(watcher, [stock, box, *shown], 10, 4))
    assert [one["explanation"]["losers"] for one in told] == [[]]
