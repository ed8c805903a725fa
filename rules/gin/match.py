"""A match of gin: hands dealt one after another, games added up until the match is won; its record as text.

The record has a numbered line for every deal, every move and every result:

```
Game: gin
Players: North, South
Dealer: North
Rules: default

1. deal South AS 4D ... / North 5H ... / up 9C / stock 2D ...
2. South take 9C
3. South discard KD
...
30. score South 23 knock
```

Loading replays the moves and checks the results.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from rules.cards import Card, Pack
from rules.errors import RulesError
from rules.gin.events import Deal, Event, GameOver, MatchOver, Result, line, parse_deal, remarks
from rules.gin.game import Entry, Series
from rules.gin.moves import Move, parse_move
from rules.gin.rules import TOURNAMENT_WINS, Rules
from rules.gin.state import State, Step
from rules.record import Line, Record, dump, load

NAMES: Final = ("North", "South")
"""The players' names when none are given."""
_WORDS: Final = ("deal", "score", "void", "game", "match")


class Match:
    """A match being played.

    Attributes:
        rules: the options.
        names: the players' names, used in the record.
        dealer: who deals the next hand, or has dealt the one in play.
        state: the hand in play, or the last one; ``None`` before the first deal.
        finished: the finished series of games: one game each, or Hollywood's three.
        series: the games being scored.
        events: everything that happened, in order.
    """

    def __init__(
        self,
        rules: Rules | None = None,
        names: tuple[str, str] = NAMES,
        *,
        dealer: int | None = None,
        seed: int | str | None = None,
    ) -> None:
        """Begin a match.

        Args:
            rules: the options; the usual game when not given.
            names: two different words.
            dealer: the first dealer, 0 or 1; drawn by lot when not given.
            seed: makes the lot and the deals repeatable.

        Raises:
            RulesError: ``gin.names`` or ``gin.no_player``.
        """
        if len(names) != 2 or names[0] == names[1] or not all(_is_name(name) for name in names):
            raise RulesError("gin.names", {"names": list(names)})
        if dealer not in (0, 1, None):
            raise RulesError("gin.no_player", {"player": dealer + 1})
        self.rules = rules or Rules()
        self.names = names
        self._random = random.Random(seed)
        self.dealer = self._random.randrange(2) if dealer is None else dealer
        self.state: State | None = None
        self.finished: list[Series] = []
        self.series = Series.start(self.rules)
        self.events: list[Event] = []

    @property
    def first_dealer(self) -> int:
        """Who dealt the first hand, or will."""
        deals = [event for event in self.events if isinstance(event, Deal)]
        return deals[0].dealer if deals else self.dealer

    @property
    def totals(self) -> tuple[int, int]:
        """Each player's total of the finished games."""
        totals = [series.totals() for series in self.finished]
        return sum(total[0] for total in totals), sum(total[1] for total in totals)

    @property
    def games_won(self) -> tuple[int, int]:
        """How many finished games each player has won."""
        winners = [game.winner for series in self.finished for game in series.games]
        return winners.count(0), winners.count(1)

    @property
    def winner(self) -> int | None:
        """Who has won the match; ``None`` while it goes on.

        In a tournament games are counted; otherwise the higher total wins once the match has run its length, and if
        the totals are equal another game is played.
        """
        if self.rules.match == "tournament":
            won = self.games_won
            return next((player for player in (0, 1) if won[player] >= TOURNAMENT_WINS), None)
        totals = self.totals
        long_enough = self.finished if self.rules.match == "single" else max(totals) >= self.rules.match_target
        if not long_enough or totals[0] == totals[1]:
            return None
        return 0 if totals[0] > totals[1] else 1

    @property
    def over(self) -> bool:
        """Whether the match is won."""
        return self.winner is not None

    def deal(self, pack: Sequence[Card] | None = None) -> State:
        """Deal the next hand, from the pack given (its top card first) or a shuffled one.

        Raises:
            RulesError: ``gin.match_over``, ``gin.hand_open``, or a pack that is not one of 52.
        """
        if self.over:
            raise RulesError("gin.match_over", {"winner": self.names[self.winner or 0]})
        if self.state is not None and not self.state.over:
            raise RulesError("gin.hand_open", {})
        if pack is None:
            pack = list(Pack().cards())
            self._random.shuffle(pack)
        state = State.deal(pack, self.rules, self.dealer)
        self.events.append(Deal(self.dealer, tuple(pack)))
        self.state = state
        return state

    def verify(self, move: Move) -> None:
        """Raise unless the move is legal in the hand in play.

        Raises:
            IllegalMove: naming the rule; `RulesError` ``gin.no_hand`` when no hand has been dealt.
        """
        self._hand().verify(move)

    def can(self, move: Move) -> bool:
        """Whether the move is legal in the hand in play."""
        return self.state is not None and self.state.can(move)

    def do(self, move: Move) -> Step:
        """Make a move in the hand in play; a hand's end is scored and the deal passes.

        Raises:
            IllegalMove: when it is not legal; `RulesError` ``gin.no_hand`` when no hand has been dealt.
        """
        step = self._hand().do(move)
        self.state = step.state
        self.events.append(step)
        if step.state.over:
            self._settle(step.state)
        return step

    def _hand(self) -> State:
        if self.state is None:
            raise RulesError("gin.no_hand", {})
        return self.state

    def _settle(self, state: State) -> None:
        winner, showdown = state.winner, state.showdown
        self.events.append(Result(winner, showdown))
        # Dealers alternate after every hand, void ones included, and across games.
        self.dealer = 1 - self.dealer
        if winner is None or showdown is None:
            return
        self.series = self.series.add(Entry(winner, showdown.points, showdown.boxes))
        if self.series.over:
            self.finished.append(self.series)
            self.events.append(GameOver(self.series.totals()))
            self.series = Series.start(self.rules)
            if self.winner is not None:
                self.events.append(MatchOver(self.winner))

    def to_text(self) -> str:
        """The record of the match so far, as text that `parse` reads."""
        headers = {
            "Game": "gin",
            "Players": ", ".join(self.names),
            "Dealer": self.names[self.first_dealer],
            "Rules": str(self.rules) or "default",
        }
        lines: list[str] = []
        hands = 0
        for event in self.events:
            if isinstance(event, Deal):
                hands += 1
                lines += [*([""] if lines else []), f"# Hand {hands}, dealt by {self.names[event.dealer]}"]
            lines.append(line(event, self.names))
            if isinstance(event, Result) and event.showdown is not None:
                lines += remarks(event.showdown)
        return dump(headers, lines)

    @classmethod
    def parse(cls, text: str) -> Match:
        """Replay a record, every move and every result checked.

        Raises:
            RecordError: naming the line and, for a refused move, the rule.
        """
        record = load(text)
        record.require_game("gin")
        match = cls._from_headers(record)
        checked = 0
        for entry in record.lines:
            if checked < len(match.events):
                # The results that the last move led to come before anything else.
                entry.check(line(match.events[checked], match.names))
                checked += 1
                continue
            with entry.blame():
                match._replay(entry)
            entry.check(line(match.events[checked], match.names))
            checked += 1
        return match

    @classmethod
    def _from_headers(cls, record: Record) -> Match:
        players = [name.strip() for name in record.header("Players").split(",")]
        with record.blame("Players"):
            if len(players) != 2:
                raise RulesError("gin.names", {"names": players})
            names = (players[0], players[1])
            cls(names=names)
        with record.blame("Dealer"):
            if record.header("Dealer") not in names:
                raise RulesError(
                    "options.choice", {"option": "Dealer", "choices": players, "value": record.header("Dealer")}
                )
        with record.blame("Rules"):
            options = record.header("Rules")
            rules = Rules.parse("" if options == "default" else options)
        return cls(rules, names, dealer=names.index(record.header("Dealer")))

    def _replay(self, entry: Line) -> None:
        """Deal or move as a line of a record says."""
        head, _, rest = entry.text.partition(" ")
        if head == "deal":
            self.deal(parse_deal(entry.text, self.names, self.dealer))
            return
        state = self._hand()
        if head not in self.names:
            raise entry.unreadable()
        if state.over or head != self.names[state.turn]:
            raise RulesError("gin.turn", {"player": head})
        # A card taken or drawn is written for the reader; which one it is follows from the deal and is checked.
        word = rest.split(" ", 1)[0]
        self.do(parse_move(word if word in ("take", "draw") else rest))


def _is_name(name: str) -> bool:
    return name.isprintable() and name.split() == [name] and not set(name) & set(",:/#") and name not in _WORDS
