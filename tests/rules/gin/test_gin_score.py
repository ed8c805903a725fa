"""The score of a pair of hands: every row of the table, the arrangement that counts, layoffs, what is refused."""

import random

import pytest
from gintables import BIG, GIN, KNOCKER, POOR
from slowgin import arrangements, best_score, code, deadwood, layoffs, melds, reply, rich_pair

from rules import gin
from rules.cards import format_cards
from rules.cards import parse_cards as cards
from rules.errors import RulesError


def result(knocker, defender, rules=None, **more):
    found = gin.score(cards(knocker), cards(defender), rules, **more)
    return found.ending, found.winner, found.points


def laid(*groups):
    return [cards(group) for group in groups]


# The table of scores.


def test_knock_scores_the_difference() -> None:
    assert result(KNOCKER, POOR) == ("knock", "knocker", 2 + 2 + 4 + 6 + 8 + 10 * 5 - 7)


def test_undercut_scores_25_and_the_difference_for_the_defender() -> None:
    assert result(KNOCKER, "2C 2D 2S 6D 7D 8D JC JD JH 4S") == ("undercut", "defender", 25 + 7 - 4)


def test_equal_deadwood_is_an_undercut_of_25() -> None:
    assert result(KNOCKER, "2C 2D 2S 6D 7D 8D JC JD JH 7C") == ("undercut", "defender", 25)


def test_gin_scores_25_and_the_defenders_deadwood() -> None:
    assert result(GIN, POOR) == ("gin", "knocker", 25 + 72)


def test_gin_counts_any_number_of_melds() -> None:
    assert result("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H", POOR.replace("KH", "KD"))[0] == "gin"


def test_big_gin_scores_31_and_the_defenders_deadwood() -> None:
    assert result(BIG, POOR) == ("big_gin", "knocker", 31 + 72)


def test_no_layoff_against_gin_and_no_undercut_of_it() -> None:
    assert result(GIN, "6H 2H 2C 2D 2S KC KD KH KS 7D") == ("gin", "knocker", 25 + 6 + 7)
    assert result(GIN, "2H 2C 2D 2S KC KD KH QC QD QH") == ("gin", "knocker", 25)


def test_no_layoff_against_big_gin() -> None:
    assert result(BIG, "7H 2H 2C 2D 2S KC KD KH KS 8S") == ("big_gin", "knocker", 31 + 15)


def test_the_knocker_never_lays_off() -> None:
    # The knocker's 7S would fit the defender's run.
    assert result(KNOCKER, "4S 5S 6S 2C 2D 2H JC JD JH QC") == ("knock", "knocker", 3)


# The arrangement counts.


def test_layoffs_a_fourth_of_a_set_and_both_ends_of_a_run() -> None:
    found = gin.score(cards(KNOCKER), cards("9S 2H 6H AH 8C 10C QC KD KS 5C"))
    assert [(off.card.code, format_cards(off.meld)) for off in found.defender.layoffs] == [
        ("6H", "3H 4H 5H"),
        ("2H", "3H 4H 5H"),
        ("AH", "3H 4H 5H"),
        ("9S", "9C 9D 9H"),
    ]
    assert found.points == 8 + 10 + 10 + 10 + 10 + 5 - 7


def test_layoffs_chain_several_cards_on_one_end() -> None:
    found = gin.score(cards(KNOCKER), cards("6H 7H 8H 8C 8D KD KS QC QD 10C"))
    assert [off.card.code for off in found.defender.layoffs] == ["6H", "7H"]
    found = gin.score(cards(KNOCKER), cards("6H 7H 8H 2C 2D KC KD QC QD JS"), layoffs=cards("6H 7H 8H"))
    assert {format_cards(off.meld) for off in found.defender.layoffs} == {"3H 4H 5H"}
    assert found.defender.points == 54


