"""The referee of Stop the Bus at the showing: hands against enumeration and simulation."""

import time

import pytest
from busgames import games
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import bus
from rules.cards import parse_cards
from rules.errors import RulesError
from rules.observation import Seen, parse_row
from tests.rules.sights import assert_losers, blurred, possible


def showdown(*hands, **options):
    return bus.showdown([parse_row(hand) for hand in hands], bus.Rules(**options))


def test_a_showing_seen_whole_is_scored():
    verdict = showdown("AS KS 5H", "7C 7D 8H")
    assert verdict.to_json() == {
        "verdict": "legal",
        "rule": "bus.loses",
        "sentence": "Hand 2 is the lowest and loses a life.",
        "explanation": {
            "hands": [
                {"cards": ["AS", "KS", "5H"], "points": 21, "kind": "points"},
                {"cards": ["7C", "7D", "8H"], "points": 8, "kind": "points"},
            ],
            "losers": [1],
        },
    }


def test_a_card_not_read_matters_only_where_it_may_change_the_loser():
    assert showdown("AS KS --", "7C 7D 8H").explanation["losers"] == [1]
    verdict = showdown("9S 2D --", "7C 7D 8H")
    assert verdict.explanation["losers"] == [1]
    verdict = showdown("6S 2D --", "7C 7D 8H")
    assert verdict.verdict == "cannot tell"
    assert verdict.explanation["losers"] is None
    assert verdict.explanation["possible_losers"] == [0, 1]
    assert verdict.explanation["hands"][0]["points"] is None
    assert verdict.sentence() == "Who loses depends on cards that cannot be read (hands: 1)."


def test_a_card_that_lies_elsewhere_cannot_be_the_one_not_read():
    # The first hand holds 7S or 8S: 8S is in the second hand.
    assert showdown("7S/8S 2D 3D", "8S 2H 5H").explanation["losers"] == [0]
    assert showdown("7S/9S 2D 3D", "8S 2H 5H").verdict == "cannot tell"


def test_the_loser_is_told_however_many_hands_are_unread_where_known_cards_settle_it():
    # AS and JD lie elsewhere, so the first hand is 3S 4C 5D; nobody else can be down to 5.
    hands = ["AS/3S/JD 4C 5D", "AS 8S --", "-- JC --", "KS -- AH", "QH 3H 2C/7S/9C", "7C -- JD"]
    verdict = showdown(*hands, three_of_a_kind=30.5)
    assert (verdict.verdict, verdict.explanation["losers"]) == ("legal", [0])
    assert verdict.explanation["hands"][0]["points"] == 5


def test_a_hand_of_which_less_was_seen_has_cards_that_were_not():
    assert showdown("AS KS", "7C 7D 8H").explanation["losers"] == [1]
    assert showdown("", "7C 7D 8H").verdict == "cannot tell"


def test_rank_alone_may_be_enough():
    assert showdown("K? 2D 5C", "7C 7D 8H").explanation["losers"] == [1]


@pytest.mark.parametrize(
    ("hands", "rule"),
    [
        (["AS KS 5H", "AS 7D 8H"], "pack.repeated"),
        (["AS KS JOKER", "AC 7D 8H"], "pack.foreign"),
        (["AS/KS AS/KS AS/KS", "AC 7D 8H"], "bus.shown_twice"),
    ],
)
def test_hands_that_cannot_be_are_illegal(hands, rule):
    verdict = showdown(*hands)
    assert (verdict.verdict, verdict.rule) == ("illegal", rule)


def test_too_many_cards_in_a_hand_are_refused():
    with pytest.raises(RulesError, match="Hand 2 has 4 cards; a hand has three"):
        showdown("AS KS 5H", "7C 7D 8H 9H")
    with pytest.raises(RulesError, match="From 1 to 16 hands can be shown, not 0"):
        showdown()


def test_nobody_loses_on_a_tie_and_all_lowest_where_ties_lose_together():
    hands = ("8C 7D 2H", "8D 7H 2S", "AS KS QS")
    assert showdown(*hands).rule == "bus.nobody_loses"
    verdict = showdown(*hands, ties_together=True)
    assert verdict.sentence() == "Hands 1, 2 are the lowest together, and each loses a life."


def test_a_tie_that_no_unread_card_can_undo():
    # With three suits the eight counts, whatever the third card is.
    hands = ("8C 7D 2H", "8D 7H 2S/3C", "AS KS QS")
    assert showdown(*hands).rule == "bus.nobody_loses"
    assert showdown(*hands, ties_together=True).explanation["losers"] == [0, 1]


def test_one_hand_is_valued():
    assert showdown("AS KS 5H").sentence() == "The hand is worth 21 (points)."
    assert showdown("A? K? Q?", brag=True).sentence("de").startswith("Das Blatt ist nicht gut genug lesbar")
    assert showdown("10S QS KS/JS").sentence() == "The hand is worth 30 (points)."
    assert showdown("10S QS KS/2S").verdict == "cannot tell"
    assert showdown("8S 8H 8?").sentence() == "Three of a kind: the hand beats any total."
    assert showdown("8S 8H 8?", three_of_a_kind=30.5).sentence() == "The hand is worth 30.5 (three of a kind)."


