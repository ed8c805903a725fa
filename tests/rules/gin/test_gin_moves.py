"""Moves of gin: their notation, what is refused and why, every operation in its three forms."""

import pytest
from gintables import KNOCKER, POOR, card, deal, discarding, drawing, knocked, offered, play

from rules import gin
from rules.errors import CardError, IllegalMove, RulesError

# Moves and their notation.


@pytest.mark.parametrize(
    "text",
    [
        "take",
        "pass",
        "draw",
        "discard 10H",
        "knock 5C",
        "knock 5C: AC AD AS / 3H 4H 5H",
        "knock 5C: -",
        "big gin",
        "show",
        "big gin: AC AD AH AS / 3C 4C 5C 6C 7C 8C 9C",
        "show: 2C 2D 2H",
        "show: -",
        "show + 5H 6H",
        "show + -",
        "show: 2C 2D 2H / 7S 8S 9S + 5H",
        "show: - + -",
    ],
)
def test_moves_round_trip(text: str) -> None:
    move = gin.parse_move(text)
    assert str(move) == text
    assert gin.parse_move(str(move)) == move
    assert hash(gin.parse_move(f"  {text} ")) == hash(move)


def test_melds_declared_in_another_order_are_the_same_move() -> None:
    assert gin.parse_move("knock 5c: 5H 3H 4H / AS AD AC") == gin.parse_move("knock 5C: AC AD AS / 3H 4H 5H")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fold",
        "discard",
        "draw 5H",
        "take 5H",
        "pass: AS",
        "big gin 5H",
        "show 5H",
        "knock",
        "discard 5H: AS AD AC",
        "knock 5H:",
        "knock 5H + 6H",
        "show:",
        "show +",
        "show: AS: AD",
        "big gin + 5H",
        "discard 5H 6H",
    ],
)
def test_refuses_what_is_no_move(text: str) -> None:
    with pytest.raises(RulesError, match="is not a move in gin") as caught:
        gin.parse_move(text)
    assert caught.value.rule == "gin.move"


def test_refuses_a_move_with_what_is_no_card() -> None:
    with pytest.raises(CardError, match="“5X”"):
        gin.parse_move("discard 5X")


# What is refused, and why.

REFUSED = [
    ("drawing_twice", discarding, "draw", "gin.drawn_twice", "A player draws one card a turn"),
    (
        "taking_after_drawing",
        lambda: play(drawing(), "draw"),
        "take",
        "gin.drawn_twice",
        "A player draws one card a turn",
    ),
    ("discarding_before_drawing", drawing, "discard 7S", "gin.draw_first", "has to draw before discarding"),
    ("knocking_before_drawing", drawing, "knock 7S", "gin.draw_first", "has to draw before discarding or going out"),
    ("big_gin_before_drawing", drawing, "big gin", "gin.draw_first", "has to draw"),
    ("discarding_on_the_offer", offered, "discard 7S", "gin.draw_first", "has to draw"),
    ("the_card_just_taken", discarding, "discard 7D", "gin.discard_taken", "7♦ was just taken from the discard pile"),
    ("knocking_with_it", lambda: play(drawing(), "take"), "knock KS", "gin.discard_taken", "K♠ was just taken"),
    ("a_card_not_held", discarding, "discard KS", "gin.not_in_hand", "K♠ is not in the player’s hand"),
    ("a_joker", discarding, "discard JOKER", "gin.not_in_hand", "Joker is not in the player’s hand"),
    ("the_stock_before_the_upcard", offered, "draw", "gin.upcard_first", "has to be taken or passed before the stock"),
    ("passing_later", drawing, "pass", "gin.pass_late", "Only the first upcard may be passed"),
    (
        "passing_after_two_passes",
        lambda: play(offered(), "pass", "pass"),
        "pass",
        "gin.pass_late",
        "Only the first upcard",
    ),
    ("the_passed_upcard", lambda: play(offered(), "pass", "pass"), "take", "gin.stock_only", "Both players passed 7♦"),
    ("too_much_deadwood", discarding, "knock 3H", "gin.knock_limit", "too much to knock: the limit is 10. Unmatched: "),
    (
        "big_gin_with_deadwood",
        discarding,
        "big gin",
        "gin.eleven",
        "Eleven cards go out only when all are melded. Unmatched: 7♦, 7♠",
    ),
    ("no_meld", discarding, "knock 7S: AS AD 3H", "gin.no_meld", "A♦, A♠, 3♥: that is no meld"),
    (
        "melds_overlap",
        lambda: play(deal(KNOCKER, POOR, "9S"), "take"),
        "knock 7S: 9C 9D 9H / 9H 9S 9C",
        "gin.meld_overlap",
        "♣",
    ),
    (
        "meld_not_held",
        discarding,
        "knock 7S: 3H 4H 5H 6H",
        "gin.meld_foreign",
        "6♥ is in a meld but not in the knocker’s",
    ),
    ("meld_with_the_discard", discarding, "knock AS: AS AD AC", "gin.meld_foreign", "A♠ is in a meld but not in"),
    ("melds_that_leave_too_much", discarding, "knock 7S: AS AD AC", "gin.knock_limit", "Deadwood of 46"),
    ("showing_early", discarding, "show", "gin.show_early", "only when someone has knocked"),
    ("playing_after_a_knock", knocked, "draw", "gin.knocked", "A player has gone out"),
    ("a_layoff_that_does_not_fit", knocked, "show + KS", "gin.layoff_fit", "K♠ does not fit"),
    ("a_layoff_not_held", knocked, "show + 2H", "gin.layoff_hand", "2♥ cannot be laid off"),
    ("a_defenders_meld_that_is_none", knocked, "show: 2C 2D 4C", "gin.no_meld", "2♣, 2♦, 4♣: that is no meld"),
    ("a_defenders_meld_not_held", knocked, "show: 2C 2D 2H", "gin.meld_foreign", "not in the defender’s hand"),
    ("anything_when_over", lambda: play(knocked(), "show"), "show", "gin.over", "The hand is over"),
    (
        "a_layoff_against_gin",
        lambda: play(deal(KNOCKER, POOR.replace("8S", "6H"), "9S"), "take", "knock 7S"),
        "show + 6H",
        "gin.layoff_gin",
        "6♥ cannot be laid off: nothing is laid off against gin",
    ),
    (
        "big_gin_where_it_is_not_played",
        lambda: play(deal(KNOCKER.replace("7S", "9S"), POOR, "6H", rules=gin.Rules(big_gin_bonus=None)), "take"),
        "big gin",
        "gin.eleven_off",
        "Big gin is not played",
    ),
    (
        "a_knock_where_only_gin_is",
        lambda: play(
            deal(
                KNOCKER.replace("AS", "2S"),
                POOR.replace("2C", "AS"),
                "AH",
                rules=gin.Rules(oklahoma=True, oklahoma_ace="gin"),
            ),
            "take",
        ),
        "knock 7S",
        "gin.gin_only",
        "This hand allows gin only",
    ),
]


