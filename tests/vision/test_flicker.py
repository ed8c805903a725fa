"""Bands of a flickering lamp wander over the picture, and are no change of the table."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.flicker import Flicker
from vision.motion import Motion
from vision.small import CLIPPED, colours, means, shrunk
from vision.types import Floats, Image

SIZE = (640, 360)
CARD = np.array([(280, 120), (350, 120), (350, 220), (280, 220)], np.float32)
STEP = 0.04


def table(seed: int = 3, brightest: float = 190.0) -> Image:
    rng = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(rng.normal(0, 60, (SIZE[1], SIZE[0], 3)), (0, 0), 3)
    return np.asarray(np.clip(brightest - 60 + 4 * grain, 0, 255), np.uint8)


def with_card(image: Image, grey: int = 225) -> Image:
    laid = image.copy()
    cv2.fillConvexPoly(laid, CARD.astype(np.int32), (grey, grey, grey))
    return laid


def rows(depth: float, step: float = 0.37) -> Callable[[Image, int], Image]:
    """Bands as a camera shows them that reads its picture from top to bottom."""

    def lit(image: Image, number: int) -> Image:
        phase = 2 * np.pi * (1.7 * np.arange(image.shape[0]) / image.shape[0] + step * number)
        return np.asarray(np.clip(image * (1 + depth * np.sin(phase))[:, None, None], 0, 255), np.uint8)

    return lit


def columns(image: Image, number: int) -> Image:
    turned = rows(0.15)(np.ascontiguousarray(image.transpose(1, 0, 2)), number)
    return np.ascontiguousarray(turned.transpose(1, 0, 2))


def pulse(image: Image, number: int) -> Image:
    """As a camera shows it that reads all rows at once."""
    return np.asarray(np.clip(image * (1 + 0.12 * np.sin(2.3 * number)), 0, 255), np.uint8)


def sharp(image: Image, number: int) -> Image:
    """Of a lamp that is dimmed by being switched off and on."""
    phase = 2 * np.pi * (2.5 * np.arange(image.shape[0]) / image.shape[0] + 0.61 * number)
    return np.asarray(np.clip(image * (1 + 0.15 * np.tanh(6 * np.sin(phase)))[:, None, None], 0, 255), np.uint8)


def one_side(image: Image, number: int) -> Image:
    """Daylight comes in from the right."""
    swing = np.sin(2 * np.pi * (1.7 * np.arange(image.shape[0]) / image.shape[0] + 0.37 * number))
    light = 1 + 0.2 * np.outer(swing, np.linspace(1, 0.3, image.shape[1]))
    return np.asarray(np.clip(image * light[..., None], 0, 255), np.uint8)


def fed(motion: Motion, image: Image, light: Callable[[Image, int], Image], first: int, frames: int) -> list[float]:
    """For each frame the share of the table that seems to move."""
    return [float(motion.update(light(image, k), STEP * k).moving.mean()) for k in range(first, first + frames)]


LIGHTS = [rows(0.15), rows(0.05), rows(0.3), columns, pulse, sharp, one_side]


@pytest.mark.parametrize("light", LIGHTS)
def test_nothing_moves_and_nothing_has_changed_under_a_lamp_that_flickers(
    light: Callable[[Image, int], Image],
) -> None:
    motion, image = Motion(), table()
    fed(motion, image, light, 0, 8)
    assert max(fed(motion, image, light, 8, 25)) < 0.02
    assert motion.dirty().mean() < 0.02


@pytest.mark.parametrize("light", LIGHTS)
def test_a_card_laid_under_such_a_lamp_has_changed_the_table_there_alone(
    light: Callable[[Image, int], Image],
) -> None:
    motion, image = Motion(), table()
    fed(motion, image, light, 0, 20)
    assert max(fed(motion, with_card(image), light, 20, 1)) > 0.02
    # What was as white as can be in one frame shows in the next how white it is.
    fed(motion, with_card(image), light, 21, 1)
    assert max(fed(motion, with_card(image), light, 22, 10)) < 0.02
    cells = motion.cells(CARD, 0.8)
    assert motion.dirty()[cells].all()
    assert motion.dirty()[~motion.cells(CARD, 1.3)].mean() < 0.02


def test_white_that_the_camera_cannot_tell_apart_from_brighter_white_does_not_flicker() -> None:
    motion, image = Motion(), with_card(table(), 250)
    fed(motion, image, rows(0.15), 0, 8)
    cells = motion.cells(CARD, 0.8)
    for k in range(8, 33):
        assert motion.update(rows(0.15)(image, k), STEP * k).moving[cells].mean() < 0.2


def test_an_arm_across_the_rows_does_not_make_them_darker() -> None:
    motion, image = Motion(), table()
    fed(motion, image, rows(0.15), 0, 20)
    reaching = image.copy()
    reaching[150:210, :290] = (60, 80, 120)
    for k in range(20, 26):
        motion.update(rows(0.15)(reaching, k), STEP * k)
    arm = motion.cells([(0, 155), (280, 155), (280, 205), (0, 205)], 0.9)
    assert motion.dirty()[arm].mean() > 0.95
    beside = motion.cells([(310, 150), (640, 150), (640, 210), (310, 210)], 0.9)
    assert motion.dirty()[beside].mean() < 0.1


def test_bands_that_nearly_stand_are_taken_out_too() -> None:
    motion, image = Motion(), table()
    light = rows(0.15, 0.004)
    fed(motion, image, light, 0, 60)
    for k in range(60, 90):
        motion.update(light(image, k), STEP * k)
        assert motion.dirty().mean() < 0.02
    fed(motion, with_card(image), light, 90, 10)
    assert motion.dirty()[motion.cells(CARD, 0.8)].all()
    assert motion.dirty()[~motion.cells(CARD, 1.3)].mean() < 0.02


def test_a_steady_light_is_left_alone() -> None:
    """A hand that passes and a lamp switched on are no flicker."""
    flicker, image = Flicker(), table()
    rng = np.random.default_rng(1)

    def seen(number: int) -> Floats:
        shown = image.copy()
        cv2.ellipse(shown, (40 + 18 * number, 180), (90, 60), 0, 0, 360, (90, 120, 160), -1)
        bright = 1.0 if number < 15 else 1.3
        lit = np.clip(shown * bright + rng.normal(0, 2, shown.shape), 0, 255).astype(np.uint8)
        return means(colours(shrunk(lit))[0])

    for k in range(1, 30):
        flicker.note(seen(k - 1), seen(k), STEP, CLIPPED)
        assert not flicker.seen
    for _ in range(10):
        flicker.note(*(seen(30) * rng.uniform(0.9, 1.1) for _ in (0, 1)), STEP, CLIPPED)
    assert flicker.seen, "this one does"
