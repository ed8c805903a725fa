"""Face-down cards that bear one another out: the same print at several places, and something else around each.

A back without a border on a cloth as busy as itself shows no edge. But chance does not print one picture at several
places, and where a cloth repeats its own, what lies around it repeats as well. Nor does a pack print one face at
several places: what passes for faces that cannot be named, and looks all alike, are backs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.geometry import UNIT, Doubles, Flags, short_edge_first
from vision.lookalikes import correlation, even
from vision.matching import shared
from vision.plane import ASPECT
from vision.types import Floats, Image, quads

_TALL = 48
"""Height of a card in the pictures that are compared, in pixels."""
_WIDE = round(_TALL * ASPECT)
_AROUND = 6
"""Pixels round it that are its surroundings."""
_OFF = 3
"""Pixels by which the outlines of two may disagree."""
_SAME = 0.5
"""Correlation from which two prints are one, ..."""
_OTHERWISE = 0.3
"""... if that of their surroundings is less by so much at least."""
FEWEST = 3
"""Others of one print that bear a card out."""
_MOST = 16
"""Others that a card is compared with."""
_APART = 0.2
"""Share of an outline that may lie on another one's for the two to be two cards."""

_WITHIN = 5
"""Pixels within its outline from which on what is printed on a card is compared: its edge is like any other's."""
_PRINTED = 25.0
"""Standard deviation, of 255, of a print that can be told from others; cards without pips are white but for corners."""
_AS_STRONG = 0.5
"""Share of that which another print has at least that is the same."""

_STOCK = 2
"""Pixels at the edge of a print that show the stock where one mark stands in its middle, ..."""
_MARKED = 0.4
"""... the share of the strongest mark's distance from its colour from which something is printed, ..."""
_BESIDE_MARK = 0.1
"""... and of what is printed, and of the edge, that may be so beside it, ..."""
_LARGEST = 0.4
"""... the largest share of a print that one mark takes, ..."""
_OFF_MIDDLE = 0.12
"""... and how far off the middle it stands at most, in the sides of the print."""

_RIM = np.ones((_TALL + 2 * _AROUND, _WIDE + 2 * _AROUND), dtype=bool)
_RIM[_AROUND - 1 : 1 - _AROUND, _AROUND - 1 : 1 - _AROUND] = False


def of_one_print(image: Image, outlines: Sequence[Floats], others: Sequence[Floats]) -> Flags:
    """Which of some face-down cards show the same print as several others, and not the same surroundings.

    Args:
        image: (H, W, 3) BGR.
        outlines: (4, 2) of the cards.
        others: (4, 2) of what they are compared with, likeliest first; they themselves may be among them.

    Returns:
        (N,) one for each of the outlines.
    """
    others = list(others)[:_MOST]
    out = np.zeros(len(outlines), dtype=bool)
    if not len(outlines) or len(others) < FEWEST:
        return out
    theirs = [_cut(image, quad) for quad in short_edge_first(quads(others))]
    for row, quad in enumerate(short_edge_first(quads(outlines))):
        own = _cut(image, quad)
        apart = [pic for pic, other in zip(theirs, others, strict=True) if not np.array_equal(other, outlines[row])]
        out[row] = sum(_same(own, other) for other in apart) >= FEWEST
    return out


