"""Open cards that lie beside the game or are held in a hand, told apart from those laid open on purpose."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from vision.matching import sizes
from vision.table import TableState, Tracked

_AT_REST = 6.0
"""Seconds for which cards lie still before it is clear that no hand holds them, where one did before."""
_NEAR = 1.5
"""Short sides of a card from where one was held within which a hand holds others."""

Spot = npt.NDArray[np.float64]


@dataclass
class Beside:
    """What was open while turns were played, when no hand is shown.

    Attributes:
        cards: their numbers, of those that lie beside the game for good; None before the first turn.
        spots: where they were, in the first frame's pixels, and a card's short side there.
    """

    cards: frozenset[int] | None = None
    spots: list[tuple[Spot, float]] = field(default_factory=list)

    def note(self, state: TableState, cards: Iterable[Tracked]) -> None:
        """Remember where cards are that are not shown, whether they lie there or are held: those held shift."""
        for card in cards:
            if not self._near(state, card):
                quad = state.lies(card)
                self.spots.append((quad.mean(axis=0), float(sizes(quad)[0])))

    def shown(self, state: TableState, card: Tracked, anywhere: bool = False) -> bool:
        """Whether a card that lies open may be shown: it was not there before, and no hand holds it.

        Args:
            state: the table.
            card: of it.
            anywhere: whether hands are laid open now, also where they were held.
        """
        if card.id in (self.cards or ()):
            return False
        return anywhere or card.still >= _AT_REST or not self._near(state, card)

    def _near(self, state: TableState, card: Tracked) -> bool:
        if not self.spots:
            return False
        middle = state.lies(card).mean(axis=0)
        return any(np.linalg.norm(middle - spot) < _NEAR * short for spot, short in self.spots)
