"""Trash: layouts, stock and discard pile followed from turn to turn, and every turn judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from rules.errors import RulesError
from rules.observation import Seen, Side
from rules.trash.options import FULL_LAYOUT, Rules
from rules.trash.picture import check_table
from rules.trash.referee import explain
from rules.trash.table import Table
from rules.verdict import Verdict
from service.following.base import Event, Places, doubted, event, look_at, of_pack, verdict_json
from service.following.discards import Discards
from service.following.notes import Notes
from service.following.seats import PATIENCE, Seats
from service.following.tied import tied
from service.following.turns import parts, returned, same_share
from vision.table import TableState, Tracked

WAIT = 1.5
"""Seconds a verdict waits for places that a hand still covers."""

SECOND_LOOK = 0.6
"""Seconds an accusation waits for a table that has not come to rest."""

MISSED = 2.5
"""Seconds the discard pile must have been hidden for a whole turn to have gone unseen."""


class TrashFollower:
    """Follows Trash.

    Args:
        rules: the options in play; None: two players, the default rules.
        zones: set by hand.
        lang: of the sentences.
        slots: of each layout at the start; None: ten, or as many as are found.
    """

    def __init__(
        self,
        rules: Rules | None = None,
        zones: Mapping[str, Any] | None = None,
        lang: str = "en",
        slots: Sequence[int] | None = None,
    ) -> None:
        self.rules = rules or Rules()
        self.lang = lang
        self._pack = frozenset(self.rules.pack.cards())
        self.sizes = list(slots) if slots else [FULL_LAYOUT] * self.rules.players
        # Without being told, the watcher tries the sizes of a match's first hands.
        even = [(size,) * self.rules.players for size in range(FULL_LAYOUT, 0, -1)]
        self._options: list[tuple[int, ...]] = [tuple(slots)] if slots else even
        self._seats = Seats(self.rules.players, zones)
        self.places = Places()
        self.sides: tuple[str, ...] = ()
        self.turn: int | None = None
        self.hands = 0
        self.playing = False
        self._before: Table | None = None
        self._before_doubted: Table | None = None
        self._seen: dict[str, Seen] = {}
        self._doubted: dict[str, Seen] = {}
        self._lying: dict[str, int] = {}
        self._lay: dict[str, int] = {}
        self._clear: dict[str, bool] = {}
        self._pile = Discards()
        self._top: int | None = None
        self._due: float | None = None
        self._empty_since: float | None = None
        self._notes = Notes(self.rules)

    def follow(self, state: TableState) -> list[Event]:
        """Take the table after one frame."""
        self.places.keep(state)
        events: list[Event] = []
        if not self.playing:
            if state.settled and (state.looked or not self.places):
                events += self._begin(state)
            if not self.playing:
                return events
        self._sight(state)
        if self._gathered(state):
            self.playing = False
            events.append(event(state.time, "hand", None, {"hand": self.hands}, "end"))
            return events
        return events + self._judged(state)

    def place(self, state: TableState, card: Tracked) -> str | None:
        """The place where a card lies."""
        return self.places.at(state, card)

    def remark(self, place: str | None, card: Seen) -> Verdict | None:
        """A card that cannot lie in the slot where it was put."""
        slot = self._slot(place)
        if slot is None or not self.playing:
            return None
        player, number = slot
        row = [Seen.unknown()] * self.sizes[player]
        row[number - 1] = of_pack(card, self._pack)
        alone = replace(self.rules, second_look=False, free_draws=False) if self.rules.second_look else self.rules
        verdict = check_table(Table((tuple(row),)), rules=alone)
        return verdict if verdict.illegal else None

    def view(self, state: TableState) -> dict[str, Any]:
        """Slots, piles, sizes and whose turn it is."""
        return {
            "game": "trash",
            "places": self.places.in_frame(state),
            "players": list(self.sides),
            "slots": list(self.sizes),
            "layouts": {
                side: [str(self._seen.get(f"{side} {slot}", Seen.unknown())) for slot in range(1, size + 1)]
                for side, size in zip(self.sides, self.sizes, strict=False)
            },
            "discard": str(self._seen.get("discard", Seen.unknown())),
            "turn": None if self.turn is None or not self.sides else self.sides[self.turn],
            "hand": self.hands,
            "playing": self.playing,
        }

    def state(self) -> dict[str, Any]:
        """All that is needed to go on."""
        return {
            "sizes": list(self.sizes),
            "sides": list(self.sides),
            "options": [list(sizes) for sizes in self._options],
            "turn": self.turn,
            "hands": self.hands,
            "playing": self.playing,
            "before": None if self._before is None else str(self._before),
            "pile": [str(one) for one in self._pile.cards[-4:]],
            "places": self.places.to_json(),
            "record": self._notes.texts(),
        }

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Go on after a restart: the layouts are looked for again, the hand and its last settled table are known."""
        self.sizes, self.sides = list(kept["sizes"]), tuple(kept["sides"])
        self._options = [tuple(sizes) for sizes in kept["options"]]
        self.turn, self.hands = kept["turn"], int(kept["hands"])
        self._pile = Discards([Seen.parse(text) for text in kept["pile"]])
        self._notes.earlier = list(kept["record"])
        if kept["before"] and kept["playing"]:
            *rows, last = str(kept["before"]).split(" / ")
            self._before = Table.parse(rows, last.removeprefix("discard "))

    def record(self) -> list[str]:
        """The match as it was followed."""
        return self._notes.texts()

    def _begin(self, state: TableState) -> list[Event]:
        """Find the layouts: a new hand, or the one that was being played."""
        found = self._seats.find(state, [*self._options, *({tuple(self.sizes)} if self.hands else ())])
        if found is None:
            return self._seats.complaint(state.time, 20.0 if self.hands else PATIENCE)
        fresh = all(card is None or card.card.side == "down" for row in found.cards for card in row)
        if found.stock is None and (fresh or self._seats.waits(state.time)):
            # In the middle of the deal the pack itself can pass for the card that is still missing.
            return []
        table = Table(
            tuple(
                tuple(Seen.unknown() if card is None else look_at(card, self._pack) for card in row)
                for row in found.cards
            ),
            look_at(found.discard, self._pack),
        )
        before = self._before
        going_on = before is not None and before.sizes == table.sizes and same_share(before, table) > 0.6 and not fresh
        if before is not None and not fresh and not going_on and self.hands:
            return []
        self.sizes, self.sides, self._options = list(table.sizes), found.sides, [table.sizes]
        self._seats.seated(found.sides)
        self.places.quads = {}
        for side, quads in zip(found.sides, found.quads, strict=True):
            for number, quad in enumerate(quads, start=1):
                self.places.put(f"{side} {number}", quad, state)
        if found.stock is not None:
            self.places.put("stock", found.stock.card.corners, state)
        if found.discard is not None:
            self.places.put("discard", found.discard.card.corners, state)
        self.playing, self._due, self._empty_since = True, None, None
        self._seen, self._doubted = {"discard": table.discard}, {}
        self._lying = {
            f"{side} {number}": card.id
            for side, row in zip(found.sides, found.cards, strict=True)
            for number, card in enumerate(row, start=1)
            if card is not None
        }
        self._lay = dict(self._lying)
        if going_on:
            return []
        self.hands += 1
        self._before, self._before_doubted = table, None
        self._pile = Discards() if found.discard is None else Discards([table.discard], [found.discard.id])
        self._notes.hand(table, self.turn)
        told = {"hand": self.hands, "players": list(self.sides), "slots": list(self.sizes), "fresh": fresh}
        return [event(state.time, "hand", told)]

    def _sight(self, state: TableState) -> None:
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
            top = max(cards, key=lambda card: card.since, default=None)
            self._seen[name] = look_at(top, self._pack)
            self._doubted[name] = doubted(top, self._pack)
            if top is not None:
                self._lying[name] = top.id
            self._clear[name] = top is None or top.clear
            if name == "discard":
                self._top = None if top is None else top.id
        top = max((c for c in lying.get("discard", []) if c.card.side == "up"), key=lambda c: c.since, default=None)
        if top is not None and "discard" in self.places.quads:
            quad = self.places.quads["discard"]
            self.places.quads["discard"] = 0.8 * quad + 0.2 * (
                state.on_table(top.card.corners).mean(0) + quad - quad.mean(0)
            )

    def _may_be_discard(self, state: TableState, card: Tracked) -> bool:
        """Whether this can be the first card of a discard pile nobody has seen yet."""
        if "discard" in self.places.quads or card.card.side != "up" or not card.clear:
            return False
        stock = self.places.quads.get("stock")
        if stock is None:
            return state.settled and state.time - card.since > 0.5
        quad = state.on_table(card.card.corners)
        # The slots' outlines together are surer than that of the pile alone.
        height = float(np.median([np.linalg.norm(slot[3] - slot[0]) for slot in self.places.quads.values()]))
        near = float(np.linalg.norm(quad.mean(0) - stock.mean(0))) < 2.2 * height
        return near or (state.settled and state.time - card.since > 2.0)

    def _gathered(self, state: TableState) -> bool:
        """Whether the cards have been taken from the table for the next deal."""
        for side, size in zip(self.sides, self.sizes, strict=True):
            gone = sum(self._seen[f"{side} {slot}"].side is Side.EMPTY for slot in range(1, size + 1))
            if gone * 2 > size and gone >= 1 and (gone > 1 or size == 1):
                self._empty_since = state.time if self._empty_since is None else self._empty_since
                return state.time - self._empty_since > 0.3
        self._empty_since = None
        return False

    def _judged(self, state: TableState) -> list[Event]:
        """A verdict, where a turn has ended and everything it touched can be seen."""
        top = self._seen.get("discard", Seen.empty())
        if not self._clear.get("discard", True) or top.side is Side.UNKNOWN:
            self._pile.hidden(state.time)
        elif self._pile.seen(top, self._top):
            self._due = state.time
        table = self._table()
        assert self._before is not None, "a hand in play has a table it began with"
        if self._due is None and self._complete(table) and not self._complete(self._before):
            # The winner still lays the displaced card on the pile.
            self._due = state.time + 0.7
        if self._due is None or state.time < self._due:
            return []
        if not self._all_in_view() and state.time - self._due < WAIT:
            return []
        try:
            verdict = self._explained(self._before, table)
        except RulesError as error:
            self._due, self._lay = None, dict(self._lying)
            self._pile.turned()
            return [event(state.time, "problem", {"rule": error.rule, "sentence": error.sentence(self.lang)})]
        if verdict.illegal and not state.settled and state.time - self._due < SECOND_LOOK:
            return []
        self._due = None
        events = self._verdict(state.time, table, verdict)
        self._pile.turned()
        return events

    def _table(self, seen: Mapping[str, Seen] | None = None) -> Table:
        """What the places show, an empty slot as unknown: a card is there or a hand has it."""
        seen = self._seen if seen is None else seen
        rows = []
        for side, size in zip(self.sides, self.sizes, strict=True):
            row = [seen[f"{side} {slot}"] for slot in range(1, size + 1)]
            rows.append(tuple(Seen.unknown() if one.side is Side.EMPTY else one for one in row))
        discard = seen.get("discard", Seen.empty())
        if discard.side is Side.EMPTY and self._pile.cards:
            discard = Seen.unknown()
        return Table(tuple(rows), discard)

    def _all_in_view(self) -> bool:
        sides = self.sides if self.turn is None else (self.sides[self.turn],)
        names = [
            f"{side} {slot}" for side, size in zip(self.sides, self.sizes, strict=True) if side in sides
            for slot in range(1, size + 1)
        ]  # fmt: skip
        return all(self._clear.get(name, True) and self._seen[name].side is not Side.EMPTY for name in names)

    def _complete(self, table: Table) -> bool:
        for row in table.layouts:
            if all(
                one.side is Side.UP and all(self.rules.fits(card, slot) for card in one.possible)
                for slot, one in enumerate(row, start=1)
            ):
                return True
        return False

    def _explained(self, before: Table, table: Table) -> Verdict:
        """What the referee says of the change from one table to another.

        Raises:
            RulesError: for tables that cannot be compared.
        """
        verdict = self._refereed(before, table, self._unmoved())
        if verdict.rule == "trash.no_change" and self.turn is not None:
            # Nothing is different, but a card was seen to come and go: the top discard was taken and put back.
            below = self._pile.cards[-2] if len(self._pile.cards) > 1 else Seen.empty()
            other = explain(Table(before.layouts, below), table, self.rules, player=self.turn, turns=1)
            put_back = other.rule == "trash.playable_discarded"
            return other if put_back else returned(self.turn, table.discard)
        if verdict.illegal:
            # Nobody is accused for what may as well be a card misread.
            doubted = self._table(self._doubted)
            # A card that cannot be made out may be the one that lay there before.
            same = {
                (player, slot): still
                for (player, slot), still in self._unmoved().items()
                if still or doubted.layouts[player][slot].certain is not None
            }
            other = self._refereed(self._before_doubted or before, doubted, same)
            return verdict if other.illegal else other
        return verdict

    def _refereed(self, before: Table, table: Table, same: Mapping[tuple[int, int], bool]) -> Verdict:
        before, table = tied(before, table, same, self.rules)
        # Every discard was seen, unless the pile was hidden for long enough to hold another turn.
        missed = self._pile.longest > MISSED
        verdict = explain(before, table, self.rules, player=self.turn, turns=2 if missed else 1)
        if verdict.rule == "trash.out_of_turn":
            # Whoever was in turn may have taken the top discard and put it back under the hand.
            other = explain(before, table, self.rules, player=self.turn, turns=2)
            verdict = other if other.legal else verdict
        if verdict.illegal and self.turn is not None and missed:
            other = explain(before, table, self.rules)
            verdict = other if not other.illegal else verdict
        return verdict

    def _unmoved(self) -> dict[tuple[int, int], bool]:
        """For each slot of each player, whether the same card lies there as after the last turn."""
        return {
            (player, slot): self._lying[name] == self._lay[name]
            for player, (side, size) in enumerate(zip(self.sides, self.sizes, strict=True))
            for slot, name in enumerate(f"{side} {number}" for number in range(1, size + 1))
            if name in self._lying and name in self._lay
        }

    def _verdict(self, time: float, table: Table, verdict: Verdict) -> list[Event]:
        assert self._before is not None, "a hand in play has a table it began with"
        _, shown = tied(self._before, table, self._unmoved(), self.rules)
        self._before, self._before_doubted = table, self._table(self._doubted)
        self._lay = dict(self._lying)
        turns = list(verdict.explanation.get("turns") or ())  # type: ignore[call-overload]
        # What follows a won hand (the displaced card laid on the pile, cards turned up) is no turn.
        kind = "turn" if verdict.legal and verdict.rule in ("trash.after_hand", "trash.no_change") else "verdict"
        if kind == "verdict":
            self._notes.turn(verdict, turns, shown)
        events = [event(time, kind, self._told(part)) for part in parts(verdict, turns)]
        if kind == "turn":
            return events
        if self.turn is None and not any(turn["placements"] for turn in turns):
            # A turn that only discarded does not show whose it was.
            for one in events:
                one["after"]["player"] = None
            return events
        last = turns[-1]["player"] if turns else verdict.explanation.get("player")
        if last is None:
            last = self.turn
        if isinstance(last, int):
            self.turn = (last + 1) % self.rules.players
        if verdict.legal and turns and turns[-1]["won"]:
            events += self._won(time, int(turns[-1]["player"]))
        return events

    def _won(self, time: float, player: int) -> list[Event]:
        """The hand is won: who has how many slots from the next deal on."""
        before = list(self.sizes)
        after = [size - (one == player and size > 1) for one, size in enumerate(before)]
        others = [one for one in range(len(before)) if one != player and before[one] > 1]
        self._options = [tuple(after)]
        if self.rules.second_look:
            self._options += [tuple(size - (one == other) for one, size in enumerate(after)) for other in others]
        self.turn = player if self.rules.start == "winner" else None
        end = self.rules.end_slots
        over = before[player] == 1 or (end is not None and after[player] <= end)
        told = {"winner": self.sides[player], "slots": after, "hand": self.hands, "over": over}
        return [event(time, "score", told, {"slots": before}, "update")]

    def _told(self, part: tuple[Verdict, dict[str, Any]]) -> dict[str, Any]:
        verdict, turn = part
        player = turn.get("player")
        side = self.sides[player] if isinstance(player, int) else None
        placements = [{"card": one["card"], "slot": one["slot"]} for one in turn.get("placements") or ()]
        return verdict_json(verdict, self.lang, side, placements=placements, discard=turn.get("discard"))

    def _slot(self, place: str | None) -> tuple[int, int] | None:
        side, _, number = (place or "").partition(" ")
        if side in self.sides and number.isdecimal():
            return self.sides.index(side), int(number)
        return None
