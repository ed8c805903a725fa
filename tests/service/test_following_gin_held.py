"""Gin where the camera sees both players' cards in their hands: nobody shows them before somebody goes out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules import gin
from rules.cards import parse_cards
from service.following import follower
from tests.service.followed import verdicts
from tests.service.test_following_showings import held, lying
from vision.table import Tracked
from vision.types import SeenCard

NEAR = "AS AD AC 4H 5H 6H 9C 10C JC 2D"
FAR = "KS KD QH 7S 8D 3C 2S 9D 5D JH"


def fan(codes: str, y: float, number: int, step: float, since: float = 0.0, still: float = 0.5) -> list[Tracked]:
    """Ten cards side by side; short sides are 60."""
    cards = parse_cards(codes)
    return [
        replace(lying(number + k, 640 + step * (k - 4.5), y, card.code), since=since, still=still)
        for k, card in enumerate(cards)
    ]


def pile(code: str | None, number: int, since: float) -> Tracked:
    return replace(lying(number, 720, 360, code), since=since)


STOCK = lying(0, 560, 360, None)


def test_cards_in_the_hands_are_not_laid_out() -> None:
    watcher = follower("gin", gin.Rules())
    hands = [*fan(NEAR, 660, 10, 22), *fan(FAR, 50, 30, 22)]
    assert not verdicts(held(watcher, [STOCK, pile("6S", 1, 0.0), *hands], 0, 5))
    # They shift, and are followed anew.
    hands = [*fan(NEAR, 652, 50, 22, since=4.5), *fan(FAR, 58, 70, 22, since=5.0)]
    (told,) = verdicts(held(watcher, [STOCK, pile("7D", 2, 5.0), *hands], 5, 5))
    assert (told["rule"], told["discard"]) == ("gin.pile_turn", "7D")


@pytest.mark.parametrize("still", [0.5, 7.0])
def test_cards_that_lie_there_unmoved_are(still: float) -> None:
    """The game may be looked at for the first time when all is over."""
    watcher = follower("gin", gin.Rules())
    hands = [*fan(NEAR, 600, 10, 65, still=still), *fan(FAR, 110, 30, 65, still=still)]
    told = verdicts(held(watcher, [STOCK, pile("6S", 1, 0.0), *hands], 0, 5))
    assert len(told) == (still > 6)


def test_once_somebody_has_gone_out_they_are_laid_out_where_they_were_held() -> None:
    watcher = follower("gin", gin.Rules())
    hands = [*fan(NEAR, 640, 10, 22), *fan(FAR, 80, 30, 22)]
    held(watcher, [STOCK, pile("6S", 1, 0.0), *hands], 0, 5)
    knock = Tracked(2, SeenCard(None, "down", 0.97, pile("6S", 1, 0.0).card.corners), 5.0)
    events = held(watcher, [STOCK, knock, *hands], 5, 2)
    laid = [*fan(NEAR, 610, 50, 65, since=7.0), *fan(FAR, 110, 70, 65, since=7.0)]
    told = verdicts(events + held(watcher, [STOCK, knock, *laid], 7, 2))
    assert [one["rule"] for one in told] == ["gin.pile_knock", "gin.read"]
    assert told[-1]["score"]["points"] == 72
