"""Cards followed over frames: evidence added up, hands passing over ignored, changes told once they are sure.

A look (detector and reader over a frame) is taken only where something has changed and come to rest, and again where
what was seen is not yet sure. A card whose pixels have not changed is still there, whether a look finds it or not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from vision.attention import parts, whole
from vision.closer import Looker
from vision.evidence import Evidence
from vision.gaze import Gaze, Glance
from vision.hands import arms, largest
from vision.likeness import blinded, likeness
from vision.matching import distances, pairs, shared
from vision.motion import CELL, Change, Mask, Motion
from vision.pack import left_over
from vision.table import TableState, Tracked, TrackEvent, mapped
from vision.track import (
    Track,
    anchored,
    born_together,
    bury,
    guessed,
    known_beside,
    lifted,
    outdone,
    replace_track,
    rivalled,
    unclear,
    under,
)  # fmt: skip
from vision.types import Floats, Image, SeenCard

HOLD = 0.07
"""Seconds a place must have been at rest before it is looked at: two frames of an ordinary camera."""

SURE = 0.9
"""Confidence from which a card's name counts as certain."""

_PATIENCE = 0.7
"""Seconds a card that cannot be named yet is looked at again before it is told unnamed."""

_GUESSED = 0.3
"""Seconds a card of which only an index was seen is looked at again: its outline is a guess."""

_ALIKE = 0.98
"""Correlation of two pictures of a place from which the same card is taken to lie there."""

_HINT = 0.25
"""Confidence of a likeliest name from which it says something."""

_CALM = 0.004
"""Share of the picture that may move on a table at rest."""

_LONGEST = 0.6
"""Longest pause between looks at a place that stays unexplained, such as one under a resting hand."""


