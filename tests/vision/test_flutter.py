"""Shadows of a fan's blades that turn over the table come and go, and are no change of it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from datasets.film.fan import Fan
from vision.change import Change
from vision.motion import Motion
from vision.types import Image

SIZE = (640, 360)
CARD = np.array([(280, 120), (350, 120), (350, 220), (280, 220)], np.float32)
STEP = 0.04
NOISE = np.random.default_rng(1).normal(0, 2, (SIZE[1], SIZE[0], 3)).astype(np.float32)
FAN = Fan(4, 1.5, 0.3, middle=(0.4, -0.3))
FANS = [
    FAN,
    replace(FAN, blades=3, hertz=2.6, depth=0.4),
    replace(FAN, blades=3, hertz=1.3),
    replace(FAN, blades=5, hertz=2.4, soft=0.06, exposure=1 / 50),
    replace(FAN, middle=(0.1, 0.5), reach=0.5),
]


def table(seed: int = 3) -> Image:
    rng = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(rng.normal(0, 60, (SIZE[1], SIZE[0], 3)), (0, 0), 3)
    return np.asarray(np.clip(130 + 4 * grain, 0, 255), np.uint8)


def with_card(image: Image, grey: int = 225) -> Image:
    laid = image.copy()
    cv2.fillConvexPoly(laid, CARD.astype(np.int32), (grey, grey, grey))
    return laid


def under(fan: Fan | None, image: Image, time: float) -> Image:
    light = np.ones(image.shape[:2], np.float32) if fan is None else fan.light(SIZE, time)
    noise = np.roll(NOISE, int(time * 1000), axis=0)
    return np.asarray(np.clip(image * light[..., None] + noise, 0, 255), np.uint8)


def fed(motion: Motion, image: Image, fan: Fan | None, first: int, frames: int) -> list[Change]:
    return [motion.update(under(fan, image, STEP * k), STEP * k) for k in range(first, first + frames)]


@pytest.mark.parametrize("fan", FANS)
def test_the_table_is_at_rest_under_a_fan_before_long(fan: Fan) -> None:
    motion, image = Motion(), table()
    restless = fed(motion, image, fan, 0, 15)
    assert np.mean([change.moving.mean() for change in restless]) > 0.03, "or else the fan is none"
    fed(motion, image, fan, 15, 30)
    motion.looked()
    later = fed(motion, image, fan, 45, 50)
    assert max(change.moving.mean() for change in later) < 0.01
    assert max(change.dirty.mean() for change in later) < 0.01
    assert all(change.shifted == 0 for change in later), "and the camera stands"


@pytest.mark.parametrize("grey", [20, 225])
def test_a_card_laid_under_a_fan_is_seen_and_comes_to_rest(grey: int) -> None:
    motion, image = Motion(), table()
    fed(motion, image, FAN, 0, 45)
    motion.looked()
    fed(motion, image, FAN, 45, 10)
    laid = fed(motion, with_card(image, grey), FAN, 55, 25)
    assert any(motion.moves(CARD, change) for change in laid[:12])
    assert not motion.moves(CARD, laid[-1])
    assert motion.changed(CARD, laid[-1])
    assert laid[-1].rested(motion.cells(CARD, 0.8)) > 0.3


@pytest.mark.parametrize("colour", [(40, 40, 40), (90, 110, 160)], ids=["a dark sleeve", "a hand"])
def test_what_passes_over_the_table_under_a_fan_is_seen_however_fast_it_is(colour: tuple[int, int, int]) -> None:
    motion, image = Motion(), np.full((SIZE[1], SIZE[0], 3), 190, np.uint8)
    image[:, ::40] = 150
    fed(motion, image, FAN, 0, 45)
    motion.looked()
    quiet = fed(motion, image, FAN, 45, 15)
    assert max(change.moving.mean() for change in quiet) < 0.01
    # No place is hidden for as long as from one shadow to the next: at its lightest it shows the table all the time.
    for k in range(60, 90):
        arm = image.copy()
        at = 40 + 17 * (k - 60)
        cv2.rectangle(arm, (at, 100), (at + 60, 260), colour, -1)
        change = motion.update(under(FAN, arm, STEP * k), STEP * k)
        there = np.array([(at, 100), (at + 60, 100), (at + 60, 260), (at, 260)], np.float32)
        assert change.moving[motion.cells(there, 0.8)].mean() > 0.9


def test_a_camera_that_moves_under_a_fan_is_followed() -> None:
    motion, image = Motion(), table()
    fed(motion, image, FAN, 0, 45)
    motion.looked()
    moved = np.ascontiguousarray(np.roll(image, 12, axis=1))
    changes = fed(motion, moved, FAN, 45, 30)
    assert changes[-1].camera[0, 2] == pytest.approx(12, abs=1.0)
    assert not changes[-1].restarted


def test_a_fan_that_is_switched_off_is_forgotten() -> None:
    motion, image = Motion(), table()
    fed(motion, image, FAN, 0, 45)
    motion.looked()
    fed(motion, image, None, 45, 75)
    # No place is shown as it was a moment ago any more.
    change = fed(motion, with_card(image, 20), None, 120, 2)[-1]
    assert motion.changed(CARD, change)
    assert not motion.moves(CARD, change)


def test_a_hand_that_moves_to_and_fro_is_no_light_that_comes_and_goes() -> None:
    motion, image = Motion(), table()
    fed(motion, image, None, 0, 5)
    for k in range(5, 80):
        arm = image.copy()
        at = 200 + 10 * abs((k - 5) % 40 - 20)
        cv2.rectangle(arm, (at, 0), (at + 60, 240), (120, 150, 200), -1)
        change = motion.update(under(None, arm, STEP * k), STEP * k)
        assert change.moving.mean() > 0.01
        assert motion.changed(np.array([(at, 0), (at + 60, 0), (at + 60, 240), (at, 240)], np.float32), change)
