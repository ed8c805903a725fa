"""Trash, where a card is laid open on the table while its player thinks about where it belongs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from datasets.film.beats import Director, Pose, Script
from datasets.film.habits import Habits
from datasets.film.trash import FAULTS, trash_script
from rules.trash import Rules
from service.following.trash import TrashFollower
from tests.service.followed import followed, verdicts
from tests.service.scripted import states
from vision.table import TableState

STOCK, PILE, REMOTE = Pose(-0.55, 0.0), Pose(0.55, 0.0, up=True), Pose(3.4, 1.6, up=True)
BEHIND = Pose(0.2, 3.65, up=True)


def told(script: Script, **options: Any) -> list[tuple[str, str | None]]:
    return [(one["verdict"], one["player"]) for one in verdicts(followed(script, **options)[1])]


@pytest.mark.parametrize("seed", range(8))
def test_every_turn_is_judged_as_if_the_card_had_stayed_in_the_hand(seed: int) -> None:
    faults = (FAULTS[seed // 2],) if seed % 2 else ()
    script, _ = trash_script(
        seed, sizes=[(10, 10), (8, 8), (6, 6), (5, 4)][seed % 4], faults=faults, turns=12, habits=Habits(aside=0.5)
    )
    assert any(change.place.endswith("aside") for change in script.changes)
    assert told(script, seed=seed) == [(one.verdict["verdict"], one.player) for one in script.judgements]


@pytest.mark.parametrize(
    ("seed", "habits"), [(36, Habits(0.4, 0.5, 3.0)), (4, Habits(turning=0.6)), (9, Habits(strewn=4.0))]
)
def test_cards_turned_up_where_they_lie_and_strewn_discards_accuse_nobody(seed: int, habits: Habits) -> None:
    """In one of these the last card of a layout is turned up while its player holds another, and is its slot's."""
    script, _ = trash_script(seed, sizes=[(10, 10), (8, 8), (6, 6), (5, 4)][seed % 4], turns=14, habits=habits)
    assert told(script, seed=seed) == [(one.verdict["verdict"], one.player) for one in script.judgements]


def table_of_four(play: list[tuple[str, str, Pose, str, float]]) -> Script:
    """Two layouts of four, every second slot of which holds the card of its number, and what happens then.

    Args:
        play: of every card carried: its player, its code, where it is laid, the name of that place, and the seconds
            that pass before the next.
    """
    script = Script("trash", {"players": 2, "slots": [4, 4], "rules": str(Rules()), "first": 0})
    director = Director(script, np.random.default_rng(1))
    for side, turn, codes in (("near", 1.0, "9S 2S QD 4C"), ("far", -1.0, "JS 2D 9D 4H")):
        for number, code in enumerate(codes.split()):
            at = Pose(turn * (number - 1.5) * 0.86, turn * 2.4, 0.0 if turn > 0 else 180.0)
            director.lay(code, f"{side} {number + 1}", at)
    held = {code: director.lay(code, "stock", STOCK) for code in ("8H", "7H", "6H", "5H", "3C", "AD")}
    pieces = {code: piece for piece, code in script.codes.items()} | held
    for player, code, pose, place, wait in play:
        director.carry(player, pieces[code], pose, place)
        director.pause(wait, wait)
    return director.end(3.0)


def slot(number: int) -> Pose:
    return Pose((number - 2.5) * 0.86, 2.4, up=True)


def turn_with(aside: Pose, wait: float) -> Script:
    """An ace is drawn and laid aside, goes into its slot after a while, and the card of that on the pile."""
    return table_of_four(
        [
            ("near", "AD", aside, "near aside", wait),
            ("near", "AD", slot(1), "near 1", 0.6),
            ("near", "9S", PILE, "discard", 1.5),
            ("far", "3C", replace(slot(3), x=-slot(3).x, y=-2.4), "far 3", 0.6),
            ("far", "9D", PILE.shifted(0.02, 0.01), "discard", 1.5),
        ]
    )


@pytest.mark.parametrize("wait", [0.7, 3.0, 30.0])
def test_an_ace_laid_open_before_its_player_is_not_discarded(wait: float) -> None:
    assert told(turn_with(BEHIND, wait)) == [("legal", "near"), ("legal", "far")]


def test_a_pile_behind_a_layout_is_one_once_the_next_player_has_placed_a_card() -> None:
    there = replace(BEHIND, x=-0.4)
    script = table_of_four(
        [
            ("near", "AD", slot(1), "near 1", 0.6),
            ("near", "9S", there, "discard", 4.0),
            ("far", "3C", replace(slot(3), x=-slot(3).x, y=-2.4), "far 3", 0.6),
            ("far", "9D", there.shifted(0.02, 0.01), "discard", 2.0),
        ]
    )
    assert {player for verdict, player in told(script) if verdict == "legal"} == {"near", "far"}
    assert all(verdict == "legal" for verdict, _ in told(script))


def test_where_a_card_lay_aside_for_long_is_no_pile_once_it_is_gone() -> None:
    """What seemed to be a discard was judged; the pile is where the next ones are laid."""
    script = turn_with(REMOTE, 4.0)
    watcher, events = followed(script)
    assert verdicts(events)[0]["rule"] == "trash.playable_discarded"
    places = watcher.view(list(states(script))[-1])["places"]
    pile, stock = (np.mean(places[name], axis=0) for name in ("discard", "stock"))
    assert np.linalg.norm(pile - stock) < np.linalg.norm(np.mean(places["near 4"], axis=0) - stock)
    assert ("legal", "far") in told(script)


def in_zone(state: TableState, pose_of: str) -> list[list[float]]:
    """A zone round the place of a card in view, as shares of the picture."""
    card = next(card for card in state.cards if str(card.card.card) == pose_of)
    middle, (width, height) = card.card.corners.mean(axis=0), state.size
    reach = 0.7 * np.abs(card.card.corners - middle).max()
    return [
        [float((middle[0] + dx * reach) / width), float((middle[1] + dy * reach) / height)]
        for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def test_a_pile_set_by_hand_is_where_discards_are_wherever_cards_are_laid_aside() -> None:
    beside_stock = Pose(-1.5, 0.1, up=True)
    script = turn_with(beside_stock, 4.0)
    assert told(script)[0] == ("illegal", "near"), "it lies as near to the stock as a discard does"
    seen = list(states(script))
    zone = in_zone(next(state for state in seen if any(str(card.card.card) == "9S" for card in state.cards)), "9S")
    zones = {"version": 1, "game": "trash", "zones": {"discard": zone}}
    watcher = TrashFollower(Rules(), zones, slots=[4, 4])
    watcher.turn = 0
    events = [event for state in seen for event in watcher.follow(state)]
    assert [(one["verdict"], one["player"]) for one in verdicts(events)] == [("legal", "near"), ("legal", "far")]
