"""Layouts as grids: rows of equally spaced cards, found among all the cards of a table.

Works in table coordinates (card heights, seen from above; see `vision.plane`), x to the right and y towards the near
player. A player's own top row is the one farther from that player, and slots are numbered from the player's own left.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vision.geometry import Doubles

SIDES = ("near", "far", "left", "right")

OUTWARD = {
    "near": np.array([0.0, 1.0]),
    "far": np.array([0.0, -1.0]),
    "left": np.array([-1.0, 0.0]),
    "right": np.array([1.0, 0.0]),
}
"""Where each player sits, seen from the middle of the table."""

MOST_SLOTS = 10
"""Slots of a layout at most."""

_WIDEST = 5
"""Slots of one row at most."""

_FIT = 0.3
"""How far, in card heights, a card may lie from its place in the grid."""


_UNLIKE = 1.5
"""Fine for players who lay equally many cards in rows of other lengths: at one table it is done in one way."""

_UNEVEN = 0.5
"""Fine for layouts laid otherwise close than each other, for each factor of e: of one that lies in a row with the stock
this tells which of the cards is that."""

_MISNUMBERED = 0.6
"""What a card in the slot of another number counts for against a slot without a card: one may be somebody's mistake."""

_Key: TypeAlias = tuple[str, tuple[int | None, ...]]
_Laid: TypeAlias = tuple[str, frozenset[tuple[tuple[int, int], int]]]


@dataclass(frozen=True, eq=False)
class Grid:
    """One player's layout as found.

    Attributes:
        side: of the table the player sits at.
        cards: for each slot in order, the number of the card lying there, or None.
        shape: lengths of its rows, its player's own top row first.
        centres: (n, 2) the slots' centres in table coordinates.
        right: (2,) unit vector to the player's right.
        towards: (2,) unit vector towards the player.
        score: how many slots hold a card, less what does not fit.
    """

    side: str
    cards: tuple[int | None, ...]
    shape: tuple[int, ...]
    centres: Doubles
    right: Doubles
    towards: Doubles
    score: float

    @property
    def members(self) -> frozenset[int]:
        """The cards that lie in the layout."""
        return frozenset(card for card in self.cards if card is not None)


def rows_of(slots: int) -> list[tuple[int, ...]]:
    """The ways to lay `slots` cards in at most two rows, the usual one (five and the rest) first.

    Raises:
        ValueError: where it is not 1 to 10.
    """
    if not 1 <= slots <= MOST_SLOTS:
        raise ValueError(f"a layout has 1 to {MOST_SLOTS} slots, not {slots}")
    usual: tuple[int, ...] = (slots,) if slots <= 5 else (5, slots - 5)
    others = [(first, slots - first) for first in range(min(5, slots - 1), 0, -1) if slots - first <= 5]
    return [usual, *(shape for shape in others if shape != usual)]


def long_axes(corners: Doubles) -> Doubles:
    """(N, 2) unit vectors along the long sides of cards, from their corners (N, 4, 2) in table coordinates."""
    along = corners[:, [2, 3]].mean(axis=1) - corners[:, [0, 1]].mean(axis=1)
    return np.asarray(along / np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9), dtype=np.float64)


