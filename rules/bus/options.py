"""The options of Stop the Bus."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal

from rules.cards import Pack
from rules.errors import RulesError
from rules.options import format_options, parse_options, require_bool, require_int

PACK: Final = Pack(52)


@dataclass(frozen=True, slots=True)
class Rules:
    """How Stop the Bus is played; every default is the rule as commonly told.

    Attributes:
        players: how many sit down, 2 to 16.
        lives: lives of each, at least 1.
        three_of_a_kind: what three of a kind is worth: ``"best"`` (more than any total, all equal), a number of
            points such as 30.5, or ``"none"`` (not recognised: it counts as any other hand).
        ties_together: players who tie for lowest all lose a life, unless everybody ties.
        end_at_31: a hand worth 31 is shown and ends the deal at once.
        brag: hands rank as prial, running flush, run, flush, pair, high card instead of by points.
        dog: the first player to lose the last life plays on as the dog.

    Raises:
        RulesError: ``options.…`` for a value out of place; ``bus.brag_prial`` and ``bus.brag_31`` for options that
            speak of points together with the Brag form, which counts none.
    """

    players: int = 2
    lives: int = 3
    three_of_a_kind: float | Literal["best", "none"] = "best"
    ties_together: bool = False
    end_at_31: bool = False
    brag: bool = False
    dog: bool = True

    def __post_init__(self) -> None:
        require_int("players", self.players, 2, 16)
        require_int("lives", self.lives, 1)
        for name in ("ties_together", "end_at_31", "brag", "dog"):
            require_bool(name, getattr(self, name))
        object.__setattr__(self, "three_of_a_kind", _worth(self.three_of_a_kind))
        worth = self.three_of_a_kind
        if self.brag and worth != "best":
            raise RulesError("bus.brag_prial", {"value": worth})
        if self.brag and self.end_at_31:
            raise RulesError("bus.brag_31")

    def __str__(self) -> str:
        """The options that differ from the defaults, as ``name=value`` separated by spaces."""
        return format_options(self)

    @classmethod
    def parse(cls, text: str) -> Rules:
        """The options written as ``name=value``, separated by spaces; those not named have their default.

        Raises:
            RulesError: ``options.…``, naming what is no option or no value of it.
        """
        return parse_options(cls, text)


def _worth(worth: object) -> float | Literal["best", "none"]:
    """What three of a kind is worth: one of the two words, or a number, which may be written as text."""
    if worth == "best" or worth == "none":
        return worth
    try:
        points = math.nan if isinstance(worth, bool) or not isinstance(worth, int | float | str) else float(worth)
    except (ValueError, OverflowError):
        points = math.nan
    if not (math.isfinite(points) and points >= 0):
        raise RulesError("bus.three_of_a_kind", {"value": str(worth)})
    return int(points) if points == int(points) else points
