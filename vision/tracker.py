"""Cards followed over frames: evidence added up, hands passing over ignored, changes told once they are sure.

A look (detector and reader over a frame) is taken only where something has changed and come to rest, and again where
what was seen is not yet sure. A card whose pixels have not changed is still there, whether a look finds it or not.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Literal

from vision.absence import Absence
from vision.association import altered, as_known, associated, read_again, remnant, resembling
from vision.attention import farther, parts, whole
from vision.change import Change, Mask, share
from vision.closer import Looker
from vision.confirmation import Confirmation
from vision.doubts import SURE
from vision.focus import Focus
from vision.gaze import Gaze, Glance
from vision.hands import arms
from vision.held import Held, let_go
from vision.mirrored import Mirrored
from vision.motion import Motion
from vision.pacing import HOLD, LONGEST, WORTH, Pacing, in_doubt
from vision.pack import left_over
from vision.piles import lies_open, rivalled, unclear, uncovered, without_namesakes
from vision.reach import Reach
from vision.said import Said, recall
from vision.small import CELL
from vision.table import TableState, Tracked, TrackEvent, mapped_cards
from vision.track import Track, anchored, inked, seen_lying, tired
from vision.twice import Displaced, known_beside, merge_namesakes, merge_twins
from vision.types import Floats, Image, SeenCard
from vision.vacancy import dazzled, free, vacated

_GONE = 0.3
"""Share of its place that looks otherwise where a card was taken away, ..."""

_BARED = 0.05
"""... and where the card that lay under it is seen."""

_RESTING = 2.0
"""Seconds without motion after which what lies over a place does not reach anywhere."""

_JUST = 1.5
"""Seconds after which it was not that arm that brought a card seen there for the first time."""

_LAIN_LONG = 1.0
"""Seconds without motion after which what was looked at, and is no card, is taken for the table."""

_SIZED = 3
"""Cards of which none is known by name from which they say how large a card is."""


@dataclass
class Tracker:
    """Follows the cards of one table.

    Args:
        reader: reads a frame.
        packs: in play.
        language: of the indices.
        joker: whether the packs hold jokers.
        lying: cards that are known to lie there in the first frame, with the numbers that they have.
        fans: whether cards may lie over each other in a fan; else what lies on another is a pile.
        numbers: of the cards that come; who follows the same table both ways round takes them from one row.
        way: tells which way round the camera shows the table.
        said: what a person said of cards before, in the first frame's pixels; it stands for those that still lie there.
    """

    reader: Looker
    packs: int | Literal["auto"] = "auto"
    language: str = "auto"
    joker: bool = True
    lying: Sequence[Tracked] = ()
    fans: bool = True
    numbers: Iterator[int] = field(default_factory=lambda: count(1), repr=False)
    way: Mirrored = field(default_factory=Mirrored, repr=False)
    said: Sequence[Said] = ()
    _motion: Motion = field(default_factory=Motion)
    _tracks: list[Track] = field(default_factory=list)
    _open: list[Track] = field(default_factory=list)
    _learned: float = -math.inf
    _now: float = -math.inf
    _reach: Reach = field(default_factory=Reach, repr=False)
    _pacing: Pacing = field(init=False, repr=False)
    _gaze: Gaze = field(init=False, repr=False)
    _focus: Focus = field(default_factory=Focus, repr=False)
    _held: Held = field(default_factory=Held, repr=False)
    _displaced: Displaced = field(default_factory=Displaced, repr=False)
    _absence: Absence = field(default_factory=Absence, repr=False)

    def __post_init__(self) -> None:
        self._pacing = Pacing(self._motion, self._reach)
        self._gaze = Gaze(self.reader, self.packs, self.language, self.joker, HOLD, way=self.way)

    @property
    def looks(self) -> int:
        """How often the detector ran."""
        return self._gaze.looks

    def update(self, image: Image, time: float) -> TableState:
        """Take one frame, (H, W, 3) BGR uint8, at a time in seconds that never goes back."""
        self._now, change = time, self._motion.update(image, time)
        if change.away and self._absence.over(change, time, self._tracks, SURE, partial(self._gaze.scouted, image)):
            change = self._motion.anew()
        if not change.away:
            self._absence.since = None
        self._pacing.begin(change, time)
        blurred = change.away or self._focus.lost(image, time)
        if not self._pacing.calm and not blurred:
            # Where a lamp's reflection has come to lie a place differs for good; an arm that reaches out moves.
            self._reach.note(self._arms(change) & (change.still < _RESTING), time, change.shown)
        events: list[TrackEvent] = []
        looked = not blurred and self._pacing.due(change, time, self._tracks)
        if looked:
            events = self._look(image, change, time)
            changed = {told.id for told in events}
            self._reach.attribute([track for track in self._tracks if track.id in changed], self._motion, time)
        calm = self._pacing.calm and not self._pacing.worth(
            self._pacing.ready(change, time, self._tracks), self._tracks
        )
        if calm and not blurred and time - self._learned >= _LAIN_LONG:
            # A card that one look overlooked is found by the next: what has lain there for long is the table.
            self._learned = time
            self._motion.uncovered((change.still >= _LAIN_LONG) & free(change, self._covers()))
        lying = [track for track in self._tracks if track.shown is not None]
        seen = mapped_cards([track.card() for track in lying], change.camera)
        settled = calm and not in_doubt(self._tracks) and not self._pacing.anew and not self._pacing.farther
        if settled:
            # What has not been seen again by now lies there no more.
            self.said = ()
        return TableState(
            time=time,
            cards=tuple(self._tracked(track, card, change, calm) for track, card in zip(lying, seen, strict=True)),
            events=tuple(events),
            settled=settled,
            looked=looked,
            restarted=change.restarted,
            mirrored=self.way.on,
            language=self._gaze.spoken,
            size=(image.shape[1], image.shape[0]),
            camera=change.camera,
            oriented=self.way.known,
            doubted=self.way.doubted,
            away=self._absence.since,
        )

    def correct(self, card_id: int, card: SeenCard) -> None:
        """Obey a person who says what a card is.

        Raises:
            KeyError: where no such card is followed.
        """
        for track in self._tracks:
            if track.id == card_id:
                track.said, track.left, track.named = card, None, frozenset()
                track.told = track.card()
                return
        raise KeyError(f"no card {card_id} lies on the table")

    def _look(self, image: Image, change: Change, time: float) -> list[TrackEvent]:
        review = self._pacing.review
        glance = self._read(image, change, time)
        found = glance.cards
        if self._pacing.anew:
            self._anchor(found)
            self._take_up(time)
        self._pacing.looked(glance.seen, time)
        held = self._held.shifted(self._tracks, found, time) if self.packs == 1 and self.fans else []
        self._tracks, events = let_go(self._tracks, held, change.camera, time)
        matched = associated(self._tracks, found, self._motion, change, time, self.fans)
        if self.packs != 1:
            matched = without_namesakes(matched)
        down = [track for track in self._tracks if track.hidden_by is None and track.seen.side == "down"]
        matched += resembling(
            image, [track for track in down if self._pacing.in_view(track)], down, matched, self._motion, change
        )
        taken = {id(card) for _, card in matched}
        matched = [(track, as_known(track, card, found)) for track, card in matched]
        steady = [track for track, _ in matched if track.told is not None and not track.differs(self._motion)]
        if self.packs == 1:
            left_over(self._tracks, lambda track: not self._motion.changed(track.quad, change))
        for track, card in matched:
            track.seen_at = time
            if track.hidden_by is None:
                if track.ousted(card, found, partial(altered, track, self._motion, change)):
                    track.give_up(card)
                track.see(card)
        known = [track for track, _ in matched if track.told is not None and self.fans]
        matched = [(track, card) for track, card in matched if track.told is not None or not remnant(card, known)]
        arms = self._arms(change)
        confirmation = Confirmation(
            self._tracks, self.packs, self._motion, change, time, arms, glance.seen, found, self.fans, self._held
        )
        for track, _ in matched if self.said else ():
            if track.told is None:
                recall(self.said, track)
        # Cards known before take their new outlines first: none is buried by what comes to light beside it.
        for track, card in sorted(matched, key=lambda pair: pair[0].told is None):
            events += confirmation.found(track, card)
        present = {id(track) for track, _ in matched}
        merge_twins(self._tracks, present)
        if self.packs == 1:
            merge_namesakes(self._tracks, present, self._pacing.in_view)
            surely = [card for card in found if card.confidence >= SURE]
            restless = partial(self._restless, change)
            for track in self._displaced.those(self._tracks, surely, present, restless, self._held, time):
                events += confirmation.gone(track)
        self._gaze.closer_at_one(image, self._tracks, change)
        for card, scale in zip(found, glance.scales, strict=True):
            if id(card) in taken:
                continue
            beside = known_beside(
                self._tracks,
                card,
                lambda quad: self._covered(quad, change),
                lambda quad: self.packs == 1 and not self._motion.changed(quad, change),
            )
            if beside is not None:
                beside.missed, beside.seen_at = 0, time
                present.add(id(beside))
                continue
            again = remnant(card, known) or read_again(self._tracks, card, steady, self._motion, change, self.fans)
            if not again:
                patch = self._motion.patch(card.corners)
                track = Track.begin(next(self.numbers), card, time, patch, scale)
                track.brought = self._reach.side(self._motion.cells(card.corners), time - _JUST)
                self._tracks.append(track)
                present.add(id(track))
        absent = [track for track in self._tracks if id(track) not in present]
        events += self._missing(absent, uncovered(self._tracks, matched), change, confirmation)
        self._settle(change, time, events)
        if review:
            self._pacing.reviewed(self._tracks)
        self._pacing.explained(self._motion.dirty(), not events and self._pacing.calm)
        return events

    def _read(self, image: Image, change: Change, time: float) -> Glance:
        """Look at what has to be looked at."""
        size = (image.shape[1], image.shape[0])
        open_ = [track for track in self._tracks if track.hidden_by is None]
        told = [track for track in open_ if track.told is not None]
        lying = [track.quad for track in told]
        # A tile of the floor, taken for a card's back, says nothing of how large cards are.
        sized = lying if len(told) >= _SIZED or any(track.seen.card is not None for track in told) else []
        if self._pacing.anew or self._pacing.review:
            wanted = [whole(size, sized)]
        elif self._pacing.farther:
            wanted = [farther(size, sized)]
        else:
            doubtful = [(track.quad, track.scale) for track in open_ if track.told is None or track.missed]
            cell = CELL * self._motion.scale
            ready = self._pacing.ready(change, time, self._tracks)
            wanted = parts(ready, doubtful, lying, sized, cell, change.camera, size)
        well = [track for track in told if track.outlined]
        down = [track for track in well if track.seen.side == "down" and not self._motion.changed(track.quad, change)]
        up = [track for track in told if track.seen.side == "up"]
        outlines, backs, faces = ([track.quad for track in each] for each in (well, down, up))
        afresh = self._pacing.anew or self._pacing.farther
        return self._gaze.at(image, wanted, change, self._motion, outlines, backs, faces, afresh, inked(self._tracks))

    def _missing(
        self, absent: Sequence[Track], bared: Container[int], change: Change, confirmation: Confirmation
    ) -> list[TrackEvent]:
        """What becomes of cards that a look did not find; of those `bared`, cards under them lie open."""
        events: list[TrackEvent] = []
        arms = self._arms(change)
        self._open = []
        self._pacing.under_rest = [
            track for track in self._pacing.under_rest if track in absent and not self._pacing.in_view(track)
        ]
        for track in absent:
            if track.hidden_by is not None:
                if track.told is None:
                    self._tracks.remove(track)
                elif self._pacing.in_view(track):
                    track.peeps = 0
                continue
            cells = self._motion.cells(track.quad)
            if track.told is not None:
                self._open.append(track)
            if not self._pacing.in_view(track):
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
            time = confirmation.time
            # Of cards without pips, one on the other, nothing but the indices changes.
            least = _BARED if track.id in bared else _GONE
            open_below = track.id in bared and (
                lies_open(self._tracks, track, time, self._motion) or altered(track, self._motion, change)
            )
            if change.moving[cells].mean() > 0.08:
                continue
            # No arm rests on a card that is seen whole.
            rests = track.id not in bared and self._reach.rests(cells, time)
            bare = open_below or vacated(cells, arms, self._covers, least, change, self._motion.texture, rests)
            if rests and not bare:
                self._pacing.under_rest.append(track)
            pictures = track.pictures(self._motion, track.quad)
            if not bare or (not open_below and dazzled(self._motion.lit_since(track.first), cells, pictures)):
                continue
            track.missed += 1
            if (
                track.missed < 2
                or rivalled(self._tracks, track, bared)
                or unclear(self._tracks, track, time, self._motion)
            ):
                continue
            events += confirmation.gone(track)
        return events

    def _settle(self, change: Change, time: float, events: Sequence[TrackEvent]) -> None:
        """Take the frame as the new model, but for places still in doubt and for arms over the table."""
        doubtful = [
            track for track in self._tracks if track.hidden_by is None and (track.told is None or 0 < track.missed < 6)
        ]
        for track in tired(self._tracks, doubtful, time):
            doubtful.remove(track)
            if track.told is None:
                self._tracks.remove(track)
            elif track in self._open:
                self._open.remove(track)
        keep = self._arms(change) | ~self._pacing.seen
        for track in doubtful + [track for track in self._open if track in self._tracks]:
            keep |= self._motion.cells(track.quad, 1.15)
        # A card told while the hand that laid it is still there looks like a part of it. Left out of the model, its
        # being taken away again would change nothing.
        told = {event.id for event in events if event.after is not None}
        for track in self._tracks:
            if track.id in told:
                keep &= ~self._motion.cells(track.quad)
        self._motion.looked(keep)

    def _arms(self, change: Change) -> Mask:
        lying = partial(seen_lying, self._tracks, self._motion, change, self._now)
        return arms(change, self._covers(), self._motion.texture, lying)

    def _covers(self) -> list[Mask]:
        """The cells of every card, a little widened."""
        return [self._motion.cells(track.quad, 1.2) for track in self._tracks]

    def _restless(self, change: Change, track: Track) -> bool:
        """Whether a card's place is covered, or looks otherwise than it did."""
        changed = self._covered(track.quad, change) or self._motion.changed(track.quad, change)
        return changed or track.differs(self._motion)

    def _covered(self, quad: Floats, change: Change) -> bool:
        """Whether a hand or a sleeve covers part of a place."""
        return share(self._arms(change), self._motion.cells(quad)) > 0.3

    def _tracked(self, track: Track, card: SeenCard, change: Change, calm: bool) -> Tracked:
        """A card, where this frame shows it, as the table's state gives it; `calm`: nothing moves on the table."""
        cells = self._motion.cells(track.quad)
        rested = change.rested(cells)
        differs = change.dirty[cells] & (track.seen_at < self._pacing.last)
        if calm and rested >= LONGEST and int(differs.sum()) < WORTH:
            # Too little for a look that would tell: what the model took from a frame not quite sharp stays so for good.
            differs[:] = False
        unsure = change.moving[cells] | differs
        return Tracked(
            track.id,
            card,
            track.first,
            bool(cells.any()) and float(unsure.mean()) < 0.06,
            track.reached,
            self._reach.side(cells) if calm else None,
            track.named,
            rested,
            None if track.said is None else track.read(),
            track.laid,
        )

    def _anchor(self, found: Sequence[SeenCard]) -> None:
        """After the view was lost: find the cards known before where they lie now, or begin anew."""
        if self._tracks and not anchored(self._tracks, found, SURE):
            self._tracks.clear()

    def _take_up(self, time: float) -> None:
        """Follow the cards that are known to lie there, found by this look or not."""
        for known in self.lying:
            track = Track.begin(known.id, known.card, time, self._motion.patch(known.card.corners))
            track.told, track.first, track.laid, track.looks = known.card, known.since, known.laid_at, 2
            self._tracks.append(track)
        self.lying = ()
