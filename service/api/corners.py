"""Outlines of cards that a client sends, as readings and corrections have them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from service.api.problems import bad_input
from service.api.sentences import said
from vision.geometry import areas

MOST = 120
"""Cards of one picture."""
_FAR = 1e6
"""Pixels from the picture's corner beyond which nothing of it can lie."""


def corners_of(given: Any, field: str) -> npt.NDArray[np.float64]:
    """The (4, 2) corners of a card in pixels.

    Args:
        given: whatever stands there.
        field: where that is.

    Raises:
        Problem: they are not four points, or lie beyond every picture, or less than a pixel is between them.
    """
    try:
        corners = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        corners = np.empty(0)
    # NaN and infinities are beyond every picture too.
    if corners.shape != (4, 2) or not abs(corners).max() <= _FAR or not abs(areas(corners)) >= 1:
        raise bad_input(field, given, "schema.quad", said("photo.corners", field=field))
    return corners
