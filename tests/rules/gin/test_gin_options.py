"""Every option of gin: what it changes, and which contradict each other."""

import pytest
from gintables import KNOCKER, POOR, card, deal, play
from hypothesis import given
from hypothesis import strategies as st

from rules import gin
from rules.cards import parse_cards
from rules.errors import RulesError

GIN = KNOCKER.replace("7S", "9S")
BIG = GIN + " 6H"
EQUAL = "2C 2D 2S 6D 7D 8D JC JD JH 7C"
LESS = EQUAL.replace("7C", "4S")


def result(knocker, defender, rules=None, upcard=None):
    found = gin.score(parse_cards(knocker), parse_cards(defender), rules, upcard=upcard and card(upcard))
    return found.ending, found.winner, found.points, found.boxes


def test_the_defaults_are_25_25_31_limit_10_game_100_match_1000() -> None:
    rules = gin.Rules()
    assert (rules.gin_bonus, rules.undercut_bonus, rules.big_gin_bonus, rules.limit()) == (25, 25, 31, 10)
    assert (rules.target, rules.game_bonus, rules.box_bonus, rules.match_target) == (100, 100, 25, 1000)
    assert (rules.equal, rules.shutout, rules.boxes, rules.match) == ("undercut", "double", "end", "points")
    assert not any((rules.oklahoma, rules.oklahoma_spades, rules.petit_gin, rules.hollywood))


def test_gin_bonus() -> None:
    assert result(GIN, POOR, gin.Rules(gin_bonus=20)) == ("gin", "knocker", 92, 1)


def test_undercut_bonus() -> None:
    assert result(KNOCKER, LESS, gin.Rules(undercut_bonus=10)) == ("undercut", "defender", 13, 1)


def test_big_gin_bonus_of_50() -> None:
    assert result(BIG, POOR, gin.Rules(big_gin_bonus=50)) == ("big_gin", "knocker", 122, 1)


def test_big_gin_not_played_refuses_eleven_cards() -> None:
    with pytest.raises(RulesError, match="Big gin is not played"):
        result(BIG, POOR, gin.Rules(big_gin_bonus=None))
    state = play(deal(GIN, POOR, "6H", rules=gin.Rules(big_gin_bonus=None)), "take")
    assert gin.BigGin() not in list(state.legal_moves)
    assert state.can_knock(card("3H"))


def test_equal_deadwood_may_score_for_nobody() -> None:
    rules = gin.Rules(equal="nobody")
    assert result(KNOCKER, EQUAL, rules) == ("knock", "none", 0, 0)
    assert result(KNOCKER, LESS, rules) == ("undercut", "defender", 28, 1)


def test_nobody_wins_a_hand_of_equal_deadwood() -> None:
    state = play(deal(KNOCKER, EQUAL, "QS", rules=gin.Rules(equal="nobody")), "take", "discard AS", "draw")
    state = deal(KNOCKER.replace("7S", "KD"), EQUAL, "7S", rules=gin.Rules(equal="nobody"))
    state = play(state, "take", "knock KD", "show")
    assert state.over
    assert state.winner is None
    assert not state.void


@pytest.mark.parametrize(
    ("upcard", "limit"),
    [("2S", 2), ("9H", 9), ("10D", 10), ("JC", 10), ("QC", 10), ("KC", 10), ("AH", 1)],
)
def test_oklahoma_sets_the_limit_by_the_upcard(upcard: str, limit: int) -> None:
    assert gin.Rules(oklahoma=True).limit(card(upcard)) == limit


def test_oklahoma_ace_may_mean_gin_only() -> None:
    rules = gin.Rules(oklahoma=True, oklahoma_ace="gin")
    assert rules.limit(card("AH")) == 0
    assert rules.limit(card("2H")) == 2
    hand = KNOCKER.replace("7S", "AH").replace("AS", "2S").replace("AC", "2D").replace("AD", "2H")
    with pytest.raises(RulesError, match="gin only: with 1 point of deadwood"):
        result(hand, "AC AD 4C 6D 8S 10D JC QD KH KS", rules, "AS")
    assert result(GIN, POOR, rules, "AH")[0] == "gin"


def test_oklahoma_refuses_a_knock_above_the_upcard() -> None:
    rules = gin.Rules(oklahoma=True)
    assert result(KNOCKER, POOR, rules, "7D")[0] == "knock"
    with pytest.raises(RulesError, match="too much to knock: the limit is 6"):
        result(KNOCKER, POOR, rules, "6H")


def test_the_upcard_sets_the_limit_of_the_whole_hand() -> None:
    state = deal(KNOCKER, POOR, "5D", "8H", rules=gin.Rules(oklahoma=True))
    assert state.limit == 5
    state = play(state, "pass", "pass", "draw")
    assert not state.can_knock(card("8H"))
    assert state.view(1).limit == 5


