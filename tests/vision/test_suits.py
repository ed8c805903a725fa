"""Suits looked at by themselves, with a stand-in for the reader that goes by colour: green is a club, blue a spade.

It sees a single suit in a window that a blot fills about as far as a pip fills its own, and says nothing clear of
others.
"""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.geometry import UNIT
from vision.suits import by_themselves
from vision.types import GLYPHS, SUITS, Floats, Image

CLUB, SPADE = SUITS.index("C"), SUITS.index("S")
GREEN, BLUE = (60, 180, 60), (180, 60, 60)
WIDE, TALL = 60.0, 120.0
LEFT, TOP = 300.0, 200.0
LEAST, MOST = 0.04, 0.34
"""Shares of a window that a blot of a suit may fill."""
OFF = 10.0
"""Pixels of the window that its middle may be off."""


class ByColour:
    """Counts the windows it is shown; `doubt` goes to another suit, and where it is `ranked` it sees a rank in each."""

    def __init__(self, doubt: float = 0.0, ranked: bool = False) -> None:
        self.doubt, self.ranked, self.asked = doubt, ranked, 0

    def probabilities(self, patches: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        count = len(patches)
        self.asked += count
        glyphs, suits = np.zeros((count, len(GLYPHS)), np.float32), np.zeros((count, len(SUITS)), np.float32)
        glyphs[:, GLYPHS.index("4" if self.ranked else "none")] = 1
        for number, patch in enumerate(patches):
            inked = np.ptp(patch, axis=0) > 0.2
            rows, columns = np.nonzero(inked)
            if LEAST < inked.mean() < MOST and abs(rows.mean() - 48) < OFF and abs(columns.mean() - 32) < OFF:
                red, green, blue = patch[:, inked].mean(axis=1)
                suit, other = (CLUB, SPADE) if green > max(red, blue) else (SPADE, CLUB)
                suits[number, suit], suits[number, other] = 1 - self.doubt, self.doubt
            else:
                suits[number, SUITS.index("none")] = 1
        return glyphs, suits, np.zeros((count, 3), np.float32), np.zeros((count, 128), np.float32)


def printed(x: float, y: float, tall: float, colour: tuple[int, int, int] = GREEN) -> Image:
    """A white card with a suit `tall` index heights high at (x, y), in index widths and heights from its top left."""
    image = np.full((600, 800, 3), 245, np.uint8)
    middle = (round(LEFT + x * WIDE), round(TOP + y * TALL))
    cv2.ellipse(image, middle, (round(0.42 * tall * TALL), round(0.5 * tall * TALL)), 0, 0, 360, colour, -1)
    return image


def quad() -> Floats:
    return (UNIT * (WIDE, TALL) + (LEFT, TOP)).astype(np.float32)[None]


def says(**chances: float) -> Floats:
    row = np.full(len(SUITS), 1e-3, np.float32)
    for suit, chance in chances.items():
        row[SUITS.index(suit)] = chance
    return row[None]


def rank(glyph: str = "J") -> Floats:
    row = np.zeros((1, len(GLYPHS)), np.float32)
    row[0, GLYPHS.index(glyph)] = 1
    return row


@pytest.mark.parametrize(
    ("x", "y", "tall"),
    [
        pytest.param(0.5, 0.9, 0.2, id="tiny at the foot"),
        pytest.param(0.5, 0.88, 0.23, id="small at the foot"),
        pytest.param(0.55, 0.45, 0.55, id="beside, half inside"),
        pytest.param(1.68, 0.45, 0.68, id="beside"),
        pytest.param(1.87, 0.45, 0.55, id="beside, farther"),
        pytest.param(1.9, 0.9, 0.8, id="lower"),
        pytest.param(3.0, 0.48, 0.98, id="the first pip"),
        pytest.param(3.3, 0.9, 1.35, id="a court's"),
    ],
)
@pytest.mark.parametrize(("colour", "suit"), [(GREEN, CLUB), (BLUE, SPADE)])
def test_a_suit_in_doubt_is_told_wherever_it_stands(
    x: float, y: float, tall: float, colour: tuple[int, int, int], suit: int
) -> None:
    before = says(C=0.2, S=0.7) if suit == CLUB else says(C=0.7, S=0.2)
    after = by_themselves(ByColour(), printed(x, y, tall, colour), quad(), rank(), before)
    assert after[0].argmax() == suit
    assert after[0, suit] > 0.8
    assert after[0].sum() == pytest.approx(1, abs=1e-5)


def test_a_suit_that_was_not_seen_at_all_is_found_beside_the_rank() -> None:
    after = by_themselves(ByColour(), printed(1.65, 0.45, 0.68), quad(), rank(), says(none=0.99))
    assert after[0, CLUB] > 0.8
    assert after[0, SUITS.index("none")] == 0


def test_a_sure_suit_is_not_asked_for() -> None:
    reader, before = ByColour(), says(S=0.97)
    assert by_themselves(reader, printed(0.5, 0.9, 0.2), quad(), rank(), before) is before
    assert reader.asked == 0


@pytest.mark.parametrize("glyph", ["none", "illegible", "joker"])
def test_what_shows_no_rank_has_no_suit(glyph: str) -> None:
    reader, before = ByColour(), says(S=0.6)
    assert by_themselves(reader, printed(0.5, 0.9, 0.2), quad(), rank(glyph), before) is before
    assert reader.asked == 0


@pytest.mark.parametrize("reader", [ByColour(doubt=0.2), ByColour(ranked=True)], ids=["in doubt", "another index"])
def test_what_is_not_clear_says_nothing(reader: ByColour) -> None:
    before = says(C=0.3, S=0.6)
    assert (by_themselves(reader, printed(0.5, 0.9, 0.2), quad(), rank(), before) == before).all()
    assert reader.asked


def test_what_one_window_alone_shows_says_nothing() -> None:
    class First(ByColour):
        def probabilities(self, patches: Floats) -> tuple[Floats, Floats, Floats, Floats]:
            again = self.asked > 0
            out = super().probabilities(patches)
            if again:
                out[1][:, [CLUB, SPADE]] = out[1][:, [SPADE, CLUB]]
            return out

    before = says(C=0.3, S=0.6)
    assert (by_themselves(First(), printed(0.5, 0.9, 0.2), quad(), rank(), before) == before).all()


def test_an_index_on_its_head_is_looked_at_from_its_own_top() -> None:
    image = np.ascontiguousarray(printed(0.5, 0.9, 0.2)[::-1, ::-1])
    standing = np.array([800, 600], np.float32) - 1 - quad()
    after = by_themselves(ByColour(), image, standing, rank(), says(C=0.2, S=0.7))
    assert after[0].argmax() == CLUB
    upside_down = by_themselves(ByColour(), image, np.roll(standing, -2, axis=1), rank(), says(C=0.2, S=0.7))
    assert upside_down[0].argmax() == SPADE


def test_in_a_mirror_a_suit_stands_on_the_other_side() -> None:
    image = np.ascontiguousarray(printed(1.65, 0.45, 0.68)[:, ::-1])
    middle = LEFT + WIDE / 2
    mirrored = quad() + np.array([799 - 2 * middle, 0], np.float32)
    before = says(C=0.2, S=0.7)
    assert by_themselves(ByColour(), image, mirrored, rank(), before, mirrored=True)[0].argmax() == CLUB
    assert (by_themselves(ByColour(), image, mirrored, rank(), before) == before).all()


def test_a_window_in_which_another_index_lies_shows_nothing() -> None:
    """In a fan the next card's suit stands beside this one's rank."""
    before = says(C=0.2, S=0.7)
    both, ranks = np.concatenate([quad(), quad() + np.array([WIDE, 0], np.float32)]), np.repeat(rank(), 2, axis=0)
    image = printed(1.68, 0.45, 0.68)
    assert by_themselves(ByColour(), image, both[:1], ranks[:1], before)[0].argmax() == CLUB
    after = by_themselves(ByColour(), image, both, ranks, np.concatenate([before, says(S=0.99)]))
    assert (after[0] == before[0]).all()


def test_where_there_is_no_time_only_the_most_doubtful_are_looked_at() -> None:
    image = np.full((600, 800, 3), 245, np.uint8)
    several = np.concatenate([quad() + np.array([70 * k - 280, 0], np.float32) for k in range(6)])
    sure = [0.7, 0.9, 0.55, 0.8, 0.6, 0.5]
    suits, ranks = np.concatenate([says(S=chance) for chance in sure]), np.repeat(rank(), 6, axis=0)
    for k in range(6):
        cv2.ellipse(image, (round(several[k, :, 0].mean()), round(TOP + 0.9 * TALL)), (10, 12), 0, 0, 360, GREEN, -1)
    after = by_themselves(ByColour(), image, several, ranks, suits)
    assert (after.argmax(axis=1) == CLUB).all()
    hurried = by_themselves(ByColour(), image, several, ranks, suits, most=4)
    assert (hurried.argmax(axis=1) == CLUB).tolist() == [True, False, True, False, True, True]
    assert (hurried[[1, 3]] == suits[[1, 3]]).all()


def test_an_index_without_area_is_left_as_it_was() -> None:
    flat = quad()
    flat[0, 2:] = flat[0, :2][::-1]
    before = says(S=0.6)
    assert by_themselves(ByColour(), printed(0.5, 0.9, 0.2), flat, rank(), before) is before
    both, ranks = np.concatenate([flat, quad()]), np.repeat(rank(), 2, axis=0)
    after = by_themselves(ByColour(), printed(0.5, 0.9, 0.2), both, ranks, np.concatenate([before, says(C=0.2, S=0.7)]))
    assert (after[0] == before[0]).all()
    assert after[1].argmax() == CLUB
