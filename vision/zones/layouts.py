"""Trash: the players' layouts, the stock and the discard pile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rules.observation import Seen
from vision.geometry import Doubles
from vision.lattice import OUTWARD, SIDES, Grid, choose, find_grids
from vision.plane import Plane
from vision.types import Floats, Reading, SeenCard
from vision.zones.base import ZoneError, blank, cards_of, counted, seen, seen_from_above

_ROWS_APART = 1.3
"""Card heights between the middles of two rows from which they are two players': one player's rows lie closer."""

_IN_SLOT = 0.5
"""Card heights from a slot's middle within which a card lies in it."""


@dataclass(frozen=True, eq=False)
class Layout:
    """One player's Trash layout.

    Attributes:
        side: of the table its player sits at.
        slots: for slots 1, 2, ... the number of the card lying there, or None where no card was seen.
        quads: (n, 4, 2) outlines of the slots in pixels, clockwise from the player's own top left.
    """

    side: str
    slots: tuple[int | None, ...]
    quads: Floats


@dataclass(frozen=True, eq=False)
class TrashTable:
    """A Trash table by its places; numbers are those of `cards`.

    Attributes:
        layouts: in the order asked for.
        stock: the face-down pile, None where none was seen.
        discard: the top of the discard pile, None where none was seen.
        others: cards in no place.
        cards: all cards of the reading.
    """

    layouts: tuple[Layout, ...]
    stock: int | None
    discard: int | None
    others: tuple[int, ...]
    cards: tuple[SeenCard, ...]

    def to_observation(self, certain: float = 0.9) -> tuple[dict[str, tuple[Seen, ...]], Seen]:
        """What the picture says: each side's layout, and the top discard; a slot without a visible card is unknown."""
        layouts = {
            layout.side: tuple(seen(None if card is None else self.cards[card], certain) for card in layout.slots)
            for layout in self.layouts
        }
        return layouts, seen(None if self.discard is None else self.cards[self.discard], certain)


def trash(
    reading: Reading | Sequence[SeenCard],
    players: int = 2,
    slots: int | Sequence[int] = 10,
    sides: Sequence[str] | None = None,
    strict: bool = True,
) -> TrashTable:
    """The layouts, the stock and the discard pile of a Trash table.

    Args:
        reading: a reading, or its cards.
        players: how many layouts there are, 1 to 4.
        slots: of every layout, or one number for each side in the order of `sides`.
        sides: the players' sides in order; None: near for one, near and far (or left and right) for two, ...
        strict: refuse a table with one layout more than there are players, and a single one for two.

    Raises:
        ZoneError: where the layouts cannot be found, or there are more or fewer of them.
    """
    cards = cards_of(reading)
    if not 1 <= players <= len(SIDES):
        raise ZoneError(f"layouts are found for 1 to 4 players, not {players}: set zones by hand for more")
    sizes = [slots] * players if isinstance(slots, int) else list(slots)
    if len(sizes) != players or (sides is not None and len(sides) != players):
        raise ZoneError(f"{players} players need as many slot counts and sides: {len(sizes)} counts were given")
    if not cards:
        raise ZoneError("no cards are in the picture")
    plane, corners = seen_from_above(cards)
    centres, axes = corners.mean(axis=1), _axes(corners)
    options = _seatings(players) if sides is None else [tuple(sides)]
    best: list[Grid] = []
    most = 0.0
    for seating in options:
        tables = [find_grids(centres, axes, size, (side,)) for size, side in zip(sizes, seating, strict=True)]
        chosen, score = choose(tables)
        if score > most + 0.5:
            best, most = chosen, score
        if most > sum(sizes) - 1.0:
            break
    if not best:
        counts = " and ".join(str(size) for size in sizes)
        if players == 1:
            raise ZoneError(f"no layout of {counted(sizes[0], 'slot')} was found among {counted(len(cards), 'card')}")
        raise ZoneError(f"{players} layouts of {counts} slots were not found among {counted(len(cards), 'card')}")
    if strict and _one_layout(best):
        raise ZoneError(f"one layout lies on the table, where {players} players were given", layouts=1)
    used = frozenset[int]().union(*(grid.members for grid in best))
    rest = [card for card in range(len(cards)) if card not in used]
    if strict:
        _no_more(rest, centres, axes, max(sizes), players)
    layouts = tuple(Layout(grid.side, _filled(grid, rest, centres), _slot_quads(grid, plane)) for grid in best)
    stock, discard = _piles(cards, rest, centres, best)
    others = tuple(card for card in rest if card not in (stock, discard))
    return TrashTable(layouts, stock, discard, others, tuple(cards))


