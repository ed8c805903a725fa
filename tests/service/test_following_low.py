"""Tables that a camera sees from low down, so that cards look flat: judged as from above."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from datasets.film.ace import ace_script
from datasets.film.bus import bus_script
from datasets.film.gin import gin_script
from datasets.film.trash import trash_script
from rules import ace, bus, trash
from service.following import follower
from tests.service.scripted import states
from vision.table import TableState

RULES = {"bus": bus.Rules(players=3), "ace": ace.Rules(players=3)}
SCRIPTS = {
    "trash": partial(trash_script, sizes=(4, 4)),
    "gin": gin_script,
    "bus": partial(bus_script, rules=RULES["bus"]),
    "ace": partial(ace_script, rules=RULES["ace"], deals=2),
}


def flat(state: TableState, by: float) -> TableState:
    """The same cards, all heights in the picture made smaller."""
    cards = [
        replace(card, card=replace(card.card, corners=(card.card.corners * (1, by)).astype(np.float32)))
        for card in state.cards
    ]
    return replace(state, cards=tuple(cards))


def told(game: str, script: Any, by: float, seed: int) -> list[tuple[Any, ...]]:
    rules = trash.Rules.parse(script.options["rules"]) if game == "trash" else RULES.get(game)
    watcher = follower(game, rules, **({"slots": script.options["slots"]} if game == "trash" else {}))
    events = [event for state in states(script, seed=seed) for event in watcher.follow(flat(state, by))]
    return [(e["time"], e["after"]["rule"], e["after"]["sentence"]) for e in events if e["kind"] == "verdict"]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", SCRIPTS)
def test_how_flat_the_cards_look_changes_nothing(game: str, seed: int) -> None:
    script, _ = SCRIPTS[game](seed)
    above = told(game, script, 1.0, seed)
    assert len(above) >= 2
    assert told(game, script, 0.5, seed) == above
