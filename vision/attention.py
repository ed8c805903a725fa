"""Which parts of a frame a look has to take in, and how large: what has changed and what is in doubt, seen sharply.

A part at the frame's own resolution costs less than the whole frame made small, and shows an index twice as high.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.change import Mask, widened
from vision.matching import sizes
from vision.scales import Part
from vision.table import mapped
from vision.types import Floats

WIDE = 84.0
"""Width of a card, in pixels of the network's input, at which its indices and its back are both seen well."""

_LARGEST = 1.4
_WHOLE = 1280
_FARTHER = 0.65
_SHARE = 0.55
_ROUND = 0.6
_LEAST = 2.6
_GRID = 32


def whole(size: tuple[int, int], sized: Sequence[Floats]) -> Part:
    """The frame as a whole, (width, height), as sharply as it pays for cards of the size of some lying there."""
    return Part((0, 0, *size), min(_scale(sized), _WHOLE / max(size)))


def farther(size: tuple[int, int], sized: Sequence[Floats]) -> Part:
    """The frame as a whole, less sharply: a back is told by its pattern as a whole, which some show only so."""
    near = whole(size, sized)
    return Part(near.box, _FARTHER * near.scale)


def parts(
    ready: Mask,
    doubtful: Sequence[tuple[Floats, float]],
    lying: Sequence[Floats],
    sized: Sequence[Floats],
    cell: float,
    camera: npt.NDArray[np.float64],
    size: tuple[int, int],
) -> list[Part]:
    """The parts of a frame to look at.

    Args:
        ready: cells of the reference picture that have changed and come to rest.
        doubtful: (4, 2) places in the reference picture that have to be looked at again, and the scales they were
            seen at.
        lying: (4, 2) places of every card that is followed.
        sized: (4, 2) of those the ones that say how large a card is.
        cell: width of a cell in pixels of the frame.
        camera: (3, 3) from the reference picture to the frame.
        size: width and height of the frame.

    Returns:
        Boxes that share nothing, or the whole frame where that is hardly more.
    """
    known = [*lying, *(quad for quad, _ in doubtful)]
    if not known:
        return [whole(size, sized)]
    cards = [_bounds(mapped(quad, camera)) for quad in known]
    count, _, stats, _ = cv2.connectedComponentsWithStats(widened(ready).astype(np.uint8))
    changed = [np.array([x, y, x + wide, y + tall]) * cell for x, y, wide, tall, area in stats[1:count] if area > 9]
    boxes = [_bounds(mapped(box[[[0, 1], [2, 1], [2, 3], [0, 3]]], camera)) for box in changed]
    scales = [0.0] * len(boxes) + [scale for _, scale in doubtful]
    boxes += [_bounds(mapped(quad, camera)) for quad, _ in doubtful]
    tall = 1.4 * float(np.median(sizes(np.stack([mapped(quad, camera) for quad in known]))))
    grown = []
    for box in boxes:
        # A card that reaches into what has changed is looked at whole.
        near = [card for card in cards if _meet(card, box)]
        together = _union([box, *near])
        around = np.maximum(_ROUND * tall, (_LEAST * tall - (together[2:] - together[:2])) / 2)
        grown.append(_within(np.concatenate([together[:2] - around, together[2:] + around]), size))
    apart = _apart([box for box in grown if (box[2:] - box[:2]).min() >= 16])
    area = sum(float((box[2:] - box[:2]).prod()) for box in apart)
    if not apart or area > _SHARE * size[0] * size[1]:
        own = [scale for scale in scales if scale]
        return [Part((0, 0, *size), min(float(np.median(own)) if own else _scale(sized), _WHOLE / max(size)))]
    usual = _scale([np.asarray(mapped(quad, camera), dtype=np.float32) for quad in sized])
    out = []
    for box in apart:
        scale = max([own for own, place in zip(scales, boxes, strict=True) if _meet(place, box)], default=0.0) or usual
        left, top, right, bottom = (int(v) for v in box)
        out.append(Part((left, top, right, bottom), min(scale, _WHOLE / max(right - left, bottom - top))))
    return out


def _scale(sized: Sequence[Floats]) -> float:
    if not sized:
        return _LARGEST
    wide = max(float(np.median(sizes(np.stack(sized)))), 1.0)
    return float(np.clip(round(10 * WIDE / wide) / 10, 0.3, _LARGEST))


def _bounds(points: npt.NDArray[np.float64]) -> Floats:
    return np.concatenate([points.min(axis=0), points.max(axis=0)]).astype(np.float32)


def _meet(one: Floats, other: Floats) -> bool:
    return bool((one[:2] < other[2:]).all() and (other[:2] < one[2:]).all())


def _union(boxes: Sequence[Floats]) -> Floats:
    stack = np.stack(boxes)
    return np.concatenate([stack[:, :2].min(axis=0), stack[:, 2:].max(axis=0)]).astype(np.float32)


def _within(box: npt.NDArray[np.floating], size: tuple[int, int]) -> Floats:
    # On a coarse grid, so that looks one after the other are at the same part.
    low, high = np.floor(box[:2] / _GRID) * _GRID, np.ceil(box[2:] / _GRID) * _GRID
    low, high = np.maximum(low, 0), np.minimum(high, size)
    return np.concatenate([low, high]).astype(np.float32)


def _apart(boxes: list[Floats]) -> list[Floats]:
    """Boxes that meet made one, until none do."""
    out: list[Floats] = []
    for box in boxes:
        while True:
            meeting = [other for other in out if _meet(other, box)]
            if not meeting:
                break
            out = [other for other in out if not _meet(other, box)]
            box = _union([box, *meeting])
        out.append(box)
    return out
