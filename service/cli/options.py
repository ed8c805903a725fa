"""Options that several commands share, and how commands report."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import click

from service.settings import MOST_THREADS

if TYPE_CHECKING:
    from rich.console import Console

P = ParamSpec("P")
T = TypeVar("T")
Command = Callable[P, T]

MOST_PACKS = 8
"""As many as `vision.reading` tells cards apart under; importing it takes longer than most commands."""
TOO_MANY_PACKS = f"cards in a picture are told apart in up to {MOST_PACKS} packs"

MOST_DIGITS = 6
"""Of a number that counts cards or slots: Python makes none of thousands of digits."""

threads_option = click.option(
    "--threads", type=click.IntRange(1, MOST_THREADS), help="Processor threads of the networks; all by default."
)


class Unusable(click.ClickException):
    """Input nothing can be done with: one line on stderr naming it, exit status 2."""

    exit_code = 2


class Amount(click.FloatRange):
    """A number in a range; "nan", which no bound of a range keeps out, is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number; `click.BadParameter` on anything else."""
        amount = float(super().convert(value, param, ctx))
        if math.isnan(amount):
            self.fail(f"{value!r} is not a number", param, ctx)
        return amount


class PacksType(click.ParamType[int | str]):
    """A number of packs, or "auto"."""

    name = "N|auto"

    def __init__(self, most: int | None = MOST_PACKS) -> None:
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        """The number as an int, or "auto"; `click.BadParameter` on anything else."""
        if value == "auto":
            return "auto"
        try:
            packs = int(value)
        except ValueError:
            packs = 0
        if packs < 1:
            self.fail(f"{value!r} is neither a number of packs nor auto", param, ctx)
        if self.most is not None and packs > self.most:
            self.fail(f"{value!r}: {TOO_MANY_PACKS}", param, ctx)
        return packs


class SlotsType(click.ParamType[tuple[int, ...]]):
    """Numbers of a Trash layout's slots between commas."""

    name = "N,N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """The numbers; `click.BadParameter` on anything else."""
        # The rules take longer to import than some commands take to run.
        from rules.trash.options import FULL_LAYOUT

        if isinstance(value, tuple):
            return value
        words = str(value).replace(",", " ").split()
        if not words or not all(word.isascii() and word.isdigit() for word in words):
            self.fail(f"{value!r} is not a list of numbers such as 10,9", param, ctx)
        sizes = tuple(int(word) if len(word) <= MOST_DIGITS else 0 for word in words)
        if not all(1 <= size <= FULL_LAYOUT for size in sizes):
            self.fail(f"{value!r}: a layout has 1 to {FULL_LAYOUT} slots", param, ctx)
        return sizes


def of_all(slots: tuple[int, ...] | None, layouts: int) -> tuple[int, ...] | None:
    """The slots of every layout; one number is that of all."""
    return slots * layouts if slots is not None and len(slots) == 1 else slots


def picture_options(command: Callable[P, T], most: int | None = MOST_PACKS) -> Callable[P, T]:
    """Adds what every command that takes a picture takes: `packs`, `language` and `deck`.

    The command is given `packs: int | str` ("auto"), `language: str` and `deck: str | None`. One whose cards may be
    typed in takes any number of packs (`most` is None).
    """
    command = click.option("--deck", metavar="PROFILE", help="Profile of a deck taught with `kibitz teach`.")(command)
    command = click.option(
        "--language",
        type=click.Choice(("auto", "en", "fr", "de", "nl")),
        default="auto",
        show_default=True,
        help="Language of the printed indices.",
    )(command)
    return click.option(
        "--packs",
        type=PacksType(most),
        metavar="N|auto",
        default="auto",
        show_default=True,
        help="Packs in play; no card occurs more often than this.",
    )(command)


def answer_options(command: Callable[P, T]) -> Callable[P, T]:
    """Adds `as_json: bool` (`--json`) and `lang: str` (`--lang`), the language of sentences."""
    command = click.option(
        "--lang",
        type=click.Choice(("en", "fr", "de")),
        default="en",
        show_default=True,
        help="Language of the sentences.",
    )(command)
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line and nothing else.")(
        command
    )


def print_json(value: Mapping[str, Any]) -> None:
    """One JSON object on one line of stdout, in ASCII so that no console's code page can spoil it."""
    click.echo(json.dumps(value, separators=(", ", ": ")))


def console(stderr: bool = False) -> Console:
    """A console to print tables to, as wide as the terminal; never highlights numbers by itself."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False)
