"""Suits told by the pips, with a stand-in for the reader that goes by colour: green is a club, blue a spade."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from rules.cards import CARDS, Card
from tests.vision.fakes import card_quad
from vision.corners import Group
from vision.cover import Cover
from vision.geometry import Doubles, homographies, projected, sizes
from vision.pips import consulted, windows
from vision.types import GLYPHS, SUITS, Floats, Image

UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
CLUB, SPADE = (60, 180, 60), (180, 60, 60)


class ByColour:
    """Reads a pip's suit from the colour in the middle of its patch; counts the patches."""

    def __init__(self, glyph: str = "none") -> None:
        self.asked = 0
        self.glyph = glyph

    def probabilities(self, patches: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        count = len(patches)
        self.asked += count
        middle = patches[:, :, 40:56, 24:40].mean(axis=(2, 3))
        glyphs = np.zeros((count, len(GLYPHS)), np.float32)
        glyphs[:, GLYPHS.index(self.glyph)] = 1
        suits = np.zeros((count, len(SUITS)), np.float32)
        inked = np.ptp(middle, axis=1) > 0.1
        suits[:, SUITS.index("none")] = ~inked
        suits[:, SUITS.index("C")] = inked & (middle[:, 1] > middle[:, 2])
        suits[:, SUITS.index("S")] = inked & (middle[:, 1] <= middle[:, 2])
        return glyphs, suits, np.zeros((count, 3), np.float32), np.zeros((count, 128), np.float32)


def table_of(**chances: float) -> Doubles:
    row = np.full(54, 1e-6)
    for name, chance in chances.items():
        row[CARDS.index(Card.parse(name.removeprefix("c")))] = chance
    return (row / row.sum())[None]


def picture(outline: Floats, colour: tuple[int, int, int], rank: int) -> Image:
    """A white card on grey with a blot for each pip that the rank has."""
    image = np.full((600, 800, 3), 90, np.uint8)
    cv2.fillConvexPoly(image, outline.astype(np.int32), (250, 250, 250))
    for quad in windows(rank, outline):
        middle = quad.mean(axis=0)
        cv2.circle(image, (int(middle[0]), int(middle[1])), 16, colour, -1)
    return image


def told_by(
    reader: ByColour,
    image: Image,
    outlines: list[Floats],
    table: Doubles,
    backs: list[Floats] | None = None,
    thorough: bool = True,
) -> Doubles:
    """What pips say of cards whose only index each stands in its upper left corner, as far as that tells."""
    groups = [Group([row], outline, 0.9) for row, outline in enumerate(outlines)]
    marks = np.stack([0.1 * (outline - outline[0]) + outline[0] for outline in outlines])
    covers = np.array(backs or [], np.float32).reshape(-1, 4, 2)
    return consulted(reader, image, groups, table, Cover(groups, marks, covers, image.shape), thorough)


def best(table: Doubles) -> str:
    return str(CARDS[int(table[0, :52].argmax())])


@pytest.mark.parametrize(("rank", "count"), [(1, 1), (2, 2), (3, 2), (4, 4), (5, 4), (6, 4), (7, 4), (8, 6), (9, 8)])
def test_a_rank_has_its_pips(rank: int, count: int) -> None:
    assert len(windows(rank, UNIT)) == count


@pytest.mark.parametrize(("colour", "name"), [(CLUB, "KC"), (SPADE, "KS")])
@pytest.mark.parametrize("place", [(0.25, 0.17), (0.75, 0.17), (0.34, 0.28)])
def test_the_pip_in_its_frame_tells_a_courts_suit(
    place: tuple[float, float], colour: tuple[int, int, int], name: str
) -> None:
    """Where some makers have it only at the left, or only at the right; upside down below."""
    outline = card_quad(400, 300, 300, 10)
    image = np.full((600, 800, 3), 90, np.uint8)
    cv2.fillConvexPoly(image, outline.astype(np.int32), (250, 250, 250))
    places = np.array([place, 1 - np.array(place)])
    for x, y in projected(homographies(UNIT[None], outline[None]), places[None])[0]:
        cv2.circle(image, (round(float(x)), round(float(y))), 14, colour, -1)
    told = told_by(ByColour(), image, [outline], table_of(cKC=0.27, cKD=0.2, cKH=0.2, cKS=0.25))
    assert best(told) == name
    assert told[0].max() > 0.8


def test_pips_below_the_middle_stand_on_their_heads_and_all_follow_the_card() -> None:
    outline = card_quad(300, 300, 200, 30)
    onto_unit = homographies(outline[None], UNIT[None])
    own = projected(onto_unit, windows(4, outline).reshape(1, -1, 2)).reshape(-1, 4, 2)
    centres = sorted((round(float(x), 3), round(float(y), 3)) for x, y in own.mean(axis=1))
    assert centres == [(0.29, 0.175), (0.29, 0.825), (0.71, 0.175), (0.71, 0.825)]
    for quad in own:
        upright = quad.mean(axis=0)[1] < 0.5
        assert (quad[0][1] < quad[3][1]) == upright


@pytest.mark.parametrize("angle", [0.0, 25.0, 200.0])
@pytest.mark.parametrize(("colour", "name"), [(CLUB, "7C"), (SPADE, "7S")])
def test_pips_tell_the_suit_that_corners_leave_open(angle: float, colour: tuple[int, int, int], name: str) -> None:
    outline = card_quad(400, 300, 180, angle)
    open_suit = table_of(c7C=0.5, c7S=0.48)
    told = told_by(ByColour(), picture(outline, colour, 7), [outline], open_suit)
    assert best(told) == name
    assert told[0].max() > 0.95
    assert told.sum() == pytest.approx(1)


def test_pips_do_not_choose_a_rank() -> None:
    outline = card_quad(400, 300, 180)
    before = table_of(c7C=0.42, c7S=0.4, c4C=0.1, c4S=0.08)
    told = told_by(ByColour(), picture(outline, SPADE, 7), [outline], before)
    ranks = told[0, :52].reshape(13, 4).sum(axis=1)
    assert ranks[6] == pytest.approx(0.4 / 0.48, abs=0.02)


def test_a_sure_suit_is_not_asked_again() -> None:
    outline, reader = card_quad(400, 300, 180), ByColour()
    sure = table_of(c7C=0.995, c7S=0.005)
    told = told_by(reader, picture(outline, SPADE, 7), [outline], sure, thorough=False)
    assert reader.asked == 0
    assert np.array_equal(told, sure)


def test_what_little_doubt_is_left_pips_are_asked_about_where_there_is_time() -> None:
    outline, reader = card_quad(400, 300, 180), ByColour()
    nearly = table_of(c7C=0.995, c7S=0.005)
    assert best(told_by(reader, picture(outline, SPADE, 7), [outline], nearly)) == "7S"
    certain = table_of(c7C=0.99999, c7S=0.00001)
    reader.asked = 0
    assert np.array_equal(told_by(reader, picture(outline, SPADE, 7), [outline], certain), certain)
    assert reader.asked == 0


def test_pips_under_another_card_are_not_asked() -> None:
    outline, reader = card_quad(400, 300, 180), ByColour()
    open_suit = table_of(c7C=0.5, c7S=0.48)
    cover = card_quad(400 + 0.5 * sizes(outline[None])[0, 0], 300, 180)
    told_by(reader, picture(outline, SPADE, 7), [outline], open_suit, [cover])
    assert reader.asked == 2
    reader.asked = 0
    told_by(reader, picture(outline, SPADE, 7), [outline], open_suit, [card_quad(400, 300, 220)])
    assert reader.asked == 0


@pytest.mark.parametrize("glyph", ["7", "illegible"])
def test_a_patch_that_is_no_pip_says_nothing(glyph: str) -> None:
    outline = card_quad(400, 300, 180)
    open_suit = table_of(c7C=0.5, c7S=0.48)
    told = told_by(ByColour(glyph), picture(outline, SPADE, 7), [outline], open_suit)
    assert told == pytest.approx(open_suit, abs=1e-6)


def test_a_card_too_small_or_half_outside_is_left_as_it_was() -> None:
    reader = ByColour()
    open_suit = table_of(c7C=0.5, c7S=0.48)
    for outline in (card_quad(400, 300, 20), card_quad(-70, 300, 180)):
        told = told_by(reader, picture(outline, SPADE, 7), [outline], open_suit)
        assert np.array_equal(told, open_suit)
    assert reader.asked == 0


def test_where_pips_stand_as_usual_the_middle_of_a_card_holds_no_large_one() -> None:
    """What the window round a single large pip shows of several small ones looks like any suit."""
    outline = card_quad(400, 300, 180)
    image = picture(outline, SPADE, 4)
    middle = outline.mean(axis=0)
    cv2.circle(image, (int(middle[0]), int(middle[1])), 16, CLUB, -1)
    told = told_by(ByColour(), image, [outline], table_of(c4C=0.6, c4S=0.38))
    assert best(told) == "4S"
    assert told[0].max() > 0.99
    alone = np.full((600, 800, 3), 90, np.uint8)
    cv2.fillConvexPoly(alone, outline.astype(np.int32), (250, 250, 250))
    cv2.circle(alone, (int(middle[0]), int(middle[1])), 40, CLUB, -1)
    assert best(told_by(ByColour(), alone, [outline], table_of(c4C=0.48, c4S=0.5))) == "4C"


def test_pips_of_a_card_that_shows_on_another_are_asked_through_it() -> None:
    """As on a pile, where the outlines of the cards beneath cover most of the one on top."""
    seven = card_quad(400, 300, 180)
    rows = np.concatenate([table_of(c7C=0.5, c7S=0.48), table_of(cKH=0.999)])
    for other, shows in ((card_quad(370, 270, 180), True), (card_quad(430, 330, 180), False)):
        told = told_by(ByColour(), picture(seven, SPADE, 7), [seven, other], rows)
        assert (told[0, CARDS.index(Card.parse("7S"))] > 0.95) == shows


def test_pips_tell_against_a_joker() -> None:
    outline = card_quad(400, 300, 180)
    doubtful = table_of(c7C=0.35, c7S=0.3)
    doubtful[0, 52] = 0.34
    told = told_by(ByColour(), picture(outline, CLUB, 7), [outline], doubtful / doubtful.sum())
    assert best(told) == "7C"
    assert told[0, 52] < 0.25
