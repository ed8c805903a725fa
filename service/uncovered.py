"""The discard pile as it was seen to grow: what comes into sight again when its top is taken was not laid there."""

from __future__ import annotations

from collections.abc import Iterable

_MOST = 60
"""Cards remembered; a pile of one pack is no higher."""


class Uncovered:
    """The names of the cards that lie on the discard pile, as far as they were seen, the top last.

    Args:
        lain: as `state` gave them before a restart.
    """

    def __init__(self, lain: Iterable[str] = ()) -> None:
        self._lain = list(lain)
        self._bared = False

    def state(self) -> list[str]:
        """The cards, as JSON."""
        return list(self._lain)

    def clear(self) -> None:
        """The cards are gathered."""
        self._lain.clear()
        self._bared = False

    def laid(self, before: str | None, after: str | None) -> bool:
        """Take a change of the top, and tell whether it only bares what lay beneath.

        Args:
            before: the card on top until then; None: none, or one that was not read.
            after: the card on top now.
        """
        bared, self._bared = self._bared, False
        if after is None:
            return False
        if self._lain and self._lain[-1] == after:
            return bared and before is None
        if before is not None and self._lain[-2:] == [after, before]:
            self._lain.pop()
            return True
        self._lain = [*self._lain[1 - _MOST :], after]
        return False

    def taken(self, card: str | None) -> None:
        """The top is gone, and nothing is seen in its place yet."""
        if self._lain and self._lain[-1] == card:
            self._lain.pop()
            self._bared = True

    def corrected(self, before: str | None, after: str | None) -> None:
        """The top is another card than it was held to be."""
        if self._lain and self._lain[-1] == before:
            self._lain.pop()
        if after is not None:
            self._lain.append(after)
