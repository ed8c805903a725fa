"""Lines of play counted to a depth, against a second, slow telling of the game."""

import random

import pytest
import slowace

from rules import ace
from rules.cards import Pack, Rank

CASES = [
    (2, 1, 12, {}),
    (3, 1, 9, {}),
    (4, 2, 10, {"pass_on": True}),
    (3, 1, 9, {"ties_together": True, "dog": False}),
    (7, 1, 9, {"pass_on": True}),
    (2, 1, 12, {"dealer_king": True}),
]


def told(rules):
    return {
        "together": rules.ties_together,
        "pass_on": rules.pass_on,
        "dealer_king": rules.dealer_king,
        "dog": rules.dog,
    }


def choose(rest):
    """The card drawn: a king where there is one, so that the option on it matters."""
    return max(rest)


def lines(state, depth, deck, leaves):
    if depth == 0 or state.over:
        leaves[summary(state)] = leaves.get(summary(state), 0) + 1
        return
    for move in state.legal_moves:
        if isinstance(move, ace.Deal):
            move = ace.Deal(tuple(deck[: len(state.lives.playing)]))
        elif isinstance(move, ace.Draw):
            move = ace.Draw(move.player, choose(state.rest))
        lines(state.play(move).after, depth - 1, deck, leaves)


def summary(state):
    if state.turn is None:
        return f"{state.lives} | {state.dealer}"
    cards = " ".join(str(card or "-") for card in state.cards)
    return f"{state.lives} | {state.dealer} | {cards} | {state.turn}"


def kingly(rng, pack):
    """A deck with a king or two among the first cards."""
    deck = rng.sample(pack, len(pack))
    kings = [card for card in deck if card.rank is Rank.KING]
    others = [card for card in deck if card.rank is not Rank.KING]
    front = [*others[:3], *kings[: rng.randint(0, 2)]]
    rng.shuffle(front)
    return front + [card for card in deck if card not in front]


@pytest.mark.parametrize(("players", "lives", "depth", "options"), CASES)
@pytest.mark.parametrize("seed", range(4))
def test_lines_of_play_agree_with_the_slow_telling(players, lives, depth, options, seed):
    rules = ace.Rules(players=players, lives=lives, **options)
    pack = Pack(32 if players <= 6 else 52).cards()
    deck = kingly(random.Random(seed), pack)
    found, expected = {}, {}
    lines(ace.State.start(rules, dealer=0), depth, deck, found)
    slowace.count(slowace.Game(players, lives, 0, told(rules)), depth, deck, pack, expected, choose)
    assert found == expected
    assert sum(found.values()) > 1


def test_a_deal_without_kings_has_two_choices_for_everybody():
    deck = [card for card in Pack(32) if card.rank is not Rank.KING]
    leaves = {}
    lines(ace.State.start(ace.Rules(players=5), dealer=0), 6, deck, leaves)
    assert sum(leaves.values()) == 2**5


@pytest.mark.parametrize(
    "options",
    [{}, {"ties_together": True}, {"dog": False}, {"pass_on": True, "dealer_king": True}, {"pack": 52}],
)
@pytest.mark.parametrize("seed", range(10))
def test_whole_random_games_agree_with_the_slow_telling(options, seed):
    rng = random.Random(seed)
    rules = ace.Rules(players=rng.randint(2, 6 if seed % 2 else 12), lives=rng.randint(1, 3), **options)
    state = ace.State.start(rules, dealer=0)
    game = slowace.Game(rules.players, rules.lives, 0, told(rules))
    pack = rules.cards.cards()
    while game.phase != "over":
        assert summary(state) == game.summary()
        if game.phase == "deal":
            deck = rng.sample(pack, len(state.lives.playing))
            game.deal(deck, pack)
            state = state.play(ace.Deal(tuple(deck))).after
            continue
        assert [str(move).split()[-1] for move in state.legal_moves] == game.choices()
        choice, seat = rng.choice(game.choices()), game.queue[0]
        drawn = rng.choice(game.rest()) if choice == "draw" else None
        kinds = {"keep": ace.Keep(seat), "exchange": ace.Exchange(seat), "draw": ace.Draw(seat, drawn)}
        game.make(choice, drawn)
        state = state.play(kinds[choice]).after
    assert summary(state) == game.summary()
    assert state.over
