"""What holds in every position of every match of Trash."""

import random
from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from trashchanges import random_rules

from rules.cards import CARDS, JOKER
from rules.trash import Deal, Discard, Draw, Look, Match, Phase, Pile, Place, State, Status, TimeUp, parse_move

seeds = st.integers(0, 2**32)
quick = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def reached(seed: int, *, moves: int | None = None) -> Match:
    """A match of random options after some random moves."""
    chance = random.Random(seed)
    match = Match(State.start(random_rules(chance), seed))
    # Short layouts, for hands and matches that end within the moves made.
    sizes = tuple(chance.randint(1, 4) for _ in match.origin.sizes)
    match = Match(State.start(match.origin.rules, seed, sizes=sizes))
    for _ in range(chance.randint(1, 120) if moves is None else moves):
        if match.state.over:
            break
        match.push(chance.choice(list(match.state.legal_moves)))
    return match


@quick
@given(seeds)
def test_cards_are_neither_lost_nor_made(seed: int) -> None:
    match = reached(seed)
    for state in (step.after for step in match.steps):
        assert Counter(state.known()) == Counter(state.rules.pack.cards())
        assert state.status() is Status.VALID


@quick
@given(seeds)
def test_there_is_a_legal_move_until_the_match_is_over(seed: int) -> None:
    match = reached(seed)
    for state in (match.origin, *(step.after for step in match.steps)):
        assert bool(state.legal_moves) == (not state.over)
        assert (state.phase is Phase.OVER) == bool(state.winners)


@quick
@given(seeds)
def test_moves_are_listed_if_and_only_if_they_can_be_made(seed: int) -> None:
    state = reached(seed).state
    player = state.player
    listed = list(state.legal_moves)
    assert len(listed) == len(set(listed)) == len(state.legal_moves)
    universe = [
        *(Draw(one, pile) for one in range(state.rules.players) for pile in Pile),
        *(Place(one, card, slot) for one in (player, 0) for card in (*CARDS, JOKER) for slot in range(12)),
        *(Discard(one, card) for one in (player, 0) for card in (*CARDS, JOKER)),
        *(Look(one, ()) for one in range(state.rules.players)),
        *listed,
        Deal(),
        TimeUp(),
    ]
    for move in universe:
        assert (move in state.legal_moves) == state.can(move) == (move in listed), str(move)
    assert "stock" not in state.legal_moves


@quick
@given(seeds)
def test_hidden_cards_are_absent_from_views(seed: int) -> None:
    match = reached(seed)
    for state in (step.after for step in match.steps):
        for player in (None, *range(state.rules.players)):
            view = state.view(player)
            assert view.seed is None
            assert all(card is None for card in view.stock)
            assert all(slot.card is None or slot.up for layout in view.layouts for slot in layout)
            held = state.phase is Phase.PLAY
            if held and state.drawn_unseen and player != state.player:
                assert view.hand is None
                assert state.hand is not None
                assert view.unseen()[state.hand] >= 1
            elif held:
                assert view.hand is state.hand
            assert len(view.stock) == len(state.stock)
            assert view.discards == state.discards
            hidden = sum(not slot.up for layout in state.layouts for slot in layout)
            missing = held and view.hand is None
            assert sum(view.unseen().values()) == hidden + len(state.stock) + missing


@quick
@given(seeds)
def test_what_is_legal_is_legal_in_the_players_own_view(seed: int) -> None:
    state = reached(seed).state
    view = state.view(state.player)
    for move in state.legal_moves:
        if not isinstance(move, Deal):
            assert move in view.legal_moves, str(move)


@quick
@given(seeds)
def test_positions_and_moves_round_trip_as_text(seed: int) -> None:
    match = reached(seed)
    for state in (match.state, match.state.view(0)):
        assert State.parse(str(state)) == state
    for move in match.moves:
        assert parse_move(str(move)) == move


@quick
@given(seeds)
def test_records_round_trip(seed: int) -> None:
    match = reached(seed)
    again = Match.from_text(match.to_text())
    assert again.state == match.state
    assert again.to_text() == match.to_text()


@quick
@given(seeds)
def test_a_match_followed_without_its_hidden_cards_comes_to_the_same_table(seed: int) -> None:
    match = reached(seed)
    origin = match.origin
    state = State.start(origin.rules, None, first=origin.first, sizes=origin.sizes)
    for move in match.moves:
        state = state.play(Deal() if isinstance(move, Deal) else move).after
    # A card nobody named is known to the dealt match only.
    mine, other = match.state.view(match.state.player), state
    assert [[slot.up for slot in layout] for layout in mine.layouts] == [
        [slot.up for slot in layout] for layout in other.layouts
    ]
    assert (mine.sizes, mine.phase, mine.player, mine.winners) == (
        other.sizes,
        other.phase,
        other.player,
        other.winners,
    )
    assert len(mine.stock) == len(other.stock)


@quick
@given(seeds)
def test_the_layouts_shrink_by_one_slot_at_most_and_never_below_one(seed: int) -> None:
    match = reached(seed)
    before = match.origin.sizes
    for step in match.steps:
        after = step.after.sizes
        assert all(0 <= old - new <= 1 and new >= 1 for old, new in zip(before, after, strict=True))
        if step.after.winner is None or step.after.phase is Phase.DRAW:
            assert after == tuple(map(len, step.after.layouts)) or not step.after.hands
        before = after


@quick
@given(seeds)
def test_a_wild_lies_on_the_pile_only_after_a_win(seed: int) -> None:
    for step in reached(seed).steps:
        state = step.after
        if state.winner is None:
            assert not any(card is not None and state.rules.wild(card) for card in state.discards)
