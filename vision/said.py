"""What a person said of a card that the camera reads as another, kept where the card lies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from rules.cards import Card
from vision.geometry import centres, near
from vision.track import Track
from vision.types import Floats, SeenCard, points

_ONE_PLACE = 0.5
"""Distance in card widths up to which a card lies where one lay before."""

_DOWN = "down"


@dataclass(frozen=True, eq=False)
class Said:
    """A correction that outlives what follows the cards.

    Attributes:
        corners: (4, 2) of the card, in the picture's pixels.
        card: what it is; None: it lies face down.
        down: whether the camera takes it for a face-down card, ...
        read: ... or for which card; None where it cannot tell.
    """

    corners: Floats
    card: Card | None
    down: bool
    read: Card | None

    @classmethod
    def of(cls, card: SeenCard, read: SeenCard) -> Self:
        """What was said of a card, and what is read there."""
        return cls(card.corners, card.card, read.side == "down", read.card)

    @classmethod
    def restored(cls, state: Mapping[str, Any]) -> Self:
        """What `state` gave."""
        read = state["read"]
        return cls(
            np.asarray(state["corners"], dtype=np.float32),
            None if state["card"] == _DOWN else Card.parse(state["card"]),
            read == _DOWN,
            None if read in (_DOWN, None) else Card.parse(read),
        )

    def state(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "corners": points(self.corners),
            "card": _DOWN if self.card is None else str(self.card),
            "read": _DOWN if self.down else None if self.read is None else str(self.read),
        }

    def seen(self) -> SeenCard:
        """The card as it was said to be."""
        return said_to_be(self.card, self.corners)

    def here(self, corners: Floats) -> bool:
        """Whether a card with these corners, (4, 2), lies where this one lay."""
        return near(self.corners, centres(corners), _ONE_PLACE)

    def same(self, read: SeenCard) -> bool:
        """Whether the camera takes a card for what it took this one for."""
        return (read.side == "down") == self.down and read.card == self.read


def said_to_be(card: Card | None, corners: Floats) -> SeenCard:
    """A card as a person says it is, None for face down, with corners (4, 2)."""
    if card is None:
        return SeenCard(None, "down", 1.0, corners)
    return SeenCard(card, "up", 1.0, corners, candidates={card: 1.0})


def recall(said: Iterable[Said], track: Track) -> None:
    """Let what was said of a card before it was followed stand for a track that lies there and is read as it was."""
    read = track.read()
    known = next((one for one in said if one.here(track.quad) and one.same(read)), None)
    if known is not None:
        track.said = known.seen()
