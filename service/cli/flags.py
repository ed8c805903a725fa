"""Every option of a game's rules as a flag, read off its `Rules`: name, values and help from one place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from inspect import cleandoc
from typing import Any, TypeVar

import click

from rules.errors import RulesError
from rules.options import read_option
from service.cli.options import Unusable
from service.games.options import Option, build, options_of

F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R")

_OFF = "off"
_PREFIX = "rule_"


def rule_options(
    kind: type, names: Mapping[str, str] | None = None, alone: Mapping[str, int] | None = None
) -> Callable[[F], F]:
    """Adds a flag for every option of the rules; the command takes them as keywords and hands them to `rules_of`.

    Args:
        kind: a game's `Rules`.
        names: flags that are not called like their option, by option.
        alone: numbers that a flag means when none follows it, by option.
    """
    told = _attributes(kind)
    # `--packs` is the pictures' own option already.
    reserved = ("packs",)

    def decorate(command: F) -> F:
        for option in reversed(options_of(kind)):
            flag = (names or {}).get(option.name) or option.name.replace("_", "-")
            if option.name in reserved:
                continue
            number = (alone or {}).get(option.name)
            text = _named(told.get(option.name, ""), kind, names or {})
            if number is not None:
                text += f" {number} alone."
            # How many play is counted from what lies there where it is not said.
            text += "" if option.name == "players" else _default(option)
            command = _flag(option, flag, text, number)(command)
        return command

    return decorate


def rules_of(kind: type[R], given: Mapping[str, Any], lang: str) -> R:
    """The rules that the flags say, of a command's keywords; `Unusable` where they are refused or contradict."""
    known = {option.name: option for option in options_of(kind)}
    values = {}
    for name, value in given.items():
        option = known.get(name.removeprefix(_PREFIX)) if name.startswith(_PREFIX) else None
        if option is not None and value is not None:
            values[option.name] = read_option(kind, option.name, value) if isinstance(value, str) else value
    with refusals(lang):
        return build(kind, values)


@contextmanager
def refusals(lang: str, place: str | None = None) -> Iterator[None]:
    """Turns what the rules refuse into `Unusable`, in the language asked for, led by the option at fault."""
    try:
        yield
    except RulesError as error:
        raise Unusable(f"{place}: {error.sentence(lang)}" if place else error.sentence(lang)) from None


def _attributes(kind: type) -> dict[str, str]:
    """What the docstring says of each attribute, as one line."""
    section = cleandoc(kind.__doc__ or "").partition("Attributes:\n")[2].partition("\n\n")[0]
    parts = re.split(r"^ {4}(\w+): ", section, flags=re.MULTILINE)[1:]
    texts = (" ".join(text.split()) for text in parts[1::2])
    return {name: text[:1].upper() + text[1:] for name, text in zip(parts[::2], texts, strict=True)}


def _named(text: str, kind: type, names: Mapping[str, str]) -> str:
    """What is said of an option as its flag has it: others by their flags, None by its word."""
    for option in options_of(kind):
        flag = names.get(option.name) or option.name.replace("_", "-")
        text = text.replace(f"`{option.name}`", f"--{flag}")
    return re.sub(r"``\"?|\"?``|`", "", text.replace("``None``", _OFF))


def _default(option: Option) -> str:
    """What holds where the flag is not given, as click writes it; nothing where that follows from other options."""
    value = option.default
    if option.kind == "boolean":
        return f"  [default: {'' if value else 'no-'}{option.name.replace('_', '-')}]"
    if value is None:
        return ""
    text = ",".join(map(str, value)) if isinstance(value, list) else str(value).replace(" ", "-")
    return f"  [default: {text}]" if text else ""


def _flag(option: Option, flag: str, told: str, alone: int | None) -> Callable[[F], F]:
    name = _PREFIX + option.name
    if alone is not None:
        return click.option(f"--{flag}", name, type=int, is_flag=False, flag_value=alone, metavar="[N]", help=told)
    if option.kind == "boolean":
        return click.option(f"--{flag}/--no-{flag}", name, default=None, help=told)
    if option.kind == "integer" and not option.optional:
        return click.option(f"--{flag}", name, type=int, metavar="N", help=told)
    words = [str(choice).replace(" ", "-") for choice in option.choices]
    if option.kind == "choice" and not option.number:
        return click.option(f"--{flag}", name, type=click.Choice(words), help=told)
    if option.kind == "list":
        return click.option(f"--{flag}", name, metavar=",".join(words), help=told)
    numbers = ["N", _OFF] if option.optional else ["N"]
    return click.option(f"--{flag}", name, metavar="|".join([*words, *numbers]), help=told)
