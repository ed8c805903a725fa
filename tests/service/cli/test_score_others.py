"""`kibitz score bus` and `kibitz score ace` on cards typed in: options, lives, cards in doubt, refusals."""

import pytest

from tests.service.cli.scoring import refused, run, told


def test_bus_as_json():
    assert told("bus", "--hand", "AS KS 5H", "--hand", "7C 7D 8H") == {
        "hands": [
            {"cards": ["AS", "KS", "5H"], "points": 21, "kind": "points"},
            {"cards": ["7C", "7D", "8H"], "points": 8, "kind": "points"},
        ],
        "losers": [1],
    }


def test_bus_options_are_flags():
    hands = ("bus", "--hand", "8C 7D 2H", "--hand", "8D 7H 2S", "--hand", "9C 9D 9H")
    assert told(*hands)["losers"] == []
    assert told(*hands, "--ties-together")["losers"] == [0, 1]
    assert told(*hands, "--three-of-a-kind", "30.5")["hands"][2]["points"] == 30.5
    assert told(*hands, "--three-of-a-kind", "none")["hands"][2]["points"] == 9
    assert told(*hands, "--brag")["hands"][2]["kind"] == "prial"
    assert "cannot count 30.5 as well" in refused(*hands, "--brag", "--three-of-a-kind", "30.5")


def test_bus_lives_are_carried_on():
    hands = ("bus", "--hand", "AS KS 5H", "--hand", "7C 7D 8H", "--lives-left", "3 1")
    assert told(*hands)["lives"][1] == {"lives": 0, "dog": True, "out": False}
    assert told(*hands, "--no-dog")["lives"][1] == {"lives": 0, "dog": False, "out": True}
    assert "--lives-left 3: 1 still in the game, but 2 shown" in refused(*hands[:-1], "3")


def test_lives_are_told_of_all_who_started():
    hands = ("bus", "--hand", "AC KD 5H", "--hand", "AD QD 9H", "--lives-left")
    spent = told(*hands, "out 1 2", "--players", 3)
    assert spent["losers"] == [0]
    assert spent["lives"] == [
        {"lives": 0, "dog": False, "out": True},
        {"lives": 0, "dog": False, "out": True},
        {"lives": 2, "dog": False, "out": False},
    ]
    assert told(*hands, "1 2")["lives"][0] == {"lives": 0, "dog": True, "out": False}
    assert told(*hands, "1 out 2")["lives"][0]["out"]
    cards = ("ace", "--card", "7C", "--card", "9D", "--lives-left")
    assert told(*cards, "1 2 out", "--players", 3)["lives"][0] == {"lives": 0, "dog": False, "out": True}
    text = run(*hands, "out dog 2").stdout
    assert "dog" not in text.replace("--", "")
    assert text.count("out") == 1


@pytest.mark.parametrize("game", [("bus", "--hand", "AC KD 5H", "--hand", "AD QD 9H"),
                                  ("ace", "--card", "7C", "--card", "9D")])  # fmt: skip
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["1 2", "--players", 3], "Write the lives of all 3 players"),
        (["1 2 out out", "--players", 3], "Write the lives of all 3 players"),
        (["1 2 3"], "--lives-left 1 2 3: 3 still in the game, but 2 shown"),
        (["0 2"], "number from 1 on, dog or out, not “0”"),
        (["dog 2", "--no-dog"], "There can be no dog: it is not played."),
        (["dog dog"], "There can be no 2 dogs: a game has one."),
        (["4 1"], "4 lives are too many: everybody starts with 3."),
        (["2 1", "--lives", 1], "2 lives are too many: everybody starts with 1."),
    ],
)
def test_lives_that_do_not_go_with_the_game_are_named(game, arguments, message):
    assert message in refused(*game, "--lives-left", *arguments)


def test_several_dogs_are_possible_where_ties_lose_together():
    cards = ("ace", "--card", "7C", "--card", "9D", "--card", "10D", "--ties-together", "--lives-left", "dog dog 1")
    assert [each["out"] for each in told(*cards)["lives"]] == [True, False, False]


def test_bus_tables_for_a_person():
    text = run("bus", "--hand", "AS KS 5H", "--hand", "7C 7D 7H", "--lang", "de").stdout
    assert "Drilling" in text
    assert "Blatt 1 ist das niedrigste und verliert ein Leben." in text


