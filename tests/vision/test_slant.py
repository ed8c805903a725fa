"""Tables seen from low down."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from datasets.backgrounds import Backgrounds
from datasets.composer import Decks, compose
from datasets.painter import paint_deck
from models.load import NETWORKS, load_reader, weights_folder
from tests.vision.tables import Camera, card
from vision.geometry import short_edge_first
from vision.scales import Part
from vision.slant import flattened, slant, slanted
from vision.types import Floats, Reading, SeenCard, Sightings

SHAPE = (400, 600, 3)


def laid(*angles: float, flat: float = 1.0) -> Floats:
    """Cards of 100 by 140 pixels turned by angles and seen so many times flatter, (N, 4, 2)."""
    card = np.array([[-50, -70], [50, -70], [50, 70], [-50, 70]])
    turns = [np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) for angle in angles]
    return np.array([(card @ turn) * (1, 1 / flat) + 200 for turn in turns], dtype=np.float32)


def seen(outlines: Floats) -> Sightings:
    """One sure index on each of the cards, which sees its outline."""
    middles = outlines.mean(axis=1, keepdims=True)
    return Sightings(
        index_quads=(outlines - middles) * 0.1 + middles,
        index_cards=outlines,
        index_scores=np.full(len(outlines), 0.9, dtype=np.float32),
    )


@pytest.mark.parametrize("angles", [(0.0, 0.0), (0.0, 1.2, 2.6), (1.57, 1.57)])
@pytest.mark.parametrize("flat", [1.0, 2.0, 3.5])
def test_how_flat_cards_are_seen_however_they_lie(angles: tuple[float, ...], flat: float) -> None:
    told = flattened(laid(*angles, flat=flat))
    assert told is not None
    direction, times = told
    assert times == pytest.approx(flat, rel=1e-3)
    if flat > 1:
        assert abs(direction[1]) == pytest.approx(1, abs=1e-3)


def test_one_card_tells_nothing() -> None:
    assert flattened(laid(0.3, flat=2)) is None
    assert slant(seen(laid(0.3, flat=2)), (), SHAPE) is None


def test_what_is_seen_from_above_stays_as_it_is() -> None:
    assert slant(seen(laid(0.0, 0.7)), (), SHAPE) is None


def test_a_flat_picture_is_stretched_the_way_it_is_flat_and_no_farther_than_it_helps() -> None:
    # What indices guess shows half of it: 1.3 times flat by their outlines is 1.69 times.
    little, much = slant(seen(laid(0.0, 0.7, flat=1.3)), (), SHAPE), slant(seen(laid(0.0, 0.7, flat=2.5)), (), SHAPE)
    assert little is not None
    assert much is not None
    assert little.size == pytest.approx((600, 676), abs=1)
    assert much.size == pytest.approx((600, 1200), abs=1)


@pytest.mark.parametrize("largest", [6_000_000, 100_000])
def test_what_is_seen_in_the_stretched_picture_is_told_where_it_lies_in_the_picture(
    largest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.slant._LARGEST", largest)
    flat = slant(seen(laid(0.2, 1.3, flat=1.4)), (), SHAPE)
    assert flat is not None
    image = np.zeros(SHAPE, dtype=np.uint8)
    cv2.circle(image, (330, 120), 6, (255, 255, 255), -1)
    assert flat.size[0] * flat.size[1] < max(1.3 * largest, 600 * 400 * 3)
    shown = flat.stretched(image)[..., 0]
    assert shown.shape == flat.size[::-1]
    rows, columns = np.nonzero(shown > 150)
    spot = np.tile(np.array([columns.mean(), rows.mean()], dtype=np.float32), (4, 1))
    read = Reading(flat.size[0], flat.size[1], cards=(SeenCard(None, "up", 0.3, spot),))
    told = flat.unstretched(read, SHAPE)
    assert (told.width, told.height) == (600, 400)
    np.testing.assert_allclose(told.cards[0].corners[0], (330, 120), atol=0.5 / flat.shrunk)


def test_of_a_large_picture_what_lies_round_the_cards_is_stretched_and_stays_as_large() -> None:
    flat = slant(seen(laid(0.0, 0.0, flat=1.3)), (), (3000, 4000, 3))
    assert flat is not None
    # Cards from 150 to 250 and 146 to 254 pixels, a card's longer side of 108 round them.
    assert flat.box == (42, 38, 358, 362)
    assert flat.shrunk == 1
    assert flat.size == pytest.approx((316, 324 * 1.69), abs=2)


@pytest.mark.skipif(
    not all((weights_folder() / name).is_file() for name in NETWORKS),
    reason="no trained weights here",
)
def test_cards_of_a_squeezed_picture_are_read_and_outlined_in_it() -> None:
    rng = np.random.default_rng(4)
    reader = load_reader(threads=1)
    scene = compose(rng, Decks(paint=paint_deck, reuse=1), Backgrounds([]), layout="grid", size=(1600, 1200))
    squeezed = cv2.resize(scene.image, (1600, 360), interpolation=cv2.INTER_AREA)
    named = {str(card.card): card for card in reader.read(squeezed).cards if card.card is not None}
    shown = {card.code: card for card in scene.cards if card.side == "up" and card.visible > 0.95}
    assert len(shown) >= 6
    assert len(shown.keys() & named.keys()) >= 0.8 * len(shown)
    for code in shown.keys() & named.keys():
        middle = shown[code].quad.mean(axis=0) * (1, 360 / 1200)
        np.testing.assert_allclose(named[code].corners.mean(axis=0), middle, atol=20)


def table(tilt: float, turned: float = 0.0) -> list[SeenCard]:
    """Two rows of cards that lie face down, seen by a camera tilted by so much, in radians."""
    rng = np.random.default_rng(2)
    camera = Camera(tilt)
    spots = [(x, y) for y in (-0.7, 0.7) for x in (-2.0, -1.0, 0.0, 1.0, 2.0)]
    cards = [card(camera, "??", x, y, turned + float(rng.normal(0, 6))) for x, y in spots]
    return [replace(each, corners=short_edge_first(each.corners[None])[0]) for each in cards]


@pytest.mark.parametrize("turned", [0.0, 90.0])
@pytest.mark.parametrize("tilt", [0.85, 1.0, 1.1])
def test_how_flat_a_table_is_seen_is_told_by_how_its_cards_lie(tilt: float, turned: float) -> None:
    flat = slanted(table(tilt, turned), (720, 1280, 3))
    assert flat is not None
    assert flat.times == pytest.approx(1 / np.cos(tilt), rel=0.12)
    assert flat.box == (0, 0, 1280, 720)
    assert flat.size == pytest.approx((1280, 720 * flat.times), rel=0.1)


def test_cards_read_tell_it_better_than_what_indices_guess() -> None:
    cards, shape = table(1.0), (720, 1280, 3)
    guessed = seen(laid(0.0, 0.7, flat=1.3))
    told = slant(guessed, cards, shape)
    assert told is not None
    assert told.times == pytest.approx(1 / np.cos(1.0), rel=0.12)
    faint = [replace(each, confidence=0.6) for each in cards[2:]]
    held = slant(guessed, [*cards[:2], *faint], shape)
    assert held is not None
    assert held.times == pytest.approx(1.3**2, rel=1e-3)
    assert slant(seen(laid(0.0, 0.7)), cards, shape) is not None


def test_where_cards_read_see_nothing_flat_indices_may() -> None:
    cards, shape = table(0.3), (720, 1280, 3)
    held = slant(seen(laid(0.0, 0.7, flat=1.3)), cards, shape)
    assert held is not None
    assert held.times == pytest.approx(1.3**2, rel=1e-3)
    assert slant(seen(laid(0.0, 0.7)), cards, shape) is None


@pytest.mark.parametrize("tilt", [0.0, 0.3, 0.6])
def test_a_table_seen_from_higher_up_is_not_stretched(tilt: float) -> None:
    assert slanted(table(tilt), (720, 1280, 3)) is None


def test_a_part_of_a_picture_is_looked_at_with_as_many_pixels_where_it_is_stretched() -> None:
    flat = slanted(table(1.0), (720, 1280, 3))
    assert flat is not None
    part = flat.part(Part((200, 100, 800, 500), 0.8))
    points = np.array([[200, 100], [800, 100], [800, 500], [200, 500]], dtype=np.float64) - 0.5
    reached = flat.onto(points)
    left, top, right, bottom = part.box
    assert np.abs(reached.min(axis=0) + 0.5 - (left, top)).max() <= 1
    assert np.abs(reached.max(axis=0) + 0.5 - (right, bottom)).max() <= 1
    taken = (right - left) * (bottom - top) * part.scale**2
    assert taken == pytest.approx(600 * 400 * 0.8**2, rel=0.15)
    whole = flat.part(Part((0, 0, 1280, 720), 1.0)).box
    assert whole == (0, 0, *flat.size)
