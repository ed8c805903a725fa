"""What lies in the places of a Trash table: the players' slots, the stock and the discard pile."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rules.cards import Card
from rules.observation import Seen, Side
from rules.trash.table import Table
from service.following.base import Places, Quad, doubted, look_at
from service.following.found import Found
from vision.geometry import begun_like, sizes
from vision.marked import Marked
from vision.plane import in_heights
from vision.table import TableState, Tracked
from vision.zones import blank, unfounded

_PUT_BACK = 0.02
"""Share of its height by which a card that was taken up and put back lies elsewhere; the outline of one that lies still
is followed to within a hundredth."""
_AT_REST = 0.2
"""Seconds no hand must have been over it: one that takes a card up holds still with it for a moment."""
_WHOLE = 0.85
"""Share of each other's area that two outlines of one whole card have at least."""
_TURNED = 1.5
"""Degrees by which it is turned otherwise; the outline of one that lies still keeps within one."""

_NEAR = 2.2
"""Card heights from the stock within which discards are laid."""
_BEHIND, _BESIDE = 0.6, 1.5
"""Heights from every slot's middle, and widths from the outermost, by which a card lies behind a layout, before its
player."""


class Layouts:
    """Keeps what every place showed when it was last in view.

    Args:
        pack: the cards in play.
        sizes: slots of each layout.
        marked: zones set by hand, None where they are found.

    Attributes:
        sides: of the players, clockwise; none before the layouts are found.
        places: of the slots ("near 5") and of the piles ("stock", "discard").
        top: the card on the discard pile, None for none.
        relaid: where it lay, on the table, before a hand was over it, if it has just come to rest a little otherwise.
    """

    def __init__(self, pack: frozenset[Card], sizes: Sequence[int], marked: Marked | None = None) -> None:
        self.pack = pack
        self.marked = marked
        self.sizes = list(sizes)
        self.sides: tuple[str, ...] = ()
        self.places = Places()
        self.top: Tracked | None = None
        self.relaid: Quad | None = None
        self._rest: tuple[int, Quad] | None = None
        self._covered = False
        self._open_since: float | None = None
        self._seen: dict[str, Seen] = {}
        self._doubted: dict[str, Seen] = {}
        self._last: dict[str, tuple[Seen, Seen]] = {}
        self._unturned: dict[str, int] = {}
        self._lying: dict[str, int] = {}
        self._lay: dict[str, int] = {}
        self._clear: dict[str, bool] = {}
        self._empty_since: float | None = None

    def take(self, found: Found, state: TableState) -> None:
        """Take the layouts as they were found."""
        self.sizes, self.sides = [len(row) for row in found.cards], found.sides
        self.places.quads = {}
        for side, quads in zip(found.sides, found.quads, strict=True):
            for number, quad in enumerate(quads, start=1):
                self.places.put(f"{side} {number}", quad, state)
        if found.stock is not None:
            self.places.put("stock", found.stock.card.corners, state)
        if found.discard is not None:
            self.places.put("discard", found.discard.card.corners, state)
        self._empty_since = None
        self._seen, self._doubted, self._last = {"discard": look_at(found.discard, self.pack)}, {}, {}
        self._lying = {
            f"{side} {number}": card.id
            for side, row in zip(found.sides, found.cards, strict=True)
            for number, card in enumerate(row, start=1)
            if card is not None
        }
        # Every slot begins face down. A back that passes for a face has no name, and its number until it is turned.
        self._unturned = {
            f"{side} {number}": card.id
            for side, row in zip(found.sides, found.cards, strict=True)
            for number, card in enumerate(row, start=1)
            if card is not None and blank(card.card)
        }
        self.turned()

    def turned(self) -> None:
        """A turn was judged: what moves from here on is of the next."""
        self._lay = dict(self._lying)

    def sight(self, state: TableState) -> None:
        """What every place shows now; a place that is covered keeps what it showed."""
        lying: dict[str, list[Tracked]] = {}
        for card in state.cards:
            name = self.places.at(state, card)
            if name is None and self._may_be_discard(state, card):
                name = "discard"
                self.places.put(name, card.card.corners, state)
            if name is not None:
                lying.setdefault(name, []).append(card)
        self._clear = {}
        for name in [*self.places.quads, "discard"]:
            cards = lying.get(name, [])
            if name == "discard":
                cards = [card for card in cards if card.card.side == "up"]
            top = max(cards, key=lambda card: card.laid_at, default=None)
            self._seen[name] = look_at(top, self.pack)
            self._doubted[name] = doubted(top, self.pack)
            if top is not None and self._unturned.get(name) == top.id and blank(top.card):
                self._seen[name] = self._doubted[name] = Seen.down()
            if top is not None:
                self._lying[name] = top.id
                self._last[name] = self._seen[name], self._doubted[name]
            self._clear[name] = top is None or top.clear
            if name == "discard":
                self.top = top
        self.relaid = self._relaid(state)
        if self.top is not None and "discard" in self.places.quads:
            quad = self.places.quads["discard"]
            self.places.quads["discard"] = 0.8 * quad + 0.2 * (state.lies(self.top).mean(0) + quad - quad.mean(0))

    def _relaid(self, state: TableState) -> Quad | None:
        """Where the top discard last lay, if it has come to rest otherwise: somebody took it up and put it back."""
        if self.top is None or not self.top.clear:
            self._covered, self._open_since = True, None
            return None
        self._open_since = state.time if self._open_since is None else self._open_since
        if not state.settled or state.time - self._open_since < _AT_REST:
            return None
        quad = state.lies(self.top)
        before = None if self._rest is None or self._rest[0] != self.top.id else self._rest[1]
        if before is not None and not _alike(before, quad):
            # A hand leaves only a part of it in sight: where it lies is seen once all of it is.
            return None
        covered, self._covered = self._covered, False
        self._rest = self.top.id, quad
        return before if covered and before is not None and _moved(before, quad) else None

    def discarder(self) -> str | None:
        """The player whose hand laid the top discard, None where that is not clear."""
        reached = None if self.top is None else self.top.reached
        return reached if reached in self.sides else None

    def _may_be_discard(self, state: TableState, card: Tracked) -> bool:
        """Whether this can be the first card of a discard pile nobody has seen yet."""
        if "discard" in self.places.quads or card.card.side != "up" or not card.clear or unfounded(card.card):
            return False
        if self.marked is not None and "discard" in self.marked.zones:
            return bool(self.marked.within("discard", [card.card], state.size))
        spot, lain = state.lies(card).mean(axis=0), state.time - card.since
        known = "stock" in self.places.quads
        if known and self._beside_stock(spot):
            return True
        player = self._before(spot) if len(self.sides) > 1 else None
        if player is not None and not self._played_since(player):
            # Whoever is in turn thinks about where it belongs.
            return False
        return lain > (2.0 if known else 0.5) if state.settled else lain > 1.5 and not known

    def no_pile(self) -> None:
        """The only card seen on the discard pile is gone: far from the stock it was none, but one laid aside."""
        pile = self.places.quads.get("discard")
        if pile is not None and self.marked is None and not self._beside_stock(pile.mean(axis=0)):
            del self.places.quads["discard"]

    def _beside_stock(self, spot: Quad) -> bool:
        """Whether a spot (2,) on the table is as near to the stock as discards are; so are all where none is known."""
        stock = self.places.quads.get("stock")
        if stock is None:
            return True
        # The slots' outlines together are surer than that of the pile alone.
        return float(np.median(in_heights([*self.places.quads.values()], spot - stock.mean(axis=0)))) < _NEAR

    def _before(self, spot: Quad) -> str | None:
        """The player before whom something lies, behind his layout; None for nobody. `spot` (2,) is on the table."""
        for side, size in zip(self.sides, self.sizes, strict=True):
            slots = np.stack([self.places.quads[name] for name in _slots(side, size)])
            towards = np.median(slots[:, 3] - slots[:, 0], axis=0)
            along = np.median(slots[:, 1] - slots[:, 0], axis=0)
            off = spot - slots.mean(axis=1)
            behind = off @ towards / (towards @ towards)
            beside = off @ along / (along @ along)
            if behind.min() > _BEHIND and beside.min() < _BESIDE and beside.max() > -_BESIDE:
                return side
        return None

    def _played_since(self, player: str) -> bool:
        """Whether another player than this one has placed cards since the last turn was judged."""
        return any(not same and self.sides[other] != player for (other, _), same in self.unmoved().items())

    def gathered(self, time: float) -> bool:
        """Whether the cards have been taken from the table for the next deal."""
        for side, size in zip(self.sides, self.sizes, strict=True):
            gone = sum(self._seen[name].side is Side.EMPTY for name in _slots(side, size))
            if gone * 2 > size and gone >= 1 and (gone > 1 or size == 1):
                self._empty_since = time if self._empty_since is None else self._empty_since
                return time - self._empty_since > 0.3
        self._empty_since = None
        return False

    def discard(self) -> Seen:
        """What lies on the discard pile."""
        return self._seen.get("discard", Seen.unknown())

    def pile_clear(self) -> bool:
        """Whether nothing lies or moves over the discard pile."""
        return self._clear.get("discard", True)

    def table(self, piled: bool, player: int | None, doubting: bool = False) -> Table:
        """What the places show, an empty slot as unknown: a card is there or a hand has it.

        A slot in which no card was ever seen holds one face down: a back is missed now and then, a face hardly ever.
        Another's slot shows what it last did: a card that is gone from it was taken up in the turn that follows.

        Args:
            piled: whether the discard pile is known to hold cards.
            player: from 0, whose turn it was; None where that is not known.
            doubting: show cards as whoever is accused would have them, see `doubted`.
        """
        seen = self._doubted if doubting else self._seen
        rows = []
        for side, size in zip(self.sides, self.sizes, strict=True):
            waiting = player is not None and side != self.sides[player]
            row = []
            for name in _slots(side, size):
                shown = seen[name]
                if shown.side is Side.EMPTY and name not in self._lying:
                    shown = Seen.down()
                elif shown.side is Side.EMPTY:
                    shown = self._last[name][doubting] if waiting and name in self._last else Seen.unknown()
                row.append(shown)
            rows.append(tuple(row))
        discard = seen.get("discard", Seen.empty())
        if discard.side is Side.EMPTY and piled:
            discard = Seen.unknown()
        return Table(tuple(rows), discard)

    def in_view(self, player: int | None) -> bool:
        """Whether every slot of a player, from 0, holds a card and is clear; None: of all players."""
        sides = self.sides if player is None else (self.sides[player],)
        names = [
            name for side, size in zip(self.sides, self.sizes, strict=True) if side in sides
            for name in _slots(side, size)
        ]  # fmt: skip
        return all(
            self._clear.get(name, True) and (self._seen[name].side is not Side.EMPTY or name not in self._lying)
            for name in names
        )

    def unmoved(self) -> dict[tuple[int, int], bool]:
        """For each slot of each player, from 0, whether the same card lies there as after the last turn."""
        return {
            (player, slot): self._lying[name] == self._lay[name]
            for player, (side, size) in enumerate(zip(self.sides, self.sizes, strict=True))
            for slot, name in enumerate(_slots(side, size))
            if name in self._lying and name in self._lay
        }

    def shown(self) -> dict[str, list[str]]:
        """What the slots of each side show, in text."""
        return {
            side: [str(self._seen.get(name, Seen.unknown())) for name in _slots(side, size)]
            for side, size in zip(self.sides, self.sizes, strict=False)
        }

    def slot(self, place: str | None) -> tuple[int, int] | None:
        """The player, from 0, and the slot, from 1, of a place; None for a pile or no place."""
        side, _, number = (place or "").partition(" ")
        if side in self.sides and number.isdecimal():
            return self.sides.index(side), int(number)
        return None


def _alike(before: Quad, after: Quad) -> bool:
    """Whether two outlines (4, 2) are as large as each other, so that both are of the whole card."""
    small, large = sorted(sizes(np.stack([before, after])).prod(axis=1))
    return bool(small >= _WHOLE * large)


def _moved(before: Quad, after: Quad) -> bool:
    """Whether a card (4, 2) lies otherwise than before, by more than its outline is uncertain."""
    before = begun_like(before[None].astype(np.float32), after.astype(np.float32))[0]
    sides = [(quad[1] - quad[0]) + (quad[2] - quad[3]) for quad in (before, after)]
    turned = np.subtract(*(np.degrees(np.arctan2(side[1], side[0])) for side in sides))
    apart = np.linalg.norm(after.mean(axis=0) - before.mean(axis=0))
    return bool(apart > _PUT_BACK * np.linalg.norm(before[3] - before[0]) or abs((turned + 90) % 180 - 90) > _TURNED)


def _slots(side: str, size: int) -> list[str]:
    """The names of a layout's slots."""
    return [f"{side} {number}" for number in range(1, size + 1)]
