"""How a film of any game begins: faults checked, players seated, an empty script and the director who fills it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from datasets.film.beats import Director, Script

_SIDES = {2: ("near", "far"), 3: ("near", "left", "far"), 4: ("near", "left", "far", "right")}

ASIDE = 1.8
"""How far beyond the table's extent the hands rest, in card heights."""

_NAMES = {"trash": "Trash", "gin": "gin", "bus": "Stop the Bus", "ace": "Chase the Ace"}
_CHANCE = {"trash": 11, "gin": 21, "bus": 31, "ace": 41}


@dataclass(frozen=True)
class Opening:
    """A film that is about to begin.

    Attributes:
        sides: of the players, in the order of play.
        rng: source of chance for everything that happens.
        director: writes the script.
    """

    sides: tuple[str, ...]
    rng: np.random.Generator
    director: Director


def chance(game: str, seed: int) -> np.random.Generator:
    """The source of chance of one film of a game."""
    return np.random.default_rng([seed, _CHANCE[game]])


def check_faults(game: str, faults: Sequence[str], known: Sequence[str]) -> None:
    """Raise a ValueError unless every fault is one that the game's films can show."""
    for fault in faults:
        if fault not in known:
            raise ValueError(f"{fault!r} is no fault of {_NAMES[game]}: {', '.join(known)}")


def seated(game: str, players: int) -> tuple[str, ...]:
    """The players' sides in the order of play; a ValueError unless they are two to four."""
    if players not in _SIDES:
        raise ValueError(f"a film of {_NAMES[game]} has two to four players, not {players}")
    return _SIDES[players]


def opened(
    game: str,
    seed: int,
    rules: Any,
    players: int,
    faults: Sequence[str],
    known: Sequence[str],
    extent: tuple[float, float, float, float],
    pace: float,
) -> Opening:
    """Seat the players at an empty table.

    Args:
        game: "gin", "bus" or "ace".
        seed: of cards, play and movements.
        rules: the options in play, written into the script.
        players: two to four.
        faults: asked for.
        known: that the game has.
        extent: of the table: left, far, right, near, in card heights.
        pace: speed of play.

    Raises:
        ValueError: for a fault of another name, or more players than sit round the table.
    """
    check_faults(game, faults, known)
    sides = seated(game, players)
    rng = chance(game, seed)
    script = Script(game, {"players": players, "sides": list(sides), "rules": str(rules)})
    return Opening(sides, rng, Director(script, rng, pace, seat=(extent[2] + ASIDE, extent[3] + ASIDE)))
