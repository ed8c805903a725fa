"""A turn that ended in a card nobody could read is no fault of the next player's."""

from __future__ import annotations

from typing import Any, cast

from rules.observation import Seen
from rules.trash.options import Rules
from rules.trash.table import Table
from service.following.discards import Discards
from service.following.judging import Sight, judged

NEAR = "AD ?? 3S ?? 5S ?? 7D ?? ?? 10C"
FAR = "?? ?? ?? ?? ?? ?? ?? ?? ?? ??"
NEAR_AFTER = "AD ?? 3S ?? 5S ?? 7D ?? 9H 10C"
FAR_AFTER = "?? ?? ?? ?? 5H 6H ?? ?? ?? ??"


def sight(near: str, far: str, discard: str) -> Sight:
    table = Table.parse([near, far], discard)
    return Sight(table, table)


def verdict(lain: str, near: str, far: str) -> str:
    """Of the change to these layouts and a ten of spades on the pile, in the far player's turn."""
    pile = Discards([Seen.parse(lain), Seen.parse("10S")])
    return judged(sight(NEAR, FAR, lain), sight(near, far, "10S"), {}, pile, 1, Rules(players=2)).verdict


def test_an_unread_discard_may_have_ended_the_turn_before() -> None:
    assert verdict("K?", NEAR_AFTER, FAR_AFTER) == "legal"


def test_a_discard_that_was_read_did_not() -> None:
    assert verdict("KD", NEAR_AFTER, FAR_AFTER) == "illegal"


def test_one_turn_on_an_unread_discard_is_judged_as_any_other() -> None:
    assert verdict("K?", NEAR, FAR_AFTER) == "illegal", "the ten fits the far player's slot"
    wrong = FAR_AFTER.replace("5H 6H", "6H 5H")
    assert verdict("K?", NEAR, wrong) == "illegal"


def told(before: tuple[str, str, str], after: tuple[str, str, str], turn: int = 1) -> str:
    pile = Discards([Seen.parse(before[2]), Seen.parse(after[2])])
    return judged(sight(*before), sight(*after), {}, pile, turn, Rules(players=2)).verdict


def test_a_card_nearly_made_out_is_the_one_that_the_rules_explain() -> None:
    placed = FAR.replace("?? ?? ?? ?? ??", "?? ?? ?? ?? 5H", 1)
    assert told((NEAR, FAR, "KD"), (NEAR, placed, "QS")) == "legal"
    assert told((NEAR, FAR, "KD"), (NEAR, placed.replace("5H", "5H/6H/9H"), "QS")) == "legal"
    assert told((NEAR, FAR, "KD"), (NEAR, placed.replace("5H", "6H/8H/9H"), "QS")) == "illegal"
    assert told((NEAR, FAR, "KD"), (NEAR, placed.replace("5H", "up"), "QS")) == "cannot tell", "it was not read at all"


def test_the_jack_that_another_card_displaced_is_the_black_one_seen_elsewhere() -> None:
    before = "AS 2H ?? JD 5C JS ?? ?? ?? ??"
    assert told((NEAR, before, "KD"), (NEAR, "AS 2H JC/JS JD 5C 6D ?? ?? ?? ??", "QS")) == "legal"
    assert told((NEAR, before, "KD"), (NEAR, "AS 2H JC/JH JD 5C 6D ?? ?? ?? ??", "QS")) == "illegal"


def test_what_lies_face_down_did_so_before() -> None:
    before = FAR[:-2] + "--"
    assert told((NEAR, before, "KD"), (NEAR, FAR.replace("??", "AC", 1), "QS")) == "legal"


def test_a_card_turned_up_in_place_is_not_said_to_have_lain_open() -> None:
    """A queen that was read as a ten before: which of the two it is decides whether the turn was one."""
    near = "AD 2H 3S 4C 5S 6D 7D 8H 9H ??"
    before, read = sight(near, FAR, "KC"), Table.parse([near.replace("??", "QS"), FAR], "8C")
    doubted = Table.parse([near.replace("??", "10S/QS"), FAR], "8C")
    pile = Discards([Seen.parse("KC"), Seen.parse("8C")])
    still = {(0, slot): True for slot in range(10)}
    said = judged(before, Sight(read, doubted), still, pile, 0, Rules(players=2))
    assert said.verdict == "cannot tell"


def turns_told(before: Sight, after: Sight, pile: Discards) -> list[dict[str, Any]]:
    said = judged(before, after, {}, pile, 0, Rules(players=2))
    assert said.legal
    return cast("list[dict[str, Any]]", said.explanation["turns"])


def test_a_turn_that_changed_nothing_put_the_top_discard_back() -> None:
    """The next player's turn tells that it passed."""
    before, after = sight(NEAR, FAR, "KD"), sight(NEAR, FAR.replace("??", "AC", 1), "QS")
    pile = Discards([Seen.parse("KD")], [1])
    assert pile.seen(Seen.parse("QS"), 2)
    assert [(one["player"], one["discard"]) for one in turns_told(before, after, pile)] == [(0, "KD"), (1, "QS")]
    pile.longest = 4.0
    assert turns_told(before, after, pile)[0]["discard"] is None, "another card may have been laid on it out of sight"


def test_a_discard_that_could_have_been_placed_is_not_said_to_have_been_put_back() -> None:
    before, after = sight(NEAR, FAR, "2D"), sight(NEAR, FAR.replace("??", "AC", 1), "QS")
    pile = Discards([Seen.parse("2D")], [1])
    assert pile.seen(Seen.parse("QS"), 2)
    assert turns_told(before, after, pile)[0]["discard"] is None


def test_a_card_that_comes_to_light_below_the_one_taken_is_not_the_winners_discard() -> None:
    near = "AD 2H 3S 4C 5S 6D 7D 8H 9H ??"
    before, after = sight(near, FAR, "10C"), sight(near.replace("??", "10C"), FAR, "4S")
    pile = Discards([Seen.parse("4S"), Seen.parse("10C")], [1, 2])
    assert not pile.seen(Seen.parse("4S"), 1)
    assert [(one["won"], one["discard"]) for one in turns_told(before, after, pile)] == [(True, None)]

    after = sight(near.replace("??", "10C"), FAR, "QD")
    assert pile.seen(Seen.parse("QD"), 3), "now he lays the last card of his turn"
    assert [one["discard"] for one in turns_told(before, after, pile)] == ["QD"]
