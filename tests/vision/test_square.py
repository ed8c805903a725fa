"""Outlines of cards that look square, put between the two orders of their corners."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.square import between, straightened
from vision.types import Sightings

TABLE, PAPER, PRINT = (40, 60, 30), (225, 228, 230), (150, 90, 60)


def picture(quads: np.ndarray) -> np.ndarray:
    """Backs with a border and a pattern, on a plain table."""
    image = np.full((400, 800, 3), TABLE, dtype=np.uint8)
    pattern = np.full((100, 100, 3), PAPER, dtype=np.uint8)
    for x in range(8, 92, 12):
        for y in range(8, 92, 12):
            cv2.circle(pattern, (x + 4, y + 4), 4, PRINT, -1, cv2.LINE_AA)
    corners = np.array([[0, 0], [100, 0], [100, 100], [0, 100]], dtype=np.float32)
    for quad in quads:
        onto = cv2.getPerspectiveTransform(corners, quad.astype(np.float32))
        drawn = cv2.warpPerspective(pattern, onto, (800, 400))
        there = cv2.warpPerspective(np.full((100, 100), 255, np.uint8), onto, (800, 400))
        image[there > 127] = drawn[there > 127]
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8), dtype=np.uint8)


def cards() -> np.ndarray:
    """Three cards that look square, one that does not."""
    square = np.array([[0, 0], [118, 4], [112, 122], [-8, 118]], dtype=np.float32)
    tall = np.array([[0, 0], [80, 0], [80, 120], [0, 120]], dtype=np.float32)
    places = np.array([(60, 80), (240, 120), (420, 90), (600, 90)], dtype=np.float32)
    return np.stack([square, square, square, tall]) + places[:, None]


def mixed(quad: np.ndarray, share: float) -> np.ndarray:
    """The mean of two orders of a quad's corners."""
    return ((1 - share) * quad + share * np.roll(quad, -1, axis=0)).astype(np.float32)


@pytest.mark.parametrize("share", [0.13, 0.2, 0.35, 0.5, 0.65, 0.8])
def test_an_outline_between_two_orders_is_turned_back(share: float) -> None:
    true = cards()
    seen = true.copy()
    seen[1] = mixed(true[1], share)
    found = Sightings(back_quads=seen, back_scores=np.full(4, 0.9, np.float32))
    put = straightened(picture(true), found).back_quads
    apart = min(np.linalg.norm(np.roll(put[1], turn, axis=0) - true[1], axis=1).max() for turn in range(4))
    before = min(np.linalg.norm(np.roll(seen[1], turn, axis=0) - true[1], axis=1).max() for turn in range(4))
    assert apart < 10 < before
    assert (put[[0, 2, 3]] == seen[[0, 2, 3]]).all()


def test_what_fits_or_lies_on_nothing_stays() -> None:
    true = cards()
    found = Sightings(back_quads=true, back_scores=np.full(4, 0.9, np.float32))
    assert (straightened(picture(true), found).back_quads == true).all()
    bare = np.full((400, 800, 3), TABLE, dtype=np.uint8)
    assert (straightened(bare, found).back_quads == true).all()
    assert len(straightened(bare, Sightings())) == 0


def test_the_ways_round_are_of_one_middle() -> None:
    quad = cards()[0]
    ways = between(mixed(quad, 0.5))
    assert np.abs(ways.mean(axis=1) - quad.mean(axis=0)).max() < 1e-3
    apart = [np.linalg.norm(np.roll(way, turn, axis=0) - quad, axis=1).max() for way in ways for turn in range(4)]
    assert min(apart) < 8