def test_of_equal_replies_the_one_that_lays_off_less() -> None:
    # 6-7-8 of hearts are a run of their own: laid off they would leave no less.
    found = gin.score(cards(KNOCKER), cards("6H 7H 8H 2H KD KS QC QD 10C 8C"))
    assert [off.card.code for off in found.defender.layoffs] == ["2H"]
    assert (found.defender.points, found.points) == (58, 51)


def test_the_defender_may_break_a_meld_to_lay_off_more() -> None:
    # 6-7-8 of hearts as a run leave 8C 8D; laid off 6 and 7, the eights make a set.
    found = gin.score(cards(KNOCKER), cards("6H 7H 8H 8C 8D KD KS QC QD 10C"))
    assert [format_cards(meld) for meld in found.defender.melds] == ["8C 8D 8H"]
    assert [off.card.code for off in found.defender.layoffs] == ["6H", "7H"]
    assert found.defender.points == 50


def test_the_knocker_may_lay_less_so_that_nothing_can_be_laid_off() -> None:
    # Laid as a run, 2-3-4 of spades would take the 5 and 6; as deadwood of 9 they take nothing.
    knocker, defender = "2S 3S 4S 9C 9D 9H 10C 10D 10H AC", "5S 6S 8C 6D QC QD KC KD 3H JH"
    found = gin.score(cards(knocker), cards(defender))
    assert [format_cards(meld) for meld in found.knocker.melds] == ["9C 9D 9H", "10C 10D 10H"]
    assert (found.knocker.points, found.points) == (10, 78 - 10)


def test_the_knocker_lays_a_set_or_a_run_whichever_is_better_against_the_reply() -> None:
    knocker = "3C 3D 3H 3S 4S 5S KC KD KH 2H"
    found = gin.score(cards(knocker), cards("6S 7S 8S 9S AC AD AH 10D 10S 9D"))
    assert found.knocker.points <= 10
    assert found.winner == "knocker"
    slow = best_score(plain(knocker), plain("6S 7S 8S 9S AC AD AH 10D 10S 9D"))
    assert (found.points, found.ending) == slow


def plain(text):
    return frozenset((int(card.rank), card.suit.value) for card in cards(text))


def text(hand):
    return " ".join(map(code, hand))


@pytest.mark.parametrize("petit", [False, True])
def test_scores_against_brute_force_over_every_arrangement_and_reply(petit: bool) -> None:
    rng = random.Random(7 + petit)
    rules = gin.Rules(petit_gin=petit)
    endings = dict.fromkeys(("knock", "undercut", "gin", "petit_gin", "grand_gin"), 0)
    while sum(endings.values()) < 250:
        knocker, defender = rich_pair(rng)
        if deadwood(knocker) > 10 and not (petit and rng.random() < 0.2):
            continue
        slow = best_score(knocker, defender, petit=petit)
        if slow is None:
            with pytest.raises(RulesError):
                gin.score(cards(text(knocker)), cards(text(defender)), rules)
            continue
        found = gin.score(cards(text(knocker)), cards(text(defender)), rules)
        sign = 1 if found.winner == "knocker" else -1
        assert sign * found.points == slow[0], (text(knocker), text(defender))
        endings[found.ending] += 1
        # What it says of the hands is true: melds are melds, layoffs can be laid off, nothing is lost.
        laid_off = {off.card for off in found.defender.layoffs}
        table = [plain(format_cards(meld)) for meld in found.knocker.melds]
        assert frozenset(plain(format_cards(laid_off))) in layoffs(table, defender) if laid_off else True
        for side, whole in ((found.knocker, knocker), (found.defender, defender)):
            assert all(plain(format_cards(meld)) in melds(whole) for meld in side.melds)
            shown = [card for meld in side.melds for card in meld] + list(side.deadwood)
            shown += [off.card for off in side.layoffs]
            assert plain(format_cards(shown)) == whole
            assert len(shown) == 10
        deadwood.cache_clear()
        melds.cache_clear()
    assert endings["knock"] > 20
    assert endings["undercut"] > 3
    assert endings["petit_gin" if petit else "gin"] > 3


