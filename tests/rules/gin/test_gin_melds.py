"""Melds and deadwood, against every selection of melds tried."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slowgin import PACK, arrangements, code, deadwood, is_meld, rich_hand

from rules import gin
from rules.cards import CARDS, format_cards, parse_cards
from rules.gin import arrange, melds


def hand(text):
    return parse_cards(text)


def plain(cards):
    return frozenset((int(card.rank), card.suit.value) for card in cards)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("AS", 1),
        ("10S", 10),
        ("JS QD KC", 30),
        ("AS 2S 3S", 0),
        ("QS KS AS", 21),
        ("AS AD", 2),
        ("AS AD AC", 0),
        ("AS AD AC AH", 0),
        ("3H 4H 5H 6H 7H 8H 9H 10H JH QH KH", 0),
        # One card cannot serve in the set and in the run.
        ("5H 6H 7H 7C 7D", 11),
        # The fourth of the set frees its card for the run.
        ("5H 6H 7H 7C 7D 7S", 0),
        ("2S 3S 4S 5S 5H 5D 6S 7S", 10),
        ("", 0),
    ],
)
def test_deadwood(text: str, points: int) -> None:
    assert gin.best_melds(hand(text)).points == points
    assert melds.deadwood(melds.mask_of(hand(text))) == points


def test_ace_is_low_only() -> None:
    assert gin.best_melds(hand("AS 2S 3S")).points == 0
    assert gin.best_melds(hand("QS KS AS")).points == 21


@pytest.mark.parametrize(
    ("code_", "points"), [("AS", 1), ("2H", 2), ("9C", 9), ("10D", 10), ("JD", 10), ("QD", 10), ("KD", 10)]
)
def test_points_of_a_card(code_: str, points: int) -> None:
    assert gin.card_points(hand(code_)[0]) == points


def test_the_melding_is_told_card_by_card() -> None:
    found = gin.best_melds(hand("KD 3H AC 4H AS 5H AD 9C 10D KS"))
    assert [format_cards(meld) for meld in found.melds] == ["AC AD AS", "3H 4H 5H"]
    assert (format_cards(found.deadwood), found.points) == ("9C 10D KD KS", 39)


def check_against_slow(cards):
    found = gin.best_melds(hand(" ".join(map(code, cards))))
    assert found.points == deadwood(cards)
    used = [card for meld in found.melds for card in meld]
    assert sorted((*used, *found.deadwood)) == sorted(hand(" ".join(map(code, cards))))
    assert all(is_meld(plain(meld)) for meld in found.melds)
    assert sum(map(gin.card_points, found.deadwood)) == found.points
    deadwood.cache_clear()


@pytest.mark.parametrize("size", [10, 11])
def test_least_deadwood_of_random_hands_against_brute_force(size: int) -> None:
    rng = random.Random(size)
    for _ in range(1000):
        check_against_slow(frozenset(rng.sample(PACK, size)))


@pytest.mark.parametrize("size", [7, 10, 11])
def test_least_deadwood_of_hands_rich_in_melds_against_brute_force(size: int) -> None:
    rng = random.Random(size)
    for _ in range(1000):
        check_against_slow(rich_hand(rng, size))


def test_every_arrangement_within_the_limit_is_found() -> None:
    rng = random.Random(4)
    most = 0
    for _ in range(300):
        cards = rich_hand(rng, 10)
        mask = melds.mask_of(hand(" ".join(map(code, cards))))
        for limit in (0, 3, 10, 1000):
            found = list(arrange.arrangements(mask, limit))
            # Runs that touch are one run here and may be several there.
            ours = {merged(laid.melds) for laid in found}
            assert len(ours) == len(found)
            theirs = {merged(chosen) for chosen in arrangements(cards) if left(cards, chosen) <= limit}
            assert ours == theirs
            most = max(most, len(found))
    assert most > 30


def left(cards, chosen):
    return sum(min(rank, 10) for rank, _ in cards - frozenset().union(*chosen))


def merged(laid):
    """The melds with touching runs joined, as plain sets."""
    laid = [plain(meld) if not isinstance(meld, frozenset) else meld for meld in laid]
    sets = {meld for meld in laid if len({rank for rank, _ in meld}) == 1}
    runs = [meld for meld in laid if meld not in sets]
    joined = True
    while joined:
        joined = False
        for one in runs:
            for other in runs:
                if one != other and is_meld(one | other):
                    runs = [run for run in runs if run not in (one, other)] + [one | other]
                    joined = True
                    break
            if joined:
                break
    return frozenset(sets | set(runs))


@given(st.sets(st.sampled_from(CARDS), max_size=14))
@settings(max_examples=200)
def test_masks_round_trip(cards) -> None:
    assert melds.cards_of(melds.mask_of(cards)) == tuple(sorted(cards))
    assert melds.points_of(melds.mask_of(cards)) == sum(map(gin.card_points, cards))


@given(st.sets(st.sampled_from(CARDS), min_size=1, max_size=12), st.data())
@settings(max_examples=200)
def test_one_card_more_adds_at_most_its_points(cards, data) -> None:
    extra = data.draw(st.sampled_from(sorted(cards)))
    with_it, without = melds.deadwood(melds.mask_of(cards)), melds.deadwood(melds.mask_of(cards - {extra}))
    assert with_it <= without + gin.card_points(extra)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("AS AD AC", "set"),
        ("AS AD AC AH", "set"),
        ("9S 10S JS", "run"),
        ("10S JS QS KS", "run"),
        ("AS AD", None),
        ("QS KS AS", None),
        ("9S 10S QS", None),
        ("9S 10S JH", None),
        ("AS AD 2S", None),
        ("KC AD 2D", None),
        ("KC QD AD", None),
    ],
)
def test_what_is_a_meld(text: str, kind: str | None) -> None:
    assert arrange.meld_kind(melds.mask_of(hand(text))) == kind
