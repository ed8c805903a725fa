"""Games, boxes, shutouts, Hollywood, tournaments and matches; the record of a match."""

import doctest
import random

import pytest
from gintables import KNOCKER, POOR, card, pack

from rules import gin
from rules.cards import CARDS
from rules.errors import IllegalMove, RecordError, RulesError
from rules.gin.game import Entry, Game, Series


def game(rules: gin.Rules, *entries: tuple[int, int]) -> Game:
    played = Game(rules)
    for winner, points in entries:
        played = played.add(Entry(winner, points))
    return played


def series(rules: gin.Rules, *entries: tuple[int, int]) -> Series:
    played = Series.start(rules)
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


# Matches, with hands that are dealt to be over at once.

OTHER = "AH 2H 2D 6S 8C 10S JD QS KC KD"


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
    with pytest.raises(RulesError, match="Option dealer must be from 0 to 1, not 2"):
        gin.Match(dealer=2)


# Records.


def played(seed: int, rules: gin.Rules | None = None, hands: int | None = None) -> gin.Match:
    rng = random.Random(seed)
    match = gin.Match(rules, ("Ann", "Bob"), seed=seed)
    while not match.over and (hands is None or hands > 0):
        hands = None if hands is None else hands - 1
        match.deal()
        while not match.state.over:
            moves = list(match.state.legal_moves)
            out = [move for move in moves if isinstance(move, (gin.Knock, gin.BigGin))]
            held = match.state.hand(match.state.turn)
            if not out and isinstance(moves[0], gin.Discard):
                moves = sorted(moves, key=lambda move: gin.best_melds(c for c in held if c is not move.card).points)[:2]
            match.do(rng.choice(out or moves))
    return match


@pytest.mark.parametrize(
    "rules",
    [
        None,
        gin.Rules(match="single", petit_gin=True, hollywood=True),
        gin.Rules(match="single", oklahoma=True, oklahoma_spades=True, boxes="at once", shutout=50),
    ],
)
def test_a_whole_match_round_trips(rules: gin.Rules | None) -> None:
    match = played(5, rules)
    text = match.to_text()
    again = gin.Match.parse(text)
    assert again.to_text() == text
    assert again.events == match.events
    assert (again.winner, again.totals, again.rules, again.names) == (
        match.winner,
        match.totals,
        match.rules,
        match.names,
    )
    assert f"match {match.names[match.winner]}" in text


def test_a_match_in_play_round_trips_at_every_move() -> None:
    match = gin.Match(dealer=0)
    match.deal(pack(KNOCKER, POOR, "9S"))
    for move in (gin.Pass(), gin.Take(), gin.Discard(card("KS")), gin.Draw(), gin.Knock(card("7S"), ())):
        assert gin.Match.parse(match.to_text()).state == match.state
        if match.can(move):
            match.do(move)


def test_a_record_reads_like_a_score_sheet() -> None:
    match = gin.Match(gin.Rules(gin_bonus=20), ("Ann", "Bob"), dealer=0)
    match.deal(pack(KNOCKER, POOR, "9S", "5C"))
    for move in (gin.Take(), gin.Knock(card("7S")), gin.Show()):
        match.do(move)
    lines = match.to_text().splitlines()
    assert lines[:6] == [
        "Game: gin",
        "Players: Ann, Bob",
        "Dealer: Ann",
        "Rules: gin_bonus=20",
        "",
        "# Hand 1, dealt by Ann",
    ]
    assert lines[6].startswith(
        "1. deal Bob AS AD AC 3H 4H 5H 9C 9D 9H 7S / Ann 2C 2D 4C 6D 8S 10D JC QD KH KS / up 9S / stock 5C "
    )
    assert lines[7:] == [
        "2. Bob take 9S",
        "3. Bob knock 7S",
        "4. Ann show",
        "5. score Bob 92 gin",
        "# knocker: AC AD AS / 9C 9D 9H 9S / 3H 4H 5H",
        "# defender: no melds; deadwood 2C 2D 4C 6D 8S 10D JC QD KH KS (72)",
    ]


