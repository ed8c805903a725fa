"""The cheapest way to give every row a column of its own, exactly, and what each choice is worth.

Shortest augmenting paths with dual prices (Jonker and Volgenant, Computing 38, 1987). SciPy has the like, but is too
large to ask of everyone who wants a card named.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Costs = npt.NDArray[np.float64]
Columns = npt.NDArray[np.intp]


def assign(costs: Costs) -> tuple[Columns, float]:
    """The column of each row, and the total.

    Args:
        costs: (R, C), R at most C; infinite where a row must not take a column.

    Raises:
        ValueError: more rows than columns, or no way to give every row a column.
    """
    columns, _ = _solved(costs)
    return columns, _total(costs, columns)


def gaps(costs: Costs, kind: npt.NDArray[np.intp] | None = None) -> tuple[Columns, float, Costs]:
    """The column of each row, the total, and for each row how much dearer everything gets without that choice.

    Args:
        costs: (R, C) as for `assign`.
        kind: (C,) columns of one kind are forbidden together (the same card of another pack is no other choice).

    Returns:
        columns (R,), the total, gaps (R,); infinite where a row has no other choice.
    """
    columns, prices = _solved(costs)
    kind = np.arange(costs.shape[1]) if kind is None else kind
    owner = _owners(columns, costs.shape[1])
    paid = costs[np.arange(len(costs)), columns]
    out = np.empty(len(costs))
    for row, column in enumerate(columns):
        own = np.where(kind == kind[column], np.inf, costs[row])
        out[row] = max(0.0, _detour(costs, row, own, owner, paid, prices) - float(paid[row]))
    return columns, float(paid.sum()), out


def _detour(costs: Costs, row: int, own: Costs, owner: Columns, paid: Costs, prices: Costs) -> float:
    """What `row` and all that have to make room for it pay, less what the others paid, if it pays `own` (C,) now.

    The shortest path of exchanges from the row to the column it leaves. It may run through columns nobody has: whoever
    takes one of those leaves another behind, and that may be any.
    """
    home = int(np.flatnonzero(owner == row)[0])
    distance = own - prices
    done = np.zeros(len(owner), dtype=bool)
    free = owner < 0
    emptied = False
    while True:
        reached = int(np.where(done, np.inf, distance).argmin())
        so_far = float(distance[reached])
        if done[reached] or not np.isfinite(so_far):
            return np.inf
        if reached == home:
            return so_far + float(prices[home])
        done[reached] = True
        if free[reached]:
            if emptied:
                continue
            emptied = True
            offered = np.where(free, np.inf, so_far - prices)
        else:
            giver = int(owner[reached])
            offered = so_far - (paid[giver] - prices[reached]) + costs[giver] - prices
        np.minimum(distance, offered, out=distance, where=~done)


def _owners(columns: Columns, width: int) -> Columns:
    owner = np.full(width, -1, dtype=np.intp)
    owner[columns] = np.arange(len(columns))
    return owner


def _total(costs: Costs, columns: Columns) -> float:
    return float(costs[np.arange(len(costs)), columns].sum())


def _solved(costs: Costs) -> tuple[Columns, Costs]:
    rows, width = costs.shape
    if rows > width:
        raise ValueError(f"{rows} rows cannot each have one of {width} columns")
    owner = np.full(width, -1, dtype=np.intp)
    prices = np.zeros(width)
    for row in range(rows):
        if not _augment(costs, row, owner, prices):
            raise ValueError(f"row {row} cannot be given a column")
    columns = np.empty(rows, dtype=np.intp)
    taken = np.flatnonzero(owner >= 0)
    columns[owner[taken]] = taken
    return columns, prices


def _augment(costs: Costs, row: int, owner: Columns, prices: Costs) -> bool:
    """Give `row` a column along the shortest path of exchanges; `owner` (C,) and `prices` (C,) are updated in place."""
    width = costs.shape[1]
    distance = np.full(width, np.inf)
    came_from = np.full(width, -1, dtype=np.intp)
    done = np.zeros(width, dtype=bool)
    current, reached, so_far = row, -1, 0.0
    held = {int(owner[column]): int(column) for column in np.flatnonzero(owner >= 0)}
    while True:
        # What the current row's own column costs it after prices is what leaving that column gives back.
        base = so_far - (costs[current, reached] - prices[reached] if reached >= 0 else 0.0)
        offered = base + costs[current] - prices
        better = ~done & (offered < distance)
        distance[better] = offered[better]
        came_from[better] = current
        open_distance = np.where(done, np.inf, distance)
        reached = int(open_distance.argmin())
        so_far = float(open_distance[reached])
        if not np.isfinite(so_far):
            return False
        done[reached] = True
        if owner[reached] < 0:
            break
        current = int(owner[reached])
    settled = done & (distance < so_far)
    prices[settled] += distance[settled] - so_far
    column = reached
    while True:
        giver = int(came_from[column])
        before = held.get(giver, -1)
        owner[column] = giver
        if giver == row:
            return True
        column = before
