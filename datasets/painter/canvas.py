"""The sheet a face is printed on: masks stamped in inks, the second half as a half turn of the first."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.deck import Image
from datasets.painter.strokes import Mask, resized

Colour = tuple[float, float, float]
"""Blue, green, red, 0 to 255."""


@dataclass(frozen=True)
class Box:
    """Where ink landed: pixel edges, in the convention that pixel centres lie at whole numbers."""

    left: float
    top: float
    right: float
    bottom: float

    def union(self, other: Box) -> Box:
        """The smallest box round both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


class Canvas:
    """A card's sheet, (height, width, 3) uint8 BGR."""

    def __init__(self, width: int, height: int, stock: Colour) -> None:
        self.width = width
        self.height = height
        self.pixels: Image = np.empty((height, width, 3), np.uint8)
        self.pixels.reshape(height, -1)[:] = np.tile(np.array(stock, np.float32).astype(np.uint8), width)

    def stamp(self, mask: Mask, colour: Colour, x: int, y: int, turned: bool = False, sheen: float = 0.0) -> Box:
        """Prints a mask's ink with its top left pixel at (x, y); `turned` prints it at the opposite place, upside down.

        `sheen` varies a metallic ink's lightness along a diagonal by that share. Ink beyond the sheet is cut off.

        Returns:
            The mask's box before any turning.
        """
        high, wide = mask.shape
        box = Box(x - 0.5, y - 0.5, x + wide - 0.5, y + high - 0.5)
        if turned:
            mask = mask[::-1, ::-1]
            x, y = self.width - x - wide, self.height - y - high
        left, top, right, bottom = max(x, 0), max(y, 0), min(x + wide, self.width), min(y + high, self.height)
        if left >= right or top >= bottom:
            return box
        alpha = (mask[top - y : bottom - y, left - x : right - x].astype(np.float32) * (1 / 255))[..., None]
        part = self.pixels[top:bottom, left:right]
        ink = np.array(colour, np.float32)
        if sheen:
            rows, columns = np.mgrid[top:bottom, left:right].astype(np.float32)
            wave = 1 + sheen * np.sin((rows + columns * 0.6) * 0.045)
            ink = np.clip(ink * wave[..., None], 0, 255)
        part[:] = (part + (ink - part) * alpha + 0.5).astype(np.uint8)
        return box

    def fit(self, mask: Mask, colour: Colour, box: tuple[float, float, float, float], turned: bool = False) -> Box:
        """Prints a mask stretched into (left, top, width, height)."""
        left, top, width, height = box
        return self.stamp(resized(mask, round(width), round(height)), colour, round(left), round(top), turned)

    def turn_lower_half(self) -> None:
        """Makes the lower half the upper half turned by half a turn."""
        half = self.height // 2
        self.pixels[self.height - half :] = self.pixels[:half][::-1, ::-1]


def card_alpha(width: int, height: int, radius: float) -> Mask:
    """The outline of a card with rounded corners: 255 inside, (height, width) uint8."""
    radius = max(1.0, radius)
    rows = np.arange(height, dtype=np.float32)[:, None]
    columns = np.arange(width, dtype=np.float32)[None]
    dx = np.maximum(np.maximum(radius - 0.5 - columns, columns - (width - 0.5 - radius)), 0)
    dy = np.maximum(np.maximum(radius - 0.5 - rows, rows - (height - 0.5 - radius)), 0)
    inside = np.clip(radius + 0.5 - np.sqrt(dx * dx + dy * dy), 0, 1)
    return np.asarray(inside * 255, np.uint8)


def cut_out(pixels: Image, alpha: Mask) -> Image:
    """The print with its outline as the alpha channel, (height, width, 4) uint8 BGRA."""
    card = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2BGRA), np.uint8)
    card[..., 3] = alpha
    return card


def rounded_frame(
    canvas: Canvas, box: tuple[float, float, float, float], radius: float, colour: Colour, thickness: int
) -> None:
    """Draws a frame with rounded corners; box is (left, top, right, bottom), thickness -1 fills it."""
    left, top, right, bottom = box
    radius = min(radius, (right - left) / 2, (bottom - top) / 2)
    points = []
    for cx, cy, start in (
        (right - radius, bottom - radius, 0),
        (left + radius, bottom - radius, 90),
        (left + radius, top + radius, 180),
        (right - radius, top + radius, 270),
    ):
        angles = np.radians(np.arange(start, start + 91, 10))
        points.append(np.stack([cx + radius * np.cos(angles), cy + radius * np.sin(angles)], 1))
    fixed = np.round(np.concatenate(points) * 16).astype(np.int32)
    if thickness < 0:
        cv2.fillPoly(canvas.pixels, [fixed], colour, cv2.LINE_AA, 4)
    else:
        cv2.polylines(canvas.pixels, [fixed], True, colour, thickness, cv2.LINE_AA, 4)
