"""The ways cards lie on tables, by name."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from datasets.composer import spreads
from datasets.composer.items import Dealer, Item, moved

Layout = Callable[[Dealer], list[Item]]


def single(dealer: Dealer) -> list[Item]:
    """One card."""
    return [dealer.card(0.0, 0.0, float(dealer.rng.normal(0, 0.15)))]


def few(dealer: Dealer) -> list[Item]:
    """Two to six cards in an untidy row, apart or touching."""
    return _grid(dealer, 1, int(dealer.rng.integers(2, 7)))


def grid(dealer: Dealer) -> list[Item]:
    """Rows of cards, up to five by eight."""
    rng = dealer.rng
    return _grid(dealer, int(rng.choice([2, 2, 3, 4, 5])), int(rng.integers(2, 9)))


def whole_pack(dealer: Dealer) -> list[Item]:
    """The whole pack in rows."""
    rows = int(dealer.rng.choice([4, 4, 5, 6, 7]))
    return _grid(dealer, rows, int(np.ceil(52 / rows)))[:52]


def _grid(dealer: Dealer, rows: int, columns: int) -> list[Item]:
    rng = dealer.rng
    across = dealer.width * float(rng.uniform(0.96, 1.5))
    down = float(rng.uniform(0.97, 1.35))
    untidy = float(rng.choice([0.0, 0.01, 0.04, 0.1]))
    short = int(rng.integers(0, columns)) if rng.random() < 0.4 else 0
    sideways = rng.random() < 0.05
    items: list[Item] = []
    for row in range(rows):
        last = columns - short if row == rows - 1 else columns
        for column in range(max(last, 1)):
            turned = np.pi / 2 if sideways or rng.random() < 0.01 else 0.0
            turned += np.pi if rng.random() < 0.08 else 0.0
            items.append(
                dealer.card(
                    (column - (columns - 1) / 2) * across + float(rng.normal(0, untidy)),
                    (row - (rows - 1) / 2) * down + float(rng.normal(0, untidy)),
                    turned + float(rng.normal(0, untidy)),
                )
            )
    return items


def _slots(dealer: Dealer, count: int, shown: float) -> list[Item]:
    rng = dealer.rng
    across, down = dealer.width * float(rng.uniform(1.02, 1.45)), float(rng.uniform(1.02, 1.3))
    untidy = float(rng.choice([0.005, 0.02, 0.05]))
    return [
        dealer.card(
            (slot % 5 - 2) * across + float(rng.normal(0, untidy)),
            (slot // 5 - 0.5) * down + float(rng.normal(0, untidy)),
            float(rng.normal(0, untidy)),
            up=bool(rng.random() < shown),
        )
        for slot in range(count)
    ]


def trash(dealer: Dealer) -> list[Item]:
    """Layouts of Trash for one or two players, with stock and discard pile."""
    rng = dealer.rng
    count = int(rng.choice([10, 10, 10, 9, 8, 7, 6, 5, 4]))
    # Before the first turn all lie face down.
    shown = 0.0 if rng.random() < 0.3 else 1.0
    items = _slots(dealer, count, shown * float(rng.random()))
    reach = dealer.width * 3.3
    if rng.random() < 0.5:
        apart = float(rng.uniform(2.9, 3.6))
        turn = np.pi if rng.random() < 0.7 else 0.0
        items += [moved(item, 0.0, -apart, turn) for item in _slots(dealer, count, shown * float(rng.random()))]
        middle = (0.0, -apart / 2)
    else:
        middle = (float(rng.choice([-reach, reach])), 0.0) if rng.random() < 0.5 else (0.0, -1.9)
    if rng.random() < 0.85:
        place = (middle[0] - 0.6 * dealer.width, middle[1])
        items += [moved(item, *place) for item in spreads.stack(dealer, up=False)]
    if rng.random() < 0.85:
        place = (middle[0] + 0.6 * dealer.width, middle[1])
        items += [moved(item, *place) for item in spreads.stack(dealer, up=True)]
    return items


def scatter(dealer: Dealer) -> list[Item]:
    """Two to twenty cards at any angle, mostly apart."""
    rng = dealer.rng
    count = int(rng.integers(2, 21))
    reach = 0.75 * np.sqrt(count)
    wild = float(rng.choice([0.2, 0.6, 10.0]))
    items: list[Item] = []
    taken: list[tuple[float, float]] = []
    for _ in range(count):
        for _ in range(12):
            x, y = (float(v) for v in rng.uniform(-reach, reach, 2))
            if all(np.hypot(x - a, y - b) > 0.85 for a, b in taken):
                break
        taken.append((x, y))
        items.append(dealer.card(x, y, float(rng.normal(0, wild))))
    return items


def heap(dealer: Dealer) -> list[Item]:
    """Two to twenty cards thrown onto one place."""
    rng = dealer.rng
    count = int(rng.integers(2, 21))
    reach = 0.3 * np.sqrt(count) * float(rng.uniform(0.6, 1.3))
    wild = float(rng.choice([0.3, 10.0, 10.0]))
    return [
        dealer.card(float(rng.normal(0, reach)), float(rng.normal(0, reach)), float(rng.normal(0, wild)))
        for _ in range(count)
    ]


def piles(dealer: Dealer) -> list[Item]:
    """One to six piles, some face down."""
    rng = dealer.rng
    return [
        moved(item, (pile - 1) * dealer.width * 1.4, float(rng.normal(0, 0.2)), float(rng.normal(0, 0.2)))
        for pile in range(int(rng.integers(1, 7)))
        for item in spreads.stack(dealer)
    ]


def backs(dealer: Dealer) -> list[Item]:
    """Face-down cards in a row, grid, spread, heap or pile, with at most a few face-up ones among them."""
    rng = dealer.rng
    dealer.down_rate = float(rng.choice([1.0, 1.0, 0.85]))
    inner: Layout = [few, grid, spreads.spread, heap, piles, spreads.cascade][int(rng.integers(6))]
    return inner(dealer)


def players(dealer: Dealer) -> list[Item]:
    """Small hands of two to four players round the table, some cards down, as at a casino table."""
    rng = dealer.rng
    items: list[Item] = []
    hands = int(rng.integers(2, 5))
    reach = float(rng.uniform(1.0, 2.2))
    for hand in range(hands):
        turn = hand * 2 * np.pi / hands if rng.random() < 0.6 else 0.0
        place = (reach * np.sin(hand * 2 * np.pi / hands), reach * np.cos(hand * 2 * np.pi / hands))
        own = _grid(dealer, 1, int(rng.integers(2, 4))) if rng.random() < 0.5 else spreads.strip(dealer, 3)
        items += [moved(item, float(place[0]), float(place[1]), -turn) for item in own]
    return items


def shown(dealer: Dealer) -> list[Item]:
    """One to four cards held up before the camera, leaning towards it or away."""
    rng = dealer.rng
    count = int(rng.choice([1, 1, 2, 2, 3, 4]))
    lean = float(rng.normal(0.0, 0.5))
    gap = spreads.step(dealer)
    turn = float(rng.normal(0, 0.12))
    return [
        dealer.card(
            (k - (count - 1) / 2) * gap + float(rng.normal(0, 0.02)),
            -0.42 + float(rng.normal(0, 0.04)),
            turn + k * float(rng.normal(0.03, 0.04)),
            lean=float(np.clip(lean, -0.9, 0.9)),
        )
        for k in range(count)
    ]


def empty(dealer: Dealer) -> list[Item]:
    """No card at all."""
    return []


# How often each layout is laid.
WEIGHTS: dict[str, tuple[Layout, float]] = {
    "single": (single, 6),
    "few": (few, 7),
    "grid": (grid, 8),
    "whole_pack": (whole_pack, 1.5),
    "trash": (trash, 11),
    "scatter": (scatter, 8),
    "heap": (heap, 9),
    "piles": (piles, 5),
    "backs": (backs, 8),
    "players": (players, 4),
    "spread": (spreads.spread, 12),
    "two_rows": (spreads.two_rows, 5),
    "deal": (spreads.deal, 4.5),
    "fan": (spreads.fan, 9),
    "held_fan": (spreads.fan, 5),
    "shown": (shown, 3.5),
    "cascade": (spreads.cascade, 6),
    "melds": (spreads.melds, 4),
    "gin_table": (spreads.gin_table, 5),
    "empty": (empty, 8),
}
