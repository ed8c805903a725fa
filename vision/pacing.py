"""When a table is looked at, and where: what has changed and come to rest, and what a look left in doubt."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.association import exchanged
from vision.change import Change, Mask, share
from vision.geometry import Doubles
from vision.hands import largest
from vision.motion import Motion
from vision.reach import Reach
from vision.track import Track

HOLD = 0.07
"""Seconds a place must have been at rest before it is looked at: two frames of an ordinary camera."""

RESTING = 0.6
"""Share of a picture that has to be at rest where all of it is looked at."""

WORTH = 6
"""Cells side by side, or on one card, that have changed, from which a look is taken."""

LONGEST = 0.6
"""Longest pause between looks at a place that stays unexplained, such as one under a resting hand."""

_CALM = 0.004
"""Share of the picture that may move on a table at rest."""

REVIEW = 1.0
"""Seconds without motion after which all of the table is looked at once more: beside a hand a card is overlooked."""

_REVIEWED = 1.5
"""Seconds for which that is done where every look shows a card that is not sure yet."""

_AGAIN = 0.4
"""Seconds at rest after which cards are compared with what they were."""

_IN_VIEW = 0.9
"""Share of a card's place that a look has to be at to say that it is not there."""


@dataclass
class Pacing:
    """Decides when the next look is due.

    Args:
        motion: of the camera and on the table.
        reach: where arms lay.

    Attributes:
        anew: whether nothing is known of the table yet: all of it is looked at.
        farther: whether the next look is the one after that.
        review: whether the next look is at all of the table, which has come to rest.
        calm: whether hardly anything moves in this frame.
        last: time of the last look, in seconds.
        seen: (rows, columns) the cells that it was at.
        under_rest: cards over which an arm may rest that lies still.
        unlike: cards that look otherwise than they did, at rest.
    """

    motion: Motion
    reach: Reach
    anew: bool = True
    farther: bool = False
    review: bool = False
    calm: bool = True
    last: float = -math.inf
    seen: Mask = field(default_factory=lambda: np.zeros((0, 0), dtype=bool))
    under_rest: list[Track] = field(default_factory=list)
    unlike: list[Track] = field(default_factory=list)
    _compared: float = -math.inf
    _seen_at: Doubles = field(default_factory=lambda: np.zeros((0, 0)))
    _was_dirty: Mask | None = None
    _wait: float = 2 * HOLD
    _began: float | None = None
    _moved: float = -math.inf
    _reviewed: float = -math.inf

    def begin(self, change: Change, time: float) -> None:
        """Take note of a frame before anything else is asked of it."""
        if self._began is None or change.restarted:
            self._began = time
        if change.restarted:
            self.anew, self._was_dirty = True, None
        self.calm = float(change.moving.mean()) < _CALM
        if not self.calm:
            self._moved = time
        self.review = self._moved > self._reviewed and time - self._moved >= REVIEW

    def due(self, change: Change, time: float, tracks: Sequence[Track]) -> bool:
        """Whether the table is to be looked at in this frame."""
        if self.anew:
            assert self._began is not None, "a frame came"
            return rests(change) or time - max(self.last, self._began) > 2.0
        if self.farther:
            return time - self.last >= HOLD
        if self.review:
            return time - self.last >= 2 * HOLD
        if in_doubt(tracks) and time > self.last:
            # Whether something is there shows from frame to frame; a name that will not come needs no hurry.
            fresh = any((track.told is None and track.looks < 2) or track.missed for track in tracks)
            return fresh or time - self.last >= 2 * HOLD
        if time - max(self.last, self._compared) >= _AGAIN:
            self._compared = time
            self.unlike = [track for track in tracks if self._looks_otherwise(track, change)]
        return time - self.last >= HOLD and self.worth(self.ready(change, time, tracks), tracks)

    def _looks_otherwise(self, track: Track, change: Change) -> bool:
        """Whether a card that lies open does not look as it did when it was last counted.

        A face-down card laid on it may have been seen while the hand was there, and not once that had gone.
        """
        open_ = track.shown is not None and track.seen.side == "up"
        if not open_ or self.motion.moves(track.quad, change):
            return False
        if track.doubtful(self.motion):
            return True
        if track.unlike and not track.differs(self.motion):
            track.unlike = 0
        return False

    def worth(self, ready: Mask, tracks: Sequence[Track]) -> bool:
        """Whether cells that have changed are worth a look: side by side, or on one card, as both its indices are.

        Of cards without pips, one on the other, nothing else shows which is on top.
        """
        if int(ready.sum()) < WORTH:
            return False
        if largest(ready) >= WORTH:
            return True
        lying = (track.quad for track in tracks if track.shown is not None)
        return any(int(ready[self.motion.cells(quad)].sum()) >= WORTH for quad in lying)

    def ready(self, change: Change, time: float, tracks: Sequence[Track]) -> Mask:
        """Cells that differ from what was last looked at, have come to rest, and were not looked at since."""
        ready = change.dirty & (change.still >= HOLD)
        if self._was_dirty is not None and self._was_dirty.shape == ready.shape:
            rested = change.still < (time - self.last) + HOLD
            # A look that left a place open (a hand lay beside it, a card was missed) is taken again, ever less often.
            if time - self.last < self._wait:
                ready &= ~self._was_dirty | rested | (time - self._seen_at >= LONGEST)
            unseen = (time - change.still > self._seen_at) & (change.still >= HOLD)
            ready |= unseen & exchanged(tracks, unseen, self.motion, change)
            for cells in [self.motion.cells(track.quad) for track in self.under_rest]:
                if not self.reach.rests(cells, time):
                    # An arm that may have rested there would have moved by now.
                    ready |= cells & change.dirty & (change.still >= HOLD)
        for track in self.unlike:
            ready |= self.motion.cells(track.quad) & (change.still >= HOLD)
        return ready

    def looked(self, seen: Mask, time: float) -> None:
        """Take note of which cells a look was at."""
        self.seen = seen
        if self._seen_at.shape != seen.shape:
            self._seen_at = np.full(seen.shape, time)
        self._seen_at[seen] = self.last = time
        if self.anew or self.review:
            self._reviewed = time
        self.anew, self.farther, self.review = False, self.anew, False
        for track in self.unlike:
            track.unlike += 1
        self.unlike = []

    def explained(self, dirty: Mask, vain: bool) -> None:
        """Take note of which cells a look left open, and whether it was taken in vain of a table at rest."""
        self._was_dirty = dirty
        self._wait = min(self._wait * 2, LONGEST) if vain else 2 * HOLD

    def reviewed(self, tracks: Sequence[Track]) -> None:
        """Take note of the cards followed after a look at all of the table: those not sure yet ask for another.

        What is seen among all cards, as one of several, is not always seen by itself.
        """
        since = self._moved + REVIEW
        if self.last - since < _REVIEWED and any(track.told is None and track.first >= since for track in tracks):
            self._reviewed = -math.inf

    def in_view(self, track: Track) -> bool:
        """Whether the last look was at a track's place."""
        return share(self.seen, self.motion.cells(track.quad)) >= _IN_VIEW


def rests(change: Change) -> bool:
    """Whether most of a picture is at rest, so that all of it can be looked at."""
    return float((change.still > HOLD).mean()) > RESTING


def in_doubt(tracks: Sequence[Track]) -> bool:
    """Whether the last look left a card in doubt."""
    return any(track.doubted is not None for track in tracks)
