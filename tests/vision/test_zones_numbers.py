"""What cards show of the slots they lie in: a layout keeps its numbers while one of its cards is not seen."""

from __future__ import annotations

from tests.vision.tables import Camera, card
from vision.types import SeenCard
from vision.zones import trash

CAMERA = Camera(0.3)
# Two layouts of six, each its sixth card before its first; the piles go on their rows, an equal step away.
NEAR = [(-1.8, 0.7), (-0.9, 0.7), (0.0, 0.7), (0.9, 0.7), (1.8, 0.7), (-1.8, 1.9)]
FAR = [(1.8, -0.7), (0.9, -0.7), (0.0, -0.7), (-0.9, -0.7), (-1.8, -0.7), (1.8, -1.9)]
STOCK, DISCARD = (2.7, -0.7), (2.7, 0.7)


def table(near: list[str], far: list[str], discard: str) -> list[SeenCard]:
    """The cards of both layouts, slot by slot, "--" where none was seen; then stock and discard."""
    lying = [*zip(near, NEAR, strict=True), *zip(far, FAR, strict=True), ("??", STOCK), (discard, DISCARD)]
    return [card(CAMERA, name, x, y) for name, (x, y) in lying if name != "--"]


def test_a_layout_is_the_one_that_its_cards_number() -> None:
    cards = table(["AD", "??", "3S", "??", "5C", "--"], ["??", "??", "??", "4C", "??", "??"], "10D")
    found = trash(cards, 2, 6)
    assert [layout.side for layout in found.layouts] == ["near", "far"]
    assert [layout.slots for layout in found.layouts] == [(0, 1, 2, 3, 4, None), (5, 6, 7, 8, 9, 10)]
    assert (found.stock, found.discard) == (11, 12)


def test_one_card_in_the_wrong_slot_moves_no_layout() -> None:
    near = ["AD", "??", "8S", "??", "??", "??"]
    found = trash(table(near, ["??", "??", "??", "4C", "??", "??"], "10D"), 2, 6)
    assert [layout.slots for layout in found.layouts] == [tuple(range(6)), tuple(range(6, 12))]
    layouts, discard = found.to_observation()
    assert [str(place) for place in layouts["near"]] == near
    assert str(discard) == "10D"
