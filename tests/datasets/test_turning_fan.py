"""The shadows of a fan's blades, as they pass over a table."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.film.conditions import Conditions
from datasets.film.fan import Fan

SIZE = (320, 180)
FAN = Fan(4, 1.5, 0.3, soft=0.005, exposure=1e-5)


def test_blades_take_away_their_share_of_the_light_and_leave_the_rest() -> None:
    light = FAN.light(SIZE, 0.3)
    assert light.shape == (180, 320)
    assert light.dtype == np.float32
    assert light.max() == 1.0
    assert light.min() == pytest.approx(0.7, abs=0.005)
    # As much is shaded as the blades are wide, but for the hub.
    assert (light < 0.85).mean() == pytest.approx(FAN.width, abs=0.05)


def test_a_place_is_shaded_and_lit_in_turn_as_often_as_blades_pass() -> None:
    moments = np.arange(200) / 200
    shaded = np.array([FAN.light(SIZE, float(at))[150, 260] for at in moments]) < 0.85
    assert (shaded[1:] & ~shaded[:-1]).sum() in (5, 6), "six in a second"


def test_after_one_blade_has_taken_the_place_of_the_next_all_is_as_it_was() -> None:
    assert np.allclose(FAN.light(SIZE, 0.2), FAN.light(SIZE, 0.2 + 1 / 6), atol=1e-3)
    assert np.abs(FAN.light(SIZE, 0.2) - FAN.light(SIZE, 0.2 + 1 / 12)).max() > 0.25


def test_beyond_the_tips_there_is_no_shadow() -> None:
    near = Fan(3, 2.0, 0.4, middle=(0.0, 0.0), reach=0.3).light(SIZE, 0.1)
    x, y = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    assert (near[np.hypot(x, y) > 0.4 * SIZE[0]] == 1.0).all()
    assert near.min() < 0.7


def test_sampled_fans_differ_and_are_the_same_again() -> None:
    assert Fan.sample(3) == Fan.sample(3)
    drawn = [Fan.sample(seed) for seed in range(40)]
    assert {one.blades for one in drawn} == {3, 4, 5}


@pytest.mark.parametrize("wrong", [{"depth": 1.0}, {"blades": 0}, {"width": 1.0}, {"soft": 0.0}])
def test_a_fan_that_there_is_not_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="blades"):
        Fan(**({"blades": 3, "hertz": 1.0, "depth": 0.1} | wrong))  # type: ignore[arg-type]


def test_a_film_under_a_fan_shows_its_shadows() -> None:
    grey = np.full((180, 320, 3), 120, np.uint8)
    plain = Conditions(SIZE, 5, 10.0, noise=0.0, quality=None)
    under = Conditions(SIZE, 5, 10.0, noise=0.0, quality=None, fan=FAN)
    lit = under.taken(grey, 1.0).astype(float) / plain.taken(grey, 1.0)
    assert np.allclose(lit, FAN.light(SIZE, 1.0)[..., None], atol=0.02)
