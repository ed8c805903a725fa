"""Which of what has changed is a hand or a sleeve, and which a card that was laid, turned or taken away."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.change import Change
from vision.hands import arms
from vision.types import Floats
from vision.vacancy import bare, vacated

ROWS, COLUMNS = 45, 80
CARD = (30, 3, 37, 12)
"""A place at the edge of the picture: left, top, right, bottom in cells; 63 of them."""


def box(left: int, top: int, right: int, bottom: int) -> np.ndarray:
    mask = np.zeros((ROWS, COLUMNS), dtype=bool)
    mask[top:bottom, left:right] = True
    return mask


def change(dirty: np.ndarray, still: float = 9.0) -> Change:
    nothing = np.zeros((ROWS, COLUMNS), dtype=bool)
    return Change(np.eye(3), nothing, dirty, np.full((ROWS, COLUMNS), still, np.float32))


def cloth(patch: np.ndarray, grey: float, redness: float = 0.0, rough: float = 6.0) -> Floats:
    """Cells of a rough grey cloth, and a patch that differs from it by so much."""
    rng = np.random.default_rng(3)
    cells = np.array((90.0, 0.0, 6.0)) + rng.normal(size=(ROWS, COLUMNS, 3)) * (4, 3, 1)
    cells[patch] += (grey, redness, rough - 6.0)
    return cells.astype(np.float32)


def skin(dirty: np.ndarray) -> Floats:
    return cloth(dirty, 40, 50)


@pytest.mark.parametrize(
    ("dirty", "arm"),
    [
        (box(32, 0, 36, 12), True),
        (box(32, 0, 36, 20), True),
        (box(*CARD), False),
        (box(30, 6, 37, 12), False),
        (box(34, 10, 42, 18), True),
    ],
    ids=["a sleeve over it", "an arm that reaches past it", "taken away", "half of it turned", "a hand beside it"],
)
def test_what_reaches_in_over_a_card_at_the_edge_is_an_arm(dirty: np.ndarray, arm: bool) -> None:
    found = arms(change(dirty), [box(*CARD), box(50, 20, 57, 29)], lambda: skin(dirty))
    assert bool((found & dirty).any()) is arm


@pytest.mark.parametrize("moved", [0, 3])
def test_what_ends_where_the_camera_shows_no_more_reaches_in_there(moved: int) -> None:
    """A sleeve over most of a card is an arm only where it comes in over the edge of the picture."""
    shown = box(0, moved, COLUMNS, ROWS)
    sleeve = box(30, moved, 37, moved + 9)
    covers = [sleeve, box(50, 20, 57, 29)]
    for seen, arm in ((shown, True), (box(0, 0, COLUMNS, ROWS), moved == 0)):
        found = arms(replace(change(sleeve), seen=seen), covers, lambda: skin(sleeve))
        assert bool(found.any()) is arm


def test_a_card_laid_half_off_the_picture_and_taken_away_is_no_arm() -> None:
    place = box(30, 0, 37, 5)
    covers = [place, box(50, 20, 57, 29), box(60, 20, 67, 29)]
    assert not arms(change(place), covers, lambda: skin(place)).any()


@pytest.mark.parametrize(
    ("still", "differs", "arm"),
    [
        (0.6, {"grey": 0}, False),
        (0.2, {"grey": 0}, True),
        (0.6, {"grey": 3}, False),
        (0.6, {"grey": 20}, True),
        (0.6, {"grey": -20}, True),
        (0.6, {"grey": 0, "redness": 20}, True),
        (0.6, {"grey": 0, "rough": 1}, True),
    ],
)
def test_what_lies_still_and_looks_like_the_table_is_no_arm(still: float, differs: dict[str, float], arm: bool) -> None:
    """A sleeve is lighter, darker, redder or smoother."""
    place = box(30, 0, 40, 9)
    found = arms(change(place, still), [box(50, 20, 57, 29)], lambda: cloth(place, **differs))
    assert np.array_equal(found, place) is arm


TAKEN = box(30, 10, 37, 19)
"""The place of a card that a hand has taken away, ..."""


@pytest.mark.parametrize(
    ("arm", "still", "left"),
    [
        (box(0, 11, 31, 17), 0.6, True),
        (box(0, 11, 31, 17), 0.2, False),
        (box(0, 12, 60, 17), 0.6, False),
        (box(32, 0, 36, 30), 0.6, False),
    ],
    ids=["rests beside it", "has just left it", "lies across it", "lies along it"],
)
def test_a_place_that_looks_like_the_table_beside_a_resting_arm_is_no_part_of_it(
    arm: np.ndarray, still: float, left: bool
) -> None:
    """... and an arm, of whose sleeve what lies over the place looks like the cloth."""
    found = arms(change(TAKEN | arm, still), [TAKEN, box(50, 20, 57, 29)], lambda: skin(arm & ~TAKEN))
    assert bool((found & TAKEN).sum() < 0.5 * TAKEN.sum()) is left
    assert found[arm & ~TAKEN].all(), "the arm itself is one"


def test_a_place_under_an_arm_that_looks_otherwise_than_the_table_is_a_part_of_it() -> None:
    arm = box(0, 11, 34, 17)
    found = arms(change(TAKEN | arm, 0.6), [TAKEN, box(50, 20, 57, 29)], lambda: skin(TAKEN | arm))
    assert found[TAKEN].all()


def test_where_no_table_is_seen_nothing_is_bare() -> None:
    place = box(30, 10, 40, 19)
    texture = cloth(place, 0)
    assert bare(texture, place, ~place)
    assert not bare(texture, place, box(60, 30, 70, 40))
    assert not bare(np.maximum(texture, (250, 0, 0)), place, ~place), "under a glare"
    bold = texture.copy()
    bold[:, ::2, 0] += 90
    assert bare(bold, place, ~place)
    bold[place] += (25, 0, 0)
    assert not bare(bold, place, ~place)
    half = box(35, 10, 40, 19)
    assert not bare(cloth(half, 90), place, ~place), "half of it a card"


@pytest.mark.parametrize(
    ("beyond", "still", "arm"),
    [("cloth", 2.5, False), ("cloth", 1.0, True), ("skin", 2.5, True)],
    ids=["what was held has gone", "may rest yet", "a hand rests there"],
)
def test_where_cards_were_laid_over_the_place_of_an_arm_the_rest_of_it_tells(
    beyond: str, still: float, arm: bool
) -> None:
    """The model shows the arm yet, or a hand of cards, and the cards are known to lie there."""
    laid, patch = box(30, 20, 46, 29), box(28, 26, 48, ROWS)
    texture = cloth(laid, 120)
    if beyond == "skin":
        texture = np.where((patch & ~laid)[..., None], skin(patch), texture)
    found = arms(change(patch | laid, still), [laid, box(50, 0, 57, 9)], lambda: texture, lambda: [laid])
    assert bool(found[patch].any()) is arm
    assert arms(change(patch | laid, still), [laid, box(50, 0, 57, 9)], lambda: texture)[patch].all(), "none is known"


ROW = [box(8 + 10 * k, 10, 16 + 10 * k, 19) for k in range(4)]
"""Places side by side from which the cards were taken, ..."""


@pytest.mark.parametrize(
    ("beyond", "left"),
    [(box(46, 12, 80, 17), 4), (box(0, 12, 80, 17), 0)],
    ids=["an arm that rests at its end", "a sleeve across all of it"],
)
def test_of_a_row_that_was_taken_up_every_place_is_bare(beyond: np.ndarray, left: int) -> None:
    """... with what hangs them together, such as the shadows that they cast on each other."""
    row = np.logical_or.reduce([*ROW, box(8, 13, 46, 15)])
    texture = skin(beyond & ~row)
    found = arms(change(row | beyond, 0.6), [*ROW, box(50, 30, 57, 39)], lambda: texture)
    assert sum(bool((found & place).sum() < 0.5 * place.sum()) for place in ROW) == left
    assert found[beyond & ~row].all(), "the arm itself is one"


def test_a_place_is_bare_where_the_edge_of_a_shadow_goes_on_through_it() -> None:
    place = box(30, 10, 38, 20)
    rows, columns = np.mgrid[0:ROWS, 0:COLUMNS]
    texture = cloth(np.zeros_like(place), 0)
    lit = 60 / (1 + np.exp(-(columns + 0.5 * rows - 41) / 2.0))
    texture[..., 0] = 90 + lit + np.random.default_rng(2).normal(0, 1, lit.shape)
    assert bare(texture, place, ~place)
    sleeve = texture.copy()
    sleeve[place, 0] = 120
    assert not bare(sleeve, place, ~place)


def test_a_patch_that_looks_as_the_table_did_before_is_no_arm() -> None:
    """Whatever lies round it: of a table of pebbles no place is like the next."""
    place = box(30, 0, 40, 9)
    texture = cloth(place, 60)
    covers = [box(50, 20, 57, 29)]
    assert arms(change(place), covers, lambda: texture)[place].all()
    known = replace(change(place), bared=place)
    assert not arms(known, covers, lambda: texture).any()
    assert arms(replace(change(place, 0.2), bared=place), covers, lambda: texture)[place].all(), "it has to lie still"


def test_a_card_is_gone_where_the_table_looks_as_it_did_before() -> None:
    place = box(30, 10, 40, 19)
    texture = cloth(place, 60)
    nothing = np.zeros_like(place)

    def gone(seen: Change) -> bool:
        # An arm may rest there: that the place looks otherwise says nothing.
        return vacated(place, nothing, lambda: [place], 0.3, seen, lambda: texture, resting=True)

    assert not gone(change(place))
    assert gone(replace(change(place), bared=place))
    assert not gone(replace(change(place), bared=box(30, 10, 35, 19)))
