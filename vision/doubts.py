"""What speaks against telling a card that was just found, as long as another look may make it surer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from rules.cards import Card
from vision.change import Change, Mask, share
from vision.held import Held
from vision.matching import shared
from vision.motion import Motion
from vision.printed import across, at_one_spot, separate, within
from vision.track import Track
from vision.twice import born_together, elsewhere, outdone
from vision.types import SeenCard
from vision.vacancy import whitened

SURE = 0.9
"""Confidence from which a card's name counts as certain."""

_PATIENCE = 0.7
"""Seconds a card that cannot be named yet is looked at again before it is told unnamed."""

SLEEVE = 1.0
"""Seconds for which what looks like a face-down card, with an arm over it or none, is taken for a part of that arm."""

_FAINT = 0.5
"""Confidence of a face-down card up to which it is looked at for as long: tiles, and print on a cloth, come and go."""

_MOVING = 0.06
"""Share of a card's place that moves from which a hand still lies over it."""

COVERED = 0.5
"""Share of a place from which an arm over it is taken to hide what lies there."""

_TOUCHED = 0.15
"""The same where any part will do."""

_NOTHING_CAME = 1.2
"""Seconds for which a card is looked at again that is found where the table looks as it did when nothing lay there."""

_BARE = 0.8
"""Share of its place that has to look so."""

_UNDER = 0.3
"""Share of each other that two cards cover at least, one of which lies under the other."""

_GUESSED = 0.3
"""Seconds a card of which only an index was seen is looked at again: its outline is a guess."""


