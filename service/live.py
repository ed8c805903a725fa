"""A live table: frames in, events out.

Every event is ``{"time", "type": "new|update|end", "kind", "before", "after"}``. Kinds are ``card`` (a card came,
changed or went), ``turn`` (a draw), ``verdict`` (a turn or a showdown judged), ``hand`` (dealt, gathered), ``score``,
``camera`` (mirrored, moved, failed) and ``problem`` (the table does not fit the game, with what is wrong).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal

from rules.cards import JOKER, Card, Pack
from service.commentary import say
from service.following import Follower, follower
from service.following.base import Event, card_json, event
from service.mirror import Mirror, turned_over
from service.uncovered import Uncovered
from vision.closer import Looker
from vision.table import TableState, Tracked, TrackEvent
from vision.tracker import Tracker
from vision.types import Image, SeenCard
from vision.zones import seen


class TableWatch:
    """Watches one game on one table.

    Args:
        game: trash, gin, bus or ace.
        rules: the game's ``Rules``; None: the default ones.
        reader: reads a frame, as `vision.reading.Reader` does.
        zones: set by hand, as `vision.marked` has them; None: found.
        slots: of each Trash layout at the start.
        packs: in play; "auto" takes what the rules say: Trash may be played with several, the others never are.
        language: of the indices.
        lang: of the sentences.
        state: what `state` gave before a restart.

    Raises:
        ValueError: an unknown game, or zones that do not fit it.
    """

    def __init__(
        self,
        game: str,
        rules: Any = None,
        reader: Looker | None = None,
        zones: Mapping[str, Any] | None = None,
        slots: Sequence[int] | None = None,
        packs: int | Literal["auto"] = "auto",
        language: str = "auto",
        lang: str = "en",
        state: Mapping[str, Any] | None = None,
    ) -> None:
        if reader is None:
            raise ValueError("a table is watched with a reader")
        self.game, self.lang = game, lang
        # What is known from before a restart is of the table as it lies, whatever the camera makes of it.
        self._mirror = Mirror(bool(state and state.get("mirrored")))
        self._new_follower: Callable[[], Follower] = lambda: follower(
            game, rules, self._mirror.zones(zones), slots, lang
        )
        self.follower = self._new_follower()
        pack = getattr(rules, "pack", None)
        if packs == "auto":
            # Trash alone may be played with more packs than one.
            packs = pack.packs if isinstance(pack, Pack) else packs if game == "trash" else 1
        # Trash alone is played with jokers.
        joker = game == "trash" and (not isinstance(pack, Pack) or JOKER in pack.cards())
        # There alone no hands are laid open.
        fans = game != "trash"
        self._new_tracker: Callable[..., Tracker] = partial(Tracker, reader, packs, language, joker, fans=fans)
        self.tracker = self._new_tracker()
        self._latest: TableState | None = None
        self._pile = Uncovered(state.get("pile", ()) if state else ())
        if state:
            self.follower.restore(state["follower"])

    def frame(self, image: Image, time: float) -> list[Event]:
        """Take a BGR frame at a time that never goes back; the events that became sure with it."""
        table = self.tracker.update(self._mirror.straight(image), time)
        if table.mirrored:
            return self._turned_over(table)
        self._latest = table
        events = self._camera(table)
        judged = self.follower.follow(table)
        events += [self._uncovered(self._card(table, change)) for change in table.events]
        if any(told["kind"] == "hand" and told["type"] == "end" for told in judged):
            self._pile.clear()
        return [*events, *judged]

    def camera(self, time: float, state: str, text: str) -> Event:
        """An event of the source itself, such as a lost camera."""
        return event(time, "camera", {"state": state, "sentence": text})

    def view(self) -> dict[str, Any]:
        """The table as it is now: cards with ids, corners and places, whether it is settled, what the game knows."""
        table = self._latest
        if table is None:
            return {"time": 0.0, "cards": [], "settled": False, "game": None, "width": 0, "height": 0}
        return {
            "time": round(table.time, 3),
            "width": table.size[0],
            "height": table.size[1],
            "cards": [self._json(table, card, self.follower.place(table, card)) for card in table.cards],
            "settled": table.settled,
            "mirrored": self._mirror.on,
            "language": table.language,
            "game": self._mirror.shown(self.follower.view(table), table.size[0]),
        }

    def state(self) -> dict[str, Any]:
        """All that is needed to go on with this table after a restart, as JSON."""
        known = {"follower": self.follower.state(), "pile": self._pile.state()}
        return {"version": 1, "game": self.game, "mirrored": self._mirror.on} | known

    def record(self) -> list[str]:
        """Records of the match as it was followed, as text."""
        return self.follower.record()

    def correct(self, card: int, code: str) -> list[Event]:
        """Obey a person who says what a card is ("down": it lies face down); the events that follow from it.

        Raises:
            KeyError: no such card lies on the table.
            RulesError: the code is no card.
        """
        table = self._latest
        tracked = next((one for one in table.cards if one.id == card), None) if table is not None else None
        if table is None or tracked is None:
            raise KeyError(f"no card {card} lies on the table")
        name = None if code == "down" else Card.parse(code)
        side: Literal["up", "down"] = "down" if name is None else "up"
        said = SeenCard(name, side, 1.0, tracked.card.corners, candidates={} if name is None else {name: 1.0})
        self.tracker.correct(card, said)
        cards = tuple(replace(one, card=said) if one.id == card else one for one in table.cards)
        corrected = replace(table, cards=cards, events=(), looked=True, restarted=False)
        self._latest = corrected
        told = self._card(corrected, TrackEvent(table.time, "update", card, tracked.card, said))
        if told["after"]["place"] == "discard":
            self._pile.corrected(told["before"]["card"], told["after"]["card"])
        return [told, *self.follower.follow(corrected)]

    def _card(self, table: TableState, change: TrackEvent) -> Event:
        """The event of one card, with its place and what is to be said of it."""
        spot = change.after or change.before
        assert spot is not None, "an event tells what was or what is"
        place = self.follower.place(table, Tracked(change.id, spot, change.time))
        before, after = (
            None if one is None else self._json(table, Tracked(change.id, one, change.time), place)
            for one in (change.before, change.after)
        )
        told = event(change.time, "card", after, before, change.type)
        remark = None if change.after is None else self.follower.remark(place, seen(change.after))
        if remark is not None and after is not None:
            after["remark"] = {"rule": remark.rule, "sentence": remark.sentence(self.lang)}
        return told

    def _uncovered(self, told: Event) -> Event:
        """The same, marked where a card of the discard pile only came into sight again: the one on it was taken."""
        before, after = told["before"], told["after"]
        if (after or before)["place"] != "discard":
            return told
        if after is None:
            self._pile.taken(before["card"])
        elif self._pile.laid(None if before is None else before["card"], after["card"]):
            after["uncovered"] = True
        return told

    def _camera(self, table: TableState) -> list[Event]:
        events = []
        if table.restarted:
            events.append(self.camera(table.time, "moved", say("camera.moved", self.lang)))
        return events

    def _turned_over(self, table: TableState) -> list[Event]:
        """The picture is mirrored, or no longer is: from here on frames are turned over, and all is looked for again.

        What was followed of a mirrored game is worth nothing, but face-down cards lie where they do; of a straight one
        the score goes on, and where the cards lay before it was noticed is not sure. Those taken back will be told
        again, by what they show the right way round.
        """
        lying = () if self._latest is None else self._latest.cards
        stay = [card for card in lying if card.card.side == "down" and not self._mirror.on]
        taken = [card for card in lying if card not in stay]
        back = [event(table.time, "card", None, self._json(table, card, None), "end") for card in taken]
        kept = self.follower.state() if self._mirror.on else None
        self._mirror.on = not self._mirror.on
        known = [replace(card, card=turned_over(card.card, table.size[0])) for card in stay]
        self.tracker, self.follower, self._latest = self._new_tracker(known), self._new_follower(), None
        self._pile.clear()
        if kept is not None:
            self.follower.restore(kept)
        state = "mirrored" if self._mirror.on else "straight"
        return [self.camera(table.time, state, say(f"camera.{state}", self.lang)), *back]

    def _json(self, table: TableState, card: Tracked, place: str | None) -> dict[str, Any]:
        """A card with its corners where the camera shows them."""
        return self._mirror.shown(card_json(card, place), table.size[0])
