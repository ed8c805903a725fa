"""What lies half under a hand is believed only once the hand has gone."""

from __future__ import annotations

import pytest

from tests.vision.handpainted import Table, names, play
from vision.tracker import Tracker


@pytest.fixture
def started() -> tuple[Table, Tracker, float]:
    table = Table()
    table.cards = {"5H": (80, 60), "?1": (200, 60), "KS": (320, 60), "9C": (200, 220)}
    tracker = Tracker(table)
    _, time = play(table, tracker, 1.0, 0.0)
    return table, tracker, time


def test_a_card_read_as_another_under_a_moving_hand_stays_what_it_is(started: tuple[Table, Tracker, float]) -> None:
    table, tracker, time = started
    table.under_hand = {"9C": "AD"}

    def fumble(t: float) -> None:
        reach = int(30 * abs(1 - (t * 4) % 2))
        table.hand = (170 + reach, 250, 262 + reach, 359)

    events, time = play(table, tracker, 1.6, time, fumble)
    table.hand = None
    more, time = play(table, tracker, 0.6, time)
    assert events + more == []
    assert names(tracker, table, time) == ["5H", "9C", "??", "KS"]


def test_a_card_laid_and_taken_by_a_hand_that_never_left_is_told_as_gone(
    started: tuple[Table, Tracker, float],
) -> None:
    table, tracker, time = started
    table.under_hand = {"3D": "3D"}
    table.cards["3D"] = (440, 200)
    table.hand = (430, 255, 520, 359)
    events, time = play(table, tracker, 0.5, time)
    assert [(event.type, str(event.after.card)) for event in events if event.after] == [("new", "3D")]
    del table.cards["3D"]
    table.hand = None
    events, time = play(table, tracker, 0.8, time)
    assert [(event.type, str(event.before.card)) for event in events if event.before] == [("end", "3D")]
    assert names(tracker, table, time) == ["5H", "9C", "??", "KS"]


def test_a_card_is_his_who_laid_it_and_not_his_who_reached_over_it_before_it_could_be_read(
    started: tuple[Table, Tracker, float],
) -> None:
    table, tracker, time = started

    def near(t: float) -> None:
        table.hand = (430, 359 - round(380 * (0.4 - abs(t - 0.4))), 500, 359) if t < 0.8 else None
        if t > 0.4:
            table.cards["3D"] = (440, 220)

    table.blind = {"3D"}
    events, time = play(table, tracker, 1.0, time, near)
    assert events == [], "it cannot be read yet"

    def far(t: float) -> None:
        table.hand = (430, 0, 500, round(560 * (0.5 - abs(t - 0.5))))

    told, time = play(table, tracker, 1.0, time, far)
    table.hand = None
    later, time = play(table, tracker, 1.0, time)
    (event,) = told + later
    assert event.type == "new"
    state = tracker.update(table.image(), time)
    assert [card.reached for card in state.cards if card.id == event.id] == ["near"]