def test_a_hand_that_may_be_three_of_a_kind_is_not_told_by_a_number_of_points_that_stands_for_it():
    # With an eight of clubs or diamonds two cards of one suit make 15, with another eight the eight alone counts.
    verdict = showdown("7C 7D 7?/8?")
    assert (verdict.verdict, verdict.params["worths"]) == ("cannot tell", [8, 15])
    assert verdict.sentence().endswith("it may be worth 8, 15, or be three of a kind and beat any total.")
    assert showdown("7C 7D 7?/8?", three_of_a_kind=30.5).params["worths"] == [8, 15, 30.5]


def test_a_hand_of_brag_alone_is_told_by_its_name_whatever_its_other_card():
    assert showdown("7C 7D 2?/8?", brag=True).sentence() == "The hand is a pair."
    assert showdown("7C 7D 7?/8?", brag=True).verdict == "cannot tell"


RULES = st.sampled_from(
    [bus.Rules(), bus.Rules(ties_together=True), bus.Rules(brag=True), bus.Rules(three_of_a_kind="none")]
)
SOME = [*parse_cards("5H 5D 5C 6H 6D 7C 7D 8C 8D KD")]
SIGHTS = st.one_of(
    st.sampled_from(SOME).map(Seen.card), st.sets(st.sampled_from(SOME), min_size=1, max_size=3).map(Seen.cards)
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(SIGHTS, SIGHTS, SIGHTS), min_size=2, max_size=3), RULES)
def test_a_showing_is_judged_as_by_trying_every_possibility(hands, rules):
    verdict = bus.showdown(hands, rules)
    outcomes = set()
    points, kinds = [set() for _ in hands], [set() for _ in hands]
    for cards in possible([seen for hand in hands for seen in hand]):
        shown = bus.score([cards[at : at + 3] for at in range(0, len(cards), 3)], rules)
        outcomes.add(shown.losers)
        for place, hand in enumerate(shown.hands):
            points[place].add(hand.value.points)
            kinds[place].add(hand.value.kind)
    for place, told in enumerate(verdict.explanation.get("hands", ())):
        assert set(told.get("possible_kinds", [told["kind"]])) == kinds[place]
        if not rules.brag:
            assert set(told.get("possible_points", [told["points"]])) == points[place]
    assert_losers(verdict, outcomes)


def test_hiding_cards_of_a_simulated_showing_never_names_another_loser():
    shown = 0
    for played, rng in games(18):
        if played.ended is None:
            continue
        shown += 1
        hands = [hand.cards for hand in played.ended.showdown.hands]
        seen = [[blurred(card, rng) for card in hand] for hand in hands]
        verdict = bus.showdown(seen, played.before.rules)
        assert verdict.verdict != "illegal"
        if verdict.verdict == "legal":
            assert tuple(verdict.explanation["losers"]) == played.ended.showdown.losers
        else:
            assert set(played.ended.showdown.losers) <= set(verdict.explanation["possible_losers"])
        whole = bus.showdown([list(map(Seen.card, hand)) for hand in hands], played.before.rules)
        assert tuple(whole.explanation["losers"]) == played.ended.showdown.losers
    assert shown > 60


@pytest.mark.parametrize("rules", [bus.Rules(), bus.Rules(brag=True), bus.Rules(brag=True, ties_together=True)])
def test_a_table_full_of_hands_not_seen_is_answered_soon(rules):
    hands = [[Seen.unknown()] * 3] * 16
    bus.showdown(hands, rules)
    start = time.thread_time()
    assert bus.showdown(hands, rules).verdict == "cannot tell"
    assert time.thread_time() - start < 2


def test_a_hand_is_worth_nothing_that_another_hands_cards_rule_out():
    # The nine of hearts lies in the other hand: the first is the ace, king and queen of spades, 31.
    verdict = bus.showdown([parse_row("AS KS QS/9H"), parse_row("9H 2C 3C")])
    first = verdict.explanation["hands"][0]
    assert (first["points"], "possible_points" in first) == (31, False)
    assert verdict.explanation["losers"] == [1]


@pytest.mark.parametrize(
    ("hand", "kind", "sentence"),
    [
        ("3S 3D 3H", "prial", "The hand is a prial."),
        ("2S 3S 4S", "running flush", "The hand is a running flush."),
        ("2S 3D 4S", "run", "The hand is a run."),
        ("2S 7S 4S", "flush", "The hand is a flush."),
        ("2S 2D 4S", "pair", "The hand is a pair."),
        ("2S 7D 4S", "high card", "The hand is a high card."),
    ],
)
def test_the_brag_form_names_a_hand_and_counts_no_points(hand, kind, sentence):
    verdict = bus.showdown([parse_row(hand)], bus.Rules(brag=True))
    assert (verdict.rule, verdict.explanation["hands"][0]["kind"]) == ("bus.worth_brag", kind)
    assert verdict.sentence() == sentence


def test_the_brag_form_names_what_a_hand_in_doubt_may_be():
    verdict = bus.showdown([parse_row("2S 3S 4S/7D")], bus.Rules(brag=True))
    assert (verdict.verdict, verdict.rule) == ("cannot tell", "bus.worth_brag_unknown")
    assert verdict.explanation["hands"][0]["possible_kinds"] == ["high card", "running flush"]
    assert verdict.sentence("de") == (
        "Das Blatt ist nicht gut genug lesbar; es kann eine höchste Karte, ein Straßenflush sein."
    )
