"""Which sides of the table the two players of a game sit at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping


class Two:
    """Two players, known by the sides that hands came from most often.

    An arm that leaves the picture over its corner seems to come from a side where nobody sits.
    """

    def __init__(self, seen: Mapping[str, int] | None = None) -> None:
        """Takes how often hands were seen to come from each side."""
        self.seen: Counter[str] = Counter(seen or {})
        self._last: str | None = None

    def player(self, side: str | None) -> str | None:
        """The player whose hand came from a side once more; None where two other sides were seen as often."""
        if side is None:
            return None
        self.seen[side] += 1
        others = sum(count >= self.seen[side] for other, count in self.seen.items() if other != side)
        return side if others < 2 else None

    def in_turn(self, side: str | None) -> str | None:
        """As `player`, of a turn that has ended where both play in turns.

        None where the same one would have played twice running: the hand was the other's, or a turn was not seen.
        """
        player = self.player(side)
        if player == self._last:
            player = None
        self._last = player
        return player
