"""The referee on one turn of a player seen alone: case by case, as the rules tell them."""

import pytest

from rules.trash import Rules
from rules.trash.referee import explain
from rules.trash.table import Table
from rules.trash.text import explain_text
from rules.verdict import Verdict

DOWN = " ".join(["??"] * 10)


def ten(layout: str) -> str:
    """A layout of ten of which only the first slots are written."""
    known = layout.split()
    return " ".join([*known, *["??"] * (10 - len(known))])


def turn(
    before: str, after: str, old: str | None = "QC", new: str | None = "KS", options: str = "", **more: object
) -> Verdict:
    """One turn of a player seen alone."""
    rules = Rules.parse(options)
    return explain_text(ten(before), ten(after), discard_before=old, discard_after=new, rules=rules, **more)  # type: ignore[arg-type]


LEGAL = [
    ("a number on its slot", "", "AS", "QC", "KS", "trash.turn"),
    ("several in one turn", "", "AS ?? 3H ?? 5C", "QC", "KS", "trash.turn"),
    ("the first turn of a hand", "", "AS", "..", "KS", "trash.turn"),
    ("the top discard taken and placed", "", "AS", "AS", "KS", "trash.turn"),
    ("a wild on any slot", "", "?? JH", "QC", "KS", "trash.turn"),
    ("a wild and a number", "", "AS JH", "QC", "KS", "trash.turn"),
    ("a number on a wild, the wild moved along", "JH", "AS ?? JH", "QC", "KS", "trash.turn"),
    ("two wilds moved along", "JH JD", "AS 2S JD JH", "QC", "KS", "trash.turn"),
    ("nothing placed", "AS", "AS", "QC", "AD", "trash.turn_discard"),
    ("a number discarded that the slot shows", "AS", "AS 2C", "QC", "2D", "trash.turn"),
    ("no change: the top was taken and returned", "AS", "AS", "QC", "QC", "trash.no_change"),
    ("the last number fitting after a wild", "JH", "AS JH", "QC", "AD", "trash.turn"),
]


@pytest.mark.parametrize(
    ("before", "after", "old", "new", "rule"), [case[1:] for case in LEGAL], ids=[case[0] for case in LEGAL]
)
def test_legal(before: str, after: str, old: str, new: str, rule: str) -> None:
    verdict = turn(before, after, old, new)
    assert (verdict.verdict, verdict.rule) == ("legal", rule)
    assert all(verdict.sentence(lang) for lang in ("en", "fr", "de"))


ILLEGAL: list[tuple[str, str, str, str, str, str, dict[str, object]]] = [
    ("the wrong slot", "", "?? ?? 7H", "QC", "KS", "trash.wrong_slot", {"card": "7H", "slot": 3, "belongs": 7}),
    ("a queen placed", "", "QH", "QC", "KS", "trash.face_placed", {"card": "QH"}),
    ("a number on a number", "AS", "AD", "QC", "KS", "trash.stays", {"slot": 1, "before": "AS", "after": "AD"}),
    ("a wild on a number", "AS", "JD", "QC", "KS", "trash.stays", {"slot": 1, "before": "AS", "after": "JD"}),
    ("a wild on a wild", "JS", "JD", "QC", "KS", "trash.stays", {"slot": 1, "before": "JS", "after": "JD"}),
    ("a card turned back", "AS", "??", "QC", "KS", "trash.turned_back", {"slot": 1, "before": "AS"}),
    ("a playable card discarded", "", "AS", "QC", "5H", "trash.playable_discarded", {"card": "5H", "slot": 5}),
    ("nothing placed, playable", "", "", "QC", "5H", "trash.playable_discarded", {"card": "5H", "slot": 5}),
    ("playable on a wild", "JH", "JH 2S", "QC", "AH", "trash.playable_discarded", {"card": "AH", "slot": 1}),
    ("a wild discarded", "", "AS", "QC", "JH", "trash.wild_discarded", {"card": "JH"}),
    ("the wild taken up is discarded", "JH", "AS", "QC", "JH", "trash.wild_discarded", {"card": "JH"}),
    ("the wild taken up has gone", "JH", "AS", "QC", "KS", "trash.wild_gone", {"card": "JH", "slot": 1}),
    ("another wild placed", "JH", "AS JD", "QC", "KS", "trash.wild_gone", {"card": "JH", "slot": 1}),
    ("no discard", "", "AS", "QC", "QC", "trash.no_discard", {}),
    ("no discard on the first turn", "", "AS", "..", "..", "trash.no_discard", {}),
    ("the pile has gone", "", "", "QC", "..", "trash.discards_gone", {}),
    ("a card seen twice", "AS", "AS", "QC", "AS", "trash.seen_too_often", {"card": "AS", "held": 1}),
    ("an empty slot", "", "..", "QC", "KS", "trash.empty_slot", {"slot": 1}),
    ("a card that lies covered is placed", "", "?? 2H QC", "QC", "KS", "trash.face_placed", {"card": "QC"}),
]


