"""The layouts of a table of Trash as they are found among its cards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rules.cards import Card
from rules.observation import Seen
from rules.trash.table import Table
from service.following.base import look_at
from vision.geometry import areas, in_picture
from vision.table import TableState, Tracked
from vision.types import Floats, quads
from vision.zones import blank

_IN_SIGHT = 0.75
"""Share of a slot that has to be in the picture for what is laid there to be read surely."""
_EDGE = 3.0
"""Pixels from the picture's edge within which an outline ends at it."""


@dataclass(frozen=True, eq=False)
class Found:
    """Layouts found: for each side its cards by slot, the slots' corners in the frame, and the piles."""

    sides: tuple[str, ...]
    cards: tuple[tuple[Tracked | None, ...], ...]
    quads: tuple[Floats, ...]
    stock: Tracked | None
    discard: Tracked | None
    fits: bool = True
    """Whether nothing is missing or left over, see `TrashTable.fits`."""
    since: float | None = None
    """Time at which the cards lay so, where that was before they were found to be layouts."""

    @property
    def whole(self) -> bool:
        """Whether every slot holds a card."""
        return all(card is not None for cards in self.cards for card in cards)

    def cut(self, state: TableState) -> int:
        """How many slots, or cards, lie outside the picture, more than in small part."""
        slots = int((in_picture(np.concatenate(self.quads), state.size) < _IN_SIGHT).sum())
        outlines = quads([card.card.corners for card in state.cards])
        # What is outlined at the edge of the picture ends there, and is no larger than what is seen of it.
        reach = np.array(state.size, dtype=np.float32) - _EDGE
        edge = ((outlines < _EDGE) | (outlines > reach)).any(axis=(1, 2))
        if edge.all():
            return slots
        area, middle = np.abs(areas(outlines)), outlines.mean(axis=1)
        apart = np.linalg.norm(middle[:, None] - middle[~edge], axis=-1)
        return max(slots, int((edge & (area < _IN_SIGHT * area[~edge][apart.argmin(axis=1)])).sum()))

    @property
    def fresh(self) -> bool:
        """Whether all slots lie face down, as they are dealt."""
        return all(
            card is None or card.card.side == "down" or blank(card.card) for cards in self.cards for card in cards
        )

    def table(self, pack: frozenset[Card]) -> Table:
        """What lies there as the referee takes it, gaps as unknown; other cards than those of the pack are misread.

        Every slot begins face down: a face of which nothing can be read was not turned yet.
        """
        rows = tuple(
            tuple(
                Seen.unknown() if card is None else Seen.down() if blank(card.card) else look_at(card, pack)
                for card in cards
            )
            for cards in self.cards
        )
        return Table(rows, look_at(self.discard, pack))
