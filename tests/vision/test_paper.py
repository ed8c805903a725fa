"""Plain paper, and light that falls on a table, are no cards."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.backs import paper
from vision.outline import soft_edged
from vision.paper import plain
from vision.types import Floats, Image

CARD = np.array([[100, 60], [170, 75], [150, 175], [80, 160]], np.float32)
BESIDE = [CARD + np.float32((120, 0)), CARD + np.float32((0, 130))]


def lit(blur: float, level: int = 245, table: int = 110) -> Image:
    """A plain quad on a table, its edges blurred by so many pixels."""
    out = np.full((360, 400, 3), table, np.uint8)
    cv2.fillConvexPoly(out, CARD.astype(np.int32), (level, level, level))
    return np.asarray(cv2.GaussianBlur(out, (0, 0), blur) if blur else out, np.uint8)


@pytest.mark.parametrize(("blur", "soft"), [(0.0, False), (1.0, False), (2.0, False), (6.0, True), (9.0, True)])
def test_light_through_a_window_has_soft_edges_and_a_card_out_of_focus_has_not(blur: float, soft: bool) -> None:
    assert plain(lit(blur), CARD)
    assert soft_edged(lit(blur), CARD) is soft
    assert paper(lit(blur), CARD, BESIDE) is soft, "as large as the cards beside it"
    assert paper(lit(blur), CARD, [])


def test_an_outline_that_is_a_little_off_tells_the_same() -> None:
    middle = CARD.mean(axis=0)
    for outline in (CARD + np.float32(4), middle + (CARD - middle) * np.float32(1.08)):
        assert not soft_edged(lit(1.0), outline)
        assert soft_edged(lit(8.0), outline)


@pytest.mark.parametrize("quad", [CARD, CARD * np.float32(0.1), CARD + np.float32(500), CARD - np.float32((110, 0))])
def test_where_no_edge_shows_nothing_is_said(quad: Floats) -> None:
    assert not soft_edged(lit(0.0, 115), quad)
    assert not soft_edged(lit(0.0), quad)
