"""`kibitz score gin` on cards typed in: JSON, tables for a person, refusals, a running match; every game's flags."""

import subprocess
import sys

import pytest

from tests.service.cli.scoring import refused, run, told

KNOCKER = "AS AD AC 4H 5H 6H 9C 10C JC 2D"
DEFENDER = "KS KD 7H 8H QC 3S 3D 3C 9D 2C"
GIN = "AS AD AC 4H 5H 6H 9C 10C JC QC"


def test_gin_two_hands_as_json():
    assert told("gin", "--knocker", KNOCKER, "--defender", DEFENDER) == {
        "ending": "knock",
        "winner": "knocker",
        # 2 against K, K, 9 and 2; seven and eight of hearts and the queen of clubs are laid off.
        "points": 29,
        "knocker": {
            "melds": [["AC", "AD", "AS"], ["9C", "10C", "JC"], ["4H", "5H", "6H"]],
            "deadwood": ["2D"],
            "points": 2,
        },
        "defender": {
            "melds": [["3C", "3D", "3S"]],
            "layoffs": ["QC", "7H", "8H"],
            "deadwood": ["2C", "9D", "KD", "KS"],
            "points": 31,
        },
    }


def test_gin_one_hand_as_json():
    hand = told("gin", "--hand", KNOCKER)
    assert (hand["points"], hand["may_knock"], hand["gin"], hand["big_gin"]) == (2, True, False, False)
    assert set(hand) == {"hand", "melds", "deadwood", "points", "may_knock", "gin", "big_gin"}
    assert told("gin", "--hand", GIN)["gin"] is True
    assert told("gin", "--hand", f"{GIN} KC")["big_gin"] is True


def test_gin_tables_for_a_person():
    text = " ".join(run("gin", "--knocker", KNOCKER, "--defender", DEFENDER).stdout.split())
    assert "Knock: the knocker has 2 points of deadwood, the defender 31 after laying off." in text
    assert "The knocker scores 29." in text
    assert "Q♣ 7♥ 8♥" in text
    text = run("gin", "--knocker", KNOCKER, "--defender", DEFENDER, "--lang", "fr").stdout
    assert "marque 29." in text
    assert "D♣ 7♥ 8♥" in text
    assert "Darf klopfen" in run("gin", "--hand", KNOCKER, "--lang", "de").stdout


@pytest.mark.parametrize(
    ("flags", "points"),
    [
        ([], 25 + 49),
        (["--gin-bonus", "20"], 20 + 49),
        (["--petit-gin"], 50 + 49),
        (["--petit-gin", "--grand-gin-bonus", "60"], 60 + 49),
    ],
)
def test_gin_bonuses_are_flags(flags, points):
    defender = "KS KD 7H 8H JD 3S 3D 3C 2H 2C"
    # No layoff against gin: K, K, 7, 8, J, 2 and 2 are 49.
    assert told("gin", "--knocker", GIN, "--defender", defender, *flags)["points"] == points


def test_gin_equal_deadwood_scores_for_nobody_if_so_agreed():
    knocker, defender = KNOCKER, "KS KD KH 7C 7D 7H 3S 3D 3C 2C"
    hands = ("gin", "--knocker", knocker, "--defender", defender)
    assert told(*hands)["ending"] == "undercut"
    assert told(*hands, "--equal", "nobody")["winner"] == "none"
    assert "nobody scores" in run(*hands, "--equal", "nobody").stdout


def test_gin_oklahoma_by_the_upcard():
    hands = ("gin", "--knocker", KNOCKER, "--defender", DEFENDER, "--oklahoma")
    assert "the first upcard must be known" in refused(*hands)
    body = told(*hands, "--upcard", "AS", status=1)
    assert (body["verdict"], body["rule"]) == ("illegal", "gin.knock_limit")
    assert told(*hands, "--upcard", "2S", "--oklahoma-spades")["points"] == 58


