"""What one frame shows of change: masks over the cells of a small picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.types import Floats

Mask = npt.NDArray[np.bool_]


def share(mask: Mask, cells: Mask) -> float:
    """Of some cells the share that a mask holds; of none at all 0."""
    return float(mask[cells].mean()) if cells.any() else 0.0


@dataclass(frozen=True, eq=False)
class Change:
    """What one frame shows of change, in the table's own frame of reference.

    Attributes:
        camera: (3, 3) from the reference picture's pixels to this frame's.
        moving: (rows, columns) cells that changed since the frame before.
        dirty: cells that differ from the model.
        still: (rows, columns) seconds for which each cell has not moved.
        restarted: whether the view was lost and everything before counts no more.
        shifted: how far the camera has moved the picture since the frame before, in pixels.
        bared: cells that differ from the model and look as they did when nothing lay there.
    """

    camera: npt.NDArray[np.float64]
    moving: Mask
    dirty: Mask
    still: Floats
    restarted: bool = False
    shifted: float = 0.0
    bared: Mask | None = None
