"""`kibitz score gin` on photos: readings in the place of the networks, and the real ones if there."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.service.cli.asking import run, told
from tests.service.cli.photographs import CAMERA, KNOCKER, reading, refused, spread, unsure
from tests.vision.tables import card
from vision.errors import Remark

DEFENDER = ["KS", "KD", "7H", "8H", "QC", "3S", "3D", "3C", "9D", "2C"]


@pytest.fixture
def both(photos):
    photos["both.jpg"] = reading([*spread(KNOCKER, 1.5), *spread(DEFENDER, -1.5)], "both.jpg")
    return photos


def test_two_spreads_in_one_photo_are_scored_the_near_one_having_knocked(both):
    body = told("score", "gin", "both.jpg")
    assert (body["ending"], body["winner"], body["points"]) == ("knock", "knocker", 29)
    assert body["defender"]["layoffs"] == ["QC", "7H", "8H"]
    assert both["asked"] == [("both.jpg", 1, "auto", False)]


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
    # A seven of diamonds 25 of 95, either two the others.
    assert "The knocker scores 29. (74%)" in text
    assert "The knocker scores 24. (26%)" in text


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
    photos["hand.jpg"] = replace(reading(cards, "hand.jpg"), remarks=(Remark("reading.mirrored"),))
    body = told("score", "gin", "hand.jpg", "--lang", "fr")
    assert body["warnings"] == [Remark("reading.mirrored").sentence("fr")]
    assert body["advice"][0].startswith("La 10e carte (peut-être 2♦/2♠)")
    text = " ".join(run("score", "gin", "hand.jpg", "--lang", "fr").stdout.split())
    assert f"> {body['advice'][0]}" in text
    assert "advice" not in told("score", "gin", "--hand", " ".join(KNOCKER))


def test_advice_names_cards_by_their_numbers_in_the_list(photos):
    """A card taken out leaves its number unused, and the second photo's cards count on from the first's."""
    cards = spread(KNOCKER, 0)
    cards[9] = unsure(cards[9], {"2D": 0.6, "2S": 0.38})
    photos["one.jpg"] = reading([*cards, *spread(["KD"], 2.0)], "one.jpg")
    body = told("score", "gin", "one.jpg", "--fix", "1=none")
    assert [card["number"] for card in body["readings"]] == list(range(2, 12))
    assert body["advice"][0].startswith("The 10th card (perhaps 2♦/2♠)")
    photos["two.jpg"] = reading(cards, "two.jpg")
    photos["first.jpg"] = reading(spread(DEFENDER, 0), "first.jpg")
    (line,) = told("score", "gin", "first.jpg", "two.jpg")["advice"]
    assert line.startswith("two.jpg: The 20th card (perhaps 2♦/2♠)")
    assert told("score", "gin", "first.jpg", "two.jpg", "--fix", "20=2D")["advice"] == []


def test_a_reading_is_corrected_by_its_number(photos):
    cards = [*spread(KNOCKER, 1.5), *spread(DEFENDER, -1.5)]
    cards[9] = unsure(cards[9], {"2D": 0.5, "7D": 0.45})
    photos["both.jpg"] = reading(cards, "both.jpg")
    assert told("score", "gin", "both.jpg", "--fix", "10=2D")["points"] == 29
    assert told("score", "gin", "both.jpg", "--fix", "10=7D", "--fix", "1=AH")["points"] == 24


def test_a_card_that_was_not_found_is_added_to_the_hand_it_lies_in(photos):
    photos["missed.jpg"] = reading([*spread(KNOCKER[:9], 1.5), *spread(DEFENDER, -1.5)], "missed.jpg")
    assert "can be added: --add near=3S." in refused("score", "gin", "missed.jpg")
    assert told("score", "gin", "missed.jpg", "--add", "near=2D")["points"] == 29
    assert "2♦ is there twice" in refused("score", "gin", "missed.jpg", "--fix", "1=2D", "--add", "near=2D")
    # The hands exchange their parts, not their cards, where only the far one can have knocked.
    photos["turned.jpg"] = reading([*spread(DEFENDER, 1.5), *spread(KNOCKER[:9], -1.5)], "turned.jpg")
    assert told("score", "gin", "turned.jpg", "--add", "far=2D")["points"] == 29
    photos["ten.jpg"] = reading([*spread(KNOCKER[2:], 1.5), *spread(DEFENDER, -1.5)], "ten.jpg")
    assert told("score", "gin", "ten.jpg", "--add", "near=AS", "--add", "near=AD")["points"] == 29
    photos["a.jpg"] = reading(spread(KNOCKER, 0), "a.jpg")
    photos["b.jpg"] = reading(spread(DEFENDER[:8], 0), "b.jpg")
    assert told("score", "gin", "a.jpg", "b.jpg", "--add", "second=9D 2C")["points"] == 29
    assert "--add far=JOKER: Joker is not in the pack in play." in refused(
        "score", "gin", "turned.jpg", "--add", "far=JOKER"
    )
    # Eleven are too many, and adding does not help.
    photos["more.jpg"] = reading([*spread(KNOCKER, 1.5), *spread([*DEFENDER, "4C"], -1.5)], "more.jpg")
    assert "--add" not in refused("score", "gin", "more.jpg", "--knocker-side", "near")


def test_numbers_run_on_over_two_photos(photos):
    photos["a.jpg"] = reading(spread(KNOCKER, 0), "a.jpg")
    photos["b.jpg"] = reading(spread([*DEFENDER[:9], "KC"], 0), "b.jpg")
    assert told("score", "gin", "a.jpg", "b.jpg", "--fix", "20=2C")["points"] == 29
    # A script finds what to correct by the same numbers; what is taken out leaves its own unused.
    extra = reading([*spread(DEFENDER[:9], 0), *spread(["KC"], 2), *spread(["2C"], 4)], "b.jpg")
    photos["b.jpg"] = extra
    read = told("score", "gin", "a.jpg", "b.jpg", "--fix", "20=none")["readings"]
    assert [one["number"] for one in read] == [*range(1, 20), 21]
    assert [(one["image"], one["card"], one["side"]) for one in read[:2]] == [
        ("a.jpg", "AS", "up"),
        ("a.jpg", "AD", "up"),
    ]
    assert (read[19]["image"], read[19]["card"]) == ("b.jpg", "2C")


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
        (f"{'9' * 5000}=2D", "=2D: write N=CARD, such as 4=8C"),
        ("2D", "--fix 2D: write N=CARD, such as 4=8C"),
        ("4=8X", "--fix 4=8X: Card 1, “8X”, is not a card"),
        ("4=joker", "--fix 4=joker: Joker is not in the pack in play."),
    ],
)
def test_a_correction_that_cannot_be_made_is_named(both, fix, message):
    assert message in refused("score", "gin", "both.jpg", "--fix", fix)


def test_a_card_is_corrected_once(both):
    message = refused("score", "gin", "both.jpg", "--fix", "4=8C", "--fix", "04=8D")
    assert "--fix 04=8D: card 4 is corrected twice" in message


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