@pytest.mark.parametrize(
    ("before", "after", "old", "new", "rule", "named"),
    [case[1:] for case in ILLEGAL],
    ids=[case[0] for case in ILLEGAL],
)
def test_illegal(before: str, after: str, old: str, new: str, rule: str, named: dict[str, object]) -> None:
    verdict = turn(before, after, old, new)
    assert (verdict.verdict, verdict.rule) == ("illegal", rule)
    assert named.items() <= verdict.params.items()
    assert verdict.explanation["fault"] == verdict.params
    assert all(verdict.sentence(lang) for lang in ("en", "fr", "de"))


def test_what_was_placed_is_told_with_the_fault() -> None:
    verdict = turn("", "AS ?? 7H")
    assert verdict.explanation["player"] == 0
    assert verdict.explanation["placements"] == [
        {"player": 0, "card": "AS", "slot": 1},
        {"player": 0, "card": "7H", "slot": 3},
    ]
    assert verdict.explanation["discard"] == "KS"


def test_the_turn_is_told_in_an_order_it_can_have_had() -> None:
    verdict = turn("JH", "AS ?? JH ?? 5C", "5C", "KS")
    assert verdict.explanation["placements"] == [
        {"card": "5C", "slot": 5},
        {"card": "AS", "slot": 1},
        {"card": "JH", "slot": 3},
    ]
    (told,) = verdict.explanation["turns"]  # type: ignore[misc]
    assert (told["won"], told["discard"], told["player"]) == (False, "KS", 0)


def test_a_card_that_can_only_have_come_from_the_pile_was_drawn_there() -> None:
    (told,) = turn("", "AS", "AS", "KS").explanation["turns"]  # type: ignore[misc]
    assert (told["from"], told["drawn"]) == ("discard", "AS")
    (told,) = turn("", "AS", "AD", "KS").explanation["turns"]  # type: ignore[misc]
    assert told["from"] == "stock"


def test_with_several_packs_a_card_may_be_seen_again() -> None:
    assert turn("AS", "AS 2H", "QC", "AS", "packs=2").legal
    assert turn("", "AS", "AS", "AS", "packs=2").legal
    assert turn("", "AS", "AS", "AS", "packs=1").rule == "trash.seen_too_often"


@pytest.mark.parametrize("discard", ["QC", "KS", "3C", "JD"])
def test_after_a_completing_placement_the_discard_is_unchanged_or_any_card(discard: str) -> None:
    verdict = explain_text("AS ?? 3H", "AS 2S 3H", discard_before="QC", discard_after=discard)
    assert (verdict.verdict, verdict.rule) == ("legal", "trash.turn_won")
    assert verdict.explanation["turns"][0]["won"]  # type: ignore[index]


def test_a_completing_placement_does_not_take_the_pile_away() -> None:
    gone = explain_text("AS ?? 3H", "AS 2S 3H", discard_before="QC", discard_after="..")
    assert gone.illegal
    assert explain_text("AS ?? 3H", "AS 2S 3H", discard_before="2S", discard_after="..").legal


def test_a_short_layout_leaves_larger_numbers_unplayable() -> None:
    assert explain_text("?? ?? ??", "AS ?? ??", discard_before="QC", discard_after="4H").legal
    verdict = explain_text("?? ?? ??", "AS 4H ??", discard_before="QC", discard_after="KH")
    assert (verdict.rule, verdict.params["slots"]) == ("trash.beyond_layout", 3)


@pytest.mark.parametrize(
    ("options", "card", "legal"), [("wilds=K", "KH", True), ("wilds=K", "JH", False), ("jokers=1", "JOKER", True)]
)
def test_the_wild_cards_are_those_in_play(options: str, card: str, legal: bool) -> None:
    assert turn("", f"?? {card}", "9C", "QH", options).illegal != legal
    assert turn("", "AS", "9C", card, options).illegal == legal


