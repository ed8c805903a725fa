"""Face-down cards passed over: the backs of one pack look alike, and those that were found show the others.

The table is seen from above (see `vision.plane`), the mean of the backs that were found laid on it wherever it may lie,
turned about as they are, and where the picture there is nearly as like it as they are to each other, another lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import UNIT, Doubles, areas, overlap, short_edge_first
from vision.matching import directions
from vision.plane import ASPECT
from vision.types import Floats, Image, quads
from vision.yardstick import Yardstick, yardstick

_FEWEST = 3
"""Backs that must have been found."""
_TALL = 36
"""Height of a card in pixels of the table seen from above."""
_FLAT = 0.08
"""Median deviation of the edges of those found from one size, up to which the table is known."""
_NEARLY = 0.7
"""Scale from which a picture is not made smaller first."""
_AROUND = 3.0
"""Card heights round those found within which others are looked for."""
_WIDEST = 26.0
"""Card heights that the table may measure."""
_RIM = 0.06
"""Share of the card's height that is compared beyond its edges."""
_TURNS = np.radians([-8.0, -4.0, 0.0, 4.0, 8.0])
"""How much otherwise than those found the others may be turned."""
_TOGETHER = np.radians(7.0)
"""Up to which two are turned alike."""
_MOST_WAYS = 3
_SHADE = 0.25
"""What changes over more than this share of a card's height is light and shade."""
_PRINTED = 6.0
"""Standard deviation, of 255, of a back on which there is something to be recognised."""
_ALIKE = 0.8
"""Correlation with the mean of the others that those found have at least, ..."""
_AS_ALIKE = 0.9
"""... and share of it that another has at least."""
_IN_GREY = 0.85
"""The same without colours."""
_COVERED = 0.2
"""Share of it that may lie on a card that is known."""
_IN_SIGHT = 0.9


@dataclass(frozen=True, eq=False)
class Lookalike:
    """A back that was passed over.

    Attributes:
        corners: (4, 2) in the picture, first edge short.
        likeness: correlation with those that were found, over theirs with each other.
    """

    corners: Floats
    likeness: float


def lookalikes(image: Image, backs: Sequence[Floats], taken: Sequence[Floats]) -> list[Lookalike]:
    """Backs like those that were found.

    Args:
        image: (H, W, 3) BGR.
        backs: (4, 2) outlines of face-down cards that surely are some.
        taken: (4, 2) outlines of all cards that are known, these among them.
    """
    if len(backs) < _FEWEST:
        return []
    known = short_edge_first(quads(backs))
    size = yardstick(known)
    if size is None or size.plane.error > _FLAT:
        return []
    seen = _FromAbove.of(image, known, size)
    if seen is None:
        return []
    flat = seen.flat(known)
    shown = [seen.cut(quad) for quad in flat]
    mean, alike = _mean(shown)
    if not _recognisable(mean, alike):
        return []
    found: list[Lookalike] = []
    height, width = image.shape[:2]
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    others = list(taken)
    places = _places(seen, mean, _ways(flat), _AS_ALIKE * alike)
    for place in sorted(places, key=lambda place: -place.likeness):
        outline = seen.in_picture(place.corners)
        area = abs(float(areas(outline)))
        if overlap(outline, frame) < _IN_SIGHT * area:
            continue
        if any(overlap(outline, other) > _COVERED * min(area, abs(float(areas(other)))) for other in others):
            continue
        others.append(outline)
        found.append(Lookalike(outline, min(place.likeness / alike, 1.0)))
    return found


