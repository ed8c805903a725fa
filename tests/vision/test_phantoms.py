"""What was found twice, or stands like a card's indices and is none, is no card."""

from __future__ import annotations

import numpy as np
import pytest

from rules.cards import Card
from tests.vision.fakes import card_quad
from vision.corners import Group
from vision.decision import decide, empty, fused
from vision.geometry import Doubles
from vision.language import NOTHING
from vision.naming import Named, once
from vision.types import Floats, IndexReading, SeenCard

PLACE = card_quad(300, 300, 100)


def reading() -> IndexReading:
    flat = [np.full(count, 1 / count, np.float32) for count in (22, 5, 3)]
    return IndexReading(*flat, quad=card_quad(300, 300, 20))


def says(nothing: float) -> Doubles:
    row = np.full(54, (1 - nothing) / 53)
    row[NOTHING] = nothing
    return row


@pytest.mark.parametrize(
    ("nothing", "face", "none"),
    [((0.9, 0.8), None, True), ((0.9, 0.3), None, False), ((0.9, 0.8), 0, False), ((0.3, 0.3), None, False)],
    ids=["none of them is one", "one may be", "a face was seen", "both may be"],
)
def test_indices_that_are_none_make_no_card_though_they_stand_like_its(
    nothing: tuple[float, ...], face: int | None, none: bool
) -> None:
    chances = np.stack([says(each) for each in nothing])
    group = Group([0, 1], PLACE, 0.9, face=face)
    assert empty(group, chances) == none
    table = fused([group], chances, [reading(), reading()])
    (decided,) = decide(table, [group.real and not none], 1)
    assert (decided.name is None) == none


def seen(name: str | None, quad: Floats, confidence: float) -> Named:
    return Named(SeenCard(Card.parse(name) if name else None, "up", confidence, quad))


@pytest.mark.parametrize(
    ("second", "names"),
    [
        (seen(None, PLACE, 0.4), ["7H", None]),
        (seen("8S", PLACE, 0.6), ["7H", "8S"]),
        (seen(None, PLACE + np.float32(12), 0.4), ["7H", "?"]),
    ],
    ids=["the same place", "two names", "the next card of a tight spread"],
)
def test_an_unnamed_card_in_the_place_of_a_named_one_is_that_one(second: Named, names: list[str | None]) -> None:
    both = [seen("7H", PLACE, 0.9), second]
    outlines = [item.card.corners for item in both if item.card is not None]
    groups = [Group([number], outline, 0.9) for number, outline in enumerate(outlines)]
    told = once(both, groups)
    assert [None if item.card is None else str(item.card.card or "?") for item in told] == names
    assert told[1].dropped == ((1,) if names[1] is None else ())
    assert [item.card is None for item in once(both[::-1], groups[::-1])] == [each is None for each in names[::-1]]


def test_of_two_unnamed_cards_in_one_place_the_one_with_more_indices_stays() -> None:
    both = [seen(None, PLACE, 0.45), seen(None, PLACE, 0.3)]
    told = once(both, [Group([0], PLACE, 0.9), Group([1, 2], PLACE, 0.9)])
    assert [item.card is None for item in told] == [True, False]
    assert told[0].dropped == (0,)