@pytest.mark.parametrize(
    ("position", "move", "rule", "message"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_refused(position, move: str, rule: str, message: str) -> None:
    state, refused = position(), gin.parse_move(move)
    with pytest.raises(IllegalMove, match=message) as caught:
        state.do(refused)
    assert caught.value.rule == rule
    assert (caught.value.move, caught.value.position) == (str(refused), str(state))
    assert not state.can(refused)
    assert refused not in state.legal_moves
    for lang in ("fr", "de"):
        assert caught.value.sentence(lang) != str(caught.value)


# Every operation in its three forms, and its record.


@pytest.mark.parametrize(
    ("position", "name", "arguments", "move"),
    [
        (offered, "take", (), gin.Take()),
        (offered, "pass", (), gin.Pass()),
        (drawing, "draw", (), gin.Draw()),
        (discarding, "discard", (card("7S"),), gin.Discard(card("7S"))),
        (discarding, "knock", (card("7S"),), gin.Knock(card("7S"))),
        (lambda: play(deal(KNOCKER.replace("7S", "9S"), POOR, "6H"), "take"), "big_gin", (), gin.BigGin()),
        (knocked, "show", (), gin.Show()),
        (knocked, "show", (None, ()), gin.Show(None, ())),
    ],
)
def test_each_operation_verifies_asks_and_does(position, name: str, arguments, move: gin.Move) -> None:
    state = position()
    getattr(state, f"verify_{name}")(*arguments)
    assert getattr(state, f"can_{name}")(*arguments)
    step = getattr(state, "pass_" if name == "pass" else name)(*arguments)
    assert step == state.do(move)
    assert (step.player, step.move) == (state.turn, move)
    assert step.state == state.after(move)
    assert position() == state


@pytest.mark.parametrize(
    ("position", "name", "arguments"),
    [
        (discarding, "take", ()),
        (drawing, "pass", ()),
        (offered, "draw", ()),
        (offered, "discard", (card("7S"),)),
        (offered, "knock", (card("7S"),)),
        (discarding, "big_gin", ()),
        (offered, "show", ()),
    ],
)
def test_each_operation_refuses_in_all_forms(position, name: str, arguments) -> None:
    state = position()
    assert not getattr(state, f"can_{name}")(*arguments)
    for form in (f"verify_{name}", "pass_" if name == "pass" else name):
        with pytest.raises(IllegalMove):
            getattr(state, form)(*arguments)


def test_a_step_tells_the_card() -> None:
    assert offered().take().card == card("7D")
    assert play(offered(), "pass", "pass").draw().card == card("5C")
    assert discarding().discard(card("7S")).card == card("7S")
    assert offered().pass_().card is None
    assert knocked().show().showdown.points == 65


def test_legal_moves_have_a_length_a_truth_and_a_text() -> None:
    assert len(offered().legal_moves) == 2
    assert offered().legal_moves
    assert not play(knocked(), "show").legal_moves
    assert repr(offered().legal_moves) == "<LegalMoves: take, pass>"
    assert "take" not in offered().legal_moves
