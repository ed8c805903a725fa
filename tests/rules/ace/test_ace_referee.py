"""The referee of Chase the Ace: kings before play and cards at the showing, against enumeration and simulation."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import ace
from rules.cards import CARDS, Rank, parse_cards
from rules.errors import RulesError
from rules.observation import Seen, parse_row
from tests.rules.sights import assert_losers, blurred, possible


@pytest.mark.parametrize(
    ("cards", "answer", "rule", "immune", "sentence"),
    [
        ("?? ?? ??", "legal", "ace.no_kings", [], "No king is turned up: nobody is immune."),
        ("?? KH ?? K?", "legal", "ace.kings", [1, 3], "Immune, with a king face up: 2, 4."),
        ("?? 5H ??", "illegal", "ace.not_king", [], "Player 2 has 5♥ face up: only kings are turned up."),
        ("?? QH/5H KH", "illegal", "ace.not_king", [2], "Player 2 has 5♥/Q♥ face up: only kings are turned up."),
        ("?? .. ??", "illegal", "ace.no_card", [], "Player 2 has no card."),
        ("KH KH ??", "illegal", "ace.shown_twice", [0, 1], "The cards shown cannot all be different: K♥, K♥."),
        (
            "K? K? K? K? K?",
            "illegal",
            "ace.shown_twice",
            [0, 1, 2, 3, 4],
            "The cards shown cannot all be different: K?, K?, K?, K?, K?.",
        ),
        (
            "?? KH/QH KS",
            "cannot tell",
            "ace.kings_unknown",
            [2],
            "Whether these players have a king face up cannot be read: 2.",
        ),
        (
            "-- KS",
            "cannot tell",
            "ace.kings_unknown",
            [1],
            "Whether these players have a king face up cannot be read: 1.",
        ),
        (
            "up ??",
            "cannot tell",
            "ace.kings_unknown",
            [],
            "Whether these players have a king face up cannot be read: 1.",
        ),
    ],
)
def test_kings_before_play(cards, answer, rule, immune, sentence):
    verdict = ace.kings(parse_row(cards))
    assert (verdict.verdict, verdict.rule) == (answer, rule)
    assert verdict.explanation["immune"] == immune
    assert verdict.sentence() == sentence


def test_who_may_be_immune_is_told_apart_from_who_is():
    assert ace.kings(parse_row("?? KH/QH KS --")).explanation == {"immune": [2], "possible_immune": [1, 2, 3]}


def showdown(cards, *, dealer=None, drew=None, **options):
    return ace.showdown(parse_row(cards), ace.Rules(**options), dealer=dealer, drew=drew)


def test_a_showing_seen_whole_is_scored():
    assert showdown("KH 3S").to_json() == {
        "verdict": "legal",
        "rule": "ace.loses",
        "sentence": "Card 2 is the lowest and loses a life.",
        "explanation": {"hands": [{"cards": ["KH"], "points": 13}, {"cards": ["3S"], "points": 3}], "losers": [1]},
    }


def test_a_rank_alone_decides():
    verdict = showdown("K? 3? 9?")
    assert verdict.explanation["losers"] == [1]
    assert [hand["points"] for hand in verdict.explanation["hands"]] == [13, 3, 9]


def test_two_candidates_matter_only_where_they_lie_on_both_sides():
    assert showdown("8H/6H 3S 9D").explanation["losers"] == [1]
    verdict = showdown("8H/6H 7S 9D")
    assert verdict.verdict == "cannot tell"
    assert verdict.explanation["losers"] is None
    assert verdict.explanation["possible_losers"] == [0, 1]
    assert verdict.explanation["hands"][0]["possible_points"] == [6, 8]
    assert verdict.sentence("fr") == "Le perdant dépend de cartes illisibles (cartes : 1)."


def test_an_ace_loses_to_no_card_not_read_but_another_ace():
    assert showdown("AS --").verdict == "cannot tell"
    # The other aces lie elsewhere on the table: there nobody loses.
    assert showdown("AS AC AH AD --").rule == "ace.nobody_loses"


def test_a_tie_that_the_other_cards_rule_out():
    # Both lowest cards are threes whatever they are, so nobody loses; together they both do.
    assert showdown("3S/3H 3C KD").rule == "ace.nobody_loses"
    assert showdown("3S/3H 3C KD", ties_together=True).explanation["losers"] == [0, 1]


@pytest.mark.parametrize(
    ("cards", "options", "rule"),
    [
        ("KH KH 3S", {}, "ace.shown_twice"),
        ("KH .. 3S", {}, "ace.no_card"),
        ("KH JOKER", {}, "pack.foreign"),
        ("KH 3S", {"pack": 32}, "pack.foreign"),
        ("K? K? K? K? K?", {}, "ace.shown_twice"),
    ],
)
def test_cards_that_cannot_be_are_illegal(cards, options, rule):
    verdict = showdown(cards, **options)
    assert (verdict.verdict, verdict.rule) == ("illegal", rule)


def test_how_many_cards_can_be_shown():
    with pytest.raises(RulesError, match="From 1 to 51 cards can be shown"):
        showdown("")
    with pytest.raises(RulesError, match="There is no player 3: 2 play"):
        showdown("KH 3S", dealer=2)
    assert showdown("3S").rule == "ace.one_card"


def test_a_king_drawn_by_the_dealer_decides_only_if_so_agreed():
    assert showdown("KH 3S 9D", dealer=0, drew=True).explanation["losers"] == [1]
    verdict = showdown("KH 3S 9D", dealer=0, drew=True, dealer_king=True)
    assert (verdict.rule, verdict.explanation["losers"]) == ("ace.drew_king", [0])
    assert showdown("KH 3S 9D", dealer=0, drew=False, dealer_king=True).explanation["losers"] == [1]
    assert showdown("QH 3S 9D", dealer=0, dealer_king=True).explanation["losers"] == [1]
    unknown = showdown("KH 3S 9D", dealer=0, dealer_king=True)
    assert (unknown.verdict, unknown.rule) == ("cannot tell", "ace.drew_unknown")
    assert unknown.explanation["possible_losers"] == [0, 1]
    assert showdown("KH 3S 9D", dealer=1, dealer_king=True).explanation["losers"] == [1]
    assert showdown("KH/QH 3S 9D", dealer=0, drew=True, dealer_king=True).verdict == "cannot tell"


SOME = [*parse_cards("AS 3S 3H 3C 7S 7H KS KH")]
SIGHTS = st.one_of(
    st.sampled_from(SOME).map(Seen.card), st.sets(st.sampled_from(SOME), min_size=1, max_size=4).map(Seen.cards)
)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(SIGHTS, min_size=2, max_size=5),
    st.booleans(),
    st.booleans(),
    st.one_of(st.none(), st.integers(0, 1)),
    st.sampled_from([None, True, False]),
)
def test_a_showing_is_judged_as_by_trying_every_possibility(cards, together, dealer_king, dealer, drew):
    rules = ace.Rules(ties_together=together, dealer_king=dealer_king)
    verdict = ace.showdown(cards, rules, dealer=dealer, drew=drew)
    drawn = [None] if drew is False else range(len(cards)) if dealer is None else [dealer]
    drawn = [*drawn] if drew is not None else [None, *drawn]
    outcomes = {ace.score(ways, rules, drew=each).losers for ways in possible(cards) for each in drawn}
    assert_losers(verdict, outcomes)


def games(count):
    for seed in range(count):
        rng = random.Random(seed)
        rules = ace.Rules(
            players=rng.randint(2, 8), ties_together=seed % 2 == 0, pass_on=seed % 3 == 0, dealer_king=seed % 5 == 0
        )
        match = ace.Match(ace.State.start(rules, seed=seed))
        while match.winner is None:
            yield match.push(rng.choice(list(match.state.legal_moves))), rng


def turned(state):
    """What lies before the players still in the game: kings up, all else down."""
    held = [state.cards[seat] for seat in state.lives.playing]
    return [Seen.card(card) if card.rank is Rank.KING else Seen.down() for card in held]


def test_kings_of_simulated_deals_are_accepted_and_every_fault_is_caught():
    deals = 0
    for played, rng in games(40):
        if not isinstance(played.move, ace.Deal) or played.ended is not None:
            continue
        deals += 1
        state = played.after
        seen = turned(state)
        verdict = ace.kings(seen)
        assert verdict.verdict == "legal"
        assert [state.lives.playing[index] for index in verdict.explanation["immune"]] == list(state.immune)
        hidden = [rng.choice([card, Seen.unknown(), Seen.rank(Rank.KING) if card.possible else card]) for card in seen]
        assert ace.kings(hidden).verdict != "illegal"
        # Faults: a card that is no king face up; no card at all; the same king twice.
        place = rng.randrange(len(seen))
        for fault in (Seen.card(rng.choice(CARDS[:48])), Seen.empty()):
            wrong = [fault if index == place else card for index, card in enumerate(seen)]
            assert ace.kings(wrong).verdict == "illegal"
            wrong = [fault if index == place else card for index, card in enumerate(hidden)]
            assert ace.kings(wrong).verdict == "illegal"
        assert ace.kings([*seen, Seen.card(CARDS[-1]), Seen.card(CARDS[-1])]).verdict == "illegal"
    assert deals > 200


def test_hiding_cards_of_a_simulated_showing_never_names_another_loser():
    shown = named = 0
    for played, rng in games(40):
        if played.ended is None:
            continue
        shown += 1
        rules = played.before.rules
        seats = played.ended.seats
        dealer = seats.index(played.before.dealer)
        drew = isinstance(played.move, ace.Draw)
        cards = played.ended.showdown.cards
        whole = ace.showdown(list(map(Seen.card, cards)), rules, dealer=dealer, drew=drew)
        assert tuple(whole.explanation["losers"]) == played.ended.showdown.losers
        seen = [blurred(card, rng) for card in cards]
        for known in (drew, None):
            verdict = ace.showdown(seen, rules, dealer=dealer, drew=known)
            assert verdict.verdict != "illegal"
            if verdict.verdict == "legal":
                named += 1
                assert tuple(verdict.explanation["losers"]) == played.ended.showdown.losers
            else:
                assert set(played.ended.showdown.losers) <= set(verdict.explanation["possible_losers"])
    assert shown > 200
    assert named > 20


def test_a_card_counts_nothing_that_another_players_card_rules_out():
    # The eight of hearts lies before the other: the first is the six.
    verdict = ace.showdown(parse_row("8H/6H 8H"))
    assert verdict.explanation["hands"][0] == {"cards": ["6H/8H"], "points": 6}
    assert verdict.explanation["losers"] == [0]


def test_one_card_alone_loses_to_nobody_though_it_is_a_king_drawn():
    rules = ace.Rules(dealer_king=True)
    verdict = ace.showdown(parse_row("KH"), rules, dealer=0, drew=True)
    assert (verdict.verdict, verdict.rule) == ("legal", "ace.one_card")
    assert verdict.explanation["losers"] == []
    assert verdict.sentence()
    assert ace.score(parse_cards("KH"), rules, drew=0).losers == ()


def test_a_king_that_lay_open_before_play_was_not_drawn():
    rules = ace.Rules(dealer_king=True)
    cards = parse_row("7H KS 9C")
    assert ace.showdown(cards, rules).rule == "ace.drew_unknown"
    verdict = ace.showdown(cards, rules, immune=(1,))
    assert (verdict.verdict, verdict.explanation["losers"]) == ("legal", [0])
