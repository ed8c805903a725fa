"""One hand where petit gin is played: what it shows is what lets it go out."""

import pytest

from rules.cards import parse_cards
from rules.gin import Rules, hand

FOURS = "3S 4D AS 2C 2S 4S 4C 4H 5S 3C"


def test_over_the_limit_the_one_card_that_petit_gin_allows_is_shown():
    # Two ways leave 5 points: A-5 of spades and the other three fours leave 2C 3C; A-2-3 of spades, 2-3-4 of clubs and
    # the other three fours leave 5S alone. Only the second is petit gin.
    found = hand(parse_cards(FOURS), Rules(petit_gin=True, knock_limit=1))
    assert found.may_knock
    assert found.rule == "gin.hand_petit_gin"
    assert found.deadwood == parse_cards("5S")
    assert sum(map(len, found.melds)) == 9
    assert not hand(parse_cards(FOURS), Rules(knock_limit=1)).may_knock


@pytest.mark.parametrize(
    ("cards", "options", "rule"),
    [
        ("AS AD AC 4H 5H 6H 9C 10C JC QC", {"petit_gin": True}, "gin.hand_grand_gin"),
        ("AS AD AC 4H 5H 6H 9C 10C JC QC", {}, "gin.hand_gin"),
        ("AS AD AC 4H 5H 6H 9C 10C JC QC KC", {"petit_gin": True, "big_gin_bonus": None}, "gin.hand_grand_gin"),
        ("AS AD AC 4H 5H 6H 9C 10C JC QC KC", {}, "gin.hand_big_gin"),
    ],
)
def test_all_melded_is_grand_gin_where_petit_gin_is_played(cards, options, rule):
    assert hand(parse_cards(cards), Rules(**options)).rule == rule
