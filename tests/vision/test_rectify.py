"""Index patches: geometry, sharpness, edges."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.halves import halves
from vision.rectify import HEIGHT, INNER, WIDTH, patches, to_input


@pytest.mark.parametrize("degrees", [0, 40, 90, 180, 300])
@pytest.mark.parametrize("height", [20, 57.6, 150])
def test_the_quad_fills_the_middle_of_its_patch(degrees: float, height: float) -> None:
    width = height * 2 / 3
    half = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    quad = (half @ np.array([[c, s], [-s, c]]) + (250, 200)).astype(np.float32)
    (patch,) = patches(halves(quad, (400, 500)), quad[None])
    assert patch.shape == (HEIGHT, WIDTH, 3)
    # Edges are soft over about a pixel of the picture, which is several of the patch for a small index.
    soft = round(max(2.0, 1.5 * 57.6 / height))
    left, top = np.ceil(INNER[0]).astype(int) + soft
    right, bottom = np.floor(INNER[2]).astype(int) - soft
    upper, lower = patch[top : HEIGHT // 2 - soft, left:right], patch[HEIGHT // 2 + soft : bottom, left:right]
    assert np.abs(upper.astype(int) - (0, 0, 200)).max() < 30
    assert np.abs(lower.astype(int) - (200, 0, 0)).max() < 30
    assert patch[: top - 3 * soft].min() > 240
    assert patch[:, : max(1, left - 3 * soft)].min() > 240


def test_fine_print_turns_grey_and_not_to_stripes() -> None:
    # Stripes one pixel wide on an index twelve times as large as its patch: nothing of them may be left over.
    image = np.zeros((1200, 900, 3), np.uint8)
    image[:, ::2] = 255
    quad = np.array([[200, 200], [661, 200], [661, 891], [200, 891]], np.float32)
    (patch,) = patches(image, quad[None])
    assert patch[8:-8, 8:-8].std() < 3
    assert patch.mean() == pytest.approx(127, abs=3)


def test_beyond_the_picture_its_edge_goes_on() -> None:
    image = np.full((100, 100, 3), 90, np.uint8)
    quad = np.array([[-20, -20], [20, -20], [20, 40], [-20, 40]], np.float32)
    (patch,) = patches(image, quad[None])
    assert np.all(patch == 90)


def test_far_outside_and_without_area() -> None:
    image = np.full((100, 100, 3), 90, np.uint8)
    far = np.array([[5000, 5000], [5020, 5000], [5020, 5030], [5000, 5030]], np.float32)
    flat = np.zeros((4, 2), np.float32)
    out = patches(image, np.stack([far, flat]))
    assert out.shape == (2, HEIGHT, WIDTH, 3)
    assert np.all(out[1] == 128)


def test_input_is_rgb_between_0_and_1() -> None:
    patch = np.zeros((1, HEIGHT, WIDTH, 3), np.uint8)
    patch[..., 0] = 51
    patch[..., 2] = 255
    out = to_input(patch)
    assert out.shape == (1, 3, HEIGHT, WIDTH)
    assert out.dtype == np.float32
    assert out[0, :, 5, 5] == pytest.approx([1.0, 0.0, 0.2])
