"""Nobody is accused for a card that may be misread."""

from __future__ import annotations

import numpy as np
import pytest

from rules.cards import CARDS, Card
from rules.observation import Side
from rules.verdict import Verdict
from service.following.base import doubted, verdict_json
from vision.table import Tracked
from vision.types import SeenCard


@pytest.mark.parametrize(
    ("confidence", "named", "possible"),
    [
        (0.99, (), {"QS"}),
        (0.99, ("10S",), {"QS", "10S"}),
        (0.95, (), {"QC", "QS"}),
        (0.95, ("10S",), {"QC", "QS", "10S"}),
    ],
    ids=["sure", "read as two", "unsure of its suit", "unsure and read as two"],
)
def test_a_card_is_taken_for_all_that_it_may_be(confidence: float, named: tuple[str, ...], possible: set[str]) -> None:
    corners = np.zeros((4, 2), dtype=np.float32)
    card = SeenCard(Card.parse("QS"), "up", confidence, corners, "face", {})
    told = doubted(Tracked(1, card, 0.0, named=frozenset(map(Card.parse, named))), frozenset(CARDS))
    assert told.side is Side.UP
    assert {str(each) for each in told.possible} == possible


@pytest.mark.parametrize(("rule", "told"), [("bus.table_twice", "cannot tell"), ("bus.table_two", "illegal")])
def test_nobody_is_accused_of_cards_that_there_cannot_be(rule: str, told: str) -> None:
    params = {"when": "after", "cards": ["QC", "3S", "QC"], "taken": ["QC", "3S"], "laid": ["4D", "5D"]}
    said = verdict_json(Verdict("illegal", rule, params), "en", "near")
    assert (said["verdict"], said["rule"], said["player"]) == (told, rule, "near")
