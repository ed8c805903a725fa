"""The options of Trash: their defaults, their values, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import Card, Rank
from rules.errors import RulesError
from rules.trash import Rules


def test_defaults_are_the_rule_as_commonly_told() -> None:
    rules = Rules()
    assert (rules.players, rules.wilds, rules.jokers, rules.start) == (2, frozenset((Rank.JACK,)), 0, "winner")
    assert [rules.second_look, rules.free_draws, rules.end_time] == [False] * 3
    assert rules.end_slots is rules.end_deals is None


@pytest.mark.parametrize(("players", "packs"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4)])
def test_packs_are_half_as_many_as_players_rounded_up(players: int, packs: int) -> None:
    assert len(Rules(players=players).pack) == 52 * packs


def test_jokers_are_counted_per_pack() -> None:
    assert len(Rules(players=3, jokers=2).pack) == 2 * 54


@pytest.mark.parametrize("wilds", ["J", "Q", "K", "J,Q", "J,K", "Q,K", "J,Q,K"])
def test_any_faces_may_be_wild_and_the_others_cannot_be_placed(wilds: str) -> None:
    rules = Rules(wilds=wilds)  # type: ignore[arg-type]
    for rank in Rank:
        card = Card(rank, "H")
        assert rules.wild(card) == (rank.symbol in wilds.split(","))
        assert rules.fits(card, 5) == (rank == 5 or rules.wild(card))


@pytest.mark.parametrize("wilds", ["", "A", "10", "J,5", "X", (), (Rank.TEN,), ("J",), 11.5, [["J"]]])
def test_wilds_are_faces_and_at_least_one(wilds: object) -> None:
    with pytest.raises(RulesError, match="one or more of J, Q and K") as caught:
        Rules(wilds=wilds)  # type: ignore[arg-type]
    assert caught.value.rule == "trash.wild_ranks"


@pytest.mark.parametrize(
    ("options", "rule", "message"),
    [
        ({"players": 1}, "options.range", "players must be from 2 to 100, not 1"),
        ({"players": True}, "options.type", "players"),
        ({"players": None}, "options.type", "players"),
        ({"jokers": None}, "options.type", "jokers"),
        ({"jokers": -1}, "options.range", "jokers must be from 0 to 8, not -1"),
        ({"packs": 0}, "options.range", "packs must be from 1 to 100, not 0"),
        ({"players": 101}, "options.range", "players must be from 2 to 100, not 101"),
        ({"jokers": 9}, "options.range", "jokers must be from 0 to 8, not 9"),
        ({"packs": 101}, "options.range", "packs must be from 1 to 100, not 101"),
        ({"players": 5, "packs": 1}, "trash.packs", "5 players are too many for 1 pack: 4 at most"),
        ({"players": 9, "packs": 2}, "trash.packs", "9 players are too many for 2 packs: 8 at most"),
        ({"end_slots": 0}, "options.range", "end_slots must be from 1 to 9"),
        ({"end_slots": 10}, "options.range", "end_slots must be from 1 to 9"),
        ({"end_deals": 0}, "options.least", "end_deals must be at least 1"),
        ({"end_slots": 6, "end_deals": 5}, "trash.one_end", "one end: choose one of end_slots, end_deals"),
        ({"end_deals": 5, "end_time": True}, "trash.one_end", "end_deals, end_time"),
        ({"end_time": "yes"}, "options.type", "end_time"),
        ({"start": "loser"}, "options.choice", "start must be one of winner, clockwise, not loser"),
        ({"free_draws": True}, "trash.free_draws_look", "go with the second look"),
        ({"free_draws": True, "second_look": True, "players": 3}, "trash.free_draws_players", "two players, not 3"),
    ],
)
def test_options_that_contradict_are_refused(options: dict[str, object], rule: str, message: str) -> None:
    with pytest.raises(RulesError, match=message) as caught:
        Rules(**options)  # type: ignore[arg-type]
    assert caught.value.rule == rule


def test_four_players_a_pack_are_allowed() -> None:
    assert len(Rules(players=4, packs=1).pack) == 52


some_rules = st.builds(
    lambda players, wilds, jokers, start, look, free, end: Rules(
        players=players,
        wilds=wilds,
        jokers=jokers,
        start=start,
        second_look=look,
        free_draws=look and free and players == 2,
        **end,
    ),
    st.integers(2, 9),
    st.frozensets(st.sampled_from((Rank.JACK, Rank.QUEEN, Rank.KING)), min_size=1),
    st.integers(0, 4),
    st.sampled_from(("winner", "clockwise")),
    st.booleans(),
    st.booleans(),
    st.sampled_from(({}, {"end_slots": 6}, {"end_deals": 5}, {"end_time": True})),
)


@given(some_rules)
def test_options_round_trip_as_text(rules: Rules) -> None:
    assert Rules.parse(str(rules)) == rules


def test_defaults_are_left_out_of_the_text() -> None:
    assert str(Rules()) == ""
    assert str(Rules(players=3, wilds="K,J", second_look=True)) == "players=3 wilds=J,K second_look=true"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("players", "options.text"),
        ("speed=3", "options.unknown"),
        ("players=two", "options.type"),
        ("wilds=A", "trash.wild_ranks"),
        ("wilds=", "trash.wild_ranks"),
        ("end_slots=--5", "options.type"),
        ("end_slots=²", "options.type"),
        ("end_slots=" + "9" * 5000, "options.type"),
        ("second_look=perhaps", "options.type"),
        ("jokers=1 jokers=2", "options.repeated"),
    ],
)
def test_text_that_is_no_option_is_named(text: str, rule: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.parse(text)
    assert caught.value.rule == rule


@pytest.mark.parametrize("word", ["yes", "on", "true", "True"])
def test_switches_are_written_in_several_ways(word: str) -> None:
    assert Rules.parse(f"end_time={word}").end_time
    assert not Rules.parse("end_time=no").end_time


def test_options_that_may_be_absent_are_off() -> None:
    assert Rules.parse("packs=off end_slots=off") == Rules()


def test_a_number_is_no_wild_rank_and_is_refused_as_one():
    with pytest.raises(RulesError) as refused:
        Rules.parse("wilds=5")
    assert refused.value.rule == "trash.wild_ranks"
