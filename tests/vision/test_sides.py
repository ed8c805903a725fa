"""To which side a card of a four-corner deck lies that shows the indices of one edge."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest

from vision.corners import Group
from vision.geometry import UNIT, Doubles, homographies, projected
from vision.prints import USUAL
from vision.sides import settle
from vision.types import Floats

X, Y = (float(value) for value in USUAL.centre())
WIDE, TALL = 100.0, 140.0
SHIFT = (1 - 2 * X) * WIDE
NOTHING_DOWN = np.zeros((0, 4, 2), np.float32)


def card(left: float, top: float = 200.0) -> Floats:
    return (UNIT * (WIDE, TALL) + (left, top)).astype(np.float32)


def corner(outline: Floats, x: float, y: float) -> Floats:
    """The index in a corner of a card, the lower ones upside down."""
    own = (UNIT - 0.5) * (0.11, 0.17) * (1.0 if y < 0.5 else -1.0) + (x, y)
    return projected(homographies(UNIT[None], outline[None].astype(np.float64)), own[None])[0].astype(np.float32)


def spread(
    lefts: list[float], upper: int, turned: tuple[int, ...]
) -> tuple[list[Group], Floats, Doubles, list[Floats]]:
    """Cards side by side, the one numbered `upper` on top and every other under its neighbour on that one's side.

    The `turned` ones are outlined to the wrong side of their indices. Groups, indices, what these say and the truth.
    """
    groups, quads, names, truth = [], [], [], []
    for number, left in enumerate(lefts):
        outline = card(left)
        ends = (X, 1 - X) if number == upper else (X,) if number < upper else (1 - X,)
        first = len(quads)
        quads += [corner(outline, x, y) for x, y in itertools.product(ends, (Y, 1 - Y))]
        names += [number] * (len(quads) - first)
        seen = card(left - SHIFT if number < upper else left + SHIFT) if number in turned else outline
        groups.append(Group(list(range(first, len(quads))), seen, 0.9))
        truth.append(outline)
    chances = np.full((len(quads), 54), 0.0002)
    chances[np.arange(len(quads)), names] = 0.98
    return groups, np.stack(quads), chances, truth


def off(groups: list[Group], truth: list[Floats]) -> float:
    return max(float(np.abs(group.outline - outline).max()) for group, outline in zip(groups, truth, strict=True))


@pytest.mark.parametrize("upper", [4, 0, 2], ids=["the last on top", "the first on top", "the middle on top"])
@pytest.mark.parametrize("turned", [(), (0,), (1, 3), (0, 1, 2, 3, 4)])
def test_of_a_spread_each_card_lies_where_others_hide_the_corners_that_are_not_seen(
    upper: int, turned: tuple[int, ...]
) -> None:
    wrong = tuple(number for number in turned if number != upper)
    groups, quads, chances, truth = spread([100, 145, 190, 240, 285], upper, wrong)
    settle(groups, quads, chances, NOTHING_DOWN, USUAL)
    assert off(groups, truth) < 1.0


def test_two_that_hold_each_other_wrong_are_put_right_together() -> None:
    """Turned over alone, neither of them explains more: the one lies where the other shows its indices."""
    groups, quads, chances, truth = spread([122, 158, 189, 229, 283], 4, (0, 1))
    settle(groups, quads, chances, NOTHING_DOWN, USUAL)
    assert off(groups, truth) < 1.0


def test_a_card_that_hides_nothing_and_that_nothing_hides_stays_where_its_indices_say() -> None:
    for way in (0.0, -SHIFT):
        outline = card(300 + way)
        quads = np.stack([corner(card(300), X, Y), corner(card(300), X, 1 - Y)])
        chances = np.full((2, 54), 0.0002)
        chances[:, 7] = 0.98
        group = Group([0, 1], outline.copy(), 0.9)
        settle([group], quads, chances, NOTHING_DOWN, USUAL)
        assert np.array_equal(group.outline, outline)


def test_a_face_down_card_hides_corners_too() -> None:
    outline = card(300)
    quads = np.stack([corner(outline, X, Y), corner(outline, X, 1 - Y)])
    chances = np.full((2, 54), 0.0002)
    chances[:, 7] = 0.98
    group = Group([0, 1], card(300 - SHIFT), 0.9)
    settle([group], quads, chances, card(340)[None], USUAL)
    assert np.abs(group.outline - outline).max() < 1.0


def test_what_is_no_index_neither_hides_nor_asks() -> None:
    groups, quads, chances, _ = spread([100, 145], 1, (0,))
    chances[:] = 0.01
    before = [group.outline.copy() for group in groups]
    settle(groups, quads, chances, NOTHING_DOWN, USUAL)
    assert all(np.array_equal(group.outline, outline) for group, outline in zip(groups, before, strict=True))
    settle([], quads, chances, NOTHING_DOWN, USUAL)


@pytest.mark.parametrize("tinted", [False, True], ids=["white cards", "black cards"])
def test_no_card_lies_where_the_table_shows(tinted: bool) -> None:
    """The next meld stands so near that it might hide what the cards of a spread do not show, did they lie there."""
    groups, quads, chances, truth = spread([200, 245], 0, (1,))
    beyond = card(400)
    marks = np.stack([corner(beyond, x, y) for x, y in itertools.product((X, 1 - X), (Y, 1 - Y))])
    groups.append(Group(list(range(len(quads), len(quads) + 4)), beyond, 0.9))
    says = np.full((4, 54), 0.0002)
    says[:, 40] = 0.98
    everything = np.concatenate([quads, marks]), np.concatenate([chances, says])
    before = [group.outline.copy() for group in groups]
    settle(groups, *everything, NOTHING_DOWN, USUAL)
    assert all(np.array_equal(group.outline, outline) for group, outline in zip(groups, before, strict=True))

    paper, table = (30, 120) if tinted else (240, 90)
    rng = np.random.default_rng(1)
    frame = np.full((600, 800, 3), table, np.uint8)
    for outline in (*truth[::-1], beyond):
        cv2.fillConvexPoly(frame, np.rint(outline).astype(np.int32), (paper,) * 3)
    for quad in everything[0]:
        cv2.polylines(frame, [np.rint(quad).astype(np.int32)], True, (40, 40, 200), 2)
    frame = np.clip(frame + rng.normal(0, 6, frame.shape), 0, 255).astype(np.uint8)
    settle(groups, *everything, NOTHING_DOWN, USUAL, frame)
    assert off(groups, [*truth, beyond]) < 1.0
