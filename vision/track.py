"""One card that is followed: where it lies, what every look at it said, what was told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from rules.cards import Card
from vision.change import Change, Mask
from vision.evidence import Chances, Evidence
from vision.geometry import areas, begun_like
from vision.ink import Print
from vision.likeness import likeness
from vision.matching import distances, sizes, transform
from vision.motion import Motion
from vision.printed import at_one_spot, in_common, named
from vision.table import Side
from vision.types import Floats, Index, SeenCard

_OTHER = 4.0
"""Mean difference, in grey levels, from which a card's picture counts as another look at it."""

_SURELY = 0.9
"""Confidence from which a card's name is believed where it decides anything about others."""

_GUESSES = 4
"""Outlines guessed from an index that are averaged."""

_SHRUNK = 0.8
"""Share of a card's area under which an outline is of a part of it."""

_GROWN = 1.15
"""The same over which something beside it was taken for a part of it."""

_CORRECTED = 4
"""Looks in a row that see a card smaller, or larger, after which it was outlined too large or too small before."""

_CORNERS = 4
"""Indices that a card has at most."""

_UNLIKE, _TRIES = 0.6, 3
"""Correlation of two pictures of a card under which something may lie on it, and looks that are taken for that."""

_ELSEWHERE = 0.1
"""Distance in short sides from which a card lies elsewhere than it did."""

_FAR = 0.3
"""The same from which the outline that follows from an index is no other card's."""

_TIRED = 1.5
"""Seconds after which a card that is still in doubt is left as it is until its place changes again."""


