"""Dark pictures are brightened, veiled ones cleared, the colour of coloured light taken out, others left alone."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.fakes import FakeDetector, FakeReader, Table, card_quad
from vision.exposure import lit
from vision.reading import Reader


def picture(level: int) -> np.ndarray:
    """A dim table with a card on it as bright as `level`."""
    image = np.full((120, 160, 3), level // 5, np.uint8)
    image[30:90, 40:120] = level
    return image


@pytest.mark.parametrize("level", [110, 180, 255])
def test_a_picture_that_is_not_dark_stays_as_it_is(level: int) -> None:
    image = picture(level)
    assert lit(image) is image


@pytest.mark.parametrize("level", [51, 70, 100])
def test_a_dark_picture_is_brought_to_a_readable_level(level: int) -> None:
    bright = lit(picture(level))
    assert bright.max() == pytest.approx(200, abs=2)
    assert bright[0, 0, 0] == pytest.approx(level // 5 * 200 / level, abs=2)


def test_brightening_has_its_limit() -> None:
    assert lit(picture(20)).max() == 80
    assert lit(np.zeros((50, 50, 3), np.uint8)).max() == 0


def test_a_lamp_in_a_dark_picture_does_not_make_it_bright() -> None:
    image = picture(60)
    image[:8, :8] = 255
    assert lit(image)[60, 80, 0] == pytest.approx(200, abs=2)


@pytest.mark.parametrize(("darkest", "brightest"), [(60, 180), (110, 200), (140, 250)])
def test_a_veil_over_the_whole_picture_is_lifted(darkest: int, brightest: int) -> None:
    """The ink is little of the picture, and as dark as anything in it."""
    image = np.full((120, 160, 3), (darkest + brightest) // 2, np.uint8)
    image[30:90, 40:120] = brightest
    image[40:48, 44:52] = darkest
    clear = lit(image)
    assert clear[41, 45].max() == 0
    assert clear[60, 80].min() == pytest.approx(200, abs=2)
    assert clear[0, 0, 0] == pytest.approx(100, abs=2)


@pytest.mark.parametrize(("darkest", "brightest"), [(59, 255), (150, 180), (200, 240), (255, 255)])
def test_what_shows_black_or_nothing_to_read_stays_as_it_is(darkest: int, brightest: int) -> None:
    image = np.full((120, 160, 3), brightest, np.uint8)
    image[30:90, 40:120] = darkest
    assert lit(image) is image


def test_a_few_pixels_darker_than_the_veil_stay_dark() -> None:
    image = np.full((120, 160, 3), 200, np.uint8)
    image[30:90, 40:120] = 110
    image[0, 0] = 0
    assert lit(image)[0, 0].max() == 0


def under(light: tuple[float, float, float], cloth: tuple[int, int, int] = (60, 90, 70)) -> np.ndarray:
    """A white card with red and black ink on a cloth, under a lamp that gives such shares of blue, green and red."""
    image = np.full((120, 160, 3), cloth, np.uint8)
    image[30:90, 40:120] = (225, 230, 235)
    image[40:48, 44:52] = (30, 30, 200)
    image[40:48, 64:72] = (25, 25, 25)
    return np.asarray((image * light).round(), np.uint8)


@pytest.mark.parametrize("light", [(0.25, 0.3, 0.95), (0.95, 0.35, 0.25), (0.25, 0.95, 0.25), (0.9, 0.9, 0.25)])
def test_under_coloured_light_paper_becomes_white_and_inks_keep_apart(light: tuple[float, float, float]) -> None:
    clear = lit(under(light)).astype(int)
    assert np.ptp(clear[60, 80]) <= 12
    assert clear[60, 80].min() > 190
    red, black = clear[44, 48], clear[44, 68]
    assert red[2] > 150
    assert red[:2].max() < 60
    assert black.max() < 60


@pytest.mark.parametrize("cloth", [(30, 30, 210), (200, 60, 20), (40, 190, 40)])
def test_a_bright_cloth_is_no_coloured_light(cloth: tuple[int, int, int]) -> None:
    """White cards on it say what is white, however little of the picture they are."""
    image = np.full((240, 320, 3), cloth, np.uint8)
    image[100:148, 100:133] = (225, 230, 235)
    assert lit(image) is image


@pytest.mark.parametrize("light", [(0.4, 0.64, 0.95), (0.95, 0.5, 0.45)])
def test_light_a_little_coloured_is_left_as_cameras_leave_it(light: tuple[float, float, float]) -> None:
    image = under(light)
    assert lit(image) is image


def test_under_dim_coloured_light_no_channel_is_raised_beyond_the_limit() -> None:
    dim = under((0.06, 0.08, 0.3))
    clear = lit(dim).astype(int)
    assert clear[60, 80, :2].tolist() == [level * 4 for level in dim[60, 80, :2].tolist()]
    assert clear[60, 80, 2] == pytest.approx(200, abs=2)


def test_the_callers_picture_is_not_touched() -> None:
    table = Table()
    table.lay("Q", "H", card_quad(300, 300, 140))
    table.image[:] = table.image // 4
    before = table.image.copy()
    Reader(FakeDetector(table), FakeReader()).read(table.image)  # type: ignore[arg-type]
    assert np.array_equal(table.image, before)
