"""Whether a camera's focus has gone looking: frames that are blurred as a whole, now, and were sharp before.

What a card shows in such a frame is a guess, and the frame will be sharp again in a second. How sharply the picture's
edges rise is compared with how sharply the same places rose before: neither the light nor a hand over some of them
changes that.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.types import Floats, Image

_ROWS = 16
"""Every so many rows of a frame are looked at."""
_NEAR, _FAR = 1, 8
"""Pixels apart between which an edge rises: of a sharp one most is between neighbours."""
_CELL = 32
"""Width of a place, in pixels."""
_TELLING = 8
"""One place in so many, those of the strongest edges, is compared."""
_LIKE = (0.4, 2.0)
"""How strong its edges are now, of what they were, where a place shows what it did."""
_PLAIN = 0.2
"""Share of the places that show nothing but the grain of cloth and camera, which is as strong over any distance."""
_FEWEST = 12
"""Places that tell."""
_MOST = 75
"""Per cent of the places that are less sharp where a frame is out of focus, not only edges that have come there."""
_BLURRED = 0.78
"""Sharpness, of what it was, under which they are then."""
_ADAPTS = 6.0
"""Seconds in which what is usual follows the picture."""
_APART = 0.4
"""Seconds between two frames from which they are pictures taken one by one, each as sharp as it is."""
_LONGEST = 2.5
"""Seconds after which a camera that has not found its focus is taken to have changed for good."""


@dataclass
class Focus:
    """Remembers how sharp a camera's frames are. Feed it every frame."""

    _near: Floats = field(default_factory=lambda: np.zeros((0, 0), dtype=np.float32))
    _far: Floats = field(default_factory=lambda: np.zeros((0, 0), dtype=np.float32))
    _frames: int = 0
    _time: float = -math.inf
    _lost: float | None = None

    def lost(self, image: Image, time: float) -> bool:
        """Whether this frame, (H, W, 3) BGR uint8 at a time in seconds, is out of focus and those before were not."""
        near, far = _steps(image)
        spent, self._time = max(time - self._time, 0.0), time
        if near.shape != self._near.shape or spent > _APART:
            self._near, self._far, self._frames, self._lost = near, far, 1, None
            return False
        blurred = self._compared(near, far) < _BLURRED
        if blurred:
            self._lost = time if self._lost is None else self._lost
            if time - self._lost <= _LONGEST:
                return True
            self._frames = 0
        self._lost = None
        self._frames += 1
        share = max(1 / self._frames, min(spent / _ADAPTS, 1.0))
        # Each by itself: an edge that has gone, a card taken away, leaves what is known of how sharply it rose,
        # and the grain of the cloth in its place says nothing.
        self._near = self._near + np.float32(share) * (near - self._near)
        self._far = self._far + np.float32(share) * (far - self._far)
        return False

    def _compared(self, near: Floats, far: Floats) -> float:
        """How sharp most places of strong edges are at best, of what they were before."""
        most = self._far.size // _TELLING
        if most < _FEWEST:
            return 1.0
        telling = np.argpartition(self._far, -most, axis=None)[-most:]
        before, now = self._far.ravel()[telling], far.ravel()[telling]
        like = (now > _LIKE[0] ** 2 * before) & (now < _LIKE[1] ** 2 * before) & (before > 1)
        if like.sum() < _FEWEST:
            return 1.0
        then, now = (
            np.sqrt(steps[0].ravel()[telling[like]] / steps[1].ravel()[telling[like]])
            for steps in ((self._near, self._far), (near, far))
        )
        return float(np.percentile(now / np.maximum(then, 1e-3), _MOST))


def _steps(image: Image) -> tuple[Floats, Floats]:
    """How much neighbouring pixels differ, and pixels farther apart, in each place of some rows, the grain left out.

    Mean squares: what an edge rises by in all stays the same when it is blurred.
    """
    rows = image[::_ROWS, :, 1]
    height, width = rows.shape
    reach = width - _FAR
    if reach < _CELL:
        none = np.zeros((0, 0), dtype=np.float32)
        return none, none
    size = (reach // _CELL, height)
    near, far = (
        cv2.resize(apart * apart, size, interpolation=cv2.INTER_AREA)
        for apart in (
            cv2.absdiff(rows[:, :reach], rows[:, away : reach + away]).astype(np.float32) for away in (_NEAR, _FAR)
        )
    )
    grain = np.float32(np.quantile(near, _PLAIN))
    return np.maximum(near - grain, 0), np.maximum(far - grain, 0)
