"""Games followed at a live table become matches: what the followers write down is what the rules replay."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest

from datasets.film.trash import FAULTS, trash_script
from rules.trash import Match, Rules
from rules.trash.table import Table
from rules.verdict import Verdict
from service.following import follower
from service.following.notes import Notes
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


def faulty(fault: str) -> tuple[list[str], list[dict[str, Any]]]:
    """The records of a hand with a fault, and its verdicts."""
    script, _ = trash_script(100, faults=(fault,), turns=8)
    watcher = follower("trash", Rules.parse(script.options["rules"]), slots=script.options["slots"])
    events = [event for state in states(script, seed=100) for event in watcher.follow(state)]
    return watcher.record(), [event["after"] for event in events if event["kind"] == "verdict"]


@pytest.mark.parametrize("fault", FAULTS)
def test_the_turns_before_and_after_a_fault_are_recorded_and_the_fault_is_remarked_on(fault: str) -> None:
    records, told = faulty(fault)
    wrong = [number for number, one in enumerate(told) if one["verdict"] == "illegal"]
    assert len(wrong) == 1
    assert 0 < wrong[0] < len(told) - 1, "legal turns were to be played before the fault and after it"
    assert len(records) == 2
    before, after = (Match.from_text(text) for text in records)
    # Each turn ends with its discard; the deal is a move too.
    assert sum(str(move).find("discard") >= 0 for move in before.moves) == wrong[0]
    assert sum(str(move).find("discard") >= 0 for move in after.moves) == len(told) - 1 - wrong[0]
    last = records[0].splitlines()[-1]
    one = told[wrong[0]]
    assert last.startswith(f"# player {one['explanation']['player'] + 1}: ")
    assert last.endswith(f"illegal: {one['sentence']}")
    assert f"discard {one['discard']}" in last
    for place in one["placements"]:
        assert f"{place['card']}@{place['slot']}" in last


def verdict(player: int, rule: str = "trash.turn", **told: Any) -> Verdict:
    kind: Literal["legal", "illegal"] = "legal" if rule == "trash.turn" else "illegal"
    explanation = {"player": player, "placements": [], "discard": None, **told}
    return Verdict(kind, rule, {"card": "KS", "player": player, "placed": [], "discard": "QD"}, explanation)


def turn(player: int, discard: str) -> dict[str, Any]:
    return {"player": player, "from": "stock", "placements": [], "discard": discard, "won": False}


def table(top: str) -> Table:
    return Table.parse(["?? ?? ??", "?? ?? ??"], top)


def test_faults_with_no_turn_between_them_are_all_remarked_on() -> None:
    notes = Notes(Rules())
    notes.hand(table(".."), 0)
    notes.turn(verdict(0), [turn(0, "QD")], table("QD"))
    notes.turn(verdict(1, "trash.face_placed", discard="QS"), [], table("QS"))
    notes.turn(verdict(0, "trash.face_placed", discard="QH"), [], table("QH"))
    (record,) = notes.texts()
    assert [line.split(":")[0] for line in record.splitlines() if line.startswith("#")] == ["# player 2", "# player 1"]
    # A turn that can be replayed begins the next record, which tells what came before it.
    notes.turn(verdict(1), [turn(1, "KC")], table("KC"))
    first, second = notes.texts()
    assert (first.count("#"), second.count("#")) == (1, 1)
    assert [str(move) for move in Match.from_text(second).moves] == ["player 2: stock", "player 2: discard KC"]


def test_the_next_hand_is_not_begun_with_the_table_of_a_fault() -> None:
    notes = Notes(Rules())
    notes.hand(table(".."), 0)
    notes.turn(verdict(0), [turn(0, "QD")], table("QD"))
    notes.turn(verdict(1, "trash.face_placed", discard="QS"), [], table("QS"))
    notes.hand(table(".."), 1)
    notes.turn(verdict(1), [turn(1, "KC")], table("KC"))
    _, second = notes.texts()
    assert "Position" not in second
    assert len(Match.from_text(second).moves) == 3
