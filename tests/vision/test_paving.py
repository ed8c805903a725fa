"""A net of tiles is told from cards that a hand laid in rows."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.paving import paving
from vision.types import Floats

VIEW = np.array([[96.0, 9.0, 120.0], [-6.0, 84.0, 60.0], [2e-5, 1.2e-4, 1.0]])
"""A floor seen at a slant: from tiles to pixels."""


def seen(middle: tuple[float, float], wide: float = 0.94, high: float = 0.94, degrees: float = 0.0) -> Floats:
    """An outline on the floor, its sides in tiles."""
    x, y = wide / 2, high / 2
    turn = np.radians(degrees)
    to = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = np.array([(-x, -y), (x, -y), (x, y), (-x, y)]) @ to + middle
    return np.asarray(cv2.perspectiveTransform(corners[None], VIEW)[0], dtype=np.float32)


def floor(
    rng: np.random.Generator, columns: int = 9, rows: int = 6, missing: float = 0.2, shift: float = 0.0
) -> Floats:
    """Tiles as a detector outlines them, half a pixel off, some of them not; rows are shifted against each other."""
    kept = [(c + shift * r % 1, float(r)) for c in range(columns) for r in range(rows) if rng.random() >= missing]
    return np.stack([seen(middle) + rng.normal(0, 0.5, (4, 2)).astype(np.float32) for middle in kept])


def crosswise(outlines: Floats) -> Floats:
    """The same with columns for rows."""
    return np.ascontiguousarray(outlines[:, ::-1, ::-1])


@pytest.mark.parametrize("seed", range(5))
def test_a_floor_is_told_with_the_cards_that_lie_on_it_left_out(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tiles = floor(rng)
    cards = [((3.2 + 0.75 * one, 2.5), 0.62, 0.86, rng.uniform(-4, 4)) for one in range(4)]
    laid = np.stack([seen(middle, wide, high, degrees) for middle, wide, high, degrees in cards])
    found = paving(np.concatenate([laid, tiles]))
    assert found is not None
    assert found.tiles(tiles).all()
    assert not found.tiles(laid).any()
    # What is seen of a tile where the picture ends, or a card lies on it, is one as well.
    cut = np.stack([seen((4.0, 6.0 - 0.17), high=0.6), seen((9.0 - 0.2, 3.0), wide=0.54)])
    assert found.tiles(cut).tolist() == [True, True]
    assert found.tiles(np.zeros((0, 4, 2), np.float32)).shape == (0,)


@pytest.mark.parametrize("shift", [0.5, 1 / 3, -0.25])
@pytest.mark.parametrize("seed", range(3))
def test_rows_of_bricks_are_a_floor_too(seed: int, shift: float) -> None:
    rng = np.random.default_rng(seed)
    bricks = floor(rng, 6, 4, 0.3, shift)
    # The picture ends in the middle of what is the next row.
    cut = [seen((c + shift * 4 % 1, 3.78), high=0.5) for c in range(6)]
    laid = np.stack([seen((2.9, 1.6), 0.62, 0.86, 3.0), seen((4.2, 1.4), 0.62, 0.86, -2.0)])
    for turned in (np.asarray, crosswise):
        found = paving(turned(np.concatenate([laid, bricks, cut])))
        assert found is not None
        assert found.tiles(turned(np.concatenate([bricks, cut]))).all()
        assert not found.tiles(turned(laid)).any()


@pytest.mark.parametrize("shift", [0.0, 0.5])
@pytest.mark.parametrize("seed", range(5))
def test_cards_laid_edge_to_edge_by_a_hand_are_no_floor(seed: int, shift: float) -> None:
    """A hand lays them a few hundredths of their width off, and a degree askew."""
    rng = np.random.default_rng(seed)
    spots = [(c + shift * (r % 2) + rng.normal(0, 0.04), r + rng.normal(0, 0.04)) for c in range(8) for r in range(4)]
    assert paving(np.stack([seen(middle, degrees=rng.normal(0, 1.0)) for middle in spots])) is None


def test_rows_with_room_between_them_are_no_floor_however_straight() -> None:
    spots = [(float(column), float(row)) for column in range(8) for row in range(4)]
    assert paving(np.stack([seen(middle, wide=0.7) for middle in spots])) is None


def test_a_few_outlines_are_no_floor() -> None:
    rng = np.random.default_rng(1)
    assert paving(floor(rng, 4, 3, 0.0)[:11]) is None
    assert paving(floor(rng, 4, 3, 0.0)) is not None
    assert paving(np.zeros((0, 4, 2), np.float32)) is None
    assert paving(np.zeros((20, 4, 2), np.float32)) is None, "outlines without a size lie in no net"


def test_cards_in_rows_that_each_lie_beside_their_place_are_no_tiles_cut_there() -> None:
    # Two rows of five and two of three, as a film has them: a tenth of a card off, most of them one way.
    rows = [
        ((-1.03, -1.02), (-0.01, -0.97), (0.99, -1.01)),
        ((-3.05, -0.02), (-1.99, 0.02), (-0.99, -0.04), (0.06, -0.02), (1.02, 0.0)),
        ((-3.03, 2.1), (-1.98, 2.11), (-0.97, 2.11), (-0.04, 2.2), (0.96, 2.12)),
        ((-2.99, 2.99), (-1.99, 2.95), (-0.99, 3.04)),
    ]
    wide = [0.87, 0.91, 0.91, 0.82, 0.87, 0.86, 0.92, 0.9, 0.83, 0.9, 0.9, 0.92, 0.9, 0.86, 0.85, 0.91]
    middles = [middle for row in rows for middle in row]
    laid = np.stack([seen(middle, one, 0.93 * one) for middle, one in zip(middles, wide, strict=True)])
    assert paving(laid) is None
    exact = np.stack([seen((round(x), round(y)), 0.9, 0.83) for x, y in middles])
    assert paving(exact) is not None, "or else rows like these are none of tiles"
