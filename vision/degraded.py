"""Index patches as a worse picture would have shown them: smaller, blurred, smeared, noisy, in another light.

A deck is shown at its best and played with in any light: what is learned from its patches must hold on these too.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.rectify import HEIGHT, WIDTH
from vision.types import Image

Pixels = npt.NDArray[np.float32]


def degraded(cut: Image, copies: int, rng: np.random.Generator) -> Image:
    """Worse copies of (N, 96, 64, 3) BGR patches: (N * copies, 96, 64, 3), all of the first patch first."""
    out = np.empty((len(cut) * copies, HEIGHT, WIDTH, 3), dtype=np.uint8)
    for row in range(len(out)):
        patch = _shifted(cut[row // copies].astype(np.float32), rng)
        if rng.random() < 0.6:
            patch = _smaller(patch, rng)
        if rng.random() < 0.35:
            patch = np.asarray(cv2.GaussianBlur(patch, (0, 0), float(rng.uniform(0.5, 5.0))), dtype=np.float32)
        if rng.random() < 0.2:
            patch = _smeared(patch, rng)
        out[row] = np.clip(_lit(patch, rng), 0, 255)
    return out


def _shifted(patch: Pixels, rng: np.random.Generator) -> Pixels:
    """Cut out a little beside the place, as the detector's corners are now and then."""
    stretch = np.exp(rng.normal(0, 0.05, 2))
    turn = np.array([[stretch[0], rng.normal(0, 0.04)], [rng.normal(0, 0.02), stretch[1]]])
    middle = np.array([WIDTH / 2, HEIGHT / 2])
    shift = middle - turn @ middle + rng.normal(0, (1.3, 1.8))
    matrix = np.column_stack([turn, shift])
    moved = cv2.warpAffine(patch, matrix, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, dtype=np.float32)


def _smaller(patch: Pixels, rng: np.random.Generator) -> Pixels:
    """Seen from farther off, with the noise of those pixels."""
    factor = float(np.exp(rng.uniform(np.log(1.2), np.log(8.0))))
    size = (max(int(WIDTH / factor), 6), max(int(HEIGHT / factor), 8))
    small = cv2.resize(patch, size, interpolation=cv2.INTER_AREA)
    if rng.random() < 0.5:
        small = small + rng.normal(0, rng.uniform(0, 10), small.shape)
    wide = cv2.resize(small.astype(np.float32), (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
    return np.asarray(wide, dtype=np.float32)


def _smeared(patch: Pixels, rng: np.random.Generator) -> Pixels:
    """Blurred by a movement in one direction."""
    length = int(rng.integers(3, 14))
    angle = float(rng.uniform(0, np.pi))
    half = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    first, last = (np.rint(length / 2 + sign * half).astype(int).tolist() for sign in (-1, 1))
    kernel = np.zeros((length, length), dtype=np.float32)
    cv2.line(kernel, first, last, 1.0, 1)
    return np.asarray(cv2.filter2D(patch, -1, kernel / max(float(kernel.sum()), 1.0)), dtype=np.float32)


def _lit(patch: Pixels, rng: np.random.Generator) -> Pixels:
    """Other contrast, brightness, colour of the light, and the sensor's noise."""
    mean = patch.mean(axis=(0, 1))
    out = mean + (patch - mean) * np.exp(rng.normal(0, 0.3))
    out = out * np.exp(rng.normal(-0.1, 0.3)) * np.exp(rng.normal(0, 0.08, 3)) + rng.normal(0, 8)
    if rng.random() < 0.5:
        out = out + rng.normal(0, rng.uniform(1, 18), out.shape)
    return np.asarray(out, dtype=np.float32)