UNCERTAIN = [
    ("a rank alone, newly placed", "", "A?", "QC", "KS", "legal"),
    ("a rank alone that stays", "A?", "A? 2H", "QC", "KS", "legal"),
    ("a rank alone, in the wrong slot", "", "2?", "QC", "KS", "illegal"),
    ("a rank alone discarded, playable", "", "AS", "QC", "5?", "illegal"),
    ("a rank alone discarded, not playable", "", "AS", "QC", "K?", "legal"),
    ("two candidates, one wrong", "", "AS/4S", "QC", "KS", "cannot tell"),
    ("two candidates, both wrong", "", "3S/4S", "QC", "KS", "illegal"),
    ("an unknown slot", "", "--", "QC", "KS", "cannot tell"),
    ("a face-up card that cannot be read", "", "up", "QC", "KS", "cannot tell"),
    ("an unknown discard", "", "AS", "QC", None, "cannot tell"),
    # It may have been the king, and then nothing was discarded.
    ("an unknown top before", "", "AS", None, "KS", "cannot tell"),
    ("an unknown top before, and no king", "", "AS", "9?/QC", "KS", "legal"),
    ("an unknown discard and a fault", "", "?? ?? 7H", None, None, "illegal"),
    ("an unknown slot and a fault", "", "-- ?? 7H", "QC", "KS", "illegal"),
    ("a wild or a number, both right", "", "AS/JS", "QC", "KS", "legal"),
    ("a wild that may be discarded", "", "AS", "QC", "JH/KH", "cannot tell"),
    ("all unknown", " ".join(["--"] * 10), " ".join(["--"] * 10), None, None, "cannot tell"),
    ("a wild moved, read by rank", "J?", "AS J?", "QC", "KS", "cannot tell"),
]


@pytest.mark.parametrize(
    ("before", "after", "old", "new", "expected"), [case[1:] for case in UNCERTAIN], ids=[case[0] for case in UNCERTAIN]
)
def test_a_verdict_holds_only_where_every_possibility_agrees(
    before: str, after: str, old: str | None, new: str | None, expected: str
) -> None:
    verdict = turn(before, after, old, new)
    assert verdict.verdict == expected
    if expected == "cannot tell":
        assert verdict.explanation["missing"]
        assert verdict.explanation["possible"]
        assert all(verdict.sentence(lang) for lang in ("en", "fr", "de"))


def test_what_is_missing_is_named() -> None:
    verdict = turn("", "AS -- ??", "QC", "KS")
    assert verdict.params == {"player": 1, "slots": [2], "count": 1}
    assert verdict.sentence() == "It cannot be told without knowing slot 2 of player 1."
    assert {"player": 0, "slot": 2, "when": "after"} in verdict.explanation["missing"]  # type: ignore[operator]
    top = turn("", "AS", "QC", None)
    assert (top.rule, top.params) == ("trash.unseen_discard", {"when": "after"})
    assert top.sentence() == "It cannot be told without knowing the top of the discard pile after the turn."


def test_a_card_read_without_its_suit_may_be_taken_for_another() -> None:
    before, after = Table.parse("A? ?? ??", "QC"), Table.parse("A? 2H ??", "KS")
    assert explain(before, after).legal
    assert explain(before, after, same_cards=False).verdict == "cannot tell"


def test_a_fault_that_lay_there_before_is_not_judged_again() -> None:
    verdict = turn("?? ?? 7H", "AS ?? 7H")
    assert verdict.legal


def test_a_table_is_written_and_read() -> None:
    table = Table.parse(["AS ?? 5?", "-- .. 8H/6H"], "QC")
    assert str(table) == "AS ?? 5? / -- .. 6H/8H / discard QC"
    assert table.sizes == (3, 3)


def test_the_verdict_in_json() -> None:
    told = turn("", "?? ?? ?? ?? 5S", "QC", "KD").to_json()
    assert told["sentence"] == "Player 1 placed 5♠ in slot 5 and discarded K♦."
    explanation = told["explanation"]
    assert isinstance(explanation, dict)
    assert (explanation["player"], explanation["discard"]) == (0, "KD")
    assert explanation["placements"] == [{"card": "5S", "slot": 5}]
