"""Remarks on cards that were turned up where they lie: made once they stay, for their player may only look at them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from service.following.base import Event
from vision.table import TableState, Tracked, TrackEvent

LOOKED_AT = 1.5
"""Seconds for which a player may look at a card that he turned up where it lay, before he takes it."""

Remarked = Callable[[TableState, Tracked], dict[str, Any] | None]
"""What is to be said of a card where it lies on the table; None for nothing."""


class Remarks:
    """Which cards were turned up where they lay, and may be taken yet.

    Args:
        remarked: what is to be said of a card.
    """

    def __init__(self, remarked: Remarked) -> None:
        self._remarked = remarked
        self._since: dict[int, float] = {}

    def of(self, table: TableState, change: TrackEvent, place: Tracked) -> dict[str, Any] | None:
        """What is to be said at once of a card that changed; None for nothing, or nothing yet.

        Args:
            table: as it is now.
            change: what became of the card.
            place: the card as it lies there now.
        """
        self._since.pop(change.id, None)
        if change.after is None:
            return None
        remark = self._remarked(table, place)
        if remark is not None and change.before is not None and change.before.side == "down":
            self._since[change.id] = change.time
            return None
        return remark

    def due(self, table: TableState) -> list[tuple[Tracked, dict[str, Any]]]:
        """The cards that have stayed where they were turned up, each with what is to be said of it; each once."""
        cards = {card.id: card for card in table.cards}
        told = []
        for number, since in list(self._since.items()):
            card = cards.get(number)
            if table.time - since < LOOKED_AT or (card is not None and not card.clear):
                continue
            del self._since[number]
            remark = None if card is None else self._remarked(table, card)
            if card is not None and remark is not None:
                told.append((card, remark))
        return told

    def judged(self, events: Sequence[Event]) -> None:
        """Take what the referee told: once a turn is judged, nothing more is to be said of its cards."""
        if any(one["kind"] == "verdict" for one in events):
            self._since.clear()
