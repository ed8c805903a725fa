"""Chances out of what networks and comparisons give."""

from __future__ import annotations

import numpy as np

from vision.types import Floats

_AGAIN = 0.4
"""Weight of every place of a card after the first."""


def softmax(logits: Floats) -> Floats:
    """Probabilities (N, K) of (N, K) logits."""
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), dtype=np.float32)


def share_alike(count: int) -> float:
    """Weight of the log likelihood of each of so many places of one card: printed, lit and blurred alike, they are
    misread alike."""
    return (1 + _AGAIN * (count - 1)) / count
