"""A table on which nothing lies, said once."""

from __future__ import annotations

from service.commentary import say
from service.following.base import Event, event
from vision.table import TableState

PATIENCE = 3.0
"""Seconds without a card after which it is said."""


class Empty:
    """Notices that no card lies on the table; a card that comes makes it new.

    Args:
        lang: of the sentence.
    """

    def __init__(self, lang: str = "en") -> None:
        self.lang = lang
        self._since: float | None = None
        self._told = False

    def follow(self, state: TableState) -> list[Event]:
        """Take the table after one frame."""
        if state.cards:
            self._since, self._told = None, False
            return []
        self._since = state.time if self._since is None else self._since
        if self._told or state.time - self._since < PATIENCE:
            return []
        self._told = True
        return [event(state.time, "problem", {"rule": "table.empty", "sentence": say("table.empty", self.lang)})]