def test_oklahoma_needs_the_upcard() -> None:
    for judge in (
        lambda: result(KNOCKER, POOR, gin.Rules(oklahoma=True)),
        lambda: gin.hand(parse_cards(KNOCKER), gin.Rules(oklahoma=True)),
        lambda: gin.Rules(oklahoma=True, oklahoma_spades=True).factor(),
    ):
        with pytest.raises(RulesError, match="the first upcard must be known"):
            judge()


def test_a_spade_upcard_doubles_the_hand_and_its_box() -> None:
    rules = gin.Rules(oklahoma=True, oklahoma_spades=True)
    assert result(KNOCKER, POOR, rules, "8H") == ("knock", "knocker", 65, 1)
    assert result(KNOCKER, POOR, rules, "9S") == ("knock", "knocker", 130, 2)
    assert result(KNOCKER, LESS, rules, "9S") == ("undercut", "defender", 2 * 28, 2)
    assert result(KNOCKER, POOR, gin.Rules(oklahoma=True), "9S") == ("knock", "knocker", 65, 1)


PETIT = gin.Rules(petit_gin=True)
ONE_LEFT = KNOCKER.replace("7S", "KC")


def test_petit_gin_scores_25_and_the_difference() -> None:
    assert result(ONE_LEFT, POOR, PETIT) == ("petit_gin", "knocker", 25 + 62, 1)
    assert result(ONE_LEFT, POOR, gin.Rules(petit_gin=True, petit_gin_bonus=15)) == ("petit_gin", "knocker", 15 + 62, 1)


def test_layoffs_are_allowed_against_petit_gin() -> None:
    assert result(ONE_LEFT, POOR.replace("8S", "9S"), PETIT) == ("petit_gin", "knocker", 25 + 64 - 10, 1)


def test_an_undercut_of_petit_gin_stays_one_and_the_bonus_is_lost() -> None:
    assert result(ONE_LEFT, LESS, PETIT) == ("undercut", "defender", 25 + 6, 1)


def test_two_unmatched_cards_are_a_simple_knock_in_petit_gin_too() -> None:
    # AS AD are left of the aces: 2 points in two cards.
    two = "AS AD 3H 4H 5H 6H 9C 9D 9H 9S"
    assert result(two, POOR, PETIT) == ("knock", "knocker", 70, 1)


def test_in_petit_gin_all_cards_melded_are_grand_gin() -> None:
    assert result(GIN, POOR, PETIT) == ("grand_gin", "knocker", 50 + 72, 1)
    assert result(BIG, POOR, PETIT) == ("grand_gin", "knocker", 50 + 72, 1)
    assert result(GIN, POOR, gin.Rules(petit_gin=True, grand_gin_bonus=40)) == ("grand_gin", "knocker", 112, 1)


def test_with_eleven_the_larger_of_grand_and_big_gin_counts() -> None:
    assert result(BIG, POOR, gin.Rules(petit_gin=True, big_gin_bonus=60)) == ("big_gin", "knocker", 132, 1)
    assert result(BIG, POOR, gin.Rules(petit_gin=True, big_gin_bonus=None)) == ("grand_gin", "knocker", 122, 1)


def test_nothing_is_laid_off_against_grand_gin() -> None:
    with pytest.raises(RulesError, match="nothing is laid off against grand gin"):
        gin.score(parse_cards(GIN), parse_cards(POOR.replace("8S", "6H")), PETIT, layoffs=parse_cards("6H"))


def test_oklahoma_does_not_bind_petit_gin() -> None:
    rules = gin.Rules(petit_gin=True, oklahoma=True, oklahoma_ace="gin")
    assert result(ONE_LEFT, POOR, rules, "AH") == ("petit_gin", "knocker", 25 + 62, 1)
    with pytest.raises(RulesError, match="gin only"):
        result("AS AD 3H 4H 5H 6H 9C 9D 9H 9S", POOR, rules, "AH")


