"""How often, and where, a picture is looked at."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.fakes import FakeDetector, Table, card_quad
from vision.geometry import sizes
from vision.rows import between, crowded
from vision.scales import Looks, look
from vision.types import Floats, Image, Sightings


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


def fan(pitch: float, count: int = 5) -> Table:
    """Cards 150 px wide of which one corner shows, each so many pixels to the right of the one before."""
    table = Table(1280, 720)
    for number in range(count):
        table.lay("7", "C", card_quad(300 + pitch * number, 360, 150), corners=(0,), face=False)
    return table


class Overlooking(FakeDetector):
    """Sees one index only from close by, and then something beyond the row too."""

    def __init__(self, table: Table, one: int, closest: float, beyond: Floats) -> None:
        super().__init__(table)
        self.one, self.closest, self.beyond = table.indices[one][0], closest, beyond

    def sight(self, image: Image, longest: int) -> Sightings:
        found = super().sight(image, longest)
        (left, top, right, bottom), _ = self.looks[-1]
        close = longest / max(right - left, bottom - top) >= self.closest
        middles = found.index_quads.mean(axis=1) + np.float32((left, top))
        kept = close | (np.linalg.norm(middles - self.one.mean(axis=0), axis=1) > 1)
        rows = {name: getattr(found, name)[kept] for name in ("index_quads", "index_cards", "index_scores")}
        if close:
            rows["index_quads"] = np.concatenate([rows["index_quads"], self.beyond[None] - np.float32((left, top))])
            rows["index_cards"] = np.concatenate([rows["index_cards"], rows["index_cards"][:1]])
            rows["index_scores"] = np.append(rows["index_scores"], np.float32(0.9))
        return Sightings(**rows)


def test_close_fans_are_looked_at_from_closer_for_what_was_overlooked_between_two() -> None:
    table = fan(40)
    beyond = table.indices[0][0] - np.float32((40, 0))
    detector = Overlooking(table, 2, 1.0, beyond)
    found = look(detector, table.image, Looks())
    spots = sorted(found.index_quads.mean(axis=1)[:, 0].tolist())
    assert spots == pytest.approx([index.mean(axis=0)[0] for index, _ in table.indices], abs=0.5)
    assert len(detector.looks) == 2
    (left, top, right, bottom), longest = detector.looks[1]
    tall = float(np.median(sizes(found.index_quads)[:, 1]))
    assert tall * longest / max(right - left, bottom - top) == pytest.approx(Looks().crowded, rel=0.15)


def test_cards_that_lie_loosely_are_looked_at_once() -> None:
    detector = FakeDetector(fan(110))
    look(detector, detector.table.image, Looks())
    assert len(detector.looks) == 1


@pytest.mark.parametrize(
    ("shift", "score", "taken"),
    [((40, 0), 0.6, True), ((40, 0), 0.4, False), ((8, 0), 0.6, False), ((40, 60), 0.6, False), ((-40, 0), 0.6, False)],
    ids=["between two", "hardly seen", "one that was found", "in another row", "beyond the last"],
)
def test_what_stands_between_two_indices_of_a_row(shift: tuple[float, float], score: float, taken: bool) -> None:
    first = np.array([[100, 100], [116, 100], [116, 140], [100, 140]], np.float32)
    row = np.stack([first, first + np.float32((80, 4))])
    found = Sightings(index_quads=row, index_cards=row, index_scores=np.full(2, 0.7, np.float32))
    seen = (first + np.float32(shift))[None]
    more = Sightings(index_quads=seen, index_cards=seen, index_scores=np.full(1, score, np.float32))
    assert (len(between(found, more, 0.5)) == 1) is taken
    if taken:
        three = np.concatenate([row, seen + 4])
        straddling = replace(found, index_quads=three, index_cards=three)
        for before, free in ((0.3, True), (0.5, False)):
            known = replace(straddling, index_scores=np.array([0.7, 0.7, before], np.float32))
            assert (len(between(known, more, 0.5)) == 1) is free, "surely seen it takes the place of what hardly is"
    assert len(between(found, Sightings(), 0.5)) == 0


def test_indices_are_crowded_that_stand_close_beside_one_of_their_row() -> None:
    first = np.array([[100, 100], [116, 100], [116, 140], [100, 140]], np.float32)
    close, loose, upside_down = first + np.float32((50, 0)), first + np.float32((130, 0)), first[[2, 3, 0, 1]]
    larger = (first - 100) * np.float32(2) + np.float32((125, 100))
    assert crowded(np.stack([first, close])).tolist() == [True, True]
    for other in (loose, upside_down + np.float32((50, 0)), larger, first + np.float32((20, 60))):
        assert not crowded(np.stack([first, other])).any()
