"""Running matches of gin over HTTP: hands entered once, struck out, added up to games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from rules.gin import Rules
from service.cli.tally import enter as enter_line
from service.cli.tally import open_tally
from tests.service.fakes import DEFENDER, KNOCKER, Scenes, row, seen

GIN = "AS AD AC 4H 5H 6H 9C 10C JC QC"
POOR = "KS KD QH JS 10D 8C 7S 5D 3D 2S"


def begin(client: TestClient, **rules: Any) -> Any:
    return client.post("/v1/gin/tallies", json={"players": ["Anna", "Ben"], "rules": rules}).json()


def hand(knocker: str = KNOCKER, defender: str = DEFENDER, **more: Any) -> dict[str, Any]:
    return {"added": {"near": knocker, "far": defender}, "knocker_side": "near", "knocked_by": 0} | more


def enter(client: TestClient, tally: Any, **more: Any) -> Any:
    body = hand(**more)
    return client.post(f"/v1/gin/tallies/{tally['id']}/hands", json={"version": tally["version"]} | body).json()


def test_hands_are_entered_and_struck_out(client: TestClient) -> None:
    tally = begin(client)
    assert (tally["players"], tally["hands"], tally["over"]) == (["Anna", "Ben"], [], False)
    tally = enter(client, tally)
    assert tally["hands"] == [{"winner": 0, "points": 14, "ending": "knock", "boxes": 1}]
    tally = enter(client, tally, knocker=GIN, defender=POOR, knocked_by=1)
    assert tally["hands"][1] == {"winner": 1, "points": 100, "ending": "gin", "boxes": 1}
    # 100 points end the game: the bonus of 100, and a box of 25 for each hand won.
    assert [game["counted"] for game in tally["finished"]] == [[14 + 25, 100 + 100 + 25]]
    assert (tally["totals"], tally["games"][0]["counted"]) == ([39, 225], [0, 0])
    back = client.post(f"/v1/gin/tallies/{tally['id']}/undo", json={"version": tally["version"]}).json()
    assert (len(back["hands"]), back["finished"], back["games"][0]["counted"]) == (1, [], [14, 0])
    assert client.get(f"/v1/gin/tallies/{tally['id']}").json() == back
    assert [each["id"] for each in client.get("/v1/gin/tallies").json()["tallies"]] == [tally["id"]]
    assert client.delete(f"/v1/gin/tallies/{tally['id']}").status_code == 204
    assert client.get(f"/v1/gin/tallies/{tally['id']}").status_code == 404


def test_a_hand_is_entered_once(client: TestClient) -> None:
    tally = begin(client)
    entered = enter(client, tally)
    again = enter(client, tally)
    assert (again["status"], again["rule"]) == (409, "tally.twice")
    # Not even by who knows of it, and whatever the order of its cards.
    turned = enter(client, entered, knocker=" ".join(reversed(KNOCKER.split())))
    assert (turned["status"], turned["rule"]) == (409, "tally.twice")
    assert "number 1" in turned["detail"]
    # Another tab's hand stands before what one that does not know of it sends.
    late = enter(client, tally, knocker=GIN, defender=POOR)
    assert (late["status"], late["rule"]) == (409, "match.changed")
    assert len(client.get(f"/v1/gin/tallies/{tally['id']}").json()["hands"]) == 1


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ({"knocker": DEFENDER, "defender": KNOCKER}, "tally.illegal"),
        ({"added": {"near": KNOCKER}, "knocker_side": None}, "tally.one_hand"),
        ({"knocked_by": 2}, "schema.less_than_equal"),
    ],
)
def test_what_has_no_score_is_not_entered(client: TestClient, more: dict[str, Any], rule: str) -> None:
    tally = begin(client)
    told = enter(client, tally, **more)
    assert (told["status"], told["rule"]) == (422, rule), told
    assert client.get(f"/v1/gin/tallies/{tally['id']}").json()["hands"] == []


def test_a_score_that_is_not_certain_is_not_entered(client: TestClient, scenes: Scenes) -> None:
    cards = [*row(DEFENDER, 60, turned=True), *row(KNOCKER[:-3], 340), seen("4H", 560, 340, 0.5, _4H=0.5, _8H=0.45)]
    read = client.post("/v1/readings", files={"image": ("a.png", scenes.picture(cards))}, data={"packs": "1"}).json()
    tally = begin(client)
    body = {"readings": [read], "knocked_by": 0, "version": 0}
    told = client.post(f"/v1/gin/tallies/{tally['id']}/hands", json=body).json()
    assert (told["status"], told["rule"]) == (422, "tally.open"), told
    known = next(f"0.{place}" for place, card in enumerate(read["cards"]) if card["confidence"] == 0.5)
    told = client.post(f"/v1/gin/tallies/{tally['id']}/hands", json=body | {"fixes": {known: "4H"}}).json()
    assert told["hands"][0]["points"] == 14


def test_the_options_are_those_of_the_match(client: TestClient) -> None:
    assert begin(client, gin_bonus="many")["field"] == "rules.gin_bonus"
    tally = begin(client, gin_bonus=20, match="single")
    assert tally["rules"] == {"gin_bonus": 20, "match": "single"}
    tally = enter(client, tally, knocker=GIN, defender=POOR)
    tally = enter(client, tally, knocker=KNOCKER, defender=DEFENDER)
    assert (tally["hands"][0]["points"], tally["over"]) == (95, True)
    # The loser won no hand, so the total doubles before the boxes.
    assert (tally["winner"], tally["totals"], tally["games"]) == (0, [(95 + 14 + 100) * 2 + 50, 0], [])
    late = enter(client, tally, defender=POOR.replace("2S", "2C"))
    assert (late["status"], late["rule"]) == (409, "match.over")


def test_the_record_goes_on_on_the_command_line(client: TestClient, tmp_path: Path) -> None:
    tally = enter(client, begin(client, gin_bonus=20))
    answer = client.get(f"/v1/gin/tallies/{tally['id']}/record")
    assert "filename=" in answer.headers["content-disposition"]
    file = tmp_path / "match.txt"
    file.write_text(answer.text, encoding="utf-8")
    kept = open_tally(file, Rules(), False, "en")
    assert (kept.rules, kept.to_json()["game"]) == (Rules(gin_bonus=20), [[14, 0]])
    enter_line(file, kept, {"winner": "knocker", "points": 95, "ending": "gin"}, 1, 1, "en")
    assert open_tally(file, Rules(), False, "en").to_json()["game"] == [[14, 95]]


def test_a_spade_upcard_doubles_the_box(client: TestClient) -> None:
    tally = begin(client, oklahoma=True, oklahoma_spades=True)
    assert enter(client, tally)["field"] == "upcard"
    tally = enter(client, tally, upcard="JS")
    assert tally["hands"] == [{"winner": 0, "points": 28, "ending": "knock", "boxes": 2}]
    assert tally["games"][0]["boxes"] == [50, 0]


def test_running_matches_are_no_matches_to_be_played(client: TestClient) -> None:
    tally = enter(client, begin(client))
    assert client.get("/v1/matches").json()["matches"] == []
    for way in ("", "/moves", "/replay", "/export"):
        assert client.get(f"/v1/matches/{tally['id']}{way}").status_code == 404
    assert client.post(f"/v1/matches/{tally['id']}/undo", json={}).status_code == 404
    assert client.delete(f"/v1/matches/{tally['id']}").status_code == 404
    match = client.post("/v1/matches", json={"game": "gin"}).json()
    assert client.get(f"/v1/gin/tallies/{match['id']}").status_code == 404
    assert len(client.get(f"/v1/gin/tallies/{tally['id']}").json()["hands"]) == 1
