"""Suits told apart by each other."""

from __future__ import annotations

import numpy as np
import pytest

from vision.shapes import together
from vision.types import SUITS, Floats

CLUBS, SPADES, NO_SUIT = SUITS.index("C"), SUITS.index("S"), SUITS.index("none")


def black(*odds: float) -> Floats:
    """Chances of suits of indices that are a spade by these log odds against a club, and black almost certainly."""
    out = np.full((len(odds), len(SUITS)), 0.004, dtype=np.float32)
    spade = 1 / (1 + np.exp(-np.array(odds)))
    out[:, SPADES], out[:, CLUBS] = 0.988 * spade, 0.988 * (1 - spade)
    return out


def test_what_looks_far_less_like_a_spade_than_the_spades_of_its_picture_is_a_club() -> None:
    held = together(black(4.5, 5.0, 4.8, 4.6, 0.4, 0.3, 0.5))
    assert (held[:4, SPADES] > 0.9).all()
    assert (held[4:, CLUBS] > held[4:, SPADES]).all()


def test_where_all_look_alike_none_is_held_against_the_others() -> None:
    held = together(black(1.0, 1.0, 1.0, 1.0))
    assert (held[:, SPADES] > held[:, CLUBS]).all()


def test_clear_suits_stay_clear() -> None:
    held = together(black(5.0, 5.2, -4.9, -5.1))
    assert (held[:2, SPADES] > 0.97).all()
    assert (held[2:, CLUBS] > 0.97).all()


@pytest.mark.parametrize("count", [0, 1])
def test_an_index_without_others_is_left_as_it_is(count: int) -> None:
    suits = black(*[0.3] * count)
    np.testing.assert_array_equal(together(suits), suits)


def test_one_that_shows_no_suit_stays_out_of_it_and_chances_still_add_up() -> None:
    suits = black(4.5, -4.0, 0.2)
    none = np.full((1, len(SUITS)), 0.02, dtype=np.float32)
    none[0, NO_SUIT] = 0.92
    held = together(np.concatenate([suits, none]))
    np.testing.assert_array_equal(held[3], none[0])
    np.testing.assert_allclose(held.sum(axis=1), 1, atol=1e-6)
