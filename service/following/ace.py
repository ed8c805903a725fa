"""Chase the Ace: the kings turned up before play, and the showdown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from rules.ace import Rules, kings, showdown, unfinished
from rules.cards import Card
from rules.errors import RulesError
from rules.observation import Seen, Side
from rules.verdict import Verdict
from service.following.base import Event, Places, alike, event, look_at, verdict_json
from service.following.empty import Empty
from vision.marked import marked_for
from vision.table import TableState, Tracked
from vision.zones import row

LAST = 0.5
"""Seconds all cards must have lain open for a showdown on a table that does not settle."""
_STOCK = "stock"
_MIDST = 0.6
"""Share of the way from the middle of the others to the nearest of them within which a card lies in their midst."""
LATE = 5.0
"""Seconds in which cards of further players may yet be shown."""
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
        # How many started is known, and so which pack is in play.
        self.rules, self.lang = (rules or Rules()).settled, lang
        self._pack = frozenset(self.rules.cards.cards())
        self.marked = marked_for("ace", zones)
        self.players = self.rules.players
        self.places = Places()
        self._empty = Empty(lang)
        self._seen: tuple[Seen, ...] = ()
        self._since = 0.0
        self._judged = False
        self._dealt = 0
        self._lay: dict[str, int] = {}
        self._played = False
        self._said: list[Any] | None = None
        self._told: dict[str, Any] | None = None
        self._shown_cards: tuple[Seen, ...] = ()
        self._kings: frozenset[Card] = frozenset()
        self._stage = "deal"
        self._lines: list[str] = []
        self._last: dict[str, Any] | None = None

    def follow(self, state: TableState) -> list[Event]:
        """Take the table after one frame."""
        return self._empty.follow(state) + self._followed(state)

    def _followed(self, state: TableState) -> list[Event]:
        self.places.keep(state)
        if self._stage == "shown" and len(state.cards) <= 1:
            self._deal_again()
        up = [card for card in state.cards if card.card.side == "up"]
        # Once everybody has shown, nothing else on the table matters, whether it moves or not.
        shown = len(up) == self.players
        seated = self._seated(state)
        if not (shown or state.settled) or any(not card.clear for card in (up if shown else seated or state.cards)):
            return []
        cards = seated or self._players_cards(state)
        if not 2 <= len(cards) <= self.players:
            return []
        seen = tuple(look_at(card, self._pack) for card in cards)
        if seen != self._seen:
            self._seen, self._since, self._judged = seen, state.time, False
        if self._judged or (not state.settled and state.time - self._since < LAST):
            return []
        open_ = [one for one in seen if one.side is Side.UP]
        if self._stage == "shown" and not any(alike(one, old) for one in open_ for old in self._shown_cards):
            # Nothing of what was shown is left, and only kings turned up at once may lie open.
            self._deal_again()
        if len(open_) == len(seen):
            return self._all_open(state, cards, seen)
        if self._stage != "deal":
            return []
        self._at_rest(state, cards)
        return self._before_play(state, cards, seen)

    def _deal_again(self) -> None:
        """Nothing is known of the deal that comes."""
        self._stage, self._kings, self._said = "deal", frozenset(), None
        self._dealt, self._lay, self._played = 0, {}, False

    def _at_rest(self, state: TableState, cards: list[Tracked]) -> None:
        """Take up before whom cards lie in this deal, and whether any but a king has been touched since."""
        down = [card for card in cards if card.card.side == "down"]
        now = {place: card.id for card in down if (place := self.place(state, card)) is not None}
        self._played |= any(self._lay.get(place, card) != card for place, card in now.items())
        # A card held in the hand for a moment is still its player's; one laid aside by the dealer is nobody's.
        if len(cards) < self._dealt or (self._played and self._seats):
            return
        if len(down) == len(cards) or (not self._seats and len(cards) == self.players):
            self._seat(cards, state)
        self._dealt = len(cards)
        self._lay = {place: card.id for card in down if (place := self.place(state, card)) is not None}

    def _before_play(self, state: TableState, cards: list[Tracked], seen: tuple[Seen, ...]) -> list[Event]:
        """The verdict on kings turned up, and on what else lies open while other cards are hidden."""
        if len(cards) < self._dealt:
            return []
        verdict = kings(seen, self.rules)
        if verdict.rule == "ace.no_kings":
            # Kings are turned at once, but one after the other: that there are none shows only later.
            return []
        if not verdict.legal and state.time - self._since < REST:
            # At the showdown cards are turned up one by one as well.
            return []
        if verdict.rule == "ace.not_king" and (self._played or self._pack_may_be_last(state, seen)):
            # It may be the showdown, under way or over.
            return []
        self._judged = True
        said = [verdict.rule, verdict.to_json()["sentence"]]
        if said == self._said:
            return []
        self._said = said
        kings_up = [one.certain for one in seen if one.certain is not None] if verdict.legal else []
        self._kings = frozenset(kings_up)
        return [self._event(state.time, verdict, cards, state)]

    @staticmethod
    def _pack_may_be_last(state: TableState, seen: tuple[Seen, ...]) -> bool:
        """Whether the one card still hidden may be the rest of the pack, which was not told from the players' cards."""
        hidden = sum(one.side is Side.DOWN for one in seen)
        return hidden == 1 and len(seen) > 2 and len(seen) == len(state.cards)

    def place(self, state: TableState, card: Tracked) -> str | None:
        """The player's number, as "player 1", or "stock"."""
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
            "judged": self._judged,
            "dealt": self._dealt,
            "said": self._said,
            "told": self._told,
            "shown": [str(one) for one in self._shown_cards],
            "kings": sorted(str(card) for card in self._kings),
            "stage": self._stage,
            "lines": self._lines,
            "score": self._last,
        }

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Go on after a restart."""
        self._seen = tuple(map(Seen.parse, kept["seen"]))
        self._judged = bool(kept.get("judged"))
        self._dealt, self._said, self._told = int(kept.get("dealt", 0)), kept.get("said"), kept.get("told")
        # What was exchanged in the meantime nobody has seen.
        self._played = self._dealt > 0
        self._shown_cards = tuple(map(Seen.parse, kept.get("shown", ())))
        self._kings = frozenset(map(Card.parse, kept.get("kings", ())))
        self._stage, self._lines, self._last = str(kept["stage"]), list(kept["lines"]), kept["score"]

    def record(self) -> list[str]:
        """What the rules can judge again: what was shown, a line for each deal. Hidden cards are not seen."""
        return ["\n".join(self._lines) + "\n"] if self._lines else []

    def _seated(self, state: TableState) -> list[Tracked]:
        """The cards at the players' places, where more lie on the table than theirs and the stock: those are nobody's.

        Not where one that faces up lies elsewhere: then the places were taken wrongly.
        """
        if len(self._seats) < 2 or len(state.cards) <= len(self._seats) + 1:
            return []
        at: dict[str | None, Tracked] = {}
        for card in sorted(state.cards, key=lambda each: each.card.confidence):
            at[self.place(state, card)] = card
        cards = [at[seat] for seat in self._seats if seat in at]
        if len(self._seats) < self.players and not all(card.card.side == "up" for card in cards):
            # Fewer than who started: somebody's card may merely not have been found.
            return []
        ids = {card.id for card in cards}
        strangers = any(card.card.side == "up" and card.id not in ids for card in state.cards)
        return [] if strangers or len(cards) < len(self._seats) else cards

    @property
    def _seats(self) -> list[str]:
        """The players' places as far as they are known, in order."""
        return [name for name in self.places.quads if name != _STOCK]

    def _players_cards(self, state: TableState) -> list[Tracked]:
        """Each player's card, near first and clockwise; the rest of the pack lies face down in their midst."""
        cards = self._most_likely(state)
        if self.marked is not None and "stock" in self.marked.zones:
            out = set(self.marked.within("stock", [card.card for card in cards], state.size))
            cards = [card for number, card in enumerate(cards) if number not in out]
        elif sum(card.card.side == "up" for card in cards) == self.players:
            # All have shown: whatever lies face down besides is nobody's.
            cards = [card for card in cards if card.card.side == "up"]
        else:
            stock = self._stock(state, cards)
            if stock is not None:
                cards.remove(stock)
                self.places.put(_STOCK, stock.card.corners, state)
        order = row([card.card for card in cards])
        return [cards[number] for number in order]

    def _most_likely(self, state: TableState) -> list[Tracked]:
        """As many cards as the players' and the pack: of more the least sure ones lie beside the game, or are none."""
        cards, most = list(state.cards), self.players + 1
        if len(cards) <= most:
            return cards

        def likely(card: Tracked) -> tuple[bool, bool, float]:
            return card.card.card is not None, self.place(state, card) is not None, card.card.confidence

        kept = sorted(cards, key=likely, reverse=True)[:most]
        return [card for card in cards if card in kept]

    def _stock(self, state: TableState, cards: list[Tracked]) -> Tracked | None:
        """The rest of the pack: it lies face down where it was seen before, or in the midst of the players' cards."""
        down = [card for card in cards if card.card.side == "down"]
        if len(cards) <= 2 or not down:
            return None
        known = [card for card in down if self.place(state, card) == _STOCK]
        if known:
            return known[0]
        centres = {card.id: card.card.corners.mean(axis=0) for card in cards}
        middle = np.mean(list(centres.values()), axis=0)
        nearest = min(down, key=lambda one: float(np.linalg.norm(centres[one.id] - middle)))
        if len(cards) > self.players:
            return nearest
        if len(down) == 1 and self.place(state, nearest) not in self._seats:
            # The pack is never turned up: where all else lies open, what is left is the pack.
            return nearest
        # Some players are out: without the card in their midst the others lie round an empty place.
        others = [centre for number, centre in centres.items() if number != nearest.id]
        hub = np.mean(others, axis=0)
        reach = min(float(np.linalg.norm(centre - hub)) for centre in others)
        return nearest if float(np.linalg.norm(centres[nearest.id] - hub)) < _MIDST * reach else None

    def _all_open(self, state: TableState, cards: list[Tracked], seen: tuple[Seen, ...]) -> list[Event]:
        """The showdown, once: cards gathered or found again after it are no other, one shown late changes it."""
        again = self._stage == "shown"
        gathered = again and len(seen) < len(self._shown_cards)
        if gathered or sorted(map(str, seen)) == sorted(map(str, self._shown_cards)):
            self._stage, self._judged = "shown", True
            return []
        playing = self._dealt or self.players
        if len(seen) < playing and state.time - self._since < LATE:
            # The cards are shown one after the other.
            return []
        try:
            immune = [index for index, one in enumerate(seen) if one.certain in self._kings]
            verdict = showdown(seen, self.rules, immune=immune)
        except RulesError as error:
            return [event(state.time, "problem", {"rule": error.rule, "sentence": error.sentence(self.lang)})]
        if len(seen) < playing:
            verdict = unfinished(verdict, len(seen), playing)
        self._stage, self._judged, self._shown_cards = "shown", True, seen
        self._last = dict(verdict.explanation)
        if again:
            self._lines.pop()
        self._lines.append(f"shown {' '.join(map(str, seen))}  # {verdict.sentence('en')}")
        before = self._told if again else None
        told = self._event(state.time, verdict, cards, state)
        self._told = told["after"]
        return [told | {"type": "update", "before": before} if again else told]

    def _event(self, time: float, verdict: Verdict, cards: list[Tracked], state: TableState) -> Event:
        self._seat(cards, state)
        return event(time, "verdict", verdict_json(verdict, self.lang, None, placements=[], discard=None))

    def _seat(self, cards: list[Tracked], state: TableState) -> None:
        """Each player's place is where their card lies; the pack's is kept."""
        self.places.quads = {name: quad for name, quad in self.places.quads.items() if name == _STOCK}
        for number, card in enumerate(cards, start=1):
            self.places.put(f"player {number}", card.card.corners, state)
