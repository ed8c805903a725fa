"""The side a hand came from is kept for the places it lay over, and given only where it is clear."""

from __future__ import annotations

import numpy as np
import pytest

from vision.reach import SIDES, Reach

ROWS, COLUMNS = 45, 80


def box(left: int, top: int, right: int, bottom: int) -> np.ndarray:
    mask = np.zeros((ROWS, COLUMNS), dtype=bool)
    mask[top:bottom, left:right] = True
    return mask


PLACE = box(36, 18, 44, 28)
ARMS = {
    "near": box(36, 18, 45, ROWS),
    "far": box(35, 0, 44, 28),
    "left": box(0, 17, 44, 27),
    "right": box(36, 19, COLUMNS, 28),
}


@pytest.mark.parametrize("side", SIDES)
def test_a_place_was_reached_from_where_the_arm_came_in(side: str) -> None:
    reach = Reach()
    reach.note(ARMS[side], 0.0)
    reach.note(np.zeros((ROWS, COLUMNS), dtype=bool), 0.0)
    assert reach.side(PLACE) == side


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("slant", [0.0, 0.06, -0.06])
def test_where_the_camera_was_moved_arms_come_in_over_the_edge_of_what_it_shows(side: str, slant: float) -> None:
    rows, columns = np.mgrid[:ROWS, :COLUMNS]
    down, across = rows - slant * (columns - 40), columns + slant * (rows - 22)
    shown = (down >= 3) & (down < ROWS - 4) & (across >= 4) & (across < COLUMNS - 3)
    reach = Reach()
    reach.note(ARMS[side] & shown, 0.0, shown)
    assert reach.side(PLACE) == side
    strange = Reach()
    strange.note(ARMS[side] & shown, 0.0)
    assert strange.side(PLACE) is None, "an arm that ends on the table is nobody's"


def test_the_arm_that_came_last_counts() -> None:
    reach = Reach()
    reach.note(ARMS["near"], 0.0)
    reach.note(ARMS["far"], 0.0)
    assert reach.side(PLACE) == "far"


@pytest.mark.parametrize(("apart", "side"), [(0.5, None), (3.0, "near")])
def test_an_arm_over_part_of_a_place_counts_before_one_that_lay_there_earlier(apart: float, side: str | None) -> None:
    reach = Reach()
    reach.note(ARMS["far"], 0.0)
    reach.note(ARMS["near"] & ~box(36, 18, 44, 24), apart)
    assert reach.side(PLACE) == side


def test_two_arms_at_once_leave_it_open_where_they_meet() -> None:
    reach = Reach()
    reach.note(ARMS["near"] | ARMS["far"], 0.0)
    assert reach.side(PLACE) is None
    apart = box(5, 0, 12, 20)
    reach.note(apart | ARMS["near"], 0.0)
    assert reach.side(apart & box(0, 10, COLUMNS, ROWS)) == "far"
    assert reach.side(PLACE) == "near"


def test_a_place_nobody_reached_to_is_nobodys() -> None:
    reach = Reach()
    assert reach.side(PLACE) is None
    reach.note(ARMS["near"], 0.0)
    assert reach.side(box(2, 2, 9, 12)) is None
    assert reach.side(box(43, 18, 51, 28)) is None, "an arm brushed past it"


def test_what_was_told_is_forgotten() -> None:
    reach = Reach()
    reach.note(ARMS["near"], 0.0)
    reach.forget(PLACE)
    assert reach.side(PLACE) is None


def test_a_hand_whose_arm_is_out_of_sight_leaves_it_as_it_was() -> None:
    reach = Reach()
    reach.note(ARMS["left"], 0.0)
    reach.note(PLACE, 0.0)
    assert reach.side(PLACE) == "left"


def test_changing_light_is_nobodys_arm() -> None:
    reach = Reach()
    reach.note(ARMS["far"], 0.0)
    # What changes with the light hangs together here and there, and reaches an edge, but is full of holes.
    strewn = PLACE | box(30, 24, 34, ROWS) | box(20, 24, 60, 26) | box(56, 10, 60, 44) | box(10, 26, 24, 28)
    reach.note(strewn | box(14, 26, 17, 44), 0.0)
    assert reach.side(PLACE) == "far"
    slanting = np.array([[abs(column - row - 18) < 5 for column in range(COLUMNS)] for row in range(ROWS)])
    reach.note(slanting & ~box(0, 0, COLUMNS, 16), 0.0)
    assert reach.side(PLACE & slanting) == "near"


def test_a_hand_whose_arm_is_not_seen_is_the_one_that_lay_there_just_now_or_nobodys() -> None:
    """A black sleeve over a black cloth."""
    for later, side in ((0.5, "right"), (3.0, None)):
        reach = Reach()
        reach.note(ARMS["right"], 5.0)
        reach.note(PLACE, 5.0 + later)
        assert reach.side(PLACE) == side


def test_an_arm_of_long_ago_brought_nothing() -> None:
    reach = Reach()
    reach.note(ARMS["right"], 5.0)
    assert reach.side(PLACE, after=4.0) == "right"
    assert reach.side(PLACE, after=6.0) is None
