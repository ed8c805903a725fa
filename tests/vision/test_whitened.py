"""A reflection that takes what is printed on a card leaves something like a back: nobody turned the card."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rules.cards import Card
from tests.vision.handpainted import TALL, WIDE, Table, begun, play
from vision.types import Reading, SeenCard
from vision.vacancy import whitened

AT = (320, 60)
INSIDE = (AT[0] + 3, AT[1] + 3, AT[0] + WIDE - 3, AT[1] + TALL - 3)


def blank_for_a_back(monkeypatch: pytest.MonkeyPatch, table: Table) -> None:
    """Have a card under the lamp read as one that lies face down."""
    read = table.read

    def reads(*args: Any, **options: Any) -> Reading:
        reading = read(*args, **options)
        if table.lamp is None:
            return reading
        return replace(reading, cards=(*reading.cards, SeenCard(None, "down", 0.6, table.quad("KS"))))

    monkeypatch.setattr(table, "read", reads)


def test_a_face_under_a_reflection_is_not_told_to_lie_face_down(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    blank_for_a_back(monkeypatch, table)
    tracker, time = begun(table, {"5H": (80, 60), "KS": AT, "9C": (200, 220)})
    table.lamp = INSIDE
    events, time = play(table, tracker, 3.0, time)
    table.lamp = None
    more, time = play(table, tracker, 2.0, time)
    assert events + more == []
    assert Card.parse("KS") in {one.card.card for one in tracker.update(table.image(), time).cards}


def test_a_back_laid_on_a_face_is_told() -> None:
    table = Table()
    tracker, time = begun(table, {"5H": (80, 60), "KS": AT, "9C": (200, 220)})
    table.cards["?1"] = AT
    events, _ = play(table, tracker, 3.0, time)
    assert [(str(event.before and event.before.card), event.after and event.after.side) for event in events] == [
        ("KS", "down")
    ]


@pytest.mark.parametrize(
    ("share", "darker", "expected"), [(0.5, 0, True), (0.1, 0, False), (0.5, 40, False)], ids=["lit", "a spot", "print"]
)
def test_only_lighter_and_white_is_whitened(share: float, darker: int, expected: bool) -> None:
    place = np.ones((10, 10), dtype=bool)
    lit = np.zeros((10, 10), dtype=bool)
    lit.reshape(-1)[: round(100 * share)] = True
    before = np.full((100, 2), 120.0, dtype=np.float32)
    now = before.copy()
    now[:40, 0] += 100
    now[60:, 0] -= darker
    assert whitened(lit, place, (before, now)) is expected
    assert not whitened(lit, place, None)
