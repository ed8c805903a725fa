"""Chances out of what networks and comparisons give."""

from __future__ import annotations

import numpy as np

from vision.types import Floats


def softmax(logits: Floats) -> Floats:
    """Probabilities (N, K) of (N, K) logits."""
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), dtype=np.float32)
