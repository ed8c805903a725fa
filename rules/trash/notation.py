"""Positions of Trash as text.

A position is one line of fields separated by `` | ``, those with nothing to say left out:

```
seed 7 | deal 1 | first 1 | turn 2 play | hand 9H unseen | layout AS (5H) ?? | layout (KD) 2C (4H) | stock 3H 2x?? | ...
```

A card in a layout is ``AS`` face up, ``(5H)`` face down and known, ``??`` face down and unknown. Stock and discards are
written from the top; ``2x??`` stands for two unknown cards.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

from rules.cards import Card
from rules.errors import CardError, RulesError
from rules.trash.options import Rules
from rules.trash.position import Phase, Position, Slot

_HIDDEN: Final = "??"
# Not even the most packs hold ten thousand cards.
_RUN: Final = re.compile(r"([0-9]{1,4})x\?\?")
_NUMBERS: Final = {"seed": "seed", "deal": "hands", "free": "free_draws", "shuffles": "shuffles"}
_PLAYERS: Final = {"winner": "winner", "first": "first"}
_SEATS: Final = {"looking": "looking", "won": "winners"}


def format_position(position: Position) -> str:
    """The position as text; `parse_position` reads it back."""
    parts = [] if position.seed is None else [f"seed {position.seed}"]
    parts += [f"deal {position.hands}", f"first {position.first + 1}", f"turn {position.player + 1} {position.phase}"]
    if position.phase is Phase.PLAY:
        parts.append(f"hand {position.hand or _HIDDEN}{' unseen' * position.drawn_unseen}")
    parts += [" ".join(("layout", *map(_slot, layout))) for layout in position.layouts]
    for name, pile in (("stock", position.stock), ("discards", position.discards)):
        if pile:
            parts.append(f"{name} {_pile(pile)}")
    parts.append(f"sizes {' '.join(map(str, position.sizes))}")
    if position.winner is not None:
        parts.append(f"winner {position.winner + 1}")
    if position.looking:
        parts.append(f"looking {' '.join(str(player + 1) for player in position.looking)}")
    if position.free_draws:
        parts.append(f"free {position.free_draws}")
    if position.time_called:
        parts.append("time")
    if position.shuffles:
        parts.append(f"shuffles {position.shuffles}")
    if position.winners:
        parts.append(f"won {' '.join(str(player + 1) for player in position.winners)}")
    if str(position.rules):
        parts.append(f"rules {position.rules}")
    return " | ".join(parts)


def parse_position(text: str) -> dict[str, Any]:
    """The fields of the position written by `format_position`.

    Raises:
        RulesError: ``trash.position``, naming the part that cannot be read; ``options.…`` for the options.
    """
    found: dict[str, Any] = {"seed": None}
    layouts: list[tuple[Slot, ...]] = []
    for part in text.split("|"):
        name, _, rest = part.strip().partition(" ")
        try:
            if name == "layout":
                layouts.append(tuple(map(_parse_slot, rest.split())))
            else:
                found |= _field(name, rest)
        except RulesError as error:
            if not isinstance(error, CardError):
                raise
            raise RulesError("trash.position", {"part": part.strip()}) from error
        except (KeyError, ValueError, IndexError) as error:
            raise RulesError("trash.position", {"part": part.strip()}) from error
    found.setdefault("rules", Rules())
    missing = {"sizes": "sizes", "first": "first", "player": "turn"}
    for key, name in missing.items():
        if key not in found:
            raise RulesError("trash.position", {"part": name})
    return found | {"layouts": tuple(layouts)}


def _field(name: str, rest: str) -> dict[str, Any]:
    words = rest.split()
    if name == "rules":
        return {"rules": Rules.parse(rest)}
    if name == "turn":
        player, phase = words
        return {"player": _seat(player), "phase": Phase(phase)}
    if name == "hand":
        if words[1:] not in ([], ["unseen"]):
            raise ValueError(rest)
        return {"hand": None if words[0] == _HIDDEN else Card.parse(words[0]), "drawn_unseen": len(words) == 2}
    if name in ("stock", "discards"):
        return {name: _parse_pile(words)}
    if name == "sizes":
        return {"sizes": tuple(map(int, words))}
    if name == "time" and not words:
        return {"time_called": True}
    if name in _SEATS:
        return {_SEATS[name]: tuple(map(_seat, words))}
    (word,) = words
    if name in _PLAYERS:
        return {_PLAYERS[name]: _seat(word)}
    number = int(word)
    if number < 0 and name != "seed":
        raise ValueError(word)
    return {_NUMBERS[name]: number}


def _seat(word: str) -> int:
    player = int(word) - 1
    if player < 0:
        raise ValueError(word)
    return player


def _slot(slot: Slot) -> str:
    if slot.up:
        return str(slot.card)
    return _HIDDEN if slot.card is None else f"({slot.card})"


def _parse_slot(word: str) -> Slot:
    if word == _HIDDEN:
        return Slot(None, False)
    if word.startswith("(") and word.endswith(")"):
        return Slot(Card.parse(word[1:-1]), False)
    return Slot(Card.parse(word), True)


def _pile(pile: Sequence[Card | None]) -> str:
    words: list[str] = []
    for known, run in groupby(reversed(pile), key=lambda card: card is not None):
        cards = list(run)
        words += [str(card) for card in cards] if known else [f"{len(cards)}x{_HIDDEN}"]
    return " ".join(words)


def _parse_pile(words: Sequence[str]) -> tuple[Card | None, ...]:
    pile: list[Card | None] = []
    for word in words:
        run = _RUN.fullmatch(word)
        if run:
            pile += [None] * int(run[1])
        else:
            pile.append(Card.parse(word))
    return tuple(reversed(pile))
