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
    told = asked(client, "bus", readings)
    assert told["rule"] == "bus.not_found"
    # The field says where; the sentence stands on the page as it is.
    assert told["detail"].startswith("Stop the Bus needs hands of three: ")
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


def test_a_card_lies_in_the_slot_that_is_said(client: TestClient, read: Any) -> None:
    # The ten of clubs was taken for the card of slot 4, the four of clubs beside the layout is it.
    cards = [*layout(TRASH.replace("3H ??", "3H 10C")), seen(None, 480, 200), seen("9H", 550, 200), seen("4C", 20, 300)]
    readings = read(cards)
    wrong = asked(client, "trash", readings)
    assert (wrong["verdict"], wrong["tables"][0]["discard"]) == ("illegal", "0.11")
    right = asked(client, "trash", readings, places={"0.12": "near 4"})
    assert (right["verdict"], right["tables"][0]["layouts"][0]["slots"][3]["card"]) == ("legal", "0.12")
    # Both at once: the other lies on the pile, and what was taken for the pile's top in no place.
    both = asked(client, "trash", readings, places={"0.12": "near 4", "0.3": "discard"})
    assert (both["tables"][0]["discard"], both["tables"][0]["discard_seen"]) == ("0.3", "10C")
    lying = {slot["card"] for slot in both["tables"][0]["layouts"][0]["slots"]}
    assert "0.11" not in lying
    assert len(lying) == 10
    # A slot that its card has left is empty as far as anybody knows.
    moved = asked(client, "trash", readings, places={"0.3": "discard"})
    assert moved["tables"][0]["layouts"][0]["slots"][3]["card"] is None
    # What is no card of the game lies nowhere.
    out = asked(client, "trash", readings, places={"0.12": "near 4"}, fixes={"0.12": None})
    assert out["tables"][0]["layouts"][0]["slots"][3]["card"] == "0.3"


def test_a_card_is_the_other_players(client: TestClient, read: Any) -> None:
    near = [seen(code, 100 + 60 * k, 380) for k, code in enumerate(("AS", "2S", "3S"))]
    far = [seen(code, 220 - 60 * k, 40, turned=True) for k, code in enumerate(("AH", None, "3C"))]
    piles = [seen(None, 400, 200), seen("9H", 470, 200)]
    readings = read([*near, *far, *piles])
    found = asked(client, "trash", readings, slots=[3, 3])["tables"][0]["layouts"]
    assert [layout["side"] for layout in found] == ["near", "far"]
    said = asked(client, "trash", readings, slots=[3, 3], places={"0.1": "far 2"})["tables"][0]["layouts"]
    assert [[slot["card"] for slot in each["slots"]] for each in said] == [
        ["0.0", None, "0.2"],
        ["0.3", "0.1", "0.5"],
    ]


@pytest.mark.parametrize(
    ("places", "field", "rule"),
    [
        ({"0.40": "near 1"}, "places.0.40", "photo.no_card"),
        ({"0.1": "here"}, "places.0.1", "places.unknown"),
        ({"0.1": "near x"}, "places.0.1", "places.unknown"),
        ({"0.1": "far 1"}, "places.0.1", "places.no_layout"),
        ({"0.1": "near 11"}, "places.0.1", "places.no_slot"),
        ({"0.1": "near 0"}, "places.0.1", "places.no_slot"),
        ({"0.1": "near 3", "0.2": "near 3"}, "places.0.2", "places.taken"),
        ({"0.1": "discard"}, "places.0.1", "places.down"),
    ],
)
def test_a_place_that_cannot_be_is_refused(
    client: TestClient, read: Any, places: dict[str, str], field: str, rule: str
) -> None:
    told = asked(client, "trash", read(layout(TRASH)), places=places)
    assert (told["status"], told["field"], told["rule"]) == (422, field, rule)


def test_hands_are_put_together_by_hand(client: TestClient, read: Any) -> None:
    # The guess parts the table's cards from the hands; a card of each hand is the other's.
    readings = read([*hands("AS KS 9H", "7C 7D 5H"), *row("2S 3S 4S", 200, x=200)])
    swapped = [["0.3", "0.4", "0.2"], ["0.0", "0.1", "0.5"]]
    body = asked(client, "bus", readings, hands=swapped)
    assert [hand["points"] for hand in body["explanation"]["hands"]] == [9, 21]
    assert (body["hands"], body["explanation"]["losers"]) == (swapped, [0])
    assert (body["table"], body["seats"]) == (["0.6", "0.7", "0.8"], ["near", "far"])
    # As many hands as there are cards for: nobody asks about the table's cards.
    three = asked(client, "bus", readings, hands=[*swapped, ["0.6", "0.7", "0.8"]])
    assert (len(three["hands"]), three["table"]) == (3, [])
    found = asked(client, "bus", readings, table=True)
    assert found["table"] == ["0.6", "0.7", "0.8"]


def test_a_card_of_chase_the_ace_is_another_players(client: TestClient, read: Any) -> None:
    readings = read([*row("KH 3S 9D", 200, step=120), seen("2C", 560, 40)])
    said = [["0.2"], ["0.0"], ["0.1"]]
    body = asked(client, "ace", readings, hands=said, lives="3 2 1", rules={"pack": 52})
    assert (body["hands"], body["explanation"]["losers"], body["table"]) == (said, [2], ["0.3"])
    assert [each["lives"] for each in body["explanation"]["lives"]][:2] == [3, 2]


@pytest.mark.parametrize(
    ("game", "said", "rule"),
    [
        ("bus", [["0.0", "0.1"], ["0.3", "0.4", "0.5"]], "bus.nth_hand_size"),
        ("bus", [[], ["0.3", "0.4", "0.5"]], "bus.nth_hand_size"),
        ("bus", [["0.0", "0.1", "0.2"], ["0.2", "0.4", "0.5"]], "places.twice"),
        ("bus", [["0.0", "0.1", "0.9"]], "photo.no_card"),
        ("bus", [["0.0", "0.1", "0.6"]], "places.not_shown"),
        ("bus", [["0.0", "0.1", "0.7"]], "places.not_shown"),
        ("ace", [["0.0", "0.1"], ["0.2"]], "places.one_each"),
        ("ace", [["0.0"], []], "places.one_each"),
    ],
)
def test_hands_that_cannot_be_are_refused(client: TestClient, read: Any, game: str, said: Any, rule: str) -> None:
    readings = read([*hands(*BUS), seen(None, 300, 200), seen("2C", 560, 40)])
    for lang in ("en", "fr", "de"):
        body = {"readings": readings, "hands": said, "fixes": {"0.7": None}}
        told = client.post(f"/v1/{game}/table?lang={lang}", json=body).json()
        assert (told["status"], told["field"], told["rule"]) == (422, "hands", rule)
