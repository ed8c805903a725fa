"""Trash: the players' layouts, the stock and the discard pile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from rules.cards import Rank
from rules.observation import Seen
from vision.geometry import Doubles
from vision.lattice import MOST_SLOTS, OUTWARD, SIDES, Grid, choose, find_grids, long_axes, numbered
from vision.lying import seen_from_above
from vision.plane import Plane
from vision.types import Floats, Reading, SeenCard
from vision.zones.base import OTHER_LAYOUTS, ZoneError, blank, cards_of, seen, unfounded

_ROWS_APART = 1.3
"""Card heights between the middles of two rows from which they are two players': one player's rows lie closer."""

_CARD_OVER = 2.0
"""What a card in no place counts for against a slot without a card: the one was seen, the other may be overlooked."""
_ONE_MORE = 1.5
"""The same of every layout more than one: a row more or less makes other players' layouts of the same cards."""
_STRAY = 0.2
"""Share of the cards in no place up to which the others are layouts, ..."""
_AMISS, _MUCH = 0.5, 4.0
"""... and what may not fit, for each card of the table; of few cards so much."""
_ROW_STEP = 1.2
"""Card heights from one row to the next, as they are usually laid."""
_TWO_PLAYERS = 1.6
"""Card heights between two rows from which they are hardly one player's."""
_SURELY_A_BACK = 0.95
"""Confidence from which what lies face down is a card."""
_IN_SLOT = 0.5
"""Card heights from a slot's middle within which a card lies in it."""
_MISFIT = 2.0
"""What a layout counts for whose cards lie as irregularly as is one slot without a card."""
_UNEQUAL = 0.5
"""The same of layouts of unequal sizes. A match that goes on has them oftener than cards are overlooked."""


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
        strained: how much makes the layouts hardly such: piles that lie where their next slots would be, or the rows of
            the only one as far apart as two players'.
        misfit: of its cards to regular layouts, as that of `vision.lattice.choose`: in cards.
    """

    layouts: tuple[Layout, ...]
    stock: int | None
    discard: int | None
    others: tuple[int, ...]
    cards: tuple[SeenCard, ...]
    strained: int = 0
    misfit: float = 0.0

    @property
    def fits(self) -> bool:
        """Whether every card has a place, every slot a card, and there is a stock."""
        return not self._left()

    def over(self) -> float:
        """What does not fit: cards in no place, slots without a card, a missing stock, layouts that are hardly one."""
        return self._left() + _MISFIT * self.misfit

    def _left(self) -> float:
        empty = sum(card is None for layout in self.layouts for card in layout.slots)
        return _CARD_OVER * (len(self.others) + self.strained) + empty + (self.stock is None)

    def to_observation(self, certain: float = 0.9) -> tuple[dict[str, tuple[Seen, ...]], Seen]:
        """What the picture says: each side's layout, and the top discard; a slot without a visible card is unknown."""
        layouts = {
            layout.side: tuple(seen(None if card is None else self.cards[card], certain) for card in layout.slots)
            for layout in self.layouts
        }
        return layouts, seen(None if self.discard is None else self.cards[self.discard], certain)


@dataclass(frozen=True, eq=False)
class _Table:
    """The cards of a table as seen from above, and the grids found among them so far."""

    cards: Sequence[SeenCard]
    _found: dict[tuple[int, str], list[Grid]] = field(default_factory=dict)

    @cached_property
    def _above(self) -> tuple[Plane, Doubles]:
        return seen_from_above(self.cards)

    @property
    def plane(self) -> Plane:
        return self._above[0]

    @cached_property
    def centres(self) -> Doubles:
        return np.asarray(self._above[1].mean(axis=1), dtype=np.float64)

    @cached_property
    def axes(self) -> Doubles:
        return long_axes(self._above[1])

    def grids(self, size: int, side: str) -> list[Grid]:
        """The layouts of so many slots that a player at a side may have."""
        if (size, side) not in self._found:
            self._found[size, side] = find_grids(self.centres, self.axes, size, (side,))
        return self._found[size, side]


