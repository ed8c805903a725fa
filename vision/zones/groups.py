"""Hands, showdown rows and table cards: cards that lie together, for gin rummy, Stop the Bus and Chase the Ace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.geometry import Doubles, inside
from vision.grouping import Group, group, halves, reading_order, sides, split
from vision.lying import seen_from_above
from vision.plane import Plane
from vision.types import Floats, Reading, SeenCard
from vision.zones.base import Hand, ZoneError, blank, cards_of

GIN_HAND = (10, 11)
"""Cards in a gin hand, before and after the draw."""

_IN_THE_WAY = 0.4
"""Card heights by which a card between two hands narrows the gap between them; the end of a hand does not."""

_SURE = 0.5
"""Confidence of a face-down card from which what cannot be read on it is its back's print."""

_BESIDE = 0.5
"""Card heights between the middles of neighbours from which cards lie beside and not above each other."""


@dataclass(frozen=True, eq=False)
class BusTable:
    """A Stop the Bus table: the three cards in the middle, and the hands that lie open."""

    table: tuple[int, ...]
    hands: tuple[Hand, ...]


def hands(reading: Reading | Sequence[SeenCard], count: int | None = None) -> list[Hand]:
    """The hands on the table, near ones first, then clockwise as the players sit.

    Args:
        reading: a reading, or its cards.
        count: how many hands there are; None: one, or two where the cards fall into two groups of like size.

    Raises:
        ZoneError: where there are fewer cards than hands.
    """
    cards = cards_of(reading)
    if count is not None and count < 1:
        raise ZoneError("zones.no_hands", hands=count)
    if len(cards) < (count or 0):
        raise ZoneError("zones.few_for_hands", hands=count, cards=len(cards))
    if not cards:
        return []
    plane, corners = seen_from_above(cards)
    return [_hand(part, plane, corners) for part in group(corners, count)]


def seats(reading: Reading | Sequence[SeenCard], parts: Sequence[Sequence[int]]) -> list[str]:
    """The sides of the table that hands lie on: near, far, left or right.

    Args:
        reading: a reading, or its cards.
        parts: the numbers of the cards of each hand, one at least.
    """
    if not parts:
        return []
    _, corners = seen_from_above(cards_of(reading))
    return sides(corners, parts)


def gin(reading: Reading | Sequence[SeenCard]) -> list[Hand]:
    """The one hand or two of a gin table; the card on top of the discard pile belongs to neither.

    Of more cards than hands hold, the one is set aside whose leaving parts the rest into two hands the most clearly.
    More cards than one hand holds are two hands where a line can be drawn between them.

    Args:
        reading: a reading, or its cards; face-down cards (the stock, a knock's discard) are in no hand.
    """
    cards = cards_of(reading)
    backs = [card.corners for card in cards if card.side == "down" and card.confidence >= _SURE]
    # What is printed on the back of the stock is at times taken for a card that cannot be read.
    up = [
        number for number, card in enumerate(cards) if card.side == "up" and not (blank(card) and _lies_on(card, backs))
    ]
    if not up:
        return []
    plane, corners = seen_from_above(cards)
    best, count = up, None
    pair = halves(corners[up])
    sizes = [len(part) for part in pair[1]] if pair else []
    if len(up) > max(GIN_HAND) and not _two_hands(sizes):
        clearest = split(corners[up])[0] + _IN_THE_WAY
        for left_out in up:
            rest = [number for number in up if number != left_out]
            found = halves(corners[rest])
            if found is not None and _two_hands([len(part) for part in found[1]]) and found[0] > clearest:
                clearest, best = found[0], rest
        if best is up and (len(up) >= 2 * min(GIN_HAND) - 1 or _part(corners[up])):
            # More than one hand can hold: there are two, however close to each other they lie. Where some of both
            # were not found it may still be one with what is no card, unless it falls apart.
            count = 2
    return [
        _hand(Group(tuple(best[place] for place in part.members), part.side), plane, corners)
        for part in group(corners[best], count)
    ]


def _lies_on(card: SeenCard, backs: Sequence[Floats]) -> bool:
    """Whether the middle of a card lies on a face-down one."""
    return any(inside(card.corners.mean(axis=0, keepdims=True), back).any() for back in backs)


def _part(corners: Doubles) -> bool:
    """Whether a straight line parts these cards into two groups of like size without crossing one."""
    gap, parts = split(corners)
    few, many = sorted(len(part) for part in parts)
    return gap > 0 and 2 * few > many


def _two_hands(sizes: Sequence[int]) -> bool:
    """Whether groups of these sizes can be two hands, a card more or less that was misread allowed for."""
    return len(sizes) == 2 and all(min(GIN_HAND) - 1 <= size <= max(GIN_HAND) + 1 for size in sizes)


def row(reading: Reading | Sequence[SeenCard]) -> tuple[int, ...]:
    """All cards in the order of a showdown: a row from the left, a ring of single cards from the near one on."""
    cards = cards_of(reading)
    if not cards:
        return ()
    _, corners = seen_from_above(cards)
    centres = corners.mean(axis=1)
    across, along = np.ptp(centres, axis=0)
    if along < max(0.6, 0.3 * across):
        order = np.argsort(centres[:, 0], kind="stable")
        if float(np.diff(centres[order, 0]).min(initial=np.inf)) >= _BESIDE:
            return tuple(int(card) for card in order)
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
    every = cards_of(reading)
    up = [number for number, card in enumerate(every) if card.side == "up"]
    parts_wanted = len(up) // 3 if players is None else players + 1
    if len(up) != 3 * parts_wanted or not up:
        if players is None:
            raise ZoneError("zones.bus", cards=len(up))
        raise ZoneError("zones.bus_players", hands=players, cards=len(up))
    plane, corners = seen_from_above([every[number] for number in up])
    parts = group(corners, parts_wanted, size=3)
    middle = corners.mean(axis=(0, 1))
    centres = [corners[list(part.members)].mean(axis=(0, 1)) for part in parts]
    centre = int(np.argmin([float(np.linalg.norm(point - middle)) for point in centres]))
    found = [_hand(part, plane, corners) for k, part in enumerate(parts) if k != centre]
    named = [Hand(tuple(up[card] for card in hand.cards), hand.side, hand.centre) for hand in found]
    return BusTable(tuple(up[card] for card in parts[centre].members), tuple(named))


def _hand(part: Group, plane: Plane, corners: Doubles) -> Hand:
    centre = plane.to_image(corners[list(part.members)].mean(axis=(0, 1)))
    return Hand(part.members, part.side, centre.astype(np.float32))
