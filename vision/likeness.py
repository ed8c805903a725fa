"""Whether two small grey pictures of one place show the same card."""

from __future__ import annotations

import numpy as np

from vision.types import Floats


def likeness(before: Floats, now: Floats) -> float:
    """Correlation of two pictures of one size; a change of light hardly lowers it. 0 where one shows nothing."""
    if min(float(now.std()), float(before.std())) < 1.0:
        return 0.0
    return float(np.corrcoef(now.ravel(), before.ravel())[0, 1])


def blinded(before: Floats, now: Floats) -> bool:
    """Whether a place has only grown lighter, as under a reflection; another card is darker here and lighter there."""
    change = now - before
    lighter, darker = float(np.maximum(change, 0).sum()), float(np.maximum(-change, 0).sum())
    return lighter > 4.0 * darker and lighter > 3.0 * change.size
