"""Feeding the trainer: painter processes that fill the ring of scenes, and batches cut from it."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path

import cv2
import numpy as np
import torch

from models.train.hard import wrong_share
from models.train.loss import Batch
from models.train.ring import SceneRing, truth_of
from models.train.tensors import pixels
from models.train.views import View, cut_view, disturb

Draw = Callable[[np.random.Generator, int], View]

_EASY, _STEEP = 0.2, 2.0
"""Share of the scenes kept that a detector gets right, and how much oftener those it gets wrong are, by the share of
what it gets wrong in them."""


def paint_scenes(
    folder: str,
    capacity: int,
    seed: int,
    first: int,
    stride: int,
    rate: float,
    artwork: Sequence[str],
    photos: Sequence[str],
    chooser: str | None = None,
) -> None:
    """Paint scenes into a ring for as long as the process lives that wants them: the body of a painter process.

    Args:
        folder: the ring's folder; capacity: its slots.
        seed: of all painters; first, stride: this one's scene numbers are first, first + stride, ... What it paints
            hangs on its first one too: no painter paints what another does, nor what was painted before it went on.
        rate: scenes a second at most, so that painting leaves the cores to the training; 0 for no bound.
        artwork: folders of card artwork; photos: folders of real photos whose card-free parts serve as tables.
        chooser: a detector in ONNX; of the scenes that it gets right most are thrown away.
    """
    os.nice(5)
    cv2.setNumThreads(1)
    from datasets.backgrounds import Backgrounds
    from datasets.composer import Decks, compose
    from datasets.painter import deck_painter
    from vision.detector import OnnxDetector
    from vision.scales import Looks

    detector, longest = None if chooser is None else OnnxDetector(Path(chooser), 1), Looks().live
    rng = np.random.default_rng((seed, first))
    ring = SceneRing(Path(folder), capacity)
    folders = [Path(name) for name in artwork]
    decks = Decks(deck_painter(folders), folders, keep=16, reuse=6, other_backs=0.85)
    backgrounds = Backgrounds([Path(name) for name in photos], printed=0.12)
    number = first
    wanted_by = multiprocessing.parent_process()
    # One that is killed cannot end its painters.
    while wanted_by is None or wanted_by.is_alive():
        started = time.monotonic()
        scene = compose(rng, decks, backgrounds)
        truth = truth_of(scene)
        if detector is not None:
            share = wrong_share(detector.sight(scene.image, longest), truth, longest / max(scene.image.shape[:2]))
            if rng.random() > _EASY + _STEEP * share:
                continue
        ring.put(number, scene.image, truth)
        number += stride
        if rate > 0:
            time.sleep(max(0.0, 1 / rate - (time.monotonic() - started)))


def start_painters(
    folder: Path,
    capacity: int,
    count: int,
    seed: int,
    first: int,
    rate: float,
    artwork: Sequence[Path],
    photos: Sequence[Path],
    chooser: Path | None = None,
) -> list[BaseProcess]:
    """Start painter processes that share `rate` scenes a second; they end with this process.

    Raises:
        ValueError: the capacity is no multiple of their count, so that two of them would come to the same slot.
    """
    if capacity % count:
        raise ValueError(f"capacity: {count} painters share {capacity} slots unevenly")
    context = multiprocessing.get_context("spawn")
    processes: list[BaseProcess] = []
    for worker in range(count):
        process = context.Process(
            target=paint_scenes,
            args=(
                str(folder),
                capacity,
                seed,
                first + worker,
                count,
                rate / count,
                [str(path) for path in artwork],
                [str(path) for path in photos],
                None if chooser is None else str(chooser),
            ),
            daemon=True,
        )
        process.start()
        processes.append(process)
    return processes


def collate(views: Sequence[View], size: int) -> Batch:
    """Stack views into a batch, targets padded to the largest number in it."""
    count = max([1, *(len(view.labels) for view in views)])
    regions = max([1, *(len(view.ignore) for view in views)])
    n = len(views)
    labels = np.full((n, count), -1, np.int64)
    boxes = np.zeros((n, count, 4), np.float32)
    index = np.zeros((n, count, 4, 2), np.float32)
    card = np.zeros((n, count, 4, 2), np.float32)
    unit = np.ones((n, count), np.float32)
    second = np.full((n, count), -1, np.float32)
    ignore = np.zeros((n, regions, 5), np.float32)
    for row, view in enumerate(views):
        k = len(view.labels)
        if k:
            labels[row, :k] = view.labels
            boxes[row, :k] = view.boxes
            index[row, :k] = view.index
            card[row, :k] = view.card
            unit[row, :k] = view.unit
            second[row, :k] = view.second
        if view.ignore:
            ignore[row, : len(view.ignore)] = view.ignore
    seen = ((card >= 0) & (card <= size)).all(-1).astype(np.float32)
    return Batch(
        images=pixels([view.image for view in views]),
        labels=torch.from_numpy(labels),
        boxes=torch.from_numpy(boxes),
        index=torch.from_numpy(index),
        card=torch.from_numpy(card),
        unit=torch.from_numpy(unit),
        seen=torch.from_numpy(seen),
        second=torch.from_numpy(second),
        ignore=torch.from_numpy(ignore),
    )


class SceneViews:
    """Draws views from a ring of scenes.

    Args:
        ring: the scenes.
        passed_over: as for `SceneRing.draw`.
    """

    def __init__(self, ring: SceneRing, passed_over: float = 0.0) -> None:
        self.ring = ring
        self.passed_over = passed_over

    def __call__(self, rng: np.random.Generator, size: int) -> View:
        """One disturbed view of a scene by chance."""
        image, truth = self.ring.draw(rng, self.passed_over)
        view = cut_view(rng, image, truth, size)
        view.image = disturb(rng, view.image)
        return view


def view_batches(sources: Sequence[tuple[float, Draw]], sizes: Sequence[tuple[int, int]], seed: int) -> Iterator[Batch]:
    """Batches of views without end.

    Args:
        sources: (share, draw) pairs; every view comes from one of them by its share.
        sizes: (view size in pixels, views in the batch), one chosen for each batch.
        seed: of the random choices.
    """
    rng = np.random.default_rng(seed)
    shares = np.array([share for share, _ in sources], np.float64)
    shares /= shares.sum()
    while True:
        size, count = sizes[int(rng.integers(len(sizes)))]
        chosen = rng.choice(len(sources), count, p=shares)
        yield collate([sources[k][1](rng, size) for k in chosen], size)
