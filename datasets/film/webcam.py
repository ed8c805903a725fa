"""What a cheap camera does by itself in poor light: long exposures, exposure and white balance that follow the
picture, focus that goes looking, noise taken out over time, edges drawn sharper than they are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Pixels = NDArray[Any]

_SMALL = (64, 36)
"""The picture as exposure, white balance and focus look at it: so many pixels wide and high."""
_STIR = 0.012
"""Share of the small picture that has to change by a tenth of its light for the focus to go looking."""
_REST = 3.0
"""Least seconds from one search of the focus to the next."""


@dataclass
class Webcam:
    """One camera's own ways. Give it the frames in the order of time.

    Attributes:
        seed: of what it does by chance.
        rate: frames a second.
        shutter: seconds that a frame is exposed.
        metering: seconds in which exposure follows the picture's brightness.
        balancing: seconds in which the white balance follows its colour.
        hunting: chance that the focus goes looking when something comes into the picture.
        defocus: blur at the end of such a search, standard deviation in pixels.
        smoothing: share of the frame before that stays in a frame where nothing seems to move.
        sharpening: how much of its edges is added to a frame.
    """

    seed: int
    rate: float = 15.0
    shutter: float = 1 / 20
    metering: float = 0.5
    balancing: float = 1.5
    hunting: float = 0.35
    defocus: float = 2.5
    smoothing: float = 0.6
    sharpening: float = 0.5
    _gains: NDArray[np.float64] = field(default_factory=lambda: np.ones(3), repr=False)

    def __post_init__(self) -> None:
        self._rng = np.random.default_rng([self.seed, 80])
        self._wanted: NDArray[np.float64] | None = None
        self._before: Pixels | None = None
        self._kept: Pixels | None = None
        self._hunt: tuple[float, float] = (-np.inf, 1.0)
        self._time: float | None = None

    @classmethod
    def sample(cls, seed: int) -> Webcam:
        """A camera as they are built into laptops, in a room lit by a lamp."""
        rng = np.random.default_rng([seed, 81])
        rate = float(rng.choice([10.0, 12.5, 15.0, 20.0]))
        return cls(
            seed,
            rate=rate,
            shutter=float(rng.uniform(0.4, 0.95)) / rate,
            metering=float(rng.uniform(0.2, 0.9)),
            balancing=float(rng.uniform(0.8, 3.0)),
            hunting=float(rng.choice([0.0, 0.2, 0.5])),
            defocus=float(rng.uniform(1.2, 4.0)),
            smoothing=float(rng.uniform(0.3, 0.75)),
            sharpening=float(rng.uniform(0.0, 1.0)),
        )

    def expose(self, image: Image, time: float) -> Image:
        """What reaches the sensor, before its noise: in or out of focus, as light as exposure makes it."""
        passed = 0.0 if self._time is None else max(time - self._time, 0.0)
        self._time = time
        small = cv2.resize(image, _SMALL, interpolation=cv2.INTER_AREA).astype(np.float64)
        mean = small.mean(axis=(0, 1)) + 1.0
        if self._wanted is None:
            self._wanted = mean
        light = float(np.clip((self._wanted.mean() / mean.mean()) ** 0.8, 0.5, 2.0))
        tint = np.clip((self._wanted / self._wanted.mean() / (mean / mean.mean())) ** 0.5, 0.8, 1.25)
        gain = float(self._gains.mean())
        gain += (light - gain) * (1 - float(np.exp(-passed / self.metering)))
        tints = self._gains / self._gains.mean()
        tints += (tint - tints) * (1 - float(np.exp(-passed / self.balancing)))
        self._gains = gain * tints
        out: Pixels = np.clip(image * self._gains.astype(np.float32), 0, 255).astype(np.uint8)
        blur = self._focus(small, time)
        return np.asarray(cv2.GaussianBlur(out, (0, 0), blur) if blur > 0.25 else out, dtype=np.uint8)

    def _focus(self, small: Pixels, time: float) -> float:
        """Blur in pixels: none, but while the focus goes out and comes back after something has come in."""
        light = small.mean(axis=2)
        stirred = self._before is not None and (np.abs(light - self._before) > 0.1 * light.mean()).mean() > _STIR
        self._before = light
        began, lasts = self._hunt
        if stirred and time - began > lasts + _REST:
            chance, lasts = self._rng.random(), float(self._rng.uniform(0.5, 1.2))
            # Asked once a coming in, whether it goes looking or not.
            self._hunt = (time, lasts) if chance < self.hunting else (time - lasts, lasts)
            began, lasts = self._hunt
        part = (time - began) / lasts
        return self.defocus * float(np.sin(np.pi * part)) if 0.0 <= part < 1.0 else 0.0

    def develop(self, image: Pixels) -> Image:
        """What the camera makes of a noisy frame: smoothed over time where nothing seems to move, then sharpened."""
        if self._kept is None:
            self._kept = image.astype(np.float32)
        differs = cv2.blur(cv2.cvtColor(cv2.absdiff(image.astype(np.float32), self._kept), cv2.COLOR_BGR2GRAY), (5, 5))
        share = self.smoothing * np.exp(-np.square(differs / 14.0, dtype=np.float32))[..., None]
        self._kept = image + (self._kept - image) * share
        out: Pixels = self._kept
        if self.sharpening > 0:
            out = out + self.sharpening * (out - cv2.GaussianBlur(out, (0, 0), 1.2))
        return np.asarray(np.clip(out, 0, 255), dtype=np.uint8)
