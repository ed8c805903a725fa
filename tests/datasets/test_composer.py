"""Composed pictures and their truth agree."""

from __future__ import annotations

import numpy as np
import pytest
from plaindeck import OTHER_RANK, OTHER_SUIT, RANK, SUIT, PlainDeck, PlainDecks

from datasets.backgrounds import Backgrounds
from datasets.composer import LAYOUTS, Decks, compose
from datasets.composer.canvas import Canvas
from datasets.composer.items import LaidCard
from datasets.composer.truth import card_truth
from datasets.composer.view import Sheet, View
from datasets.scene import PlacedCard

SIZE = (640, 480)
VIEWS = {
    "from above": View(SIZE, (0.0, 0.0), 4.0, 1200.0, aim=(320.0, 240.0)),
    "tilted": View(SIZE, (0.0, 0.0), 4.0, 1200.0, tilt=0.9, turn=0.5, roll=0.1, aim=(320.0, 240.0)),
    "upside down": View(SIZE, (0.1, 0.0), 4.0, 1300.0, tilt=0.3, turn=3.1, aim=(300.0, 250.0)),
    "through a wide lens": View(SIZE, (0.3, 0.1), 3.0, 900.0, 0.5, turn=-1.0, aim=(350.0, 200.0), lens=(-0.1, 0.02)),
}
SHEETS = {
    "flat": Sheet(0.0, 0.0, 0.2, 250 / 350),
    "bowed": Sheet(0.0, 0.0, -0.4, 250 / 350, curl=0.1),
    "arched": Sheet(0.05, 0.0, 1.3, 250 / 350, curl=-0.08, curl_angle=1.57),
    "dog-eared": Sheet(0.0, 0.05, 0.1, 250 / 350, curl=0.03, corners=(0.0, 0.1, 0.0, 0.0)),
    "held": Sheet(0.0, 0.0, 0.0, 250 / 350, lift=0.1, lean=0.4),
}


def _draw(view: View, *sheets: Sheet) -> tuple[Canvas, list[PlacedCard]]:
    canvas = Canvas(np.full((SIZE[1], SIZE[0], 3), 90, dtype=np.uint8), view)
    deck = PlainDeck()
    cards = [LaidCard(deck, "10H", True, sheet) for sheet in sheets]
    for number, card in enumerate(cards, start=1):
        canvas.sheet(deck.face(card.code).image, card.sheet, number)
    return canvas, [card_truth(canvas, card, number, canvas.image) for number, card in enumerate(cards, start=1)]


def _inner(quad: np.ndarray, u: float, v: float) -> tuple[int, int]:
    a, b, c, d = quad
    x, y = (1 - u) * (1 - v) * a + u * (1 - v) * b + u * v * c + (1 - u) * v * d
    return round(float(y)), round(float(x))


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_labels_lie_on_the_ink(view: View, sheet: Sheet) -> None:
    canvas, [card] = _draw(view, sheet)
    for index, rank, suit in zip(card.indices, (RANK, OTHER_RANK), (SUIT, OTHER_SUIT), strict=True):
        # The rank fills four sevenths of the index from its own top, the suit the rest.
        for v, ink in ((0.12, rank), (0.45, rank), (0.68, suit), (0.9, suit)):
            for u in (0.15, 0.5, 0.85):
                shown = canvas.image[_inner(index.quad, u, v)].astype(int)
                assert np.abs(shown - ink).max() < 60, (u, v, shown)
        # Just outside there is paper.
        for u, v in ((-0.2, 0.5), (1.2, 0.3), (0.5, -0.12), (0.5, 1.12)):
            assert canvas.image[_inner(index.quad, u, v)].min() > 190


def test_an_index_lies_on_its_ink_to_a_part_of_a_pixel() -> None:
    canvas, [card] = _draw(VIEWS["from above"], Sheet(0.0, 0.0, 0.0, 250 / 350))
    paper = canvas.image.min(axis=2).astype(float)
    for index in card.indices:
        low, high = np.floor(index.quad.min(axis=0)).astype(int) - 3, np.ceil(index.quad.max(axis=0)).astype(int) + 4
        ink = 1 - paper[low[1] : high[1], low[0] : high[0]] / 255
        middle = [(ink.sum(axis=axis) * np.arange(ink.shape[1 - axis])).sum() / ink.sum() for axis in (0, 1)]
        assert np.abs(low + middle - index.quad.mean(axis=0)).max() < 0.15


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_the_card_quad_starts_at_the_corner_next_to_its_index(view: View) -> None:
    _, [card] = _draw(view, SHEETS["flat"])
    near, far = card.indices
    assert np.allclose(near.card_quad, card.quad)
    assert np.allclose(far.card_quad, np.roll(card.quad, -2, axis=0))
    for index in card.indices:
        reach = np.linalg.norm(card.quad - index.quad.mean(axis=0), axis=1)
        assert np.allclose(index.card_quad[0], card.quad[int(reach.argmin())])


