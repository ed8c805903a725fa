"""Cards that lie on each other: which lies under which, and what comes to light when one is taken away."""

from __future__ import annotations

from collections.abc import Container, Sequence

import numpy as np

from vision.geometry import inside
from vision.matching import distances, shared
from vision.motion import Motion
from vision.printed import named, separate
from vision.track import Track
from vision.types import Floats, SeenCard, quads

_SAME = 0.7
"""Correlation of two pictures of a place below which another card must lie there."""

_SURELY = 0.9
"""Confidence from which a card's name is believed where it decides what lies on what."""

_WHOLLY = 0.75
"""Share of two cards from which one lies on the other, and does not only overlap it, however they are turned."""

_MOSTLY = 0.5
"""The same from which it may lie on the other."""

_ASIDE = 0.15
"""Distance in short sides from which two cards lie in a fan where the index of the one is read beside the other; from
less in a pile. In a close fan a fifth of a card is left in sight."""

_SOON = 3.0
"""Seconds in which the next card of a fan is laid; on a pile one is laid a turn."""

_ALIKE = 0.9
"""Correlation of two pictures of a place from which the same card lies there, where nothing else shows that the card on
it is gone."""

OVERLAID = 0.3
"""Share of a card that the next one of a fan covers at least, ..."""

_STRAIGHT = 0.9
"""... and cosine of the angle between two steps of a fan, from which the second goes on where the first led."""

_TRUST = 6
"""Looks after which a pile is taken to show what is seen of it, and not what was known to lie there."""


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
    for other in sorted(buried, key=lambda other: other.laid)[:-keep]:
        tracks.remove(other)


def unearth(tracks: list[Track], place: Track, buried: Track, track: Track) -> None:
    """Let a track go on for a card that lay buried in its place: what lay on that, and its old track, are gone."""
    track.laid = buried.laid
    for other in [other for other in tracks if other is place or other.hidden_by == place.id]:
        if other is place or other is buried or other.laid > buried.laid:
            tracks.remove(other)
        else:
            other.hidden_by = track.id
    renumber(tracks, track, buried.id)


def raise_to_top(tracks: list[Track], top: Track, track: Track, time: float) -> None:
    """Lay a card that was known to lie buried, and was taken away unseen, on the `top` that hid it."""
    track.hidden_by, track.peeps, track.raised = None, 0, 0
    track.first = track.laid = time
    bury(tracks, top, track)


def under(tracks: Sequence[Track], track: Track, fans: bool = True) -> Track | None:
    """The card told of before that lies where this one does now; of several in a pile the one laid there last.

    Of a fan, where there may be `fans`, none lies under another whose index is read beside it; else what lies on
    another is a pile, however it is turned.
    """
    best: tuple[bool, float, Track | None] = (False, _MOSTLY, None)
    for other in tracks:
        if other is track or other.told is None or other.hidden_by is not None:
            continue
        share = shared(track.quad, other.quad)
        if fans and aside(other, track) and (_shown_beside(other, track) or goes_on(tracks, other, track)):
            continue
        wholly = share > _WHOLLY
        beside = _peeps(other, track) and ((fans and not wholly) or _read_beside(other, track))
        if share <= _MOSTLY or beside:
            continue
        weight = (wholly, other.laid if wholly else share)
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
    surely = below.seen.guessed and below.seen_at == above.seen_at and below.read().confidence >= _SURELY
    return surely and below.seen.card == below.read().card and separate(below.seen.indices, above.prints)


def aside(one: Track, other: Track) -> bool:
    """Whether two cards lie as far from each other as those of a fan do, and came one soon after the other."""
    return abs(one.first - other.first) < _SOON and _beside(one.quad, other.quad)


def _beside(one: Floats, other: Floats) -> bool:
    return float(distances(one, other)[0][0, 0]) >= _ASIDE


def next_in_fan(one: Floats, other: Floats) -> bool:
    """Whether two outlines, (4, 2), lie over each other as those of neighbours in a fan do."""
    return _beside(one, other) and shared(one, other) > OVERLAID


