"""Matches of Chase the Ace."""

from __future__ import annotations

from typing import Any, ClassVar

from rules.ace.match import Match
from rules.ace.moves import parse_move
from rules.ace.state import State
from service.games.play import Viewer, codes
from service.games.rounds import RoundsPlay


class Ace(RoundsPlay):
    """A match of Chase the Ace."""

    game: ClassVar[str] = "ace"
    Match = Match
    State = State
    parse_move = staticmethod(parse_move)

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """The card of every seat, lives, and the last showing."""
        state: State = self.match.state
        cards = state.cards if viewer == "all" else state.view(viewer if isinstance(viewer, int) else None).cards
        return self.common() | {"hands": [[each] if state.turn is not None else [] for each in codes(cards)]}
