"""Dark pictures are brightened, veiled ones cleared, others left alone."""

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


def test_the_callers_picture_is_not_touched() -> None:
    table = Table()
    table.lay("Q", "H", card_quad(300, 300, 140))
    table.image[:] = table.image // 4
    before = table.image.copy()
    Reader(FakeDetector(table), FakeReader()).read(table.image)  # type: ignore[arg-type]
    assert np.array_equal(table.image, before)
