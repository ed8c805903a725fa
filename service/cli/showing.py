"""How the showing of all hands is answered in Stop the Bus and Chase the Ace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, TypeVar, cast

import click

from rules.lives import Lives
from rules.verdict import Verdict
from service.cli.flags import refusals
from service.cli.options import Unusable, print_json
from service.cli.tables import show_hands

P = ParamSpec("P")
T = TypeVar("T")


def lives_option(command: Callable[P, T]) -> Callable[P, T]:
    """Adds `lives_left`, for lives carried on from deal to deal."""
    return click.option(
        "--lives-left",
        metavar="LIVES",
        help="Lives before this deal, one word for each hand: “3 2 dog”. What is left after it is told.",
    )(command)


def answer(verdict: Verdict, sides: Sequence[str], lives_left: str | None, dog: bool, lang: str, as_json: bool) -> None:
    """Print a showing's verdict: its showdown where the losers are certain, else what is open.

    Args:
        verdict: of the referee of the game.
        sides: where each hand lies, in the order of the hands; empty where it is not known.
        lives_left: lives before the deal, as `Lives` writes them, for those whose hands these are.
        dog: whether the dog is played.
        lang: of the sentence.
        as_json: whether to print JSON.

    Raises:
        Unusable: for hands that cannot be, or lives of another number of players.
    """
    if verdict.illegal:
        raise Unusable(verdict.sentence(lang))
    showdown = cast(dict[str, Any], dict(verdict.explanation))
    lives: list[str] = []
    if lives_left is not None:
        with refusals(lang, "--lives-left"):
            before = Lives.parse(lives_left)
        if len(before.left) != len(showdown["hands"]) or len(before.playing) != len(before.left):
            raise Unusable(f"--lives-left {lives_left}: write the lives of {len(showdown['hands'])} players, none out")
        if showdown["losers"] is not None:
            after = before.after(showdown["losers"], dog=dog)
            lives = str(after).split()
            showdown["lives"] = after.to_json()
    if as_json:
        print_json(showdown if verdict.legal else verdict.to_json(lang))
        return
    show_hands(showdown, verdict.sentence(lang), lang, sides, lives)
