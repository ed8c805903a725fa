"""A match of Stop the Bus and its record."""

from __future__ import annotations

from rules.bus.moves import Move, parse_move
from rules.bus.options import Rules
from rules.bus.state import Played, State
from rules.rounds import Notation, Rounds


class Match(Rounds[State, Move, Played]):
    """A match being played; see `rules.rounds` for its record."""

    NOTATION = Notation("bus", Rules.parse, State.parse, parse_move)
