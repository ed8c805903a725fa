"""Two places that clearly say the same card are one where its corners could stand so, as long as there is one pack."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.fakes import card_quad
from vision.corners import Group
from vision.equals import join
from vision.faces import match
from vision.geometry import UNIT, Doubles, homographies, projected
from vision.language import NOTHING
from vision.prints import USUAL
from vision.types import Floats, Sightings

X, Y = (float(value) for value in USUAL.centre())
FIRST, NEXT, FAR = card_quad(300, 300, 200), card_quad(360, 310, 200), card_quad(1500, 300, 200)


def index_at(x: float, y: float, outline: Floats) -> Floats:
    """An index quad whose middle stands at (x, y) of a card, read from the nearer end."""
    own = (UNIT - 0.5) * (0.11, 0.17)
    own = (own if y < 0.5 else -own) + (x, y)
    return projected(homographies(UNIT[None], outline[None].astype(np.float64)), own[None])[0].astype(np.float32)


def says(name: int, chance: float = 0.97) -> Doubles:
    row = np.zeros(54)
    row[name], row[NOTHING] = chance, 1 - chance
    return row


def joined(
    indices: list[tuple[Floats, int]], groups: list[Group], packs: int | None, faces: list[Floats] | None = None
) -> list[list[int]]:
    """The members of what is left of some groups."""
    found = Sightings(
        index_quads=np.stack([quad for quad, _ in indices]),
        index_scores=np.full(len(indices), 0.8, np.float32),
        face_quads=np.stack(faces) if faces else np.zeros((0, 4, 2), np.float32),
    )
    chances = np.stack([says(name) for _, name in indices])
    join(groups, found, chances, packs)
    return [sorted(group.members) for group in groups]


@pytest.mark.parametrize("packs", [None, 1])
def test_the_other_corner_of_a_card_that_was_found_askew_is_its_own(packs: int | None) -> None:
    # The second index points elsewhere, and outlines a card that does not lie there.
    indices = [(index_at(X, Y, FIRST), 0), (index_at(1 - X, 1 - Y, FIRST), 0), (index_at(X, Y, FAR), 9)]
    groups = [Group([0], FIRST, 0.8), Group([1], card_quad(360, 480, 200, 120), 0.8), Group([2], FAR, 0.8)]
    assert joined(indices, groups, packs) == [[0, 1], [2]]
    assert groups[0].score == pytest.approx(0.96)


def test_the_outline_is_that_of_the_index_that_has_the_other_on_its_card() -> None:
    indices = [(index_at(X, Y, FIRST), 0), (index_at(1 - X, 1 - Y, FIRST), 0)]
    elsewhere = card_quad(140, 100, 200, 120)
    groups = [Group([0], elsewhere, 0.9), Group([1], FIRST, 0.8)]
    assert joined(indices, groups, 1) == [[0, 1]]
    assert np.array_equal(groups[0].outline, FIRST)


@pytest.mark.parametrize("packs", [None, 1, 2])
def test_equal_cards_of_a_fan_are_two_of_which_one_is_misread(packs: int | None) -> None:
    """Read the same way, and where no other index of the one card would stand."""
    indices = [(index_at(X, Y, FIRST), 0), (index_at(X, Y, NEXT), 0)]
    assert joined(indices, [Group([0], FIRST, 0.8), Group([1], NEXT, 0.8)], packs) == [[0], [1]]


@pytest.mark.parametrize(("packs", "left"), [(None, 2), (1, 1), (2, 2)])
def test_equal_indices_at_two_ends_of_an_edge_are_one_cards_where_there_is_but_one_pack(
    packs: int | None, left: int
) -> None:
    indices = [(index_at(X, Y, FIRST), 0), (index_at(1 - X, Y, FIRST), 0)]
    groups = [Group([0], FIRST, 0.8), Group([1], card_quad(470, 300, 200), 0.8)]
    assert len(joined(indices, groups, packs)) == left


@pytest.mark.parametrize(("x", "members"), [(1.25, [[0, 1, 2]]), (2.05, [[0, 1], [2]])])
def test_of_a_card_known_by_two_corners_what_stands_beside_it_is_misread(x: float, members: list[list[int]]) -> None:
    """As a six of diamonds beside the six of spades, of a deck that is black all over."""
    indices = [(index_at(X, Y, FIRST), 0), (index_at(1 - X, 1 - Y, FIRST), 0), (index_at(x, 1 - Y, FIRST), 0)]
    groups = [Group([0, 1], FIRST, 0.9), Group([2], card_quad(660, 300, 200), 0.8)]
    assert joined(indices, groups, 1) == members


def test_an_equal_card_far_off_shows_a_second_pack() -> None:
    indices = [
        (index_at(X, Y, FIRST), 0), (index_at(1 - X, 1 - Y, NEXT), 0), (index_at(X, Y, FIRST + 40), 9),
        (index_at(X, Y, FAR), 9),
    ]  # fmt: skip
    groups = [Group([row], outline, 0.8) for row, outline in enumerate((FIRST, NEXT, FIRST + 40, FAR))]
    assert len(joined(indices, groups, None)) == 4


def test_two_whole_cards_stay_two() -> None:
    beside = card_quad(520, 300, 200)
    indices = [(index_at(1 - X, 1 - Y, FIRST), 0), (index_at(X, Y, beside), 0)]
    groups = [Group([0], FIRST, 0.8, face=0), Group([1], beside, 0.8, face=1)]
    assert len(joined(indices, groups, 1, [FIRST, beside])) == 2


def test_what_does_not_read_clearly_is_joined_to_nothing() -> None:
    found = Sightings(
        index_quads=np.stack([index_at(X, Y, FIRST), index_at(1 - X, 1 - Y, FIRST)]),
        index_scores=np.full(2, 0.8, np.float32),
    )
    groups = [Group([0], FIRST, 0.8), Group([1], NEXT, 0.8)]
    join(groups, found, np.stack([says(0), says(0, 0.6)]), 1)
    assert len(groups) == 2


def test_a_face_goes_to_what_reads_clearly_and_not_to_a_doubtful_corner_beside_it() -> None:
    quads = [
        index_at(1 - X, Y, FIRST),
        index_at(1 - X, 1 - Y, FIRST),
        index_at(0.35, 0.4, FIRST),
        index_at(X, Y, FIRST),
    ]
    found = Sightings(
        index_quads=np.stack(quads), index_scores=np.full(4, 0.8, np.float32), face_quads=FIRST[None],
        face_scores=np.array([0.8], np.float32),
    )  # fmt: skip
    # Two corners of the card and a pip between, outlined a little off; and one corner that says nothing, outlined well.
    groups = [Group([0, 1, 2], FIRST + np.float32([0, 35]), 0.9), Group([3], FIRST + np.float32([4, 4]), 0.7)]
    match(groups, found, np.stack([says(0), says(0), says(3, 0.3), says(4, 0.3)]))
    assert next(group for group in groups if group.face == 0).members[:3] == [0, 1, 2]


def test_a_face_that_has_an_index_outside_is_another_cards() -> None:
    quads = [index_at(X, Y, FIRST)]
    beside = FIRST + (FIRST[1] - FIRST[0]) * np.float32(X + 0.1)
    found = Sightings(
        index_quads=np.stack(quads), index_scores=np.full(1, 0.8, np.float32), face_quads=beside[None],
        face_scores=np.array([0.8], np.float32),
    )  # fmt: skip
    groups = [Group([0], FIRST, 0.8)]
    match(groups, found, np.stack([says(0)]))
    assert groups[0].face is None


def test_a_face_belongs_to_the_two_corners_of_an_edge_that_outline_its_card_on_the_other_side() -> None:
    # Both ends of the left edge, as in a spread: the card lies to their right, and they put it to their left.
    quads = np.stack([index_at(X, Y, FIRST), index_at(X, 1 - Y, FIRST)])
    found = Sightings(
        index_quads=quads, index_scores=np.full(2, 0.8, np.float32), face_quads=FIRST[None],
        face_scores=np.array([0.8], np.float32),
    )  # fmt: skip
    groups = [Group([0, 1], FIRST - (FIRST[1] - FIRST[0]) * np.float32(0.78), 0.9)]
    match(groups, found, np.stack([says(0), says(0)]))
    assert groups[0].face == 0
    assert np.array_equal(np.sort(groups[0].outline, axis=0), np.sort(FIRST, axis=0))
