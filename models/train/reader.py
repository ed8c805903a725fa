"""Training the reader: what a patch says, which suit it shows, and which way up it is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from models.train.fitting import Batch, Draw, PatchPlan, Score, fit, labelled, named
from models.train.patches import Patch
from models.train.readernet import ReaderNet

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
    return labelled([p.image for p in patches], [(p.glyph, p.suit, p.direction) for p in patches])


def _judge(outputs: Any, asked: Batch) -> Score:
    return named(outputs, asked, (1.0, 1.0, _WAYS))
