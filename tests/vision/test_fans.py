"""Cards of a fan, each laid where the last one lies: which of them are told, and which are buried."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.fanned import card, outline
from vision.association import as_known, associated
from vision.confirmation import Confirmation
from vision.motion import Motion
from vision.track import Track
from vision.types import SeenCard


def told(cards: Sequence[tuple[SeenCard, float]], disturbed: float | None = None, fans: bool = True) -> set[str]:
    """What is told of cards seen again and again until 3.0; of each with the time it was seen first.

    Args:
        cards: those.
        disturbed: time at which something moved over the index of the second.
        fans: whether there may be some.
    """
    motion = Motion()
    tracks: list[Track] = []
    for number in range(31):
        time = number / 10
        image = np.full((360, 640, 3), 60, np.uint8)
        if disturbed is not None and abs(time - disturbed) < 0.05:
            image[20:90, 60:160] = 200
        change = motion.update(image, time)
        for seen, first in cards:
            if abs(time - first) < 0.05:
                tracks.append(Track.begin(len(tracks) + 1, seen, time, motion.patch(seen.corners)))
        nowhere = np.zeros_like(change.dirty)
        confirmation = Confirmation(
            tracks, 1, motion, change, time, nowhere, ~nowhere, [track.seen for track in tracks], fans
        )
        for track in list(tracks):
            track.seen_at = time
        for track in list(tracks):
            if track.first < time:
                confirmation.found(track, track.seen)
    return {str(track.told.card) for track in tracks if track.told is not None and track.hidden_by is None}


def test_cards_of_a_fan_are_told_apart_that_lay_there_together() -> None:
    """Two outlines of which most is one place: with an index of its own each is a card."""
    under = card("6D", (90, 50), outline(86, 46)), 0.1
    on_it = card("7C", (100, 50), outline(96, 46), face=True), 0.1
    assert told([under, on_it]) == {"6D", "7C"}
    assert told([on_it, under]) == {"6D", "7C"}
    assert told([on_it, (card("6D", (101, 50), outline(86, 46)), 0.1)]) == {"7C"}, "it has no index of its own"
    assert told([on_it, (card("6D", (90, 50), outline(86, 46), 0.8), 0.1)]) == {"7C"}, "it is not surely named"
    assert told([on_it, under], fans=False) == {"7C"}, "it peeps out of a pile"


def test_a_card_of_a_fan_found_later_lay_there_too_where_nothing_has_moved() -> None:
    on_it = card("7C", (100, 50), outline(96, 46), face=True), 0.1
    later = card("6D", (90, 50), outline(86, 46)), 1.5
    assert told([on_it, later]) == {"6D", "7C"}
    assert told([on_it, later], disturbed=1.2) == {"7C"}, "it may have been slid under the other"


def spread(
    aside: float, shown: Sequence[bool], fans: bool = True, last: SeenCard | None = None, pause: float = 0.0
) -> list[str]:
    """Events of a card laid on another, `aside` by that much, whose index is then read by some looks.

    Args:
        aside: in card widths.
        shown: for each look whether it reads the index of the card below.
        fans: whether there may be some.
        last: what it reads of it instead.
        pause: seconds before the other is laid.
    """
    motion, tracks, events = Motion(), [], []
    below = card("6D", (90, 50), outline(86, 46), 0.99, face=True)
    at = 86 + 60 * aside
    above = card("7C", (at + 4, 50), outline(at, 46), 0.99, face=True)
    left = last or replace(below, corners_from="index")
    for number, shows in enumerate((True, True, *shown)):
        time = 0.4 * number + (pause if number >= 2 else 0.0)
        image = np.full((360, 640, 3), 60, np.uint8)
        if number == 2:
            # A hand lays it.
            image[20:90, 60:160] = 200
        change = motion.update(image, time)
        seen = [below] if number < 2 else [left, above] if shows else [above]
        nowhere = np.zeros_like(change.dirty)
        confirmation = Confirmation(tracks, 1, motion, change, time, nowhere, ~nowhere, seen, fans)
        matched = [(track, as_known(track, one, seen)) for track, one in associated(tracks, seen, motion, change, time)]
        for track, one in matched:
            track.seen_at = time
            if track.hidden_by is None:
                track.see(one)
        if not shows:
            tracks[0].peeps = 0
        for track, one in matched:
            events += confirmation.found(track, one)
        if number in (0, 2):
            tracks.append(Track.begin(len(tracks) + 1, seen[-1], time, motion.patch(seen[-1].corners)))
    names = [(event.before and str(event.before.card), event.after and str(event.after.card)) for event in events]
    return [f"{before or ''}>{after or ''}" for before, after in names]


def test_a_card_laid_beside_another_in_a_fan_does_not_bury_it() -> None:
    looks = [True] * 6
    assert spread(0.2, looks) == [">6D", ">7C"]
    assert spread(0.2, looks, fans=False) == [">6D", "6D>7C"]
    assert spread(0.08, looks) == [">6D", "6D>7C"], "it lies on a pile, whatever peeps out"
    assert spread(0.2, looks, pause=4.0) == [">6D", "6D>7C"], "it was laid a turn later"


def test_a_card_covered_by_the_hand_that_laid_the_next_one_lies_open_again() -> None:
    assert spread(0.2, [False] * 3 + [True] * 4) == [">6D", "6D>7C", ">6D"]
    assert spread(0.2, [False] * 3 + [True, True, False, True]) == [">6D", "6D>7C"], "it was read too seldom"
    assert spread(0.2, [False] * 3 + [True] * 4, fans=False) == [">6D", "6D>7C"]
    assert spread(0.08, [False] * 3 + [True] * 4) == [">6D", "6D>7C"], "it lies in a pile"


def laid(steps: Sequence[tuple[float, float]], fans: bool = True, pause: float = 0.8) -> list[str]:
    """Events of cards laid one after the other, each where the last one lay and a step (in card widths) farther.

    No look reads anything but the newest.
    """
    motion, events = Motion(), []
    tracks: list[Track] = []
    at, time = np.array([86.0, 146.0]), 0.0
    for number, code in enumerate(("6D", "7C", "8H", "9S")[: len(steps) + 1]):
        at += (0, 0) if number == 0 else 60 * np.array(steps[number - 1])
        newest = card(code, (at[0] + 4, at[1] + 4), outline(*at), 0.99, face=True)
        for frame in range(4):
            image = np.full((360, 640, 3), 60, np.uint8)
            if frame == 0:
                # A hand lays it.
                image[20:300, 40:300] = 200
            change = motion.update(image, time)
            nowhere = np.zeros_like(change.dirty)
            confirmation = Confirmation(tracks, 1, motion, change, time, nowhere, ~nowhere, [newest], fans)
            if frame == 1:
                tracks.append(Track.begin(len(tracks) + 1, newest, time, motion.patch(newest.corners)))
            elif frame > 1:
                tracks[-1].seen_at = time
                events += confirmation.found(tracks[-1], newest)
            time += pause / 4
    names = [(event.before and str(event.before.card), event.after and str(event.after.card)) for event in events]
    return [f"{before or ''}>{after or ''}" for before, after in names]


def test_a_third_card_shows_that_two_lie_in_a_fan_though_no_index_is_read_beside_another() -> None:
    fan = [(0.2, 0.0), (0.22, 0.02), (0.18, -0.02)]
    assert laid(fan) == [">6D", "6D>7C", ">6D", ">8H", ">9S"]
    pile = [">6D", "6D>7C", "7C>8H", "8H>9S"]
    assert laid(fan, fans=False) == pile
    assert laid(fan, pause=4.0) == pile, "a turn later each"
    assert laid([(0.05, 0.0), (0.06, 0.02), (0.05, -0.02)]) == pile, "one on the other"
    assert laid([(0.2, 0.0), (-0.18, 0.05), (0.2, -0.02)]) == pile, "to and fro, as a pile grows"


def test_a_card_whose_suit_is_half_covered_stays_what_it_was() -> None:
    misread = replace(card("6H", (90, 50), outline(86, 46), 0.6), corners_from="index")
    assert spread(0.2, [True] * 6, last=misread) == [">6D", ">7C"]


@pytest.mark.parametrize(
    ("aside", "fans", "same"),
    [(0.4, True, True), (0.4, False, False), (0.05, True, False)],
    ids=["the next card of its fan", "there are none", "laid on a pile"],
)
def test_a_six_named_by_its_pips_stays_one_when_another_card_covers_them(aside: float, fans: bool, same: bool) -> None:
    """Its index reads as that of an eight."""
    index = card("8D", (90, 50), outline(86, 46)).indices
    six = replace(card("6D", (90, 50), outline(86, 46), 0.99, face=True), indices=index)
    eight = replace(card("8D", (90, 50), outline(86, 46), 0.95, face=True), indices=index)
    motion = Motion()
    image = np.full((360, 640, 3), 60, np.uint8)
    motion.update(image, 0.0)
    track = Track.begin(1, six, 0.0, motion.patch(six.corners))
    track.told = track.card()
    image[20:90, 80:160] = 200
    change = motion.update(image, 0.4)
    at = 86 + 60 * aside
    seen = [eight, card("7C", (at + 40, 50), outline(at, 46), 0.99, face=True)]
    matched = associated([track], seen, motion, change, 0.4, fans)
    assert any(one is eight for _, one in matched) is same
    assert str(as_known(track, eight, seen).card) == ("6D" if aside > 0.1 else "8D")
