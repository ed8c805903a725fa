"""Looking at one picture at the scales it asks for.

The detector finds an index best when it is some tens of pixels high. A photo of a card that fills it and a photo of a
whole deal differ twentyfold in that, so a photo is looked at once and then, only where it pays, again: closer where
indices were small or cards showed none, from farther away where they were huge.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from vision.geometry import centres, inside, short_edge_first, sizes
from vision.ink import Inks
from vision.rows import between, crowded
from vision.suppression import distinct
from vision.types import Detector, Floats, Image, Sightings

Box = tuple[int, int, int, int]

_WORTH = 1.25
"""How many times as large a closer look has to show what a look before showed."""
_INDEX_SHARE = 0.16
"""Height of a standard index over that of its card: how large to expect one on a card that shows none yet."""


@dataclass(frozen=True)
class Looks:
    """How a picture is looked at. Lengths in pixels of the network's input unless said otherwise.

    Attributes:
        photo: longest side of a photo's first look.
        live: longest side of a camera frame, looked at once.
        least: longest side that small pictures are enlarged to.
        small: where the median index is less high than this, a closer look follows, ...
        wanted: ... at which it is this high.
        crowded: height of indices at which those are looked at that stand close to each other, ...
        between: ... and least score of what is found between them.
        large: where an index is higher than this, or nothing is found, a look from farther away follows, ...
        far: ... with this longest side.
        width: how wide a card without an index is best seen, to tell backs from faces.
        least_far: longest side of a look from farther away at least.
        crops: closer looks at most.
        side: longest side of a closer look.
        enlarge: how many input pixels one pixel of the picture may be blown up to.
    """

    photo: int = 960
    live: int = 640
    least: int = 480
    small: float = 24.0
    wanted: float = 28.0
    crowded: float = 44.0
    between: float = 0.5
    large: float = 110.0
    far: int = 416
    width: float = 56.0
    least_far: int = 320
    crops: int = 4
    side: int = 960
    enlarge: float = 2.0


@dataclass(frozen=True)
class Part:
    """A part of a camera frame that is looked at by itself.

    Attributes:
        box: left, top, right, bottom in pixels of the frame.
        scale: pixels of the network's input for one pixel of the frame.
        thorough: whether to take the time for reading doubtful indices at several sizes.
        inks: of cards known to lie elsewhere, where there are some.
    """

    box: Box
    scale: float
    thorough: bool = False
    inks: Inks | None = field(default=None, compare=False)

    def covers(self, image: Image) -> bool:
        """Whether it is all of an image (H, W, 3)."""
        return self.box == (0, 0, image.shape[1], image.shape[0])


def look(detector: Detector, image: Image, looks: Looks, live: bool | Part = False) -> Sightings:
    """Sightings in pixels of the image, each thing once.

    Args:
        detector: the network.
        image: (H, W, 3) BGR.
        looks: scales to use.
        live: one look only, at the size for camera frames, or at a part of the picture at its own scale.
    """
    if isinstance(live, Part):
        return _crop(detector, image, live.box, live.scale)
    longest = max(image.shape[:2])
    if live:
        return detector.sight(image, looks.live)
    first_side = max(looks.least, min(looks.photo, longest))
    first = detector.sight(image, first_side)
    scale = first_side / longest
    parts, scales = [first], [scale]
    for box, closer in _closer(first, image, scale, looks):
        parts.append(_crop(detector, image, box, closer))
        scales.append(closer)
    tall = sizes(first.index_quads)[:, 1] * scale
    if len(first) == 0 or (len(tall) and tall.max() > looks.large):
        far = looks.far if len(tall) == 0 else looks.far * min(1.0, 2 * looks.large / float(tall.max()))
        if far < first_side:
            parts.append(detector.sight(image, round(far)))
            scales.append(far / longest)
    so_far = first if len(parts) == 1 else merged(parts, scales, looks.wanted)
    for box, closer in _closest(so_far, image, max(scales), looks):
        more = between(so_far, _crop(detector, image, box, closer), looks.between)
        if len(more):
            parts.append(more)
            scales.append(closer)
            so_far = merged(parts, scales, looks.wanted)
    blank = np.concatenate([_bare_faces(so_far), so_far.back_quads])
    if len(blank) and min(scales) >= scale:
        # A back is told from a face by its pattern as a whole, which a look from close by shows only in part.
        wide = float(np.median(sizes(short_edge_first(blank))[:, 0])) * scale
        far = max(looks.least_far, first_side * looks.width / max(wide, 1.0))
        if far < 0.9 * first_side:
            parts.append(detector.sight(image, round(far)))
            scales.append(far / longest)
            return merged(parts, scales, looks.wanted)
    return so_far


def merged(parts: list[Sightings], scales: list[float], wanted: float) -> Sightings:
    """Sightings of several looks as one, each thing once, an index from the look that showed it at the best size.

    Args:
        parts: sightings in pixels of the same picture.
        scales: input pixels for one pixel of the picture, in each look.
        wanted: best height of an index in input pixels.
    """
    everything = Sightings.joined(parts)
    scale = np.concatenate([np.full(len(part.index_scores), each) for part, each in zip(parts, scales, strict=True)])
    tall = np.maximum(sizes(everything.index_quads)[:, 1] * scale, 1)
    off = np.abs(np.log2(tall / wanted))
    kept, _ = distinct(everything.index_quads, everything.index_scores * (1 - 0.1 * np.clip(off - 0.7, 0, 3)))
    found: dict[str, Floats] = {
        "index_quads": everything.index_quads[kept],
        "index_cards": everything.index_cards[kept],
        "index_scores": everything.index_scores[kept],
    }
    for kind in ("face", "back", "joker"):
        quads, chances = getattr(everything, f"{kind}_quads"), getattr(everything, f"{kind}_scores")
        kept, _ = distinct(quads, chances, beside=0.35, along=0.3)
        found |= {f"{kind}_quads": quads[kept], f"{kind}_scores": chances[kept]}
    return Sightings(**found)


def _closer(found: Sightings, image: Image, scale: float, looks: Looks) -> list[tuple[Box, float]]:
    """Boxes (left, top, right, bottom) of the picture worth a closer look, and the scale of each."""
    height, width = image.shape[:2]
    tall = sizes(found.index_quads)[:, 1]
    bare = _bare_faces(found)
    if len(tall) and np.median(tall) * scale < looks.small:
        regions = np.concatenate([found.index_cards, found.index_quads, bare])
        typical = float(np.median(tall))
    elif len(bare):
        regions = bare
        typical = float(np.median(sizes(short_edge_first(bare))[:, 1])) * _INDEX_SHARE
        if typical * scale > looks.wanted:
            return []
    elif len(found) == 0 and max(height, width) * scale * 1.5 <= max(height, width):
        # A large picture with nothing in it yet: cards may be too small for the first look.
        regions = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], dtype=np.float32)
        typical = looks.wanted / (2.2 * scale)
    else:
        return []
    return _boxes(regions, image, scale, looks.wanted, typical, looks)


def _closest(found: Sightings, image: Image, scale: float, looks: Looks) -> list[tuple[Box, float]]:
    """The same of the indices between which others may have been overlooked; `scale` is that of the closest look."""
    rows = crowded(found.index_quads) if len(found.index_quads) else np.zeros(0, dtype=bool)
    if not rows.any():
        return []
    quads = found.index_quads[rows]
    return _boxes(quads, image, scale, looks.crowded, float(np.median(sizes(quads)[:, 1])), looks)


def _boxes(
    regions: Floats, image: Image, scale: float, wanted: float, typical: float, looks: Looks
) -> list[tuple[Box, float]]:
    """Boxes that cover some regions, (N, 4, 2), with the scale at which indices there are as high as wanted.

    None where a look at `scale`, that there was, shows them nearly as high. `typical` is their height in the picture.
    """
    closer = min(wanted / max(typical, 1.0), looks.enlarge)
    if closer < _WORTH * scale:
        return []
    height, width = image.shape[:2]
    around = 1.5 * typical
    low = np.clip(regions.min(axis=1) - around, 0, (width, height))
    high = np.clip(regions.max(axis=1) + around, 0, (width, height))
    boxes, closer = _tiles(low, high, closer, looks, 3 * typical)
    return [(box, closer) for box in boxes] if closer >= _WORTH * scale else []


def _bare_faces(found: Sightings) -> Floats:
    """(K, 4, 2) faces on which no index was found."""
    return found.face_quads[~inside(centres(found.index_quads), found.face_quads).any(axis=1)]


def _tiles(
    low: npt.NDArray[np.floating], high: npt.NDArray[np.floating], scale: float, looks: Looks, shared: float
) -> tuple[list[Box], float]:
    """The fewest boxes that cover the regions at the scale; a lower scale where those allowed are not enough."""
    start, end = low.min(axis=0), high.max(axis=0)
    while True:
        side = looks.side / scale
        step = max(side - shared, side / 2)
        across, down = (max(1, int(np.ceil((length - shared) / step))) for length in end - start)
        boxes: list[Box] = []
        for row in range(down):
            for column in range(across):
                cell = start + (end - start) * (column / across, row / down)
                until = start + (end - start) * ((column + 1) / across, (row + 1) / down)
                meets = ((low < until) & (high > cell)).all(axis=1)
                if not meets.any():
                    continue
                # Neighbouring boxes share a strip, so that an index on the seam is whole in one of them.
                first = np.maximum(cell - shared / 2, low[meets].min(axis=0))
                last = np.minimum(until + shared / 2, high[meets].max(axis=0))
                left, top = (int(v) for v in np.floor(first))
                right, bottom = (int(v) for v in np.ceil(last))
                boxes.append((left, top, right, bottom))
        if len(boxes) <= looks.crops:
            return boxes, scale
        scale *= 0.9


def _crop(detector: Detector, image: Image, box: Box, scale: float) -> Sightings:
    """Sightings, in pixels of the image, of one box of it looked at on its own; what its cut edges maim is left out."""
    left, top, right, bottom = box
    height, width = image.shape[:2]
    part = image[top:bottom, left:right]
    found = detector.sight(part, max(64, round(max(part.shape[:2]) * scale)))
    # An edge of the box maims what crosses it, but for those edges that are the picture's own.
    bounds = np.array(
        [
            -np.inf if left == 0 else 0,
            -np.inf if top == 0 else 0,
            np.inf if right >= width else right - left,
            np.inf if bottom >= height else bottom - top,
        ]
    )
    kept: dict[str, Floats] = {}
    for kind, slack in (("index", 0.02), ("face", 0.03), ("back", 0.03), ("joker", 0.03)):
        quads = getattr(found, f"{kind}_quads")
        margin = slack * np.sqrt(sizes(quads).prod(axis=1))[:, None]
        within = (quads.min(axis=1) >= bounds[:2] - margin) & (quads.max(axis=1) <= bounds[2:] + margin)
        rows = within.all(axis=1)
        kept |= {f"{kind}_quads": quads[rows], f"{kind}_scores": getattr(found, f"{kind}_scores")[rows]}
        if kind == "index":
            kept["index_cards"] = found.index_cards[rows]
    return Sightings(**kept).mapped(1.0, (left, top))