def test_gin_declared_melds_and_layoffs_are_checked_and_used():
    hands = ("gin", "--knocker", KNOCKER, "--defender", DEFENDER)
    assert told(*hands, "--layoffs", "")["points"] == 29 + 7 + 8 + 10
    body = told(*hands, "--layoffs", "9D", status=1)
    assert body["rule"] == "gin.layoff_fit"
    body = told(*hands, "--knocker-melds", "AS AD AC / 4H 5H 6H", status=1)
    assert body["rule"] == "gin.knock_limit"
    assert "that is no meld" in told(*hands, "--defender-melds", "KS KD", status=1)["sentence"]


def test_gin_knocking_above_the_limit_is_illegal():
    body = told("gin", "--knocker", DEFENDER, "--defender", KNOCKER, status=1)
    assert body["verdict"] == "illegal"
    assert body["sentence"].startswith("Deadwood of 56 is too much to knock: the limit is 10.")
    german = told("gin", "--knocker", DEFENDER, "--defender", KNOCKER, "--lang", "de", status=1)
    assert german["sentence"] != body["sentence"]


def test_gin_cards_in_doubt_give_every_score_they_allow():
    body = told("gin", "--knocker", KNOCKER.replace("2D", "KH/2D"), "--defender", DEFENDER.replace("KD", "9S"))
    assert body["verdict"] == "cannot tell"
    possible = body["explanation"]["possible"]
    assert len(possible) == 2
    shown = run("gin", "--knocker", KNOCKER.replace("2D", "--"), "--defender", DEFENDER).stdout
    # Any card makes it gin (a fourth ace, ten more of a run), or leaves 2 to 10 points.
    assert shown.count("  - ") == 9
    assert "With a bonus of 25 the knocker scores 81." in " ".join(shown.split())


def test_gin_a_card_in_doubt_that_changes_nothing_is_told_as_it_was_seen():
    hand = told("gin", "--hand", KNOCKER.replace("2D", "2D/2S"))
    assert hand["points"] == 2
    assert "2D/2S" in hand["deadwood"]
    assert "2D" not in hand["deadwood"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give photos, or --hand, or --knocker and --defender"),
        (["--hand", KNOCKER, "--knocker", KNOCKER], "give photos, or --hand, or --knocker and --defender"),
        (["--knocker", KNOCKER], "--defender is missing"),
        (["--defender", KNOCKER], "--knocker is missing"),
        (["--hand", "AS AD"], "ten cards, or eleven before the discard, not 2"),
        (["--hand", KNOCKER.replace("2D", "AS")], "A♠ is there twice"),
        (["--knocker", KNOCKER, "--defender", DEFENDER.replace("KS", "AS")], "A♠ is there twice"),
        (["--knocker", KNOCKER, "--defender", "AS 1X"], "--defender: Place 2, “1X”, cannot be read"),
        (["--hand", KNOCKER.replace("2D", "JOKER")], "Joker is not in the pack"),
        (["--hand", KNOCKER, "--knock-limit", "-1"], "Option knock_limit must be at least 0, not -1"),
        (["--hand", KNOCKER, "--oklahoma-spades"], "A spade upcard doubles only in Oklahoma"),
        (["--hand", KNOCKER, "--upcard", "1S"], "--upcard: Card 1, “1S”, is not a card"),
        (["--hand", KNOCKER, "--layoffs", "2C"], "melds and layoffs are declared with --knocker and --defender"),
        (["--hand", KNOCKER, "--fix", "1=2C"], "--fix goes with a photo"),
        (["--hand", KNOCKER, "--add", "near=2C"], "--add goes with a photo"),
        (["a.jpg", "--add", "2C"], "--add 2C: write SIDE=CARDS, such as far=3S; a side is near, first, left"),
        (["a.jpg", "--add", "up=2C"], "--add up=2C: write SIDE=CARDS"),
        (["a.jpg", "--add", "far=1X"], "--add far=1X: Card 1, “1X”, is not a card"),
        (["--hand", KNOCKER, "--knocked-by", "1"], "--knocked-by goes with --match"),
        (["a.jpg", "b.jpg", "c.jpg"], "3 photos: one shows both hands, two show one each"),
    ],
)
def test_gin_bad_input_is_one_line_naming_it(arguments, message):
    assert message in refused("gin", *arguments)


