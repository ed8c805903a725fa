"""Games that were followed live are kept as matches when they end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.testclient import TestClient

from tests.service.fakes import Scenes, row
from tests.service.tabling import events, frames, opened, show


def kept_matches(client: TestClient) -> list[dict[str, Any]]:
    return client.get("/v1/matches").json()["matches"]  # type: ignore[no-any-return]


def test_a_game_that_was_followed_is_kept_as_a_match_when_it_ends(
    serve: Callable[..., TestClient], scenes: Scenes
) -> None:
    client = serve()
    table = opened(client, "trash", name="Kitchen", lang="de")
    with frames(client, table) as socket:
        show(socket, scenes.picture(row("2C", 100), ".jpg"))
        assert kept_matches(client) == []
        show(socket, scenes.picture(row("2C JOKER", 100), ".jpg"))
        told = [each for each in events(client, table) if each["kind"] == "match"]
        assert len(told) == 1
        assert told[0]["text"] == "Als Partie aufgehoben: Kitchen, 2 Züge."
        match = told[0]["after"]["match"]
        assert [(each["id"], each["name"], each["moves"]) for each in kept_matches(client)] == [(match, "Kitchen", 2)]
        show(socket, scenes.picture(row("2C 5H", 100), ".jpg"))
    # Closed later, the same match has grown: it is not there twice.
    client.post(f"/v1/tables/{table}/close")
    assert [(each["id"], each["moves"]) for each in kept_matches(client)] == [(match, 3)]
    replay = client.get(f"/v1/matches/{match}/replay").json()
    assert [each["number"] for each in replay["steps"]] == [0, 1, 2, 3]
    assert [each["after"]["moves"] for each in events(client, table) if each["kind"] == "match"] == [2, 3]
    # And closing it again keeps nothing more.
    client.post(f"/v1/tables/{table}/close")
    assert [each["kind"] for each in events(client, table)][-2:] == ["match", "table"]
    assert len(kept_matches(client)) == 1


def test_a_game_is_kept_after_a_restart_too(serve: Callable[..., TestClient], scenes: Scenes) -> None:
    client = serve()
    table = opened(client, "trash")
    with frames(client, table) as socket:
        show(socket, scenes.picture(row("2C JOKER", 100), ".jpg"))
    before = kept_matches(client)
    assert len(before) == 1
    client.__exit__(None, None, None)
    again = serve()
    with frames(again, table) as socket:
        show(socket, scenes.picture(row("2C JOKER", 100), ".jpg"))
        show(socket, scenes.picture(row("2C JOKER 3H", 100), ".jpg"))
    again.post(f"/v1/tables/{table}/close")
    assert [(each["id"], each["moves"]) for each in kept_matches(again)] == [(before[0]["id"], 2)]


def test_of_a_game_with_hidden_hands_no_match_is_kept(client: TestClient, scenes: Scenes) -> None:
    table = opened(client, "gin")
    with frames(client, table) as socket:
        show(socket, scenes.picture(row("2C JOKER", 100), ".jpg"))
    assert client.post(f"/v1/tables/{table}/close").json()["open"] is False
    assert kept_matches(client) == []
    assert "match" not in [each["kind"] for each in events(client, table)]
