"""Cards of which an index alone is seen lie where the table's whole cards and the deck's print say."""

from __future__ import annotations

import numpy as np
import pytest

from vision.corners import Group
from vision.geometry import UNIT
from vision.language import NOTHING
from vision.poses import settle
from vision.types import Floats, Sightings

CARD = UNIT * (60, 84)
INDEX = np.array([(4, 5), (13, 5), (13, 25), (4, 25)], float)
OPPOSITE = np.array([60, 84]) - INDEX
RIGHT = np.array([(47, 5), (56, 5), (56, 25), (47, 25)], float)


def seen(points: np.ndarray, at: tuple[float, float], degrees: float) -> Floats:
    """Points of a card, laid on the table and seen by a camera that looks down at a slant."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    laid = (points - (30, 42)) @ np.array([[c, s], [-s, c]]) + at
    camera = np.array([[1.0, 0.05, 20.0], [0.0, 0.8, 10.0], [0.0, -0.0006, 1.0]])
    flat = np.column_stack([laid, np.ones(len(laid))]) @ camera.T
    return (flat[:, :2] / flat[:, 2:]).astype(np.float32)


class Layout:
    """Whole cards with both indices, and one card of which an index is seen."""

    def __init__(self, whole: int, lone: np.ndarray = INDEX, off: float = 9.0) -> None:
        quads: list[Floats] = []
        self.groups: list[Group] = []
        places = [((100.0, 120.0), 4.0), ((200.0, 130.0), -8.0), ((310.0, 100.0), 90.0), ((420.0, 140.0), 171.0)]
        for number, place in enumerate(places[:whole]):
            quads += [seen(INDEX, *place), seen(OPPOSITE, *place)]
            members = [2 * number, 2 * number + 1]
            self.groups.append(Group(members, seen(CARD, *place), 0.9, face=number))
        self.truth = seen(CARD, (250.0, 260.0), 25.0)
        quads.append(seen(lone, (250.0, 260.0), 25.0))
        # Turned about its index, and too large, as a detector guesses it.
        middle = quads[-1].mean(axis=0)
        turn = np.radians(off)
        spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        guess = ((self.truth - middle) * 1.15 @ spin + middle).astype(np.float32)
        self.lone = Group([2 * whole], guess, 0.8)
        self.groups.append(self.lone)
        self.guess = guess.copy()
        self.found = Sightings(index_quads=np.stack(quads))
        self.chances = np.zeros((len(quads), 54))
        self.chances[:, 7], self.chances[:, NOTHING] = 0.9, 0.1

    def off(self) -> float:
        """Mean distance of the lone card's corners from where they are, in pixels."""
        return float(np.linalg.norm(self.lone.outline - self.truth, axis=1).mean())


@pytest.mark.parametrize("whole", [2, 4])
def test_a_card_known_by_its_index_is_put_where_it_lies(whole: int) -> None:
    layout = Layout(whole)
    before = layout.off()
    settle(layout.groups, layout.found, layout.chances)
    assert before > 8
    assert layout.off() < 0.55 * before
    for group, place in zip(layout.groups[:whole], ((100.0, 120.0), (200.0, 130.0)), strict=False):
        np.testing.assert_allclose(group.outline.mean(axis=0), seen(CARD, place, 0.0).mean(axis=0), atol=4)


def test_the_right_hand_index_of_four_corners_stays_at_the_right() -> None:
    layout = Layout(4, RIGHT, off=-9.0)
    before = layout.off()
    settle(layout.groups, layout.found, layout.chances)
    assert layout.off() < 0.55 * before


def test_without_a_whole_card_and_where_the_guess_is_of_another_card_it_stays() -> None:
    alone = Layout(0)
    settle(alone.groups, alone.found, alone.chances)
    np.testing.assert_array_equal(alone.lone.outline, alone.guess)
    elsewhere = Layout(4)
    elsewhere.lone.outline = elsewhere.guess = elsewhere.guess + np.float32(60)
    settle(elsewhere.groups, elsewhere.found, elsewhere.chances)
    np.testing.assert_array_equal(elsewhere.lone.outline, elsewhere.guess)


def test_cards_that_fit_no_plane_tell_nothing() -> None:
    layout = Layout(4)
    for number, group in enumerate(layout.groups[:4]):
        middle = group.outline.mean(axis=0)
        group.outline = ((group.outline - middle) * (0.5, 2.0, 0.5, 2.0)[number] + middle).astype(np.float32)
    settle(layout.groups, layout.found, layout.chances)
    np.testing.assert_array_equal(layout.lone.outline, layout.guess)


class Fan:
    """A whole card and four of which the left index is seen, each a few degrees further; one is guessed askew."""

    def __init__(self, astray: float, others: int = 4) -> None:
        quads: list[Floats] = []
        self.groups: list[Group] = []
        self.truth: list[Floats] = []
        for number in range(others + 1):
            place = (150.0 + 18.0 * number, 200.0), 3.0 * number
            quads.append(seen(INDEX, *place))
            outline = seen(CARD, *place)
            self.truth.append(outline)
            if number == others:
                quads.append(seen(OPPOSITE, *place))
                self.groups.append(Group([number, number + 1], outline, 0.9, face=0))
                continue
            off = astray if number == 1 else 0.0
            # The index is found askew, and the card with it.
            quads[-1] = turned(quads[-1], off)
            self.groups.append(Group([number], turned(outline, off, quads[-1].mean(axis=0)), 0.8))
        self.found = Sightings(index_quads=np.stack(quads))
        self.chances = np.zeros((len(quads), 54))
        self.chances[:, 7], self.chances[:, NOTHING] = 0.9, 0.1

    def off(self, number: int) -> float:
        """Mean distance of a card's corners from where they are, in pixels."""
        return float(np.linalg.norm(self.groups[number].outline - self.truth[number], axis=1).mean())


def turned(quad: Floats, degrees: float, about: Floats | None = None) -> Floats:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    middle = quad.mean(axis=0) if about is None else about
    return np.asarray((quad - middle) @ np.array([[c, s], [-s, c]]) + middle, np.float32)


@pytest.mark.parametrize("astray", [10.0, 16.0, -12.0])
def test_a_card_of_a_fan_is_put_straight_by_those_beside_it(astray: float) -> None:
    fan = Fan(astray)
    before = fan.off(1)
    settle(fan.groups, fan.found, fan.chances)
    assert fan.off(1) < 0.35 * before
    assert max(fan.off(number) for number in (0, 2, 3)) < 5


def test_one_card_beside_another_makes_no_fan() -> None:
    fan = Fan(20.0, others=2)
    del fan.groups[0]
    fan.truth = fan.truth[1:]
    before = fan.off(0)
    settle(fan.groups, fan.found, fan.chances)
    assert fan.off(0) > 0.7 * before
