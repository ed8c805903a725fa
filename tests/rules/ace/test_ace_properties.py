"""What holds in every game of Chase the Ace that can be played, and in its records."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import ace
from rules.cards import CARDS, Rank
from rules.errors import IllegalMove, RecordError

RULES = st.builds(
    lambda players, lives, options: ace.Rules(players=players, lives=lives, **options),
    st.integers(2, 9),
    st.integers(1, 3),
    st.fixed_dictionaries(
        {},
        optional={name: st.booleans() for name in ("ties_together", "pass_on", "dealer_king", "dog")}
        | {"pack": st.sampled_from([None, 52])},
    ),
)


def playing(rules, seed, limit=400):
    rng = random.Random(seed)
    match = ace.Match(ace.State.start(rules, seed=seed))
    while match.winner is None and len(match.played) < limit:
        match.push(rng.choice(list(match.state.legal_moves)))
    return match


@settings(max_examples=60, deadline=None)
@given(RULES, st.integers(0, 10**6))
def test_no_card_is_lost_or_made_and_every_position_is_possible(rules, seed):
    match = playing(rules, seed, limit=200)
    for played in match.played:
        before, state = played.before, played.after
        assert not state.status()
        assert bool(list(state.legal_moves)) == (not state.over)
        if state.turn is not None:
            assert sorted([*filter(None, state.cards), *state.rest]) == list(rules.cards)
            assert state.cards[state.turn].rank is not Rank.KING
        if isinstance(played.move, ace.Exchange) and state.turn is not None:
            assert sorted(filter(None, before.cards)) == sorted(filter(None, state.cards))
            moved = {seat for seat in range(rules.players) if before.cards[seat] != state.cards[seat]}
            assert moved == {played.move.player, played.partner}
            assert not moved & set(before.immune)
        if played.ended is not None:
            lost = sum(before.lives.left) - sum(state.lives.left)
            assert lost == len([seat for seat in played.ended.losers if seat not in before.lives.dogs])
            assert set(played.ended.losers) < set(played.ended.seats)


@settings(max_examples=40, deadline=None)
@given(RULES, st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_a_move_is_among_the_legal_ones_exactly_if_it_can_be_made(rules, seed, rng):
    state = playing(rules, seed, limit=rng.randint(1, 60)).state
    listed = set(state.legal_moves)
    tried = [ace.Deal(), ace.Deal(CARDS[:3])]
    for player in range(-1, rules.players + 1):
        tried += [ace.Keep(player), ace.Exchange(player), ace.Draw(player), ace.Draw(player, rng.choice(CARDS))]
    for move in (*listed, *tried):
        can = state.can(move)
        assert (move in state.legal_moves) == can
        if not isinstance(move, ace.Deal) and not (isinstance(move, ace.Draw) and move.card):
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
        assert ace.State.parse(str(played.after), rules) == played.after
        assert ace.parse_move(str(played.move)) == played.move
    again = ace.Match.parse(match.to_text())
    assert again == match
    assert again.to_text() == match.to_text()
    assert again.winner == match.winner


@settings(max_examples=25, deadline=None)
@given(RULES, st.integers(0, 10**6))
def test_hidden_cards_are_in_no_view(rules, seed):
    for played in playing(rules, seed, limit=40).played:
        state = played.after
        kings = {card for card in state.cards if card is not None and card.rank is Rank.KING}
        for player in (None, *range(rules.players)):
            seen = kings | {state.cards[player] if player is not None else None}
            view = state.view(player)
            told = set(re.findall(r"\b(?:10|[2-9AJQK])[CDHS]\b", f"{view} {view!r}"))
            assert told <= {str(card) for card in seen}
            assert "seed" not in f"{view} {view!r}"


RECORD = """Game: ace
Options: players=3 lives=1
Position: deal 1; dealer 3; lives 1 1 1; seed 5

1. deal 7H KH 9H
2. player 1: keep
3. player 3: draw 8C
4. showdown 1=7H 2=KH 3=8C loses 1
5. deal 10H 9S 9D
6. player 2: exchange
7. player 3: keep
8. player 1: keep
9. showdown 1=9D 2=9S 3=10H loses none
"""


def test_a_record_reads_and_prints():
    match = ace.Match.parse(RECORD)
    assert match.to_text() == RECORD
    assert str(match.state.lives) == "dog 1 1"


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("1: keep", "1: exchange", 6, "is refused. Player 1 cannot exchange: player 2 has a king and is immune."),
        ("draw 8C", "draw KH", 7, "is refused. K♥ is not in the rest of the pack."),
        ("draw 8C", "draw 8X", 7, "Line 7: “player 3: draw 8X” is refused. Card 1, “8X”, is not a card"),
        ("player 1: keep\n3", "player 2: keep\n3", 6, "Player 2 has a king face up and keeps it"),
        ("3: draw", "3: take", 7, "Line 7: “player 3: take 8C” cannot be read as a move."),
        ("3=8C loses 1", "3=8C loses 3", 8, "Line 8: the record says “showdown 1=7H 2=KH 3=8C loses 3”"),
        ("deal 7H KH 9H", "deal 7H KH 2H", 5, "Line 5: “deal 7H KH 2H” is refused. 2♥ is not in the pack in play."),
        ("players=3", "players=9 pack=32", 2, "With 32 cards at most 6 can play, not 9."),
        ("dealer 3", "dealer 4", 3, "the seats do not fit the number of players"),
    ],
)
def test_a_bad_record_names_the_line_and_the_rule(old, new, line, message):
    assert old in RECORD
    with pytest.raises(RecordError) as refused:
        ace.Match.parse(RECORD.replace(old, new))
    assert refused.value.line == line
    assert message in str(refused.value)
    assert f"Line {line}:" in str(refused.value)
    assert f"Zeile {line}:" in refused.value.sentence("de")


def test_an_illegal_move_far_down_is_named():
    match = playing(ace.Rules(players=4), 3)
    lines = match.to_text().splitlines()
    place = next(at for at, text in enumerate(lines) if at >= 12 and text.endswith(("keep", "exchange")))
    lines[place] = re.sub(r"player \d+: \w+", "player 9: keep", lines[place])
    with pytest.raises(RecordError) as refused:
        ace.Match.parse("\n".join(lines))
    assert refused.value.line == place + 1
    assert refused.value.cause.rule == "ace.no_player"
