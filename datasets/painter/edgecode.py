"""Bars at a card's short edges, by which dealing machines and duplicate boards tell the cards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.painter.canvas import Canvas


@dataclass(frozen=True)
class EdgeCode:
    """Where a deck prints its code, and how large. Lengths are shares of the card's height.

    left: where the code begins; tall: its bars; pitch: from bar to bar; bars: places for one.
    """

    left: float
    tall: float
    pitch: float
    bars: int

    @staticmethod
    def random(rng: np.random.Generator) -> EdgeCode | None:
        """A code drawn at random; most decks have none."""
        if rng.random() >= 0.07:
            return None
        return EdgeCode(
            left=float(rng.uniform(0.2, 0.42)),
            tall=float(rng.uniform(0.012, 0.035)),
            pitch=float(rng.uniform(0.008, 0.016)),
            bars=int(rng.integers(4, 11)),
        )

    def print(self, canvas: Canvas, number: int) -> None:
        """Print the code of the card of this number at both short edges, the lower one upside down."""
        pitch = self.pitch * canvas.height
        tall = max(1, round(self.tall * canvas.height))
        # Multiplied by an odd constant, neighbouring numbers get codes that look as unlike as a maker's.
        code = (number * 2654435761 + 40503) >> 7
        for place in range(self.bars):
            if code >> place & 1:
                bar = np.full((tall, max(1, round(0.62 * pitch))), 255, np.uint8)
                x = round(self.left * canvas.height + place * pitch)
                for turned in (False, True):
                    canvas.stamp(bar, (18.0, 16.0, 16.0), x, 0, turned)
