"""Fitting the calibration of the present weights: on photos that may be learned from, and on composed scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from datasets.backgrounds import Backgrounds
from datasets.composer import Decks, compose
from datasets.painter import deck_painter
from datasets.scene import PlacedCard, Scene
from models.evaluate import LabelledPhoto, load_labels
from models.evaluate.calibrate import Example, fit
from models.evaluate.labels import BACK, Box
from models.evaluate.matching import judge
from vision.calibration import Calibration
from vision.geometry import areas, centres, inside, overlap_ratio
from vision.reading import Reader
from vision.types import Floats, Reading, SeenCard

PHOTOS = ("four_corner_deck", "phone_closeups", "clutter_rank_only")
MISLABELLED = frozenset({"images/IMG_20220921_201314.jpg", "images/train_IMG_2396.jpg"})
"""Photos whose labels are wrong, as looking at them shows (a jack of clubs and a ten are called something else)."""
_AROUND = 0.25
"""Share of an index's size by which it may be found beside where it is painted."""
_SAME = 0.5
"""Share of their joint area from which an outline is of a card."""
_AGREED = 3.0
"""Log odds of a name from which two corners that agree on it are no chance finds."""

Backs = list[tuple[float, bool, str]]


def scenes(seed: int, count: int) -> Iterator[Scene]:
    """Composed scenes, each with decks painted for it alone, which no training saw; reproducible."""
    for number in range(seed, seed + count):
        rng = np.random.default_rng((20261124, number))
        yield compose(rng, Decks(deck_painter(())), Backgrounds())


def calibrate(
    reader: Reader,
    photos: Sequence[Path],
    composed: Iterable[Scene] = (),
    each: int = 60,
    seed: int = 1,
    progress: Callable[[str], None] = lambda _: None,
) -> Calibration:
    """The calibration of a reader's networks.

    Args:
        reader: with all that reads a card; its own calibration says no more than how many packs lie there.
        photos: folders of labelled photos, each a source of its own.
        composed: scenes, one source together.
        each: photos looked at of each folder at most, drawn by chance.
        seed: of the draw.
        progress: told how far it got.

    Raises:
        LabelError: a folder without usable labels.
        FitError: too few cards found, or none of them wrong.
    """
    naming = bold(reader)
    rng = np.random.default_rng(seed)
    found: list[Example] = []
    backs: Backs = []
    for folder in photos:
        labelled = load_labels(folder)
        for number in rng.permutation(len(labelled))[:each]:
            photo = labelled[int(number)]
            if photo.name in MISLABELLED:
                continue
            # A photo shows one pack; left to itself the reader may make two of a false reading.
            reading = naming.read(photo.path, packs=1)
            found += judge_photo(reading, photo, folder.name)
            backs += [(score, right, folder.name) for score, right in judge(photo, reading).backs_judged]
        progress(f"{folder.name}: {len(found)} named cards so far")
    for number, scene in enumerate(composed, start=1):
        cards, down = judge_scene(naming.read(scene.image), scene)
        found += cards
        backs += down
        if number % 25 == 0:
            progress(f"{number} composed scenes: {len(found)} named cards so far")
    return fit(found, backs)


def bold(reader: Reader) -> Reader:
    """A reader that gives every card its likeliest name, however unsure, and face-down cards their bare scores."""
    return Reader(
        reader.detector,
        reader.glyph_reader,
        replace(reader.calibration, back=()),
        replace(reader.settings, named=0.0),
        aligner=reader.aligner,
        face_reader=reader.face_reader,
    )


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


def judge_scene(reading: Reading, scene: Scene) -> tuple[list[Example], Backs]:
    """The named and the face-down cards of a composed scene's reading, and whether they are what was painted there."""
    cards: list[Example] = []
    backs: Backs = []
    down = [card for card in scene.cards if card.side == "down"]
    for seen in reading.cards:
        if seen.evidence is None:
            continue
        if seen.side == "down":
            right = any(overlap_ratio(seen.corners, card.quad) > _SAME for card in down)
            backs.append((seen.evidence.sighting, right, "composed"))
        elif seen.card is not None:
            there = [card for card in scene.cards if card.side == "up" and card.code == str(seen.card)]
            cards.append(Example(seen.evidence, any(_lies(seen, card) for card in there), "composed"))
    return cards, backs


def _lies(seen: SeenCard, card: PlacedCard) -> bool:
    """Whether an index of the card seen is painted there as one of this card's; of a face its outline tells."""
    if not seen.indices:
        return overlap_ratio(seen.corners, card.quad) > _SAME
    if not card.indices:
        return False
    painted = np.array([index.quad for index in card.indices])
    spots = centres(np.array([index.quad for index in seen.indices], np.float32))
    return bool(inside(spots, painted, np.float32(-_AROUND) * np.sqrt(np.abs(areas(painted)))).any())
