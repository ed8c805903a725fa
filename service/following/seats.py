"""Where the players of Trash sit: layouts found among the cards, or read from zones set by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

from service.following.base import Event, event
from service.following.found import Found
from vision.lattice import MOST_SLOTS
from vision.marked import marked_for
from vision.matching import sizes as short_sides
from vision.table import TableState, Tracked
from vision.zones import OTHER_LAYOUTS, TrashTable, ZoneError, laid_out, trash

RESTED = 6.0
"""Seconds in which nothing came or went, after which a table is not being dealt any more."""

PATIENCE = 3.0
"""Seconds a layout may have gaps before it is taken as it is."""

DEALING = 20.0
"""Seconds that a deal may take."""

_KEPT = 0.6
"""Share of the slots that hold the same cards in layouts that are the same."""

_AGAIN = 0.3
"""Seconds after which layouts that may yet be others are searched for again."""

_PAUSE = 1.5
"""Seconds between two cards that are dealt."""

_NEARLY = 0.8
"""Share of the slots that hold a card, from which layouts are taken with their gaps."""

_LARGE = 5
"""Slots from which a layout is told from cards that lie together by chance."""


_Reason = tuple[str, object]
"""Why no layouts are found: an id, and how many others there are where that is why."""


class Seats:
    """Finds the layouts of a table.

    Args:
        players: how many there are.
        zones: set by hand, as `vision.marked` has them; None: found.
        lang: of what is said.

    Raises:
        ZoneFileError: zones that cannot be used.
        ValueError: zones of another game or for other players.
    """

    def __init__(self, players: int, zones: Mapping[str, Any] | None = None, lang: str = "en") -> None:
        self.players, self.lang = players, lang
        self.marked = marked_for("trash", zones)
        if self.marked is not None:
            sides = self.marked.sides()
            if sides and len(sides) != players:
                raise ValueError(f"zones for {len(sides)} layouts, but {players} players")
        self._sides: tuple[str, ...] | None = None
        self._since: float | None = None
        self._searched: tuple[object, ...] = ()
        self._lying: tuple[tuple[object, ...], float] = ((), 0.0)
        self._came, self._dealt, self._looked = 0.0, -np.inf, -np.inf
        self._patient = False
        self._down = 0
        self._gaps: Found | None = None
        self._uneven: tuple[object, TrashTable | None] = ((), None)
        self._began: tuple[Found, float] | None = None
        self._problem: ZoneError | None = None
        self._noted: tuple[_Reason | None, float] = (None, 0.0)
        self._told: _Reason | None = None
        self._at: TableState | None = None

    def find(self, state: TableState, options: Sequence[tuple[int, ...]]) -> Found | None:
        """The layouts, whole ones first; None while there are none, or while they have gaps that may yet be filled.

        Args:
            state: the table.
            options: the sizes they may have; none where those are found out, equal ones first.
        """
        self._at = state
        found_out = not options
        options = options or [(size,) * self.players for size in range(MOST_SLOTS, 0, -1)]
        if not self._to_be_searched(state):
            return None
        whole, self._gaps = self._of_sizes(state, options)
        stocked = whole if whole is not None and whole.stock is not None else None
        if found_out and whole is not None and self._is_dealt(whole, state, _PAUSE):
            return None
        if stocked is not None and stocked.fits:
            return stocked
        if found_out and (self._patient or stocked is not None) and not self._misfit:
            # What is left over by layouts of one size may make one of them larger.
            unequal = self._unequal(state)
            if unequal is not None:
                self._begin(unequal, state.time)
                early = not self._patient or self._is_dealt(unequal, state, PATIENCE)
                return None if early else self._as_begun(unequal)
        if stocked is not None:
            return stocked
        gaps = self._gaps
        if gaps is not None:
            self._begin(gaps, state.time)
        if whole is None and (gaps is None or not self._patient or _filled(gaps) < _NEARLY):
            return None
        # Layouts with gaps or without a stock may be others: piles pass for slots.
        others = self._others(state)
        if others is not None:
            self._gaps, self._problem = None, others
            return None
        return None if gaps is None else self._as_begun(gaps)

    def remain(self, state: TableState) -> bool:
        """Whether the same cards have lain there for a while, however restless the picture: a light may flicker."""
        lying = _lying(state)
        if lying != self._lying[0]:
            self._lying = lying, state.time
        return bool(lying) and state.time - self._lying[1] > PATIENCE

    def _to_be_searched(self, state: TableState) -> bool:
        """Note what lies on the table; whether to search it, the dearest thing done here: not the same cards again."""
        if not state.cards:
            self._problem, self._since, self._searched = ZoneError("zones.no_cards"), None, ()
            self._down, self._began = 0, None
            return False
        self._since = state.time if self._since is None else self._since
        lying = _lying(state)
        patient = state.time - self._since > PATIENCE
        resting = lying == self._searched and patient == self._patient
        if resting and (self._gaps is None or state.time - self._looked < _AGAIN):
            return False
        self._patient, self._looked = patient, state.time
        if lying != self._searched:
            self._came = state.time
            down = sum(card.card.side == "down" for card in state.cards)
            # A deal was begun by whoever adds to the cards that lie there.
            self._dealt = state.time if down > self._down > 0 else self._dealt
            self._down = down
        self._searched = lying
        return True

    def _of_sizes(self, state: TableState, options: Sequence[tuple[int, ...]]) -> tuple[Found | None, Found | None]:
        """The first layouts of some sizes without a gap, best beside a stock; and the best with or without gaps."""
        whole: Found | None = None
        gaps: Found | None = None
        self._problem = None
        # Besides the layouts lie a stock, a discard pile and what strays: other sizes need not be tried.
        count = len(state.cards)
        told = len(set(options)) == 1
        likely = [
            sizes for sizes in dict.fromkeys(options) if 0.8 * sum(sizes) <= count and (told or count <= sum(sizes) + 8)
        ]
        if not likely:
            # Too few or too many: what lies there instead is told by the sizes that come nearest.
            nearest = min(options, key=lambda sizes: abs(sum(sizes) + 2 - count))
            if count > sum(nearest):
                self._placed(state, nearest)
            self._problem = self._problem or ZoneError("zones.other_count", cards=count, players=self.players)
        for sizes in likely:
            found = self._placed(state, sizes)
            if found is None:
                if self._misfit:
                    # Other sizes would only find parts of what lies there.
                    break
                continue
            if found.whole and found.stock is not None:
                self._problem = None
                return found, found
            if found.whole:
                # Of a small table the piles can pass for slots: another size may leave them what they are.
                whole = whole or found
            gaps = gaps or found
        return whole, whole or gaps

    def _begin(self, found: Found, time: float) -> None:
        """Remember how layouts lay that are not taken yet, before anybody turned a card of them."""
        if found.fresh and (self._began is None or not _same(self._began[0], found)):
            self._began = found, time

    def _as_begun(self, found: Found) -> Found:
        """Layouts taken late, with the cards as they lay at first: what was turned up meanwhile is the first turn's.

        Those without a stock may not be all there yet.
        """
        if self._began is None or found.stock is None or not _same(self._began[0], found):
            return found
        began, since = self._began
        rows = tuple(
            tuple(now if first is None and now is not None and now.card.side == "down" else first for first, now in row)
            for row in (zip(*pair, strict=True) for pair in zip(began.cards, found.cards, strict=True))
        )
        return replace(found, cards=rows, discard=began.discard, since=since)

    def _is_dealt(self, found: Found, state: TableState, pause: float) -> bool:
        """Whether more cards may come: layouts lie as they are dealt, and the last one came within a pause."""
        return found.fresh and state.time - self._dealt <= pause

    def waits(self, time: float) -> bool:
        """Whether it is too early to take a table as it is."""
        return self._since is not None and time - self._since <= PATIENCE

    def rested(self, time: float) -> bool:
        """Whether the cards have lain as they do for so long that nobody is dealing."""
        return time - self._came > RESTED

    def seated(self, sides: tuple[str, ...]) -> None:
        """The layouts were taken: the players keep their sides, and the next search begins anew."""
        self._sides, self._since, self._told, self._searched = sides, None, None, ()
        self._began = None
        self._noted = (None, 0.0)

    def complaint(self, time: float, patience: float = PATIENCE) -> list[Event]:
        """Say once why no layouts are found, after some patience, not while cards are dealt; another reason is said
        again."""
        # How many cards there are changes while they are dealt; the reason does not.
        problem = self._problem
        reason = None if problem is None else (problem.rule, problem.params.get("found"))
        if reason != self._noted[0]:
            self._noted = (reason, time)
        lasted = time - self._noted[1]
        if problem is None or reason == self._told or lasted <= patience:
            return []
        if time - self._came <= PATIENCE and lasted <= DEALING:
            # Cards still come: nobody wants to hear that they are too few.
            return []
        self._told = reason
        # What lies there instead takes a while to find out: it is asked only where it is said.
        if self._at is not None and not self._misfit:
            problem = self._others(self._at) or problem
        return [event(time, "problem", {"rule": "table.layouts", "sentence": problem.sentence(self.lang)})]

    @property
    def _misfit(self) -> bool:
        """Whether other than so many layouts lie there."""
        return self._problem is not None and self._problem.rule == OTHER_LAYOUTS

    def _placed(self, state: TableState, sizes: tuple[int, ...]) -> Found | None:
        cards = [card.card for card in state.cards]
        if self.marked is not None and self.marked.sides():
            return self._as_marked(state, sizes)
        try:
            table = trash(cards, self.players, list(sizes), self._sides)
        except ZoneError as error:
            self._problem = error if error.rule == OTHER_LAYOUTS else self._problem or error
            return None
        return self._found(state, table)

    def _unequal(self, state: TableState) -> Found | None:
        """Layouts of unequal sizes that leave nothing over, where equal ones do."""
        if self.marked is not None and self.marked.sides():
            return None
        if self._searched != self._uneven[0]:
            table: TrashTable | None = None
            # Where there are none, the equal ones said why.
            with suppress(ZoneError):
                found = laid_out([card.card for card in state.cards], [self.players], sides=self._sides)
                unequal = len({len(each.slots) for each in found.layouts}) > 1
                table = found if unequal and found.fits else None
            self._uneven = self._searched, table
        table = self._uneven[1]
        return None if table is None else self._found(state, table)

    def _found(self, state: TableState, table: TrashTable) -> Found | None:
        """What was found among the cards of a state; None where the sizes told are of other sides."""
        sizes = [len(layout.slots) for layout in table.layouts]
        stock, discard = (None if one is None else state.cards[one] for one in (table.stock, table.discard))
        if self.marked is not None:
            stock = self._in_zone(state, "stock") or stock
            discard = self._in_zone(state, "discard") or discard
        # The order of play is clockwise, whatever order the layouts were found in.
        order = sorted(
            range(self.players), key=lambda one: ("near", "left", "far", "right").index(table.layouts[one].side)
        )
        if len(set(sizes)) > 1 and order != list(range(self.players)):
            return None
        return Found(
            tuple(table.layouts[one].side for one in order),
            tuple(tuple(None if c is None else state.cards[c] for c in table.layouts[one].slots) for one in order),
            tuple(table.layouts[one].quads for one in order),
            stock,
            discard,
            table.fits,
        )

    def _others(self, state: TableState) -> ZoneError | None:
        """What to say where the cards make other than so many layouts, without a gap and beside a stock."""
        if self.marked is not None:
            return None
        try:
            table = laid_out([card.card for card in state.cards])
        except ZoneError:
            return None
        found = len(table.layouts)
        small = min(len(layout.slots) for layout in table.layouts) < _LARGE
        if found == self.players or not table.fits or small:
            return None
        return ZoneError(OTHER_LAYOUTS, found=found, players=self.players)

    def _as_marked(self, state: TableState, sizes: tuple[int, ...]) -> Found | None:
        assert self.marked is not None, "zones are set by hand"
        sides = self.marked.sides()
        if any(self.marked.slots.get(side, size) != size for side, size in zip(sides, sizes, strict=True)):
            sizes = tuple(self.marked.slots.get(side, size) for side, size in zip(sides, sizes, strict=True))
        rows, quads = [], []
        for side, size in zip(sides, sizes, strict=True):
            slots = self.marked.slot_quads(side, state.size, size)
            assert slots is not None, "the side is one of those set"
            centres = slots.mean(axis=1)
            reach = short_sides(slots) * 0.6
            row: list[Tracked | None] = []
            for centre, limit in zip(centres, reach, strict=True):
                near = [(float(np.linalg.norm(card.card.corners.mean(axis=0) - centre)), card) for card in state.cards]
                off, card = min(near, key=lambda pair: pair[0])
                row.append(card if off < limit else None)
            rows.append(tuple(row))
            quads.append(slots)
        return Found(sides, tuple(rows), tuple(quads), self._in_zone(state, "stock"), self._in_zone(state, "discard"))

    def _in_zone(self, state: TableState, name: str) -> Tracked | None:
        assert self.marked is not None, "zones are set by hand"
        numbers = self.marked.within(name, [card.card for card in state.cards], state.size)
        lying = [state.cards[number] for number in numbers]
        return max(lying, key=lambda card: card.laid_at, default=None)


def _lying(state: TableState) -> tuple[object, ...]:
    """Which cards lie there, and which of them face down."""
    return tuple((card.id, card.card.side) for card in state.cards)


def _same(one: Found, other: Found) -> bool:
    """Whether layouts are as large and lie on the same sides, and most of their slots hold the same cards."""
    if one.sides != other.sides or [len(row) for row in one.cards] != [len(row) for row in other.cards]:
        return False
    pairs = [pair for rows in zip(one.cards, other.cards, strict=True) for pair in zip(*rows, strict=True)]
    same = sum(first is not None and now is not None and first.id == now.id for first, now in pairs)
    return same > _KEPT * len(pairs)


def _filled(found: Found) -> float:
    slots = [card for cards in found.cards for card in cards]
    return sum(card is not None for card in slots) / len(slots)
