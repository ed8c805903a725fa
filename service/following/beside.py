"""Open cards that lie beside the game or are held in a hand, told apart from those laid open on purpose."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from service.following.base import Places
from vision.table import TableState, Tracked

_AT_REST = 6.0
"""Seconds for which cards lie still before it is clear that no hand holds them, where one did before."""
_NEAR = 1.5
"""Short sides of a card from where one was held within which a hand holds others."""


@dataclass
class Beside:
    """What was open while turns were played, when no hand is shown.

    Attributes:
        cards: their numbers, of those that lie beside the game for good; None before the first turn.
    """

    cards: frozenset[int] | None = None
    _spots: Places = field(default_factory=Places)

    def keep(self, state: TableState) -> None:
        """Carry along where cards were, when the table was lost and found elsewhere; for every frame."""
        self._spots.keep(state)

    def note(self, state: TableState, cards: Iterable[Tracked]) -> None:
        """Remember where cards are that are not shown, whether they lie there or are held: those held shift."""
        for card in cards:
            if not self._near(state, card):
                self._spots.put(str(len(self._spots.quads)), card.card.corners, state)

    def lay_before(self, state: TableState, cards: Iterable[Tracked], time: float) -> frozenset[int]:
        """Remember those of some cards that came to light before a time, in seconds; their numbers."""
        before = [card for card in cards if card.since < time]
        self.note(state, before)
        return frozenset(card.id for card in before)

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
        return self._spots.at(state, card, reach=_NEAR) is not None
