"""The face reader's network: one rectified card in, its rank and its suit out."""

from __future__ import annotations

import torch
from torch import nn

from models.train.patchnet import PatchNet
from rules.cards import Rank, Suit
from vision.rectify import CARD

FEATURES = 128


class FaceNet(PatchNet):
    """Rank and suit logits of a whole card, told by its pips, its court and what of its indices is in sight.

    Input (B, 3, 128, 96) RGB 0..1, either way up.
    """

    def __init__(self, widths: tuple[int, int, int, int] = (16, 32, 64, 112), dropout: float = 0.1) -> None:
        a, b, c, d = widths
        super().__init__(CARD[::-1], a, [(b, 2), (c, 2), (c, 1), (d, 2), (d, 1)], 32, FEATURES)
        self.dropout = nn.Dropout(dropout)
        self.rank = nn.Linear(FEATURES, len(Rank))
        self.suit = nn.Linear(FEATURES, len(Suit))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return rank (B, 13) and suit (B, 4) logits."""
        features = self.dropout(self.features(x))
        return self.rank(features), self.suit(features)
