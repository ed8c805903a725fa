"""Real photos as training scenes: indices found by a painted-only detector that agree with the photo's own labels.

The photos have boxes of whole cards or of indices, but no directions. An index is taken where it lies in a labelled
card (or on a labelled index) and its reading agrees; all else on or near a card counts neither way. What lies outside
every card of a completely labelled photo is background, and the reader learns from the detector's finds there what is
no index; but a find that reads like one counts neither way, for no labels are complete.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.ring import Float, SceneRing, Truth, indices_alone
from models.train.straight import straightened
from models.train.views import reads_from_second
from vision.reading import Reader
from vision.types import GLYPHS, SUITS, IndexReading, Sightings

LONGEST = 1280
SURE = 0.5
UNSURE = 0.05
AGREES = 0.15
INDEX_FITS = 0.3
CARD_FITS = 0.85
LEGIBLE = 0.3


@dataclass(frozen=True)
class Labelled:
    """A photo and its boxes: (card, kind, (4,) xyxy)."""

    image: NDArray[np.uint8]
    boxes: list[tuple[str, str, Float]]


def labelled_photos(folder: Path) -> Iterator[Labelled]:
    """The photos of a folder with `labels.jsonl`, shrunk to 1280 pixels at most."""
    for line in (folder / "labels.jsonl").read_text().splitlines():
        label: dict[str, Any] = json.loads(line)
        image = cv2.imread(str(folder / label["image"]), cv2.IMREAD_COLOR)
        if image is None:
            raise ValueError(f"{folder / label['image']}: no picture that can be read")
        scale = min(1.0, LONGEST / max(image.shape[:2]))
        if scale < 1:
            image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        factor = scale * image.shape[1] / max(label["width"] * scale, 1)
        boxes = [(b["card"], b["kind"], np.array(b["xyxy"], np.float32) * factor) for b in label["boxes"]]
        yield Labelled(image.astype(np.uint8), boxes)


def harvest(reader: Reader, folders: Sequence[Path], ring: SceneRing) -> dict[str, int]:
    """Fill a ring with the photos of the folders and what of them is certain.

    Returns:
        Counts: photos, indices taken, finds in vain, of how many labelled boxes one was taken, labelled boxes.
    """
    counts = {"photos": 0, "indices": 0, "in_vain": 0, "boxes_met": 0, "boxes": 0}
    for folder in folders:
        for photo in labelled_photos(folder):
            sightings = reader.sight(photo.image, live=False)
            readings = reader.identify(photo.image, sightings.index_quads)
            truth, met = _agree(photo, sightings, readings)
            ring.put(counts["photos"], photo.image, truth)
            counts["photos"] += 1
            vain = int((truth.glyph == "none").sum())
            counts["indices"] += len(truth.index) - vain
            counts["in_vain"] += vain
            counts["boxes_met"] += met
            counts["boxes"] += len(photo.boxes)
    return counts


def _agree(photo: Labelled, sightings: Sightings, readings: Sequence[IndexReading]) -> tuple[Truth, int]:
    taken: list[tuple[Float, Float, str, str]] = []
    met: set[int] = set()
    ignore = [_grow(box, 0.04) for _, kind, box in photo.boxes if kind == "card"]
    ignore += [_grow(box, 0.25) for _, kind, box in photo.boxes if kind == "index"]
    complete = all(kind == "card" for _, kind, _ in photo.boxes)
    faces = sightings.face_quads[sightings.face_scores >= SURE]
    read = np.array([reading.quad for reading in readings], np.float32).reshape(-1, 4, 2)
    straight = straightened(read, faces)
    four = any(reads_from_second(quad, card) == 1 for quad, card in straight.values())
    for row, (quad, card, score, reading) in enumerate(
        zip(read, sightings.index_cards, sightings.index_scores, readings, strict=True)
    ):
        chosen = _labelled_as(photo, reading, reading.quad) if score >= SURE else None
        if chosen is None:
            if complete and not any(_touches(quad, box) for _, _, box in photo.boxes):
                if float(reading.glyphs[: GLYPHS.index("none")].sum()) < LEGIBLE:
                    taken.append((quad, np.full((4, 2), np.nan, np.float32), "none", "?"))
                else:
                    # Not every card has a label after all.
                    ignore.append(_quad(np.concatenate([card.min(0), card.max(0)])))
            if not complete and score >= UNSURE:
                ignore.append(_quad(np.concatenate([card.min(0), card.max(0)])))
            continue
        code, kind, box = photo.boxes[chosen]
        met.add(chosen)
        if row in straight:
            quad, card = straight[row]
        elif four:
            # Of a deck with four corners what stands in no known card's corner may well be askew.
            ignore.append(_quad(np.concatenate([quad.min(0), quad.max(0)])))
            continue
        elif kind != "card" or _overlap(np.concatenate([card.min(0), card.max(0)]), box) < CARD_FITS:
            card = np.full((4, 2), np.nan, np.float32)
        elif reading.turned:
            card = np.roll(card, 2, axis=0)
        word = "joker" if code == "JOKER" else code[:-1]
        taken.append((quad, card, word, "none" if code == "JOKER" else code[-1]))
    if not complete:
        ignore += [_quad(np.concatenate([q.min(0), q.max(0)])) for q in (*sightings.face_quads, *sightings.back_quads)]
    return (
        indices_alone(
            [t[0] for t in taken],
            [t[1] for t in taken],
            [np.ones(2, np.float32)] * len(taken),
            [t[2] for t in taken],
            [t[3] for t in taken],
            ignore,
        ),
        len(met),
    )


def _labelled_as(photo: Labelled, reading: IndexReading, quad: Float) -> int | None:
    """The number of the box that the index lies on and agrees with, where that is not in doubt."""
    low, high, centre = quad.min(0), quad.max(0), quad.mean(0)
    fitting: list[tuple[float, int]] = []
    for number, (code, kind, box) in enumerate(photo.boxes):
        if code == "BACK":
            continue
        if kind == "card":
            size = box[2:] - box[:2]
            here = bool((centre > box[:2] - 0.03 * size).all() and (centre < box[2:] + 0.03 * size).all())
        else:
            here = _overlap(np.concatenate([low, high]), box) > INDEX_FITS
        if here:
            fitting.append((_agreement(reading, code), number))
    fitting.sort(reverse=True)
    if not fitting or fitting[0][0] < AGREES or (len(fitting) > 1 and fitting[1][0] > fitting[0][0] / 4):
        return None
    return fitting[0][1]


def _overlap(a: Float, b: Float) -> float:
    """Intersection over union of two xyxy boxes."""
    common = float(np.clip(np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2]), 0, None).prod())
    union = float((a[2:] - a[:2]).prod() + (b[2:] - b[:2]).prod()) - common
    return common / max(union, 1e-6)


def _touches(quad: Float, box: Float) -> bool:
    """Whether a quad comes near an xyxy box, grown by a tenth."""
    extra = (box[2:] - box[:2]) * 0.1
    return bool((quad.max(0) > box[:2] - extra).all() and (quad.min(0) < box[2:] + extra).all())


def _agreement(reading: IndexReading, code: str) -> float:
    """The reading's probability for what the label says; the label is strong evidence, so little of it is enough."""
    if code == "JOKER":
        return float(reading.glyphs[GLYPHS.index("joker")])
    rank = float(reading.glyphs[GLYPHS.index(code[:-1])])
    return rank if code[-1] == "?" else rank * float(reading.suits[SUITS.index(code[-1])])


def _grow(box: Float, share: float) -> Float:
    extra = (box[2:] - box[:2]) * share
    return _quad(np.concatenate([box[:2] - extra, box[2:] + extra]))


def _quad(box: Float) -> Float:
    x1, y1, x2, y2 = (float(v) for v in box)
    return np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]], np.float32)
