"""Made-up decks whose cards are told apart by what is on their faces, laid into pictures."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from tests.vision.fakes import TABLE, card_quad
from vision.geometry import homographies
from vision.types import Floats, Image

CARD = (100, 140)


def printed(number: int, deck: int = 1) -> Image:
    """The face of a card of a made-up deck: marks in places, sizes and colours of its own."""
    rng = np.random.default_rng([deck, number])
    face = np.full((CARD[1], CARD[0], 3), 240, np.uint8)
    for _ in range(6):
        at = (int(rng.integers(15, 85)), int(rng.integers(15, 125)))
        ink = (30, 30, 30) if rng.random() < 0.5 else (40, 40, 210)
        cv2.circle(face, at, int(rng.integers(6, 14)), ink, -1)
    return face


def lay(image: Image, face: Image, quad: Floats, light: float = 1.0) -> None:
    """Put a card into a picture."""
    width, height = CARD
    flat = np.array([[-0.5, -0.5], [width - 0.5, -0.5], [width - 0.5, height - 0.5], [-0.5, height - 0.5]], np.float32)
    # Only the part of the picture in which it lies is drawn anew.
    left, top = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 2, 0)
    right, bottom = np.ceil(quad.max(axis=0)).astype(int) + 3
    part = image[top:bottom, left:right]
    onto = homographies(flat[None], (quad - np.array([left, top])).astype(np.float32)[None])[0]
    size = (part.shape[1], part.shape[0])
    there = cv2.warpPerspective(np.ones((height, width), np.float32), onto, size)[..., None]
    seen = cv2.warpPerspective(face, onto, size, flags=cv2.INTER_AREA) * light
    part[:] = np.clip(part * (1 - there) + seen * there, 0, 255).astype(np.uint8)


def place(row: int) -> Floats:
    """Where a card of a whole pack lies."""
    return card_quad(80 + 110 * (row % 9), 90 + 150 * (row // 9), 90)


def whole_pack(deck: int = 1, order: Sequence[int] = range(52)) -> tuple[Image, Floats]:
    """A picture of 52 cards in rows, and their outlines in the order they lie in."""
    image: Image = np.full((960, 1040, 3), TABLE, np.uint8)
    quads = np.stack([place(row) for row in range(52)])
    for number, quad in zip(order, quads, strict=True):
        lay(image, printed(number, deck), quad)
    return image, quads
