"""One card that is followed: where it lies, what every look at it said, what was told of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rules.cards import Card
from vision.evidence import Evidence
from vision.matching import transform
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
        scale: pixels of the network's input for one of the frame, in the look that found it first.
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
    scale: float = 1.0
    away: int = 0
    told: SeenCard | None = None
    hidden_by: int | None = None

    @classmethod
    def begin(cls, number: int, card: SeenCard, time: float, patch: Floats, scale: float = 1.0) -> Track:
        """A card seen for the first time."""
        track = cls(number, card.corners, card, time, seen_at=time, counted=(card.corners, patch), scale=scale)
        if card.side == "up":
            track.evidence.add(card)
        return track

    def card(self) -> SeenCard:
        """What all looks together say."""
        if self.seen.side == "down":
            return replace(self.seen, corners=self.quad)
        name, confidence, candidates = self.evidence.decided()
        return replace(self.seen, card=name, confidence=confidence, candidates=candidates, corners=self.quad)


def anchored(tracks: Sequence[Track], found: Sequence[SeenCard], sure: float) -> bool:
    """Move all tracks to where the cards lie that are known by name; False where too few are found again.

    Args:
        tracks: moved in place.
        found: cards of a look, in the reference picture that is new.
        sure: confidence from which a name counts.
    """
    by_name: dict[Card, list[Track]] = {}
    for track in tracks:
        if track.told is not None and track.hidden_by is None and track.told.card is not None:
            by_name.setdefault(track.told.card, []).append(track)
    here, there = [], []
    for card in found:
        same = by_name.get(card.card, []) if card.card is not None else []
        if len(same) == 1 and card.confidence >= sure:
            here.append(same[0].quad)
            there.append(card.corners)
    move = transform(here, there)
    if move is None:
        return False
    for track in tracks:
        track.quad = (track.quad @ move[:, :2].T + move[:, 2]).astype("float32")
        # Its picture was taken from another place.
        track.counted = None
    return True


def replace_track(tracks: list[Track], place: Track, track: Track, same: bool) -> None:
    """Let a track take the place of another; `same`: it is the same card, turned over, and keeps its number."""
    tracks.remove(place)
    number = place.id if same else track.id
    for other in tracks:
        if other.hidden_by in (place.id, track.id):
            other.hidden_by = number
    track.id = number


def bury(tracks: list[Track], place: Track, track: Track, keep: int = 16) -> None:
    """Lay a track on another: what lay there is hidden. Of a pile's cards only the newest are remembered."""
    place.hidden_by = track.id
    buried = [other for other in tracks if other.hidden_by in (place.id, track.id)]
    for other in buried:
        other.hidden_by = track.id
    for other in sorted(buried, key=lambda other: other.first)[:-keep]:
        tracks.remove(other)
