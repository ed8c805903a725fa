"""The aligner's network: a square patch round an index found roughly in, where its four corners really are out."""

from __future__ import annotations

import torch
from torch import nn

from models.train.patchnet import PatchNet
from vision.rectify import SQUARE


class AlignerNet(PatchNet):
    """The corners of the index in the middle of a patch.

    Input (B, 3, 80, 80) RGB 0..1; output (B, 8), x and y of the corners clockwise from the index's own top left, with
    the patch from -1 to 1.
    """

    def __init__(self, widths: tuple[int, int, int, int] = (16, 32, 64, 96)) -> None:
        a, b, c, d = widths
        super().__init__((SQUARE, SQUARE), a, [(b, 2), (c, 2), (c, 1), (d, 2), (d, 1)], 32, 160)
        self.corners = nn.Linear(160, 8)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Corners (B, 8) of patches (B, 3, 80, 80)."""
        out: torch.Tensor = self.corners(self.features(x))
        return out
