"""Where everything lies on a table of Trash, as people set it up."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from datasets.film.beats import SEATS, Pose
from datasets.film.opening import seated

PITCH = (0.86, 1.16)
"""Steps between slots and between rows, in card heights."""

_OFF = 0.06
"""By how much a layout or a pile lies elsewhere after the next deal, standard deviation in card heights."""
_SWAPPED = 0.3
"""Share of deals after which stock and discard pile have changed places."""


@dataclass(frozen=True)
class Table:
    """Where everything lies.

    Attributes:
        sides: of the players, in order.
        gap: from the table's middle to the first row of a layout, in card heights.
        stock: its place.
        discard: likewise.
        extent: left, far, right, near end of everything.
        shifts: by which each player's layout lies off its place, across and along.
    """

    sides: tuple[str, ...]
    gap: float
    stock: Pose
    discard: Pose
    extent: tuple[float, float, float, float]
    shifts: tuple[tuple[float, float], ...] = ()

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

    def again(self, rng: np.random.Generator) -> Table:
        """The same table as it is set up for the next deal: nothing comes to lie quite where it lay."""
        off = rng.normal(0.0, _OFF, (2 + len(self.sides), 2)).clip(-2 * _OFF, 2 * _OFF)
        piles = [self.stock, self.discard]
        if rng.random() < _SWAPPED:
            piles.reverse()
        stock, discard = (pile.shifted(float(x), float(y)) for pile, (x, y) in zip(piles, off[:2], strict=True))
        return replace(self, stock=stock, discard=discard, shifts=tuple((float(x), float(y)) for x, y in off[2:]))

    def wider(self) -> Table:
        """The same table, seen with room for a card before each player."""
        left, far, right, near = self.extent
        room = PITCH[1]
        wide = room if len(self.sides) > 2 else 0.0
        return replace(self, extent=(left - wide, far - room, right + wide, near + room))

    def before(self, player: int) -> Pose:
        """Where a player lays a card open before him, behind his layout's second row."""
        return self.slot(player, 13, up=True)

    def slot(self, player: int, slot: int, up: bool = False) -> Pose:
        """Where a slot, counted from 1, of a player lies."""
        row, column = divmod(slot - 1, 5)
        side = SEATS[self.sides[player]]
        angle = np.deg2rad(side)
        across, along = self.shifts[player] if self.shifts else (0.0, 0.0)
        x, y = (column - 2) * PITCH[0] + across, self.gap + row * PITCH[1] + along
        return Pose(
            float(x * np.cos(angle) - y * np.sin(angle)), float(x * np.sin(angle) + y * np.cos(angle)), side, up
        )
