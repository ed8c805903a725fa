"""Printed indices and the language of a pack."""

import pytest

from rules.cards import Rank
from rules.glyphs import GLYPHS, Language, glyphs_of, infer, rank_of

EN, FR, DE, NL = Language.ENGLISH, Language.FRENCH, Language.GERMAN, Language.DUTCH


@pytest.mark.parametrize(
    ("language", "courts"),
    [
        (EN, {"J": "J", "Q": "Q", "K": "K"}),
        (FR, {"V": "J", "D": "Q", "R": "K"}),
        (DE, {"B": "J", "D": "Q", "K": "K"}),
        (NL, {"B": "J", "V": "Q", "H": "K"}),
    ],
)
def test_courts_are_lettered_by_language(language: Language, courts: dict[str, str]) -> None:
    for glyph in "JQKRDVBH":
        rank = rank_of(glyph, language)
        assert (rank.symbol if rank else None) == courts.get(glyph)


@pytest.mark.parametrize("language", list(Language))
def test_numbers_and_aces_read_alike_everywhere(language: Language) -> None:
    assert [rank_of(str(number), language) for number in range(2, 11)] == [Rank(number) for number in range(2, 11)]
    assert rank_of("A", language) is rank_of("1", language) is Rank.ACE
    assert rank_of("X", language) is None


def test_v_is_a_jack_in_france_and_a_queen_in_the_netherlands() -> None:
    assert rank_of("V", FR) is Rank.JACK
    assert rank_of("V", NL) is Rank.QUEEN


@pytest.mark.parametrize("language", list(Language))
def test_every_rank_has_a_glyph_that_reads_back(language: Language) -> None:
    for rank in Rank:
        names = glyphs_of(rank, language)
        assert names
        assert all(rank_of(glyph, language) is rank and glyph in GLYPHS for glyph in names)
    assert glyphs_of(Rank.ACE, FR)[0] == "1"
    assert glyphs_of(Rank.ACE, EN)[0] == "A"


@pytest.mark.parametrize(
    ("glyphs", "language"),
    [
        ("Q J 7", EN),
        ("R V", FR),
        ("V D 1", FR),
        ("B D", DE),
        ("K B", DE),
        ("H B 4", NL),
        ("V H", NL),
        ("J", EN),
        ("H", NL),
    ],
)
def test_letters_seen_together_tell_the_language(glyphs: str, language: Language) -> None:
    found = infer([{glyph: 1.0} for glyph in glyphs.split()])
    assert max(found, key=found.__getitem__) is language
    assert found[language] > 0.9
    assert sum(found.values()) == pytest.approx(1)


@pytest.mark.parametrize(("glyph", "languages"), [("D", {FR, DE}), ("V", {FR, NL}), ("K", {EN, DE}), ("B", {DE, NL})])
def test_one_letter_of_two_languages_leaves_both_open(glyph: str, languages: set[Language]) -> None:
    found = infer([{glyph: 1.0}])
    assert {language for language in Language if found[language] > 0.4} == languages


def test_numbers_say_nothing_of_the_language() -> None:
    assert infer([{"7": 1.0}, {"10": 1.0}]) == pytest.approx(dict.fromkeys(Language, 0.25))
    assert infer([]) == pytest.approx(dict.fromkeys(Language, 0.25))


def test_unread_and_joker_glyphs_say_nothing() -> None:
    assert infer([{"joker": 1.0}, {"illegible": 0.9}]) == pytest.approx(dict.fromkeys(Language, 0.25))


def test_the_prior_counts() -> None:
    assert infer([{"4": 1.0}], {FR: 0.7, EN: 0.3})[FR] == pytest.approx(0.7)
    assert infer([{"V": 1.0}], {FR: 0.1, NL: 0.9})[NL] > 0.8


def test_one_misread_letter_does_not_outweigh_several() -> None:
    found = infer([{"Q": 1.0}, {"J": 1.0}, {"Q": 1.0}, {"R": 1.0}])
    assert max(found, key=found.__getitem__) is EN


def test_an_unsure_letter_counts_less_than_a_sure_one() -> None:
    sure, unsure = infer([{"V": 1.0}, {"D": 1.0}])[FR], infer([{"V": 0.5, "A": 0.5}, {"D": 1.0}])[FR]
    assert 0.5 < unsure < sure


def test_aces_printed_alike_are_one_witness_however_many_are_seen() -> None:
    once, often = infer([{"1": 1.0}]), infer([{"1": 1.0}] * 9)
    assert max(once, key=once.__getitem__) is FR
    assert often[NL] > 0.5 * once[NL]
    found = infer([{"1": 1.0}] * 9 + [{"B": 1.0}] * 2 + [{"V": 1.0}] * 2)
    assert found[NL] > 0.8, "no French pack shows a B"
    assert infer([{"1": 1.0}] * 9 + [{"V": 1.0}])[FR] > 0.7


def test_a_misread_ace_is_one_slip() -> None:
    found = infer([{"A": 1.0}, {"K": 1.0}, {"Q": 1.0}, {"1": 1.0}, {"A": 1.0}])
    assert max(found, key=found.__getitem__) is EN
