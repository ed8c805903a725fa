"""What holds in every game of Stop the Bus that can be played."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import bus
from rules.cards import CARDS
from rules.errors import IllegalMove, RecordError

OPTIONS = st.one_of(
    st.fixed_dictionaries(
        {},
        optional={
            "three_of_a_kind": st.sampled_from(["best", "none", 30.5, 15]),
            "end_at_31": st.booleans(),
            "ties_together": st.booleans(),
            "dog": st.booleans(),
        },
    ),
    st.fixed_dictionaries({"brag": st.just(True)}, optional={"ties_together": st.booleans(), "dog": st.booleans()}),
)
RULES = st.builds(
    lambda players, lives, options: bus.Rules(players=players, lives=lives, **options),
    st.integers(2, 8),
    st.integers(1, 3),
    OPTIONS,
)


def playing(rules, seed, stops=0.4, limit=400):
    """A match at random up to its end, or to a limit of moves; the bus is stopped often, so that deals end."""
    rng = random.Random(seed)
    match = bus.Match(bus.State.start(rules, seed=seed))
    while match.winner is None and len(match.played) < limit:
        moves = list(match.state.legal_moves)
        last = moves[-1]
        match.push(last if rng.random() < stops else rng.choice(moves))
    return match


@settings(max_examples=60, deadline=None)
@given(RULES, st.integers(0, 10**6))
def test_no_card_is_lost_or_made_and_every_position_is_possible(rules, seed):
    match = playing(rules, seed, limit=150)
    deal = None
    for played in match.played:
        state = played.after
        assert not state.status()
        assert bool(list(state.legal_moves)) == (not state.over)
        if isinstance(played.move, bus.Deal):
            deal = sorted(played.move.cards)
        held = sorted(card for hand in (*state.hands, state.table) for card in hand)
        assert held == (deal if state.turn is not None else [])
        if played.ended is not None:
            shown = [card for hand in played.ended.showdown.hands for card in hand.cards]
            assert set(shown) <= set(deal)
            lost = sum(played.before.lives.left) - sum(state.lives.left)
            assert lost == len([seat for seat in played.ended.losers if seat not in played.before.lives.dogs])


@settings(max_examples=25, deadline=None)
@given(RULES, st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_a_move_is_among_the_legal_ones_exactly_if_it_can_be_made(rules, seed, rng):
    match = playing(rules, seed, limit=rng.randint(1, 60))
    state = match.state
    listed = set(state.legal_moves)
    some = [*(card for hand in state.hands for card in hand), *state.table, *CARDS[:3]]
    tried = [bus.Deal(), bus.Deal(CARDS[:12])]
    for player in range(-1, rules.players + 1):
        tried += [bus.Stop(player), bus.Stick(player)]
        for size in (1, 2, 3):
            tried += [bus.Exchange(player, rng.sample(some, size), rng.sample(some, size)) for _ in range(3)]
    for move in (*listed, *tried):
        can = state.can(move)
        assert (move in state.legal_moves) == can
        if not isinstance(move, bus.Deal):
            assert (move in listed) == can
        if can:
            assert state.play(move).before == state
        else:
            with pytest.raises(IllegalMove):
                state.play(move)


@settings(max_examples=40, deadline=None)
@given(RULES, st.integers(0, 10**6))
def test_positions_moves_and_records_round_trip(rules, seed):
    match = playing(rules, seed, limit=120)
    for played in match.played:
        assert bus.State.parse(str(played.after), rules) == played.after
        assert bus.parse_move(str(played.move)) == played.move
    again = bus.Match.parse(match.to_text())
    assert again == match
    assert again.to_text() == match.to_text()
    assert again.winner == match.winner


@settings(max_examples=15, deadline=None)
@given(RULES, st.integers(0, 10**6))
def test_hidden_cards_are_in_no_view(rules, seed):
    match = playing(rules, seed, limit=30)
    for played in match.played:
        state = played.after
        for player in (None, *range(rules.players)):
            seen = set(state.table) | (set(state.hands[player]) if player is not None else set())
            view = state.view(player)
            told = set(re.findall(r"\b(?:10|[2-9AJQK])[CDHS]\b", f"{view} {view!r}"))
            assert told <= {str(card) for card in seen}
            assert "seed" not in f"{view} {view!r}"


@settings(max_examples=30, deadline=None)
@given(RULES, st.integers(0, 10**6))
def test_taking_back_restores_every_state(rules, seed):
    match = playing(rules, seed, limit=40)
    states = [played.before for played in match.played]
    while match.played:
        match.pop()
        assert match.state == states.pop()
    with pytest.raises(IndexError):
        match.pop()


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_a_record_with_one_line_changed_names_that_line_or_tells_another_game(seed, rng):
    match = playing(bus.Rules(players=3, lives=1), seed, limit=60)
    lines = match.to_text().splitlines()
    first = lines.index("") + 1
    place = rng.randrange(first, len(lines))
    number, _, rest = lines[place].partition(". ")
    other = {
        "player": "player 9: stop",
        "deal": "deal 2C 2C 2C 2C 2C 2C 2C 2C 2C 2C 2C 2C",
        "showdown": "showdown 1=1 loses none",
    }[rest.split()[0]]
    if rest.endswith("wins"):
        other = "player 7 wins"
    lines[place] = f"{number}. {other}"
    with pytest.raises(RecordError) as refused:
        bus.Match.parse("\n".join(lines))
    assert refused.value.line == place + 1
    assert f"Line {place + 1}:" in str(refused.value)
