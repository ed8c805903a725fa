"""Who loses at the showing in Chase the Ace, and the options."""

import itertools

import pytest

from rules import ace
from rules.cards import CARDS, Pack, parse_cards
from rules.errors import RulesError


def losers(cards, *, drew=None, **options):
    return ace.score(parse_cards(cards), ace.Rules(**options), drew=drew).losers


def test_only_rank_counts_the_ace_lowest_the_king_highest():
    ranks = parse_cards("AS 2H 3D 4C 5S 6H 7D 8C 9S 10H JD QC KS")
    for low, high in itertools.pairwise(ranks):
        assert ace.score([low, high]).losers == (0,)
        assert ace.score([high, low]).losers == (1,)


def test_with_32_cards_the_seven_is_next_above_the_ace():
    assert losers("7H AS 8D", pack=32) == (1,)
    assert losers("7H 9S 8D", pack=32) == (0,)


def test_a_lone_lowest_loses():
    assert losers("KH 3S 9D") == (1,)


def test_if_several_tie_for_lowest_nobody_loses():
    assert losers("KH 3S 9D 3H") == ()


def test_ties_lose_together_instead():
    assert losers("KH 3S 9D 3H", ties_together=True) == (1, 3)
    assert losers("3C 3S 3D", ties_together=True) == ()


def test_a_king_drawn_is_an_ordinary_highest_card():
    assert losers("KH 3S 9D", drew=0) == (1,)


def test_a_dealer_who_draws_a_king_loses_at_once_if_so_agreed():
    assert losers("KH 3S 9D", drew=0, dealer_king=True) == (0,)
    assert losers("KH 3S 9D", dealer_king=True) == (1,), "a king dealt is no king drawn"
    assert losers("QH 3S 9D", drew=0, dealer_king=True) == (1,)


def test_json():
    assert ace.score(parse_cards("KH 3S")).to_json() == {
        "hands": [{"cards": ["KH"], "points": 13}, {"cards": ["3S"], "points": 3}],
        "losers": [1],
    }


def test_the_pack_that_so_many_are_dealt_from():
    assert (ace.Rules(players=3).settled.pack, ace.Rules(players=7).settled.pack) == (32, 52)
    assert ace.Rules(players=3, pack=52).settled.pack == 52


@pytest.mark.parametrize(
    ("cards", "options", "rule", "message"),
    [
        ("KH KH", {}, "pack.repeated", "K♥ occurs more often than the packs in play hold it (1 time)."),
        ("KH 3S", {"pack": 32}, "pack.foreign", "3♠ is not in the pack in play."),
        ("KH JOKER", {}, "pack.foreign", "Joker is not in the pack in play."),
        ("", {}, "ace.cards", "From 1 to 51 cards can be shown, one for each player, not 0."),
        (
            "7H 8H 9H 10H JH QH KH",
            {"pack": 32},
            "ace.cards",
            "From 1 to 6 cards can be shown, one for each player, not 7.",
        ),
        (
            " ".join(map(str, CARDS)),
            {},
            "ace.cards",
            "From 1 to 51 cards can be shown, one for each player, not 52.",
        ),
    ],
)
def test_cards_that_cannot_be_shown_are_refused(cards, options, rule, message):
    with pytest.raises(RulesError) as refused:
        losers(cards, **options)
    assert refused.value.rule == rule
    assert str(refused.value) == message


def test_a_dealer_who_is_not_there_is_refused():
    with pytest.raises(RulesError, match="There is no player 4: 3 play"):
        losers("KH 3S 9D", drew=3)


def test_32_cards_with_up_to_six_who_start_otherwise_52():
    assert ace.Rules(players=6).cards == Pack(32)
    assert ace.Rules(players=7).cards == Pack(52)
    assert ace.Rules(players=2, pack=52).cards == Pack(52)
    assert ace.Rules(players=51).cards == Pack(52)


@pytest.mark.parametrize(
    ("options", "rule", "message"),
    [
        ({"players": 9, "pack": 32}, "ace.small_pack", "With 32 cards at most 6 can play, not 9."),
        ({"players": 7, "pack": 32}, "ace.small_pack", "With 32 cards at most 6 can play, not 7."),
        ({"pack": 40}, "ace.pack", "The pack has 32 or 52 cards, not 40."),
        ({"pack": "32"}, "ace.pack", "The pack has 32 or 52 cards, not 32."),
        ({"players": 52}, "options.range", "Option players must be from 2 to 51, not 52."),
        ({"players": 1}, "options.range", "Option players must be from 2 to 51, not 1."),
        ({"lives": 0}, "options.least", "Option lives must be at least 1, not 0."),
        ({"pass_on": "yes"}, "options.type", "Option pass_on must be yes or no, not 'yes'."),
    ],
)
def test_options_out_of_place_are_refused(options, rule, message):
    with pytest.raises(RulesError) as refused:
        ace.Rules(**options)
    assert refused.value.rule == rule
    assert str(refused.value) == message


@pytest.mark.parametrize(
    "rules",
    [
        ace.Rules(),
        ace.Rules(players=6, pack=32, lives=1),
        ace.Rules(players=51, ties_together=True, pass_on=True, dealer_king=True, dog=False),
        ace.Rules(pack=52),
    ],
)
def test_options_round_trip_as_text(rules):
    assert ace.Rules.parse(str(rules)) == rules
