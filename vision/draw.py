"""A reading drawn over its picture, for a person to look at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision import colours
from vision.colours import Colour
from vision.geometry import inside, sizes
from vision.types import Floats, Image, Reading, SeenCard

_SHIFT = 4
"""Fractional bits of drawn coordinates: lines then lie where the corners are, not on the nearest pixel."""
_FONT = cv2.FONT_HERSHEY_DUPLEX
_PIP_SIDE = 64
Box = tuple[int, int, int, int]


def annotated(image: Image, reading: Reading) -> Image:
    """The picture with every card outlined and labelled.

    Named cards have the colour of their suit and carry name and confidence, dashed where that is under 0.9. Unknown
    cards are dashed and labelled with what they may be, face-down ones are hatched, indices that belong to no card are
    ringed in grey. A small picture is enlarged so that the labels can be read.

    Args:
        image: (H, W, 3) BGR; it is left as it is.
        reading: of that picture.
    """
    scale = max(1.0, 720 / max(image.shape[:2]))
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    out = image.copy() if scale == 1 else cv2.resize(image, size, interpolation=cv2.INTER_CUBIC)
    canvas = np.asarray(out, dtype=np.uint8)
    thick = max(2, round(max(canvas.shape[:2]) / 640))
    labels: list[tuple[SeenCard, str, Colour]] = []
    for card in reading.cards:
        quad = card.corners * scale
        if card.side == "down":
            _hatch(canvas, quad, colours.DOWN, thick)
            _outline(canvas, quad, colours.DOWN, thick)
        elif card.card is None:
            _outline(canvas, quad, colours.UNKNOWN, thick, dashed=True)
        else:
            _outline(canvas, quad, _colour(card), thick, dashed=card.confidence < 0.9)
        for index in card.indices:
            _outline(canvas, index.quad * scale, _colour(card), max(1, thick // 2))
        labels.append((card, _text(card), _colour(card)))
    for index in reading.stray:
        _outline(canvas, index.quad * scale, colours.STRAY, max(1, thick // 2), dashed=True)
    _labels(canvas, labels, scale)
    return canvas


def _colour(card: SeenCard) -> Colour:
    if card.side == "down":
        return colours.DOWN
    if card.card is None:
        return colours.UNKNOWN
    return colours.JOKER if card.card.suit is None else colours.SUITS[card.card.suit.value]


def _text(card: SeenCard) -> str:
    if card.side == "down":
        return "face down"
    if card.card is not None:
        # Rounded down: 100 % would claim what nobody can know.
        return f"{card.card} {int(100 * card.confidence)}%"
    return "/".join(str(each) for each in list(card.candidates)[:2]) + "?" if card.candidates else "?"


def _fixed(points: npt.NDArray[np.floating]) -> npt.NDArray[np.int32]:
    # Corners far outside the picture would overflow the drawing's fixed-point numbers.
    return np.asarray(np.round(np.clip(points, -8000, 16000) * (1 << _SHIFT)), dtype=np.int32)


def _outline(canvas: Image, quad: Floats, colour: Colour, thick: int, dashed: bool = False) -> None:
    strokes = [np.concatenate([quad, quad[:1]])]
    if dashed:
        strokes = _dashes(quad, 7.0 * thick)
    # A light rim keeps a dark outline visible on a dark table, and the other way round.
    for width, ink in ((thick + 2 * max(1, thick // 2), colours.PAPER), (thick, colour)):
        for stroke in strokes:
            cv2.polylines(canvas, [_fixed(stroke)], False, ink, width, cv2.LINE_AA, _SHIFT)


def _dashes(quad: Floats, length: float) -> list[Floats]:
    strokes: list[Floats] = []
    for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        whole = float(np.hypot(*(end - start)))
        count = max(1, min(200, round(whole / (2 * length))))
        for dash in range(count):
            ends = np.array([(dash + 0.2) / count, (dash + 0.75) / count], dtype=np.float32)
            strokes.append((start + (end - start) * ends[:, None]).astype(np.float32))
    return strokes


def _hatch(canvas: Image, quad: Floats, colour: Colour, thick: int) -> None:
    """Slanting lines over a quad, half transparent."""
    low = np.clip(np.floor(quad.min(axis=0)), 0, canvas.shape[1::-1]).astype(int)
    high = np.clip(np.ceil(quad.max(axis=0)) + 1, 0, canvas.shape[1::-1]).astype(int)
    if (high <= low).any():
        return
    part = canvas[low[1] : high[1], low[0] : high[0]]
    lines = part.copy()
    step = max(6, int(sizes(quad[None])[0].min() / 7))
    height, width = part.shape[:2]
    for start in range(-height, width, step):
        cv2.line(lines, (start, height), (start + height, 0), colours.PAPER, thick + 2, cv2.LINE_AA)
        cv2.line(lines, (start, height), (start + height, 0), colour, thick, cv2.LINE_AA)
    mask = np.zeros((height, width), dtype=np.uint8)
    cv2.fillPoly(mask, [_fixed(quad - low)], 255, cv2.LINE_AA, _SHIFT)
    share = mask[:, :, None].astype(np.float32) * np.float32(0.55 / 255)
    part[:] = np.round(part * (1 - share) + lines * share).astype(np.uint8)


def _labels(canvas: Image, labels: Sequence[tuple[SeenCard, str, Colour]], scale: float) -> None:
    """A tag for each card, on or beside it, none over another nor over an index."""
    height, width = canvas.shape[:2]
    taken: list[Box] = []
    indices = [index.quad * scale for card, _, _ in labels for index in card.indices]
    for card, text, colour in sorted(labels, key=lambda label: float(label[0].corners[:, 1].mean())):
        quad = card.corners * scale
        breadth = float(sizes(quad[None])[0].min())
        tall = int(np.clip(breadth * 0.17, max(13, height / 60), max(16, height / 24)))
        across, down = _extent(text, tall, card)
        anchor = quad.mean(axis=0)
        if card.guessed and card.indices:
            # Little more than the corner of such a card may show: its label goes next to its index.
            index = card.indices[0].quad * scale
            anchor = index.mean(axis=0) + 1.1 * (index[3] - index[0])
        best = min(
            _places([index.quad * scale for index in card.indices], quad, across, down),
            key=lambda place: _cost(place, (across, down), taken, indices, quad, anchor, (width, height)),
        )
        left = int(np.clip(best[0], 0, max(0, width - across)))
        top = int(np.clip(best[1], 0, max(0, height - down)))
        taken.append((left, top, left + across, top + down))
        _tag(canvas, left, top, across, down, text, tall, colour, card)


def _places(indices: Sequence[Floats], quad: Floats, across: int, down: int) -> list[tuple[float, float]]:
    """Left tops of a label: at the indices' far side, over the middle, along the edges, outside."""
    middle = quad.mean(axis=0)
    spots = [middle]
    spots += [middle + (corner - middle) * 0.5 for corner in quad]
    spots += [middle + ((quad[a] + quad[(a + 1) % 4]) / 2 - middle) * reach for reach in (0.75, 1.15) for a in range(4)]
    for index in indices:
        centre = index.mean(axis=0)
        step = (index[3] - index[0]) * 1.1
        spots += [centre + step, centre - step]
    return [(float(x) - across / 2, float(y) - down / 2) for x, y in spots]


