"""Which cards of a finished reading lie on which, so that drawings leave out what is hidden."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.geometry import Flags, Rows, centres, inside
from vision.types import Floats, SeenCard


class Overlap:
    """Cards where they lie, and what of them lies under others.

    A card whose index shows within another's outline lies on that one.

    Attributes:
        quads: (N, 4, 2) the cards' outlines.
        indices: (M, 4, 2) their indices, of all of them together.
        owners: (M,) whose they are.
        on: (N, N) whether the second of two cards lies on the first.
    """

    def __init__(self, cards: Sequence[SeenCard], scale: float) -> None:
        """Take the cards of a reading, in pixels of a drawing that is so much larger."""
        marks = [(row, index.quad * scale) for row, card in enumerate(cards) for index in card.indices]
        self.quads: Floats = np.array([card.corners * scale for card in cards], dtype=np.float32).reshape(-1, 4, 2)
        self.indices: Floats = np.array([quad for _, quad in marks], dtype=np.float32).reshape(-1, 4, 2)
        self.owners: Rows = np.array([row for row, _ in marks], dtype=np.intp)
        on = np.zeros((len(cards), len(cards)), dtype=bool)
        for row, quad in enumerate(self.quads):
            on[row, self.owners[inside(centres(self.indices), quad)]] = True
        # Where each shows an index within the other at least one outline is amiss.
        self.on: Flags = np.asarray(on & ~on.T)

    def hidden(self, points: Floats, row: int) -> Flags:
        """(P,) which of (P, 2) points lie within cards that lie on one."""
        under = np.zeros(len(points), dtype=bool)
        for other in np.flatnonzero(self.on[row]):
            under |= inside(points, self.quads[other])
        return under
