"""The discard pile: a card that comes into sight again when the one on it is taken has not been laid there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from datasets.film.conditions import Conditions
from datasets.film.film import Film
from datasets.film.stage import aim
from datasets.film.trash import trash_script
from rules.catalogue import LANGUAGES
from rules.trash import Rules
from rules.verdict import Verdict
from service.commentary import line
from service.following.base import event, verdict_json
from service.live import TableWatch
from service.uncovered import Uncovered
from tests.datasets.plain import PlainDeck
from tests.vision.seeing import TruthReader


def changes(pile: Uncovered, *tops: str) -> list[bool]:
    before: Iterator[str | None] = iter((None, *tops))
    return [pile.laid(next(before), top) for top in tops]


def test_the_card_beneath_comes_into_sight_again() -> None:
    pile = Uncovered()
    assert changes(pile, "KD", "9S", "KD", "4C", "KD") == [False, False, True, False, True]
    assert pile.state() == ["KD"]
    # Remembered over a restart.
    again = Uncovered(["5H", "KD"])
    assert again.laid("KD", "5H")


def test_what_was_taken_away_first_and_bared_then() -> None:
    pile = Uncovered(["KD", "9S"])
    pile.taken("9S")
    assert pile.laid(None, "KD")
    # The same card found anew by itself, or under another name, bares nothing.
    assert not pile.laid(None, "KD")
    assert not pile.laid("4C", "9S")


def test_a_card_that_was_misread_lies_not_beneath() -> None:
    pile = Uncovered(["KD", "9S"])
    pile.corrected("9S", "6S")
    assert pile.state() == ["KD", "6S"]
    assert pile.laid("6S", "KD")
    pile.clear()
    assert not pile.laid(None, "KD")


def card(code: str | None, **more: Any) -> dict[str, Any]:
    return {"id": 4, "card": code, "side": "up", "place": "discard"} | more


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "9♠ taken away from the discard pile."),
        ("fr", "9♠ enlevée de la défausse."),
        ("de", "9♠ weggenommen vom Ablagestapel."),
    ],
)
def test_the_commentary_says_what_was_taken(lang: str, text: str) -> None:
    told = event(1.0, "card", card("KD", uncovered=True), card("9S"), "update")
    assert line(told, lang) == text
    # What was taken has been told by itself already where it went first.
    assert line(event(1.0, "card", card("KD", uncovered=True), None, "new"), lang) is None


def test_only_what_was_discarded_is_told_as_laid_on_the_pile() -> None:
    # In this film the second discard is drawn, and the first comes into sight again.
    seed = 122
    script, table = trash_script(seed, sizes=(5, 5), turns=3)
    view = aim(np.random.default_rng(seed), table.extent, (640, 360), tilt=0.4)
    film = Film(script, [PlainDeck()], view, Conditions((640, 360), seed, script.length), seed, fps=10)
    reader = TruthReader(seed, dropped=0, misread=0, unread=0)
    watch = TableWatch("trash", Rules(), reader, slots=(5, 5))
    told = []
    for moment in film.frames(cards=True):
        reader.moment = moment
        told += watch.frame(moment.image, moment.time)
    tops = [each["after"] for each in told if each["kind"] == "card" and each["before"] and each["after"]]
    tops = [after for after in tops if after["place"] == "discard" and after["card"]]
    first, second, third = (judged.verdict["discard"] for judged in script.judgements)
    assert [(after["card"], after.get("uncovered", False)) for after in tops] == [
        (second, False),
        (first, True),
        (third, False),
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_illegal_turn_names_the_player(lang: str) -> None:
    wrong = Verdict("illegal", "trash.playable_discarded", {"card": "5D", "slot": 5})
    told = line(event(1.0, "verdict", verdict_json(wrong, lang, "near")), lang)
    other = line(event(1.0, "verdict", verdict_json(wrong, lang, "far")), lang)
    assert told is not None
    assert other is not None
    assert told.split(":")[0] != other.split(":")[0]
    named = Verdict("illegal", "trash.out_of_turn", {"turn": 1, "player": 2})
    assert line(event(1.0, "verdict", verdict_json(named, "en", "near"))) == (
        "ILLEGAL! It is the turn of player 1, not of player 2."
    )
