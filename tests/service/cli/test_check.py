"""`kibitz check trash` on layouts typed in."""

import json

import pytest
from click.testing import CliRunner

from service.cli.main import kibitz

REST = "?? ?? ?? ?? ?? ?? ??"


def run(*arguments, status=0):
    result = CliRunner().invoke(kibitz, ["check", "trash", *map(str, arguments)])
    assert result.exit_code == status, result.output
    return result


def told(*arguments, status=0):
    result = run(*arguments, "--json", status=status)
    assert result.stderr == ""
    body = json.loads(result.stdout)
    assert set(body) == {"verdict", "rule", "sentence", "explanation"}
    return body


def test_a_layout_with_every_card_in_its_slot_is_legal():
    assert told("--layout", f"AS ?? JD {REST}")["verdict"] == "legal"


def test_a_card_in_the_wrong_slot_is_illegal_and_ends_with_1():
    body = told("--layout", f"AS ?? 4D {REST}", status=1)
    assert body["rule"] == "trash.wrong_slot"
    assert "4♦" in body["sentence"]


def test_wild_cards_and_jokers_are_flags():
    assert told("--layout", f"KS ?? 3D {REST}", status=1)["verdict"] == "illegal"
    assert told("--layout", f"KS ?? 3D {REST}", "--wild", "J,K")["verdict"] == "legal"
    assert told("--layout", f"KS ?? JD {REST}", "--wild", "K", status=1)["verdict"] == "illegal"
    assert told("--layout", f"JOKER ?? 3D {REST}", "--jokers")["verdict"] == "legal"
    assert told("--layout", f"JOKER ?? 3D {REST}", "--jokers", 1)["verdict"] == "legal"
    refused = run("--layout", f"JOKER ?? 3D {REST}", status=2)
    assert "Joker is not in the pack" in refused.stderr


def test_the_size_expected():
    assert told("--layout", "AS ?? 3D ?? ?? ??", "--slots", 6)["verdict"] == "legal"
    assert told("--layout", "AS ?? 3D ?? ?? ??", "--slots", 7, status=1)["rule"] == "trash.wrong_size"
    two = ("--layout", "AS ?? 3D ?? ?? ??", "--layout", "?? ?? ?? ?? ??")
    assert told(*two, "--slots", "6,5")["verdict"] == "legal"
    assert told(*two, "--slots", "6,6", status=1)["rule"] == "trash.wrong_size"


def test_several_layouts_tell_how_many_play():
    three = ("--layout", "AS ??", "--layout", "AS ??", "--layout", "?? ??")
    assert told(*three)["verdict"] == "legal"
    assert told(*three, "--packs", 1, status=1)["rule"] == "trash.seen_too_often"
    ten = ("--layout", "AS ??") * 10
    assert told(*ten, "--packs", 10)["verdict"] == "legal"
    assert told(*ten, "--packs", 9, status=1)["rule"] == "trash.seen_too_often"
    rows = ("AS ??", "AS ??", "?? ??")
    change = [word for row in rows for word in ("--before", row, "--after", row)]
    assert told(*change, "--discard-before", "9C", "--discard-after", "QC")["verdict"] == "legal"


def test_a_player_who_is_not_shown_may_have_won():
    assert told("--layout", "?? ??", "--discard", "JH")["rule"] == "trash.unseen_layouts"
    both = ("--layout", "?? ??", "--layout", "?? ??", "--discard", "JH")
    assert told(*both, status=1)["rule"] == "trash.wild_discarded"
    assert told(*both, "--players", 3)["verdict"] == "cannot tell"


CHANGE = ("--before", f"AS ?? ?? {REST}", "--after", f"AS 2D 3H {REST}")


def test_a_turn_is_explained():
    body = told(*CHANGE, "--discard-before", "9C", "--discard-after", "QH")
    assert body["verdict"] == "legal"
    placed = [(each["card"], each["slot"]) for each in body["explanation"]["placements"]]
    assert sorted(placed) == [("2D", 2), ("3H", 3)]
    text = run(*CHANGE, "--discard-before", "9C", "--discard-after", "QH").stdout
    assert "→ 2" in text
    assert "Q♥ ✕" in text


def test_a_playable_card_discarded_is_named_in_every_language():
    for lang, word in (("en", "slot 5"), ("fr", "5"), ("de", "Platz 5")):
        body = told(*CHANGE, "--discard-before", "9C", "--discard-after", "5C", "--lang", lang, status=1)
        assert body["rule"] == "trash.playable_discarded"
        assert word in body["sentence"]


def test_a_card_that_cannot_be_known_is_no_guess():
    body = told(*CHANGE, "--discard-before", "9C", "--discard-after", "--")
    assert body["verdict"] == "cannot tell"
    assert body["explanation"]["missing"]


def test_a_rank_alone_may_be_enough():
    assert told("--before", f"AS ?? ?? {REST}", "--after", f"AS 2? 3? {REST}", "--discard-before", "9C",
                "--discard-after", "Q?")["verdict"] == "legal"  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give a photo, or --layout, or --before and --after"),
        (["--layout", "AS 1X"], "--layout: Place 2, “1X”, cannot be read"),
        (["--before", "AS ??"], "--after is missing"),
        (["--after", "AS ??"], "--before is missing"),
        (["--layout", "AS ??", "--before", "AS"], "give a photo, or --layout"),
        (["--layout", "AS ??", "--slots", "9" * 5000], "a layout has 1 to 10 slots"),
        (["--layout", "AS ??", "--slots", "ten"], "is not a list of numbers such as 10,9"),
        (["--layout", "AS ??", "--wild", "A"], "one or more of J, Q and K, not A"),
        (["--layout", "AS ??", "--jokers", "9"], "Option jokers must be from 0 to 8, not 9."),
        (["--layout", "AS ??", "--fix", "1=2C"], "--fix goes with a photo"),
        (["--layout", "AS ??", "--discard-after", "2C"], "go with --before and --after"),
        (["--before", "AS ??", "--after", "AS ??", "--discard", "2C"], "--discard goes with --layout"),
        (["--layout", "??"] * 5 + ["--players", "4"], "There are 5 layouts and 4 players."),
        (["a.jpg", "b.jpg"], "2 photos: one shows the table"),
        (
            ["--layout", "AS ??", "--player", "2"],
            "--player goes with a change: --before and --after, or --before-image",
        ),
        (["--layout", "AS ??", "--stock", "20"], "--stock goes with a change"),
        (["a.jpg", "--packs", "9"], "--packs 9: cards in a picture are told apart in up to 8 packs"),
        (["a.jpg", "--players", "40"], "--players 40: so many share 20 packs where --packs does not say otherwise"),
        (["--wild", "", "--layout", "AS"], "The wild cards are one or more of J, Q and K: none is given."),
        (["--wild", "", "--layout", "AS", "--lang", "de"], "K (König): Keine ist angegeben."),
        (["--layout", "AS ??", "--packs", "101"], "Option packs must be from 1 to 100, not 101."),
    ],
)
def test_bad_input_is_one_line_naming_it(arguments, message):
    result = run(*arguments, status=2)
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert message in result.stderr
