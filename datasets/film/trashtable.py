"""Where everything lies on a table of Trash, as people set it up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.film.beats import SEATS, Pose
from datasets.film.opening import seated

PITCH = (0.86, 1.16)
"""Steps between slots and between rows, in card heights."""


@dataclass(frozen=True)
class Table:
    """Where everything lies.

    Attributes:
        sides: of the players, in order.
        gap: from the table's middle to the first row of a layout, in card heights.
        stock: its place.
        discard: likewise.
        extent: left, far, right, near end of everything.
    """

    sides: tuple[str, ...]
    gap: float
    stock: Pose
    discard: Pose
    extent: tuple[float, float, float, float]

    @classmethod
    def sample(cls, rng: np.random.Generator, players: int) -> Table:
        """A table as people set it up: the piles between the layouts or beside them."""
        sides = seated("trash", players)
        between = players > 2 or bool(rng.random() < 0.5)
        angle = float(rng.choice([0.0, 0.0, 90.0])) if not between else 0.0
        if between:
            gap = 1.35 if players == 2 else 3.3
            stock, discard = Pose(-0.55, 0.0), Pose(0.55, 0.0)
        else:
            gap = 0.72
            aside = 2.95 if rng.random() < 0.5 else -2.95
            stock, discard = Pose(aside, -0.6, angle), Pose(aside, 0.6, angle)
        reach = gap + PITCH[1] + 0.65
        wide = 2 * PITCH[0] + 0.5
        if players > 2:
            return cls(sides, gap, stock, discard, (-reach, -reach, reach, reach))
        left = min(-wide, stock.x - 0.6)
        right = max(wide, stock.x + 0.6)
        return cls(sides, gap, stock, discard, (left, -reach, right, reach))

    def slot(self, player: int, slot: int, up: bool = False) -> Pose:
        """Where a slot, counted from 1, of a player lies."""
        row, column = divmod(slot - 1, 5)
        side = SEATS[self.sides[player]]
        angle = np.deg2rad(side)
        x, y = (column - 2) * PITCH[0], self.gap + row * PITCH[1]
        return Pose(
            float(x * np.cos(angle) - y * np.sin(angle)), float(x * np.sin(angle) + y * np.cos(angle)), side, up
        )