@dataclass
class Tracker:
    """Follows the cards of one table.

    Args:
        reader: reads a frame.
        packs: in play.
        language: of the indices.
        joker: whether the packs hold jokers.
    """

    reader: Looker
    packs: int | Literal["auto"] = "auto"
    language: str = "auto"
    joker: bool = True
    _motion: Motion = field(default_factory=Motion)
    _tracks: list[Track] = field(default_factory=list)
    _next: int = 1
    _last: float = -math.inf
    _was_dirty: Mask | None = None
    _doubt: float | None = None
    _seen: Mask = field(default_factory=lambda: np.zeros((0, 0), dtype=bool))
    _open: list[Track] = field(default_factory=list)
    _anew: bool = True
    _wait: float = 2 * HOLD
    _began: float | None = None
    _gaze: Gaze = field(init=False, repr=False)
    _change: Change = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._gaze = Gaze(self.reader, self.packs, self.language, self.joker, HOLD)

    @property
    def looks(self) -> int:
        """How often the detector ran."""
        return self._gaze.looks

    def update(self, image: Image, time: float) -> TableState:
        """Take one frame, (H, W, 3) BGR uint8, at a time in seconds that never goes back."""
        self._began = time if self._began is None else self._began
        change = self._motion.update(image, time)
        if change.restarted:
            self._anew, self._was_dirty = True, None
        events: list[TrackEvent] = []
        looked = self._due(change, time)
        if looked:
            events = self._look(image, change, time)
        cards = tuple(
            Tracked(track.id, self._in_frame(track.card(), change), track.first, self._clear(track, change))
            for track in self._tracks
            if track.told is not None and track.hidden_by is None
        )
        calm = float(change.moving.mean()) < _CALM and not self._ready(change, time).any()
        return TableState(
            time=time,
            cards=cards,
            events=tuple(events),
            settled=calm and self._doubt is None and not self._anew,
            looked=looked,
            restarted=change.restarted,
            mirrored=self._gaze.mirrored,
            language=self._gaze.spoken,
            size=(image.shape[1], image.shape[0]),
            camera=change.camera,
        )

    def correct(self, card_id: int, card: SeenCard) -> None:
        """Obey a person who says what a card is.

        Raises:
            KeyError: where no such card is followed.
        """
        for track in self._tracks:
            if track.id == card_id:
                track.evidence, track.left, track.said = Evidence(), None, True
                track.evidence.add(card)
                track.seen = replace(track.seen, card=card.card, side=card.side, confidence=1.0)
                track.told = track.card()
                return
        raise KeyError(f"no card {card_id} lies on the table")

    def _due(self, change: Change, time: float) -> bool:
        if self._anew:
            assert self._began is not None, "a frame came"
            return bool((change.still > HOLD).mean() > 0.6) or time - max(self._last, self._began) > 2.0
        if self._doubt is not None and time > self._last:
            # Whether something is there shows from frame to frame; a name that will not come needs no hurry.
            fresh = any((track.told is None and track.looks < 2) or track.missed for track in self._tracks)
            return fresh or time - self._last >= 2 * HOLD
        return time - self._last >= HOLD and largest(self._ready(change, time)) >= 6

    def _ready(self, change: Change, time: float) -> Mask:
        """Cells that differ from what was last looked at, have come to rest, and were not looked at since."""
        ready = change.dirty & (change.still >= HOLD)
        if self._was_dirty is not None and self._was_dirty.shape == ready.shape:
            rested = change.still < (time - self._last) + HOLD
            # A look that left a place open (a hand lay beside it, a card was missed) is taken again, ever less often.
            if time - self._last < self._wait:
                ready &= ~self._was_dirty | rested
        return ready

    def _look(self, image: Image, change: Change, time: float) -> list[TrackEvent]:
        glance = self._read(image, change, time)
        found, self._seen, self._change = glance.cards, glance.seen, change
        self._last = time
        if self._anew:
            self._anchor(found)
            self._anew = False
        matched = self._matched(found, change)
        steady = [track for track, _ in matched if track.told is not None and not track.differs(self._motion)]
        if self.packs == 1:
            left_over(self._tracks, lambda track: not self._motion.changed(track.quad, change))
        events: list[TrackEvent] = []
        for track, card in matched:
            track.seen_at = time
            if track.hidden_by is None:
                track.seen = card
        for track, card in matched:
            events += self._confirm(track, card, change, time)
        self._closer(image, change)
        taken = {id(card) for _, card in matched}
        present = {id(track) for track, _ in matched}
        for card, scale in zip(found, glance.scales, strict=True):
            if id(card) in taken:
                continue
            beside = known_beside(self._tracks, card, lambda quad: self._covered(quad, change))
            if beside is not None:
                beside.missed, beside.seen_at = 0, time
                present.add(id(beside))
            elif not self._again(card, steady, change):
                patch = self._motion.patch(card.corners)
                self._tracks.append(Track.begin(self._next, card, time, patch, scale))
                present.add(id(self._tracks[-1]))
                self._next += 1
        events += self._missing([track for track in self._tracks if id(track) not in present], change, time)
        self._settle(change, time)
        resting = float(change.moving.mean()) < _CALM
        self._wait = min(self._wait * 2, _LONGEST) if resting and not events else 2 * HOLD
        return events

    def _read(self, image: Image, change: Change, time: float) -> Glance:
        """Look at what has to be looked at."""
        size = (image.shape[1], image.shape[0])
        open_ = [track for track in self._tracks if track.hidden_by is None]
        lying = [track.quad for track in open_ if track.told is not None]
        if self._anew:
            wanted = [whole(size, lying)]
        else:
            doubtful = [(track.quad, track.scale) for track in open_ if track.told is None or track.missed]
            cell = CELL * self._motion.scale
            wanted = parts(self._ready(change, time), doubtful, lying, cell, change.camera, size)
        return self._gaze.at(image, wanted, change, self._motion)

    def _matched(self, found: Sequence[SeenCard], change: Change) -> list[tuple[Track, SeenCard]]:
        tracks = self._tracks
        if not tracks or not found:
            return []
        compatible = np.zeros((len(tracks), len(found)), dtype=bool)
        fine = np.zeros(compatible.shape, dtype=np.float32)
        apart, _ = distances([track.quad for track in tracks], [card.corners for card in found])
        for i, j in zip(*np.nonzero(apart < 0.6), strict=True):
            compatible[i, j], fine[i, j] = self._fits(tracks[i], found[j], change)
        chosen = pairs([track.quad for track in tracks], [card.corners for card in found], compatible, fine)
        return [(tracks[i], found[j]) for i, j in chosen]

    def _fits(self, track: Track, card: SeenCard, change: Change) -> tuple[bool, float]:
        """Whether a card of this look can be the one followed, and what speaks against it."""
        if track.seen.side != card.side:
            return False, 0.0
        if card.side == "down":
            return True, 0.0
        if track.hidden_by is not None:
            # What lies under another card comes to light by its own name, or not at all.
            return card.confidence >= _HINT and track.evidence.agreement(card) > 0.5, 0.0
        if track.evidence.decided()[1] < 0.5:
            return True, 0.1
        agreement = track.evidence.agreement(card)
        readable = card.card is not None or card.confidence >= 0.5
        pictures = track.pictures(self._motion)
        if not self._motion.changed(track.quad, change) or (pictures is not None and likeness(*pictures) > _ALIKE):
            # The picture is the same: only a name that cannot be speaks against it.
            return agreement > 0.05 or not readable, 0.2 * (1.0 - min(agreement, 1.0))
        if not readable and pictures is not None and blinded(*pictures):
            return True, 0.2
        return card.confidence >= _HINT and agreement > 0.5, 0.4 * (1.0 - min(agreement, 1.0))

    def _confirm(self, track: Track, card: SeenCard, change: Change, time: float) -> list[TrackEvent]:
        """One more look at a card already followed."""
        if track.hidden_by is not None:
            # What peeps out under another card shows where it lies no better than it did.
            return []
        fresh = track.differs(self._motion)
        track.missed = 0
        track.looks += 1
        readable = card.card is not None or card.confidence >= 0.35
        if fresh and card.side == "up" and (readable or track.told is None):
            # Frames of a still card are one look, however many there are.
            track.evidence.add(card)
            track.counted = (track.quad, self._motion.patch(track.quad))
        elif card.side == "up" and readable:
            track.evidence.again(card)
        # Of a face-down card, and of one seen by its index, whose outlines are found less exactly, no push is told.
        told = track.told if card.side == "up" and not guessed(card) else None
        if told is not None and not track.outlined:
            # It was told where its index had it guessed to lie.
            told = track.told = replace(told, corners=card.corners)
        away = told is not None and float(distances(told.corners, card.corners)[0][0, 0]) > 0.35
        # An outline guessed from one corner under a hand may be far off for a look.
        track.away = track.away + 1 if away else 0
        moved = track.away >= 3
        track.follow(card)
        now = track.card()
        if track.told is None:
            unsure = now.side == "up" and now.confidence < SURE
            waited = time - track.first
            if track.looks < 2 or (unsure and waited < self._patience(track, now)):
                return []
            if not track.outlined and waited < _GUESSED:
                return []
            over = outdone(self._tracks, track, time)
            if over is not None and (waited < _PATIENCE or born_together(track, over)):
                return []
            if unsure:
                now = replace(now, card=None)
            return self._appear(track, now, time)
        better = now.side == "up" and now.card != track.told.card and now.confidence >= SURE
        if better or moved:
            before, track.told = track.told, now
            return [TrackEvent(time, "update", track.id, self._in_frame(before, change), self._in_frame(now, change))]
        return []

    def _patience(self, track: Track, now: SeenCard) -> float:
        """How long a name is waited for: longer where a card that was known would give way to one that is not."""
        place = under(self._tracks, track) if _unnamed(now) else None
        known = place is not None and place.told is not None and place.told.side == "up" and not _unnamed(place.told)
        return 1.8 * _PATIENCE if known else _PATIENCE

    def _appear(self, track: Track, now: SeenCard, time: float) -> list[TrackEvent]:
        """A card has become sure: alone, or in the place of another."""
        track.told = now
        change = self._change
        place = under(self._tracks, track)
        if place is None:
            return [TrackEvent(time, "new", track.id, None, self._in_frame(now, change))]
        before = place.told
        if before is not None and now.card is not None and now.card == before.card and self.packs in (1, "auto"):
            # Lost and found again at a slightly different place.
            track.first = place.first
            replace_track(self._tracks, place, track, same=True)
            return []
        turned = before is not None and before.side == "down" and now.side == "up"
        if turned or place.missed:
            replace_track(self._tracks, place, track, same=turned)
        else:
            bury(self._tracks, place, track)
        assert before is not None, "only cards that were told can be covered"
        if (_unnamed(before) and _unnamed(now)) or before.side == now.side == "down":
            return []
        return [TrackEvent(time, "update", track.id, self._in_frame(before, change), self._in_frame(now, change))]

    def _missing(self, absent: Sequence[Track], change: Change, time: float) -> list[TrackEvent]:
        events: list[TrackEvent] = []
        arms = self._arms(change)
        self._open = []
        for track in absent:
            if track.hidden_by is not None:
                if track.told is None:
                    self._tracks.remove(track)
                continue
            cells = self._motion.cells(track.quad)
            if track.told is not None:
                self._open.append(track)
            if not cells.any() or float(self._seen[cells].mean()) < 0.9:
                # This look was at another part of the table.
                continue
            if track.told is None:
                if change.moving[cells].mean() > 0.05:
                    continue
                # Seen once and not again while the place was in view: it was never there.
                track.missed += 1
                if track.missed >= 2:
                    self._tracks.remove(track)
                continue
            bare = cells & ~arms
            # A card that is gone takes all its picture with it; what is left of one is a card half covered.
            if bare.sum() < 0.5 * cells.sum():
                continue
            if change.moving[cells].mean() > 0.08 or change.dirty[bare].mean() < 0.3:
                continue
            track.missed += 1
            if track.missed < 2 or rivalled(self._tracks, track) or unclear(self._tracks, track, time, self._motion):
                continue
            events += self._gone(track, time)
        return events

    def _gone(self, track: Track, time: float) -> list[TrackEvent]:
        assert track.told is not None, "only cards that were told can go"
        before = self._in_frame(track.told, self._change)
        top = lifted(self._tracks, track, time)
        if top is None or top.told is None:
            return [TrackEvent(time, "end", track.id, before, None)]
        return [TrackEvent(time, "update", top.id, before, self._in_frame(top.told, self._change))]

    def _settle(self, change: Change, time: float) -> None:
        """Take the frame as the new model, but for places still in doubt and for arms over the table."""
        doubtful = [
            track for track in self._tracks if track.hidden_by is None and (track.told is None or 0 < track.missed < 6)
        ]
        keep = self._arms(change) | ~self._seen
        for track in doubtful + [track for track in self._open if track in self._tracks]:
            keep |= self._motion.cells(track.quad, 1.15)
        if not doubtful:
            self._doubt = None
        elif self._doubt is None:
            self._doubt = time
        elif time - self._doubt > 1.5:
            # Enough of it: what is not sure by now needs another change to be looked at again.
            self._doubt = None
            keep = self._arms(change) | ~self._seen
            for track in doubtful:
                if track.told is None:
                    self._tracks.remove(track)
                track.missed = 0
        self._motion.looked(keep)
        self._was_dirty = self._motion.dirty()

    def _arms(self, change: Change) -> Mask:
        return arms(change, [self._motion.cells(track.quad, 1.2) for track in self._tracks])

    def _covered(self, quad: Floats, change: Change) -> bool:
        """Whether a hand or a sleeve covers part of a place."""
        cells = self._motion.cells(quad)
        return bool(cells.any()) and float(self._arms(change)[cells].mean()) > 0.3

    def _clear(self, track: Track, change: Change) -> bool:
        cells = self._motion.cells(track.quad)
        if not cells.any():
            return False
        doubtful = change.moving[cells] | (change.dirty[cells] & (track.seen_at < self._last))
        return float(doubtful.mean()) < 0.06

    def _closer(self, image: Image, change: Change) -> None:
        """One card that cannot be named yet, looked at by itself and enlarged: another scale is another look."""
        for track in self._tracks:
            unsure = track.seen.side == "up" and track.hidden_by is None and track.evidence.decided()[1] < SURE
            if not unsure or track.closer or track.looks < 2:
                continue
            track.closer = True
            seen = self._gaze.closer(image, track.quad, change)
            if seen:
                track.evidence.clearer(max(seen, key=track.evidence.agreement))
            return

    def _again(self, card: SeenCard, steady: Sequence[Track], change: Change) -> bool:
        """Whether a card of this look is only another reading of one that has not changed."""
        known = [
            track for track in self._tracks if track.told is not None and not self._motion.changed(track.quad, change)
        ]
        if card.confidence < _HINT:
            known += steady
        return any(shared(card.corners, track.quad) > 0.6 for track in known)

    def _anchor(self, found: Sequence[SeenCard]) -> None:
        """After the view was lost: find the cards known before where they lie now, or begin anew."""
        if self._tracks and not anchored(self._tracks, found, SURE):
            self._tracks.clear()

    def _in_frame(self, card: SeenCard, change: Change) -> SeenCard:
        return replace(card, corners=mapped(card.corners, change.camera).astype(np.float32))


def _unnamed(card: SeenCard) -> bool:
    return card.side == "up" and card.card is None
