"""Pictures as networks take them, and the numbers that they reckon in."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray


def pixels(images: Sequence[NDArray[np.uint8]]) -> torch.Tensor:
    """Pictures (H, W, 3) BGR, all of one size, as whole numbers (B, 3, H, W) RGB: a quarter of the way to a GPU."""
    planes = np.stack(images)[..., ::-1].transpose(0, 3, 1, 2)
    return torch.from_numpy(np.ascontiguousarray(planes))


def shown(images: torch.Tensor) -> torch.Tensor:
    """Pictures (B, 3, H, W) in whole numbers as a network takes them: in 0..1, channels last."""
    return images.to(memory_format=torch.channels_last).float().div_(255)


def hastened(device: str) -> torch.autocast:
    """A context in which networks reckon in bfloat16, where the processor or GPU does so by itself.

    Others imitate it, at ten times the cost of single precision.
    """
    kind = device.split(":")[0]
    able = kind != "cpu" or torch.ops.mkldnn._is_mkldnn_bf16_supported()
    return torch.autocast(kind, dtype=torch.bfloat16, enabled=able)
