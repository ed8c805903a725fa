"""What the losers' second look at the end of a hand of Trash brings to light: who drops a slot, and who wins by it."""

from __future__ import annotations

from collections.abc import Sequence

from rules.observation import Seen, Side
from rules.trash.options import Rules
from rules.trash.table import Table


class SecondLook:
    """The end of one hand, until every loser's cards lie open.

    Args:
        rules: the options in play.
        before: slots of each layout in the hand that was won.
        winner: of the hand, from 0.

    Attributes:
        slots: of each layout from the next deal on, as far as that is known.
        open: the losers, from 0, of whom it is not known yet whether they drop a slot.
    """

    def __init__(self, rules: Rules, before: Sequence[int], winner: int) -> None:
        self._rules = rules
        self._winner = winner
        self.slots = [size - (player == winner and size > 1) for player, size in enumerate(before)]
        # Nobody's last slot drops by the look.
        self.open = {player for player, size in enumerate(before) if player != winner and size > 1}

    def take(self, table: Table) -> bool:
        """Take a look at the table; whether it tells of a player for whom it was open."""
        settled = set()
        for player in self.open:
            row = table.layouts[player]
            if all(one.side is Side.UP for one in row):
                fits = [self._fits(seen, slot) for slot, seen in enumerate(row, start=1)]
                if all(fits):
                    self.slots[player] -= 1
                if all(fits) or False in fits:
                    settled.add(player)
        self.open -= settled
        return bool(settled)

    def winners(self) -> set[int]:
        """Who has won the game by coming down to the last number of slots; nobody while that is open."""
        end = self._rules.end_slots
        if end is None or self.open:
            return set()
        return {player for player, size in enumerate(self.slots) if player != self._winner and size <= end}

    def _fits(self, seen: Seen, slot: int) -> bool | None:
        """Whether a card lies in its right place, None where it was not read well enough."""
        may = {self._rules.fits(card, slot) for card in seen.possible}
        return may.pop() if len(may) == 1 else None
