"""When a card followed is sure, and what is told of it then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rules.cards import Card
from vision.change import Change, Mask, share
from vision.matching import distances, shared
from vision.motion import Motion
from vision.piles import aside, bury, lifted, renumber, replace_track, under
from vision.printed import at_one_spot, separate, within
from vision.table import TrackEvent, mapped_card
from vision.track import Track
from vision.twice import born_together, outdone
from vision.types import SeenCard
from vision.vacancy import whitened

SURE = 0.9
"""Confidence from which a card's name counts as certain."""

_PATIENCE = 0.7
"""Seconds a card that cannot be named yet is looked at again before it is told unnamed."""

_SLEEVE = 1.0
"""Seconds for which what looks like a face-down card, with an arm over it or none, is taken for a part of that arm."""

_MOVING = 0.06
"""Share of a card's place that moves from which a hand still lies over it."""

_COVERED = 0.5
"""Share of a place from which an arm over it is taken to hide what lies there."""

_TOUCHED = 0.15
"""The same where any part will do."""

_NOTHING_CAME = 1.2
"""Seconds for which a card is looked at again that is found where the table looks as it did when nothing lay there."""
_BARE = 0.8
"""Share of its place that has to look so."""
_UNDER = 0.3
"""Share of each other that two cards cover at least, one of which lies under the other."""
_OPEN = 3
"""Looks in a row that read a card's index beside the one that was laid on it, after which it lies open."""
_HINT = 0.25
"""Chance of a likeliest name from which something is known of a card."""
_GUESSED = 0.3
"""Seconds a card of which only an index was seen is looked at again: its outline is a guess."""


