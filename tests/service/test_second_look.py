"""What the losers' second look brings to light after a hand of Trash."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from rules.observation import parse_row
from rules.trash import Rules
from rules.trash.table import Table
from service.commentary import line
from service.following.secondlook import SecondLook
from service.following.trash import TrashFollower
from tests.service.followed import follower
from vision.table import TableState

WON = "AS 2S 3S 4S 5S 6S 7S 8S"


def table(*rows: str) -> Table:
    return Table(tuple(parse_row(row) for row in rows))


@pytest.mark.parametrize(
    ("row", "slots", "open_"),
    [
        # Six lie right and the seventh is still hidden.
        ("AH 2H 3H 4H 5H 6H ??", [7, 7], {1}),
        ("AH 2H 3H 4H 5H 6H 7H", [7, 6], set()),
        # A jack lies right anywhere, a queen nowhere.
        ("AH 2H 3H JD 5H 6H 7H", [7, 6], set()),
        ("AH 2H 3H QD 5H 6H 7H", [7, 7], set()),
        ("AH 2H 3H QD/4D 5H 6H 7H", [7, 7], {1}),
    ],
)
def test_a_loser_whose_cards_all_lie_right_drops_a_slot(row: str, slots: list[int], open_: set[int]) -> None:
    look = SecondLook(Rules(second_look=True), [8, 7], 0)
    assert look.take(table(WON, row)) == (not open_)
    assert (look.slots, look.open) == (slots, open_)


def test_a_last_slot_does_not_drop() -> None:
    assert SecondLook(Rules(second_look=True), [8, 1], 0).open == set()


def followed(rules: Rules, row: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]], TrashFollower]:
    """The scores when the hand is won, and those once the loser's cards lie open."""
    watcher = follower("trash", rules, slots=(8, 7))
    assert isinstance(watcher, TrashFollower)
    watcher._layouts.sides, watcher.hands, watcher.playing = ("near", "far"), 1, True
    won = watcher._won(1.0, 0)
    cast(Any, watcher._layouts).table = lambda *_: table(WON, row)
    return won, watcher._looked(cast(TableState, SimpleNamespace(settled=True, time=2.0))), watcher


def test_a_game_that_the_look_ends_is_announced() -> None:
    won, looked, _ = followed(Rules(second_look=True, end_slots=6), "AH 2H 3H 4H 5H 6H 7H")
    assert [one["after"]["over"] for one in won] == [False]
    (told,) = [one["after"] for one in looked]
    assert (told["winner"], told["slots"], told["over"]) == ("far", [7, 6], True)
    assert line(looked[0]) == "The far player wins the game."
    # With six slots the game is over, so no deal begins with them.
    assert followed(Rules(second_look=True, end_slots=6), "AH 2H 3H 4H 5H 6H ??")[2]._options == [(7, 7)]


def test_slots_dropped_by_the_look_are_told() -> None:
    _, looked, watcher = followed(Rules(second_look=True), "AH 2H 3H 4H 5H 6H 7H")
    assert [one["after"]["slots"] for one in looked] == [[7, 6]]
    assert line(looked[0]) == "Slots now: 7, 6."
    assert watcher._options == [(7, 6)]


def test_the_last_deal_is_decided_once_the_look_has_told() -> None:
    # After the last deal both have seven slots or the loser has six: only the look tells which.
    rules = Rules(second_look=True, end_deals=1)
    for row, winners in (("AH 2H 3H 4H 5H 6H 7H", ["far"]), ("AH 2H 3H QD 5H 6H 7H", ["near", "far"])):
        won, looked, _ = followed(rules, row)
        assert not any(one["after"]["over"] for one in won)
        assert [one["after"]["winner"] for one in looked if one["after"]["over"]] == winners
