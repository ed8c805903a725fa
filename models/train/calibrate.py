"""Fitting the calibration of the present weights: on photos that may be learned from, and on composed scenes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import numpy as np

from models.evaluate import LabelledPhoto, load_labels
from models.evaluate.calibrate import Example, fit
from models.evaluate.labels import BACK, Box
from models.evaluate.matching import judge
from models.train.ring import SceneRing, Truth
from rules.cards import Card
from rules.glyphs import Language, rank_of
from vision.calibration import Calibration
from vision.geometry import centres, sizes
from vision.reading import Reader
from vision.types import Floats, Reading, SeenCard

PHOTOS = ("four_corner_deck", "phone_closeups", "clutter_rank_only")
MISLABELLED = frozenset({"images/IMG_20220921_201314.jpg", "images/train_IMG_2396.jpg"})
"""Photos whose labels are wrong, as looking at them shows (a jack of clubs and a ten are called something else)."""
_NEAR = 0.5
"""Distance of centres, in heights of the index, up to which an index is the one painted there."""
_OVERLAP = 0.6
_AGREED = 3.0
"""Log odds of a name from which two corners that agree on it are no chance finds."""

Backs = list[tuple[float, bool, str]]


def calibrate(
    reader: Reader,
    photos: Sequence[Path],
    ring: SceneRing | None,
    each: int = 60,
    scenes: int = 80,
    seconds: float = 150.0,
    seed: int = 1,
    progress: Callable[[str], None] = lambda _: None,
) -> Calibration:
    """The calibration of a reader's networks.

    Args:
        reader: with the networks to calibrate; its own calibration is not used.
        photos: folders of labelled photos, each a source of its own.
        ring: composed scenes, one source together; None for none.
        each: photos looked at of each folder at most, drawn by chance.
        scenes: scenes looked at at most.
        seconds: time for looking, shared evenly by the sources.
        seed: of the draw.
        progress: told of every source when it is done.

    Raises:
        LabelError: a folder without usable labels.
        FitError: too few cards found, or none of them wrong.
    """
    bare = Reader(reader.detector, reader.glyph_reader, Calibration(), replace(reader.settings, named=0.0))
    rng = np.random.default_rng(seed)
    found: list[Example] = []
    backs: Backs = []
    share = seconds / (len(photos) + (ring is not None))
    for folder in photos:
        labelled = load_labels(folder)
        end, looked = perf_counter() + share, 0
        for number in rng.permutation(len(labelled))[:each]:
            if perf_counter() > end:
                break
            photo = labelled[int(number)]
            if photo.name in MISLABELLED:
                continue
            # A photo shows one pack; left to itself the reader may make two of a false reading.
            reading = bare.read(photo.path, packs=1)
            found += judge_photo(reading, photo, folder.name)
            backs += [(score, right, folder.name) for score, right in judge(photo, reading).backs_judged]
            looked += 1
        progress(f"{folder.name}: {looked} photos, {len(found)} named cards so far")
    if ring is not None:
        end, looked = perf_counter() + share, 0
        for slot in rng.permutation(ring.slots())[:scenes]:
            if perf_counter() > end:
                break
            try:
                image, truth = ring.get(int(slot))
            except (FileNotFoundError, ValueError, EOFError):  # being overwritten just now
                continue
            reading = bare.read(np.ascontiguousarray(image), name=f"scene {slot}")
            cards, down = judge_scene(reading, truth)
            found += cards
            backs += down
            looked += 1
        progress(f"composed: {looked} scenes, {len(found)} named cards in all")
    return fit(found, backs)


def judge_photo(reading: Reading, photo: LabelledPhoto, source: str) -> list[Example]:
    """The named cards of a labelled photo, and whether a label at one of their indices has that name.

    Names are what is judged here, so that a card whose outline is off is no wrong name. Two corners that agree where
    no label is show a card that was left unlabelled: they are left out.
    """
    out = []
    boxes = [box for box in photo.boxes or () if box.code != BACK]
    for card in reading.cards:
        if card.card is None or card.evidence is None or not card.indices:
            continue
        points = np.array([index.quad.mean(axis=0) for index in card.indices])
        there = [box for box in boxes if _within(points, box)]
        right = any(box.named(str(card.card)) for box in there)
        if not there and card.evidence.agreement > 0 and card.evidence.margin > _AGREED:
            continue
        out.append(Example(card.evidence, right, source))
    return out


def _within(points: Floats, box: Box) -> bool:
    """Whether one of (N, 2) points lies in a label's box; labels are drawn with all kinds of margins."""
    left, top, right, bottom = box.xyxy
    slack = 0.1 * min(right - left, bottom - top)
    low, high = np.array([left - slack, top - slack]), np.array([right + slack, bottom + slack])
    return bool(((points > low) & (points < high)).all(axis=1).any())


def judge_scene(reading: Reading, truth: Truth) -> tuple[list[Example], Backs]:
    """The named and the face-down cards of a composed scene's reading, and whether they are what was painted there."""
    cards: list[Example] = []
    backs: Backs = []
    painted = truth.cards[truth.card_class == 2]
    ignored = _boxes(truth.ignore)
    for card in reading.cards:
        box = _boxes(card.corners[None])
        if len(ignored) and _shares(box, ignored).max() > _OVERLAP:
            continue
        if card.side == "down":
            right = bool(len(painted)) and bool(_shares(box, _boxes(painted)).max() > _OVERLAP)
            if card.evidence is not None:
                backs.append((card.evidence.sighting, right, "composed"))
        elif card.card is not None and card.evidence is not None and card.indices:
            cards.append(Example(card.evidence, _right(card, truth), "composed"))
    return cards, backs


def _right(card: SeenCard, truth: Truth) -> bool:
    """Whether one of the card's indices is painted where it was seen and makes it that card in some language."""
    if not len(truth.index) or card.card is None:
        return False
    middles, heights = truth.index.mean(axis=1), np.maximum(sizes(truth.index)[:, 1], 1.0)
    for index in card.indices:
        away = np.hypot(*(middles - centres(index.quad[None])[0]).T) / heights
        mark = int(away.argmin())
        if away[mark] < _NEAR and _names(card.card, str(truth.glyph[mark]), str(truth.suit[mark])):
            return True
    return False


def _names(card: Card, glyph: str, suit: str) -> bool:
    if card.rank is None or card.suit is None:
        return glyph == "joker"
    return card.suit.value == suit and any(rank_of(glyph, language) is card.rank for language in Language)


def _boxes(quads: Floats) -> Floats:
    """(N, 4) left, top, right, bottom of (N, 4, 2) quads."""
    return np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)


def _shares(one: Floats, others: Floats) -> Floats:
    """(N,) shared over joint area of one box and N others."""
    low, high = np.maximum(one[:, :2], others[:, :2]), np.minimum(one[:, 2:], others[:, 2:])
    shared = np.clip(high - low, 0, None).prod(axis=1)
    areas = [(boxes[:, 2:] - boxes[:, :2]).prod(axis=1) for boxes in (one, others)]
    return np.asarray(shared / np.maximum(areas[0] + areas[1] - shared, 1e-6), dtype=np.float32)
