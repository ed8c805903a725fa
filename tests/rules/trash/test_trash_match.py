"""How hands and matches of Trash end."""

from collections import Counter
from dataclasses import replace

import pytest
from trashpositions import position

from rules.cards import Card, parse_cards
from rules.trash import Draw, Phase, Pile, Place, Rules, State, Status, TimeUp


def test_the_first_complete_layout_wins_the_hand_at_once() -> None:
    step = position("AS (2H) JC / (2C) ?? ??", "2D").place(0, Card(2, "D"), 2)
    assert step.completed
    assert (step.after.winner, step.after.phase) == (0, Phase.DEAL)


def test_the_card_left_over_is_laid_on_the_pile_even_if_it_could_be_played() -> None:
    step = position("AS JC (3H) / ?? ?? ??", "3D", discards="QC").place(0, Card(3, "D"), 3)
    assert step.taken is Card(3, "H")
    assert list(map(str, step.after.discards)) == ["3H", "QC"][::-1]
    wild = position("AS JC (JH) / ?? ?? ??", "3D").place(0, Card(3, "D"), 3)
    assert str(wild.after.top) == "JH"


def test_the_winner_plays_on_with_one_slot_fewer_and_begins() -> None:
    won = position("?? ?? ?? / AC 2C (KC)", "3D", player=2).place(1, Card(3, "D"), 3).after
    assert (won.sizes, won.first, won.player) == ((3, 2), 1, 1)
    dealt = won.deal().after
    assert (tuple(map(len, dealt.layouts)), dealt.player, dealt.discards) == ((3, 2), 1, ())
    assert dealt.hands == 4


def test_the_start_may_pass_clockwise_instead() -> None:
    won = position("?? ?? ?? / AC 2C (KC)", "3D", "start=clockwise", player=2, rest="").place(1, Card(3, "D"), 3).after
    assert won.first == 1
    won = position("AC 2C (KC) / ?? ?? ??", "3D", "start=clockwise").place(0, Card(3, "D"), 3).after
    assert won.first == 1


def test_numbers_beyond_a_shorter_layout_are_unplayable_for_that_player_only() -> None:
    state = position("?? ?? ?? / ?? ?? ?? ??", "4D")
    assert state.can_discard(0, Card(4, "D"))
    assert position("?? ?? ?? / ?? ?? ?? ??", "4D", player=2).can_place(1, Card(4, "D"), 4)


@pytest.mark.parametrize("card", ["AD", "JD"])
def test_filling_a_single_slot_wins_the_match(card: str) -> None:
    over = position("(2C) / ?? ?? ??", card).place(0, Card.parse(card), 1).after
    assert (over.phase, over.winners, over.over) == (Phase.OVER, (0,), True)
    assert list(over.legal_moves) == []


def test_the_first_to_come_down_to_so_many_slots_wins_the_match() -> None:
    over = position("AC 2C (KC) / ?? ?? ??", "3D", "end_slots=2 second_look=true").place(0, Card(3, "D"), 3).after
    assert (over.phase, over.winners, over.sizes) == (Phase.OVER, (0,), (2, 3))


def test_losers_who_come_down_by_the_look_win_and_share_it() -> None:
    state = position("AC 2C 3C (KC) / (AD) 2D (3D) / AH (2H) (JC)", "4D", "end_slots=2 second_look=true")
    looking = state.place(0, Card(4, "D"), 4).after
    assert (looking.phase, looking.player, looking.sizes) == (Phase.LOOK, 1, (3, 3, 3))
    after = looking.look(1).after
    assert (after.phase, after.player, after.sizes) == (Phase.LOOK, 2, (3, 2, 3))
    over = after.look(2).after
    assert (over.phase, over.winners, over.sizes) == (Phase.OVER, (1, 2), (3, 2, 2))


def test_a_position_in_which_others_look_after_one_who_has_come_down_is_possible() -> None:
    state = State.start(Rules(players=3, second_look=True, end_slots=2), first=0, sizes=(4, 3, 3))
    # The first player draws the ace and turns up two to four; the second's cards lie right as they are.
    order = parse_cards("2C 3C 4C QC AD 2D 3D 4H 5H 6H AC")
    rest = Counter(state.rules.pack.cards()) - Counter(order)
    state = state.deal((*order, *rest.elements())).after.draw(0, Pile.STOCK).after
    for number in (1, 2, 3, 4):
        state = state.place(0, Card(number, "C"), number).after
    after = state.look(1).after
    assert (after.phase, after.player, after.sizes) == (Phase.LOOK, 2, (3, 2, 3))
    assert after.status() is Status.VALID
    assert State.parse(str(after)) == after
    assert replace(after, sizes=(3, 1, 3)).status() is Status.WRONG_LAYOUT_SIZE


def test_after_a_fixed_number_of_deals_the_smallest_layout_wins() -> None:
    over = position("?? ?? ?? ?? / AC 2C (KC)", "3D", "end_deals=3", player=2).place(1, Card(3, "D"), 3).after
    assert (over.phase, over.winners, over.sizes) == (Phase.OVER, (1,), (4, 2))
    on = position("?? ?? ?? ?? / AC 2C (KC)", "3D", "end_deals=4", player=2).place(1, Card(3, "D"), 3).after
    assert on.phase is Phase.DEAL


