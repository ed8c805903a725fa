"""Cards of a fan, of which only indices are seen: told apart by those, wherever their outlines are taken to lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import pytest

from models import load_reader
from models.load import weights_folder
from rules.cards import Card
from vision.association import as_known, associated, read_again, remnant
from vision.confirmation import Confirmation
from vision.motion import Motion
from vision.picture import load
from vision.printed import in_common, of_one_card, separate
from vision.reading import Reader
from vision.table import mapped_card
from vision.track import Track
from vision.tracker import Tracker
from vision.types import Floats, Index, SeenCard

SAMPLES = Path(str(files("service") / "samples"))
FAN = Path(__file__).parents[3] / "shared" / "data" / "dev" / "tables" / "images" / "table07_03.jpg"


def outline(x: float, y: float) -> Floats:
    return np.array([[x, y], [x + 60, y], [x + 60, y + 84], [x, y + 84]], np.float32)


def index(glyph: str | None, suit: str | None, x: float, y: float) -> Index:
    return Index(np.array([[x, y], [x + 8, y], [x + 8, y + 16], [x, y + 16]], np.float32), glyph, suit, 0.99)


def card(code: str, at: tuple[float, float], where: Floats, confidence: float = 0.97, face: bool = False) -> SeenCard:
    """A card with an index whose upper left corner is `at`."""
    name = Card.parse(code)
    prints = (index(code[:-1], code[-1], *at),)
    listed = {name: confidence}
    return SeenCard(name, "up", confidence, where, "face" if face else "index", candidates=listed, indices=prints)


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
        matched = [(track, as_known(track, one)) for track, one in associated(tracks, seen, motion, change, time)]
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


def held(picture: Path, reader: Reader, seconds: float = 2.0) -> list[str]:
    """The cards known after a picture was held before a camera, 1280 pixels at most, which shakes a little."""
    whole = load(picture)
    factor = min(1.0, 1280 / max(whole.shape))
    image = cv2.resize(whole, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    rng = np.random.default_rng(5)
    tracker, drift = Tracker(reader, packs=1), np.zeros(2)
    for number in range(round(25 * seconds)):
        drift = 0.7 * drift + rng.normal(0, 0.25, 2)
        shift = np.array([[1, 0, drift[0]], [0, 1, drift[1]]])
        moved = cv2.warpAffine(image, shift, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
        noisy = np.clip(moved + rng.normal(0, 2, (*image.shape[:2], 1)), 0, 255).astype(np.uint8)
        state = tracker.update(noisy, number / 25)
    return sorted(str(one.card.card) for one in state.cards)


@pytest.fixture(scope="module")
def reader() -> Reader:
    if not (weights_folder() / "detector.onnx").is_file():
        pytest.skip("no trained weights here")
    return load_reader(threads=1)


@pytest.mark.parametrize("name", ["gin_knock", "hand"])
def test_a_spread_is_followed_as_a_photo_of_it_is_read(name: str, reader: Reader) -> None:
    picture = SAMPLES / f"{name}.jpg"
    assert held(picture, reader) == sorted(str(one.card) for one in reader.read(str(picture), packs=1).cards)


@pytest.mark.skipif(not FAN.is_file(), reason="the labelled photos are not here")
def test_all_thirteen_cards_of_a_real_fan_are_followed(reader: Reader) -> None:
    assert held(FAN, reader) == sorted(["2H", "3H", "5H", "2C", "4C", "8C", "2D", "7D", "9D", "10D", "4S", "9S", "10S"])
