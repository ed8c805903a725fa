"""Gin rummy: the discard pile followed from turn to turn, and the hands scored when they are laid out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from rules.cards import CARDS, Card
from rules.errors import RulesError
from rules.gin import Referee, Rules, possible_scores
from rules.observation import Seen, Side
from rules.verdict import Verdict
from service.following.base import Event, Places, alike, doubted, event, look_at, verdict_json
from service.following.beside import Beside
from service.following.empty import Empty
from service.following.pile import find_piles, lie_still, top_of
from service.following.players import Two
from service.sentences import say
from vision.marked import marked_for
from vision.table import TableState, Tracked
from vision.zones import Hand, hands

_BETWEEN = ("gin.pile_taken", "gin.pile_unchanged", "gin.pile_upcard", "gin.pile_first", "gin.pile_empty")
"""What is no end of a turn."""

_PACK = frozenset(CARDS)
"""The cards in play."""
_BEGUN = 4
"""Open cards from which hands are being laid out after a knock."""
_GATHERED = 12.0
"""Seconds in which no cards are gathered, shuffled and dealt again."""
_BARE = 1.0
"""Seconds without a pile and without an open card after which the hand is over and its cards are gathered."""
_HAND = 10
"""Cards of a hand."""
_TWO_HANDS = 2 * _HAND
"""Cards of them; with one more where a player has gone big gin."""
_LAID = 14
"""Open cards from which two hands are being laid out."""
PATIENCE = 4.0
"""Seconds in which no more of them may become clear until it is said."""


@dataclass(frozen=True)
class _Knock:
    """A knock told: when, how the pile's referee stood before it, and what was told."""

    time: float
    before: Referee
    told: dict[str, Any]