def _cut(image: Image, quad: Floats) -> Floats:
    """(h, w, 3) what lies in an outline and around it, upright, without shades."""
    margin = _AROUND + _OFF
    upright = (UNIT * (_WIDE, _TALL) + margin).astype(np.float32)
    size = (_WIDE + 2 * margin, _TALL + 2 * margin)
    onto = cv2.getPerspectiveTransform(quad.astype(np.float32), upright)
    cut = cv2.warpPerspective(image, onto, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    return even(np.asarray(cut, dtype=np.uint8), _TALL)


@dataclass(frozen=True, eq=False)
class Print:
    """What is printed on a card.

    Attributes:
        corners: (4, 2) of the card in the picture.
        pixels: (h, w, 3) the card and what lies around it, upright, without shades.
    """

    corners: Floats
    pixels: Floats

    @property
    def core(self) -> Floats:
        """(h, w, 3) what is printed within the edges."""
        inner = _AROUND + _OFF + _WITHIN
        return self.pixels[inner:-inner, inner:-inner]

    @cached_property
    def strength(self) -> float:
        """Standard deviation, of 255, of what is printed."""
        return float(self.core.std())

    @cached_property
    def one_mark(self) -> bool:
        """Whether one mark stands in the middle of plain stock: decks that print one pip show it on thirteen cards."""
        tall, wide = self.core.shape[:2]
        edge = np.ones((tall, wide), dtype=bool)
        edge[_STOCK:-_STOCK, _STOCK:-_STOCK] = False
        away = np.abs(self.core - np.median(self.core[edge], axis=0)).max(axis=2)
        mark = away > _MARKED * np.percentile(away, 99)
        if not mark.any():
            return False
        _, _, boxes, middles = cv2.connectedComponentsWithStats(mark.astype(np.uint8))
        areas = boxes[1:, cv2.CC_STAT_AREA]
        largest = int(areas.argmax())
        alone = areas[largest] >= (1 - _BESIDE_MARK) * mark.sum() and mark[edge].mean() <= _BESIDE_MARK
        off = np.abs(middles[1 + largest] / (wide, tall) - 0.5).max()
        return bool(alone and off <= _OFF_MIDDLE and mark.mean() <= _LARGEST)

    @cached_property
    def middle(self) -> Floats:
        """(P, 2) what is printed within the edges, either way up, each colour's mean taken off, of length one."""
        core = self.core - self.core.mean(axis=(0, 1))
        both = np.stack([core.ravel(), core[::-1, ::-1].ravel()], axis=1)
        return np.asarray(both / max(float(np.linalg.norm(core)), 1e-6), dtype=np.float32)

    @cached_property
    def places(self) -> Floats:
        """(S, P) where another's `middle` may lie in it, each divided by how much is printed there.

        Times that it gives correlations: what a colour's mean would take off counts for nothing there.
        """
        margin = _AROUND + _WITHIN
        place = np.ascontiguousarray(self.pixels[margin:-margin, margin:-margin])
        tall, wide = place.shape[0] - 2 * _OFF, place.shape[1] - 2 * _OFF
        flat = place.reshape(len(place), -1)
        # Rows of a window are rows of numbers that follow one another.
        rows = np.lib.stride_tricks.sliding_window_view(flat, (tall, 3 * wide))[:, ::3].reshape(-1, tall * wide * 3)
        sums, squares = (_sums(each, tall, wide) for each in (place, place * place))
        spread = squares.sum(axis=1) - (sums * sums).sum(axis=1) / (tall * wide)
        return np.asarray(rows / np.sqrt(np.maximum(spread, 1e-6))[:, None], dtype=np.float32)


def _sums(numbers: Floats, tall: int, wide: int) -> Doubles:
    """(S, 3) sums over every window of (h, w, 3) numbers, so many high and wide."""
    upto = cv2.integral(numbers, sdepth=cv2.CV_64F)
    sums = upto[tall:, wide:] - upto[:-tall, wide:] - upto[tall:, :-wide] + upto[:-tall, :-wide]
    return np.asarray(sums, dtype=np.float64).reshape(-1, 3)


def prints(image: Image, outlines: Sequence[Floats]) -> list[Print]:
    """What is printed on cards: of (4, 2) outlines in an (H, W, 3) BGR picture, one for each."""
    return [Print(quad, _cut(image, quad)) for quad in short_edge_first(quads(outlines))]


def resemblance(one: Print, others: Sequence[Print], fewest: int = FEWEST, least: float = _PRINTED) -> float:
    """How alike what is printed on a card is to what is printed on several others that lie elsewhere.

    Args:
        one: of the card.
        others: of those, likeliest first; the card itself may be among them.
        fewest: how many of them it takes.
        least: the strength of a print that can be told from others.

    Returns:
        The correlation that it reaches with so many of the others; 0 where little is printed on it.
    """
    if one.strength < least:
        return 0.0
    apart = [other for other in others[:_MOST] if shared(one.corners, other.corners) <= _APART]
    as_strong = [other for other in apart if other.strength > _AS_STRONG * one.strength]
    alike = sorted(float((other.places @ one.middle).max()) for other in as_strong)
    return alike[-fewest] if len(alike) >= fewest else 0.0


def _met(one: Floats, other: Floats) -> tuple[float, tuple[int, int], Floats]:
    """Where one print lies in another picture: correlation, offset, and that picture turned as the print lies in it."""
    inner, margin = _AROUND + _OFF, _AROUND
    core = np.ascontiguousarray(one[inner:-inner, inner:-inner])
    best, at, turned = -1.0, (0, 0), other
    for way in (other, np.ascontiguousarray(other[::-1, ::-1])):
        place = np.ascontiguousarray(way[margin:-margin, margin:-margin])
        found = cv2.matchTemplate(place, core, cv2.TM_CCOEFF_NORMED)
        _, alike, _, (x, y) = cv2.minMaxLoc(found)
        if alike > best:
            best, at, turned = alike, (x, y), way
    return best, at, turned


def _same(one: Floats, other: Floats) -> bool:
    """Whether two pictures show one print, either way up, in surroundings that differ."""
    best, (x, y), turned = _met(one, other)
    if best < _SAME:
        return False
    tall, wide = _RIM.shape
    around = one[_OFF:-_OFF, _OFF:-_OFF][_RIM][None], turned[y : y + tall, x : x + wide][_RIM][None]
    return best - correlation(*(np.ascontiguousarray(each) for each in around)) > _OTHERWISE
