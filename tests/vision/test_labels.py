"""Names on a drawing: where they are put, and what is left out of sight."""

from __future__ import annotations

import numpy as np
import pytest

from rules.cards import Card
from tests.vision.fakes import card_quad
from vision.draw import annotated
from vision.geometry import Flags, inside
from vision.labels import Tag, tags, text
from vision.overlap import Overlap
from vision.types import Floats, Index, Reading, SeenCard

SIZE = (1600, 900)
WIDTH = 150
NAMES = ["AH", "2S", "3D", "4C", "5H", "6S", "7D", "8C", "9H", "10S", "JD", "QC", "KH"]


def laid(name: str, x: float, y: float, angle: float = 0.0, guessed: bool = False, sure: float = 0.96) -> SeenCard:
    """A card whose index stands in its top left corner."""
    quad = card_quad(x, y, WIDTH, angle)
    origin, right, down = quad[0], (quad[1] - quad[0]) / WIDTH, (quad[3] - quad[0]) / np.linalg.norm(quad[3] - quad[0])
    corners = np.array([[0.05, 0.05], [0.19, 0.05], [0.19, 0.35], [0.05, 0.35]]) * WIDTH
    index = (origin + corners[:, :1] * right + corners[:, 1:] * down).astype(np.float32)
    printed = Index(glyph=name[:-1], suit=name[-1], quad=index, confidence=sure)
    how = "index" if guessed else "face"
    return SeenCard(Card.parse(name), "up", sure, quad, how, {}, (printed,))  # type: ignore[arg-type]


def spread(step: float, angle: float) -> list[SeenCard]:
    """Thirteen cards, each on the one before it, of which a strip shows with the index."""
    way = step * WIDTH * np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    start = np.array(SIZE) / 2 - 6 * way
    return [laid(name, *(start + row * way), angle, guessed=row < 12) for row, name in enumerate(NAMES)]


def shared(first: Tag, second: Tag) -> int:
    left, top, right, bottom = first.box
    wide, tall = (
        min(right, second.box[2]) - max(left, second.box[0]),
        min(bottom, second.box[3]) - max(top, second.box[1]),
    )
    return max(0, wide) * max(0, tall)


def middle(tag: Tag) -> Floats:
    return np.array([[tag.left + tag.across / 2, tag.top + tag.down / 2]], dtype=np.float32)


@pytest.mark.parametrize("angle", [0, 90, 180, 270, 20])
@pytest.mark.parametrize("step", [0.28, 0.4])
def test_each_tag_of_a_tight_spread_lies_on_what_shows_of_its_card(step: float, angle: float) -> None:
    cards = spread(step, angle)
    lying = Overlap(cards, 1.0)
    placed = tags(cards, lying, SIZE)
    assert [tag.card for tag in placed] == cards
    for row, tag in enumerate(placed):
        assert not any(shared(tag, other) for other in placed[:row])
        assert inside(middle(tag), cards[row].corners)[0]
        assert not lying.hidden(middle(tag), row)[0]
        for card in cards:
            assert not inside(card.indices[0].quad.mean(axis=0)[None], box(tag))[0]


def box(tag: Tag) -> Floats:
    left, top, right, bottom = tag.box
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], dtype=np.float32)


def test_tags_of_a_spread_are_written_in_one_size() -> None:
    cards = spread(0.3, 0.0)
    assert len({tag.tall for tag in tags(cards, Overlap(cards, 1.0), SIZE)[:-1]}) == 1


def test_a_card_by_itself_is_written_large_in_one_line_in_its_middle() -> None:
    cards = [laid("7D", 800, 450)]
    (tag,) = tags(cards, Overlap(cards, 1.0), SIZE)
    assert tag.lines == ("♦7 96%",)
    assert np.allclose(middle(tag), [[800, 450]], atol=2)
    tight = spread(0.28, 0.0)
    assert tag.tall > tags(tight, Overlap(tight, 1.0), SIZE)[0].tall


