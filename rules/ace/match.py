"""A match of Chase the Ace and its record."""

from __future__ import annotations

from rules.ace.moves import Move, parse_move
from rules.ace.options import Rules
from rules.ace.state import Played, State
from rules.rounds import Notation, Rounds


class Match(Rounds[State, Move, Played]):
    """A match being played; see `rules.rounds` for its record."""

    NOTATION = Notation("ace", Rules.parse, State.parse, parse_move)
