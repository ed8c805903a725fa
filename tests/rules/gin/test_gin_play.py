"""Playing a hand of gin: the deal, the first turn, turns, going out, dead hands, what is refused and why."""

import pytest
from gintables import KNOCKER, POOR, card, deal, late, pack, play

from rules import gin
from rules.cards import CARDS, format_cards, parse_cards
from rules.errors import CardError, IllegalMove, RulesError
from rules.gin.position import Phase

# The deal.


def test_ten_each_the_upcard_and_31_in_the_stock() -> None:
    state = deal(KNOCKER, POOR, "7D", "5C 8H")
    assert state.hand(1) == tuple(sorted(parse_cards(KNOCKER)))
    assert state.hand(0) == tuple(sorted(parse_cards(POOR)))
    assert (format_cards(state.pile), state.upcard, len(state.stock)) == ("7D", card("7D"), 31)
    assert (state.dealer, state.turn, state.phase) == (0, 1, Phase.OFFER)


def test_cards_are_dealt_one_at_a_time_from_the_non_dealer() -> None:
    state = gin.State.deal(CARDS, dealer=1)
    assert state.hand(0)[:3] == (CARDS[0], CARDS[2], CARDS[4])
    assert state.hand(1)[:3] == (CARDS[1], CARDS[3], CARDS[5])
    assert state.turn == 0


