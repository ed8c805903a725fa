"""Positions for the tests of Trash."""

from __future__ import annotations

from rules.trash import State
from rules.trash.notation import parse_position


def unchecked(text: str) -> State:
    """The state of a text of which only the cards that matter are written, so that play cannot lead to it."""
    return State(**parse_position(text))


def position(
    layouts: str,
    hand: str,
    options: str = "",
    *,
    player: int = 1,
    discards: str = "",
    stock: str = "3C 4C 6C KC",
    rest: str = "",
) -> State:
    """A hand in play with a card in hand; layouts are separated by a slash."""
    rows = [row.strip() for row in layouts.split("/")]
    sizes = " ".join(str(len(row.split())) for row in rows)
    text = f"seed 1 | deal 3 | first 1 | turn {player} play | hand {hand} | stock {stock} | sizes {sizes}"
    text += "".join(f" | layout {row}" for row in rows) + (f" | discards {discards}" if discards else "")
    rules = f"players={len(rows)} {options}" if len(rows) != 2 else options
    return unchecked(text + (f" | rules {rules}" if rules else "") + rest)