def _cost(
    place: tuple[float, float],
    extent: tuple[int, int],
    taken: Sequence[Box],
    indices: Sequence[Floats],
    quad: Floats,
    anchor: npt.NDArray[np.floating],
    size: tuple[int, int],
) -> float:
    (left, top), (across, down) = place, extent
    box = np.array([[left, top], [left + across, top], [left + across, top + down], [left, top + down]], np.float32)
    cost = 0.0
    for other in taken:
        wide = min(left + across, other[2]) - max(left, other[0])
        tall = min(top + down, other[3]) - max(top, other[1])
        if wide > -2 and tall > -2:
            cost += 40 + 100 * (max(wide, 0) * max(tall, 0)) / (across * down)
    for index in indices:
        shared, _ = cv2.intersectConvexConvex(box, index.astype(np.float32))
        cost += 25 * float(shared) / max(1.0, min(across * down, cv2.contourArea(index.astype(np.float32))))
    outside = max(0.0, -left) + max(0.0, left + across - size[0]) + max(0.0, -top) + max(0.0, top + down - size[1])
    cost += 2 * outside
    cost += 0 if inside(box.mean(axis=0)[None], quad)[0] else 6
    return cost + float(np.hypot(*(box.mean(axis=0) - anchor))) / max(across, down)


