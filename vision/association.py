"""Which card of a look is which of those followed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.change import Change, Mask, share
from vision.doubts import SURE
from vision.evidence import HINT
from vision.likeness import blinded
from vision.lookalikes import resembles
from vision.matching import distances, pairs, shared
from vision.motion import Motion
from vision.piles import OVERLAID, aside, next_in_fan, uncovered
from vision.printed import in_common, of_one_card, remains, separate, within
from vision.table import mapped
from vision.track import Track
from vision.types import Floats, Image, SeenCard

_ALIKE = 0.98
"""Correlation of two pictures of a place from which the same card is taken to lie there."""

_SIMILAR = 0.9
"""The same from which it may be one that lay there before others were laid on it and taken away again."""

_OTHERWISE = 0.9
"""The same under which another card lies there, however little of the picture has changed: on equal ranks of two suits
of one ink, their pips alone."""

_RULED_OUT = 0.02
"""How well a look fits what is known of a card, up to which it is none of those that the card may be."""

_HARDLY, _CORNERS = 0.96, 3
"""The same where so many cells differ: of cards without pips the indices alone change."""

_PASSED = 0.1
"""Share of a card over which something has to have passed for it to be compared with what it was."""

_ON_ONE, _ON_SEVERAL = 0.6, 0.5
"""Share of a card on one that has not changed, from which it is only that one, and on several where its whole place
looks as before."""

_SPOT = 0.12
"""Distance, in card sides, up to which two outlines are of one place."""


def associated(
    tracks: Sequence[Track],
    found: Sequence[SeenCard],
    motion: Motion,
    change: Change,
    time: float,
    fans: bool = True,
) -> list[tuple[Track, SeenCard]]:
    """Tracks with the card of this look that each of them is: at most one, the others being left out.

    Args:
        tracks: those followed.
        found: cards of the look, in the reference picture.
        motion: of the frame looked at.
        change: of the same frame.
        time: of the same frame, in seconds.
        fans: whether cards may lie over each other in a fan.
    """
    if not tracks or not found:
        return []
    compatible = np.zeros((len(tracks), len(found)), dtype=bool)
    fine = np.zeros(compatible.shape, dtype=np.float32)
    apart, _ = distances([track.quad for track in tracks], [card.corners for card in found])
    known = _known_by_index(tracks, found, apart, fans)
    rows, columns = ({pair[k] for pair in known} for k in (0, 1))
    for i, j in zip(*np.nonzero(apart < 0.6), strict=True):
        if i not in rows and j not in columns:
            compatible[i, j], fine[i, j] = _fits(tracks[i], found[j], motion, change)
            if not compatible[i, j] and apart[i, j] < _SPOT and _left_alone(tracks[i], found[j], motion, change, time):
                compatible[i, j], fine[i, j] = True, 0.2
    chosen = known + pairs([track.quad for track in tracks], [card.corners for card in found], compatible, fine)
    matched = [(tracks[i], found[j]) for i, j in chosen]
    bared = uncovered(tracks, matched)
    # What cannot be read is not the card that was taken off another, which now lies open.
    return [(track, card) for track, card in matched if track.id not in bared or card.card is not None]


def _known_by_index(
    tracks: Sequence[Track], found: Sequence[SeenCard], apart: Floats, fans: bool
) -> list[tuple[int, int]]:
    """Pairs (track, card) that show the same index, where the outline of one follows from that and may lie anywhere.

    Of one that others of a fan cover the suit may be covered by half. One that was told by its name may have been
    outlined astray, under the hand that laid it. `apart` is (T, D).
    """
    prints, indices = [track.prints for track in tracks], [card.indices for card in found]
    partly = in_common(prints, indices, partly=True)
    shown = in_common(prints, indices) if partly.any() else partly
    pairs_: list[tuple[int, float, int, int]] = []
    for i, j in zip(*np.nonzero(partly), strict=True):
        track, hidden, guessed = tracks[i], tracks[i].hidden_by is not None, found[j].guessed
        open_ = not hidden and (track.seen.guessed or _surely_this(track, found[j]))
        by_index = (guessed or open_) and not _surely_another(track, found[j])
        by_index |= fans and not hidden and float(apart[i, j]) < _SPOT and _left_in_sight(track, found[j], found)
        half = fans and guessed and _surely_named(track) and _fanned(track, tracks)
        if half or (shown[i, j] and by_index):
            pairs_.append((2 * int(not shown[i, j]) + int(hidden), float(apart[i, j]), int(i), int(j)))
    out: dict[int, int] = {}
    for _, _, i, j in sorted(pairs_):
        if i not in out and j not in out.values():
            out[i] = j
    return list(out.items())


def _left_in_sight(track: Track, card: SeenCard, found: Sequence[SeenCard]) -> bool:
    """Whether a face in the place of a card that was surely named is what the next card of a fan, `found` too, leaves.

    Its pips tell no more which of two alike ranks its index shows.
    """
    return _surely_named(track) and any(
        other is not card
        and other.card is not None
        and other.confidence >= SURE
        and next_in_fan(track.quad, other.corners)
        and separate(other.indices, track.prints)
        for other in found
    )


def _surely_this(track: Track, card: SeenCard) -> bool:
    """Whether a look surely names the card as it was told."""
    return _surely_named(track) and card.confidence >= SURE and card.card == track.read().card


def _surely_another(track: Track, card: SeenCard) -> bool:
    """Whether a look surely names another card than the one followed, one index of which may have been put to it."""
    return card.card is not None and card.confidence >= SURE and card.card != track.read().card


def _surely_named(track: Track) -> bool:
    return track.told is not None and track.told.card is not None and track.told.confidence >= SURE


def _fanned(track: Track, tracks: Sequence[Track]) -> bool:
    """Whether a card that came later lies over a part of a card, as the next one of a fan does."""
    return any(
        other is not track
        and other.shown is not None
        and other.first >= track.first
        and shared(track.quad, other.quad) > OVERLAID
        and aside(track, other)
        for other in tracks
    )


def as_known(track: Track, card: SeenCard, found: Sequence[SeenCard]) -> SeenCard:
    """A card of which a part is covered, or a part of the index that it is known by, as it was read when that was not.

    Args:
        track: of the card.
        card: of this look.
        found: all cards of this look.
    """
    known = track.read()
    partly = card.guessed or _left_in_sight(track, card, found)
    if not partly or card.card == known.card or not in_common([track.prints], [card.indices], partly=True).any():
        return card
    return replace(card, card=known.card, confidence=known.confidence, candidates=known.candidates)


def altered(track: Track, motion: Motion, change: Change) -> bool:
    """Whether a card's place looks otherwise than in the model, or all in all otherwise than when it was counted."""
    if motion.changed(track.quad, change):
        return True
    alike = track.likeness(motion)
    if alike is None or alike >= _HARDLY or not track.differs(motion):
        return False
    return alike < _OTHERWISE or int(change.dirty[motion.cells(track.quad)].sum()) >= _CORNERS


