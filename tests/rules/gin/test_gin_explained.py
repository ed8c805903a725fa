"""The score of gin explained in a sentence, and what a single hand can do."""

import re

import pytest
from gintables import BIG, GIN, KNOCKER, POOR

from rules import gin
from rules.cards import parse_cards as cards
from rules.errors import RulesError

PETIT = gin.Rules(petit_gin=True)
SPADES = gin.Rules(oklahoma=True, oklahoma_spades=True)
LAID = "2C 2D 2S 6H 7D 8D JC JD JH 4S"  # 6H goes on the hearts; 7, 8 and 4 are left


@pytest.mark.parametrize(
    ("knocker", "defender", "rules", "upcard", "sentence"),
    [
        (KNOCKER, POOR, gin.Rules(), None,
         "Knock: the knocker has 7 points of deadwood, the defender 72. The knocker scores 65."),
        (KNOCKER, LAID, gin.Rules(), None,
         "Knock: the knocker has 7 points of deadwood, the defender 19 after laying off. The knocker scores 12."),
        (KNOCKER, LAID, SPADES, "8S",
         "Knock: the knocker has 7 points of deadwood, the defender 19 after laying off. The knocker scores 24, "
         "doubled for the spade upcard."),
        (KNOCKER, "2C 2D 2S 6D 7D 8D JC JD JH 4S", gin.Rules(), None,
         "Undercut: the defender has 4 points of deadwood, the knocker 7. The difference and a bonus of 25 give the "
         "defender 28."),
        (KNOCKER, "2C 2D 2S 6D 7D 8D JC JD JH AH", gin.Rules(undercut_bonus=10), None,
         "Undercut: the defender has 0 points of deadwood after laying off, the knocker 7. The difference and a bonus "
         "of 10 give the defender 17."),
        (GIN, POOR, gin.Rules(), None,
         "Gin: the knocker has no deadwood, the defender 72 points. With a bonus of 25 the knocker scores 97."),
        (BIG, POOR, gin.Rules(), None,
         "Big gin: all eleven cards are melded; the defender has 72 points of deadwood. With a bonus of 31 the knocker "
         "scores 103."),
        (KNOCKER, POOR, PETIT, None,
         "Petit gin: the knocker has one card over, 7 points, the defender 72. The difference and a bonus of 25 give "
         "the knocker 90."),
        (GIN, POOR, PETIT, None,
         "Grand gin: all the knocker’s cards are melded; the defender has 72 points of deadwood. With a bonus of 50 "
         "the knocker scores 122."),
        (KNOCKER, "2C 2D 2S 6D 7D 8D JC JD JH 7C", gin.Rules(equal="nobody"), None,
         "Both have 7 points of deadwood: by these rules nobody scores."),
    ],
)  # fmt: skip
def test_the_score_is_explained(
    knocker: str, defender: str, rules: gin.Rules, upcard: str | None, sentence: str
) -> None:
    turned = None if upcard is None else cards(upcard)[0]
    found = gin.score(cards(knocker), cards(defender), rules, upcard=turned)
    assert found.sentence() == sentence
    # The other languages name the same figures.
    figures = sorted(re.findall(r"\d+", sentence))
    assert [sorted(re.findall(r"\d+", found.sentence(lang))) for lang in ("fr", "de")] == [figures, figures]


@pytest.mark.parametrize(
    ("held", "sentence"),
    [
        (KNOCKER, "With 7 points of deadwood this hand may knock."),
        (POOR, "With 72 points of deadwood this hand may not knock."),
        (GIN, "There is no deadwood: gin."),
        (BIG, "All eleven cards are melded: big gin."),
    ],
)
def test_what_a_hand_can_do_is_said(held: str, sentence: str) -> None:
    found = gin.hand(cards(held))
    assert found.sentence() == sentence
    assert len({found.sentence(lang) for lang in ("en", "fr", "de")}) == 3


def test_a_hand_of_ten() -> None:
    assert gin.hand(cards("AS AD AC 3H 4H 5H 9C 10D KS KD")).to_json() == {
        "hand": ["AC", "AD", "AS", "3H", "4H", "5H", "9C", "10D", "KD", "KS"],
        "melds": [["AC", "AD", "AS"], ["3H", "4H", "5H"]],
        "deadwood": ["9C", "10D", "KD", "KS"],
        "points": 39,
        "may_knock": False,
        "gin": False,
        "big_gin": False,
    }
    found = gin.hand(cards(KNOCKER))
    assert (found.points, found.may_knock, found.gin) == (7, True, False)
    found = gin.hand(cards(GIN))
    assert (found.points, found.may_knock, found.gin, found.big_gin) == (0, True, True, False)


def test_a_hand_of_eleven_is_judged_after_the_best_discard() -> None:
    found = gin.hand(cards(KNOCKER + " KS"))
    assert (found.discard.code, found.points, found.may_knock, found.gin, found.big_gin) == (
        "KS",
        7,
        True,
        False,
        False,
    )
    assert found.to_json()["discard"] == "KS"
    found = gin.hand(cards(GIN + " KS"))
    assert (found.discard.code, found.gin, found.big_gin) == ("KS", True, False)


def test_eleven_that_all_meld_are_big_gin_where_it_is_played() -> None:
    found = gin.hand(cards(BIG))
    assert (found.gin, found.big_gin, found.discard, found.deadwood) == (True, True, None, ())
    assert found.to_json()["discard"] is None
    found = gin.hand(cards(BIG), gin.Rules(big_gin_bonus=None))
    assert (found.gin, found.big_gin, found.points) == (True, False, 0)
    assert found.discard is not None


def test_a_discard_that_allows_going_out_comes_before_less_deadwood() -> None:
    # In petit gin a king left alone goes out; 4D 5C left over count less and do not.
    rules = gin.Rules(petit_gin=True, oklahoma=True, oklahoma_ace="gin")
    found = gin.hand(cards("AS AD AC 3H 4H 5H 9C 9D 9H KS QD"), rules, upcard=cards("AH")[0])
    assert found.may_knock
    assert not found.gin


@pytest.mark.parametrize(
    ("text_", "message"),
    [
        ("AS AD", "A hand has ten cards, or eleven before the discard, not 2"),
        (KNOCKER[:-2] + "AS", "A♠ is there twice"),
    ],
)
def test_a_hand_of_the_wrong_size_or_with_a_card_twice_is_refused(text_: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        gin.hand(cards(text_))
