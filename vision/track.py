"""One card that is followed: where it lies, what every look at it said, what was told of it."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from rules.cards import Card
from vision.evidence import Chances, Evidence
from vision.geometry import areas, begun_like, centres, inside
from vision.likeness import likeness
from vision.matching import distances, shared, sizes, transform
from vision.motion import Motion
from vision.printed import apart, at_one_spot, named
from vision.table import Side
from vision.types import Floats, Index, SeenCard, quads

_OTHER = 4.0
"""Mean difference, in grey levels, from which a card's picture counts as another look at it."""

_SAME = 0.7
"""Correlation of two pictures of a place below which another card must lie there."""

_SURELY = 0.9
"""Confidence from which a card's name is believed where it decides what lies on what."""
_WHOLLY = 0.75
"""Share of two cards from which one lies on the other, and does not only overlap it, however they are turned."""
_ASIDE = 0.15
"""How far apart in short sides cards lie at least of which one does not lie on the other in a pile, its index being
read beside that one: in a close fan a fifth of a card is left in sight."""

_ALIKE = 0.9
"""The same where nothing else shows that the card on it is gone."""

_TRUST = 6
"""Looks after which a pile is taken to show what is seen of it, and not what was known to lie there."""

_GUESSES = 4
"""Outlines guessed from an index that are averaged."""

_SHRUNK = 0.8
"""Share of a card's area under which an outline is of a part of it."""

_CORRECTED = 4
"""Looks in a row that see a card smaller, after which it was outlined too large before."""

_CORNERS = 4
"""Indices that a card has at most."""

_ELSEWHERE = 0.1
"""Distance in short sides from which a card lies elsewhere than it did."""

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
        renamed: looks in a row after which its name is surely another than was told.
        named: what it was told to be before it was told to be another.
        smaller: looks in a row whose outline was that of a part of it.
        outlined: whether its whole face was ever seen, and not only an index that its outline was guessed from.
        said: whether a person said what it is.
        left: (53,) what other cards leave of their names, None where they leave all.
        reached: side from which the hand came that left it as it is, None where that is not clear.
        brought: the same at the first look at a card not told yet: another hand may pass over it before it is.
    """

    id: int
    quad: Floats
    seen: SeenCard
    first: float
    evidence: Evidence = field(default_factory=Evidence)
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
    told: SeenCard | None = None
    hidden_by: int | None = None
    peeps: int = 0
    outlined: bool = False
    said: bool = False
    left: Chances | None = None
    prints: tuple[Index, ...] = ()
    reached: Side | None = None
    brought: Side | None = None

    @classmethod
    def begin(cls, number: int, card: SeenCard, time: float, patch: Floats, scale: float = 1.0) -> Track:
        """A card seen for the first time."""
        track = cls(number, card.corners, card, time, seen_at=time, counted=(card.corners, patch), scale=scale)
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
        told = self.card().card
        read = [index for index in named(card.indices) if told is None or index.suit == str(told)[-1]]
        if read:
            # What was read first was least covered.
            new = np.flatnonzero(~at_one_spot(read, self.prints).any(axis=1))
            self.prints = (*self.prints, *(read[place] for place in new))[:_CORNERS]

    def follow(self, card: SeenCard) -> None:
        """Take the outline of one more look; one guessed from an index gives way to one that was seen whole."""
        if not card.guessed:
            off = float(distances(self.quad, card.corners)[0][0, 0])
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

    def cut(self, card: SeenCard, covered: bool) -> bool:
        """Whether a look saw only a part of a card known, as a hand leaves: cards do not shrink.

        Looks are counted, for its outline may have been too large before, guessed or not, but those of a card that is
        partly `covered`.
        """
        if self.told is None or card.guessed:
            return False
        part = self.shrunk(card)
        if not part:
            self.smaller = 0
        elif not covered:
            self.smaller += 1
        return part and self.smaller < _CORRECTED

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

    def differs(self, motion: Motion) -> bool:
        """Whether it looks otherwise than when it was last counted."""
        pictures = self.pictures(motion)
        return pictures is None or float(np.abs(pictures[1] - pictures[0]).mean(axis=(0, 1)).max()) > _OTHER

    def card(self) -> SeenCard:
        """What all looks together say."""
        if self.seen.side == "down":
            return replace(self.seen, corners=self.quad)
        name, confidence, candidates = self.evidence.decided(self.left)
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
        track.counted, track.prints = None, ()
    return True


def replace_track(tracks: list[Track], place: Track, track: Track, same: bool) -> None:
    """Let a track take the place of another; `same`: it is the same card, turned over, and keeps its number."""
    tracks.remove(place)
    for other in tracks:
        if other.hidden_by == place.id:
            other.hidden_by = track.id
    if same:
        renumber(tracks, track, place.id)


def renumber(tracks: Sequence[Track], track: Track, number: int) -> None:
    """Give a track another number, by which those under it know it too."""
    for other in tracks:
        if other.hidden_by == track.id:
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


def under(tracks: Sequence[Track], track: Track, fans: bool = True) -> Track | None:
    """The card told of before that lies where this one does now; of several in a pile the one laid there last.

    Of a fan, where there may be `fans`, none lies under another whose index is read beside it.
    """
    best: tuple[bool, float, Track | None] = (False, 0.5, None)
    for other in tracks:
        if other is track or other.told is None or other.hidden_by is not None:
            continue
        share = shared(track.quad, other.quad)
        if fans and _shown_beside(other, track) and aside(other, track):
            continue
        wholly = share > _WHOLLY
        if share <= 0.5 or (_peeps(other, track) and (not wholly or _read_beside(other, track))):
            continue
        weight = (wholly, other.first if wholly else share)
        if best[2] is None or weight > best[:2]:
            best = (*weight, other)
    return best[2]


def _peeps(below: Track, above: Track) -> bool:
    """Whether a face-up card shows an index beside the one that lies on it, as the cards of a spread do."""
    if below.seen.side == "down":
        return False
    a, b, c, d = below.quad
    indices = [_mixed(a, b, d), _mixed(c, d, b)]
    return not bool(inside(np.array(indices, dtype=np.float32), above.quad).all())


def _shown_beside(below: Track, above: Track) -> bool:
    """Whether the look that saw one card read the other's index too, in a place of its own, as in a fan it is."""
    surely = below.seen.guessed and below.seen_at == above.seen_at and below.card().confidence >= _SURELY
    return surely and below.seen.card == below.card().card and apart(below.seen.indices, above.prints)


