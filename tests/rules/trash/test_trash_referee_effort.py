"""What a verdict on plainly seen tables costs: no search through what makes no difference."""

import pytest

from rules.trash import Rules
from rules.trash.referee import explain
from rules.trash.table import Table
from rules.verdict import Verdict

FREE = "second_look=true free_draws=true"
FEW = 200
"""Layouts looked at, well under what a verdict may cost by itself."""


def judged(before: str, after: str, options: str, player: int | None = None) -> Verdict:
    """The verdict on two tables, each its layouts and the top of the pile separated by slashes."""
    tables = [Table.parse(text.split(" / ")[:-1], text.split(" / ")[-1]) for text in (before, after)]
    return explain(*tables, Rules.parse(options), player=player, steps=FEW)


@pytest.mark.parametrize(
    ("before", "after", "options"),
    [
        (
            "AD 2D KD JOKER 5S 6C 7C ?? ?? 10D / ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? / AH",
            "AD 2D 3C JOKER 5S 6C 7C KD 9C 10D / AH 2H 3D ?? QD ?? 7S JD ?? ?? / QH",
            "wilds=J,Q,K jokers=2 start=clockwise " + FREE,
        ),
        (
            "QS 2H 3S 4D ?? 6D ?? 8H 9H / ?? ?? ?? ?? ?? ?? ?? ?? ?? / 6H",
            "AS 2H 3S 4D JOKER 6D QS 8H 9H / JH 2S JOKER 4S 5H 6H ?? QC QD / 3C",
            "wilds=J,Q jokers=2 " + FREE,
        ),
        (
            "AS 2S 3C 4H JH 6D 7D JC 9D ?? / ?? ?? ?? ?? ?? ?? 7C ?? ?? / 9S",
            "AS 2S 3C 4H JH 6D 7D JC 9D QC / AD QH QS ?? 5D QD 7C ?? 9S / KD",
            "wilds=J,Q jokers=1 second_look=true",
        ),
    ],
)
def test_what_the_loser_placed_or_turned_up_is_not_tried_card_by_card(before: str, after: str, options: str) -> None:
    # The second player took the pile's top, which shows in the layout now, and placed or turned up what else is new
    # there; the first player won. With one pack the top cannot lie there unless it was taken.
    verdict = judged(before, after, options)
    assert (verdict.verdict, verdict.rule) == ("legal", "trash.two_turns_won")
    lost, won = verdict.explanation["turns"]  # type: ignore[misc]
    assert (lost["player"], lost["from"], won["player"], won["won"]) == (1, "discard", 0, True)


@pytest.mark.parametrize(("top", "source"), [("AS", "discard"), ("10S", "discard"), ("KS", "stock")])
def test_a_loser_who_fills_every_slot_left_one_open_in_the_turn(top: str, source: str) -> None:
    # All ten lie right in the end, so one at least was turned up: had the turn placed them all it would have won,
    # and the second player could not have moved a jack. The card taken from the pile was placed, so it is not the one.
    before = "?? ?? ?? ?? ?? ?? ?? ?? ?? ?? / JC 2C 3C ?? / " + top
    verdict = judged(before, "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S / AC 2C 3C JC / QH", "second_look=true", player=0)
    assert verdict.legal
    assert verdict.explanation["turns"][0]["from"] == source  # type: ignore[index]
    (turned,) = verdict.explanation["turned_up"]  # type: ignore[misc]
    assert turned["player"] == 0
    assert turned["card"] != top


def test_no_such_turn_is_legal_where_nobody_looks() -> None:
    # Ten slots filled would have won the hand before the second player's turn came.
    before = "?? ?? ?? ?? ?? ?? ?? ?? ?? ?? / JC 2C 3C ?? / KS"
    assert judged(before, "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S / AC 2C 3C JC / QH", "", player=0).illegal
