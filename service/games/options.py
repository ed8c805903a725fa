"""A game's options, read off its frozen ``Rules``: described so that a client can build a form, and built from JSON."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from rules.cards import Rank
from rules.errors import RulesError

T = TypeVar("T")


@dataclass(frozen=True)
class Option:
    """One option of a game.

    Attributes:
        name: the field of the game's ``Rules``.
        kind: ``boolean``, ``integer``, ``number``, ``choice`` (one of `choices`, or a number where `number` is set), or
            ``list`` (some of `choices`).
        default: its value when not given, as JSON.
        optional: whether null is a value.
        choices: the words it may be.
        number: of a choice, whether a number is taken as well: ``integer`` or ``number``.
    """

    name: str
    kind: str
    default: Any
    optional: bool = False
    choices: tuple[Any, ...] = ()
    number: str | None = None


def to_json(value: Any) -> Any:
    """An option's value as JSON."""
    if isinstance(value, (set, frozenset, tuple, list)):
        return [to_json(each) for each in sorted(value)]
    if isinstance(value, Rank):
        return value.symbol
    if isinstance(value, Enum):
        return value.value
    return value


_KNOWN: dict[Any, tuple[Option, ...]] = {}


def options_of(kind: Callable[..., Any]) -> tuple[Option, ...]:
    """The options of a game's ``Rules`` class, in its order."""
    if kind not in _KNOWN:
        _KNOWN[kind] = _read(kind)
    return _KNOWN[kind]


def _read(kind: Any) -> tuple[Option, ...]:
    hints = get_type_hints(kind)
    found = []
    for each in fields(kind):
        if each.default is MISSING:
            raise TypeError(f"option {each.name} of {kind} has no default")
        found.append(_option(each.name, hints[each.name], to_json(each.default)))
    return tuple(found)


def _option(name: str, hint: Any, default: Any) -> Option:
    parts = list(get_args(hint)) if get_origin(hint) in (Union, types.UnionType) else [hint]
    optional = type(None) in parts
    parts = [part for part in parts if part is not type(None)]
    words = tuple(word for part in parts if get_origin(part) is Literal for word in get_args(part))
    numbers = [part for part in parts if part in (int, float)]
    number = None if not numbers else "number" if float in numbers else "integer"
    if parts == [bool]:
        return Option(name, "boolean", default, optional)
    if words and all(isinstance(word, int) for word in words):
        return Option(name, "choice", default, optional, words)
    if words:
        return Option(name, "choice", default, optional, words, number)
    if get_origin(parts[0]) in (frozenset, set, tuple):
        return Option(name, "list", default, optional, ("J", "Q", "K"))
    if number is None:
        raise TypeError(f"no form for option {name} of type {hint}")
    return Option(name, number, default, optional)


def build(kind: Callable[..., T], values: Mapping[str, Any]) -> T:
    """The rules object with these options; those not given have their defaults.

    Raises:
        RulesError: naming the option that is unknown or has a value the rules refuse.
    """
    known = {each.name: each for each in options_of(kind)}
    ready: dict[str, Any] = {}
    for name, value in values.items():
        if name not in known:
            raise RulesError("options.unknown", {"option": name[:60], "choices": list(known)})
        ready[name] = _value(known[name], value)
    return kind(**ready)


def _value(option: Option, value: Any) -> Any:
    """``value`` of JSON as the rules take it; whether it is allowed is for the rules to say."""
    if value is None:
        if not option.optional:
            raise _wrong(option, value)
        return None
    if option.kind == "list":
        if isinstance(value, list) and all(isinstance(word, str) for word in value):
            return ",".join(value)
        if not isinstance(value, str):
            raise _wrong(option, value)
        return value
    if isinstance(value, (list, dict)):
        raise _wrong(option, value)
    if option.kind == "boolean" and not isinstance(value, bool):
        raise _wrong(option, value)
    if option.kind == "integer" and (isinstance(value, bool) or not isinstance(value, int)):
        raise _wrong(option, value)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 10**9:
        raise RulesError("options.range", {"option": option.name, "least": 0, "most": 10**9, "value": repr(value)[:60]})
    return value


def _wrong(option: Option, value: Any) -> RulesError:
    told = {"option": option.name, "value": repr(value)[:60]}
    if option.kind == "choice":
        which = "options.choice" if option.number is None else "options.choice_number"
        return RulesError(which, told | {"choices": list(option.choices)})
    expected = {"boolean": "switch", "integer": "number", "number": "number", "list": "list"}
    return RulesError("options.type", told | {"expected": expected[option.kind]})


def differing(rules: Any) -> dict[str, Any]:
    """The options that differ from their defaults, as JSON."""
    found = {}
    for each in options_of(type(rules)):
        value = to_json(getattr(rules, each.name))
        if value != each.default:
            found[each.name] = value
    return found
