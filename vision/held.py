"""Cards that players hold before them within the picture: fans in a hand, which shift as no card on a table does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.geometry import Doubles, sizes
from vision.matching import shared
from vision.table import TrackEvent, mapped_cards
from vision.track import Track
from vision.types import Floats, SeenCard, quads

_SHIFTED = (0.1, 1.5)
"""Distances in card heights that a hand shifts the cards it holds by, from and to."""
_TOGETHER = 0.15
"""Card heights by which the shifts of cards of one fan may differ: it turns a little too."""
_FEWEST = 3
"""Cards that have to shift together: one or two are pushed over the table."""
_SURELY = 0.9
"""Confidence from which two cards of one name are one card."""
_FOR, _LATELY = 4.0, 20.0
"""Seconds after a shift for which a hand is thought to be there yet, and may be."""
_OVER = 0.3
"""Share of a card over which one of those held lies where it is held with them: what is only near may be a pile."""
_ROUND = 0.5
"""Card heights round the cards held within which others are held too."""


@dataclass(frozen=True, eq=False)
class _Place:
    """Where a hand holds cards, in the reference picture.

    Attributes:
        outline: (N, 2) corners.
        since: when the cards there last shifted, in seconds.
        lying: (M, 4, 2) cards that stayed where they were: they lie on the table, however near the hand is.
    """

    outline: Floats
    since: float
    lying: Floats

    def holds(self, quad: Floats) -> bool:
        """Whether a card there is among those held."""
        x, y = quad.mean(axis=0)
        if cv2.pointPolygonTest(self.outline, (float(x), float(y)), False) < 0:
            return False
        away = np.linalg.norm(self.lying.mean(axis=1) - (x, y), axis=1)
        return not (away < sizes(self.lying).min(axis=1) / 2).any()


@dataclass
class Held:
    """Where hands hold cards."""

    _places: list[_Place] = field(default_factory=list)

    def shifted(self, tracks: Sequence[Track], found: Sequence[SeenCard], time: float) -> list[Track]:
        """Take a look's cards; the cards told of that a hand holds, as they have shifted together.

        Other cards have to have stayed where they were: else the camera has moved.

        Args:
            tracks: those followed, of one pack, as they were before this look.
            found: cards of the look.
            time: in seconds.
        """
        self._places = [place for place in self._places if time - place.since < _LATELY]
        moves = _moves(tracks, found)
        if len(moves) <= _FEWEST:
            return []
        height = float(np.median(sizes(quads([card.corners for _, card, _ in moves]))[:, 1]))
        far = np.array([float(np.linalg.norm(way)) for *_, way in moves]) / height
        going = [move for move, each in zip(moves, far, strict=True) if _SHIFTED[0] < each < _SHIFTED[1]]
        stay = [card.corners for (_, card, _), each in zip(moves, far, strict=True) if each < _SHIFTED[0] / 2]
        if len(going) < _FEWEST or not stay:
            return []
        usual = np.median([way for *_, way in going], axis=0)
        fan = [(track, card) for track, card, way in going if np.linalg.norm(way - usual) < _TOGETHER * height]
        fan = [
            one
            for one in fan
            if any(other is not one and shared(one[1].corners, other[1].corners) > 0 for other in fan)
        ]
        if len(fan) < _FEWEST:
            return []
        corners = [card.corners for _, card in fan] + [track.quad for track, _ in fan]
        hull = cv2.convexHull(np.concatenate(corners).astype(np.float32))[:, 0]
        middle = hull.mean(axis=0)
        away = hull - middle
        reach = np.linalg.norm(away, axis=1, keepdims=True)
        outline = np.asarray(middle + away * (1 + _ROUND * height / np.maximum(reach, 1e-6)), dtype=np.float32)
        place = _Place(outline, time, quads(stay))
        self._places.append(place)
        return [
            track
            for track in tracks
            if track.told is not None
            and place.holds(track.quad)
            and any(shared(track.quad, quad) > _OVER for quad in corners)
        ]

    def holds(self, quad: Floats, time: float) -> bool:
        """Whether a hand holds a card that is seen there."""
        return self._since(quad) > time - _FOR

    def held(self, quad: Floats, time: float) -> bool:
        """Whether a hand may hold a card that was seen there."""
        return self._since(quad) > time - _LATELY

    def _since(self, quad: Floats) -> float:
        return max((place.since for place in self._places if place.holds(quad)), default=-np.inf)


def let_go(
    tracks: list[Track], held: Sequence[Track], camera: Doubles, time: float
) -> tuple[list[Track], list[TrackEvent]]:
    """Follow no more what was taken to lie on the table, nor what seemed to lie under it; and the events of that.

    Args:
        tracks: those followed.
        held: those of them that a hand holds.
        camera: (3, 3) from the reference picture to the frame.
        time: in seconds.
    """
    ids = {track.id for track in held}
    left = [track for track in tracks if not ids & {track.id, track.hidden_by}]
    told = [(track.id, track.shown) for track in held if track.shown is not None]
    seen = mapped_cards([card for _, card in told], camera)
    return left, [TrackEvent(time, "end", number, card, None) for (number, _), card in zip(told, seen, strict=True)]


def _moves(tracks: Sequence[Track], found: Sequence[SeenCard]) -> list[tuple[Track, SeenCard, Doubles]]:
    """Cards told of that the look names too, and by how much the index of each has moved since the look before."""
    by_name = {card.card: card for card in found if card.card is not None and card.confidence >= _SURELY}
    moves = []
    for track in tracks:
        name = None if track.shown is None else track.shown.card
        card = None if name is None else by_name.get(name)
        if card is None or not card.indices or not track.seen.indices:
            continue
        before = np.stack([index.quad.mean(axis=0) for index in track.seen.indices])
        after = np.stack([index.quad.mean(axis=0) for index in card.indices])
        ways = (after[:, None] - before).reshape(-1, 2).astype(np.float64)
        moves.append((track, card, ways[np.linalg.norm(ways, axis=1).argmin()]))
    return moves
