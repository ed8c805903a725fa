"""The detector network: one picture in, sightings out.

The network is a single-stage pose network. Its input is float32 (1, 3, H, W), RGB in 0..1, H and W multiples of 32,
letterboxed with grey 114; its output (1, 28, A) holds for each of A anchors the probabilities of index, face, back and
joker, and eight keypoints x, y in input pixels and visibility: four corners of the index, four of the card.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import cast

import cv2
import numpy as np

from vision.geometry import areas, rolled, short_edge_first
from vision.network import NetworkError, session
from vision.shrink import shrunk
from vision.suppression import blended, distinct
from vision.types import Floats, Image, Sightings

STRIDE = 32
PAD = 114
ROWS = 28
INDEX, FACE, BACK, JOKER = range(4)
_MOST = 600
"""Anchors looked at of one class at most: a whole pack with both corners in sight gives some hundreds."""
_SECOND = 0.6
"""Chance from which an index is taken to be of a second pair, which few decks have."""


@dataclass(frozen=True)
class Floor:
    """Least probability for a sighting of each kind to be passed on."""

    index: float = 0.25
    face: float = 0.30
    back: float = 0.35
    joker: float = 0.35


def letterbox(image: Image, longest: int) -> tuple[Floats, float, tuple[int, int]]:
    """A picture scaled and padded to the network's input.

    Args:
        image: (H, W, 3) BGR.
        longest: pixels of the longer side after scaling; rounded up to a multiple of 32.

    Returns:
        input (1, 3, h, w); the scale; the left and top padding in input pixels.
    """
    height, width = image.shape[:2]
    longest = -(-longest // STRIDE) * STRIDE
    scale = longest / max(height, width)
    across, down = max(1, round(width * scale)), max(1, round(height * scale))
    if scale > 1:
        small = cast(Image, cv2.resize(image, (across, down), interpolation=cv2.INTER_LINEAR))
    else:
        small = shrunk(image, across, down)
    out_width, out_height = (-(-side // STRIDE) * STRIDE for side in (across, down))
    left, top = (out_width - across) // 2, (out_height - down) // 2
    planes = np.empty((1, 3, out_height, out_width), dtype=np.float32)
    planes[..., :top, :] = planes[..., top + down :, :] = PAD / 255
    planes[..., :left] = planes[..., left + across :] = PAD / 255
    for channel, plane in enumerate(cv2.split(small)):
        inside = planes[0, 2 - channel, top : top + down, left : left + across]
        np.multiply(plane, np.float32(1 / 255), out=inside)
    return planes, scale, (left, top)


def decode(output: Floats, floor: Floor | None = None) -> Sightings:
    """Sightings in input pixels out of the network's raw (28, A) or (1, 28, A) output, each thing once."""
    floor = floor or Floor()
    rows = output.reshape(output.shape[-2], output.shape[-1])
    if rows.shape[0] != ROWS:
        raise NetworkError(f"the detector gives {rows.shape[0]} rows, not the {ROWS} of 4 classes and 8 keypoints")
    chances = rows[:4]
    found: dict[str, Floats] = {}
    for kind, name, least in (
        (INDEX, "index", floor.index),
        (FACE, "face", floor.face),
        (BACK, "back", floor.back),
        (JOKER, "joker", floor.joker),
    ):
        picked = np.flatnonzero(chances[kind] >= least)
        if not len(picked):
            continue
        if len(picked) > _MOST:
            picked = picked[np.argpartition(-chances[kind][picked], _MOST)[:_MOST]]
        chance = chances[kind][picked]
        points = rows[4:, picked].T.reshape(-1, 8, 3)
        corners, second = points[:, :, :2], points[:, 0, 2]
        index_quads, card_quads = np.ascontiguousarray(corners[:, :4]), np.ascontiguousarray(corners[:, 4:])
        if kind == INDEX:
            proper = areas(index_quads) > 4
            index_quads, card_quads, chance = index_quads[proper], card_quads[proper], chance[proper]
            second = second[proper]
            kept, same = distinct(_as_read(index_quads, second), chance)
            found["index_quads"] = _as_read(blended(index_quads, chance, same), second[kept])
            found["index_cards"] = blended(card_quads, chance, same)
        else:
            proper = areas(card_quads) > 64
            card_quads, chance = short_edge_first(card_quads[proper]), chance[proper]
            kept, same = distinct(card_quads, chance, beside=0.35, along=0.3)
            found[f"{name}_quads"] = short_edge_first(blended(card_quads, chance, same, outlines=True))
        found[f"{name}_scores"] = chance[kept]
    return Sightings(**found)


def _as_read(quads: Floats, second: Floats) -> Floats:
    """Index quads (N, 4, 2) from their own upper left corner.

    The network begins with the corner nearest to the card's: the upper left one, or the upper right one at the second
    pair of a deck with four corners, of which `second` (N,) is the chance.
    """
    return np.where((second > _SECOND)[:, None, None], rolled(quads)[:, 3], quads)


class OnnxDetector:
    """The trained detector in ONNX Runtime."""

    def __init__(self, path: Path, threads: int | None = None, floor: Floor | None = None) -> None:
        """Load the network.

        Args:
            path: the .onnx file.
            threads: processor threads; by default as many as there are cores.
            floor: least probabilities of sightings.

        Raises:
            NetworkError: missing or damaged.
        """
        self._session = session(path, threads)
        self._input = self._session.get_inputs()[0].name
        self.floor = floor or Floor()

    def infer(self, planes: Floats) -> Floats:
        """The raw output for a letterboxed input (1, 3, H, W)."""
        return cast(Floats, self._session.run(None, {self._input: planes})[0])

    def sight(self, image: Image, longest: int) -> Sightings:
        """Sightings in pixels of the image, looked at with its longer side scaled to `longest` pixels."""
        planes, scale, (left, top) = letterbox(image, longest)
        found = decode(self.infer(planes), self.floor)
        # Pixel centres stand at whole numbers, so that scaling shifts by half a pixel.
        half = (0.5 / scale) - 0.5
        return found.mapped(1 / scale, (half - left / scale, half - top / scale))
