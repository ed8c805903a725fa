"""Cards that end under another one are as long as a card."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.test_poses import CARD, INDEX, OPPOSITE, seen
from vision.corners import Group
from vision.language import NOTHING
from vision.poses import settle
from vision.types import Floats, Sightings

BELOW = np.array([(4, 59), (13, 59), (13, 79), (4, 79)], float)
WHOLE_AT = ((100.0, 120.0), (420.0, 140.0))


class Fan:
    """Two cards seen whole, and one outlined as far as another that lies on it, or a little farther."""

    def __init__(self, corners: np.ndarray, indices: list[np.ndarray], over: tuple[float, float] | None) -> None:
        self.at, self.turn = (250.0, 260.0), 12.0
        quads: list[Floats] = []
        self.groups: list[Group] = []
        for number, place in enumerate(WHOLE_AT):
            quads += [seen(INDEX, place, 5.0), seen(OPPOSITE, place, 5.0)]
            self.groups.append(Group([2 * number, 2 * number + 1], seen(CARD, place, 5.0), 0.9, face=number))
        self.short = Group(list(range(4, 4 + len(indices))), seen(corners, self.at, self.turn), 0.8, face=2)
        self.groups.append(self.short)
        quads += [seen(index, self.at, self.turn) for index in indices]
        if over is not None:
            quads.append(seen(INDEX, self._beside(over), self.turn))
            covering = seen(CARD, self._beside(over), self.turn)
            self.groups.append(Group([len(quads) - 1], covering, 0.8, face=3))
        self.before = self.short.outline.copy()
        self.found = Sightings(index_quads=np.stack(quads))
        self.chances = np.zeros((len(quads), 54))
        self.chances[:, 7], self.chances[:, NOTHING] = 0.9, 0.1

    def _beside(self, off: tuple[float, float]) -> tuple[float, float]:
        c, s = np.cos(np.radians(self.turn)), np.sin(np.radians(self.turn))
        return self.at[0] + off[0] * c - off[1] * s, self.at[1] + off[0] * s + off[1] * c

    def off(self) -> float:
        """Mean distance of the card's corners from where they are, in pixels."""
        return float(np.linalg.norm(self.short.outline - seen(CARD, self.at, self.turn), axis=1).mean())

    def settled(self) -> Fan:
        settle(self.groups, self.found, self.chances)
        return self


NARROW = CARD * (0.6, 1.0)
RIGHT_PART = np.add(NARROW, (24, 0))
LOW = CARD * (1.0, 0.5)


@pytest.mark.parametrize(
    ("corners", "indices", "over"),
    [
        (NARROW, [INDEX], (30.0, 0.0)),
        (RIGHT_PART, [OPPOSITE], (-30.0, 0.0)),
        (LOW, [INDEX], (0.0, 40.0)),
        (NARROW, [INDEX, BELOW], (30.0, 0.0)),
    ],
    ids=["right side", "left side", "lower end", "right side of four corners"],
)
def test_a_card_cut_short_by_another_gets_its_length(
    corners: np.ndarray, indices: list[np.ndarray], over: tuple[float, float]
) -> None:
    fan = Fan(corners, indices, over)
    before = fan.off()
    assert before > 9
    assert fan.settled().off() < 0.25 * before


def test_nothing_is_added_where_no_card_lies() -> None:
    fan = Fan(NARROW, [INDEX], None).settled()
    np.testing.assert_array_equal(fan.short.outline, fan.before)


def test_an_outline_of_another_size_altogether_stays() -> None:
    """Neither of its sides can be believed."""
    fan = Fan(CARD * (0.6, 0.8), [INDEX], (30.0, 0.0)).settled()
    np.testing.assert_array_equal(fan.short.outline, fan.before)


def test_a_card_with_indices_at_both_ends_stays() -> None:
    """It may lie raised, or bent."""
    fan = Fan(NARROW, [INDEX * (0.6, 1.0), OPPOSITE * (0.6, 1.0)], (30.0, 0.0)).settled()
    np.testing.assert_array_equal(fan.short.outline, fan.before)


def test_cards_of_which_none_is_seen_whole_stay() -> None:
    """They may all end under others alike."""
    fan = Fan(NARROW, [INDEX], (30.0, 0.0))
    for group in fan.groups[:2]:
        group.members = group.members[:1]
    fan.settled()
    np.testing.assert_array_equal(fan.short.outline, fan.before)
