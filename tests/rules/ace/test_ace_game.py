"""A game of Chase the Ace: kings, exchanges, the dealer, refusals with their messages, and the ends."""

import dataclasses

import pytest

from rules import ace
from rules.cards import Card, parse_cards
from rules.errors import IllegalMove, RulesError
from rules.lives import Lives


def dealt(cards, *, lives=None, dealer=None, **options):
    """Cards by seat; the last seat deals unless another is named."""
    seats = parse_cards(cards)
    rules = ace.Rules(**{"players": len(seats), "pack": 52} | options)
    dealer = len(seats) - 1 if dealer is None else dealer
    start = ace.State(rules, lives or Lives.start(len(seats), rules.lives), dealer, cards=(None,) * len(seats))
    order = start.lives.clockwise(dealer)
    return start.deal_cards([seats[seat] for seat in order])


def cards(state):
    return " ".join(str(card) for card in state.cards)


def test_one_card_each_clockwise_from_the_dealers_left():
    state = ace.State.start(ace.Rules(players=3), dealer=0).deal_cards(parse_cards("7H 8H 9H")).after
    assert cards(state) == "9H 7H 8H"
    assert state.turn == 1


def test_a_player_keeps_or_exchanges_with_the_left_hand_neighbour():
    state = dealt("7H 8H 9H 10H").after
    assert list(state.legal_moves) == [ace.Keep(0), ace.Exchange(0)]
    assert cards(state.keep().after) == "7H 8H 9H 10H"
    played = state.exchange()
    assert cards(played.after) == "8H 7H 9H 10H"
    assert played.partner == 1


def test_whoever_receives_a_card_still_has_a_full_decision_on_it():
    state = dealt("7H 8H 9H 10H").after.exchange().after
    assert state.turn == 1
    assert cards(state.exchange().after) == "8H 9H 7H 10H"


def test_the_player_on_the_dealers_right_exchanges_with_the_dealer():
    state = dealt("7H 8H 9H").after.keep().after
    played = state.exchange()
    assert played.partner == 2
    assert cards(played.after) == "7H 9H 8H"


def test_the_dealer_comes_last_and_keeps_or_draws_from_the_rest_of_the_pack():
    state = dealt("7H 8H 9H").after.keep().after.keep().after
    assert list(state.legal_moves) == [ace.Keep(2), ace.Draw(2)]
    played = state.draw(Card.parse("2C"))
    assert played.ended is not None
    # The nine laid aside is out of the showing.
    assert str(played.ended) == "showdown 1=7H 2=8H 3=2C loses 3"


def test_a_draw_left_to_chance_is_of_the_rest_and_follows_the_seed():
    drawn = set()
    for seed in range(200):
        start = ace.State.start(ace.Rules(players=2), dealer=1, seed=seed)
        state = start.deal_cards(parse_cards("7H 8H")).after.keep().after
        card = state.draw().move.card
        assert card == state.draw().move.card
        assert card in state.rest
        drawn.add(card)
    assert drawn == set(state.rest)


def test_a_king_turned_up_has_no_decision():
    state = dealt("KH 8H 9H").after
    assert state.immune == (0,)
    assert state.turn == 1


def test_a_dealer_with_a_king_keeps_it_and_the_deal_ends_before():
    played = dealt("7H 8H KH").after.keep().after.keep()
    assert played.ended is not None
    assert played.ended.losers == (0,)


def test_kings_all_round_end_the_deal_at_once_and_nobody_loses():
    played = dealt("KH KS KD")
    assert played.ended is not None
    assert played.ended.losers == ()
    assert played.after.dealer == 0


def test_kings_never_move():
    state = dealt("7H KH 9H 10H").after
    assert list(state.legal_moves) == [ace.Keep(0)]


def test_a_blocked_exchange_passes_on_to_the_next_neighbour_if_so_agreed():
    state = dealt("7H KH KS 10H 9H", pass_on=True).after
    played = state.exchange()
    assert played.partner == 3
    assert cards(played.after) == "10H KH KS 7H 9H"


def test_an_exchange_passes_on_no_further_than_the_dealer():
    state = dealt("7H 8H KH", pass_on=True).after.keep().after
    assert list(state.legal_moves) == [ace.Keep(1)]
    with pytest.raises(IllegalMove, match="Player 2 cannot exchange: player 3 has a king and is immune"):
        state.exchange()


def test_a_king_drawn_is_an_ordinary_highest_card():
    state = dealt("7H 8H 9H").after.keep().after.keep().after
    assert state.draw(Card.parse("KH")).ended.losers == (0,)


def test_a_dealer_who_draws_a_king_loses_at_once_if_so_agreed():
    state = dealt("7H 8H 9H", dealer_king=True).after.keep().after.keep().after
    assert state.draw(Card.parse("KH")).ended.losers == (2,)
    assert state.draw(Card.parse("QH")).ended.losers == (0,)
    assert state.keep().ended.losers == (0,)


def test_the_lowest_loses_a_life_and_the_deal_passes_on():
    played = dealt("7H 8H 9H").after.keep().after.keep().after.keep()
    assert played.after.lives == Lives((2, 3, 3))
    assert played.after.dealer == 0
    assert played.after.cards == (None, None, None)


