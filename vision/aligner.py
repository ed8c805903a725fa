"""The aligner network: where the corners of an index are that the detector found only roughly.

Its input is float32 (N, 3, 80, 80), RGB in 0..1, a square round the index; its output (N, 8) holds x and y of the
index's corners in it, clockwise from the index's own top left, the square reaching from -1 to 1.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vision.geometry import FRAME, areas, convex, homographies, projected
from vision.network import PatchNetwork
from vision.rectify import squares, to_input
from vision.types import Aligner, Floats, Image

_LEAST = 4.0
"""Square pixels of an index."""


class OnnxAligner:
    """The trained aligner in ONNX Runtime."""

    def __init__(self, path: Path, threads: int | None = None) -> None:
        """Load the network.

        Raises:
            NetworkError: missing, damaged, or with another output than corners.
        """
        self._network = PatchNetwork(path, "aligner", ["corners"], threads)

    def corners(self, inputs: Floats) -> Floats:
        """(N, 4, 2) corners, from -1 to 1, of the indices in (N, 3, 80, 80) RGB patches in 0..1."""
        (corners,) = self._network.run(inputs)
        return corners.reshape(-1, 4, 2)


def aligned(aligner: Aligner, image: Image, index_quads: Floats) -> Floats:
    """(N, 4, 2) index quads of a BGR picture, put where the aligner sees their corners.

    One that would be no quad any more stays where it was found.
    """
    if not len(index_quads):
        return index_quads
    cut, around = squares(image, index_quads)
    onto = homographies(FRAME[None], around.astype(np.float64))
    seen = projected(onto, aligner.corners(to_input(cut)).astype(np.float64)).astype(np.float32)
    proper = convex(seen) & (areas(seen) > _LEAST)
    return np.where(proper[:, None, None], seen, index_quads)