def test_a_seed_repeats_a_deal() -> None:
    assert gin.State.shuffled(5) == gin.State.shuffled(5) != gin.State.shuffled(6)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (CARDS[:51], "all 52 cards, not from 51"),
        ((*CARDS[:51], CARDS[0]), "A♣ occurs more often"),
        ((*CARDS[:51], *parse_cards("JOKER")), "joker is not in the pack"),
    ],
)
def test_only_a_whole_pack_is_dealt(cards, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        gin.State.deal(cards)


# The first turn.


def test_the_non_dealer_may_take_the_upcard() -> None:
    state = play(deal(KNOCKER, POOR, "7D"), "take")
    assert (state.turn, state.phase, state.taken, state.pile) == (1, Phase.DISCARD, card("7D"), ())
    assert card("7D") in state.hand(1)


def test_the_dealer_may_take_what_the_non_dealer_passed() -> None:
    state = play(deal(KNOCKER, POOR, "7D"), "pass", "take")
    assert (state.turn, state.taken) == (0, card("7D"))
    assert play(state, "discard KS").turn == 1


def test_after_two_passes_the_non_dealer_draws_from_the_stock() -> None:
    state = play(deal(KNOCKER, POOR, "7D", "5C"), "pass", "pass")
    assert list(map(str, state.legal_moves)) == ["draw"]
    assert state.turn == 1
    state = play(state, "draw")
    assert state.drawn == card("5C")
    assert list(map(str, play(state, "discard 5C").legal_moves)) == ["take", "draw"]


def test_after_the_first_turn_either_pile_is_open() -> None:
    state = play(deal(KNOCKER, POOR, "7D"), "take", "discard 9C")
    assert (state.turn, [str(move) for move in state.legal_moves]) == (0, ["take", "draw"])


# Turns.


def test_a_turn_is_one_draw_and_one_discard() -> None:
    state = play(deal(KNOCKER, POOR, "7D", "5C 8H"), "pass", "pass", "draw", "discard 7S")
    assert (state.turn, state.phase, format_cards(state.pile)) == (0, Phase.DRAW, "7D 7S")
    state = play(state, "draw")
    assert (state.drawn, len(state.stock)) == (card("8H"), 29)
    assert [str(move) for move in state.legal_moves if isinstance(move, gin.Discard)] == [
        f"discard {held}" for held in state.hand(0)
    ]


def test_the_card_drawn_from_the_stock_may_be_discarded() -> None:
    state = play(deal(KNOCKER, POOR, "7D", "5C"), "pass", "pass", "draw")
    assert state.can_discard(card("5C"))


def test_a_card_taken_earlier_may_be_discarded_later() -> None:
    state = play(deal(KNOCKER, POOR, "7D"), "take", "discard 7S", "draw", "discard KS", "draw")
    assert state.can_discard(card("7D"))


# Going out.


def test_a_knock_is_allowed_from_the_first_turn_on() -> None:
    state = play(deal(KNOCKER, POOR, "7D"), "take", "knock 7S")
    assert (state.phase, state.turn) == (Phase.SHOW, 0)
    assert state.pile[-1] == card("7S")
    state = play(state, "show")
    assert state.over
    assert (state.winner, state.showdown.ending, state.showdown.points) == (1, "knock", 72 - 7)


def test_gin_is_optional_until_the_player_ends_the_hand() -> None:
    state = play(deal(KNOCKER, POOR, "9S"), "take")
    assert state.can_discard(card("7S"))
    assert state.can_knock(card("7S"))
    assert play(state, "knock 7S", "show").showdown.ending == "gin"
    less = play(state, "knock 7S: AS AD AC / 3H 4H 5H / 9C 9D 9S", "show").showdown
    assert (less.ending, less.knocker.points) == ("knock", 9)


def test_big_gin_with_eleven_cards_and_no_discard() -> None:
    state = play(deal(KNOCKER.replace("7S", "9S"), POOR, "6H"), "take")
    assert gin.BigGin() in list(state.legal_moves)
    after = play(state, "big gin", "show")
    assert (after.showdown.ending, after.showdown.points, after.pile) == ("big_gin", 31 + 72, ())
    assert play(state, "knock 3H", "show").showdown.ending == "gin"


def test_declared_melds_lie_on_the_table_and_count() -> None:
    state = play(deal(KNOCKER, POOR.replace("8S", "6H"), "7D"), "take", "knock 7S: AS AD AC / 3H 4H 5H / 9C 9D 9H")
    assert state.can_show(layoffs=[card("6H")])
    assert play(state, "show").showdown.defender.layoffs[0].card == card("6H")
    assert play(state, "show + -").showdown.defender.layoffs == ()


def test_the_defender_may_declare_melds_and_layoffs() -> None:
    state = play(deal(KNOCKER, "2C 2D 2H JC JD JH 4C 6D 8S 6H", "7D"), "take", "knock 7S")
    best = play(state, "show").showdown
    poor = play(state, "show: 2C 2D 2H + 6H").showdown
    assert (best.defender.points, poor.defender.points) == (18, 48)


# Dead hands.


def test_the_draw_that_leaves_two_cards_ends_the_hand_with_a_plain_discard() -> None:
    state = play(late(POOR, KNOCKER, "5C 3C 3D", "7C"), "draw")
    assert len(state.stock) == 2
    state = play(state, "discard 5C")
    assert state.over
    assert state.void
    assert state.winner is None
    assert state.showdown is None
    assert list(state.legal_moves) == []


@pytest.mark.parametrize(
    ("drawn", "move", "ending"), [("5C", "knock 5C", "knock"), ("9S", "knock 7S", "gin"), ("7D", "knock 7D", "knock")]
)
def test_in_a_dead_hand_the_player_may_still_go_out(drawn: str, move: str, ending: str) -> None:
    state = play(late(KNOCKER, POOR, f"{drawn} 3C 3D", "7C"), "draw", move, "show")
    assert state.showdown.ending == ending


def test_in_a_dead_hand_the_player_may_still_go_big_gin() -> None:
    state = play(late(KNOCKER.replace("7S", "9S"), POOR, "6H 3C 3D", "7C"), "draw", "big gin", "show")
    assert state.showdown.ending == "big_gin"


def test_taking_the_discard_does_not_run_the_stock_down() -> None:
    state = play(late(POOR, KNOCKER, "5C 3C 3D", "7C"), "take", "discard KS")
    assert not state.over
    assert list(map(str, state.legal_moves)) == ["take", "draw"]


def test_the_opponent_may_not_take_the_discard_of_a_dead_hand() -> None:
    state = play(late(POOR, KNOCKER, "5C 3C 3D", "7C"), "draw", "discard 5C")
    with pytest.raises(IllegalMove, match="The hand is over") as caught:
        state.take()
    assert caught.value.rule == "gin.over"


# Petit gin.


def test_petit_gin_goes_out_with_one_unmatched_card_of_any_points() -> None:
    hand = KNOCKER.replace("7S", "KC")
    state = play(deal(hand, POOR, "QS", rules=gin.Rules(petit_gin=True)), "take", "knock KC", "show")
    assert (state.showdown.ending, state.showdown.points) == ("petit_gin", 25 + 72 - 10)
    # Without petit gin ten points may knock too; with a limit of five nobody may.
    low = gin.Rules(knock_limit=5)
    assert not play(deal(hand, POOR, "QS", rules=low), "take").can_knock(card("KC"))
    petit = gin.Rules(knock_limit=5, petit_gin=True)
    assert play(deal(hand, POOR, "QS", rules=petit), "take").can_knock(card("KC"))


def test_petit_gin_needs_exactly_one_unmatched_card() -> None:
    rules = gin.Rules(petit_gin=True, knock_limit=0)
    state = play(deal(KNOCKER.replace("AC", "2S"), POOR.replace("2C", "AC"), "QS", rules=rules), "take")
    assert not any(isinstance(move, gin.Knock) for move in state.legal_moves)


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


def offered():
    return deal(KNOCKER, POOR, "7D", "5C 8H")


def drawing():
    return play(offered(), "pass", "take", "discard KS")


def discarding():
    return play(offered(), "take")


def knocked():
    return play(discarding(), "knock 7S")


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
    ("a_joker", discarding, "discard JOKER", "gin.not_in_hand", "joker is not in the player’s hand"),
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
    ("big_gin_with_deadwood", discarding, "big gin", "gin.eleven", "Eleven cards are big gin or nothing: 7♦, 7♠"),
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


# What a player may see.


def test_a_view_shows_the_own_hand_and_counts_the_rest() -> None:
    state = play(offered(), "take", "discard 7S", "draw")
    view = state.view(1)
    assert view.hand == state.hand(1)
    assert (view.opponent, view.stock, format_cards(view.pile)) == (11, 30, "7S")
    assert view.drawn is None
    assert view.known == ()
    assert view.legal_moves == ()
    mine = state.view(0)
    assert mine.drawn == card("5C")
    assert mine.known == (card("7D"),)
    assert mine.legal_moves == tuple(state.legal_moves)


def test_a_knock_shows_the_knockers_hand_and_the_show_the_defenders() -> None:
    state = knocked()
    assert state.view(0).known == state.hand(1)
    assert state.view(1).known == ()
    after = play(state, "show")
    assert after.view(1).known == after.hand(0)


def test_a_void_hand_is_not_shown() -> None:
    state = play(late(POOR, KNOCKER, "5C 3C 3D", "7C"), "draw", "discard 5C")
    assert state.view(0).known == state.view(1).known == ()


# Positions.


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
        ("0 2C 2D", "0 JOKER 2D", "joker is not in the pack"),
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
    from dataclasses import replace

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
