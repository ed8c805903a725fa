"""From cards to the game's places: layouts, stock and discard pile, hands, table cards. Geometry only.

Nothing is drawn by the user: the cards' own outlines give the table's plane (`vision.plane`), and what lies how far
from what does the rest. Where that can be wrong, zones set by hand (`vision.marked`) take its place.
"""

from __future__ import annotations

from vision.zones.base import OTHER_LAYOUTS, Hand, ZoneError, blank, seen, unfounded
from vision.zones.groups import BusTable, bus, gin, hands, row, seats
from vision.zones.layouts import Layout, TrashTable, laid_out, trash

__all__ = [
    "OTHER_LAYOUTS",
    "BusTable",
    "Hand",
    "Layout",
    "TrashTable",
    "ZoneError",
    "blank",
    "bus",
    "gin",
    "hands",
    "laid_out",
    "row",
    "seats",
    "seen",
    "trash",
    "unfounded",
]