def trash(
    reading: Reading | Sequence[SeenCard],
    players: int = 2,
    slots: int | Sequence[int] = 10,
    sides: Sequence[str] | None = None,
    strict: bool = True,
    by_number: bool = True,
) -> TrashTable:
    """The layouts, the stock and the discard pile of a Trash table.

    Args:
        reading: a reading, or its cards.
        players: how many layouts there are, 1 to 4.
        slots: of every layout, or one number for each side in the order of `sides`.
        sides: the players' sides in order; None: near for one, near and far (or left and right) for two, ...
        strict: refuse a table with one layout more than there are players, and, where the sides are not known, a single
            one for two.
        by_number: of several that fit, take the layouts in which cards lie in the slots of their numbers.

    Raises:
        ZoneError: where the layouts cannot be found, or there are more or fewer of them.
    """
    return _placed(_Table(cards_of(reading)), players, slots, sides, strict, by_number)


def _placed(
    seen: _Table,
    players: int,
    slots: int | Sequence[int],
    sides: Sequence[str] | None,
    strict: bool = True,
    by_number: bool = True,
) -> TrashTable:
    """As `trash`."""
    cards = seen.cards
    if not 1 <= players <= len(SIDES):
        raise ZoneError("zones.players", players=players)
    sizes = [slots] * players if isinstance(slots, int) else list(slots)
    if len(sizes) != players or (sides is not None and len(sides) != players):
        raise ZoneError("zones.sizes", players=players, found=len(sizes))
    if not cards:
        raise ZoneError("zones.no_cards")
    centres, axes = seen.centres, seen.axes
    numbers = _numbers(cards) if by_number else []
    options = _seatings(players) if sides is None else [tuple(sides)]
    best: list[Grid] = []
    most = 0.0
    for seating in options:
        tables = [numbered(seen.grids(size, side), numbers) for size, side in zip(sizes, seating, strict=True)]
        chosen, score = choose(tables)
        if score > most + 0.5:
            best, most = chosen, score
        if most > sum(sizes) - 1.0:
            break
    if not best:
        raise ZoneError("zones.no_layouts", count=players, slots=sizes, cards=len(cards))
    if strict and sides is None and _one_layout(best):
        raise ZoneError(OTHER_LAYOUTS, found=1, players=players)
    used = frozenset[int]().union(*(grid.members for grid in best))
    rest = [card for card in range(len(cards)) if card not in used]
    if strict:
        _no_more(rest, centres, axes, max(sizes), players)
    layouts = tuple(Layout(grid.side, _filled(grid, rest, centres), _slot_quads(grid, seen.plane)) for grid in best)
    stock, discard = _piles(cards, rest, centres, best)
    others = tuple(card for card in rest if card not in (stock, discard))
    piles = [centres[card] for card in (stock, discard) if card is not None]
    strained = sum(_in_next_slots(spot, grid) for spot in piles for grid in best)
    strained += players == 1 and bool(np.ptp(best[0].centres @ best[0].towards) > _TWO_PLAYERS)
    misfit = sum(len(grid.members) for grid in best) - most
    return TrashTable(layouts, stock, discard, others, tuple(cards), strained, misfit)


