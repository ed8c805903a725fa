"""What lies on a table stays known while the camera shows something else, and is looked for where it shows it anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.elsewhere import Scenes, black, face, palm, title
from tests.vision.handpainted import SIZE, Table, names, play
from vision.model import jumped
from vision.table import TrackEvent
from vision.tracker import Tracker
from vision.types import Image, Reading

CARDS = {"5H": (80, 60), "?1": (200, 60), "KS": (320, 60), "?2": (440, 60), "9C": (200, 220)}


def started(cards: dict[str, tuple[int, int]] | None = None) -> tuple[Scenes, Tracker, float]:
    table = Scenes()
    table.cards = dict(CARDS if cards is None else cards)
    tracker = Tracker(table)
    events, time = play(table, tracker, 1.0, 0.0)
    assert sorted(event.type for event in events) == ["new"] * len(table.cards)
    return table, tracker, time


@pytest.mark.parametrize(
    ("scene", "seconds"),
    [(title, 0.3), (title, 12.0), (face, 0.3), (face, 4.0), (palm, 0.3), (palm, 4.0), (black, 0.3), (black, 4.0)],
)
def test_what_lies_on_the_table_stays_known_while_something_else_is_shown(
    scene: Callable[[], Image], seconds: float
) -> None:
    table, tracker, time = started()
    before = {one.id for one in tracker.update(table.image(), time).cards}
    table.shown = scene()
    events, time = play(table, tracker, seconds, time + 0.04)
    away = tracker.update(table.image(), time)
    assert events == []
    assert not away.settled
    assert not any(one.clear for one in away.cards)
    assert away.away is not None
    table.shown = None
    events, time = play(table, tracker, 1.0, time + 0.04)
    state = tracker.update(table.image(), time)
    assert events == []
    assert state.away is None
    assert {one.id for one in state.cards} == before
    assert state.settled


def test_a_scene_that_stays_is_looked_at_less_and_less() -> None:
    table, tracker, time = started()
    table.shown = title()
    _, time = play(table, tracker, 10.0, time)
    looks = table.looks
    play(table, tracker, 40.0, time)
    assert table.looks - looks <= 11


def test_a_picture_that_fades_to_black_and_back_tells_nothing() -> None:
    table, tracker, time = started()
    events: list[TrackEvent] = []
    for light in [*np.linspace(1, 0, 12), *[0.0] * 25, *np.linspace(0, 1, 12), *[1.0] * 20]:
        table.light = float(light)
        events += tracker.update(table.image(), time).events
        time += 0.04
    assert events == []
    assert names(tracker, table, time) == ["5H", "9C", "??", "??", "KS"]


def test_what_changed_meanwhile_is_told_when_the_table_is_seen_again() -> None:
    table, tracker, time = started()
    table.shown = title()
    _, time = play(table, tracker, 3.0, time)
    table.cards["3D"] = (440, 220)
    del table.cards["KS"]
    table.shown = None
    events, _ = play(table, tracker, 1.0, time)
    told = {(event.type, str((event.after or event.before).card)) for event in events}  # type: ignore[union-attr]
    assert told == {("new", "3D"), ("end", "KS")}
    assert max(event.time for event in events) - time <= 0.6


def test_a_plain_table_emptied_meanwhile_is_seen_to_be_empty() -> None:
    table, tracker, time = started()
    table.ground[:] = 90
    tracker = Tracker(table)
    _, time = play(table, tracker, 1.0, time)
    table.shown = face()
    _, time = play(table, tracker, 3.0, time)
    table.cards, table.shown = {}, None
    events, time = play(table, tracker, 2.0, time)
    assert [event.type for event in events] == ["end"] * len(CARDS)
    assert tracker.update(table.image(), time).away is None


def closer(times: float) -> tuple[Callable[[Image], Image], Callable[[Reading], Reading]]:
    """The same table from closer: its picture, and what is read in it."""
    onto = np.array([[times, 0, -30.0], [0, times, -20.0]])

    def shown(picture: Image) -> Image:
        return np.asarray(cv2.warpAffine(picture, onto, SIZE, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)

    def read(seen: Reading) -> Reading:
        moved = [(card.corners @ onto[:, :2].T + onto[:, 2]).astype(np.float32) for card in seen.cards]
        cards = (replace(card, corners=quad) for card, quad in zip(seen.cards, moved, strict=True))
        return Reading(*SIZE, tuple(cards))

    return shown, read


def test_a_closer_view_that_stays_is_the_table_and_one_that_does_not_is_none() -> None:
    table, tracker, time = started()
    before = {str(one.card.card): one.id for one in tracker.update(table.image(), time).cards if one.card.card}
    table.shown, table.elsewhere = closer(1.2)
    states = [tracker.update(table.image(), time + 0.04 * number) for number in range(1, 50)]
    assert not any(state.restarted or state.events for state in states)
    table.shown = None
    events, time = play(table, tracker, 1.0, time + 2.0)
    assert events == []
    table.shown, _ = closer(1.2)
    states = [tracker.update(table.image(), time + 0.04 * number) for number in range(120)]
    assert sum(state.restarted for state in states) == 1
    assert not any(state.events for state in states)
    assert {str(one.card.card): one.id for one in states[-1].cards if one.card.card} == before


def test_a_lamp_switched_on_beside_the_table_does_not_keep_it_waiting() -> None:
    table, tracker, time = started()
    lamp = np.linspace(0.5, 3.0, SIZE[0])[:, None]

    def shown(picture: Image) -> Image:
        return np.asarray((picture * lamp).clip(0, 255), dtype=np.uint8)

    table.shown, table.elsewhere = shown, lambda seen: seen
    events, time = play(table, tracker, 1.5, time)
    assert events == []
    assert tracker.update(table.image(), time).settled


def test_another_table_is_taken_for_the_table_after_some_seconds() -> None:
    _, tracker, time = started()
    other = Scenes(8)
    other.cards = {"2D": (100, 40), "JS": (300, 200), "4C": (500, 120)}
    tracker.reader = tracker._gaze.reader = other
    states = [tracker.update(other.image(), time + 0.04 * number) for number in range(150)]
    restarted = [number for number, state in enumerate(states) if state.restarted]
    assert len(restarted) == 1
    assert 2.5 <= 0.04 * restarted[0] <= 5
    assert sorted(str(one.card.card) for one in states[-1].cards) == ["2D", "4C", "JS"]


def test_a_table_on_which_nothing_is_known_waits_for_nothing() -> None:
    _, tracker, time = started({})
    other = Scenes(8)
    other.cards = {"2D": (100, 40), "JS": (300, 200)}
    tracker.reader = tracker._gaze.reader = other
    events, _ = play(other, tracker, 1.0, time)
    assert sorted(str(event.after.card) for event in events if event.after) == ["2D", "JS"]


@pytest.mark.parametrize(("light", "shade"), [(1.0, 0.0), (0.4, 0.0), (1.6, 0.3)])
def test_scenes_are_told_apart_in_whatever_light_and_shadows(light: float, shade: float) -> None:
    table, other = Scenes(3), Scenes(4)
    table.cards = other.cards = dict(CARDS)
    first, second, third = (
        np.asarray(cv2.cvtColor(cv2.resize(each, (320, 180)), cv2.COLOR_BGR2GRAY), dtype=np.float32)
        for each in (table.image(), table.image(), Table(9).ground)
    )
    bands = light * (1 + shade * np.sin(np.arange(180) / 9))[:, None].astype(np.float32)
    assert not jumped(first, np.minimum(second * bands, 255))
    assert jumped(first, np.minimum(third * bands, 255))
    assert jumped(first, np.full_like(first, 120.0))
    assert not jumped(np.full_like(first, 60.0), np.full_like(first, 120.0))


def test_a_picture_that_is_mirrored_from_now_on_is_not_another() -> None:
    table, tracker, time = started()
    table.shown, table.elsewhere = lambda picture: np.ascontiguousarray(picture[:, ::-1]), lambda _: Reading(*SIZE, ())
    states = [tracker.update(table.image(), time + 0.04 * number) for number in range(40)]
    assert all(state.away is None and not state.restarted for state in states)
