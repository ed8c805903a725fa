"""What one frame shows of change: masks over the cells of a small picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Floats

Mask = npt.NDArray[np.bool_]


def share(mask: Mask, cells: Mask) -> float:
    """Of some cells the share that a mask holds; of none at all 0."""
    return float(mask[cells].mean()) if cells.any() else 0.0


def widened(mask: Mask, cells: int = 1) -> Mask:
    """A mask with so many cells around it."""
    around = np.ones((3, 3), dtype=np.uint8)
    return np.asarray(cv2.dilate(mask.astype(np.uint8), around, iterations=cells) > 0)


def edges(shown: Mask) -> tuple[Mask, Mask, Mask, Mask]:
    """The outermost cells at the bottom, left, top and right of those that a camera shows: there arms come in."""
    beyond = np.pad(~shown, 1, constant_values=True)
    below, left, above, right = beyond[2:, 1:-1], beyond[1:-1, :-2], beyond[:-2, 1:-1], beyond[1:-1, 2:]
    return shown & below, shown & left, shown & above, shown & right


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
        seen: those that the camera shows, wherever it has moved to; None: all.
        away: whether the camera shows something else than the table. Then only how long the picture has been at rest
            is known.
        cut: whether it has done so from one frame to the next.
        black: whether it shows nothing at all.
    """

    camera: npt.NDArray[np.float64]
    moving: Mask
    dirty: Mask
    still: Floats
    restarted: bool = False
    shifted: float = 0.0
    bared: Mask | None = None
    seen: Mask | None = None
    away: bool = False
    cut: bool = False
    black: bool = False

    @property
    def shown(self) -> Mask:
        """The cells that the camera shows."""
        return np.ones(self.dirty.shape, dtype=bool) if self.seen is None else self.seen

    def rested(self, cells: Mask) -> float:
        """Seconds for which nothing has moved over any of these cells; 0 where there are none."""
        return float(self.still[cells].min()) if cells.any() else 0.0
