"""The layouts of Trash that a photo shows, where it is not all said how many there are and of how many slots."""

from __future__ import annotations

from collections.abc import Sequence

from rules.trash.table import Table
from vision.types import Reading
from vision.zones import TrashTable, laid_out


def layouts_of(
    reading: Reading,
    players: int | None = None,
    slots: Sequence[int] | None = None,
    sides: Sequence[str] | None = None,
    before: TrashTable | None = None,
) -> TrashTable:
    """The table of a photo.

    Args:
        reading: of the photo.
        players: who play, of whom one may have photographed their own layout alone; None: found out.
        slots: of each layout, one number for all; None: found out.
        sides: where the layouts lie; None: found out.
        before: the same table in an earlier photo: its layouts lie on the same sides, and most likely have its sizes.

    Raises:
        ZoneError: where no layouts are found, or others than were said.
    """
    counts = None if players is None else sorted({1, players})
    sizes = slots[0] if slots is not None and len(slots) == 1 else slots
    if before is None:
        return laid_out(reading, counts, sizes, sides)
    usual = [len(layout.slots) for layout in before.layouts]
    return laid_out(reading, counts, sizes, [layout.side for layout in before.layouts], usual)


def observed(table: TrashTable) -> Table:
    """A table as the referee takes it."""
    rows, discard = table.to_observation()
    return Table(tuple(rows.values()), discard)
