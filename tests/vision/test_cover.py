"""Which parts of cards are in sight."""

from __future__ import annotations

import numpy as np

from tests.vision.fakes import card_quad
from vision.corners import Group
from vision.cover import Cover
from vision.types import Floats

SHAPE = (600, 800, 3)


def quads(*given: Floats) -> Floats:
    return np.array(given, np.float32).reshape(-1, 4, 2)


def index(x: float, y: float) -> Floats:
    return card_quad(x, y, 12)


def cover(
    outlines: list[Floats], marks: list[list[Floats]], backs: Floats | None = None, whole: int | None = None
) -> Cover:
    rows = np.cumsum([0, *(len(each) for each in marks)])
    groups = [
        Group(list(range(start, end)), outline, 0.9)
        for outline, start, end in zip(outlines, rows[:-1], rows[1:], strict=True)
    ]
    if whole is not None:
        groups[whole].face = 0
    return Cover(groups, quads(*(mark for each in marks for mark in each)), quads() if backs is None else backs, SHAPE)


def sees(given: Cover, owner: int, *points: tuple[float, float]) -> list[bool]:
    seen = given.sees(np.array(points, np.float32).reshape(1, -1, 2), np.array([owner]))[0]
    return [bool(each) for each in seen]


def test_a_card_alone_is_in_sight_as_far_as_the_picture_goes() -> None:
    alone = cover([card_quad(20, 300, 100)], [[]])
    assert sees(alone, 0, (20, 300), (-5, 300), (60, 240)) == [True, False, True]
    assert sees(alone, 0) == []


def test_what_may_lie_over_a_card_hides_it_either_way() -> None:
    both = cover([card_quad(300, 300, 100), card_quad(370, 300, 100)], [[index(265, 245)], [index(400, 245)]])
    assert sees(both, 0, (300, 300), (340, 300)) == [True, False]
    assert sees(both, 1, (370, 300), (340, 300)) == [True, False]


def test_an_index_that_shows_on_another_card_tells_which_lies_above() -> None:
    on_the_other = cover([card_quad(300, 300, 100), card_quad(370, 300, 100)], [[index(265, 245)], [index(335, 245)]])
    assert on_the_other.over.tolist() == [[False, False], [True, False]]
    assert sees(on_the_other, 1, (370, 300), (340, 300)) == [True, True]
    assert sees(on_the_other, 0, (300, 300), (340, 300)) == [True, False]


def test_an_index_at_the_very_edge_of_a_card_seen_whole_is_of_one_under_it() -> None:
    outlines = [card_quad(300, 300, 100), card_quad(304, 306, 100)]
    marks = [[index(265, 245), index(335, 355)], [index(340, 367)]]
    assert cover(outlines, marks, whole=0).over.tolist() == [[False, True], [False, False]]
    assert cover(outlines, marks).over.tolist() == [[False, False], [False, False]], "one card found twice"


def test_two_that_each_show_an_index_on_the_other_tell_nothing() -> None:
    given = cover([card_quad(300, 300, 100), card_quad(370, 300, 100)], [[index(335, 355)], [index(335, 245)]])
    assert given.over.tolist() == [[False, True], [True, False]]


def test_a_face_down_card_may_lie_over_any_other() -> None:
    given = cover([card_quad(300, 300, 100)], [[index(335, 245)]], quads(card_quad(370, 300, 100)))
    assert sees(given, 0, (300, 300), (340, 300)) == [True, False]


def test_a_card_found_twice_does_not_hide_itself() -> None:
    twice = cover([card_quad(300, 300, 100), card_quad(304, 302, 100)], [[index(275, 265)], [index(328, 338)]])
    assert sees(twice, 0, (300, 300), (340, 300)) == [True, True]
    assert sees(twice, 1, (300, 300)) == [True]


def test_a_card_taken_for_a_face_down_one_as_well_does_not_hide_itself() -> None:
    marks = [[index(275, 265)]]
    assert sees(cover([card_quad(300, 300, 100)], marks, quads(card_quad(304, 302, 100))), 0, (300, 300)) == [True]
    # The back's own edge tells it apart from one that lies on a card and leaves an index of it in sight.
    assert sees(cover([card_quad(300, 300, 100)], marks, quads(card_quad(320, 302, 100))), 0, (300, 300)) == [False]
