"""Where the players of Trash sit, and what is said of a table that does not fit the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from datasets.film.trash import trash_script
from rules.trash import Rules
from service.following import follower
from service.following.found import Found
from service.following.seats import Seats
from tests.service.scripted import states
from tests.vision.tables import Camera, card
from tests.vision.test_zones import layout
from vision.table import TableState, Tracked
from vision.types import SeenCard

SIZES: list[tuple[int, ...]] = []
"""Found out."""
TOLD = [(10, 10)]


def state(time: float, cards: Sequence[SeenCard]) -> TableState:
    """A table that has settled."""
    tracked = tuple(Tracked(k, one, 0.0) for k, one in enumerate(cards))
    return TableState(time, tracked, (), True, True, False, False, "en", (1280, 720))


def dealt(seed: int, sides: Sequence[str], rows: tuple[int, ...], away: float, piles: bool = True) -> list[SeenCard]:
    """Layouts and, beside or between them, the stock and a discard."""
    rng = np.random.default_rng(seed)
    camera = Camera(rng.uniform(0.1, 0.6), 15)
    cards = [one for side in sides for one in layout(camera, side, ["??"] * sum(rows), rows, away, rng, 0.03)]
    if piles:
        x = 0.0 if away > 1.2 else -3.6
        cards += [card(camera, "??", x - 0.5, 0.0, 2), card(camera, "QC", x + 0.5, 0.0, -5)]
    return cards


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("side", ["near", "far"])
@pytest.mark.parametrize("piles", [True, False])
def test_a_lone_layout_is_not_two(seed: int, side: str, piles: bool) -> None:
    seats = Seats(2)
    cards = dealt(seed, [side], (5, 5), 0.8, piles)
    said: list[dict[str, Any]] = []
    for step in range(30):
        assert seats.find(state(0.3 * step, cards), SIZES) is None
        said += seats.complaint(0.3 * step)
    assert [one["after"]["sentence"] for one in said] == [
        "1 layout lies on the table, where 2 players are expected, each with a layout in the picture."
    ]


@pytest.mark.parametrize("sizes", [SIZES, TOLD], ids=["found out", "told"])
@pytest.mark.parametrize("players", [2, 3])
def test_a_lone_layout_and_its_piles_are_not_the_gappy_layouts_of_several(players: int, sizes: Any) -> None:
    """The stock and the discard may pass for slots, and then nearly all of two layouts is there."""
    camera = Camera(0.4, 15)
    rng = np.random.default_rng(5)
    cards = layout(camera, "near", ["??"] * 10, (5, 5), 0.8, rng, 0.03)
    cards += [card(camera, "??", -0.4, -0.55, 2), card(camera, "QC", 0.4, -0.55, -2)]
    seats = Seats(players)
    said: list[dict[str, Any]] = []
    for step in range(14):
        assert seats.find(state(0.9 * step, cards), [(one[0],) * players for one in sizes]) is None
        said += seats.complaint(0.9 * step)
    told = [one["after"]["sentence"] for one in said]
    assert told == [
        f"1 layout lies on the table, where {players} players are expected, each with a layout in the picture."
    ]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rows", [(5, 5), (5, 4), (5, 2), (5,), (4,), (3,)])
@pytest.mark.parametrize("sides", [("near", "far"), ("left", "right")])
def test_layouts_of_any_size_are_found_without_their_sizes(seed: int, rows: tuple[int, ...], sides: Any) -> None:
    cards = dealt(seed, sides, rows, 1.4)
    found = Seats(2).find(state(1.0, cards), SIZES)
    assert found is not None
    assert found.whole
    assert found.sides == sides
    assert [len(row) for row in found.cards] == [sum(rows)] * 2
    assert [one.id for row in found.cards for one in row if one is not None] == list(range(2 * sum(rows)))
    assert found.stock is not None
    assert found.stock.id == 2 * sum(rows)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("sides", [("near", "far"), ("left", "right")])
@pytest.mark.parametrize("each", [((5, 5), (5, 4)), ((5, 4), (5, 5)), ((5, 5), (5, 3)), ((5, 1), (5,)), ((4,), (5,))])
def test_layouts_of_unequal_sizes_are_found_without_their_sizes(
    seed: int, sides: tuple[str, str], each: tuple[tuple[int, ...], ...]
) -> None:
    """As most are in a match that goes on; with the piles in their midst, and a discard on them or none yet."""
    rng = np.random.default_rng(seed)
    camera = Camera(rng.uniform(0.1, 0.6), 15)
    cards = [
        one
        for side, rows in zip(sides, each, strict=True)
        for one in layout(camera, side, ["??"] * sum(rows), rows, 1.4, rng, 0.03)
    ]
    cards += [card(camera, "??", -0.5, 0.0, 2), card(camera, "QC", 0.5, 0.0, -5)][: 1 + seed % 2]
    seats = Seats(2)
    assert seats.find(state(1.0, cards), SIZES) is None, "equal ones may come to light yet"
    found = seats.find(state(4.5, cards), SIZES)
    assert found is not None
    assert found.sides == sides
    assert [len(row) for row in found.cards] == [sum(rows) for rows in each]
    assert [one.id for row in found.cards for one in row if one is not None] == list(range(len(cards) - 1 - seed % 2))
    assert not seats.complaint(4.5)


def test_layouts_that_are_being_dealt_are_not_taken_for_smaller_ones() -> None:
    """One card after the other from a pack that lies on the table; in the end all are there."""
    rng = np.random.default_rng(1)
    camera = Camera(0.3, 15)
    near, far = (layout(camera, side, ["??"] * 6, (5, 1), 1.4, rng, 0.03) for side in ("near", "far"))
    order = [one for pair in zip(near, far, strict=True) for one in pair]
    pack = card(camera, "??", 0.0, 0.0, 2)
    seats = Seats(2)
    for dealt in range(13):
        for step in range(4):
            found = seats.find(state(1.5 * dealt + 0.3 * step, [pack, *order[:dealt]]), SIZES)
            assert found is None, dealt
    found = seats.find(state(22.0, [pack, *order]), SIZES)
    assert found is not None
    assert [len(row) for row in found.cards] == [6, 6]


def test_a_third_layout_is_said_and_play_goes_on_without_it() -> None:
    watcher = follower("trash", Rules(players=2))
    three, two = (dealt(1, sides, (5, 5), 3.4) for sides in (("near", "left", "far"), ("near", "far")))
    events = [event for k in range(40) for event in watcher.follow(state(0.2 * k, three))]
    assert [event["kind"] for event in events] == ["problem"]
    assert events[0]["after"] == {
        "rule": "table.layouts",
        "sentence": "3 layouts lie on the table, where 2 players are expected, each with a layout in the picture.",
    }
    german = follower("trash", Rules(players=2), lang="de")
    (said,) = [event for k in range(40) for event in german.follow(state(0.2 * k, three))]
    assert said["after"]["sentence"].startswith("3 Auslagen liegen auf dem Tisch, erwartet werden 2 Spieler")
    later = [event for k in range(40) for event in watcher.follow(state(8 + 0.2 * k, two))]
    assert [event["kind"] for event in later] == ["hand"]
    assert later[0]["after"]["slots"] == [10, 10]


def test_an_empty_table_is_said_once_and_waits() -> None:
    seats = Seats(2)
    said = []
    for step in range(60):
        assert seats.find(state(0.2 * step, []), SIZES) is None
        said += seats.complaint(0.2 * step)
    assert [one["after"]["sentence"] for one in said] == ["No cards lie on the table."]
    # Cards that come now are given the same patience as on a table that was never empty.
    gap = dealt(2, ("near", "far"), (5, 5), 1.4)
    del gap[3]
    assert seats.find(state(12.0, gap), TOLD) is None
    found = seats.find(state(15.5, gap), TOLD)
    assert found is not None
    assert found.cards[0][3] is None


@pytest.mark.parametrize(("count", "lie"), [(1, "1 card lies"), (2, "2 cards lie")])
def test_too_few_cards_are_counted(count: int, lie: str) -> None:
    seats = Seats(2)
    few = dealt(3, ("near",), (count,), 1.4, piles=False)
    said = []
    for step in range(30):
        assert seats.find(state(0.2 * step, few), [(10, 10)]) is None
        said += seats.complaint(0.2 * step)
    assert [one["after"]["sentence"] for one in said] == [f"{lie} on the table, which makes no 2 layouts."]


def test_cards_that_come_one_by_one_are_complained_of_once() -> None:
    seats = Seats(2)
    cards = dealt(3, ("near",), (5,), 1.4, piles=False)
    said = []
    for step in range(40):
        assert seats.find(state(0.5 * step, cards[: 1 + step // 10]), [(10, 10)]) is None
        said += seats.complaint(0.5 * step)
    assert [one["after"]["sentence"] for one in said] == ["1 card lies on the table, which makes no 2 layouts."]


@pytest.mark.parametrize(("share", "cut"), [(1.2, 0), (0.9, 0), (0.5, 3), (0.2, 3)])
def test_slots_that_lie_partly_outside_the_picture_are_said_when_a_hand_begins(share: float, cut: int) -> None:
    """`share` of the height of the nearest row, that of slots 6 to 8, is in the picture."""
    script, _ = trash_script(5, sizes=(8, 8), turns=2)
    seen = [replace(one, size=(4000, 4000)) for one in states(script)]
    follow = follower("trash", Rules(), slots=[8, 8])
    assert [event["kind"] for event in follow.follow(seen[0])] == ["hand"]
    row = np.array([follow.view(seen[0])["places"][f"near {number}"] for number in (6, 7, 8)])
    top, bottom = row[:, :, 1].min(axis=1).mean(), row[:, :, 1].max(axis=1).mean()
    size = (4000, int(top + share * (bottom - top)))
    events = follower("trash", Rules(), slots=[8, 8]).follow(replace(seen[0], size=size))
    assert [event["after"]["sentence"] for event in events if event["kind"] == "problem"] == (
        [f"{cut} slots lie partly outside the picture: move the camera."] if cut else []
    )


@pytest.mark.parametrize(("share", "cut"), [(1.1, 0), (0.9, 0), (0.6, 3), (0.3, 3)])
def test_cards_outlined_as_far_as_the_picture_goes_are_cut(share: float, cut: int) -> None:
    """Whatever is taken for their slots then."""
    script, _ = trash_script(5, sizes=(8, 8), turns=2)
    seen = replace(next(states(script, Camera(0.0, 16))), size=(4000, 4000))
    row = np.stack([card.card.corners for card in seen.cards])
    row = row[row[:, :, 1].mean(axis=1).argsort()[-3:]]
    top, bottom = row[:, :, 1].min(axis=1).mean(), row[:, :, 1].max(axis=1).mean()
    size = (4000, int(top + share * (bottom - top)))
    clipped = [np.minimum(card.card.corners, np.float32(size)) for card in seen.cards]
    cards = tuple(
        replace(card, card=replace(card.card, corners=corners))
        for card, corners in zip(seen.cards, clipped, strict=True)
    )
    found = Found(("near",), (cards[:1],), (row[:1] - np.float32([0, 200]),), None, None)
    assert found.cut(replace(seen, cards=cards, size=size)) == cut