@pytest.mark.parametrize(("x", "y"), [(0, 0), (1600, 0), (0, 900), (1600, 900), (800, 920)])
def test_a_tag_stays_in_the_picture(x: float, y: float) -> None:
    cards = [laid("10H", x, y), laid("10S", x + 40, y, 30)]
    for tag in tags(cards, Overlap(cards, 1.0), SIZE):
        assert tag.left >= 0
        assert tag.top >= 0
        assert tag.left + tag.across <= SIZE[0]
        assert tag.top + tag.down <= SIZE[1]


def test_what_is_said_of_cards() -> None:
    known = laid("10H", 300, 300, sure=0.9999)
    assert text(known) == "10♥ 99%"
    assert text(SeenCard(None, "down", 0.9, known.corners)) == "face down"
    assert text(SeenCard(None, "up", 0.4, known.corners)) == "?"
    open_to_two = {Card.parse(name): chance for name, chance in (("KC", 0.4), ("KS", 0.3), ("QS", 0.1))}
    assert text(SeenCard(None, "up", 0.4, known.corners, "face", open_to_two)) == "K♣/K♠?"


@pytest.mark.parametrize("lang", ["fr", "de"])
def test_tags_are_in_the_language_and_in_letters_that_can_be_written(lang: str) -> None:
    chances = {Card.parse("KC"): 0.4, Card.parse("KS"): 0.3}
    queen, unknown = laid("QC", 300, 300), SeenCard(None, "up", 0.4, card_quad(700, 300, WIDTH), candidates=chances)
    cards = [queen, SeenCard(None, "down", 0.9, card_quad(1100, 300, WIDTH)), unknown]
    lines = [tag.lines for tag in tags(cards, Overlap(cards, 1.0), SIZE, lang)]
    king = {"fr": "R", "de": "K"}[lang]
    assert lines == [("♣D 96%",), ({"fr": "dos", "de": "verdeckt"}[lang],), (f"♣{king}/♠{king}?",)]
    for told in lines:
        assert all(letter.isascii() or letter in "♣♦♥♠" for letter in "".join(told))
    grey = np.full((900, 1600, 3), 128, np.uint8)
    reading = Reading(1600, 900, tuple(cards))
    assert (annotated(grey, reading, lang) != annotated(grey, reading)).any()


def test_what_lies_on_what_follows_from_the_indices() -> None:
    lower, upper, apart = laid("5C", 400, 400), laid("9D", 440, 410), laid("KS", 1200, 400)
    lying = Overlap([lower, upper, apart], 1.0)
    assert lying.on.tolist() == [[False, True, False], [False, False, False], [False, False, False]]
    points = np.array([[440, 410], [335, 400], [1200, 400]], dtype=np.float32)
    assert lying.hidden(points, 0).tolist() == [True, False, False]
    assert not lying.hidden(points, 1).any()


def test_outlines_that_each_show_an_index_in_the_other_hide_nothing() -> None:
    first, second = laid("5C", 400, 400), laid("9D", 405, 400)
    assert not Overlap([first, second], 1.0).on.any()


def test_the_hidden_part_of_an_outline_is_drawn_thin() -> None:
    lower, upper = laid("5C", 400, 400), laid("9D", 460, 400)
    grey = np.full((900, 1600, 3), 128, np.uint8)
    drawn = annotated(grey, Reading(1600, 900, (lower, upper)))

    def changed(y: int) -> Flags:
        # Across the lower card's right edge, which the upper one covers; its left edge shows.
        return np.asarray((drawn[y] != 128).any(axis=1))

    height = int(lower.corners[3, 1]) - 40
    right, left = int(lower.corners[1, 0]), int(lower.corners[0, 0])
    assert 0 < changed(height)[right - 8 : right + 8].sum() < changed(height)[left - 8 : left + 8].sum()
