"""Outlines fitted to the edges of cards."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.fitting import fitted
from vision.geometry import homographies, projected

TABLE, PAPER = (40, 60, 30), (225, 228, 230)
CARD = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], dtype=np.float32)
PLACES = np.array(
    [
        [[60, 60], [190, 70], [200, 250], [40, 240]],
        [[300, 200], [420, 150], [500, 300], [370, 360]],
        [[595, 100], [674, 105], [690, 160], [590, 155]],
    ],
    dtype=np.float32,
)
"""Cards seen at a slant: hardly a side is parallel to another."""


def picture(quads: np.ndarray, grain: float = 4.0) -> np.ndarray:
    """Faces with some pips on a grainy table."""
    image = np.full((400, 800, 3), TABLE, dtype=np.uint8)
    face = np.full((560, 400, 3), PAPER, dtype=np.uint8)
    for x in (110, 290):
        for y in (90, 280, 470):
            cv2.circle(face, (x, y), 36, (40, 40, 190), -1, cv2.LINE_AA)
    corners = np.array([[0, 0], [400, 0], [400, 560], [0, 560]], dtype=np.float32)
    for quad in quads:
        onto = cv2.getPerspectiveTransform(corners, quad.astype(np.float32))
        there = cv2.warpPerspective(np.full((560, 400), 255, np.uint8), onto, (800, 400)) > 127
        image[there] = cv2.warpPerspective(face, onto, (800, 400), flags=cv2.INTER_AREA)[there]
    soft = cv2.GaussianBlur(image, (0, 0), 1.0).astype(np.float32)
    soft += np.random.default_rng(1).normal(0, grain, soft.shape)
    return np.clip(soft, 0, 255).astype(np.uint8)


def parallelograms(quads: np.ndarray) -> np.ndarray:
    """The nearest outlines whose opposite sides are as long as each other, as a detector gives them."""
    middles = quads.mean(axis=1, keepdims=True)
    return np.asarray(middles + (quads - np.roll(quads, -2, axis=1)) / 2, dtype=np.float32)


def off(quads: np.ndarray, true: np.ndarray) -> np.ndarray:
    """(N,) how far the worst corner of each lies from where it is, in widths of the card."""
    back = homographies(true, np.broadcast_to(CARD, true.shape))
    return np.asarray(np.abs(projected(back, quads) - CARD).max(axis=(1, 2)) / 100)


def test_far_ends_become_as_narrow_as_they_are() -> None:
    seen = parallelograms(PLACES)
    put = fitted(picture(PLACES), seen)
    assert (off(seen, PLACES) > 0.06).any()
    assert (off(put, PLACES) < 0.03).all()


@pytest.mark.parametrize("move", [(6, 0), (0, -5), (-4, 4)])
def test_an_outline_beside_a_card_is_put_on_it(move: tuple[float, float]) -> None:
    shifted = CARD + np.array(move, dtype=np.float32)
    seen = projected(homographies(CARD[None], PLACES), np.broadcast_to(shifted, PLACES.shape)).astype(np.float32)
    put = fitted(picture(PLACES), seen)
    assert (off(put, PLACES) < 0.03).all()
    assert (off(put, PLACES) < off(seen, PLACES)).all()


def test_what_fits_stays_and_so_does_what_lies_on_nothing() -> None:
    assert (off(fitted(picture(PLACES), PLACES), PLACES) < 0.02).all()
    bare = picture(PLACES[:0])
    assert (fitted(bare, PLACES) == PLACES).all()
    assert fitted(bare, PLACES[:0]).shape == (0, 4, 2)


def test_an_edge_out_of_the_picture_is_no_edge() -> None:
    image = picture(PLACES)[:, 100:]
    there = PLACES - np.array([100, 0], dtype=np.float32)
    put = fitted(image, there)
    # The first card's left side is not in sight.
    assert np.abs(put[0] - there[0])[:, 0].max() < 4
    assert (off(put[1:], there[1:]) < 0.02).all()


def test_what_is_no_outline_is_left_alone() -> None:
    quads = PLACES.copy()
    quads[1] = quads[1, 0]
    quads[2] = quads[2, ::-1]
    put = fitted(picture(PLACES), quads)
    assert (put[1:] == quads[1:]).all()


def test_the_inner_side_of_a_neighbour_does_not_draw_a_side_away() -> None:
    beside = PLACES[:1] + np.array([170, 0], dtype=np.float32)
    both = np.concatenate([PLACES[:1], beside])
    put = fitted(picture(both), both)
    assert (off(put, both) < 0.03).all()
