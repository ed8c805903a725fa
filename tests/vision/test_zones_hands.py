"""Places of a table: hands of gin and Stop the Bus, what is laid out, a row at the showdown."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.tables import Camera, card, shuffled
from vision.types import SeenCard
from vision.zones import ZoneError, bus, gin, hands, row


def spread(
    camera: Camera, names: list[str], y: float, rng: np.random.Generator, gap: float, melds: list[int]
) -> list[SeenCard]:
    """A hand laid out in overlapping melds with gaps between them."""
    x, out = -len(names) * 0.17, []
    for k, name in enumerate(names):
        x += 0.3 + (gap if k in melds else 0.0)
        out.append(card(camera, name, x + rng.normal(0, 0.02), y + rng.normal(0, 0.04), rng.normal(0, 3)))
    return out


TEN = ["AH", "AC", "AD", "4S", "5S", "6S", "7S", "9H", "9D", "KC"]
ELEVEN = ["2H", "2C", "2D", "JS", "QS", "KS", "8C", "8D", "8H", "3D", "4D"]


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("count", [2, None])
def test_two_gin_hands(seed: int, count: int | None) -> None:
    rng = np.random.default_rng(seed)
    camera = Camera(rng.uniform(0, 0.7))
    cards = spread(camera, TEN, -1.0, rng, 0.75, [3, 7, 9]) + spread(camera, ELEVEN, 0.9, rng, 0.7, [3, 6, 9])
    mixed, where = shuffled(cards, rng)
    found = hands(mixed, count)
    assert [hand.side for hand in found] == ["near", "far"]
    assert list(found[0].cards) == [where[k] for k in range(10, 21)]
    assert list(found[1].cards) == [where[k] for k in range(10)]


@pytest.mark.parametrize("seed", range(6))
def test_one_spread_hand_stays_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    mixed, where = shuffled(spread(Camera(0.3), TEN, 0.0, rng, 0.8, [3, 7]), rng)
    (hand,) = hands(mixed)
    assert list(hand.cards) == [where[k] for k in range(10)]
    assert hand.side == "near"


def test_hands_side_by_side_and_in_columns() -> None:
    camera = Camera(0.2)
    left = [card(camera, name, -3.0, -1.2 + 0.25 * k) for k, name in enumerate(TEN)]
    right = [card(camera, name, 3.0, -1.2 + 0.25 * k, 180) for k, name in enumerate(ELEVEN)]
    found = hands(left + right, 2)
    assert {hand.side: hand.cards for hand in found} == {"left": tuple(range(10)), "right": tuple(range(10, 21))}


def test_a_fan_reads_from_the_left() -> None:
    angles = np.linspace(-50, 50, 10)
    cards = [
        card(Camera(0.1), name, 2.0 * np.sin(np.deg2rad(a)), -2.0 * np.cos(np.deg2rad(a)), a)
        for name, a in zip(TEN, angles, strict=True)
    ]
    assert hands(cards[::-1])[0].cards == tuple(range(9, -1, -1))


def test_more_hands_than_cards() -> None:
    with pytest.raises(ZoneError, match="3 hands need as many cards: 1"):
        hands([card(Camera(), "AH", 0, 0)], 3)
    assert hands([]) == []


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("players", [2, 3, 5])
def test_bus_table_and_hands(seed: int, players: int) -> None:
    rng = np.random.default_rng(seed)
    camera = Camera(rng.uniform(0, 0.6), 14)
    names = [f"{r}{s}" for s in "CDHS" for r in (2, 3, 4, 5, 6)]
    cards = [card(camera, names.pop(), 0.85 * k - 0.85 + rng.normal(0, 0.04), rng.normal(0, 0.04)) for k in range(3)]
    for player in range(players):
        angle = np.pi / 2 + 2 * np.pi * player / players
        for k in range(3):
            x, y = 4.0 * np.cos(angle) + 0.4 * k - 0.4, 2.6 * np.sin(angle)
            cards.append(card(camera, names.pop(), x, y + rng.normal(0, 0.05), rng.normal(0, 5)))
    mixed, where = shuffled(cards, rng)
    table = bus(mixed, players)
    assert set(table.table) == {where[0], where[1], where[2]}
    assert [set(hand.cards) for hand in table.hands] == [
        {where[3 * p + 3 + k] for k in range(3)} for p in range(players)
    ]
    assert table.hands[0].side == "near"


def test_bus_with_a_card_too_few() -> None:
    cards = [card(Camera(), "AH", k, 0) for k in range(8)]
    with pytest.raises(ZoneError, match="2 hands of three and three table cards: 8 cards lie face up"):
        bus(cards, 2)


def test_a_showdown_row_reads_from_the_left() -> None:
    cards = [card(Camera(0.4), name, 1.1 * k - 2, 0.1 * (k % 2)) for k, name in enumerate(["KH", "3S", "AD", "9C"])]
    assert row(cards[::-1]) == (3, 2, 1, 0)
    assert row([]) == ()


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("discard", [True, False])
def test_a_discard_between_two_gin_hands_is_in_neither(seed: int, discard: bool) -> None:
    rng = np.random.default_rng(seed)
    camera = Camera(tilt=rng.uniform(0, 0.7), distance=14)
    cards = []
    for y in (1.3, -1.3):
        x = -3.0
        for size in (4, 3, 3):
            for _ in range(size):
                cards.append(card(camera, "5H", x, y + rng.normal(0, 0.03), rng.normal(0, 3)))
                x += 0.3
            x += 0.9
    if discard:
        cards += [card(camera, "??", -0.5, 0.0, 3), card(camera, "QC", 0.6, 0.05, -8)]
    mixed, where = shuffled(cards, rng)
    found = gin(mixed)
    assert [hand.side for hand in found] == ["near", "far"]
    assert [sorted(hand.cards) for hand in found] == [sorted(where[:10]), sorted(where[10:20])]


@pytest.mark.parametrize("named", [False, True])
def test_what_cannot_be_read_on_the_stock_is_in_no_hand(named: bool) -> None:
    """A back's picture passes for a joker's at times."""
    camera = Camera(tilt=0.4, distance=14)
    rows = [card(camera, "5H", 0.45 * k - 2.0, y) for y in (1.0, -1.0) for k in range(10)]
    piles = [card(camera, "??", -0.5, 0.0), card(camera, "QC", 0.6, 0.0)]
    found = card(camera, "5H", -0.48, 0.01)
    print_ = found if named else replace(found, card=None, confidence=0.4, candidates={})
    assert (sum(len(hand.cards) for hand in gin([*rows, *piles, print_])) == 20) is not named


@pytest.mark.parametrize("gap", [0.05, 0.2])
@pytest.mark.parametrize("each", [6, 9])
def test_two_rows_are_two_hands_though_cards_of_both_were_not_found(each: int, gap: float) -> None:
    camera = Camera(tilt=0.3, distance=14)
    rows = [[card(camera, "5H", 0.95 * k, y) for k in range(each)] for y in (0.0, 1.0 + gap)]
    found = gin([*rows[0], *rows[1]])
    assert [(hand.side, hand.cards) for hand in found] == [
        ("near", tuple(range(each, 2 * each))),
        ("far", tuple(range(each))),
    ]


def test_twelve_cards_that_lie_together_are_one_hand() -> None:
    camera = Camera(tilt=0.4, distance=12)
    fan = [card(camera, "5H", 0.35 * k, 0.0) for k in range(12)]
    assert [len(hand.cards) for hand in gin(fan)] == [12]
    # The card on top of the discard pile makes no second hand of one card.
    assert [len(hand.cards) for hand in gin([*fan[:11], card(camera, "QC", 1.5, -2.5)])] == [12]


def test_one_gin_hand_is_one_hand() -> None:
    camera = Camera(tilt=0.4, distance=10)
    cards = [card(camera, "5H", 0.35 * k, 0.0) for k in range(10)]
    assert [hand.cards for hand in gin(cards)] == [tuple(range(10))]
    assert gin([card(camera, "??", 0, 0)]) == []
