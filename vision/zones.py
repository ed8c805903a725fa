"""From cards to the game's places: layouts, stock and discard pile, hands, table cards. Geometry only.

Nothing is drawn by the user: the cards' own outlines give the table's plane (`vision.plane`), and what lies how far
from what does the rest. Where that can be wrong, zones set by hand (`vision.marked`) take its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from rules.observation import Seen
from vision.grouping import Group, group, halves, reading_order
from vision.lattice import OUTWARD, SIDES, Grid, choose, find_grids
from vision.plane import Doubles, Plane, fit_plane
from vision.types import Floats, Reading, SeenCard

_ROWS_APART = 1.3
"""Card heights between the middles of two rows from which they are two players': one player's rows lie closer."""

GIN_HAND = (10, 11)
"""Cards in a gin hand, before and after the draw."""


class ZoneError(ValueError):
    """The table does not show what the game needs; the message says what is missing or too much.

    Attributes:
        layouts: how many layouts lie there, where that is what does not fit; None: it is something else.
    """

    def __init__(self, message: str, layouts: int | None = None) -> None:
        super().__init__(message)
        self.layouts = layouts


@dataclass(frozen=True, eq=False)
class Hand:
    """Cards that belong together.

    Attributes:
        cards: their numbers in the reading, left to right, a second row after the first.
        side: where it lies: "near", "far", "left" or "right".
        centre: (2,) in pixels.
    """

    cards: tuple[int, ...]
    side: str
    centre: Floats = field(default_factory=lambda: np.zeros(2, dtype=np.float32))


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


@dataclass(frozen=True, eq=False)
class BusTable:
    """A Stop the Bus table: the three cards in the middle, and the hands that lie open."""

    table: tuple[int, ...]
    hands: tuple[Hand, ...]


def seen(card: SeenCard | None, certain: float = 0.9) -> Seen:
    """One place as the referee takes it; None is a place of which nothing is known."""
    if card is None:
        return Seen.unknown()
    if card.side == "down":
        return Seen.down() if card.confidence >= 0.5 else Seen.unknown()
    possible = card.possible(certain)
    return Seen.cards(possible) if possible else Seen.up()


def hands(reading: Reading | Sequence[SeenCard], count: int | None = None) -> list[Hand]:
    """The hands on the table, near ones first, then clockwise as the players sit.

    Args:
        reading: a reading, or its cards.
        count: how many hands there are; None: one, or two where the cards fall into two groups of like size.

    Raises:
        ZoneError: where there are fewer cards than hands.
    """
    cards = _cards(reading)
    if count is not None and count < 1:
        raise ZoneError(f"a table has at least one hand, not {count}")
    if len(cards) < (count or 0):
        raise ZoneError(f"{count} hands need as many cards: {len(cards)} are in the picture")
    if not cards:
        return []
    plane, corners = _seen_from_above(cards)
    return [_hand(part, plane, corners) for part in group(corners, count)]


def gin(reading: Reading | Sequence[SeenCard]) -> list[Hand]:
    """The one hand or two of a gin table; the card on top of the discard pile belongs to neither.

    Of more cards than hands hold, the one is set aside whose leaving parts the rest into two hands the most clearly.

    Args:
        reading: a reading, or its cards; face-down cards (the stock, a knock's discard) are in no hand.
    """
    cards = _cards(reading)
    up = [number for number, card in enumerate(cards) if card.side == "up"]
    if not up:
        return []
    plane, corners = _seen_from_above(cards)
    best = up
    pair = halves(corners[up])
    sizes = [len(part) for part in pair[1]] if pair else []
    if len(up) > max(GIN_HAND) and not _two_hands(sizes):
        clearest = 0.0
        for left_out in up:
            rest = [number for number in up if number != left_out]
            found = halves(corners[rest])
            if found is not None and _two_hands([len(part) for part in found[1]]) and found[0] > clearest:
                clearest, best = found[0], rest
    return [
        _hand(Group(tuple(best[place] for place in part.members), part.side), plane, corners)
        for part in group(corners[best])
    ]


def _two_hands(sizes: Sequence[int]) -> bool:
    """Whether groups of these sizes can be two hands, a card more or less that was misread allowed for."""
    return len(sizes) == 2 and all(min(GIN_HAND) - 1 <= size <= max(GIN_HAND) + 1 for size in sizes)


def row(reading: Reading | Sequence[SeenCard]) -> tuple[int, ...]:
    """All cards in the order of a showdown: a row from the left, a ring of single cards from the near one on."""
    cards = _cards(reading)
    if not cards:
        return ()
    _, corners = _seen_from_above(cards)
    centres = corners.mean(axis=1)
    across, along = np.ptp(centres, axis=0)
    if along < max(0.6, 0.3 * across):
        return reading_order(corners, range(len(cards)))
    return tuple(part.members[0] for part in group(corners, len(cards)))


def bus(reading: Reading | Sequence[SeenCard], players: int | None = None) -> BusTable:
    """The three table cards and the hands of Stop the Bus: groups of three, the table's in their midst.

    Args:
        reading: a reading, or its cards; cards face down are in no open hand.
        players: how many hands lie open; None: as many as the cards make.

    Raises:
        ZoneError: where the cards do not make groups of three.
    """
    every = _cards(reading)
    up = [number for number, card in enumerate(every) if card.side == "up"]
    parts_wanted = len(up) // 3 if players is None else players + 1
    if len(up) != 3 * parts_wanted or not up:
        wanted = "groups of three" if players is None else f"{players} hands of three and three table cards"
        raise ZoneError(f"Stop the Bus needs {wanted}: {len(up)} cards lie face up")
    plane, corners = _seen_from_above([every[number] for number in up])
    parts = group(corners, parts_wanted, size=3)
    middle = corners.mean(axis=(0, 1))
    centres = [corners[list(part.members)].mean(axis=(0, 1)) for part in parts]
    centre = int(np.argmin([float(np.linalg.norm(point - middle)) for point in centres]))
    found = [_hand(part, plane, corners) for k, part in enumerate(parts) if k != centre]
    named = [Hand(tuple(up[card] for card in hand.cards), hand.side, hand.centre) for hand in found]
    return BusTable(tuple(up[card] for card in parts[centre].members), tuple(named))


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
    cards = _cards(reading)
    if not 1 <= players <= len(SIDES):
        raise ZoneError(f"layouts are found for 1 to 4 players, not {players}: set zones by hand for more")
    sizes = [slots] * players if isinstance(slots, int) else list(slots)
    if len(sizes) != players or (sides is not None and len(sides) != players):
        raise ZoneError(f"{players} players need as many slot counts and sides: {len(sizes)} counts were given")
    if not cards:
        raise ZoneError("no cards are in the picture")
    plane, corners = _seen_from_above(cards)
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
            raise ZoneError(f"no layout of {counts} slots was found among {len(cards)} cards")
        raise ZoneError(f"{players} layouts of {counts} slots were not found among {len(cards)} cards")
    if strict and _one_layout(best):
        raise ZoneError(f"one layout lies on the table, where {players} players were given", layouts=1)
    used = frozenset[int]().union(*(grid.members for grid in best))
    rest = [card for card in range(len(cards)) if card not in used]
    if strict:
        _no_more(rest, centres, axes, max(sizes), players)
    layouts = tuple(Layout(grid.side, grid.cards, _slot_quads(grid, plane)) for grid in best)
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
    """Stock and discard among the cards left over: the face-down and the face-up one nearest to each other."""
    down = [card for card in rest if cards[card].side == "down"]
    up = [card for card in rest if cards[card].side == "up"]
    middle = np.mean([grid.centres.mean(axis=0) for grid in grids], axis=0)
    if down and up:
        pairs = [(float(np.linalg.norm(centres[a] - centres[b])), a, b) for a in down for b in up]
        _, stock, discard = min(pairs)
        return stock, discard

    def central(group_of: list[int]) -> int | None:
        return min(group_of, key=lambda card: float(np.linalg.norm(centres[card] - middle)), default=None)

    return central(down), central(up)


def _slot_quads(grid: Grid, plane: Plane) -> Floats:
    half_x, half_y = grid.right * plane.aspect / 2, grid.towards / 2
    corners = np.stack([-half_x - half_y, half_x - half_y, half_x + half_y, -half_x + half_y])
    return plane.to_image(grid.centres[:, None] + corners[None]).astype(np.float32)


def _cards(reading: Reading | Sequence[SeenCard]) -> list[SeenCard]:
    return list(reading.cards if isinstance(reading, Reading) else reading)


def _seen_from_above(cards: Sequence[SeenCard]) -> tuple[Plane, Doubles]:
    """The table's plane, and the (N, 4, 2) outlines in card heights."""
    quads = np.stack([card.corners for card in cards])
    plane = fit_plane(quads)
    return plane, plane.to_table(quads)


def _axes(corners: Doubles) -> Doubles:
    along = corners[:, [2, 3]].mean(axis=1) - corners[:, [0, 1]].mean(axis=1)
    return np.asarray(along / np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9), dtype=np.float64)


def _hand(part: Group, plane: Plane, corners: Doubles) -> Hand:
    centre = plane.to_image(corners[list(part.members)].mean(axis=(0, 1)))
    return Hand(part.members, part.side, centre.astype(np.float32))
