"""What tests of live tables do over and over: open one, show it pictures, read its events, correct a card."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from starlette.testclient import TestClient


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


def correct(client: TestClient, table: str, card: int, code: str, **more: Any) -> Any:
    return client.post(f"/v1/tables/{table}/corrections", json={"card": card, "code": code, **more})