def sheet() -> str:
    match = gin.Match(gin.Rules(match="single"), ("Ann", "Bob"), dealer=0)
    match.deal(pack(KNOCKER, POOR, "9S", "5C"))
    for move in (gin.Take(), gin.Discard(card("7S")), gin.Draw(), gin.Discard(card("5C")), gin.Draw()):
        match.do(move)
    match.do(
        gin.Knock(
            next(c for c in match.state.hand(1) if c not in match.state.view(1).known and match.state.can_knock(c))
        )
    )
    match.do(gin.Show())
    return match.to_text()


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("Game: gin", "Game: bus", 1, "The record is of “bus”, not of “gin”"),
        (
            "Players: Ann, Bob",
            "Players: Ann",
            2,
            "the header “Players” cannot be “Ann”. The players need two different names",
        ),
        ("Players: Ann, Bob", "Players: Ann, Ann", 2, "The players need two different names"),
        ("Dealer: Ann", "Dealer: Cid", 3, "the header “Dealer” cannot be “Cid”"),
        ("Rules: match=single", "Rules: match=double", 4, "cannot be “match=double”. Option match must be one of"),
        ("Dealer: Ann\n", "", None, "The record has no header “Dealer”"),
        ("1. deal Bob", "1. deal Cid", 7, "is refused. A deal is written: deal Bob and ten cards / Ann and ten"),
        ("7S / Ann", "/ Ann", 7, "A deal is written"),
        ("2C 2D 4C", "2C 2C 4C", 7, "2♣ occurs more often than the packs"),
        ("2. Bob take 9S", "2. Ann take 9S", 8, "It is not Ann’s turn"),
        ("2. Bob take 9S", "2. Cid take 9S", 8, "“Cid take 9S” cannot be read as a move"),
        (
            "2. Bob take 9S",
            "2. Bob take 8S",
            8,
            "the record says “Bob take 8S”, but the moves before it give “Bob take 9S”",
        ),
        ("2. Bob take 9S", "2. Bob steal 9S", 8, "“steal 9S” is not a move in gin"),
        ("3. Bob discard 7S", "3. Bob discard 9S", 9, "Line 9: “Bob discard 9S” is refused. 9♠ was just taken"),
        ("3. Bob discard 7S", "4. Bob discard 7S", 9, "move 3 should come here, not move 4"),
        ("4. Ann draw 5C", "4. Ann discard 2C", 10, "has to draw before discarding"),
        ("4. Ann draw 5C", "4. Ann draw 6C", 10, "give “Ann draw 5C”"),
        ("9. score Bob", "9. score Ann", 15, "the record says “score Ann"),
    ],
)
def test_a_record_is_checked_on_load(old: str, new: str, line: int | None, message: str) -> None:
    text = sheet()
    assert old in text
    with pytest.raises(RecordError, match=message) as caught:
        gin.Match.parse(text.replace(old, new))
    assert caught.value.line == line
    for lang in ("fr", "de"):
        assert caught.value.sentence(lang) != str(caught.value)


def test_an_illegal_move_on_line_17_is_named_with_its_rule() -> None:
    text = played(3, hands=1).to_text().splitlines()
    assert " discard " in text[16] or " draw" in text[16] or " take" in text[16]
    number, player = text[16].split()[:2]
    text[16] = f"{number} {player} pass"
    with pytest.raises(
        RecordError, match=r"Line 17: “.* pass” is refused\. Only the first upcard may be passed"
    ) as caught:
        gin.Match.parse("\n".join(text))
    assert caught.value.cause is not None
    assert caught.value.cause.rule == "gin.pass_late"


def test_the_example_in_the_package_holds() -> None:
    assert doctest.testmod(gin).failed == 0
    assert doctest.testmod(gin).attempted > 0
