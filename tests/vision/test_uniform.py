"""Many faint things that look alike, and not like the pack's backs, are the table's pattern."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rules.cards import Card
from vision.types import Image, SeenCard
from vision.uniform import Uniform

BLUE, TILE, RED, BRICK = (150, 60, 40), (225, 225, 225), (40, 40, 170), (120, 140, 190)


class Table:
    """Rectangles of colours, found as face-down cards with some confidence."""

    def __init__(self) -> None:
        self.rng = np.random.default_rng(3)
        self.image: Image = np.full((720, 1280, 3), 120, np.uint8)
        self.cards: list[SeenCard] = []

    def lay(self, colour: tuple[int, int, int], row: int, confidences: list[float], pattern: int = 0) -> list[int]:
        """A row of cards; their numbers."""
        first = len(self.cards)
        for number, confidence in enumerate(confidences):
            x, y = 20 + 90 * number, 20 + 120 * row
            part = np.array(colour) + self.rng.integers(-3 - pattern, 4 + pattern, (98, 70, 1))
            self.image[y : y + 98, x : x + 70] = np.clip(part, 0, 255)
            quad = np.array([(x, y), (x + 70, y), (x + 70, y + 98), (x, y + 98)], np.float32)
            self.cards.append(SeenCard(None, "down", confidence, quad))
        return list(range(first, len(self.cards)))

    def turn_up(self, rows: list[int], named: bool) -> None:
        """Take cards for faces, read or not."""
        for row in rows:
            card = self.cards[row]
            self.cards[row] = replace(card, side="up", card=Card.parse("7D") if named else None)

    def may(self, uniform: Uniform, rows: list[int] | None = None) -> list[bool]:
        cards = self.cards if rows is None else [self.cards[row] for row in rows]
        return uniform.worn(self.image, cards, [card.corners for card in cards])


def test_tiles_are_no_cards_beside_backs_that_are() -> None:
    table = Table()
    table.lay(BLUE, 0, [0.8, 0.7, 0.6, 0.3], pattern=30)
    table.lay(TILE, 1, [0.3, 0.25, 0.2, 0.55, 0.2])
    assert table.may(Uniform()) == [True] * 4 + [False] * 5


def test_what_is_known_of_the_table_holds_for_a_later_look_at_a_part() -> None:
    table, uniform = Table(), Uniform()
    backs = table.lay(BLUE, 0, [0.8, 0.7, 0.6], pattern=30)
    tiles = table.lay(TILE, 1, [0.3, 0.25, 0.2, 0.3])
    assert table.may(uniform, backs) == [True] * 3
    table.may(uniform, tiles)
    assert table.may(uniform, tiles[:1]) == [False]


def test_two_packs_one_odd_card_and_cards_that_face_up_stay() -> None:
    table = Table()
    table.lay(BLUE, 0, [0.9, 0.8, 0.85, 0.9], pattern=30)
    table.lay(RED, 1, [0.7, 0.6, 0.65, 0.7], pattern=30)
    odd = table.lay(TILE, 2, [0.4])
    table.cards.append(SeenCard(None, "up", 0.1, table.cards[odd[0]].corners))
    assert all(table.may(Uniform()))


def test_one_odd_thing_that_is_hardly_a_back_beside_sure_ones_is_none() -> None:
    table = Table()
    table.lay(BLUE, 0, [0.9, 0.8, 0.85, 0.9], pattern=30)
    table.lay(TILE, 2, [0.25])
    assert table.may(Uniform()) == [True] * 4 + [False]


def test_a_pack_that_is_hard_to_tell_is_kept_where_nothing_is_surer() -> None:
    table = Table()
    table.lay(TILE, 0, [0.2, 0.25, 0.3, 0.2, 0.2])
    assert all(table.may(Uniform()))
    assert Uniform().worn(table.image, [], []) == []


def test_one_place_looked_at_again_and_again_stays_one() -> None:
    table, uniform = Table(), Uniform()
    backs = table.lay(BLUE, 0, [0.9, 0.8, 0.85], pattern=30)
    odd = table.lay(TILE, 1, [0.4])
    for _ in range(6):
        assert table.may(uniform, backs + odd) == [True] * 4


@pytest.mark.parametrize(
    ("read", "bricks", "stock", "may"),
    [(3, 6, False, False), (3, 5, False, True), (2, 6, False, True), (3, 6, True, True)],
    ids=["bricks", "a few", "hardly a card known", "of the cards' own stock"],
)
def test_what_passes_for_faces_that_say_nothing_at_many_places_is_the_tables(
    read: int, bricks: int, stock: bool, may: bool
) -> None:
    table = Table()
    table.turn_up(table.lay(TILE, 0, [0.95] * read, pattern=40), named=True)
    rows = table.lay(TILE if stock else BRICK, 1, [0.3] * bricks, pattern=40 if stock else 0)
    table.turn_up(rows[1:], named=False)
    table.turn_up(rows[:1], named=True)
    assert table.may(Uniform()) == [True] * read + [may] * bricks


def test_a_table_on_which_ever_more_is_taken_for_a_card_is_followed_on() -> None:
    """Of more than are remembered half are forgotten, and never the pack's."""
    uniform, image = Uniform(), np.full((720, 1280, 3), 120, np.uint8)
    image[650:700, :300] = BLUE
    corners = np.array([(0, 0), (14, 0), (14, 20), (0, 20)], np.float32)
    pack = [SeenCard(None, "down", 0.9, corners + np.float32([30 * number, 660])) for number in range(3)]
    assert uniform.worn(image, pack, [card.corners for card in pack]) == [True] * 3
    for look in range(24):
        places = [corners + np.float32([40 * number, 26 * look]) for number in range(25)]
        tiles = [SeenCard(None, "down", 0.5, quad) for quad in places]
        assert uniform.worn(image, tiles, places) == [False] * 25, f"look {look}"
    assert uniform.worn(image, pack, [card.corners for card in pack]) == [True] * 3


@pytest.mark.parametrize(("count", "cards"), [(8, False), (4, True)])
def test_of_more_places_than_the_packs_more_is_asked(count: int, cards: bool) -> None:
    """A cloth with a bold pattern repeats it oftener than cards lie on it; a second pack's backs may be as unsure."""
    table = Table()
    table.lay(BLUE, 0, [0.9, 0.88, 0.86, 0.9, 0.85], pattern=30)
    table.lay(TILE, 1, [0.6, 0.55, 0.62, 0.58, 0.6, 0.57, 0.63, 0.59][:count])
    assert table.may(Uniform()) == [True] * 5 + [cards] * count


@pytest.mark.parametrize(("rows", "confidence", "cards"), [(5, 0.2, False), (3, 0.2, True), (5, 0.7, True)])
def test_more_faint_places_than_a_pack_has_cards_are_the_tables(rows: int, confidence: float, cards: bool) -> None:
    """Where nothing else passes for a card: a pack's own backs are faint at times, but not so many."""
    table = Table()
    for row in range(rows):
        table.lay(TILE, row, [confidence] * 13)
    assert table.may(Uniform()) == [cards] * 13 * rows