def exchanged(tracks: Sequence[Track], unseen: Mask, motion: Motion, change: Change) -> Mask:
    """The cells of cards told of that are altered, as far as something has passed over them since they were seen.

    What it left there may look all but like the card before, and leave too little dirty to be looked at for that.

    Args:
        tracks: those followed.
        unseen: cells at rest over which something has moved since the last look at them.
        motion: of the frame.
        change: of the frame.
    """
    out = np.zeros_like(unseen)
    if not unseen.any():
        # On a table at rest, at every frame.
        return out
    for track in tracks:
        if track.shown is not None and track.shown.side == "up":
            cells = motion.cells(track.quad)
            if share(unseen, cells) > _PASSED and altered(track, motion, change):
                out |= cells
    return out


def resembling(
    image: Image,
    viewed: Sequence[Track],
    down: Sequence[Track],
    matched: Sequence[tuple[Track, SeenCard]],
    motion: Motion,
    change: Change,
) -> list[tuple[Track, SeenCard]]:
    """Face-down cards seen once that a look passed over, where they look like those that are known to lie there.

    Args:
        image: the frame, (H, W, 3) BGR.
        viewed: face-down cards followed whose places the look was at.
        down: all of them.
        matched: what the look found.
        motion: of the frame.
        change: of the frame.
    """
    present = {id(track) for track, _ in matched}
    once = [track for track in viewed if track.told is None and id(track) not in present]
    if not once:
        return []
    known = [
        mapped(track.quad, change.camera)
        for track in down
        if track.told is not None and not motion.changed(track.quad, change)
    ]
    return [
        (track, track.seen)
        for track in once
        if not motion.moves(track.quad, change) and resembles(image, mapped(track.quad, change.camera), known)
    ]


def _fits(track: Track, card: SeenCard, motion: Motion, change: Change) -> tuple[bool, float]:
    """Whether a card of this look can be the one followed, and what speaks against it."""
    if track.seen.side != card.side:
        return False, 0.0
    if card.side == "down":
        return True, 0.0
    if track.hidden_by is not None:
        # What lies under another card comes to light by its own name, or not at all.
        return card.confidence >= HINT and track.evidence.agreement(card) > 0.5 and _may_come(track, card, motion), 0.0
    if track.evidence.decided()[1] < 0.5:
        return not _none_of_its(track, card, motion, change), 0.1
    agreement = track.evidence.agreement(card)
    readable = card.card is not None or card.confidence >= 0.5
    if not altered(track, motion, change) or (track.likeness(motion) or 0.0) > _ALIKE:
        # The picture is the same: only a name that cannot be speaks against it.
        return agreement > 0.05 or not readable, 0.2 * (1.0 - min(agreement, 1.0))
    if not readable:
        inside = track.pictures(motion, card.corners)
        if inside is not None and blinded(*inside):
            return True, 0.2
    if not _surely_another(track, card) and _same_print(track, card):
        return True, 0.3
    return card.confidence >= HINT and agreement > 0.5, 0.4 * (1.0 - min(agreement, 1.0))


