"""What the zones of all games share: the cards seen from above, hands, and what a place shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from rules.observation import Seen
from vision.errors import SightError
from vision.types import Floats, Reading, SeenCard

OTHER_LAYOUTS = "zones.layouts"
"""The id of a `ZoneError` of a table where other than so many layouts lie."""

_SUIT = 13
"""Cards of a suit: of a face that may be more of them neither rank nor suit was read."""


class ZoneError(SightError):
    """The table does not show what the game needs; the message says what is missing or too much."""


@dataclass(frozen=True, eq=False)
class Hand:
    """Cards that belong together.

    Attributes:
        cards: their numbers in the reading, left to right, a second row after the first.
        side: where it lies: "near", "far", "left" or "right".
        centre: (2,) in pixels.
    """

    cards: tuple[int, ...]
    side: str
    centre: Floats = field(default_factory=lambda: np.zeros(2, dtype=np.float32))


def seen(card: SeenCard | None, certain: float = 0.9) -> Seen:
    """One place as the referee takes it; None is a place of which nothing is known."""
    if card is None:
        return Seen.unknown()
    if card.side == "down":
        return Seen.down() if card.confidence >= 0.5 else Seen.unknown()
    possible = card.possible(certain)
    return Seen.cards(possible) if possible else Seen.up()


def blank(card: SeenCard) -> bool:
    """Whether a card passes for a face of which neither rank nor suit can be read, as a back may that resembles one."""
    return len(seen(card).possible) > _SUIT


def unfounded(card: SeenCard) -> bool:
    """Whether all that is seen of a card is an index that is not surely read: lines on a table may look like one."""
    return card.guessed and seen(card).certain is None


def cards_of(reading: Reading | Sequence[SeenCard]) -> list[SeenCard]:
    """The cards of a reading, or those given."""
    return list(reading.cards if isinstance(reading, Reading) else reading)
