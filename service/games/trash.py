"""Matches of Trash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from rules.trash.match import Match
from rules.trash.moves import Deal, Move, TimeUp, parse_move
from rules.trash.options import Rules
from rules.trash.position import Phase
from rules.trash.state import State
from service.games.play import Made, Viewer, code, codes, named


class Trash:
    """A match of Trash."""

    game: ClassVar[str] = "trash"

    def __init__(self, match: Match) -> None:
        self.match = match

    @classmethod
    def begin(cls, rules: Rules, seed: int, first: int | None, names: Sequence[str] = ()) -> Self:
        """A match before its first deal."""
        return cls(Match(State.start(rules, seed, first=first)))

    @classmethod
    def resume(cls, origin: str, rules: Rules, seed: int) -> Self:
        """A match from a position in notation, which names its own options and seed."""
        return cls(Match(State.parse(origin)))

    @classmethod
    def read(cls, text: str) -> tuple[Self, list[Made]]:
        """The match of a record and its moves."""
        match = Match.from_text(text)
        return cls(match), [Made(_player(move), str(move)) for move in match.moves]

    @property
    def rules(self) -> Rules:
        """The options."""
        return self.match.origin.rules

    @property
    def origin(self) -> str:
        """The position it began from."""
        return str(self.match.origin)

    @property
    def turn(self) -> int | None:
        """The seat to move; None before a deal."""
        state = self.match.state
        return None if state.phase in (Phase.DEAL, Phase.OVER) else state.player

    @property
    def over(self) -> bool:
        """Whether the match is won."""
        return self.match.state.over

    @property
    def winners(self) -> list[int]:
        """The seats that have won."""
        return list(self.match.state.winners)

    def legal(self) -> list[str]:
        """The legal moves in notation."""
        return [str(move) for move in self.match.state.legal_moves]

    def play(self, text: str, player: int | None = None) -> Made:
        """Make a move."""
        move = parse_move(named(text, player, self.turn))
        self.match.push(move)
        return Made(_player(move), str(move))

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """Layouts by seat, stock, discards and the card in hand."""
        state = self.match.state
        shown = state if viewer == "all" else state.view(viewer if isinstance(viewer, int) else None)
        return {
            "layouts": [[{"card": code(slot.card), "up": slot.up} for slot in layout] for layout in shown.layouts],
            "sizes": list(state.sizes),
            "stock": len(state.stock),
            "pile": codes(shown.discards),
            "hand": code(shown.hand),
            "holding": state.phase is Phase.PLAY,
            "deal": state.hands,
            "phase": str(state.phase),
        }

    def record(self) -> str:
        """The record of the match."""
        return self.match.to_text()


def _player(move: Move) -> int | None:
    return None if isinstance(move, Deal | TimeUp) else move.player
