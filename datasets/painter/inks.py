"""Inks and stocks: what is printed in which colour on which card."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.painter.canvas import Colour


@dataclass(frozen=True)
class Palette:
    """The colours of a deck.

    Attributes:
        name: Kind of palette.
        stock: The card's own colour.
        suits: Ink of each suit.
        court: Colours that courts and ornaments are printed in.
        line: Ink of outlines.
        sheen: Share by which a metallic ink's lightness varies.
    """

    name: str
    stock: Colour
    suits: dict[str, Colour]
    court: tuple[Colour, ...]
    line: Colour
    sheen: float

    @property
    def dark(self) -> bool:
        """Whether the stock is darker than its inks."""
        return sum(self.stock) < 300


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """A colour from hue in degrees, saturation and value 0 to 1."""
    pixel = np.array([[[hue % 360 / 2, saturation * 255, value * 255]]], np.float32).round().astype(np.uint8)
    blue, green, red = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0]
    return float(blue), float(green), float(red)


def _black(rng: np.random.Generator) -> Colour:
    level = rng.uniform(8, 55)
    return (level + rng.uniform(-6, 12), level + rng.uniform(-6, 6), level + rng.uniform(-6, 6))


def _red(rng: np.random.Generator) -> Colour:
    return hsv(rng.normal(357, 5), rng.uniform(0.72, 0.98), rng.uniform(0.62, 0.97))


def _stock(rng: np.random.Generator) -> Colour:
    kind = rng.random()
    if kind < 0.72:
        level = rng.uniform(240, 255)
        return (level - rng.uniform(0, 8), level - rng.uniform(0, 4), level)
    if kind < 0.94:
        return hsv(rng.uniform(30, 55), rng.uniform(0.04, 0.22), rng.uniform(0.88, 0.99))
    return hsv(rng.uniform(0, 360), rng.uniform(0.03, 0.25), rng.uniform(0.8, 0.98))


def random_palette(rng: np.random.Generator) -> Palette:
    """The colours of one deck drawn at random."""
    kind = str(rng.choice(["two", "four", "dark", "mono", "tone"], p=[0.66, 0.12, 0.14, 0.04, 0.04]))
    stock, black, red = _stock(rng), _black(rng), _red(rng)
    line, sheen = black, 0.0
    court: tuple[Colour, ...] = (
        red,
        hsv(rng.uniform(42, 54), rng.uniform(0.7, 1.0), rng.uniform(0.85, 1.0)),
        hsv(rng.uniform(205, 235), rng.uniform(0.55, 0.95), rng.uniform(0.4, 0.9)),
        black,
    )
    if rng.random() < 0.25:
        court = tuple(hsv(rng.uniform(0, 360), rng.uniform(0.2, 0.9), rng.uniform(0.2, 0.95)) for _ in range(4))
    suits = {"C": black, "D": red, "H": red, "S": black}
    if kind == "four":
        suits["D"] = hsv(rng.uniform(200, 235), rng.uniform(0.6, 1.0), rng.uniform(0.5, 0.95))
        suits["C"] = hsv(rng.uniform(110, 160), rng.uniform(0.6, 1.0), rng.uniform(0.35, 0.7))
        if rng.random() < 0.12:
            suits["D"] = hsv(rng.uniform(22, 38), rng.uniform(0.8, 1.0), rng.uniform(0.8, 1.0))
    elif kind == "dark":
        stock = hsv(rng.uniform(0, 360), rng.uniform(0, 0.5), rng.uniform(0.03, 0.2))
        metal = hsv(rng.uniform(36, 50), rng.uniform(0.3, 0.7), rng.uniform(0.65, 0.95))
        pale = hsv(rng.uniform(0, 360), rng.uniform(0, 0.08), rng.uniform(0.75, 1.0))
        first = metal if rng.random() < 0.5 else pale
        second = first
        # White or gold on black says little of the suit: one ink for all, or either for either pair.
        if rng.random() < 0.5:
            second = _red(rng) if rng.random() < 0.5 else (metal if first is pale else pale)
        suits = {"C": first, "S": first, "D": second, "H": second}
        line, court = first, (first, second, metal, hsv(rng.uniform(0, 360), 0.5, 0.5))
        sheen = float(rng.uniform(0.1, 0.4)) if rng.random() < 0.6 else 0.0
    elif kind == "mono":
        suits = dict.fromkeys("CDHS", black)
        court = (black, hsv(0, 0, 0.35), hsv(0, 0, 0.7), black)
    elif kind == "tone":
        hue = rng.uniform(0, 360)
        first = hsv(hue, rng.uniform(0.3, 0.9), rng.uniform(0.15, 0.5))
        second = hsv(hue + rng.uniform(90, 270), rng.uniform(0.6, 0.95), rng.uniform(0.5, 0.85))
        suits = {"C": first, "S": first, "D": second, "H": second}
        line, court = first, (first, second, hsv(hue, 0.3, 0.8), first)
    return Palette(kind, stock, _faded(rng.spawn(1)[0], kind, suits, stock), court, line, sheen)


def _faded(rng: np.random.Generator, kind: str, suits: dict[str, Colour], stock: Colour) -> dict[str, Colour]:
    """Now and then inks that cover poorly or have faded, and in decks of four colours clubs of grey."""
    if kind == "four" and rng.random() < 0.3:
        suits["C"] = hsv(rng.uniform(0, 360), rng.uniform(0, 0.12), rng.uniform(0.25, 0.5))
        suits["D"] = hsv(rng.uniform(10, 38), rng.uniform(0.75, 1.0), rng.uniform(0.75, 1.0))
    if rng.random() >= 0.15:
        return suits
    share = float(rng.uniform(0.1, 0.45))
    faded = {}
    for suit, ink in suits.items():
        blue, green, red = (part + (paper - part) * share for part, paper in zip(ink, stock, strict=True))
        faded[suit] = (blue, green, red)
    return faded
