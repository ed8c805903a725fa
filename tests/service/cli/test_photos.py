"""`kibitz score` and `kibitz check` on photos: readings in the place of the networks, and the real ones if there."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

import service.cli.read
from rules.cards import Card
from service.cli.main import kibitz
from tests.vision.tables import Camera, card
from vision.types import Reading, SeenCard

KNOCKER = ["AS", "AD", "AC", "4H", "5H", "6H", "9C", "10C", "JC", "2D"]
DEFENDER = ["KS", "KD", "7H", "8H", "QC", "3S", "3D", "3C", "9D", "2C"]
CAMERA = Camera()


def spread(names, y, turned=0.0):
    """Cards side by side, each over the one before."""
    return [card(CAMERA, name, 0.35 * place - 1.6, y, turned) for place, name in enumerate(names)]


def unsure(seen, chances):
    """The card at its place, of which only the likelihoods of some names are known."""
    return SeenCard(
        None, "up", max(chances.values()), seen.corners, candidates={Card.parse(n): c for n, c in chances.items()}
    )


def reading(cards, name="table.jpg"):
    return Reading(1280, 720, tuple(cards), image=name, milliseconds={"total": 1.0})


@pytest.fixture
def photos(monkeypatch):
    """Readings by picture name, and how each was asked for."""
    held, asked = {}, []

    def read_picture(reader, name, packs, language):
        if name not in held:
            raise service.cli.read.click.ClickException(f"{name}: no such file")
        asked.append((name, packs, language))
        return None, held[name]

    monkeypatch.setattr(service.cli.read, "open_reader", lambda deck=None, threads=None: object())
    monkeypatch.setattr(service.cli.read, "read_picture", read_picture)
    held["asked"] = asked
    return held


def run(*arguments, status=0):
    result = CliRunner().invoke(kibitz, list(map(str, arguments)))
    assert result.exit_code == status, result.output
    return result


def told(*arguments, status=0):
    result = run(*arguments, "--json", status=status)
    assert result.stderr == ""
    return json.loads(result.stdout)


def refused(*arguments):
    result = run(*arguments, "--json", status=2)
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr


@pytest.fixture
def both(photos):
    photos["both.jpg"] = reading([*spread(KNOCKER, 1.5), *spread(DEFENDER, -1.5)], "both.jpg")
    return photos


def test_two_spreads_in_one_photo_are_scored_the_near_one_having_knocked(both):
    body = told("score", "gin", "both.jpg")
    assert (body["ending"], body["winner"], body["points"]) == ("knock", "knocker", 29)
    assert body["defender"]["layoffs"] == ["QC", "7H", "8H"]
    assert both["asked"] == [("both.jpg", 1, "auto")]


def test_the_side_that_knocked_can_be_said(both):
    assert told("score", "gin", "both.jpg", "--knocker-side", "near")["points"] == 29
    body = told("score", "gin", "both.jpg", "--knocker-side", "far", status=1)
    assert body["rule"] == "gin.knock_limit"
    assert (
        "There is no hand of the player on the left: those there are hands of the near player and of the far player."
        in refused("score", "gin", "both.jpg", "--knocker-side", "left")
    )


def test_where_nobody_says_who_knocked_the_only_hand_that_can_have_did(both):
    both["turned.jpg"] = reading([*spread(DEFENDER, 1.5), *spread(KNOCKER, -1.5)], "turned.jpg")
    body = told("score", "gin", "turned.jpg")
    assert (body["points"], body["winner"]) == (29, "knocker")
    assert [line for line in body["warnings"] if "Only the hand of the far player can have knocked" in line]
    text = run("score", "gin", "turned.jpg", "--lang", "de").stdout
    assert "Nur das Blatt des Spielers gegenüber kann geklopft haben" in " ".join(text.split())
    assert told("score", "gin", "both.jpg")["warnings"] == []
    # Who says it himself is held to it.
    assert told("score", "gin", "turned.jpg", "--knocker-side", "near", status=1)["rule"] == "gin.knock_limit"


def test_a_card_on_the_pile_is_in_no_hand(both):
    piles = [card(CAMERA, "??", -0.5, 0.0), card(CAMERA, "8C", 0.5, 0.0)]
    cards = [*spread(KNOCKER, 1.8), *piles, *spread(DEFENDER, -1.8)]
    both["pile.jpg"] = reading(cards, "pile.jpg")
    assert told("score", "gin", "pile.jpg")["points"] == 29
    assert "8♣ is there twice" in refused("score", "gin", "pile.jpg", "--fix", "10=8C")


def test_two_photos_show_a_hand_each(photos):
    photos["a.jpg"] = reading(spread(KNOCKER, 0), "a.jpg")
    photos["b.jpg"] = reading(spread(DEFENDER, 0), "b.jpg")
    assert told("score", "gin", "a.jpg", "b.jpg")["points"] == 29
    assert told("score", "gin", "b.jpg", "a.jpg", "--knocker-side", "second")["points"] == 29


def test_one_hand_is_judged(photos):
    photos["hand.jpg"] = reading(spread(KNOCKER, 0), "hand.jpg")
    body = told("score", "gin", "hand.jpg")
    assert (body["points"], body["may_knock"], len(body["hand"])) == (2, True, 10)


def test_a_list_of_numbered_cards_and_a_table_for_a_person(both):
    text = run("score", "gin", "both.jpg", "--lang", "fr").stdout
    assert "Le frappeur marque 29." in " ".join(text.split())
    assert "R♠" in text
    assert "20" in text
    assert "Défenseur" in text


def test_a_card_not_read_gives_every_score_and_advice_naming_it(photos):
    cards = [*spread(KNOCKER, 1.5), *spread(DEFENDER, -1.5)]
    cards[9] = unsure(cards[9], {"2D": 0.5, "2H": 0.2, "7D": 0.25})
    photos["both.jpg"] = reading(cards, "both.jpg")
    body = told("score", "gin", "both.jpg")
    assert body["verdict"] == "cannot tell"
    assert {each["score"]["points"] for each in body["explanation"]["possible"]} == {29, 24}
    assert "10th card" in body["explanation"]["advice"][0]
    text = " ".join(run("score", "gin", "both.jpg").stdout.split())
    assert "The knocker scores 29." in text
    assert "The knocker scores 24." in text


def test_a_card_in_doubt_that_changes_nothing_is_told_as_seen(photos):
    cards = spread(KNOCKER, 0)
    cards[9] = unsure(cards[9], {"2D": 0.6, "2S": 0.38})
    photos["hand.jpg"] = reading(cards, "hand.jpg")
    body = told("score", "gin", "hand.jpg")
    assert body["points"] == 2
    assert body["deadwood"] == ["2D/2S"]


def test_json_advises_to_take_a_photo_again_as_the_text_does(photos):
    cards = spread(KNOCKER, 0)
    photos["sure.jpg"] = reading(cards, "sure.jpg")
    body = told("score", "gin", "sure.jpg")
    assert (body["warnings"], body["advice"]) == ([], [])
    cards[9] = unsure(cards[9], {"2D": 0.6, "2S": 0.38})
    photos["hand.jpg"] = replace(reading(cards, "hand.jpg"), warnings=("a thing to know",))
    body = told("score", "gin", "hand.jpg", "--lang", "fr")
    assert body["warnings"] == ["a thing to know"]
    assert body["advice"][0].startswith("La 10e carte (peut-être 2D/2S)")
    text = " ".join(run("score", "gin", "hand.jpg", "--lang", "fr").stdout.split())
    assert f"> {body['advice'][0]}" in text
    assert "advice" not in told("score", "gin", "--hand", " ".join(KNOCKER))


def test_a_reading_is_corrected_by_its_number(photos):
    cards = [*spread(KNOCKER, 1.5), *spread(DEFENDER, -1.5)]
    cards[9] = unsure(cards[9], {"2D": 0.5, "7D": 0.45})
    photos["both.jpg"] = reading(cards, "both.jpg")
    assert told("score", "gin", "both.jpg", "--fix", "10=2D")["points"] == 29
    assert told("score", "gin", "both.jpg", "--fix", "10=7D", "--fix", "1=AH")["points"] == 24


def test_numbers_run_on_over_two_photos(photos):
    photos["a.jpg"] = reading(spread(KNOCKER, 0), "a.jpg")
    photos["b.jpg"] = reading(spread([*DEFENDER[:9], "KC"], 0), "b.jpg")
    assert told("score", "gin", "a.jpg", "b.jpg", "--fix", "20=2C")["points"] == 29


def test_what_is_no_card_can_be_taken_out(photos):
    cards = spread([*KNOCKER, "7S"], 0)
    photos["hand.jpg"] = reading(cards, "hand.jpg")
    assert len(told("score", "gin", "hand.jpg")["hand"]) == 11
    assert len(told("score", "gin", "hand.jpg", "--fix", "11=none")["hand"]) == 10


@pytest.mark.parametrize(
    ("fix", "message"),
    [
        ("21=2D", "--fix 21: there are 20 cards, numbered from 1"),
        ("0=2D", "--fix 0: there are 20 cards, numbered from 1"),
        ("2D", "--fix 2D: write N=CARD, such as 4=8C"),
        ("4=8X", "--fix 4=8X: Card 1, “8X”, is not a card"),
    ],
)
def test_a_correction_that_cannot_be_made_is_named(both, fix, message):
    assert message in refused("score", "gin", "both.jpg", "--fix", fix)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (KNOCKER[:9], "hand.jpg (9): A hand has ten cards, or eleven before the discard, not 9."),
        ([*KNOCKER, "7S", "8S"], "not 12"),
        (["AS", *KNOCKER[:9]], "A♠ is there twice"),
        ([], "hand.jpg: No face-up card was found in the picture."),
    ],
)
def test_a_photo_that_shows_no_hand_is_unusable(photos, names, message):
    photos["hand.jpg"] = reading(spread(names, 0), "hand.jpg")
    assert message in refused("score", "gin", "hand.jpg")


def test_a_picture_that_is_none_is_named(photos):
    assert "none.jpg: no such file" in refused("score", "gin", "none.jpg")


def test_a_running_match_knows_the_players_by_their_sides(both, tmp_path):
    file = tmp_path / "match.txt"
    body = told("score", "gin", "both.jpg", "--match", file)
    assert body["match"]["game"] == [[29, 0]]
    both["turned.jpg"] = reading([*spread(DEFENDER, 1.5), *spread(KNOCKER, -1.5)], "turned.jpg")
    body = told("score", "gin", "turned.jpg", "--match", file, "--knocker-side", "far")
    assert body["match"]["game"] == [[29, 29]]


def test_a_card_taken_out_leaves_the_numbers_of_the_others(photos):
    photos["hand.jpg"] = reading([card(CAMERA, "3S", -2.2, 0), *spread(KNOCKER, 0)], "hand.jpg")
    fixes = ("--fix", "1=none", "--fix", "11=3D")
    assert "3D" in json.dumps(told("score", "gin", "hand.jpg", *fixes))
    listed = [line.split()[0] for line in run("score", "gin", "hand.jpg", *fixes).stdout.splitlines() if "%" in line]
    assert listed == [str(number) for number in range(2, 12)]


def test_a_score_that_is_not_certain_is_not_entered(photos, tmp_path):
    cards = [*spread(KNOCKER, 1.5), *spread(DEFENDER, -1.5)]
    cards[9] = unsure(cards[9], {"2D": 0.5, "7D": 0.45})
    photos["both.jpg"] = reading(cards, "both.jpg")
    file = tmp_path / "match.txt"
    assert told("score", "gin", "both.jpg", "--match", file)["verdict"] == "cannot tell"
    assert not file.exists()


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
    for flags in (["--players", 3], ["--no-table"]):
        assert told("score", "bus", "bus.jpg", *flags)["losers"] == [1]


def test_whether_the_table_is_in_the_photo_is_not_guessed(photos):
    photos["bus.jpg"] = reading(shown(table=True), "bus.jpg")
    assert "4 hands, or 3 hands and the table’s cards? Say --no-table or --table" in refused("score", "bus", "bus.jpg")
    photos["bus.jpg"] = reading(shown(table=True)[:11], "bus.jpg")
    assert "bus.jpg: 11 cards lie face up; hands have three each" in refused("score", "bus", "bus.jpg")


def test_a_hand_of_stop_the_bus_in_doubt(photos):
    cards = shown(table=False)
    cards[5] = unsure(cards[5], {"8H": 0.5, "KD": 0.48})
    photos["bus.jpg"] = reading(cards, "bus.jpg")
    body = told("score", "bus", "bus.jpg", "--players", 3)
    assert body["verdict"] == "cannot tell"
    assert body["explanation"]["possible_losers"] == [1, 2]
    text = run("score", "bus", "bus.jpg", "--players", 3, "--fix", "6=8H").stdout
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
    assert "no card lies face up" in refused(
        "score", "ace", "ace.jpg", "--fix", "2=none", "--fix", "3=none", "--fix", "4=none"
    )


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
    assert photos["asked"][-1] == ("bad.jpg", 1, "auto")
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
    assert "one.jpg: no layouts were found among 10 cards" in refused("check", "trash", "one.jpg")
    ten = refused("check", "trash", "one.jpg", "--slots", "10")
    assert "one.jpg: no layout of 10 slots was found among 10 cards" in ten
    assert "“up” is none of near, far, left, right" in refused("check", "trash", "one.jpg", "--sides", "up")


def test_what_is_to_be_said_of_a_photo_is_in_the_json_of_every_answer(photos):
    hands = [*spread(["AS", "KS", "5H"], 1.5), *spread(["7C", "7D", "8H"], -1.5)]
    for name, cards in (("t", trash(LATER)), ("b", hands), ("a", spread(["AS", "5H"], 0)), ("g", spread(KNOCKER, 0))):
        photos[f"{name}.jpg"] = replace(reading(cards, f"{name}.jpg"), warnings=("The picture is mirrored.",))
    for command in (("check", "trash", "t.jpg"), ("score", "bus", "b.jpg"), ("score", "ace", "a.jpg")):
        body = told(*command)
        assert (body["warnings"], body["advice"]) == (["The picture is mirrored."], [])
    assert told("score", "gin", "g.jpg")["warnings"] == ["The picture is mirrored."]
    assert "warnings" not in told("check", "trash", "--layout", "AS ??")


def test_packs_in_play_tell_how_photos_are_read(photos):
    photos["good.jpg"] = reading(trash(LATER), "good.jpg")
    told("check", "trash", "good.jpg", "--packs", 3)
    assert photos["asked"][-1] == ("good.jpg", 3, "auto")


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
    assert photos["asked"] == [("three.jpg", 1, "auto"), ("three.jpg", 2, "auto")]


def test_the_real_networks_find_no_hand_on_an_empty_table(tmp_path):
    from models.load import NETWORKS, weights_folder

    if not all((weights_folder() / name).is_file() for name in NETWORKS):
        pytest.skip("the trained weights are not here")
    path = tmp_path / "felt.png"
    rng = np.random.default_rng(1)
    felt = np.clip(rng.normal((60, 110, 40), 6, (240, 320, 3)), 0, 255).astype(np.uint8)
    cv2.imwrite(str(path), felt)
    complaint = refused("score", "gin", path)
    assert f"{path}" in complaint
    assert "No face-up card was found" in complaint