def resembles(image: Image, outline: Floats | Doubles, backs: Sequence[Floats | Doubles]) -> bool:
    """Whether what lies in a (4, 2) outline of a picture looks like the backs that surely lie in others."""
    if len(backs) < _FEWEST:
        return False
    upright = (UNIT * (_TALL * ASPECT, _TALL)).astype(np.float32)
    shown = []
    for quad in short_edge_first(quads([outline, *backs])):
        onto = cv2.getPerspectiveTransform(quad, upright)
        cut = cv2.warpPerspective(image, onto, (round(_TALL * ASPECT), _TALL), flags=cv2.INTER_AREA)
        shown.append(even(np.asarray(cut, dtype=np.uint8), _TALL))
    mean, alike = _mean(shown[1:])
    return _recognisable(mean, alike) and _either_way(shown[0], mean) >= _AS_ALIKE * alike


@dataclass(frozen=True, eq=False)
class _FromAbove:
    """The part of a table round some cards, seen from above, `_TALL` pixels to a card.

    Attributes:
        pixels: (h, w, 3) BGR without its shades, see `even`.
        size: of the cards.
        origin: (2,) of the pixels in the table's plane.
        unit: pixels for a length of the plane.
    """

    pixels: Floats
    size: Yardstick
    origin: Doubles
    unit: float

    @classmethod
    def of(cls, image: Image, known: Floats, size: Yardstick) -> _FromAbove | None:
        flat, _ = size.flat(known)
        low, high = flat.min(axis=(0, 1)) - _AROUND * size.height, flat.max(axis=(0, 1)) + _AROUND * size.height
        if float((high - low).max()) > _WIDEST * size.height:
            return None
        unit = _TALL / size.height
        tall = float(np.median(np.linalg.norm(known[:, 3] - known[:, 0], axis=1)))
        scale = 1.5 * _TALL / max(tall, 1.0)
        if scale > _NEARLY:
            scale, small = 1.0, image
        else:
            small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        # Pixels from above to the plane, to the picture, to the picture made small.
        onto = np.array([[1 / unit, 0, low[0]], [0, 1 / unit, low[1]], [0, 0, 1.0]])
        half = 0.5 * scale - 0.5
        matrix = np.array([[scale, 0, half], [0, scale, half], [0, 0, 1.0]]) @ size.plane.inverse @ onto
        across, down = (int(v) for v in np.ceil((high - low) * unit))
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        pixels = cv2.warpPerspective(small, matrix, (across, down), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return cls(even(np.asarray(pixels, dtype=np.uint8), _TALL), size, low, unit)

    @property
    def width(self) -> float:
        """Of a card, in pixels from above."""
        return _TALL * self.size.width / self.size.height

    def flat(self, outlines: Floats) -> Doubles:
        """(N, 4, 2) outlines of the picture in pixels from above."""
        return np.asarray((self.size.flat(outlines)[0] - self.origin) * self.unit)

    def in_picture(self, outline: Doubles) -> Floats:
        """A (4, 2) outline in pixels from above as it lies in the picture."""
        return self.size.plane.to_image(outline / self.unit + self.origin).astype(np.float32)

    def cut(self, outline: Doubles) -> Floats:
        """What lies in an outline and a little around it, upright: (h, w, 3)."""
        wide, tall = round(self.width + 2 * _RIM * _TALL), round((1 + 2 * _RIM) * _TALL)
        centre = outline.mean(axis=0)
        along = outline[[3, 2]].mean(axis=0) - outline[[0, 1]].mean(axis=0)
        along = along / max(float(np.linalg.norm(along)), 1e-6)
        across = np.array([along[1], -along[0]])
        matrix = np.column_stack([across, along, centre - (wide - 1) / 2 * across - (tall - 1) / 2 * along])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        cut = cv2.warpAffine(self.pixels, matrix, (wide, tall), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(cut, dtype=np.float32)


@dataclass(frozen=True, eq=False)
class _Place:
    """Where the picture is like the mean: how much, and the (4, 2) outline from above."""

    likeness: float
    corners: Doubles


def even(pixels: Image, tall: int) -> Floats:
    """A picture in which cards are `tall` pixels high less its shades, (h, w, 3).

    Light that falls in bands over a table makes it look like cards in the same bands.
    """
    level = pixels.astype(np.float32)
    return np.asarray(level - cv2.GaussianBlur(level, (0, 0), _SHADE * tall), dtype=np.float32)


def _mean(shown: Sequence[Floats]) -> tuple[Floats, float]:
    """What backs have in common, and the correlation that three in four have with the others; all as the first lies."""
    turned = [shown[0]]
    for one in shown[1:]:
        over = np.ascontiguousarray(one[::-1, ::-1])
        turned.append(one if correlation(one, shown[0]) >= correlation(over, shown[0]) else over)
    total = np.sum(turned, axis=0)
    alike = [correlation(one, (total - one) / (len(turned) - 1)) for one in turned]
    return np.asarray(total / len(turned), dtype=np.float32), float(np.quantile(alike, 0.25))


def _recognisable(mean: Floats, alike: float) -> bool:
    """Whether something is printed on backs, and on all of them the same."""
    return float(mean.std(axis=(0, 1)).max()) >= _PRINTED and alike >= _ALIKE


def correlation(one: Floats, other: Floats) -> float:
    """Of two pictures of one size, (h, w, 3), each colour about its own mean."""
    return float(cv2.matchTemplate(one, other.astype(np.float32), cv2.TM_CCOEFF_NORMED)[0, 0])


def _either_way(one: Floats, other: Floats) -> float:
    """Correlation of two pictures of one size, the first as it is or after half a turn."""
    return max(correlation(one, other), correlation(np.ascontiguousarray(one[::-1, ::-1]), other))


def _ways(flat: Doubles) -> list[float]:
    """The ways, in radians, that most cards are turned."""
    angles = [float(angle) for angle in directions(flat)]
    out: list[float] = []
    while angles and len(out) < _MOST_WAYS:
        near = [[other for other in angles if abs(_apart(other, angle)) < _TOGETHER] for angle in angles]
        group = max(near, key=len)
        out.append(group[0] + float(np.mean([_apart(other, group[0]) for other in group])))
        angles = [angle for angle in angles if angle not in group]
    return out


def _apart(one: float, other: float) -> float:
    """An angle less another, modulo half a turn."""
    return (one - other + np.pi / 2) % np.pi - np.pi / 2


def _places(seen: _FromAbove, mean: Floats, ways: Sequence[float], least: float) -> Iterator[_Place]:
    """Wherever the picture is like the mean, in grey first, which is quick."""
    grey, wanted = (cv2.cvtColor(each, cv2.COLOR_BGR2GRAY) for each in (seen.pixels, mean))
    tall, wide = wanted.shape
    card = (UNIT - 0.5) * (seen.width, _TALL)
    down, across = grey.shape
    middle = np.array([(across - 1) / 2, (down - 1) / 2])
    near = np.ones((tall // 2, wide // 2), np.uint8)
    for angle in (way + turn for way in ways for turn in _TURNS):
        # Turned so that cards lying that way stand upright.
        cosine, sine = np.cos(angle), np.sin(angle)
        turn = np.array([[sine, cosine], [-cosine, sine]])
        reach = np.ceil(np.abs(turn.T) @ (across, down)).astype(int)
        shift = middle - turn @ (reach - 1) / 2
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        upright = cv2.warpAffine(grey, np.column_stack([turn, shift]), reach.tolist(), flags=flags)
        if (reach < (wide, tall)).any():
            continue
        likeness = cv2.matchTemplate(upright, wanted, cv2.TM_CCOEFF_NORMED)
        peaks = (likeness >= _IN_GREY * least) & (likeness >= cv2.dilate(likeness, near))
        for y, x in np.argwhere(peaks):
            centre = np.array([x + (wide - 1) / 2, y + (tall - 1) / 2])
            corners = (card + centre) @ turn.T + shift
            alike = _either_way(seen.cut(corners), mean)
            if alike >= least:
                yield _Place(alike, corners)
