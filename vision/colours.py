"""Colours that drawings use, BGR. Chosen to be told apart by people who do not see red and green alike, too."""

from __future__ import annotations

Colour = tuple[int, int, int]

SUITS: dict[str, Colour] = {
    "C": (84, 150, 20),
    "D": (222, 120, 20),
    "H": (52, 44, 214),
    "S": (54, 40, 34),
}
JOKER: Colour = (176, 52, 140)
UNKNOWN: Colour = (0, 160, 245)
DOWN: Colour = (150, 132, 108)
STRAY: Colour = (170, 170, 170)
PAPER: Colour = (255, 255, 255)
INK: Colour = (32, 28, 26)
