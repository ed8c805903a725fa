"""Face-down cards by their outlines alone: rectangles that stand out from the table, of one size and one print.

Backs of bold patterns without a border look like no card to a network that has seen few of them. But a table has one
colour, or one that changes slowly with the light; what lies on it stands out, and chance puts no picture into several
rectangles of one size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change import Mask
from vision.geometry import areas
from vision.matching import shared
from vision.naming import upright
from vision.oneprint import FEWEST, prints, resemblance
from vision.paper import plain
from vision.plane import askew
from vision.types import Floats, Image, SeenCard, quads
from vision.yardstick import other_size

_WIDTH = 640
"""Pixels of the small picture's longer side."""
_STEPS = 6
"""Times that the table's colour is worked out anew from what is near it."""
_ENOUGH = 8000
"""Places of it that tell the table's colour."""
_OFF = (12.0, 24.0)
"""Differences in colour, in CIE Lab units, from which something is not the table, ..."""
_SPREAD = 4.0
"""... or so many of the table's own deviations."""
_CLOSED = (3, 7, 13)
"""Pixels of the small picture over which what stands out is joined: a back may show the table's own colour too."""
_PARTED = (3, 9)
"""Pixels of it as wide as which what joins two of them is taken away: cards lie close, and cast shadows."""
_ALIKE = 0.4
"""Logarithm of the areas by which cards of one table seem to differ."""
_AREA = (0.002, 0.06)
"""Share of the picture that a card takes up."""
_FILLED = 0.86
"""Share of its rectangle that an outline fills."""
_SOLID = 0.7
"""Share of what lies within it that is not the table's colour: the motifs of a cloth lie apart."""
_SHAPE = (0.4, 0.98)
"""Short side over long one."""
_CORNER = 0.04
"""How far a corner may be cut off, in the outline's length."""
_ONE_PLACE = 0.3
"""Share of an outline that another has of it from which both are one."""
_ONE_PRINT = 0.6
"""Correlation from which what is printed on two of them is the same."""
_FAINT = 10.0
"""Standard deviation, of 255, of a dark or faint print on a plain table."""
_MOST = 45
"""Cards that lie face down on a table at most: with more rectangles all alike it is paved, ..."""
_PAVED = 0.5
"""... or where they take up so much of the picture."""
_NEAT = 5
"""Cards that may lie as straight as ..."""
_LAID = np.radians(0.5)
"""... this, the median angle between them and the way of all: more are a cloth's motifs, no hand lays cards so."""
_SURE = 0.9
"""Confidence from which a card says how large cards are."""
_CONFIDENCE = 0.5
"""Confidence that such a card has: its outline and several others say so, and no more."""


def with_standing_out(image: Image, cards: Sequence[SeenCard]) -> list[SeenCard]:
    """The cards of a picture with face-down ones that stand out from the table, instead of fainter ones that lie there.

    Args:
        image: (H, W, 3) BGR uint8.
        cards: seen in it.
    """
    faint = [card for card in cards if card.side == "down" and card.confidence < _CONFIDENCE]
    found = standing_out(image, [card.corners for card in cards if card not in faint])
    sure = [card.corners for card in cards if card.confidence >= _SURE]
    # The keys of a keyboard are of one size and one print too, but not of the size of the cards that lie there.
    other = other_size(quads([card.corners for card in found]), quads(sure))
    found = [card for card, otherwise in zip(found, other, strict=True) if not otherwise]
    vain = [card for card in faint if any(shared(card.corners, one.corners) > _ONE_PLACE for one in found)]
    return [*(card for card in cards if card not in vain), *found]


def standing_out(image: Image, known: Sequence[Floats] = ()) -> list[SeenCard]:
    """Face-down cards that are known by standing out from a plain table, and by being several.

    Args:
        image: (H, W, 3) BGR uint8.
        known: (4, 2) outlines of cards, beside which others are looked for.
    """
    scale = min(1.0, _WIDTH / max(image.shape[:2]))
    # Of a large picture every so many pixels are enough.
    every = max(1, int(0.5 / scale))
    shape = round(scale * image.shape[1]), round(scale * image.shape[0])
    small = cv2.resize(image[::every, ::every], (max(1, shape[0]), max(1, shape[1])), interpolation=cv2.INTER_AREA)
    outlines = ((np.array([*_rectangles(np.asarray(small, np.uint8))]).reshape(-1, 4, 2) + 0.5) / scale - 0.5).astype(
        np.float32
    )
    found: list[Floats] = []
    for there in _of_the_usual_size(outlines):
        if all(shared(there, other) <= _ONE_PLACE for other in (*known, *found)):
            found.append(there)
    if not FEWEST < len(found) <= _MOST or areas(quads(found)).sum() > _PAVED * image.shape[0] * image.shape[1]:
        return []
    sized = [quad for quad, other in zip(found, other_size(quads(found), quads(found)), strict=True) if not other]
    if len(sized) > _NEAT and askew(quads(sized)) < _LAID:
        return []
    shown = prints(image, sized)
    return [
        SeenCard(None, "down", _CONFIDENCE, quad)
        for quad, own in zip(sized, shown, strict=True)
        if resemblance(own, shown, least=_FAINT) >= _ONE_PRINT and not plain(image, quad)
    ]


