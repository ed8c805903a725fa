"""What hands are worth in Stop the Bus, and who loses at the showing."""

import itertools
import random

import pytest

from rules import bus
from rules.cards import CARDS, parse_cards
from rules.errors import RulesError

BEST = bus.Rules()
NONE = bus.Rules(three_of_a_kind="none")
BRAG = bus.Rules(brag=True)


def hand(text):
    return parse_cards(text)


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("AS KS 5H", 21),  # ace 11, king 10
        ("AS 5H 9D", 11),  # three suits: the highest single card
        ("2S 3S 4S", 9),
        ("AS KS QS", 31),
        ("JH 10H 9H", 29),
        ("2C 3C QD", 10),  # the lone queen is more than the two clubs
        ("9C 2C QD", 11),
        ("7C 7D 8H", 8),
    ],
)
def test_points_are_the_best_total_of_one_suit(cards, points):
    assert bus.value(hand(cards)).points == points


def test_no_hand_is_worth_more_than_31():
    assert max(bus.value(cards, NONE).points for cards in itertools.combinations(CARDS, 3)) == 31


@pytest.mark.parametrize("cards", ["2C 2D 2H", "AC AD AH", "KC KD KS"])
def test_three_of_a_kind_beats_any_total(cards):
    assert bus.value(hand("AS KS QS")) < bus.value(hand(cards))
    assert bus.value(hand(cards)).kind == "three of a kind"


def test_all_threes_of_a_kind_are_equal():
    assert bus.value(hand("2C 2D 2H")) == bus.value(hand("AC AD AH"))
    assert bus.score([hand("2C 2D 2H"), hand("AC AD AH")]).losers == ()


def test_three_of_a_kind_at_30_and_a_half_lies_between_30_and_31():
    rules = bus.Rules(three_of_a_kind=30.5)
    trips, most, less = (bus.value(hand(cards), rules) for cards in ("2C 2D 2H", "AS KS QS", "10S KS QS"))
    assert less < trips < most
    assert trips.points == 30.5


def test_three_of_a_kind_may_have_any_other_value():
    assert bus.value(hand("2C 2D 2H"), bus.Rules(three_of_a_kind=12)).points == 12
    assert bus.Rules(three_of_a_kind="12") == bus.Rules(three_of_a_kind=12)


def test_three_of_a_kind_not_recognised_counts_its_highest_card():
    assert bus.value(hand("7C 7D 7H"), NONE).points == 7
    assert bus.value(hand("7C 7D 7H"), NONE).kind == "points"


# From the best to the worst; hands in one line are equal.
BRAG_ORDER = [
    ["3C 3D 3H", "3S 3D 3H"],
    ["AC AD AH"],
    ["KC KD KH"],
    ["2C 2D 2H"],
    ["AC 2C 3C", "AS 2S 3S"],
    ["AC KC QC"],
    ["KC QC JC"],
    ["4C 3C 2C"],
    ["AC 2D 3C"],
    ["AC KD QC"],
    ["KC QD JC"],
    ["4C 3D 2C"],
    ["AC KC JC", "AS KS JS"],
    ["AC KC 10C"],
    ["AC 4C 2C"],
    ["KC QC 10C"],
    ["5C 3C 2C"],
    ["AC AD KC", "AC AH KS"],
    ["AC AD 2C"],
    ["KC KD AC"],
    ["2C 2D AC"],
    ["2C 2D 3C"],
    ["AC KD JC", "AS KS JD"],
    ["AC KD 2C"],
    ["KC QD 10C"],
    ["5C 3D 2C"],
]


def test_brag_form_ranks_hands_by_kind_then_rank():
    values = [[bus.value(hand(cards), BRAG) for cards in line] for line in BRAG_ORDER]
    for line in values:
        assert all(value == line[0] for value in line)
    for better, worse in itertools.pairwise(values):
        assert worse[0] < better[0]
        assert not better[0] < worse[0]


def test_king_ace_two_is_no_run_in_brag():
    assert bus.value(hand("KC AC 2C"), BRAG).kind == "flush"
    assert bus.value(hand("KC AD 2C"), BRAG).kind == "high card"


def test_brag_kinds_are_as_common_as_combinatorics_says():
    found = {}
    for cards in itertools.combinations(CARDS, 3):
        kind = bus.value(cards, BRAG).kind
        found[kind] = found.get(kind, 0) + 1
    # 13 ranks × 4 choices of suit; 12 runs × 4; 12 × (64 - 4); 4 × (286 - 12); 13 × 6 × 48; the rest.
    assert found == {
        "prial": 52,
        "running flush": 48,
        "run": 720,
        "flush": 1096,
        "pair": 3744,
        "high card": 22100 - 52 - 48 - 720 - 1096 - 3744,
    }


def test_the_order_of_the_cards_means_nothing():
    rng = random.Random(3)
    for rules in (BEST, NONE, BRAG):
        for _ in range(50):
            cards = rng.sample(CARDS, 3)
            assert len({bus.value(order, rules) for order in itertools.permutations(cards)}) == 1


