"""Films of a broadcast that cuts from the table to other scenes and back."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.film.broadcast import SCENES, Broadcast, Cut, Scene
from datasets.film.conditions import Conditions
from vision.types import Image

SIZE = (320, 180)


def table() -> Image:
    rng = np.random.default_rng(4)
    return np.asarray(rng.integers(40, 220, (SIZE[1], SIZE[0], 3)), dtype=np.uint8)


@pytest.mark.parametrize("scene", SCENES)
def test_something_else_is_shown_from_one_frame_to_another(scene: Scene) -> None:
    cast, picture = Broadcast((Cut(7.0, 2.0, scene, 3),)), table()
    assert cast.shown(picture, 6.96) is picture
    assert cast.shown(picture, 9.0) is picture
    shown = cast.shown(picture, 8.0)
    assert shown.shape == picture.shape
    assert (np.abs(shown.astype(int) - picture) > 20).any(axis=2).mean() > 0.5
    assert np.array_equal(shown, cast.shown(picture, 8.0))


def test_a_picture_fades_to_black_and_back() -> None:
    cast, picture = Broadcast((Cut(7.0, 2.0, "black", 3),)), table()
    light = [float(cast.shown(picture, 7.0 + 0.1 * step).mean() / picture.mean()) for step in range(20)]
    assert light[0] == pytest.approx(1.0, abs=0.02)
    assert 0.2 < light[1] < 0.9
    assert light[10] == 0.0
    assert 0.2 < light[19] < 0.9


def test_a_closer_view_shows_a_part_of_the_table_larger() -> None:
    picture = np.zeros((SIZE[1], SIZE[0], 3), dtype=np.uint8)
    picture[80:100, 150:170] = 255
    shown = Broadcast((Cut(7.0, 2.0, "closer", 5),)).shown(picture, 8.0)
    assert 1.3**2 * 0.9 < shown.mean() / picture.mean() < 2.2**2 * 1.1


def test_sampled_broadcasts_cut_now_and_then_and_are_the_same_again() -> None:
    drawn = [Broadcast.sample(seed, 60.0) for seed in range(30)]
    assert drawn[3] == Broadcast.sample(3, 60.0)
    assert {cut.scene for one in drawn for cut in one.cuts} == set(SCENES)
    for one in drawn:
        assert 3 <= len(one.cuts) <= 6
        assert one.cuts[0].at >= 6.0
        assert all(cut.at < 56.0 and 0.7 <= cut.lasts <= 2.2 for cut in one.cuts)
    assert Broadcast.sample(0, 5.0).cuts == ()


def test_cuts_that_overlap_are_refused() -> None:
    with pytest.raises(ValueError, match="one after the other"):
        Broadcast((Cut(1.0, 2.0, "title", 0), Cut(2.0, 1.0, "black", 0)))


def test_a_film_of_a_broadcast_shows_its_scenes() -> None:
    cast = Broadcast((Cut(2.0, 1.0, "palm", 1),))
    film = Conditions(SIZE, 5, 10.0, noise=0.0, quality=None, broadcast=cast)
    plain = Conditions(SIZE, 5, 10.0, noise=0.0, quality=None)
    assert np.array_equal(film.taken(table(), 1.0), plain.taken(table(), 1.0))
    assert np.array_equal(film.taken(table(), 2.5), cast.shown(plain.taken(table(), 2.5), 2.5))
