"""Which unread indices are a known card's own and which may be another card's; which faces are cards."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.fakes import card_quad
from vision.corners import Group
from vision.faces import coincident, double, match, unread
from vision.geometry import UNIT, Doubles, homographies, projected
from vision.language import NOTHING
from vision.prints import USUAL
from vision.types import Floats, Sightings

OUTLINE = card_quad(400, 300, 200, 20)
X, Y = (float(value) for value in USUAL.centre())
CLEAR, UNCLEAR, NONE = range(3)


def index_at(x: float, y: float, outline: Floats = OUTLINE) -> Floats:
    """An index quad whose middle stands at (x, y) of a card, in widths and heights."""
    own = (UNIT - 0.5) * (0.11, 0.17) + (x, y)
    return projected(homographies(UNIT[None], outline[None].astype(np.float64)), own[None])[0].astype(np.float32)


def says(kind: int) -> Doubles:
    row = np.zeros(54)
    row[[0, 1]] = {CLEAR: (0.98, 0.01), UNCLEAR: (0.4, 0.35), NONE: (0.1, 0.05)}[kind]
    row[NOTHING] = 1 - row.sum()
    return row


def left(
    places: list[tuple[float, float]], kinds: list[int], face: bool, own_face: Floats | None = None
) -> tuple[int, list[int]]:
    """Groups left and indices thrown out: a card with two clear corners, and a group of the indices given."""
    quads = [index_at(X, Y), index_at(1 - X, 1 - Y), *(index_at(*place) for place in places)]
    found = Sightings(index_quads=np.stack(quads), index_scores=np.full(len(quads), 0.8, np.float32))
    other = OUTLINE if own_face is None else own_face
    groups = [
        Group([0, 1], OUTLINE, 0.99, face=0 if face else None),
        Group(list(range(2, len(quads))), other, 0.8, face=None if own_face is None else 1),
    ]
    chances = np.stack([says(CLEAR), says(CLEAR), *(says(kind) for kind in kinds)])
    out = unread(groups, found, chances, USUAL)
    return len(groups), out


@pytest.mark.parametrize("face", [True, False])
def test_the_other_corner_of_a_four_corner_card_is_its_own(face: bool) -> None:
    assert left([(1 - X, Y)], [UNCLEAR], face) == (1, [2])


def test_a_corner_and_a_pip_that_were_taken_for_another_card_are_its_own() -> None:
    assert left([(1 - X, Y), (0.3, 0.3)], [UNCLEAR, NONE], face=True) == (1, [2, 3])


def test_an_index_in_a_tight_spread_is_the_next_cards() -> None:
    assert left([(X + 0.17, Y)], [UNCLEAR], face=False) == (2, [])


def test_a_clear_index_is_never_thrown_out() -> None:
    assert left([(1 - X, Y)], [CLEAR], face=True) == (2, [])


def test_an_unread_index_outside_the_card_is_another_cards() -> None:
    assert left([(1.3, 0.5)], [NONE], face=True) == (2, [])


def test_a_face_that_lies_elsewhere_is_another_card() -> None:
    beside = OUTLINE + np.float32(150)
    assert left([(1 - X, Y)], [UNCLEAR], face=True, own_face=beside) == (2, [])


@pytest.mark.parametrize(
    ("places", "name", "members"),
    [
        ([(1 - X, Y), (X, 1 - Y)], 0, [4]),
        ([(1 - X, Y)], 0, [3]),
        ([(1 - X, Y)], 5, [2, 1]),
        ([(X, Y)], 0, [2, 1]),
        ([(0.5, 0.4)], 0, [2, 1]),
    ],
    ids=["second pair", "third corner", "another card", "a corner taken", "no corner"],
)
def test_equal_indices_in_other_corners_of_a_whole_card_are_its_own(
    places: list[tuple[float, float]], name: int, members: list[int]
) -> None:
    quads = [index_at(X, Y), index_at(1 - X, 1 - Y), *(index_at(*place) for place in places)]
    found = Sightings(index_quads=np.stack(quads), index_scores=np.full(len(quads), 0.8, np.float32))
    groups = [Group([0, 1], OUTLINE, 0.99, face=0), Group(list(range(2, len(quads))), card_quad(380, 320, 190), 0.8)]
    chances = np.stack([says(CLEAR)] * 2 + [np.roll(says(CLEAR), name)] * len(places))
    double(groups, found, chances)
    assert [len(group.members) for group in groups] == members


@pytest.mark.parametrize(
    ("place", "name", "four", "members"),
    [
        ((1 - X, Y), 2, True, [3]),
        ((1 - X, Y), 2, False, [2, 1]),
        ((1 - X, Y), 5, True, [2, 1]),
        ((X, Y), 2, True, [2, 1]),
        ((0.85 - X, Y), 2, True, [2, 1]),
    ],
    ids=["its own", "a deck of two corners", "another rank", "a corner taken", "where none is printed"],
)
def test_what_shows_the_rank_alone_in_a_free_corner_of_a_card_is_its_own_in_a_deck_of_four(
    place: tuple[float, float], name: int, four: bool, members: list[int]
) -> None:
    quads = [index_at(X, Y), index_at(1 - X, 1 - Y), index_at(*place)]
    found = Sightings(index_quads=np.stack(quads), index_scores=np.full(3, 0.8, np.float32))
    groups = [Group([0, 1], OUTLINE, 0.99, face=0), Group([2], card_quad(380, 320, 190), 0.8)]
    double(groups, found, np.stack([says(CLEAR), says(CLEAR), np.roll(says(CLEAR), name)]), four)
    assert [len(group.members) for group in groups] == members


@pytest.mark.parametrize(
    ("places", "own", "face", "members"),
    [
        ([(1 - X, Y), (X, 1 - Y)], (1 - X, 1 - Y), None, [[0, 1, 2, 3]]),
        ([(1 - X, Y), (X, 1 - Y)], (1 - X, 1 - Y), 1, [[0, 1], [2, 3]]),
        ([(1 - X, Y), (1 - X, 1 - Y)], (X, 1 - Y), None, [[0, 1], [2, 3]]),
        ([(0.85 - X, Y), (0.15 + X, 1 - Y)], (1 - X, 1 - Y), None, [[0, 1], [2, 3]]),
    ],
    ids=["misread", "another card that is seen", "the next card's edge", "where none is printed"],
)
def test_a_pair_across_a_whole_card_in_its_free_corners_is_its_own_whatever_is_read_there(
    places: list[tuple[float, float]], own: tuple[float, float], face: int | None, members: list[list[int]]
) -> None:
    quads = [index_at(X, Y), index_at(*own), *(index_at(*place) for place in places)]
    found = Sightings(index_quads=np.stack(quads), index_scores=np.full(4, 0.8, np.float32))
    groups = [Group([0, 1], OUTLINE, 0.99, face=0), Group([2, 3], OUTLINE.copy(), 0.8, face=face)]
    double(groups, found, np.stack([says(CLEAR)] * 2 + [np.roll(says(CLEAR), 5)] * 2))
    assert [group.members for group in groups] == members
    assert groups[0].conflict == (len(groups) == 1)


@pytest.mark.parametrize(
    ("places", "name", "shift", "members"),
    [
        ([(1 - X, Y), (X, 1 - Y)], 0, 4.0, [4]),
        ([(1 - X, Y), (X, 1 - Y)], 0, 40.0, [2, 2]),
        ([(1 - X, Y), (X, 1 - Y)], 5, 4.0, [2, 2]),
        ([(1 - X, Y), (X, Y)], 0, 4.0, [2, 2]),
    ],
    ids=["second pair", "of the next card", "another card", "a corner taken"],
)
def test_two_findings_of_one_place_are_one_card_where_their_corners_differ(
    places: list[tuple[float, float]], name: int, shift: float, members: list[int]
) -> None:
    quads = [index_at(X, Y), index_at(1 - X, 1 - Y), *(index_at(*place) for place in places)]
    found = Sightings(index_quads=np.stack(quads), index_scores=np.full(len(quads), 0.8, np.float32))
    groups = [Group([0, 1], OUTLINE, 0.99), Group([2, 3], OUTLINE + np.float32(shift), 0.8)]
    chances = np.stack([says(UNCLEAR)] * 2 + [np.roll(says(UNCLEAR if name == 0 else CLEAR), name)] * 2)
    coincident(groups, found, chances)
    assert [len(group.members) for group in groups] == members


@pytest.mark.parametrize(("other", "joined"), [(0.43, False), (0.75, True)])
def test_a_pair_of_indices_that_says_another_card_is_not_that_cards(other: float, joined: bool) -> None:
    """In a spread of a four-corner deck the next card's edge stands where the card's own other edge may."""
    quads = [index_at(x, y) for x in (X, 1 - X) for y in (Y, 1 - Y)]
    found = Sightings(
        index_quads=np.stack(quads),
        index_scores=np.full(4, 0.8, np.float32),
        face_quads=OUTLINE[None],
        face_scores=np.full(1, 0.9, np.float32),
    )
    groups = [Group([0, 1], OUTLINE.copy(), 0.9), Group([2, 3], OUTLINE + np.float32(20), 0.8)]
    doubtful = np.zeros(54)
    doubtful[[0, 1]] = other, 0.96 - other
    match(groups, found, np.stack([says(CLEAR), says(CLEAR), doubtful, doubtful]))
    assert [group.members for group in groups] == ([[0, 1, 2, 3]] if joined else [[0, 1], [2, 3]])


@pytest.mark.parametrize(
    ("place", "read", "four", "joined"),
    [
        ((1 - X, Y), 0.97, False, False),
        ((X, 1 - Y), 0.97, False, False),
        ((1 - X, Y), 0.97, True, True),
        ((1 - X, 1 - Y), 0.97, False, True),
        ((1 - X, Y), 0.5, False, True),
    ],
    ids=["top", "side", "deck of four corners", "diagonally opposite", "hardly read"],
)
def test_only_decks_of_four_corners_have_indices_at_both_ends_of_an_edge(
    place: tuple[float, float], read: float, four: bool, joined: bool
) -> None:
    """A face may be found round strips of two cards of a set, of which one looks a little like the other."""
    found = Sightings(
        index_quads=np.stack([index_at(X, Y), index_at(*place)]),
        index_scores=np.full(2, 0.8, np.float32),
        face_quads=OUTLINE[None],
        face_scores=np.full(1, 0.9, np.float32),
    )
    groups = [Group([0], OUTLINE.copy(), 0.9), Group([1], OUTLINE + np.float32(15), 0.8)]
    first, second = np.zeros(54), np.zeros(54)
    first[[0, 1]] = 0.97, 0.03
    second[[0, 1]] = 0.03, read
    match(groups, found, np.stack([first, second]), four)
    assert [sorted(group.members) for group in groups] == ([[0, 1]] if joined else [[0], [1]])


@pytest.mark.parametrize(
    ("wide", "places", "matched"),
    [
        (0.6, [(0.38, 0.2), (0.62, 0.8)], True),
        (0.2, [(0.38, 0.2), (0.62, 0.8)], False),
        (0.6, [(0.38, 0.2)], False),
        (0.6, [(0.46, 0.2), (0.54, 0.8)], False),
    ],
    ids=["wide indices in two corners", "narrow ones", "one alone", "nowhere near its corners"],
)
def test_wide_indices_stand_in_the_corners_of_a_face_though_their_middles_lie_far_in(
    wide: float, places: list[tuple[float, float]], matched: bool
) -> None:
    """A suit printed beside a large rank."""
    onto = homographies(UNIT[None], OUTLINE[None].astype(np.float64))
    quads = [projected(onto, ((UNIT - 0.5) * (wide, 0.25) + place)[None])[0].astype(np.float32) for place in places]
    found = Sightings(
        index_quads=np.stack(quads),
        index_scores=np.full(len(quads), 0.8, np.float32),
        face_quads=OUTLINE[None],
        face_scores=np.full(1, 0.9, np.float32),
    )
    groups = [Group(list(range(len(quads))), OUTLINE + np.float32(14), 0.9)]
    match(groups, found, np.stack([says(CLEAR)] * len(quads)))
    assert (groups[0].face == 0) is matched


def test_an_index_at_the_very_edge_of_a_face_leaves_it_to_the_card_whose_indices_stand_on_it() -> None:
    quads = [index_at(0.99, 1 - Y), index_at(X, Y), index_at(1 - X, 1 - Y)]
    found = Sightings(
        index_quads=np.stack(quads),
        index_scores=np.full(3, 0.8, np.float32),
        face_quads=OUTLINE[None],
        face_scores=np.full(1, 0.9, np.float32),
    )
    # What is under the card was outlined where that lies, the card itself not as well.
    groups = [Group([0], OUTLINE.copy(), 0.8), Group([1, 2], OUTLINE + np.float32(14), 0.9)]
    match(groups, found, np.stack([np.roll(says(CLEAR), 3), says(CLEAR), says(CLEAR)]))
    assert [group.face for group in groups] == [None, 0]


@pytest.mark.parametrize(
    ("kinds", "face", "thrown"),
    [((NONE, NONE), None, [4, 5]), ((NONE, UNCLEAR), None, []), ((NONE, NONE), 2, [])],
    ids=["pips of both", "one that may be an index", "a face was seen there"],
)
def test_pips_of_two_cards_side_by_side_are_no_third_card(
    kinds: tuple[int, int], face: int | None, thrown: list[int]
) -> None:
    beside = OUTLINE + np.float32((230, 40))
    quads = [index_at(x, y, outline) for outline in (OUTLINE, beside) for x, y in ((X, Y), (1 - X, 1 - Y))]
    quads += [index_at(0.7, 0.5), index_at(0.3, 0.5, beside)]
    found = Sightings(index_quads=np.stack(quads), index_scores=np.full(6, 0.8, np.float32))
    between = OUTLINE + np.float32((115, 20))
    groups = [
        Group([0, 1], OUTLINE, 0.99, face=0),
        Group([2, 3], beside, 0.99, face=1),
        Group([4, 5], between, 0.7, face=face),
    ]
    chances = np.stack([says(CLEAR)] * 4 + [says(kind) for kind in kinds])
    assert unread(groups, found, chances, USUAL) == thrown
    assert len(groups) == (2 if thrown else 3)
