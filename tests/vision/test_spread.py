"""A card laid on another covers it; one laid half over it, as in a spread, does not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.tables import Camera, card
from vision.matching import shared
from vision.piles import under
from vision.track import Track
from vision.types import Index, SeenCard


def told(number: int, seen: SeenCard) -> Track:
    track = Track.begin(number, seen, 0.0, np.zeros((0, 0), np.float32))
    track.told = seen
    return track


def laid(x: float, y: float, degrees: float, below: str = "4D") -> tuple[Track, Track]:
    """A card told of at the origin, and another laid off by so many card heights."""
    camera = Camera(tilt=0.4)
    above = told(2, card(camera, "9S", x, y, degrees))
    return told(1, card(camera, below, 0.0, 0.0)), replace(above, told=None)


@pytest.mark.parametrize("step", [0.22, 0.28, 0.34])
@pytest.mark.parametrize("turn", [-4.0, 0.0, 4.0])
@pytest.mark.parametrize("way", [1, -1])
def test_a_spread_does_not_cover_its_cards(step: float, turn: float, way: int) -> None:
    first, second = laid(way * step, 0.01, turn)
    assert shared(first.quad, second.quad) > 0.48
    assert under([first, second], second) is None


@pytest.mark.parametrize("x", [-0.08, 0.0, 0.08])
@pytest.mark.parametrize("y", [-0.08, 0.0, 0.08])
@pytest.mark.parametrize("turn", [-8.0, 0.0, 8.0])
def test_a_card_laid_on_a_pile_covers_it(x: float, y: float, turn: float) -> None:
    first, second = laid(x, y, turn)
    assert under([first, second], second) is first


def test_a_back_has_no_index_to_show() -> None:
    first, second = laid(0.25, 0.0, 0.0, below="??")
    assert under([first, second], second) is first


@pytest.mark.parametrize(("x", "covers"), [(-0.3, True), (0.2, False)], ids=["beside it", "within its outline"])
def test_a_card_whose_index_is_read_lies_under_one_that_leaves_the_index_bare(x: float, covers: bool) -> None:
    """An index that is read where a face would lie over it: that face's outline is drawn too wide."""
    first, second = laid(0.08, 0.0, 0.0)
    spot = first.quad.mean(axis=0) + x * (first.quad[2] - first.quad[3]) * 2
    index = Index((spot + 0.05 * (first.quad - first.quad.mean(axis=0))).astype(np.float32), "4", "D", 0.98)
    first.seen = replace(first.seen, corners_from="index", indices=(index,))
    first.seen_at = second.seen_at = 1.0
    assert (under([first, second], second) is first) == covers


def test_a_card_laid_on_a_pile_covers_the_one_laid_there_last() -> None:
    """Of the one below an index peeps out, and more of its place may be covered."""
    camera = Camera(tilt=0.4)
    older = told(1, card(camera, "QH", 0.0, 0.0, 0.0))
    newer = replace(told(3, card(camera, "10H", 0.04, 0.03, 3.0)), laid=5.0)
    top = replace(told(2, card(camera, "9S", 0.01, 0.0, 0.0)), told=None, laid=8.0)
    assert shared(top.quad, older.quad) > shared(top.quad, newer.quad)
    assert under([older, newer, top], top) is newer


@pytest.mark.parametrize("fans", [True, False])
def test_where_there_are_no_fans_what_lies_mostly_on_a_card_lies_on_it(fans: bool) -> None:
    first, second = laid(0.25, 0.05, 20.0)
    assert 0.5 < shared(first.quad, second.quad) < 0.75
    assert under([first, second], second, fans) is (None if fans else first)


def test_an_index_half_in_sight_peeps_out_from_under_the_card_on_it() -> None:
    first, second = laid(0.0, 0.0, 30.0)
    size = 0.15 * (first.quad - first.quad.mean(axis=0))
    mostly_inside = 0.48 * second.quad[:2].sum(axis=0) + 0.02 * second.quad[2:].sum(axis=0)
    index = Index((mostly_inside + size).astype(np.float32), "4", "D", 0.98)
    first.seen = replace(first.seen, corners_from="index", indices=(index,))
    first.seen_at = second.seen_at = 1.0
    assert under([first, second], second) is first
