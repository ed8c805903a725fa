"""Chances out of what networks and comparisons give."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from rules.cards import CARDS, Rank
from vision.geometry import Doubles
from vision.types import Floats

_PICTURES = [number for number in range(52) if CARDS[number].rank in (Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING)]
"""The cards that a joker's picture may be taken for."""
_AGAIN = 0.4
"""Weight of every place of a card after the first."""


def softmax(logits: Floats) -> Floats:
    """Probabilities (N, K) of (N, K) logits."""
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), dtype=np.float32)


def favoured(
    table: Doubles, rows: Sequence[int] | npt.NDArray[np.intp], faces: Doubles, weight: float | Doubles = 1.0
) -> Doubles:
    """A table of chances (G, 54) after the faces of some rows were looked at.

    A joker's picture may look like a court or an ornate ace, but has no pips. How likely each row is to be nothing at
    all stays as it was.

    Args:
        table: chances of the 52 cards, a joker, nothing.
        rows: R of them.
        faces: (R, 52) chances of the cards by their faces, had all been as likely before.
        weight: what the logarithms of those count for, (R,) or all alike.
    """
    factors = (faces.shape[1] * faces) ** np.reshape(weight, (-1, 1))
    factors = np.column_stack([factors, factors[:, _PICTURES].mean(axis=1)])
    out = table.copy()
    together = table[rows, :-1] * factors
    share = table[rows, :-1].sum(axis=1) / np.maximum(together.sum(axis=1), 1e-12)
    out[rows, :-1] = together * share[:, None]
    return out


def share_alike(count: float) -> float:
    """Weight of the log likelihood of each of so many places of one card: printed, lit and blurred alike, they are
    misread alike."""
    return (1 + _AGAIN * (count - 1)) / count