@dataclass(eq=False)
class Track:
    """A card of the tracker.

    Attributes:
        id: its number.
        quad: (4, 2) corners in the reference picture.
        seen: the newest look at it.
        first: time it was first seen as it is.
        laid: time it was first seen there, whatever has lain on it since.
        evidence: of its name.
        looks: how many found it.
        missed: looks in a row that did not, though its place was in view.
        seen_at: time of the newest look that found it.
        doubted: since when it is not sure whether it lies there, None where that is sure.
        counted: where it lay and what its picture was when it was last counted, None before.
        away: looks in a row that found it elsewhere than was told.
        scale: pixels of the network's input for one of the frame, in the look that found it first.
        closer: whether it was looked at enlarged.
        prints: its indices, wherever they were read since it lies there, in the reference picture.
        told: as the events told it; None as long as it is not sure.
        hidden_by: number of the card that lies on it.
        peeps: looks in a row that read its index beside that card.
        raised: looks in a row that saw it whole, and a corner of that card.
        renamed: looks in a row after which its name is surely another than was told.
        named: what it was told to be before it was told to be another.
        smaller: looks in a row whose outline was that of a part of it.
        larger: the same of it and more.
        unlike: looks taken because it looks otherwise than it did.
        elsewhere: looks in a row that outlined it elsewhere though its index stands where it stood.
        outlined: whether its whole face was ever seen, and not only an index that its outline was guessed from.
        said: what a person said it is, whatever looks at it say; None where nobody did.
        left: (53,) what other cards leave of their names, None where they leave all.
        reached: side from which the hand came that left it as it is, None where that is not clear.
        brought: the same at the first look at a card not told yet: another hand may pass over it before it is.
    """

    id: int
    quad: Floats
    seen: SeenCard
    first: float
    evidence: Evidence = field(default_factory=Evidence)
    laid: float = -1.0
    looks: int = 1
    missed: int = 0
    seen_at: float = -1.0
    doubted: float | None = None
    counted: tuple[Floats, Floats] | None = None
    closer: bool = False
    scale: float = 1.0
    away: int = 0
    renamed: int = 0
    named: frozenset[Card] = frozenset()
    smaller: int = 0
    larger: int = 0
    told: SeenCard | None = None
    hidden_by: int | None = None
    peeps: int = 0
    raised: int = 0
    unlike: int = 0
    elsewhere: int = 0
    outlined: bool = False
    said: SeenCard | None = None
    left: Chances | None = None
    prints: tuple[Index, ...] = ()
    reached: Side | None = None
    brought: Side | None = None

    @classmethod
    def begin(cls, number: int, card: SeenCard, time: float, patch: Floats, scale: float = 1.0) -> Track:
        """A card seen for the first time."""
        counted = (card.corners, patch)
        track = cls(number, card.corners, card, time, laid=time, seen_at=time, counted=counted, scale=scale)
        track.outlined = not card.guessed
        if card.side == "up":
            track.evidence.add(card)
        track.see(card)
        return track

    def see(self, card: SeenCard) -> None:
        """Remember the newest look at it, and where its indices stand."""
        self.seen = card
        if card.side == "down" or card.confidence < _SURELY:
            return
        told = self.read().card
        read = [index for index in named(card.indices) if told is None or index.suit == str(told)[-1]]
        if read:
            # What was read first was least covered.
            new = np.flatnonzero(~at_one_spot(read, self.prints).any(axis=1))
            self.prints = (*self.prints, *(read[place] for place in new))[:_CORNERS]

    def follow(self, card: SeenCard) -> None:
        """Take the outline of one more look; one guessed from an index gives way to one that was seen whole."""
        if not card.guessed:
            off = self._off(card)
            fresh = off > _ELSEWHERE or self.told is None or not self.outlined
            before = begun_like(self.quad[None], card.corners)[0]
            if off > _ELSEWHERE:
                self.prints = named(card.indices)
            self.quad = card.corners if fresh else (0.7 * before + 0.3 * card.corners)
            self.outlined = True
        elif not self.outlined:
            near = float(np.linalg.norm(card.corners - self.quad, axis=1).max()) < float(sizes(self.quad)[0])
            share = 1.0 / min(self.looks, _GUESSES)
            self.quad = (self.quad + share * (card.corners - self.quad)) if near else card.corners

    def astray(self, card: SeenCard) -> bool:
        """Whether a look put a known card's index, which stands where it stood, to an outline that lies elsewhere.

        That of the card laid beside it, from under which it peeps out, or one of both. Looks that are sure of the card
        are counted, for it may have been outlined astray before.
        """
        elsewhere = self.told is not None and self.outlined and not card.guessed and self._off(card) > _ELSEWHERE
        if not elsewhere or not in_common([self.prints], [card.indices], partly=True).any():
            self.elsewhere = 0 if not card.guessed else self.elsewhere
            return False
        self.elsewhere += int(card.confidence >= _SURELY)
        return self.elsewhere < _CORRECTED

    def ousted(self, card: SeenCard, found: Sequence[SeenCard], altered: Callable[[], bool]) -> bool:
        """Whether its outline is another card's: seen by its index now, which stands on a card that lies elsewhere.

        Args:
            card: what a look saw of it.
            found: all cards of that look.
            altered: whether its place looks otherwise than when it was outlined: what lies there now was laid on it.
        """
        if not self.outlined or not card.guessed or self._off(card) <= _FAR:
            return False
        whole = [other for other in found if not other.guessed and other.confidence >= _SURELY]
        there = any(other.card != card.card and self._off(other) < _ELSEWHERE for other in whole)
        return there and not altered()

    def give_up(self, card: SeenCard) -> None:
        """Take the outline that follows from its index for one that was another card's."""
        self.quad, self.outlined = card.corners, False
        if self.told is not None:
            self.told = replace(self.told, corners=card.corners)

    def _off(self, card: SeenCard) -> float:
        return float(distances(self.quad, card.corners)[0][0, 0])

    def cut(self, card: SeenCard, covered: bool) -> bool:
        """Whether a look saw only a part of a card known, as a hand leaves: cards do not shrink.

        Looks are counted, for its outline may have been too large before, guessed or not, but those of a card that is
        partly `covered`.
        """
        if self.told is None or card.guessed:
            return False
        part = self.shrunk(card)
        self.smaller = self.smaller + int(not covered) if part else 0
        return part and self.smaller < _CORRECTED

    def outgrown(self, card: SeenCard, covered: Callable[[], bool]) -> bool:
        """Whether a look outlined more than a card known, such as fingers at its edge: cards do not grow.

        Looks are counted as for a part of it, but those in which an arm `covered` what the outline adds.
        """
        if self.told is None or card.guessed or not self.outlined:
            return False
        before, now = areas(np.stack([self.quad, card.corners]))
        more = bool(now > _GROWN * before)
        self.larger = self.larger + int(not covered()) if more else 0
        return more and self.larger < _CORRECTED

    def shrunk(self, card: SeenCard) -> bool:
        """Whether a look's outline is only of a part of it."""
        before, now = areas(np.stack([self.quad, card.corners]))
        return bool(now < _SHRUNK * before)

    def pictures(self, motion: Motion, within: Floats | None = None) -> tuple[Floats, Floats] | None:
        """Its place as it looked when last counted, and as it looks now; None where that is not known.

        Args:
            motion: of the frame.
            within: (4, 2) outline in the reference picture; of both pictures what lies well inside it and inside the
                card, in a row.
        """
        if self.counted is None:
            return None
        quad, before = self.counted
        now = motion.patch(quad)
        if now.shape != before.shape or now.size < 16:
            return None
        if within is None:
            return before, now
        inner = motion.within(quad, quad) & motion.within(quad, within)
        return (before[inner], now[inner]) if int(inner.sum()) >= 16 else None

    def likeness(self, motion: Motion) -> float | None:
        """Correlation of its place as it looked when last counted and as it looks now; None where that is not known."""
        pictures = self.pictures(motion)
        return None if pictures is None else likeness(*pictures)

    def doubtful(self, motion: Motion) -> bool:
        """Whether its place looks so unlike what it was that something may lie on it, and looks for that are left."""
        if self.unlike >= _TRIES:
            return False
        alike = self.likeness(motion)
        return alike is not None and alike < _UNLIKE

    def differs(self, motion: Motion) -> bool:
        """Whether it looks otherwise than when it was last counted."""
        pictures = self.pictures(motion)
        return pictures is None or float(np.abs(pictures[1] - pictures[0]).mean(axis=(0, 1)).max()) > _OTHER

    @property
    def shown(self) -> SeenCard | None:
        """What the events told of it, if no card lies on it; else None."""
        return self.told if self.hidden_by is None else None

    def card(self) -> SeenCard:
        """What it is: what a person said, else what all looks together say."""
        return self.read() if self.said is None else replace(self.said, corners=self.quad, indices=self.seen.indices)

    def read(self) -> SeenCard:
        """What all looks together say. By that it is known again, for what was misread once is so again."""
        if self.seen.side == "down":
            return replace(self.seen, corners=self.quad)
        name, confidence, candidates = self.evidence.decided(self.left)
        return replace(self.seen, card=name, confidence=confidence, candidates=candidates, corners=self.quad)


