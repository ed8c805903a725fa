"""What a person said of a card, where what follows the table begins anew."""

from __future__ import annotations

import json

import numpy as np
import pytest

from rules.cards import Card
from tests.vision.handpainted import Table, names, play
from vision.said import Said
from vision.tracker import Tracker
from vision.types import SeenCard


def corrected(table: Table, name: str, right: str) -> list[Said]:
    """What is known of a correction, taken through JSON as a restart does."""
    tracker = Tracker(table)
    _, time = play(table, tracker, 1.5, 0.0)
    state = tracker.update(table.image(), time)
    wrong = next(one for one in state.cards if (str(one.card.card) if one.card.card else "??") == name)
    card = None if right == "down" else Card.parse(right)
    side = "down" if card is None else "up"
    tracker.correct(wrong.id, SeenCard(card, side, 1.0, wrong.card.corners))  # type: ignore[arg-type]
    state = tracker.update(table.image(), time + 0.04)
    said = [Said.of(one.card, one.read) for one in state.cards if one.read is not None]
    return [Said.restored(json.loads(json.dumps(one.state()))) for one in said]


@pytest.fixture
def table() -> Table:
    table = Table()
    table.cards = {"5H": (80, 60), "KS": (200, 60), "?1": (320, 60)}
    return table


def test_only_what_was_said_is_remembered(table: Table) -> None:
    (said,) = corrected(table, "KS", "KC")
    assert (str(said.card), str(said.read), said.down) == ("KC", "KS", False)
    tracker = Tracker(table)
    _, time = play(table, tracker, 1.5, 0.0)
    assert all(one.read is None for one in tracker.update(table.image(), time).cards)


@pytest.mark.parametrize(
    ("name", "right", "after"),
    [("KS", "KC", ["5H", "??", "KC"]), ("??", "9D", ["5H", "9D", "KS"]), ("KS", "down", ["5H", "??", "??"])],
)
def test_it_stands_for_the_card_that_still_lies_there(table: Table, name: str, right: str, after: list[str]) -> None:
    tracker = Tracker(table, said=corrected(table, name, right))
    events, time = play(table, tracker, 1.5, 0.0)
    assert sorted(names(tracker, table, time)) == sorted(after)
    assert len(events) == 3
    assert right == "down" or any(one.after and str(one.after.card) == right for one in events)
    # And goes on standing, as if it had just been said.
    (again,) = [one for one in tracker.update(table.image(), time + 0.04).cards if one.read is not None]
    assert again.card.side == ("down" if right == "down" else "up")


@pytest.mark.parametrize("other", ["QD", "?2"])
def test_another_card_that_lies_there_now_is_read(table: Table, other: str) -> None:
    said = corrected(table, "KS", "KC")
    table.cards[other] = table.cards.pop("KS")
    tracker = Tracker(table, said=said)
    _, time = play(table, tracker, 1.5, 0.0)
    assert "KC" not in names(tracker, table, time)


def test_a_card_laid_there_later_is_read(table: Table) -> None:
    """What was not seen again once the table was settled lies there no more, whatever is laid there then."""
    said = corrected(table, "KS", "KC")
    place = table.cards.pop("KS")
    tracker = Tracker(table, said=said)
    _, time = play(table, tracker, 2.0, 0.0)
    assert tracker.said == ()
    table.cards["KS"] = place
    _, time = play(table, tracker, 2.0, time)
    assert sorted(names(tracker, table, time)) == ["5H", "??", "KS"]


def test_a_card_elsewhere_is_read() -> None:
    quad = np.array([[0, 0], [40, 0], [40, 60], [0, 60]], np.float32)
    said = Said(quad, Card.parse("KC"), False, Card.parse("KS"))
    assert said.here(quad + 12)
    assert not said.here(quad + 20)
