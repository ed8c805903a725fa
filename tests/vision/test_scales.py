"""How often, and where, a picture is looked at."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.fakes import FakeDetector, Table, card_quad
from vision.geometry import sizes
from vision.scales import Looks, look


def hand(width: int, height: int, card: float, columns: int, rows: int = 1, at: tuple[float, float] = (0, 0)) -> Table:
    table = Table(width, height)
    for row in range(rows):
        for column in range(columns):
            quad = card_quad(at[0] + (column + 0.6) * card * 1.2, at[1] + (row + 0.6) * card * 1.6, card)
            table.lay("7", "C", quad)
    return table


def test_large_indices_need_one_look() -> None:
    table = hand(1280, 720, 200, 5)
    detector = FakeDetector(table)
    found = look(detector, table.image, Looks())
    assert len(detector.looks) == 1
    assert len(found.index_scores) == 10


def test_live_looks_once_whatever_it_sees() -> None:
    table = hand(1280, 720, 40, 13)
    detector = FakeDetector(table)
    look(detector, table.image, Looks(), live=True)
    assert [longest for _, longest in detector.looks] == [Looks().live]


def test_small_cards_in_a_corner_are_looked_at_from_closer() -> None:
    # Thirteen cards 90 px wide in one corner of a 12-megapixel photo.
    table = hand(4000, 3000, 90, 7, 2, at=(200, 300))
    detector = FakeDetector(table)
    looks = Looks()
    found = look(detector, table.image, looks)
    assert len(found.index_scores) == 28
    (whole, first), *closer = detector.looks
    assert whole == (0, 0, 4000, 3000)
    assert first == looks.photo
    assert 1 <= len(closer) <= looks.crops
    tall = float(np.median(sizes(found.index_quads)[:, 1]))
    for (left, top, right, bottom), longest in closer:
        assert longest <= looks.side + 32
        scale = longest / max(right - left, bottom - top)
        assert tall * scale == pytest.approx(looks.wanted, rel=0.15)
        assert right < 1200
        assert bottom < 1000


def test_cards_all_over_a_large_photo_take_few_looks() -> None:
    table = hand(4000, 3000, 100, 13, 8, at=(600, 600))
    detector = FakeDetector(table)
    found = look(detector, table.image, Looks())
    assert len(found.index_scores) == 2 * 13 * 8
    assert len(detector.looks) <= 1 + Looks().crops


def test_faces_without_indices_are_looked_at_from_closer() -> None:
    table = hand(3000, 2000, 240, 3, at=(900, 700))
    detector = FakeDetector(table, least=20)
    found = look(detector, table.image, Looks())
    assert len(detector.looks) == 2
    assert len(found.index_scores) == 6
    assert len(found.face_scores) == 3


def test_nothing_found_in_a_large_photo_is_looked_for_from_closer_and_from_afar() -> None:
    table = Table(3000, 2000)
    detector = FakeDetector(table)
    assert len(look(detector, table.image, Looks())) == 0
    assert 2 <= len(detector.looks) <= 2 + Looks().crops
    assert min(longest for _, longest in detector.looks) == Looks().far


def test_nothing_found_in_a_small_photo_is_looked_for_from_afar_alone() -> None:
    table = Table(800, 600)
    detector = FakeDetector(table)
    look(detector, table.image, Looks())
    assert [longest for _, longest in detector.looks] == [800, Looks().far]


def test_a_card_that_fills_the_photo_is_looked_at_from_afar() -> None:
    table = Table(1600, 2200)
    table.lay("Q", "H", card_quad(800, 1100, 1500))
    detector = FakeDetector(table)
    found = look(detector, table.image, Looks())
    assert len(detector.looks) == 2
    assert detector.looks[1][1] <= Looks().far
    assert len(found.index_scores) == 2


def test_small_pictures_are_enlarged() -> None:
    table = hand(160, 160, 60, 1)
    detector = FakeDetector(table)
    look(detector, table.image, Looks())
    assert detector.looks[0][1] == Looks().least
