"""Training a network on batches of patches: resumable, a few minutes on the cores of a laptop."""

from __future__ import annotations

import copy
import json
import os
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
import torch

from models.train.detector import channels_last, half_weights, parameter_groups, track_average

Piece = TypeVar("Piece")
Draw = Callable[[np.random.Generator, int], list[Piece]]
Batch = tuple[torch.Tensor, ...]
Stack = Callable[[Sequence[Piece]], Batch]
"""Makes a batch of patches: pictures (B, 3, H, W) in 0..1 first, then what is asked of them."""


@dataclass(frozen=True)
class Score:
    """What a batch came to: the loss, and a figure for people to look at, summed over `count` patches."""

    loss: torch.Tensor
    figure: float
    count: float


Judge = Callable[[Any, Batch], Score]
"""From the network's outputs and what was asked to a score."""


@dataclass(frozen=True)
class PatchPlan:
    """How long and how fast: minutes in all, the share at the end over which the rate falls, AdamW's rate, batch."""

    minutes: float
    decay: float = 0.35
    rate: float = 2e-3
    batch: int = 192
    average: float = 0.998
    seed: int = 0


class PatchFeed(Generic[Piece]):
    """Batches of patches made in a background thread."""

    def __init__(
        self, sources: Sequence[tuple[float, Draw[Piece]]], stack: Stack[Piece], batch: int, seed: int
    ) -> None:
        self.sources = sources
        self.stack = stack
        self.batch = batch
        self._rng = np.random.default_rng(seed)
        self._ready: queue.Queue[Batch | BaseException] = queue.Queue(6)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def _work(self) -> None:
        shares = np.array([share for share, _ in self.sources])
        shares /= shares.sum()
        pool: list[Piece] = []
        try:
            while not self._stop.is_set():
                # A pool of several batches mixes the patches of one scene among those of others.
                while len(pool) < 6 * self.batch:
                    chosen = int(self._rng.choice(len(shares), p=shares))
                    pool += self.sources[chosen][1](self._rng, 12)
                order = self._rng.permutation(len(pool))
                taken, kept = order[: self.batch], order[self.batch :]
                self._put(self.stack([pool[k] for k in taken]))
                pool = [pool[k] for k in kept]
        except BaseException as error:  # the trainer must hear of it, or it waits for ever
            self._put(error)

    def _put(self, item: Batch | BaseException) -> None:
        while not self._stop.is_set():
            try:
                self._ready.put(item, timeout=0.5)
                return
            except queue.Full:
                continue

    def next(self) -> Batch:
        """A batch as `stack` makes it; raises what went wrong in the thread."""
        item = self._ready.get()
        if isinstance(item, BaseException):
            raise item
        return item

    def close(self) -> None:
        """Stop the thread."""
        self._stop.set()
        self._thread.join(timeout=5)


def fit(
    folder: Path,
    plan: PatchPlan,
    network: torch.nn.Module,
    sources: Sequence[tuple[float, Draw[Piece]]],
    stack: Stack[Piece],
    judge: Judge,
    device: str = "cpu",
) -> Path:
    """Train for the plan's minutes, from the folder's checkpoint or afresh; return the average's weights' path.

    Args:
        folder: keeps `state.pt`, which a killed training goes on from, `average.pt` and `log.jsonl`.
        plan: how long and how fast.
        network: what is trained; its weights are replaced by the folder's, if any.
        sources: with their shares of the patches.
        stack: makes batches.
        judge: says what a batch came to.
        device: torch's.
    """
    folder.mkdir(parents=True, exist_ok=True)
    model = network.to(device)
    channels_last(model)
    average = copy.deepcopy(model).eval()
    optimizer = torch.optim.AdamW(parameter_groups(model, 0.03), lr=plan.rate)
    step, spent_before = 0, 0.0
    state = folder / "state.pt"
    if state.exists():
        stored = torch.load(state, map_location=device, weights_only=True)
        model.load_state_dict(stored["model"])
        average.load_state_dict(stored["average"])
        if "optimizer" in stored:
            optimizer.load_state_dict(stored["optimizer"])
        step, spent_before = int(stored.get("step", 0)), float(stored.get("spent", 0.0))
    feed = PatchFeed(sources, stack, plan.batch, plan.seed + step)
    budget, fall = plan.minutes * 60, plan.decay * plan.minutes * 60
    started = told = saved = time.monotonic()
    spent, first, told_step = spent_before, step, step
    total = figure = count = 0.0
    model.train()
    with (folder / "log.jsonl").open("a") as log:
        try:
            while (spent := spent_before + time.monotonic() - started) < budget:
                rate = (
                    plan.rate
                    * min(1.0, (step - first + 1) / 200)
                    * max(0.01, min(1.0, (budget - spent) / max(fall, 1e-9)))
                )
                for group in optimizer.param_groups:
                    group["lr"] = rate
                images, *asked = (item.to(device) for item in feed.next())
                with torch.autocast(device.split(":")[0], dtype=torch.bfloat16):
                    outputs = model(images.to(memory_format=torch.channels_last))
                score = judge(outputs, tuple(asked))
                optimizer.zero_grad(set_to_none=True)
                score.loss.backward()
                torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
                optimizer.step()
                step += 1
                track_average(average, model, min(plan.average, (1 + step) / (10 + step)))
                total += float(score.loss.detach())
                figure, count = figure + score.figure, count + score.count
                now = time.monotonic()
                if now - told > 20:
                    done = step - told_step
                    line = {
                        "step": step,
                        "minutes": round(spent / 60, 1),
                        "loss": round(total / done, 4),
                        "figure": round(figure / max(count, 1), 4),
                        "per_second": round(done * plan.batch / (now - told)),
                        "rate": rate,
                    }
                    log.write(json.dumps(line) + "\n")
                    log.flush()
                    told, told_step, total, figure, count = now, step, 0.0, 0.0, 0.0
                if now - saved > 120:
                    _save(state, model, average, optimizer, step, spent)
                    saved = now
        finally:
            feed.close()
            _save(state, model, average, optimizer, step, spent)
    final = folder / "average.pt"
    torch.save({"average": half_weights(average)}, final)
    return final


def _save(
    path: Path,
    model: torch.nn.Module,
    average: torch.nn.Module,
    optimizer: torch.optim.Optimizer,
    step: int,
    spent: float,
) -> None:
    working = path.with_suffix(".part")
    stored = {"model": model.state_dict(), "average": average.state_dict(), "optimizer": optimizer.state_dict()}
    torch.save(stored | {"step": step, "spent": spent}, working)
    os.replace(working, path)
