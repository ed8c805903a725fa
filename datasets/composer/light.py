"""Light on the table: falling off, shadows thrown from outside the picture, glare."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.surfaces import clouds

Image = NDArray[np.uint8]


def illuminate(rng: np.random.Generator, image: Image) -> Image:
    """Multiply a picture by uneven, slightly coloured light."""
    height, width = image.shape[:2]
    small = (max(width // 8, 8), max(height // 8, 8))
    field = np.ones((small[1], small[0]), dtype=np.float32)
    y, x = np.mgrid[0 : small[1], 0 : small[0]].astype(np.float32)
    x, y = x / small[0] - 0.5, y / small[1] - 0.5
    turn = rng.uniform(0, 2 * np.pi)
    field *= 1 + float(rng.normal(0, 0.18)) * (x * np.cos(turn) + y * np.sin(turn)) * 2
    if rng.random() < 0.35:
        cx, cy, reach = rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5), rng.uniform(0.25, 0.9)
        lamp = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * reach**2))
        floor = float(rng.uniform(0.3, 0.9))
        field *= floor + (1 - floor) * lamp
    if rng.random() < 0.25:
        field *= 1 + np.clip(clouds(rng, small, small[0] / 3, 1) * 0.08, -0.3, 0.3)
    if rng.random() < 0.3:
        field *= _cast(rng, small)
    field = np.clip(field, 0.15, 1.3)
    tint = rng.normal(0, 0.04, 3) * float(rng.random() < 0.4)
    channels = [np.clip(field * (1 + t * x * 2) * 160, 0, 255).astype(np.uint8) for t in tint]
    gains = cv2.resize(cv2.merge(channels), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(image, gains, scale=1 / 160), dtype=np.uint8)


def _cast(rng: np.random.Generator, size: tuple[int, int]) -> NDArray[np.float32]:
    """Shadows of the photographer, a window frame or blinds, hard or soft."""
    width, height = size
    mask = np.ones((height, width), dtype=np.float32)
    dark = float(rng.uniform(0.35, 0.85))
    if rng.random() < 0.3:
        turn, pitch = rng.uniform(0, np.pi), rng.uniform(6, 40)
        y, x = np.mgrid[0:height, 0:width]
        bars = np.sin((x * np.cos(turn) + y * np.sin(turn)) * 2 * np.pi / pitch) > rng.uniform(-0.3, 0.6)
        mask[bars] = dark
    else:
        for _ in range(int(rng.integers(1, 4))):
            middle = rng.uniform(-0.1, 1.1, 2) * (width, height)
            corners = middle + rng.normal(0, 0.35, (int(rng.integers(3, 7)), 2)) * (width, height)
            cv2.fillPoly(mask, [cv2.convexHull(corners.astype(np.int32))], dark)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), float(rng.choice([0.5, 1.5, 5.0]))), dtype=np.float32)


def glare(rng: np.random.Generator, image: Image) -> Image:
    """Add reflections of lamps and windows that may clip to white."""
    height, width = image.shape[:2]
    small = (max(width // 4, 8), max(height // 4, 8))
    spots = np.zeros((small[1], small[0]), dtype=np.float32)
    for _ in range(int(rng.integers(1, 4))):
        middle = rng.uniform(0, 1, 2) * small
        reach = np.exp(rng.uniform(np.log(4), np.log(small[0] * 0.3)))
        strength = float(rng.uniform(40, 300))
        if rng.random() < 0.3:
            turn = rng.uniform(0, 180)
            sides = (float(reach), float(reach * rng.uniform(0.4, 2)))
            box = cv2.boxPoints(((float(middle[0]), float(middle[1])), sides, float(turn)))
            layer = np.zeros_like(spots)
            cv2.fillPoly(layer, [np.rint(box).astype(np.int32)], strength)
            spots += cv2.GaussianBlur(layer, (0, 0), max(float(reach) * 0.08, 1.0))
        else:
            y, x = np.mgrid[0 : small[1], 0 : small[0]].astype(np.float32)
            flat = float(rng.uniform(0.4, 1.0))
            spots += strength * np.exp(-((x - middle[0]) ** 2 + ((y - middle[1]) / flat) ** 2) / (2 * reach**2 * 0.2))
    added = cv2.resize(np.clip(spots, 0, 255).astype(np.uint8), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.add(image, cv2.merge([added] * 3)), dtype=np.uint8)
