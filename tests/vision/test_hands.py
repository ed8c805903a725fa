"""Which of what has changed is a hand or a sleeve, and which a card that was laid, turned or taken away."""

from __future__ import annotations

import numpy as np
import pytest

from vision.hands import arms
from vision.motion import Change

ROWS, COLUMNS = 45, 80
CARD = (30, 3, 37, 12)
"""A place at the edge of the picture: left, top, right, bottom in cells; 63 of them."""


def box(left: int, top: int, right: int, bottom: int) -> np.ndarray:
    mask = np.zeros((ROWS, COLUMNS), dtype=bool)
    mask[top:bottom, left:right] = True
    return mask


def change(dirty: np.ndarray) -> Change:
    nothing = np.zeros((ROWS, COLUMNS), dtype=bool)
    return Change(np.eye(3), nothing, dirty, np.full((ROWS, COLUMNS), 9.0, np.float32))


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
    assert bool((arms(change(dirty), [box(*CARD), box(50, 20, 57, 29)]) & dirty).any()) is arm


def test_a_card_laid_half_off_the_picture_and_taken_away_is_no_arm() -> None:
    place = box(30, 0, 37, 5)
    assert not arms(change(place), [place, box(50, 20, 57, 29), box(60, 20, 67, 29)]).any()
