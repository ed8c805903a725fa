"""Trash, Stop the Bus and Chase the Ace judged over HTTP from readings that a user has corrected."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.service.fakes import Scenes, row, seen
from vision.types import SeenCard

TRASH = "AS ?? 3H ?? 5D ?? ?? ?? 9C ??"
BUS = ("AS KS 5H", "7C 7D 9H")


def layout(codes: str) -> list[SeenCard]:
    names = [None if code == "??" else code for code in codes.split()]
    return [seen(name, 100 + 60 * (k % 5), 120 + 80 * (k // 5)) for k, name in enumerate(names)]


def hands(*codes: str) -> list[SeenCard]:
    places = [(40, 40), (400, 360), (40, 360)]
    return [card for hand, (x, y) in zip(codes, places, strict=False) for card in row(hand, y, x=x)]


@pytest.fixture
def read(client: TestClient, scenes: Scenes) -> Any:
    """Readings of pictures of these cards."""

    def one(*pictures: list[SeenCard]) -> list[Any]:
        files = [{"image": ("a.png", scenes.picture(cards))} for cards in pictures]
        return [client.post("/v1/readings", files=each).json() for each in files]

    return one


def asked(client: TestClient, game: str, readings: list[Any], **more: Any) -> Any:
    return client.post(f"/v1/{game}/table", json={"readings": readings} | more).json()


def test_a_layout_with_its_slots(client: TestClient, read: Any) -> None:
    body = asked(client, "trash", read(layout(TRASH)))
    slots = body["tables"][0]["layouts"][0]["slots"]
    assert (body["verdict"], [slot["seen"] for slot in slots]) == ("legal", TRASH.split())
    assert [slot["card"] for slot in slots] == [f"0.{k}" for k in range(10)]
    x, y = slots[0]["quad"][0]
    assert (abs(x - 100) < 5, abs(y - 120) < 5) == (True, True)


def test_cards_of_a_layout_are_corrected(client: TestClient, read: Any) -> None:
    readings = read([*layout(TRASH.replace("3H", "4H")), seen("2C", 550, 300)])
    wrong = asked(client, "trash", readings)
    assert (wrong["verdict"], wrong["rule"]) == ("illegal", "trash.wrong_slot")
    assert wrong["tables"][0]["discard"] == "0.10"
    right = asked(client, "trash", readings, fixes={"0.2": "3H", "0.10": None})
    assert (right["verdict"], right["tables"][0]["discard"]) == ("legal", None)
    told = {card["id"]: card for card in right["cards"]}
    assert (told["0.2"]["card"], told["0.2"]["fixed"], told["0.10"]["out"]) == ("3H", True, True)
    down = asked(client, "trash", readings, fixes={"0.2": "down"})
    assert (down["verdict"], down["tables"][0]["layouts"][0]["slots"][2]["seen"]) == ("legal", "??")


def test_a_change_between_two_photos(client: TestClient, read: Any) -> None:
    piles = [seen(None, 480, 200), seen("9H", 550, 200)]
    after = [seen(None, 480, 200), seen("QC", 550, 200)]
    readings = read([*layout(TRASH), *piles], [*layout(TRASH.replace("AS ??", "AS 2D")), *after])
    body = asked(client, "trash", readings)
    assert (body["verdict"], body["explanation"]["placements"]) == ("legal", [{"card": "2D", "slot": 2}])
    assert [table["discard_seen"] for table in body["tables"]] == ["9H", "QC"]
    wrong = asked(client, "trash", readings, fixes={"1.1": "4D"})
    assert (wrong["verdict"], wrong["rule"]) == ("illegal", "trash.wrong_slot")


def test_slots_that_are_said(client: TestClient, read: Any) -> None:
    readings = read(layout(TRASH))
    assert asked(client, "trash", readings, slots=[10])["verdict"] == "legal"
    few = asked(client, "trash", readings, slots=[3])
    assert len(few["tables"][0]["layouts"][0]["slots"]) == 3


@pytest.mark.parametrize(
    ("game", "cards", "more", "field", "rule"),
    [
        ("trash", [], {}, "readings.0", "trash.not_found"),
        ("trash", layout(TRASH), {"fixes": {"0.10": "AS"}}, "fixes.0.10", "photo.no_card"),
        ("trash", layout(TRASH), {"fixes": {"0.1": "1X"}}, "fixes.0.1", "card.unknown"),
        ("trash", layout(TRASH), {"rules": {"wilds": []}}, "rules.wilds", "trash.wild_ranks"),
        ("bus", hands("AS KS 5H", "7C 7D"), {}, "image", "bus.not_found"),
        ("bus", hands(*BUS), {"lives": "3"}, "lives", "options.lives_players"),
        ("ace", [], {}, "image", None),
        ("ace", row("KH 3S 9D", 200, step=120), {"dealer": 3}, "dealer", "ace.no_player"),
    ],
)
def test_what_is_wrong_is_named(
    client: TestClient, read: Any, game: str, cards: Any, more: Any, field: str, rule: str | None
) -> None:
    told = asked(client, game, read(cards), **more)
    assert (told["status"], told["field"]) == (422, field), told
    assert rule is None or told["rule"] == rule


def test_hands_of_stop_the_bus_are_corrected(client: TestClient, read: Any) -> None:
    readings = read([*hands(*BUS), seen("2C", 560, 40)])
    assert asked(client, "bus", readings)["rule"] == "bus.not_found"
    body = asked(client, "bus", readings, fixes={"0.6": None})
    worth = {
        frozenset(ids): hand["points"] for ids, hand in zip(body["hands"], body["explanation"]["hands"], strict=True)
    }
    assert worth == {frozenset(("0.0", "0.1", "0.2")): 21, frozenset(("0.3", "0.4", "0.5")): 9}
    assert sorted(body["seats"]) == ["far", "near"]
    better = asked(client, "bus", readings, fixes={"0.6": None, "0.4": "9C", "0.5": "10C"}, lives="3 1")
    assert sorted(hand["points"] for hand in better["explanation"]["hands"]) == [21, 26]
    assert sum(each["lives"] for each in better["explanation"]["lives"]) == 3


def test_a_card_that_was_not_found_is_put_where_it_lies(client: TestClient, read: Any) -> None:
    readings = read(hands("AS KS 5H", "7C 7D"))
    missed = {"card": "9H", "side": "up", "confidence": 1, "corners": [[510, 360], [560, 360], [560, 430], [510, 430]]}
    readings[0]["cards"].append(missed)
    body = asked(client, "bus", readings)
    assert sorted(hand["points"] for hand in body["explanation"]["hands"]) == [9, 21]


def test_whether_the_tables_cards_are_there_is_asked(client: TestClient, read: Any) -> None:
    readings = read(hands("2S 3S 9S", "4C 5D 2H", "AH KH QH"))
    assert asked(client, "bus", readings)["rule"] == "bus.table_open"
    assert len(asked(client, "bus", readings, table=False)["hands"]) == 3
    assert len(asked(client, "bus", readings, table=True)["hands"]) == 2


def test_cards_of_chase_the_ace_in_their_order(client: TestClient, read: Any) -> None:
    readings = read(row("KH 3S 9D", 200, step=120))
    body = asked(client, "ace", readings)
    assert (body["hands"], body["explanation"]["losers"]) == ([["0.0"], ["0.1"], ["0.2"]], [1])
    assert asked(client, "ace", readings, fixes={"0.1": "10S"})["explanation"]["losers"] == [2]
    drew = {"rules": {"dealer_king": True}, "dealer": 0}
    assert asked(client, "ace", readings, **drew, drew=True)["explanation"]["losers"] == [0]
    left = asked(client, "ace", readings, lives="3 dog 2", rules={"pack": 52})["explanation"]["lives"]
    assert [each["out"] for each in left] == [False, True, False]
