"""Tables of cards for the tests of zones: outlines laid on a plane and looked at by a slanted camera."""

from __future__ import annotations

import numpy as np

from rules.cards import Card
from vision.types import SeenCard

WIDTH = 2.5 / 3.5


class Camera:
    """Looks at the table from the near side; tilt 0 is straight from above, in radians."""

    def __init__(self, tilt: float = 0.5, distance: float = 12.0, focal: float = 1000.0) -> None:
        self.tilt, self.distance, self.focal = tilt, distance, focal

    def __call__(self, points: np.ndarray) -> np.ndarray:
        c, s = np.cos(self.tilt), np.sin(self.tilt)
        depth = self.distance - points[..., 1] * s
        x = 640 + self.focal * points[..., 0] / depth
        y = 360 + self.focal * points[..., 1] * c / depth
        return np.stack([x, y], axis=-1)


def outline(x: float, y: float, degrees: float = 0.0) -> np.ndarray:
    """A card's corners in card heights, clockwise from its own top left; 0 degrees is upright."""
    angle = np.deg2rad(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    half = np.array([[-WIDTH, -1.0], [WIDTH, -1.0], [WIDTH, 1.0], [-WIDTH, 1.0]]) / 2
    return np.asarray(half @ turn.T + np.array([x, y]))


def card(camera: Camera, name: str, x: float, y: float, degrees: float = 0.0) -> SeenCard:
    """A card named "10H", or "??" for one face down, as the camera sees it."""
    corners = camera(outline(x, y, degrees))
    quad = corners.astype(np.float32)
    if name == "??":
        return SeenCard(None, "down", 0.97, quad)
    known = Card.parse(name)
    return SeenCard(known, "up", 0.99, quad, candidates={known: 0.99})


def shuffled(cards: list[SeenCard], rng: np.random.Generator) -> tuple[list[SeenCard], list[int]]:
    """The cards in any order, and where each went."""
    order = [int(k) for k in rng.permutation(len(cards))]
    return [cards[k] for k in order], [order.index(k) for k in range(len(cards))]