def test_lowest_hand_loses_if_alone():
    shown = bus.score([hand("AS KS 5H"), hand("7C 7D 8H"), hand("9C 2C QD")])
    assert shown.losers == (1,)
    assert shown.to_json() == {
        "hands": [
            {"cards": ["AS", "KS", "5H"], "points": 21, "kind": "points"},
            {"cards": ["7C", "7D", "8H"], "points": 8, "kind": "points"},
            {"cards": ["9C", "2C", "QD"], "points": 11, "kind": "points"},
        ],
        "losers": [1],
    }


TIED = ("8C 7D 2H", "8D 7H 2S", "AS KS QS")


def test_if_several_tie_for_lowest_nobody_loses():
    assert bus.score([hand(cards) for cards in TIED]).losers == ()


def test_ties_together_all_the_lowest_lose():
    assert bus.score([hand(cards) for cards in TIED], bus.Rules(ties_together=True)).losers == (0, 1)


def test_ties_together_nobody_loses_if_everybody_ties():
    assert bus.score([hand(cards) for cards in TIED[:2]], bus.Rules(ties_together=True)).losers == ()


def test_one_hand_is_valued_and_loses_to_nobody():
    assert bus.score([hand("AS KS 5H")]).to_json()["losers"] == []


@pytest.mark.parametrize(
    ("hands", "rule", "message"),
    [
        (["AS KS"], "bus.nth_hand_size", "Hand 1 has 2 cards; a hand has three."),
        (["AS KS QS", "2C"], "bus.nth_hand_size", "Hand 2 has 1 card; a hand has three."),
        (["AS KS QS", "2C 2D AS"], "pack.repeated", "A♠ occurs more often than the packs in play hold it (1 time)."),
        (["AS KS JOKER"], "pack.foreign", "Joker is not in the pack in play."),
        ([], "bus.hands", "From 1 to 16 hands can be shown, not 0."),
        (["AS KS QS"] * 17, "bus.hands", "From 1 to 16 hands can be shown, not 17."),
    ],
)
def test_hands_that_cannot_be_shown_are_refused(hands, rule, message):
    with pytest.raises(RulesError) as refused:
        bus.score([hand(cards) for cards in hands])
    assert refused.value.rule == rule
    assert str(refused.value) == message


def test_a_single_hand_of_the_wrong_size_is_refused():
    with pytest.raises(RulesError, match=r"^A hand has three cards, not 4\.$"):
        bus.value(hand("AS KS QS JS"))


@pytest.mark.parametrize(
    ("options", "rule", "message"),
    [
        ({"players": 1}, "options.range", "Option players must be from 2 to 16, not 1."),
        ({"players": 17}, "options.range", "Option players must be from 2 to 16, not 17."),
        ({"players": True}, "options.type", "Option players must be a whole number, not True."),
        ({"lives": 0}, "options.least", "Option lives must be at least 1, not 0."),
        ({"lives": 2.5}, "options.type", "Option lives must be a whole number, not 2.5."),
        ({"dog": 1}, "options.type", "Option dog must be yes or no, not 1."),
        (
            {"three_of_a_kind": "much"},
            "bus.three_of_a_kind",
            "Option three_of_a_kind must be best, none or a number of points, not much.",
        ),
        (
            {"three_of_a_kind": -1},
            "bus.three_of_a_kind",
            "Option three_of_a_kind must be best, none or a number of points, not -1.",
        ),
        (
            {"three_of_a_kind": 10**400},
            "bus.three_of_a_kind",
            f"Option three_of_a_kind must be best, none or a number of points, not {10**400}.",
        ),
        (
            {"three_of_a_kind": float("nan")},
            "bus.three_of_a_kind",
            "Option three_of_a_kind must be best, none or a number of points, not nan.",
        ),
        (
            {"brag": True, "three_of_a_kind": 30.5},
            "bus.brag_prial",
            "In the Brag form three of a kind is the best hand; it cannot count 30.5 as well.",
        ),
        (
            {"brag": True, "end_at_31": True},
            "bus.brag_31",
            "The Brag form counts no points, so no hand of 31 can end the deal.",
        ),
    ],
)
def test_options_out_of_place_are_refused(options, rule, message):
    with pytest.raises(RulesError) as refused:
        bus.Rules(**options)
    assert refused.value.rule == rule
    assert str(refused.value) == message


@pytest.mark.parametrize(
    "rules",
    [
        bus.Rules(),
        bus.Rules(players=16, lives=1, ties_together=True, dog=False),
        bus.Rules(three_of_a_kind=30.5, end_at_31=True),
        bus.Rules(three_of_a_kind=12),
        bus.Rules(three_of_a_kind="none"),
        bus.Rules(brag=True),
    ],
)
def test_options_round_trip_as_text(rules):
    assert bus.Rules.parse(str(rules)) == rules


def test_an_unknown_option_is_named():
    with pytest.raises(RulesError, match="There is no option speed"):
        bus.Rules.parse("players=3 speed=9")
