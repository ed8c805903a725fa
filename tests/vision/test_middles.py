"""Ranks printed large in the middle of cards, with a stand-in for the reader that knows one mark: red over blue."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.fakes import card_quad
from vision.corners import Group
from vision.cover import Cover
from vision.geometry import UNIT, homographies, projected
from vision.middles import consulted
from vision.types import GLYPHS, SUITS, Floats, Image, IndexReading

CARD = card_quad(400, 300, 200, 20)


class OneMark:
    """Reads a rank where red is over blue, one upside down where blue is over red, else nothing; counts the patches."""

    def __init__(self, rank: str, alone: float = 0.8, suited: float = 0.95) -> None:
        self.rank, self.chances, self.asked = rank, [suited, alone], 0

    def probabilities(self, patches: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        count = len(patches)
        self.asked += count
        chances = self.chances.pop(0)
        glyphs, ways = np.zeros((count, len(GLYPHS)), np.float32), np.full((count, 3), 0.05, np.float32)
        red, blue = ((patches[:, one] - patches[:, other]).clip(0) for one, other in ((0, 2), (2, 0)))
        rows = np.arange(patches.shape[2])
        for number in range(count):
            inked = min(float(red[number].sum()), float(blue[number].sum())) > 20
            above, below = (float((each[number].sum(axis=1) * rows).sum()) for each in (red, blue))
            # Of the mark's two halves, as large as each other.
            ways[number, 0 if above < below else 1] = 0.9
            chance = chances if inked else 0.0
            glyphs[number, GLYPHS.index(self.rank)] = chance
            glyphs[number, GLYPHS.index("none")] = 1 - chance
        return glyphs, np.zeros((count, len(SUITS)), np.float32), ways, np.zeros((count, 128), np.float32)


def picture(turned: bool = False) -> Image:
    """A white card with the mark in its middle."""
    image = np.full((600, 800, 3), 90, np.uint8)
    cv2.fillConvexPoly(image, CARD.astype(np.int32), (250, 250, 250))
    for top, colour in ((0.38, (0, 0, 250)), (0.5, (250, 0, 0))):
        own = np.array([[0.4, top], [0.6, top], [0.6, top + 0.12], [0.4, top + 0.12]])
        own = 1 - own if turned else own
        there = projected(homographies(UNIT[None], CARD[None].astype(np.float64)), own[None])[0]
        cv2.fillConvexPoly(image, there.astype(np.int32), colour)
    return np.asarray(image, np.uint8)


def reads(**ranks: float) -> IndexReading:
    """An index that shows ranks with these chances, and else nothing."""
    glyphs = np.zeros(len(GLYPHS), np.float32)
    for name, chance in ranks.items():
        glyphs[GLYPHS.index(name.removeprefix("n"))] = chance
    glyphs[GLYPHS.index("none")] = 1 - glyphs.sum()
    suits = np.full(len(SUITS), 0.2, np.float32)
    return IndexReading(glyphs, suits, np.array([1, 0, 0], np.float32), CARD * 0.1)


def told(
    reader: OneMark, image: Image, readings: list[IndexReading], over: list[Floats] | None = None
) -> tuple[list[str], list[int]]:
    groups = [Group(list(range(len(readings))), CARD, 0.9)]
    marks = np.stack([0.1 * (CARD - CARD[corner]) + CARD[corner] for corner in (0, 2)])[: len(readings)]
    cover = Cover(groups, marks, np.array(over or [], np.float32).reshape(-1, 4, 2), image.shape)
    out, printed = consulted(reader, image, groups, readings, cover)
    for before, after in zip(readings, out, strict=True):
        assert after.glyphs.sum() == pytest.approx(1, abs=1e-5)
        assert after.glyphs[GLYPHS.index("none")] == pytest.approx(before.glyphs[GLYPHS.index("none")], abs=1e-5)
    return [reading.glyph for reading in out], printed


@pytest.mark.parametrize("turned", [False, True])
def test_a_letter_in_the_middle_tells_what_the_corners_leave_open(turned: bool) -> None:
    readings = [reads(n8=0.92, B=0.06), reads(n8=0.72, B=0.25)]
    assert told(OneMark("B"), picture(turned), readings) == (["B", "B"], [0])


@pytest.mark.parametrize(
    ("rank", "alone", "suited", "corner"),
    [
        ("K", 0.8, 0.95, "Q"),
        ("B", 0.2, 0.95, "8"),
        ("B", 0.8, 0.5, "8"),
        ("9", 0.8, 0.95, "6"),
    ],
    ids=["not left open", "in one window", "hardly", "may stand upside down"],
)
def test_what_the_middle_hardly_tells_changes_nothing(rank: str, alone: float, suited: float, corner: str) -> None:
    readings = [reads(**{f"n{corner}": 0.93, "V": 0.05}) for _ in range(2)]
    seen, printed = told(OneMark(rank, alone, suited), picture(), readings)
    assert seen == [corner] * 2
    assert printed == ([0] if rank == "K" else [])


def test_nothing_is_asked_of_clear_corners_and_of_what_something_lies_over() -> None:
    reader = OneMark("B")
    assert told(reader, picture(), [reads(n8=0.99), reads(n8=0.98, B=0.01)]) == (["8", "8"], [])
    lies = (CARD - CARD.mean(axis=0)) * 0.5 + CARD.mean(axis=0)
    assert told(reader, picture(), [reads(n8=0.92, B=0.06)], [lies]) == (["8"], [])
    assert reader.asked == 0


def test_without_cards_there_is_nothing_to_tell() -> None:
    cover = Cover([], np.zeros((0, 4, 2), np.float32), np.zeros((0, 4, 2), np.float32), (100, 100, 3))
    assert consulted(OneMark("B"), np.zeros((100, 100, 3), np.uint8), [], [], cover) == ([], [])
