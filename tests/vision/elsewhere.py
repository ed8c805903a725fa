"""A painted table whose camera shows something else now and then, for tests of what is kept of it meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from tests.vision.handpainted import SIZE, Table
from vision.types import Image, Reading

NOISE = np.random.default_rng(2).normal(0, 2, (3, SIZE[1], SIZE[0], 3)).round().astype(np.int16)


class Scenes(Table):
    """A table that a camera shows, or not: `shown` makes something else of its picture, and of what is read in it."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.shown: Image | Callable[[Image], Image] | None = None
        self.elsewhere: Callable[[Reading], Reading] = lambda _: Reading(*SIZE, ())

    def image(self) -> Image:
        if isinstance(self.shown, np.ndarray):
            self.sent = np.asarray((self.shown + self.rng.choice(NOISE)).clip(0, 255), dtype=np.uint8)
        elif self.shown is None:
            super().image()
        else:
            self.sent = self.shown(super().image())
        assert self.sent is not None
        return self.sent

    def read(
        self, image: Image, packs: object = 1, language: str = "auto", live: bool = False, jokers: bool = True
    ) -> Reading:
        seen = super().read(image, packs, language, live, jokers)
        return seen if self.shown is None else self.elsewhere(seen)


def title() -> Image:
    """A plain scene with a few words."""
    out = np.full((SIZE[1], SIZE[0], 3), (90, 70, 60), dtype=np.uint8)
    cv2.rectangle(out, (60, 60), (180, 240), (200, 200, 190), -1)
    cv2.putText(out, "BACK SOON", (210, 300), cv2.FONT_HERSHEY_SIMPLEX, 1.4, (250, 250, 250), 3)
    return out


def face() -> Image:
    """Another camera's picture, full of things."""
    out = Table(8).ground.copy()
    cv2.ellipse(out, (320, 180), (90, 120), 0, 0, 360, (140, 170, 220), -1)
    return out


def palm() -> Image:
    """A hand on the lens: all but one colour, lighter to one side."""
    out = np.full((SIZE[1], SIZE[0], 3), (60, 70, 140), dtype=np.float64) * np.linspace(0.7, 1.1, SIZE[0])[:, None]
    return np.asarray(out.astype(np.uint8))


def black() -> Image:
    return np.zeros((SIZE[1], SIZE[0], 3), dtype=np.uint8)
