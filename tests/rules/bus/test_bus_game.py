"""A game of Stop the Bus: dealing, turns, refusals with their messages, the end of deals and of the game."""

import dataclasses

import pytest

from rules import bus
from rules.cards import CARDS, Card, parse_cards
from rules.errors import IllegalMove, RulesError
from rules.lives import Lives

THREE = bus.Rules(players=3)

# Dealt by player 3, so player 1 has the first card and the first turn.
DEAL = "2C 3C 4C JD 5C 6C 7C QD 8C 9C 10C KD"


def dealt(cards=DEAL, rules=THREE):
    start = bus.State.start(rules, dealer=rules.players - 1, seed=1)
    return start.deal_cards(parse_cards(cards)).after


def fields(state):
    return {field.name: getattr(state, field.name) for field in dataclasses.fields(state)}


def card(code):
    return Card.parse(code)


def test_three_cards_each_one_at_a_time_and_one_to_the_table_after_each_round():
    state = dealt()
    assert state.hands == (parse_cards("2C 5C 8C"), parse_cards("3C 6C 9C"), parse_cards("4C 7C 10C"))
    assert state.table == parse_cards("JD QD KD")


def test_play_starts_at_the_dealers_left():
    assert dealt().turn == 0
    assert bus.State.start(THREE, dealer=0).deal_cards().after.turn == 1


def test_the_first_dealer_is_drawn_by_lot():
    assert {bus.State.start(THREE, seed=seed).dealer for seed in range(40)} == {0, 1, 2}


def test_shuffles_follow_the_seed():
    first, again, other = (bus.State.start(THREE, dealer=0, seed=seed).shuffled() for seed in (1, 1, 2))
    assert first == again != other
    assert len(set(first.cards)) == 12


def test_one_card_is_exchanged_for_one_of_the_table():
    played = dealt().exchange(card("5C"), card("JD"))
    assert played.after.hands[0] == parse_cards("2C JD 8C")
    assert played.after.table == parse_cards("5C QD KD")
    assert played.after.turn == 1
    assert played.before == dealt()


def test_all_three_are_exchanged_for_all_three():
    state = dealt().exchange(parse_cards("8C 2C 5C"), parse_cards("KD JD QD")).after
    assert set(state.hands[0]) == set(parse_cards("JD QD KD"))
    assert set(state.table) == set(parse_cards("2C 5C 8C"))


def test_the_bus_may_be_stopped_at_the_very_first_turn():
    state = dealt().stop().after
    assert state.stopped == 0
    assert state.turn == 1


def test_after_the_stop_everybody_else_has_one_more_turn_and_all_hands_are_shown():
    first = dealt().stop().after.stick()
    assert first.ended is None
    last = first.after.exchange(card("4C"), card("JD"))
    assert last.ended is not None
    assert last.ended.seats == (0, 1, 2)
    # 2-5-8 of clubs are 15, 3-6-9 are 18, 7-10 of clubs are 17.
    assert last.ended.losers == (0,)
    assert last.after.lives == Lives((2, 3, 3))
    assert str(last.ended) == "showdown 1=15 2=18 3=17 loses 1"


def test_the_deal_passes_to_the_next_player_still_in():
    state = bus.State(THREE, Lives.parse("1 out 3"), dealer=0, hands=((),) * 3)
    after = state.deal_cards().after
    assert after.turn == 2
    ended = after.stop().after.stick()
    assert ended.after.dealer == 2
    assert ended.after.deal == 2
    assert ended.after.hands == ((), (), ())


def test_the_first_without_lives_leads_a_dogs_life_then_is_out():
    state = bus.State(bus.Rules(players=2, lives=1), Lives((1, 1)), dealer=1, hands=((),) * 2)
    poor = parse_cards("2C AS KD 3D KS KH 4H QS KC")
    after = state.deal_cards(poor).after.stop().after.stick().after
    assert str(after.lives) == "dog 1"
    assert not after.over
    # The deal has passed to the dog, so the other is dealt to first now.
    poor = parse_cards("AS 2C KD KS 3D KH QS 4H KC")
    won = after.deal_cards(poor).after.stop().after.stick().after
    assert won.winner == 1
    assert list(won.legal_moves) == []
    assert not won.legal_moves


