"""What holds in every position that play can reach."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import gin
from rules.cards import CARDS, Card
from rules.errors import IllegalMove
from rules.gin.arrange import arrangements
from rules.gin.melds import cards_of

RULES = [
    gin.Rules(),
    gin.Rules(petit_gin=True),
    gin.Rules(oklahoma=True, oklahoma_ace="gin"),
    gin.Rules(petit_gin=True, oklahoma=True, equal="nobody", big_gin_bonus=None),
    gin.Rules(oklahoma=True, oklahoma_spades=True, big_gin_bonus=50),
]


def wander(seed: int, rules: gin.Rules, keen: float = 0.5):
    """The positions of a random hand, in order; a keen player prefers what leads to going out."""
    rng = random.Random(seed)
    state = gin.State.shuffled(rng, rules, dealer=seed % 2)
    yield state
    while not state.over:
        moves = list(state.legal_moves)
        out = [move for move in moves if isinstance(move, (gin.Knock, gin.BigGin))]
        if out and rng.random() < keen:
            move = rng.choice(out)
        elif isinstance(moves[0], gin.Discard):
            # Discarding for the least deadwood, mostly, brings hands that can go out.
            free = [move for move in moves if isinstance(move, gin.Discard)]
            held = state.hand(state.turn)
            move = (
                min(free, key=lambda move: gin.best_melds(c for c in held if c is not move.card).points)
                if rng.random() < 0.8
                else rng.choice(free)
            )
        else:
            move = rng.choice(moves)
        state = state.after(move)
        yield state


positions = st.builds(
    lambda seed, rules, cut: _at(list(wander(seed, rules)), cut),
    st.integers(0, 10_000),
    st.sampled_from(RULES),
    st.floats(0, 1),
)


def _at(states, cut):
    # Late positions as often as early ones.
    return states[min(int(cut * len(states)), len(states) - 1)]


@given(positions)
@settings(max_examples=60, deadline=None)
def test_cards_are_conserved_and_no_position_is_impossible(state: gin.State) -> None:
    everywhere = [*state.hand(0), *state.hand(1), *state.stock, *state.pile]
    assert sorted(everywhere) == sorted(CARDS)
    assert state.status() is gin.Status.VALID


@given(positions)
@settings(max_examples=40, deadline=None)
def test_positions_round_trip(state: gin.State) -> None:
    assert gin.State.parse(str(state)) == state


@given(positions)
@settings(max_examples=40, deadline=None)
def test_there_is_a_legal_move_until_the_hand_is_over(state: gin.State) -> None:
    assert bool(state.legal_moves) is not state.over
    assert len(state.legal_moves) == len(list(state.legal_moves))


@given(positions, st.data())
@settings(max_examples=60, deadline=None)
def test_a_move_is_in_legal_moves_exactly_when_it_can_be_made(state: gin.State, data) -> None:
    every = [gin.Take(), gin.Pass(), gin.Draw(), gin.BigGin(), gin.Show()]
    every += [kind(card) for kind in (gin.Discard, gin.Knock) for card in CARDS]
    legal = list(state.legal_moves)
    assert len(set(legal)) == len(legal)
    for move in every:
        assert (move in state.legal_moves) == state.can(move) == (move in legal)
    move = data.draw(st.sampled_from(every))
    if state.can(move):
        state.verify(move)
        step = state.do(move)
        assert (step.player, step.move) == (state.turn, move)
    else:
        with pytest.raises(IllegalMove) as caught:
            state.do(move)
        assert (caught.value.position, caught.value.move) == (str(state), str(move))


@given(positions)
@settings(max_examples=40, deadline=None)
def test_every_arrangement_within_the_limit_may_be_declared(state: gin.State) -> None:
    for move in state.legal_moves:
        if isinstance(move, gin.Knock):
            held = state.hands[state.turn] & ~(1 << _place(move.card))
            for laid in arrangements(held, min(state.limit, 10)):
                declared = gin.Knock(move.card, laid.melds)
                assert declared in state.legal_moves
                assert gin.parse_move(str(declared)) == declared


def _place(card: Card) -> int:
    return 13 * (card.index % 4) + card.index // 4


def codes(text: str) -> set[str]:
    return set(re.findall(r"\b(?:[A2-9JQK]|10)[CDHS]\b", text))


@given(positions, st.sampled_from([0, 1]))
@settings(max_examples=60, deadline=None)
def test_hidden_cards_are_nowhere_in_a_view(state: gin.State, player: int) -> None:
    view = state.view(player)
    shown = codes(repr(view))
    stock = {card.code for card in state.stock}
    # The first upcard is remembered wherever it went.
    assert not shown & (stock - {state.upcard.code})
    other = {card.code for card in state.hand(1 - player)}
    if state.showdown is None and not (state.phase is gin.Phase.SHOW and state.turn == player):
        taken = {card.code for card in cards_of(state.known[1 - player])}
        assert shown & other <= taken | {state.upcard.code} | laid_codes(state)
    assert {card.code for card in state.hand(player)} <= shown


def laid_codes(state: gin.State) -> set[str]:
    return codes(str(state.out)) if state.out else set()


@given(positions, st.sampled_from([0, 1]))
@settings(max_examples=40, deadline=None)
def test_a_view_does_not_depend_on_hidden_cards(state: gin.State, player: int) -> None:
    """Two stock cards exchanged, or a stock card for one unseen in the other hand, change nothing in the view."""
    from dataclasses import replace

    if len(state.stock) > 3:
        swapped = replace(state, stock=(state.stock[1], state.stock[0], *state.stock[2:]))
        assert swapped.view(player) == state.view(player)
    other = 1 - player
    unseen = cards_of(state.hands[other] & ~state.known[other])
    if unseen and state.phase in (gin.Phase.OFFER, gin.Phase.DRAW, gin.Phase.DISCARD) and state.drawn is None:
        held = state.hands[other] ^ (1 << _place(unseen[0])) ^ (1 << _place(state.stock[0]))
        hands = (held, state.hands[1]) if other == 0 else (state.hands[0], held)
        swapped = replace(state, hands=hands, stock=(unseen[0], *state.stock[1:]))
        assert swapped.view(player) == state.view(player)


@given(st.integers(0, 10_000), st.sampled_from(RULES))
@settings(max_examples=25, deadline=None)
def test_a_hand_ends_within_its_cards_and_scores_what_score_says(seed: int, rules: gin.Rules) -> None:
    states = list(wander(seed, rules))
    end = states[-1]
    assert end.over
    if end.showdown is None:
        assert len(end.stock) == 2
        return
    knocker = 1 - end.turn
    again = gin.score(end.hand(knocker), end.hand(end.turn), rules, upcard=end.upcard)
    # Melds laid at the best are the best that score finds.
    assert (again.ending, again.winner, again.points) == (
        end.showdown.ending,
        end.showdown.winner,
        end.showdown.points,
    )
    assert end.showdown.points >= 0
    assert (end.winner is None) == (end.showdown.winner == "none")
