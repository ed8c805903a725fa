"""Printed indices: which rank a letter stands for depends on the pack's language.

A ``V`` is a jack in France and a queen in the Netherlands; a ``D`` is a queen in France and in Germany; ``R``, ``B``
and ``H`` are found in one or two languages only. So letters seen together tell the language of the pack.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from math import exp, log
from typing import Final

from rules.cards import Rank


class Language(StrEnum):
    """The language a pack's indices are printed in."""

    ENGLISH = "en"
    FRENCH = "fr"
    GERMAN = "de"
    DUTCH = "nl"


GLYPHS: Final = ("1", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "R", "D", "V", "B", "H")
"""Every glyph printed for a rank in some language."""

_COURTS: Final[Mapping[Language, str]] = {
    Language.ENGLISH: "JQK",
    Language.FRENCH: "VDR",
    Language.GERMAN: "BDK",
    Language.DUTCH: "BVH",
}

# "1" and "A" are an ace wherever they are printed, so every language reads both.
_RANKS: Final[Mapping[Language, Mapping[str, Rank]]] = {
    language: {"1": Rank.ACE, "A": Rank.ACE}
    | {str(number): Rank(number) for number in range(2, 11)}
    | dict(zip(courts, (Rank.JACK, Rank.QUEEN, Rank.KING), strict=True))
    for language, courts in _COURTS.items()
}

# How often an ace is printed "1": usual in France, not unheard of in the Netherlands, rare elsewhere.
_FIGURE_ONE: Final[Mapping[Language, float]] = {
    Language.ENGLISH: 0.02,
    Language.FRENCH: 0.75,
    Language.GERMAN: 0.02,
    Language.DUTCH: 0.25,
}
# The chance that a glyph given with certainty is foreign to the pack all the same (a misreading, a stray card): it
# keeps one wrong letter from settling the language against several others.
_FOREIGN: Final = 0.01


def rank_of(glyph: str, language: Language) -> Rank | None:
    """The rank a printed glyph stands for in a language; ``None`` when that language does not print it.

    Args:
        glyph: one of `GLYPHS`.
        language: the language of the pack's indices.
    """
    return _RANKS[language].get(glyph)


def glyphs_of(rank: Rank, language: Language) -> tuple[str, ...]:
    """The glyphs that stand for a rank in a language, the usual one first."""
    found = [glyph for glyph, meant in _RANKS[language].items() if meant is rank]
    usual = "1" if _FIGURE_ONE[language] > 0.5 else "A"
    return tuple(sorted(found, key=lambda glyph: glyph != usual))


def figure_one(language: Language) -> float:
    """How often a pack in the language prints its aces ``1`` instead of ``A``."""
    return _FIGURE_ONE[language]


_EVERYWHERE: Final = slice(GLYPHS.index("2"), GLYPHS.index("10") + 1)
"""Of `GLYPHS` those that every pack prints."""
_OWN: Final[Mapping[tuple[Language, str], Sequence[int]]] = {
    (language, ace): [GLYPHS.index(glyph) for glyph in (ace, *_COURTS[language])]
    for language in Language
    for ace in ("1", "A")
}
"""The four others that a pack prints, numbers in `GLYPHS`, by its language and how its aces are printed."""


def infer(
    glyph_likelihoods: Iterable[Mapping[str, float]], prior: Mapping[Language, float] | None = None
) -> dict[Language, float]:
    """How probable each language is, given the glyphs read from one pack, all of whose aces are printed alike.

    Args:
        glyph_likelihoods: for each index, how probable each glyph is; entries that are not in `GLYPHS` (a joker, an
            illegible index) say nothing of the language and are passed over. Count each card once: two corners of one
            card are one printing.
        prior: what is believed beforehand; every language alike when not given.

    Returns:
        A probability for every language, summing to 1. Numbers alone leave the prior almost as it was.
    """
    score = {
        (language, ace): log(max(1.0 if prior is None else prior.get(language, 0.0), 1e-12) * share)
        for language, one in _FIGURE_ONE.items()
        for ace, share in (("1", one), ("A", 1 - one))
    }
    for likelihoods in glyph_likelihoods:
        known = [max(likelihoods.get(glyph, 0.0), 0.0) for glyph in GLYPHS]
        if any(known):
            # What a pack prints are thirteen glyphs, each as often; what it does not print may be seen all the same.
            anyhow = (_FOREIGN * sum(known) + max(0.0, 1.0 - sum(known))) / len(GLYPHS)
            shared = sum(known[_EVERYWHERE])
            for pack, (ace, jack, queen, king) in _OWN.items():
                printed = shared + known[ace] + known[jack] + known[queen] + known[king]
                score[pack] += log((1 - _FOREIGN) * printed / 13 + anyhow)
    best = max(score.values())
    weight = dict.fromkeys(Language, 0.0)
    for (language, _), value in score.items():
        weight[language] += exp(value - best)
    total = sum(weight.values())
    return {language: value / total for language, value in weight.items()}
