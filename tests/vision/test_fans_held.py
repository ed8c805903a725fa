"""Pictures of fans held before a camera: followed as they are read."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import pytest

from models import load_reader
from models.load import weights_folder
from vision.picture import load
from vision.reading import Reader
from vision.tracker import Tracker

SAMPLES = Path(str(files("service") / "samples"))
FAN = Path(__file__).parents[3] / "shared" / "data" / "dev" / "tables" / "images" / "table07_03.jpg"


def held(picture: Path, reader: Reader, seconds: float = 2.0) -> list[str]:
    """The cards known after a picture was held before a camera, 1280 pixels at most, which shakes a little."""
    whole = load(picture)
    factor = min(1.0, 1280 / max(whole.shape))
    image = cv2.resize(whole, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    rng = np.random.default_rng(5)
    tracker, drift = Tracker(reader, packs=1), np.zeros(2)
    for number in range(round(25 * seconds)):
        drift = 0.7 * drift + rng.normal(0, 0.25, 2)
        shift = np.array([[1, 0, drift[0]], [0, 1, drift[1]]])
        moved = cv2.warpAffine(image, shift, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
        noisy = np.clip(moved + rng.normal(0, 2, (*image.shape[:2], 1)), 0, 255).astype(np.uint8)
        state = tracker.update(noisy, number / 25)
    return sorted(str(one.card.card) for one in state.cards)


@pytest.fixture(scope="module")
def reader() -> Reader:
    if not (weights_folder() / "detector.onnx").is_file():
        pytest.skip("no trained weights here")
    return load_reader(threads=1)


@pytest.mark.parametrize("name", ["gin_knock", "hand"])
def test_a_spread_is_followed_as_a_photo_of_it_is_read(name: str, reader: Reader) -> None:
    picture = SAMPLES / f"{name}.jpg"
    assert held(picture, reader) == sorted(str(one.card) for one in reader.read(str(picture), packs=1).cards)


@pytest.mark.skipif(not FAN.is_file(), reason="the labelled photos are not here")
def test_all_thirteen_cards_of_a_real_fan_are_followed(reader: Reader) -> None:
    assert held(FAN, reader) == sorted(["2H", "3H", "5H", "2C", "4C", "8C", "2D", "7D", "9D", "10D", "4S", "9S", "10S"])
