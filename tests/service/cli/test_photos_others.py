"""Photos of Stop the Bus, Chase the Ace and Trash, scored and checked: readings in the place of the networks."""

from dataclasses import replace

import pytest

from tests.service.cli import asking
from tests.service.cli.asking import run, told
from tests.service.cli.photographs import CAMERA, KNOCKER, reading, refused, spread, unsure
from tests.vision.tables import card
from vision.errors import Remark

HANDS = (["AS", "KS", "5H"], ["7C", "7D", "8H"], ["2C", "9C", "QD"])


def shown(*, table):
    near, left, right = HANDS
    cards = [card(CAMERA, name, 0.4 * place - 0.4, 2.2) for place, name in enumerate(near)]
    cards += [card(CAMERA, name, -3.2, 0.4 * place - 0.4, 90) for place, name in enumerate(left)]
    cards += [card(CAMERA, name, 3.2, 0.4 * place - 0.4, -90) for place, name in enumerate(right)]
    if table:
        cards += [card(CAMERA, name, 0.9 * place - 0.9, 0.0) for place, name in enumerate(["3S", "4S", "6S"])]
    return cards


def test_hands_of_stop_the_bus_with_the_table_in_their_midst(photos):
    photos["bus.jpg"] = reading(shown(table=True), "bus.jpg")
    for flags in (["--players", 3], ["--table"]):
        body = told("score", "bus", "bus.jpg", *flags)
        assert [hand["points"] for hand in body["hands"]] == [21, 8, 11]
        assert body["losers"] == [1]


def test_hands_of_stop_the_bus_alone(photos):
    photos["bus.jpg"] = reading(shown(table=False), "bus.jpg")
    for flags in (["--lives-left", "3 2 1"], ["--no-table"]):
        assert told("score", "bus", "bus.jpg", *flags)["losers"] == [1]


def test_the_tables_cards_are_no_hand_where_a_player_may_be_out(photos):
    """Three groups with three who started: all hands, or two hands and the table's where one is out."""
    photos["bus.jpg"] = reading([*shown(table=True)[:6], *shown(table=True)[9:]], "bus.jpg")
    assert "3 hands, or 2 hands and the table’s cards?" in refused("score", "bus", "bus.jpg", "--players", 3)
    body = told("score", "bus", "bus.jpg", "--players", 3, "--lives-left", "3 2 out")
    assert [hand["points"] for hand in body["hands"]] == [21, 8]


def test_whether_the_table_is_in_the_photo_is_not_guessed(photos):
    photos["bus.jpg"] = reading(shown(table=True), "bus.jpg")
    assert "4 hands, or 3 hands and the table’s cards? Say --no-table or --table" in refused("score", "bus", "bus.jpg")
    photos["bus.jpg"] = reading(shown(table=True)[:11], "bus.jpg")
    assert "bus.jpg: Stop the Bus needs hands of three: 11 cards lie face up." in refused("score", "bus", "bus.jpg")


def test_what_a_photo_lacks_is_told_in_the_language_chosen(photos):
    photos["bus.jpg"] = reading(shown(table=True), "bus.jpg")
    assert "4 Blätter, oder 3 Blätter" in refused("score", "bus", "bus.jpg", "--lang", "de")
    photos["bus.jpg"] = reading(shown(table=True)[:11], "bus.jpg")
    assert "11 cartes sont face visible" in refused("score", "bus", "bus.jpg", "--lang", "fr")
    photos["down.jpg"] = reading([card(CAMERA, "??", 0, 0)], "down.jpg")
    assert "Keine Karte liegt offen." in refused("score", "ace", "down.jpg", "--lang", "de")


def test_a_hand_of_stop_the_bus_in_doubt(photos):
    cards = shown(table=False)
    cards[5] = unsure(cards[5], {"8H": 0.5, "KD": 0.48})
    photos["bus.jpg"] = reading(cards, "bus.jpg")
    body = told("score", "bus", "bus.jpg", "--no-table")
    assert body["verdict"] == "cannot tell"
    assert body["explanation"]["possible_losers"] == [1, 2]
    text = run("score", "bus", "bus.jpg", "--no-table", "--fix", "6=8H").stdout
    assert "Hand 2 is the lowest and loses a life." in text
    assert "2 (left)" in text


