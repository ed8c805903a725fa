"""Whether two small pictures of one place show the same card; their last axis is grey and redness."""

from __future__ import annotations

import numpy as np

from vision.types import Floats

_COLOURED = 4.0
"""Spread of redness from which a picture shows something red."""


def likeness(before: Floats, now: Floats) -> float:
    """Correlation of two pictures of one size; a change of light hardly lowers it. 0 where one shows nothing."""
    grey = _correlation(before[..., 0], now[..., 0])
    if max(float(before[..., 1].std()), float(now[..., 1].std())) < _COLOURED:
        return grey
    return min(grey, _correlation(before[..., 1], now[..., 1]))


def _correlation(before: Floats, now: Floats) -> float:
    if min(float(now.std()), float(before.std())) < 1.0:
        return 0.0
    return float(np.corrcoef(now.ravel(), before.ravel())[0, 1])


def blinded(before: Floats, now: Floats) -> bool:
    """Whether a place has only grown lighter, as under a reflection; another card is darker here and lighter there."""
    gained, lost = _light(before, now)
    return gained > 4.0 * lost and gained > 3.0 * now[..., 0].size


def lighter(before: Floats, now: Floats) -> bool:
    """Whether what has changed of a place, much or little, has grown lighter."""
    gained, lost = _light(before, now)
    return gained > 4.0 * lost


def _light(before: Floats, now: Floats) -> tuple[float, float]:
    """The grey that a place has gained where it is lighter, and lost where it is darker, in all."""
    change = now[..., 0] - before[..., 0]
    return float(np.maximum(change, 0).sum()), float(np.maximum(-change, 0).sum())
