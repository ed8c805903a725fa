"""The referee of Stop the Bus between turns: tables against enumeration and simulation."""

import pytest
from busgames import games
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import bus
from rules.cards import CARDS, JOKER, parse_cards
from rules.errors import RulesError
from rules.observation import Seen, parse_row
from tests.rules.sights import blurred, possible


def explain(before, after):
    return bus.explain(parse_row(before), parse_row(after))


@pytest.mark.parametrize(
    ("before", "after", "answer", "rule", "sentence"),
    [
        ("5H QS 7C", "7C 5H QS", "legal", "bus.table_same", "The table cards are the same."),
        ("5H QS 7C", "5H 2D 7C", "legal", "bus.table_one", "Q♠ was exchanged for 2♦."),
        (
            "5H QS 7C",
            "2D 3D 4D",
            "legal",
            "bus.table_three",
            "All three table cards were exchanged: 5♥, Q♠, 7♣ for 2♦, 3♦, 4♦.",
        ),
        (
            "5H QS 7C",
            "5H 3D 4D",
            "illegal",
            "bus.table_two",
            "Two table cards have changed (Q♠, 7♣ taken, 3♦, 4♦ laid down): one card is exchanged or all three.",
        ),
        (
            "5H QS 7C",
            "5H 3? 4?",
            "illegal",
            "bus.table_two_unread",
            "Two table cards have changed: one card is exchanged or all three.",
        ),
        (
            "5H QS 7C",
            "5H 3D up",
            "cannot tell",
            "bus.table_unknown",
            "Too little of the table cards can be read to tell whether two of them changed.",
        ),
        # Whatever the third card is, none or one has changed.
        (
            "5H QS 7C",
            "5H QS up",
            "legal",
            "bus.table_fits",
            "However the unread cards turn out, the table cards changed as one turn allows.",
        ),
        # But there may be no card there at all.
        (
            "5H QS 7C",
            "5H QS --",
            "cannot tell",
            "bus.table_covered",
            "Not every place on the table can be made out: a card may be missing.",
        ),
        (
            "5H QS 7C",
            "5H QS ??",
            "illegal",
            "bus.table_down",
            "Card 3 on the table lies face down after the turn; table cards lie face up.",
        ),
        (
            "5H .. 7C",
            "5H QS 7C",
            "illegal",
            "bus.table_empty",
            "A card is missing on the table before the turn, at place 2.",
        ),
        (
            "5H QS 7C",
            "5H 5H 7C",
            "illegal",
            "bus.table_twice",
            "The table cards after the turn cannot all be different: 5♥, 5♥, 7♣.",
        ),
        ("5H QS 7C", "5H QS JOKER", "illegal", "pack.foreign", "Joker is not in the pack in play."),
        # Two sets of the same two cards use both up: the third place cannot be one of them.
        (
            "5H 5D 7C",
            "5D/5H 5D/5H 7C",
            "legal",
            "bus.table_same",
            "The table cards are the same.",
        ),
    ],
)
def test_table_cards_between_turns(before, after, answer, rule, sentence):
    verdict = explain(before, after)
    assert (verdict.verdict, verdict.rule, verdict.sentence()) == (answer, rule, sentence)


def test_what_is_missing_is_named():
    # 8D may have lain there before, and 7C may still lie there.
    assert explain("5H -- 7C", "5H 8D --").explanation == {
        "changed": [0, 1, 2],
        "missing": [3],
        "missing_before": [2],
    }


def test_three_places_are_asked_for():
    with pytest.raises(RulesError, match="Three cards lie on the table, not 2"):
        explain("5H QS", "5H QS 7C")


FEW = [*parse_cards("5H 5D 6H 6D 7C 7D 8C")]
SETS = st.sets(st.sampled_from(FEW), min_size=1, max_size=4).map(Seen.cards)


@settings(max_examples=150, deadline=None)
@given(st.tuples(SETS, SETS, SETS), st.tuples(SETS, SETS, SETS))
def test_a_table_is_judged_as_by_trying_every_possibility(before, after):
    verdict = bus.explain(before, after)
    changes = {3 - len(set(was) & set(now)) for was in possible(before) for now in possible(after)}
    legal = {change != 2 for change in changes}
    expected = {frozenset(): "illegal", frozenset((True,)): "legal", frozenset((False,)): "illegal"}
    assert verdict.verdict == expected.get(frozenset(legal), "cannot tell")
    if changes:
        assert set(verdict.explanation["changed"]) == changes


def test_every_legal_change_of_a_simulated_game_is_accepted_and_no_hiding_makes_it_illegal():
    turns = 0
    for played, rng in games(25):
        if isinstance(played.move, bus.Deal) or played.ended is not None:
            continue
        turns += 1
        before, after = list(played.before.table), list(played.after.table)
        rng.shuffle(after)
        assert bus.explain(list(map(Seen.card, before)), list(map(Seen.card, after))).verdict == "legal"
        hidden = bus.explain([blurred(card, rng) for card in before], [blurred(card, rng) for card in after])
        assert hidden.verdict != "illegal"
    assert turns > 300


def test_every_fault_is_caught_and_no_hiding_of_other_cards_makes_it_legal():
    faults = 0
    for played, rng in games(25):
        state = played.after
        if state.turn is None:
            continue
        faults += 1
        table = list(state.table)
        strange = rng.sample([card for card in CARDS if card not in table], 2)
        wrong = [*strange, table[2]]
        rng.shuffle(wrong)
        seen = list(map(Seen.card, table))
        assert bus.explain(seen, list(map(Seen.card, wrong))).verdict == "illegal"
        # With two changes in sight the third card decides; it alone is hidden.
        hidden = [blurred(card, rng) if card is table[2] else Seen.card(card) for card in wrong]
        assert bus.explain(seen, hidden).verdict != "legal"
        assert bus.explain(seen, [*map(Seen.card, table[:2]), Seen.down()]).verdict == "illegal"
        assert bus.explain(seen, [*map(Seen.card, table[:2]), Seen.card(table[0])]).verdict == "illegal"
    assert faults > 300


def test_no_joker_is_meant_by_a_card_of_which_nothing_is_known():
    assert JOKER in Seen.up().possible
    assert explain("5H QS up", "5H QS 7C").verdict == "legal"
