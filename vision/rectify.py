"""Patches of indices and of whole cards cut out of the full-resolution picture.

The reader's patch is 64 pixels wide and 96 high. The index's quad fills columns 12.8 to 51.2 and rows 19.2 to 76.8 of
it: a margin of a third of the quad on each side. The aligner's is a square of 80 pixels with more around. Of a whole
card it is 96 pixels wide and 128 high, with a margin of a twentieth. Of a side of a card, with what lies within and
beyond it, it is as large as asked for.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Doubles, centres, homographies, rightward, sizes
from vision.types import Floats, Image

WIDTH, HEIGHT = 64, 96
MARGIN = 1 / 3
"""Of the quad's own width and height, on each side."""
CARD = (96, 128)
"""Width and height of the patch of a whole card."""
_BORDER = 1 / 20
"""Of the card's own width and height, on each side."""


def _inner(width: int, height: int, margin: float) -> Floats:
    """(4, 2) where the corners of a quad fall in its patch."""
    left, top = width * margin / (1 + 2 * margin), height * margin / (1 + 2 * margin)
    corners = [[left, top], [width - left, top], [width - left, height - top], [left, height - top]]
    # Pixel centres stand at whole numbers, so that the patch's left edge lies at -0.5.
    return np.array(corners, dtype=np.float32) - np.float32(0.5)


INNER = _inner(WIDTH, HEIGHT, MARGIN)
"""(4, 2) where the corners of the index's quad fall in its patch."""
CARD_INNER = _inner(*CARD, _BORDER)
"""(4, 2) where the corners of a card fall in its patch."""
_COARSER = 1.7
_SAMPLED = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP

SQUARE = 80
"""Pixels of a side of the aligner's patch."""
REACH = 2.8
"""Its side in the picture, in roots of the quad's area: an index found half as high as it is still lies in it."""


def patches(image: Image, index_quads: Floats) -> Image:
    """(N, 96, 64, 3) BGR patches of (N, 4, 2) index quads, each sampled from a pyramid level of matching sharpness.

    A large index is first shrunk by area until it is less than 1.7 times as high as in the patch, so that fine print
    does not turn to moiré; only the index's own surroundings are. Beyond the picture its edge is repeated. A quad
    without area gives a patch of plain grey.
    """
    return _around(image, index_quads, INNER, MARGIN, (WIDTH, HEIGHT))


def card_patches(image: Image, outlines: Floats) -> Image:
    """(N, 128, 96, 3) BGR patches of (N, 4, 2) whole cards, their first edge at the top, sampled as `patches` does."""
    return _around(image, outlines, CARD_INNER, _BORDER, CARD)


def strips(image: Image, quads: Floats, size: tuple[int, int]) -> Image:
    """(N, H, W, 3) BGR patches, `size` wide and high, of nothing but (N, 4, 2) quads, sampled as `patches` does."""
    return _around(image, quads, _inner(*size, 0.0), 0.0, size)


def _around(image: Image, quads: Floats, inner: Floats, margin: float, size: tuple[int, int]) -> Image:
    """Patches of `size` width and height, (4, 2) points `inner` of which fall on the corners of (N, 4, 2) quads."""
    proper, forward = _onto(quads, inner)
    # How far the patches reach in the picture: an affine estimate, for a far corner may run off to infinity.
    middles = centres(quads)[:, None]
    reach = (quads - middles) * (1 + 2 * margin + 0.3) + middles
    finer = sizes(quads)[:, 1] / (inner[3, 1] - inner[0, 1])
    return _cut(image, proper, forward, reach, finer, size)


def squares(image: Image, index_quads: Floats) -> tuple[Image, Floats]:
    """Square patches round index quads that may lie askew, turned as those read.

    Args:
        image: (H, W, 3) BGR.
        index_quads: (N, 4, 2) in its pixels; of each, the middle, the area and the direction count.

    Returns:
        (N, 80, 80, 3) BGR, and the (N, 4, 2) corners of the squares in the picture, clockwise from their top left.
    """
    wide, tall = np.maximum(sizes(index_quads), 1).T
    half = (REACH / 2 * np.sqrt(wide * tall))[:, None]
    across = rightward(index_quads)
    across = half * across / np.maximum(np.hypot(across[:, 0], across[:, 1]), 1e-6)[:, None]
    down = np.stack([-across[:, 1], across[:, 0]], axis=1)
    middles = centres(index_quads)
    # Pixel centres stand at whole numbers.
    around = np.stack(
        [middles - across - down, middles + across - down, middles + across + down, middles - across + down], 1
    )
    frame = np.array([[0, 0], [SQUARE, 0], [SQUARE, SQUARE], [0, SQUARE]], dtype=np.float32) - np.float32(0.5)
    forward = homographies(frame[None], around) if len(around) else np.zeros((0, 3, 3))
    proper = np.ones(len(around), dtype=bool)
    return _cut(image, proper, forward, around, 2 * half[:, 0] / SQUARE, (SQUARE, SQUARE)), around.astype(np.float32)


