"""Live tables: frames in, events out; nothing lost, nothing twice, corrections obeyed and kept."""

from __future__ import annotations

import io
import json
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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


def opened(client: TestClient, game: str = "gin", **more: Any) -> str:
    answer = client.post("/v1/tables", json={"game": game, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


@contextmanager
def frames(client: TestClient, table: str) -> Iterator[Any]:
    with client.websocket_connect(f"ws://localhost/v1/tables/{table}/frames") as socket:
        yield socket


def show(socket: Any, picture: bytes) -> dict[str, Any]:
    socket.send_bytes(picture)
    return json.loads(socket.receive_text())  # type: ignore[no-any-return]


def events(client: TestClient, table: str, after: int = 0, **headers: str) -> list[dict[str, Any]]:
    text = client.get(f"/v1/tables/{table}/events?once=1&after={after}", headers=headers).text
    return [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: {")]


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
        huge = bytes(cv2.imencode(".png", np.zeros((10, 10, 3), np.uint8))[1])
        assert show(socket, huge)["problem"]["rule"] == "picture.damaged"
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


def correct(client: TestClient, table: str, card: int, code: str, **more: Any) -> Any:
    return client.post(f"/v1/tables/{table}/corrections", json={"card": card, "code": code, **more})


def test_a_correction_is_obeyed_remembered_and_told(serve: Callable[..., TestClient], scenes: Scenes) -> None:
    client = serve()
    table = opened(client)
    picture = scenes.picture(row("6C 5H", 100), ".jpg")
    with frames(client, table) as socket:
        card = show(socket, picture)["view"]["cards"][0]["id"]
        answer = correct(client, table, card, "8c", seen="6C")
        assert (answer.status_code, answer.json()["picture_kept"]) == (200, False)
        pushed = json.loads(socket.receive_text())
        assert pushed["view"]["cards"][0]["card"] == "8C"
        assert show(socket, picture)["view"]["cards"][0]["card"] == "8C"
    last = events(client, table)[-1]
    assert (last["kind"], last["before"]["code"], last["after"]["code"]) == ("correction", "6C", "8C")
    with frames(serve(), table) as socket:
        assert show(socket, picture)["view"]["cards"][0]["card"] == "8C"


def test_two_clients_correct_the_same_card(client: TestClient, scenes: Scenes) -> None:
    table = opened(client)
    with frames(client, table) as socket:
        card = show(socket, scenes.picture(row("6C", 100), ".jpg"))["view"]["cards"][0]["id"]
    assert correct(client, table, card, "8C", seen="6C").status_code == 200
    second = correct(client, table, card, "9C", seen="6C")
    assert (second.status_code, second.json()["type"]) == (409, "/v1/problems/conflict")
    assert "8C" in second.json()["detail"]
    assert correct(client, table, card, "9C", seen="8C").status_code == 200
    assert len([each for each in events(client, table) if each["kind"] == "correction"]) == 2


def test_corrections_that_cannot_be(client: TestClient, scenes: Scenes) -> None:
    table = opened(client)
    with frames(client, table) as socket:
        card = show(socket, scenes.picture(row("6C", 100), ".jpg"))["view"]["cards"][0]["id"]
    assert correct(client, table, 99, "8C").json()["field"] == "card"
    assert correct(client, table, card, "8X").json()["rule"] == "card.unknown"
    client.post(f"/v1/tables/{table}/close")
    assert correct(client, table, card, "8C").status_code == 409


def test_corrected_pictures_are_kept_only_where_the_owner_said_yes(
    serve: Callable[..., TestClient], scenes: Scenes
) -> None:
    client = serve(keep_corrections=True)
    table = opened(client)
    picture = scenes.picture([*row("6C 5H", 100), seen(None, 400, 100)], ".jpg")
    with frames(client, table) as socket:
        card = show(socket, picture)["view"]["cards"][0]["id"]
    assert correct(client, table, card, "8C").json()["picture_kept"] is True
    photo = scenes.picture(row("2D", 50))
    labels = {"cards": [{"card": "3D", "read": "2D", "corners": [[30, 50], [80, 50], [80, 120], [30, 120]]}]}
    kept = client.post("/v1/corrections", files={"image": ("a.png", photo)}, data={"cards": json.dumps(labels)})
    assert (kept.status_code, kept.json()["picture_kept"]) == (201, True)
    listed = client.get("/v1/corrections").json()
    assert [each["picture_kept"] for each in listed["corrections"]] == [True, True]

    archive = zipfile.ZipFile(io.BytesIO(client.get("/v1/corrections/export").content))
    assert archive.testzip() is None
    names = archive.read("data.yaml").decode().splitlines()
    numbers = {line.split(": ")[1]: line.split(":")[0].strip() for line in names if line.startswith("  ")}
    assert len(numbers) == 54
    texts = [archive.read(name).decode() for name in archive.namelist() if name.startswith("labels/")]
    lines = next(text for text in texts if text.count("\n") == 3).splitlines()
    assert [line.split()[0] for line in lines] == [numbers["8C"], numbers["5H"], numbers["back"]]
    assert [float(value) for value in lines[0].split()[1:3]] == pytest.approx([30 / 640, 100 / 480], abs=1e-5)
    images = [archive.read(name) for name in archive.namelist() if name.startswith("images/")]
    assert sorted(images) == sorted([picture, photo])

    studio = zipfile.ZipFile(io.BytesIO(client.get("/v1/corrections/export?form=label-studio").content))
    tasks = json.loads(studio.read("tasks.json"))
    assert {value["value"]["polygonlabels"][0] for task in tasks for value in task["annotations"][0]["result"]} == {
        "8C", "5H", "back", "3D",
    }  # fmt: skip
    assert all(task["data"]["image"] in studio.namelist() for task in tasks)


def test_without_the_owners_yes_no_picture_is_kept(client: TestClient, scenes: Scenes) -> None:
    labels = {"cards": [{"card": "3D", "corners": [[0, 0], [1, 0], [1, 1], [0, 1]]}]}
    refused = client.post(
        "/v1/corrections", files={"image": ("a.png", scenes.picture([]))}, data={"cards": json.dumps(labels)}
    )
    assert (refused.status_code, refused.json()["rule"]) == (403, "corrections.off")
    assert client.get("/v1/corrections").json() == {"keeps_pictures": False, "corrections": []}


@pytest.mark.parametrize(
    "cards",
    ["[]", "{}", '{"cards": []}', '{"cards": [3]}', '{"cards": [{"card": "XX", "corners": [[0,0],[1,0],[1,1],[0,1]]}]}',
     '{"cards": [{"card": "2C", "corners": [[0,0]]}]}', '{"cards": [{"corners": [[0,0],[1,0],[1,1],[0,1]]}]}'],
)  # fmt: skip
def test_labels_that_are_none(serve: Callable[..., TestClient], scenes: Scenes, cards: str) -> None:
    client = serve(keep_corrections=True)
    refused = client.post("/v1/corrections", files={"image": ("a.png", scenes.picture([]))}, data={"cards": cards})
    assert refused.status_code == 422
    assert refused.json()["field"].startswith("cards")


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
