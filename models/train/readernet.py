"""The reader's network: one rectified index patch in, which glyph, which suit and which way up out."""

from __future__ import annotations

import torch
from torch import nn

from models.train.patchnet import PatchNet
from vision.types import DIRECTIONS, GLYPHS, SUITS

PATCH = (96, 64)
FEATURES = 128


class ReaderNet(PatchNet):
    """Glyph, suit and direction logits and 128 features of a patch.

    Input (B, 3, 96, 64) RGB 0..1. The features keep the place of things in the patch: a rank stands over its suit, and
    a 6 is a 9 the other way up.
    """

    def __init__(self, widths: tuple[int, int, int, int] = (24, 40, 72, 128), dropout: float = 0.1) -> None:
        a, b, c, d = widths
        super().__init__(PATCH, a, [(b, 2), (b, 1), (c, 2), (c, 1), (d, 2), (d, 1)], 48, FEATURES)
        self.dropout = nn.Dropout(dropout)
        self.glyph = nn.Linear(FEATURES, len(GLYPHS))
        self.suit = nn.Linear(FEATURES, len(SUITS))
        self.direction = nn.Linear(FEATURES, len(DIRECTIONS))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return glyph (B, 22), suit (B, 5), direction (B, 3) logits and features (B, 128)."""
        features = self.features(x)
        used = self.dropout(features)
        return self.glyph(used), self.suit(used), self.direction(used), features