def test_the_deal_and_the_exchange_pass_over_players_who_are_out():
    start = ace.State(ace.Rules(players=4), Lives.parse("1 out 3 out"), dealer=0, cards=(None,) * 4)
    state = start.deal_cards(parse_cards("7H 8H")).after
    assert state.turn == 2
    played = state.exchange()
    assert played.partner == 0
    ended = played.after.keep()
    assert ended.after.dealer == 2
    assert str(ended.after.lives) == "out out 3 out"
    assert ended.after.winner == 2, "the dog was given to somebody who is out: the next without lives is out at once"


def test_the_first_without_lives_is_the_dog_and_can_win():
    first = dealt("7H 8H", lives=Lives((1, 1))).after.keep().after.keep()
    assert str(first.after.lives) == "dog 1"
    assert not first.after.over
    won = first.after.deal_cards(parse_cards("7H 8H")).after.keep().after.keep()
    assert won.after.dealer == 0
    assert won.after.winner == 0
    assert not won.after.legal_moves


def test_without_the_dog_the_first_without_lives_is_out():
    assert dealt("7H 8H", lives=Lives((1, 1)), dog=False).after.keep().after.keep().after.winner == 1


def test_the_last_two_tying_nobody_loses_and_the_deal_passes_on():
    played = dealt("7H 7S", lives=Lives.parse("dog 1")).after.keep().after.keep()
    assert played.ended.losers == ()
    assert str(played.after.lives) == "dog 1"
    assert played.after.dealer == 0


def test_several_who_lose_their_last_life_together_are_all_dogs():
    state = dealt("7H 7S 8H 9H", lives=Lives((1, 1, 1, 1)), ties_together=True).after
    after = state.keep().after.keep().after.keep().after.keep().after
    assert str(after.lives) == "dog dog 1 1"
    assert not after.status()


def test_the_pack_is_kept_as_players_drop_out():
    state = ace.State(ace.Rules(players=7), Lives.parse("1 2 out out out out out"), dealer=0, cards=(None,) * 7)
    assert state.can_deal(parse_cards("2C 3C"))
    assert not ace.State.start(ace.Rules(players=2), dealer=0).can_deal(parse_cards("2C 3C"))


def test_51_players_leave_one_card_to_draw():
    state = ace.State.start(ace.Rules(players=51), dealer=50, seed=2).deal_cards().after
    assert len(state.rest) == 1


ODD = dealt("7H 8H KH 9H 10H").after
TWO_LEFT = ace.State(ace.Rules(players=3), Lives.parse("1 out 1"), dealer=0, cards=(None,) * 3).deal_cards().after


@pytest.mark.parametrize(
    ("state", "text", "rule", "message"),
    [
        (
            ODD.keep().after,
            "player 2: exchange",
            "ace.immune",
            "Player 2 cannot exchange: player 3 has a king and is immune.",
        ),
        (ODD.keep().after, "player 1: keep", "ace.second_decision", "Player 1 has decided already."),
        (ODD.exchange().after, "player 1: exchange", "ace.second_decision", "Player 1 has decided already."),
        (
            ODD,
            "player 3: keep",
            "ace.king_keeps",
            "Player 3 has a king face up and keeps it: there is nothing to decide.",
        ),
        (ODD, "player 2: keep", "ace.turn", "It is player 1’s turn, not player 2’s."),
        (
            ODD.keep().after.keep().after.keep().after,
            "player 5: exchange",
            "ace.dealer_exchange",
            "Player 5 is the dealer and exchanges with nobody: keep, or draw from the pack.",
        ),
        (
            ODD,
            "player 1: draw",
            "ace.draw_not_dealer",
            "Only the dealer, player 5, draws from the pack, not player 1.",
        ),
        (
            ODD.keep().after.keep().after.keep().after,
            "player 5: draw KH",
            "ace.not_in_rest",
            "K♥ is not in the rest of the pack.",
        ),
        (ODD, "player 6: keep", "ace.no_player", "There is no player 6: 5 play."),
        (ODD, "deal", "ace.dealt_already", "The cards have been dealt already."),
        (
            ace.State.start(ace.Rules(players=3), dealer=0),
            "player 1: keep",
            "ace.not_dealt",
            "The deal is over; the next has not been dealt yet.",
        ),
        (
            ace.State.start(ace.Rules(players=3), dealer=0),
            "deal 7H 8H",
            "ace.deal_size",
            "One card is dealt to each of the 3 players still in the game, not 2 cards.",
        ),
        (
            ace.State.start(ace.Rules(players=3), dealer=0),
            "deal 7H 8H 2C",
            "pack.foreign",
            "2♣ is not in the pack in play.",
        ),
        (
            ace.State.start(ace.Rules(players=3), dealer=0),
            "deal 7H 8H 8H",
            "pack.repeated",
            "8♥ occurs more often than the packs in play hold it (1 time).",
        ),
        (
            TWO_LEFT,
            "player 2: keep",
            "ace.out",
            "Player 2 is out of the game.",
        ),
        (
            ace.State(ace.Rules(players=2), Lives.parse("1 out"), dealer=0, cards=(None, None)),
            "player 1: keep",
            "ace.over",
            "The game is over.",
        ),
        (
            ace.State(ace.Rules(players=2), Lives.parse("1 out"), dealer=0, cards=(None, None)),
            "deal",
            "ace.over",
            "The game is over.",
        ),
    ],
)
def test_refused(state, text, rule, message):
    move = ace.parse_move(text)
    with pytest.raises(IllegalMove) as refused:
        state.play(move)
    assert refused.value.rule == rule
    assert str(refused.value) == message
    assert refused.value.position == str(state)
    assert ace.parse_move(refused.value.move) == move
    assert not state.can(move)
    assert move not in state.legal_moves


