"""Several copies of a network trained side by side on the cores of one machine.

One network over two threads waits at hundreds of barriers a step, each as long as the slower core takes; where anything
else runs on the machine that halves the speed. Copies meet once a step, to add up their gradients.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import torch

from models.train.loss import Batch

Work = Callable[[torch.nn.Module, Batch], tuple[torch.Tensor, dict[str, float]]]


class Replicas:
    """A network and its copies; the first is the one that is optimised, saved and averaged."""

    def __init__(self, model: torch.nn.Module, count: int) -> None:
        if count < 1:
            raise ValueError(f"replicas: at least one, got {count}")
        self.models = [model, *(copy.deepcopy(model) for _ in range(count - 1))]
        self._pool = ThreadPoolExecutor(count)

    def gradients(self, batch: Batch, work: Work) -> dict[str, float]:
        """Leave the mean gradient over the batch's parts in the first network; return the mean of the losses' parts.

        Args:
            batch: cut into one part for each network.
            work: a network's loss on its part, and the loss's parts by name.
        """
        count = len(self.models)
        cuts = [len(batch.images) * k // count for k in range(count + 1)]
        parts = [Batch(**{n: v[a:b] for n, v in vars(batch).items()}) for a, b in itertools.pairwise(cuts)]
        self._spread()
        told = list(self._pool.map(lambda pair: _one(pair[0], pair[1], work), zip(self.models, parts, strict=True)))
        self._gather()
        return {name: sum(t[name] for t in told) / count for name in told[0]}

    @torch.no_grad()
    def _spread(self) -> None:
        for other in self.models[1:]:
            for mine, theirs in zip(self.models[0].parameters(), other.parameters(), strict=True):
                theirs.copy_(mine)

    @torch.no_grad()
    def _gather(self) -> None:
        share = 1 / len(self.models)
        for same in zip(*(model.parameters() for model in self.models), strict=True):
            given = [p.grad for p in same if p.grad is not None]
            if given:
                total = given[0] if len(given) == 1 else torch.stack(given).sum(0)
                same[0].grad = total * share

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown()


def _one(model: torch.nn.Module, batch: Batch, work: Work) -> dict[str, float]:
    for parameter in model.parameters():
        parameter.grad = None
    loss, parts = work(model, batch)
    loss.backward()
    return parts
