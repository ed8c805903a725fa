"""Staged films kept on disk with their truth: rendered once, measured as often as the code changes."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.film.beats import Script
from datasets.film.film import Film, Moment, Sight


@dataclass(frozen=True)
class Reel:
    """One film on disk: the JPEG frames as the camera sent them, one after the other, and a file of truth.

    Attributes:
        path: of the frames; the truth lies beside it.
        script: what happens.
        sights: from when and how long each change could be seen.
        ends: where each frame ends in the file, in bytes.
        times: of the frames, seconds.
    """

    path: Path
    script: Script
    sights: list[Sight]
    ends: list[int]
    times: list[float]

    @classmethod
    def record(cls, film: Film, path: Path) -> Reel:
        """Render a film whose camera compresses, and keep it; of an earlier attempt that broke off nothing is used."""
        path.parent.mkdir(parents=True, exist_ok=True)
        ends: list[int] = []
        times: list[float] = []
        with path.open("wb") as out:
            for moment in film.frames():
                if moment.data is None:
                    raise ValueError(f"{path}: only films of compressed frames are kept")
                out.write(moment.data)
                ends.append(out.tell())
                times.append(moment.time)
        reel = cls(path, film.script, film.sights, ends, times)
        with path.with_suffix(".truth").open("wb") as kept:
            pickle.dump((reel.script, reel.sights, ends, times), kept)
        return reel

    @classmethod
    def load(cls, path: Path) -> Reel | None:
        """A film kept before, None where there is none."""
        truth = path.with_suffix(".truth")
        if not truth.exists():
            return None
        with truth.open("rb") as kept:
            return cls(path, *pickle.load(kept))

    def frames(self) -> Iterator[Moment]:
        """Every frame in order."""
        with self.path.open("rb") as kept:
            start = 0
            for end, time in zip(self.ends, self.times, strict=True):
                data = kept.read(end - start)
                start = end
                image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR)
                if image is None:
                    raise ValueError(f"{self.path}: the frame at {time} s cannot be read")
                yield Moment(time, np.asarray(image, dtype=np.uint8), data=data)
