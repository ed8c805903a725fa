"""The colours of the ink: weak evidence for suits.

A deck prints each suit in one ink. Where a suit cannot be told by its shape, the inks of the picture's other indices
may: in a four-colour deck they tell every suit, in an ordinary one red from black.
"""

from __future__ import annotations

import numpy as np

from vision.geometry import Doubles
from vision.types import Floats

_LEAST_SPREAD = 6.0
"""Standard deviation of one ink over a picture at least, in Lab units: light differs over any table."""
_MOST = 1.5
"""Log odds that ink may speak for one suit against another at most."""
_FEWEST = 1.5
"""Indices of a suit it takes, in sum of chances, for the suit's ink to be known."""


def evidence(inks: Floats, suits: Floats) -> Doubles:
    """(N, 4) log likelihoods of the four suits for each index by the inks of all the others; 0 where nothing is known.

    Args:
        inks: (N, 3) ink less paper, Lab.
        suits: (N, 5) chances of C, D, H, S, none from the shapes.
    """
    count = len(inks)
    weight = suits[:, :4].astype(np.float64)
    # Only indices that are sure of their suit say what its ink is.
    weight = np.where(weight > 0.7, weight, 0.0)
    inks = inks.astype(np.float64)
    total, sums = weight.sum(axis=0), weight.T @ inks
    means = sums / np.maximum(total, 1e-9)[:, None]
    residual = inks[:, None] - means[None]
    variance = (weight[..., None] * residual**2).sum() / max(3 * weight.sum(), 1e-9)
    spread = max(_LEAST_SPREAD, float(np.sqrt(variance)))
    out = np.zeros((count, 4))
    for row in range(count):
        left = total - weight[row]
        known = left >= _FEWEST
        if known.sum() < 2:
            continue
        others = (sums - weight[row][:, None] * inks[row]) / np.maximum(left, 1e-9)[:, None]
        away = ((inks[row] - others) ** 2).sum(axis=1) / (2 * spread**2)
        score = np.where(known, -away, 0.0)
        # A suit nobody has shown stands between the best and the worst of the known ones.
        score[~known] = (score[known].max() + score[known].min()) / 2
        out[row] = np.clip(score - score.max(), -_MOST, 0.0)
    return out
