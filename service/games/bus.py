"""Matches of Stop the Bus."""

from __future__ import annotations

from typing import Any, ClassVar

from rules.bus.match import Match
from rules.bus.moves import parse_move
from rules.bus.state import State
from service.games.play import Viewer, codes
from service.games.rounds import RoundsPlay


class Bus(RoundsPlay):
    """A match of Stop the Bus."""

    game: ClassVar[str] = "bus"
    Match = Match
    State = State
    parse_move = staticmethod(parse_move)

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """Hands by seat, the table's cards, lives, and the last showing."""
        state: State = self.match.state
        hands = state.hands if viewer == "all" else state.view(viewer if isinstance(viewer, int) else None).hands
        return self.common() | {
            "hands": [codes(hand) for hand in hands],
            "table": codes(state.table),
            "stopped": state.stopped,
        }
