"""Chase the Ace followed on a table that is tracked without fault, but for what lies there besides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from datasets.film.ace import ace_script
from datasets.film.beats import Script
from rules import ace
from rules.observation import Seen
from service.following import follower
from tests.service.followed import recorded, verdicts, watched
from tests.service.scripted import states
from vision.table import Tracked


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_a_deal_of_chase_the_ace(seed: int, players: int) -> None:
    rules = ace.Rules(players=players)
    script, _ = ace_script(seed, rules)
    told = verdicts(watched(script, rules, seed))
    assert [one["verdict"] for one in told] == ["legal"] * len(told)
    assert told[-1]["explanation"]["losers"] == script.judgements[-1].verdict["losers"]


def card_aside(script: Script, rules: Any, restless: bool = False) -> list[dict[str, Any]]:
    """The events where a further card lies face down beside the stock, `restless`: covered, the table never at rest."""
    watcher = follower(script.game, rules)
    events = []
    for state in states(script):
        down = next(card for card in state.cards if card.card.side == "down")
        aside = replace(down.card, corners=down.card.corners + np.float32(25))
        cards = (*state.cards, Tracked(9999, aside, 0.0, clear=not restless))
        events += watcher.follow(replace(state, cards=cards, settled=state.settled and not restless))
    return events


@pytest.mark.parametrize("players", [3, 4])
def test_cards_face_down_besides_the_stock_do_not_hold_up_the_showdown(players: int) -> None:
    rules = ace.Rules(players=players)
    script, _ = ace_script(1, rules)
    told = verdicts(card_aside(script, rules))
    assert told[-1]["explanation"]["losers"] == script.judgements[-1].verdict["losers"]


@pytest.mark.parametrize("players", [2, 4])
def test_what_moves_beside_the_showdown_does_not_hold_it_up(players: int) -> None:
    rules = ace.Rules(players=players)
    script, _ = ace_script(2, rules)
    told = verdicts(card_aside(script, rules, restless=True))
    assert told[-1]["explanation"]["losers"] == script.judgements[-1].verdict["losers"]


@pytest.mark.parametrize("seed", range(3))
def test_a_card_turned_up_that_is_no_king(seed: int) -> None:
    rules = ace.Rules(players=3)
    script, _ = ace_script(seed, rules, faults=("no_king",))
    told = verdicts(watched(script, rules, seed))
    assert (told[-1]["verdict"], told[-1]["rule"]) == ("illegal", "ace.not_king")


def test_what_comes_to_look_like_backs_at_nobodys_place_hides_no_fault() -> None:
    rules = ace.Rules(players=3)
    script, _ = ace_script(0, rules, faults=("no_king",))
    watcher = follower("ace", rules)
    events = []
    for number, state in enumerate(states(script)):
        far = next(card for card in state.cards if card.card.side == "down")
        tiles = [replace(far.card, corners=far.card.corners * np.float32(0.2) + shift) for shift in (5, 60)]
        passing = tuple(Tracked(9000 + k, tile, 0.0, clear=False) for k, tile in enumerate(tiles) if number)
        events += watcher.follow(replace(state, cards=(*state.cards, *passing)))
    assert [one["rule"] for one in verdicts(events)][-1:] == ["ace.not_king"]


def test_places_taken_wrongly_hold_up_no_showdown() -> None:
    rules = ace.Rules(players=3)
    script, _ = ace_script(2, rules)
    watcher = follower("ace", rules)
    events = []
    for number, state in enumerate(states(script)):
        # At first a player's card is not found, and the stock passes for one; later something lies there besides.
        last = max(card.id for card in state.cards)
        cards = [card for card in state.cards if number or card.id != last]
        aside = replace(cards[0].card, side="down", card=None, corners=cards[0].card.corners * np.float32(0.2))
        cards += [Tracked(9000 + k, replace(aside, corners=aside.corners + 60 * k), 0.0) for k in range(2) if number]
        events += watcher.follow(replace(state, cards=tuple(cards)))
    told = verdicts(events)
    assert [one["verdict"] for one in told] == ["legal"] * len(told)
    assert told[-1]["explanation"]["losers"] == script.judgements[-1].verdict["losers"]


@pytest.mark.parametrize("seed", range(3))
def test_the_rules_replay_a_record_of_chase_the_ace(seed: int) -> None:
    rules = ace.Rules(players=3)
    script, _ = ace_script(seed, rules)
    lines = recorded(script, rules, seed)
    kind, _, cards = lines[-1][0].partition(" ")
    assert kind == "shown"
    assert ace.showdown([Seen.parse(one) for one in cards.split()], rules).sentence("en") == lines[-1][1]
