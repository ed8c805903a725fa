"""Zones drawn on the page: what cannot be used is refused in words that tell what to do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import service.page
from service.api.sentences import SENTENCES
from tests.service.test_tables import opened

NEAR = [[0.2, 0.6], [0.8, 0.6], [0.8, 0.95], [0.2, 0.95]]
FAR = [[0.8, 0.4], [0.2, 0.4], [0.2, 0.05], [0.8, 0.05]]
STOCK = [[0.38, 0.42], [0.47, 0.42], [0.47, 0.58], [0.38, 0.58]]
DISCARD = [[0.52, 0.42], [0.61, 0.42], [0.61, 0.58], [0.52, 0.58]]
WHOLE = {"near": NEAR, "far": FAR, "stock": STOCK, "discard": DISCARD}


def moved(quad: list[list[float]], x: float, y: float) -> list[list[float]]:
    return [[a + x, b + y] for a, b in quad]


WRONG = {
    "crossing": ("trash", {"near": [NEAR[0], NEAR[2], NEAR[1], NEAR[3]]}, "zones.convex", "Die Zone vorn: "),
    "a point": ("trash", {"stock": [[0.4, 0.5]] * 4}, "zones.convex", "Die Zone Stapel: "),
    "other way round": ("gin", {"discard": DISCARD[::-1]}, "zones.convex", "Die Zone Ablage: "),
    "beside the picture": ("trash", {"stock": moved(STOCK, 0.9, 0)}, "table.zones_off", "Die Zone Stapel liegt neben"),
    "one place": ("gin", {"stock": moved(DISCARD, 0.02, 0)}, "table.zones_over", "Die Zonen Stapel und Ablage"),
    "a pile among slots": ("trash", {"stock": moved(STOCK, 0, 0.3)}, "table.zones_over", "Die Zonen vorn und Stapel"),
    "no discards": ("trash", {"discard": None}, "table.zones_missing", "Es fehlt die Zone Ablage"),
    "no layouts": ("trash", {"near": None, "far": None}, "table.zones_layouts", "Die Zonen der Auslagen"),
    "one layout": ("trash", {"far": None}, "table.layouts", "Auslagen mit Zone: 1"),
    "gin by its stock": ("gin", {"discard": None}, "table.zones_missing", "Es fehlt die Zone Ablage"),
    "bus by its players": ("bus", {}, "table.zones_missing", "Es fehlt die Zone Tischkarten"),
    "ace by its players": ("ace", {"stock": None}, "table.zones_missing", "Es fehlt die Zone Stapel"),
}


def drawn(game: str, changes: dict[str, Any]) -> dict[str, Any]:
    zones = {name: quad for name, quad in (WHOLE | changes).items() if quad is not None}
    return {"version": 1, "game": game, "zones": zones}


@pytest.mark.parametrize("case", WRONG)
def test_zones_that_cannot_be_used_are_refused_and_leave_the_table_as_it_was(client: TestClient, case: str) -> None:
    game, changes, rule, words = WRONG[case]
    table = opened(client, game)
    answer = client.patch(f"/v1/tables/{table}?lang=de", json={"zones": drawn(game, changes)})
    told = answer.json()
    assert (answer.status_code, told["field"], told["rule"]) == (422, "zones", rule)
    assert told["detail"].startswith(words)
    assert client.get(f"/v1/tables/{table}").json()["options"].get("zones") is None


@pytest.mark.parametrize(
    ("game", "changes"),
    [("trash", {}), ("trash", {"stock": None}), ("gin", {}), ("gin", {"far": NEAR}), ("ace", {})],
)
def test_zones_that_a_game_is_followed_by_are_taken(client: TestClient, game: str, changes: dict[str, Any]) -> None:
    table = opened(client, game)
    answer = client.patch(f"/v1/tables/{table}", json={"zones": drawn(game, changes)})
    assert answer.status_code == 200
    # Of the zones that are set nothing is said when something else is changed.
    assert client.patch(f"/v1/tables/{table}", json={"name": "Kitchen"}).status_code == 200


def test_zones_are_called_what_the_page_calls_them() -> None:
    for lang, sentences in SENTENCES.items():
        page = json.loads((Path(service.page.__file__).parent / "locales" / f"{lang}.json").read_text())
        named = {key: words for key, words in sentences.items() if key.startswith("zone.")}
        assert named == {key: words for key, words in page.items() if key.startswith("zone.")}
