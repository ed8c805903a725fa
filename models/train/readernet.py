"""The reader's network: one rectified index patch in, which glyph, which suit and which way up out."""

from __future__ import annotations

import torch
from torch import nn

from vision.types import DIRECTIONS, GLYPHS, SUITS

PATCH = (96, 64)
FEATURES = 128


class Residual(nn.Module):
    """Two 3×3 convolutions with a way round them."""

    def __init__(self, inside: int, outside: int, stride: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(inside, outside, 3, stride, 1, bias=False)
        self.first_norm = nn.BatchNorm2d(outside)
        self.second = nn.Conv2d(outside, outside, 3, 1, 1, bias=False)
        self.second_norm = nn.BatchNorm2d(outside)
        self.round: nn.Module = nn.Identity()
        if stride != 1 or inside != outside:
            self.round = nn.Sequential(
                nn.AvgPool2d(stride), nn.Conv2d(inside, outside, 1, bias=False), nn.BatchNorm2d(outside)
            )
        self.act = nn.SiLU(inplace=True)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(B, inside, H, W) to (B, outside, H / stride, W / stride)."""
        y = self.act(self.first_norm(self.first(x)))
        y = self.second_norm(self.second(y))
        out: torch.Tensor = self.act(y + self.round(x))
        return out


class ReaderNet(nn.Module):
    """Glyph, suit and direction logits and 128 features of a patch.

    Input (B, 3, 96, 64) RGB 0..1. The features keep the place of things in the patch: a rank stands over its suit, and
    a 6 is a 9 the other way up.
    """

    def __init__(self, widths: tuple[int, int, int, int] = (24, 40, 72, 128), dropout: float = 0.1) -> None:
        super().__init__()
        a, b, c, d = widths
        self.stem = nn.Sequential(nn.Conv2d(3, a, 3, 2, 1, bias=False), nn.BatchNorm2d(a), nn.SiLU(inplace=True))
        self.body = nn.Sequential(
            Residual(a, b, 2),
            Residual(b, b, 1),
            Residual(b, c, 2),
            Residual(c, c, 1),
            Residual(c, d, 2),
            Residual(d, d, 1),
        )
        self.squeeze = nn.Sequential(nn.Conv2d(d, 48, 1, bias=False), nn.BatchNorm2d(48), nn.SiLU(inplace=True))
        self.fold = nn.Linear(48 * 6 * 4, FEATURES)
        self.dropout = nn.Dropout(dropout)
        self.glyph = nn.Linear(FEATURES, len(GLYPHS))
        self.suit = nn.Linear(FEATURES, len(SUITS))
        self.direction = nn.Linear(FEATURES, len(DIRECTIONS))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return glyph (B, 22), suit (B, 5), direction (B, 3) logits and features (B, 128)."""
        x = self.squeeze(self.body(self.stem((x - 0.5) / 0.25)))
        features = torch.nn.functional.silu(self.fold(x.flatten(1)))
        used = self.dropout(features)
        return self.glyph(used), self.suit(used), self.direction(used), features
