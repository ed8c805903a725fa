"""One card that is followed: where it lies, what every look at it said, what was told of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from vision.evidence import Evidence
from vision.types import Floats, SeenCard


@dataclass(eq=False)
class Track:
    """A card of the tracker.

    Attributes:
        id: its number.
        quad: (4, 2) corners in the reference picture.
        seen: the newest look at it.
        first: time it was first seen as it is.
        evidence: of its name.
        looks: how many found it.
        missed: looks in a row that did not, though its place was in view.
        seen_at: time of the newest look that found it.
        counted: where it lay and what its picture was when it was last counted, None before.
        away: looks in a row that found it elsewhere than was told.
        closer: whether it was looked at enlarged.
        told: as the events told it; None as long as it is not sure.
        hidden_by: number of the card that lies on it.
    """

    id: int
    quad: Floats
    seen: SeenCard
    first: float
    evidence: Evidence = field(default_factory=Evidence)
    looks: int = 1
    missed: int = 0
    seen_at: float = -1.0
    counted: tuple[Floats, Floats] | None = None
    closer: bool = False
    away: int = 0
    told: SeenCard | None = None
    hidden_by: int | None = None

    @classmethod
    def begin(cls, number: int, card: SeenCard, time: float, patch: Floats) -> Track:
        """A card seen for the first time."""
        track = cls(number, card.corners, card, time, seen_at=time, counted=(card.corners, patch))
        if card.side == "up":
            track.evidence.add(card)
        return track

    def card(self) -> SeenCard:
        """What all looks together say."""
        if self.seen.side == "down":
            return replace(self.seen, corners=self.quad)
        name, confidence, candidates = self.evidence.decided()
        return replace(self.seen, card=name, confidence=confidence, candidates=candidates, corners=self.quad)