def test_one_unmatched_ten_may_beat_less_deadwood_in_two_cards() -> None:
    # 3-3-3 and 4-5-6 leave the king; 3-4-5-6 and two threes leave 16: the king alone brings the bonus.
    hand = "3C 3D 3H 4H 5H 6H 9C 9D 9H KS"
    assert result(hand, POOR.replace("KS", "KD"), PETIT)[0] == "petit_gin"
    # One deuce less in two cards, against petit gin with a ten.
    hand = "AC AD AH AS 2S 3S 9C 9D 9H 10H"
    found = gin.score(parse_cards(hand), parse_cards("2C 2D 4C 6D 8S 10D JC QD KH KS"), PETIT)
    assert (found.ending, found.knocker.points) == ("petit_gin", 10)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"gin_bonus": -1}, "Option gin_bonus must be at least 0, not -1"),
        ({"undercut_bonus": "25"}, "Option undercut_bonus must be a whole number, not '25'"),
        ({"big_gin_bonus": 1.5}, "Option big_gin_bonus must be a whole number"),
        ({"big_gin_bonus": True}, "Option big_gin_bonus must be a whole number"),
        ({"equal": "split"}, "Option equal must be one of undercut, nobody, not 'split'"),
        ({"knock_limit": -1}, "Option knock_limit must be at least 0"),
        ({"oklahoma": 1}, "Option oklahoma must be yes or no, not 1"),
        ({"oklahoma": True, "oklahoma_ace": "two"}, "Option oklahoma_ace must be one of one, gin"),
        ({"match": "long"}, "Option match must be one of points, single, tournament"),
        ({"match_target": 0}, "Option match_target must be at least 1"),
        ({"game_target": 0}, "Option game_target must be at least 1"),
        ({"boxes": "never"}, "Option boxes must be one of end, at once"),
        ({"shutout": "triple"}, "Option shutout must be one of double, none, or a number, not 'triple'"),
        ({"shutout": -5}, "Option shutout must be at least 0"),
        ({"shutout": True}, "Option shutout must be a whole number"),
        ({"oklahoma": True, "knock_limit": 7}, "a limit of 7 cannot be given as well"),
        ({"oklahoma_spades": True}, "A spade upcard doubles only in Oklahoma"),
        ({"oklahoma_ace": "gin"}, "What an ace upcard means matters only in Oklahoma"),
        ({"petit_gin_bonus": 20}, "need petit gin to be played"),
        ({"grand_gin_bonus": 60}, "need petit gin to be played"),
        (
            {"match": "single", "match_target": 500},
            "A match target of 500 needs a match by points: this match is a single",
        ),
        ({"match": "tournament", "match_target": 500}, "a tournament counts games"),
        ({"match": "tournament", "hollywood": True}, "cannot be scored the Hollywood way"),
        ({"match": "tournament", "game_target": 100}, "The games of a tournament go to 250, not to 100"),
    ],
)
def test_refused_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        gin.Rules(**options)


@pytest.mark.parametrize("rules", [gin.Rules(match="tournament"), gin.Rules(match="tournament", game_target=250)])
def test_a_tournaments_games_go_to_250(rules: gin.Rules) -> None:
    assert rules.target == 250


options = st.fixed_dictionaries(
    {
        "gin_bonus": st.integers(0, 60),
        "big_gin_bonus": st.none() | st.integers(0, 60),
        "equal": st.sampled_from(["undercut", "nobody"]),
        "boxes": st.sampled_from(["end", "at once"]),
        "shutout": st.sampled_from(["double", "none", 0, 100]),
        "game_target": st.none() | st.integers(1, 500),
        "petit_gin": st.booleans(),
        "hollywood": st.booleans(),
    }
)


@given(options)
def test_options_round_trip_through_text(chosen: dict[str, object]) -> None:
    rules = gin.Rules(**chosen)
    assert gin.Rules.parse(str(rules)) == rules


def test_options_as_text_name_only_what_differs() -> None:
    assert str(gin.Rules()) == ""
    rules = gin.Rules(big_gin_bonus=None, oklahoma=True, boxes="at once")
    assert str(rules) == "big_gin_bonus=off oklahoma=yes boxes=at_once"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gin_bonus", "“gin_bonus” is not an option: write name=value"),
        ("colour=red", "There is no option colour: the options are gin_bonus"),
        ("gin_bonus=many", "Option gin_bonus must be a whole number, not 'many'"),
        ("knock_limit=--5", "Option knock_limit must be a whole number, not '--5'"),
        ("knock_limit=²", "Option knock_limit must be a whole number, not '²'"),
        ("knock_limit=7 oklahoma=no knock_limit=8", "Option knock_limit is given twice"),
        ("boxes=at_times", "Option boxes must be one of end, at once, not 'at_times'"),
    ],
)
def test_refused_options_as_text(text: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        gin.Rules.parse(text)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("hollywood=yes", gin.Rules(hollywood=True)),
        ("hollywood=true", gin.Rules(hollywood=True)),
        ("hollywood=On", gin.Rules(hollywood=True)),
        ("hollywood=off oklahoma=false petit_gin=no", gin.Rules()),
        ("big_gin_bonus=off", gin.Rules(big_gin_bonus=None)),
        ("boxes=at-once", gin.Rules(boxes="at once")),
        ("boxes=at_once", gin.Rules(boxes="at once")),
        ("shutout=none", gin.Rules(shutout="none")),
        ("shutout=50", gin.Rules(shutout=50)),
    ],
)
def test_options_as_text_are_written_in_several_ways(text: str, rules: gin.Rules) -> None:
    assert gin.Rules.parse(text) == rules