def _none_of_its(track: Track, card: SeenCard, motion: Motion, change: Change) -> bool:
    """Whether a look surely names a card that looks at one never read all but rule out, where the picture changed too.

    That is another card, laid on it: what is told of it is not only its name.
    """
    if card.card is None or card.confidence < SURE or track.evidence.agreement(card) > _RULED_OUT:
        return False
    alike = track.likeness(motion)
    return altered(track, motion, change) and alike is not None and alike < _OTHERWISE


def _left_alone(track: Track, card: SeenCard, motion: Motion, change: Change, time: float) -> bool:
    """Whether nothing has moved over a card seen whole once since the last look: it is the same, however read."""
    whole = track.hidden_by is None and track.outlined and not card.guessed
    if not whole or track.seen.side != card.side:
        return False
    return change.rested(motion.cells(track.quad)) > time - track.seen_at


def _same_print(track: Track, card: SeenCard) -> bool:
    """Whether every index read on a card is one that was read on the card followed, and lies within its outline.

    Pips are counted within an outline: of a card of which others cover all but a strip that may be drawn astray.
    """
    read = {(index.glyph, index.suit) for index in card.indices}
    known = {(index.glyph, index.suit) for index in track.seen.indices if index.glyph and index.suit}
    return read <= known and within(card.indices, track.quad)


def _may_come(track: Track, card: SeenCard, motion: Motion) -> bool:
    """Whether a card of this look can be one that lay buried: an index that peeps out, its name, the same picture.

    A new card on a pile is easily misread as one that lies deep in it, and one that is surely named is none of which
    that was never clear.
    """
    its_name = track.told is not None and track.told.card == card.card
    if card.guessed or (its_name and card.confidence >= SURE):
        return True
    alike = track.likeness(motion)
    return alike is None or alike > _SIMILAR


def remnant(card: SeenCard, seen: Sequence[Track]) -> bool:
    """Whether of a card nothing was read but what others leave of an index of one that is `seen` by another index.

    Where its whole face was outlined that other index has to shine through it, which no index does through a card.
    """
    return any(
        track.told is not None
        and remains(card.indices, track.prints)
        and separate(card.indices, track.seen.indices)
        and (card.guessed or within(track.seen.indices, card.corners))
        for track in seen
    )


def _shines_through(track: Track, card: SeenCard, motion: Motion) -> bool:
    """Whether a face looks as it did in the place of a card seen face down: faint prints pass for a back's."""
    if track.shown is None or track.shown.side == "down" or shared(card.corners, track.quad) <= _ON_ONE:
        return False
    alike = track.likeness(motion)
    return alike is not None and alike > _ALIKE


def read_again(
    tracks: Sequence[Track],
    card: SeenCard,
    steady: Sequence[Track],
    motion: Motion,
    change: Change,
    fans: bool = True,
) -> bool:
    """Whether a card that is none of those followed is only another reading of one that has not changed, or of several.

    Index of the one and outline of the other, two cards side by side pass for one that lies between them. One that is
    surely named by an index of its own is none of that.

    Args:
        tracks: those followed.
        card: of the look.
        steady: tracks found by this look that look as when they were last counted.
        motion: of the frame looked at.
        change: of the same frame.
        fans: whether cards may lie over each other in a fan.
    """
    told = [track for track in tracks if track.told is not None]
    if card.side == "down" and any(_shines_through(track, card, motion) for track in told):
        return True
    # What lies under a card that has changed is not what is seen there, however alike its picture was.
    changed = {track.id for track in told if altered(track, motion, change)}
    unaltered = [track for track in told if track.id not in changed and track.hidden_by not in changed]
    known = unaltered + (list(steady) if card.confidence < HINT else [])
    if card.guessed:
        lying = unaltered + [track for track in told if track not in unaltered and _fanned(track, tracks)]
        if any(of_one_card(card.indices, track.prints, track.quad) for track in lying):
            # What others leave of an index is easily misread.
            return True
        tops = {track.id for track in unaltered if track.hidden_by is None}
        below = [track.prints for track in told if track.hidden_by in tops]
        if in_common(below, [card.indices], partly=True).any():
            # Nothing has been laid on that pile: it is a card of it that peeps out.
            return True
    if fans and card.guessed and card.confidence >= SURE:
        known = [track for track in known if not separate(card.indices, track.prints)]
    shares = [shared(card.corners, track.quad) for track in known]
    if max(shares, default=0.0) > _ON_ONE:
        return True
    open_ = [share for share, track in zip(shares, known, strict=True) if track.hidden_by is None]
    return sum(open_) > _ON_SEVERAL and not motion.changed(card.corners, change)
