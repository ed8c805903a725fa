"""Chances out of what networks and comparisons give."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.geometry import Doubles
from vision.types import Floats

_AGAIN = 0.4
"""Weight of every place of a card after the first."""


def softmax(logits: Floats) -> Floats:
    """Probabilities (N, K) of (N, K) logits."""
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), dtype=np.float32)


def favoured(table: Doubles, rows: Sequence[int] | npt.NDArray[np.intp], factors: Doubles) -> Doubles:
    """A table of chances (G, 54) in which the 52 cards of some rows are likelier by factors (R, 52).

    How likely each row is to be a card at all stays as it was.
    """
    cards = factors.shape[1]
    out = table.copy()
    together = table[rows, :cards] * factors
    share = table[rows, :cards].sum(axis=1) / np.maximum(together.sum(axis=1), 1e-12)
    out[rows, :cards] = together * share[:, None]
    return out


def share_alike(count: float) -> float:
    """Weight of the log likelihood of each of so many places of one card: printed, lit and blurred alike, they are
    misread alike."""
    return (1 + _AGAIN * (count - 1)) / count
