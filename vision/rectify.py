"""Index patches cut out of the full-resolution picture.

A patch is 64 pixels wide and 96 high. The index's quad fills columns 12.8 to 51.2 and rows 19.2 to 76.8 of it: a margin
of a third of the quad on each side.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Doubles, centres, homographies, sizes
from vision.types import Floats, Image

WIDTH, HEIGHT = 64, 96
MARGIN = 1 / 3
"""Of the quad's own width and height, on each side."""

_LEFT, _TOP = WIDTH * MARGIN / (1 + 2 * MARGIN), HEIGHT * MARGIN / (1 + 2 * MARGIN)
# Pixel centres stand at whole numbers, so that the patch's left edge lies at -0.5.
INNER = np.array(
    [[_LEFT, _TOP], [WIDTH - _LEFT, _TOP], [WIDTH - _LEFT, HEIGHT - _TOP], [_LEFT, HEIGHT - _TOP]], dtype=np.float32
) - np.float32(0.5)
"""(4, 2) where the corners of the index's quad fall in its patch."""
_COARSER = 1.7


def patches(image: Image, index_quads: Floats) -> Image:
    """(N, 96, 64, 3) BGR patches of (N, 4, 2) index quads, each sampled from a pyramid level of matching sharpness.

    A large index is first shrunk by area until it is less than 1.7 times as high as in the patch, so that fine print
    does not turn to moiré; only the index's own surroundings are. Beyond the picture its edge is repeated. A quad
    without area gives a patch of plain grey.
    """
    out = np.full((len(index_quads), HEIGHT, WIDTH, 3), 128, dtype=np.uint8)
    proper, forward = _onto(index_quads)
    extent = sizes(index_quads)
    # How far the patches reach in the picture: an affine estimate, for a far corner may run off to infinity.
    middles = centres(index_quads)[:, None]
    reach = (index_quads - middles) * (1 + 2 * MARGIN + 0.3) + middles
    height, width = image.shape[:2]
    lows = np.clip(np.floor(reach.min(axis=1)) - 2, 0, (width - 1, height - 1)).astype(int)
    highs = np.clip(np.ceil(reach.max(axis=1)) + 3, lows + 1, (width, height)).astype(int)
    for row in np.flatnonzero(proper):
        (left, top), (right, bottom) = lows[row], highs[row]
        region: npt.NDArray[Any] = image[top:bottom, left:right]
        scale = 1
        while extent[row, 1] > _COARSER * scale * (INNER[3, 1] - INNER[0, 1]):
            scale *= 2
        if scale > 1 and min(region.shape[:2]) >= 2 * scale:
            size = (-(-region.shape[1] // scale), -(-region.shape[0] // scale))
            x_scale, y_scale = size[0] / region.shape[1], size[1] / region.shape[0]
            region = cv2.resize(region, size, interpolation=cv2.INTER_AREA)
        else:
            x_scale = y_scale = 1.0
        into_region = np.array(
            [
                [x_scale, 0, (0.5 - left) * x_scale - 0.5],
                [0, y_scale, (0.5 - top) * y_scale - 0.5],
                [0, 0, 1],
            ]
        )
        cv2.warpPerspective(
            region,
            into_region @ forward[row],
            (WIDTH, HEIGHT),
            dst=out[row],
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return out


def _onto(index_quads: Floats) -> tuple[npt.NDArray[np.bool_], Doubles]:
    """Which of (N, 4, 2) quads have a map from the patch onto them, and the (N, 3, 3) maps."""
    proper = np.ones(len(index_quads), dtype=bool)
    maps = np.broadcast_to(np.eye(3), (len(index_quads), 3, 3)).copy()
    try:
        return proper, homographies(INNER[None], index_quads)
    except np.linalg.LinAlgError:
        # One quad without area spoils the whole stack: each by itself, then.
        for row, quad in enumerate(index_quads):
            try:
                maps[row] = homographies(INNER, quad)
            except np.linalg.LinAlgError:
                proper[row] = False
    return proper, maps


def to_input(patches_bgr: Image) -> Floats:
    """(N, 3, 96, 64) RGB in 0..1, as the reader network takes them, of (N, 96, 64, 3) BGR patches."""
    rgb = patches_bgr[..., ::-1].transpose(0, 3, 1, 2)
    return np.ascontiguousarray(rgb, dtype=np.float32) * np.float32(1 / 255)
