"""Training the detector."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from models.train.background import Background
from models.train.feed import Draw, view_batches
from models.train.loop import Pace, Told, Training
from models.train.loss import Batch, DetectorLoss
from models.train.network import build_detector, head_of
from models.train.replicas import Replicas
from models.train.tensors import hastened, shown
from models.train.workers import made


@dataclass(frozen=True)
class Plan(Pace):
    """The detector's pace.

    sizes: (view size in pixels, views in the batch), one chosen for each batch; replicas: copies trained side by side,
    best one a core, each with one thread.
    """

    sizes: tuple[tuple[int, int], ...] = ((320, 28), (416, 17), (448, 14), (512, 11))
    replicas: int = 1


def train_detector(folder: Path, plan: Plan, sources: Sequence[tuple[float, Draw]], device: str = "cpu") -> Path:
    """Train as `Training` does, from the folder's state or afresh; return the path of the average's weights.

    Args:
        folder: as for `Training`.
        plan: how long and how fast.
        sources: of views, with their shares.
        device: torch's.
    """
    torch.manual_seed(plan.seed)
    training = Training(folder, build_detector(), plan, device)
    replicas = Replicas(training.model, plan.replicas)
    # The assignment keeps state while it works: every copy needs one of its own.
    criteria = {id(network): DetectorLoss(head_of(network)) for network in replicas.models}

    def work(network: torch.nn.Module, batch: Batch) -> tuple[torch.Tensor, dict[str, float]]:
        with hastened(device):
            output = network(shown(batch.images))
        return criteria[id(network)](output, batch)

    make = functools.partial(view_batches, sources, plan.sizes)
    views = Background(made(make, plan.seed + training.step, plan.workers))

    def gradients() -> Told:
        batch = views.next()
        for name in vars(batch):
            setattr(batch, name, getattr(batch, name).to(device, non_blocking=True))
        return Told(replicas.gradients(batch, work), len(batch.images), views.waited)

    try:
        return training.run(gradients)
    finally:
        views.close()
        replicas.close()
