"""A table on which nothing lies, said once."""

from __future__ import annotations

from service.following.base import Event, event
from service.sentences import say
from vision.table import TableState

PATIENCE = 3.0
"""Seconds without a card after which it is said."""
SHUFFLING = 30.0
"""Seconds for which a table stays bare between two deals."""


class Empty:
    """Notices that no card lies on the table, soon at first, later after longer than it takes to shuffle and deal.

    Args:
        lang: of the sentence.
    """

    def __init__(self, lang: str = "en") -> None:
        self.lang = lang
        self._since: float | None = None
        self._told = False
        self._patience = PATIENCE

    def follow(self, state: TableState) -> list[Event]:
        """Take the table after one frame."""
        if state.cards:
            self._since, self._told, self._patience = None, False, SHUFFLING
            return []
        self._since = state.time if self._since is None else self._since
        if self._told or state.time - self._since < self._patience:
            return []
        self._told = True
        return [event(state.time, "problem", {"rule": "table.empty", "sentence": say("table.empty", self.lang)})]
