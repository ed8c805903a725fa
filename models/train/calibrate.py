"""Fitting the calibration of the present weights: on photos that may be learned from, and on composed scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from datasets.backgrounds import Backgrounds
from datasets.composer import Decks, compose
from datasets.painter import deck_painter
from datasets.scene import PlacedCard, PlacedIndex, Scene
from models.evaluate import LabelledPhoto, load_labels
from models.evaluate.calibrate import Example, Sighting, fit, fit_vain
from models.evaluate.labels import BACK, Box
from models.evaluate.matching import judge
from vision.calibration import Calibration
from vision.geometry import areas, centres, inside, overlap_ratio
from vision.reading import Reader
from vision.types import GLYPHS, Floats, Reading, SeenCard

PHOTOS = ("four_corner_deck", "phone_closeups", "clutter_rank_only")
MISLABELLED = frozenset({"images/IMG_20220921_201314.jpg", "images/train_IMG_2396.jpg"})
"""Photos whose labels are wrong, as looking at them shows (a jack of clubs and a ten are called something else)."""
_AROUND = 0.25
"""Share of an index's size by which it may be found beside where it is painted."""
_SAME = 0.5
"""Share of their joint area from which an outline is of a card."""
_AGREED = 3.0
"""Log odds of a name from which two corners that agree on it are no chance finds."""
_SPOT, _APART = 0.4, 1.0
"""Distance of the middle of a sighting from that of the nearest painted index, in square roots of its own area, up to
which it is that index, and from which it is none."""
_SHOWN = 0.2
"""Share of a rank or a suit in sight from which there is an index to be found."""
_NONE = GLYPHS.index("none")

Backs = list[tuple[float, bool, str]]


def scenes(seed: int, count: int) -> Iterator[Scene]:
    """Composed scenes, each with decks painted for it alone, which no training saw; reproducible."""
    for number in range(seed, seed + count):
        rng = np.random.default_rng((20261124, number))
        yield compose(rng, Decks(deck_painter(())), Backgrounds())


def calibrate(
    reader: Reader,
    photos: Sequence[Path],
    composed: Callable[[], Iterable[Scene]] = tuple,
    each: int = 60,
    seed: int = 1,
    progress: Callable[[str], None] = lambda _: None,
) -> Calibration:
    """The calibration of a reader's networks.

    Args:
        reader: with all that reads a card; its own calibration says no more than how many packs lie there.
        photos: folders of labelled photos, each a source of its own.
        composed: makes the scenes, one source together; they are looked at twice.
        each: photos looked at of each folder at most, drawn by chance.
        seed: of the draw.
        progress: told how far it got.

    Raises:
        LabelError: a folder without usable labels.
        FitError: too few cards found, or none of them wrong.
    """
    # Labels that cannot be used are told before an hour of looking at scenes.
    sources = [(folder, load_labels(folder)) for folder in photos]
    vain = vainly(reader, composed, progress) or reader.calibration.vain
    # Names come out otherwise with these chances: they are calibrated after them.
    naming = bold(reader, vain)
    rng = np.random.default_rng(seed)
    found: list[Example] = []
    backs: Backs = []
    for folder, labelled in sources:
        for number in rng.permutation(len(labelled))[:each]:
            photo = labelled[int(number)]
            if photo.name in MISLABELLED:
                continue
            # A photo shows one pack; left to itself the reader may make two of a false reading.
            reading = naming.read(photo.path, packs=1)
            found += judge_photo(reading, photo, folder.name)
            backs += [(score, right, folder.name) for score, right in judge(photo, reading).backs_judged]
        progress(f"{folder.name}: {len(found)} named cards so far")
    for number, scene in enumerate(composed(), start=1):
        cards, down = judge_scene(naming.read(scene.image), scene)
        found += cards
        backs += down
        if number % 25 == 0:
            progress(f"{number} composed scenes: {len(found)} named cards so far")
    return replace(fit(found, backs), vain=vain)


def vainly(
    reader: Reader, composed: Callable[[], Iterable[Scene]], progress: Callable[[str], None] = lambda _: None
) -> tuple[float, ...]:
    """`Calibration.vain` of a reader's detector and glyph reader; empty where no scenes are composed.

    Raises:
        FitError: too few sightings, or none in vain.
    """
    sighted: list[Sighting] = []
    for number, scene in enumerate(composed(), start=1):
        sighted += judge_sightings(reader, scene)
        if number % 25 == 0:
            progress(f"{number} composed scenes: {len(sighted)} indices sighted so far")
    return fit_vain(sighted) if sighted else ()


def judge_sightings(reader: Reader, scene: Scene) -> list[Sighting]:
    """What is sighted as an index in a composed scene, at one look and at all, but what lies beside a painted one."""
    shown = [index.quad for card in scene.cards for index in card.indices if _in_sight(index)]
    painted = np.array(shown, np.float32).reshape(-1, 4, 2)
    out = []
    for live in (True, False):
        found = reader.sight(scene.image, live)
        if not len(found.index_quads):
            continue
        readings = reader.identify(scene.image, found.index_quads, live)
        tall = np.sqrt(np.abs(areas(found.index_quads)))[:, None]
        away = np.linalg.norm(centres(found.index_quads)[:, None] - centres(painted)[None], axis=-1) / tall
        nearest = away.min(axis=1, initial=np.inf)
        for score, reading, far in zip(found.index_scores.tolist(), readings, nearest.tolist(), strict=True):
            if not _SPOT < far < _APART:
                out.append(Sighting(score, float(reading.glyphs[_NONE]), far >= _APART))
    return out


def _in_sight(index: PlacedIndex) -> bool:
    return max(index.rank_visible, index.suit_visible) > _SHOWN


def bold(reader: Reader, vain: tuple[float, ...] | None = None) -> Reader:
    """A reader that gives every card its likeliest name, however unsure, and face-down cards their bare scores.

    Args:
        reader: like which it is.
        vain: other chances that indices are sighted in vain than its own calibration has.
    """
    return Reader(
        reader.detector,
        reader.glyph_reader,
        replace(reader.calibration, back=(), vain=reader.calibration.vain if vain is None else vain),
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