def test_the_dog_can_still_win():
    state = bus.State(bus.Rules(players=2, lives=1), Lives.parse("dog 1"), dealer=1, hands=((),) * 2)
    rich = parse_cards("AS 2C KD KS 3D KH QS 4H KC")
    after = state.deal_cards(rich).after.stop().after.stick().after
    assert after.winner == 0, "the dog was given already: the other is out at once"


def test_a_dog_and_one_other_who_tie_play_on():
    state = bus.State(bus.Rules(players=2, lives=1), Lives.parse("dog 1"), dealer=1, hands=((),) * 2)
    even = parse_cards("2C 2D AS 4C 4D AH 7C 7D AC")
    played = state.deal_cards(even).after.stop().after.stick()
    assert played.ended.losers == ()
    assert played.after.lives == Lives.parse("dog 1")
    assert played.after.dealer == 0


def test_without_the_dog_option_the_first_without_lives_is_out():
    rules = bus.Rules(players=2, lives=1, dog=False)
    state = bus.State(rules, Lives((1, 1)), dealer=1, hands=((),) * 2)
    poor = parse_cards("2C AS KD 3D KS KH 4H QS KC")
    assert state.deal_cards(poor).after.stop().after.stick().after.winner == 1


def test_ties_together_costs_each_of_the_lowest_a_life():
    rules = bus.Rules(players=3, ties_together=True, lives=1)
    state = bus.State(rules, Lives((1, 1, 1)), dealer=2, hands=((),) * 3)
    even = parse_cards("2C 2D AS KD 4C 4D KS KH 7C 7D QS KC")
    after = state.deal_cards(even).after.stop().after.stick().after.stick().after
    assert str(after.lives) == "dog dog 1"
    assert not after.status()


THIRTY_ONE = "2C AS 4C JD 5C KS 7C QD 8C QS 10C KD"


def test_31_does_not_end_the_deal_unless_so_agreed():
    assert dealt(THIRTY_ONE).turn == 0


def test_31_dealt_ends_the_deal_at_once():
    rules = bus.Rules(players=3, end_at_31=True)
    played = bus.State.start(rules, dealer=2).deal_cards(parse_cards(THIRTY_ONE))
    assert played.ended is not None
    assert played.ended.losers == (0,)
    assert played.after.turn is None


def test_31_made_by_an_exchange_ends_the_deal_at_once():
    rules = bus.Rules(players=3, end_at_31=True)
    state = dealt("AD 3C 4C JD 5C 6C 7C QD KD 9C 10C 2D", rules)
    played = state.exchange(card("5C"), card("JD"))
    assert played.ended is not None
    assert played.ended.showdown.hands[0].value.points == 31


def test_30_does_not_end_the_deal():
    rules = bus.Rules(players=3, end_at_31=True)
    state = dealt("10D 3C 4C JD 5C 6C 7C QD KD 9C 8C 2D", rules)
    assert state.exchange(card("5C"), card("JD")).ended is None


def test_brag_decides_by_brag():
    rules = bus.Rules(players=2, brag=True)
    state = bus.State.start(rules, dealer=1)
    # 2-3-4 of mixed suits is a run; A-K-10 of spades is a flush, worth far more points and less in Brag.
    played = state.deal_cards(parse_cards("2C AS 5H 3D KS 6H 4H 10S 7H")).after.stop().after.stick()
    assert played.ended.losers == (1,)
    assert str(played.ended) == "showdown 1=run 2=flush loses 2"


def move(text):
    return bus.parse_move(text)


