"""A live table: frames in, events out.

Every event is ``{"time", "type": "new|update|end", "kind", "before", "after"}``. Kinds are ``card`` (a card came,
changed or went), ``turn`` (a draw), ``verdict`` (a turn or a showdown judged), ``hand`` (dealt, gathered), ``score``,
``camera`` (mirrored, moved, away from the table, failed) and ``problem`` (the table does not fit the game, with what
is wrong). They come in the order in which they became known; only what a mirroring camera had hidden is told later
than other things were.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from rules.cards import JOKER, Pack
from service.anew import told_anew
from service.following import Follower, follower
from service.following.base import Event, at_one_place, event
from service.mirror import Mirror
from service.sentences import say
from service.watching import Watching
from vision.closer import Looker
from vision.mirrored import Mirrored
from vision.said import Said
from vision.table import Tracked
from vision.tracker import Tracker
from vision.types import Image


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
        pack = getattr(rules, "pack", None)
        if packs == "auto":
            # Trash alone may be played with more packs than one.
            packs = pack.packs if isinstance(pack, Pack) else packs if game == "trash" else 1
        # Trash alone is played with jokers.
        joker = game == "trash" and (not isinstance(pack, Pack) or JOKER in pack.cards())

        def tracker(lying: Sequence[Tracked], numbers: Iterator[int], way: Mirrored) -> Tracker:
            # In Trash alone no hands are laid open.
            fans = game != "trash"
            return Tracker(reader, packs, language, joker, lying, fans=fans, numbers=numbers, way=way)

        def follow(mirror: Mirror) -> Follower:
            return follower(game, rules, mirror.zones(zones), slots, lang)

        # What is known from before a restart is of the table as it lies, whatever the camera makes of it.
        mirror = Mirror(bool(state and state.get("mirrored")))
        kept = state or {}
        said = [Said.restored(one) for one in kept.get("said", ())]
        self._seen = Watching(tracker, follow, mirror, lang, kept.get("pile", ()), said)
        # As long as nobody knows which way round the camera shows it, the table is followed both ways: once it is
        # known nothing has been missed.
        self._other: Watching | None = None
        self._told: list[Event] = []
        self._untold: list[Event] = []
        self._hand: Event | None = None
        if state:
            self._seen.follower.restore(state["follower"])

    @property
    def tracker(self) -> Tracker:
        """What follows the cards."""
        return self._seen.tracker

    @property
    def follower(self) -> Follower:
        """What follows the game."""
        return self._seen.follower

    def frame(self, image: Image, time: float) -> list[Event]:
        """Take a BGR frame at a time that never goes back; the events that became sure with it.

        Their time is that of the frame that showed what they tell. It is long past where the camera turns out to
        mirror: what happened meanwhile is told then.
        """
        table, events = self._seen.frame(image, time)
        if self._other is None and (table.doubted or table.mirrored):
            self._other, self._untold = self._seen.turned_over()
            self._told = [] if self._hand is None else [self._hand]
        elif not (table.doubted or table.mirrored):
            self._other = None
        if self._other is not None:
            self._untold += self._other.frame(image, time)[1]
            self._told += map(dict, events)
        for told in events:
            if told["kind"] == "hand":
                # Whoever gets an event may change it.
                self._hand = dict(told) if told["type"] == "new" else None
        return self._turned_over(self._other, time) if table.mirrored and self._other is not None else events

    def camera(self, time: float, state: str, text: str) -> Event:
        """An event of the source itself, such as a lost camera."""
        return event(time, "camera", {"state": state, "sentence": text})

    def view(self) -> dict[str, Any]:
        """The table as it is now: cards with ids, corners and places, whether it is settled, what the game knows.

        As long as the camera shows something else (``away``) it is the table as it was seen last.
        """
        seen = self._seen
        table = seen.table
        if table is None:
            return {"time": 0.0, "cards": [], "settled": False, "away": False, "game": None, "width": 0, "height": 0}
        return {
            "time": round(table.time, 3),
            "width": table.size[0],
            "height": table.size[1],
            "cards": seen.cards(),
            "settled": table.settled,
            "away": table.away is not None,
            "mirrored": seen.mirror.on,
            "language": table.language,
            "game": seen.mirror.shown(seen.follower.view(table), table.size[0]),
        }

    def state(self) -> dict[str, Any]:
        """All that is needed to go on with this table after a restart, as JSON."""
        known = {
            "follower": self.follower.state(),
            "pile": self._seen.pile.state(),
            "said": [said.state() for said in self._seen.said()],
        }
        return {"version": 1, "game": self.game, "mirrored": self._seen.mirror.on} | known

    def record(self) -> list[str]:
        """Records of the match as it was followed, as text."""
        return self.follower.record()

    def correct(self, card: int, code: str) -> list[Event]:
        """Obey a person who says what a card is ("down": it lies face down); the events that follow from it.

        Raises:
            KeyError: no such card lies on the table.
            RulesError: the code is no card.
        """
        events = self._seen.correct(card, code)
        if self._other is not None:
            self._untold += self._corrected(self._other, card, code)
            self._told += map(dict, events)
        return events

    def _corrected(self, other: Watching, card: int, code: str) -> list[Event]:
        """The same said of the card that lies at its place in the table followed the other way round."""
        mine = next(one for one in self._seen.cards() if one["id"] == card)
        near = [(off, int(one["id"])) for off, one in at_one_place(mine, other.cards())]
        return other.correct(min(near)[1], code) if near else []

    def _turned_over(self, other: Watching, time: float) -> list[Event]:
        """The picture is mirrored, or no longer is: the table goes on as it was followed the other way round.

        Cards that were told and are none, seen that way, are taken back.
        """
        wrong, self._seen, self._other = self._seen, other, None
        other.decided()
        state = "mirrored" if other.mirror.on else "straight"
        said = self.camera(time, state, say(f"camera.{state}", self.lang))
        return [said, *told_anew(self._untold, self._told, other.cards(), wrong.cards(), time)]
