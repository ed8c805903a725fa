"""The common single-stage detector of 52 classes against ours, at the same small budget, on the same pictures.

Both learn from the same ring of scenes (`kibitz train scenes`), from nothing, at the same time in a process and on one
core each, for the minutes given: ours two thirds of them for the detector and one third for the reader. The 52-class
network is YOLO11n, each printed index a target of its card's class, as in the data sets that such detectors are usually
trained on; Ultralytics' own loss. It is run at the size of two and at the threshold that suit it best on the photos
measured; ours as it is.

    python -m tests.benchmarks.single_stage --scenes runs/scenes --photos ../shared/data/dev/tables --minutes 30

Weights are kept in --out; what is there already is not trained again. Cards are compared by name and number over each
photo, as no place can be asked of a detector of corners.
"""

from __future__ import annotations

import argparse
import copy
import math
import multiprocessing
import os
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch

from models.evaluate.labels import LabelledPhoto, load_labels
from models.export import EXAMPLES, export_aligner, export_detector, export_faces, export_reader
from models.load import load_reader
from models.train.aligner import AskewPatches, train_aligner
from models.train.detector import Plan, train_detector
from models.train.faces import FacePatches, train_faces
from models.train.feed import SceneViews
from models.train.fitting import PatchPlan
from models.train.loop import channels_last, parameter_groups, track_average
from models.train.patches import ScenePatches, inputs
from models.train.reader import train_reader
from models.train.ring import SceneRing
from models.train.tensors import hastened
from models.train.views import cut_view, disturb
from rules.cards import CARDS

# "V" is a jack or a queen: scenes of decks that print it are passed over by the 52-class network.
_RANKS = {"1": 0, "A": 0, "J": 10, "B": 10, "Q": 11, "D": 11, "K": 12, "R": 12, "H": 12}
_RANKS |= {str(rank): rank - 1 for rank in range(2, 11)}
_SUITS = "CDHS"
_SIZES = (640, 1280)


@dataclass
class Score:
    """Cards right, named in vain and missed over all photos, and photos wholly right."""

    right: int = 0
    wrong: int = 0
    missed: int = 0
    exact: int = 0

    def add(self, named: Counter[str], photo: LabelledPhoto) -> None:
        """Count one photo."""
        truth = Counter({code: count for code, count in photo.cards.items() if code != "JOKER"})
        for code in photo.allowed:
            named[code] = min(named[code], truth[code])
        right = sum((named & truth).values())
        wrong, missed = sum(named.values()) - right, sum(truth.values()) - right
        self.right, self.wrong, self.missed = self.right + right, self.wrong + wrong, self.missed + missed
        self.exact += not wrong and not missed

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        return 2 * self.right / max(2 * self.right + self.wrong + self.missed, 1)

    def __str__(self) -> str:
        precision = self.right / max(self.right + self.wrong, 1)
        recall = self.right / max(self.right + self.missed, 1)
        return f"F1 {self.f1:.3f}, precision {precision:.3f}, recall {recall:.3f}, {self.exact} photos exact"


def single_stage(folder: Path, ring: SceneRing, minutes: float, seed: int = 0) -> torch.nn.Module:
    """Train YOLO11n with 52 classes for the minutes given; the moving average of its weights, kept in the folder."""
    from ultralytics.cfg import get_cfg
    from ultralytics.nn.tasks import DetectionModel

    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    plan = Plan(minutes)
    model: Any = DetectionModel(cfg="yolo11n.yaml", nc=52, verbose=False)
    model.args = get_cfg()
    channels_last(model)
    average: torch.nn.Module = copy.deepcopy(model).eval()
    stored = folder / "single.pt"
    if stored.exists():
        average.load_state_dict(torch.load(stored, weights_only=True))
        return average
    optimizer = torch.optim.AdamW(parameter_groups(model, plan.weight_decay), lr=plan.rate, betas=(0.9, 0.99))
    budget, fall, step = minutes * 60, plan.decay * minutes * 60, 0
    started = time.monotonic()
    model.train()
    while (left := budget - (time.monotonic() - started)) > 0:
        rate = plan.rate * min(1.0, (step + 1) / plan.warmup) * max(0.01, min(1.0, left / fall))
        for group in optimizer.param_groups:
            group["lr"] = rate
        size, count = plan.sizes[int(rng.integers(len(plan.sizes)))]
        batch = _batch(rng, ring, size, count)
        with hastened("cpu"):
            output = model(batch["img"].to(memory_format=torch.channels_last))
        output = {name: _single(value) for name, value in output.items()}
        loss, _ = model.loss(batch, output)
        optimizer.zero_grad(set_to_none=True)
        loss.sum().backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 10.0)
        optimizer.step()
        step += 1
        track_average(average, model, min(plan.average, (1 + step) / (10 + step)))
    print(f"52 classes: {step} steps", flush=True)
    folder.mkdir(parents=True, exist_ok=True)
    torch.save(average.state_dict(), stored)
    return average


def _single(value: Any) -> Any:
    """In float32, whatever lists hold it: the loss is not to be taken in half precision."""
    return [_single(part) for part in value] if isinstance(value, list) else value.float()


