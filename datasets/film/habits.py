"""How players handle their cards where the rules leave it to them."""

from __future__ import annotations

from dataclasses import dataclass

from datasets.film.beats import Director, Pose

_NEAT = (0.03, 6.0)
"""Card heights and degrees by which neat players' discards lie off, as standard deviations."""


@dataclass(frozen=True)
class Habits:
    """Of all players of a film.

    Attributes:
        aside: chance that a card is laid open before its player, who thinks about where it belongs, in Trash.
        turning: chance that a card is turned up where it lies before it is taken, in Trash: on the stock, or in a slot.
        strewn: how many times as far off, and as askew, discards are laid as by neat players.
    """

    aside: float = 0.0
    turning: float = 0.0
    strewn: float = 1.0

    def __post_init__(self) -> None:
        if not (0.0 <= self.aside <= 1.0 and 0.0 <= self.turning <= 1.0 and 0.0 < self.strewn <= 8.0):
            raise ValueError(f"chances are 0 to 1, discards are strewn above 0 and up to 8 times as far: {self}")

    def discarded(self, director: Director, pile: Pose) -> Pose:
        """How a card is laid on the discard pile."""
        return director.sloppy(pile, _NEAT[0] * self.strewn, _NEAT[1] * self.strewn)


NEAT = Habits()
"""Of players whose cards go straight to where they belong."""
