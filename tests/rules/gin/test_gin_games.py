"""Games, boxes, shutouts and Hollywood."""

from gintables import series

from rules import gin
from rules.gin.game import Entry, Game


def game(rules: gin.Rules, *entries: tuple[int, int]) -> Game:
    played = Game(rules)
    for winner, points in entries:
        played = played.add(Entry(winner, points))
    return played


# Games.


def test_104_points_in_4_hands_to_none() -> None:
    played = game(gin.Rules(), (0, 30), (0, 30), (0, 30), (0, 14))
    assert played.over
    assert played.shutout
    assert played.totals() == (508, 0)


def test_112_in_5_hands_against_60_in_3() -> None:
    played = game(gin.Rules(), (0, 20), (1, 20), (0, 20), (1, 20), (0, 20), (1, 20), (0, 20), (0, 32))
    assert played.totals() == (337, 135)
    assert not played.shutout


def test_a_game_goes_to_100_points_or_more() -> None:
    assert not game(gin.Rules(), (0, 99)).over
    assert game(gin.Rules(), (0, 100)).winner == 0
    assert game(gin.Rules(), (1, 130)).winner == 1


def test_boxes_do_not_count_towards_the_target_at_the_end() -> None:
    assert not game(gin.Rules(), (0, 40), (0, 40)).over
    assert game(gin.Rules(), (0, 40), (0, 40)).totals() == (130, 0)


def test_boxes_at_once_count_towards_the_target_and_once() -> None:
    rules = gin.Rules(boxes="at once")
    played = game(rules, (0, 40), (1, 5), (0, 10))
    assert (played.score(0), played.score(1)) == (100, 30)
    assert played.winner == 0
    assert played.totals() == (50 + 100 + 50, 30)


def test_boxes_are_not_doubled_by_a_shutout_either_way() -> None:
    for boxes in ("end", "at once"):
        assert game(gin.Rules(boxes=boxes), (0, 100)).totals() == (2 * 200 + 25, 0)


def test_a_finished_game_takes_no_more_hands() -> None:
    played = game(gin.Rules(), (0, 100), (1, 100))
    assert played.totals() == (425, 0)


def test_game_target() -> None:
    assert game(gin.Rules(game_target=50), (0, 50)).over
    assert not game(gin.Rules(game_target=250), (0, 249)).over


def test_game_bonus_and_box_bonus() -> None:
    assert game(gin.Rules(game_bonus=150, box_bonus=20), (1, 10), (0, 100)).totals() == (270, 30)


def test_shutout_as_a_flat_bonus_or_none() -> None:
    assert game(gin.Rules(shutout=100), (0, 100)).totals() == (100 + 100 + 100 + 25, 0)
    assert game(gin.Rules(shutout="none"), (0, 100)).totals() == (225, 0)
    assert game(gin.Rules(shutout=100), (1, 5), (0, 100)).totals() == (225, 30)


def test_a_spade_hand_brings_two_boxes_and_is_one_hand() -> None:
    played = Game(gin.Rules(oklahoma=True, oklahoma_spades=True)).add(Entry(1, 40, 2)).add(Entry(0, 100))
    assert (played.hands(1), played.boxes(1)) == (1, 50)
    assert played.totals() == (225, 90)


# Hollywood.


def test_hollywood_enters_wins_in_one_two_then_three_games() -> None:
    played = series(gin.Rules(hollywood=True), (0, 10), (0, 20), (1, 7), (0, 30))
    assert [one.points(0) for one in played.games] == [60, 50, 30]
    assert [one.points(1) for one in played.games] == [7, 0, 0]


def test_hollywood_a_finished_game_takes_no_more_entries() -> None:
    played = series(gin.Rules(hollywood=True), (0, 60), (0, 60), (1, 50), (1, 20))
    assert [one.points(0) for one in played.games] == [120, 60, 0]
    # The first game was over: the opponent's wins still count as first and second.
    assert [one.points(1) for one in played.games] == [0, 20, 0]
    assert [one.over for one in played.games] == [True, False, False]


def test_hollywood_a_player_without_an_entry_is_shut_out_there() -> None:
    played = series(gin.Rules(hollywood=True), (1, 10), (0, 100), (0, 100), (0, 100))
    assert [one.shutout for one in played.games] == [False, True, True]
    assert played.over
    assert played.games[0].totals() == (225, 35)
    assert played.games[1].totals() == (425, 0)
    assert played.totals() == (225 + 425 + 425, 35)


def test_without_hollywood_a_series_is_one_game() -> None:
    assert series(gin.Rules(), (0, 100)).totals() == (425, 0)
