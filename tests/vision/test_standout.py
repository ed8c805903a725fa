"""Rectangles of one size and print that stand out from a table are face-down cards; others are not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.standout import standing_out, with_standing_out
from vision.types import Floats, Image, SeenCard

WIDE, TALL = 84, 118
PLACES = [(150 + 120 * column, 150 + 190 * row, 4.0 * (column - row)) for row in range(2) for column in range(4)]


def blocks(seed: int) -> Image:
    """A bold print that runs to the edge."""
    noise = np.random.default_rng(seed).integers(0, 2, (14, 10, 1)) * 230 + 10
    small = np.asarray(np.repeat(noise, 3, axis=2), dtype=np.uint8)
    return np.asarray(cv2.resize(small, (WIDE, TALL), interpolation=cv2.INTER_NEAREST))


def outline(x: float, y: float, degrees: float, size: float = 1.0) -> Floats:
    box = cv2.boxPoints(((x, y), (size * WIDE, size * TALL), degrees))
    return np.asarray(box, dtype=np.float32)


def table(prints: list[Image], size: float = 1.0, ground: Image | None = None) -> Image:
    """Sheets on a table that is lit from one corner."""
    rng = np.random.default_rng(5)
    if ground is None:
        light = np.linspace(0.55, 1.1, 800)[None, :, None] * np.linspace(0.8, 1.0, 500)[:, None, None]
        ground = np.asarray((np.array([150.0, 110.0, 90.0]) * light).clip(0, 255), dtype=np.uint8)
    picture = ground.copy()
    for sheet, (x, y, degrees) in zip(prints, PLACES, strict=False):
        corners = np.float32([[0, 0], [WIDE, 0], [WIDE, TALL], [0, TALL]])
        there = corners - (WIDE / 2, TALL / 2)
        turn = np.deg2rad(degrees)
        there = size * there @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + (x, y)
        onto = cv2.getPerspectiveTransform(corners, there.astype(np.float32))
        laid = cv2.warpPerspective(sheet, onto, (800, 500), flags=cv2.INTER_AREA)
        inside = cv2.warpPerspective(np.full((TALL, WIDE), 255, np.uint8), onto, (800, 500)) > 127
        picture[inside] = laid[inside]
    return np.asarray((picture + rng.normal(0, 3, picture.shape)).clip(0, 255), dtype=np.uint8)


@pytest.mark.parametrize("count", [4, 8])
def test_backs_of_a_bold_print_are_found_by_being_several(count: int) -> None:
    found = standing_out(table([blocks(1)] * count))
    assert len(found) == count
    for x, y, degrees in PLACES[:count]:
        true = outline(x, y, degrees)
        [card] = [card for card in found if np.linalg.norm(card.corners.mean(axis=0) - (x, y)) < 20]
        off = np.linalg.norm(card.corners[:, None] - true, axis=-1).min(axis=1)
        assert off.max() < 8, "its corners lie where they do"
        assert card.side == "down"
        first, second = np.linalg.norm(np.diff(card.corners[:3], axis=0), axis=1)
        assert first < second, "the short edge comes first, as of any card"


def test_beside_cards_that_are_known_others_are_found() -> None:
    known = [outline(*place) for place in PLACES[:3]]
    assert len(standing_out(table([blocks(1)] * 8), known)) == 5


@pytest.mark.parametrize(("confidence", "left"), [(0.2, 8), (0.9, 7)], ids=["faintly seen", "surely seen"])
def test_what_stands_out_replaces_what_was_faintly_seen_across_it(confidence: float, left: int) -> None:
    """A detector that hardly knows such backs draws them across two of them."""
    astray = SeenCard(None, "down", confidence, outline(*PLACES[0]) + np.float32([20, 40]))
    found = with_standing_out(table([blocks(1)] * 8), [astray])
    assert (astray in found) == (left == 7)
    assert len([card for card in found if card is not astray]) == left


@pytest.mark.parametrize(("size", "found"), [(1.0, 4), (1.7, 0)], ids=["as large", "far larger"])
def test_what_has_not_the_size_of_the_cards_that_lie_there_is_none(size: float, found: int) -> None:
    """The keys of a keyboard stand out, and are alike."""
    known = [SeenCard(None, "up", 0.95, outline(x, 385, 0, size)) for x in (140, 400, 660)]
    cards = with_standing_out(table([blocks(1)] * 4), known)
    assert len(cards) - len(known) == found


@pytest.mark.parametrize(
    "prints",
    [[blocks(1)] * 3, [blocks(seed) for seed in range(8)], [np.full((TALL, WIDE, 3), 240, np.uint8)] * 8],
    ids=["three", "each another", "plain paper"],
)
def test_what_is_not_several_of_one_print_is_none(prints: list[Image]) -> None:
    assert standing_out(table(prints)) == []


def test_the_tiles_of_a_table_are_none() -> None:
    tile = cv2.copyMakeBorder(blocks(2), 3, 3, 3, 3, cv2.BORDER_CONSTANT, value=(90, 110, 150))
    ground = np.tile(tile, (6, 11, 1))[:500, :800]
    assert standing_out(table([], ground=np.asarray(ground, dtype=np.uint8))) == []


def test_the_motifs_of_a_cloth_are_none() -> None:
    """Joined they would be rectangles."""
    ground = np.full((500, 800, 3), (60, 150, 230), np.uint8)
    for x in range(40, 800, 110):
        for y in range(60, 480, 120):
            for turn in np.arange(0, np.pi, np.pi / 4):
                for spot in (x, x + 34):
                    along = np.array([np.cos(turn), np.sin(turn)]) * 18
                    ends = [tuple(int(v) for v in np.array([spot, y]) + sign * along) for sign in (1, -1)]
                    cv2.line(ground, ends[0], ends[1], (200, 90, 160), 4)
    assert standing_out(table([], ground=ground)) == []


def test_an_empty_table_and_an_even_picture_show_none() -> None:
    assert standing_out(table([])) == []
    assert standing_out(np.zeros((300, 400, 3), np.uint8)) == []


def test_what_lies_as_straight_as_no_hand_lays_it_is_the_tables_own() -> None:
    picture = table([])
    for number in range(8):
        x, y = 60 + 170 * (number % 4), 60 + 200 * (number // 4)
        picture[y : y + TALL, x : x + WIDE] = blocks(1)
    assert standing_out(picture) == []
