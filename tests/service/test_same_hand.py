"""Trash, where layouts are found again: the hand that was played, or the next one."""

from __future__ import annotations

import pytest

from rules.trash.table import Table
from service.following.turns import same_hand

BEFORE = Table.parse(["4H ?? ?? JD 5D", "?? ?? ?? ??"], "6C")


@pytest.mark.parametrize(
    ("near", "far", "same"),
    [
        ("4H ?? ?? JD 5D", "?? ?? ?? ??", True),
        ("4H ?? 3S JD 5D", "?? 2C ?? ??", True),
        ("4H ?? ?? 4C 5D", "?? ?? ?? 4S", True),
        ("?? ?? ?? ?? 5D", "?? ?? ?? ??", False),
        ("?? ?? ?? 4D ??", "?? ?? ?? ??", False),
        ("?? ?? ?? ?? ??", "?? ?? ?? ??", False),
        ("4H 2S 3S JD 5D", "AC 2C 3C 4S", False),
        ("4H ?? ?? JD", "?? ?? ?? ?? ??", False),
    ],
    ids=[
        "as it was",
        "cards placed",
        "a jack replaced",
        "one left of the last",
        "dealt anew",
        "all down",
        "most",
        "sizes",
    ],
)
def test_a_hand_goes_on_where_most_cards_that_lay_open_still_do(near: str, far: str, same: bool) -> None:
    """Of a pack on a cloth of its own colour one card seemed to be left, while the next hand was dealt round it."""
    assert same_hand(BEFORE, Table.parse([near, far], "..")) is same
    assert same_hand(Table.parse(["?? ?? ??"], ".."), Table.parse(["?? ?? ??"], "QC"))
