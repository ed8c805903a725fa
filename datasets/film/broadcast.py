"""A broadcast showing something else than the table now and then: other scenes, a closer view, a hand on the lens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

Scene = Literal["title", "elsewhere", "closer", "black", "palm"]
SCENES: tuple[Scene, ...] = ("title", "elsewhere", "closer", "black", "palm")

_WORDS = ("BACK SOON", "7 OF 10", "J K Q", "PAUSE", "A QUICK BREAK", "NEXT: HAND 3", "GLEICH WEITER")
_FADES = 0.35
"""Seconds in which a picture fades to black, and comes back."""
_FIRST, _LAST = 6.0, 4.0
"""Seconds at a film's beginning and end in which the table is shown."""
_NOISE = 3.0
"""Deviation, in grey levels, of another camera's picture."""


@dataclass(frozen=True)
class Cut:
    """Something else that is shown.

    Attributes:
        at: the time from which on, in seconds.
        lasts: for how many.
        scene: a plain picture with words; another camera's; the table from closer; nothing; a hand on the lens.
        seed: of what is to be seen.
    """

    at: float
    lasts: float
    scene: Scene
    seed: int


@dataclass(frozen=True)
class Broadcast:
    """Whoever cuts from the table to other scenes and back.

    Attributes:
        cuts: in order; they do not overlap.
    """

    cuts: tuple[Cut, ...]

    def __post_init__(self) -> None:
        ends = [0.0, *(cut.at + cut.lasts for cut in self.cuts)]
        if any(cut.at < end or cut.lasts <= 0 for cut, end in zip(self.cuts, ends, strict=False)):
            raise ValueError(f"cuts follow one after the other, and last: {self.cuts}")

    @classmethod
    def sample(cls, seed: int, length: float) -> Broadcast:
        """Cuts every eight to sixteen seconds of a film of that length."""
        rng = np.random.default_rng([seed, 89])
        cuts, time = [], float(rng.uniform(_FIRST, 2 * _FIRST))
        while time < length - _LAST:
            lasts = float(rng.uniform(0.7, 2.2))
            cuts.append(Cut(time, lasts, SCENES[int(rng.integers(len(SCENES)))], int(rng.integers(2**31))))
            time += lasts + float(rng.uniform(8.0, 16.0))
        return cls(tuple(cuts))

    def shown(self, image: Image, time: float) -> Image:
        """What is shown in place of a frame of the table, (H, W, 3) BGR, at a time in seconds."""
        for cut in self.cuts:
            if not cut.at <= time < cut.at + cut.lasts:
                continue
            if cut.scene == "closer":
                return _closer(image, np.random.default_rng(cut.seed))
            if cut.scene == "black":
                fade = min(time - cut.at, cut.at + cut.lasts - time) / _FADES
                return np.asarray(cv2.convertScaleAbs(image, alpha=max(1.0 - fade, 0.0)), dtype=np.uint8)
            height, width = image.shape[:2]
            still = {"title": _title, "elsewhere": _elsewhere, "palm": _palm}[cut.scene]
            drawn = still((width, height), np.random.default_rng(cut.seed)).astype(np.float32)
            noise = np.random.default_rng([cut.seed, round(1000 * time)]).normal(0, _NOISE, drawn.shape)
            return np.asarray((drawn + noise).clip(0, 255), dtype=np.uint8)
        return image


def _closer(image: Image, rng: np.random.Generator) -> Image:
    height, width = image.shape[:2]
    times = float(rng.uniform(1.3, 2.2))
    off = rng.uniform(0.0, 1.0, 2) * (1.0 - times) * (width, height)
    onto = np.array([[times, 0.0, off[0]], [0.0, times, off[1]]])
    return np.asarray(cv2.warpAffine(image, onto, (width, height), flags=cv2.INTER_LINEAR), dtype=np.uint8)


def _title(size: tuple[int, int], rng: np.random.Generator) -> NDArray[Any]:
    """One colour, a box or two, and words."""
    out = np.full((size[1], size[0], 3), rng.integers(0, 200, 3), dtype=np.uint8)
    for _ in range(int(rng.integers(0, 3))):
        corner = (rng.uniform(0.0, 0.7, 2) * size).astype(int)
        far = corner + (rng.uniform(0.1, 0.3, 2) * size).astype(int)
        cv2.rectangle(out, corner.tolist(), far.tolist(), rng.integers(0, 255, 3).tolist(), -1)
    at = (int(rng.uniform(0.05, 0.4) * size[0]), int(rng.uniform(0.3, 0.9) * size[1]))
    scale, ink = size[0] / 600, rng.integers(180, 255, 3).tolist()
    cv2.putText(out, str(rng.choice(_WORDS)), at, cv2.FONT_HERSHEY_DUPLEX, scale, ink, max(1, round(2 * scale)))
    return out


def _elsewhere(size: tuple[int, int], rng: np.random.Generator) -> NDArray[Any]:
    """A room out of focus, and somebody before it."""
    room = rng.normal(110, 55, (6, 9, 3)).clip(0, 255).astype(np.uint8)
    out = np.asarray(cv2.resize(room, size, interpolation=cv2.INTER_CUBIC))
    skin = (rng.uniform(0.5, 1.0) * np.array([140.0, 165.0, 215.0])).tolist()
    x, y = int(rng.uniform(0.3, 0.7) * size[0]), int(rng.uniform(0.35, 0.5) * size[1])
    tall = int(rng.uniform(0.2, 0.35) * size[1])
    cloth = rng.integers(20, 220, 3).tolist()
    cv2.ellipse(out, (x, y + 3 * tall), (2 * tall, 2 * tall), 0, 0, 360, cloth, -1)
    cv2.ellipse(out, (x, y), (round(0.75 * tall), tall), 0, 0, 360, skin, -1)
    for side in (-1, 1):
        cv2.circle(out, (x + side * tall // 3, y - tall // 6), max(2, tall // 12), (30, 30, 40), -1)
    return out


def _palm(size: tuple[int, int], rng: np.random.Generator) -> NDArray[Any]:
    """All but one colour, lighter to one side."""
    skin = rng.uniform(0.2, 0.7) * np.array([140.0, 165.0, 235.0])
    fall = np.linspace(rng.uniform(0.4, 1.0), rng.uniform(0.4, 1.0), size[0])
    return np.broadcast_to(skin * fall[:, None], (size[1], size[0], 3))
