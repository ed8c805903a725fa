"""Training the reader: what a patch says, which suit it shows, and which way up it is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn.functional import cross_entropy

from models.train.fitting import Batch, Draw, PatchPlan, Score, fit
from models.train.patches import UNSAID, Patch
from models.train.readernet import ReaderNet
from models.train.tensors import pixels

_SMOOTHING = 0.03
_WAYS = 0.3
"""What the direction weighs beside glyph and suit."""


def train_reader(
    folder: Path, plan: PatchPlan, sources: Sequence[tuple[float, Draw[Patch]]], device: str = "cpu"
) -> Path:
    """Train the reader as `fit` does; the log's figure is the share of patches whose glyph and suit are right."""
    torch.manual_seed(plan.seed)
    return fit(folder, plan, ReaderNet(), sources, _stack, _judge, device)


def _stack(patches: Sequence[Patch]) -> Batch:
    """Pictures (B, 3, 96, 64), glyph, suit and direction labels (B,)."""
    labels = np.array([[p.glyph, p.suit, p.direction] for p in patches], np.int64)
    return pixels([patch.image for patch in patches]), *(torch.from_numpy(labels[:, k].copy()) for k in range(3))


def _judge(outputs: Any, asked: Batch) -> Score:
    glyph, suit, direction = asked
    guesses, suits, ways = (output.float() for output in outputs[:3])
    loss = sum(
        (
            weight * cross_entropy(logits, labels, ignore_index=UNSAID, label_smoothing=_SMOOTHING)
            for weight, logits, labels in ((1.0, guesses, glyph), (1.0, suits, suit), (_WAYS, ways, direction))
        ),
        torch.zeros((), device=guesses.device),
    )
    said = (glyph != UNSAID) & (suit != UNSAID)
    hit = (guesses.argmax(1) == glyph) & (suits.argmax(1) == suit) & said
    return Score(loss, float(hit.sum()) / max(float(said.sum()), 1.0))
