"""The loop of every training: resumable, on the cores of a laptop or on one GPU."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import torch
from torch.optim.swa_utils import get_ema_multi_avg_fn

from models.train.keeping import StateError, fill, keep, kept


@dataclass(frozen=True)
class Pace:
    """How long and how fast to train.

    minutes: budget, earlier calls included; decay: share of it, at its end, over which the rate falls to a hundredth;
    rate: AdamW's; warmup: steps; average: the moving average's decay; every: minutes between checkpoints;
    weight_decay, momenta: AdamW's; clip: largest norm of a gradient; workers: processes that make batches, 0 for none.
    """

    minutes: float
    decay: float = 0.2
    rate: float = 2e-3
    warmup: int = 300
    average: float = 0.999
    every: float = 1.5
    weight_decay: float = 0.02
    momenta: tuple[float, float] = (0.9, 0.99)
    clip: float = 10.0
    workers: int = 0
    seed: int = 0

    @property
    def budget(self) -> float:
        """Seconds in all."""
        return self.minutes * 60

    @property
    def fall(self) -> float:
        """Seconds at their end over which the rate falls."""
        return self.decay * self.budget

    def at(self, spent: float, step: int, warmup: int) -> float:
        """The rate after so many seconds, at the step of this call, of which the first `warmup` are slower."""
        left = max(0.01, min(1.0, (self.budget - spent) / max(self.fall, 1e-9)))
        return self.rate * min(1.0, (step + 1) / warmup) * left


@dataclass(frozen=True)
class Told:
    """What a step came to: means over its batch by name, of how many pictures, and seconds waited up to its end."""

    parts: dict[str, float]
    shown: int
    waited: float


class Training:
    """A network in training, its moving average and its optimizer, kept in a folder.

    `state.pt` is what a killed training goes on from; `constant.pt` the state from before the rate falls, which the
    next training should start from; `average.pt` the moving average, which is what is used; `log.jsonl` how it went.
    """

    def __init__(self, folder: Path, network: torch.nn.Module, pace: Pace, device: str = "cpu") -> None:
        """Take the folder's state, if there is one; the network's own weights otherwise.

        Raises:
            StateError: the folder's state is damaged, or of another network.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.pace = folder, pace
        # Batches come in a few sizes, over and over: it pays to try which way of reckoning each is the fastest.
        torch.backends.cudnn.benchmark = device != "cpu"
        self.model = network.to(device)
        channels_last(self.model)
        self.average = copy.deepcopy(self.model).eval()
        groups = parameter_groups(self.model, pace.weight_decay)
        self.optimizer = torch.optim.AdamW(groups, lr=pace.rate, betas=pace.momenta)
        self.step, self.spent = 0, 0.0
        state = folder / "state.pt"
        if state.exists():
            stored = kept(state, device)
            fill(self.model, stored.get("model"), state)
            fill(self.average, stored.get("average"), state)
            if "optimizer" in stored:
                try:
                    self.optimizer.load_state_dict(stored["optimizer"])
                except (ValueError, KeyError) as error:
                    raise StateError(f"{state}: of another network's optimizer") from error
            self.step, self.spent = int(stored.get("step", 0)), float(stored.get("spent", 0.0))

    def run(self, gradients: Callable[[], Told]) -> Path:
        """Train until the budget is spent; return the path of the average's weights.

        Args:
            gradients: leaves a batch's gradients in the model's parameters.
        """
        pace = self.pace
        # The optimizer's own averages are of use again after a few steps; fresh ones are not.
        warmup = 50 if self.optimizer.state else pace.warmup
        before, first = self.spent, self.step
        started = saved = told = time.monotonic()
        told_step, shown, waited = self.step, 0, 0.0
        # What goes on while the rate falls is no longer the state from before that.
        constant = pace.budget - before < pace.fall and (self.folder / "constant.pt").exists()
        sums: dict[str, float] = {}
        self.model.train()
        try:
            while (spent := before + time.monotonic() - started) < pace.budget:
                self.spent = spent
                if pace.budget - spent < pace.fall and not constant:
                    self.save("constant.pt")
                    constant = True
                rate = pace.at(spent, self.step - first, warmup)
                for group in self.optimizer.param_groups:
                    group["lr"] = rate
                seen = gradients()
                torch.nn.utils.clip_grad_norm_(self.model.parameters(), pace.clip)
                self.optimizer.step()
                self.step += 1
                track_average(self.average, self.model, min(pace.average, (1 + self.step) / (10 + self.step)))
                shown += seen.shown
                for name, part in seen.parts.items():
                    sums[name] = sums.get(name, 0.0) + part
                now = time.monotonic()
                if now - told > 20:
                    waiting = (seen.waited - waited) / (now - told)
                    self._tell(sums, self.step - told_step, shown / (now - told), waiting, rate)
                    told, told_step, shown, waited, sums = now, self.step, 0, seen.waited, {}
                if now - saved > pace.every * 60:
                    self.save()
                    saved = now
        finally:
            self.spent = before + time.monotonic() - started
            self.save()
        final = self.folder / "average.pt"
        keep({"average": half_weights(self.average.state_dict())}, final)
        return final

    def save(self, name: str = "state.pt") -> None:
        """Keep the state in the folder; a file of that name is replaced whole or not at all."""
        stored = {
            "model": self.model.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
            "spent": self.spent,
        }
        keep(stored, self.folder / name)

    def _tell(self, sums: dict[str, float], steps: int, speed: float, waiting: float, rate: float) -> None:
        line: dict[str, float] = {name: round(value / steps, 4) for name, value in sums.items()}
        line |= {
            "step": self.step,
            "minutes": round(self.spent / 60, 1),
            "per_second": round(speed, 1),
            "waiting": round(waiting, 3),
            "rate": rate,
        }
        with (self.folder / "log.jsonl").open("a") as log:
            log.write(json.dumps(line) + "\n")


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
    pairs = list(zip(average.state_dict().values(), model.state_dict().values(), strict=True))
    # In one call: on a GPU every tensor of its own would be a launch of its own, some hundreds a step.
    floats = [pair for pair in pairs if pair[0].dtype.is_floating_point]
    get_ema_multi_avg_fn(keep)([mine for mine, _ in floats], [theirs for _, theirs in floats], None)
    for mine, theirs in pairs:
        if not mine.dtype.is_floating_point:
            mine.copy_(theirs)


def half_weights(state: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """A network's state in half precision, for keeping."""
    return {name: v.half() if v.dtype.is_floating_point else v for name, v in state.items()}
