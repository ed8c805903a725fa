"""What of the cards of a picture is in sight, and what may lie over it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.corners import BESIDE, OUTSIDE, Group
from vision.geometry import Doubles, Flags, areas, centres, inside, meeting, overlap_ratio
from vision.types import Floats

_SAME = 0.7
"""Share of their joint area that two outlines of one card have in common."""


class Cover:
    """Tells of places on cards whether they are in the picture and under no other card.

    Attributes:
        outlines: (M, 4, 2) of the cards facing up, then of the face-down ones.
        over: (M, G) which of them may lie over which card facing up.
    """

    def __init__(self, groups: Sequence[Group], index_quads: Floats, backs: Floats, shape: tuple[int, ...]) -> None:
        """Take the cards of a picture.

        Args:
            groups: those facing up.
            index_quads: (N, 4, 2) the indices, of which the groups' members are rows.
            backs: (B, 4, 2) those facing down.
            shape: of the picture.
        """
        up = np.array([group.outline for group in groups], dtype=np.float32).reshape(-1, 4, 2)
        self.outlines: Floats = np.concatenate([up, backs.reshape(-1, 4, 2)]).astype(np.float32)
        self.over: Flags = np.ones((len(self.outlines), len(groups)), dtype=bool)
        self.over &= ~_above(groups, self.outlines, index_quads).T & meeting(self.outlines, up)
        self._shape = shape

    def sees(self, points: Floats | Doubles, owners: npt.NDArray[np.intp]) -> Flags:
        """(K, P) which of (K, P, 2) points, P on each card facing up of these numbers (K,), are in sight."""
        flat = points.reshape(-1, 2)
        over = self.over.any(axis=1)
        hidden = inside(np.asarray(flat, dtype=np.float32), self.outlines[over])
        hidden &= self.over[over][:, np.repeat(owners, points.shape[1])]
        return np.asarray(pictured(flat, self._shape) & ~hidden.any(axis=0)).reshape(points.shape[:2])


def pictured(points: Floats | Doubles, shape: tuple[int, ...]) -> Flags:
    """(P,) which of (P, 2) points lie in a picture of that shape."""
    return np.asarray(((points >= 0) & (points <= (shape[1] - 1, shape[0] - 1))).all(axis=1))


def _above(groups: Sequence[Group], outlines: Floats, index_quads: Floats) -> Flags:
    """(G, M) whether each card facing up cannot lie under another one, itself included: one of its indices shows there.

    Two that each show an index on the other are outlined too badly to tell, unless they are all but the same: then
    they are one card found twice, for one so exactly on another would hide it.
    """
    count = len(groups)
    owners = [row for row, group in enumerate(groups) for _ in group.members]
    members = [member for group in groups for member in group.members]
    shows = np.zeros((count, len(outlines)), dtype=bool)
    # At the very edge of a card that is seen whole stands the index of one that it lies on.
    whole = np.zeros(len(outlines), dtype=bool)
    whole[:count] = [group.whole for group in groups]
    slack = np.sqrt(np.abs(areas(outlines))) * np.where(whole, BESIDE, -OUTSIDE).astype(np.float32)
    within = inside(centres(index_quads[np.array(members, dtype=np.intp)]), outlines, slack)
    np.logical_or.at(shows, owners, within.T)
    mutual = shows.copy()
    mutual[:, :count] &= shows[:, :count].T
    np.fill_diagonal(mutual, False)
    out = shows & ~mutual
    for row, other in np.argwhere(mutual):
        out[row, other] = overlap_ratio(outlines[row], outlines[other]) > _SAME
    np.fill_diagonal(out, True)
    return out
