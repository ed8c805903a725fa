"""Pictures as networks take them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray


def pixels(images: Sequence[NDArray[np.uint8]]) -> torch.Tensor:
    """Pictures (H, W, 3) BGR, all of one size, as a tensor (B, 3, H, W) RGB in 0..1."""
    planes = np.stack(images)[..., ::-1].transpose(0, 3, 1, 2)
    return torch.from_numpy(np.ascontiguousarray(planes)).float().div_(255)
