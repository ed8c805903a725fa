"""Lines of play counted to a depth, against a second, slow telling of the game."""

import random

import pytest
import slowbus

from rules import bus
from rules.cards import CARDS
from rules.lives import Lives

CASES = [
    # players, lives, depth, options of both
    (2, 1, 4, {}),
    (3, 2, 4, {}),
    (2, 1, 4, {"end_at_31": True}),
    (3, 1, 4, {"ties_together": True}),
    (2, 1, 4, {"dog": False, "three_of_a_kind": "none"}),
    (3, 1, 4, {"three_of_a_kind": 30.5}),
]


def lines(state, depth, deck, leaves):
    if depth == 0 or state.over:
        leaves[summary(state)] = leaves.get(summary(state), 0) + 1
        return
    for move in state.legal_moves:
        if isinstance(move, bus.Deal):
            move = bus.Deal(tuple(deck[: 3 * (len(state.lives.playing) + 1)]))
        lines(state.play(move).after, depth - 1, deck, leaves)


def summary(state):
    held = ""
    if state.turn is not None:
        hands = " / ".join(" ".join(sorted(map(str, hand))) for hand in state.hands)
        held = f"{hands} | {' '.join(sorted(map(str, state.table)))} | {state.turn}"
    return f"{state.lives} | {state.dealer} | {held}"


@pytest.mark.parametrize(("players", "lives", "depth", "options"), CASES)
@pytest.mark.parametrize("seed", [1, 2])
def test_lines_of_play_agree_with_the_slow_telling(players, lives, depth, options, seed):
    deck = random.Random(seed).sample(CARDS, 52)
    rules = bus.Rules(players=players, lives=lives, **options)
    found, expected = {}, {}
    lines(bus.State.start(rules, dealer=0), depth, deck, found)
    three = {"best": 32, "none": None}.get(rules.three_of_a_kind, rules.three_of_a_kind)
    told = {
        "three": three,
        "together": rules.ties_together,
        "end_at_31": rules.end_at_31,
        "dog": rules.dog,
    }
    slowbus.count(slowbus.begin(players, lives, 0), players, depth, deck, told, expected)
    assert found == expected
    if not options.get("end_at_31"):
        assert sum(found.values()) >= 10 * 11 * 11 + 11


def test_the_first_three_turns_of_two_players_have_1331_lines_less_those_that_end():
    # Stop and then any of eleven ends the deal; what follows it is one new deal.
    leaves = {}
    deck = random.Random(9).sample(CARDS, 52)
    lines(bus.State.start(bus.Rules(), dealer=0), 4, deck, leaves)
    assert sum(leaves.values()) == 10 * 11 * 11 + 11


@pytest.mark.parametrize("options", [{}, {"ties_together": True}, {"dog": False}, {"end_at_31": True}])
@pytest.mark.parametrize("seed", range(6))
def test_whole_random_games_agree_with_the_slow_telling(options, seed):
    rng = random.Random(seed)
    rules = bus.Rules(players=rng.randint(2, 6), lives=rng.randint(1, 3), **options)
    told = {"three": 32, "together": rules.ties_together, "end_at_31": rules.end_at_31, "dog": rules.dog}
    state = bus.State.start(rules, dealer=0)
    game = slowbus.begin(rules.players, rules.lives, 0)
    while game["phase"] != "over":
        assert not state.over
        if game["phase"] == "deal":
            deck = rng.sample(CARDS, 3 * (len(state.lives.playing) + 1))
            game = slowbus.deal(game, rules.players, deck)
            if slowbus.shown_at_once(game, told):
                slowbus.end(game, rules.players, told)
            state = state.play(bus.Deal(tuple(deck))).after
        else:
            seat, choices = slowbus.moves(game)
            choice = rng.choice(choices)
            if isinstance(choice, str):
                move = bus.Stop(seat) if choice == "stop" else bus.Stick(seat)
            else:
                hand, table = game["hands"][seat], game["table"]
                move = bus.Exchange(seat, [hand[at] for at in choice[0]], [table[at] for at in choice[1]])
            game = slowbus.make(game, rules.players, choice, told)
            state = state.play(move).after
        assert summary(state) == slowbus.summary(game, rules.players)
    assert state.over
    assert isinstance(state.lives, Lives)