@dataclass(frozen=True, eq=False)
class Confirmation:
    """One look's say on the cards followed.

    Args:
        tracks: all that are followed; changed in place where one covers another or comes to light.
        packs: in play.
        motion: of the frame looked at.
        change: of the frame looked at.
        time: of the frame.
        arms: cells under hands and sleeves.
        seen: cells that were looked at.
        sighted: all that the look found.
        fans: whether cards may lie over each other in a fan; else what lies on another is a pile.
    """

    tracks: list[Track]
    packs: int | Literal["auto"]
    motion: Motion
    change: Change
    time: float
    arms: Mask
    seen: Mask
    sighted: Sequence[SeenCard]
    fans: bool = True

    def found(self, track: Track, card: SeenCard) -> list[TrackEvent]:
        """One more look at a card already followed."""
        if track.hidden_by is not None:
            # What peeps out under another card shows where it lies no better than it did.
            return self._peeping(track, card)
        track.missed = 0
        track.looks += 1
        covered = self._cut_off(track, card)
        if track.cut(card, covered):
            # Half a card is easily read as another.
            return []
        moved = self._followed(track, card, covered, self._counted(track, card))
        now = track.card()
        if track.told is None:
            return self._unless_doubted(track, now)
        better = now.side == "up" and now.card != track.told.card and now.confidence >= SURE
        # A card that was named is not given another name for one look at it.
        track.renamed = track.renamed + 1 if better else 0
        at_once = _unnamed(track.told) and not self._laid_on(track, card)
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
        # Of a face-down card, and of one seen by its index, whose outlines are found less exactly, no push is told.
        told = track.told if card.side == "up" and not card.guessed else None
        if told is not None and not track.outlined:
            # It was told where its index had it guessed to lie.
            told = track.told = replace(told, corners=card.corners)
        away = told is not None and float(distances(told.corners, card.corners)[0][0, 0]) > 0.35
        # An outline taken from one corner under a hand may be far off for as long as it lies there.
        hidden = away and covered
        track.away = track.away + int(not hidden) if away else 0
        moved = track.away >= 3
        outgrown = track.outgrown(card, self._under_arms(track, card))
        if not hidden and (moved or (not outgrown and (fresh or not away))):
            # A picture that is the same is of a card that lies where it did.
            track.follow(card)
        return moved

    def _peeping(self, track: Track, card: SeenCard) -> list[TrackEvent]:
        """A card that another was laid on: in a fan it lies open, its index being read beside that one."""
        surely = self.fans and card.guessed and card.confidence >= SURE
        top = next((other for other in self.tracks if other.id == track.hidden_by and other.seen_at == self.time), None)
        beside = top is not None and aside(track, top) and separate(card.indices, top.prints)
        track.peeps = track.peeps + 1 if surely and beside else 0
        if track.peeps < _OPEN or track.told is None:
            return []
        track.hidden_by, track.peeps = None, 0
        return [self._event("new", track.id, None, track.told)]

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
        unsure = now.side == "up" and now.confidence < SURE
        waited = self.time - track.first
        others = [other for other in self.tracks if other is track or not self._side_by_side(track, other)]
        place = under(others, track, self.fans)
        if track.looks < 2 or (unsure and waited < _patience(place, now)):
            return []
        if not track.outlined and (waited < _GUESSED or (unsure and self._slid_under(track))):
            return []
        if now.side == "down" and waited < _SLEEVE and self._under_arm(track):
            # A sleeve may be as wide as a card, and end where the hand begins; what stays for long is none.
            return []
        if place is not None and not _known(place) and waited < _SLEEVE and self._fingers(track, place):
            return []
        if place is not None and _known(place) and (self._moving(track) or self._halved(track, place)):
            # Half a card is easily read as another: what was known there is believed until the hand has gone.
            return []
        if self._under_hand(track, now):
            return []
        if waited < _NOTHING_CAME and self.motion.bare(track.quad) > _BARE:
            return []
        if place is not None and (self._peeps(track, place, now) or self._twofold(track, place)):
            return []
        if self._buried(track, now.card) and self._overlaid(track):
            return []
        if place is not None and now.card is None and _known(place) and self._whitened(place):
            # A face as white as can be passes for a back.
            return []
        over = outdone(others, track, self.time)
        if over is not None and (waited < _PATIENCE or born_together(track, over)):
            return []
        return self._appear(track, place, replace(now, card=None) if unsure else now)

    def _whitened(self, place: Track) -> bool:
        """Whether a light has come to lie on a card, which may lie there still."""
        lit, cells = self.motion.lit_since(place.first), self.motion.cells(place.quad)
        return whitened(lit, cells, place.pictures(self.motion, place.quad))

    def _twofold(self, track: Track, place: Track) -> bool:
        """Whether what lies in a card's place came there with it and is seen beside it: one card read in two ways."""
        return place.seen.side == "up" and place.seen_at == self.time and born_together(track, place)

    def _side_by_side(self, track: Track, other: Track) -> bool:
        """Whether two cards, of one of which only an index is seen, lie over or under each other as those of a fan do.

        Both are surely named, by indices of their own, and came there together.
        """
        guessed = (track.seen.guessed or other.seen.guessed) and other.hidden_by is None
        if not self.fans or not guessed or shared(track.quad, other.quad) <= _UNDER:
            return False
        if not (born_together(track, other) or self._untouched_since(other.first, track)):
            return False
        buried = [index for below in self.tracks if below.hidden_by is not None for index in below.prints]
        if at_one_spot((*track.seen.indices, *other.seen.indices), buried).any():
            # It peeps out of a pile, however it is read.
            return False
        cards = track.card(), other.card()
        named = all(card.card is not None and card.confidence >= SURE for card in cards)
        return named and cards[0].card != cards[1].card and separate(track.seen.indices, other.prints)

    def _untouched_since(self, time: float, track: Track) -> bool:
        """Whether nothing has moved over the indices of a card since then: it lay there already, seen or not."""
        spots = [self.motion.cells(index.quad) for index in track.seen.indices]
        return all(bool((self.change.still[cells] >= self.time - time).all()) for cells in spots if cells.any())

    def _peeps(self, track: Track, place: Track, now: SeenCard) -> bool:
        """Whether an index alone is seen, beside a back that lies where its card would, or the whole face known there.

        It peeps out under that.
        """
        if not track.seen.guessed:
            return False
        sure = place.seen_at == self.time and place.seen.confidence >= SURE
        if sure and (not place.seen.guessed or now.confidence < SURE):
            # One that is named as surely can have come to lie over all but the index of one known by its index.
            return True
        backs = [card.corners for card in self.sighted if card.side == "down"]
        return any(shared(track.quad, back) > 0.5 for back in backs)

    def _slid_under(self, track: Track) -> bool:
        """Whether an index came to light whose card would lie under one that lay there before and is seen whole.

        Cards are laid on others, hardly ever under them; and what is on the table may pass for an index.
        """
        return any(
            shared(track.quad, other.quad) > _UNDER
            for other in self.tracks
            if other is not track
            and other.told is not None
            and other.first < track.first
            and other.seen_at == self.time
            and other.outlined
            and not other.seen.guessed
            and other.seen.confidence >= SURE
        )

    def _buried(self, track: Track, card: Card | None) -> bool:
        """Whether a card of this name is known to lie in a card's place, under others."""
        return any(
            other.hidden_by is not None
            and other.told is not None
            and other.told.card == card
            and shared(other.quad, track.quad) > 0.5
            for other in self.tracks
        )

    def _overlaid(self, track: Track) -> bool:
        """Whether the look that saw a card of a pile surely saw one in its place that was not there before.

        It has been laid on the pile, and what was seen of this one peeps out.
        """
        there = [card.card for card in self._surely_there(track, track.seen)]
        return any(card != track.seen.card and not self._buried(track, card) for card in there)

    def _under_hand(self, track: Track, now: SeenCard) -> bool:
        """Whether a card of this name was told of where a hand lies now: an index of its own may show beside that.

        The only card of its name has not gone from there, however little of it the hand covers.
        """
        if now.card is None:
            return False
        least = _TOUCHED if self.packs == 1 else _COVERED
        return any(
            other.told is not None
            and other.told.card == now.card
            and other.hidden_by is None
            and share(self.arms, self.motion.cells(other.quad)) > least
            for other in self.tracks
            if other is not track
        )

    def _laid_on(self, track: Track, card: SeenCard) -> bool:
        """Whether the look that saw a card surely saw another one in its place: what it saw of this one peeps out."""
        return bool(self._surely_there(track, card))

    def _surely_there(self, track: Track, but: SeenCard) -> list[SeenCard]:
        """What the look surely saw and named in a card's place, `but` for one of them."""
        return [
            card
            for card in self.sighted
            if card is not but
            and card.confidence >= SURE
            and card.card is not None
            and shared(track.quad, card.corners) > 0.5
        ]

    def _cut_off(self, track: Track, card: SeenCard) -> bool:
        """Whether an arm lies over most of what a look's outline leaves out of a card's place, or it was not looked at.

        What is left of a card at the edge of the part that was looked at passes for a smaller one that ends there.
        """
        cells = self.motion.cells(track.quad) & ~self.motion.cells(card.corners)
        return share(self.arms | ~self.seen, cells) > _COVERED

    def _under_arms(self, track: Track, card: SeenCard) -> bool:
        """Whether an arm lies over most of what a look's outline adds to a card's place."""
        return share(self.arms, self.motion.cells(card.corners) & ~self.motion.cells(track.quad)) > _COVERED

    def _halved(self, track: Track, place: Track) -> bool:
        """Whether what was seen is only a part of the card known in its place, an arm lying over the rest."""
        whole = place.outlined and not track.seen.guessed
        return whole and place.shrunk(track.seen) and self._cut_off(place, track.seen)

    def _under_arm(self, track: Track) -> bool:
        """Whether an arm lies over most of a card's place; none covers most of the table, however much has changed."""
        return share(self.arms, self.motion.cells(track.quad)) > _COVERED > float(self.arms.mean())

    def _fingers(self, track: Track, place: Track) -> bool:
        """Whether what is read on what seems to be a card turned up are fingers at its edge.

        All lies under an arm, as on a card just turned up it may seem to; but some of it beside where the card lay.
        """
        spots = [self.motion.cells(index.quad) for index in track.seen.indices]
        beside = len(spots) > 0 and not within(track.seen.indices, place.quad)
        return beside and all(share(self.arms, cells) > _COVERED for cells in spots)

    def _moving(self, track: Track) -> bool:
        """Whether something moves over a card's place."""
        return share(self.change.moving, self.motion.cells(track.quad)) > _MOVING

    def _appear(self, track: Track, place: Track | None, now: SeenCard) -> list[TrackEvent]:
        """A card has become sure: alone, or in the place of another."""
        track.told = now
        if place is None:
            return [self._event("new", track.id, None, now)]
        before = place.told
        if before is not None and self._one_card(before, now):
            # Lost and found again at a slightly different place.
            track.first = place.first
            replace_track(self.tracks, place, track, same=True)
            return []
        turned = before is not None and before.side == "down" and now.side == "up"
        if turned or place.missed:
            replace_track(self.tracks, place, track, same=turned)
        else:
            bury(self.tracks, place, track)
        assert before is not None, "only cards that were told can be covered"
        if (_unnamed(before) and _unnamed(now)) or before.side == now.side == "down":
            return []
        return [self._event("update", track.id, before, now)]

    def _one_card(self, one: SeenCard, other: SeenCard) -> bool:
        """Whether two names at one place are one card's."""
        return one.card is not None and one.card == other.card and self.packs in (1, "auto")

    def _event(
        self, kind: Literal["new", "update", "end"], number: int, before: SeenCard | None, after: SeenCard | None
    ) -> TrackEvent:
        """A change of one place, from the reference picture to the frame."""
        before, after = (None if card is None else mapped_card(card, self.change.camera) for card in (before, after))
        return TrackEvent(self.time, kind, number, before, after)


def _patience(place: Track | None, now: SeenCard) -> float:
    """How long a name is waited for: longer where a card that was named would give way to one that is not."""
    named = place is not None and place.told is not None and _known(place) and not _unnamed(place.told)
    return 1.8 * _PATIENCE if named and _unnamed(now) else _PATIENCE


def _known(place: Track | None) -> bool:
    """Whether a card lies there, face up, that was told of."""
    return place is not None and place.told is not None and place.told.side == "up"


def _read(track: Track) -> bool:
    """Whether anything is known of what a card is."""
    named = track.told is not None and track.told.card is not None
    return named or track.evidence.decided(named=_HINT)[0] is not None


def _unnamed(card: SeenCard) -> bool:
    return card.side == "up" and card.card is None
