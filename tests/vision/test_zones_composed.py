"""Zones found on tables that `datasets` composes and films, against the truth of where every card was laid."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from datasets.composer import layouts, spreads
from datasets.film.ace import ace_script
from datasets.film.bus import bus_script
from datasets.film.gin import gin_script
from datasets.film.trash import trash_script
from rules import ace, bus, trash
from tests.vision.composed import Placed, dealer, laid, played, quarter_turned, seen
from vision import zones

JITTERS = [0.0, 0.02]
SEATS = {2: ("near", "far"), 3: ("near", "left", "far"), 4: ("near", "left", "far", "right")}


def numbered(cards: list[Placed], start: str) -> set[int]:
    """The numbers of the cards whose places begin so."""
    return {number for number, card in enumerate(cards) if card.place.startswith(start)}


def trash_table(seed: int, players: int) -> tuple[list[Placed], list[int]]:
    """A Trash table in the middle of a hand, shuffled, and the sizes of its layouts."""
    rng = np.random.default_rng([seed, players])
    sizes = [int(size) for size in rng.integers(3, 11, players)]
    script, _ = trash_script(seed, trash.Rules(players=players), sizes=sizes, turns=6)
    cards = played(script)
    return [cards[k] for k in rng.permutation(len(cards))], sizes


def check_layouts(table: zones.TrashTable, cards: list[Placed]) -> None:
    for layout in table.layouts:
        places = [None if card is None else cards[card].place for card in layout.slots]
        assert places == [f"{layout.side} {number}" for number in range(1, len(places) + 1)]
    piles = {
        name: next((k for k, card in enumerate(cards) if card.place == name), None) for name in ("stock", "discard")
    }
    assert (table.stock, table.discard, table.others) == (piles["stock"], piles["discard"], ())


@pytest.mark.parametrize("jitter", JITTERS)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(8))
def test_layouts_of_a_filmed_hand(seed: int, players: int, jitter: float) -> None:
    cards, sizes = trash_table(seed, players)
    table = zones.trash(seen(cards, np.random.default_rng(seed), jitter), players, sizes, SEATS[players])
    assert [layout.side for layout in table.layouts] == list(SEATS[players])
    check_layouts(table, cards)


@pytest.mark.parametrize("jitter", JITTERS)
@pytest.mark.parametrize("seed", range(8))
def test_layouts_on_the_left_and_right(seed: int, jitter: float) -> None:
    cards, sizes = trash_table(seed, 2)
    cards = quarter_turned(cards)
    table = zones.trash(seen(cards, np.random.default_rng(seed), jitter), 2, sizes, ("left", "right"))
    check_layouts(table, cards)


@pytest.mark.parametrize("jitter", JITTERS)
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("turned", [False, True])
def test_sides_that_were_not_told(seed: int, turned: bool, jitter: float) -> None:
    script, _ = trash_script(seed, sizes=(seed % 6 + 5,) * 2, turns=4)
    cards = quarter_turned(played(script)) if turned else played(script)
    table = zones.trash(seen(cards, np.random.default_rng(seed), jitter), 2, seed % 6 + 5)
    assert {layout.side for layout in table.layouts} == ({"left", "right"} if turned else {"near", "far"})
    check_layouts(table, cards)


@pytest.mark.parametrize("jitter", JITTERS)
@pytest.mark.parametrize("seed", range(10))
def test_two_gin_hands_laid_out_in_a_film(seed: int, jitter: float) -> None:
    script, _ = gin_script(seed)
    cards = played(script)
    found = zones.gin(seen(cards, np.random.default_rng(seed), jitter))
    assert {hand.side: set(hand.cards) for hand in found} == {side: numbered(cards, side) for side in ("near", "far")}


@pytest.mark.parametrize("jitter", JITTERS)
@pytest.mark.parametrize("seed", range(24))
def test_two_composed_gin_hands(seed: int, jitter: float) -> None:
    cards = laid(spreads.gin_table(dealer(seed)))
    truth = {
        side: {k for k, card in enumerate(cards) if card.sheet.y * sign > 0.3}
        for side, sign in (("near", 1), ("far", -1))
    }
    found = zones.gin(seen(cards, np.random.default_rng(seed), jitter))
    assert {hand.side: set(hand.cards) for hand in found} == truth


@pytest.mark.parametrize("jitter", JITTERS)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_a_showing_of_stop_the_bus(seed: int, players: int, jitter: float) -> None:
    script, _ = bus_script(seed, bus.Rules(players=players))
    cards = played(script)
    table = zones.bus(seen(cards, np.random.default_rng(seed), jitter), players)
    assert set(table.table) == numbered(cards, "table")
    assert {hand.side: set(hand.cards) for hand in table.hands} == {
        side: numbered(cards, f"{side} card") for side in SEATS[players]
    }


@pytest.mark.parametrize("jitter", JITTERS)
@pytest.mark.parametrize("seed", range(12))
def test_a_composed_showdown_row(seed: int, jitter: float) -> None:
    cards = laid(layouts.few(dealer(seed)))
    order = sorted(range(len(cards)), key=lambda k: cards[k].sheet.x)
    assert zones.row(seen(cards, np.random.default_rng(seed), jitter)) == tuple(order)


@pytest.mark.parametrize("jitter", JITTERS)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_a_showdown_round_the_table(seed: int, players: int, jitter: float) -> None:
    script, _ = ace_script(seed, ace.Rules(players=players))
    cards = [card for card in played(script) if card.place.startswith("player")]
    order = zones.row(seen(cards, np.random.default_rng(seed), jitter))
    assert [cards[k].place for k in order] == [f"player {number}" for number in range(1, players + 1)]


def test_nothing_of_the_truth_is_lost() -> None:
    """What the tests above compare with is whole: every slot, both hands, every table card."""
    for seed in range(4):
        cards, sizes = trash_table(seed, 2)
        assert [len(numbered(cards, side)) for side in SEATS[2]] == sizes
        hands: Any = played(gin_script(seed)[0])
        assert [len(numbered(hands, side)) for side in SEATS[2]] in ([10, 10], [11, 10], [10, 11])
        shown = played(bus_script(seed, bus.Rules(players=3))[0])
        assert len(numbered(shown, "table")) == 3
