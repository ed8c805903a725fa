"""Which parts of a frame are looked at, and what looks at one picture say together."""

from __future__ import annotations

import numpy as np
import pytest

from rules.cards import Card
from vision.attention import WIDE, parts, whole
from vision.evidence import Evidence
from vision.matching import without_ghosts
from vision.types import Floats, SeenCard

SIZE = (1280, 720)
CELL = 16.0


def quad(x: float, y: float, wide: float = 70, tall: float = 98) -> Floats:
    return np.array([[x, y], [x + wide, y], [x + wide, y + tall], [x, y + tall]], dtype=np.float32)


def named(code: str, confidence: float, where: Floats) -> SeenCard:
    card = Card.parse(code)
    return SeenCard(card if confidence >= 0.5 else None, "up", confidence, where, candidates={card: confidence})


def ready(*boxes: tuple[int, int, int, int]) -> np.ndarray:
    mask = np.zeros((45, 80), dtype=bool)
    for left, top, right, bottom in boxes:
        mask[top:bottom, left:right] = True
    return mask


def test_an_unknown_table_is_looked_at_whole_and_sharply() -> None:
    part = whole(SIZE, [])
    assert part.box == (0, 0, 1280, 720)
    assert part.scale == 1.0
    # Cards that are large are looked at from farther away.
    assert whole(SIZE, [quad(100, 100, 210, 294)]).scale == pytest.approx(WIDE / 210, abs=0.05)


def test_a_change_is_looked_at_with_the_cards_it_touches_and_no_more() -> None:
    lying = [quad(200, 200), quad(290, 200), quad(900, 500)]
    found = parts(ready((13, 13, 16, 18)), [], lying, lying, CELL, np.eye(3), SIZE)
    assert len(found) == 1
    left, top, right, bottom = found[0].box
    assert left < 200
    assert top < 200
    assert right > 270
    assert bottom > 298
    assert right < 900
    assert bottom < 500
    assert found[0].scale == pytest.approx(WIDE / 70, abs=0.05)


def test_a_change_is_looked_at_sharply_while_nothing_says_how_large_a_card_is() -> None:
    """A tile of the floor that passes for a card would have all others looked at from far away."""
    tile = quad(900, 300, 220, 330)
    found = parts(ready((13, 13, 16, 18)), [], [tile], [], CELL, np.eye(3), SIZE)
    assert min(part.scale for part in found) >= 1.0
    assert whole(SIZE, []).scale == 1.0


def test_changes_far_apart_are_two_looks_and_doubts_keep_their_scale() -> None:
    lying = [quad(200, 200), quad(1000, 500)]
    found = parts(ready((13, 13, 16, 18)), [(quad(1000, 500), 0.7)], lying, lying, CELL, np.eye(3), SIZE)
    assert [part.scale for part in found] == [pytest.approx(1.2), pytest.approx(0.7)]
    (_, _, right, _), (left, _, _, _) = (part.box for part in found)
    assert right <= left


def test_a_change_of_most_of_the_table_is_one_look_at_all_of_it() -> None:
    found = parts(ready((2, 2, 78, 43)), [], [quad(200, 200)], [quad(200, 200)], CELL, np.eye(3), SIZE)
    assert [part.box for part in found] == [(0, 0, 1280, 720)]


def test_parts_follow_a_camera_that_was_moved() -> None:
    camera = np.array([[1, 0, 300.0], [0, 1, 0], [0, 0, 1]])
    still, moved = (
        parts(ready((13, 13, 16, 18)), [], [quad(200, 200)], [quad(200, 200)], CELL, each, SIZE)[0].box
        for each in (np.eye(3), camera)
    )
    assert moved[0] - still[0] == pytest.approx(300, abs=32)


def test_a_weak_outline_over_a_card_seen_better_is_none() -> None:
    sure, ghost, beside = named("AC", 0.98, quad(200, 200)), named("4S", 0.03, quad(204, 203)), quad(400, 200)
    rival = named("7S", 0.41, quad(206, 206))
    kept = without_ghosts([ghost, sure, rival, named("9D", 0.03, beside)])
    assert {id(card) for card in kept} >= {id(sure), id(rival)}
    assert ghost not in kept
    assert len(kept) == 3


def test_readings_of_one_picture_are_averaged_and_no_more_sure_than_one() -> None:
    once, often = Evidence(), Evidence()
    once.add(named("7S", 0.7, quad(0, 0)))
    often.add(named("7S", 0.7, quad(0, 0)))
    for _ in range(8):
        often.again(named("7S", 0.7, quad(0, 0)))
    assert often.decided()[1] == pytest.approx(once.decided()[1])
    # One reading spoilt by noise is outvoted by the others.
    spoilt = Evidence()
    spoilt.add(named("7C", 0.6, quad(0, 0)))
    for _ in range(5):
        spoilt.again(named("7S", 0.8, quad(0, 0)))
    assert spoilt.decided()[0] == Card.parse("7S")


def test_what_one_picture_reads_now_counts_for_more_than_what_it_read_long_ago() -> None:
    """The shadow that lay on it has gone, and that alone is too little for another picture."""
    evidence = Evidence()
    evidence.add(named("7S", 0.6, quad(0, 0)))
    for chance in [0.6] * 9 + [0.99] * 12:
        evidence.again(named("7S", chance, quad(0, 0)))
    assert evidence.decided()[1] > 0.95


def test_a_reading_at_another_scale_replaces_a_worse_one_of_the_same_card_only() -> None:
    evidence = Evidence()
    evidence.add(named("7S", 0.6, quad(0, 0)))
    evidence.clearer(named("KH", 0.98, quad(0, 0)))
    assert evidence.decided()[0] == Card.parse("7S")
    evidence.clearer(named("7S", 0.97, quad(0, 0)))
    assert evidence.decided()[0] == Card.parse("7S")
    assert evidence.decided()[1] > 0.95
