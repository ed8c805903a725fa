"""Which faces without an index, jokers and backs are cards, and which cards facing up give way to them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.test_faces import CLEAR, NONE, OUTLINE, UNCLEAR, X, Y, index_at, says
from vision.corners import Group
from vision.types import Floats, Sightings
from vision.wholes import backs, bare, jokers


@pytest.mark.parametrize(
    ("kinds", "cards"),
    [([], 1), ([CLEAR], 1), ([CLEAR, CLEAR], 0), ([CLEAR, UNCLEAR], 1)],
    ids=["none", "of a card lying over it", "of two cards", "of one, and one that says nothing"],
)
def test_an_outline_round_parts_of_several_cards_is_none(kinds: list[int], cards: int) -> None:
    quads = [index_at(0.1 + 0.5 * number, 0.1) for number in range(len(kinds))]
    found = Sightings(
        index_quads=np.array(quads, np.float32).reshape(-1, 4, 2),
        index_scores=np.full(len(quads), 0.8, np.float32),
        face_quads=OUTLINE[None],
        face_scores=np.full(1, 0.7, np.float32),
    )
    away = [OUTLINE + np.float32(90 * (number + 1)) for number in range(len(kinds))]
    groups = [Group([number], outline, 0.8) for number, outline in enumerate(away)]
    chances = np.array([says(kind) for kind in kinds]).reshape(-1, 54)
    assert len(bare(groups, found, chances)) == cards


def on_a_back(place: tuple[float, float], score: float, face: float = 0.95) -> Sightings:
    """A back that may pass for a face, and an index at a place of it, in widths and heights."""
    return Sightings(
        face_quads=OUTLINE[None],
        face_scores=np.array([face], np.float32),
        index_quads=index_at(*place)[None],
        index_scores=np.array([score], np.float32),
        index_cards=OUTLINE[None],
        back_quads=OUTLINE[None],
        back_scores=np.array([0.9], np.float32),
    )


@pytest.mark.parametrize(("x", "kept"), [(X, False), (1 - X, False), (0.02, True), (-0.04, True), (0.99, True)])
def test_no_back_shows_an_index_but_one_stands_beside_it_on_the_card_it_lies_on(x: float, kept: bool) -> None:
    found = replace(on_a_back((x, 1 - Y), 0.76), back_scores=np.array([0.78], np.float32))
    under = Group([0], OUTLINE + np.float32(8), 0.76)
    assert backs([under], found, says(CLEAR)[None]) == ([0] if kept else [])


def askew(quad: Floats, degrees: float) -> Floats:
    """A quad turned about its middle."""
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    middle = quad.mean(axis=0)
    return ((quad - middle) @ np.array([[cos, sin], [-sin, cos]]) + middle).astype(np.float32)


@pytest.mark.parametrize(
    ("places", "degrees", "back", "face", "kept"),
    [
        ([(1 - X, Y)], 0, 0.83, False, [0]),
        ([(X, Y), (1 - X, 1 - Y)], 15, 0.83, False, [0]),
        ([(X, Y), (1 - X, 1 - Y)], 0, 0.83, False, []),
        ([(X, Y), (1 - X, Y)], 0, 0.83, False, [0]),
        ([(1 - X, Y)], 0, 0.65, False, []),
        ([(1 - X, Y)], 0, 0.75, False, []),
        ([(1 - X, Y)], 0, 0.83, True, []),
        ([(X, Y), (1 - X, 1 - Y)], 15, 0.83, True, []),
        ([(X, Y), (1 - X, Y), (1 - X, 1 - Y)], 15, 0.83, False, []),
        ([(X, Y), (1 - X, 1 - Y), (X, 0.5)], 15, 0.83, False, [0]),
        ([(X, Y), (1 - X, 1 - Y), (1.1, Y)], 15, 0.83, False, [0]),
    ],
)
def test_a_back_is_one_though_what_peeps_out_under_it_is_outlined_with_it(
    places: list[tuple[float, float]], degrees: float, back: float, face: bool, kept: list[int]
) -> None:
    found = replace(
        on_a_back(places[0], 0.7),
        index_quads=np.stack([askew(index_at(*place), degrees) for place in places]),
        index_scores=np.full(len(places), 0.7, np.float32),
        index_cards=np.stack([OUTLINE] * len(places)),
        back_scores=np.array([back], np.float32),
    )
    members = list(range(len(places)))
    card = Group(members, OUTLINE + np.float32(8), 1 - 0.3 ** len(places), face=0 if face else None)
    assert backs([card], found, np.stack([says(CLEAR)] * len(places))) == kept


@pytest.mark.parametrize(
    ("face", "index", "kinds", "kept"),
    [
        (0.67, 0.73, [CLEAR], [0]),
        (0.67, 0.73, [CLEAR, NONE], [0]),
        (0.67, 0.73, [CLEAR, CLEAR], []),
        (0.67, 0.73, [CLEAR, UNCLEAR], []),
        (0.8, 0.73, [CLEAR], []),
        (0.67, 0.9, [CLEAR], []),
    ],
    ids=[
        "one index",
        "one, and print",
        "both, as a face shows",
        "both, one's suit in doubt",
        "sooner a face",
        "an index in full",
    ],
)
def test_what_is_sooner_a_back_than_a_face_and_shows_one_index_lies_on_the_card_of_that(
    face: float, index: float, kinds: list[int], kept: list[int]
) -> None:
    """As the card with which somebody knocks, laid face down on the discards."""
    found = replace(on_a_back((0.06, Y), index, face), back_scores=np.array([0.75], np.float32))
    if len(kinds) == 2:
        both = np.stack([index_at(0.06, Y), index_at(1 - X, 1 - Y)])
        found = replace(
            found,
            index_quads=both,
            index_cards=np.stack([OUTLINE, OUTLINE]),
            index_scores=np.full(2, index, np.float32),
        )
    card = Group(list(range(len(kinds))), OUTLINE + np.float32(5), index, face=0)
    assert backs([card], found, np.stack([says(kind) for kind in kinds])) == kept


@pytest.mark.parametrize(
    ("kind", "place", "score", "left"),
    [
        (UNCLEAR, (X, Y), 0.5, 0),
        (NONE, (0.5, 0.5), 0.5, 0),
        (UNCLEAR, (X, Y), 0.95, 1),
        (UNCLEAR, (1.02, Y), 0.5, 1),
        (CLEAR, (X, Y), 0.5, 1),
    ],
)
def test_what_says_nothing_on_a_surer_back_is_of_its_print(
    kind: int, place: tuple[float, float], score: float, left: int
) -> None:
    found = on_a_back(place, score)
    groups = [Group([0], OUTLINE + np.float32(60), score)]
    backs(groups, found, says(kind)[None])
    assert len(groups) == left


@pytest.mark.parametrize(
    ("kind", "face", "left"), [(NONE, 0.8, 0), (UNCLEAR, 0.8, 0), (UNCLEAR, 0.95, 1), (CLEAR, 0.8, 1)]
)
def test_a_face_that_says_nothing_where_a_surer_back_lies_is_that_back(kind: int, face: float, left: int) -> None:
    groups = [Group([0], OUTLINE + np.float32(5), 0.5, face=0)]
    assert backs(groups, on_a_back((X, Y), 0.5, face), says(kind)[None]) == [0]
    assert len(groups) == left


@pytest.mark.parametrize(("x", "kept"), [(X, []), (0.02, [0]), (-0.04, [0])])
def test_a_back_is_one_though_a_card_under_it_shows_its_index_at_the_edge(x: float, kept: list[int]) -> None:
    """The same outline was taken for a face too, surer than for a back: the index beside it was given to that."""
    found = on_a_back((x, Y), 0.9)
    card = Group([0], OUTLINE + np.float32(5), 0.95, face=0)
    assert backs([card], found, says(CLEAR)[None]) == kept


@pytest.mark.parametrize(("x", "own"), [(X, True), (-0.02, False)])
def test_a_card_that_peeps_out_under_a_back_lies_where_its_index_says(x: float, own: bool) -> None:
    """The back was taken for its face too, less surely."""
    beside = OUTLINE - np.float32((60, 10))
    found = replace(on_a_back((x, Y), 0.76), index_cards=beside[None])
    card = Group([0], OUTLINE.copy(), 0.76, face=0)
    backs([card], found, says(UNCLEAR if own else CLEAR)[None])
    assert card.face == (0 if own else None)
    assert np.array_equal(card.outline, OUTLINE if own else beside)


@pytest.mark.parametrize(
    ("joker", "apart", "told"),
    [(0.6, 6, ([], [0])), (0.95, 6, ([0], [])), (0.6, 150, ([0], [0])), (0.95, 150, ([0], [0]))],
    ids=["rather a back", "rather a joker", "a joker beside a back", "a sure joker beside a back"],
)
def test_what_looks_like_a_joker_and_like_a_back_is_one_card(
    joker: float, apart: float, told: tuple[list[int], list[int]]
) -> None:
    found = Sightings(
        joker_quads=OUTLINE[None] + np.float32(apart),
        joker_scores=np.array([joker], np.float32),
        back_quads=OUTLINE[None],
        back_scores=np.array([0.8], np.float32),
    )
    seen = jokers([], found, np.zeros((0, 54)))
    assert (seen, backs([], found, np.zeros((0, 54)), seen)) == told


@pytest.mark.parametrize(("second", "kept"), [(0, []), (4, [0])], ids=["of one rank", "of two"])
def test_a_face_whose_faint_print_passes_for_a_back_shows_its_rank_at_three_corners(
    second: int, kept: list[int]
) -> None:
    """Its suits are too small to be told apart; two corners may peep out of what lies under a back askew on it."""
    places = [(X, Y), (1 - X, Y), (1 - X, 1 - Y)]
    chances = np.stack([says(UNCLEAR)] * 3)
    chances[2] = np.roll(chances[2, :52], second).tolist() + chances[2, 52:].tolist()
    found = replace(
        on_a_back(places[0], 0.6),
        index_quads=np.stack([index_at(*place) for place in places]),
        index_scores=np.full(3, 0.6, np.float32),
        index_cards=np.stack([OUTLINE] * 3),
    )
    assert backs([Group([0, 1, 2], OUTLINE + np.float32(2), 0.94)], found, chances) == kept
