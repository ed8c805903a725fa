"""Hands that rest at the edge of a table, and things that lie about, while a game is played there."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.backgrounds import Backgrounds
from datasets.film.bus import bus_script
from datasets.film.company import Company
from datasets.film.gin import gin_script
from datasets.film.stage import Stage, aim
from datasets.film.trash import trash_script
from tests.datasets.plain import PlainDeck

SIZE = (320, 180)
SCRIPTS = {
    "trash": lambda: trash_script(3, sizes=(5, 4), turns=3),
    "gin": lambda: gin_script(3, turns=3),
    "bus": lambda: bus_script(3),
}


@pytest.mark.parametrize("game", SCRIPTS)
@pytest.mark.parametrize("seed", range(3))
def test_company_is_seen_and_in_nobodys_way(game: str, seed: int) -> None:
    made = SCRIPTS[game]()
    script, extent = made[0], getattr(made[1], "extent", made[1])
    view = aim(np.random.default_rng(seed), extent, SIZE)
    company = Company(script, view, np.random.default_rng(seed))
    alone, together = (
        Stage(script, [PlainDeck()], Backgrounds(), np.random.default_rng(3), view, one) for one in (None, company)
    )
    before, after = (stage.frame(0.2).copy() for stage in (alone, together))
    changed = np.abs(before.astype(int) - after).sum(axis=-1) > 30
    assert changed.mean() > 0.005, "something lies there that did not"
    for one, other in zip(alone.shown(0.2), together.shown(0.2), strict=True):
        assert other.visible == pytest.approx(one.visible, abs=0.05), "cards stay in sight"


def test_idle_hands_fidget_and_stay_about_where_they_are() -> None:
    script, table = trash_script(3, sizes=(5, 4), turns=4)
    view = aim(np.random.default_rng(1), table.extent, SIZE)
    company = Company(script, view, np.random.default_rng(1))
    times = np.arange(0.0, script.length, 0.1)
    tips = np.array([[hand.bones[1, 2:4] for hand in company.hands(float(time))] for time in times])
    assert tips.shape[1] == 2, "one of each player"
    steps = np.linalg.norm(np.diff(tips, axis=0), axis=-1)
    assert (steps > 0.02).any(axis=0).all(), "each of them shifts"
    assert np.median(steps) < 0.01, "most of the time it only trembles"
    assert steps.max() < 0.2, "none jumps"
    assert np.linalg.norm(tips - tips[0], axis=-1).max() < 1.0
    again = Company(script, view, np.random.default_rng(1)).hands(3.3)
    assert np.array_equal(again[0].bones, company.hands(3.3)[0].bones), "the same seed, the same hands"
