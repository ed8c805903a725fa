"""Cards on a table seen at a slant: which of their edges are the short ones."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.film.stage import aim
from rules.cards import Card
from tests.vision.tables import outline
from vision.geometry import short_edge_first
from vision.lying import lying, seen_from_above
from vision.types import Index, SeenCard
from vision.zones import trash

SIZE = (1280, 720)
ROWS = [(float(x), y) for y in (-2.5, -1.3, 1.3, 2.5) for x in range(-2, 3)] + [(-0.6, 0.0), (0.6, 0.0)]
"""Two layouts of ten, a stock and a discard pile, in card heights."""


def seen(
    tilt: float, apart: float, turned: float, faces: int, seed: int, crossed: tuple[int, ...] = (), askew: float = 5.0
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Outlines as a detector gives them, which are upright for sure, and the cards on the table."""
    rng = np.random.default_rng(seed)
    spots = np.array(ROWS) + rng.normal(0, 0.05, (len(ROWS), 2))
    if turned:
        spots = spots[:, ::-1]
    turns = turned + rng.normal(0, askew, len(spots))
    turns[list(crossed)] += 90.0
    table = np.array([outline(x, y, degrees) for (x, y), degrees in zip(spots, turns, strict=True)])
    low, high = table.min(axis=(0, 1)), table.max(axis=(0, 1))
    view = aim(rng, (low[0], low[1], high[0], high[1]), SIZE, tilt, apart)
    points = np.concatenate([table.reshape(-1, 2), np.zeros((4 * len(table), 1))], axis=1)
    quads = (view.project(points).reshape(-1, 4, 2) + rng.normal(0, 1.0, table.shape)).astype(np.float32)
    upright = np.zeros(len(table), dtype=bool)
    upright[rng.permutation(len(table))[:faces]] = True
    quads[~upright] = short_edge_first(quads[~upright])
    return quads, upright, table


@pytest.mark.parametrize("apart", [0.9, 1.6, 2.7])
@pytest.mark.parametrize("tilt", [0.0, 0.4, 0.7, 0.9, 1.1])
@pytest.mark.parametrize("faces", [0, 1, 6])
@pytest.mark.parametrize("turned", [0.0, 90.0], ids=["away", "across"])
def test_a_slanted_table_is_laid_flat(tilt: float, apart: float, faces: int, turned: float) -> None:
    for seed in range(3):
        quads, upright, table = seen(tilt, apart, turned, faces, seed)
        plane, flat = lying(quads, upright, ~upright)
        first = np.abs(flat[:, 1] - flat[:, 0])
        assert ((first[:, 1] > first[:, 0]) == bool(turned)).all()
        sides = np.linalg.norm(np.roll(flat, -1, axis=1) - flat, axis=2)
        assert (sides[:, 0] < sides[:, 1]).all()
        between = np.linalg.norm(flat.mean(1)[:, None] - flat.mean(1)[None], axis=-1)
        true = np.linalg.norm(table.mean(1)[:, None] - table.mean(1)[None], axis=-1)
        assert (np.abs(between - true) < 0.1 + 0.1 * true).all()
        assert plane.error < 0.05


@pytest.mark.parametrize("tilt", [0.0, 0.5, 1.0])
def test_cards_may_lie_across_among_others(tilt: float) -> None:
    crossed = (3, 8, 21)
    quads, upright, _ = seen(tilt, 1.2, 0.0, 0, 5, crossed)
    _, flat = lying(quads, upright, ~upright)
    first = np.abs(flat[:, 1] - flat[:, 0])
    assert set(np.flatnonzero(first[:, 1] > first[:, 0])) == set(crossed)


def test_one_index_read_the_wrong_way_round_turns_no_table() -> None:
    quads, upright, _ = seen(1.0, 1.0, 0.0, 8, 6)
    quads[np.flatnonzero(upright)[0]] = np.roll(quads[np.flatnonzero(upright)[0]], 1, axis=0)
    _, flat = lying(quads, upright, ~upright)
    first = np.abs(flat[~upright, 1] - flat[~upright, 0])
    assert (first[:, 0] > first[:, 1]).all()


@pytest.mark.parametrize("tilt", [0.6, 0.9, 1.1])
@pytest.mark.parametrize(("turned", "sides"), [(0.0, ("near", "far")), (90.0, ("left", "right"))])
def test_layouts_are_found_from_low_down_before_a_card_is_turned_up(
    tilt: float, turned: float, sides: tuple[str, ...]
) -> None:
    for seed in range(3):
        quads, _, _ = seen(tilt, 1.2, turned, 0, seed)
        table = trash([SeenCard(None, "down", 0.97, quad) for quad in quads], 2, 10)
        assert tuple(layout.side for layout in table.layouts) == sides
        assert {card for layout in table.layouts for card in layout.slots} == set(range(20))


@pytest.mark.parametrize("apart", [0.6, 0.8, 1.0, 3.0])
@pytest.mark.parametrize("tilt", [0.36, 0.48, 0.54])
@pytest.mark.parametrize("seed", range(5))
def test_layouts_are_found_by_a_phone_held_upright_between_players_at_its_sides(
    tilt: float, apart: float, seed: int
) -> None:
    quads, _, _ = seen(tilt, apart, 0.0, 0, seed, crossed=(20,), askew=3.0)
    rotated = short_edge_first(np.stack([SIZE[1] - quads[..., 1], quads[..., 0]], axis=-1).astype(np.float32))
    table = trash([SeenCard(None, "down", 0.97, quad) for quad in rotated], 2, 10)
    assert tuple(layout.side for layout in table.layouts) == ("left", "right")
    assert {card for layout in table.layouts for card in layout.slots} == set(range(20))


def test_faces_lie_as_their_indices_read_whichever_edge_looks_short() -> None:
    quads, _, _ = seen(1.0, 1.2, 0.0, 0, 4)
    first = np.abs(quads[:, 1] - quads[:, 0])
    # As a detector begins them: with the edge that looks short, which runs away from the camera here.
    assert (first[:, 1] > first[:, 0]).mean() > 0.5
    cards = [SeenCard(None, "down", 0.97, quad) for quad in quads]
    for number in (2, 5, 11):
        upright = np.roll(quads[number], -1, axis=0) if first[number, 1] > first[number, 0] else quads[number]
        index = upright[0] + 0.2 * (upright - upright[0])
        cards[number] = SeenCard(Card.parse("8C"), "up", 0.99, quads[number], indices=(Index(index, "8", "C", 0.99),))
    _, flat = seen_from_above(cards)
    edge = np.abs(flat[:, 1] - flat[:, 0])
    assert (edge[:, 0] > edge[:, 1]).all()