def test_pixels_outside_the_card_are_the_table() -> None:
    canvas, [card] = _draw(VIEWS["tilted"], SHEETS["flat"])
    middle = card.quad.mean(axis=0)
    for corner in card.quad:
        x, y = corner + (corner - middle) / np.linalg.norm(corner - middle) * 3
        assert (canvas.image[round(float(y)), round(float(x))] == 90).all()
        x, y = corner - (corner - middle) / np.linalg.norm(corner - middle) * 5
        assert canvas.image[round(float(y)), round(float(x))].min() > 200


def test_a_card_over_half_another_hides_that_half() -> None:
    width = 250 / 350
    _, [under, over] = _draw(VIEWS["from above"], Sheet(0, 0, 0, width), Sheet(width / 2, 0, 0, width))
    assert under.visible == pytest.approx(0.5, abs=0.03)
    assert over.visible == 1.0
    near, far = under.indices
    assert (near.rank_visible, near.suit_visible) == (1.0, 1.0)
    assert (far.rank_visible, far.suit_visible) == (0.0, 0.0)


def test_a_cover_down_to_the_suit_hides_the_suit_alone() -> None:
    width = 250 / 350
    # The upper card's top edge runs along the border between rank and suit, 60 of 350 texture pixels down.
    _, [under, _] = _draw(VIEWS["from above"], Sheet(0, 0, 0, width), Sheet(0, 60 / 350, 0, width))
    near = under.indices[0]
    assert near.rank_visible > 0.9
    assert near.suit_visible < 0.1


def test_what_lies_outside_the_picture_is_not_visible() -> None:
    view = VIEWS["from above"]
    edge = SIZE[0] / 2 / view.scale
    _, [card] = _draw(view, Sheet(edge, 0, 0, 250 / 350))
    assert card.visible == pytest.approx(0.5, abs=0.03)
    assert card.indices[0].rank_visible == 1.0
    assert card.indices[1].rank_visible == 0.0


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_composes(layout: str) -> None:
    scene = compose(np.random.default_rng(11), PlainDecks(), Backgrounds(), layout, SIZE)
    assert scene.image.shape == (480, 640, 3)
    assert scene.layout == layout
    assert bool(scene.cards) == (layout != "empty")
    for card in scene.cards:
        assert 0.0 <= card.visible <= 1.0
        assert np.isfinite(card.quad).all()
        assert (card.side == "down") == (card.code is None)
        assert len(card.indices) == (2 if card.side == "up" else 0)
        for index in card.indices:
            assert np.isfinite(index.quad).all()
    if scene.cards:
        assert max(card.visible for card in scene.cards) > 0.05


def test_tables_without_cards_have_no_labels() -> None:
    for seed in range(4):
        scene = compose(np.random.default_rng(seed), PlainDecks(), Backgrounds(), "empty", (320, 240))
        assert scene.cards == []
        assert scene.image.std() > 0


def test_the_same_seed_gives_the_same_picture() -> None:
    first, again, other = (compose(np.random.default_rng(s), PlainDecks(), Backgrounds(), size=SIZE) for s in (7, 7, 8))
    assert np.array_equal(first.image, again.image)
    assert first.to_json() == again.to_json()
    assert not np.array_equal(first.image, other.image)


def test_an_unknown_layout_is_named() -> None:
    with pytest.raises(ValueError, match="no layout 'canasta'"):
        compose(np.random.default_rng(0), PlainDecks(), Backgrounds(), "canasta")


def test_decks_are_kept_and_replaced() -> None:
    painted: list[PlainDeck] = []

    def paint(rng: np.random.Generator) -> PlainDeck:
        painted.append(PlainDeck())
        return painted[-1]

    decks = Decks(paint, keep=4, reuse=5)
    rng = np.random.default_rng(1)
    for _ in range(400):
        decks.sample(rng)
    assert 50 < len(painted) < 130
    held = {id(decks.sample(rng)) for _ in range(12)}
    assert held & {id(deck) for deck in painted[-4:]}


def test_a_pack_shows_another_back_in_every_scene_and_the_same_faces() -> None:
    deck = PlainDeck()
    decks = Decks(lambda rng: deck, keep=1, other_backs=1.0)
    rng = np.random.default_rng(3)
    shown = [decks.sample(rng) for _ in range(6)]
    for one in shown:
        assert np.array_equal(one.face("5H").image, deck.face("5H").image)
        assert one.codes() == deck.codes()
        assert one.back().shape == deck.back().shape
        assert np.array_equal(one.back()[..., 3], deck.back()[..., 3]), "cut out like the pack's own"
    assert len({one.back().tobytes() for one in shown}) == 6


def test_a_source_of_decks_needs_a_source() -> None:
    with pytest.raises(ValueError, match="painter or folders"):
        Decks()
