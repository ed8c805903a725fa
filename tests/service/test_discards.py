"""A discard pile by what is seen of its top: what was laid, what came to light, and what was only found again."""

from __future__ import annotations

import numpy as np
import pytest

from rules.cards import Card
from rules.observation import Seen
from service.following.base import Places
from service.following.discards import Discards
from service.following.pile import top_of
from vision.table import TableState, Tracked
from vision.types import SeenCard


def one(code: str) -> Seen:
    return Seen.cards({Card.parse(code)})


@pytest.fixture
def pile() -> Discards:
    out = Discards()
    assert out.seen(one("5H"), 1)
    assert out.seen(one("QS"), 2)
    out.turned()
    return out


def test_another_card_was_laid(pile: Discards) -> None:
    assert pile.seen(one("9C"), 3)
    assert pile.cards == [one("5H"), one("QS"), one("9C")]


@pytest.mark.parametrize("read", [{"QS"}, {"QS", "QC"}, {"QS", "QC", "QH", "QD"}])
def test_a_card_lost_and_found_again_is_no_discard_however_badly_it_reads(pile: Discards, read: set[str]) -> None:
    again = Seen.cards({Card.parse(code) for code in read})
    assert not pile.seen(again, 3)
    assert pile.cards == [one("5H"), one("QS")], "what was known of it stays known"
    assert pile.seen(one("9C"), 4)


@pytest.mark.parametrize("read", [Seen.up(), Seen.cards({Card.parse("9C"), Card.parse("9S")})])
def test_a_card_that_cannot_be_read_but_is_another_was_laid(pile: Discards, read: Seen) -> None:
    assert pile.seen(read, 3)


def test_the_card_below_comes_to_light_once(pile: Discards) -> None:
    assert not pile.seen(one("5H"), 1)
    assert pile.cards == [one("5H")]
    # The card drawn from the pile, put back on it.
    assert pile.seen(one("QS"), 3)


def test_a_card_from_deep_in_the_pile_is_another_of_its_name(pile: Discards) -> None:
    assert pile.seen(one("9C"), 3)
    assert pile.seen(one("5H"), 1), "two cards would have to have been taken at once"
    assert pile.cards == [one("5H"), one("QS"), one("9C"), one("5H")]


def test_on_top_of_a_pile_lies_what_was_laid_there_last_whatever_came_to_light_since() -> None:
    """The six lies under the queen, and was covered by another card besides, which has been taken."""
    quad = np.array([(0, 0), (70, 0), (70, 100), (0, 100)], np.float32)
    queen = Tracked(1, SeenCard(Card.parse("QH"), "up", 0.99, quad + 300), 5.0)
    six = Tracked(2, SeenCard(Card.parse("6D"), "up", 0.99, quad + 320), 12.0, laid=1.0)
    state = TableState(13.0, (six, queen), (), True, True, False, False, "en", (1280, 720))
    places = Places()
    places.put("discard", quad + 310, state)
    seen, _, top = top_of(state, places)
    assert (str(seen), top) == ("QH", queen)