def test_equal_layouts_share_the_match() -> None:
    over = position("AC 2C (KC) / ?? ??", "3D", "end_deals=3").place(0, Card(3, "D"), 3).after
    assert over.winners == (0, 1)


def test_the_last_look_counts_before_the_smallest_layout_wins() -> None:
    state = position("AC 2C (KC) / (AD) 2D", "3D", "end_deals=3 second_look=true").place(0, Card(3, "D"), 3).after
    assert state.phase is Phase.LOOK
    assert state.look(1).after.winners == (1,)


def test_filling_a_single_slot_wins_before_the_deals_are_over() -> None:
    assert position("(2C) / ?? ?? ??", "AD", "end_deals=9").place(0, Card(1, "D"), 1).after.winners == (0,)
    assert position("(2C) / ?? ?? ??", "AD", "end_time=true").place(0, Card(1, "D"), 1).after.winners == (0,)


def test_when_time_is_called_the_hand_in_play_is_finished() -> None:
    state = position("?? ?? ?? ?? / AC 2C (KC)", "3D", "end_time=true", player=2)
    assert TimeUp() in state.legal_moves
    called = state.play(TimeUp()).after
    assert (called.phase, called.time_called) == (Phase.PLAY, True)
    assert TimeUp() not in called.legal_moves
    over = called.place(1, Card(3, "D"), 3).after
    assert (over.phase, over.winners) == (Phase.OVER, (1,))
    on = state.place(1, Card(3, "D"), 3).after
    assert on.phase is Phase.DEAL


def test_time_called_between_hands_ends_the_match() -> None:
    between = position("?? ?? ?? ?? / AC 2C (KC)", "3D", "end_time=true", player=2).place(1, Card(3, "D"), 3).after
    over = between.play(TimeUp()).after
    assert (over.phase, over.winners) == (Phase.OVER, (1,))


def test_without_the_look_the_others_do_not_turn_their_cards() -> None:
    assert position("AC 2C (KC) / (AD) 2D", "3D").place(0, Card(3, "D"), 3).after.phase is Phase.DEAL


def test_in_the_second_look_a_layout_that_is_right_drops_a_slot_too() -> None:
    state = position("AC 2C (KC) / (AD) 2D (JH)", "3D", "second_look=true").place(0, Card(3, "D"), 3).after
    step = state.look(1)
    assert (step.dropped, step.cards, step.after.sizes) == (True, parse_cards("AD JH"), (2, 2))
    assert all(slot.up for slot in step.after.layouts[1])
    assert step.after.phase is Phase.DEAL


def test_in_the_second_look_one_card_out_of_place_keeps_the_slot() -> None:
    state = position("AC 2C (KC) / (AD) 2D (4H)", "3D", "second_look=true").place(0, Card(3, "D"), 3).after
    assert (state.look(1).dropped, state.look(1).after.sizes) == (False, (2, 3))


def test_everyone_but_the_winner_looks_clockwise() -> None:
    state = position("(2H) / AC 2C (KC) / (4D) / (5D)", "3D", "second_look=true", player=2)
    order = []
    state = state.place(1, Card(3, "D"), 3).after
    while state.phase is Phase.LOOK:
        order.append(state.player)
        state = state.look(state.player).after
    assert order == [2, 3, 0]


def test_the_look_takes_no_ones_last_slot() -> None:
    state = position("AC 2C (KC) / (AD)", "3D", "second_look=true").place(0, Card(3, "D"), 3).after
    step = state.look(1)
    assert (step.dropped, step.after.sizes, step.after.phase) == (False, (2, 1), Phase.DEAL)


def test_the_look_does_not_follow_a_hand_that_wins_the_match() -> None:
    over = position("(2C) / (AD) 2D", "AC", "second_look=true").place(0, Card(1, "C"), 1).after
    assert (over.winners, over.sizes) == ((0,), (1, 2))


FREE = "second_look=true free_draws=true"


def test_the_loser_draws_up_to_three_times_from_the_stock_before_the_look() -> None:
    state = position("AC 2C (KC) / ?? (2D) (4H)", "3D", FREE, stock="KD QD QH KH").place(0, Card(3, "D"), 3).after
    for _ in range(3):
        state = state.draw(1, Pile.STOCK).after
        assert state.hand is not None
        state = state.discard(1, state.hand).after
        assert (state.phase, state.player) == (Phase.LOOK, 1)
    assert not state.can_draw(1, Pile.STOCK)
    assert state.can_look(1, parse_cards("AH 2D 4H"))


def test_the_loser_may_turn_the_cards_up_after_fewer_draws() -> None:
    state = position("AC 2C (KC) / (AH) (2D) (4H)", "3D", FREE).place(0, Card(3, "D"), 3).after
    assert {type(move).__name__ for move in state.legal_moves} == {"Draw", "Look"}


