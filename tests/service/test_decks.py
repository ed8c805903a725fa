"""Decks taught over HTTP, with the real learning on a made-up reader's features."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from rules.cards import CARDS
from tests.service.fakes import FakeReader, Scenes, seen
from vision.types import DIRECTIONS, GLYPHS, SUITS, Index, IndexReading, Reading, SeenCard


def shown(card: SeenCard, chance: np.random.Generator) -> SeenCard:
    """The card with its two indices as a sure reader gives them."""
    assert card.card is not None
    assert card.card.rank is not None
    glyphs = np.full(len(GLYPHS), 0.001, np.float32)
    glyphs[GLYPHS.index(card.card.rank.symbol)] = 0.98
    suits = np.full(len(SUITS), 0.001, np.float32)
    suits[SUITS.index(str(card.card.code[-1]))] = 0.99
    directions = np.eye(len(DIRECTIONS), dtype=np.float32)[0]
    indices = []
    for _ in range(2):
        features = chance.normal(0, 0.05, 128).astype(np.float32)
        features[GLYPHS.index(card.card.rank.symbol)] += 1
        reading = IndexReading(glyphs, suits, directions, card.corners, features=features)
        indices.append(Index(card.corners, card.card.rank.symbol, card.card.code[-1], 0.98, reading))
    return SeenCard(card.card, "up", 0.98, card.corners, indices=tuple(indices))


@pytest.fixture
def pack(reader: FakeReader) -> FakeReader:
    chance = np.random.default_rng(3)
    spread = tuple(
        shown(seen(card.code, 10 + 45 * (k % 13), 10 + 80 * (k // 13)), chance) for k, card in enumerate(CARDS)
    )

    def read(image: Any, *_: Any, **__: Any) -> Reading:
        return Reading(640, 480, spread[: 52 if image[0, 0, 0] > 100 else 5], milliseconds={"total": 1.0})

    reader.read = read  # type: ignore[method-assign]
    return reader


def picture(value: int) -> bytes:
    import cv2

    return bytes(cv2.imencode(".png", np.full((480, 640, 3), value, np.uint8))[1])


def test_a_deck_is_taught_used_and_forgotten(client: TestClient, pack: FakeReader, scenes: Scenes) -> None:
    files = [("image", ("a.png", picture(200))), ("image", ("b.png", picture(210)))]
    taught = client.post("/v1/decks", data={"name": "my deck"}, files=files)
    assert taught.status_code == 201, taught.text
    body = taught.json()
    assert (body["deck"], body["cards"], body["missing"]) == ("my deck", 52, [])
    assert body["errors"]["after"] <= body["errors"]["before"]
    assert client.get("/v1/decks").json() == {"decks": ["my deck"]}
    assert client.post("/v1/tables", json={"game": "gin", "deck": "my deck"}).status_code == 201
    assert client.delete("/v1/decks/my deck").status_code == 204
    assert client.get("/v1/decks").json() == {"decks": []}
    assert client.delete("/v1/decks/my deck").status_code == 404
    unknown = client.post("/v1/tables", json={"game": "gin", "deck": "my deck"})
    assert (unknown.status_code, unknown.json()["field"]) == (404, "deck")


def test_too_few_cards_are_no_deck(client: TestClient, pack: FakeReader) -> None:
    refused = client.post("/v1/decks", data={"name": "few"}, files={"image": ("a.png", picture(20))}).json()
    assert (refused["status"], refused["field"], refused["rule"]) == (422, "image", "deck.cards")
    assert client.get("/v1/decks").json() == {"decks": []}


@pytest.mark.parametrize("name", ["../up", "", "a/b", "x" * 61, ".hidden", "a\\b"])
def test_names_that_could_be_paths(client: TestClient, pack: FakeReader, name: str) -> None:
    refused = client.post("/v1/decks", data={"name": name}, files={"image": ("a.png", picture(200))})
    assert (refused.status_code, refused.json()["field"]) == (422, "name")
