"""Lamps that flicker with the mains, as a camera shows them that reads its picture row by row: bands that wander."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_STEPS = 16
"""Moments of an exposure that are added up."""


@dataclass(frozen=True)
class Flicker:
    """The light of a room and how a camera collects it.

    Attributes:
        hertz: how often a second the light swings, twice as often as the mains.
        depth: how far it swings about its mean, as a share of that.
        sharpness: of its swing: towards 0 a sine, the larger the more like a lamp that is switched on and off.
        exposure: seconds for which each row collects light.
        readout: seconds from the first row to the last; 0 where all are read at once.
        upright: whether the camera's rows are the picture's columns, as a phone's are that stands upright.
        elsewhere: share of that light which does not reach the other side of the picture, where steady light does.
    """

    hertz: float
    depth: float
    sharpness: float = 0.1
    exposure: float = 1 / 500
    readout: float = 0.02
    upright: bool = False
    elsewhere: float = 0.0

    def __post_init__(self) -> None:
        if not 0.0 <= self.depth < 1.0:
            raise ValueError(f"light swings by 0 to less than 1 of its mean, not by {self.depth}")
        if self.hertz <= 0 or self.sharpness <= 0 or self.exposure <= 0 or self.readout < 0:
            raise ValueError("hertz, sharpness and exposure are above 0, the readout is not below")

    @classmethod
    def sample(cls, seed: int) -> Flicker:
        """Lamps and a camera of a living room, whose clock is never that of the mains."""
        rng = np.random.default_rng([seed, 82])
        return cls(
            hertz=float(rng.choice([100.0, 120.0]) * rng.uniform(0.996, 1.004)),
            depth=float(rng.uniform(0.08, 0.35)),
            sharpness=float(rng.uniform(0.1, 2.5)),
            exposure=float(rng.uniform(1 / 1000, 1 / 180)),
            readout=float(rng.uniform(0.008, 0.03)),
            upright=bool(rng.random() < 0.25),
            elsewhere=float(rng.choice([0.0, rng.uniform(0.2, 0.7)])),
        )

    def light(self, size: tuple[int, int], time: float) -> NDArray[np.float32]:
        """(H, W) how light each pixel of a frame (width, height) is, of what it is on average, `time` in seconds."""
        width, height = size
        rows, across = (width, height) if self.upright else (height, width)
        begins = time + self.readout * np.arange(rows) / rows
        moments = begins[:, None] + self.exposure * (np.arange(_STEPS) + 0.5) / _STEPS
        swing = np.tanh(self.sharpness * np.sin(2 * np.pi * self.hertz * moments)).mean(axis=1)
        reaching = 1.0 - self.elsewhere * np.arange(across) / across
        light = 1.0 + self.depth * np.outer(swing / np.tanh(self.sharpness), reaching)
        return np.ascontiguousarray(light.T if self.upright else light, dtype=np.float32)