def _batch(rng: np.random.Generator, ring: SceneRing, size: int, count: int) -> dict[str, torch.Tensor]:
    images: list[Any] = []
    owner: list[Any] = []
    classes: list[Any] = []
    boxes: list[Any] = []
    while len(images) < count:
        image, truth = ring.draw(rng)
        if (truth.glyph == "V").any():
            continue
        view = cut_view(rng, image, truth, size)
        for label, row, box in zip(view.labels, view.rows, view.boxes, strict=True):
            if label == 0 and truth.glyph[row] != "joker" and truth.suit[row] in tuple(_SUITS):
                classes.append(_RANKS[str(truth.glyph[row])] * 4 + _SUITS.index(str(truth.suit[row])))
                x1, y1, x2, y2 = (value / size for value in box)
                boxes.append([(x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1])
                owner.append(len(images))
        images.append(disturb(rng, view.image)[..., ::-1].transpose(2, 0, 1))
    return {
        "img": torch.from_numpy(np.ascontiguousarray(np.stack(images))).float().div_(255),
        "batch_idx": torch.tensor(owner, dtype=torch.float32),
        "cls": torch.tensor(classes, dtype=torch.float32).view(-1, 1),
        "bboxes": torch.tensor(boxes, dtype=torch.float32).view(-1, 4),
    }


def best_of(model: torch.nn.Module, photos: list[LabelledPhoto]) -> tuple[Score, int, float]:
    """The 52-class network's score at the size and threshold that suit it best, and these."""
    best = (Score(), 0, 0.0)
    for size in _SIZES:
        strengths = [_strengths(model, photo.path, size) for photo in photos]
        for threshold in np.arange(0.05, 0.95, 0.05):
            score = Score()
            for photo, strength in zip(photos, strengths, strict=True):
                found = np.flatnonzero(strength >= threshold)
                score.add(Counter(str(CARDS[name]) for name in found), photo)
            if score.f1 > best[0].f1:
                best = score, size, float(threshold)
    return best


@torch.no_grad()
def _strengths(model: torch.nn.Module, path: Path, size: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    """(52,) the highest score of each class anywhere in the photo, its longest side scaled to `size`."""
    image = cv2.imread(str(path))
    assert image is not None, path
    scale = size / max(image.shape[:2])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=way)
    height, width = (32 * math.ceil(extent / 32) for extent in image.shape[:2])
    padded = np.full((height, width, 3), 114, np.uint8)
    padded[: image.shape[0], : image.shape[1]] = image
    pixels = torch.from_numpy(np.ascontiguousarray(padded[..., ::-1].transpose(2, 0, 1))).float().div_(255)[None]
    output: Any = model(pixels)
    return np.asarray(output[0][0, 4:].amax(dim=1).numpy())


def ours(folder: Path, scenes: Path, minutes: float) -> None:
    """Train our networks for the minutes given in all; exported to the folder's `weights`."""
    ring = SceneRing(scenes, 1)
    detector = train_detector(folder / "detector", Plan(minutes * 0.55), [(1.0, SceneViews(ring))])
    aligner = train_aligner(folder / "aligner", PatchPlan(minutes * 0.1), [(1.0, AskewPatches(ring).draw)])
    reader = train_reader(folder / "reader", PatchPlan(minutes * 0.25), [(1.0, ScenePatches(ring).draw)])
    faces = train_faces(folder / "faces", PatchPlan(minutes * 0.1), [(1.0, FacePatches(ring).draw)])
    weights = folder / "weights"
    weights.mkdir(exist_ok=True)
    # Trained so little, a network puts corners far out, where half precision is off by more than usual.
    export_detector(detector, weights / "detector.onnx", bound=2.0)
    export_aligner(aligner, weights / "aligner.onnx")
    export_reader(reader, weights / "reader.onnx", inputs(ScenePatches(ring).draw, EXAMPLES, seed=0))
    export_faces(faces, weights / "faces.onnx", inputs(FacePatches(ring).draw, EXAMPLES, seed=0))


def _train_single_stage(folder: Path, scenes: Path, minutes: float) -> None:
    _keep_to_core(0)
    single_stage(folder, SceneRing(scenes, 1), minutes)


def _train_ours(folder: Path, scenes: Path, minutes: float) -> None:
    _keep_to_core(1)
    ours(folder, scenes, minutes)


def _keep_to_core(number: int) -> None:
    torch.set_num_threads(1)
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[number % len(cores)]})


def main() -> None:
    """Train both side by side, measure both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=Path, required=True)
    parser.add_argument("--photos", type=Path, nargs="+", required=True)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--out", type=Path, default=Path("runs/single_stage"))
    options = parser.parse_args()
    started = multiprocessing.get_context("spawn")
    budgets = (options.out, options.scenes, float(options.minutes))
    works = [started.Process(target=work, args=budgets) for work in (_train_single_stage, _train_ours)]
    for work in works:
        work.start()
    for work in works:
        work.join()
    if any(work.exitcode for work in works):
        raise SystemExit("a training failed: see above")
    single = single_stage(options.out, SceneRing(options.scenes, 1), 0.0)
    reader = load_reader(weights=options.out / "weights")
    for folder in options.photos:
        photos = load_labels(folder)
        if any(photo.boxes is not None for photo in photos):
            raise SystemExit(f"{folder}: needs photos labelled as a whole, by the cards in them")
        score = Score()
        for photo in photos:
            cards = reader.read(photo.path, packs=1).cards
            score.add(Counter(str(c.card) for c in cards if c.card is not None and str(c.card) != "JOKER"), photo)
        other, size, threshold = best_of(single, photos)
        print(f"{folder.name}, {len(photos)} photos")
        print(f"  ours        {score}")
        print(f"  52 classes  {other} (at {size} pixels, threshold {threshold:.2f})")


if __name__ == "__main__":
    main()
