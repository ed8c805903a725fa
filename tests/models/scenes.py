"""A scene drawn plainly, to train on."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.scene import PlacedCard, PlacedIndex, Scene

QUIET = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]
"""Marks of tests that train: what torch and Ultralytics warn of is theirs."""


def scene(rng: np.random.Generator) -> Scene:
    """A card drawn plainly, its two indices filled with colours that say which corner is which."""
    image = np.full((400, 500, 3), 60, np.uint8)
    angle, centre = rng.uniform(-3, 3), rng.uniform((180, 150), (320, 250))
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, s], [-s, c]])

    def place(corners: list[list[float]]) -> np.ndarray:
        return (np.array(corners) @ turn + centre).astype(np.float32)

    card = place([[-70, -98], [70, -98], [70, 98], [-70, 98]])
    first = place([[-64, -92], [-44, -92], [-44, -48], [-64, -48]])
    second = place([[64, 92], [44, 92], [44, 48], [64, 48]])
    cv2.fillPoly(image, [card.astype(np.int32)], (250, 250, 250))
    for quad in (first, second):
        cv2.fillPoly(image, [quad.astype(np.int32)], (0, 0, 220))
    marks = [
        PlacedIndex("7", "H", first, card, 1.0, 1.0),
        PlacedIndex("7", "H", second, np.roll(card, -2, axis=0), 1.0, 1.0),
    ]
    return Scene(image, [PlacedCard("7H", "up", card, 1.0, marks)], "single")
