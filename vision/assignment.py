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
    columns = _solved(costs)
    return columns, _total(costs, columns)


def gaps(costs: Costs, kind: npt.NDArray[np.intp] | None = None) -> tuple[Columns, float, Costs]:
    """The column of each row, the total, and for each row how much dearer everything gets without that choice.

    Args:
        costs: (R, C) as for `assign`.
        kind: (C,) columns of one kind are forbidden together (the same card of another pack is no other choice).

    Returns:
        columns (R,), the total, gaps (R,); infinite where a row has no other choice.
    """
    columns = _solved(costs)
    kind = np.arange(costs.shape[1]) if kind is None else kind
    count = len(columns)
    # Who takes what another has makes him move on, and whoever takes what nobody has leaves any other to be taken: the
    # last of those that move is everyone who has none.
    paid = costs[np.arange(count), columns]
    free = np.ones(costs.shape[1], dtype=bool)
    free[columns] = False
    moved = np.zeros((count + 1, count + 1))
    moved[:count, :count] = costs[:, columns]
    moved[:count, count] = costs[:, free].min(axis=1, initial=np.inf)
    moved[:count] -= paid[:, None]
    own = np.where(kind == kind[columns][:, None], np.inf, costs)
    first = np.column_stack([own[:, columns], own[:, free].min(axis=1, initial=np.inf)])
    for middle in range(count + 1):
        np.minimum(moved, moved[:, middle, None] + moved[middle], out=moved)
    dearer = (first + moved[:, :count].T).min(axis=1) - paid
    return columns, float(paid.sum()), np.maximum(dearer, 0.0)


def _total(costs: Costs, columns: Columns) -> float:
    return float(costs[np.arange(len(costs)), columns].sum())


def _solved(costs: Costs) -> Columns:
    rows, width = costs.shape
    if rows > width:
        raise ValueError(f"{rows} rows cannot each have one of {width} columns")
    owner = np.full(width, -1, dtype=np.intp)
    prices = np.zeros(width)
    for row in range(rows):
        cheapest = int((costs[row] - prices).argmin())
        if owner[cheapest] < 0 and np.isfinite(costs[row, cheapest]):
            owner[cheapest] = row
        elif not _augment(costs, row, owner, prices):
            raise ValueError(f"row {row} cannot be given a column")
    columns = np.empty(rows, dtype=np.intp)
    taken = np.flatnonzero(owner >= 0)
    columns[owner[taken]] = taken
    return columns


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