def laid_out(
    reading: Reading | Sequence[SeenCard],
    players: Sequence[int] | None = None,
    slots: int | Sequence[int] | None = None,
    sides: Sequence[str] | None = None,
    usual: Sequence[int] = (),
) -> TrashTable:
    """As `trash` where not all is told: as many layouts, of such sizes, as leave the fewest cards and slots over.

    Args:
        reading: a reading, or its cards.
        players: how many layouts there may be, None: any; sides or several numbers of slots say it too.
        slots: of every layout, or one number for each side; None: found out, where nothing tells otherwise the same
            for all.
        sides: as for `trash`.
        usual: numbers of slots that are likelier than others, such as those of the same table a moment before.

    Raises:
        ZoneError: as by `trash`; where the numbers of slots are not given, for cards most of which make no layouts.
    """
    cards = cards_of(reading)
    seen = _Table(cards)
    counts = (len(sides),) if sides is not None else players or range(1, len(SIDES) + 1)
    if slots is not None and not isinstance(slots, int):
        options = [tuple(slots)]
    else:
        alike = range(1, MOST_SLOTS + 1) if slots is None else [slots]
        options = [(size,) * count for count in counts for size in alike]
        if slots is None and len(usual) in counts:
            options.append(tuple(usual))

    def unlikely(sizes: tuple[int, ...]) -> float:
        unequal = len(set(sizes)) > 1
        return _ONE_MORE * (len(sizes) - 1) + _UNEQUAL * unequal - _CARD_OVER * (sizes == tuple(usual))

    def at_least(sizes: tuple[int, ...]) -> float:
        total = sum(sizes)
        return _CARD_OVER * max(0, len(cards) - total - 2) + max(0, total - len(cards)) + unlikely(sizes)

    best: tuple[float, TrashTable] | None = None
    problem: ZoneError | None = None
    tried: set[tuple[int, ...]] = set()

    def better(sizes: tuple[int, ...]) -> bool:
        """Whether layouts of these sizes leave less over than the best so far, whose place they take."""
        nonlocal best, problem
        if sizes in tried or (best is not None and at_least(sizes) >= best[0]):
            return False
        tried.add(sizes)
        try:
            # How many cards are left over is what tells how many layouts there are.
            table = _placed(seen, len(sizes), sizes, sides, by_number=False)
        except ZoneError as error:
            problem = problem or error
            return False
        over = table.over() + unlikely(sizes)
        if best is not None and over >= best[0]:
            return False
        best = over, table
        return True

    # Of those as good as each other the larger layouts are the likelier ones.
    for sizes in sorted(options, key=lambda sizes: (at_least(sizes), -sum(sizes))):
        better(sizes)
    if slots is None:
        # The best step of all is taken, not the first that is one.
        while best is not None and sum(map(better, _near(best[1]))):
            pass
    if slots is None and cards and (best is None or _heap(best[1])):
        raise ZoneError("zones.none", cards=len(cards))
    if best is None:
        raise problem or ZoneError("zones.no_cards")
    return best[1]


def _heap(table: TrashTable) -> bool:
    """Whether too little of a table fits its layouts: they were made out of cards that lie anyhow."""
    cards = len(table.cards)
    return len(table.others) > max(2.0, _STRAY * cards) or table.over() > max(_MUCH, _AMISS * cards)


def _near(table: TrashTable) -> list[tuple[int, ...]]:
    """The sizes that layouts have if one of them has a slot more or less."""
    sizes = [len(layout.slots) for layout in table.layouts]
    return [
        (*sizes[:one], sizes[one] + step, *sizes[one + 1 :])
        for one in range(len(sizes))
        for step in (1, -1)
        if 1 <= sizes[one] + step <= MOST_SLOTS
    ]


def _numbers(cards: Sequence[SeenCard]) -> list[int | None]:
    """Of each card the number of the slot that it belongs in; None for courts, jokers, backs and what is not named."""
    certain = [seen(card).certain for card in cards]
    return [None if card is None or card.rank is None or card.rank > Rank.TEN else int(card.rank) for card in certain]


def _in_next_slots(spot: Doubles, grid: Grid) -> bool:
    """Whether a card lies where a layout larger by one or two would have its next slots."""
    count, half = len(grid.centres), MOST_SLOTS // 2
    step = grid.centres[1] - grid.centres[0] if count > 1 else grid.right
    two_rows = count > half or np.ptp(grid.centres @ grid.towards) > 0.5
    for more in range(min(2, MOST_SLOTS - count)):
        if not two_rows and count + more >= half:
            following = grid.centres[0] + _ROW_STEP * grid.towards + (count + more - half) * step
        else:
            following = grid.centres[-1] + (more + 1) * step
        if float(np.linalg.norm(spot - following)) < _IN_SLOT:
            return True
    return False


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
        raise ZoneError(OTHER_LAYOUTS, found=players + 1, players=players)


def _piles(
    cards: Sequence[SeenCard], rest: list[int], centres: Doubles, grids: Sequence[Grid]
) -> tuple[int | None, int | None]:
    """Stock and discard among the cards left over: the face-down and the face-up one nearest to each other.

    Where none is seen face down, a face of which neither rank nor suit can be read is the stock's back.
    """
    rest = [card for card in rest if not unfounded(cards[card])]
    down = [card for card in rest if cards[card].side == "down"]
    # A phone or a box passes for a back now and then, but hardly as one that is seen as surely as the stock's.
    down = [card for card in down if cards[card].confidence >= _SURELY_A_BACK] or down
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
