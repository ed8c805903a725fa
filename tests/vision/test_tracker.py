"""The tracker against a painted table whose truth is known."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.cards import Card
from tests.vision.handpainted import TALL, WIDE, Table, lay_by, names, plain, play
from tests.vision.seeing import TruthReader
from vision.change import Change
from vision.motion import Motion
from vision.tracker import Tracker
from vision.types import Reading, SeenCard


@pytest.fixture
def started() -> tuple[Table, Tracker, float]:
    table = Table()
    table.cards = {"5H": (80, 60), "?1": (200, 60), "KS": (320, 60), "?2": (440, 60), "9C": (200, 220)}
    tracker = Tracker(table)
    events, time = play(table, tracker, 1.0, 0.0)
    assert sorted(event.type for event in events) == ["new"] * 5
    return table, tracker, time


def test_a_still_table_is_not_looked_at_again(started: tuple[Table, Tracker, float]) -> None:
    table, tracker, time = started
    looks = table.looks
    events, time = play(table, tracker, 4.0, time)
    assert events == []
    assert table.looks - looks <= 1
    assert tracker.update(table.image(), time).settled


def test_a_card_laid_is_told_within_a_quarter_of_a_second(started: tuple[Table, Tracker, float]) -> None:
    table, tracker, time = started
    table.cards["3D"] = (440, 220)
    events, _ = play(table, tracker, 0.6, time)
    assert [(event.type, str(event.after.card)) for event in events if event.after] == [("new", "3D")]
    assert events[0].time - time <= 0.25


@pytest.mark.parametrize(
    ("cells", "rested", "calm", "clear"),
    [(0, 0.2, False, True), (5, 1.0, True, True), (5, 0.2, True, False), (5, 1.0, False, False), (7, 1.0, True, False)],
)
def test_a_difference_too_small_for_a_look_leaves_no_card_in_doubt_for_good(
    started: tuple[Table, Tracker, float], cells: int, rested: float, calm: bool, clear: bool
) -> None:
    _, tracker, time = started
    [track] = [track for track in tracker._tracks if track.told is not None and str(track.told.card) == "5H"]
    middle = track.quad.mean(axis=0)
    track.quad = middle + (track.quad - middle) * np.float32(0.6)
    own = tracker._motion.cells(track.quad)
    dirty, nothing = np.zeros_like(own), np.zeros_like(own)
    dirty[tuple(np.argwhere(own)[:cells].T)] = True
    change = Change(np.eye(3), nothing, dirty, np.full(own.shape, rested, np.float32))
    track.seen_at, tracker._last = time - 2, time - 1
    assert tracker._tracked(track, track.card(), change, calm).clear is clear


@pytest.mark.parametrize(("times", "told"), [(1.0, 1), (1.5, 1), (2.0, 0)])
def test_what_is_far_larger_than_the_cards_that_lie_there_is_none(
    started: tuple[Table, Tracker, float], times: float, told: int
) -> None:
    table, tracker, time = started
    table.cards["?3"] = (440, 180)
    table.sizes["?3"] = (round(times * WIDE), round(times * TALL))
    events, _ = play(table, tracker, 1.5, time)
    assert [event.type for event in events] == ["new"] * told


def test_a_hand_passing_over_erases_nothing_and_needs_few_looks(started: tuple[Table, Tracker, float]) -> None:
    table, tracker, time = started
    looks = table.looks

    def sweep(t: float) -> None:
        x = int(-150 + 400 * t)
        table.hand = (x, 0, x + 140, 200)

    events, time = play(table, tracker, 2.0, time, sweep)
    table.hand = None
    more, time = play(table, tracker, 1.0, time)
    assert events + more == []
    assert names(tracker, table, time) == ["5H", "9C", "??", "??", "KS"]
    assert table.looks - looks <= 25


def test_a_hand_resting_over_a_card_does_not_erase_it(started: tuple[Table, Tracker, float]) -> None:
    table, tracker, time = started
    table.hand = (300, 0, 400, 150)
    events, time = play(table, tracker, 3.0, time)
    assert events == []
    table.hand = None
    events, time = play(table, tracker, 1.0, time)
    assert events == []
    assert names(tracker, table, time) == ["5H", "9C", "??", "??", "KS"]


def test_a_hand_that_comes_to_rest_on_a_card_and_looks_like_no_arm_then_does_not_erase_it(
    started: tuple[Table, Tracker, float],
) -> None:
    table, tracker, time = started

    def reach(t: float) -> None:
        table.hand = (310, 0, 390, 144 - int(120 * abs(1 - 2 * t)))

    events, time = play(table, tracker, 0.5, time, reach)
    # The sleeve is of the cloth's colour and is taken for it; no more is left than would be of a card.
    table.hand = (322, 62, 380, 144)
    more, time = play(table, tracker, 0.36, time)
    table.hand = None
    last, time = play(table, tracker, 1.0, time)
    assert events + more + last == []
    assert names(tracker, table, time) == ["5H", "9C", "??", "??", "KS"]


@pytest.mark.parametrize(("hand", "side"), [((420, 0, 520, 330), "far"), ((420, 200, 520, 360), "near")])
def test_a_card_says_from_where_the_hand_came_that_laid_it(
    started: tuple[Table, Tracker, float], hand: tuple[int, int, int, int], side: str
) -> None:
    table, tracker, time = started
    reached = lay_by(table, tracker, time, "3D", (440, 220), hand)
    assert reached["3D"] == side
    assert reached["5H"] is None, "it lay there when the table was first seen"


def test_a_card_says_whose_hand_lay_over_it_since_it_was_told(started: tuple[Table, Tracker, float]) -> None:
    table, tracker, time = started
    assert {card.passed for card in tracker.update(table.image(), time).cards} == {None}

    def reach(t: float) -> None:
        out = int(160 * abs(1 - (t * 2) % 2))
        table.hand = (150, 190 + out, 300, 359) if out < 150 else None

    _, time = play(table, tracker, 1.0, time + 0.04, reach)
    table.hand = None
    _, time = play(table, tracker, 0.8, time)
    passed = {str(card.card.card): card.passed for card in tracker.update(table.image(), time).cards}
    assert passed.pop("9C") == "near"
    assert set(passed.values()) == {None}


def test_a_card_turned_up_in_place_is_the_same_card(started: tuple[Table, Tracker, float]) -> None:
    table, tracker, time = started
    before = {one.id for one in tracker.update(table.image(), time).cards}
    place = table.cards.pop("?1")
    table.cards["7D"] = place
    events, time = play(table, tracker, 0.8, time + 0.04)
    assert [(e.type, e.before and e.before.side, str(e.after.card)) for e in events if e.after] == [
        ("update", "down", "7D")
    ]
    assert {one.id for one in tracker.update(table.image(), time).cards} == before


def test_a_card_taken_away_ends(started: tuple[Table, Tracker, float]) -> None:
    table, tracker, time = started
    del table.cards["KS"]
    events, _ = play(table, tracker, 0.8, time)
    assert [(event.type, str(event.before.card)) for event in events if event.before] == [("end", "KS")]
    assert events[0].time - time <= 0.35


def test_a_pile_covers_and_uncovers(started: tuple[Table, Tracker, float]) -> None:
    table, tracker, time = started
    table.cards["QD"] = (203, 222)
    events, time = play(table, tracker, 0.8, time)
    assert [(e.type, str(e.before.card), str(e.after.card)) for e in events if e.before and e.after] == [
        ("update", "9C", "QD")
    ]
    del table.cards["QD"]
    events, time = play(table, tracker, 1.0, time)
    told = [(event.type, str(event.after.card) if event.after else None) for event in events]
    assert told[-1] in [("update", "9C"), ("new", "9C")]
    assert names(tracker, table, time) == ["5H", "9C", "??", "??", "KS"]


@pytest.mark.parametrize("masked", [3, 1000])
def test_what_looks_otherwise_at_rest_is_looked_at_again_a_few_times(
    started: tuple[Table, Tracker, float], monkeypatch: pytest.MonkeyPatch, masked: int
) -> None:
    """A face-down card passes for the one it lies on, whose corners peep out, in some looks or in all."""
    table, tracker, time = started
    read, left, before = Table.read, [masked], table.looks

    def reading(*args: object, **options: object) -> Reading:
        out = read(*args, **options)  # type: ignore[arg-type]
        left[0] -= 1
        nine = Card.parse("9C")
        passes = SeenCard(nine, "up", 0.98, table.quad("?3"), candidates={nine: 0.98})
        there = [np.abs(card.corners - table.quad("?3")).max() < 20 for card in out.cards]
        cards = [passes if hit and left[0] >= 0 else card for card, hit in zip(out.cards, there, strict=True)]
        return replace(out, cards=tuple(cards))

    table.cards["?3"] = (203, 222)
    monkeypatch.setattr(table, "read", lambda *args, **options: reading(table, *args, **options))
    events, _ = play(table, tracker, 4.0, time)
    told = [(event.type, str(event.before and event.before.card), event.after and event.after.side) for event in events]
    assert told == ([("update", "9C", "down")] if masked < 10 else [])
    assert table.looks - before <= 9


def test_two_equal_cards_of_two_packs_stay_two(started: tuple[Table, Tracker, float]) -> None:
    table, tracker, time = started
    table.cards["KS#2"] = (440, 220)
    events, time = play(table, tracker, 0.8, time)
    assert [event.type for event in events] == ["new"]
    assert names(tracker, table, time).count("KS") == 2


@pytest.mark.parametrize("shake", [0.6, 2.0])
def test_a_trembling_camera_changes_nothing(started: tuple[Table, Tracker, float], shake: float) -> None:
    table, tracker, time = started

    def tremble(_: float) -> None:
        table.shift = table.rng.normal(0, shake, 2)

    events, time = play(table, tracker, 2.0, time, tremble)
    assert events == []
    table.cards["3D"] = (440, 220)
    events, _ = play(table, tracker, 1.5, time, tremble)
    assert [(event.type, str(event.after.card)) for event in events if event.after] == [("new", "3D")]


def test_a_few_cells_that_are_worth_no_look_leave_a_table_settled(started: tuple[Table, Tracker, float]) -> None:
    table, tracker, time = started
    cv2.circle(table.ground, (480, 300), 5, (255, 255, 255), -1)
    before = tracker.looks
    events, time = play(table, tracker, 1.0, time)
    assert (events, tracker.looks) == ([], before)
    assert tracker.update(table.image(), time).settled


def test_a_knocked_camera_keeps_its_cards(started: tuple[Table, Tracker, float]) -> None:
    table, tracker, time = started
    table.shift = np.array([14.0, -9.0])
    events, time = play(table, tracker, 1.5, time)
    assert events == []
    state = tracker.update(table.image(), time)
    king = next(one for one in state.cards if str(one.card.card) == "KS")
    assert np.abs(king.card.corners - table.quad("KS")).max() < 4


def test_a_card_blinded_by_glare_is_named_when_the_glare_has_gone(started: tuple[Table, Tracker, float]) -> None:
    table, tracker, time = started
    table.blind.add("3D")
    table.cards["3D"] = (440, 220)
    events, time = play(table, tracker, 2.0, time)
    assert [(event.type, event.after and event.after.card) for event in events] == [("new", None)]
    table.blind.clear()
    # The light on that card changes as the reflection moves on.
    place = table.cards.pop("3D")
    table.cards["3D"] = (place[0] + 2, place[1] + 1)
    events, time = play(table, tracker, 1.5, time)
    assert names(tracker, table, time) == ["3D", "5H", "9C", "??", "??", "KS"]
    assert len(events) == 1


def test_light_that_changes_changes_no_card(started: tuple[Table, Tracker, float]) -> None:
    table, tracker, time = started

    def fade(t: float) -> None:
        table.light = 1.0 - 0.25 * min(t, 1.0)

    events, time = play(table, tracker, 2.0, time, fade)
    table.light = 1.2
    more, _ = play(table, tracker, 1.5, time)
    assert events + more == []


def test_another_frame_size_begins_anew(started: tuple[Table, Tracker, float]) -> None:
    table, tracker, time = started
    small = cv2.resize(table.image(), (480, 270))
    state = tracker.update(small, time)
    assert state.restarted
    assert state.size == (480, 270)


def test_a_correction_is_obeyed(started: tuple[Table, Tracker, float]) -> None:
    table, tracker, time = started
    state = tracker.update(table.image(), time)
    king = next(one for one in state.cards if str(one.card.card) == "KS")
    right = Card.parse("KC")
    tracker.correct(king.id, SeenCard(right, "up", 1.0, king.card.corners, candidates={right: 1.0}))
    events, time = play(table, tracker, 1.0, time + 0.04)
    assert events == []
    assert "KC" in names(tracker, table, time)
    with pytest.raises(KeyError, match="no card 999"):
        tracker.correct(999, king.card)


def test_what_a_person_said_stands_as_long_as_the_card_lies_there(started: tuple[Table, Tracker, float]) -> None:
    """However often it is looked at again: what was misread once is misread again."""
    table, tracker, time = started
    state = tracker.update(table.image(), time)
    king = next(one for one in state.cards if str(one.card.card) == "KS")
    tracker.correct(king.id, SeenCard(Card.parse("KC"), "up", 1.0, king.card.corners))
    before = table.looks

    def sweep(t: float) -> None:
        x = int(-150 + 400 * t)
        table.hand = (x, 0, x + 140, 200)

    for nudge in (2, -1, 3):
        events, time = play(table, tracker, 2.0, time + 0.04, sweep)
        table.hand = None
        x, y = table.cards["KS"]
        table.cards["KS"] = (x + nudge, y + 1)
        more, time = play(table, tracker, 1.5, time)
        assert events + more == []
    assert table.looks - before >= 6
    assert names(tracker, table, time) == ["5H", "9C", "??", "??", "KC"]
    table.cards["7D"] = table.cards["KS"]
    events, time = play(table, tracker, 2.0, time)
    assert [(str(one.before.card), str(one.after.card)) for one in events if one.before and one.after] == [("KC", "7D")]
    del table.cards["7D"]
    _, time = play(table, tracker, 2.0, time)
    assert names(tracker, table, time) == ["5H", "9C", "??", "??", "KC"]
    del table.cards["KS"]
    events, _ = play(table, tracker, 2.0, time)
    assert [one.type for one in events] == ["end"]


def test_the_reader_of_films_is_deterministic() -> None:
    assert TruthReader(4).rng.random() == TruthReader(4).rng.random()


def began_at(began: float) -> tuple[list[tuple[str, float]], list[float]]:
    """Events and looks after a hand has moved about over the whole table for a second, in seconds from the start."""
    table = Table()
    table.cards = {"5H": (80, 60), "?1": (200, 60)}
    tracker = Tracker(table)
    looks: list[float] = []

    events, time = [], began
    for number in range(50):
        image, time = table.image(), began + number / 25
        if number < 25 and number % 2:
            # Every cell changes from frame to frame, and no lamp does that.
            image = cv2.bitwise_not(image)
        state = tracker.update(image, time)
        events += [(event.type, round(event.time - began, 2)) for event in state.events]
        looks += [round(time - began, 2)] if state.looked else []
    assert tracker.update(table.image(), time + 0.04).settled
    return sorted(events), looks


@pytest.mark.parametrize("began", [-5e4, 1e5, 1.7e9])
def test_time_begins_with_the_first_frame_whatever_its_stamp(began: float) -> None:
    events, looks = began_at(0.0)
    assert [kind for kind, _ in events] == ["new", "new"]
    assert looks[0] > 1.0
    assert began_at(began) == (events, looks)


def test_a_hand_over_most_of_what_can_be_followed_is_no_moved_camera() -> None:
    table = plain()
    table.cards = {"5H": (180, 120), "9C": (320, 120)}
    motion = Motion()
    for number in range(25):
        motion.update(table.image(), number / 25)
    motion.looked()
    for number in range(25, 75):
        table.hand = (202 + number % 7, 60 + number % 5, 420, 359)
        change = motion.update(table.image(), number / 25)
        assert not change.away
        assert np.abs(change.camera - np.eye(3)).max() < 3
