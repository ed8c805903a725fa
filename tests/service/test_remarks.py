"""What is said of a card before its turn is over, and when: one that was turned up may be taken yet."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from datasets.film.habits import Habits
from datasets.film.trash import trash_script
from rules.cards import Card
from rules.trash import Rules
from service.commentary import line
from service.following.base import event
from service.remarks import LOOKED_AT, Remarks
from tests.service.followed import followed, verdicts
from vision.table import TableState, Tracked, TrackEvent
from vision.types import SeenCard

SEVEN = SeenCard(Card.parse("7H"), "up", 0.99, np.zeros((4, 2), np.float32))
DOWN = SeenCard(None, "down", 0.9, SEVEN.corners)
WRONG = {"rule": "trash.wrong_slot", "sentence": "7♥ does not belong in slot 5 but in slot 7."}


def remarked(table: TableState, card: Tracked) -> dict[str, Any] | None:
    return WRONG if card.card.card == SEVEN.card else None


def table(time: float, *cards: Tracked) -> TableState:
    return TableState(time, cards, (), True, True, False, False, "en", (640, 360))


def lies(clear: bool = True, card: SeenCard = SEVEN) -> Tracked:
    return Tracked(4, card, 1.0, clear)


@pytest.fixture
def turned() -> Remarks:
    """A seven was turned up where it lay, at one second."""
    remarks = Remarks(remarked)
    change = TrackEvent(1.0, "update", 4, DOWN, SEVEN)
    assert remarks.of(table(1.0, lies()), change, lies()) is None
    assert remarks.due(table(1.0 + LOOKED_AT - 0.1, lies())) == []
    return remarks


def test_a_card_laid_in_the_wrong_slot_is_remarked_on_at_once() -> None:
    remarks = Remarks(remarked)
    for before in (None, SeenCard(Card.parse("9C"), "up", 0.99, SEVEN.corners)):
        change = TrackEvent(1.0, "new" if before is None else "update", 4, before, SEVEN)
        assert remarks.of(table(1.0, lies()), change, lies()) == WRONG
    assert remarks.due(table(9.0, lies())) == []


def test_one_that_was_turned_up_there_is_once_it_stays(turned: Remarks) -> None:
    assert turned.due(table(1.0 + LOOKED_AT, lies(clear=False))) == [], "a hand is taking it, perhaps"
    assert [(card.id, remark) for card, remark in turned.due(table(2.0 + LOOKED_AT, lies()))] == [(4, WRONG)]
    assert turned.due(table(3.0 + LOOKED_AT, lies())) == [], "it is said once"


def test_not_where_it_was_taken_or_read_anew_meanwhile(turned: Remarks) -> None:
    assert turned.due(table(9.0)) == []
    assert turned.due(table(9.0, lies())) == []
    turned.of(table(1.0, lies()), TrackEvent(1.0, "update", 4, DOWN, SEVEN), lies())
    three = SeenCard(Card.parse("3H"), "up", 0.99, SEVEN.corners)
    assert turned.of(table(1.2, lies(card=three)), TrackEvent(1.2, "update", 4, SEVEN, three), lies(card=three)) is None
    assert turned.due(table(9.0, lies(card=three))) == []


def test_not_once_its_turn_was_judged(turned: Remarks) -> None:
    turned.judged([event(1.5, "card", {})])
    turned.judged([event(2.0, "verdict", {})])
    assert turned.due(table(9.0, lies())) == []


def test_the_line_says_what_is_to_be_said_and_no_card_laid_anew() -> None:
    before = {"card": "7H", "side": "up", "place": "near 5"}
    told = event(2.5, "card", before | {"remark": WRONG}, before, "update")
    assert line(told, "en") == WRONG["sentence"]
    laid = event(1.0, "card", before | {"remark": WRONG}, None)
    text = line(laid, "en")
    assert text is not None
    assert text.endswith(" " + WRONG["sentence"])
    assert text != WRONG["sentence"]


@pytest.mark.parametrize(("seed", "habits"), [(124, Habits(turning=0.5)), (96, Habits(aside=0.3, turning=0.5))])
def test_a_card_turned_up_in_the_last_slot_that_fits_there_wins_nothing_yet(seed: int, habits: Habits) -> None:
    """Its player takes it next, and lays his own there."""
    script, _ = trash_script(seed, Rules(), (10, 10), turns=14, habits=habits)
    told = [(one["verdict"], one["player"]) for one in verdicts(followed(script, seed=seed)[1])]
    assert told == [(one.verdict["verdict"], one.player) for one in script.judgements]
