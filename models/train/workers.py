"""Making batches in processes of their own, where one thread is too slow for what trains on them."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from typing import TypeVar

import cv2
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

Item = TypeVar("Item")
Make = Callable[[int], Iterator[Item]]
"""Endless items from a seed."""

_APART = 7919
"""Between the seeds of two workers."""


class _Endless(IterableDataset[Item]):
    def __init__(self, make: Make[Item], seed: int) -> None:
        self.make, self.seed = make, seed

    def __iter__(self) -> Iterator[Item]:
        worker = get_worker_info()
        return self.make(self.seed + _APART * (0 if worker is None else worker.id))


def made(make: Make[Item], seed: int, workers: int) -> Generator[Item, None, None]:
    """What `make` gives without end.

    Args:
        make: where there are workers it has to be picklable, and what it gives tensors or dataclasses of them.
        seed: for it; every worker's differs.
        workers: processes; with none it is called here.
    """
    if not workers:
        yield from make(seed)
        return
    loader = DataLoader(
        _Endless(make, seed),
        batch_size=None,
        num_workers=workers,
        prefetch_factor=3,
        worker_init_fn=_alone,
        multiprocessing_context="spawn",
    )
    yield from loader


def _alone(worker: int) -> None:
    """A worker keeps to one core, and gives way to the trainer."""
    os.nice(5)
    cv2.setNumThreads(1)
