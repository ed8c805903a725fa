"""Tables seen from low down: how flat their cards look, and the picture as it would be from above.

A detector finds a card that is seen half as high as it is wide, and misses one seen a quarter so high. What such a
picture shows is there all the same: stretched until its cards have their proportions, it is read as any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from vision.geometry import Doubles, proper, sizes
from vision.lying import seen_from_above
from vision.plane import ASPECT
from vision.scales import Box, Part
from vision.types import Floats, Image, Index, Reading, SeenCard, Sightings

_FEWEST = 2
"""Indices whose cards tell how flat a table is seen, ..."""
ENOUGH = 3
"""... and cards that tell it better, ..."""
_SURE = 0.8
"""... if they are named, or seen to lie face down, with this confidence."""
_SCORE = 0.4
_SHARE = 0.5
"""Of the logarithm of how flat cards are seen, what the outlines that indices guess show of it: photos squeezed to four
tenths of their height show cards 1.4 times too flat, to two tenths 2.1 times."""
_FLAT = 1.4
"""How many times flatter than they are cards are seen from which it pays to stretch the picture, ..."""
_MOST = 3.0
"""... and how far it is stretched at most: what is not there cannot be drawn apart."""
_LARGEST = 6_000_000
"""Pixels of a stretched picture at most: a larger one takes long, and is cut and shrunk for it."""
_AROUND = 1.0
"""Lengths of a card round everything sighted that are stretched with it of such a picture: most of a large photo is
often table, and what was missed lies near what was not."""
_UPRIGHT = 0.94
"""Cosine of the angle up to which a frame is stretched along its columns or its rows."""
_LITTLE = 0.01
"""Heights of a card over which a table's plane is as good as flat."""


@dataclass(frozen=True, eq=False)
class Slant:
    """How a picture is stretched.

    Attributes:
        times: how far.
        forward: (2, 3) affine map from pixels of the picture to those of the stretched one.
        size: width and height of that, in pixels.
        box: left, top, right, bottom of what is stretched, in pixels of the picture.
        shrunk: how large that is made, at most as large as it is, before it is stretched.
    """

    times: float
    forward: Doubles
    size: tuple[int, int]
    box: Box
    shrunk: float = 1.0

    @cached_property
    def back(self) -> Doubles:
        """(2, 3) the map from the stretched picture's pixels to the picture's."""
        return np.asarray(cv2.invertAffineTransform(self.forward), dtype=np.float64)

    @property
    def _upright(self) -> bool:
        """Whether rows stay rows, and columns columns: that takes a tenth of the time."""
        return not (self.forward[0, 1] or self.forward[1, 0])

    def stretched(self, image: Image) -> Image:
        """The picture (H, W, 3), or the part in the box, stretched; what it does not show is grey."""
        left, top, right, bottom = self.box
        part = image[top:bottom, left:right]
        x = y = 1.0
        if self.shrunk < 1:
            small = cv2.resize(part, None, fx=self.shrunk, fy=self.shrunk, interpolation=cv2.INTER_AREA)
            x, y = part.shape[1] / small.shape[1], part.shape[0] / small.shape[0]
            part = np.asarray(small, dtype=np.uint8)
        if self._upright:
            return np.asarray(cv2.resize(part, self.size, interpolation=cv2.INTER_CUBIC), dtype=np.uint8)
        # Pixel centres stand at whole numbers.
        onto_picture = np.array([[x, 0, (x - 1) / 2 + left], [0, y, (y - 1) / 2 + top], [0, 0, 1]])
        forward = self.forward @ onto_picture
        drawn = cv2.warpAffine(part, forward, self.size, flags=cv2.INTER_CUBIC, borderValue=(114, 114, 114))
        return np.asarray(drawn, dtype=np.uint8)

    def onto(self, points: Doubles) -> Doubles:
        """Points (..., 2) of the picture in pixels of the stretched one."""
        return np.asarray(points @ self.forward[:, :2].T + self.forward[:, 2])

    def part(self, part: Part) -> Part:
        """A part of the picture as one of the stretched picture, that is looked at with no more pixels."""
        there = self.onto(_corners(part.box)) + 0.5
        low = np.clip(np.floor(there.min(axis=0)), 0, np.array(self.size) - 1)
        high = np.clip(np.ceil(there.max(axis=0)), low + 1, self.size)
        box = (int(low[0]), int(low[1]), int(high[0]), int(high[1]))
        return replace(part, box=box, scale=self.scaled(part.scale))

    def scaled(self, scale: float) -> float:
        """At what scale the stretched picture takes as many pixels as the picture at another one."""
        return float(scale / self.times**0.5)

    def unstretched(self, reading: Reading, shape: tuple[int, ...]) -> Reading:
        """The reading of the stretched picture as one of the picture itself, which is of that shape (H, W, ...)."""
        return replace(
            reading,
            width=shape[1],
            height=shape[0],
            cards=tuple(map(self.put_back, reading.cards)),
            stray=tuple(map(self._index, reading.stray)),
        )

    def put_back(self, card: SeenCard) -> SeenCard:
        """A card seen in the stretched picture where it lies in the picture."""
        return replace(card, corners=self._points(card.corners), indices=tuple(map(self._index, card.indices)))

    def _index(self, index: Index) -> Index:
        quad = self._points(index.quad)
        return replace(index, quad=quad, reading=index.reading and replace(index.reading, quad=quad))

    def _points(self, points: Floats) -> Floats:
        """Points (..., 2) of the stretched picture in the picture's own pixels."""
        return np.asarray(points @ self.back[:, :2].T + self.back[:, 2], dtype=np.float32)


