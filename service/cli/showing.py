"""How the showing of all hands is answered in Stop the Bus and Chase the Ace."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ParamSpec, Protocol, TypeVar, cast

import click

from rules.lives import Lives
from rules.verdict import Verdict
from service.cli.flags import refusals
from service.cli.options import Unusable, print_json
from service.cli.tables import show_hands

P = ParamSpec("P")
T = TypeVar("T")


class LivesRules(Protocol):
    """What the rules of both games say of lives."""

    @property
    def lives(self) -> int:
        """Lives of each player at the start."""

    @property
    def dog(self) -> bool:
        """Whether the first to lose the last life plays on as the dog."""

    @property
    def ties_together(self) -> bool:
        """Whether players who tie for lowest all lose."""


def lives_option(command: Callable[P, T]) -> Callable[P, T]:
    """Adds `lives_left`, for lives carried on from deal to deal."""
    return click.option(
        "--lives-left",
        metavar="LIVES",
        help="Lives before this deal, one word for each player who started: “3 2 dog out”. Hands are of those who are "
        "not out. What is left after it is told, in the same order.",
    )(command)


def started(lives_left: str | None, players: int | None, lang: str) -> int | None:
    """How many started: said, or counted from the lives, which are of all who did; None where neither is given.

    Raises:
        Unusable: for lives that cannot be read.
    """
    if players is not None or lives_left is None:
        return players
    with refusals(lang, f"--lives-left {lives_left}"):
        return len(Lives.parse(lives_left).left)


def still_in(lives_left: str | None, lang: str) -> int | None:
    """How many are still in the game before this deal, None where lives are not given.

    Raises:
        Unusable: for lives that cannot be read.
    """
    if lives_left is None:
        return None
    with refusals(lang, f"--lives-left {lives_left}"):
        return len(Lives.parse(lives_left).playing)


def answer(
    verdict: Verdict,
    sides: Sequence[str],
    lives_left: str | None,
    rules: LivesRules,
    players: int | None,
    lang: str,
    as_json: bool,
    remarked: Mapping[str, list[Any]],
) -> None:
    """Print a showing's verdict: its showdown where the losers are certain, else what is open.

    Args:
        verdict: of the referee of the game.
        sides: where each hand lies, in the order of the hands; empty where it is not known.
        lives_left: lives before the deal, as `Lives` writes them, of all who started; the hands are, in the same
            order, of those who are still in the game.
        rules: the options of the game.
        players: how many started, None where it was not said.
        lang: of the sentence.
        as_json: whether to print JSON.
        remarked: what JSON has besides; of photos what is to be said of them.

    Raises:
        Unusable: for hands that cannot be, or lives that do not go with them or with the rules.
    """
    if verdict.illegal:
        raise Unusable(verdict.sentence(lang))
    showdown = cast(dict[str, Any], dict(verdict.explanation))
    lives: list[str] = []
    if lives_left is not None:
        before = _lives(lives_left, len(showdown["hands"]), rules, players, lang)
        if showdown["losers"] is not None:
            after = before.after_showing(showdown["losers"], dog=rules.dog)
            words = str(after).split()
            lives = [words[seat] for seat in before.playing]
            showdown["lives"] = after.to_json()
    if as_json:
        print_json((showdown if verdict.legal else verdict.to_json(lang)) | dict(remarked))
        return
    show_hands(showdown, verdict.sentence(lang), lang, sides, lives)


def _lives(text: str, hands: int, rules: LivesRules, players: int | None, lang: str) -> Lives:
    with refusals(lang, f"--lives-left {text}"):
        lives = Lives.parse(text)
        lives.verify_showing(hands, players)
        lives.verify(rules.lives, dog=rules.dog, together=rules.ties_together)
    return lives
