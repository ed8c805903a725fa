"""Playing a hand of gin: the deal, the first turn, turns, going out, dead hands, what a player may see."""

import pytest
from gintables import KNOCKER, POOR, card, deal, knocked, late, offered, play

from rules import gin
from rules.cards import CARDS, format_cards, parse_cards
from rules.errors import IllegalMove, RulesError
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
        ((*CARDS[:51], *parse_cards("JOKER")), "Joker is not in the pack"),
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