def carried(tracks: Iterable[Track], found: Sequence[SeenCard], sure: float) -> npt.NDArray[np.float64] | None:
    """The similarity (2, 3) that carries cards known by name to where a look finds them; None where too few are found.

    Args:
        tracks: the cards.
        found: cards of a look.
        sure: confidence from which a name counts.
    """
    by_name: dict[Card, list[Track]] = {}
    for track in tracks:
        if track.shown is not None and track.shown.card is not None:
            by_name.setdefault(track.shown.card, []).append(track)
    here, there = [], []
    for card in found:
        same = by_name.get(card.card, []) if card.card is not None else []
        if len(same) == 1 and card.confidence >= sure:
            here.append(same[0].quad)
            there.append(card.corners)
    return transform(here, there)


def anchored(tracks: Sequence[Track], found: Sequence[SeenCard], sure: float) -> bool:
    """Move all tracks to where the cards lie that are known by name; False where too few are found again.

    Args:
        tracks: moved in place.
        found: cards of a look, in the reference picture that is new.
        sure: confidence from which a name counts.
    """
    move = carried(tracks, found, sure)
    if move is None:
        return False
    for track in tracks:
        track.quad = (track.quad @ move[:, :2].T + move[:, 2]).astype("float32")
        # Its picture was taken from another place.
        track.counted, track.prints = None, ()
    return True


def inked(tracks: Sequence[Track], but: Track | None = None) -> list[Print]:
    """The cards that were surely named, all but one, for the inks of their suits."""
    return [
        Print(told.card.suit, track.prints, track.quad if track.hidden_by is None else None)
        for track in tracks
        if track is not but and (told := track.told) is not None and told.confidence >= _SURELY
        if told.card is not None and told.card.suit is not None
    ]


def seen_lying(tracks: Iterable[Track], motion: Motion, change: Change, time: float) -> list[Mask]:
    """The cells of the cards told of that were seen since anything last moved over them, at a time in seconds."""
    places = [(track, motion.cells(track.quad)) for track in tracks if track.told is not None]
    return [cells for track, cells in places if track.seen_at >= time - change.rested(cells)]


def tired(tracks: Sequence[Track], doubtful: Sequence[Track], time: float) -> list[Track]:
    """Those of the doubtful tracks that have been so for long enough; others may only have begun to be."""
    out = []
    for track in tracks:
        if track not in doubtful:
            track.doubted = None
        elif track.doubted is None:
            track.doubted = time
        elif time - track.doubted > _TIRED:
            track.doubted, track.missed = None, 0
            out.append(track)
    return out
