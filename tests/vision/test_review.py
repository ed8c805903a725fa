"""A table that has come to rest is looked at as a whole once more, for cards that no look at a part of it shows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.vision.handpainted import SIZE, TALL, WIDE, Table, begun, names, play
from vision.pacing import REVIEW
from vision.tracker import Tracker
from vision.types import Image, Reading, SeenCard


class Shy(Table):
    """A table of which some cards are seen only among all others, and `ghost` now and then where nothing lies."""

    def __init__(self) -> None:
        super().__init__()
        self.shy: set[str] = set()
        self.ghost: tuple[int, int] | None = None
        self.wholes = 0

    def read(
        self, image: Image, packs: object = 1, language: str = "auto", live: Any = False, jokers: bool = True
    ) -> Reading:
        whole = live.box == (0, 0, *SIZE)
        self.wholes += whole
        cards, lying = self.cards, {} if whole else self.shy
        self.cards = {name: at for name, at in cards.items() if name not in lying}
        reading = super().read(image, packs, language, live)
        self.cards = cards
        if self.ghost is None or not whole:
            return reading
        x, y = self.ghost
        corners = np.array([[x, y], [x + WIDE, y], [x + WIDE, y + TALL], [x, y + TALL]], np.float32)
        return Reading(reading.width, reading.height, (*reading.cards, SeenCard(None, "down", 0.5, corners)))


@pytest.fixture
def laid() -> tuple[Shy, Tracker, float]:
    """Two cards that are seen, and a hand lays two more, of which one is not."""
    table = Shy()
    tracker, time = begun(table, {"5H": (80, 60), "KS": (320, 60)})
    table.shy = {"?1"}
    table.hand = (200, 170, 420, 360)
    _, time = play(table, tracker, 0.4, time)
    table.cards |= {"9C": (220, 190), "?1": (320, 190)}
    _, time = play(table, tracker, 0.3, time)
    table.hand = None
    return table, tracker, time


def test_a_card_overlooked_beside_the_hand_is_told_once_the_table_rests(laid: tuple[Shy, Tracker, float]) -> None:
    table, tracker, time = laid
    _, time = play(table, tracker, REVIEW - 0.1, time)
    assert names(tracker, table, time) == ["5H", "9C", "KS"]
    events, time = play(table, tracker, 1.0, time)
    assert [event.type for event in events] == ["new"]
    assert names(tracker, table, time) == ["5H", "9C", "??", "KS"]


def test_a_table_at_rest_is_looked_at_as_a_whole_once(laid: tuple[Shy, Tracker, float]) -> None:
    table, tracker, time = laid
    table.shy = set()
    before = table.wholes
    _, time = play(table, tracker, 20.0, time)
    assert table.wholes == before + 1, "once after each time that something moved"
    table.cards["2D"] = (460, 60)
    _, time = play(table, tracker, 5.0, time)
    assert table.wholes == before + 2


def test_what_is_seen_in_every_such_look_and_never_by_itself_is_not_looked_at_for_ever(
    laid: tuple[Shy, Tracker, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, tracker, time = laid
    table.shy, table.ghost = set(), (500, 230)
    # Where the camera saw the table bare nothing is told for long.
    monkeypatch.setattr("vision.doubts._NOTHING_CAME", 60.0)
    before = table.wholes
    events, _ = play(table, tracker, 20.0, time)
    assert 2 <= table.wholes - before <= 14
    assert [event.after.side for event in events if event.after is not None] == ["up", "down"]


def test_cards_keep_their_names_while_nothing_moves(laid: tuple[Shy, Tracker, float]) -> None:
    """A look at all of the table that misses some of them says nothing of what looks as it did."""
    table, tracker, time = laid
    table.shy = set()
    _, time = play(table, tracker, REVIEW - 0.2, time)
    seen = dict(table.cards)
    assert names(tracker, table, time) == ["5H", "9C", "??", "KS"]
    read, table.read = table.read, lambda *args, **kept: Reading(*SIZE, ())  # type: ignore[method-assign]
    events, time = play(table, tracker, 3.0, time)
    assert events == []
    table.read = read  # type: ignore[method-assign]
    assert table.cards == seen
    assert names(tracker, table, time) == ["5H", "9C", "??", "KS"]
