"""Cards that lie together: groups of outlines on the table, and the order in which a person reads them.

Works in table coordinates (card heights, seen from above; see `vision.plane`), x to the right, y towards the viewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.geometry import Doubles
from vision.plane import gaps

_APART = 0.45
"""Two groups of cards are told apart without being told how many there are only from this gap on, in card heights."""


@dataclass(frozen=True)
class Group:
    """Numbers of cards in reading order, and the side of the table they lie on."""

    members: tuple[int, ...]
    side: str


def group(corners: Doubles, count: int | None = None, size: int | None = None) -> list[Group]:
    """Cards parted into groups, the near one first, then clockwise.

    Args:
        corners: (N, 4, 2) outlines in card heights, N at least `count`.
        count: of groups; None: one, or two where a clear gap parts them into groups of like size.
        size: of every group, where it is known.
    """
    everything = list(range(len(corners)))
    if count is None:
        pair = halves(corners)
        parts = pair[1] if pair is not None else [everything]
    elif count == 1:
        parts = [everything]
    elif count == len(everything):
        parts = [[card] for card in everything]
    elif count == 2 and size is None:
        parts = split(corners)[1]
    else:
        parts = _linked(corners, count, size)
    ways = _ways(corners, parts)
    order = _clockwise(ways)
    return [Group(reading_order(corners, parts[k]), _side(ways[k], len(parts))) for k in order]


def sides(corners: Doubles, parts: Sequence[Sequence[int]]) -> list[str]:
    """The sides of the table that groups lie on, each of which has a card.

    Args:
        corners: (N, 4, 2) outlines in card heights.
        parts: the cards of each group.
    """
    return [_side(way, len(parts)) for way in _ways(corners, parts)]


def _ways(corners: Doubles, parts: Sequence[Sequence[int]]) -> list[Doubles]:
    """How far each group lies from the middle of all."""
    centres = [corners[list(part)].mean(axis=(0, 1)) for part in parts]
    among = [card for part in parts for card in part]
    middle = corners[among].mean(axis=(0, 1)) if len(parts) < 3 else np.mean(centres, 0)
    return [centre - middle for centre in centres]


def _side(way: Doubles, count: int) -> str:
    if count == 1:
        return "near"
    # Two players mostly sit opposite each other along the camera's view: that reading gets the wider sector.
    if abs(way[1]) >= (0.6 if count == 2 else 1.0) * abs(way[0]):
        return "near" if way[1] >= 0 else "far"
    return "left" if way[0] < 0 else "right"


def _clockwise(ways: Sequence[Doubles]) -> list[int]:
    """Near first, then left, far and right: the way the turn goes round, seen from above."""
    angles = [float(np.arctan2(-way[0], way[1])) % (2 * np.pi) for way in ways]
    first = min(range(len(ways)), key=lambda k: min(angles[k], 2 * np.pi - angles[k]))
    return sorted(range(len(ways)), key=lambda k: (angles[k] - angles[first] + 1e-9) % (2 * np.pi))


def halves(corners: Doubles) -> tuple[float, list[list[int]]] | None:
    """The gap between two groups of like size and the groups, or None where no clear gap parts them."""
    if len(corners) < 2:
        return None
    gap, parts = split(corners)
    few, many = sorted(len(part) for part in parts)
    inside = max(_widest(corners[part]) for part in parts)
    return (gap, parts) if few * 2 > many and gap >= max(_APART, 1.2 * inside) else None


def _widest(corners: Doubles) -> float:
    """The widest gap that has to be bridged to hold the group together."""
    if len(corners) < 2:
        return 0.0
    between = gaps(corners)
    reached, widest = np.zeros(len(corners), dtype=bool), 0.0
    reached[0] = True
    while not reached.all():
        nearest = between[reached].min(axis=0)
        nearest[reached] = np.inf
        card = int(nearest.argmin())
        widest = max(widest, float(nearest[card]))
        reached[card] = True
    return widest


def split(corners: Doubles) -> tuple[float, list[list[int]]]:
    """The straight cut of the table that leaves two groups of like size with the widest gap: (gap, groups)."""
    best: tuple[float, float, list[list[int]]] | None = None
    for angle in np.linspace(0.0, np.pi, 24, endpoint=False):
        along = corners @ np.array([np.cos(angle), np.sin(angle)])
        low, high, centre = along.min(axis=1), along.max(axis=1), along.mean(axis=1)
        order = np.argsort(centre)
        reach = np.maximum.accumulate(high[order])
        ahead = np.minimum.accumulate(low[order][::-1])[::-1]
        for cut in range(1, len(order)):
            gap = float(ahead[cut] - reach[cut - 1])
            few = min(cut, len(order) - cut)
            balance = float(np.log(few / (len(order) - few)))
            # Hands lie mostly near and far; between equal cuts the one across the view is the likelier.
            score = min(gap, 2.0) + 1.2 * balance + 0.2 * float(abs(np.sin(angle)))
            if best is None or score > best[0]:
                best = (score, gap, [sorted(map(int, order[:cut])), sorted(map(int, order[cut:]))])
    assert best is not None, "a cut needs two cards"
    return best[1], best[2]


def _linked(corners: Doubles, count: int, size: int | None) -> list[list[int]]:
    """`count` groups by joining the nearest first, none larger than `size`, then exchanging cards between them."""
    centres = corners.mean(axis=1)
    far = np.linalg.norm(centres[:, None] - centres[None], axis=-1)
    cost = gaps(corners) + 0.2 * far
    parts = [[card] for card in range(len(corners))]
    while len(parts) > count:
        pairs = [
            (float(cost[np.ix_(one, other)].min()), i, j)
            for i, one in enumerate(parts)
            for j, other in enumerate(parts[:i])
            if size is None or len(one) + len(other) <= size
        ]
        if not pairs:  # what is left over does not fill up to groups of that size: part the largest remnants again
            parts.sort(key=len, reverse=True)
            loose = parts.pop()
            for card in loose:
                open_parts = [part for part in parts if size is None or len(part) < size] or parts
                min(open_parts, key=lambda part: float(cost[card, part].min())).append(card)
            continue
        _, i, j = min(pairs)
        parts[j].extend(parts.pop(i))
    if size is not None:
        _exchange(parts, far)
    return [sorted(part) for part in parts]


def _exchange(parts: list[list[int]], far: Doubles) -> None:
    def spread(part: Iterable[int]) -> float:
        members = list(part)
        return float(far[np.ix_(members, members)].sum())

    improved = True
    while improved:
        improved = False
        for i, one in enumerate(parts):
            for other in parts[:i]:
                for a in range(len(one)):
                    for b in range(len(other)):
                        before = spread(one) + spread(other)
                        one[a], other[b] = other[b], one[a]
                        if spread(one) + spread(other) < before - 1e-9:
                            improved = True
                        else:
                            one[a], other[b] = other[b], one[a]


def reading_order(corners: Doubles, members: Iterable[int]) -> tuple[int, ...]:
    """The cards left to right, rows from the top; a column of overlapping cards from the top.

    Args:
        corners: (N, 4, 2) outlines in card heights, first edge a short one.
        members: the cards to put in order.
    """
    cards = list(members)
    if len(cards) < 2:
        return tuple(cards)
    own = corners[cards]
    along = own[:, [2, 3]].mean(axis=1) - own[:, [0, 1]].mean(axis=1)
    # A card turned by half is as upright as before: the common direction is found on doubled angles.
    doubled = np.exp(2j * np.arctan2(along[:, 1], along[:, 0])).mean()
    angle = float(np.angle(doubled)) / 2
    if abs(doubled) < 0.5:  # melds laid crosswise, a ring: nothing in common but the picture
        angle = np.pi / 2
    down = np.array([np.cos(angle), np.sin(angle)])
    if down[1] < -1e-6 or (abs(down[1]) <= 1e-6 and down[0] < 0):
        down = -down
    right = np.array([down[1], -down[0]])
    centres = own.mean(axis=1)
    x, y = centres @ right, centres @ down
    if np.ptp(y) > 1.5 * np.ptp(x) and np.diff(np.sort(y)).max() < 0.8:
        return tuple(cards[k] for k in np.argsort(y, kind="stable"))
    order: list[int] = []
    for line in _lines(x, y):
        order.extend(sorted(line, key=lambda k: float(x[k])))
    return tuple(cards[k] for k in order)


def _lines(x: Doubles, y: Doubles) -> list[list[int]]:
    """Rows of cards, top first: a card continues the row whose last card is nearest in height to it."""
    rows: list[list[int]] = []
    for k in np.argsort(x, kind="stable"):
        fitting = [(abs(float(y[k] - y[row[-1]])), row) for row in rows]
        off, row = min(fitting, key=lambda pair: pair[0], default=(np.inf, []))
        # An arched fan rises and falls slowly; the next row lies at least two thirds of a card lower.
        if off < 0.45:
            row.append(int(k))
        else:
            rows.append([int(k)])
    return sorted(rows, key=lambda row: float(np.mean(y[row])))