def find_grids(
    centres: npt.ArrayLike, axes: npt.ArrayLike, slots: int, sides: Sequence[str] = SIDES, least: int | None = None
) -> list[Grid]:
    """Every layout of `slots` cards that the table may hold, best first; they may share cards.

    Args:
        centres: (N, 2) of the cards, table coordinates.
        axes: (N, 2) unit vectors along the cards' long sides, either way round.
        slots: how many the layout has, 1 to 10.
        sides: of the table to consider.
        least: how many slots must hold a card (6 in 10, unless given).
    """
    points = np.asarray(centres, dtype=np.float64).reshape(-1, 2)
    long = np.asarray(axes, dtype=np.float64).reshape(-1, 2)
    needed = max(1, -(-slots * 6 // 10)) if least is None else least
    found: dict[_Key, Grid] = {}
    tried: set[_Laid] = set()
    outward = {side: (float(OUTWARD[side][0]), float(OUTWARD[side][1])) for side in sides}
    for origin, row, column in _hypotheses(points, long, slots):
        x, y = column.tolist()
        least_along = 0.75 * math.hypot(x, y)
        for side in sides:
            along = x * outward[side][0] + y * outward[side][1]
            if abs(along) < least_along:
                continue
            towards = column if along > 0 else -column
            for grid in _fitted(points, long, slots, side, origin, row, towards, needed, found, tried):
                found[side, grid.cards] = grid
    return sorted(found.values(), key=lambda grid: -grid.score)


def _hypotheses(points: Doubles, long: Doubles, slots: int) -> Iterator[tuple[Doubles, Doubles, Doubles]]:
    """Origins with the steps along a row and between rows, from pairs and threes of neighbours."""
    for i in range(len(points)):
        across = np.array([-long[i, 1], long[i, 0]])
        offsets = points - points[i]
        s, t = offsets @ across, offsets @ long[i]
        beside = np.flatnonzero((np.abs(t) < 0.35) & (np.abs(s) > 0.6) & (np.abs(s) < 1.9))
        above = np.flatnonzero((np.abs(s) < 0.45) & (np.abs(t) > 0.85) & (np.abs(t) < 2.3))
        rows = [offsets[j] for j in beside[np.argsort(np.abs(s[beside]))][:3]] or [across * 1.0]
        columns = [offsets[k] for k in above[np.argsort(np.abs(t[above]))][:3]]
        columns.append(long[i] * 1.25)
        if slots == 1:
            rows, columns = [across], [long[i] * 1.25]
        for row, column in product(rows, columns):
            yield points[i], row, column


def _fitted(
    points: Doubles,
    long: Doubles,
    slots: int,
    side: str,
    origin: Doubles,
    row: Doubles,
    towards: Doubles,
    needed: int,
    known: Container[_Key],
    tried: set[_Laid],
) -> Iterator[Grid]:
    """The windows of the grid that hold enough cards for this player, each with its steps refined on its own cards."""
    # The player's right: looking from the seat to the middle of the table, with y of the picture pointing down.
    right_of = np.array([towards[1], -towards[0]])
    right = row if row @ right_of > 0 else -row
    along = np.abs(long @ towards) > 0.86 * math.hypot(*towards)
    lying = _lying(points, origin, right, towards, along)
    if len(lying) < needed:
        return
    # Begun from any card of a grid the grid is the same, once its cells are counted from its own corner.
    first, foremost = (min(cell[axis] for cell in lying) for axis in (0, 1))
    lying = {(line - first, place - foremost): card for (line, place), card in lying.items()}
    laid = (side, frozenset(lying.items()))
    if laid in tried:
        return
    tried.add(laid)
    origin = origin + first * towards + foremost * right
    held = _before(lying)
    for rank, shape in enumerate(rows_of(slots)):
        for top, left in _windows(held, shape, needed):
            cards = tuple(lying.get((top + r, left + c)) for r, length in enumerate(shape) for c in range(length))
            if (side, cards) in known:
                continue
            start = np.stack([origin + top * towards + left * right, right, towards])
            grid = _refined(points, side, shape, cards, start, 0.2 * min(rank, 1))
            if grid is not None:
                yield grid


def _before(cells: Collection[tuple[int, int]]) -> npt.NDArray[np.int64]:
    """How many of the cells (row, column), counted from 0, lie before each column of each row.

    Round them are an empty row above and below, and as many empty columns as a row is wide to the left and right.
    """
    lines, places = np.array(list(cells)).T
    held = np.zeros((lines.max() + 3, places.max() + 2 + 2 * _WIDEST), dtype=np.int64)
    held[lines + 1, places + 1 + _WIDEST] = 1
    return held.cumsum(axis=1)


def _windows(before: npt.NDArray[np.int64], shape: tuple[int, ...], needed: int) -> list[list[int]]:
    """Top left cells [row, column] from which rows of these lengths hold so many; `before` as `_before` gives it."""
    rows, columns = before.shape[0] - len(shape) + 1, before.shape[1] - _WIDEST
    count = np.zeros((rows, columns), dtype=np.int64)
    for row, length in enumerate(shape):
        lines = before[row : row + rows]
        count += lines[:, length : length + columns] - lines[:, :columns]
    found: list[list[int]] = (np.argwhere(count >= needed) - np.array([1, _WIDEST])).tolist()
    return found


def _refined(
    points: Doubles,
    side: str,
    shape: tuple[int, ...],
    cards: tuple[int | None, ...],
    start: Doubles,
    fine: float,
) -> Grid | None:
    """The grid of one window by least squares, its steps held near the first guess where one row says nothing.

    Args:
        points: (N, 2) of the table's cards.
        side: of the table.
        shape: lengths of the rows.
        cards: in the slots.
        start: (3, 2) first guess of the first slot's centre, the step along a row and the one towards the player.
        fine: taken off the score.
    """
    spots = points[[card for card in cards if card is not None]]
    places, known, of_spots, of_start = _solver(shape, tuple(card is not None for card in cards))
    solved = of_spots @ spots + of_start @ start
    across, down = (math.hypot(x, y) for x, y in solved[1:].tolist())
    if not 0.5 < across < 2.2 or not 0.8 < down < 2.6:
        return None
    off = known @ solved - spots
    squares = (off * off).sum(axis=1)
    if float(squares.max()) > _FIT * _FIT:
        return None
    # Squares: one card well beside its place speaks louder than all of them a little.
    score = len(spots) - float(squares.sum()) * 6.0 - fine
    return Grid(side, cards, shape, places @ solved, solved[1] / across, solved[2] / down, score)


@lru_cache(maxsize=4096)
def _solver(shape: tuple[int, ...], held: tuple[bool, ...]) -> tuple[Doubles, Doubles, Doubles, Doubles]:
    """Of a window with some of its slots held: places (n, 3), those held (k, 3), and what solves for its grid.

    The grid is (3, k) times the cards' centres and (3, 3) times the first guess.
    """
    places = np.array([(1.0, column, line) for line, length in enumerate(shape) for column in range(length)])
    known = places[np.array(held)]
    stay = np.diag([0.0, 0.3, 0.3])
    inverse = np.linalg.inv(known.T @ known + stay + 1e-9 * np.eye(3))
    return places, known, inverse @ known.T, inverse @ stay


def _lying(
    points: Doubles, origin: Doubles, right: Doubles, towards: Doubles, along: npt.NDArray[np.bool_]
) -> dict[tuple[int, int], int]:
    """The card nearest to each cell (row, column), of those that lie near enough to one and `along` the grid."""
    (a, b), (c, d) = towards.tolist(), right.tolist()
    area = a * d - b * c
    if abs(area) < 0.2:
        return {}
    exact = (points - origin) @ np.array([[d / area, -b / area], [-c / area, a / area]])
    cells = np.rint(exact)
    aside = (exact - cells) @ np.array([[a, b], [c, d]])
    off = aside[:, 0] ** 2 + aside[:, 1] ** 2
    near = np.flatnonzero((off < _FIT * _FIT) & along)
    near = near[np.argsort(off[near], kind="stable")]
    out: dict[tuple[int, int], int] = {}
    for (row, column), card in zip(cells[near].astype(np.int64).tolist(), near.tolist(), strict=True):
        out.setdefault((row, column), card)
    return out


def numbered(grids: Sequence[Grid], numbers: Sequence[int | None]) -> list[Grid]:
    """Grids by what their cards show, best first: one that lies in the slot of another number counts for less.

    Args:
        grids: of one player.
        numbers: of the slot that each card of the table belongs in, None where it shows none.
    """
    if not any(numbers):
        return list(grids)
    fined = [replace(grid, score=grid.score - _MISNUMBERED * _misnumbered(grid.cards, numbers)) for grid in grids]
    return sorted(fined, key=lambda grid: -grid.score)


def _misnumbered(cards: Sequence[int | None], numbers: Sequence[int | None]) -> int:
    """How many of the cards in a layout's slots 1, 2, ... belong in another slot; `numbers` as for `numbered`."""
    shown = [None if card is None else numbers[card] for card in cards]
    return sum(number is not None and number != slot for slot, number in enumerate(shown, start=1))


def choose(options: Sequence[Sequence[Grid]]) -> tuple[list[Grid], float]:
    """One grid per player, no card shared and every player on a side of their own, with the highest total score.

    Args:
        options: for each player the grids to choose from, best first.

    Returns:
        The grids in the players' order, none where no such choice exists; and their score, less fines for
        layouts that lie on the wrong side of the others and for layouts unlike each other.
    """
    best: tuple[float, list[Grid]] = (-np.inf, [])

    def extend(chosen: list[Grid], score: float) -> None:
        nonlocal best
        if len(chosen) == len(options):
            total = score - _misplaced(chosen) - _UNLIKE * _unlike(chosen) - _UNEVEN * _uneven(chosen)
            if total > best[0]:
                best = (total, list(chosen))
            return
        bound = sum(opts[0].score for opts in options[len(chosen) :] if opts)
        for grid in options[len(chosen)][:80]:
            if score + bound <= best[0]:
                return
            if any(grid.side == other.side or grid.members & other.members for other in chosen):
                continue
            if any(_overlap(grid, other) for other in chosen):
                continue
            extend([*chosen, grid], score + grid.score)

    extend([], 0.0)
    return best[1], best[0]


def _overlap(one: Grid, other: Grid) -> bool:
    """Whether slots of the two grids lie on each other: an empty slot cannot lie in another player's layout."""
    between = np.linalg.norm(one.centres[:, None] - other.centres[None], axis=-1)
    return bool((between < 0.5).any())


def _unlike(grids: Sequence[Grid]) -> int:
    """How many layouts are of another shape than one of as many slots before them."""
    shapes: dict[int, tuple[int, ...]] = {}
    return sum(shapes.setdefault(len(grid.cards), grid.shape) != grid.shape for grid in grids)


def _uneven(grids: Sequence[Grid]) -> float:
    """By what factor, as a logarithm, the steps along the rows of layouts differ at most."""
    steps = [np.linalg.norm(grid.centres[1] - grid.centres[0]) for grid in grids if grid.shape[0] > 1]
    return float(np.log(max(steps) / min(steps))) if len(steps) > 1 else 0.0


def _misplaced(grids: Sequence[Grid]) -> float:
    """A fine for layouts that lie on the wrong side of the others' middle."""
    if len(grids) < 2:
        return 0.0
    middle = np.mean([grid.centres.mean(axis=0) for grid in grids], axis=0)
    return sum(5.0 for grid in grids if (grid.centres.mean(axis=0) - middle) @ OUTWARD[grid.side] < 0)
