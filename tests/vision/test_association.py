"""Which card of a look is which of those followed."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.cards import Card
from tests.vision.test_track import QUAD, grown_lighter, look
from vision.association import associated, read_again
from vision.motion import Motion
from vision.track import Track
from vision.types import Index, SeenCard


@pytest.mark.parametrize(
    ("print_now", "confidence", "index", "comes"),
    [("other", 0.6, False, False), ("own", 0.6, False, True), ("other", 0.95, False, True), ("other", 0.6, True, True)],
)
def test_a_card_deep_in_a_pile_comes_to_light_by_its_picture_or_a_sure_name(
    print_now: str, confidence: float, index: bool, comes: bool
) -> None:
    """A new card on the pile is easily misread as one that lies in it."""
    rng = np.random.default_rng(4)
    prints = {name: rng.integers(0, 255, (10, 9, 3)).astype(np.uint8) for name in ("own", "top", "other")}
    motion = Motion()
    for time, name in enumerate(("own", "top", print_now)):
        image = np.full((360, 640, 3), 60, np.uint8)
        image[60:160, 148:240] = cv2.resize(prints[name], (92, 100), interpolation=cv2.INTER_NEAREST)
        change = motion.update(image, float(time))
        if name == "own" and time == 0:
            buried = Track.begin(1, look("AS"), 0.0, motion.patch(QUAD))
            buried.told, buried.hidden_by = buried.card(), 2
    found = associated([buried], [look("AS", confidence=confidence, index=index)], motion, change, 1.0)
    assert bool(found) == comes


@pytest.mark.parametrize(
    ("indices", "same"),
    [
        ([("4", "D", (150, 64))], True),
        ([("4", "D", (118, 64))], False),
        ([("2", "D", (150, 64))], False),
        ([("4", "D", (150, 64)), ("2", "D", (200, 140))], False),
        ([(None, "D", (150, 64))], False),
    ],
    ids=["its own", "printed beside it", "another", "its own and another", "half read"],
)
def test_a_card_half_covered_is_the_one_whose_index_is_read_whatever_its_pips_say(
    indices: list[tuple[str | None, str, tuple[int, int]]], same: bool
) -> None:
    """Pips are counted within an outline: of a card of which others cover all but a strip that may be drawn astray."""
    prints = [
        Index(np.array([(x, y), (x + 12, y), (x + 12, y + 20), (x, y + 20)], np.float32), glyph, suit, 0.99)
        for glyph, suit, (x, y) in [("4", "D", (150, 64)), *indices]
    ]
    motion = Motion()
    frames = grown_lighter(motion)
    next(frames)
    track = Track.begin(1, replace(look("4D"), indices=tuple(prints[:1])), 0.0, motion.patch(QUAD))
    for _ in range(3):
        track.evidence.add(look("4D"))
    track.told = track.card()
    change = next(frames)
    astray = replace(look("2D", QUAD - np.float32([20, 0]), 0.68), indices=tuple(prints[1:]))
    assert bool(associated([track], [astray], motion, change, 1.0)) is same


@pytest.mark.parametrize(
    ("picture", "name", "confidence", "same"),
    [("other", "2H", 0.97, False), ("own", "2H", 0.97, True), ("other", "QC", 0.97, True), ("other", "2H", 0.6, True)],
    ids=["another card", "the same picture", "one that it may be", "nothing sure"],
)
def test_what_covers_a_card_never_read_is_not_its_name(picture: str, name: str, confidence: float, same: bool) -> None:
    """A court whose rank no look told, and a two laid on it: the next player's discard."""
    rng = np.random.default_rng(4)
    prints = {one: rng.integers(0, 255, (10, 9, 3)).astype(np.uint8) for one in ("own", "other")}
    motion = Motion()
    court = SeenCard(None, "up", 0.4, QUAD, "index", candidates={Card.parse(one): 0.4 for one in ("JC", "QC")})
    for time, one in enumerate(("own", picture)):
        image = np.full((360, 640, 3), 60, np.uint8)
        image[60:160, 148:240] = cv2.resize(prints[one], (92, 100), interpolation=cv2.INTER_NEAREST)
        change = motion.update(image, float(time))
        if time == 0:
            track = Track.begin(1, court, 0.0, motion.patch(QUAD))
            for _ in range(3):
                track.evidence.add(court)
            track.told = track.card()
    assert track.told.card is None
    found = associated([track], [look(name, confidence=confidence)], motion, change, 1.0)
    assert bool(found) is same


