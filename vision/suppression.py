"""One sighting for each thing seen.

Quads are compared, never the upright boxes round them: two tilted indices of a tight fan share most of their boxes and
hardly any of their area.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.geometry import begun_like, centres, sizes
from vision.types import Floats

Order = npt.NDArray[np.intp]

BESIDE = 0.5
"""Two quads are one thing if their centres lie within this share of the width from each other across, ..."""
ALONG = 0.4
"""... within this share of the height along, in the frame of the better of them, ..."""
STRETCH = 1.8
"""... and neither is this many times as large as the other."""


def distinct(
    quads: Floats, chances: Floats, beside: float = BESIDE, along: float = ALONG, weigh: Floats | None = None
) -> tuple[Order, list[Order]]:
    """Which quads to keep, best first, and for each of them those that are the same thing (itself first).

    Args:
        quads: (N, 4, 2).
        chances: (N,) what a quad is kept for before others.
        beside: largest distance of centres across, in widths.
        along: largest distance along, in heights.
        weigh: (N,) sizes to compare; the square root of width times height by default.
    """
    count = len(chances)
    if count == 0:
        return np.zeros(0, dtype=np.intp), []
    order = np.argsort(-chances, kind="stable")
    ranked = quads[order]
    extent = np.maximum(sizes(ranked), 1e-3)
    size = np.sqrt(extent.prod(axis=1)) if weigh is None else weigh[order]
    across = (ranked[:, 1] + ranked[:, 2] - ranked[:, 0] - ranked[:, 3]) / 2
    across /= np.maximum(np.hypot(across[:, 0], across[:, 1]), 1e-6)[:, None]
    # Of each quad its two directions, and how far along them what is the same may lie.
    frames = np.stack([across, np.stack([-across[:, 1], across[:, 0]], axis=1)], axis=1)
    reach = (extent * np.array([beside, along], dtype=np.float32))[..., None]
    middles, largest = np.ascontiguousarray(centres(ranked).T), STRETCH * size
    left = np.ones(count, dtype=bool)
    kept: list[int] = []
    same: list[Order] = []
    for best in range(count):
        if not left[best]:
            continue
        left[best] = False
        near = np.abs(frames[best] @ (middles - middles[:, best, None])) <= reach[best]
        group = np.flatnonzero(left & near[0] & near[1] & (size <= largest[best]) & (size[best] <= largest))
        left[group] = False
        kept.append(best)
        same.append(order[[best, *group.tolist()]])
    return order[np.array(kept, dtype=np.intp)], same


def blended(quads: Floats, chances: Floats, same: list[Order], worth: float = 0.6, outlines: bool = False) -> Floats:
    """For each group the mean of its quads, weighted by chance, over those at least `worth` as likely as its first.

    Quads turned against the first one (their first edges pointing apart) are left out of the mean: a thing seen both
    ways up must not be averaged into nothing. Of `outlines` any corner may be the first.
    """
    if not same:
        return np.empty((0, 4, 2), dtype=np.float32)
    flat = np.concatenate(same)
    starts = np.cumsum([0, *map(len, same[:-1])])
    of = np.repeat(np.arange(len(same)), [len(group) for group in same])
    members, chance = quads[flat], chances[flat]
    first, best = members[starts][of], chance[starts][of]
    if outlines:
        members = begun_like(members, first)
    edge, along = members[:, 1] - members[:, 0], first[:, 1] - first[:, 0]
    alike = (edge * along).sum(axis=1) > 0.5 * np.hypot(*edge.T) * np.hypot(*along.T)
    weight = np.where(alike & (chance >= worth * best), chance, 0)
    # One without an edge is not even like itself.
    weight[starts] = chance[starts]
    total = np.add.reduceat(weight, starts)
    mean = np.add.reduceat(members * weight[:, None, None], starts) / total[:, None, None]
    return np.asarray(mean, dtype=np.float32)