def _seatings(players: int) -> list[tuple[str, ...]]:
    table: dict[int, list[tuple[str, ...]]] = {
        1: [("near",), ("right",), ("left",)],
        2: [("near", "far"), ("left", "right"), ("near", "right"), ("near", "left")],
        3: [("near", "far", "right"), ("near", "left", "far"), ("near", "left", "right")],
        4: [("near", "left", "far", "right")],
    }
    return table[players]


def _one_layout(grids: Sequence[Grid]) -> bool:
    """Whether single rows of two players lie as close as the two rows of one player's layout do."""
    rows = [grid.centres[[card is not None for card in grid.cards]] for grid in grids]
    single = [float(np.ptp(row @ grid.towards)) < 0.5 for row, grid in zip(rows, grids, strict=True)]
    for k, one in enumerate(grids):
        for n, other in enumerate(grids[:k]):
            if not single[k] or not single[n] or float(OUTWARD[one.side] @ OUTWARD[other.side]) >= 0:
                continue
            between = np.linalg.norm(rows[k][:, None] - rows[n][None], axis=-1).min(axis=-1)
            if min(len(rows[k]), len(rows[n])) > 1 and float(np.median(between)) < _ROWS_APART:
                return True
    return False


def _no_more(rest: list[int], centres: Doubles, axes: Doubles, size: int, players: int) -> None:
    """Refuse a further layout among the cards left over; a stock and a discard pile are two cards and none."""
    if len(rest) < 4:
        return
    # Free-lying cards seldom make more than half a grid; a layout that was dealt makes all of it.
    more = find_grids(centres[rest], axes[rest], min(size, len(rest)), least=max(4, size * 8 // 10))
    if more:
        sentence = f"{players + 1} layouts lie on the table, where {players} players were given"
        raise ZoneError(sentence, layouts=players + 1)


def _piles(
    cards: Sequence[SeenCard], rest: list[int], centres: Doubles, grids: Sequence[Grid]
) -> tuple[int | None, int | None]:
    """Stock and discard among the cards left over: the face-down and the face-up one nearest to each other.

    Where none is seen face down, a face of which neither rank nor suit can be read is the stock's back.
    """
    down = [card for card in rest if cards[card].side == "down"]
    down = down or [card for card in rest if blank(cards[card])]
    up = [card for card in rest if cards[card].side == "up" and card not in down]
    middle = np.mean([grid.centres.mean(axis=0) for grid in grids], axis=0)
    if down and up:
        pairs = [(float(np.linalg.norm(centres[a] - centres[b])), a, b) for a in down for b in up]
        _, stock, discard = min(pairs)
        return stock, discard

    def central(group_of: list[int]) -> int | None:
        return min(group_of, key=lambda card: float(np.linalg.norm(centres[card] - middle)), default=None)

    return central(down), central(up)


def _filled(grid: Grid, rest: list[int], centres: Doubles) -> tuple[int | None, ...]:
    """The cards of a grid's slots, with those that lie in an empty one; these are taken from `rest`.

    A card outlined badly fits no grid, and still lies where one is missing: it is no stock.
    """
    slots = list(grid.cards)
    for slot, centre in enumerate(grid.centres):
        if slots[slot] is None and rest:
            away = np.linalg.norm(centres[rest] - centre, axis=1)
            if away.min() < _IN_SLOT:
                slots[slot] = rest.pop(int(away.argmin()))
    return tuple(slots)


def _slot_quads(grid: Grid, plane: Plane) -> Floats:
    half_x, half_y = grid.right * plane.aspect / 2, grid.towards / 2
    corners = np.stack([-half_x - half_y, half_x - half_y, half_x + half_y, -half_x + half_y])
    return plane.to_image(grid.centres[:, None] + corners[None]).astype(np.float32)


def _axes(corners: Doubles) -> Doubles:
    along = corners[:, [2, 3]].mean(axis=1) - corners[:, [0, 1]].mean(axis=1)
    return np.asarray(along / np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9), dtype=np.float64)