def test_what_a_hand_in_doubt_may_be_is_told_in_words_where_no_points_say_it():
    hand = ("bus", "--hand", "7C 7D 7?/8?", "--hand", "AS KS QS")
    assert "8/15/three of a kind" in run(*hand).stdout
    assert "8/15/Drilling" in run(*hand, "--lang", "de").stdout
    assert "8/15/30.5" in run(*hand, "--three-of-a-kind", "30.5").stdout


def test_help_speaks_of_what_can_be_typed():
    for game in ("ace", "bus", "gin"):
        assert "None" not in run(game, "--help").stdout
    assert "32 with up to six players if not given, else 52" in " ".join(run("ace", "--help").stdout.split())
    assert "off: not played" in " ".join(run("gin", "--help").stdout.split())


def test_bus_cards_in_doubt():
    body = told("bus", "--hand", "AS KS --", "--hand", "7C 7D --")
    assert body["verdict"] == "cannot tell"
    assert body["explanation"]["possible_losers"] == [0, 1]
    assert told("bus", "--hand", "AS KS --", "--hand", "7C 8D 9H")["losers"] == [1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--hand", "AS KS"], "Hand 1 has 2 cards; a hand has three."),
        (["--hand", "AS KS QS", "--hand", "AS 2C 3C"], "A♠ occurs more often"),
        (["--hand", "AS KS 1X"], "--hand 1: Place 3, “1X”, cannot be read"),
        (["--hand", "AS KS QS", "--players", "17"], "Option players must be from 2 to 16, not 17."),
        (["--hand", "AS KS QS", "--hand", "2C 3C 4C", "--hand", "7D 8D 9D", "--players", "2"], "3 hands are too many"),
        (["--hand", "AS KS QS", "--table"], "--table goes with a photo"),
        (["--hand", "AS KS QS", "no.jpg"], "give a photo, or --hand for every hand"),
    ],
)
def test_bus_bad_input_is_one_line_naming_it(arguments, message):
    assert message in refused("bus", *arguments)


def test_ace_as_json_and_for_a_person():
    assert told("ace", "--card", "KH", "--card", "3S", "--card", "4?") == {
        "hands": [
            {"cards": ["KH"], "points": 13},
            {"cards": ["3S"], "points": 3},
            {"cards": ["4?"], "points": 4},
        ],
        "losers": [1],
    }
    assert "Karte 2 ist die niedrigste" in run("ace", "--card", "KH", "--card", "3S", "--lang", "de").stdout


def test_ace_options_are_flags():
    cards = ("ace", "--card", "KH", "--card", "9S", "--card", "9D", "--card", "10C")
    assert told(*cards)["losers"] == []
    assert told(*cards, "--ties-together")["losers"] == [1, 2]
    assert told(*cards, "--dealer", 1, "--drew", "--dealer-king")["losers"] == [0]
    assert told(*cards, "--dealer", 1, "--kept", "--dealer-king")["losers"] == []
    assert told(*cards, "--dealer", 1, "--dealer-king")["verdict"] == "cannot tell"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--card", "9H", "--pack", "32", "--players", "9"], "With 32 cards at most 6 can play, not 9."),
        (["--card", "3H", "--pack", "32"], "3♥ is not in the pack in play."),
        (["--card", "3H", "--players", "6"], "3♥ is not in the pack in play."),
        (["--card", "9H", "--card", "8H", "--card", "7H", "--players", "2"], "3 hands are too many for 2 players."),
        (["--card", "9H", "--card", "9H"], "cannot all be different: 9♥, 9♥"),
        (["--card", "9X"], "--card 1: Place 1, “9X”, cannot be read"),
        (["--card", "9H", "--dealer", "2"], "--dealer 2: there are 1 cards"),
        ([], "give a photo, or --card for every player"),
    ],
)
def test_ace_bad_input_is_one_line_naming_it(arguments, message):
    assert message in refused("ace", *arguments)


def test_the_lives_tell_how_many_started_and_so_the_pack():
    two = ("ace", "--card", "2H", "--card", "AS")
    assert "2♥ is not in the pack in play." in refused(*two, "--lives-left", "3 3")
    seven = refused(*two, "--pack", "32", "--lives-left", "3 3 out out out out out")
    assert "--lives-left 3 3 out out out out out: " in seven


def test_a_hand_of_brag_is_told_by_its_name():
    assert "The hand is a prial." in run("bus", "--hand", "3S 3D 3H", "--brag").stdout
    assert "high card/running flush" in run("bus", "--hand", "2S 3S 4S/7D", "--brag").stdout


def test_no_card_is_missing_in_a_hand_shown():
    assert "Hand 1" in refused("bus", "--hand", "AS KS ..")
