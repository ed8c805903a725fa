"""Matches by API, on SQLite and PostgreSQL: played, refused, taken back, recorded, found again after a restart."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from service.matches import MatchService
from service.storage import Conflict, Missing, Store

GAMES = ("trash", "gin", "bus", "ace")


def begin(client: TestClient, game: str, **more: Any) -> dict[str, Any]:
    rules = {"lives": 1} if game in ("bus", "ace") else {}
    answer = client.post("/v1/matches", json={"game": game, "seed": 5, "first": 0, "rules": rules} | more)
    assert answer.status_code == 201, answer.text
    assert answer.headers["location"] == f"/v1/matches/{answer.json()['id']}"
    return answer.json()  # type: ignore[no-any-return]


def play(client: TestClient, match: str, *moves: str, **more: Any) -> Any:
    return client.post(f"/v1/matches/{match}/moves", json={"moves": list(moves), **more})


def wander(client: TestClient, match: str, steps: int, seed: int = 1) -> dict[str, Any]:
    chance = random.Random(seed)
    for _ in range(steps):
        moves = client.get(f"/v1/matches/{match}/moves").json()["moves"]
        if not moves:
            break
        answer = play(client, match, chance.choice(moves))
        assert answer.status_code == 200, answer.text
    return client.get(f"/v1/matches/{match}").json()  # type: ignore[no-any-return]


@pytest.mark.parametrize("game", GAMES)
def test_a_match_goes_from_move_to_move_and_comes_back_after_a_restart(
    serve: Callable[..., TestClient], game: str
) -> None:
    client = serve()
    match = begin(client, game)
    now = wander(client, match["id"], 12)
    again = serve().get(f"/v1/matches/{match['id']}").json()
    assert again == now
    assert wander(serve(), match["id"], 5)["moves"] >= now["moves"]


@pytest.mark.parametrize("game", GAMES)
def test_a_record_gives_the_same_match(client: TestClient, game: str) -> None:
    match = wander(client, begin(client, game)["id"], 12)
    record = client.get(f"/v1/matches/{match['id']}/export").text
    copy = client.post("/v1/matches/import", json={"record": record, "name": "copy"})
    assert copy.status_code == 201
    assert copy.json()["table"] == match["table"]
    assert copy.json()["rules"] == match["rules"]
    assert wander(client, copy.json()["id"], 3)["moves"] >= match["moves"]


@pytest.mark.parametrize("game", GAMES)
def test_moves_taken_back_leave_the_table_as_it_was(client: TestClient, game: str) -> None:
    match = begin(client, game)
    before = wander(client, match["id"], 3)
    after = wander(client, match["id"], 2, seed=2)
    taken = client.post(f"/v1/matches/{match['id']}/undo", json={"count": after["moves"] - before["moves"]}).json()
    assert taken["table"] == before["table"]
    assert taken["moves"] == before["moves"]
    assert client.post(f"/v1/matches/{match['id']}/undo", json={"count": 1000}).status_code == 409


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_shows_every_table(client: TestClient, game: str) -> None:
    match = wander(client, begin(client, game)["id"], 8)
    whole = client.get(f"/v1/matches/{match['id']}/replay").json()
    assert [step["number"] for step in whole["steps"]] == list(range(match["moves"] + 1))
    assert whole["steps"][-1]["table"] == match["table"]
    assert whole["steps"][0]["move"] is None
    part = client.get(f"/v1/matches/{match['id']}/replay?start=3&limit=2").json()["steps"]
    assert part == whole["steps"][3:5]
    assert len(part) == 2


@pytest.mark.parametrize("game", GAMES)
def test_a_first_player_who_is_not_in_the_game(client: TestClient, game: str) -> None:
    problem = client.post("/v1/matches", json={"game": game, "first": 5}).json()
    assert (problem["status"], problem["field"], problem["rule"]) == (422, "first", f"{game}.no_player")
    other = client.post("/v1/matches", json={"game": game, "first": 5, "rules": {"colour": "red"}}).json()
    assert (other["status"], other["field"], other["rule"]) == (422, "rules.colour", "options.unknown")


def test_a_match_to_its_end_takes_nothing_more(client: TestClient) -> None:
    match = wander(client, begin(client, "ace")["id"], 500)
    assert (match["over"], len(match["winners"])) == (True, 1)
    refused = play(client, match["id"], "deal")
    assert (refused.status_code, refused.json()["type"]) == (409, "/v1/problems/over")
    assert client.get(f"/v1/matches/{match['id']}/moves").json()["moves"] == []
    assert client.post(f"/v1/matches/{match['id']}/undo", json={}).json()["over"] is False


def test_an_illegal_move_says_why_and_changes_nothing(client: TestClient) -> None:
    match = begin(client, "gin")
    assert play(client, match["id"], "deal").status_code == 200
    before = client.get(f"/v1/matches/{match['id']}").json()
    refused = play(client, match["id"], "draw")
    body = refused.json()
    assert (refused.status_code, body["type"], body["rule"]) == (409, "/v1/problems/illegal-move", "gin.upcard_first")
    assert body["move"] == "draw"
    assert body["position"]
    assert client.get(f"/v1/matches/{match['id']}").json() == before


def test_moves_are_made_all_or_none(client: TestClient) -> None:
    match = begin(client, "gin")
    assert play(client, match["id"], "deal", "draw").status_code == 409
    now = client.get(f"/v1/matches/{match['id']}").json()
    assert (now["moves"], now["version"]) == (0, 0)
    assert play(client, match["id"], "deal", "pass").json()["moves"] == 2


def test_a_text_that_is_no_move(client: TestClient) -> None:
    for game in GAMES:
        match = begin(client, game)
        problem = play(client, match["id"], "dance").json()
        assert (problem["status"], problem["field"]) == (422, "moves"), game
        assert "dance" in problem["detail"]


def test_a_move_of_the_wrong_player(client: TestClient) -> None:
    match = begin(client, "gin")
    turn = play(client, match["id"], "deal").json()["turn"]
    assert play(client, match["id"], "pass", player=1 - turn).json()["rule"] == "gin.turn"
    assert play(client, match["id"], "pass", player=turn).status_code == 200
    match = begin(client, "trash")
    turn = play(client, match["id"], "deal").json()["turn"]
    assert play(client, match["id"], "stock", player=1 - turn).status_code == 409
    assert play(client, match["id"], "stock", player=turn).status_code == 200


def test_a_version_seen_too_long_ago(client: TestClient) -> None:
    match = begin(client, "gin")
    assert play(client, match["id"], "deal", version=0).json()["version"] == 1
    stale = play(client, match["id"], "pass", version=0)
    assert (stale.status_code, stale.json()["type"]) == (409, "/v1/problems/conflict")
    assert client.post(f"/v1/matches/{match['id']}/undo", json={"version": 0}).status_code == 409
    assert play(client, match["id"], "pass", version=1).status_code == 200


@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_stay_hidden(client: TestClient, game: str) -> None:
    match = begin(client, game)
    turn = play(client, match["id"], "deal").json()["turn"]
    whole = client.get(f"/v1/matches/{match['id']}").json()["table"]
    other = client.get(f"/v1/matches/{match['id']}?viewer={1 - turn}").json()["table"]
    onlooker = client.get(f"/v1/matches/{match['id']}?viewer=onlooker").json()["table"]
    if game == "trash":
        assert all(slot["card"] for layout in whole["layouts"] for slot in layout)
        assert not any(slot["card"] for layout in onlooker["layouts"] for slot in layout)
    else:
        assert all(whole["hands"][turn])
        hidden = [card for card in other["hands"][turn] if card is not None]
        assert all(card.startswith("K") for card in hidden) if game == "ace" else not hidden
        assert onlooker["hands"][1 - turn].count(None) >= len(onlooker["hands"][1 - turn]) - 1
    moves = client.get(f"/v1/matches/{match['id']}/moves?viewer={1 - turn}").json()["moves"]
    assert moves == []


def test_a_seat_that_is_not_there(client: TestClient) -> None:
    match = begin(client, "gin")
    assert client.get(f"/v1/matches/{match['id']}?viewer=7").json()["rule"] == "match.seat"
    assert client.get(f"/v1/matches/{match['id']}?viewer=me").status_code == 422


def test_matches_are_listed_last_changed_first(client: TestClient) -> None:
    ids = [begin(client, game, name=game, players=["Ann", "Ben"])["id"] for game in ("gin", "trash", "gin")]
    play(client, ids[0], "deal")
    listed = client.get("/v1/matches").json()["matches"]
    assert [each["id"] for each in listed] == [ids[0], ids[2], ids[1]]
    assert (listed[0]["moves"], listed[0]["players"]) == (1, ["Ann", "Ben"])
    assert [each["game"] for each in client.get("/v1/matches?game=trash").json()["matches"]] == ["trash"]
    assert client.delete(f"/v1/matches/{ids[0]}").status_code == 204
    assert client.get(f"/v1/matches/{ids[0]}").status_code == 404
    assert client.delete(f"/v1/matches/{ids[0]}").status_code == 404


def test_exports(client: TestClient) -> None:
    match = wander(client, begin(client, "bus", name="evening")["id"], 6)
    table = client.get(f"/v1/matches/{match['id']}/export?form=csv")
    lines = table.text.splitlines()
    assert (lines[0], len(lines)) == ("number,player,move,played", match["moves"] + 1)
    assert table.headers["content-type"].startswith("text/csv")
    assert "attachment" in table.headers["content-disposition"]
    whole = client.get(f"/v1/matches/{match['id']}/export?form=json").json()
    assert len(whole["moves"]) == match["moves"]
    assert whole["name"] == "evening"


@pytest.mark.parametrize(
    ("record", "rule"),
    [
        ("", "record.empty"),
        ("Game: poker\n", "record.game"),
        ("nothing of the kind\n", "record.header"),
        ("Game: gin\nPlayers: A, B\nDealer: A\nRules: default\n\n1. A draw\n", "record.refused"),
        (
            "Game: trash\nPosition: deal 1 | first 1 | turn 3 play | hand 5H | layout ?? | layout ?? | stock 4x?? | "
            "sizes 1 1\n\n1. player 3: 5H@1\n",
            "record.bad_header",
        ),
        (
            "Game: trash\nPosition: deal 1 | first 1 | turn 1 look | layout ?? | layout ?? | stock 50x?? | "
            "sizes 1 1\n\n1. player 1: look 3C\n",
            "record.bad_header",
        ),
    ],
)
def test_a_record_that_cannot_be_read(client: TestClient, record: str, rule: str) -> None:
    problem = client.post("/v1/matches/import", json={"record": record}).json()
    assert (problem["status"], problem["field"], problem["rule"]) == (422, "record", rule)


def test_two_servers_on_one_database_do_not_overwrite_each_other(database: str) -> None:
    stores = [Store(database) for _ in range(2)]
    for store in stores:
        store.migrate()
    one, two = (MatchService(store) for store in stores)
    match = one.create("gin", {}, 3, 0, [], "").kept.id
    one.play(match, ["deal"], None, None)
    assert two.get(match).version == 1
    two.play(match, ["pass"], None, None)
    with pytest.raises(Conflict):
        one.play(match, ["pass"], None, 1)
    assert one.get(match).play.view("all") == two.get(match).play.view("all")
    one.play(match, ["pass"], None, 2)
    two.undo(match, 1, 3)
    assert [made.text for made in one.get(match).moves][1:] == ["pass"]
    one.delete(match)
    with pytest.raises(Missing):
        two.get(match)
    for store in stores:
        store.close()
