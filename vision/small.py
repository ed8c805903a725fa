"""The small pictures by which frames are compared: grey and redness, and their means over cells."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Floats, Image

Value = TypeVar("Value", bound=np.generic)

WIDTH = 320
"""Width of the small pictures, in pixels; their cells are `CELL` pixels wide and high."""
CELL = 4
CLIPPED = 246.0
"""Grey from which a place may be brighter than the camera can say."""
_REDNESS = np.array([[-64.0, -64.0, 128.0]])
"""What blue, green and red count for in redness, which is taken for the light that a place throws back: a warmer lamp
makes all of a table redder by about as much."""
_DARK = 32.0
"""Grey added to that light: in the dark, colours are noise, ..."""
_DIMMEST = 80.0
"""... and what it is taken for at least: a camera that compresses gives colours in steps, of three levels and more in
the whole of a cell, which in little light would seem to change the table from frame to frame. One of five does not."""


def shrunk(image: Image) -> Image:
    """(h, w, 3) a frame, (H, W, 3) BGR, made small; averaging first and greying after costs a sixteenth of the other
    order."""
    tall, wide = image.shape[:2]
    height = max(CELL, round(tall * WIDTH / wide))
    return np.asarray(cv2.resize(image, (WIDTH, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def colours(small: Image | Floats) -> tuple[Floats, Floats]:
    """Grey and redness, (h, w) each, of a small picture, (h, w, 3) BGR."""
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), dtype=np.float32)
    red = cv2.transform(small.astype(np.float32), _REDNESS) / _light(grey)
    return grey, np.asarray(red, dtype=np.float32)


def faded(red: Floats, grey: Floats, now: Floats) -> Floats:
    """The redness (h, w) in the light of `now` of what is so red in a light that makes it so `grey`."""
    return np.asarray(red * (_light(grey) / np.maximum(grey, 1.0)) * (now / _light(now)), dtype=np.float32)


def _light(grey: Floats) -> Floats:
    """The light (h, w) that redness is held against, of a grey picture."""
    return np.asarray(np.maximum(grey + _DARK, _DIMMEST), dtype=np.float32)


def differing(one: Floats, other: Floats, limit: Floats) -> npt.NDArray[np.bool_]:
    """(rows, columns) cells in which two small pictures (h, w) differ by more than they may."""
    return np.asarray(means(np.asarray(cv2.absdiff(one, other))) > limit)


def spread(cells: npt.NDArray[Value], picture: Floats) -> npt.NDArray[Value]:
    """(h, w) for each pixel of a small picture (h, w) what its cell (rows, columns) holds."""
    height, width = picture.shape
    return cells.repeat(CELL, axis=0).repeat(CELL, axis=1)[:height, :width]


def means(values: Floats, along: int | None = None) -> Floats:
    """(rows, columns) means over the cells of a small picture (h, w); over the parts of its pixel rows (0) or columns
    (1) in the cells, where they are taken `along` these."""
    tall, wide = (1 if along == axis else CELL for axis in (0, 1))
    rows, columns = -(-values.shape[0] // tall), -(-values.shape[1] // wide)
    # Edge cells may be cut short; the border repeats their last pixels.
    below, beside = rows * tall - values.shape[0], columns * wide - values.shape[1]
    if below or beside:
        values = cv2.copyMakeBorder(values, 0, below, 0, beside, cv2.BORDER_REPLICATE)  # type: ignore[assignment]
    return np.asarray(cv2.resize(values, (columns, rows), interpolation=cv2.INTER_AREA), dtype=np.float32)


@lru_cache(maxsize=1024)
def covered(corners: bytes, kind: str, margin: float, cell: float, rows: int, columns: int) -> npt.NDArray[np.bool_]:
    """The cells, (rows, columns) of so many pixels, that a quad covers, scaled about its centre by a margin.

    The quad is given as bytes of a kind of number: it is asked for several times a frame of every card. What is given
    is kept for the next who asks, and not to be written to.
    """
    quad = np.frombuffer(corners, dtype=kind).reshape(-1, 2).astype(np.float64)
    centre = quad.mean(axis=0)
    quad = (centre + (quad - centre) * margin) / cell
    mask = np.zeros((rows, columns), dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.rint(quad * 16 - 8).astype(np.int32), 1, shift=4)
    cells = mask.astype(bool)
    cells.setflags(write=False)
    return cells
