"""What a real camera adds to a film: shake, knocks, a mirror, changing light, glare, noise, compression."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.composer.light import glare, illuminate
from datasets.film.broadcast import Broadcast
from datasets.film.fan import Fan
from datasets.film.flicker import Flicker
from datasets.film.webcam import Webcam

Image = NDArray[np.uint8]
Matrix = NDArray[np.float64]

Set = Literal["plain", "mirrored", "glare", "bump", "webcam", "company", "held", "flicker", "fan", "broadcast"]
SETS: tuple[Set, ...] = get_args(Set)
"""Named sets of conditions: as they are found; seen by a camera that mirrors the picture; with strong reflections that
pass over the cards; with a camera that somebody moves in the middle of the film; by a cheap camera in poor light; with
idle hands at the table's edge and things lying about; under lamps that flicker with the mains; under a fan whose
blades throw shadows on the table; in a broadcast that cuts to other scenes and back."""

_SWEEP_EVERY = 15.0
"""Seconds from one passing reflection to the next in the set "glare"."""

_MOVING = 0.6
"""Seconds in which somebody moves the camera."""


@dataclass
class Conditions:
    """How a film is taken.

    Attributes:
        size: width and height in pixels.
        seed: of everything that follows.
        length: seconds of film, over which knocks and lamps are spread.
        shake: standard deviation of the camera's tremor in pixels; 0 stands firm.
        knocks: how many times the camera is bumped and stays moved.
        lamps: how many times the light changes at once.
        drift: how far the brightness wanders, as a share.
        glares: how many times a reflection comes and goes.
        sweeps: how many times a strong reflection passes over the table from one side to the other.
        moves: how many times somebody moves the camera, farther than a knock does, by 2 to 3.5 % of the width.
        mirrored: whether the camera hands out a mirror image.
        noise: standard deviation of the sensor's noise in grey levels.
        quality: JPEG quality of every frame, as webcams send them; None leaves frames as they are.
        webcam: what the camera does by itself, if anything.
        company: whether the players' other hands rest at the table's edge and fidget, and things lie about.
        held: whether the cards that players hold in their hands are seen, see `datasets.film.held`.
        flicker: of the lamps, if they do.
        fan: that turns under a lamp, if one does.
        broadcast: that shows something else now and then, if one does.
    """

    size: tuple[int, int]
    seed: int
    length: float
    shake: float = 0.0
    knocks: int = 0
    lamps: int = 0
    drift: float = 0.0
    glares: int = 0
    sweeps: int = 0
    moves: int = 0
    mirrored: bool = False
    noise: float = 2.0
    quality: int | None = 80
    webcam: Webcam | None = None
    company: bool = False
    held: bool = False
    flicker: Flicker | None = None
    fan: Fan | None = None
    broadcast: Broadcast | None = None
    _plan: dict[str, NDArray[np.float64]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        rng = np.random.default_rng([self.seed, 77])
        width, height = self.size
        even: Image = np.full((height, width, 3), 160, dtype=np.uint8)
        self._light = illuminate(rng, even) if rng.random() < 0.7 else even
        self._plan = {
            "phase": rng.uniform(0, 2 * np.pi, (3, 6)),
            "rate": rng.uniform(0.6, 6.0, (3, 6)),
            "knock_at": np.sort(rng.uniform(5.0, max(self.length - 5.0, 5.1), self.knocks)),
            "knock": rng.normal(0, 1, (self.knocks, 3)) * (0.012 * width, 0.012 * height, 0.01),
            "lamp_at": np.sort(rng.uniform(5.0, max(self.length - 5.0, 5.1), self.lamps)),
            "lamp": rng.uniform(0.65, 1.3, self.lamps),
            "glare_at": np.sort(rng.uniform(3.0, max(self.length - 8.0, 3.1), self.glares)),
            "glare_for": rng.uniform(2.0, 8.0, self.glares),
            "tint": rng.normal(0, 0.03, 3),
        }
        dark: Image = np.zeros((height, width, 3), dtype=np.uint8)
        self._glares = [glare(rng, dark) for _ in range(self.glares)]
        # Two tiles of noise read at a different corner each frame: fresh enough for any frame difference.
        tall, wide = height + 97, width + 131
        self._noise = [
            np.clip(rng.normal(64, max(self.noise, 1e-3), (tall, wide, 3)), 0, 255).astype(np.uint8) for _ in range(2)
        ]
        self._steps = np.random.default_rng([self.seed, 78])
        self._plan_more(np.random.default_rng([self.seed, 79]))

    def _plan_more(self, rng: np.random.Generator) -> None:
        """Passing reflections and moves of the camera: drawn apart, so that films without them stay as they were."""
        width, height = self.size
        between = self.length / max(self.sweeps, 1)
        bearing = rng.uniform(0, 2 * np.pi, self.moves)
        far = rng.uniform(0.02, 0.035, self.moves) * width
        turn = rng.uniform(0.01, 0.025, self.moves) * rng.choice([-1.0, 1.0], self.moves)
        self._plan |= {
            "move_at": np.sort(rng.uniform(0.35, 0.65, self.moves)) * self.length,
            "move": np.stack([far * np.cos(bearing), far * np.sin(bearing), turn], axis=1),
            "sweep_at": (np.arange(self.sweeps) + rng.uniform(0.1, 0.6, self.sweeps)) * between,
            "sweep_for": rng.uniform(3.0, 6.0, self.sweeps),
            "sweep_reach": rng.uniform(0.05, 0.11, self.sweeps) * width,
            "sweep_strength": rng.uniform(180, 330, self.sweeps),
            "sweep_way": rng.uniform(0, 2 * np.pi, self.sweeps),
            "sweep_through": rng.uniform(0.3, 0.7, (self.sweeps, 2)) * (width, height),
        }

    @classmethod
    def sample(cls, rng: np.random.Generator, size: tuple[int, int], length: float, kind: Set = "plain") -> Conditions:
        """Conditions as they are found on real tables, with what a named set adds.

        Raises:
            ValueError: there is no such set.
        """
        if kind not in SETS:
            raise ValueError(f"there are no conditions {kind!r}; there are {', '.join(SETS)}")
        seed = int(rng.integers(2**31))
        taken = cls(
            size,
            seed,
            length,
            shake=float(rng.choice([0.0, 0.3, 1.0, 2.5], p=[0.45, 0.25, 0.2, 0.1])),
            knocks=int(rng.random() < 0.2),
            lamps=int(rng.choice([0, 1, 2], p=[0.7, 0.2, 0.1])),
            drift=float(rng.choice([0.0, 0.04, 0.12], p=[0.5, 0.3, 0.2])),
            glares=int(rng.choice([0, 1, 2], p=[0.6, 0.25, 0.15])),
            sweeps=max(1, round(length / _SWEEP_EVERY)) if kind == "glare" else 0,
            moves=int(kind == "bump"),
            mirrored=kind == "mirrored",
            company=kind == "company",
            held=kind == "held",
            flicker=Flicker.sample(seed) if kind == "flicker" else None,
            fan=Fan.sample(seed) if kind == "fan" else None,
            broadcast=Broadcast.sample(seed, length) if kind == "broadcast" else None,
            noise=float(rng.uniform(0.8, 4.5)),
            quality=int(rng.integers(60, 93)),
        )
        if kind == "webcam":
            return replace(
                taken, webcam=Webcam.sample(seed), noise=taken.noise + 3.0, quality=int(rng.integers(45, 80))
            )
        return taken

    def motion(self, time: float) -> Matrix:
        """Where the camera puts the picture's points, (2, 3): tremor, knocks and moves so far, and its mirror."""
        plan = self._plan
        sway = np.sin(plan["phase"] + plan["rate"] * 2 * np.pi * time).mean(axis=1) * np.sqrt(12.0) / 2
        dx, dy, turn = sway[0] * self.shake, sway[1] * self.shake, sway[2] * self.shake * 4e-4
        for at, knock in zip(plan["knock_at"], plan["knock"], strict=True):
            if time >= at:
                # A knocked stand swings for a moment before it comes to rest.
                swing = float(np.exp(-(time - at) * 6) * np.cos((time - at) * 30))
                dx, dy, turn = dx + knock[0] * (1 + swing), dy + knock[1] * (1 + swing), turn + knock[2]
        for at, move in zip(plan["move_at"], plan["move"], strict=True):
            part = float(np.clip((time - at) / _MOVING, 0.0, 1.0))
            part = part * part * (3 - 2 * part)
            dx, dy, turn = dx + part * move[0], dy + part * move[1], turn + part * move[2]
        x, y = (self.size[0] - 1) / 2, (self.size[1] - 1) / 2
        cosine, sine = np.cos(turn), np.sin(turn)
        out = np.array(
            [[cosine, -sine, x - cosine * x + sine * y + dx], [sine, cosine, y - sine * x - cosine * y + dy]]
        )
        if self.mirrored:
            out[0] = (0.0, 0.0, self.size[0] - 1.0) - out[0]
        return out

    def _sweep(self, image: NDArray[Any], time: float) -> None:
        """Reflections that pass over the table from beyond one side of the picture to beyond the other, in place."""
        plan, (width, height) = self._plan, self.size
        for k in range(self.sweeps):
            part = (time - plan["sweep_at"][k]) / plan["sweep_for"][k]
            if not 0.0 <= part <= 1.0:
                continue
            reach, way = float(plan["sweep_reach"][k]), float(plan["sweep_way"][k])
            along = (2.0 * part - 1.0) * (0.5 * float(np.hypot(width, height)) + 2.0 * reach)
            spot = plan["sweep_through"][k] + along * np.array([np.cos(way), np.sin(way)])
            low = np.maximum(np.floor(spot - 2.5 * reach), 0).astype(int)
            high = np.minimum(np.ceil(spot + 2.5 * reach), self.size).astype(int)
            if (high <= low).any():
                continue
            x, y = (np.arange(a, b) - middle for a, b, middle in zip(low, high, spot, strict=True))
            light = np.exp(-(x[None, :] ** 2 + y[:, None] ** 2) / (2 * (0.6 * reach) ** 2)) * plan["sweep_strength"][k]
            part_of = image[low[1] : high[1], low[0] : high[0]]
            cv2.add(part_of, cv2.merge([np.clip(light, 0, 255).astype(np.uint8)] * 3), dst=part_of)

    def taken(self, image: Image, time: float) -> Image:
        """The frame as the camera hands it out: (H, W, 3) uint8, a picture of its own."""
        return self.sent(image, time)[0]

    def sent(self, image: Image, time: float) -> tuple[Image, bytes | None]:
        """The frame as the camera hands it out, and the JPEG it came as; None where it is not compressed."""
        plan = self._plan
        gain = 1.0 + self.drift * float(np.sin(2 * np.pi * time / 17.0 + plan["phase"][0, 0]))
        for at, lamp in zip(plan["lamp_at"], plan["lamp"], strict=True):
            gain = float(lamp) * (gain if time >= at + 0.15 else 1.0) if time >= at else gain
        out: NDArray[Any] = np.asarray(cv2.multiply(image, self._light, scale=gain / 160))
        if self.fan is not None:
            out = _lit(out, self.fan.light(self.size, time))
        for at, lasts, spot in zip(plan["glare_at"], plan["glare_for"], self._glares, strict=True):
            strength = min((time - at) / 0.5, (at + lasts - time) / 0.5, 1.0)
            if strength > 0:
                out = cv2.add(out, spot if strength == 1.0 else cv2.convertScaleAbs(spot, alpha=strength))
        self._sweep(out, time)
        if self.shake or self.knocks or self.moves or self.mirrored:
            out = cv2.warpAffine(
                out, self.motion(time), self.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            )
        if self.flicker is not None:
            out = _lit(out, self.flicker.light(self.size, time))
        if self.webcam is not None:
            out = self.webcam.expose(np.asarray(out, dtype=np.uint8), time)
        if self.noise:
            tile = self._noise[int(self._steps.integers(2))]
            x, y = int(self._steps.integers(131)), int(self._steps.integers(97))
            part = np.ascontiguousarray(tile[y : y + self.size[1], x : x + self.size[0]])
            out = cv2.addWeighted(out, 1.0, part, 1.0, -64.0)
        if self.webcam is not None:
            out = self.webcam.develop(out)
        if self.broadcast is not None:
            out = self.broadcast.shown(np.asarray(out, dtype=np.uint8), time)
        if self.quality is None:
            return np.asarray(out, dtype=np.uint8), None
        good, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, self.quality])
        assert good, "a picture in memory can be written as JPEG"
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8), data.tobytes()


def _lit(image: NDArray[Any], light: NDArray[np.float32]) -> NDArray[Any]:
    """A picture, (H, W, 3), in a light of which each pixel gets a share, (H, W)."""
    return np.asarray(cv2.multiply(image, cv2.merge([light] * 3), dtype=cv2.CV_8U))
