"""The table's plane, from the cards' outlines alone."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.tables import Camera, outline
from vision.plane import fit_plane, gaps, in_heights


@pytest.mark.parametrize("tilt", [0.0, 0.4, 0.7, 0.95])
def test_a_slanted_table_becomes_one_seen_from_above(tilt: float) -> None:
    rng = np.random.default_rng(3)
    spots = rng.uniform(-3, 3, (20, 2))
    table = np.array([outline(x, y, rng.uniform(0, 360)) for x, y in spots])
    picture = Camera(tilt)(table) + rng.normal(0, 0.7, (20, 4, 2))
    plane = fit_plane(picture)
    flat = plane.to_table(picture)
    between = np.linalg.norm(flat.mean(1)[:, None] - flat.mean(1)[None], axis=-1)
    true = np.linalg.norm(spots[:, None] - spots[None], axis=-1)
    assert np.abs(between - true).max() < 0.15
    assert plane.aspect == pytest.approx(2.5 / 3.5, abs=0.03)


def test_two_wrong_outlines_do_not_bend_the_plane() -> None:
    rng = np.random.default_rng(4)
    table = np.array([outline(x, y, 5) for x in range(-3, 4) for y in (-2, 0, 2)])
    picture = Camera(0.6)(table)
    picture[5] = picture[5].mean(0) + (picture[5] - picture[5].mean(0)) * 1.6
    picture[11] += rng.normal(0, 15, (4, 2))
    flat = fit_plane(picture).to_table(picture)
    sound = [k for k in range(len(table)) if k not in (5, 11)]
    heights = np.linalg.norm(flat[sound, 3] - flat[sound, 0], axis=-1)
    assert np.abs(heights - 1).max() < 0.06


def test_one_card_gives_the_view_from_above() -> None:
    plane = fit_plane([[[100, 100], [150, 100], [150, 170], [100, 170]]])
    assert np.linalg.norm(plane.to_table([100.0, 170.0]) - plane.to_table([100.0, 100.0])) == pytest.approx(
        1.0, abs=0.03
    )


def test_there_and_back() -> None:
    table = np.array([outline(x, y, 5) for x in range(-3, 4) for y in (-2, 0, 2)])
    picture = Camera(0.7)(table)
    plane = fit_plane(picture)
    assert np.abs(plane.to_image(plane.to_table(picture)) - picture).max() < 1e-6


@pytest.mark.parametrize(
    ("quads", "message"),
    [
        ([], "at least one card"),
        ([[[0, 0], [0, 0], [0, 0], [0, 0]]], "no area"),
        ([[[0, 0], [np.nan, 0], [5, 7], [0, 7]]], "no numbers"),
    ],
)
def test_refused(quads: list[object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        fit_plane(quads)


def test_gaps_between_outlines() -> None:
    quads = np.array([outline(0, 0), outline(2, 0), outline(0.3, 0.2, 30), outline(0, 3, 90)])
    between = gaps(quads)
    assert between[0, 1] == pytest.approx(2 - 2.5 / 3.5)
    assert between[0, 2] == 0
    assert between[0, 3] == pytest.approx(3 - 0.5 - 2.5 / 7)
    assert (between == between.T).all()


@pytest.mark.parametrize("flat", [1.0, 0.4])
def test_how_far_off_something_is_does_not_depend_on_how_flat_it_looks(flat: float) -> None:
    card = np.array([[0, 0], [50, 0], [50, 70], [0, 70]]) * (1, flat)
    turned = np.array([[70, 0], [70, 50], [0, 50], [0, 0]]) * (1, flat)
    for off, heights in (((100, 0), 100 / 70), ((0, 140), 2.0), ((50, 70), np.hypot(50, 70) / 70)):
        assert in_heights([card, turned], np.multiply(off, (1, flat))) == pytest.approx([heights, heights])
