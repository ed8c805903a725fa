"""Pictures over HTTP: what is read, and every kind of picture that cannot be."""

from __future__ import annotations

import struct
import threading
import zlib
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from starlette.testclient import TestClient

from tests.service.fakes import FakeReader, Scenes, row, seen


def post(client: TestClient, data: bytes, name: str = "hand.png", **form: str) -> Any:
    return client.post("/v1/readings", files={"image": (name, data)}, data=form)


def png(width: int, height: int) -> bytes:
    """A PNG file that says it is this large and holds next to nothing."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 100)) + chunk(b"IEND", b"")
    )


def test_every_card_with_its_corners_and_candidates(client: TestClient, scenes: Scenes) -> None:
    cards = [seen("10H", 30, 20), seen(None, 130, 20), seen("8H", 230, 20, 0.41, _8H=0.41, _6H=0.38)]
    answer = post(client, scenes.picture(cards))
    assert answer.status_code == 200
    body = answer.json()
    assert (body["image"], body["width"], body["height"]) == ("hand.png", 640, 480)
    assert [(card["card"], card["side"]) for card in body["cards"]] == [("10H", "up"), (None, "down"), (None, "up")]
    assert body["cards"][0]["corners"] == [[30.0, 20.0], [80.0, 20.0], [80.0, 90.0], [30.0, 90.0]]
    assert body["cards"][2]["candidates"] == {"8H": 0.41, "6H": 0.38}
    assert set(body["milliseconds"]) >= {"detect", "read", "assemble", "total"}


def test_a_picture_without_cards_is_no_error(client: TestClient, scenes: Scenes) -> None:
    answer = post(client, scenes.picture([]))
    assert (answer.status_code, answer.json()["cards"]) == (200, [])


@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp"])
def test_kinds_of_picture(client: TestClient, scenes: Scenes, kind: str) -> None:
    answer = post(client, scenes.picture(row("2C", 100), kind), "x" + kind)
    assert [card["card"] for card in answer.json()["cards"]] == ["2C"]


def jpeg() -> bytes:
    return bytes(cv2.imencode(".jpg", np.full((200, 200, 3), 7, np.uint8))[1])


@pytest.mark.parametrize(
    ("data", "status", "said"),
    [
        (b"", 422, "is empty"),
        (b"not a picture", 415, "is not a JPEG, PNG, WebP or HEIC picture"),
        (b"GIF89a" + b"\0" * 50, 415, "is not a JPEG, PNG, WebP or HEIC picture"),
        (jpeg()[:300], 422, "cut short"),
        (png(200, 200), 422, "damaged"),
        (png(60_000, 60_000), 413, "60000×60000 pixels; at most 60000000"),
        (bytes(cv2.imencode(".png", np.zeros((1, 1, 3), np.uint8))[1]), 422, "too small"),
    ],
)
def test_a_broken_picture_is_named_with_what_is_wrong(client: TestClient, data: bytes, status: int, said: str) -> None:
    answer = post(client, data, "C:\\secret\\my hand.jpg")
    body = answer.json()
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert said in body["detail"]
    assert body["detail"].startswith("my hand.jpg: ")
    assert (body["field"], body["status"], body["instance"]) == ("image", status, "/v1/readings")


@pytest.mark.parametrize(
    ("form", "field"), [({"packs": "0"}, "packs"), ({"packs": "many"}, "packs"), ({"language": "xx"}, "language")]
)
def test_a_wrong_option_is_named(client: TestClient, scenes: Scenes, form: dict[str, str], field: str) -> None:
    body = post(client, scenes.picture([]), **form).json()
    assert (body["status"], body["field"], body["value"]) == (422, field, form[field])


def test_what_looks_like_a_joker_is_another_card_where_none_are_in_play(client: TestClient, scenes: Scenes) -> None:
    picture = scenes.picture(row("JOKER 2C", 100))
    assert [card["card"] for card in post(client, picture).json()["cards"]] == ["JOKER", "2C"]
    assert [card["card"] for card in post(client, picture, jokers="false").json()["cards"]] == ["2C", None]
    assert post(client, picture, jokers="some").json()["field"] == "jokers"


def test_without_a_picture(client: TestClient) -> None:
    assert client.post("/v1/readings", json={}).json()["field"] == "image"
    assert client.post("/v1/readings", data={"image": "text"}).json()["field"] == "image"
    assert client.get("/v1/readings").status_code == 405


def test_a_full_queue_refuses_and_says_when_to_come_again(
    serve: Callable[..., TestClient], reader: FakeReader, scenes: Scenes
) -> None:
    client = serve(readers=1, queue=2)
    picture = scenes.picture(row("2C", 100))
    reader.hold.clear()
    answers: list[Any] = []
    threads = [threading.Thread(target=lambda: answers.append(post(client, picture))) for _ in range(3)]
    for thread in threads:
        thread.start()
    while client.app.state.pool.held < 3:  # type: ignore[attr-defined]
        threading.Event().wait(0.01)
    refused = post(client, picture)
    assert refused.status_code == 429
    assert 1 <= int(refused.headers["retry-after"]) <= 60
    assert refused.json()["type"] == "/v1/problems/too-many"
    reader.hold.set()
    for thread in threads:
        thread.join()
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert reader.most == 1
    assert post(client, picture).status_code == 200


def test_a_reading_that_takes_too_long_is_given_up_and_its_place_freed_when_it_ends(
    serve: Callable[..., TestClient], reader: FakeReader, scenes: Scenes
) -> None:
    client = serve(reading_seconds=0.15, queue=0)
    reader.hold.clear()
    assert post(client, scenes.picture([])).status_code == 504
    assert post(client, scenes.picture([])).status_code == 429, "the reader is still at work"
    reader.hold.set()
    while client.app.state.pool.held:  # type: ignore[attr-defined]
        threading.Event().wait(0.01)
    assert post(client, scenes.picture([])).status_code == 200


def test_without_weights_pictures_are_refused_and_rules_answer(tmp_path: Any) -> None:
    from service.api.app import create_app
    from service.settings import Settings
    from vision.network import NetworkError

    def missing(deck: str | None, threads: int | None) -> Any:
        raise NetworkError("/somewhere/detector.onnx: no such file")

    with TestClient(create_app(Settings(data=tmp_path), missing), "http://localhost") as client:
        answer = post(client, Scenes().picture([]))
        assert answer.status_code == 503
        assert "/somewhere" not in answer.text
        ready = client.get("/readyz")
        assert (ready.status_code, ready.json()["ready"], ready.json()["database"]) == (503, False, "ready")
        assert client.post("/v1/ace/showdown", json={"cards": "KH 3S"}).status_code == 200


def test_a_fault_of_the_reader_is_told_without_a_trace(client: TestClient, reader: FakeReader, scenes: Scenes) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("/home/somebody/secret.py line 3")

    reader.read = broken  # type: ignore[method-assign, assignment]
    answer = post(client, scenes.picture([]))
    assert (answer.status_code, answer.json()["type"]) == (500, "/v1/problems/internal")
    assert "secret" not in answer.text
    assert answer.json()["request"] == answer.headers["x-request-id"]
