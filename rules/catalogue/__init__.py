"""The sentences of the rules, by rule id and parameters, in English, French and German.

A rule id is ``game.rule``; its sentence stands in the module ``rules.catalogue.<language>_<game>`` as an entry of the
dict ``SENTENCES``. A sentence is a template with named fields:

* ``{slot}`` prints the parameter; a list is printed with commas, 30.5 as 30,5 in French and German.
* ``{card:card}`` prints a card's code the way the language prints its indices: ``KH`` is K♥, R♥ in French; a list of
  codes likewise, and so are single ranks (``K``) and ``JOKER``. What is seen of a place where no card is known
  (``up``, ``??``, ``..``, ``--``: `rules.observation.Seen`) prints in words, and so does ``–``, no card.
* ``{points:point|points}`` prints the first word for one and the second for several (French: zero is singular).
* ``{ending:knock=knocks|gin=goes gin|*=ends}`` prints the word given for the parameter's value, ``*`` for any other;
  for a list, the words of its items with commas.

A test holds that every language has the same ids with the same parameters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from string import Formatter
from typing import Any, Final

LANGUAGES: Final = ("en", "fr", "de")
GAMES: Final = ("card", "pack", "options", "record", "trash", "gin", "bus", "ace")

_COURTS: Final = {
    "en": {},
    "fr": {"K": "R", "Q": "D", "J": "V"},
    "de": {"Q": "D", "J": "B"},
}
_JOKER: Final = {"en": "joker", "fr": "joker", "de": "Joker"}
_NAMELESS: Final = {
    "en": {"up": "an unknown card", "??": "a face-down card", "--": "what could not be made out"}
    | dict.fromkeys(("..", "–"), "nothing"),
    "fr": {"up": "une carte inconnue", "??": "une carte cachée", "--": "ce qui n’a pas été reconnu"}
    | dict.fromkeys(("..", "–"), "rien"),
    "de": {"up": "eine unbekannte Karte", "??": "eine verdeckte Karte", "--": "etwas Unerkanntes"}
    | dict.fromkeys(("..", "–"), "nichts"),
}
_PIPS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_RANKS: Final = frozenset(("A", *map(str, range(2, 11)), "J", "Q", "K"))


def card_name(code: str, lang: str) -> str:
    """A card's code (``KH``), a rank (``K``, ``K?``) or ``JOKER`` as the language prints it; other text unchanged.

    Of one of several (``KH/KS``) each is printed so.
    """
    if "/" in code:
        return "/".join(card_name(each, lang) for each in code.split("/"))
    if len(code) > 1 and code.endswith("?"):
        return card_name(code[:-1], lang) + "?"
    if code == "JOKER":
        return _JOKER[lang]
    courts: Mapping[str, str] = _COURTS[lang]
    rank, suit = (code, "") if code in _RANKS else (code[:-1], code[-1:])
    if rank not in _RANKS or (suit and suit not in _PIPS):
        return code
    return courts.get(rank, rank) + _PIPS.get(suit, "")


def _items(value: object) -> list[object]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        return [value]
    return list(value)


def _word(words: Mapping[str, str], value: str) -> str:
    word = words.get(value, words.get("*"))
    if word is None:
        raise KeyError(f"no word for {value!r} among {', '.join(words)}")
    return word


class _Sentence(Formatter):
    def __init__(self, lang: str) -> None:
        self.lang = lang

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "card":
            words = _NAMELESS[self.lang]
            return ", ".join(words.get(str(item)) or card_name(str(item), self.lang) for item in _items(value))
        if "=" in format_spec:
            words = dict(choice.split("=", 1) for choice in format_spec.split("|"))
            return ", ".join(_word(words, str(item)) for item in _items(value))
        if "|" in format_spec:
            one, several = format_spec.split("|")
            return one if abs(value) == 1 or (self.lang == "fr" and abs(value) < 2) else several
        if format_spec:
            return str(format(value, format_spec))
        items = _items(value)
        if self.lang != "en" and any(isinstance(item, float) for item in items):
            # A number that is not whole has a comma itself.
            return "; ".join(str(item).replace(".", ",") if isinstance(item, float) else str(item) for item in items)
        return ", ".join(map(str, items))


_FORMATTERS: Final = {lang: _Sentence(lang) for lang in LANGUAGES}


@cache
def sentences(game: str, lang: str) -> Mapping[str, str]:
    """The templates of a game in a language by rule id.

    Raises:
        ValueError: for a language or a game that has no catalogue.
    """
    if lang not in LANGUAGES:
        raise ValueError(f"no sentences in language {lang!r}: {', '.join(LANGUAGES)}")
    if game not in GAMES:
        raise ValueError(f"no sentences for {game!r}: {', '.join(GAMES)}")
    home = "common" if game in ("card", "pack", "options", "record") else game
    templates: Mapping[str, str] = import_module(f"rules.catalogue.{lang}_{home}").SENTENCES
    return templates


def sentence(rule: str, params: Mapping[str, object], lang: str = "en") -> str:
    """The sentence of a rule, filled with its parameters, in ``en``, ``fr`` or ``de``.

    Raises:
        ValueError: for an unknown language.
        KeyError: for a rule without a sentence or a missing parameter: a mistake in the program, not in the input.
    """
    return begun(worded(sentences(rule.partition(".")[0], lang)[rule], params, lang))


def worded(template: str, params: Mapping[str, object], lang: str) -> str:
    """A template, of this catalogue or another, filled with its parameters.

    Raises:
        KeyError: for a missing parameter.
    """
    return _FORMATTERS[lang].vformat(template, (), params)


def begun(told: str) -> str:
    """What is told as a sentence of its own, with a capital: within one a joker is named with a small letter."""
    return told[:1].upper() + told[1:]


def fields(template: str) -> frozenset[str]:
    """The names of the parameters that a sentence's template uses."""
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name)
