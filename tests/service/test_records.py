"""Games followed at a live table become matches: what the followers write down is what the rules replay."""

from __future__ import annotations

from pathlib import Path

import pytest

from datasets.film.trash import trash_script
from rules.trash import Rules
from service.following import follower
from service.matches import MatchService
from service.storage import Store
from service.storage.events import Tables
from service.tables.records import Records
from tests.service.scripted import states


@pytest.mark.parametrize("seed", range(3))
def test_a_followed_hand_of_trash_is_replayed_move_by_move(tmp_path: Path, seed: int) -> None:
    script, _ = trash_script(40 + seed, sizes=(4, 4), hands=1)
    rules = Rules.parse(script.options["rules"])
    watcher = follower("trash", rules, slots=script.options["slots"])
    watcher.turn = script.options["first"]  # type: ignore[attr-defined]
    turns = 0
    for state in states(script, seed=seed):
        turns += sum(event["kind"] == "verdict" for event in watcher.follow(state))
    assert turns == len(script.judgements)
    store = Store(f"sqlite:///{tmp_path / 'kept.db'}")
    store.migrate()
    table = Tables(store).create("trash", "Kitchen", {})
    service = MatchService(store)
    told = Records(service).keep(table, watcher.record(), "en")
    assert sum(each["moves"] for each in told) > turns
    # Kept a second time nothing is new.
    assert Records(service).keep(table, watcher.record(), "en") == []
    for each in told:
        steps = MatchService(store).replay(each["match"], "all", 0, 1000)
        assert len(steps) == each["moves"] + 1
        assert steps[-1]["over"] == each["over"]
    store.close()
