"""Layouts in which cards overlap in order: spreads, fans, cascades, melds."""

from __future__ import annotations

import numpy as np

from datasets.composer.items import Dealer, Item, LaidCard, moved


def step(dealer: Dealer, tight: float | None = None) -> float:
    """Distance between neighbours of a spread, in card heights: from the index just visible to half a card."""
    rng = dealer.rng
    if tight is None:
        tight = float(rng.random() ** 1.7)
    low, high = dealer.strip * float(rng.uniform(0.82, 1.12)), 0.62 * dealer.width
    return float(low + tight * max(high - low, 0.02))


def strip(dealer: Dealer, count: int, gap: float | None = None, mirrored: bool | None = None) -> list[Item]:
    """A spread of cards side by side in which each covers the one before it, centred on the origin."""
    rng = dealer.rng
    gap = step(dealer) if gap is None else gap
    mirrored = bool(rng.random() < 0.15) if mirrored is None else mirrored
    bow = float(rng.normal(0, 0.012)) if rng.random() < 0.6 else 0.0
    tilt = float(rng.normal(0, 0.01)) if rng.random() < 0.4 else 0.0
    loose = float(rng.choice([0.004, 0.015, 0.04]))
    lean = float(rng.normal(0, 0.1)) if rng.random() < 0.3 else 0.0
    # Hands spread cards unevenly: here two lie nearly on each other, there half a card is bare.
    uneven = float(rng.choice([0.03, 0.15, 0.4], p=[0.4, 0.4, 0.2]))
    places = np.cumsum(gap * np.exp(rng.normal(0, uneven, count)))
    places -= places.mean()
    items: list[Item] = []
    for i in range(count):
        k = i - (count - 1) / 2
        x = float(-places[i] if mirrored else places[i])
        y = bow * k * k * 0.3 + tilt * k + float(rng.normal(0, loose))
        angle = lean + bow * k * 0.6 * (-1 if mirrored else 1) + float(rng.normal(0, loose))
        items.append(dealer.card(x, y, angle))
    return items


def spread(dealer: Dealer) -> list[Item]:
    """One spread of 3 to 14 cards."""
    return strip(dealer, int(dealer.rng.integers(3, 15)))


def two_rows(dealer: Dealer) -> list[Item]:
    """Two or three spreads below each other, up to the whole pack, rows apart or overlapping."""
    rng = dealer.rng
    rows, count = int(rng.choice([2, 2, 2, 3])), int(rng.integers(5, 14))
    if rng.random() < 0.2:
        rows, count = 2, 26
    apart = float(rng.uniform(dealer.drop * 1.1, 1.2))
    gap = step(dealer)
    return [
        moved(item, float(rng.normal(0, 0.05)), (row - (rows - 1) / 2) * apart)
        for row in range(rows)
        for item in strip(dealer, count, gap)
    ]


def deal(dealer: Dealer) -> list[Item]:
    """Four spreads of a whole deal, below each other or round the table."""
    rng = dealer.rng
    count = int(rng.choice([13, 13, 8, 5]))
    gap = step(dealer, float(rng.uniform(0, 0.5)))
    around = rng.random() < 0.5
    reach = 0.5 * count * gap + 0.75
    items: list[Item] = []
    for hand in range(4):
        turn = -hand * np.pi / 2 + float(rng.normal(0, 0.06)) if around else float(rng.normal(0, 0.03))
        if around:
            if rng.random() < 0.25:
                turn += np.pi
            place = (reach * np.sin(hand * np.pi / 2), reach * np.cos(hand * np.pi / 2))
        else:
            place = (float(rng.normal(0, 0.1)), (hand - 1.5) * 1.15)
        items += [moved(item, place[0], place[1], turn) for item in strip(dealer, count, gap)]
    return items


def fan(dealer: Dealer) -> list[Item]:
    """A fan of 3 to 13 cards turned about a point in or below the cards."""
    rng = dealer.rng
    count = int(rng.integers(3, 14))
    radius = float(rng.uniform(0.45, 1.9))
    # The strip's width at the index's height sets the angle between neighbours.
    tightest = dealer.strip * float(rng.uniform(0.75, 1.1)) / (radius + 0.4)
    angle = tightest + float(rng.random() ** 1.6) * max(min(0.42, 2.9 / count) - tightest, 0.0)
    start = float(rng.normal(0, 0.25)) - angle * (count - 1) / 2
    rightwards = rng.random() < 0.9
    uneven = float(rng.choice([0.03, 0.15, 0.35], p=[0.4, 0.4, 0.2]))
    turns = start + np.cumsum(angle * np.exp(rng.normal(0, uneven, count)))
    items: list[Item] = []
    for i in range(count):
        turn = float(turns[i if rightwards else count - 1 - i]) + float(rng.normal(0, 0.012))
        r = radius + float(rng.normal(0, 0.02))
        # The cards' lower edges meet near the origin, where a hand would hold them.
        items.append(dealer.card(r * np.sin(turn), radius - 0.5 - r * np.cos(turn), turn))
    return items