def _cut(
    image: Image,
    proper: npt.NDArray[np.bool_],
    forward: Doubles,
    reach: Floats,
    finer: Floats,
    size: tuple[int, int],
) -> Image:
    """Patches of `size` width and height under (N, 3, 3) maps from them onto the picture.

    Those that are not `proper` stay grey. `reach` (N, 4, 2) is what of the picture they may show, `finer` (N,) how many
    of its pixels one of theirs takes.
    """
    if not len(forward):
        return np.zeros((0, size[1], size[0], 3), dtype=np.uint8)
    # OpenCV takes a third of the time over four channels that it takes over three.
    out = np.full((len(forward), size[1], size[0], 4), 128, dtype=np.uint8)
    height, width = image.shape[:2]
    lows = np.clip(np.floor(reach.min(axis=1)) - 2, 0, (width - 1, height - 1)).astype(int)
    highs = np.clip(np.ceil(reach.max(axis=1)) + 3, lows + 1, (width, height)).astype(int)
    spans = highs - lows
    levels = np.ceil(np.log2(np.maximum(finer.astype(np.float64) / _COARSER, 1)))
    halvings = np.where(spans.min(axis=1) >= 2 ** (levels + 1), 2**levels, 1).astype(int)
    shrunk = -(-spans // halvings[:, None])
    scales = shrunk / spans
    into_regions = np.zeros((len(forward), 3, 3))
    into_regions[:, [0, 1], [0, 1]] = scales
    into_regions[:, :2, 2] = (0.5 - lows) * scales - 0.5
    into_regions[:, 2, 2] = 1
    maps = into_regions @ forward
    boxes, sides = np.concatenate([lows, highs], axis=1).tolist(), shrunk.tolist()
    for row in np.flatnonzero(proper).tolist():
        left, top, right, bottom = boxes[row]
        region: npt.NDArray[Any] = image[top:bottom, left:right]
        if halvings[row] > 1:
            region = cv2.resize(region, sides[row], interpolation=cv2.INTER_AREA)
        region = cv2.cvtColor(region, cv2.COLOR_BGR2BGRA)
        cv2.warpPerspective(region, maps[row], size, dst=out[row], flags=_SAMPLED, borderMode=cv2.BORDER_REPLICATE)
    bgr = cv2.cvtColor(out.reshape(-1, size[0], 4), cv2.COLOR_BGRA2BGR)
    return np.asarray(bgr.reshape(len(out), size[1], size[0], 3), dtype=np.uint8)


def _onto(quads: Floats, inner: Floats) -> tuple[npt.NDArray[np.bool_], Doubles]:
    """Which of (N, 4, 2) quads have a map from a patch's (4, 2) inner points onto them, and the (N, 3, 3) maps."""
    proper = np.ones(len(quads), dtype=bool)
    maps = np.broadcast_to(np.eye(3), (len(quads), 3, 3)).copy()
    try:
        return proper, homographies(inner[None], quads)
    except np.linalg.LinAlgError:
        # One quad without area spoils the whole stack: each by itself, then.
        for row, quad in enumerate(quads):
            try:
                maps[row] = homographies(inner, quad)
            except np.linalg.LinAlgError:
                proper[row] = False
    return proper, maps


def to_input(patches_bgr: Image) -> Floats:
    """(N, 3, H, W) RGB in 0..1, as the networks take them, of (N, H, W, 3) BGR patches."""
    count, height, width = patches_bgr.shape[:3]
    out = np.empty((count, 3, height, width), dtype=np.float32)
    if count:
        for channel, plane in enumerate(cv2.split(patches_bgr.reshape(-1, width, 3))):
            out[:, 2 - channel] = plane.reshape(count, height, width)
        out *= np.float32(1 / 255)
    return out
