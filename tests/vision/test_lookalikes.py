"""Backs that were passed over are found by those that were not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.backs import passed_over
from vision.geometry import UNIT, overlap_ratio
from vision.lookalikes import lookalikes, resembles
from vision.types import Floats, Image, SeenCard

WIDE, TALL = 60.0, 84.0
CAMERA = np.array([[1.0, 0.1, 30.0], [0.02, 0.85, 40.0], [1e-5, 4e-4, 1.0]])
PLACES = [(x, y) for y in (60, 180, 300) for x in (60, 150, 240, 330)]


def back(seed: int, even: bool = False) -> Image:
    """A print that half a turn does not change; or hardly any."""
    rng = np.random.default_rng(seed)
    coarse = rng.integers(0, 255, (9, 7, 3)).astype(np.uint8)
    print_ = cv2.resize(coarse, (120, 168), interpolation=cv2.INTER_CUBIC)
    print_[84:] = print_[:84][::-1, ::-1]
    return np.asarray(np.full_like(print_, 120) if even else print_, np.uint8)


def outline(x: float, y: float, degrees: float = 0.0) -> Floats:
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = ((UNIT - 0.5) * (WIDE, TALL)) @ turn.T + (x, y)
    return np.asarray(cv2.perspectiveTransform(corners[None], CAMERA)[0], np.float32)


def table(prints: list[Image], outlines: list[Floats], seed: int = 0) -> Image:
    """Prints laid in their outlines on a patterned cloth, seen slantwise."""
    rng = np.random.default_rng(seed)
    cloth = cv2.resize(rng.integers(60, 200, (40, 50, 3)).astype(np.uint8), (500, 400))
    image = np.asarray(cloth, np.uint8)
    for shown, quad in zip(prints, outlines, strict=True):
        height, width = shown.shape[:2]
        corners = (UNIT * (width, height)).astype(np.float32)
        onto = cv2.getPerspectiveTransform(corners, quad)
        laid = cv2.warpPerspective(shown, onto, (500, 400), flags=cv2.INTER_AREA)
        covered = cv2.warpPerspective(np.full((height, width), 255, np.uint8), onto, (500, 400))
        image[covered > 127] = laid[covered > 127]
    return np.clip(image + rng.normal(0, 4, image.shape), 0, 255).astype(np.uint8)


@pytest.fixture
def dealt() -> list[Floats]:
    rng = np.random.default_rng(3)
    return [outline(x + rng.normal(0, 3), y + rng.normal(0, 3), rng.normal(0, 4)) for x, y in PLACES]


def test_all_others_are_found_where_they_lie(dealt: list[Floats]) -> None:
    image = table([back(1)] * 12, dealt)
    found = lookalikes(image, dealt[2:6], dealt[2:6])
    assert len(found) == 8
    for quad in dealt[:2] + dealt[6:]:
        assert max(overlap_ratio(one.corners, quad) for one in found) > 0.75
    assert min(one.likeness for one in found) > 0.85


def test_cards_of_another_print_are_none_and_covered_ones_are_left(dealt: list[Floats]) -> None:
    image = table([back(1)] * 8 + [back(2)] * 4, dealt)
    found = lookalikes(image, dealt[:4], dealt[:4])
    assert len(found) == 4
    assert all(max(overlap_ratio(one.corners, quad) for one in found) < 0.2 for quad in dealt[8:])
    # What a known card lies on is not asked for.
    above = [outline(*place) + np.float32(12) for place in PLACES[4:8]]
    assert lookalikes(image, dealt[:4], [*dealt[:4], *above]) == []


@pytest.mark.parametrize(
    ("known", "even", "first"),
    [(2, False, 1), (4, True, 1), (4, False, None)],
    ids=["too few are known", "nothing is printed on them", "they are unlike each other"],
)
def test_without_enough_to_go_by_nothing_is_found(
    dealt: list[Floats], known: int, even: bool, first: int | None
) -> None:
    prints = [back(number if first is None else first, even) for number in range(12)]
    assert lookalikes(table(prints, dealt), dealt[:known], dealt[:known]) == []


def test_a_place_resembles_the_backs_or_it_does_not(dealt: list[Floats]) -> None:
    image = table([back(1)] * 6 + [back(2)] * 6, dealt)
    assert resembles(image, dealt[5], dealt[:4])
    assert resembles(image, np.roll(dealt[5], 2, axis=0), dealt[:4])
    assert not resembles(image, dealt[6], dealt[:4])
    assert not resembles(image, outline(450, 60), dealt[:4])
    assert not resembles(image, dealt[5], dealt[:2])


def test_they_are_as_likely_as_those_they_are_like(dealt: list[Floats]) -> None:
    image = table([back(1)] * 12, dealt)
    down = [SeenCard(None, "down", confidence, quad) for confidence, quad in zip((0.3, 0.4, 0.6), dealt, strict=False)]
    found = passed_over(image, down)
    assert len(found) == 9
    assert all(0.3 < card.confidence <= 0.4 and card.side == "down" for card in found)
    faint = [SeenCard(None, "down", 0.1, card.corners) for card in down]
    assert passed_over(image, faint) == []


def test_what_looks_alike_at_more_places_than_a_pack_has_cards_is_the_tables(
    dealt: list[Floats], monkeypatch: pytest.MonkeyPatch
) -> None:
    image = table([back(1)] * 12, dealt)
    down = [SeenCard(None, "down", 0.6, quad) for quad in dealt[:3]]
    for most, found in ((12, 9), (11, 0)):
        monkeypatch.setattr("vision.backs._WHOLE_PACK", most)
        assert len(passed_over(image, down)) == found