def aside(one: Track, other: Track) -> bool:
    """Whether two cards lie as far from each other as those of a fan do."""
    return float(distances(one.quad, other.quad)[0][0, 0]) >= _ASIDE


def _read_beside(below: Track, above: Track) -> bool:
    """Whether the look that saw one card's face read the other's index within its outline: that is drawn too wide."""
    one, other = below.seen, above.seen
    by_index = one.guessed and not other.guessed and below.seen_at == above.seen_at
    if not by_index or one.confidence < _SURELY or one.card == other.card:
        return False
    spots = centres(quads([index.quad for index in one.indices]))
    return len(spots) == 0 or bool(inside(spots, above.quad).any())


def _mixed(corner: Floats, along: Floats, down: Floats) -> Floats:
    """The middle of the index in a corner."""
    return np.asarray(corner + 0.11 * (along - corner) + 0.12 * (down - corner), dtype=np.float32)


def uncovered(tracks: Sequence[Track], matched: Sequence[tuple[Track, SeenCard]]) -> set[int]:
    """Numbers of the cards in whose places a look saw the whole face of a card known to lie under them.

    Args:
        tracks: those followed.
        matched: those that the look found, with what it saw of them.
    """
    by_number = {track.id: track for track in tracks}
    return {
        above.id
        for track, card in matched
        if (above := by_number.get(track.hidden_by or 0)) is not None
        and card.card is not None
        and not card.guessed
        and shared(card.corners, above.quad) > _WHOLLY
    }


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


def rivalled(tracks: Sequence[Track], track: Track, bared: Container[int]) -> bool:
    """Whether a card not yet sure lies in a track's place: that one's event will tell both.

    Where a card known to lie under it is seen whole, nothing new does: what peeps out beside that one is older. `bared`
    are the numbers of the tracks of which that is so.
    """
    if track.id in bared:
        return False
    rivals = [other for other in tracks if other.told is None and not other.missed]
    return any(shared(track.quad, other.quad) > 0.5 for other in rivals)


def lies_open(tracks: Sequence[Track], track: Track, time: float, motion: Motion) -> bool:
    """Whether where a track lay the newest card known under it was seen by this look, and looks as it did before."""
    newest = _newest_below(tracks, track)
    alike = None if newest is None or newest.seen_at != time else newest.likeness(motion)
    if alike is None or alike < _ALIKE:
        return False
    # Courts of one deck are much alike.
    own = track.likeness(motion)
    return own is None or own < alike


def unclear(tracks: Sequence[Track], track: Track, time: float, motion: Motion) -> bool:
    """Whether the card that must come to light where a track lay was not seen yet, but for some that peep out."""
    newest = _newest_below(tracks, track)
    if newest is None or track.missed >= _TRUST:
        return False
    # A card that lay there all along looks as it did before another was laid on it.
    alike = newest.likeness(motion)
    return newest.seen_at != time or (alike is not None and alike < _SAME)


def _newest_below(tracks: Sequence[Track], track: Track) -> Track | None:
    """The card told of that was laid down last under a track."""
    below = [other for other in tracks if other.hidden_by == track.id and other.told is not None]
    return max(below, key=lambda other: other.first, default=None)


def lifted(tracks: list[Track], track: Track, time: float) -> Track | None:
    """Take a track away; the one that comes to light under it, None where nothing does."""
    tracks.remove(track)
    below = [other for other in tracks if other.hidden_by == track.id]
    open_again = [other for other in below if other.seen_at == time and other.told is not None]
    if not open_again:
        for other in below:
            tracks.remove(other)
        return None
    top = max(open_again, key=lambda other: other.first)
    for other in below:
        other.hidden_by = None if other is top else top.id
    top.first, top.told = time, top.card()
    return top