def _extent(text: str, tall: int, card: SeenCard) -> tuple[int, int]:
    wide = _writing(_worded(text, card), tall)[0]
    return wide + tall + max(3, tall // 5) + (tall + tall // 8 if _pip_shown(card) else 0), round(1.7 * tall)


def _worded(text: str, card: SeenCard) -> str:
    """The text as it is written on the tag: a suit that is drawn is not spelt."""
    name, _, rest = text.partition(" ")
    return f"{name[:-1]} {rest}" if _pip_shown(card) else text


def _writing(text: str, tall: int) -> tuple[int, float, int]:
    """Width in pixels, font scale and stroke of a text whose capitals are about 0.8 of `tall` high."""
    font_scale = 0.8 * tall / 22
    stroke = max(1, round(tall / 18))
    (wide, _), _ = cv2.getTextSize(text, _FONT, font_scale, stroke)
    return wide, font_scale, stroke


def _pip_shown(card: SeenCard) -> bool:
    return card.card is not None and card.card.suit is not None


def _tag(
    canvas: Image, left: int, top: int, across: int, down: int, text: str, tall: int, colour: Colour, card: SeenCard
) -> None:
    radius = down // 4
    part = canvas[top : top + down, left : left + across]
    if part.size == 0:
        return
    plate = part.copy()
    cv2.rectangle(plate, (0, 0), (across, down), colours.PAPER, -1)
    mask = np.zeros(part.shape[:2], dtype=np.uint8)
    cv2.rectangle(mask, (radius, 0), (across - 1 - radius, down - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (across - 1, down - 1 - radius), 255, -1)
    for x in (radius, across - 1 - radius):
        for y in (radius, down - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    bar = max(3, tall // 5)
    plate[:, :bar] = colour
    _, font_scale, stroke = _writing(text, tall)
    at = tall // 2 + bar
    if card.card is not None and card.card.suit is not None:
        _pip(plate, card.card.suit.value, at, (down - tall) // 2, tall, colour)
        at += tall + tall // 8
    foot = (at, round(down / 2 + 0.4 * tall))
    cv2.putText(plate, _worded(text, card), foot, _FONT, font_scale, colours.INK, stroke, cv2.LINE_AA)
    share = mask[:, :, None].astype(np.float32) * np.float32(0.92 / 255)
    part[:] = np.round(part * (1 - share) + plate * share).astype(np.uint8)


def _pip(canvas: Image, suit: str, left: int, top: int, side: int, colour: Colour) -> None:
    mask = cv2.resize(_pip_mask(suit), (side, side), interpolation=cv2.INTER_AREA)
    part = canvas[top : top + side, left : left + side]
    share = mask[: part.shape[0], : part.shape[1], None].astype(np.float32) / 255
    part[:] = np.round(part * (1 - share) + np.array(colour, dtype=np.float32) * share).astype(np.uint8)


@lru_cache(maxsize=4)
def _pip_mask(suit: str) -> npt.NDArray[np.uint8]:
    """A suit's sign as a (64, 64) mask, drawn from circles and triangles."""
    mask = np.zeros((_PIP_SIDE, _PIP_SIDE), dtype=np.uint8)

    def polygon(*corners: tuple[int, int]) -> None:
        cv2.fillPoly(mask, [np.array(corners, dtype=np.int32)], 255, cv2.LINE_AA)

    def discs(*circles: tuple[int, int, int]) -> None:
        for x, y, radius in circles:
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)

    if suit == "D":
        polygon((32, 3), (55, 32), (32, 61), (9, 32))
    elif suit == "H":
        discs((19, 21, 15), (45, 21, 15))
        polygon((5, 26), (59, 26), (32, 60))
    elif suit == "S":
        discs((19, 36, 14), (45, 36, 14))
        polygon((6, 31), (32, 3), (58, 31))
        polygon((32, 30), (42, 60), (22, 60))
    else:
        discs((32, 17, 13), (17, 36, 13), (47, 36, 13), (32, 32, 7))
        polygon((32, 30), (42, 60), (22, 60))
    return mask