def test_layoffs_against_brute_force() -> None:
    rng = random.Random(11)
    tried = 0
    while tried < 200:
        knocker, defender = rich_pair(rng)
        table = max(arrangements(knocker), key=lambda chosen: (sum(map(len, chosen)), rng.random()))
        loose = knocker - frozenset().union(*table)
        if not 0 < sum(min(rank, 10) for rank, _ in loose) <= 10:
            continue
        found = gin.score(cards(text(knocker)), cards(text(defender)), knocker_melds=laid(*map(text, table)))
        assert found.defender.points == reply(table, defender)
        tried += 1


# What is declared is used.


def test_declared_melds_of_the_knocker_are_used() -> None:
    knocker, defender = "2C 2D 2H 2S 3S 4S KC KD KH AC", "5C 6D 8S 10D JC QD 7H 9S JS QH"
    assert result(knocker, defender) == ("knock", "knocker", 85 - 1)
    found = gin.score(cards(knocker), cards(defender), knocker_melds=laid("2C 2D 2H 2S", "KC KD KH"))
    assert (found.knocker.points, found.points) == (8, 85 - 8)


def test_a_knocker_who_declares_less_than_gin_has_knocked() -> None:
    found = gin.score(cards(GIN), cards(POOR), knocker_melds=laid("AS AD AC", "3H 4H 5H", "9C 9D 9H"))
    assert (found.ending, found.knocker.points, found.points) == ("knock", 9, 72 - 9)


def test_declared_melds_of_the_defender_are_used() -> None:
    found = gin.score(cards(KNOCKER), cards("2C 2D 2S 6D 7D 8D JC JD JH 4S"), defender_melds=laid("2C 2D 2S"))
    assert (found.ending, found.points) == ("knock", 6 + 7 + 8 + 30 + 4 - 7)


def test_declared_layoffs_are_used_and_none_declared_are_the_best() -> None:
    defender = "6H 7H 2C 2D 2S JC JD JH KC KD"
    assert result(KNOCKER, defender) == ("knock", "knocker", 13)
    assert result(KNOCKER, defender, layoffs=cards("6H")) == ("knock", "knocker", 20)
    assert result(KNOCKER, defender, layoffs=()) == ("knock", "knocker", 26)


def test_declared_layoffs_decide_among_the_knockers_arrangements() -> None:
    # The best arrangement lays no run; a layoff on the run says that it was laid.
    knocker, defender = "2S 3S 4S 9C 9D 9H 10C 10D 10H AC", "5S 6S 8C 6D QC QD KC KD 3H JH"
    found = gin.score(cards(knocker), cards(defender), layoffs=cards("5S"))
    assert "2S 3S 4S" in [format_cards(meld) for meld in found.knocker.melds]
    assert (found.knocker.points, found.points) == (1, 78 - 5 - 1)


# Refused.


