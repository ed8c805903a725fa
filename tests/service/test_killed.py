"""A server killed under load, again and again: nothing that was sent is lost, and nothing comes twice."""

from __future__ import annotations

import json
import random
import signal
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidMessage
from websockets.sync.client import connect

from tests.service.fakes import Scenes
from tests.service.killed import pictures
from tests.service.servers import ask, faked, free_port

ROUNDS = 2
AT_LEAST = 8
"""Frames that a server has answered before it is killed."""


def kept(port: int, table: str) -> list[dict[str, Any]]:
    text = ask(port, f"/v1/tables/{table}/events?once=1")
    return [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: {")]


def listen(address: str, expected: int, gone: threading.Event, received: dict[int, dict[str, Any]]) -> None:
    with suppress(ConnectionClosed, InvalidMessage, OSError), connect(address) as events:
        while not gone.is_set():
            told = json.loads(events.recv(timeout=20))
            assert told["id"] == expected
            received[told["id"]] = told
            expected += 1


def test_killed_again_and_again(tmp_path: Path, database: str) -> None:
    port = free_port()
    frames = pictures(Scenes())
    chance = random.Random(7)
    received: dict[int, dict[str, Any]] = {}
    moved = 0
    match = ""
    table = ""
    for round_ in range(ROUNDS):
        with faked(tmp_path, port, database) as server:
            if not table:
                table = json.loads(ask(port, "/v1/tables", {"game": "gin"}))["id"]
                match = json.loads(ask(port, "/v1/matches", {"game": "gin", "seed": 1, "first": 0}))["id"]
            stored = kept(port, table)
            assert [each["id"] for each in stored] == list(range(1, len(stored) + 1))
            assert {number: stored[number - 1] for number in received} == received, (
                "what was sent is on disk, as it was sent"
            )
            assert json.loads(ask(port, f"/v1/matches/{match}"))["moves"] >= moved
            gone = threading.Event()
            address = f"ws://127.0.0.1:{port}/v1/tables/{table}/events?after={len(stored)}"
            listener = threading.Thread(target=listen, args=(address, len(stored) + 1, gone, received))
            listener.start()
            killer = threading.Timer(chance.uniform(0.1, 0.8), server.kill)
            frames_of = f"ws://127.0.0.1:{port}/v1/tables/{table}/frames"
            sent = 0
            with suppress(ConnectionClosed, OSError), connect(frames_of) as camera:
                while True:
                    camera.send(frames[(round_ * 17 + sent) % len(frames)])
                    sent += 1
                    json.loads(camera.recv(timeout=20))
                    if sent == AT_LEAST:
                        killer.start()
                    if sent % 5 == 0:
                        moves = json.loads(ask(port, f"/v1/matches/{match}/moves"))["moves"]
                        moved = json.loads(ask(port, f"/v1/matches/{match}/moves", {"moves": moves[:1]}))["moves"]
            killer.join()
            gone.set()
            listener.join(30)
            assert server.wait(30) == -signal.SIGKILL
    assert len(received) > 3 * ROUNDS
    with faked(tmp_path, port, database) as server:
        stored = kept(port, table)
        assert [each["id"] for each in stored] == list(range(1, len(stored) + 1))
        assert {number: stored[number - 1] for number in received} == received
        # One card lies there at a time: a change that came twice would not fit the one before.
        codes: list[str | None] = [None]
        for each in stored:
            if each["kind"] == "card":
                assert (each["before"] or {}).get("card") == codes[-1]
                codes.append((each["after"] or {}).get("card"))
        server.terminate()
        assert server.wait(30) in (0, -signal.SIGTERM)