def test_a_free_draw_is_played_on_as_in_a_turn() -> None:
    state = position("AC 2C (KC) / (AH) (4H) (5H)", "3D", FREE, stock="2D KD").place(0, Card(3, "D"), 3).after
    state = state.draw(1, Pile.STOCK).after
    assert list(state.legal_moves) == [Place(1, Card(2, "D"), 2)]
    state = state.place(1, Card(2, "D"), 2).after
    assert state.hand is Card(4, "H")
    state = state.discard(1, Card(4, "H")).after
    assert (state.phase, state.player, state.free_draws) == (Phase.LOOK, 1, 2)


def test_completing_the_layout_by_a_free_draw_drops_a_slot_and_ends_the_drawing() -> None:
    state = position("AC 2C (KC) / AH (4H) 3H", "3D", FREE, stock="2D KD").place(0, Card(3, "D"), 3).after
    step = state.draw(1, Pile.STOCK).after.place(1, Card(2, "D"), 2)
    assert (step.completed, step.after.sizes, step.after.phase) == (True, (2, 2), Phase.DEAL)
    assert str(step.after.top) == "4H"
    assert step.after.first == 0


def test_a_free_draw_takes_no_ones_last_slot() -> None:
    state = position("AC 2C (KC) / (4H)", "3D", FREE, stock="AD KD").place(0, Card(3, "D"), 3).after
    step = state.draw(1, Pile.STOCK).after.place(1, Card(1, "D"), 1)
    assert (step.after.sizes, step.after.phase, step.after.winners) == ((2, 1), Phase.DEAL, ())


def test_a_loser_who_comes_down_by_a_free_draw_wins_the_match() -> None:
    state = position("AC 2C 3C (KC) / AH (4H) 3H", "4D", f"{FREE} end_slots=2", stock="2D KD")
    state = state.place(0, Card(4, "D"), 4).after
    step = state.draw(1, Pile.STOCK).after.place(1, Card(2, "D"), 2)
    assert step.after.winners == (1,)


def test_a_free_draw_that_takes_the_last_card_is_followed_by_a_new_stock() -> None:
    state = (
        position("AC 2C (KC) / (AH) (2D) (4H)", "3D", FREE, stock="KD", discards="QC QD")
        .place(0, Card(3, "D"), 3)
        .after
    )
    step = state.draw(1, Pile.STOCK).after.discard(1, Card(13, "D"))
    assert (step.reshuffled, len(step.after.stock), step.after.free_draws) == (True, 3, 2)


def test_refusals_after_a_hand() -> None:
    state = position("AC 2C (KC) / (AH) (2D) (4H)", "3D", FREE).place(0, Card(3, "D"), 3).after
    refused = {
        "trash.free_draw_pile": Draw(1, Pile.DISCARD),
        "trash.out_of_turn": Draw(0, Pile.STOCK),
        "trash.hand_in_play": None,
    }
    for rule, move in refused.items():
        with pytest.raises(ValueError, match=r".") as caught:
            state.deal() if move is None else state.play(move)
        assert caught.value.rule == rule  # type: ignore[attr-defined]
    for cards, rule in (("AH 2D", "trash.look_number"), ("AH 2D 5H", "trash.look_card")):
        with pytest.raises(ValueError, match=r".") as caught:
            state.look(1, parse_cards(cards))
        assert caught.value.rule == rule  # type: ignore[attr-defined]
    spent = replace(state, free_draws=0)
    with pytest.raises(ValueError, match="Player 2 has no free draw left"):
        spent.draw(1, Pile.STOCK)
    unknown = position("AC 2C (KC) / ?? (2D) (4H)", "3D", FREE).place(0, Card(3, "D"), 3).after
    with pytest.raises(ValueError, match="every A♣ in play lies elsewhere"):
        unknown.look(1, parse_cards("AC 2D 4H"))


@pytest.mark.parametrize(
    ("state", "flag"),
    [
        (position("AS AS (3H) / ?? ?? ??", "4D"), Status.TOO_MANY_OF_A_CARD),
        (position("AS 2S (3H) / ?? ?? ??", "4D"), Status.WRONG_NUMBER_OF_CARDS),
        (position("AS 2S (3H) / ?? ?? ??", "4D", rest=" | sizes 4 3"), Status.WRONG_LAYOUT_SIZE),
        (position("AS 3H ?? / ?? ?? ??", "4D"), Status.WRONG_SLOT),
        (position("AS ?? ?? / ?? ?? ??", "4D", discards="JC"), Status.WILD_DISCARDED),
        (position("AS 2S / ?? ?? ??", "4D"), Status.ALREADY_WON),
        (position("AS ?? / ?? ?? ??", "4D", rest=" | turn 1 deal"), Status.NO_WINNER | Status.WRONG_HAND),
        (position("AS ?? / ?? ?? ??", "4D", stock="", rest=" | turn 1 draw"), Status.NO_STOCK | Status.WRONG_HAND),
    ],
)
def test_status_says_why_a_position_is_impossible(state: State, flag: Status) -> None:
    assert flag in state.status()
