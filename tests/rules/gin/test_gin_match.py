"""Matches of gin, with hands that are dealt to be over at once: dealers, targets, tournaments."""

import random

import pytest
from gintables import KNOCKER, POOR, card, pack, series

from rules import gin
from rules.cards import CARDS
from rules.errors import IllegalMove, RulesError


def knock_at_once(match: gin.Match, winner: int) -> None:
    """The player who is to win a hand takes the upcard and goes gin with 25 + 72 points."""
    first, second = (KNOCKER, POOR) if winner != match.dealer else (POOR, KNOCKER)
    match.deal(pack(first, second, "9S"))
    if winner == match.dealer:
        match.do(gin.Pass())
    match.do(gin.Take())
    match.do(gin.Knock(card("7S")))
    match.do(gin.Show())


def void_hand(match: gin.Match) -> None:
    match.deal(CARDS[::-1])
    rng = random.Random(1)
    while not match.state.over:
        moves = [move for move in match.state.legal_moves if not isinstance(move, (gin.Knock, gin.BigGin, gin.Take))]
        match.do(rng.choice(moves))


def test_dealers_alternate_after_every_hand_void_ones_included_and_across_games() -> None:
    match = gin.Match(dealer=0)
    dealers = []
    for hand in (0, 0, None, 0, 1, None, 0):
        dealers.append(match.dealer)
        void_hand(match) if hand is None else knock_at_once(match, hand)
    assert dealers == [0, 1, 0, 1, 0, 1, 0]
    assert len(match.finished) == 2


def test_a_void_hand_scores_nothing_and_is_no_hand_won() -> None:
    match = gin.Match(dealer=0)
    void_hand(match)
    assert match.state.void
    assert match.series.games[0].entries == ()
    assert match.totals == (0, 0)


def test_the_first_dealer_is_given_or_drawn_by_lot() -> None:
    assert gin.Match(dealer=1).dealer == 1
    assert {gin.Match(seed=seed).dealer for seed in range(20)} == {0, 1}
    assert gin.Match(seed=4).deal() == gin.Match(seed=4).deal()


def test_two_hands_of_97_win_a_game_and_three_games_the_match() -> None:
    match = gin.Match(dealer=0)
    for _ in range(2):
        knock_at_once(match, 1)
    assert match.totals == (0, (194 + 100) * 2 + 50)
    assert not match.over
    for _ in range(2):
        knock_at_once(match, 1)
    assert match.totals == (0, 1276)
    assert match.over
    assert match.winner == 1


def test_the_match_is_over_only_after_a_game() -> None:
    match = gin.Match(gin.Rules(match_target=90), dealer=0)
    knock_at_once(match, 1)
    assert not match.over


def test_the_higher_total_wins_even_against_the_winner_of_the_last_game() -> None:
    match = gin.Match(gin.Rules(match_target=600), dealer=0)
    for _ in range(2):
        knock_at_once(match, 1)
    assert match.winner == 1
    match = gin.Match(gin.Rules(match_target=639), dealer=0)
    for winner in (1, 1, 0, 1, 0):
        knock_at_once(match, winner)
    # 638 for the first game; the second brings 294 + 50 to 97 + 25.
    assert match.totals == (344, 760)
    assert match.winner == 1


def test_equal_totals_play_another_game() -> None:
    match = gin.Match(gin.Rules(match_target=638), dealer=0)
    match.finished = [series(match.rules, (0, 100), (0, 1)), series(match.rules, (1, 100), (1, 1))]
    assert match.totals[0] == match.totals[1]
    assert match.winner is None
    match.finished.append(series(match.rules, (0, 100)))
    assert match.winner == 0


def test_a_single_game_is_a_match() -> None:
    match = gin.Match(gin.Rules(match="single"), dealer=0)
    knock_at_once(match, 0)
    assert not match.over
    knock_at_once(match, 0)
    assert match.winner == 0


def test_a_tournament_is_won_by_three_games_of_250() -> None:
    match = gin.Match(gin.Rules(match="tournament"), dealer=0)
    wins = []
    for winner in (0, 1, 0, 1, 0):
        for _ in range(3):
            assert not match.over
            knock_at_once(match, winner)
        wins.append(match.games_won)
    assert wins == [(1, 0), (1, 1), (2, 1), (2, 2), (3, 2)]
    assert match.winner == 0


def test_a_hollywood_match_counts_all_three_games() -> None:
    match = gin.Match(gin.Rules(hollywood=True), dealer=0)
    for _ in range(4):
        assert not match.over
        knock_at_once(match, 0)
    # Two hands a game: 194, shut out, with two boxes, in each of the three.
    assert match.totals == (3 * 638, 0)
    assert match.winner == 0


def test_a_match_refuses_what_is_out_of_place() -> None:
    match = gin.Match(gin.Rules(match="single"), dealer=0)
    with pytest.raises(RulesError, match="No hand has been dealt"):
        match.do(gin.Take())
    assert not match.can(gin.Take())
    match.deal()
    assert match.can(gin.Take())
    with pytest.raises(RulesError, match="The hand in play has to end"):
        match.deal()
    with pytest.raises(IllegalMove, match="The first upcard has to be taken or passed"):
        match.do(gin.Draw())
    over = gin.Match(gin.Rules(match="single"), dealer=0)
    knock_at_once(over, 0)
    knock_at_once(over, 0)
    with pytest.raises(RulesError, match="The match is over: North has won"):
        over.deal()


@pytest.mark.parametrize(
    "names", [("A", "A"), ("A B", "C"), ("", "C"), ("a,", "b"), ("deal", "b"), ("a", "b", "c"), ("x:", "y")]
)
def test_refused_names(names) -> None:
    with pytest.raises(RulesError, match="two different names"):
        gin.Match(names=names)


def test_refused_dealer() -> None:
    with pytest.raises(RulesError, match="There is no player 3: two play"):
        gin.Match(dealer=2)
