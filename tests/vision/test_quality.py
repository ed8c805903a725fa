"""What is wrong with a whole picture: too dark, burnt out, blurred, or nothing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.fakes import FakeDetector, FakeReader, Table, card_quad
from vision.quality import fault
from vision.reading import Reader


def picture(ink: int = 20, paper: int = 240, table: int = 90) -> np.ndarray:
    """Bars of ink on white paper in the midst of a table."""
    image = np.full((480, 640, 3), table, np.uint8)
    image[90:390, 120:520] = paper
    image[120:360:20, 150:490] = ink
    return image


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        (picture(), None),
        (picture(1, 12, 4), "dark"),
        (np.zeros((90, 90, 3), np.uint8), "dark"),
        (picture(130, 255, 255), "bright"),
        (np.full((90, 90, 3), 255, np.uint8), "bright"),
        # A sheet of white with ink as dark as it should be is no fault.
        (picture(20, 255, 255), None),
        # The steps of an edge blurred with a sigma of 8 pixels are a twentieth of its contrast.
        (cv2.GaussianBlur(picture(), (0, 0), 8), "blurred"),
        (np.repeat(np.repeat(picture(), 3, axis=0), 3, axis=1), None),
        (np.full((90, 90, 3), 120, np.uint8), None),
    ],
)
def test_fault_of_a_picture(image: np.ndarray, expected: str | None) -> None:
    assert fault(image) == expected


def test_a_reading_bears_the_fault_of_the_picture_as_it_was_taken() -> None:
    table = Table()
    table.lay("8", "H", card_quad(200, 300, 150))
    reader = Reader(FakeDetector(table), FakeReader())
    assert reader.read(table.image).fault is None
    # Cards at a level of 40 are brightened to 160 before they are read.
    table.image //= 6
    assert reader.read(table.image).fault == "dark"
    assert reader.read(table.image, live=True).fault is None