def test_cards_of_chase_the_ace_near_first_then_clockwise(photos):
    cards = [card(CAMERA, "??", 0, 0)]
    cards += [card(CAMERA, "KH", 0, -2.0, 180), card(CAMERA, "3S", 2.5, 0, -90), card(CAMERA, "9D", 0, 2.0)]
    photos["ace.jpg"] = reading(cards, "ace.jpg")
    body = told("score", "ace", "ace.jpg")
    cards_shown = [hand["cards"][0] for hand in body["hands"]]
    assert sorted(cards_shown) == ["3S", "9D", "KH"]
    assert cards_shown[body["losers"][0]] == "3S"
    assert "No card lies face up" in refused(
        "score", "ace", "ace.jpg", "--fix", "2=none", "--fix", "3=none", "--fix", "4=none"
    )


def test_the_rest_of_the_pack_is_no_card_of_the_row(photos):
    """A row from the left: the pack above it makes no ring of it."""
    row = [card(CAMERA, "9D", -1.2, 2.0), card(CAMERA, "KH", 0, 2.0), card(CAMERA, "3S", 1.2, 2.0)]
    photos["ace.jpg"] = reading([*row, card(CAMERA, "??", 0, -2.0)], "ace.jpg")
    body = told("score", "ace", "ace.jpg")
    assert [hand["cards"] for hand in body["hands"]] == [["9D"], ["KH"], ["3S"]]


