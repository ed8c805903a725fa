"""Pictures to look at: a scene with its truth drawn in, and sheets of many pictures."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.scene import Quad, Scene

Image = NDArray[np.uint8]
# BGR of faces, backs, clear indices, half-covered ones, nearly hidden ones, and the mark at an index's top left.
_FACE, _BACK, _CLEAR, _HALF, _HIDDEN, _START = (
    (255, 160, 0),
    (0, 255, 255),
    (0, 220, 0),
    (0, 140, 255),
    (0, 0, 255),
    (255, 0, 255),
)


def overlay(scene: Scene) -> Image:
    """The picture with every card and index that is seen at all; a dot marks each index's own top left."""
    image = scene.image.copy()
    for card in scene.cards:
        if card.visible > 0.02:
            _outline(image, card.quad, _FACE if card.side == "up" else _BACK)
        for index in card.indices:
            seen = (index.rank_visible + index.suit_visible) / 2
            if seen > 0.03:
                _outline(image, index.quad, _CLEAR if seen > 0.75 else _HALF if seen > 0.4 else _HIDDEN)
                cv2.circle(image, (round(float(index.quad[0, 0])), round(float(index.quad[0, 1]))), 2, _START, -1)
    return image


def _outline(image: Image, quad: Quad, colour: tuple[int, int, int]) -> None:
    points = np.rint(np.clip(quad, -2e4, 2e4) * 16).astype(np.int32)
    cv2.polylines(image, [points], True, colour, 1, cv2.LINE_AA, 4)


def contact_sheet(images: Sequence[Image], side: int = 400, columns: int = 5) -> Image:
    """Pictures side by side, each shrunk into a square of `side` pixels.

    Raises:
        ValueError: there is no picture.
    """
    if not images:
        raise ValueError("a contact sheet needs at least one picture")
    columns = min(columns, len(images))
    rows = -(-len(images) // columns)
    sheet: Image = np.zeros((rows * side, columns * side, 3), dtype=np.uint8)
    for number, image in enumerate(images):
        factor = side / max(image.shape[:2])
        size = (max(int(image.shape[1] * factor), 1), max(int(image.shape[0] * factor), 1))
        y, x = number // columns * side, number % columns * side
        sheet[y : y + size[1], x : x + size[0]] = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return sheet
