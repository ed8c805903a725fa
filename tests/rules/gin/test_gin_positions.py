"""Positions of gin written as one line, and what is wrong with those that cannot be."""

from dataclasses import replace

import pytest
from gintables import KNOCKER, POOR, card, deal, discarding, drawing, knocked, late, offered, pack, play

from rules import gin
from rules.cards import parse_cards
from rules.errors import RulesError


def test_positions_are_written_as_one_line() -> None:
    state = play(deal(KNOCKER, POOR, "7D", "5C 8H"), "take", "discard 7S")
    text = str(state)
    assert text.startswith(
        "draw 0; dealer 0; 0 2C 2D 4C 6D 8S 10D JC QD KH KS; 1 AC AD AS 3H 4H 5H 7D 9C 9D 9H; pile 7S; stock 5C 8H "
    )
    assert text.endswith("; upcard 7D; known1 7D")
    assert gin.State.parse(text) == state


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("draw 0", "sleep 0", "cannot be read at “sleep 0”"),
        ("draw 0", "draw 2", "cannot be read at “draw 2”"),
        ("; dealer 0", "", "cannot be read at “dealer”"),
        ("dealer 0", "dealer x", "cannot be read at “dealer x”"),
        ("; upcard 7D", "; upcard", "cannot be read at “upcard”"),
        ("; pile 7S", "; pile 7S; pile 7S", "cannot be read at “pile 7S”"),
        ("; pile 7S", "; heap 7S", "cannot be read at “heap 7S”"),
        ("; known1 7D", "; out draw", "cannot be read at “out draw”"),
        ("; known1 7D", "; reply show", "cannot be read at “reply show”"),
        ("pile 7S", "pile 7X", "“7X”, is not a card"),
        ("0 2C 2D", "0 2C 2C", "2♣ is there twice"),
        ("0 2C 2D", "0 JOKER 2D", "Joker is not in the pack"),
        ("known1 7D", "rules colour=red", "There is no option colour"),
        ("pile 7S", "pile 2C", "The position is impossible: a card lies in two places, a card is missing"),
        ("0 2C 2D", "0 2C", "The position is impossible: a card is missing, a hand has the wrong number"),
        ("draw 0", "discard 0", "a hand has the wrong number of cards, a card is noted"),
        ("known1 7D", "known1 KS", "The position is impossible: a card is noted"),
        ("draw 0", "over 0", "The position is impossible: nobody can be out"),
        ("draw 0", "show 0", "The position is impossible: nobody can be out"),
    ],
)
def test_a_line_that_is_no_position_is_refused(old: str, new: str, message: str) -> None:
    text = str(play(deal(KNOCKER, POOR, "7D", "5C 8H"), "take", "discard 7S"))
    assert old in text
    with pytest.raises(RulesError, match=message):
        gin.State.parse(text.replace(old, new))


@pytest.mark.parametrize(
    ("position", "change", "flag"),
    [
        (offered, {"turn": 0}, gin.Status.TURN),
        (offered, {"passes": 1}, gin.Status.TURN),
        (offered, {"turn": 7}, gin.Status.TURN),
        (drawing, {"passes": 3}, gin.Status.TURN),
        (lambda: play(offered(), "pass", "pass"), {"turn": 0}, gin.Status.TURN),
        (offered, {"upcard": card("5C")}, gin.Status.PILE),
        (discarding, {"drawn": card("7S")}, gin.Status.TAKEN),
        (discarding, {"known": (0, 0)}, gin.Status.TAKEN),
        (drawing, {"taken": card("7S")}, gin.Status.TAKEN),
        (knocked, {"out": None}, gin.Status.OUT),
        (knocked, {"out": gin.Knock(card("7D"), ())}, gin.Status.PILE),
        (knocked, {"out": gin.Knock(card("7S"), ())}, gin.Status.OUT),
        (knocked, {"out": gin.Knock(card("7S"), (tuple(parse_cards("AS AD 2C")),))}, gin.Status.OUT),
        (knocked, {"out": gin.BigGin(())}, gin.Status.HAND_SIZE),
        (lambda: play(knocked(), "show"), {"showdown": None}, gin.Status.OUT),
        (lambda: late(POOR, KNOCKER, "5C 3C", "7C"), {}, gin.Status.STOCK_SIZE),
    ],
)
def test_status_names_what_is_wrong(position, change, flag: gin.Status) -> None:
    state = position()
    assert flag in replace(state, **change).status()


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_every_status_has_its_words(lang: str) -> None:
    flags = [flag.name for flag in gin.Status]
    words = RulesError("gin.impossible", {"flags": flags}).sentence(lang)
    assert not any(flag in words for flag in flags)
    assert len(set(words.split(", "))) >= len(flags)


def test_the_positions_of_these_tests_are_possible() -> None:
    for position in (offered, drawing, discarding, knocked, lambda: play(knocked(), "show")):
        assert position().status() is gin.Status.VALID
    assert late(POOR, KNOCKER, "5C 3C 3D", "7C").status() is gin.Status.VALID
    assert len(set(pack(KNOCKER, POOR, "7D"))) == 52
