"""Trash: layouts, stock and discard pile followed from turn to turn, and every turn judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from rules.errors import RulesError
from rules.observation import Seen, Side
from rules.trash.options import FULL_LAYOUT, Rules
from rules.trash.picture import check_table
from rules.trash.table import Table
from rules.verdict import Verdict
from service.following.base import Event, card_json, event, of_pack, verdict_json
from service.following.discards import Discards
from service.following.judging import TOO_OFTEN, Sight, complete, judged, placing
from service.following.layouts import Layouts
from service.following.notes import Notes
from service.following.seats import DEALING, PATIENCE, Seats
from service.following.secondlook import SecondLook
from service.following.tied import tied
from service.following.turns import parts, same_hand
from vision.table import TableState, Tracked
from vision.zones import ZoneError

WAIT = 1.5
"""Seconds a verdict waits for places that a hand still covers."""

COMPLETED = 1.5
"""Seconds a layout that seems complete waits for its player's discard: a card that he turned up where it lay may fit
there by chance, and is taken next."""

DISCARDED = 3.0
"""Seconds for which an accusation waits for it then."""

DEALT = 0.8
"""Seconds for which all cards have to lie in plain sight where a hand moves beside them: nobody deals then any more."""

SECOND_LOOK = 0.6
"""Seconds an accusation waits for a table that has not come to rest."""


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
        self.rules.verify_watched()
        self.lang = lang
        pack = frozenset(self.rules.pack.cards())
        self._seats = Seats(self.rules.players, zones, lang)
        self._layouts = Layouts(pack, slots or [FULL_LAYOUT] * self.rules.players, self._seats.marked)
        # Those of the next deal; none where they are found out. After a hand is won they are known.
        self._options: list[tuple[int, ...]] = [tuple(slots)] if slots else []
        self.turn: int | None = None
        self.hands = 0
        self.playing = False
        self._before: Sight | None = None
        self._twice: set[str] = set()
        self._pile = Discards()
        self._due: float | None = None
        self._by: str | None = None
        # A layout that seems complete before its player has discarded, as the table was then.
        self._completed: Table | None = None
        self._look: SecondLook | None = None
        self._notes = Notes(self.rules)
        self._oriented = True
        # Faults that nobody was accused of, each with what was said instead, and the event that said it.
        self._withheld: list[tuple[Verdict, Verdict, Event]] = []

    def follow(self, state: TableState) -> list[Event]:
        """Take the table after one frame."""
        self._layouts.places.keep(state)
        self._oriented = state.oriented
        events = self._no_longer_withheld() if state.oriented and not state.mirrored else []
        if not self.playing:
            settled = state.settled and (state.looked or not self._layouts.places)
            if self._seats.remain(state) or settled or _lie_still(state):
                events += self._begin(state)
            if not self.playing:
                return events
        self._layouts.sight(state)
        if self._layouts.gathered(state.time):
            self.playing, self._look = False, None
            events.append(event(state.time, "hand", None, {"hand": self.hands}, "end"))
            return events
        return events + self._put_back(state) + self._judged(state) + self._looked(state)

    def place(self, state: TableState, card: Tracked) -> str | None:
        """The place where a card lies."""
        return self._layouts.places.at(state, card)

    def remark(self, place: str | None, card: Seen) -> Verdict | None:
        """A card that cannot lie in the slot where it was put."""
        slot = self._layouts.slot(place)
        if slot is None or not self.playing:
            return None
        player, number = slot
        row = [Seen.unknown()] * self._layouts.sizes[player]
        row[number - 1] = of_pack(card, self._layouts.pack)
        alone = replace(self.rules, second_look=False, free_draws=False) if self.rules.second_look else self.rules
        verdict = check_table(Table((tuple(row),)), rules=alone)
        return verdict if verdict.illegal and self._oriented else None

    def view(self, state: TableState) -> dict[str, Any]:
        """Slots, piles, sizes and whose turn it is."""
        layouts = self._layouts
        return {
            "game": "trash",
            "places": layouts.places.in_frame(state),
            "players": list(layouts.sides),
            "slots": list(layouts.sizes),
            "layouts": layouts.shown(),
            "discard": str(layouts.discard()),
            "turn": None if self.turn is None or not layouts.sides else layouts.sides[self.turn],
            "hand": self.hands,
            "playing": self.playing,
        }

    def state(self) -> dict[str, Any]:
        """All that is needed to go on."""
        return {
            "sizes": list(self._layouts.sizes),
            "sides": list(self._layouts.sides),
            "options": [list(sizes) for sizes in self._options],
            "turn": self.turn,
            "hands": self.hands,
            "playing": self.playing,
            "before": None if self._before is None else str(self._before.table),
            "pile": [str(one) for one in self._pile.cards[-4:]],
            "places": self._layouts.places.to_json(),
            "record": self._notes.texts(),
        }

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Go on after a restart: the layouts are looked for again, the hand and its last settled table are known."""
        self._layouts.sizes, self._layouts.sides = list(kept["sizes"]), tuple(kept["sides"])
        self._options = [tuple(sizes) for sizes in kept["options"]]
        self.turn, self.hands = kept["turn"], int(kept["hands"])
        self._pile = Discards([Seen.parse(text) for text in kept["pile"]])
        self._notes.earlier = list(kept["record"])
        if kept["before"] and kept["playing"]:
            *rows, last = str(kept["before"]).split(" / ")
            table = Table.parse(rows, last.removeprefix("discard "))
            self._before = Sight(table, table)

    def record(self) -> list[str]:
        """The match as it was followed."""
        return self._notes.texts()

    def _begin(self, state: TableState) -> list[Event]:
        """Find the layouts: a new hand, or the one that was being played."""
        found = self._seats.find(state, [*self._options, *({tuple(self._layouts.sizes)} if self.hands else ())])
        if found is None:
            return self._seats.complaint(state.time, DEALING if self.hands else PATIENCE)
        dealing = found.fresh and not self._seats.rested(state.time)
        if found.stock is None and (dealing or self._seats.waits(state.time)):
            # In the middle of the deal the pack itself can pass for the card that is still missing.
            return []
        table, fresh = found.table(self._layouts.pack), found.fresh
        before = None if self._before is None else self._before.table
        going_on = before is not None and not fresh and same_hand(before, table)
        if before is not None and not fresh and not going_on and self.hands:
            return []
        self._layouts.take(found, state)
        self._options = [table.sizes]
        self._seats.seated(found.sides)
        self.playing, self._due, self._completed = True, None, None
        if going_on:
            return []
        self.hands += 1
        self._twice.clear()
        self._before = Sight(table, table)
        self._pile = Discards() if found.discard is None else Discards([table.discard], [found.discard.id])
        if found.since is not None:
            # What came and went on it since was not followed.
            self._pile.hidden(found.since)
            self._pile.hidden(state.time)
        self._notes.hand(table, self.turn)
        told = {"hand": self.hands, "players": list(found.sides), "slots": list(table.sizes), "fresh": fresh}
        events = [event(state.time, "hand", told)]
        if cut := found.cut(state):
            problem = ZoneError("zones.cut", count=cut)
            events.append(event(state.time, "problem", {"rule": problem.rule, "sentence": problem.sentence(self.lang)}))
        return events

    def _judged(self, state: TableState) -> list[Event]:
        """A verdict, where a turn has ended and everything it touched can be seen."""
        layouts = self._layouts
        top = layouts.discard()
        if not layouts.pile_clear() or top.side is Side.UNKNOWN:
            self._pile.hidden(state.time)
        elif self._pile.seen(top, None if layouts.top is None else layouts.top.id):
            self._due, self._by, self._completed = state.time, layouts.discarder(), None
        elif not self._pile.cards:
            layouts.no_pile()
        player = self._player()
        table = layouts.table(bool(self._pile.cards), player)
        assert self._before is not None, "a hand in play has a table it began with"
        if self._completed is not None and table != self._completed:
            self._due = self._completed = None
        if self._due is None and complete(table, self.rules) and not complete(self._before.table, self.rules):
            # The winner still lays the displaced card on the pile.
            self._due, self._by, self._completed = state.time + COMPLETED, None, table
        if self._due is None or state.time < self._due:
            return []
        if not layouts.in_view(player) and state.time - self._due < WAIT:
            return []
        now = Sight(table, layouts.table(bool(self._pile.cards), player, doubting=True))
        same = layouts.unmoved()
        try:
            turn = self._whose(table)
            verdict = judged(self._before, now, same, self._pile, turn, self.rules, self._twice)
        except RulesError as error:
            self._due = self._completed = None
            layouts.turned()
            self._pile.turned()
            return [event(state.time, "problem", {"rule": error.rule, "sentence": error.sentence(self.lang)})]
        patience = DISCARDED if self._completed is not None else 0.0 if state.settled else SECOND_LOOK
        if verdict.illegal and state.time - self._due < patience:
            return []
        self._due = self._completed = None
        withheld = verdict if verdict.illegal and not state.oriented else None
        if withheld is not None:
            # In a mirror the slots are counted from the other end.
            told = {key: value for key, value in verdict.explanation.items() if key != "fault"}
            verdict = Verdict("cannot tell", "trash.maybe_mirrored", {}, told)
        if verdict.rule == TOO_OFTEN:
            self._twice.add(str(verdict.params["card"]))
        # Cards that lie still are written down as they were judged.
        _, shown = tied(self._before.table, table, same, self.rules)
        self._before = now
        layouts.turned()
        events = self._verdict(state.time, shown, verdict, turn)
        if withheld is not None:
            self._withheld += [(withheld, verdict, dict(one)) for one in events if one["kind"] == "verdict"]
        self._pile.turned()
        return events

    def _no_longer_withheld(self) -> list[Event]:
        """The faults that were told as open as long as the camera might have mirrored, each at the time of its turn."""
        events = []
        for verdict, said, told in self._withheld:
            self._notes.judged_anew(said, verdict)
            after = self._told((verdict, dict(verdict.explanation))) | {"player": told["after"]["player"]}
            events.append(event(told["time"], "verdict", after, told["after"], "update"))
        self._withheld = []
        return events

    def _player(self) -> int | None:
        """Whose turn it is, from 0: as the turns went, else as the cards placed or the hand at the pile tell."""
        if self.turn is not None or self._before is None:
            return self.turn
        players = placing(self._before.table, self._layouts.table(bool(self._pile.cards), None))
        discarder = self._layouts.discarder()
        if len(players) != 1 and discarder is not None:
            players = [self._layouts.sides.index(discarder)]
        return players[0] if len(players) == 1 else None

    def _whose(self, table: Table) -> int | None:
        """Whose turn has ended: of one that only discarded, his whose hand laid the discard.

        Where that is not the player in turn, a turn went unseen: its player took up the top discard and put it back, or
        laid a card on it that was taken for it. Nobody is accused for that, and the turns that follow are not confused.
        """
        assert self._before is not None, "a hand in play has a table it began with"
        if self._by is None or placing(self._before.table, table):
            return self.turn
        return self._layouts.sides.index(self._by)

    def _put_back(self, state: TableState) -> list[Event]:
        """The top discard was taken up and put back, by the hand of the player in turn: that is a turn."""
        top, lay = self._layouts.top, self._layouts.relaid
        if lay is None or top is None or self._due is not None or self.turn is None:
            return []
        if top.passed != self._layouts.sides[self.turn] or self._before is None:
            return []
        if placing(self._before.table, self._layouts.table(bool(self._pile.cards), self.turn)):
            # His turn goes on: who has placed cards has others to discard.
            return []
        self._due, self._by, self._completed = state.time, None, None
        before = replace(top, card=replace(top.card, corners=state.in_frame(lay).astype(np.float32)))
        return [event(state.time, "card", card_json(top, "discard"), card_json(before, "discard"), "update")]

    def _verdict(self, time: float, shown: Table, verdict: Verdict, turn: int | None) -> list[Event]:
        turns = list(verdict.explanation.get("turns") or ())  # type: ignore[call-overload]
        # What follows a won hand (the displaced card laid on the pile, cards turned up) is no turn.
        kind = "turn" if verdict.legal and verdict.rule in ("trash.after_hand", "trash.no_change") else "verdict"
        if kind == "verdict":
            self._notes.turn(verdict, turns, shown)
        events = [event(time, kind, self._told(part)) for part in parts(verdict, turns)]
        if kind == "turn":
            return events
        if turn is None and not any(one["placements"] for one in turns):
            # The cards of a turn that only discarded do not show whose it was, and neither did the hand.
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
        """The hand is won: who has how many slots from the next deal on, and who has won the game."""
        before = list(self._layouts.sizes)
        after = [size - (one == player and size > 1) for one, size in enumerate(before)]
        end = self.rules.end_slots
        outright = before[player] == 1 or (end is not None and after[player] <= end)
        look = self.rules.second_look and not outright
        losing = [(0, 1) if look and one != player and size > 1 else (0,) for one, size in enumerate(before)]
        # What the look brings to light is seen later: every loser may drop a slot too.
        self._options = [
            tuple(size - drop for size, drop in zip(after, drops, strict=True)) for drops in product(*losing)
        ]
        if end is not None and not outright:
            # Whoever comes down to the last number of slots has won: no deal follows.
            self._options = [sizes for sizes in self._options if min(sizes) > end]
        self._look = SecondLook(self.rules, before, player) if look else None
        self.turn = player if self.rules.start == "winner" else None
        winners = {player} if outright else self._smallest()
        told = {
            "winner": self._layouts.sides[player],
            "slots": after,
            "hand": self.hands,
            "over": winners == {player},
        }
        events = [event(time, "score", told, {"slots": before}, "update")]
        if winners != {player}:
            # The hand is one player's, the game another's or shared.
            for other in sorted(winners):
                won = told | {"winner": self._layouts.sides[other], "over": True}
                events.append(event(time, "score", won, {"slots": before}, "update"))
        return events

    def _looked(self, state: TableState) -> list[Event]:
        """What the losers' cards turned up after the hand change: slots, and perhaps the end of the game."""
        look = self._look
        if look is None or not state.settled:
            return []
        before = list(look.slots)
        if not look.take(self._layouts.table(bool(self._pile.cards), None)):
            return []
        known = [player for player in range(len(before)) if player not in look.open]
        self._options = [
            sizes for sizes in self._options if all(sizes[player] == look.slots[player] for player in known)
        ] or [tuple(look.slots)]
        winners = look.winners() or self._smallest()
        if not winners and look.slots == before:
            return []
        told = {"slots": list(look.slots), "hand": self.hands, "over": bool(winners)}
        # Nobody wins a hand by the look: the event tells what the layouts are from here on.
        each = [told | {"winner": self._layouts.sides[player]} for player in sorted(winners)] or [told]
        return [event(state.time, "score", one, {"slots": before}, "update") for one in each]

    def _smallest(self) -> set[int]:
        """After the last deal of a fixed number, who has won by the smallest layout; nobody while that is open."""
        if self.rules.end_deals is None or self.hands < self.rules.end_deals:
            return set()
        smallest = {frozenset(one for one, size in enumerate(sizes) if size == min(sizes)) for sizes in self._options}
        return set(*smallest) if len(smallest) == 1 else set()

    def _told(self, part: tuple[Verdict, dict[str, Any]]) -> dict[str, Any]:
        verdict, turn = part
        player = turn.get("player")
        side = self._layouts.sides[player] if isinstance(player, int) else None
        placements = [{"card": one["card"], "slot": one["slot"]} for one in turn.get("placements") or ()]
        return verdict_json(verdict, self.lang, side, placements=placements, discard=turn.get("discard"))


def _lie_still(state: TableState) -> bool:
    """Whether all cards have lain there for a while, whatever moves beside them: play begins before hands are gone."""
    return bool(state.cards) and all(card.clear and state.time - card.since >= DEALT for card in state.cards)
