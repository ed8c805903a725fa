"""The referee once the next hand has been dealt between two tables: who begins it, and whose fault is named."""

import pytest

from rules.trash import Rules
from rules.trash.text import explain_text
from rules.verdict import Verdict

WON = ("AS 2S", "?? ?? 3H", "AD ?? ??")


def dealt(before: tuple[str, ...], after: tuple[str, ...], options: str = "", **more: object) -> Verdict:
    """The verdict on three players' tables, a queen on the pile before and a king afterwards."""
    rules = Rules.parse(f"players=3 {options}")
    return explain_text(before, after, discard_before="QC", discard_after="KS", rules=rules, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("after", "options", "turns", "rule"),
    [
        (("??", "AC ?? ??", "?? ?? ??"), "", 1, "trash.not_first"),
        (("??", "?? ?? ??", "AC ?? ??"), "", 1, "trash.not_first"),
        # The first player drew and discarded, and the king lies on that.
        (("??", "AC ?? ??", "?? ?? ??"), "", 2, "trash.two_turns"),
        # The third player's turn would be the third.
        (("??", "?? ?? ??", "AC ?? ??"), "", 2, "trash.not_first"),
        (("??", "?? ?? ??", "?? ?? ??"), "", 1, "trash.turn_discard"),
        # The start passes clockwise, and nobody knows who began the last hand.
        (("??", "?? ?? ??", "AC ?? ??"), "start=clockwise", 1, "trash.turn"),
        # What is wrong whoever begins is named before.
        (("??", "?? ?? ??", "?? AC ??"), "", 2, "trash.wrong_slot"),
    ],
)
def test_who_won_the_last_hand_begins(after: tuple[str, ...], options: str, turns: int, rule: str) -> None:
    verdict = dealt(WON, after, options, turns=turns)
    assert verdict.rule == rule
    assert verdict.illegal is (rule in ("trash.not_first", "trash.wrong_slot"))
    assert all(verdict.sentence(lang) for lang in ("en", "fr", "de"))


LOOK = "second_look=yes"


@pytest.mark.parametrize(
    ("second", "after", "verdict"),
    [
        # Both layouts lie right and both dropped a slot: either player won, and the other turned cards up in the look.
        ("AH 2H 3H", ("AC ??", "?? ??", "?? ?? ??"), "legal"),
        ("AH 2H 3H", ("?? ??", "AC ??", "?? ?? ??"), "legal"),
        ("AH 2H 3H", ("?? ??", "?? ??", "AC ?? ??"), "illegal"),
        # What was not seen of the second player's layout would tell whether that player can have won.
        ("AH 2H --", ("AC ??", "?? ??", "?? ?? ??"), "legal"),
        ("AH 2H --", ("?? ??", "AC ??", "?? ?? ??"), "cannot tell"),
        ("AH 2H 3H/5D", ("?? ??", "AC ??", "?? ?? ??"), "cannot tell"),
        ("AH 2H --", ("?? ??", "?? ??", "AC ?? ??"), "illegal"),
        # A card face down when the hand was over was turned up in the look: its player lost.
        ("AH 2H ??", ("?? ??", "AC ??", "?? ?? ??"), "illegal"),
    ],
)
def test_where_two_may_have_won_either_may_begin(second: str, after: tuple[str, ...], verdict: str) -> None:
    found = dealt(("AS 2S 3S", second, "AD 5D 9H"), after, LOOK, turns=1)
    assert found.verdict == verdict
    if verdict == "cannot tell":
        assert found.rule == "trash.unseen_slots"
        assert found.explanation["missing"] == [{"player": 1, "slot": 3, "when": "before"}]
        assert found.explanation["possible"]["player"] == 1  # type: ignore[index]


def test_of_two_players_a_winner_who_is_not_seen_may_have_begun() -> None:
    look = Rules(second_look=True)
    found = explain_text("AS ?? ??", "AC ??", discard_before="QC", discard_after="KS", rules=look, turns=1)
    assert found.rule == "trash.turn"


@pytest.mark.parametrize(
    ("before", "after", "new", "rule"),
    [
        # An ace has been turned back: the next hand was dealt, and in that one a card lies in the wrong slot.
        ("AS ?? 3H", "?? ?? 2H", "KC", "trash.wrong_slot"),
        ("AS ?? 3H", "?? 2H ??", "AC", "trash.playable_discarded"),
        ("AS ?? 3H", "?? ?? QH", "KC", "trash.face_placed"),
        # Nothing has been turned back: the hand is over, and nothing may change but in the look.
        ("AS ?? 3H", "AS ?? 2H", "KC", "trash.hand_over"),
        ("AS ?? 3H", "AS QH 3H", "KC", "trash.hand_over"),
        # Who won is dealt one slot less: nothing was dealt to this one.
        ("AS 2S 3H", "?? ?? 2H", "KC", "trash.turned_back"),
    ],
)
def test_a_fault_after_a_deal_seen_alone_is_that_of_the_new_hand(before: str, after: str, new: str, rule: str) -> None:
    found = explain_text(before, after, discard_before="QC", discard_after=new, over=True)
    assert (found.verdict, found.rule) == ("illegal", rule)


@pytest.mark.parametrize(("stock", "legal"), [(None, True), (46, True), (45, False), (1, False)])
def test_a_pile_of_one_card_is_gone_when_that_is_taken(stock: int | None, legal: bool) -> None:
    # Five of 52 cards lie in the layouts, so 46 in the stock leave the ace alone on the pile.
    before, after = ("?? 2S", "?? ?? ??"), ("AS 2S", "?? ?? ??")
    found = explain_text(before, after, discard_before="AS", discard_after="..", stock=stock, turns=1)
    assert found.verdict == ("legal" if legal else "illegal")
    # The first player took the two and discarded, the second took that and won: nothing is left but what lay beneath.
    before, after = ("AH ?? ??", "?? 2S"), ("AH 2H ??", "AS 2S")
    found = explain_text(before, after, discard_before="2H", discard_after="..", stock=stock)
    assert found.verdict == ("legal" if legal else "illegal")


@pytest.mark.parametrize(("stock", "legal"), [(None, True), (1, False), (2, True)])
def test_who_draws_the_last_card_has_the_top_shuffled_away(stock: int | None, legal: bool) -> None:
    # The first player placed the two and the second won. Had the first drawn the last card, the pile would have been
    # shuffled but for that discard, and the queen could not lie on top.
    before, after = ("AH ?? ??", "JC ?? 3S"), ("AH 2H ??", "AC JC 3S")
    found = explain_text(before, after, discard_before="QC", discard_after="QC", stock=stock, player=0)
    assert found.verdict == ("legal" if legal else "illegal")
