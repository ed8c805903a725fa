"""Cards of a fan as looks see them: an outline, and an index at a given place."""

from __future__ import annotations

import numpy as np

from rules.cards import Card
from vision.types import Floats, Index, SeenCard


def outline(x: float, y: float) -> Floats:
    return np.array([[x, y], [x + 60, y], [x + 60, y + 84], [x, y + 84]], np.float32)


def index(glyph: str | None, suit: str | None, x: float, y: float) -> Index:
    return Index(np.array([[x, y], [x + 8, y], [x + 8, y + 16], [x, y + 16]], np.float32), glyph, suit, 0.99)


def card(code: str, at: tuple[float, float], where: Floats, confidence: float = 0.97, face: bool = False) -> SeenCard:
    """A card with an index whose upper left corner is `at`."""
    name = Card.parse(code)
    prints = (index(code[:-1], code[-1], *at),)
    listed = {name: confidence}
    return SeenCard(name, "up", confidence, where, "face" if face else "index", candidates=listed, indices=prints)
