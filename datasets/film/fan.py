"""A fan that turns between a lamp and the table: shadows of its blades pass over the cards several times a second."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

_COARSE = 4
"""Pixels for one of the picture in which the shadows, soft as they are, are drawn."""
_STEPS = 4
"""Moments of an exposure that are added up."""
_HUB = 0.12
"""Radius at which a blade begins, in that of its tip."""


@dataclass(frozen=True)
class Fan:
    """A fan and its lamp, as their shadow falls on the table.

    Attributes:
        blades: how many.
        hertz: turns in a second.
        depth: share of the light that a blade takes away.
        width: of a blade, as a share of what lies between two of them.
        middle: (x, y) about which the shadow turns, in widths and heights of the picture; it may lie beside it.
        reach: from there to the tips of the blades, in widths of the picture.
        soft: how far an edge of the shadow is spread, in widths of the picture.
        exposure: seconds for which the camera collects light.
    """

    blades: int
    hertz: float
    depth: float
    width: float = 0.35
    middle: tuple[float, float] = (0.5, 0.5)
    reach: float = 1.0
    soft: float = 0.03
    exposure: float = 1 / 100

    def __post_init__(self) -> None:
        if not 0.0 <= self.depth < 1.0 or not 0.0 < self.width < 1.0:
            raise ValueError(f"blades take away 0 to less than 1 of the light, and cover less than all: {self}")
        if self.blades < 1 or min(self.hertz, self.reach, self.soft, self.exposure) <= 0:
            raise ValueError(f"blades, hertz, reach, softness and exposure are above 0: {self}")

    @classmethod
    def sample(cls, seed: int) -> Fan:
        """A fan of a living room, above the table or beside it."""
        rng = np.random.default_rng([seed, 83])
        blades = int(rng.choice([3, 4, 5]))
        return cls(
            blades=blades,
            # So many passes of a blade in a second.
            hertz=float(rng.uniform(3.5, 13.0)) / blades,
            depth=float(rng.uniform(0.12, 0.45)),
            width=float(rng.uniform(0.2, 0.5)),
            middle=(float(rng.uniform(-0.2, 1.2)), float(rng.uniform(-0.4, 1.2))),
            reach=float(rng.uniform(0.5, 1.4)),
            soft=float(rng.uniform(0.01, 0.06)),
            exposure=float(rng.uniform(1 / 250, 1 / 50)),
        )

    def light(self, size: tuple[int, int], time: float) -> NDArray[np.float32]:
        """(H, W) the share of the light that reaches each pixel of a picture (width, height), `time` in seconds."""
        wide, tall = (-(-side // _COARSE) for side in size)
        x = (np.arange(wide, dtype=np.float32) + 0.5) / wide - self.middle[0]
        y = ((np.arange(tall, dtype=np.float32) + 0.5) / tall - self.middle[1]) * (size[1] / size[0])
        radius = np.hypot(x[None], y[:, None])
        angle = np.arctan2(y[:, None], x[None])
        pitch = 2 * np.pi / self.blades
        # Within the tips, and outside the hub.
        reached = _edge(self.reach - radius, self.soft) * _edge(radius - _HUB * self.reach, self.soft)
        shaded = np.zeros_like(radius)
        for step in range(_STEPS):
            turned = 2 * np.pi * self.hertz * (time + self.exposure * (step + 0.5) / _STEPS)
            # From the middle of the nearest blade, along the circle.
            off = np.abs((angle - turned + pitch / 2) % pitch - pitch / 2) * radius
            shaded += _edge(self.width * pitch / 2 * radius - off, self.soft) / _STEPS
        light = 1.0 - self.depth * reached * shaded
        return np.asarray(cv2.resize(light.astype(np.float32), size, interpolation=cv2.INTER_LINEAR))


def _edge(inside: NDArray[np.floating], soft: float) -> NDArray[np.float32]:
    """How much of a shadow there is so far inside its edge, which is spread that far."""
    return np.asarray(np.clip(inside / soft + 0.5, 0.0, 1.0), dtype=np.float32)
