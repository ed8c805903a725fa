"""Lamps that flicker with the mains, and what a camera shows of it."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.film.conditions import Conditions
from datasets.film.flicker import Flicker

SIZE = (64, 36)


def test_a_camera_that_reads_row_by_row_shows_as_many_bands_as_the_light_swings_meanwhile() -> None:
    light = Flicker(100.0, 0.2, readout=0.03, exposure=1e-5).light(SIZE, 0.5)
    assert light.shape == (36, 64)
    assert light.dtype == np.float32
    assert (light == light[:, :1]).all(), "rows are as light from end to end"
    above = light[:, 0] > 1
    assert (above[1:] != above[:-1]).sum() in (5, 6), "three bands begin and end"
    assert light.max() == pytest.approx(1.2, abs=0.005)
    assert light.min() == pytest.approx(0.8, abs=0.005)
    assert light.mean() == pytest.approx(1.0, abs=0.005)


def test_bands_stand_where_frames_are_as_many_swings_apart_and_wander_where_they_are_not() -> None:
    flicker = Flicker(100.0, 0.2)
    assert np.allclose(flicker.light(SIZE, 1.0), flicker.light(SIZE, 1.04), atol=1e-4)
    assert np.abs(flicker.light(SIZE, 1.0) - flicker.light(SIZE, 1.0 + 1 / 30)).max() > 0.1


def test_an_exposure_as_long_as_a_swing_shows_none() -> None:
    assert np.abs(Flicker(100.0, 0.3, exposure=0.01).light(SIZE, 0.3) - 1).max() < 0.005


def test_a_camera_that_stands_upright_or_reads_all_at_once() -> None:
    upright = Flicker(100.0, 0.2, upright=True).light(SIZE, 0.0)
    assert (upright == upright[:1]).all()
    assert np.ptp(upright[0]) > 0.3
    at_once = Flicker(100.0, 0.2, readout=0.0).light(SIZE, 0.0)
    assert np.ptp(at_once) == 0


def test_daylight_from_one_side_is_steady() -> None:
    light = Flicker(120.0, 0.3, elsewhere=0.6).light(SIZE, 0.2)
    near, far = np.abs(light[:, 0] - 1), np.abs(light[:, -1] - 1)
    assert far.max() == pytest.approx(0.4 * near.max(), rel=0.05)


def test_sampled_lamps_differ_and_are_the_same_again() -> None:
    assert Flicker.sample(3) == Flicker.sample(3)
    drawn = [Flicker.sample(seed) for seed in range(40)]
    assert {round(one.hertz, -1) for one in drawn} == {100.0, 120.0}
    assert {one.upright for one in drawn} == {True, False}


@pytest.mark.parametrize(("wrong", "said"), [({"depth": 1.0}, "swings"), ({"exposure": 0.0}, "exposure")])
def test_light_that_there_is_not_is_refused(wrong: dict[str, float], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Flicker(**({"hertz": 100.0, "depth": 0.1} | wrong))


def test_a_film_under_such_lamps_shows_the_bands() -> None:
    grey = np.full((360, 640, 3), 120, np.uint8)
    conditions = Conditions((640, 360), 5, 10.0, noise=0.0, quality=None, flicker=Flicker(100.0, 0.2))
    plain = Conditions((640, 360), 5, 10.0, noise=0.0, quality=None)
    lit = conditions.taken(grey, 1.0).astype(float) / plain.taken(grey, 1.0)
    assert np.allclose(lit, Flicker(100.0, 0.2).light((640, 360), 1.0)[..., None], atol=0.02)
