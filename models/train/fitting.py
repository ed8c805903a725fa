"""Training a network on batches of patches: a few minutes on the cores of a laptop."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import cross_entropy

from models.train.background import Background
from models.train.loop import Pace, Told, Training
from models.train.patches import UNSAID
from models.train.tensors import hastened, pixels, shown
from models.train.workers import made

_SMOOTHING = 0.03

Piece = TypeVar("Piece")
Draw = Callable[[np.random.Generator, int], list[Piece]]
Batch = tuple[torch.Tensor, ...]
Stack = Callable[[Sequence[Piece]], Batch]
"""Makes a batch of patches: pictures (B, 3, H, W) in whole numbers first, then what is asked of them."""


@dataclass(frozen=True)
class Score:
    """What a batch came to: the loss, and a mean over the batch for people to look at."""

    loss: torch.Tensor
    figure: float


Judge = Callable[[Any, Batch], Score]
"""From the network's outputs and what was asked to a score."""


def labelled(images: Sequence[NDArray[np.uint8]], labels: Sequence[tuple[int, ...]]) -> Batch:
    """Pictures (H, W, 3) BGR as (B, 3, H, W), and each of their labels (B,)."""
    columns = np.array(labels, np.int64).T
    return pixels(images), *(torch.from_numpy(column.copy()) for column in columns)


def named(outputs: Sequence[torch.Tensor], asked: Batch, weights: Sequence[float]) -> Score:
    """The score of a network that names what it sees; the figure is the share of which it gets both first names right.

    Args:
        outputs: logits (B, classes) of each name, or more.
        asked: labels (B,) of each, `UNSAID` where nothing is asked.
        weights: what each counts for.
    """
    logits = [output.float() for output in outputs[: len(asked)]]
    loss = sum(
        (
            weight * cross_entropy(each, labels, ignore_index=UNSAID, label_smoothing=_SMOOTHING)
            for weight, each, labels in zip(weights, logits, asked, strict=True)
        ),
        torch.zeros((), device=logits[0].device),
    )
    said = (asked[0] != UNSAID) & (asked[1] != UNSAID)
    hit = (logits[0].argmax(1) == asked[0]) & (logits[1].argmax(1) == asked[1]) & said
    return Score(loss, float(hit.sum()) / max(float(said.sum()), 1.0))


@dataclass(frozen=True)
class PatchPlan(Pace):
    """The pace of a training on patches, and how many of them make a batch."""

    decay: float = 0.35
    warmup: int = 200
    average: float = 0.998
    every: float = 2.0
    weight_decay: float = 0.03
    momenta: tuple[float, float] = (0.9, 0.999)
    clip: float = 5.0
    batch: int = 192


def patch_batches(
    sources: Sequence[tuple[float, Draw[Piece]]], stack: Stack[Piece], batch: int, seed: int
) -> Iterator[Batch]:
    """Batches of patches without end, from sources by their shares."""
    rng = np.random.default_rng(seed)
    shares = np.array([share for share, _ in sources])
    shares /= shares.sum()
    pool: list[Piece] = []
    while True:
        # A pool of several batches mixes the patches of one scene among those of others.
        while len(pool) < 6 * batch:
            pool += sources[int(rng.choice(len(shares), p=shares))][1](rng, 12)
        order = rng.permutation(len(pool))
        yield stack([pool[k] for k in order[:batch]])
        pool = [pool[k] for k in order[batch:]]


def fit(
    folder: Path,
    plan: PatchPlan,
    network: torch.nn.Module,
    sources: Sequence[tuple[float, Draw[Piece]]],
    stack: Stack[Piece],
    judge: Judge,
    device: str = "cpu",
) -> Path:
    """Train as `Training` does, from the folder's state or afresh; return the path of the average's weights.

    Args:
        folder: as for `Training`.
        plan: how long and how fast.
        network: what is trained; its weights are replaced by the folder's, if any.
        sources: of patches, with their shares.
        stack: makes batches.
        judge: says what a batch came to.
        device: torch's.
    """
    training = Training(folder, network, plan, device)
    make = functools.partial(patch_batches, sources, stack, plan.batch)
    batches = Background(made(make, plan.seed + training.step, plan.workers), depth=6)

    def gradients() -> Told:
        images, *asked = (item.to(device) for item in batches.next())
        with hastened(device):
            outputs = training.model(shown(images))
        score = judge(outputs, tuple(asked))
        training.optimizer.zero_grad(set_to_none=True)
        score.loss.backward()
        return Told({"loss": float(score.loss.detach()), "figure": score.figure}, len(images), batches.waited)

    try:
        return training.run(gradients)
    finally:
        batches.close()
