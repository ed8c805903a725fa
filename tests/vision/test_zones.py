"""From cards to places: layouts, stock and discard, hands, table cards."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.tables import Camera, card, shuffled
from vision.types import SeenCard
from vision.zones import ZoneError, laid_out, trash

NUMBERS = ["A", *map(str, range(2, 11))]
TURN = {"near": 0.0, "left": 90.0, "far": 180.0, "right": 270.0}


def layout(
    camera: Camera,
    side: str,
    names: list[str],
    rows: tuple[int, ...],
    away: float,
    rng: np.random.Generator,
    sloppy: float,
) -> list[SeenCard]:
    """A layout as its player lays it: slot 1 at the player's own top left; `away` from the table's middle."""
    angle = np.deg2rad(TURN[side])
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    out = []
    slot = 0
    for r, length in enumerate(rows):
        for c in range(length):
            spot = turn @ (np.array([(c - (max(rows) - 1) / 2) * 0.85, away + r * 1.18]) + rng.normal(0, sloppy, 2))
            out.append(card(camera, names[slot], spot[0], spot[1], TURN[side] + rng.normal(0, 40 * sloppy)))
            slot += 1
    return out


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("sides", [("near", "far"), ("left", "right"), ("near", "left", "far", "right"), ("near",)])
def test_trash_layouts_of_any_size_on_any_side(seed: int, sides: tuple[str, ...]) -> None:
    rng = np.random.default_rng(seed)
    camera = Camera(tilt=rng.uniform(0, 0.8), distance=14)
    sizes = [int(rng.integers(5, 11)) for _ in sides]
    away = 1.4 if len(sides) < 3 else 3.4
    cards: list[SeenCard] = []
    truth: list[list[int]] = []
    for side, size in zip(sides, sizes, strict=True):
        rows = (5, size - 5) if size > 5 else (5,)
        truth.append(list(range(len(cards), len(cards) + size)))
        names = [["??", f"{NUMBERS[k]}H"][int(rng.integers(2))] for k in range(size)]
        cards += layout(camera, side, names, rows, away, rng, 0.04)
    cards += [card(camera, "??", -0.5, 0.1, 3), card(camera, "QC", 0.6, 0.0, -8)]
    mixed, where = shuffled(cards, rng)
    table = trash(mixed, len(sides), sizes, sides)
    assert [found.side for found in table.layouts] == list(sides)
    for found, expected in zip(table.layouts, truth, strict=True):
        assert list(found.slots) == [where[k] for k in expected]
    assert (table.stock, table.discard, table.others) == (where[-2], where[-1], ())


@pytest.mark.parametrize(
    ("sides", "rows", "gone"),
    [
        (sides, rows, gone)
        for sides in (("near",), ("near", "far"), ("left", "right"))
        for rows in ((5, 5), (5, 4), (5, 3), (5, 1), (5,))
        for gone in ((), (3,), (2, 12))
        # Of few cards with many unseen it would stay open.
        if 10 * len(gone) <= len(sides) * sum(rows)
    ],
)
def test_how_many_layouts_lie_there_and_of_how_many_slots(
    sides: tuple[str, ...], rows: tuple[int, ...], gone: tuple[int, ...]
) -> None:
    rng = np.random.default_rng(len(sides) + sum(rows))
    camera = Camera(tilt=0.4, distance=14)
    size = sum(rows)
    laid = [one for side in sides for one in layout(camera, side, ["??"] * size, rows, 1.3, rng, 0.03)]
    cards = [one for number, one in enumerate(laid) if number not in gone]
    cards += [card(camera, "??", -0.5, 0.0, 3), card(camera, "QC", 0.6, 0.0, -8)]
    table = laid_out(cards)
    assert {found.side for found in table.layouts} == set(sides)
    assert [len(found.slots) for found in table.layouts] == [size] * len(sides)
    assert (table.stock, table.discard) == (len(cards) - 2, len(cards) - 1)


def test_of_two_readings_as_good_the_table_of_a_moment_before_is_meant() -> None:
    rng = np.random.default_rng(3)
    camera = Camera(tilt=0.4, distance=14)
    cards = layout(camera, "near", ["??"] * 10, (5, 5), 1.3, rng, 0.03)[:8]
    cards += [card(camera, "??", -0.5, 0.0, 3), card(camera, "QC", 0.6, 0.0, -8)]
    assert [len(found.slots) for found in laid_out(cards).layouts] == [8]
    assert [len(found.slots) for found in laid_out(cards, usual=(10,)).layouts] == [10]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("each", [((5, 5), (5, 4)), ((5, 3), (5, 5)), ((5, 2), (5, 4), (5, 3)), ((5, 1), (5,))])
def test_layouts_of_unequal_sizes_are_found_without_their_sizes(seed: int, each: tuple[tuple[int, ...], ...]) -> None:
    rng = np.random.default_rng(seed)
    camera = Camera(tilt=rng.uniform(0.1, 0.6), distance=17)
    sides = ("near", "left", "far")[: len(each)] if len(each) > 2 else ("near", "far")
    away = 3.4 if len(each) > 2 else 1.4
    cards = [
        one
        for side, rows in zip(sides, each, strict=True)
        for one in layout(camera, side, ["??"] * sum(rows), rows, away, rng, 0.03)
    ]
    cards += [card(camera, "??", -0.5, 0.0, 3), card(camera, "QC", 0.6, 0.0, -8)]
    table = laid_out(cards, [len(each)])
    assert [(found.side, len(found.slots)) for found in table.layouts] == [
        (side, sum(rows)) for side, rows in zip(sides, each, strict=True)
    ]
    assert [number for found in table.layouts for number in found.slots] == list(range(len(cards) - 2))
    assert table.fits


def test_unequal_layouts_of_a_moment_before_are_meant_again() -> None:
    rng = np.random.default_rng(3)
    camera = Camera(tilt=0.4, distance=14)
    near = layout(camera, "near", ["??"] * 10, (5, 5), 1.4, rng, 0.03)
    far = layout(camera, "far", ["??"] * 9, (5, 4), 1.4, rng, 0.03)
    # The last of each is missing now: in a hand, or overlooked.
    cards = [*near[:9], *far[:8], card(camera, "??", -0.5, 0.0, 3), card(camera, "QC", 0.6, 0.0, -8)]
    assert [len(found.slots) for found in laid_out(cards, [2]).layouts] == [9, 8]
    assert [len(found.slots) for found in laid_out(cards, [2], usual=(10, 9)).layouts] == [10, 9]


def heap(rng: np.random.Generator, camera: Camera) -> list[SeenCard]:
    """Twelve backs that lie anyhow."""
    return [card(camera, "??", *rng.uniform(-1.5, 1.5, 2), float(rng.uniform(0, 360))) for _ in range(12)]


def test_a_heap_or_a_fan_is_no_layout() -> None:
    rng = np.random.default_rng(4)
    camera = Camera(tilt=0.4, distance=14)
    fan = [card(camera, f"{NUMBERS[k]}H", 0.35 * k - 1.6, 0.0, 0) for k in range(10)]
    for cards in (fan, heap(rng, camera), []):
        with pytest.raises(ZoneError, match="No "):
            laid_out(cards)


@pytest.mark.parametrize("seed", [13, 48, *range(60, 66)])
def test_no_heap_holds_layouts_by_chance(seed: int) -> None:
    """Some cards of a heap lie in rows, and there is a grid near most of the others: too little of it fits."""
    with pytest.raises(ZoneError, match="No "):
        laid_out(heap(np.random.default_rng(seed), Camera(tilt=0.4, distance=14)))


@pytest.mark.parametrize("seed", range(4))
def test_a_card_outlined_askew_lies_in_its_slot_and_is_no_stock(seed: int) -> None:
    rng = np.random.default_rng(seed)
    camera = Camera(tilt=0.3, distance=14)
    cards = layout(camera, "near", ["??"] * 10, (5, 5), 1.4, rng, 0.02) + layout(
        camera, "far", ["??"] * 10, (5, 5), 1.4, rng, 0.02
    )
    slot = int(rng.integers(20))
    middle = cards[slot].corners.mean(axis=0)
    angle = np.deg2rad(40)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    askew = ((cards[slot].corners - middle) @ turn * 0.75 + middle).astype(np.float32)
    cards[slot] = replace(cards[slot], corners=askew)
    cards += [card(camera, "??", 3.2, 0.3, 3), card(camera, "QC", 3.2, -0.9, -8)]
    table = trash(cards, 2, 10, ("near", "far"))
    assert [list(found.slots) for found in table.layouts] == [list(range(10)), list(range(10, 20))]
    assert (table.stock, table.discard) == (20, 21)


@pytest.mark.parametrize("tilt", [0.7, 0.75, 0.8])
def test_backs_that_look_square_from_a_low_camera_are_two_layouts(tilt: float) -> None:
    """Their outlines begin with whichever edge looks shorter, which tells nothing."""
    rng = np.random.default_rng(0)
    camera = Camera(tilt, 14)
    cards = layout(camera, "near", ["??"] * 10, (5, 5), 1.4, rng, 0.03)
    cards += layout(camera, "far", ["??"] * 10, (5, 5), 1.4, rng, 0.03)
    begun = [int(rng.integers(2)) for _ in cards]
    cards = [replace(one, corners=np.roll(one.corners, turn, axis=0)) for one, turn in zip(cards, begun, strict=True)]
    table = trash(cards, 2, 10, ("near", "far"))
    assert [list(found.slots) for found in table.layouts] == [list(range(10)), list(range(10, 20))]


@pytest.mark.parametrize("faces", [0, 1])
def test_what_may_be_a_box_is_no_stock_beside_one_that_surely_is(faces: int) -> None:
    camera = Camera(tilt=0.4)
    rows = [(x, y) for y in (-1.9, -0.7, 2.3, 3.5) for x in range(-2, 3)]
    layouts = [card(camera, "??", float(x), y) for x, y in rows]
    stock, box = card(camera, "??", -3.6, 0.8), card(camera, "??", 0.6, 0.8, 20.0)
    faces_up = [card(camera, "7H", -0.6, 0.8)][:faces]
    cards = [*layouts, replace(box, confidence=0.85), stock, *faces_up]
    assert trash(cards, 2, 10).stock == 21
    # Where nothing is surer, what is there has to do.
    assert trash([*layouts, replace(box, confidence=0.85), *faces_up], 2, 10).stock == 20


def test_a_face_nobody_can_read_is_the_stock_where_no_back_is_seen() -> None:
    camera = Camera(0.3, 14)
    cards = layout(camera, "near", ["??"] * 5, (5,), 1.4, np.random.default_rng(0), 0.02)
    blank = replace(card(camera, "??", 0.5, 0.0, 3), side="up", confidence=0.2)
    named = card(camera, "QC", -0.5, 0.0, 3)
    assert trash([*cards, blank], 1, 5, ("near",)).stock == 5
    table = trash([*cards, named, blank], 1, 5, ("near",))
    assert (table.stock, table.discard) == (6, 5)
    assert trash([*cards, named], 1, 5, ("near",)).discard == 5


def test_lines_on_the_table_that_look_like_an_index_are_no_pile() -> None:
    camera = Camera(0.3, 14)
    cards = layout(camera, "near", ["??"] * 5, (5,), 1.4, np.random.default_rng(0), 0.02)
    stock, named = card(camera, "??", 0.5, 0.0, 3), card(camera, "QC", -0.5, 0.0, 3)
    lines = replace(card(camera, "??", 0.9, 0.1, 30), side="up", confidence=0.4, corners_from="index")
    assert trash([*cards, stock, lines], 1, 5, ("near",)).discard is None
    table = trash([*cards, stock, lines, named], 1, 5, ("near",))
    assert (table.stock, table.discard, table.others) == (5, 7, (6,))
    # Of a card that shows its face at least something lies there.
    assert trash([*cards, stock, replace(lines, corners_from="face")], 1, 5, ("near",)).discard == 6


def test_sides_are_found_without_being_named() -> None:
    rng = np.random.default_rng(1)
    camera = Camera(0.5)
    cards = layout(camera, "near", ["??"] * 9, (5, 4), 1.4, rng, 0.03) + layout(
        camera, "far", ["??"] * 9, (5, 4), 1.4, rng, 0.03
    )
    table = trash(cards, 2, 9)
    assert [(found.side, list(found.slots)) for found in table.layouts] == [
        ("near", list(range(9))),
        ("far", list(range(9, 18))),
    ]
    assert table.stock is None
    assert table.discard is None


def test_eight_slots_may_lie_in_two_fours() -> None:
    rng = np.random.default_rng(2)
    cards = layout(Camera(0.4), "near", ["??"] * 8, (4, 4), 1.0, rng, 0.03)
    assert trash(cards, 1, 8).layouts[0].slots == tuple(range(8))


def test_a_slot_without_a_card_is_unknown_and_the_others_keep_their_numbers() -> None:
    rng = np.random.default_rng(2)
    cards = layout(
        Camera(0.4), "near", ["AH", "??", "3H", "??", "??", "6C", "??", "??", "??", "10S"], (5, 5), 1.0, rng, 0.03
    )
    missing = [c for k, c in enumerate(cards) if k not in (3, 7)]
    table = trash(missing, 1, 10)
    assert table.layouts[0].slots == (0, 1, 2, None, 3, 4, 5, None, 6, 7)
    layouts, discard = table.to_observation()
    assert [str(place) for place in layouts["near"]] == ["AH", "??", "3H", "--", "??", "6C", "??", "--", "??", "10S"]
    assert str(discard) == "--"


@pytest.mark.parametrize("tilt", [0.0, 0.3, 0.6])
@pytest.mark.parametrize("missing", [5, 3])
def test_piles_beside_a_layout_are_none_of_its_slots_though_one_of_those_was_not_seen(
    tilt: float, missing: int
) -> None:
    camera, rng = Camera(tilt=tilt, distance=14), np.random.default_rng(3)
    near = layout(camera, "near", ["??"] * 6, (5, 1), 1.25, rng, 0.02)
    far = layout(camera, "far", ["??"] * 6, (5, 1), 1.25, rng, 0.02)
    unseen = [*far[:missing], *far[missing + 1 :]]
    # A row step from the far player's own top row, and in its columns.
    piles = [card(camera, "??", -0.42, 0.05), card(camera, "7C", 0.43, 0.05)]
    found = trash([*near, *unseen, *piles], 2, 6)
    assert (found.stock, found.discard) == (11, 12)
    assert found.layouts[0].slots == (0, 1, 2, 3, 4, 5)
    numbers = iter(range(6, 11))
    assert found.layouts[1].slots == tuple(None if slot == missing else next(numbers) for slot in range(6))


def test_three_layouts_where_two_players_were_given() -> None:
    rng = np.random.default_rng(2)
    cards: list[SeenCard] = []
    for side in ("near", "left", "far"):
        cards += layout(Camera(0.3, 16), side, ["??"] * 10, (5, 5), 3.4, rng, 0.03)
    with pytest.raises(ZoneError, match="3 layouts lie on the table, where 2 players are expected"):
        trash(cards, 2)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("side", ["near", "far", "left", "right"])
@pytest.mark.parametrize("slots", [5, 4])
@pytest.mark.parametrize("piles", [True, False])
def test_one_layout_is_not_read_as_two_players_rows(seed: int, side: str, slots: int, piles: bool) -> None:
    rng = np.random.default_rng(seed)
    camera = Camera(rng.uniform(0, 0.7), 14)
    cards = layout(camera, side, ["??"] * 10, (5, 5), 0.8, rng, 0.03)
    if piles:
        cards += [card(camera, "??", -3.4, 0.2, 2), card(camera, "QC", -3.3, 1.4, -5)]
    with pytest.raises(ZoneError, match="1 layout lies on the table, where 2 players are expected") as raised:
        trash(cards, 2, slots)
    assert raised.value.params["found"] == 1


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("sides", [("near", "far"), ("left", "right")])
@pytest.mark.parametrize("sizes", [(5, 5), (4, 5), (3, 3), (2, 4)])
def test_two_players_short_rows_are_two_layouts(seed: int, sides: tuple[str, str], sizes: tuple[int, int]) -> None:
    rng = np.random.default_rng(seed)
    camera = Camera(rng.uniform(0, 0.7), 14)
    cards: list[SeenCard] = []
    truth = []
    for side, size in zip(sides, sizes, strict=True):
        truth.append(list(range(len(cards), len(cards) + size)))
        # Rows as close as two players with the piles at the side lay them.
        cards += layout(camera, side, ["??"] * size, (size,), 0.75, rng, 0.03)
    table = trash(cards, 2, sizes, sides)
    assert [list(found.slots) for found in table.layouts] == truth


@pytest.mark.parametrize(("players", "slots"), [(2, 10), (1, 10)])
def test_no_layout_is_said(players: int, slots: int) -> None:
    cards = [card(Camera(), "AH", 0, 0), card(Camera(), "KD", 3, 1, 40)]
    with pytest.raises(
        ZoneError, match=r"No layouts .* were found among 2 cards" if players == 2 else "No layout .* among 2 cards"
    ):
        trash(cards, players, slots)


@pytest.mark.parametrize("kwargs", [{"players": 0}, {"players": 5}, {"slots": (10,)}, {"slots": 11}])
def test_impossible_tables_are_refused(kwargs: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"players|slots"):
        trash([card(Camera(), "AH", 0, 0)], **kwargs)  # type: ignore[arg-type]