def test_gin_a_running_match_is_kept_in_a_file(tmp_path):
    file = tmp_path / "match.txt"
    hands = ("gin", "--knocker", KNOCKER, "--defender", DEFENDER, "--match", file)
    assert "say who knocked" in refused(*hands)
    assert not file.exists()
    first = told(*hands, "--knocked-by", 1, "--knock-limit", 7)["match"]
    score = {"hands": 1, "game": [[29, 0]], "finished": [], "totals": [0, 0], "winner": None}
    assert first == {"entered": True, **score}
    assert "1. player 1 scores 29 knock" in file.read_text()
    # The rules chosen at the start hold: ten points are too many now.
    ten = KNOCKER.replace("2D", "8S")
    body = told("gin", "--knocker", ten, "--defender", DEFENDER, "--match", file, "--knocked-by", 2, status=1)
    assert body["sentence"].endswith("the limit is 7. Unmatched: 8♠.")
    assert body["match"] == {"entered": False, **score}
    for _ in range(2):
        run(*hands, "--knocked-by", 1)
    last = told(*hands, "--knocked-by", 1)["match"]
    # 116 points in four hands to none: (116 + 100) × 2 + 4 × 25.
    assert last["finished"] == [[532, 0]]
    assert last["totals"] == [532, 0]
    text = run(*hands, "--knocked-by", 2).stdout
    assert "532" in text
    assert "Player 2" in text


def standing(file, *flags, hands=1):
    """How a match stands after hands of 29 for player 1: the rows of its games in the table, and in its JSON."""
    arguments = ("gin", "--knocker", KNOCKER, "--defender", DEFENDER, "--match", file, "--knocked-by", 1, *flags)
    for _ in range(hands - 1):
        run(*arguments)
    text = run(*arguments).stdout
    rows = [line.split() for line in text.splitlines() if line.startswith("Game ")]
    illegal = ("gin", "--knocker", DEFENDER, "--defender", KNOCKER, "--match", file, *flags)
    return rows, told(*illegal, status=1)["match"]["game"]


def test_gin_boxes_count_in_a_game_that_goes_on_only_where_they_count_at_once(tmp_path):
    assert standing(tmp_path / "end.txt", hands=2) == ([["Game", "1", "…", "58", "0"]], [[58, 0]])
    assert standing(tmp_path / "at_once.txt", "--boxes", "at-once") == ([["Game", "1", "…", "54", "0"]], [[54, 0]])


def test_gin_a_game_of_three_that_is_over_is_told_as_such(tmp_path):
    rows, games = standing(tmp_path / "three.txt", "--hollywood", "--game-target", 30, hands=2)
    # 58 points of two hands and the game's 100, doubled for the shutout, and two boxes; the other games go on.
    assert rows == [["Game", "1", "366", "0"], ["Game", "2", "…", "29", "0"], ["Game", "3", "…", "0", "0"]]
    assert games == [[366, 0], [29, 0], [0, 0]]


@pytest.mark.parametrize(
    ("lang", "illegal", "unsure"),
    [
        ("en", "an illegal hand scores nothing", "the score is not certain"),
        ("fr", "une main interdite ne marque rien", "le score n'est pas certain"),
        ("de", "Ein verbotenes Spiel zählt nichts", "Das Ergebnis steht nicht fest"),
    ],
)
def test_gin_it_is_said_why_nothing_was_entered(lang, illegal, unsure, tmp_path):
    file = tmp_path / "match.txt"
    into = ("--match", file, "--knocked-by", 1, "--lang", lang)
    text = run("gin", "--knocker", DEFENDER, "--defender", KNOCKER, *into, status=1).stdout
    assert text.splitlines()[-1].startswith("> ")
    assert str(file) in text.splitlines()[-1]
    assert illegal in text.splitlines()[-1]
    doubtful = ("gin", "--knocker", KNOCKER.replace("2D", "2D/KC"), "--defender", DEFENDER.replace("KS", "KH"), *into)
    assert unsure in run(*doubtful).stdout.splitlines()[-1]
    body = told(*doubtful)
    assert body["verdict"] == "cannot tell"
    assert body["match"]["entered"] is False
    assert not file.exists()