@pytest.mark.parametrize(
    ("state", "text", "rule", "message"),
    [
        (
            dealt(),
            "player 1: 2C 5C>JD QD",
            "bus.one_or_three",
            "One card is exchanged or all three, never 2.",
        ),
        (dealt(), "player 1: 3C>JD", "bus.not_in_hand", "3♣ is not in the player’s hand."),
        (dealt(), "player 1: 2C>3C", "bus.not_on_table", "3♣ is not on the table."),
        (dealt(), "player 1: 2C>JD QD KD", "bus.uneven", "As many cards are taken as are given, not 3 for 1."),
        (
            dealt(),
            "player 1: 2C 2C 5C>JD QD KD",
            "pack.repeated",
            "2♣ occurs more often than the packs in play hold it (1 time).",
        ),
        (
            dealt(),
            "player 1: 2C 5C 8C>JD JD KD",
            "pack.repeated",
            "J♦ occurs more often than the packs in play hold it (1 time).",
        ),
        (dealt().stop().after, "player 2: stop", "bus.stopped_already", "Player 1 has stopped the bus already."),
        (dealt(), "player 1: stick", "bus.stick_too_early", "Nobody has stopped the bus: exchange, or stop it."),
        (dealt().stop().after, "player 1: stop", "bus.last_turn", "Player 1 has had the last turn of this deal."),
        (
            dealt().stop().after.stick().after,
            "player 2: 3C>JD",
            "bus.last_turn",
            "Player 2 has had the last turn of this deal.",
        ),
        (dealt(), "player 2: stop", "bus.turn", "It is player 1’s turn, not player 2’s."),
        (dealt().stop().after, "player 3: stick", "bus.turn", "It is player 2’s turn, not player 3’s."),
        (dealt(), "player 4: stop", "bus.no_player", "There is no player 4: 3 play."),
        (
            dealt().stop().after.stick().after.stick().after,
            "player 1: stop",
            "bus.not_dealt",
            "The deal is over; the next has not been dealt yet.",
        ),
        (dealt(), "deal", "bus.dealt_already", "The cards have been dealt already."),
        (
            bus.State.start(THREE, dealer=0),
            "deal 2C 3C",
            "bus.deal_size",
            "A deal to 3 players takes 12 cards, not 2.",
        ),
        (
            bus.State.start(THREE, dealer=0),
            f"deal {DEAL.replace('KD', '2C')}",
            "pack.repeated",
            "2♣ occurs more often than the packs in play hold it (1 time).",
        ),
        (
            bus.State.start(THREE, dealer=0),
            f"deal {DEAL.replace('KD', 'JOKER')}",
            "pack.foreign",
            "Joker is not in the pack in play.",
        ),
        (
            bus.State(THREE, Lives.parse("1 out 3"), dealer=0, hands=((),) * 3).deal_cards().after,
            "player 2: stop",
            "bus.out",
            "Player 2 is out of the game.",
        ),
        (
            bus.State(THREE, Lives.parse("1 out out"), dealer=0, hands=((),) * 3),
            "player 1: stop",
            "bus.over",
            "The game is over.",
        ),
        (
            bus.State(THREE, Lives.parse("1 out out"), dealer=0, hands=((),) * 3),
            "deal",
            "bus.over",
            "The game is over.",
        ),
    ],
)
def test_refused(state, text, rule, message):
    with pytest.raises(IllegalMove) as refused:
        state.play(move(text))
    assert refused.value.rule == rule
    assert str(refused.value) == message
    assert refused.value.position == str(state)
    assert move(refused.value.move) == move(text)
    assert not state.can(move(text))
    assert move(text) not in state.legal_moves


def test_every_operation_can_be_verified_asked_and_done():
    start = bus.State.start(THREE, dealer=2)
    start.verify_deal()
    assert start.can_deal()
    assert not start.can_deal(parse_cards("2C"))
    state = start.deal_cards(parse_cards(DEAL)).after
    state.verify_exchange(card("2C"), card("JD"))
    assert state.can_exchange(card("2C"), card("JD"))
    assert not state.can_exchange(card("2C"), card("JD"), player=1)
    state.verify_stop()
    assert state.can_stop()
    assert not state.can_stop(player=2)
    with pytest.raises(IllegalMove):
        state.verify_stick()
    assert not state.can_stick()
    stopped = state.stop().after
    stopped.verify_stick()
    assert stopped.can_stick()
    assert stopped.stick().move == bus.Stick(1)


def test_eleven_legal_moves_in_every_turn():
    moves = list(dealt().legal_moves)
    assert len(moves) == len(set(moves)) == 11
    assert bus.Stop(0) in moves
    assert bus.Stick(1) in list(dealt().stop().after.legal_moves)
    assert "stop" not in dealt().legal_moves


def test_sixteen_players_are_dealt_from_one_pack():
    state = bus.State.start(bus.Rules(players=16), seed=5).deal_cards().after
    cards = {card for hand in (*state.hands, state.table) for card in hand}
    assert len(cards) == 51