def test_every_operation_can_be_verified_asked_and_done():
    start = ace.State.start(ace.Rules(players=2), dealer=1)
    start.verify_deal()
    assert start.can_deal()
    state = start.deal_cards(parse_cards("7H 8H")).after
    state.verify_keep()
    state.verify_exchange()
    assert state.can_keep()
    assert state.can_exchange()
    assert not state.can_keep(player=1)
    assert not state.can_exchange(player=1)
    assert not state.can_draw()
    with pytest.raises(IllegalMove):
        state.verify_draw()
    last = state.exchange().after
    last.verify_draw()
    assert last.can_draw()
    assert last.can_draw(Card.parse("9H"))
    assert not last.can_draw(Card.parse("8H"))
    assert ace.Draw(1, Card.parse("9H")) in last.legal_moves
    assert "draw" not in last.legal_moves


def fields(state):
    return {field.name: getattr(state, field.name) for field in dataclasses.fields(state)}


@pytest.mark.parametrize(
    ("changes", "flag"),
    [
        ({}, ace.Status.VALID),
        ({"cards": parse_cards("7H 7H 9H")}, ace.Status.CARD_TWICE),
        ({"cards": parse_cards("7H JOKER 9H")}, ace.Status.FOREIGN_CARD),
        ({"cards": (None, *parse_cards("8H 9H"))}, ace.Status.HAND_SIZE),
        ({"turn": None}, ace.Status.HAND_SIZE),
        ({"cards": (None, None)}, ace.Status.SEATS),
        ({"turn": 5}, ace.Status.SEATS),
        ({"lives": Lives((3, 3, 4))}, ace.Status.LIVES),
        ({"lives": Lives.parse("dog dog 3")}, ace.Status.DOGS),
        ({"lives": Lives.parse("out out out")}, ace.Status.NOBODY),
        ({"lives": Lives.parse("out 1 1")}, ace.Status.PLAYER_OUT | ace.Status.HAND_SIZE),
        ({"lives": Lives.parse("out out 1")}, ace.Status.PLAYER_OUT | ace.Status.HAND_SIZE | ace.Status.OVER),
        ({"cards": parse_cards("KH 8H 9H")}, ace.Status.KING_TO_MOVE),
    ],
)
def test_status_names_why_a_position_is_impossible(changes, flag):
    assert ace.State(**{**fields(dealt("7H 8H 9H").after), **changes}).status() == flag


def test_a_two_is_foreign_to_the_small_pack():
    state = ace.State(ace.Rules(players=2), Lives((3, 3)), dealer=1, cards=parse_cards("2C 8H"), turn=0)
    assert state.status() == ace.Status.FOREIGN_CARD


def test_a_player_sees_the_own_card_and_the_kings():
    state = dealt("7H 8H KH 9H").after
    assert state.view(1).cards == (None, Card.parse("8H"), Card.parse("KH"), None)
    assert state.view(None).cards == (None, None, Card.parse("KH"), None)
    assert state.view(0).legal_moves == (ace.Keep(0), ace.Exchange(0))
    assert state.view(1).legal_moves == ()
    assert str(state.view(0)) == "deal 1; dealer 4; lives 3 3 3 3; cards 7H ?? KH ??; turn 1"


def test_no_view_of_a_player_who_is_not_there():
    with pytest.raises(RulesError, match="There is no player 4"):
        dealt("7H 8H 9H").after.view(3)
    with pytest.raises(RulesError, match="There is no player 4"):
        ace.State.start(ace.Rules(players=3), dealer=3)


@pytest.mark.parametrize("text", ["", "keep", "player 1: stop", "player 0: keep", "player 1: draw 7H 8H"])
def test_text_that_is_no_move_is_refused(text):
    with pytest.raises(RulesError) as refused:
        ace.parse_move(text)
    assert refused.value.rule == "ace.notation"


@pytest.mark.parametrize("part", ["card 2C", "turn x", "turn"])
def test_a_position_that_cannot_be_read_names_the_part(part):
    with pytest.raises(RulesError, match=f"“{part}”"):
        ace.State.parse(f"deal 1; dealer 1; lives 3 3; {part}", ace.Rules())


def test_a_position_without_a_dealer_is_refused():
    with pytest.raises(RulesError, match="“dealer”"):
        ace.State.parse("deal 1; lives 3 3", ace.Rules())
