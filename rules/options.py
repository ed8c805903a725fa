"""The options of a game as text: ``knock_limit=7 oklahoma=yes``, read and written from the fields of its rules."""

from __future__ import annotations

import re
import types
from dataclasses import MISSING, fields
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from rules.errors import RulesError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Options = TypeVar("Options", bound="DataclassInstance")

_SWITCH: Final = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}
_OFF: Final = "off"
_WHOLE: Final = re.compile(r"-?[0-9]{1,18}")


MOST_NUMBER: Final = 999_999_999
"""The most that any option counts: nine digits, as many as records and positions are read with."""


def require_int(option: str, value: object, least: int, most: int | None = None) -> None:
    """Raise unless a value is a whole number in a range; up to `MOST_NUMBER` where no other end is given.

    Raises:
        RulesError: ``options.type``, ``options.least`` or ``options.range``, naming the option and the value.
    """
    # A switch or a rank is a number to Python, and would be written as no number.
    if type(value) is not int:
        raise RulesError("options.type", {"option": option, "expected": "number", "value": repr(value)})
    if most is None and value < least:
        raise RulesError("options.least", {"option": option, "least": least, "value": value})
    most = MOST_NUMBER if most is None else most
    if not least <= value <= most:
        raise RulesError("options.range", {"option": option, "least": least, "most": most, "value": value})


def require_bool(option: str, value: object) -> None:
    """Raise unless a value is true or false.

    Raises:
        RulesError: ``options.type``.
    """
    if not isinstance(value, bool):
        raise RulesError("options.type", {"option": option, "expected": "switch", "value": repr(value)})


def require_choice(option: str, value: object, choices: tuple[str, ...], number: bool = False) -> None:
    """Raise unless a value is one of some words.

    Args:
        option: its name.
        value: what it shall be.
        choices: the words.
        number: whether a number would have been taken too, for the refusal to say so.

    Raises:
        RulesError: ``options.choice`` or ``options.choice_number``, naming the words.
    """
    if value not in choices:
        which = "options.choice_number" if number else "options.choice"
        raise RulesError(which, {"option": option, "choices": list(choices), "value": repr(value)})


def format_options(rules: DataclassInstance) -> str:
    """The options that differ from the defaults, ``name=value`` separated by spaces; empty when none does."""
    words = []
    for field in fields(rules):
        value = getattr(rules, field.name)
        default = field.default if field.default is not MISSING else None
        if value != default:
            words.append(f"{field.name}={_text(value)}")
    return " ".join(words)


def parse_options(kind: type[Options], text: str) -> Options:
    """The rules written as ``name=value``, separated by spaces; options not named have their default.

    Raises:
        RulesError: for a word that is no ``name=value``, an option the rules do not have or that is there twice, or a
            value they refuse.
    """
    values: dict[str, Any] = {}
    for word in text.split():
        name, sign, value = word.partition("=")
        if not sign:
            raise RulesError("options.text", {"text": word})
        if name in values:
            raise RulesError("options.repeated", {"option": name})
        values[name] = read_option(kind, name, value)
    return kind(**values)


def read_option(kind: type, name: str, text: str) -> Any:
    """The value of one option from text; a text that is no value of it comes back as it is, for the rules to refuse.

    A switch is ``yes``, ``on`` or ``true``, or ``no``, ``off`` or ``false``; ``off`` is None where an option may be
    None; words may be joined by ``-`` or ``_``.

    Raises:
        RulesError: ``options.unknown`` for an option the rules do not have.
    """
    hints = _hints(kind)
    if name not in hints:
        raise RulesError("options.unknown", {"option": name, "choices": list(hints)})
    parts = hints[name]
    if bool in parts:
        return _SWITCH.get(text.lower(), text)
    if text == _OFF and type(None) in parts:
        return None
    listed = any(get_origin(part) is frozenset for part in parts)
    if _WHOLE.fullmatch(text) and not listed:
        return int(text)
    if float in parts:
        try:
            return float(text)
        except ValueError:
            pass
    words = {_joined(word): word for part in parts if get_origin(part) is Literal for word in get_args(part)}
    return words.get(_joined(text), text)


@cache
def _hints(kind: type) -> dict[str, tuple[Any, ...]]:
    """The types each option may have."""
    hints = get_type_hints(kind)
    union = (Union, types.UnionType)
    return {
        field.name: get_args(hints[field.name]) if get_origin(hints[field.name]) in union else (hints[field.name],)
        for field in fields(kind)
    }


def _joined(word: object) -> str:
    return str(word).replace(" ", "_").replace("-", "_")


def _text(value: object) -> str:
    if value is True or value is False:
        return "yes" if value else "no"
    return _OFF if value is None else str(value).replace(" ", "_")
