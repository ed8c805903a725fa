"""Tiles that pass for face-down cards are told from backs that stand out from the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.outline import contrasts
from vision.tiles import Tiles, without_paving
from vision.types import Floats, Image, SeenCard

SIDE = 180


def tiled(seed: int = 2, bold: float = 90) -> Image:
    """Tiles with dark joints between them, speckled as boldly as that."""
    rng = np.random.default_rng(seed)
    speckles = cv2.GaussianBlur(rng.normal(0, bold, (720, 1280, 3)), (0, 0), 2.5)
    image = np.clip(110 + 2 * speckles, 0, 255).astype(np.uint8)
    for at in range(0, 1280, SIDE):
        image[:, max(at - 3, 0) : at + 3] = 15
        image[max(at - 3, 0) : at + 3] = 15
    return image


def tile(across: int, down: int, confidence: float = 0.9) -> SeenCard:
    x, y = SIDE * across, SIDE * down
    quad = np.array([(x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE)], np.float32)
    return SeenCard(None, "down", confidence, quad)


def back(image: Image, x: int, y: int, confidence: float = 0.8) -> SeenCard:
    """A blue back with a white border, painted; it is 80 wide and 112 high."""
    image[y : y + 112, x : x + 80] = 240
    image[y + 6 : y + 106, x + 6 : x + 74] = (150, 60, 40)
    quad = np.array([(x, y), (x + 80, y), (x + 80, y + 112), (x, y + 112)], np.float32)
    return SeenCard(None, "down", confidence, quad)


def turned(quad: Floats, degrees: float) -> Floats:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    middle = quad.mean(axis=0)
    return np.asarray((quad - middle) @ np.array([[c, s], [-s, c]]) + middle, np.float32)


def among(tiles: Tiles, image: Image, cards: list[SeenCard]) -> list[bool]:
    return tiles.among(image, cards, [card.corners for card in cards])


def test_a_back_stands_out_on_all_sides_and_a_tile_on_none() -> None:
    image = tiled()
    card = back(image, 500, 300)
    assert contrasts(image, card.corners)[0].min() > 1.5
    contrast, _, middles = contrasts(image, tile(5, 1).corners)
    assert contrast.max() < 0.8
    assert ((middles - tile(5, 1).corners.mean(axis=0)) ** 2).sum(axis=1).min() > (SIDE / 2) ** 2


def test_tiles_are_no_cards_where_backs_stand_out() -> None:
    image = tiled()
    cards = [back(image, 460, 200), back(image, 640, 420), tile(1, 1), tile(5, 2), tile(0, 0)]
    assert among(Tiles(), image, cards) == [False, False, True, True, True]


def test_what_was_seen_once_is_remembered_and_two_looks_at_one_back_are_one() -> None:
    image = tiled()
    first, second, square = back(image, 460, 200), back(image, 640, 420), tile(5, 2)
    tiles = Tiles()
    for _ in range(3):
        assert among(tiles, image, [first, square]) == [False, False]
    assert among(tiles, image, [second]) == [False]
    assert among(tiles, image, [square]) == [True]


def test_where_no_back_stands_out_nothing_is_said() -> None:
    image = tiled()
    assert among(Tiles(), image, [tile(1, 1), tile(5, 2), tile(3, 2)]) == [False, False, False]
    faint = [back(image, 460, 200, 0.3), back(image, 640, 420, 0.3), tile(1, 1)]
    assert among(Tiles(), image, faint) == [False, False, False]


def test_a_back_among_backs_is_one() -> None:
    image = tiled()
    block = [back(image, 300 + 81 * k, 200 + 113 * row) for row in range(3) for k in range(3)]
    clear = [back(image, 800, 300), back(image, 1000, 300)]
    assert among(Tiles(), image, [*block, *clear]) == [False] * 11


def test_an_arm_beside_a_tile_makes_no_card_of_it() -> None:
    image = tiled()
    cards = [back(image, 460, 200), back(image, 640, 420), tile(5, 2)]
    image[2 * SIDE : 3 * SIDE, 6 * SIDE : 6 * SIDE + 60] = (90, 130, 200)
    assert (contrasts(image, tile(5, 2).corners)[0] > 1.2).sum() == 1
    assert among(Tiles(), image, cards) == [False, False, True]


def test_a_back_on_a_bold_pattern_is_one() -> None:
    """Its white border differs from the cloth by less than the cloth does from itself."""
    image = np.full((720, 1280, 3), 225, np.uint8)
    down, across = np.mgrid[:720, :640]
    image[:, :640][(down + across) % 40 < 16] = 20
    cards = [back(image, 800, 200), back(image, 1000, 420), back(image, 310, 200), back(image, 130, 330)]
    least = [contrasts(image, card.corners)[0].max() for card in cards[2:]]
    assert max(least) < 1.8
    assert among(Tiles(), image, cards) == [False] * 4


def test_cards_that_face_up_are_left_alone() -> None:
    image = tiled()
    cards = [back(image, 460, 200), back(image, 640, 420)]
    up = SeenCard(None, "up", 0.3, tile(1, 1).corners)
    assert among(Tiles(), image, [*cards, up]) == [False, False, False]
    assert among(Tiles(), image, [up]) == [False]


def test_a_floor_of_tiles_is_told_by_itself_where_they_lie_straight() -> None:
    """One back alone stands out, as the stock of a table does: it tells nothing of how backs lie there."""
    image = tiled(bold=10)
    stock = back(image, 420, 230)
    tiles = [tile(across, 1, 0.5) for across in (0, 1, 4, 5)]
    assert without_paving(image, [*tiles, stock]) == [stock]
    assert without_paving(image, [*tiles[:3], stock]) == [*tiles[:3], stock], "they are too few"
    askew = [replace(one, corners=turned(one.corners, (-1) ** row * 2.0)) for row, one in enumerate(tiles)]
    assert without_paving(image, [*askew, stock]) == [*askew, stock], "a hand may have laid them"
    assert without_paving(tiled(), tiles) == tiles, "they are printed like backs"
    surely = [replace(one, confidence=0.9) for one in tiles]
    assert without_paving(image, surely) == surely, "they are backs, whatever the picture shows"


def test_a_floor_once_seen_is_remembered() -> None:
    image, known = tiled(bold=10), Tiles()
    stock = back(image, 420, 230)
    assert among(known, image, [tile(across, 1, 0.5) for across in (0, 1, 4, 5)]) == [True] * 4
    assert among(known, image, [tile(5, 2, 0.5), stock]) == [True, False]
    assert among(Tiles(), image, [tile(5, 2, 0.5), stock]) == [False, False]


def test_a_floor_is_told_by_what_looks_at_parts_of_it_showed_one_after_the_other() -> None:
    image = tiled(bold=10)
    stock = back(image, 420, 230)
    places = [(1, 0), (4, 0), (1, 1), (4, 1), (5, 1), (2, 2)]
    tiles = [tile(across, down, 0.5) for across, down in places]

    def told(looked_at: Sequence[SeenCard]) -> list[bool]:
        known = Tiles()
        return [among(known, image, [one, stock])[0] for one in looked_at]

    assert told(tiles) == [False] * 5 + [True]
    assert told(tiles[:3] * 3) == [False] * 9, "three places remain three, however often they are looked at"
    askew = [replace(one, corners=turned(one.corners, (-1) ** row * 2.0)) for row, one in enumerate(tiles)]
    assert told(askew) == [False] * 6, "a hand may have laid them"
    assert told([replace(one, confidence=0.9) for one in tiles]) == [False] * 6, "they are backs"


def test_tiles_that_stand_out_as_backs_do_are_told_by_the_net_they_lie_in() -> None:
    image = np.full((720, 1280, 3), 20, np.uint8)
    tiles = [(across, down) for across in range(7) for down in range(4)]
    for across, down in tiles:
        image[down * SIDE + 8 : (down + 1) * SIDE - 8, across * SIDE + 8 : (across + 1) * SIDE - 8] = 190
    floor = [replace(tile(*at), corners=inset(tile(*at).corners, 8)) for at in tiles if at not in [(2, 1), (3, 1)]]
    stock, other = back(image, 420, 230), back(image, 600, 240)
    known = Tiles()
    cards = [*floor, stock, other]
    assert among(known, image, cards) == [True] * len(floor) + [False, False]
    # A look at a part of the table shows too few to tell.
    assert among(known, image, [floor[5], stock]) == [True, False]
    assert among(Tiles(), image, [floor[5], stock]) == [False, False]
    # A photo shows them all at once.
    up = replace(floor[3], side="up")
    assert without_paving(image, [*floor, up, stock, other]) == [up, stock, other]
    assert without_paving(image, [*floor[:8], stock]) == [*floor[:8], stock], "they are too few"


def inset(quad: Floats, by: float) -> Floats:
    middle = quad.mean(axis=0)
    return np.asarray(quad - np.sign(quad - middle) * by, np.float32)