@pytest.mark.parametrize(
    ("knocker", "defender", "more", "rule", "message"),
    [
        (POOR, GIN, {}, "gin.knock_limit", "Deadwood of 72 is too much to knock: the limit is 10"),
        ("AS AD AC 3H 4H 5H 9C 9D 9H", POOR, {}, "gin.hand_size", "The knocker’s hand has ten cards, or eleven"),
        (KNOCKER, POOR + " 5S", {}, "gin.hand_size", "The defender’s hand has ten cards, not 11"),
        (KNOCKER, POOR.replace("KS", "AS"), {}, "gin.same_card", "A♠ is there twice"),
        (KNOCKER.replace("7S", "AS"), POOR, {}, "gin.same_card", "A♠ is there twice"),
        (
            BIG.replace("9S", "7S"),
            POOR,
            {},
            "gin.eleven",
            "Eleven cards go out only when all are melded. Unmatched: 7♠",
        ),
        (KNOCKER, POOR, {"knocker_melds": laid("AS AD")}, "gin.no_meld", "A♠, A♦: that is no meld"),
        (KNOCKER, POOR, {"knocker_melds": [[]]}, "gin.empty_meld", "melds that the knocker declares has no card"),
        (KNOCKER, POOR, {"knocker_melds": laid("AS AS AD")}, "gin.no_meld", "that is no meld"),
        (KNOCKER, POOR, {"knocker_melds": laid("3H 4H 6H")}, "gin.no_meld", "that is no meld"),
        (
            GIN,
            POOR,
            {"knocker_melds": laid("9C 9D 9H", "9H 9S 9C")},
            "gin.meld_overlap",
            "9♣ serves in two|9♥ serves in two",
        ),
        (
            KNOCKER,
            POOR,
            {"knocker_melds": laid("4H 5H 6H")},
            "gin.meld_foreign",
            "6♥ is in a meld but not in the knocker’s",
        ),
        (KNOCKER, POOR, {"defender_melds": laid("JC JD JH")}, "gin.meld_foreign", "not in the defender’s hand"),
        (
            KNOCKER,
            POOR,
            {"knocker_melds": laid("3H 4H 5H")},
            "gin.knock_limit",
            "Unmatched: A♣, A♦, A♠, 7♠, 9♣, 9♦, 9♥",
        ),
        (KNOCKER, POOR, {"layoffs": cards("KS")}, "gin.layoff_fit", "K♠ does not fit any of the knocker’s melds"),
        (KNOCKER, POOR, {"layoffs": cards("6H")}, "gin.layoff_hand", "6♥ cannot be laid off: it is not among"),
        (GIN, POOR.replace("KH", "6H"), {"layoffs": cards("6H")}, "gin.layoff_gin", "nothing is laid off against gin"),
        (
            BIG,
            POOR.replace("KH", "7H"),
            {"layoffs": cards("7H")},
            "gin.layoff_gin",
            "nothing is laid off against big gin",
        ),
        (KNOCKER, "7H 2C 2D 4C 6D 8S 10D JC QD KS", {"layoffs": cards("7H")}, "gin.layoff_fit", "7♥ does not fit"),
        (
            KNOCKER,
            "9S 10S JS 2C 2D 4C 6D 8S QD KS",
            {"layoffs": cards("9S"), "defender_melds": laid("9S 10S JS")},
            "gin.layoff_hand",
            "9♠ cannot be laid off",
        ),
        (KNOCKER.replace("7S", "JOKER"), POOR, {}, "pack.foreign", "Joker is not in the pack"),
        (KNOCKER, POOR, {"layoffs": cards("KS KS")}, "gin.same_card", "K♠ is there twice"),
    ],
)
def test_refused(knocker: str, defender: str, more: dict[str, object], rule: str, message: str) -> None:
    with pytest.raises(RulesError, match=message) as caught:
        gin.score(cards(knocker), cards(defender), **more)
    assert caught.value.rule == rule


def test_a_chain_may_be_declared_in_any_order_but_not_with_a_gap() -> None:
    defender = "6H 7H 8H 2C 2D KC KD QC QD JS"
    assert gin.score(cards(KNOCKER), cards(defender), layoffs=cards("8H 6H 7H")).defender.points == 54
    with pytest.raises(RulesError, match="8♥ does not fit"):
        gin.score(cards(KNOCKER), cards(defender), layoffs=cards("8H 6H"))


# The JSON of the contract.


def test_json_of_a_knock() -> None:
    found = gin.score(cards(KNOCKER), cards("9S 2H 6H AH 8C 10C QC KD KS 5C"))
    assert found.to_json() == {
        "ending": "knock",
        "winner": "knocker",
        "points": 46,
        "knocker": {
            "melds": [["AC", "AD", "AS"], ["9C", "9D", "9H"], ["3H", "4H", "5H"]],
            "deadwood": ["7S"],
            "points": 7,
        },
        "defender": {
            "melds": [],
            "layoffs": ["6H", "2H", "AH", "9S"],
            "deadwood": ["5C", "8C", "10C", "QC", "KD", "KS"],
            "points": 53,
        },
    }
