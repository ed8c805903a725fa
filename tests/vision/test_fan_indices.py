"""Cards of a fan, of which only indices are seen: whose an index is, wherever outlines are taken to lie."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rules.cards import Card
from tests.vision.fanned import card, index, outline
from vision.association import associated, read_again, remnant
from vision.motion import Motion
from vision.printed import across, in_common, of_one_card, separate
from vision.table import mapped_card
from vision.track import Track
from vision.types import Index


def resting(seconds: float) -> Motion:
    """What moves on a bare table at which nothing moves."""
    motion = Motion()
    for time in np.arange(0.0, seconds, 0.1):
        motion.update(np.full((360, 640, 3), 60, np.uint8), float(time))
    return motion


def test_an_index_is_known_by_its_place_and_by_what_it_says() -> None:
    seven = [index("7", "D", 100, 50)]
    same, beside = [index("7", "D", 102, 51)], [index("7", "D", 109, 50)]
    other, nothing = [index("8", "D", 101, 50)], [index(None, "D", 120, 50)]
    assert in_common([seven], [same, beside, other, nothing]).tolist() == [[True, False, False, False]]
    assert in_common([], [same]).shape == (0, 1)
    assert [separate(seven, each) for each in (same, beside, other, nothing)] == [False, True, False, False]


@pytest.mark.parametrize("suit", ["H", "S", None])
def test_of_an_index_half_covered_the_suit_may_be_misread(suit: str | None) -> None:
    known = [Index(np.array([[100, 50], [120, 50], [120, 60], [100, 60]], np.float32), "7", "D", 0.99)]
    # Of a suit beside its rank little is left, and the middle of what is seen has moved.
    left = [Index(np.array([[100, 50], [108, 50], [108, 60], [100, 60]], np.float32), "7", suit, 0.6)]
    assert in_common([known], [left], partly=True).tolist() == [[True]]
    assert not in_common([known], [[replace(left[0], glyph="2")]], partly=True).any()
    assert not in_common([known], [left]).any()


@pytest.mark.parametrize(
    ("spot", "own"),
    [
        ((94, 50), True),
        ((130, 50), True),
        ((94, 110), True),
        ((130, 110), True),
        ((104, 50), False),
        ((112, 80), False),
    ],
)
def test_a_card_has_its_indices_in_its_corners(spot: tuple[float, float], own: bool) -> None:
    """A misread corner of a card known already is no other card, whether its deck prints two corners or four."""
    known = [index("7", "C", 94, 50)]
    assert of_one_card([index("2", "C", *spot)], known, outline(86, 46)) is own
    assert not of_one_card([], known, outline(86, 46))


@pytest.mark.parametrize(
    ("spot", "glyph", "suit", "whole"),
    [
        ((130, 110), "7", "C", True),
        ((130, 50), "7", "C", False),
        ((94, 110), "7", "C", False),
        ((130, 110), "2", "C", False),
        ((130, 110), "7", None, False),
    ],
    ids=["opposite", "of one edge", "of the other", "another rank", "half read"],
)
def test_a_card_that_shows_its_name_at_opposite_corners_is_seen_whole(
    spot: tuple[float, float], glyph: str, suit: str | None, whole: bool
) -> None:
    shown = [index("7", "C", 94, 50), index(glyph, suit, *spot)]
    assert across(shown, outline(86, 46)) == whole
    assert not across(shown[:1], outline(86, 46))


def test_indices_go_where_their_card_goes() -> None:
    moved = mapped_card(card("7C", (100, 50), outline(96, 46)), np.array([[1.0, 0, 30], [0, 1, -10], [0, 0, 1]]))
    assert moved.corners[0].tolist() == [126, 36]
    assert moved.indices[0].quad[0].tolist() == [130, 40]


@pytest.mark.parametrize(("at", "same"), [((100, 50), True), ((130, 50), False)])
def test_a_card_is_known_by_its_index_wherever_its_outline_is_guessed(at: tuple[float, float], same: bool) -> None:
    motion = resting(0.3)
    change = motion.update(np.full((360, 640, 3), 60, np.uint8), 0.3)
    track = Track.begin(1, card("7C", (100, 50), outline(96, 46)), 0.0, motion.patch(outline(96, 46)))
    again = card("7C", at, outline(50, 46))
    assert bool(associated([track], [again], motion, change, 1.0)) is same


@pytest.mark.parametrize(("confidence", "which"), [(0.97, 1), (0.8, 2)])
def test_a_card_outlined_astray_under_a_hand_is_known_by_its_name_and_index(confidence: float, which: int) -> None:
    """And not taken for another that lies where it does, read from the same card in another way."""
    motion = resting(0.3)
    change = motion.update(np.full((360, 640, 3), 120, np.uint8), 0.3)
    astray, right = outline(60, 46), outline(86, 46)
    first = Track.begin(1, card("9H", (90, 50), astray, face=True), 0.0, motion.patch(astray))
    first.told = first.card()
    unread = replace(card("QH", (130, 90), right, 0.4, face=True), candidates={Card.parse("QH"): 0.4})
    second = Track.begin(2, unread, 0.2, motion.patch(right))
    look = card("9H", (90, 50), right, confidence, face=True)
    assert [track.id for track, _ in associated([first, second], [look], motion, change, 1.0)] == [which]


def test_a_card_to_which_an_index_of_the_one_below_is_put_is_not_that_one() -> None:
    """Laid over the one below, which shows a corner beside it."""
    motion = resting(0.3)
    change = motion.update(np.full((360, 640, 3), 120, np.uint8), 0.3)
    below = Track.begin(1, card("9H", (90, 50), outline(86, 46)), 0.0, motion.patch(outline(86, 46)))
    own = card("10H", (101, 51), outline(90, 47), face=True)
    above = replace(own, indices=(*own.indices, *below.seen.indices))
    assert associated([below], [above], motion, change, 1.0) == []


@pytest.mark.parametrize(
    ("at", "confidence", "again"),
    [((100, 50), 0.97, False), ((91, 50), 0.97, True), ((100, 50), 0.8, True)],
    ids=["an index of its own", "the index of the other", "not surely named"],
)
def test_a_card_over_another_is_no_second_reading_of_it_by_an_index_of_its_own(
    at: tuple[float, float], confidence: float, again: bool
) -> None:
    motion = resting(0.3)
    change = motion.update(np.full((360, 640, 3), 60, np.uint8), 0.3)
    known = Track.begin(1, card("6D", (90, 50), outline(86, 46), face=True), 0.0, motion.patch(outline(86, 46)))
    known.told = known.card()
    found = card("7C", at, outline(90, 46), confidence)
    assert read_again([known], found, [], motion, change) is again


@pytest.mark.parametrize("covered", [True, False], ids=["another was laid on both", "nothing has changed"])
def test_what_lies_under_a_card_that_has_changed_is_not_what_is_seen(covered: bool) -> None:
    """Faces without pips look all alike."""
    motion, where = Motion(), outline(100, 50)
    table = np.kron(np.random.default_rng(4).integers(40, 220, (18, 32, 3)), np.ones((20, 20, 1))).astype(np.uint8)
    for time in (0.0, 0.1, 0.2, 0.3):
        change = motion.update(table, time)
    now = motion.patch(where)
    before = np.random.default_rng(3).normal(0, 40, now.shape).astype(np.float32)
    below = Track.begin(1, card("8D", (102, 52), where, face=True), 0.0, now)
    above = Track.begin(2, card("9D", (102, 52), where, face=True), 0.1, before if covered else now)
    below.told, above.told, below.hidden_by = below.card(), above.card(), 2
    look = card("4C", (102, 52), where, face=True)
    assert read_again([below, above], look, [], motion, change) is not covered


@pytest.mark.parametrize(("named", "alike", "same"), [(True, False, True), (False, False, False), (False, True, True)])
def test_what_was_never_clear_comes_to_light_by_its_picture_alone(named: bool, alike: bool, same: bool) -> None:
    """A ten of hearts laid on a pile in which a ten of hearts or diamonds lies."""
    motion, where = Motion(), outline(100, 50)
    table = np.kron(np.random.default_rng(4).integers(40, 220, (18, 32, 3)), np.ones((20, 20, 1))).astype(np.uint8)
    for time in (0.0, 0.1, 0.2, 0.3):
        change = motion.update(table, time)
    doubtful = replace(card("10H", (102, 52), where, 0.6, face=True), candidates={Card.parse("10H"): 0.6})
    as_it_was = motion.patch(where) if alike else np.random.default_rng(3).normal(0, 40, motion.patch(where).shape)
    track = Track.begin(1, doubtful, 0.0, as_it_was.astype(np.float32))
    track.told = doubtful if named else replace(doubtful, card=None)
    track.hidden_by = 7
    look = card("10H", (102, 52), where, 0.96, face=True)
    assert (associated([track], [look], motion, change, 1.0) != []) == same


@pytest.mark.parametrize(
    ("read", "beside", "same"),
    [
        ("3D", "8D", True),  # a half-covered 8
        ("8H", "8D", True),
        ("3C", "8D", False),  # another card, laid so that its index comes to lie there
        ("3D", None, False),  # nothing shows that the other card lies there still
    ],
)
def test_what_others_leave_of_an_index_is_no_card_where_another_index_of_that_one_is_read(
    read: str, beside: str | None, same: bool
) -> None:
    track = followed("8D")
    assert at_one_place(track, read, beside) == same
    track.told = None
    assert not at_one_place(track, read, beside)


def test_no_index_shines_through_a_card() -> None:
    """A face is outlined whole, by the one index that a hand has left of those of the card known."""
    track = followed("3C")
    track.see(card("3C", (102, 116), outline(100, 50)))
    assert remnant(card("3S", (103, 53), outline(99, 51), face=True), [track])
    on_a_pile = card("3S", (103, 53), outline(103, 25), face=True)
    assert not remnant(on_a_pile, [track]), "the index of the card below peeps out"


def followed(code: str) -> Track:
    """A card told of that was seen whole, an index at its head and one at its foot."""
    at_head = card(code, (102, 52), outline(100, 50), face=True)
    whole = replace(at_head, indices=(*at_head.indices, index(code[:-1], code[-1], 102, 116)))
    track = Track.begin(1, whole, 0.0, np.zeros((1, 1), np.float32))
    track.told = whole
    return track


def at_one_place(track: Track, read: str, beside: str | None) -> bool:
    """Whether an index at the foot of the card followed, and one at its head, are taken for it alone."""
    at_head = card(beside or read, (102, 52) if beside else (102, 116), outline(100, 50))
    track.see(at_head)
    return remnant(card(read, (103, 115), outline(104, 53)), [track])
