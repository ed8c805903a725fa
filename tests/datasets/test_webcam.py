"""What a cheap camera does by itself."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.film.conditions import Conditions
from datasets.film.film import Film
from datasets.film.stage import aim
from datasets.film.trash import trash_script
from datasets.film.webcam import Webcam
from tests.datasets.plain import PlainDeck
from vision.types import Image

SIZE = (320, 180)
STILL = {"hunting": 0.0, "smoothing": 0.0, "sharpening": 0.0}


def table(level: int = 120, card: bool = True) -> Image:
    """A table with a card on it, its edges sharp."""
    out = np.full((SIZE[1], SIZE[0], 3), level, dtype=np.uint8)
    if card:
        out[40:120, 60:120] = 240
        out[60:100, 80:100] = 20
    return out


def edge(image: Image) -> int:
    """The largest step from one pixel to the next."""
    return int(np.abs(np.diff(image[..., 1].astype(int), axis=1)).max())


def with_hand(image: Image) -> Image:
    out = image.copy()
    out[:, 200:290] = 230
    return out


@pytest.mark.parametrize("after", [0.2, 3.0])
def test_exposure_follows_what_is_bright_in_the_picture_in_its_own_time(after: float) -> None:
    camera = Webcam(1, metering=0.5, **STILL)  # type: ignore[arg-type]
    assert np.array_equal(camera.expose(table(), 0.0), table())
    bright = with_hand(table())
    level = [int(camera.expose(bright, 0.1 * step)[5, 5, 0]) for step in range(1, round(after * 10) + 1)]
    assert level == sorted(level, reverse=True)
    # In a fifth of a second less than half the way, in six times the half second all of it: not quite what came in.
    meant = 120 * (table().mean() / bright.mean()) ** 0.8
    assert level[-1] > 60 + meant / 2 if after < 1 else abs(level[-1] - meant) < 2


def test_the_white_balance_takes_the_colour_of_what_comes_in_from_the_table() -> None:
    camera = Webcam(1, balancing=0.5, **STILL)  # type: ignore[arg-type]
    camera.expose(table(), 0.0)
    red = table()
    red[:, 200:290] = (30, 30, 220)
    blue, _, other = (int(v) for v in [camera.expose(red, 0.1 * step) for step in range(1, 30)][-1][5, 5])
    assert other < blue


def test_the_focus_goes_looking_when_a_hand_comes_in_and_comes_back() -> None:
    camera = Webcam(3, hunting=1.0, defocus=3.0, smoothing=0.0, sharpening=0.0, metering=1e9, balancing=1e9)
    times = np.arange(0, 30) / 10
    sharp = [edge(camera.expose(table() if time < 1 else with_hand(table()), float(time))) for time in times]
    assert min(sharp[:10]) > 200
    assert min(sharp[10:23]) < 80
    assert min(sharp[24:]) > 200
    never = Webcam(3, hunting=0.0, defocus=3.0, metering=1e9, balancing=1e9)
    assert all(edge(never.expose(with_hand(table()) if time > 1 else table(), float(time))) > 200 for time in times)


def test_noise_is_smoothed_where_nothing_moves_and_what_moves_leaves_no_lasting_trail() -> None:
    rng = np.random.default_rng(5)
    plain, smooth = (Webcam(1, smoothing=share, sharpening=0.0) for share in (0.0, 0.7))
    for _ in range(12):
        noisy = np.clip(table() + rng.normal(0, 5, table().shape), 0, 255).astype(np.uint8)
        raw, less = plain.develop(noisy), smooth.develop(noisy)
    assert np.std(less[130:, :50].astype(float)) < 0.75 * np.std(raw[130:, :50].astype(float))
    gone = smooth.develop(table(card=False))
    assert abs(int(gone[50, 70, 0]) - 120) < 12


def test_sharpening_draws_edges_sharper_than_they_are() -> None:
    soft = np.asarray(
        np.repeat(np.linspace(60, 200, 9).astype(np.uint8), 40)[None, :320, None].repeat(180, 0).repeat(3, 2)
    )
    drawn = Webcam(1, smoothing=0.0, sharpening=1.0).develop(soft)
    assert edge(drawn) > edge(soft)


def test_a_long_exposure_smears_a_hand_and_leaves_the_table_as_it_is() -> None:
    script, extent = trash_script(1, sizes=(4, 4), turns=1)
    view = aim(np.random.default_rng(1), extent.extent, SIZE, tilt=0.3)
    shown = []
    for shutter in (1e-4, 0.1):
        camera = Webcam(1, rate=10.0, shutter=shutter, metering=1e9, balancing=1e9, **STILL)  # type: ignore[arg-type]
        taken = Conditions(SIZE, 1, script.length, noise=0.0, quality=None, webcam=camera)
        shown.append([moment.image for moment in Film(script, [PlainDeck()], view, taken, 1, fps=10).frames()])
    apart = [np.abs(one.astype(int) - other).max(axis=2) > 40 for one, other in zip(*shown, strict=True)]
    assert sum(mask.mean() > 0.005 for mask in apart) > 5
    # While nobody reaches in both show the same.
    assert sum(not mask.any() for mask in apart) > 5


def test_cameras_are_drawn_from_their_seed() -> None:
    drawn = [Webcam.sample(seed) for seed in range(12)]
    assert Webcam.sample(3).expose(table(), 0.0).tobytes() == drawn[3].expose(table(), 0.0).tobytes()
    assert {camera.rate for camera in drawn} <= {10.0, 12.5, 15.0, 20.0}
    assert len({camera.rate for camera in drawn}) > 2
    assert all(camera.shutter < 1 / camera.rate for camera in drawn)