def test_gin_hands_entered_at_the_same_time_are_all_kept(tmp_path):
    file = tmp_path / "match.txt"
    file.touch()  # an empty file is a new match
    hand = ["--knocker", KNOCKER, "--defender", DEFENDER, "--match", str(file), "--knocked-by", "1", "--json"]
    runs = [
        subprocess.Popen([sys.executable, "-m", "service", "score", "gin", *hand], stdout=subprocess.DEVNULL)
        for _ in range(3)
    ]
    assert [run.wait() for run in runs] == [0, 0, 0]
    lines = file.read_text().splitlines()
    assert [line.partition(" ")[0] for line in lines if line[:1].isdigit()] == ["1.", "2.", "3."]


def test_a_match_file_may_begin_with_a_mark_of_its_encoding(tmp_path):
    file = tmp_path / "match.txt"
    file.write_text("Game: gin scores\n\n1. player 2 scores 9 knock\n", encoding="utf-8-sig")
    hand = ("--knocker", KNOCKER, "--defender", DEFENDER, "--match", file, "--knocked-by", 1)
    assert [told("gin", *hand)["match"]["hands"] for _ in range(2)] == [2, 3]


def test_gin_remarks_in_a_match_file_stay(tmp_path):
    file = tmp_path / "match.txt"
    text = "# at Anna's\nGame: gin scores\n\n1. player 2 scores 9 knock  # a close one\n# break"
    file.write_text(text)
    hand = ("--knocker", KNOCKER, "--defender", DEFENDER, "--match", file, "--knocked-by", 1)
    assert told("gin", *hand)["match"]["hands"] == 2
    assert file.read_text().startswith(text + "\n2. player 1 scores ")


def test_gin_a_match_that_is_won_takes_no_more(tmp_path):
    file = tmp_path / "match.txt"
    hands = ("gin", "--knocker", KNOCKER, "--defender", DEFENDER, "--match", file, "--knocked-by", 2)
    assert told(*hands, "--match-kind", "single", "--game-target", 29)["match"]["winner"] == 1
    assert "player 2 has won this match" in refused(*hands)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Game: gin\n\n1. player 1 scores 3 knock\n", "The record is of “gin”, not of “gin scores”"),
        ("Game: gin scores\n\n1. player 3 scores 3 knock\n", "Line 3: “player 3 scores 3 knock” cannot be read"),
        ("Game: gin scores\n\n1. player 1 scores 3 kncok\n", "Line 3: “player 1 scores 3 kncok” cannot be read"),
        (f"Game: gin scores\n\n1. player 1 scores {'9' * 5000} gin\n", "Line 3: “player 1 scores 999"),
        ("Game: gin scores\nRules: knock_limit=x\n\n", "Line 2"),
        ("Game: gin scores\nRules: knock_limit=4\n\n", "other rules (knock_limit=4)"),
    ],
)
def test_gin_a_match_file_that_cannot_be_used_is_named(tmp_path, text, message):
    file = tmp_path / "match.txt"
    file.write_text(text)
    complaint = refused(
        "gin", "--knocker", KNOCKER, "--defender", DEFENDER, "--match", file, "--knocked-by", 1, "--knock-limit", 9
    )
    assert f"--match {file}" in complaint
    assert message in complaint
    assert file.read_text() == text


@pytest.mark.parametrize("game", ["gin", "bus", "ace"])
def test_every_option_of_the_rules_is_a_flag_with_help(game):
    from importlib import import_module

    from service.games.options import options_of

    told_help = run(game, "--help").stdout
    for option in options_of(import_module(f"rules.{game}").Rules):
        flag = {"match": "match-kind"}.get(option.name, option.name.replace("_", "-"))
        assert f"--{flag}" in told_help


def test_help_tells_what_holds_where_a_flag_is_not_given():
    told_help = " ".join(run("gin", "--help").stdout.split())
    assert "Most deadwood to knock with. [default: 10]" in told_help
    assert "added to the defender's deadwood; off: not played. [default: 31]" in told_help
    assert "See --petit-gin. [default: 50]" in told_help
    assert "Three games scored at once. [default: no- hollywood]" in told_help
