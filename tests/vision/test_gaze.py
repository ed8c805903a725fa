"""Looks at a table: from low down a frame is looked at stretched."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from rules.cards import Suit
from tests.vision.tables import Camera, card
from vision.gaze import Gaze
from vision.geometry import short_edge_first
from vision.ink import Print
from vision.motion import Motion
from vision.scales import Part
from vision.types import GLYPHS, SUITS, Index, IndexReading, Reading, SeenCard

SIZE = (1280, 720)
SPOT = (410.0, 250.0)
SPOT_QUAD = np.array([[-25, -35], [25, -35], [25, 35], [-25, 35]], dtype=np.float32)
READ = IndexReading(
    np.eye(len(GLYPHS), dtype=np.float32)[GLYPHS.index("7")],
    np.eye(len(SUITS), dtype=np.float32)[SUITS.index("D")],
    np.array([1, 0, 0], np.float32),
    np.array([[0, 0], [10, 0], [10, 20], [0, 20]], np.float32),
)
SPOTS = [(x, y) for y in (-0.7, 0.7) for x in (-2.0, -1.0, 0.0, 1.0, 2.0)]


class SpotReader:
    """Sees backs that it knows in a frame as it is, and where that is stretched a card round its bright spot."""

    def __init__(self, tilt: float, few: int | None = None) -> None:
        corners = [card(Camera(tilt), "??", x, y).corners for x, y in SPOTS[:few]]
        self.backs = tuple(SeenCard(None, "down", 0.97, each) for each in short_edge_first(np.array(corners)))
        self.shapes: list[tuple[int, ...]] = []
        self.parts: list[Part] = []
        self.jokers: list[bool] = []

    def read(
        self, image: Any, packs: Any = "auto", language: Any = "auto", live: Any = False, jokers: bool = True
    ) -> Reading:
        self.shapes.append(image.shape[:2])
        self.parts.append(live)
        self.jokers.append(jokers)
        height, width = image.shape[:2]
        if (width, height) == SIZE:
            return Reading(width, height, self.backs)
        rows, columns = np.nonzero(image[..., 2] > 200)
        middle = np.array([columns.mean(), rows.mean()], dtype=np.float32)
        return Reading(width, height, (SeenCard(None, "down", 0.97, middle + SPOT_QUAD),))


def frame() -> np.ndarray:
    image = np.full((SIZE[1], SIZE[0], 3), 60, dtype=np.uint8)
    cv2.circle(image, (int(SPOT[0]), int(SPOT[1])), 9, (0, 0, 255), -1)
    return image


def looked(reader: SpotReader, times: int = 1) -> tuple[Gaze, list[SeenCard]]:
    """The cards of the last of some looks at all of a frame, the first of them at a table not known yet."""
    gaze = Gaze(reader, "auto", "en", joker=False, hold=0.0)
    motion = Motion()
    cards: list[SeenCard] = []
    for number in range(times):
        change = motion.update(frame(), 0.1 * number)
        glance = gaze.at(frame(), [Part((0, 0, *SIZE), 0.8)], change, motion, afresh=number == 0)
        cards = glance.cards
    return gaze, cards


def test_from_low_down_the_first_look_is_taken_anew_stretched_and_tells_where_things_lie_in_the_frame() -> None:
    reader = SpotReader(1.0)
    gaze, _ = looked(reader)
    assert reader.shapes[0] == (720, 1280)
    assert reader.shapes[1][0] == pytest.approx(720 / np.cos(1.0), rel=0.12)
    assert gaze.looks == len(reader.shapes)
    gaze, cards = looked(reader, 2)
    middles = [each.corners.mean(axis=0) for each in cards]
    assert min(float(np.linalg.norm(middle - SPOT)) for middle in middles) < 2


@pytest.mark.parametrize("joker", [False, True])
def test_whoever_reads_is_told_whether_the_packs_hold_jokers(joker: bool) -> None:
    """At every look: at a part, at one card enlarged, and at what the camera may have mirrored."""
    reader = SpotReader(0.0)
    gaze = Gaze(reader, "auto", "en", joker=joker, hold=0.0)
    motion = Motion()
    change = motion.update(frame(), 0.0)
    gaze.at(frame(), [Part((0, 0, *SIZE), 0.8)], change, motion, afresh=True)
    looks = len(reader.jokers)
    gaze.closer(frame(), reader.backs[0].corners, change)
    assert len(reader.jokers) == looks + 1
    assert set(reader.jokers) == {joker}


def test_a_look_is_told_the_inks_of_cards_named_before_that_it_does_not_show() -> None:
    reader = SpotReader(0.0)
    gaze = Gaze(reader, "auto", "en", joker=False, hold=0.0)
    motion = Motion()
    change = motion.update(frame(), 0.0)
    named = []
    for number, at in enumerate((SPOT, (1200.0, 650.0), None)):
        outline = None if at is None else np.array(SPOT_QUAD + np.float32(at), dtype=np.float32)
        reading = replace(READ, ink=np.full(3, number, np.float32))
        named.append(Print(Suit("D"), (Index(READ.quad, "7", "D", 0.99, reading=reading),), outline))
    gaze.at(frame(), [Part((0, 0, 640, 480), 0.8)], change, motion, named=named)
    inks = reader.parts[0].inks
    assert inks is not None
    assert inks.colours[:, 0].tolist() == [1, 2], "one lies elsewhere, and one under another card"
    gaze.closer(frame(), np.array(SPOT_QUAD + np.float32(SPOT)), change, named[1:])
    assert reader.parts[-1].inks is not None
    assert reader.parts[-1].inks.colours[:, 0].tolist() == [1, 2]


def test_from_above_frames_are_looked_at_as_they_are() -> None:
    reader = SpotReader(0.4)
    looked(reader, 3)
    assert set(reader.shapes) == {(720, 1280)}


def test_two_cards_do_not_tell_how_flat_a_table_is_seen() -> None:
    reader = SpotReader(1.0, few=2)
    looked(reader, 3)
    assert set(reader.shapes) == {(720, 1280)}


def test_a_single_card_is_looked_at_stretched_too() -> None:
    reader = SpotReader(1.0)
    gaze, _ = looked(reader)
    motion = Motion()
    change = motion.update(frame(), 0.0)
    around = np.array([[-25, -20], [25, -20], [25, 20], [-25, 20]], dtype=np.float32)
    before = len(reader.shapes)
    gaze.closer(frame(), np.array(SPOT, dtype=np.float32) + around, change)
    assert len(reader.shapes) == before + 1
    assert reader.shapes[-1][0] > 1100
    left, top, right, bottom = reader.parts[-1].box
    assert left < SPOT[0] < right
    assert top < SPOT[1] * reader.shapes[-1][0] / 720 < bottom
