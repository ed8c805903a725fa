"""Stop the Bus: the three table cards followed from turn to turn, and the hands valued at the showing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.bus import Rules, explain
from rules.errors import RulesError
from rules.observation import Seen, Side
from rules.verdict import Verdict
from service.following.base import Event, Places, alike, event, look_at, verdict_json
from service.following.beside import Beside
from service.following.empty import Empty
from service.following.exchanges import Turn, narrowed, one_turn, owner, put, still, turns_of
from service.following.laidopen import CARDS as _CARDS
from service.following.laidopen import IN_PLAY, judged, laid_open, sights
from service.following.middle import in_the_middle
from vision.marked import marked_for
from vision.table import TableState, Tracked

LATE = 5.0
"""Seconds in which the hands of further players may yet be laid open."""

FOUND = 2.0
"""Seconds in which the cards that lay there before a restart are found again."""
REST = 1.6
"""Seconds the table cards must have lain unchanged for a turn to be over: a hand stays away for less between two cards
of one turn."""
ACCUSED = 3.2
"""Seconds where two of them have changed: that is a fault, or the third is still to come."""
AT_REST = 2.0
"""Seconds without motion after which what lies over a table card is no hand at work, but light or shade."""
TREMBLE = 0.25
"""Seconds for which a place has to be covered to count as covered: three frames of a slow camera."""


class BusFollower:
    """Follows Stop the Bus.

    Args:
        rules: the options in play.
        zones: set by hand.
        lang: of the sentences.
    """

    def __init__(self, rules: Rules | None = None, zones: Mapping[str, Any] | None = None, lang: str = "en") -> None:
        self.rules, self.lang = rules or Rules(), lang
        self.marked = marked_for("bus", zones)
        self.places = Places()
        self._empty = Empty(lang)
        self._table: tuple[Seen, ...] | None = None
        self._pieces: tuple[int, ...] = ()
        self._now: tuple[Seen, ...] = ()
        self._lying: tuple[int, ...] = ()
        self._laid: dict[int, float] = {}
        self._by: dict[int, str | None] = {}
        self._turned: Turn | None = None
        self._open: float | None = None
        self._covered: float | None = None
        self._hands = (0, 0.0)
        self._playing = self.rules.players
        self._shown = 0
        self._told: Event | None = None
        self._found_by: float | None = 0.0
        self._kept = Places()
        self._over = False
        self._beside = Beside()
        self._lines: list[str] = []
        self._last: dict[str, Any] | None = None

    def follow(self, state: TableState) -> list[Event]:
        """Take the table after one frame."""
        return self._empty.follow(state) + self._followed(state)

    def _followed(self, state: TableState) -> list[Event]:
        self.places.keep(state)
        self._beside.keep(state)
        open_ = [card for card in state.cards if card.card.side == "up" and card.clear]
        up = [card for card in open_ if self._beside.shown(state, card)]
        if self._over:
            if self._found_by is None:
                self._found_by = state.time + FOUND
            if not state.settled or (len(up) <= _CARDS and state.time < self._found_by):
                return []
            if len(up) > _CARDS:
                # A hand that is laid open late may be the lowest.
                return self._showing(state, up)
            # The hands shown are gathered: what comes next is another deal. Who showed none was out.
            self._playing, self._shown, self._told = self._shown or self._playing, 0, None
            self._over, self._table, self._hands = False, None, (0, 0.0)
            self._turned = None
            self.places.quads, self._beside.cards = {}, None
        if not self.places and not (state.settled and (self._find(state, up) or self._find_again(state, up))):
            return self._showing(state, up) if state.settled else []
        turned = self._turned
        events = self._turn(state, up)
        if self._turned is not None and self._turned is not turned:
            # While turns are played no hand lies open: what does beside the table's cards is in none.
            away = [card for card in open_ if self.places.at(state, card, reach=0.8) is None]
            before = self._beside.lay_before(state, away, self._turned.laid)
            if self._beside.cards is None:
                self._beside.cards = before
        if state.settled:
            events += self._showing(state, [card for card in up if self._beside.shown(state, card)])
        return events

    def place(self, state: TableState, card: Tracked) -> str | None:
        """The table place a card lies at, None for cards of hands."""
        return self.places.at(state, card)

    def remark(self, place: str | None, card: Seen) -> Verdict | None:
        """Nothing is said of single cards."""
        return None

    def view(self, state: TableState) -> dict[str, Any]:
        """The table cards and the last showing."""
        table = None if self._table is None else [str(one) for one in self._table]
        return {"game": "bus", "places": self.places.in_frame(state), "table": table, "score": self._last}

    def state(self) -> dict[str, Any]:
        """All that is needed to go on."""
        table = None if self._table is None else [str(one) for one in self._table]
        return {
            "places": self.places.to_json(),
            "table": table,
            "lines": self._lines,
            "score": self._last,
            "over": self._over,
            "judged": self._shown,
            "told": self._told,
            "playing": self._playing,
        }

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Go on after a restart."""
        if kept["table"] is not None:
            # The tracks of before the restart are gone: whatever lies there now has another number.
            self._begin(tuple(map(Seen.parse, kept["table"])), (-1,) * _CARDS)
        self._lines, self._last = list(kept["lines"]), kept["score"]
        self._over, self._shown = bool(kept.get("over")), int(kept.get("judged", 0))
        self._told, self._playing = kept.get("told"), int(kept.get("playing", self.rules.players))
        self._found_by = None
        self._kept.from_json(kept["places"])

    def record(self) -> list[str]:
        """What the rules can judge again: the table cards at the start and after each turn, and the hands shown."""
        return ["\n".join(self._lines) + "\n"] if self._lines else []

    def _find(self, state: TableState, up: list[Tracked]) -> bool:
        """The three cards in the middle: all that lies open while hands are hidden, or the zone set by hand."""
        if self.marked is not None and "table" in self.marked.zones:
            numbers = self.marked.within("table", [card.card for card in up], state.size)
            chosen = [up[number] for number in numbers]
        else:
            chosen = in_the_middle(up, state.time)
        if len(chosen) != _CARDS:
            return False
        self._beside.note(state, [card for card in up if card not in chosen])
        for number, card in enumerate(sorted(chosen, key=lambda card: float(card.card.corners[:, 0].mean())), start=1):
            self.places.put(f"table {number}", card.card.corners, state)
        return True

    def _find_again(self, state: TableState, up: list[Tracked]) -> bool:
        """The places of before a restart, where cards lie at all three: the camera still stands where it stood."""
        if len({self._kept.at(state, card) for card in up} - {None}) < _CARDS:
            return False
        self.places.quads = dict(self._kept.quads)
        return True

    def _turn(self, state: TableState, up: list[Tracked]) -> list[Event]:
        names = [f"table {number}" for number in range(1, _CARDS + 1)]
        lying: dict[str, Tracked] = {}
        dimmed = [card for card in state.cards if card.card.side == "up" and not card.clear and card.still >= AT_REST]
        for card in [*up, *dimmed]:
            name = self.places.at(state, card, reach=0.8)
            if name in names and (name not in lying or lying[name].since < card.since):
                lying[name] = card
        now = tuple(look_at(lying.get(name), IN_PLAY) for name in names)
        open_ = all(one.side is Side.UP for one in now)
        if self._table is None:
            if open_:
                self._begin(now, tuple(lying[name].id for name in names))
                self._lines.append(f"table {' '.join(map(str, now))}")
            return []
        events = self._laid_down({k: lying[name] for k, name in enumerate(names) if name in lying}, state.time)
        if not self._laid:
            # At most a card that lies there is read better than before.
            self._table, self._pieces = self._now, self._lying
        # A place left empty or covered belongs to a turn that is not over; a frame or two of a camera that trembles
        # leave none so.
        if open_:
            unmoved = min(lying[name].still for name in names) if dimmed else 0.0
            self._open = min(state.time - unmoved, state.time if self._open is None else self._open)
            self._covered = None
            turns = self._turns()
            # Three cards are exchanged one after the other: the turn is over when the hand has gone.
            if self._laid and state.time - max(self._open, *self._laid.values()) >= self._patience(turns):
                events += self._over_with(state.time, turns)
            elif len(turns) > 1:
                # Another player has laid a card since.
                events += self._over_with(state.time, turns[:-1], turns[-1])
        elif self._covered is None:
            self._covered = state.time
        elif state.time - self._covered > TREMBLE:
            self._open = None
        return events

    def _turns(self) -> list[list[int]]:
        """The places that changed since the last verdict, turn by turn."""
        if self._table is None:
            return []
        changed = [k for k in self._laid if not alike(self._table[k], self._now[k])]
        return turns_of(changed, self._laid, self._by)

    def _patience(self, turns: Sequence[Sequence[int]]) -> float:
        """Seconds for which what the last of some turns has laid down has to lie there for it to be over."""
        if not turns:
            return REST
        turn, last = turns[-1], self._turned
        laid = set(turn)
        if last is not None and last.goes_on(owner(self._by[k] for k in turn), min(self._laid[k] for k in turn)):
            laid |= {k for k, old in enumerate(last.before) if not alike(old, self._now[k])}
        return ACCUSED if len(laid) == _CARDS - 1 else REST

    def _begin(self, table: tuple[Seen, ...], pieces: tuple[int, ...]) -> None:
        """Nothing has changed since the table cards lay like this."""
        self._table = self._now = table
        self._pieces = self._lying = pieces
        self._laid, self._by = {}, {}

    def _laid_down(self, lying: Mapping[int, Tracked], time: float) -> list[Event]:
        """Take up which other cards lie on the table; the verdicts on turns that must have been over before."""
        events: list[Event] = []
        for k, card in sorted(lying.items(), key=lambda item: item[1].since):
            seen = look_at(card, IN_PLAY)
            if seen.side is not Side.UP:
                continue
            same = alike(self._now[k], seen)
            if not same and card.id != self._lying[k]:
                if k in self._laid:
                    # Nobody lays two cards on one place in one turn.
                    turns = self._turns()
                    begun = turns.pop() if len(turns) > 1 and self._at_it(turns[-1], card) else []
                    events += self._over_with(time, turns, begun)
                self._laid[k], self._by[k] = card.since, card.reached
            elif k not in self._laid and card.id == self._pieces[k]:
                # The card that has lain there all along, read otherwise than before.
                self._table = put(self._table or self._now, k, narrowed(self._now[k], seen) if same else seen)
            self._now = put(self._now, k, narrowed(self._now[k], seen) if same else seen)
            self._lying = (*self._lying[:k], card.id, *self._lying[k + 1 :])
        return events

    def _at_it(self, turn: Sequence[int], card: Tracked) -> bool:
        """Whether whoever laid down a turn's cards is still at it and lays another."""
        by, laid = owner(self._by[k] for k in turn), max(self._laid[k] for k in turn)
        return one_turn(by, laid, card.reached, card.since)

    def _over_with(self, time: float, turns: Sequence[Sequence[int]], begun: Sequence[int] = ()) -> list[Event]:
        """The verdicts on turns that are over; one that has just begun goes on.

        Args:
            time: seconds.
            turns: the places that changed in each.
            begun: those that changed in the one that goes on.
        """
        assert self._table is not None, "cards are laid on a table that was seen"
        same = [
            one == other and alike(old, new)
            for one, other, old, new in zip(self._pieces, self._lying, self._table, self._now, strict=True)
        ]
        changed = [k for turn in (*turns, begun) for k in turn]
        events = []
        for turn in turns:
            # What changed long before or after was another player's: each turn is judged by itself.
            step = tuple(self._now[k] if k in turn or k not in changed else self._table[k] for k in range(_CARDS))
            by = owner(self._by[k] for k in turn)
            before, last = self._table, self._turned
            half = last if last is not None and last.goes_on(by, min(self._laid[k] for k in turn)) else None
            if half is not None:
                # The same hand came back at once: what it did before was half of a turn.
                before = half.before
                same = [one and two for one, two in zip(same, half.same, strict=True)]
            told = self._judged(before, step, same, by, again=half is not None)
            if half is None:
                events.append(event(time, "verdict", told, {"table": [str(one) for one in before]}))
            else:
                events.append(event(time, "verdict", told, half.told, "update"))
            self._turned = Turn(by, max(self._laid[k] for k in turn), before, same, told)
            changed = [k for k in changed if k not in turn]
            self._table = step
        table, pieces, since, owners = self._table, self._pieces, self._laid, self._by
        self._begin(self._now, self._lying)
        for k in begun:
            self._table, self._laid[k], self._by[k] = put(self._table, k, table[k]), since[k], owners[k]
            self._pieces = (*self._pieces[:k], pieces[k], *self._pieces[k + 1 :])
        return events

    def _judged(
        self, before: tuple[Seen, ...], now: tuple[Seen, ...], same: list[bool], by: str | None, again: bool
    ) -> dict[str, Any]:
        """The verdict on a turn, put down in the record, and instead of the last where that was half of it."""
        stayed = [one or old == new for one, old, new in zip(same, before, now, strict=True)]
        verdict = explain(*still(before, now, stayed))
        if again:
            self._lines.pop()
        self._lines.append(f"turn {' '.join(map(str, now))}  # {verdict.sentence('en')}")
        laid = verdict.explanation.get("laid")
        placements = [{"card": card, "slot": None} for card in laid] if isinstance(laid, list) else []
        return verdict_json(verdict, self.lang, by, placements=placements, discard=None)

    def _showing(self, state: TableState, up: list[Tracked]) -> list[Event]:
        table = [card for card in up if self.places.at(state, card, reach=0.8) is not None]
        found = laid_open(up, table, self.rules.players)
        if found is None or len(found) <= self._shown:
            return []
        if len(found) != self._hands[0]:
            self._hands = (len(found), state.time)
        if len(found) < self._playing and state.time - self._hands[1] < LATE:
            # The hands are laid open one after the other; players who are out have none.
            return []
        shown = [cards for _, cards in found]
        hands = [" ".join(map(str, hand)) for hand in sights(shown, table)]
        try:
            verdict = judged(shown, table, self.rules, self._playing)
        except RulesError as error:
            self._shown = len(found)
            return [event(state.time, "problem", {"rule": error.rule, "sentence": error.sentence(self.lang)})]
        sides = [side for side, _ in found]
        self._last = {"sides": sides} | dict(verdict.explanation)
        if self._told is not None:
            # Of a showing that goes on only its end is kept.
            self._lines.pop()
        self._lines.append(f"shown {' / '.join(hands)}  # {verdict.sentence('en')}")
        self._over, self._shown = True, len(found)
        before, self._told = (
            self._told,
            verdict_json(verdict, self.lang, None, placements=[], discard=None, sides=sides),
        )
        return [event(state.time, "verdict", self._told, before, "new" if before is None else "update")]
