"""The tracker on a table that it saw bare: what comes there, what only seems to, and cards taken up again."""

from __future__ import annotations

import numpy as np
import pytest

from rules.cards import Card
from tests.vision.handpainted import TALL, WIDE, Table, begun, names, play
from tests.vision.test_tracker_halves import Corners, told
from vision.doubts import _NOTHING_CAME
from vision.tracker import Tracker
from vision.types import Image, Reading, SeenCard


class Haunted(Table):
    """A table of which a place passes for the back of a card while a hand is about."""

    ghost: tuple[int, int] | None = None

    def read(
        self, image: Image, packs: object = 1, language: str = "auto", live: bool = False, jokers: bool = True
    ) -> Reading:
        reading = super().read(image, packs, language, live)
        if self.ghost is None:
            return reading
        x, y = self.ghost
        corners = np.array([[x, y], [x + WIDE, y], [x + WIDE, y + TALL], [x, y + TALL]], np.float32)
        return Reading(reading.width, reading.height, (*reading.cards, SeenCard(None, "down", 0.95, corners)))


@pytest.mark.parametrize("stays", [0.6, 4.0])
def test_a_place_that_passes_for_a_back_is_none_while_it_looks_as_it_did_when_bare(stays: float) -> None:
    table = Haunted()
    tracker, time = begun(table, {"5H": (80, 60), "KS": (320, 60)})
    # A while passes: what lies there is known to be the table. A card is laid elsewhere, and it is looked again.
    _, time = play(table, tracker, 1.5, time)
    table.cards["9C"] = (80, 220)
    _, time = play(table, tracker, 1.0, time)
    table.ghost = (300, 220)
    table.cards["2D"] = (200, 220)
    events, time = play(table, tracker, stays, time)
    ghosts = [event for event in events if event.after is not None and event.after.side == "down"]
    # What is seen there again and again for long may be a card that was overlooked.
    assert [event.time - (time - stays) > _NOTHING_CAME for event in ghosts] == [True] * (stays > _NOTHING_CAME)


def test_a_back_laid_on_the_bare_table_is_told_at_once() -> None:
    table = Table()
    tracker, time = begun(table, {"5H": (80, 60), "KS": (320, 60)})
    _, time = play(table, tracker, 1.5, time)
    table.cards["?1"] = (300, 220)
    events, _ = play(table, tracker, 1.0, time)
    assert [event.time - time < 0.4 for event in events if event.after is not None] == [True]


def test_cards_are_gone_though_the_arm_that_took_them_rests_where_they_lay_together() -> None:
    """All that has changed hangs together, and this table looks nowhere like the next place."""
    table = Table()
    rows = np.random.default_rng(9).integers(20, 235, (18, 32, 3)).astype(np.uint8)
    table.ground = np.kron(rows, np.ones((20, 20, 1), np.uint8))
    tracker, time = begun(table, {})
    _, time = play(table, tracker, 1.5, time)
    for k, name in enumerate(["5H", "9C", "KS"]):
        table.cards[name] = (120 + 66 * k, 130)
        _, time = play(table, tracker, 0.8, time)
    assert names(tracker, table, time) == ["5H", "9C", "KS"]
    table.hand = (318, 120, 640, 220)
    _, time = play(table, tracker, 0.3, time + 0.04)
    table.cards = {}
    events, time = play(table, tracker, 3.0, time)
    assert sorted(told(events)) == [("end", name, "None") for name in ("5H", "9C", "KS")]


@pytest.mark.parametrize("bare", [True, False])
def test_what_was_laid_on_a_table_seen_bare_is_no_part_of_its_pattern(
    bare: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However little it looks like the other cards: it lies in another light."""
    table = Table()
    tracker, time = begun(table, {"5H": (80, 60), "KS": (320, 60)})
    _, time = play(table, tracker, 1.5 if bare else 0.0, time)
    monkeypatch.setattr(tracker._gaze._uniform, "worn", lambda image, cards, lying: [False] * len(cards))
    table.cards["?1"] = (300, 220)
    events, _ = play(table, tracker, 1.5, time)
    assert told(events) == [("new", "None", "None")] * bare


def test_a_table_comes_to_rest_after_the_camera_was_moved() -> None:
    """A strip of the table is seen no more, and nobody can look at it."""
    table = Table()
    tracker, time = begun(table, {"5H": (200, 60), "KS": (320, 60), "9C": (220, 200)})
    table.ground = np.tile(np.linspace(20, 235, 640, dtype=np.uint8)[None, :, None], (360, 1, 3))
    rng = np.random.default_rng(4)
    table.ground[rng.random((360, 640)) < 0.02] = 0
    _, time = play(table, tracker, 2.0, time)
    assert tracker.update(table.image(), time).settled
    for step in range(1, 11):
        table.shift = np.array([-4.0, 3.0]) * step
        _, time = play(table, tracker, 0.04, time)
    _, time = play(table, tracker, 2.0, time)
    looks = tracker.looks
    settled = []
    for _ in range(25):
        time += 0.04
        settled.append(tracker.update(table.image(), time).settled)
    assert np.mean(settled) > 0.9
    assert tracker.looks - looks <= 2


@pytest.fixture
def spread() -> tuple[Corners, Tracker, float]:
    table = Corners()
    table.cards = {"5H": (80, 60), "KS": (320, 60), "9C": (200, 220)}
    tracker = Tracker(table, packs=1)
    _, time = play(table, tracker, 1.0, 0.0)
    return table, tracker, time


def test_no_card_is_slid_under_one_that_is_seen_whole(spread: tuple[Corners, Tracker, float]) -> None:
    """What is printed on the table passes for an index below it, now and then."""
    table, tracker, time = spread
    table.ground[304:356, 204:264] += 70
    table.index("6S", (204, 272), 0.5)
    events, time = play(table, tracker, 2.5, time)
    assert events == []
    # Where nothing lies above it a card is told that cannot be named.
    table.ground[220:304, 420:480] += 70
    table.index("7D", (420, 220), 0.5)
    events, time = play(table, tracker, 2.5, time)
    assert told(events) == [("new", "None", "None")]


def test_a_card_whose_face_is_drawn_too_wide_does_not_bury_the_one_it_was_laid_beside(
    spread: tuple[Corners, Tracker, float],
) -> None:
    table, tracker, time = spread
    # Of the nine the index is left to see; the outline of what lies on it takes that in.
    table.unseen = {"9C"}
    table.index("9C", (200, 220), 0.97)
    table.cards["QD"] = (230, 220)
    table.wide = {"QD": 20}
    events, time = play(table, tracker, 1.5, time)
    assert told(events) == [("new", "None", "QD")]
    assert names(tracker, table, time) == ["5H", "9C", "KS", "QD"]


def test_half_a_pip_read_as_an_index_lies_on_no_card_whose_own_index_is_read(
    spread: tuple[Corners, Tracker, float],
) -> None:
    table, tracker, time = spread
    table.unseen = {"9C"}
    table.index("9C", (200, 220), 0.97)
    table.index("2C", (208, 226), 0.5)
    # Its place looks otherwise: another card of the spread was laid over a part of it.
    table.courts = {"9C"}
    events, time = play(table, tracker, 3.0, time)
    assert not [event for event in events if event.before is not None and event.before.card is Card.parse("9C")]
    assert "9C" in names(tracker, table, time)
