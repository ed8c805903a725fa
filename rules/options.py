"""The options of a game as text: ``knock_limit=7 oklahoma=yes``, read and written from the fields of its rules."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any, TypeVar

from rules.errors import RulesError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Options = TypeVar("Options", bound="DataclassInstance")


def require_int(option: str, value: object, least: int, most: int | None = None) -> None:
    """Raise unless a value is a whole number in a range.

    Raises:
        RulesError: ``options.type``, ``options.least`` or ``options.range``, naming the option and the value.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise RulesError("options.type", {"option": option, "expected": "number", "value": repr(value)})
    if most is None and value < least:
        raise RulesError("options.least", {"option": option, "least": least, "value": value})
    if most is not None and not least <= value <= most:
        raise RulesError("options.range", {"option": option, "least": least, "most": most, "value": value})


def require_bool(option: str, value: object) -> None:
    """Raise unless a value is true or false.

    Raises:
        RulesError: ``options.type``.
    """
    if not isinstance(value, bool):
        raise RulesError("options.type", {"option": option, "expected": "switch", "value": repr(value)})


def require_choice(option: str, value: object, choices: tuple[str, ...]) -> None:
    """Raise unless a value is one of some words.

    Raises:
        RulesError: ``options.choice``, naming the words.
    """
    if value not in choices:
        raise RulesError("options.choice", {"option": option, "choices": list(choices), "value": repr(value)})


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
    """The rules that `format_options` wrote.

    Raises:
        RulesError: for a word that is no ``name=value``, an option the rules do not have, or a value they refuse.
    """
    names = [field.name for field in fields(kind)]
    values: dict[str, Any] = {}
    for word in text.split():
        name, sign, value = word.partition("=")
        if not sign:
            raise RulesError("options.text", {"text": word})
        if name not in names:
            raise RulesError("options.unknown", {"option": name, "choices": names})
        values[name] = _value(value)
    return kind(**values)


def _text(value: object) -> str:
    if value is True or value is False:
        return "yes" if value else "no"
    return "off" if value is None else str(value).replace(" ", "_")


def _value(text: str) -> object:
    if text in ("yes", "no"):
        return text == "yes"
    if text == "off":
        return None
    if text.lstrip("-").isdigit():
        return int(text)
    return text.replace("_", " ")
