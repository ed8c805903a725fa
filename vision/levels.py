"""How light the pixels of a picture are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.geometry import Doubles
from vision.types import Floats, Image


def extremes(image: Image) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """The darkest and the brightest channel of every pixel of a BGR picture (H, W, 3), (H, W) each."""
    # By NumPy, for OpenCV takes ten times as long over a view of every so many pixels.
    blue, green, red = (np.ascontiguousarray(image[..., channel]) for channel in range(3))
    return np.minimum(np.minimum(blue, green), red), np.maximum(np.maximum(blue, green), red)


def percentile(levels: npt.ArrayLike, share: float) -> float:
    """As NumPy's, of whole numbers from 0 on: counted, which takes a tenth of the time that sorting them does."""
    flat = np.ravel(levels)
    upto = np.bincount(flat).cumsum()
    place = share / 100 * (flat.size - 1)
    below, above = np.searchsorted(upto, (np.floor(place), np.ceil(place)), side="right")
    return float(below + (above - below) * (place % 1))


def percentiles(levels: Floats, shares: Sequence[float]) -> Doubles:
    """(S, N) as NumPy's along the rows of (N, K) levels, sorted, which takes a third of its time."""
    ordered = np.sort(levels, axis=1)
    places = np.array(shares) / 100 * (levels.shape[1] - 1)
    below = np.floor(places).astype(int)
    low, high = ordered[:, below], ordered[:, np.ceil(places).astype(int)]
    return np.asarray((low + (high - low) * (places - below)).T)
