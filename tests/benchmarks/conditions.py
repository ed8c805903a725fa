"""Measures worse pictures: real photos darkened, blurred, shadowed and so on, read as they are and then.

    python -m tests.benchmarks.conditions FOLDER [--threads 2] [--json FILE]

FOLDER holds labelled photos, as for ``kibitz evaluate``. Lengths follow the photo's longest side, which is what cameras
differ in.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models import load_reader
from models.evaluate.labels import load_labels
from models.evaluate.matching import judge
from models.evaluate.report import Report
from vision.picture import load
from vision.types import Image

Worsen = Callable[[Image, np.random.Generator], npt.NDArray[np.floating] | Image]


def _dark(image: Image, rng: np.random.Generator) -> npt.NDArray[np.floating]:
    return image * 0.18 + rng.normal(0, 5, image.shape)


def _coloured(blue: float, green: float, red: float) -> Worsen:
    """Light of which so much of each colour comes, with a camera that leaves it so."""

    def coloured(image: Image, rng: np.random.Generator) -> npt.NDArray[np.floating]:
        return np.asarray(image * np.array([blue, green, red]))

    return coloured


def _over(image: Image, rng: np.random.Generator) -> npt.NDArray[np.floating]:
    return image * 1.5 + 10


def _veiled(image: Image, rng: np.random.Generator) -> npt.NDArray[np.floating]:
    return image * 0.35 + 110


def _grey(image: Image, rng: np.random.Generator) -> Image:
    return np.asarray(cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)


def _blurred(image: Image, rng: np.random.Generator) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.0015 * max(image.shape)), np.uint8)


def _smeared(image: Image, rng: np.random.Generator) -> Image:
    length = max(3, round(0.006 * max(image.shape)))
    kernel = np.zeros((length, length), np.float32)
    cv2.line(kernel, (0, length // 3), (length - 1, length - 1 - length // 3), 1.0)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


def _squeezed(share: float) -> Worsen:
    """Pictures become that share as high as they were."""

    def squeezed(image: Image, rng: np.random.Generator) -> Image:
        size = (image.shape[1], max(1, round(image.shape[0] * share)))
        return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)

    return squeezed


def _upside_down(image: Image, rng: np.random.Generator) -> Image:
    return np.asarray(cv2.rotate(image, cv2.ROTATE_180), np.uint8)


def _small(image: Image, rng: np.random.Generator) -> Image:
    factor = 720 / max(image.shape)
    return np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)


def _shadowed(image: Image, rng: np.random.Generator) -> npt.NDArray[np.floating]:
    height, width = image.shape[:2]
    light = np.ones((height, width), np.float32)
    for _ in range(4):
        corners = (rng.uniform(-0.2, 1.2, (3, 2)) * (width, height)).astype(np.int32)
        cv2.fillConvexPoly(light, cv2.convexHull(corners), 0.3)
    return image * cv2.GaussianBlur(light, (0, 0), width / 150)[..., None]


CONDITIONS: dict[str, Worsen] = {
    "as taken": lambda image, rng: image,
    "a fifth of the light, and noise": _dark,
    "under a warm lamp": _coloured(0.36, 0.64, 0.92),
    "in red light": _coloured(0.25, 0.30, 0.95),
    "in blue light": _coloured(0.95, 0.35, 0.25),
    "behind a veil of light": _veiled,
    "grey": _grey,
    "overexposed by half": _over,
    "hard shadows": _shadowed,
    "out of focus": _blurred,
    "smeared by a moving hand": _smeared,
    "720 pixels wide": _small,
    "from the other side of the table": _upside_down,
    "from lower down: three fifths as high": _squeezed(0.6),
    "two fifths as high": _squeezed(0.4),
    "a quarter as high": _squeezed(0.25),
}
JPEG = (cv2.IMWRITE_JPEG_QUALITY, 80)


def worsened(image: Image, way: Worsen, rng: np.random.Generator) -> Image:
    """The picture as a camera would have kept it: whole levels, JPEG."""
    levels = np.clip(way(image, rng), 0, 255).astype(np.uint8)
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", levels, JPEG)[1], cv2.IMREAD_COLOR), np.uint8)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    reader = load_reader(threads=args.threads)
    photos = load_labels(args.folder)
    if any(photo.boxes is not None for photo in photos):
        parser.error(f"{args.folder}: labelled by boxes; these would have to be made smaller with the photos")
    rows = []
    for name, way in CONDITIONS.items():
        rng = np.random.default_rng(5)
        report = Report(name)
        for photo in photos:
            report.outcomes.append(judge(photo, reader.read(worsened(load(photo.path), way, rng))))
        rows.append({"condition": name, **report.to_json()["faces"], "exact": report.exact()[0], "of": len(photos)})
        print(json.dumps(rows[-1]), flush=True)
    if args.json is not None:
        args.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