@dataclass(frozen=True, eq=False)
class Doubts:
    """What one look leaves open of the cards followed.

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
        held: where hands hold cards.
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
    held: Held = field(default_factory=Held)

    def others(self, track: Track) -> list[Track]:
        """All cards followed but those beside which this one lies in a fan; itself among them."""
        return [other for other in self.tracks if other is track or not self._side_by_side(track, other)]

    def doubted(self, track: Track, place: Track | None, others: Sequence[Track], now: SeenCard) -> bool:
        """Whether a card not told yet is to be looked at again first.

        Args:
            track: of the card.
            place: the card that lay in its place.
            others: as `others` gives them.
            now: what all looks together say it is.
        """
        unsure = now.side == "up" and now.confidence < SURE
        waited = self.time - track.first
        if track.looks < 2 or (unsure and waited < _patience(place, now)):
            return True
        if not track.outlined and (waited < _GUESSED or (unsure and self._slid_under(track))):
            return True
        if now.side == "down" and waited < SLEEVE and (now.confidence < _FAINT or self._under_arm(track)):
            # A sleeve may be as wide as a card, and end where the hand begins; what stays for long is none. Nor does a
            # tile pass for a card in every look.
            return True
        if place is not None and not _known(place) and waited < SLEEVE and self._fingers(track, place):
            return True
        if place is not None and _known(place) and (self._moving(track) or self._halved(track, place)):
            # Half a card is easily read as another: what was known there is believed until the hand has gone.
            return True
        if self._under_hand(track, now) or (track.seen.guessed and self.held.holds(track.quad, self.time)):
            return True
        if waited < _NOTHING_CAME and self.motion.bare(track.quad) > _BARE:
            return True
        if place is not None and (self._peeps(track, place, now) or self._twofold(track, place)):
            return True
        if self._buried(track, now.card) and self._overlaid(track):
            return True
        if place is not None and now.card is None and _known(place) and self._whitened(place):
            # A face as white as can be passes for a back.
            return True
        over = outdone(others, track, self.time)
        return over is not None and (waited < _PATIENCE or born_together(track, over))

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
        cards = track.read(), other.read()
        named = all(card.card is not None and card.confidence >= SURE for card in cards)
        return named and cards[0].card != cards[1].card and separate(track.seen.indices, other.prints)

    def _untouched_since(self, time: float, track: Track) -> bool:
        """Whether nothing has moved over the indices of a card since then: it lay there already, seen or not."""
        spots = [self.motion.cells(index.quad) for index in track.seen.indices]
        return all(self.change.rested(cells) >= self.time - time for cells in spots if cells.any())

    def _peeps(self, track: Track, place: Track, now: SeenCard) -> bool:
        """Whether an index alone is seen, beside a back that lies where its card would, or a whole face, known or new.

        It peeps out under that.
        """
        if not track.seen.guessed:
            return False
        sure = place.seen_at == self.time and place.seen.confidence >= SURE
        if sure and (not place.seen.guessed or now.confidence < SURE):
            # One that is named as surely can have come to lie over all but the index of one known by its index.
            return True
        there = self.surely_there(track, track.seen)
        if any(not card.guessed and across(card.indices, card.corners) for card in there):
            # Both corners of the card that lies there now are open.
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
        there = [card.card for card in self.surely_there(track, track.seen)]
        return any(card != track.seen.card and not self._buried(track, card) for card in there)

    def _under_hand(self, track: Track, now: SeenCard) -> bool:
        """Whether a card of this name was told of where a hand lies now: an index of its own may show beside that.

        The only card of its name has not gone from there, however little of it the hand covers; unless it is seen whole
        elsewhere: what a hand holds is laid down some time.
        """
        if now.card is None:
            return False
        whole = track.outlined and not track.seen.guessed and now.confidence >= SURE
        least = _TOUCHED if self.packs == 1 else COVERED
        return any(
            other.shown is not None
            and other.shown.card == now.card
            and share(self.arms, self.motion.cells(other.quad)) > least
            and not (whole and (self.held.held(other.quad, self.time) or elsewhere(other, track.quad)))
            for other in self.tracks
            if other is not track
        )

    def surely_there(self, track: Track, but: SeenCard) -> list[SeenCard]:
        """What the look surely saw and named in a card's place, `but` for one of them."""
        return [
            card
            for card in self.sighted
            if card is not but
            and card.confidence >= SURE
            and card.card is not None
            and shared(track.quad, card.corners) > 0.5
        ]

    def disputed(self, card: SeenCard) -> bool:
        """Whether the corners of a card that a look found say different ranks, and an arm lies over one of them."""
        said = [index for index in card.indices if index.glyph is not None]
        if len({index.glyph for index in said}) < 2:
            return False
        return any(share(self.arms, self.motion.cells(index.quad)) > COVERED for index in said)

    def cut_off(self, track: Track, card: SeenCard) -> bool:
        """Whether an arm lies over most of what a look's outline leaves out of a card's place, or it was not looked at.

        What is left of a card at the edge of the part that was looked at passes for a smaller one that ends there.
        """
        cells = self.motion.cells(track.quad) & ~self.motion.cells(card.corners)
        return share(self.arms | ~self.seen, cells) > COVERED

    def _halved(self, track: Track, place: Track) -> bool:
        """Whether what was seen is only a part of the card known in its place, an arm lying over the rest."""
        whole = place.outlined and not track.seen.guessed
        part = whole and place.shrunk(track.seen) and not across(track.seen.indices, track.seen.corners)
        return part and self.cut_off(place, track.seen)

    def _under_arm(self, track: Track) -> bool:
        """Whether an arm lies over most of a card's place; none covers most of the table, however much has changed."""
        return share(self.arms, self.motion.cells(track.quad)) > COVERED > float(self.arms.mean())

    def _fingers(self, track: Track, place: Track) -> bool:
        """Whether what is read on what seems to be a card turned up are fingers at its edge.

        All lies under an arm, as on a card just turned up it may seem to; but some of it beside where the card lay.
        """
        spots = [self.motion.cells(index.quad) for index in track.seen.indices]
        beside = len(spots) > 0 and not within(track.seen.indices, place.quad)
        return beside and all(share(self.arms, cells) > COVERED for cells in spots)

    def _moving(self, track: Track) -> bool:
        """Whether something moves over a card's place."""
        return share(self.change.moving, self.motion.cells(track.quad)) > _MOVING


def _patience(place: Track | None, now: SeenCard) -> float:
    """How long a name is waited for: longer where a card that was named would give way to one that is not."""
    named = place is not None and place.told is not None and _known(place) and not unnamed(place.told)
    return 1.8 * _PATIENCE if named and unnamed(now) else _PATIENCE


def _known(place: Track | None) -> bool:
    """Whether a card lies there, face up, that was told of."""
    return place is not None and place.told is not None and place.told.side == "up"


def unnamed(card: SeenCard) -> bool:
    """Whether a card lies face up of which it is not known which."""
    return card.side == "up" and card.card is None
