"""Indices that the detector found askew, or twice, still make each card once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.fakes import FakeDetector, FakeReader, Table, card_quad
from vision.reading import Reader
from vision.types import Floats, IndexReading, Reading, Sightings

CARDS = [("A", "H"), ("9", "C"), ("Q", "D"), ("4", "S")]


def turned(quads: Floats, about: Floats, degrees: float) -> Floats:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return ((quads - about) @ np.array([[c, s], [-s, c]]) + about).astype(np.float32)


def spread_of_four_corners(
    first: tuple[int, ...] = (0, 1, 2, 3),
) -> tuple[Table, Reader, Sightings, list[IndexReading]]:
    """Cards side by side, four corners of each in sight but for the first, outlines known from the indices alone."""
    table = Table(1000, 400)
    for number, (glyph, suit) in enumerate(CARDS):
        corners = (0, 1, 2, 3) if number else first
        table.lay(glyph, suit, card_quad(140 + 230 * number, 200, 150), corners=corners, face=False)
    reader = Reader(FakeDetector(table), FakeReader())  # type: ignore[arg-type]
    found = table.sightings()
    return table, reader, found, reader.identify(table.image, found.index_quads)


def seen(table: Table, reader: Reader, found: Sightings, readings: list[IndexReading]) -> Reading:
    moved = [replace(reading, quad=quad) for reading, quad in zip(readings, found.index_quads, strict=True)]
    return reader.settle(table.image, found, moved)


def names(reading: Reading) -> list[str]:
    return sorted(str(card.card) for card in reading.cards)


@pytest.mark.parametrize("angle", [0, 20, 60, -60])
def test_an_index_askew_is_still_its_cards_in_a_deck_of_four_corners(angle: float) -> None:
    # Of the first card one edge is in sight, as in a spread.
    table, reader, found, readings = spread_of_four_corners((0, 3))
    quads, cards = found.index_quads.copy(), found.index_cards.copy()
    middle = quads[1].mean(axis=0)
    quads[1], cards[1] = turned(quads[1], middle, angle), turned(cards[1], middle, angle)
    reading = seen(table, reader, replace(found, index_quads=quads, index_cards=cards), readings)
    assert names(reading) == ["4S", "9C", "AH", "QD"]
    assert reading.packs == 1


@pytest.mark.parametrize("shift", [2.0, 5.0])
def test_an_index_found_twice_is_one(shift: float) -> None:
    table, reader, found, readings = spread_of_four_corners()
    again = replace(
        found,
        index_quads=np.concatenate([found.index_quads, found.index_quads[:1] + np.float32(shift)]),
        index_cards=np.concatenate([found.index_cards, turned(found.index_cards[:1], found.index_quads[0, 0], 25)]),
        index_scores=np.append(found.index_scores, np.float32(0.6)),
    )
    reading = seen(table, reader, again, [*readings, readings[0]])
    assert names(reading) == ["4S", "9C", "AH", "QD"]
    assert reading.packs == 1
    assert reading.stray == (), "it is the card's, not one that belongs to none"


def test_two_equal_cards_apart_stay_two() -> None:
    table = Table(1000, 400)
    for x in (140, 600):
        table.lay("A", "H", card_quad(x, 200, 150), corners=(0, 1, 2, 3), face=False)
    table.lay("9", "C", card_quad(370, 200, 150), corners=(0, 1, 2, 3), face=False)
    reading = Reader(FakeDetector(table), FakeReader()).read(table.image)  # type: ignore[arg-type]
    assert names(reading) == ["9C", "AH", "AH"]
    assert reading.packs == 2
