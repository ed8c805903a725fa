"""The games as a client gets them: names, options and variants in English, French or German."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from service.games.options import Option, options_of

GAMES: Final = ("trash", "gin", "bus", "ace")
VARIANTS: Final[dict[str, dict[str, dict[str, Any]]]] = {
    "trash": {
        "standard": {},
        "kings_wild": {"wilds": ["K"]},
        "race_to_six": {"end_slots": 6},
        "second_look": {"second_look": True, "free_draws": True},
    },
    "gin": {
        "standard": {},
        "oklahoma": {"oklahoma": True, "oklahoma_spades": True},
        "hollywood": {"hollywood": True},
        "tournament": {"match": "tournament"},
        "petit_gin": {"petit_gin": True},
    },
    "bus": {"standard": {}, "widespread": {"three_of_a_kind": 30.5}, "brag": {"brag": True}},
    "ace": {"standard": {}, "ties_together": {"ties_together": True}},
}
"""Sets of options that go by a name of their own."""


def rules_class(game: str) -> type:
    """The frozen ``Rules`` of a game.

    Raises:
        KeyError: there is no such game.
    """
    if game not in GAMES:
        raise KeyError(game)
    found: type = import_module(f"rules.{game}").Rules
    return found


def describe(game: str, lang: str) -> dict[str, Any]:
    """A game with its options, so that a client can build a form."""
    words = import_module(f"service.games.words_{lang}")
    name, text = words.GAMES[game]
    return {
        "game": game,
        "name": name,
        "text": text,
        "options": [
            _option(each, words.OPTIONS[game][each.name], words.CHOICES) for each in options_of(rules_class(game))
        ],
        "variants": [{"name": each, "rules": values} for each, values in VARIANTS[game].items()],
    }


def _option(option: Option, words: tuple[str, str], choices: dict[Any, str]) -> dict[str, Any]:
    label, text = words
    told: dict[str, Any] = {
        "name": option.name,
        "label": label,
        "text": text,
        "type": option.kind,
        "default": option.default,
        "optional": option.optional,
    }
    if option.choices:
        told["choices"] = [{"value": each, "label": choices[each]} for each in option.choices]
    if option.number is not None and option.kind == "choice":
        told["number"] = option.number
    return told
