"""Indices found askew are put straight on the cards they stand on; what has lost its way is left out."""

from __future__ import annotations

import numpy as np
import pytest

from models.train.straight import straightened
from vision.geometry import UNIT, homographies, projected
from vision.types import Floats

CARD = np.array([[120, 80], [260, 110], [225, 310], [90, 290]], np.float32)
"""A card in perspective, its short edge first."""


def corner(x: float, y: float, turned: bool) -> Floats:
    """Corners of an index whose middle stands at (x, y) of the card, from its own top left."""
    place = (UNIT - 0.5) * (0.12, 0.18) + (x, y)
    quad = projected(homographies(UNIT[None], CARD[None].astype(np.float64)), place[None])[0]
    return np.roll(quad, 2, axis=0).astype(np.float32) if turned else quad.astype(np.float32)


TRUE = np.stack([corner(0.1, 0.13, False), corner(0.9, 0.13, False), corner(0.9, 0.87, True), corner(0.1, 0.87, True)])


def askew(quad: Floats, degrees: float) -> Floats:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    middle = quad.mean(axis=0)
    return ((quad - middle) @ np.array([[c, s], [-s, c]]) + middle).astype(np.float32)


@pytest.mark.parametrize("angle", [25, -25, 45, -45])
@pytest.mark.parametrize("face", [CARD, np.roll(CARD, 1, axis=0), np.roll(CARD, 2, axis=0)], ids=["", "side", "half"])
def test_the_second_pair_is_put_straight_by_the_card_and_sized_by_the_first(angle: float, face: Floats) -> None:
    found = np.stack([TRUE[0], askew(TRUE[1], angle), TRUE[2], askew(TRUE[3], angle)])
    out = straightened(found, face[None])
    assert sorted(out) == [0, 1, 2, 3]
    for row, (quad, card) in out.items():
        assert np.abs(quad - TRUE[row]).max() < 2.5
        # From the corner nearest to the index, clockwise.
        assert np.abs(card - np.roll(CARD, -row, axis=0)).max() < 1e-3


def test_straight_ones_stay_exactly_as_they_are() -> None:
    out = straightened(TRUE, CARD[None])
    assert all(np.abs(out[row][0] - TRUE[row]).max() < 0.05 for row in range(4))


def test_what_reads_across_the_card_is_left_out() -> None:
    assert sorted(straightened(np.stack([TRUE[0], askew(TRUE[1], 80)]), CARD[None])) == [0]


def test_what_stands_in_no_corner_of_a_card_is_left_out() -> None:
    found = np.stack([TRUE[0], corner(0.5, 0.5, False), TRUE[1] + 400])
    assert sorted(straightened(found, CARD[None])) == [0]


def test_without_a_straight_one_nothing_tells_the_size() -> None:
    assert straightened(np.stack([askew(quad, 30) for quad in TRUE]), CARD[None]) == {}


def test_without_faces_or_indices_there_is_nothing() -> None:
    assert straightened(TRUE, np.zeros((0, 4, 2), np.float32)) == {}
    assert straightened(np.zeros((0, 4, 2), np.float32), CARD[None]) == {}
