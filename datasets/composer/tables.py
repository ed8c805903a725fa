"""The table as the camera sees it before anything lies on it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.backgrounds import Backgrounds
from datasets.composer.view import View


def table(rng: np.random.Generator, backgrounds: Backgrounds, view: View) -> NDArray[np.uint8]:
    """The table as the camera sees it: sometimes laid in perspective, with a wall behind its far edge."""
    flat = backgrounds.sample(rng, view.size)
    if view.tilt >= 0.2 and rng.random() < 0.5:
        flat = laid(flat, view)
    if rng.random() < (0.3 if view.tilt > 0.4 else 0.06):
        flat = _edged(rng, flat, backgrounds, view)
    return flat


def _edged(
    rng: np.random.Generator, table: NDArray[np.uint8], backgrounds: Backgrounds, view: View
) -> NDArray[np.uint8]:
    """A table that ends within the picture: beyond its straight edge there is another room, out of focus."""
    width, height = view.size
    # Only the far part of the picture may fall off the table, where few cards lie.
    far = rng.uniform(0.05, 0.3) * height
    slope = float(rng.normal(0, 0.08)) * width
    corners = np.array([(0, 0), (width, 0), (width, far - slope), (0, far + slope)])
    mask: NDArray[np.uint8] = np.zeros((height, width), dtype=np.uint8)
    cv2.fillPoly(mask, [np.rint(corners * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    if view.tilt < 0.4:
        # Seen from above the table may end at any side.
        mask = np.ascontiguousarray(np.rot90(mask, 2)) if rng.random() < 0.5 else mask
        if rng.random() < 0.5:
            mask = np.asarray(cv2.resize(np.ascontiguousarray(mask.T), (width, height)), dtype=np.uint8)
    beyond = cv2.GaussianBlur(backgrounds.sample(rng, view.size), (0, 0), float(rng.uniform(0.6, 8.0)))
    beyond = cv2.convertScaleAbs(beyond, alpha=float(rng.uniform(0.3, 1.1)))
    share = cv2.merge([mask] * 3)
    kept = cv2.multiply(table, cv2.bitwise_not(share), scale=1 / 255)
    return np.asarray(cv2.add(kept, cv2.multiply(beyond, share, scale=1 / 255)), dtype=np.uint8)


def laid(flat: NDArray[np.uint8], view: View) -> NDArray[np.uint8]:
    """A table top seen in perspective."""
    width, height = view.size
    straight = replace(view, lens=(0.0, 0.0), aim=(width / 2, height / 2), centre=(0.0, 0.0))
    reach = 0.5 * width / view.scale
    tall = reach * height / width
    corners = np.array([(-reach, -tall), (reach, -tall), (reach, tall), (-reach, tall)])
    matrix = cv2.getPerspectiveTransform(
        np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float32),
        straight.on_table(corners).astype(np.float32),
    )
    return np.asarray(
        cv2.warpPerspective(flat, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT),
        dtype=np.uint8,
    )
