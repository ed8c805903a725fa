"""Cards that were taken to lie elsewhere, or for another's, put right with ``--place``."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.cli.asking import run, told
from tests.service.cli.photographs import CAMERA, reading, refused
from tests.service.cli.test_photos_others import LATER, shown, trash
from tests.vision.tables import card

START = ["AS", "??", "??", "10C", *["??"] * 6]


def test_hands_of_stop_the_bus_are_put_right(photos: Any) -> None:
    photos["bus.jpg"] = reading(shown(table=True), "bus.jpg")
    assert [hand["points"] for hand in told("score", "bus", "bus.jpg", "--table")["hands"]] == [21, 8, 11]
    # The five of hearts and the eight of hearts were each taken for the other's.
    flags = ("--table", "--place", "3=2", "--place", "6=1")
    body = told("score", "bus", "bus.jpg", *flags)
    assert [set(hand["cards"]) for hand in body["hands"]][:2] == [{"AS", "KS", "8H"}, {"7C", "7D", "5H"}]
    assert ([hand["points"] for hand in body["hands"]], body["losers"]) == ([21, 7, 11], [1])
    text = run("score", "bus", "bus.jpg", *flags).stdout
    assert next(line.split()[-1] for line in text.splitlines() if line.split()[:1] == ["3"]) == "2"


def test_whoever_names_the_tables_cards_is_not_asked_for_them(photos: Any) -> None:
    photos["bus.jpg"] = reading(shown(table=True), "bus.jpg")
    body = told(
        "score", "bus", "bus.jpg", *(word for number in (10, 11, 12) for word in ("--place", f"{number}=table"))
    )
    assert [hand["points"] for hand in body["hands"]] == [21, 8, 11]
    # One card more than makes hands is no hand's either.
    photos["more.jpg"] = reading([*shown(table=False), card(CAMERA, "3S", 0.0, 0.0)], "more.jpg")
    assert "10 cards lie face up" in refused("score", "bus", "more.jpg")
    assert told("score", "bus", "more.jpg", "--place", "10=table")["losers"] == [1]


def test_cards_of_chase_the_ace_change_places(photos: Any) -> None:
    row = [card(CAMERA, name, 1.2 * place, 2.0) for place, name in enumerate(["9D", "KH", "3S"])]
    photos["ace.jpg"] = reading(row, "ace.jpg")
    body = told("score", "ace", "ace.jpg", "--place", "3=1")
    assert ([hand["cards"] for hand in body["hands"]], body["losers"]) == ([["3S"], ["KH"], ["9D"]], [0])
    assert [hand["cards"] for hand in told("score", "ace", "ace.jpg", "--place", "2=table")["hands"]] == [
        ["9D"],
        ["3S"],
    ]


def test_a_card_lies_in_another_slot_of_trash(photos: Any) -> None:
    cards = [*trash(START), card(CAMERA, "4C", -4.5, 3.0)]
    photos["one.jpg"] = reading(cards, "one.jpg")
    assert told("check", "trash", "one.jpg", status=1)["explanation"]["slot"] == 4
    assert told("check", "trash", "one.jpg", "--place", "23=near 4")["verdict"] == "legal"
    text = run("check", "trash", "one.jpg", "--place", "23=near 4", "--place", "4=discard").stdout
    where = {line.split()[0]: line.split()[-1] for line in text.splitlines() if line[:1].isdigit() or line[:1] == " "}
    assert (where["23"], where["4"]) == ("4", "discards")


def test_places_are_said_of_both_photos(photos: Any) -> None:
    photos["one.jpg"] = reading(trash(["AS", "??", "??", *["??"] * 7]), "one.jpg")
    photos["two.jpg"] = reading(trash(LATER, top="QH"), "two.jpg")
    swapped = ("--place", "24=near 3", "--place", "25=near 2")
    body = told("check", "trash", "two.jpg", "--before-image", "one.jpg", *swapped, status=1)
    assert body["rule"] == "trash.wrong_slot"
    assert told("check", "trash", "two.jpg", "--before-image", "one.jpg")["verdict"] == "legal"


@pytest.mark.parametrize(
    ("command", "said", "why"),
    [
        ("bus", "1", "--place 1: write N=PLACE"),
        ("bus", "40=2", "--place 40=2: there is no card 40"),
        ("bus", "1=two", "--place 1=two: write a number counted from 1"),
        ("bus", "1=5", "--place 1=5: There is no hand 5: 3 were found, and hand 4 would be a new one."),
        ("bus", "1=2", "Hand 1 has 2 cards; a hand has three."),
        ("ace", "1=0", "--place 1=0: There is no player 0: 9 cards are shown."),
        ("trash", "1=far 11", "--place 1=far 11: The layout far has 10 slots: there is no slot 11."),
        ("trash", "1=left 1", "--place 1=left 1: No layout lies on the side left: the layouts lie on near, far."),
        ("trash", "1=lap", "--place 1=lap: “lap” is no place"),
        ("trash", "2=discard", "--place 2=discard: Card 2 lies face down"),
    ],
)
def test_what_cannot_be_is_refused(photos: Any, command: str, said: str, why: str) -> None:
    photos["bus.jpg"] = photos["ace.jpg"] = reading(shown(table=False), "bus.jpg")
    photos["trash.jpg"] = reading(trash(START), "trash.jpg")
    words = ("check", "trash") if command == "trash" else ("score", command)
    more = ("--no-table",) if command == "bus" else ()
    assert why in refused(*words, f"{command}.jpg", *more, "--place", said)


def test_a_card_is_placed_once_and_only_in_a_photo(photos: Any) -> None:
    photos["bus.jpg"] = reading(shown(table=False), "bus.jpg")
    assert "card 1 is placed twice" in refused(
        "score", "bus", "bus.jpg", "--no-table", "--place", "1=2", "--place", "1=3"
    )
    assert "--place goes with a photo" in refused("score", "ace", "--card", "KH", "--card", "3S", "--place", "1=2")
    assert "--place goes with a photo" in refused("score", "bus", "--hand", "AS KS 5H", "--place", "1=2")
    assert "--place goes with a photo" in refused("check", "trash", "--layout", "AS ??", "--place", "1=near 2")
