"""When a card followed is sure, and what is told of it then."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from vision.change import share
from vision.doubts import COVERED, SLEEVE, SURE, Doubts, unnamed
from vision.evidence import HINT
from vision.matching import distances
from vision.piles import aside, bury, fanned, lifted, over, raise_to_top, renumber, replace_track, under, unearth
from vision.printed import named, separate
from vision.table import TrackEvent, mapped_card
from vision.track import Track
from vision.types import SeenCard

_AGAIN = 2
"""Looks in a row that see a buried card whole, after which it was laid on what lay over it."""

_OPEN = 3
"""Looks in a row that read a card's index beside the one that was laid on it, after which it lies open."""


@dataclass(frozen=True, eq=False)
class Confirmation(Doubts):
    """One look's say on the cards followed; those that one covers or that come to light are changed in place."""

    def found(self, track: Track, card: SeenCard) -> list[TrackEvent]:
        """One more look at a card already followed."""
        if track.hidden_by is not None:
            # What peeps out under another card shows where it lies no better than it did.
            return self._peeping(track, card)
        track.missed = 0
        track.looks += 1
        covered = self.cut_off(track, card)
        waiting = track.told is not None or self.time - track.first < SLEEVE
        if track.cut(card, covered) or (waiting and self.disputed(card)):
            # Half a card, or half an index, is easily read as another.
            return []
        moved = self._followed(track, card, covered, self._counted(track, card))
        now = track.card()
        if track.told is None:
            return self._unless_doubted(track, now)
        better = now.side == "up" and now.card != track.told.card and now.confidence >= SURE
        # A card that was named is not given another name for one look at it.
        track.renamed = track.renamed + 1 if better else 0
        at_once = unnamed(track.told) and not self._laid_on(track, card)
        if moved or (better and (at_once or track.renamed >= 2)):
            before, track.told, track.renamed = track.told, now, 0
            if better and before.card is not None:
                track.named |= {before.card}
            return [self._event("update", track.id, before, now)]
        return []

    def _counted(self, track: Track, card: SeenCard) -> bool:
        """Take what a look says of a card's name; whether it was at a picture not counted before."""
        if card.guessed and track.outlined and track.told is not None and _read(track):
            # Of a face that was read an index alone is left: the picture of its place is of what lies over the rest,
            # and the face in an outline that is guessed says less of what a letter means than the whole one did.
            return False
        fresh = track.differs(self.motion)
        if fresh and card.side == "up" and _read(track) and track.told is not None and track.doubtful(self.motion):
            # The indices of a card may peep out from under what covers the rest: more looks are to come.
            if unnamed(track.told) and card.card is not None:
                # Of one that has no name yet they tell it.
                track.evidence.again(card)
            return fresh
        readable = card.card is not None or card.confidence >= 0.35
        if fresh and card.side == "up" and (readable or track.told is None):
            # Frames of a still card are one look, however many there are.
            track.evidence.add(card)
            track.counted = (track.quad, self.motion.patch(track.quad))
        elif card.side == "up" and readable:
            track.evidence.again(card)
        return fresh

    def _followed(self, track: Track, card: SeenCard, covered: bool, fresh: bool) -> bool:
        """Take where a look saw a card; whether look after look saw it elsewhere than it was told.

        Args:
            track: of the card.
            card: of the look.
            covered: whether an arm lies over what of its place the look leaves out.
            fresh: whether its picture was not counted before.
        """
        if track.astray(card):
            return False
        # Of a face-down card, and of one seen by its index, whose outlines are found less exactly, no push is told.
        told = track.told if card.side == "up" and not card.guessed else None
        if told is not None and not track.outlined:
            # It was told where its index had it guessed to lie.
            told = track.told = replace(told, corners=card.corners)
        away = told is not None and float(distances(told.corners, card.corners)[0][0, 0]) > 0.35
        # An outline taken from a part of it, under a hand, may be off for as long as that lies there.
        hidden = covered and (away or (track.told is not None and track.outlined))
        track.away = track.away + int(not hidden) if away else 0
        moved = track.away >= 3
        outgrown = track.outgrown(card, lambda: self._adds_an_arm(track, card))
        if not hidden and (moved or (not outgrown and (fresh or not away))):
            # A picture that is the same is of a card that lies where it did.
            track.follow(card)
        return moved

    def _peeping(self, track: Track, card: SeenCard) -> list[TrackEvent]:
        """A card that another was laid on: in a fan it lies open, its index being read beside that one."""
        top = next((other for other in self.tracks if other.id == track.hidden_by and other.seen_at == self.time), None)
        track.raised = track.raised + 1 if top is not None and self._laid_again(track, card, top) else 0
        if top is not None and track.raised >= _AGAIN:
            raise_to_top(self.tracks, top, track, self.time)
            return [self._event("update", track.id, top.told, track.told)]
        surely = self.fans and card.guessed and card.confidence >= SURE
        beside = top is not None and aside(track, top) and separate(card.indices, top.prints)
        track.peeps = track.peeps + 1 if surely and beside else 0
        if track.peeps < _OPEN or track.told is None:
            return []
        return [self._open(track)]

    def _laid_again(self, track: Track, card: SeenCard, top: Track) -> bool:
        """Whether a buried card of the only pack is seen whole, and of what lay on it a corner: it lies on that now.

        Nobody saw it taken away, and no other has its name.
        """
        if self.packs != 1 or top.told is None or not top.seen.guessed or card.guessed:
            return False
        surely = card.confidence >= SURE and track.told is not None and card.card == track.told.card
        if not surely or len(named(card.indices)) < 2 or not over(card.corners, top.quad):
            return False
        # A hand may lie over all but a corner of what still lies on top.
        own, alike = top.likeness(self.motion), track.likeness(self.motion)
        return own is None or alike is None or own < alike

    def gone(self, track: Track) -> list[TrackEvent]:
        """A card told of before was taken away."""
        assert track.told is not None, "only cards that were told can go"
        top = lifted(self.tracks, track, self.time)
        if top is None or top.told is None:
            return [self._event("end", track.id, track.told, None)]
        if self._one_card(track.told, top.told):
            # Followed twice, as if it lay under itself.
            renumber(self.tracks, top, track.id)
            return []
        return [self._event("update", top.id, track.told, top.told)]

    def _unless_doubted(self, track: Track, now: SeenCard) -> list[TrackEvent]:
        """Tell a card for the first time, unless another look may make it surer."""
        others = self.others(track)
        place = under(others, track, self.fans)
        if self.doubted(track, place, others, now):
            return []
        unsure = now.side == "up" and now.confidence < SURE
        events = self._appear(track, place, replace(now, card=None) if unsure else now)
        return self._opened(track) + events if self.fans and place is None else events

    def _opened(self, track: Track) -> list[TrackEvent]:
        """Cards that were taken to lie under the next one, and lie in a fan with that, as one more card shows."""
        events = []
        by_number = {other.id: other for other in self.tracks}
        for other in self.tracks:
            below = by_number.get(other.hidden_by) if other.hidden_by is not None else None
            if below is not None and below.told is not None and other.told is not None and fanned(other, below, track):
                events.append(self._open(other))
        return events

    def _open(self, track: Track) -> TrackEvent:
        """A card that was taken to lie under another lies open."""
        track.hidden_by, track.peeps = None, 0
        return self._event("new", track.id, None, track.told)

    def _laid_on(self, track: Track, card: SeenCard) -> bool:
        """Whether the look that saw a card surely saw another one in its place: what it saw of this one peeps out."""
        return bool(self.surely_there(track, card))

    def _adds_an_arm(self, track: Track, card: SeenCard) -> bool:
        """Whether an arm lies over most of what a look's outline adds to a card's place."""
        return share(self.arms, self.motion.cells(card.corners) & ~self.motion.cells(track.quad)) > COVERED

    def _appear(self, track: Track, place: Track | None, now: SeenCard) -> list[TrackEvent]:
        """A card has become sure: alone, or in the place of another."""
        track.told = now
        if place is None:
            return [self._event("new", track.id, None, now)]
        before = place.told
        if before is not None and self._one_card(before, now):
            # Lost and found again at a slightly different place.
            track.first, track.laid = place.first, place.laid
            replace_track(self.tracks, place, track, same=True)
            return []
        turned = before is not None and before.side == "down" and now.side == "up"
        buried = self._come_to_light(place, now)
        if buried is not None:
            unearth(self.tracks, place, buried, track)
        elif turned or place.missed:
            replace_track(self.tracks, place, track, same=turned)
        else:
            bury(self.tracks, place, track)
        assert before is not None, "only cards that were told can be covered"
        if (unnamed(before) and unnamed(now)) or before.side == now.side == "down":
            return []
        return [self._event("update", track.id, before, now)]

    def _come_to_light(self, place: Track, now: SeenCard) -> Track | None:
        """The card of the only pack that lay buried in a place and comes to light there, seen by another outline."""
        if self.packs != 1:
            return None
        below = [other for other in self.tracks if other.hidden_by == place.id]
        same = [other for other in below if other.told is not None and self._one_card(other.told, now)]
        return max(same, key=lambda other: other.laid, default=None)

    def _one_card(self, one: SeenCard, other: SeenCard) -> bool:
        """Whether two names at one place are one card's."""
        return one.card is not None and one.card == other.card and self.packs in (1, "auto")

    def _event(
        self, kind: Literal["new", "update", "end"], number: int, before: SeenCard | None, after: SeenCard | None
    ) -> TrackEvent:
        """A change of one place, from the reference picture to the frame."""
        before, after = (None if card is None else mapped_card(card, self.change.camera) for card in (before, after))
        return TrackEvent(self.time, kind, number, before, after)


def _read(track: Track) -> bool:
    """Whether anything is known of what a card is."""
    named = track.told is not None and track.told.card is not None
    return named or track.evidence.decided(named=HINT)[0] is not None
