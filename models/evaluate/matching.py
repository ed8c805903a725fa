"""One photo's reading held against its labels."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from models.evaluate.labels import BACK, Box, Corners, LabelledPhoto
from rules.glyphs import Language, rank_of
from vision.geometry import areas
from vision.types import Floats, Index, Reading, SeenCard

_SAME_PLACE = 0.3
"""Shared over joint area from which a card stands in the place of a box."""
_SAME_INDEX = 0.15
"""The same for an index: labels round it are drawn with all kinds of margins."""


@dataclass
class Tally:
    """What was right and wrong.

    Attributes:
        right: named as labelled.
        wrong: named otherwise than labelled, or where nothing lies.
        missed: labelled and not named so, unknown ones included.
        unknown: cards facing up that were left without a name.
        confident: of the wrong, those with a confidence of 0.9 or more.
    """

    right: int = 0
    wrong: int = 0
    missed: int = 0
    unknown: int = 0
    confident: int = 0

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        for name in ("right", "wrong", "missed", "unknown", "confident"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def precision(self) -> float | None:
        """Right over all named; None where nothing was named."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else None

    @property
    def recall(self) -> float | None:
        """Right over all labelled; None where nothing is labelled."""
        return self.right / (self.right + self.missed) if self.right + self.missed else None

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall; None where there was nothing to name and nothing was."""
        total = 2 * self.right + self.wrong + self.missed
        return 2 * self.right / total if total else None


@dataclass(frozen=True)
class Judged:
    """One named card or index: how sure it was, and whether it was right."""

    name: str
    confidence: float
    right: bool


@dataclass
class Outcome:
    """One photo's reading against its labels."""

    photo: LabelledPhoto
    faces: Tally = field(default_factory=Tally)
    backs: Tally = field(default_factory=Tally)
    indices: Tally = field(default_factory=Tally)
    judged: list[Judged] = field(default_factory=list)
    backs_judged: list[tuple[float, bool]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    index_height: float | None = None

    @property
    def exact(self) -> bool:
        """Whether everything labelled was found, nothing else was, and no card was left unnamed but those allowed."""
        return not any(tally.wrong or tally.missed for tally in (self.faces, self.backs, self.indices)) and (
            self.faces.unknown <= sum(self.photo.allowed.values())
        )


def judge(photo: LabelledPhoto, reading: Reading) -> Outcome:
    """Hold a photo's reading against its labels."""
    outcome = Outcome(photo)
    heights = [index.reading.height for index in _indices(reading) if index.reading is not None]
    outcome.index_height = float(np.median(heights)) if heights else None
    if photo.boxes is None:
        _whole(outcome, reading)
    else:
        cards = [box for box in photo.boxes if box.kind == "card"]
        indices = [box for box in photo.boxes if box.kind == "index"]
        if indices:
            _by_index(outcome, reading, indices)
            _backs_by_place(outcome, reading, [box for box in cards if box.code == BACK])
        else:
            _by_place(outcome, reading, cards)
    return outcome


def _indices(reading: Reading) -> list[Index]:
    return [index for card in reading.cards for index in card.indices] + list(reading.stray)


def _named(card: SeenCard) -> tuple[str, float]:
    return str(card.card), card.confidence


def _whole(outcome: Outcome, reading: Reading) -> None:
    """Against the multiset of the photo's cards: a name is right as often as it is among them, the surest first."""
    photo = outcome.photo
    left, allowed = photo.cards.copy(), photo.allowed.copy()
    for card in sorted(reading.cards, key=lambda card: -card.confidence):
        if card.side == "down":
            continue
        if card.card is None:
            outcome.faces.unknown += 1
            continue
        name, confidence = _named(card)
        if left[name] > 0:
            left[name] -= 1
            outcome.faces.right += 1
            outcome.judged.append(Judged(name, confidence, True))
        elif allowed[name] > 0:
            allowed[name] -= 1
        else:
            _wrong(outcome, outcome.faces, name, confidence, "not among the cards")
    missed = Counter({name: count for name, count in left.items() if count > 0})
    outcome.faces.missed += missed.total()
    outcome.errors += [f"{name} missed" for name in sorted(missed.elements())]
    backs = sum(card.side == "down" for card in reading.cards)
    outcome.backs.right = min(backs, photo.backs)
    outcome.backs.wrong = max(0, backs - photo.backs)
    outcome.backs.missed = max(0, photo.backs - backs)
    if backs != photo.backs:
        outcome.errors.append(f"{backs} face down instead of {photo.backs}")


def _wrong(outcome: Outcome, tally: Tally, name: str, confidence: float, why: str) -> None:
    tally.wrong += 1
    tally.confident += confidence >= 0.9
    outcome.judged.append(Judged(name, confidence, False))
    outcome.errors.append(f"{name} ({confidence:.3f}): {why}")


def _by_place(outcome: Outcome, reading: Reading, boxes: list[Box]) -> None:
    """Against boxes of whole cards: every card belongs to the box it covers best."""
    cards = list(reading.cards)
    partner = _partners([_bounds(card.corners, reading) for card in cards], boxes, _SAME_PLACE)
    for number, card in enumerate(cards):
        box = boxes[partner[number]] if number in partner else None
        if card.side == "down":
            right = box is not None and box.code == BACK
            outcome.backs.right += right
            outcome.backs.wrong += not right
            outcome.backs_judged.append((card.confidence, right))
            if not right:
                outcome.errors.append(f"face down: {box.code if box else 'nothing'} there")
        elif card.card is None:
            outcome.faces.unknown += 1
        else:
            name, confidence = _named(card)
            if box is not None and box.named(name):
                outcome.faces.right += 1
                outcome.judged.append(Judged(name, confidence, True))
            else:
                there = f"{box.code if box else 'nothing'} there"
                _wrong(outcome, outcome.faces, name, confidence, there)
    found = {
        box
        for number, box in partner.items()
        if (cards[number].side == "down") == (boxes[box].code == BACK)
        and (cards[number].side == "down" or boxes[box].named(str(cards[number].card)))
    }
    for number, box in enumerate(boxes):
        if number not in found:
            tally = outcome.backs if box.code == BACK else outcome.faces
            tally.missed += 1
            outcome.errors.append(f"{box.code} missed at {', '.join(f'{value:.0f}' for value in box.xyxy)}")


def _backs_by_place(outcome: Outcome, reading: Reading, boxes: list[Box]) -> None:
    """Face-down cards alone: in these photos cards facing up are labelled by their indices."""
    cards = [card for card in reading.cards if card.side == "down"]
    partner = _partners([_bounds(card.corners, reading) for card in cards], boxes, _SAME_PLACE)
    outcome.backs = Tally(len(partner), len(cards) - len(partner), len(boxes) - len(partner))
    outcome.backs_judged = [(card.confidence, number in partner) for number, card in enumerate(cards)]
    outcome.errors += ["face down: nothing there"] * outcome.backs.wrong + ["BACK missed"] * outcome.backs.missed


def _by_index(outcome: Outcome, reading: Reading, boxes: list[Box]) -> None:
    """Against boxes of indices: an index has its card's name, or what it says itself where it belongs to none.

    Cards cut by the picture's edge are not labelled in such sets, so that an index of one counts only where it is.
    """
    items: list[tuple[Index, str | None, float, bool]] = []
    for card in reading.cards:
        cut = _cut(card, reading)
        for index in card.indices:
            name = None if card.card is None else str(card.card)
            items.append((index, name, card.confidence, cut))
    language = Language(reading.language)
    for index in reading.stray:
        items.append((index, _own_name(index, language), index.confidence, False))
    partner = _partners([_bounds(item[0].quad, reading) for item in items], boxes, _SAME_INDEX)
    found = set()
    for number, (_, name, confidence, cut) in enumerate(items):
        box = boxes[partner[number]] if number in partner else None
        if name is None or confidence < 0.5:
            outcome.faces.unknown += 1
        elif box is not None and box.named(name):
            outcome.indices.right += 1
            outcome.judged.append(Judged(name, confidence, True))
            found.add(partner[number])
        elif box is not None or not cut:
            _wrong(outcome, outcome.indices, name, confidence, f"{box.code if box else 'nothing'} there")
    for number, box in enumerate(boxes):
        if number not in found:
            outcome.indices.missed += 1
            outcome.errors.append(f"{box.code} missed at {', '.join(f'{value:.0f}' for value in box.xyxy)}")


def _cut(card: SeenCard, reading: Reading) -> bool:
    beyond = card.corners > np.array([reading.width + 2, reading.height + 2])
    return bool((card.corners < -3).any() or beyond.any())


def _own_name(index: Index, language: Language) -> str | None:
    if index.glyph == "joker":
        return "JOKER"
    rank = rank_of(index.glyph, language) if index.glyph else None
    return f"{rank.symbol}{index.suit}" if rank is not None and index.suit is not None else None


def _bounds(quad: Floats, reading: Reading) -> Corners:
    """The upright box round a quad as far as it lies in the picture."""
    if abs(float(areas(quad))) < 1:
        return 0.0, 0.0, 0.0, 0.0
    low = np.clip(quad.min(axis=0), 0, (reading.width, reading.height))
    high = np.clip(quad.max(axis=0), 0, (reading.width, reading.height))
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _partners(found: list[Corners], boxes: list[Box], least: float) -> dict[int, int]:
    """Found places to boxes, one to one, the closest first."""
    offers = sorted(
        (
            (_shared(place, box.xyxy), number, place_of)
            for number, place in enumerate(found)
            for place_of, box in enumerate(boxes)
        ),
        reverse=True,
    )
    partner: dict[int, int] = {}
    taken: set[int] = set()
    for shared, number, box in offers:
        if shared < least:
            break
        if number not in partner and box not in taken:
            partner[number] = box
            taken.add(box)
    return partner


def _shared(first: Corners, second: Corners) -> float:
    wide = min(first[2], second[2]) - max(first[0], second[0])
    tall = min(first[3], second[3]) - max(first[1], second[1])
    if wide <= 0 or tall <= 0:
        return 0.0
    joint = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (first, second)) - wide * tall
    return wide * tall / joint if joint > 0 else 0.0