@pytest.mark.parametrize(
    ("changes", "flag"),
    [
        ({"table": parse_cards("2C QD KD")}, bus.Status.CARD_TWICE),
        ({"table": parse_cards("JOKER QD KD")}, bus.Status.FOREIGN_CARD),
        ({"table": parse_cards("QD KD")}, bus.Status.TABLE_SIZE),
        ({"hands": (parse_cards("2C 5C"), parse_cards("3C 6C 9C"), parse_cards("4C 7C 10C"))}, bus.Status.HAND_SIZE),
        ({"hands": ((),) * 3}, bus.Status.HAND_SIZE),
        ({"hands": ()}, bus.Status.SEATS),
        ({"turn": 3}, bus.Status.SEATS),
        ({"dealer": -1}, bus.Status.SEATS),
        ({"lives": Lives((3, 3))}, bus.Status.SEATS),
        ({"lives": Lives((3, 3, 4))}, bus.Status.LIVES),
        ({"lives": Lives.parse("dog dog 1")}, bus.Status.DOGS),
        ({"lives": Lives.parse("out out out")}, bus.Status.NOBODY),
        ({"lives": Lives.parse("out 1 1")}, bus.Status.PLAYER_OUT | bus.Status.HAND_SIZE),
        ({"lives": Lives.parse("1 out out")}, bus.Status.OVER | bus.Status.HAND_SIZE | bus.Status.PLAYER_OUT),
        ({"stopped": 0}, bus.Status.STOPPED),
        ({"turn": None, "stopped": 1}, bus.Status.STOPPED | bus.Status.HAND_SIZE | bus.Status.TABLE_SIZE),
        ({}, bus.Status.VALID),
    ],
)
def test_status_names_why_a_position_is_impossible(changes, flag):
    assert bus.State(**{**fields(dealt()), **changes}).status() == flag


def test_a_dog_where_none_is_played_is_impossible():
    state = bus.State(bus.Rules(dog=False), Lives.parse("dog 1"), dealer=0, hands=((),) * 2)
    assert state.status() == bus.Status.DOGS


def test_a_player_sees_the_own_hand_and_the_table():
    view = dealt().view(1)
    assert view.hands == ((None,) * 3, parse_cards("3C 6C 9C"), (None,) * 3)
    assert view.table == parse_cards("JD QD KD")
    assert view.legal_moves == ()
    assert str(view).startswith("deal 1; dealer 3; lives 3 3 3; hands ?? ?? ?? / 3C 6C 9C / ?? ?? ??; table JD QD KD")
    assert "seed" not in str(view)
    assert len(dealt().view(0).legal_moves) == 11
    assert all(hand == (None,) * 3 for hand in dealt().view(None).hands)


def test_no_view_of_a_player_who_is_not_there():
    with pytest.raises(RulesError, match="There is no player 4"):
        dealt().view(3)
    with pytest.raises(RulesError, match="There is no player 4"):
        bus.State.start(THREE, dealer=3)


def test_moves_are_values():
    assert move("player 1: 2C 5C 8C>KD QD JD") == bus.Exchange(0, parse_cards("8C 5C 2C"), parse_cards("JD QD KD"))
    assert bus.Exchange(0, CARDS[0], CARDS[1]) == bus.Exchange(0, [CARDS[0]], (CARDS[1],))
    assert len({bus.Stop(0), bus.Stop(0), bus.Stop(1), bus.Stick(0)}) == 3


@pytest.mark.parametrize(
    "text", ["", "stop", "player 0: stop", "player 1: pass", "player 1: 2C>", "player 1: 2C>3C>4C", "player x: stop"]
)
def test_text_that_is_no_move_is_refused(text):
    with pytest.raises(RulesError) as refused:
        move(text)
    assert refused.value.rule == "bus.notation"
    assert str(refused.value).startswith(f"“{text}” is not a move")


@pytest.mark.parametrize("part", ["tables 2C", "turn x", "turn", "seed -1", "deal"])
def test_a_position_that_cannot_be_read_names_the_part(part):
    with pytest.raises(RulesError, match=f"“{part}”"):
        bus.State.parse(f"deal 1; dealer 1; lives 3 3; {part}", bus.Rules())


def test_a_position_without_lives_is_refused():
    with pytest.raises(RulesError, match="“lives”"):
        bus.State.parse("deal 1; dealer 1", bus.Rules())