def cascade(dealer: Dealer) -> list[Item]:
    """Columns of cards overlapping downwards, as in patience, or upwards."""
    rng = dealer.rng
    columns = int(rng.choice([1, 1, 2, 3, 4, 7]))
    gap = float(rng.uniform(dealer.drop * 0.85, dealer.drop * 2.2))
    upwards = rng.random() < 0.2
    slant = float(rng.normal(0, 0.05)) if rng.random() < 0.5 else float(rng.choice([-1, 1])) * dealer.strip
    items: list[Item] = []
    for column in range(columns):
        count = int(rng.integers(2, 10))
        hidden = int(rng.integers(0, count)) if rng.random() < 0.3 else 0
        for i in range(count):
            items.append(
                dealer.card(
                    column * dealer.width * 1.15 + slant * i + float(rng.normal(0, 0.01)),
                    (-i if upwards else i) * gap + float(rng.normal(0, 0.012)),
                    float(rng.normal(0, 0.02)),
                    up=None if i >= hidden else False,
                )
            )
    return _centred(items)


def melds(dealer: Dealer) -> list[Item]:
    """Groups of three to five overlapping cards, side by side and below each other."""
    rng = dealer.rng
    items: list[Item] = []
    per_row, groups = int(rng.integers(1, 4)), int(rng.integers(2, 7))
    gap = step(dealer, float(rng.uniform(0.1, 0.8)))
    for group in range(groups):
        row, column = divmod(group, per_row)
        dx, dy = column * (dealer.width + 4 * gap) + float(rng.normal(0, 0.05)), row * 1.15
        turn = float(rng.normal(0, 0.08)) + (np.pi / 2 if rng.random() < 0.08 else 0.0)
        items += [moved(item, dx, dy, turn) for item in strip(dealer, int(rng.integers(3, 6)), gap)]
    return _centred(items)


def gin_table(dealer: Dealer) -> list[Item]:
    """The table after a knock: two spread hands, each in melds and deadwood, and often stock and discard."""
    rng = dealer.rng
    items: list[Item] = []
    gap = step(dealer, float(rng.uniform(0.0, 0.7)))
    facing = rng.random() < 0.45
    apart = float(rng.uniform(0.62, 1.4))
    for side in (-1, 1):
        hand: list[Item] = []
        sizes = [[3, 3, 4], [3, 4, 3], [4, 3, 1, 2], [10], [3, 3, 1, 1, 1, 1], [11], [4, 6]][int(rng.integers(7))]
        x = 0.0
        break_between = float(rng.uniform(0, 0.5)) + dealer.width
        for size in sizes:
            group = strip(dealer, size, gap, mirrored=False)
            span = (size - 1) * gap
            hand += [moved(item, x + span / 2, 0.0) for item in group]
            x += span + break_between
        turn = (np.pi if facing and side < 0 else 0.0) + float(rng.normal(0, 0.06))
        items += [moved(item, 0.0, side * apart, turn) for item in _centred(hand)]
    if rng.random() < 0.5:
        place = (float(rng.uniform(-1.5, 1.5)), float(rng.normal(0, 0.05)))
        if apart > 1.05:
            items += [moved(item, *place) for item in stack(dealer, up=False)]
            items += [moved(item, place[0] + dealer.width * 1.2, place[1]) for item in stack(dealer)]
    return items


def stack(dealer: Dealer, up: bool | None = None) -> list[Item]:
    """A pile of cards, squared or untidy; the top one up, down, or as it comes."""
    rng = dealer.rng
    count = int(rng.choice([1, 2, 3, 5, 8, 20], p=[0.16, 0.2, 0.2, 0.2, 0.18, 0.06]))
    # Of a pile that hands throw onto, cards below peep out with parts of their indices beside those on top.
    untidy = float(rng.choice([0.004, 0.015, 0.035, 0.07]))
    top_up = bool(rng.random() < 0.6) if up is None else up
    drift = rng.normal(0, 0.004, 2)
    return [
        dealer.card(
            i * float(drift[0]) + float(rng.normal(0, untidy)),
            i * float(drift[1]) + float(rng.normal(0, untidy)),
            float(rng.normal(0, untidy * 2.5)),
            up=top_up,
            # A playing card is 0.3 mm thick and 88 mm high.
            lift=i * 0.0035,
        )
        for i in range(count)
    ]


def _centred(items: list[Item]) -> list[Item]:
    places = np.array([(item.sheet.x, item.sheet.y) for item in items if isinstance(item, LaidCard)])
    x, y = (places.min(axis=0) + places.max(axis=0)) / 2
    return [moved(item, -float(x), -float(y)) for item in items]
