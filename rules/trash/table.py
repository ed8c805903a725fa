"""What is seen of a game of Trash: the layouts and the top of the discard pile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from rules.observation import Seen, format_row, parse_row
from rules.trash.position import Phase, Position


@dataclass(frozen=True, slots=True)
class Table:
    """A settled table as it is seen.

    Attributes:
        layouts: for each player, clockwise, the slots from 1 on. A single layout stands for one player seen alone.
        discard: the top of the discard pile; empty where there is no pile.
    """

    layouts: tuple[tuple[Seen, ...], ...]
    discard: Seen = field(default_factory=Seen.unknown)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Slots of each layout."""
        return tuple(map(len, self.layouts))

    @classmethod
    def of(cls, position: Position) -> Self:
        """The table that an onlooker sees in a position.

        A card in hand is not on the table. A card nobody knows is face down in a layout and unknown on the pile.
        """
        if position.phase is Phase.DEAL and not position.layouts:
            return cls((), Seen.empty())
        layouts = tuple(
            tuple(Seen.card(slot.card) if slot.up and slot.card is not None else Seen.down() for slot in layout)
            for layout in position.layouts
        )
        if not position.discards:
            return cls(layouts, Seen.empty())
        return cls(layouts, Seen.unknown() if position.top is None else Seen.card(position.top))

    @classmethod
    def parse(cls, layouts: str | Sequence[str], discard: str | None = None) -> Self:
        """A table written as one text for each layout, such as ``"AS ?? 3H"``, and the top of the discard pile.

        Raises:
            CardError: naming the place that cannot be read.
        """
        rows = (layouts,) if isinstance(layouts, str) else layouts
        return cls(tuple(map(parse_row, rows)), Seen.unknown() if discard is None else Seen.parse(discard))

    def __str__(self) -> str:
        """The layouts and the discard pile's top, separated by ``/``, as `Seen` writes them."""
        return " / ".join((*map(format_row, self.layouts), f"discard {self.discard}"))
