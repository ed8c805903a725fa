"""Chase the Ace: the kings turned up before play, and the showdown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from rules.ace import Rules, kings, showdown
from rules.errors import RulesError
from rules.observation import Seen, Side
from rules.verdict import Verdict
from service.following.base import Event, Places, event, look_at, verdict_json
from service.following.empty import Empty
from vision.marked import Marked
from vision.table import TableState, Tracked
from vision.zones import row

LAST = 0.5
"""Seconds all cards must have lain open for a showdown on a table that does not settle."""
REST = 2.0
"""Seconds after which cards that lie open before play are no showdown under way."""


class AceFollower:
    """Follows Chase the Ace.

    Args:
        rules: the options in play.
        zones: set by hand.
        lang: of the sentences.
    """

    def __init__(self, rules: Rules | None = None, zones: Mapping[str, Any] | None = None, lang: str = "en") -> None:
        self.rules, self.lang = rules or Rules(), lang
        self.marked = None if zones is None else Marked.from_json(zones)
        if self.marked is not None and self.marked.game != "ace":
            raise ValueError(f"zones for {self.marked.game}, but the game is ace")
        self.players = self.rules.players
        self.places = Places()
        self._empty = Empty(lang)
        self._seen: tuple[Seen, ...] = ()
        self._since = 0.0
        self._judged = False
        self._stage = "deal"
        self._lines: list[str] = []
        self._last: dict[str, Any] | None = None

    def follow(self, state: TableState) -> list[Event]:
        """Take the table after one frame."""
        return self._empty.follow(state) + self._followed(state)

    def _followed(self, state: TableState) -> list[Event]:
        self.places.keep(state)
        up = [card for card in state.cards if card.card.side == "up"]
        # Once everybody has shown, nothing else on the table matters, whether it moves or not.
        shown = len(up) == self.players
        seated = self._seated(state)
        if not (shown or state.settled) or any(not card.clear for card in (up if shown else seated or state.cards)):
            return []
        cards = seated or self._players_cards(state)
        if not 2 <= len(cards) <= self.players:
            return []
        if not self.places and len(cards) == self.players:
            self._seat(cards, state)
        seen = tuple(look_at(card) for card in cards)
        if seen != self._seen:
            self._seen, self._since, self._judged = seen, state.time, False
        if self._judged or (not state.settled and state.time - self._since < LAST):
            return []
        open_ = [one for one in seen if one.side is Side.UP]
        if len(open_) == len(seen):
            return self._shown(state, cards, seen)
        if not open_ and self._stage == "shown":
            self._stage = "deal"
        if self._stage != "deal":
            return []
        verdict = kings(seen, self.rules)
        if verdict.rule == "ace.no_kings":
            # Kings are turned at once, but one after the other: that there are none shows only later.
            return []
        if not verdict.legal and state.time - self._since < REST:
            # At the showdown cards are turned up one by one as well.
            return []
        self._judged = True
        return [self._event(state.time, verdict, cards, state)]

    def place(self, state: TableState, card: Tracked) -> str | None:
        """The player's number, as "player 1"."""
        return self.places.at(state, card)

    def remark(self, place: str | None, card: Seen) -> Verdict | None:
        """Nothing is said of single cards."""
        return None

    def view(self, state: TableState) -> dict[str, Any]:
        """What each player shows, and the last showdown."""
        return {
            "game": "ace",
            "places": self.places.in_frame(state),
            "cards": [str(one) for one in self._seen],
            "score": self._last,
        }

    def state(self) -> dict[str, Any]:
        """All that is needed to go on."""
        return {
            "places": self.places.to_json(),
            "seen": [str(one) for one in self._seen],
            "stage": self._stage,
            "lines": self._lines,
            "score": self._last,
        }

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Go on after a restart."""
        self._seen = tuple(map(Seen.parse, kept["seen"]))
        self._stage, self._lines, self._last = str(kept["stage"]), list(kept["lines"]), kept["score"]

    def record(self) -> list[str]:
        """What the rules can judge again: what was shown, a line for each deal. Hidden cards are not seen."""
        return ["\n".join(self._lines) + "\n"] if self._lines else []

    def _seated(self, state: TableState) -> list[Tracked]:
        """The cards at the players' places, where more lie on the table than theirs and the stock: those are nobody's.

        Not where one that faces up lies elsewhere: then the places were taken wrongly.
        """
        if len(state.cards) <= self.players + 1:
            return []
        at: dict[str | None, Tracked] = {}
        for card in sorted(state.cards, key=lambda each: each.card.confidence):
            at[self.place(state, card)] = card
        seats = [f"player {number}" for number in range(1, self.players + 1)]
        cards = [at[seat] for seat in seats if seat in at]
        ids = {card.id for card in cards}
        strangers = any(card.card.side == "up" and card.id not in ids for card in state.cards)
        return [] if strangers or len(cards) < self.players else cards

    def _players_cards(self, state: TableState) -> list[Tracked]:
        """Each player's card, near first and clockwise; the rest of the pack lies face down in their midst."""
        cards = list(state.cards)
        if self.marked is not None and "stock" in self.marked.zones:
            out = set(self.marked.within("stock", [card.card for card in cards], state.size))
            cards = [card for number, card in enumerate(cards) if number not in out]
        elif sum(card.card.side == "up" for card in cards) == self.players:
            # All have shown: whatever lies face down besides is nobody's.
            cards = [card for card in cards if card.card.side == "up"]
        elif len(cards) > 2:
            down = [card for card in cards if card.card.side == "down"]
            middle = np.mean([card.card.corners.mean(axis=0) for card in cards], axis=0)
            if len(cards) > self.players and down:
                cards.remove(min(down, key=lambda one: float(np.linalg.norm(one.card.corners.mean(axis=0) - middle))))
        order = row([card.card for card in cards])
        return [cards[number] for number in order]

    def _shown(self, state: TableState, cards: list[Tracked], seen: tuple[Seen, ...]) -> list[Event]:
        try:
            verdict = showdown(seen, self.rules)
        except RulesError as error:
            return [event(state.time, "problem", {"rule": error.rule, "sentence": error.sentence(self.lang)})]
        self._stage, self._judged = "shown", True
        self._last = dict(verdict.explanation)
        self._lines.append(f"shown {' '.join(map(str, seen))}  # {verdict.sentence('en')}")
        return [self._event(state.time, verdict, cards, state)]

    def _event(self, time: float, verdict: Verdict, cards: list[Tracked], state: TableState) -> Event:
        self._seat(cards, state)
        return event(time, "verdict", verdict_json(verdict, self.lang, None, placements=[], discard=None))

    def _seat(self, cards: list[Tracked], state: TableState) -> None:
        """Each player's place is where their card lies."""
        self.places.quads = {}
        for number, card in enumerate(cards, start=1):
            self.places.put(f"player {number}", card.card.corners, state)
