"""What Stop the Bus and Chase the Ace share: deals in which the lowest loses a life."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from rules.rounds import Rounds
from service.games.play import Made, named


class RoundsPlay:
    """A match of deals; a game adds its own view."""

    Match: type[Rounds[Any, Any, Any]]
    State: Any
    parse_move: Callable[[str], Any]

    def __init__(self, match: Rounds[Any, Any, Any]) -> None:
        self.match = match

    @classmethod
    def begin(cls, rules: Any, seed: int, first: int | None, names: object = ()) -> Self:
        """A match before its first deal, dealt first by ``first``."""
        return cls(cls.Match(cls.State.start(rules, dealer=first, seed=seed)))

    @classmethod
    def resume(cls, origin: str, rules: Any, seed: int) -> Self:
        """A match from a position in notation, which has its own seed."""
        return cls(cls.Match(cls.State.parse(origin, rules)))

    @classmethod
    def read(cls, text: str) -> tuple[Self, list[Made]]:
        """The match of a record and its moves."""
        match = cls.Match.parse(text)
        made = [Made(_player(played), str(played.move)) for played in match.played]
        return cls(match), made

    @property
    def rules(self) -> Any:
        """The options."""
        return self.match.start.rules

    @property
    def origin(self) -> str:
        """The position it began from."""
        return str(self.match.start)

    @property
    def turn(self) -> int | None:
        """The seat to move."""
        turn: int | None = self.match.state.turn
        return turn

    @property
    def over(self) -> bool:
        """Whether the match is won."""
        return self.match.winner is not None

    @property
    def winners(self) -> list[int]:
        """The seat that has won."""
        return [] if self.match.winner is None else [self.match.winner]

    def legal(self) -> list[str]:
        """The legal moves in notation."""
        return [str(move) for move in self.match.state.legal_moves]

    def play(self, text: str, player: int | None = None) -> Made:
        """Make a move."""
        played = self.match.push(type(self).parse_move(named(text, player, self.turn)))
        return Made(_player(played), str(played.move))

    def record(self) -> str:
        """The record of the match."""
        return self.match.to_text()

    def common(self) -> dict[str, Any]:
        """What both games show of a table."""
        state = self.match.state
        last = self.match.played[-1].ended if self.match.played else None
        return {
            "dealer": state.dealer,
            "deal": state.deal,
            "lives": state.lives.to_json(),
            "showdown": None
            if last is None
            else {"seats": list(last.seats), **last.showdown.to_json(), "losers": list(last.losers)},
        }


def _player(played: Any) -> int | None:
    player: int | None = getattr(played.move, "player", None)
    return player
