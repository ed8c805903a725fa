"""What a calibration is fitted to: names and places held against composed scenes, by all that reads a card."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.scene import PlacedCard, PlacedIndex, Scene
from models.train.calibrate import bold, judge_scene, judge_sightings, scenes
from tests.vision.fakes import FakeDetector, FakeReader, Table, card_quad
from vision.calibration import Calibration, Evidence
from vision.reading import Reader, Settings
from vision.types import Floats, Reading, SeenCard

EIGHT, KING, DOWN = card_quad(150, 300), card_quad(400, 300), card_quad(650, 300)


def laid() -> tuple[Table, Scene]:
    """An eight of hearts, a king of spades and a face-down card, as a picture and as its truth."""
    table = Table()
    table.lay("8", "H", EIGHT)
    table.lay("K", "S", KING)
    table.turn_down(DOWN)
    marks = [PlacedIndex("", "", index, card, 1.0, 1.0) for index, card in table.indices]
    cards = [
        PlacedCard("8H", "up", EIGHT, 1.0, marks[:2]),
        PlacedCard("KS", "up", KING, 1.0, marks[2:]),
        PlacedCard(None, "down", DOWN, 1.0),
    ]
    return table, Scene(table.image, cards, "few")


def read(table: Table) -> Reading:
    return bold(Reader(FakeDetector(table), FakeReader())).read(table.image)


def test_cards_read_as_they_were_painted_are_right() -> None:
    table, scene = laid()
    cards, backs = judge_scene(read(table), scene)
    assert [example.right for example in cards] == [True, True]
    assert [right for _, right, _ in backs] == [True]
    assert {example.source for example in cards} == {"composed"}


def test_a_name_painted_elsewhere_is_wrong() -> None:
    table, scene = laid()
    for card, code in zip(scene.cards, ("KS", "8H"), strict=False):
        card.code = code
    cards, _ = judge_scene(read(table), scene)
    assert [example.right for example in cards] == [False, False]


def test_an_index_where_none_is_painted_is_wrong_and_a_back_where_no_back_lies() -> None:
    table, scene = laid()
    scene.cards[0].indices = []
    scene.cards[2].quad = scene.cards[2].quad + np.float32(60)
    cards, backs = judge_scene(read(table), scene)
    assert [example.right for example in cards] == [False, True]
    assert [right for _, right, _ in backs] == [False]


def test_an_index_is_sighted_in_vain_where_none_is_painted_or_in_sight() -> None:
    table, scene = laid()
    reader = Reader(FakeDetector(table), FakeReader())
    assert [sighting.vain for sighting in judge_sightings(reader, scene)] == [False] * 8
    scene.cards[0].indices[0].rank_visible = scene.cards[0].indices[0].suit_visible = 0.0
    scene.cards[1].indices[0].quad = scene.cards[1].indices[0].quad + np.float32(8)
    judged = [sighting.vain for sighting in judge_sightings(reader, scene)]
    assert judged.count(True) == 2, "at one look and at all"
    assert len(judged) == 6, "beside a painted one it is left out"


@pytest.mark.parametrize(("shift", "right"), [(5, True), (80, False)])
def test_of_a_face_without_indices_the_outline_tells(shift: int, right: bool) -> None:
    _, scene = laid()
    name = read(laid()[0]).cards[0].card
    face = SeenCard(name, "up", 0.9, EIGHT + np.float32(shift), evidence=Evidence(2.0))
    (example,), _ = judge_scene(Reading(800, 600, (face,)), scene)
    assert example.right is right


class Nobody:
    """Stands where a network would."""

    def probabilities(self, inputs: Floats) -> tuple[Floats, Floats]:
        raise AssertionError("nobody asks")

    def corners(self, inputs: Floats) -> Floats:
        raise AssertionError("nobody asks")


def test_what_is_calibrated_is_the_whole_reader() -> None:
    table, _ = laid()
    aligner, face_reader = Nobody(), Nobody()
    settings = Settings(named=0.7)
    given = Reader(
        FakeDetector(table),
        FakeReader(),
        Calibration(margin=0.5, back=((0.0, 0.0), (1.0, 0.4))),
        settings,
        aligner=aligner,
        face_reader=face_reader,
    )
    bolder = bold(given)
    assert bolder.aligner is aligner
    assert bolder.face_reader is face_reader
    assert bolder.settings.named == 0
    assert bolder.calibration.margin == 0.5
    assert bolder.calibration.back_confidence(0.8) == pytest.approx(0.8)


def test_scenes_are_the_same_again() -> None:
    (first,), (again,) = scenes(7, 1), scenes(7, 1)
    assert np.array_equal(first.image, again.image)
    assert [card.code for card in first.cards] == [card.code for card in again.cards]
