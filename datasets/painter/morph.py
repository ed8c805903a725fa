"""Changes to a glyph's shape: heavier or lighter, hollow, slanted, gently bent, ringed by an outline."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.painter.strokes import EM, Mask, trimmed


def _ellipse(size: int) -> Mask:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)


def embolden(mask: Mask, pixels: int) -> Mask:
    """The glyph with its strokes thickened (or thinned, below 0) by so many pixels, trimmed to the ink.

    A glyph so light that thinning would take half of it stays as it is.
    """
    if pixels == 0:
        return mask
    size = abs(pixels) + 1
    room = cv2.copyMakeBorder(mask, size, size, size, size, cv2.BORDER_CONSTANT, value=0)
    if pixels > 0:
        return trimmed(np.asarray(cv2.dilate(room, _ellipse(size)), np.uint8))
    thinned = np.asarray(cv2.erode(room, _ellipse(size)), np.uint8)
    return trimmed(thinned) if int(thinned.sum()) > 0.55 * int(mask.sum()) else mask


def hollowed(mask: Mask, line: int) -> Mask:
    """Only the glyph's outline, about `line` pixels wide."""
    inner = cv2.erode(mask, _ellipse(2 * line + 1), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    return np.where(inner > 127, 0, mask).astype(np.uint8)


def slanted(mask: Mask, slant: float) -> Mask:
    """The glyph leaning to the right by `slant` of its height (to the left, below 0), trimmed to the ink."""
    if slant == 0:
        return mask
    high, wide = mask.shape
    shift = abs(slant) * high
    move = np.array([[1.0, -slant, max(slant, 0) * high], [0.0, 1.0, 0.0]])
    leaning = cv2.warpAffine(mask, move, (int(wide + shift + 2), high), flags=cv2.INTER_LINEAR)
    return trimmed(np.asarray(leaning, np.uint8))


def bent(mask: Mask, amount: float, seed: int) -> Mask:
    """The glyph with its shape gently pushed about, by `amount` of the EM at most, trimmed to the ink."""
    if amount == 0:
        return mask
    pad = int(2 * amount * EM) + 2
    room = cv2.copyMakeBorder(mask, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=0)
    high, wide = room.shape
    rng = np.random.default_rng(seed)
    rows, columns = np.mgrid[0:high, 0:wide].astype(np.float32)
    for grid in (rows, columns):
        push = rng.uniform(-amount, amount, (5, 4)).astype(np.float32) * EM
        grid += cv2.resize(push, (wide, high), interpolation=cv2.INTER_CUBIC)
    moved = cv2.remap(room, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0)
    return trimmed(np.asarray(moved, np.uint8))


def ringed(mask: Mask, ring: int) -> Mask:
    """The glyph grown by `ring` pixels on every side, with room for it: (h + 2 ring, w + 2 ring)."""
    room = cv2.copyMakeBorder(mask, ring, ring, ring, ring, cv2.BORDER_CONSTANT, value=0)
    return np.asarray(cv2.dilate(room, _ellipse(2 * ring + 1)), np.uint8)
