"""Live tables: frames in, events out; nothing lost, nothing twice."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from service.api.app import create_app
from service.settings import Settings
from service.storage import Store
from service.storage.events import Tables
from tests.service.fakes import FakeReader, FakeWatch, Scenes, row, seen
from tests.service.tabling import correct, events, frames, opened, show


def test_frames_become_events_with_numbers(client: TestClient, scenes: Scenes) -> None:
    table = opened(client)
    with frames(client, table) as socket:
        first = show(socket, scenes.picture(row("2C 5H", 100), ".jpg"))
        assert (first["type"], first["frame"], first["events"]) == ("seen", 1, 2)
        assert [card["card"] for card in first["view"]["cards"]] == ["2C", "5H"]
        assert show(socket, scenes.picture(row("2C 5H", 100), ".jpg"))["events"] == 0
        assert show(socket, scenes.picture(row("2C KD", 100), ".jpg"))["events"] == 1
    told = events(client, table)
    assert [(each["id"], each["type"], each["kind"]) for each in told] == [
        (1, "new", "card"),
        (2, "new", "card"),
        (3, "update", "card"),
    ]
    assert (told[2]["before"]["card"], told[2]["after"]["card"]) == ("5H", "KD")
    assert events(client, table, after=2) == told[2:]
    assert events(client, table, **{"Last-Event-ID": "1"}) == told[1:]
    assert events(client, table, after=99) == []


def test_the_engines_time_begins_with_its_first_frame(client: TestClient, scenes: Scenes) -> None:
    # The camera may be turned on long after the table was opened.
    table = opened(client)
    time.sleep(0.6)
    with frames(client, table) as socket:
        show(socket, scenes.picture(row("2C", 100), ".jpg"))
        show(socket, scenes.picture(row("2C 5H", 100), ".jpg"))
        first, second = client.app.state.hub._live[table]._watch.times  # type: ignore[attr-defined]
    assert 0 < first < 0.3
    assert first < second
    # The events' time counts from the opening of the table.
    assert [each["time"] >= 0.6 for each in events(client, table)] == [True, True]


def test_the_newest_frame_wins(client: TestClient, reader: FakeReader, scenes: Scenes) -> None:
    table = opened(client)
    with frames(client, table) as socket:
        reader.hold.clear()
        socket.send_bytes(scenes.picture(row("2C", 100), ".jpg"))
        while not reader.reading:
            time.sleep(0.005)
        for codes in ("3C", "4C", "5C"):
            socket.send_bytes(scenes.picture(row(codes, 100), ".jpg"))
        live = client.app.state.hub._live[table]  # type: ignore[attr-defined]
        while live._numbers < 4:
            time.sleep(0.005)
        reader.hold.set()
        first, last = (json.loads(socket.receive_text()) for _ in range(2))
        assert (first["frame"], last["frame"], first["dropped"] + last["dropped"]) == (1, 4, 2)
        assert [card["card"] for card in last["view"]["cards"]] == ["5C"]
    assert 'kibitz_frames_total{outcome="dropped"} 2.0' in client.get("/metrics").text


def test_a_text_instead_of_a_frame_ends_the_connection(client: TestClient) -> None:
    table = opened(client)
    with frames(client, table) as socket:
        socket.send_text("hello")
        with pytest.raises(WebSocketDisconnect) as ended:
            socket.receive_text()
    assert ended.value.code == 1003


def test_a_broken_frame_is_told_and_the_next_is_taken(client: TestClient, scenes: Scenes) -> None:
    table = opened(client)
    with frames(client, table) as socket:
        told = show(socket, b"no picture")
        assert (told["type"], told["problem"]["type"]) == ("problem", "/v1/problems/bad-picture")
        tiny = bytes(cv2.imencode(".png", np.zeros((10, 10, 3), np.uint8))[1])
        assert show(socket, tiny)["problem"]["rule"] == "picture.small"
        assert show(socket, scenes.picture(row("2C", 100), ".jpg"))["type"] == "seen"


def test_a_frame_over_the_limit(serve: Callable[..., TestClient]) -> None:
    client = serve(frame_bytes=1000)
    table = opened(client)
    with frames(client, table) as socket:
        socket.send_bytes(b"x" * 1001)
        with pytest.raises(WebSocketDisconnect) as ended:
            socket.receive_text()
    assert ended.value.code == 1009


def test_another_camera_takes_over(client: TestClient, scenes: Scenes) -> None:
    table = opened(client)
    with frames(client, table) as one:
        show(one, scenes.picture(row("2C", 100), ".jpg"))
        with frames(client, table) as two:
            with pytest.raises(WebSocketDisconnect) as ended:
                one.receive_text()
            assert ended.value.code == 4000
            assert show(two, scenes.picture(row("2C", 100), ".jpg"))["events"] == 0


@pytest.mark.parametrize("path", ["aaaaaaaaaaaaaaaa", "x", "..%2f..%2fetc"])
@pytest.mark.parametrize("kind", ["frames", "events"])
def test_an_unknown_table(client: TestClient, path: str, kind: str) -> None:
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"ws://localhost/v1/tables/{path}/{kind}") as socket,
    ):
        socket.receive_text()
    assert client.get(f"/v1/tables/{path}").status_code in (404, 422)


def test_events_over_websocket_from_any_number_as_they_come(client: TestClient, scenes: Scenes) -> None:
    table = opened(client)
    with frames(client, table) as camera:
        show(camera, scenes.picture(row("2C 5H", 100), ".jpg"))
        with client.websocket_connect(f"ws://localhost/v1/tables/{table}/events?after=1") as socket:
            assert json.loads(socket.receive_text())["id"] == 2
            show(camera, scenes.picture(row("2C 6H", 100), ".jpg"))
            assert json.loads(socket.receive_text())["id"] == 3
            client.post(f"/v1/tables/{table}/close")
            assert json.loads(socket.receive_text())["kind"] == "table"
            with pytest.raises(WebSocketDisconnect) as ended:
                socket.receive_text()
    assert ended.value.code == 1000


def test_a_client_that_loses_its_connection_again_and_again_misses_nothing(client: TestClient, scenes: Scenes) -> None:
    table = opened(client)
    got: list[int] = []
    done = threading.Event()

    def listen() -> None:
        while not done.is_set() or (got[-1] if got else 0) < 60:
            with client.websocket_connect(
                f"ws://localhost/v1/tables/{table}/events?after={got[-1] if got else 0}"
            ) as socket:
                for _ in range(7):
                    got.append(json.loads(socket.receive_text())["id"])
                    if got[-1] >= 60:
                        return

    listener = threading.Thread(target=listen)
    listener.start()
    with frames(client, table) as camera:
        ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
        for step in range(60):
            show(camera, scenes.picture(row(f"{ranks[step % 10]}{'CDHS'[step % 4]}", 100), ".jpg"))
    done.set()
    listener.join(20)
    assert got == list(range(1, 61))


def test_a_backlog_of_ten_thousand_events(serve: Callable[..., TestClient], tmp_path: Any) -> None:
    client = serve()
    table = opened(client)
    tables = Tables(client.app.state.store)  # type: ignore[attr-defined]
    for start in range(0, 10_000, 1000):
        tables.append(
            table,
            [
                {"time": n, "type": "new", "kind": "card", "before": None, "after": None}
                for n in range(start, start + 1000)
            ],
        )
    again = serve()
    assert [each["id"] for each in events(again, table)] == list(range(1, 10_001))
    with again.websocket_connect(f"ws://localhost/v1/tables/{table}/events?after=9990") as socket:
        assert [json.loads(socket.receive_text())["id"] for _ in range(10)] == list(range(9991, 10_001))


def test_a_restart_goes_on_where_the_table_was(serve: Callable[..., TestClient], scenes: Scenes) -> None:
    client = serve()
    table = opened(client)
    picture = scenes.picture(row("2C 5H", 100), ".jpg")
    with frames(client, table) as socket:
        show(socket, picture)
    again = serve()
    with frames(again, table) as socket:
        told = show(socket, picture)
        assert (told["events"], len(told["view"]["cards"])) == (0, 2)
        assert show(socket, scenes.picture(row("2C", 100), ".jpg"))["events"] == 1
    assert [each["id"] for each in events(again, table)] == [1, 2, 3]


class Forgetful(FakeWatch):
    """An engine that begins anew after a restart and counts its cards from 1 again."""

    def __init__(self, opening: Any, reader: Any) -> None:
        super().__init__(replace(opening, state={}), reader)


def test_an_engine_that_forgets_tells_nothing_twice(tmp_path: Any, reader: FakeReader, scenes: Scenes) -> None:
    def started() -> TestClient:
        app = create_app(Settings(data=tmp_path), lambda deck, threads: reader, Forgetful)
        return TestClient(app, "http://localhost")

    picture = scenes.picture(row("2C 5H 9D", 100), ".jpg")
    with started() as client:
        table = opened(client)
        with frames(client, table) as socket:
            ids = [card["id"] for card in show(socket, picture)["view"]["cards"]]
    with started() as client, frames(client, table) as socket:
        # The second card has become another one meanwhile, and the third has gone.
        told = show(socket, scenes.picture(row("2C 6H", 100), ".jpg"))
        assert [card["id"] for card in told["view"]["cards"]] == ids[:2]
        assert told["events"] == 1
        assert correct(client, table, ids[1], "7H", seen="6H").status_code == 200
        assert json.loads(socket.receive_text())["view"]["cards"][1]["card"] == "7H"
        last = scenes.picture([*row("2C", 100), seen("KS", 300, 300)], ".jpg")
        new = show(socket, last)
        assert len({card["id"] for card in new["view"]["cards"]} - set(ids)) == 1
        time.sleep(2.1)
        show(socket, last)
        told_events = [each for each in events(client, table) if each["kind"] == "card"]
    codes = [((each["before"] or {}).get("card"), (each["after"] or {}).get("card")) for each in told_events]
    assert codes[:4] == [(None, "2C"), (None, "5H"), (None, "9D"), ("5H", "6H")]
    assert sorted(codes[4:], key=str) == sorted([("7H", None), (None, "KS"), ("9D", None)], key=str)
    gone = [each for each in told_events if each["after"] is None]
    assert sorted(each["before"]["id"] for each in gone) == ids[1:]


def test_tables_are_bounded_listed_changed_and_forgotten(serve: Callable[..., TestClient], scenes: Scenes) -> None:
    client = serve(tables=2)
    one, two = opened(client, "trash", name="kitchen"), opened(client)
    full = client.post("/v1/tables", json={"game": "gin"})
    assert (full.status_code, full.headers["retry-after"]) == (429, "30")
    assert {each["id"] for each in client.get("/v1/tables").json()["tables"]} == {one, two}
    changed = client.patch(f"/v1/tables/{one}", json={"rules": {"wilds": ["K"]}, "lang": "de"}).json()
    assert (changed["options"]["rules"], changed["options"]["lang"]) == ({"wilds": ["K"]}, "de")
    assert client.patch(f"/v1/tables/{one}", json={"rules": {"wilds": ["5"]}}).json()["status"] == 422
    assert client.post(f"/v1/tables/{one}/close").json()["open"] is False
    assert client.patch(f"/v1/tables/{one}", json={"lang": "fr"}).status_code == 409
    assert [each["id"] for each in client.get("/v1/tables").json()["tables"]] == [two]
    assert client.post("/v1/tables", json={"game": "gin"}).status_code == 201
    assert client.delete(f"/v1/tables/{one}").status_code == 204
    assert client.get(f"/v1/tables/{one}").status_code == 404


def test_the_packs_that_trash_is_read_with_are_those_in_play(client: TestClient) -> None:
    four = {"game": "trash", "rules": {"players": 8}}
    assert client.post("/v1/tables", json=four | {"packs": 2}).status_code == 201
    refused = client.post("/v1/tables", json=four | {"packs": 1}).json()
    assert (refused["status"], refused["rule"]) == (422, "trash.packs")
    assert client.post("/v1/tables", json={"game": "trash", "packs": 1, "rules": {"packs": 3}}).status_code == 201


@pytest.mark.parametrize(("slots", "sizes"), [([8], [8, 8]), ([9, 10], [9, 10]), (None, None)])
def test_the_slots_of_layouts_that_have_been_played_down(
    client: TestClient, slots: list[int] | None, sizes: list[int] | None
) -> None:
    given = {} if slots is None else {"slots": slots}
    table = opened(client, "trash", rules={"players": 2}, **given)
    assert client.app.state.hub._live[table].opening.slots == sizes  # type: ignore[attr-defined]
    assert client.get(f"/v1/tables/{table}").json()["options"].get("slots") == slots
    # A third player comes: sizes of two layouts say nothing of three.
    three = {"rules": {"players": 3}}
    changed = client.patch(f"/v1/tables/{table}", json=three)
    assert changed.status_code == (422 if slots is not None and len(slots) == 2 else 200)
    assert client.patch(f"/v1/tables/{table}", json=three | {"slots": None}).status_code == 200


@pytest.mark.parametrize(
    ("body", "field", "rule"),
    [
        ({"game": "trash", "rules": {"players": 2}, "slots": [10, 10, 10]}, "slots", "table.slots"),
        ({"game": "gin", "slots": [10]}, "slots", "table.slots_game"),
        ({"game": "trash", "slots": [11]}, "slots.0", "schema.less_than_equal"),
        ({"game": "trash", "slots": [0]}, "slots.0", "schema.greater_than_equal"),
    ],
)
def test_slots_that_no_layouts_have_are_refused(client: TestClient, body: Any, field: str, rule: str) -> None:
    wrong = client.post("/v1/tables", json=body).json()
    assert (wrong["status"], wrong["field"], wrong["rule"]) == (422, field, rule)


def test_the_last_picture_of_a_table(client: TestClient, scenes: Scenes) -> None:
    table = opened(client)
    assert client.get(f"/v1/tables/{table}/frame").status_code == 404
    picture = scenes.picture(row("2C", 100), ".jpg")
    with frames(client, table) as socket:
        show(socket, picture)
    answer = client.get(f"/v1/tables/{table}/frame")
    assert (answer.headers["content-type"], answer.content) == ("image/jpeg", picture)


@pytest.mark.parametrize(
    ("camera", "status"),
    [("http://169.254.169.254/latest", 403), ("http://127.0.0.1:9/", 403), ("file:///etc/passwd", 422), ("0", 403),
     ("rtsp://[::1]/x", 403), ("http://", 422), ("http://no-such-host.invalid/", 403), ("gopher://localhost/", 422)],
)  # fmt: skip
def test_a_camera_the_owner_did_not_allow(client: TestClient, camera: str, status: int) -> None:
    refused = client.post("/v1/tables", json={"game": "gin", "camera": camera})
    assert (refused.status_code, refused.json()["field"]) == (status, "camera")
    assert client.get("/v1/tables").json()["tables"] == []


def test_events_of_a_table_on_every_database(database: str) -> None:
    store = Store(database)
    store.migrate()
    tables = Tables(store)
    table = tables.create("trash", "t", {"rules": {}}).id
    assert [each.id for each in tables.append(table, [{"kind": "a"}, {"kind": "b"}], {"x": 1})] == [1, 2]
    threads = [
        threading.Thread(target=lambda: [tables.append(table, [{"kind": "c"}]) for _ in range(10)]) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [each.id for each in tables.after(table, 0)] == list(range(1, 43))
    kept = tables.get(table)
    assert (kept.last, kept.state) == (42, {"x": 1})
    tables.delete(table)
    assert tables.after(table, 0) == []
    store.close()


def test_an_event_that_the_disk_did_not_take_comes_with_the_next(
    client: TestClient, scenes: Scenes, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened(client)
    tables = client.app.state.hub.tables  # type: ignore[attr-defined]
    real = tables.append

    def full(*_: Any, **__: Any) -> Any:
        raise OSError("no space left on device")

    with frames(client, table) as socket:
        monkeypatch.setattr(tables, "append", full)
        told = show(socket, scenes.picture(row("2C", 100), ".jpg"))
        assert (told["type"], told["problem"]["status"]) == ("problem", 500)
        assert "space" not in told["problem"]["detail"]
        assert events(client, table) == []
        monkeypatch.setattr(tables, "append", real)
        show(socket, scenes.picture(row("2C 5H", 100), ".jpg"))
    assert [(each["id"], each["after"]["card"]) for each in events(client, table)] == [(1, "2C"), (2, "5H")]
