"""One table followed one way round: as the camera sends it, or turned over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np

from rules.cards import Card
from service.following import Follower
from service.following.base import Event, card_json, event
from service.mirror import Mirror, turned_over
from service.remarks import Remarks
from service.sentences import say
from service.uncovered import Uncovered
from vision.mirrored import Mirrored
from vision.said import Said, said_to_be
from vision.table import TableState, Tracked, TrackEvent
from vision.tracker import Tracker
from vision.types import Image
from vision.zones import seen

Trackers = Callable[[Sequence[Tracked], Iterator[int], Mirrored], Tracker]
"""Makes a tracker that knows some cards, numbers new ones from a row, and has its way round told by what is given."""
Followers = Callable[[Mirror], Follower]
"""Makes a follower of a table that is shown as a mirror says."""


_PASSING = 1.0
"""Seconds after which it is said that the camera shows something else than the table."""


class Watching:
    """Follows a game on one table.

    Args:
        trackers: makes what follows the cards.
        followers: makes what follows the game.
        mirror: how frames are turned.
        lang: of the sentences.
        pile: the discards as they lay before a restart.
        said: what a person said of cards that lay there then.
        lying: cards that are known to lie there in the first frame.
        numbers: of the cards that come.
        straight: whether turned this way frames are taken to be straight, unless one says otherwise.

    Attributes:
        table: after the newest frame that was straight; None before the first.
        follower: of the game.
    """

    def __init__(
        self,
        trackers: Trackers,
        followers: Followers,
        mirror: Mirror,
        lang: str,
        pile: Sequence[str] = (),
        said: Sequence[Said] = (),
        lying: Sequence[Tracked] = (),
        numbers: Iterator[int] | None = None,
        straight: bool = False,
    ) -> None:
        self.mirror, self.lang = mirror, lang
        self._trackers, self._followers = trackers, followers
        self._numbers = count(1) if numbers is None else numbers
        self._way = Mirrored(straight)
        self.tracker = trackers(lying, self._numbers, self._way)
        self.tracker.said = said
        self.follower = followers(mirror)
        self.table: TableState | None = None
        self._before: TableState | None = None
        self._rested: TableState | None = None
        self._away = False
        self.pile = Uncovered(pile)
        self._remarks = Remarks(self._remarked)

    def frame(self, image: Image, time: float) -> tuple[TableState, list[Event]]:
        """Take a BGR frame; the table, and the events that became sure. Of a mirrored table there are none."""
        self._before = self.table
        if self._before is not None and self._before.settled:
            self._rested = self._before
        table = self.tracker.update(self.mirror.straight(image), time)
        if table.mirrored:
            return table, []
        self.table = table
        events = []
        state = self._shown(table)
        if state is not None:
            events.append(event(time, "camera", {"state": state, "sentence": say(f"camera.{state}", self.lang)}))
        judged = self.follower.follow(table)
        events += [self._uncovered(self._card(table, change)) for change in table.events]
        self._remarks.judged(judged)
        events += [self._card_remarked(table, card, remark) for card, remark in self._remarks.due(table)]
        if any(told["kind"] == "hand" and told["type"] == "end" for told in judged):
            self.pile.clear()
        return table, [*events, *judged]

    def _shown(self, table: TableState) -> str | None:
        """What is to be said of what the camera shows: "moved", "away" from the table, or "seen", it again."""
        if table.restarted:
            self._away = False
            return "moved"
        if table.away is None:
            self._away, was = False, self._away
            return "seen" if was else None
        if self._away or not table.cards or table.time - table.away < _PASSING:
            return None
        self._away = True
        return "away"

    def turned_over(self) -> tuple[Watching, list[Event]]:
        """The same table followed the other way round from the newest frame on, which it is still to be given.

        With it comes what is to be told of the table as it was before. What was read the wrong way round is worth
        nothing, but face-down cards lie where they do. Of a game that was followed straight the score goes on; where
        the cards lay before it was noticed is not sure.
        """
        mirror = Mirror(not self.mirror.on)
        before = self._before
        known = [] if before is None or not mirror.on else _face_down(before, before)
        other = Watching(
            self._trackers, self._followers, mirror, self.lang, lying=known, numbers=self._numbers, straight=True
        )
        events: list[Event] = []
        if not mirror.on:
            other.follower.restore(self.follower.state())
        elif before is not None and known:
            # A game begins with the cards as they lay before one was turned up, and before a hand came to do so.
            rested = self._rested if self._rested is not None and self._rested.size == before.size else before
            other.table = _laid_out(before, known)
            events = other.follower.follow(_laid_out(rested, _face_down(rested, before)))
        return other, events

    def decided(self) -> None:
        """This way round it is: from here on frames are compared again, as of any table."""
        self._way.straight = False

    def correct(self, card: int, code: str) -> list[Event]:
        """Obey a person who says what a card is ("down": it lies face down); the events that follow from it.

        Raises:
            KeyError: no such card lies on the table.
            RulesError: the code is no card.
        """
        table = self.table
        tracked = next((one for one in table.cards if one.id == card), None) if table is not None else None
        if table is None or tracked is None:
            raise KeyError(f"no card {card} lies on the table")
        name = None if code == "down" else Card.parse(code)
        said = said_to_be(name, tracked.card.corners)
        self.tracker.correct(card, said)
        now = replace(tracked, card=said, read=tracked.read or tracked.card)
        cards = tuple(now if one.id == card else one for one in table.cards)
        corrected = replace(table, cards=cards, events=(), looked=True, restarted=False)
        self.table = corrected
        told = self._card(corrected, TrackEvent(table.time, "update", card, tracked.card, said))
        if told["after"]["place"] == "discard":
            self.pile.corrected(told["before"]["card"], told["after"]["card"])
        return [told, *self.follower.follow(corrected)]

    def cards(self) -> list[dict[str, Any]]:
        """The cards that lie there, with their places."""
        table = self.table
        return (
            [] if table is None else [self._json(table, card, self.follower.place(table, card)) for card in table.cards]
        )

    def said(self) -> list[Said]:
        """What a person said of the cards that lie there, as a frame like the newest shows them."""
        table = self.table
        lying = [] if table is None else [Said.of(one.card, one.read) for one in table.cards if one.read is not None]
        # Of one that was found again before the table has come to rest both tell.
        return [*lying, *(one for one in self.tracker.said if not any(one.here(other.corners) for other in lying))]

    def _json(self, table: TableState, card: Tracked, place: str | None) -> dict[str, Any]:
        """A card with its corners where the camera shows them."""
        return self.mirror.shown(card_json(card, place), table.size[0])

    def _card(self, table: TableState, change: TrackEvent) -> Event:
        """The event of one card, with its place and what is to be said of it."""
        spot = change.after or change.before
        assert spot is not None, "an event tells what was or what is"
        lies = Tracked(change.id, spot, change.time)
        place = self.follower.place(table, lies)
        before, after = (
            None if one is None else self._json(table, Tracked(change.id, one, change.time), place)
            for one in (change.before, change.after)
        )
        remark = self._remarks.of(table, change, lies)
        if remark is not None and after is not None:
            after["remark"] = remark
        return event(change.time, "card", after, before, change.type)

    def _remarked(self, table: TableState, card: Tracked) -> dict[str, Any] | None:
        """What the referee says of a card before the turn is over."""
        remark = self.follower.remark(self.follower.place(table, card), seen(card.card))
        return None if remark is None else {"rule": remark.rule, "sentence": remark.sentence(self.lang)}

    def _card_remarked(self, table: TableState, card: Tracked, remark: dict[str, Any]) -> Event:
        """The event of a card of which nothing has changed but that something is said of it."""
        lies = self._json(table, card, self.follower.place(table, card))
        return event(table.time, "card", lies | {"remark": remark}, lies, "update")

    def _uncovered(self, told: Event) -> Event:
        """The same, marked where a card of the discard pile only came into sight again: the one on it was taken."""
        before, after = told["before"], told["after"]
        if (after or before)["place"] != "discard":
            return told
        if after is None:
            self.pile.taken(before["card"])
        elif self.pile.laid(None if before is None else before["card"], after["card"]):
            after["uncovered"] = True
        return told


def _face_down(table: TableState, now: TableState) -> list[Tracked]:
    """The face-down cards of a table, turned over, where they lie in a frame since then."""
    down = [one for one in table.cards if one.card.side == "down"]
    corners = [now.in_frame(table.lies(one)).astype(np.float32) for one in down]
    moved = [replace(one.card, corners=quad) for one, quad in zip(down, corners, strict=True)]
    return [replace(one, card=turned_over(card, now.size[0])) for one, card in zip(down, moved, strict=True)]


def _laid_out(table: TableState, cards: Sequence[Tracked]) -> TableState:
    """A table that shows these cards and nothing else."""
    return TableState(
        time=table.time,
        cards=tuple(cards),
        events=(),
        settled=table.settled,
        looked=True,
        restarted=False,
        mirrored=False,
        language=table.language,
        size=table.size,
    )
