"""What only looks like a card has no edge where its outline says."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from rules.cards import Card
from vision.outline import borne_out, steps
from vision.types import Floats, Image, Index, SeenCard

QUAD = np.array([[100, 60], [170, 74], [150, 172], [80, 158]], np.float32)


def rings(seed: int = 3) -> Image:
    """A cloth with rings as large as cards."""
    rng = np.random.default_rng(seed)
    image = np.clip(np.array((60, 90, 40)) + rng.normal(0, 4, (240, 320, 3)), 0, 255).astype(np.uint8)
    for x in range(20, 320, 70):
        for y in range(20, 240, 70):
            cv2.circle(image, (x, y), 28, (170, 90, 220), 3, cv2.LINE_AA)
    return image


def with_card(image: Image, quad: Floats = QUAD) -> Image:
    out = image.copy()
    cv2.fillConvexPoly(out, np.round(quad * 16).astype(np.int32), (150, 60, 50), cv2.LINE_AA, 4)
    return out


def test_a_card_on_a_patterned_cloth_has_four_edges() -> None:
    assert (steps(with_card(rings()), QUAD[None]) >= 1).all()


@pytest.mark.parametrize("move", [(0, 0), (35, 10), (60, -20)])
def test_a_pattern_has_none(move: tuple[int, int]) -> None:
    assert (steps(rings(), QUAD[None] + np.float32(move)) >= 1).sum() < 3


@pytest.mark.parametrize("turn", range(4))
def test_it_does_not_matter_where_the_outline_begins(turn: int) -> None:
    image = with_card(rings())
    np.testing.assert_allclose(
        np.roll(steps(image, QUAD[None]), -turn, axis=1), steps(image, np.roll(QUAD, -turn, axis=0)[None]), atol=0.2
    )


@pytest.mark.parametrize("move", [(1000, 0), (-1000, 0), (0, 1000), (0, -1000)])
def test_an_outline_beyond_the_picture_has_no_edge(move: tuple[int, int]) -> None:
    np.testing.assert_array_equal(steps(rings(), QUAD[None] + np.float32(move)), 0)


def test_only_what_is_less_than_likely_needs_edges() -> None:
    cloth, table = rings(), with_card(rings())
    faint, likely = SeenCard(None, "down", 0.22, QUAD), SeenCard(None, "down", 0.6, QUAD)
    assert not borne_out(cloth, faint)
    assert borne_out(table, faint)
    assert borne_out(cloth, likely)
    unread = SeenCard(None, "up", 0.1, QUAD)
    assert not borne_out(cloth, unread)
    assert borne_out(table, unread)
    assert borne_out(cloth, SeenCard(Card.parse("7C"), "up", 0.6, QUAD))
    half = Index(QUAD, "7", None, 0.6)
    assert borne_out(cloth, SeenCard(None, "up", 0.4, QUAD, indices=(half,)))
