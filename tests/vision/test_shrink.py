"""Pictures made smaller, and levels counted."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.levels import percentile
from vision.shrink import shrunk


@pytest.mark.parametrize(
    ("size", "to"), [((400, 300), (100, 75)), ((400, 300), (90, 68)), ((402, 302), (60, 45)), ((403, 301), (60, 45))]
)
def test_a_shrunk_picture_shows_the_means_of_what_it_stands_for(size: tuple[int, int], to: tuple[int, int]) -> None:
    y, x = np.mgrid[: size[1], : size[0]]
    picture = np.stack([x * 255 / size[0], y * 255 / size[1], 128 + 0 * x], axis=-1).astype(np.uint8)
    small = shrunk(picture, *to)
    assert small.shape == (to[1], to[0], 3)
    direct = cv2.resize(picture, to, interpolation=cv2.INTER_AREA)
    assert np.abs(small.astype(int) - direct).max() <= 2


def test_a_pattern_finer_than_the_pixels_left_becomes_its_mean() -> None:
    picture = np.zeros((512, 512, 3), dtype=np.uint8)
    picture[::2] = 200
    assert (shrunk(picture, 50, 50) == 100).all()


def test_a_picture_of_the_size_wanted_is_left_as_it_is() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (20, 30, 3), dtype=np.uint8)
    assert (shrunk(picture, 30, 20) == picture).all()


@pytest.mark.parametrize("share", [0, 0.1, 12.5, 50, 98, 99.9, 100])
def test_percentiles_are_numpys(share: float) -> None:
    levels = np.random.default_rng(2).integers(0, 766, (37, 41)).astype(np.int16)
    assert percentile(levels, share) == pytest.approx(float(np.percentile(levels, share)))
