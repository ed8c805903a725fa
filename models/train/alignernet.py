"""The aligner's network: a square patch round an index found roughly in, where its four corners really are out."""

from __future__ import annotations

import torch
from torch import nn

from models.train.readernet import Residual
from vision.rectify import SQUARE


class AlignerNet(nn.Module):
    """The corners of the index in the middle of a patch.

    Input (B, 3, 80, 80) RGB 0..1; output (B, 8), x and y of the corners clockwise from the index's own top left, with
    the patch from -1 to 1.
    """

    def __init__(self, widths: tuple[int, int, int, int] = (16, 32, 64, 96)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.stem = nn.Sequential(nn.Conv2d(3, a, 3, 2, 1, bias=False), nn.BatchNorm2d(a), nn.SiLU(inplace=True))
        self.body = nn.Sequential(
            Residual(a, b, 2), Residual(b, c, 2), Residual(c, c, 1), Residual(c, d, 2), Residual(d, d, 1)
        )
        self.squeeze = nn.Sequential(nn.Conv2d(d, 32, 1, bias=False), nn.BatchNorm2d(32), nn.SiLU(inplace=True))
        self.fold = nn.Linear(32 * (SQUARE // 16) ** 2, 160)
        self.corners = nn.Linear(160, 8)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Corners (B, 8) of patches (B, 3, 80, 80)."""
        x = self.squeeze(self.body(self.stem((x - 0.5) / 0.25)))
        out: torch.Tensor = self.corners(torch.nn.functional.silu(self.fold(x.flatten(1))))
        return out
