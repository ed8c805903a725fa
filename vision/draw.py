"""A reading drawn over its picture, for a person to look at."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision import colours, labels
from vision.colours import Colour
from vision.geometry import centres, sizes
from vision.labels import colour
from vision.overlap import Overlap
from vision.types import Floats, Image, Reading

_SHIFT = 4
"""Fractional bits of drawn coordinates: lines then lie where the corners are, not on the nearest pixel."""


def annotated(image: Image, reading: Reading, lang: str = "en") -> Image:
    """The picture with every card outlined and labelled.

    Named cards have the colour of their suit and carry name and confidence, dashed where that is under 0.9. Unknown
    cards are dashed and labelled with what they may be, face-down ones are hatched, indices that belong to no card are
    ringed in grey. What of a card lies under others is outlined thinly. A small picture is enlarged so that the labels
    can be read.

    Args:
        image: (H, W, 3) BGR; it is left as it is.
        reading: of that picture.
        lang: of the labels: "en", "fr" or "de".
    """
    scale = max(1.0, 720 / max(image.shape[:2]))
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    out = image.copy() if scale == 1 else cv2.resize(image, size, interpolation=cv2.INTER_CUBIC)
    canvas = np.asarray(out, dtype=np.uint8)
    thick = max(2, round(max(canvas.shape[:2]) / 640))
    lying = Overlap(reading.cards, scale)
    for row, card in enumerate(reading.cards):
        if card.side == "down":
            _hatch(canvas, lying.quads[row], colours.DOWN, thick)
        _card(
            canvas, lying, row, colour(card), thick, card.side == "up" and (card.card is None or card.confidence < 0.9)
        )
        for index in card.indices:
            _outline(canvas, index.quad * scale, colour(card), max(1, thick // 2))
    for index in reading.stray:
        _outline(canvas, index.quad * scale, colours.STRAY, max(1, thick // 2), dashed=True)
    for tag in labels.tags(reading.cards, lying, (canvas.shape[1], canvas.shape[0]), lang):
        labels.draw(canvas, tag)
    return canvas


def _fixed(points: npt.NDArray[np.floating]) -> npt.NDArray[np.int32]:
    # Corners far outside the picture would overflow the drawing's fixed-point numbers.
    return np.asarray(np.round(np.clip(points, -8000, 16000) * (1 << _SHIFT)), dtype=np.int32)


def _outline(canvas: Image, quad: Floats, colour: Colour, thick: int, dashed: bool = False) -> None:
    _strokes(canvas, _dashes(quad, 7.0 * thick) if dashed else [np.concatenate([quad, quad[:1]])], colour, thick)


def _card(canvas: Image, lying: Overlap, row: int, colour: Colour, thick: int, dashed: bool) -> None:
    """Outline one of the cards, what lies under others as a thin line."""
    quad = lying.quads[row]
    pieces = np.array(_dashes(quad, 4.0 * thick, (0.0, 1.0)), dtype=np.float32)
    hidden = lying.hidden(centres(pieces), row)
    for piece in pieces[hidden]:
        cv2.polylines(canvas, [_fixed(piece)], False, colour, 1, cv2.LINE_AA, _SHIFT)
    if dashed:
        pieces = np.array(_dashes(quad, 7.0 * thick), dtype=np.float32)
        hidden = lying.hidden(centres(pieces), row)
    _strokes(canvas, list(pieces[~hidden]), colour, thick)


def _strokes(canvas: Image, strokes: Sequence[Floats], colour: Colour, thick: int) -> None:
    # A light rim keeps a dark outline visible on a dark table, and the other way round.
    for width, ink in ((thick + 2 * max(1, thick // 2), colours.PAPER), (thick, colour)):
        for stroke in strokes:
            cv2.polylines(canvas, [_fixed(stroke)], False, ink, width, cv2.LINE_AA, _SHIFT)


def _dashes(quad: Floats, length: float, reach: tuple[float, float] = (0.2, 0.75)) -> list[Floats]:
    """Pieces (2, 2) of a (4, 2) outline, each a part of twice a length."""
    pieces: list[Floats] = []
    for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        whole = float(np.hypot(*(end - start)))
        count = max(1, min(200, round(whole / (2 * length))))
        for dash in range(count):
            ends = np.array([dash + reach[0], dash + reach[1]], dtype=np.float32) / count
            pieces.append((start + (end - start) * ends[:, None]).astype(np.float32))
    return pieces


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