def _of_the_usual_size(outlines: Floats) -> Floats:
    """Those of (N, 4, 2) outlines that have about the size that most have, the likest first."""
    size = np.log(areas(outlines))
    alike = np.abs(size[:, None] - size) < _ALIKE
    if not len(size):
        return outlines
    usual = alike[int(alike.sum(axis=1).argmax())]
    order = np.argsort(np.abs(size - np.median(size[usual])))
    return np.asarray(outlines[order[usual[order]]])


def _rectangles(picture: Image) -> Iterator[Floats]:
    """(4, 2) outlines of what stands out from the table and is a rectangle, in the picture's pixels."""
    off, spread = _off_the_table(picture)
    size = float(off.size)
    for least in _OFF:
        apart = (off > max(least, _SPREAD * spread)).astype(np.uint8)
        for closed in _CLOSED:
            joined = cv2.morphologyEx(apart, cv2.MORPH_CLOSE, np.ones((closed, closed), np.uint8))
            outlines = [
                outline
                for parted in _PARTED
                for outline in cv2.findContours(
                    cv2.morphologyEx(joined, cv2.MORPH_OPEN, np.ones((parted, parted), np.uint8)),
                    cv2.RETR_EXTERNAL,
                    cv2.CHAIN_APPROX_SIMPLE,
                )[0]
            ]
            for outline in outlines:
                area = cv2.contourArea(outline)
                if not _AREA[0] * size <= area <= _AREA[1] * size:
                    continue
                box = cv2.minAreaRect(outline)
                short, long = sorted(box[1])
                if area < _FILLED * short * long or not _SHAPE[0] * long <= short <= _SHAPE[1] * long:
                    continue
                if _covered(apart, outline) < _SOLID:
                    continue
                cornered = cv2.approxPolyDP(outline, _CORNER * cv2.arcLength(outline, True), True)
                whole = len(cornered) == 4 and cv2.contourArea(cornered) > 0.9 * area
                quad = (cornered[:, 0] if whole else cv2.boxPoints(box)).astype(np.float32)
                yield upright(quad if areas(quad) > 0 else quad[::-1])


def _covered(apart: NDArray[np.uint8], outline: NDArray[Any]) -> float:
    """Share of what lies within an outline that stands out from the table itself."""
    x, y, width, height = cv2.boundingRect(outline)
    within = cv2.drawContours(np.zeros((height, width), np.uint8), [outline], -1, 1, cv2.FILLED, offset=(-x, -y)) > 0
    return float(apart[y : y + height, x : x + width][within].mean())


def _off_the_table(picture: Image) -> tuple[Floats, float]:
    """(H, W) how far each pixel's colour is off the table's there, in CIE Lab units, and how far the table's own are.

    The table is what most of the picture shows: a colour that changes as evenly as light does.
    """
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float32)
    height, width = lab.shape[:2]
    down, across = (np.linspace(-1.0, 1.0, count, dtype=np.float32) for count in (height, width))
    place = np.arange(0, height * width, max(1, height * width // _ENOUGH))
    y, x = down[place // width], across[place % width]
    some = np.stack([np.ones_like(x), x, x * x, y, x * y, y * y], axis=-1)
    those = lab.reshape(-1, 3)[place]
    fit: Floats = np.zeros((6, 3), dtype=np.float32)
    fit[0] = np.median(those, axis=0)
    spread = 20.0
    for _ in range(_STEPS):
        away = np.linalg.norm(those - some @ fit, axis=1)
        near: Mask = away < max(2.5 * spread, 6.0)
        if near.sum() < 60:
            break
        fit = _fitted(some[near], those[near])
        spread = 1.2 * float(np.median(np.linalg.norm(those[near] - some[near] @ fit, axis=1)))
    # Row by row a polynomial of the columns: the terms of all pixels would take more time than all else here.
    rows = fit[0] + down[:, None] * (fit[3] + down[:, None] * fit[5]), fit[1] + down[:, None] * fit[4]
    columns = np.stack([np.ones_like(across), across, across * across])
    off = np.zeros((height, width), dtype=np.float32)
    for channel in range(3):
        along = np.stack([*(row[:, channel] for row in rows), np.full_like(down, fit[2, channel])], axis=1)
        off += np.square(lab[..., channel] - along @ columns)
    return np.sqrt(off), spread


def _fitted(terms: Floats, colours: Floats) -> Floats:
    """(6, 3) of a surface's terms, (N, 6) at some places, how much of each the colours there, (N, 3), are best met by.

    All lie between -1 and 1, so that the normal equations serve; places in one line leave some terms out.
    """
    square = terms.T @ terms
    square += 1e-5 * len(terms) * np.eye(6, dtype=np.float32)
    return np.asarray(np.linalg.solve(square, terms.T @ colours), dtype=np.float32)
