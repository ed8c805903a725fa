"""Training the aligner: where the corners of an index are that was found only roughly."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import smooth_l1_loss

from models.train.alignernet import AlignerNet
from models.train.fitting import Batch, Draw, PatchPlan, Score, fit
from models.train.patches import drawn_first, farther, jitter
from models.train.ring import Float, SceneRing, Truth
from models.train.tensors import pixels
from models.train.views import disturb, index_heights
from vision.geometry import FRAME, homographies, projected
from vision.rectify import squares

_MIRRORED = 0.05
_SMALLEST = 6.0
"""Pixels of height from which an index is asked for: below, nobody sees where it ends."""
_CROWDED = 1.3
"""Distance of another index that may be taken into one, in heights of that."""
_SLIVER = 0.05
"""Share of a rank or a suit from which something is to be seen of it."""


@dataclass(frozen=True)
class Askew:
    """A square patch (80, 80, 3) BGR, and the index's corners (4, 2) in it, from -1 to 1."""

    image: NDArray[np.uint8]
    corners: Float


class AskewPatches:
    """Draws patches of a ring's indices as a detector may find them: near, or turned, stretched and beside.

    `mild` is the share found about as well as most are, and `passed_over` is as for `SceneRing.draw`.
    """

    def __init__(self, ring: SceneRing, mild: float = 0.35, passed_over: float = 0.0) -> None:
        self.ring = ring
        self.mild = mild
        self.passed_over = passed_over

    def draw(self, rng: np.random.Generator, count: int) -> list[Askew]:
        """Up to `count` patches of one scene, disturbed."""
        image, truth = self.ring.draw(rng, self.passed_over)
        heights = index_heights(truth.index)
        readable = (truth.index_visible[:, 0] > 0.5) & (heights >= _SMALLEST)
        order = drawn_first(rng, crowded(truth))
        out = []
        for chosen in order[readable[order]][:count]:
            picture: NDArray[np.uint8] = image
            quad, height = truth.index[chosen], float(heights[chosen])
            if height > 14 and rng.random() < 0.5:
                picture, quad = farther(rng, image, quad, height)
            out.append(self._patch(rng, picture, quad))
        return out

    def _patch(self, rng: np.random.Generator, picture: NDArray[np.uint8], quad: Float) -> Askew:
        found = jitter(rng, quad) if rng.random() < self.mild else misplaced(rng, quad)
        cut, around = squares(picture, found[None])
        onto = homographies(around.astype(np.float64), FRAME[None])
        corners = projected(onto, quad[None].astype(np.float64))[0]
        patch = cut[0]
        if rng.random() < _MIRRORED:
            # In a mirror image an index stands as upright; what was its left edge is its right one.
            patch, corners = np.ascontiguousarray(patch[:, ::-1]), (corners * (-1, 1))[[1, 0, 3, 2]]
        return Askew(disturb(rng, patch), corners.astype(np.float32))


def crowded(truth: Truth) -> NDArray[np.bool_]:
    """(N,) whether something is to be seen of another index beside each of a scene's, as in piles and tight fans."""
    middles = truth.index.mean(axis=1)
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    apart[:, truth.index_visible.max(axis=1) < _SLIVER] = np.inf
    np.fill_diagonal(apart, np.inf)
    return np.asarray(apart.min(axis=1, initial=np.inf) < _CROWDED * index_heights(truth.index))


def misplaced(rng: np.random.Generator, quad: Float) -> Float:
    """A quad as a detector gives it that has mistaken which way the index reads, or how far it reaches.

    Turned by little, by anything or by about a quarter; stretched along one side and shrunk along the other; moved.
    """
    kind = rng.random()
    if kind < 0.5:
        turn = float(rng.normal(0, 0.25))
    elif kind < 0.75:
        turn = float(rng.uniform(-2.0, 2.0))
    else:
        turn = float(rng.choice((-1, 1)) * math.pi / 2 + rng.normal(0, 0.2))
    middle = quad.mean(0)
    across, down = (quad[1] - quad[0] + quad[2] - quad[3]) / 2, (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    wide, tall = float(np.linalg.norm(across)), float(np.linalg.norm(down))
    size = math.sqrt(wide * tall)
    stretch = float(rng.normal(0, 0.35))
    grown = float(rng.normal(0, 0.18))
    wide, tall = wide * math.exp(grown + stretch), tall * math.exp(grown - stretch)
    angle = math.atan2(float(across[1]), float(across[0])) + turn
    c, s = math.cos(angle), math.sin(angle)
    corners = np.array([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]]) / 2
    moved = middle + rng.normal(0, 0.16, 2) * size
    return np.asarray(corners @ np.array([[c, s], [-s, c]]) + moved, dtype=np.float32)


def train_aligner(
    folder: Path, plan: PatchPlan, sources: Sequence[tuple[float, Draw[Askew]]], device: str = "cpu"
) -> Path:
    """Train the aligner as `fit` does; the log's figure is how far corners are off, in heights of their index."""
    torch.manual_seed(plan.seed)
    return fit(folder, plan, AlignerNet(), sources, _stack, _judge, device)


def _stack(pieces: Sequence[Askew]) -> Batch:
    """Pictures (B, 3, 80, 80), corners (B, 4, 2)."""
    images = pixels([piece.image for piece in pieces])
    return images, torch.from_numpy(np.stack([piece.corners for piece in pieces]))


def _judge(outputs: Any, asked: Batch) -> Score:
    """Corners off in heights of the index: a small one's count as much as a large one's."""
    (corners,) = asked
    height = (corners[:, 3] + corners[:, 2] - corners[:, 0] - corners[:, 1]).norm(dim=1)[:, None, None] / 2
    off = (outputs.float().view(-1, 4, 2) - corners) / height.clamp(min=0.1)
    loss = smooth_l1_loss(off, torch.zeros_like(off), beta=0.1)
    return Score(loss, float(off.detach().norm(dim=2).mean()))
