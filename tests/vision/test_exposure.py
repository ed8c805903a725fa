"""Dark pictures are brightened, others left alone."""

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


def test_the_callers_picture_is_not_touched() -> None:
    table = Table()
    table.lay("Q", "H", card_quad(300, 300, 140))
    table.image[:] = table.image // 4
    before = table.image.copy()
    Reader(FakeDetector(table), FakeReader()).read(table.image)  # type: ignore[arg-type]
    assert np.array_equal(table.image, before)
