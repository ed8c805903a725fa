"""Table tops to lay cards on: made by chance, or cut out of photos between their cards."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.surfaces import SURFACES, colour, soiled

Image = NDArray[np.uint8]

# Labelled boxes are grown by this many pixels before anything is cut out beside them.
MARGIN = 15


@dataclass(frozen=True)
class _Photo:
    path: Path
    boxes: NDArray[np.float64]


class Backgrounds:
    """Gives table tops without any card.

    Args:
        folders: folders with `labels.jsonl` and `images/` in which every card has a box of kind `card`. Photos with
            other labels are passed over. Without folders every table is made by chance.
        photo_share: share of tables taken from photos, if there are any.
        printed: share of the others that are rugs and cloths printed with what card backs are printed with too, so
            that no pattern is a back's alone.

    Raises:
        ValueError: a folder has no labels.
    """

    def __init__(self, folders: Sequence[Path | str] = (), photo_share: float = 0.5, printed: float = 0.0) -> None:
        self.photo_share = photo_share
        self.printed = printed
        self._photos: list[_Photo] = []
        for folder in folders:
            self._photos += _read_folder(Path(folder))
        weights = np.array([weight for _, weight in SURFACES])
        self._weights = weights / weights.sum()

    def sample(self, rng: np.random.Generator, size: tuple[int, int]) -> Image:
        """A table top of the given width and height, (height, width, 3) uint8 BGR."""
        if self._photos and rng.random() < self.photo_share:
            found = self._from_photo(rng, size)
            if found is not None:
                return found
        if self.printed and rng.random() < self.printed:
            return _printed(rng, size)
        surface = SURFACES[int(rng.choice(len(SURFACES), p=self._weights))][0]
        return surface(rng, size)

    def _from_photo(self, rng: np.random.Generator, size: tuple[int, int]) -> Image | None:
        photo = self._photos[int(rng.integers(len(self._photos)))]
        image = cv2.imread(str(photo.path), cv2.IMREAD_COLOR)
        if image is None:
            raise ValueError(f"{photo.path} is no image")
        picture = np.asarray(image, dtype=np.uint8)
        if rng.random() < 0.35:
            return _filled(_without_cards(rng, picture, photo.boxes), rng, size, whole=True)
        patch = _clear_patch(rng, picture, photo.boxes)
        return None if patch is None else _filled(patch, rng, size, whole=False)


def _printed(rng: np.random.Generator, size: tuple[int, int]) -> Image:
    from datasets.painter.patterns import paint_pattern

    wide, tall = (int(v) for v in rng.integers(150, 700, 2))
    paper, ink = colour(rng), colour(rng)
    image = _mirrored(paint_pattern(wide, tall, paper, ink, rng), size)
    if rng.random() < 0.5:
        angle, reach = float(rng.uniform(0, 360)), float(np.hypot(*size) / min(size))
        turn = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), angle, reach)
        image = np.asarray(cv2.warpAffine(image, turn, size, borderMode=cv2.BORDER_REFLECT), np.uint8)
    if rng.random() < 0.5:
        # Woven and worn, not printed sharply.
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.5, 2.5))), np.uint8)
    return soiled(rng, image)


def _read_folder(folder: Path) -> list[_Photo]:
    labels = folder / "labels.jsonl"
    if not labels.is_file():
        raise ValueError(f"{folder} has no labels.jsonl: backgrounds need photos with labelled cards")
    photos = []
    for line in labels.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        boxes = record.get("boxes")
        if boxes and all(box["kind"] == "card" for box in boxes):
            photos.append(_Photo(folder / record["image"], np.array([box["xyxy"] for box in boxes], dtype=np.float64)))
    return photos


def _clear_patch(rng: np.random.Generator, image: Image, boxes: NDArray[np.float64], least: int = 60) -> Image | None:
    """The largest of some random rectangles that touch no grown box."""
    height, width = image.shape[:2]
    best: tuple[int, int, int, int] | None = None
    for _ in range(60):
        w, h = (int(v) for v in rng.integers(least, (max(width * 0.8, least + 1), max(height * 0.8, least + 1))))
        if w >= width or h >= height:
            continue
        x, y = int(rng.integers(0, width - w)), int(rng.integers(0, height - h))
        clear = (
            (boxes[:, 2] + MARGIN <= x)
            | (boxes[:, 0] - MARGIN >= x + w)
            | (boxes[:, 3] + MARGIN <= y)
            | (boxes[:, 1] - MARGIN >= y + h)
        )
        if clear.all() and (best is None or w * h > best[2] * best[3]):
            best = (x, y, w, h)
    if best is None:
        return None
    x, y, w, h = best
    return image[y : y + h, x : x + w]


def _without_cards(rng: np.random.Generator, image: Image, boxes: NDArray[np.float64]) -> Image:
    """The whole photo with every labelled card hidden under mirrored table from elsewhere in it."""
    patch = _clear_patch(rng, image, boxes, 40)
    height, width = image.shape[:2]
    mask: Image = np.zeros((height, width), dtype=np.uint8)
    for x0, y0, x1, y1 in boxes:
        corner, other = (int(x0) - MARGIN, int(y0) - MARGIN), (int(x1) + MARGIN, int(y1) + MARGIN)
        cv2.rectangle(mask, corner, other, 255, -1)
    if patch is None:
        cover: Image = np.full_like(image, np.median(image[mask == 0], axis=0) if (mask == 0).any() else 128)
    else:
        cover = _mirrored(patch, (width, height))
    # Feathered outwards only: inside the grown box nothing of the photo may shine through.
    soft = cv2.max(cv2.GaussianBlur(cv2.dilate(mask, np.ones((9, 9), np.uint8)), (0, 0), 4), mask)
    share = cv2.merge([soft] * 3)
    kept = cv2.multiply(image, cv2.bitwise_not(share), scale=1 / 255)
    return np.asarray(cv2.add(kept, cv2.multiply(cover, share, scale=1 / 255)), dtype=np.uint8)


def _mirrored(patch: Image, size: tuple[int, int]) -> Image:
    """Fill a size by mirror tiling."""
    block = np.hstack([patch, patch[:, ::-1]])
    block = np.vstack([block, block[::-1]])
    repeats = (size[1] // block.shape[0] + 1, size[0] // block.shape[1] + 1, 1)
    return np.ascontiguousarray(np.tile(block, repeats)[: size[1], : size[0]])


def _filled(patch: Image, rng: np.random.Generator, size: tuple[int, int], whole: bool) -> Image:
    """Fill the canvas with a patch: turned, mirrored, stretched, and tiled by reflection where it is too small."""
    width, height = size
    if rng.random() < 0.5:
        patch = patch[:, ::-1]
    turned = np.ascontiguousarray(np.rot90(patch, int(rng.integers(4))))
    if whole:
        factor = max(width / turned.shape[1], height / turned.shape[0]) * float(rng.uniform(1.0, 1.4))
    else:
        factor = float(np.clip(max(width / turned.shape[1], height / turned.shape[0]), 1.0, rng.uniform(1.5, 4.0)))
    interpolation = cv2.INTER_LINEAR if factor > 1 else cv2.INTER_AREA
    big = cv2.resize(turned, None, fx=factor, fy=factor, interpolation=interpolation)
    if big.shape[1] > width and big.shape[0] > height:
        x, y = int(rng.integers(0, big.shape[1] - width)), int(rng.integers(0, big.shape[0] - height))
        filled = np.ascontiguousarray(big[y : y + height, x : x + width])
    else:
        filled = _mirrored(np.asarray(big, dtype=np.uint8), size)
    gain = float(rng.uniform(0.75, 1.25)) * (1 + rng.normal(0, 0.06, 3))
    return np.asarray(cv2.transform(filled, np.diag(gain)), dtype=np.uint8)
