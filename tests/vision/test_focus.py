"""Frames out of focus are noticed, and nothing is believed that they seem to show."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.handpainted import Table, play
from vision.focus import Focus
from vision.tracker import Tracker
from vision.types import Image


def table(seed: int = 1) -> Image:
    """A cloth with white rectangles that bear dark marks."""
    rng = np.random.default_rng(seed)
    out = np.full((360, 640, 3), 90, dtype=np.uint8)
    for x in range(30, 600, 80):
        for y in (40, 200):
            out[y : y + 84, x : x + 60] = 235
            for _ in range(6):
                left, top = x + int(rng.integers(4, 48)), y + int(rng.integers(4, 72))
                out[top : top + 8, left : left + 8] = 20
    return np.clip(out + rng.normal(0, 2, out.shape), 0, 255).astype(np.uint8)


def blurred(image: Image, by: float) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), by), dtype=np.uint8)


def shown(focus: Focus, image: Image, since: float, seconds: float = 1.0) -> list[bool]:
    return [focus.lost(image, since + 0.1 * step) for step in range(round(10 * seconds))]


def with_hand(image: Image) -> Image:
    out = image.copy()
    cv2.rectangle(out, (200, 0), (420, 360), (140, 160, 200), -1)
    return np.asarray(out, dtype=np.uint8)


@pytest.mark.parametrize(
    ("then", "lost"),
    [
        (lambda image: blurred(image, 2.5), True),
        (lambda image: blurred(image, 4.0), True),
        (lambda image: blurred(with_hand(image), 2.5), True),
        (lambda image: (image * 0.6).astype(np.uint8), False),
        (with_hand, False),
        (lambda image: np.roll(image, (5, 23), axis=(0, 1)), False),
        (lambda image: table(2), False),
    ],
)
def test_what_is_blurred_as_a_whole_and_was_sharp_is_out_of_focus(then: object, lost: bool) -> None:
    focus, image = Focus(), table()
    assert not any(shown(focus, image, 0.0))
    assert shown(focus, then(image), 1.0) == [lost] * 10  # type: ignore[operator]
    assert not any(shown(focus, image, 2.0))


def test_a_camera_that_is_never_sharp_is_not_out_of_focus() -> None:
    focus = Focus()
    assert not any(shown(focus, blurred(table(), 3.0), 0.0))


def test_a_camera_that_stays_blurred_has_changed_for_good() -> None:
    focus, soft = Focus(), blurred(table(), 3.0)
    shown(focus, table(), 0.0)
    lost = shown(focus, soft, 1.0, 6.0)
    assert all(lost[:25])
    assert not any(lost[27:])


def test_pictures_too_small_or_of_another_size_tell_nothing() -> None:
    focus = Focus()
    assert not any(shown(focus, table(), 0.0))
    assert not any(shown(focus, np.zeros((20, 30, 3), dtype=np.uint8), 1.0, 0.3))
    assert not focus.lost(blurred(table(), 3.0), 1.3)


def test_of_pictures_taken_one_by_one_each_is_as_sharp_as_it_is() -> None:
    focus = Focus()
    assert [
        focus.lost(picture, 0.5 * number) for number, picture in enumerate([table(), blurred(table(), 3.0)] * 3)
    ] == [False] * 6


def test_nothing_is_looked_for_in_frames_out_of_focus() -> None:
    painted = Table()
    painted.cards = {"5H": (80, 60), "KS": (320, 60), "9C": (200, 220), "2D": (440, 220), "7S": (320, 220)}
    tracker = Tracker(painted)
    events, time = play(painted, tracker, 1.0, 0.0)
    assert len(events) == 5
    looks = painted.looks
    # What they show would be believed: every card another.
    right, painted.cards = painted.cards, {"6H": (80, 60), "QS": (320, 60), "8C": (200, 220), "3D": (440, 220)}
    for step in range(1, 30):
        state = tracker.update(blurred(painted.image(), 3.0), time + step / 30)
        assert not state.events
        assert not state.looked
    assert painted.looks == looks
    painted.cards = right
    events, _ = play(painted, tracker, 2.0, time + 1)
    assert events == []


@pytest.mark.parametrize("bare", [1.0, 4.0, 12.0])
def test_cards_dealt_anew_where_others_lay_are_in_focus(bare: float) -> None:
    """What is left of the edges that were there, in memory, is no measure for those that are there now."""
    focus, rng = Focus(), np.random.default_rng(3)

    def dealt(off: int, cards: int) -> Image:
        out = np.full((360, 640, 3), 30, dtype=np.uint8)
        for number in range(cards):
            left, top = 30 + 100 * (number % 6), 30 + 110 * (number // 6)
            box = cv2.boxPoints(((left + 30 + off, top + 42 + off), (60, 84), 3.0 * off))
            cv2.fillPoly(out, [box.astype(np.int32)], (200, 220, 210), cv2.LINE_AA)
        return np.clip(blurred(out, 0.8) + rng.normal(0, 5, out.shape), 0, 255).astype(np.uint8)

    at = 0.0
    for picture, seconds in ((lambda: dealt(0, 18), 6.0), (lambda: dealt(0, 0), bare), (lambda: dealt(7, 8), 6.0)):
        for _ in range(round(10 * seconds)):
            assert not focus.lost(picture(), at)
            at += 0.1