def goes_on(tracks: Sequence[Track], below: Track, above: Track) -> bool:
    """Whether the card on another lies farther along a fan, the card of which before that one lies as far back.

    Of a close fan no index need be read whole; discards do not follow each other so soon and so straight.
    """
    return any(fanned(before, below, above) for before in tracks)


def fanned(before: Track, below: Track, above: Track) -> bool:
    """Whether three cards are neighbours in a fan, in the order in which they were laid."""
    cards = before, below, above
    if len({card.id for card in cards}) < len(cards) or any(card.seen.side == "down" for card in cards):
        return False
    if before.told is None or before.hidden_by not in (None, below.id) or below.hidden_by not in (None, above.id):
        return False
    if not before.first <= below.first <= above.first or not (aside(before, below) and aside(below, above)):
        return False
    if shared(before.quad, below.quad) < OVERLAID:
        return False
    first, second, third = (card.quad.mean(axis=0) for card in cards)
    steps = second - first, third - second
    lengths = [float(np.linalg.norm(step)) for step in steps]
    return float(steps[0] @ steps[1]) > _STRAIGHT * lengths[0] * lengths[1] > 0


def _read_beside(below: Track, above: Track) -> bool:
    """Whether the look that saw one card's face read an index of the other in its outline: that is drawn too wide.

    Of one that peeps out from under it a part is outside.
    """
    one, other = below.seen, above.seen
    by_index = one.guessed and not other.guessed and below.seen_at == above.seen_at
    if not by_index or one.confidence < _SURELY or one.card == other.card:
        return False
    corners = quads([index.quad for index in one.indices]).reshape(-1, 2)
    return len(corners) == 0 or bool(inside(corners, above.quad).reshape(-1, 4).all(axis=1).any())


def _mixed(corner: Floats, along: Floats, down: Floats) -> Floats:
    """The middle of the index in a corner."""
    return np.asarray(corner + 0.11 * (along - corner) + 0.12 * (down - corner), dtype=np.float32)


def over(one: Floats, other: Floats) -> bool:
    """Whether two outlines, (4, 2), lie over each other as those of a pile's cards do."""
    return shared(one, other) > _WHOLLY


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
        and over(card.corners, above.quad)
    }


def rivalled(tracks: Sequence[Track], track: Track, bared: Container[int]) -> bool:
    """Whether a card not yet sure lies in a track's place: that one's event will tell both.

    Where a card known to lie under it is seen whole, nothing new does: what peeps out beside that one is older. `bared`
    are the numbers of the tracks of which that is so.
    """
    if track.id in bared:
        return False
    rivals = [other for other in tracks if other.told is None and not other.missed]
    return any(shared(track.quad, other.quad) > _MOSTLY for other in rivals)


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
    return max(below, key=lambda other: other.laid, default=None)


def lifted(tracks: list[Track], track: Track, time: float) -> Track | None:
    """Take a track away; the one that comes to light under it, None where nothing does."""
    tracks.remove(track)
    below = [other for other in tracks if other.hidden_by == track.id]
    open_again = [other for other in below if other.seen_at == time and other.told is not None]
    if not open_again:
        for other in below:
            tracks.remove(other)
        return None
    top = max(open_again, key=lambda other: other.laid)
    for other in below:
        other.hidden_by = None if other is top else top.id
    top.first, top.told = time, top.card()
    return top


def without_namesakes(matched: Sequence[tuple[Track, SeenCard]]) -> list[tuple[Track, SeenCard]]:
    """What a look matched, less what lies on a pile and was taken for its namesake of another pack, buried there.

    Its face is seen, with its indices in two corners, while of what was the top till then only corners peep out.
    """
    peeping = {track.id for track, card in matched if card.guessed}
    return [
        (track, card)
        for track, card in matched
        if track.hidden_by not in peeping or card.guessed or len(named(card.indices)) < 2
    ]