def layout(names, y, turned=0.0):
    """Two rows of five, slot 1 at the player's own top left."""
    sign = -1 if turned else 1
    return [
        card(CAMERA, name, sign * ((place % 5) - 2) * 0.9, y + sign * (place // 5 - 0.5) * 1.15, turned)
        for place, name in enumerate(names)
    ]


START = ["??"] * 10
NEAR = ["AS", "??", "??", *["??"] * 7]
LATER = ["AS", "2D", "3H", *["??"] * 7]


def trash(near, far=START, top="9C"):
    middle = [card(CAMERA, "??", -0.6, 0), card(CAMERA, top, 0.6, 0)]
    return [*layout(near, 2.0), *layout(far, -2.0, 180), *middle]


def test_a_trash_table_in_a_photo(photos):
    photos["good.jpg"] = reading(trash(LATER), "good.jpg")
    assert told("check", "trash", "good.jpg")["verdict"] == "legal"
    photos["bad.jpg"] = reading(trash(["AS", "3H", *["??"] * 8]), "bad.jpg")
    body = told("check", "trash", "bad.jpg", status=1)
    assert (body["rule"], body["explanation"]["slot"]) == ("trash.wrong_slot", 2)
    assert photos["asked"][-1] == ("bad.jpg", 1, "auto", False)
    text = run("check", "trash", "bad.jpg", status=1).stdout
    assert text.splitlines()[-1].startswith("3♥ ")
    # Card 2 lies in the near layout's second slot; card 22 is the top of the discard pile.
    assert [line.split()[-2:] for line in text.splitlines() if line.split()[:1] == ["2"]] == [["near", "2"]]
    assert [line.split()[-1] for line in text.splitlines() if line.split()[:1] == ["22"]] == ["discards"]


def test_a_change_between_two_photos(photos):
    photos["one.jpg"] = reading(trash(NEAR), "one.jpg")
    photos["two.jpg"] = reading(trash(LATER, top="QH"), "two.jpg")
    body = told("check", "trash", "two.jpg", "--before-image", "one.jpg")
    assert body["verdict"] == "legal"
    assert body["explanation"]["player"] == 0
    photos["two.jpg"] = reading(trash(LATER, top="5C"), "two.jpg")
    assert (
        told("check", "trash", "two.jpg", "--before-image", "one.jpg", status=1)["rule"] == "trash.playable_discarded"
    )
    assert told("check", "trash", "two.jpg", "--before-image", "one.jpg", "--fix", "44=QH")["verdict"] == "legal"


def test_a_trash_table_that_is_none_is_unusable(photos):
    photos["one.jpg"] = reading(spread(KNOCKER, 0), "one.jpg")
    assert "one.jpg: No layouts were found among 10 cards" in refused("check", "trash", "one.jpg")
    ten = refused("check", "trash", "one.jpg", "--slots", "10")
    assert "one.jpg: No layout (slots: 10) was found among 10 cards" in ten
    assert "“up” is none of near, far, left, right" in refused("check", "trash", "one.jpg", "--sides", "up")


def test_what_is_to_be_said_of_a_photo_is_in_the_json_of_every_answer(photos):
    hands = [*spread(["AS", "KS", "5H"], 1.5), *spread(["7C", "7D", "8H"], -1.5)]
    for name, cards in (("t", trash(LATER)), ("b", hands), ("a", spread(["AS", "5H"], 0)), ("g", spread(KNOCKER, 0))):
        photos[f"{name}.jpg"] = replace(reading(cards, f"{name}.jpg"), remarks=(Remark("reading.mirrored"),))
    for command in (("check", "trash", "t.jpg"), ("score", "bus", "b.jpg"), ("score", "ace", "a.jpg")):
        body = told(*command)
        assert (body["warnings"], body["advice"]) == ([Remark("reading.mirrored").sentence()], [])
        assert body["readings"][0]["number"] == 1
    assert told("score", "gin", "g.jpg")["warnings"] == [Remark("reading.mirrored").sentence()]
    assert "warnings" not in told("check", "trash", "--layout", "AS ??")


def test_packs_in_play_tell_how_photos_are_read(photos):
    photos["good.jpg"] = reading(trash(LATER), "good.jpg")
    told("check", "trash", "good.jpg", "--packs", 3)
    assert photos["asked"][-1] == ("good.jpg", 3, "auto", False)
    told("check", "trash", "good.jpg", "--jokers", 2)
    assert photos["asked"][-1] == ("good.jpg", 1, "auto", True)


@pytest.mark.parametrize("slots", [(), ("--slots", 8), ("--slots", "8,8"), ("--players", 2)])
def test_smaller_layouts_of_two_are_not_a_larger_one_of_one(photos, slots):
    """The long rows of both players alone would make a layout of ten, with the far player's five in its slot one."""
    cards = [*layout(["??"] * 8, 1.3), *layout([*["??"] * 4, "5D", *["??"] * 3], -1.3, 180)]
    piles = [card(CAMERA, "??", 3.6, -0.6), card(CAMERA, "9C", 3.6, 0.6)]
    photos["eight.jpg"] = reading([*cards, *piles], "eight.jpg")
    assert told("check", "trash", "eight.jpg", *slots)["rule"] == "trash.layout_fits"


def test_slots_that_no_layout_has_are_refused(photos):
    photos["good.jpg"] = reading(trash(LATER), "good.jpg")
    for slots in ("0", "10,11"):
        assert "a layout has 1 to 10 slots" in refused("check", "trash", "good.jpg", "--slots", slots)


def test_layouts_found_in_a_photo_tell_how_many_play(photos):
    right = [
        card(CAMERA, name, 3.6 + (place // 5 - 0.5) * 1.15, -((place % 5) - 2) * 0.9, -90)
        for place, name in enumerate(NEAR)
    ]
    photos["three.jpg"] = reading([*trash(LATER), *right], "three.jpg")
    assert told("check", "trash", "three.jpg")["verdict"] == "legal"
    # Three players have two packs, which is known only once their layouts are found.
    assert photos["asked"] == [("three.jpg", 1, "auto", False), ("three.jpg", 2, "auto", False)]


def test_what_cannot_be_made_of_a_photo_is_told_with_its_numbered_cards(photos):
    """Without their numbers no reading can be corrected, nor said to lie elsewhere."""
    photos["bus.jpg"] = reading(shown(table=True)[:11], "bus.jpg")
    photos["down.jpg"] = reading([card(CAMERA, "??", 0, 0)], "down.jpg")
    few = spread(["AS", "2S"], 0.0)
    photos["few.jpg"] = reading(few, "few.jpg")
    for arguments, message, last in (
        (("score", "bus", "bus.jpg"), "11 cards lie face up", " 11   4♠"),
        (("score", "bus", "bus.jpg", "--place", "1=9"), "11 cards lie face up", " 11   4♠"),
        (("score", "ace", "down.jpg"), "no card lies face up", "  1   face down"),
        (("check", "trash", "few.jpg", "--slots", "10"), "No layout", "  2   2♠"),
        (("score", "gin", "few.jpg", "--knocker-side", "left"), "few.jpg", "  2   2♠"),
    ):
        result = run(*arguments, status=2)
        assert message.lower() in result.stderr.lower()
        assert last in result.stdout
        # To JSON nothing is added.
        assert asking.run(*arguments, "--json", status=2).stdout == ""


@pytest.mark.parametrize("flag", ["--drew", "--kept"])
def test_what_the_dealer_did_is_said_with_whose_card_is_the_dealers(flag):
    assert f"{flag} goes with --dealer" in refused("score", "ace", "--card", "KH", "--card", "3S", flag)
    told("score", "ace", "--card", "KH", "--card", "3S", flag, "--dealer", 1)