@pytest.mark.parametrize("seen_whole", [True, False])
def test_what_cannot_be_read_is_not_the_card_that_was_taken_off_another(seen_whole: bool) -> None:
    """Where a court lay that is taken away all is lighter, as under a reflection; what peeps out is an older one."""
    motion = Motion()
    frames = grown_lighter(motion)
    next(frames)
    taken, below = (Track.begin(number, look(name), 0.0, motion.patch(QUAD)) for number, name in ((1, "JC"), (2, "8D")))
    taken.told, below.told, below.hidden_by = taken.card(), below.card(), 1
    change = next(frames)
    sliver = SeenCard(None, "up", 0.4, QUAD + np.float32(3), "index", candidates={Card.parse("KD"): 0.4})
    found = [sliver, look("8D", QUAD)] if seen_whole else [sliver]
    matched = {track.id for track, _ in associated([taken, below], found, motion, change, 1.0)}
    assert matched == ({2} if seen_whole else {1})


@pytest.mark.parametrize(
    ("still", "index", "aside", "same"),
    [(True, False, 0.0, True), (False, False, 0.0, False), (True, True, 0.0, False), (True, False, 20.0, False)],
    ids=["nothing moved", "something moved", "its index alone", "beside it"],
)
@pytest.mark.parametrize("last", ["whole", "by its index"])
def test_a_card_over_which_nothing_moved_is_the_same_however_it_is_read(
    still: bool, index: bool, aside: float, same: bool, last: str
) -> None:
    """A blurred 6 is read as a 5 in every other look; the hand that laid it left its shadow in the model."""
    motion = Motion()
    frames = grown_lighter(motion)
    next(frames)
    change = next(frames)
    track = Track.begin(1, look("6S"), 1.0, motion.patch(QUAD))
    for _ in range(3):
        track.evidence.add(look("6S"))
    track.told = track.card()
    if last != "whole":
        track.see(look("6S", QUAD, 0.8, True))
    # The cells moved at a time of 1.0, and rest since.
    change = replace(change, still=np.full_like(change.still, 0.3 if still else 0.1))
    again = look("5S", QUAD + np.float32([aside, 0]), 0.95, index)
    assert bool(associated([track], [again], motion, change, 1.2)) is same


@pytest.mark.parametrize(("confidence", "same"), [(0.68, True), (0.95, False)])
def test_a_card_surely_named_otherwise_is_another_though_its_index_is_read_alike(confidence: float, same: bool) -> None:
    """The six that lay there was named by its pips, its index being read as that of the eight that is laid on it."""
    index = Index(np.array([(150, 64), (162, 64), (162, 84), (150, 84)], np.float32), "8", "S", 0.99)
    motion = Motion()
    frames = grown_lighter(motion)
    next(frames)
    track = Track.begin(1, replace(look("6S"), indices=(index,)), 0.0, motion.patch(QUAD))
    for _ in range(3):
        track.evidence.add(look("6S"))
    track.told = track.card()
    change = next(frames)
    laid = replace(look("8S", QUAD, confidence), indices=(index,))
    assert bool(associated([track], [laid], motion, change, 1.0)) is same


@pytest.mark.parametrize(("now", "again"), [("as it was", True), ("another", False)])
@pytest.mark.parametrize("side", ["down", "up"])
def test_a_face_that_looks_as_it_did_is_no_back_whatever_a_look_says(now: str, again: bool, side: str) -> None:
    """A hand's shadow lies on it, so that its place counts as changed; a back laid there looks otherwise."""
    rng = np.random.default_rng(7)
    prints = {name: rng.integers(90, 220, (10, 9, 3)).astype(np.float32) for name in ("as it was", "another")}
    motion = Motion()
    for time, (name, light) in enumerate((("as it was", 1.0), (now, 0.7))):
        image = np.full((360, 640, 3), 60, np.uint8)
        image[60:160, 148:240] = cv2.resize(prints[name] * light, (92, 100), interpolation=cv2.INTER_NEAREST)
        change = motion.update(image, float(time))
        if time == 0:
            track = Track.begin(1, look("8S"), 0.0, motion.patch(QUAD))
            track.told = track.card() if side == "up" else replace(track.card(), side="down", card=None)
            track.seen = track.told
    assert motion.changed(QUAD, change)
    back = SeenCard(None, "down", 0.98, QUAD, "face")
    assert read_again([track], back, [], motion, change) is (again and side == "up")