class GinFollower:
    """Follows gin rummy.

    Args:
        rules: the options in play.
        zones: set by hand.
        lang: of the sentences.
    """

    def __init__(self, rules: Rules | None = None, zones: Mapping[str, Any] | None = None, lang: str = "en") -> None:
        self.rules, self.lang = rules or Rules(), lang
        self.marked = marked_for("gin", zones)
        self.places = Places()
        self._empty = Empty(lang)
        self.upcard: Card | None = None
        self._upcard_seen = Seen.up()
        self._referee = Referee()
        self._two = Two()
        self._top: Seen | None = None
        self._over = False
        self._bare: float | None = None
        self._knock: _Knock | None = None
        self._knocker: str | None = None
        self._spread: tuple[int, float] | None = None
        self._complained = False
        self._beside = Beside(frozenset())
        self._scored: tuple[str, ...] = ()
        self._told: dict[str, Any] | None = None
        self._lines: list[str] = []
        self._last: dict[str, Any] | None = None

    def follow(self, state: TableState) -> list[Event]:
        """Take the table after one frame."""
        return self._empty.follow(state) + self._followed(state)

    def _followed(self, state: TableState) -> list[Event]:
        self.places.keep(state)
        self._beside.keep(state)
        if self._gathered(state):
            self.places.quads, self._over = {}, True
        if not self.places:
            found = find_piles(state, self.marked)
            if not state.settled and (found is None or not lie_still(state, found)):
                return []
            if found is None:
                return self._laid_out(state)
            top, stock = found
            self.places.put("discard", top.card.corners, state)
            if stock is not None:
                self.places.put("stock", stock.card.corners, state)
            self._beside.note(state, self._open(state))
        seen, clear, newest = top_of(state, self.places)
        events: list[Event] = []
        if clear and seen.side is not Side.UNKNOWN and (self._top is None or not alike(self._top, seen)):
            if seen.side is Side.UP and newest is not None:
                # While play goes on no hand lies open: what does is none of the cards.
                self._beside.cards = self._beside.lay_before(state, self._open(state), newest.since)
            events += self._changed(state.time, seen, None if newest is None else newest.reached)
        return events + self._laid_out(state)

    def place(self, state: TableState, card: Tracked) -> str | None:
        """The pile a card lies on, None for cards of hands."""
        return self.places.at(state, card)

    def remark(self, place: str | None, card: Seen) -> Verdict | None:
        """Nothing is said of single cards."""
        return None

    def view(self, state: TableState) -> dict[str, Any]:
        """The piles and the last score."""
        return {
            "game": "gin",
            "places": self.places.in_frame(state),
            "discard": None if self._top is None else str(self._top),
            "upcard": None if self.upcard is None else str(self.upcard),
            "over": self._over,
            "score": self._last,
        }

    def state(self) -> dict[str, Any]:
        """All that is needed to go on."""
        return {
            "places": self.places.to_json(),
            "top": None if self._top is None else str(self._top),
            "upcard": None if self.upcard is None else str(self.upcard),
            "upcard_seen": str(self._upcard_seen),
            "over": self._over,
            "lines": self._lines,
            "score": self._last,
            "sides": dict(self._two.seen),
            "knocker": self._knocker,
        }

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Go on after a restart; what the pile held under its top is not known any more."""
        self._referee = Referee(new_hand=False)
        self.upcard = Card.parse(kept["upcard"]) if kept["upcard"] else None
        self._upcard_seen = Seen.parse(kept.get("upcard_seen") or "up")
        self._over, self._lines, self._last = bool(kept["over"]), list(kept["lines"]), kept["score"]
        self._two, self._knocker = Two(kept.get("sides")), kept.get("knocker")
        if kept["top"]:
            self._top = Seen.parse(kept["top"])
            self._referee.see(self._top)

    def record(self) -> list[str]:
        """What a referee can judge again: the discard pile, a line for each change. The hands are hidden."""
        return ["\n".join(self._lines) + "\n"] if self._lines else []

    def _gathered(self, state: TableState) -> bool:
        """Whether the piles are gone, and no hand lies open: those of the next hand may lie elsewhere."""
        # After the showing what is covered or looks otherwise is taken up: hands lie open as they are.
        spread = any(card.card.side == "up" and (card.clear or not self._over) for card in state.cards)
        if self._scored and not spread and self._top == Seen.empty():
            top, clear, _ = top_of(state, self.places)
            if clear and top.side is Side.DOWN:
                # Nobody goes out twice: the cards are dealt again, and some lie where the pile was.
                return True
        piled = spread or any(self.places.at(state, card) is not None for card in state.cards)
        if piled or not self.places or not (state.settled or (self._over and state.away is None)):
            self._bare = None
            return False
        self._bare = state.time if self._bare is None else self._bare
        return state.time - self._bare >= _BARE

    def _changed(self, time: float, seen: Seen, by: str | None) -> list[Event]:
        """The pile shows something else, laid or uncovered by a hand from one side, where that is clear."""
        before, self._top = self._top, seen
        if self._over and seen.side is Side.DOWN:
            return []
        events: list[Event] = []
        open_again = self._over and seen.side is not Side.DOWN
        if open_again and self._knock is not None and time - self._knock.time < _GATHERED:
            events.append(self._no_knock(time, self._knock))
        elif open_again and seen.side is Side.UP:
            # The cards were gathered and dealt again while nobody looked at the pile.
            self._referee, self._over, self.upcard, self._knocker = Referee(), False, None, None
            self._scored, self._told = (), None
            self._upcard_seen = Seen.up()
            self._two = Two(self._two.seen)
            self._spread, self._complained = None, False
            self._lines.append("# the next hand")
        referee = copy(self._referee)
        verdict = self._referee.see(seen)
        if verdict.rule == "gin.pile_upcard":
            self.upcard, self._upcard_seen = seen.certain, seen
        self._lines.append(f"pile {seen}  # {verdict.sentence('en')}")
        # What the pile shows at first was nobody's turn, read or not.
        ended = before is not None and not (verdict.legal and verdict.rule in _BETWEEN)
        player = self._two.in_turn(by) if ended else self._two.player(by)
        told = verdict_json(verdict, self.lang, player, placements=[], discard=str(seen))
        if verdict.rule == "gin.pile_knock":
            self._over, self._knock, self._knocker = True, _Knock(time, referee, told), player
        kind = "verdict" if ended else "turn"
        return [*events, event(time, kind, told, None if before is None else {"discard": str(before)})]

    def _no_knock(self, time: float, knock: _Knock) -> Event:
        """Play goes on, and no hand was laid out: the card face down was one that could not be read."""
        self._referee, self._over, self._knock, self._knocker = knock.before, False, None, None
        verdict = self._referee.see(Seen.up())
        # The record has what was laid instead of the knock.
        self._lines[-1] = f"pile {Seen.up()}  # {verdict.sentence('en')}"
        told = verdict_json(verdict, self.lang, knock.told["player"], placements=[], discard=str(Seen.up()))
        return event(time, "verdict", told, knock.told, "update")

    def _laid_out(self, state: TableState) -> list[Event]:
        """Two hands laid out after a knock: scored once they can be seen whole."""
        if not state.settled:
            return []
        # Once somebody has gone out hands are laid open, also where they were held.
        open_cards = [card for card in self._open(state) if self._beside.shown(state, card, anywhere=self._over)]
        if len(open_cards) >= _BEGUN:
            self._knock = None
        parts = hands([card.card for card in open_cards], 2) if _TWO_HANDS <= len(open_cards) <= _TWO_HANDS + 1 else []
        if sorted(len(part.cards) for part in parts) not in ([10, 10], [10, 11]):
            return self._too_close(state.time, len(open_cards))
        shown = tuple(str(look_at(open_cards[card])) for part in parts for card in part.cards)
        if shown == self._scored:
            return []
        seen = {part.side: [look_at(open_cards[card]) for card in part.cards] for part in parts}
        told = self._score(parts, seen)
        if told["verdict"] == "illegal" and len(shown) == _TWO_HANDS:
            doubts = {part.side: [doubted(open_cards[card], _PACK, _HAND) for card in part.cards] for part in parts}
            told = self._unless_misread(parts, doubts) or told
        if len(shown) > _TWO_HANDS:
            # Who has laid the last discard face down holds ten; and one seen twice is likelier than a card too many.
            discarded = self._top is not None and self._top.side is Side.DOWN
            if discarded or (told["verdict"] == "illegal" and not _all_known(seen.values())):
                return self._too_close(state.time, len(open_cards))
        before, self._told = self._told, told
        self._scored, self._over, self._spread = shown, True, None
        # A card read better, or laid open late, changes the score that was told.
        return [event(state.time, "verdict", told, before, "new" if before is None else "update")]

    def _open(self, state: TableState) -> list[Tracked]:
        """The open cards that lie on no pile."""
        return [card for card in state.cards if card.card.side == "up" and self.places.at(state, card) is None]

    def _too_close(self, time: float, count: int) -> list[Event]:
        """Say once, after a knock, that the cards laid out cannot be told apart."""
        if not self._over or self._scored or count < _LAID:
            self._spread = None
            return []
        if self._spread is None or self._spread[0] != count:
            self._spread = (count, time)
        if self._complained or time - self._spread[1] < PATIENCE:
            return []
        self._complained = True
        sentence = say("gin.spread", self.lang, count=count)
        return [event(time, "problem", {"rule": "gin.spread", "sentence": sentence})]

    def _score(self, parts: list[Hand], seen: Mapping[str, list[Seen]]) -> dict[str, Any]:
        """The score, if the hands themselves say who knocked: only one can have, or both give the same."""
        outcomes: dict[str, tuple[Verdict, dict[str, Any] | None]] = {}
        for knocker, defender in ((parts[0], parts[1]), (parts[1], parts[0])):
            outcomes[knocker.side] = self._outcome(seen[knocker.side], seen[defender.side])
        able = [side for side, (verdict, _) in outcomes.items() if not verdict.illegal]
        side = able[0] if len(able) == 1 else None
        settled = None if side is None else outcomes[side][1]
        if side is not None and settled is not None:
            self._last = {"knocker": side, "showdown": settled}
            told = verdict_json(outcomes[side][0], self.lang, side, placements=[], discard=None, score=settled)
            who = say(f"side.{side}", self.lang)
            who = who[0].upper() + who[1:] if self.lang == "en" else who
            ending = "equal" if settled["winner"] == "none" else settled["ending"]
            told["sentence"] = say(f"gin.{ending}", self.lang, side=who, points=settled["points"])
            return told
        if not able:
            sized = next((side for side, (one, _) in outcomes.items() if one.rule == "gin.hand_size"), None)
            side = sized or (self._knocker if self._knocker in outcomes else None)
            verdict, _ = outcomes[side or parts[0].side]
            whose = None if sized else side
            return verdict_json(verdict, self.lang, whose, placements=[], discard=None, score=None)
        needing = next((one for one, _ in outcomes.values() if one.rule == "gin.upcard_needed"), None)
        if needing is not None:
            return verdict_json(needing, self.lang, None, placements=[], discard=None, score=None)
        either = {name: showdown for name, (_, showdown) in outcomes.items()}
        verdict = next(one for one, _ in outcomes.values() if not one.illegal)
        unsure = Verdict("cannot tell", "gin.unread", {"count": len(able), "complete": "yes"}, verdict.explanation)
        return verdict_json(unsure, self.lang, None, placements=[], discard=None, score=None, if_knocker=either)

    def _unless_misread(self, parts: list[Hand], doubts: Mapping[str, list[Seen]]) -> dict[str, Any] | None:
        """That it cannot be told, where the knock may be blameless: cards not read beyond doubt may be others.

        Args:
            parts: the two hands.
            doubts: by side their cards, as whoever is accused would have them.
        """
        for knocker, defender in (parts, parts[::-1]):
            if self._knocker in (None, knocker.side):
                verdict, _ = self._outcome(doubts[knocker.side], doubts[defender.side])
                if verdict.verdict == "cannot tell":
                    return verdict_json(verdict, self.lang, None, placements=[], discard=None, score=None)
        return None

    def _outcome(self, knocker: list[Seen], defender: list[Seen]) -> tuple[Verdict, dict[str, Any] | None]:
        """The verdict where this hand knocked, and its score where it is certain, whichever the upcard was."""
        found: list[tuple[Verdict, dict[str, Any] | None]] = []
        for upcard in self._upcards():
            try:
                possible = possible_scores(knocker, defender, self.rules, upcard=upcard)
            except RulesError as error:
                found.append((Verdict("illegal", error.rule, error.params), None))
                continue
            certain = possible.certain
            showdown = None if certain is None or certain.worth is None else certain.worth.to_json()
            found.append((possible.verdict, showdown))
        first, score = found[0]
        if all(verdict.illegal for verdict, _ in found):
            return first, None
        if all((verdict.verdict, other) == (first.verdict, score) for verdict, other in found):
            return first, score
        # The score hangs on a card that was not read.
        return Verdict("cannot tell", "gin.upcard_needed"), None

    def _upcards(self) -> list[Card | None]:
        """What the first upcard may have been, one card for all that mean the same."""
        if self.upcard is not None or not (self.rules.oklahoma or self.rules.oklahoma_spades):
            return [self.upcard]
        seen = self._upcard_seen if self._upcard_seen.side is Side.UP else Seen.up()
        cards = sorted(card for card in seen.possible if card.rank is not None)
        different = {(self.rules.limit(card), self.rules.factor(card)): card for card in reversed(cards)}
        return list(different.values()) or [None]


def _all_known(hands: Iterable[Sequence[Seen]]) -> bool:
    """Whether all cards of some hands are known, and no two are the same."""
    certain = [seen.certain for hand in hands for seen in hand]
    return None not in certain and len(set(certain)) == len(certain)
