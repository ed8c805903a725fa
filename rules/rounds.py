"""A match of deals in which the lowest hand loses a life: moves made and taken back, and its record.

Stop the Bus and Chase the Ace share this. A record is text as `rules.record` describes:

```
Game: bus
Options: lives=1
Position: deal 1; dealer 2; lives 1 1; seed 7

1. deal 7C 4D QS 9H 4H AD 3S KD 2C
2. player 1: 9H>QS
3. player 2: stop
4. player 1: stick
5. showdown 1=10 2=18 loses 1
6. player 2 wins
```

Players are counted from 1. On load every move is played and every other line compared with what the moves lead to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from rules import record
from rules.errors import RulesError

S = TypeVar("S", bound="GameState")
M = TypeVar("M")


class PlayedMove(Protocol):
    """What a game's record of one move has: the move, the state after it and the showdown it led to, if any."""

    @property
    def move(self) -> Any:
        """The move, as it was made."""

    @property
    def after(self) -> Any:
        """The state it led to."""

    @property
    def ended(self) -> object:
        """What the showdown is printed from, or None."""


class GameState(Protocol):
    """What a game's state has."""

    @property
    def rules(self) -> Any:
        """The options."""

    @property
    def winner(self) -> int | None:
        """The seat that has won."""

    def play(self, move: Any) -> PlayedMove:
        """Make a move."""


P = TypeVar("P", bound=PlayedMove)


@dataclass(frozen=True, slots=True)
class Notation(Generic[S, M]):
    """How a game is read from text.

    Attributes:
        game: its name in the header ``Game``.
        options: the options from text.
        state: a position from text, under options.
        move: a move from text.
    """

    game: str
    options: Callable[[str], Any]
    state: Callable[[str, Any], S]
    move: Callable[[str], M]


class Rounds(Generic[S, M, P]):
    """A match: the state it started from and every move since. Each game names its own `Match` after it.

    Attributes:
        start: the state before the first move.
        played: what was done, in order.
    """

    NOTATION: ClassVar[Notation[Any, Any]]

    def __init__(self, start: S) -> None:
        self.start = start
        self.played: list[P] = []

    @property
    def state(self) -> S:
        """The state now."""
        state: S = self.played[-1].after if self.played else self.start
        return state

    @property
    def winner(self) -> int | None:
        """The seat that has won the match, or None."""
        return self.state.winner

    def push(self, move: M) -> P:
        """Make a move.

        Raises:
            IllegalMove: when it is not legal; nothing has changed then.
        """
        played: P = self.state.play(move)  # type: ignore[assignment]
        self.played.append(played)
        return played

    def pop(self) -> P:
        """Take the last move back and return what it was.

        Raises:
            IndexError: when there is none.
        """
        return self.played.pop()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rounds) and (self.start, self.played) == (other.start, other.played)

    # A match grows, so it is no key.
    __hash__ = None  # type: ignore[assignment]

    def to_text(self) -> str:
        """The record of the match."""
        headers = {"Game": self.NOTATION.game}
        if options := str(self.start.rules):
            headers["Options"] = options
        headers["Position"] = str(self.start)
        lines = (text for played in self.played for text in (str(played.move), *_results(played)))
        return record.dump(headers, lines)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The match of a record.

        Raises:
            RecordError: naming the line that is no move, is refused, or says another result than the moves give.
        """
        read = record.load(text)
        read.require_game(cls.NOTATION.game)
        with read.blame("Options"):
            rules = cls.NOTATION.options(read.headers.get("Options", ""))
        position = read.header("Position")
        with read.blame("Position"):
            start = cls.NOTATION.state(position, rules)
            if start.status():
                reason = next(iter(start.status())).name
                raise RulesError(f"{cls.NOTATION.game}.impossible", {"reason": reason})
        match = cls(start)
        due: list[str] = []
        for line in read.lines:
            if due:
                line.check(due.pop(0))
                continue
            with line.blame():
                try:
                    move = cls.NOTATION.move(line.text)
                except RulesError as error:
                    if error.rule.endswith(".notation"):
                        raise line.unreadable() from error
                    raise
                due = list(_results(match.push(move)))
        return match


def _results(played: PlayedMove) -> Iterator[str]:
    """The lines that follow a move: the showdown it led to, and who has won."""
    if played.ended is not None:
        yield str(played.ended)
        if played.after.winner is not None:
            yield f"player {played.after.winner + 1} wins"