def slant(found: Sightings, cards: Sequence[SeenCard], shape: tuple[int, ...]) -> Slant | None:
    """How to stretch a picture so that its cards have their proportions; None where they have them, or nearly.

    Three cards that were read tell it by the plane in which they lie; where that is not flat indices may
    tell otherwise: of what is not read yet.

    Args:
        found: its sightings.
        cards: what was read.
        shape: of the picture, (H, W, ...).
    """
    flat = _lying_flat(cards) or _guessed_flat(_outlines(found))
    if flat is None:
        return None
    direction, times = flat
    height, width = shape[:2]
    whole = (0, 0, width, height)
    return _stretch(direction, times, whole if width * height * times <= _LARGEST else _box(found, shape))


def slanted(cards: Sequence[SeenCard], shape: tuple[int, ...]) -> Slant | None:
    """How to stretch all of a picture, whatever its size, for what is read of its cards; None as for `slant`."""
    flat = _lying_flat(cards)
    if flat is None:
        return None
    direction, times = flat
    along = np.abs(direction) > _UPRIGHT
    # A frame has to be stretched in a moment, and stands hardly ever askew; a photo is read better as it is seen.
    return _stretch(along.astype(np.float64) if along.any() else direction, times, (0, 0, shape[1], shape[0]))


def tells_shape(card: SeenCard) -> bool:
    """Whether a card surely is one, and seen where it lies."""
    return card.confidence >= _SURE and not card.guessed and (card.side == "down" or card.card is not None)


def _lying_flat(cards: Sequence[SeenCard]) -> tuple[Doubles, float] | None:
    """In which direction (2,), and how many times too flat, a table's cards are seen; None where hardly, or unknown."""
    well = [card for card in cards if tells_shape(card)]
    if len(well) < ENOUGH:
        return None
    plane, _ = seen_from_above(well)
    middle = plane.to_table(np.median([card.corners.mean(axis=0) for card in well], axis=0))
    here, right, down = plane.to_image(middle + _LITTLE * np.array([[0, 0], [1, 0], [0, 1]]))
    directions, lengths, _ = np.linalg.svd(np.column_stack([right - here, down - here]))
    return _worth(np.asarray(directions[:, 1]), float(lengths[0] / max(lengths[1], 1e-9)))


def _guessed_flat(outlines: Floats) -> tuple[Doubles, float] | None:
    """The same of what indices guess of their cards' outlines, (N, 4, 2)."""
    flat = flattened(outlines)
    return None if flat is None else _worth(flat[0], flat[1] ** (1 / _SHARE))


def _worth(direction: Doubles, times: float) -> tuple[Doubles, float] | None:
    """How far it pays to stretch what is seen so many times too flat; None where it does not."""
    return (direction, min(times, _MOST)) if times >= _FLAT else None


def _stretch(direction: Doubles, times: float, box: Box) -> Slant:
    """A box of a picture stretched so many times along a direction (2,)."""
    left, top, right, bottom = box
    stretch = np.eye(2) + (times - 1) * np.outer(direction, direction)
    shrunk = min(1.0, (_LARGEST / ((right - left) * (bottom - top) * times)) ** 0.5)
    across = shrunk * stretch
    corners = _corners(box)
    reached = corners @ across.T
    low, high = reached.min(axis=0), reached.max(axis=0)
    wide, tall = (max(1, round(float(side))) for side in high - low)
    if not across[0, 1]:
        # Of a picture that is only made wider or higher every pixel counts as much.
        across = np.diag([wide / (right - left), tall / (bottom - top)])
        low = corners[0] @ across.T
    return Slant(times, np.column_stack([across, -low - 0.5]), (wide, tall), box, shrunk)


def _corners(box: Box) -> Doubles:
    """(4, 2) the corners of a box, where pixel centres stand at whole numbers."""
    left, top, right, bottom = box
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], dtype=np.float64) - 0.5


def _box(found: Sightings, shape: tuple[int, ...]) -> Box:
    """Left, top, right, bottom of what is worth stretching of a picture of that shape (H, W, ...)."""
    height, width = shape[:2]
    outlines = np.concatenate([_outlines(found), found.face_quads, found.back_quads])
    around = _AROUND * float(np.median(sizes(outlines).max(axis=1)))
    points = np.concatenate([outlines, found.index_quads, found.joker_quads]).reshape(-1, 2)
    low = np.clip(np.floor(points.min(axis=0) - around), 0, (width - 1, height - 1))
    high = np.clip(np.ceil(points.max(axis=0) + around), low + 1, (width, height))
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def flattened(outlines: Floats) -> tuple[Doubles, float] | None:
    """The direction (2,) along which cards are seen flat, and how many times flatter than across it.

    Cards lie turned in all ways; what one unit of the table comes to in the picture is the same for all.

    Args:
        outlines: (N, 4, 2) of cards, their top edge first; which edges are the short ones a flat outline does not show.

    Returns:
        None for fewer than two cards.
    """
    if len(outlines) < _FEWEST:
        return None
    corners = outlines.astype(np.float64)
    across = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / (2 * ASPECT)
    down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
    onto = np.stack([across, down], axis=-1)
    spread = onto @ np.swapaxes(onto, 1, 2)
    # Near cards are larger than far ones, and not flatter for it.
    spread /= np.sqrt(np.maximum(np.linalg.det(spread), 1e-9))[:, None, None]
    shares, ways = np.linalg.eigh(np.median(spread, axis=0))
    return np.asarray(ways[:, 0]), float(np.sqrt(shares[1] / max(shares[0], 1e-9)))


def _outlines(found: Sightings) -> Floats:
    """(N, 4, 2) the cards of indices, as these see them."""
    sure = found.index_cards[found.index_scores > _SCORE]
    return sure[proper(sure)]
