"""Tables that a camera sees from low down, so that cards look flat: judged as from above."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from datasets.film.gin import gin_script
from datasets.film.trash import trash_script
from rules.trash import Rules
from service.following import follower
from tests.service.scripted import states
from vision.table import TableState


def flat(state: TableState, by: float) -> TableState:
    """The same cards, all heights in the picture made smaller."""
    cards = [
        replace(card, card=replace(card.card, corners=(card.card.corners * (1, by)).astype(np.float32)))
        for card in state.cards
    ]
    return replace(state, cards=tuple(cards))


def told(game: str, script: Any, by: float, seed: int) -> list[tuple[Any, ...]]:
    rules = Rules.parse(script.options["rules"]) if game == "trash" else None
    watcher = follower(game, rules, **({"slots": script.options["slots"]} if game == "trash" else {}))
    events = [event for state in states(script, seed=seed) for event in watcher.follow(flat(state, by))]
    return [(e["time"], e["after"]["rule"], e["after"]["sentence"]) for e in events if e["kind"] == "verdict"]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", ["trash", "gin"])
def test_how_flat_the_cards_look_changes_nothing(game: str, seed: int) -> None:
    script, _ = trash_script(seed, sizes=(4, 4)) if game == "trash" else gin_script(seed)
    above = told(game, script, 1.0, seed)
    assert len(above) > 2
    assert told(game, script, 0.5, seed) == above
