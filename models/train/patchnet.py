"""What the networks of patches have in common."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import nn

_SHRUNK = 16
"""Pixels of a patch to one of what the convolutions make of it, each way."""


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


class PatchNet(nn.Module):
    """From a patch to features that keep the place of things in it."""

    def __init__(
        self, shape: tuple[int, int], stem: int, body: Sequence[tuple[int, int]], squeezed: int, features: int
    ) -> None:
        """Build the layers up to the features.

        Args:
            shape: height and width of the patches.
            stem: channels of the first convolution.
            body: channels that each `Residual` gives, and its stride; the strides' product is 8.
            squeezed: channels that are folded together.
            features: how many there are.
        """
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, stem, 3, 2, 1, bias=False), nn.BatchNorm2d(stem), nn.SiLU(inplace=True))
        widths = [stem, *(width for width, _ in body)]
        self.body = nn.Sequential(
            *(Residual(inside, outside, stride) for inside, (outside, stride) in zip(widths, body, strict=False))
        )
        self.squeeze = nn.Sequential(
            nn.Conv2d(widths[-1], squeezed, 1, bias=False), nn.BatchNorm2d(squeezed), nn.SiLU(inplace=True)
        )
        self.fold = nn.Linear(squeezed * (shape[0] // _SHRUNK) * (shape[1] // _SHRUNK), features)

    def features(self, x: torch.Tensor) -> torch.Tensor:
        """(B, features) of (B, 3, H, W) patches, RGB 0..1."""
        x = self.squeeze(self.body(self.stem((x - 0.5) / 0.25)))
        return torch.nn.functional.silu(self.fold(x.flatten(1)))
