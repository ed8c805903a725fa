"""Training the detector: resumable, on the cores of a laptop or on one GPU."""

from __future__ import annotations

import copy
import json
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from models.train.feed import Draw, Feed
from models.train.loss import Batch, DetectorLoss
from models.train.network import build_detector, head_of
from models.train.replicas import Replicas


@dataclass(frozen=True)
class Plan:
    """How long and how fast to train.

    minutes: budget of this call; decay: share of it, at its end, over which the rate falls to a hundredth;
    rate: AdamW's; warmup: steps; average: the moving average's decay; every: minutes between checkpoints;
    replicas: copies trained side by side, best one a core, each with one thread.
    """

    minutes: float
    decay: float = 0.2
    rate: float = 2e-3
    warmup: int = 300
    average: float = 0.999
    every: float = 1.5
    sizes: tuple[tuple[int, int], ...] = ((320, 28), (416, 17), (448, 14), (512, 11))
    weight_decay: float = 0.02
    replicas: int = 1
    seed: int = 0


def train_detector(folder: Path, plan: Plan, sources: Sequence[tuple[float, Draw]], device: str = "cpu") -> Path:
    """Train for the plan's minutes, from the folder's checkpoint or afresh; return the path of the average's weights.

    `state.pt` is what a killed training goes on from; `constant.pt` the state from before the rate falls, which the
    next training should start from; `average.pt` the moving average, which is what is used.
    """
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(plan.seed)
    model: torch.nn.Module = build_detector().to(device)
    channels_last(model)
    average = copy.deepcopy(model).eval()
    optimizer = torch.optim.AdamW(parameter_groups(model, plan.weight_decay), lr=plan.rate, betas=(0.9, 0.99))
    step, spent = 0, 0.0
    state = folder / "state.pt"
    if state.exists():
        stored = torch.load(state, map_location=device, weights_only=True)
        model.load_state_dict(stored["model"])
        average.load_state_dict(stored["average"])
        if "optimizer" in stored:
            optimizer.load_state_dict(stored["optimizer"])
        step, spent = int(stored.get("step", 0)), float(stored.get("spent", 0.0))
    replicas = Replicas(model, plan.replicas)
    # The assignment keeps state while it works: every copy needs one of its own.
    criteria = {id(network): DetectorLoss(head_of(network)) for network in replicas.models}

    def work(network: torch.nn.Module, batch: Batch) -> tuple[torch.Tensor, dict[str, float]]:
        images = batch.images.to(memory_format=torch.channels_last)
        with torch.autocast(device.split(":")[0], dtype=torch.bfloat16):
            output = network(images)
        return criteria[id(network)](output, batch)

    feed = Feed(sources, plan.sizes, seed=plan.seed + step)
    budget, fall = plan.minutes * 60, plan.decay * plan.minutes * 60
    started = saved = told = time.monotonic()
    spent_before, first_step = spent, step
    # The optimizer's own averages are of use again after a few steps; fresh ones are not.
    warmup = 50 if optimizer.state else plan.warmup
    kept_constant = False
    sums: dict[str, float] = {}
    told_step, seen = step, 0
    model.train()
    log = (folder / "log.jsonl").open("a")
    try:
        while (spent := spent_before + time.monotonic() - started) < budget:
            left = budget - spent
            if left < fall and not kept_constant:
                _save(folder / "constant.pt", model, average, optimizer, step, spent)
                kept_constant = True
            rate = plan.rate * min(1.0, (step - first_step + 1) / warmup) * max(0.01, min(1.0, left / max(fall, 1e-9)))
            for group in optimizer.param_groups:
                group["lr"] = rate
            batch = feed.next()
            for name in vars(batch):
                setattr(batch, name, getattr(batch, name).to(device, non_blocking=True))
            parts = replicas.gradients(batch, work)
            torch.nn.utils.clip_grad_norm_(model.parameters(), 10.0)
            optimizer.step()
            step += 1
            seen += len(batch.images)
            track_average(average, model, min(plan.average, (1 + step) / (10 + step)))
            for name, part in parts.items():
                sums[name] = sums.get(name, 0.0) + part
            now = time.monotonic()
            if now - told > 20:
                line = {name: round(value / (step - told_step), 4) for name, value in sums.items()}
                line |= {
                    "step": step,
                    "minutes": round(spent / 60, 1),
                    "per_second": round(seen / (now - told), 1),
                    "rate": rate,
                }
                log.write(json.dumps(line) + "\n")
                log.flush()
                told, told_step, seen, sums = now, step, 0, {}
            if now - saved > plan.every * 60:
                _save(state, model, average, optimizer, step, spent)
                saved = now
    finally:
        feed.close()
        replicas.close()
        log.close()
        _save(state, model, average, optimizer, step, spent)
    final = folder / "average.pt"
    torch.save({"average": half_weights(average)}, final)
    return final


def channels_last(model: torch.nn.Module) -> None:
    """Lay the weights out with channels last, in which convolutions run faster, on processors too."""
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.ndim == 4:
                parameter.data = parameter.data.contiguous(memory_format=torch.channels_last)


def parameter_groups(model: torch.nn.Module, decay: float) -> list[dict[str, object]]:
    """Weights decay, biases and norms do not."""
    wide = [p for p in model.parameters() if p.ndim > 1]
    thin = [p for p in model.parameters() if p.ndim <= 1]
    return [{"params": wide, "weight_decay": decay}, {"params": thin, "weight_decay": 0.0}]


@torch.no_grad()
def track_average(average: torch.nn.Module, model: torch.nn.Module, keep: float) -> None:
    """Move the average towards the model's present state."""
    for mine, theirs in zip(average.state_dict().values(), model.state_dict().values(), strict=True):
        if mine.dtype.is_floating_point:
            mine.lerp_(theirs, 1 - keep)
        else:
            mine.copy_(theirs)


def half_weights(model: torch.nn.Module) -> dict[str, torch.Tensor]:
    """The state in half precision, for keeping."""
    return {name: v.half() if v.dtype.is_floating_point else v for name, v in model.state_dict().items()}


def _save(
    path: Path,
    model: torch.nn.Module,
    average: torch.nn.Module,
    optimizer: torch.optim.Optimizer,
    step: int,
    spent: float,
) -> None:
    working = path.with_suffix(".part")
    torch.save(
        {
            "model": model.state_dict(),
            "average": average.state_dict(),
            "optimizer": optimizer.state_dict(),
            "step": step,
            "spent": spent,
        },
        working,
    )
    os.replace(working, path)
