"""The colours of the ink: what those of other indices, and of cards named before, say of a suit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rules.cards import Suit
from tests.vision.test_evidence_parts import said
from vision.ink import Inks, Print, evidence, measured
from vision.rectify import HEIGHT, WIDTH
from vision.types import SUITS, Index

BLACK, RED, CLOTH, PAPER = (30, 30, 30), (40, 40, 200), (60, 110, 20), (235, 240, 240)
"""BGR."""


def printed(ink: tuple[int, int, int], rank: tuple[slice, slice], table: int = 0) -> np.ndarray:
    """A patch whose rank fills rows and columns, over a suit; to the left and above lies the table, so many pixels."""
    patch = np.full((1, HEIGHT, WIDTH, 3), PAPER, np.uint8)
    patch[0, *rank] = ink
    patch[0, 58:74, 22:42] = ink
    patch[0, :table] = patch[0, :, :table] = CLOTH
    return patch


@pytest.mark.parametrize(
    ("rank", "table"),
    [((slice(22, 52), slice(22, 30)), 0), ((slice(22, 52), slice(22, 30)), 13), ((slice(20, 56), slice(14, 50)), 0)],
    ids=["thin", "by the table", "bold"],
)
def test_ink_is_measured_against_the_paper_however_bold_it_is_and_close_to_the_table(
    rank: tuple[slice, slice], table: int
) -> None:
    """A bold rank leaves less paper than ink in the index itself."""
    black, red = (measured(printed(ink, rank, table))[0] for ink in (BLACK, RED))
    assert black[0] < -40
    assert np.abs(black[1:]).max() < 8
    assert red[1] > 30
    assert red[2] > 10


def test_pale_print_differs_from_strong_print_of_the_same_colour_less_than_from_another() -> None:
    thin = slice(22, 52), slice(22, 30)
    pale = tuple(round(0.35 * one + 0.65 * paper) for one, paper in zip(RED, PAPER, strict=True))
    strong, faint, other = (measured(printed(ink, thin))[0] for ink in (RED, pale, BLACK))
    assert np.linalg.norm(strong - faint) < 0.75 * np.linalg.norm(faint - other)


def test_inks_tell_suits_that_shapes_do_not() -> None:
    red, black = np.array([-40, 55, 35]), np.array([-80, 0, 0])
    inks = np.array([red, red, red, black, black, black, red], np.float32)
    suits = np.zeros((7, 5), np.float32)
    suits[[0, 1, 2], 2] = 1
    suits[[3, 4, 5], 3] = 1
    suits[6] = (0, 0, 0.5, 0.5, 0)
    told = evidence(inks, suits)
    assert told[6, 2] > told[6, 3] + 1
    assert told.max() <= 0
    assert told.min() >= -3


def test_what_is_misread_does_not_lend_its_ink_to_the_wrong_suit() -> None:
    """Small white clubs and spades of a black deck, read as diamonds more often than not; its red suits are golden."""
    white, gold = np.array([60, 0, 0]), np.array([45, 5, 40])
    inks = np.array([white] * 6 + [gold] * 6, np.float32)
    suits = np.zeros((12, 5), np.float32)
    suits[:2] = (0.1, 0.8, 0.02, 0.08, 0)
    suits[2:4] = (0.7, 0.1, 0.02, 0.18, 0)
    suits[4:6] = (0.1, 0.1, 0.02, 0.78, 0)
    suits[6:9] = (0.01, 0.97, 0.01, 0.01, 0)
    suits[9:] = (0.01, 0.01, 0.97, 0.01, 0)
    together = suits[:, :4] * np.exp(evidence(inks, suits))
    assert (together[:2].argmax(axis=1) != 1).all()
    assert (together[6:].argmax(axis=1) == suits[6:, :4].argmax(axis=1)).all()


def test_one_ink_of_two_suits_does_not_tell_them_apart_and_four_inks_tell_all() -> None:
    rng = np.random.default_rng(5)
    suits = np.concatenate([np.repeat(np.eye(4, 5), 4, axis=0), [(0.4, 0.1, 0.1, 0.4, 0)]]).astype(np.float32)
    black, red = np.array([-80.0, 0, 0]), np.array([-40.0, 55, 35])
    one = np.array([black, red, red, black])
    four = np.array([(-50, -40, 20), (-45, 10, -60), red, black])
    for inks, told_apart in ((one, False), (four, True)):
        drawn = np.concatenate([np.repeat(inks, 4, axis=0), inks[3:]]) + rng.normal(0, 3, (17, 3))
        told = evidence(drawn.astype(np.float32), suits)[16]
        assert told[3] > told[1] + 1
        assert bool(told[3] > told[0] + 1) == told_apart
        if not told_apart:
            assert told[3] == pytest.approx(told[0], abs=1e-9)


def test_a_lone_index_is_told_nothing_by_ink() -> None:
    assert np.all(evidence(np.zeros((1, 3), np.float32), np.eye(1, 5, dtype=np.float32)) == 0)
    assert evidence(np.zeros((0, 3), np.float32), np.zeros((0, 5), np.float32)).shape == (0, 4)


def named_before(*prints: tuple[str, tuple[float, float, float], str]) -> Inks:
    """Of cards: the suit each has, its ink, and the suit that its one index was read with."""
    cards = []
    for suit, ink, read in prints:
        reading = replace(said("7", read), ink=np.array(ink, np.float32))
        cards.append(Print(Suit(suit), (Index(reading.quad, "7", read, 0.99, reading=reading),), None))
    return Inks.of(cards)


def test_inks_of_cards_named_before_tell_the_suit_of_one_that_lies_alone() -> None:
    red, black = (-40.0, 55.0, 35.0), (-80.0, 0.0, 0.0)
    lone, blurred = np.array([red], np.float32), np.array([[0, 0, 0.4, 0.4, 0.2]], np.float32)
    clubs, diamonds, hearts, spades = evidence(lone, blurred, named_before(("D", red, "D"), ("S", black, "S")))[0]
    assert min(diamonds, hearts) > max(clubs, spades) + 1
    both_black = named_before(("D", black, "D"), ("S", black, "S"))
    assert np.ptp(evidence(np.array([black], np.float32), blurred, both_black)) < 1e-6, "no suit has an ink of its own"


def test_an_index_read_otherwise_than_its_card_was_named_says_nothing_of_its_ink() -> None:
    known = named_before(("D", (-80.0, 0.0, 0.0), "S"), ("H", (-40.0, 55.0, 35.0), "H"))
    assert known.suits.tolist() == [SUITS.index("H")]
    assert known.colours.shape == (1, 3)
