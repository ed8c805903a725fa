"""Cards seen twice or followed twice: an index beside its own card, a ghost, two halves of one back."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field

import numpy as np

from rules.cards import Card
from vision.geometry import areas, sizes
from vision.held import Held
from vision.matching import shared
from vision.piles import replace_track
from vision.printed import within
from vision.track import Track
from vision.types import Floats, SeenCard

_BESIDE = 0.15
"""Share of a card's outline, guessed from one index, that may lie over the card it is in truth."""

_TOGETHER = 0.3
"""Seconds within which two cards seen at one place came to light together."""

_TWINS = 0.85
"""Share that two face-down cards have in common, and that the smaller one has of the larger one's area, from which they
are one card."""

_OVER = 0.3
"""Share of its outline that a card named twice has in common with where it is seen, ..."""
_NOT_SEEN = 1.0
"""... and seconds in which it was seen nowhere else."""

_WELL_CLEAR = 1.0
"""Card heights between the middles of two outlines of which an index of one card, in whatever corner it is taken to
stand, does not account for both."""

_ELSEWHERE = 2
"""Looks in a row that see the only card of a name elsewhere, whole, after which it does not lie where it lay; ..."""

_OFTEN, _LONG = 5, 3.0
"""... looks, and seconds from the first of them, where it is seen so near that it may be outlined badly: what a hand
leaves of a card is not seen for so long."""


def known_beside(
    tracks: Sequence[Track], card: SeenCard, covered: Callable[[Floats], bool], resting: Callable[[Floats], bool]
) -> Track | None:
    """The card told of before that a card of its name found beside it is: half covered, its outline is taken badly.

    Args:
        tracks: those followed.
        card: of a look.
        covered: whether a hand covers part of a place, its own or that of the card beside it.
        resting: whether the only card of its name must still lie where it lay.
    """
    if card.card is None:
        return None
    for track in tracks:
        if track.shown is None or track.shown.card != card.card:
            continue
        if within(card.indices, track.quad):
            return track
        if shared(card.corners, track.quad) <= _BESIDE:
            continue
        if card.guessed or covered(card.corners) or covered(track.quad) or resting(track.quad):
            return track
    return None


def outdone(tracks: Sequence[Track], track: Track, time: float) -> Track | None:
    """The card whose face was seen where of this one only an index is: this one peeps out under it, or is a ghost."""
    if not track.seen.guessed:
        return None
    for other in tracks:
        if other is track or other.hidden_by is not None or other.seen.side == "down" or other.seen_at != time:
            continue
        if other.outlined and other.read().card is not None and shared(track.quad, other.quad) > 0.5:
            return other
    return None


def born_together(track: Track, other: Track) -> bool:
    """Whether the other card came to its place no earlier than this one."""
    return other.first > track.first - _TOGETHER


def merge_twins(tracks: list[Track], present: Container[int]) -> None:
    """Forget face-down cards in whose very place another has come to lie, and is seen instead.

    Of a card in light and shade either half passes for one at first; both grow until they are the whole.

    Args:
        tracks: those followed.
        present: identities of those that the newest look found.
    """
    down = [track for track in tracks if track.shown is not None and track.seen.side == "down"]
    for track in [track for track in down if id(track) not in present]:
        twin = next((other for other in down if id(other) in present and _coincide(track.quad, other.quad)), None)
        if twin is not None:
            replace_track(tracks, track, twin, same=False)


def merge_namesakes(tracks: list[Track], present: Container[int], looked_at: Callable[[Track], bool]) -> None:
    """Forget cards of one pack that are seen beside where they were told of, and no more there.

    Told of under the hand that laid it, a card may lie beside itself: nothing changes there, so nothing would end it.

    Args:
        tracks: those followed.
        present: identities of those that the newest look found.
        looked_at: whether the newest look was at a track's place.
    """
    named = [track for track in tracks if track.hidden_by is None and _name(track) is not None]
    seen = [track for track in named if id(track) in present]
    for track in [track for track in named if id(track) not in present and looked_at(track)]:
        for other in [other for other in seen if _name(other) == _name(track)]:
            if other.seen_at - track.seen_at >= _NOT_SEEN and shared(track.quad, other.quad) > _OVER:
                replace_track(tracks, track, other, same=True)
                break


def elsewhere(track: Track, corners: Floats) -> bool:
    """Whether a card of one's name that is seen whole lies elsewhere than one told of under a hand.

    Of one whose face was seen what a hand leaves of it may be outlined beside it; an index in a fan shows no outline.
    """
    if not track.outlined:
        return True
    height = float(sizes(corners[None])[0, 1])
    return float(np.linalg.norm(track.quad.mean(axis=0) - corners.mean(axis=0))) > _WELL_CLEAR * height


@dataclass
class Displaced:
    """Cards of one pack told of where they lie no more: the only one of the name is seen whole, elsewhere.

    What players hold before them passes for cards that lie there, until it is laid down.
    """

    looks: dict[int, int] = field(default_factory=dict)
    near: dict[int, tuple[float, int]] = field(default_factory=dict)

    def those(
        self,
        tracks: Sequence[Track],
        found: Sequence[SeenCard],
        present: Container[int],
        restless: Callable[[Track], bool],
        hands: Held,
        time: float,
    ) -> list[Track]:
        """Take a look; the cards that for several were seen elsewhere, and not where they were told of.

        Args:
            tracks: those followed.
            found: surely named cards of the newest look.
            present: identities of those that it found.
            restless: whether a card's place is covered, or looks otherwise than it did.
            hands: where they hold cards.
            time: in seconds.
        """
        whole = {card.card: card.corners for card in found if card.card is not None and not card.guessed}
        shown = [track for track in tracks if track.hidden_by is None and id(track) not in present]
        seen = [(track, whole.get(name)) for track in shown if (name := _name(track)) is not None]
        away = [(track, quad) for track, quad in seen if quad is not None and restless(track)]
        far = [track for track, quad in away if hands.held(track.quad, time) or elsewhere(track, quad)]
        self.looks = {track.id: self.looks.get(track.id, 0) + 1 for track in far}
        # A look at another part of the table does not see the card that lies near its old place.
        self.near = {track.id: self.near[track.id] for track in shown if track.id in self.near}
        for track, _ in away:
            since, looks = self.near.get(track.id, (time, 0))
            self.near[track.id] = since, looks + 1
        return [track for track, _ in away if self.looks.get(track.id, 0) >= _ELSEWHERE or self._for_long(track, time)]

    def _for_long(self, track: Track, time: float) -> bool:
        since, looks = self.near[track.id]
        return looks >= _OFTEN and time - since >= _LONG


def _name(track: Track) -> Card | None:
    return None if track.told is None else track.told.card


def _coincide(one: Floats, other: Floats) -> bool:
    """Whether two quads are one place, and as large."""
    small, large = sorted(float(areas(quad)) for quad in (one, other))
    return small > _TWINS * large and shared(one, other) > _TWINS
