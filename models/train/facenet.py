"""The face reader's network: one rectified card in, its rank and its suit out."""

from __future__ import annotations

import torch
from torch import nn

from models.train.readernet import Residual
from vision.rectify import CARD

RANKS = 13
FOUR = 4


class FaceNet(nn.Module):
    """Rank and suit logits of a whole card, told by its pips, its court and what of its indices is in sight.

    Input (B, 3, 128, 96) RGB 0..1, either way up.
    """

    def __init__(self, widths: tuple[int, int, int, int] = (16, 32, 64, 112), dropout: float = 0.1) -> None:
        super().__init__()
        a, b, c, d = widths
        self.stem = nn.Sequential(nn.Conv2d(3, a, 3, 2, 1, bias=False), nn.BatchNorm2d(a), nn.SiLU(inplace=True))
        self.body = nn.Sequential(
            Residual(a, b, 2),
            Residual(b, c, 2),
            Residual(c, c, 1),
            Residual(c, d, 2),
            Residual(d, d, 1),
        )
        self.squeeze = nn.Sequential(nn.Conv2d(d, 32, 1, bias=False), nn.BatchNorm2d(32), nn.SiLU(inplace=True))
        self.fold = nn.Linear(32 * (CARD[0] // 16) * (CARD[1] // 16), 128)
        self.dropout = nn.Dropout(dropout)
        self.rank = nn.Linear(128, RANKS)
        self.suit = nn.Linear(128, FOUR)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return rank (B, 13) and suit (B, 4) logits."""
        x = self.squeeze(self.body(self.stem((x - 0.5) / 0.25)))
        features = self.dropout(torch.nn.functional.silu(self.fold(x.flatten(1))))
        return self.rank(features), self.suit(features)
