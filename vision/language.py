"""From glyphs to ranks: the language of a table's indices, and what each index says in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from rules.cards import CARDS, JOKER, Card, Rank, Suit
from rules.glyphs import Language, figure_one, infer, rank_of
from vision.geometry import Doubles
from vision.types import GLYPHS, SUITS, IndexReading, SeenCard

Told = str | Mapping[Language, float]
"""What is known of a table's language: "en", "fr", "de", "nl", "auto" for nothing, or how likely each is."""

NAMES = 53
"""Cards an index can stand for: the 52 in the order of `rules.cards.CARDS`, then the joker."""
JOKER_NAME = NAMES - 1
"""Column of a row of chances that says the card is a joker."""
NOTHING = NAMES
"""Column of a row of chances that says the index is none."""

_RANKS = tuple(Rank(number) for number in range(1, 14))
_SUITS = tuple(Suit(letter) for letter in SUITS[:4])
_JOKER, _NONE, _ILLEGIBLE = (GLYPHS.index(name) for name in ("joker", "none", "illegible"))
_FOREIGN = 0.02
"""What the chance of a glyph is multiplied by that the language does not print: one odd card may lie on any table."""
_PRIOR = {Language.ENGLISH: 0.7, Language.FRENCH: 0.1, Language.GERMAN: 0.1, Language.DUTCH: 0.1}

_TEN = Rank.TEN - 1
_ONE, _LETTER_A = GLYPHS.index("1"), GLYPHS.index("A")
_LOST = 0.006
"""How often a ten's nought is not seen, against how often an ace is read: where a pack prints its aces A, its 1 is half
a ten."""
_CREDIBLE = 0.05
"""What is left to a glyph that a reading is sure is not there."""
_OWN = 0.99
"""Chance that the cards on a table are of the deck that is known."""
_CLEAR = 0.5
"""Chance from which a glyph counts as read."""
_IN_PLAY = 0.02
"""Chance from which a language is worth asking whether it is that of the table."""
_SEVERAL = tuple(
    number
    for number, glyph in enumerate(GLYPHS[:_JOKER])
    if len({rank_of(glyph, language) for language in Language} - {None}) > 1
)
"""Glyphs that are one rank in one language and another in another."""
_LOOKS = 3
"""Looks at one print from which it tells of the language."""
_BELIEVED = 0.9

_TO_RANK = {
    language: np.array(
        [[float(glyph in GLYPHS[:_JOKER] and rank_of(glyph, language) is rank) for rank in _RANKS] for glyph in GLYPHS]
    )
    for language in Language
}
CARD_RANK = np.array([_RANKS.index(card.rank) for card in CARDS if card.rank is not None])
CARD_SUIT = np.array([_SUITS.index(card.suit) for card in CARDS if card.suit is not None])
"""(52,) of every card the numbers of its rank, the ace's being 0, and of its suit."""


def spoken(readings: Sequence[IndexReading], told: Told = "auto") -> dict[Language, float]:
    """How likely each language is for the indices of a table, given what is known of it.

    Raises:
        ValueError: for a language that is none of those printed.
    """
    if isinstance(told, str):
        return posterior(readings) if told == "auto" else known(told)
    return posterior(readings, told)


def posterior(readings: Sequence[IndexReading], prior: Mapping[Language, float] = _PRIOR) -> dict[Language, float]:
    """How likely each language is for the indices of a table.

    Only letters that are read are witnesses. What hardly can be read looks a little like the letters most often seen,
    and many such readings together would be sure of them.
    """
    clear = [reading for reading in readings if float(reading.glyphs[:_JOKER].max()) > _CLEAR]
    return infer(
        (dict(zip(GLYPHS, reading.glyphs.tolist(), strict=True)) for reading in clear),
        prior,
    )


def disputed(readings: Sequence[IndexReading], languages: Mapping[Language, float]) -> bool:
    """Whether a letter was read that is one rank in one of the likely languages and another in another."""
    likely = [language for language, chance in languages.items() if chance > _IN_PLAY]
    return any(
        float(max(reading.glyphs[glyph] for reading in readings)) > _CLEAR
        for glyph in (_SEVERAL if readings else ())
        if len({rank_of(GLYPHS[glyph], language) for language in likely} - {None}) > 1
    )


def weighed(languages: Mapping[Language, float], likelihoods: Mapping[Language, float]) -> dict[Language, float]:
    """How likely each language is after something was seen whose logarithmic likelihood is told for each."""
    most = max(likelihoods.values())
    raised = {each: chance * float(np.exp(likelihoods.get(each, -np.inf) - most)) for each, chance in languages.items()}
    total = sum(raised.values())
    return {each: chance / total for each, chance in raised.items()} if total > 0 else dict(languages)


def of_deck(told: Told, language: str | None) -> Told:
    """What is known of a table's language where the deck on it is known, and so, if it is, the language of that."""
    if language is None or (isinstance(told, str) and told != "auto"):
        return told
    before = _PRIOR if isinstance(told, str) else told
    weight = {each: chance * (_OWN if each == language else 1 - _OWN) for each, chance in before.items()}
    return {each: chance / sum(weight.values()) for each, chance in weight.items()}


@dataclass
class Letters:
    """The letters that many looks at one table read: one look shows a few of its cards, and a V alone may be a jack or
    a queen."""

    _clearest: dict[tuple[str, str | None], list[float]] = field(default_factory=dict)
    _prior: dict[Language, float] | None = None

    def note(self, cards: Iterable[SeenCard]) -> None:
        """Take what one look read, but for letters that the rest of their card shows to be misread."""
        said: dict[tuple[str, str | None], float] = {}
        for card in cards:
            for index in card.indices:
                if index.glyph is None or index.reading is None or not _may_stand_on(index.glyph, card.card):
                    continue
                print_ = index.glyph, index.suit
                said[print_] = max(said.get(print_, 0.0), float(index.reading.glyphs.max()))
        for print_, chance in said.items():
            clearest = sorted([*self._clearest.get(print_, ()), chance], reverse=True)
            self._clearest[print_] = clearest[:_LOOKS]
        self._prior = None

    def prior(self) -> dict[Language, float]:
        """How likely each language is for the next look."""
        # Every frame is told the language, and few are looked at.
        if self._prior is None:
            self._prior = self._inferred()
        return self._prior

    def _inferred(self) -> dict[Language, float]:
        # A slip is not repeated, and one print misread again and again is one witness, whose word is not all.
        seen = (
            {glyph: min(clearest[-1], _BELIEVED)}
            for (glyph, _), clearest in self._clearest.items()
            if len(clearest) == _LOOKS
        )
        return infer(seen, _PRIOR)


def of_ranks(chances: Doubles) -> Doubles:
    """(N, 13) what (N, 54) chances come to for each rank, the ace first, whatever its suit."""
    return np.asarray(chances[:, : len(CARDS)].reshape(len(chances), len(_RANKS), len(_SUITS)).sum(axis=2))


def _may_stand_on(glyph: str, card: Card | None) -> bool:
    """Whether a glyph is printed on a card in some language; on one that has no name, or no rank, any may be."""
    if card is None or card.rank is None or glyph not in GLYPHS[:_JOKER]:
        return True
    return any(rank_of(glyph, language) is card.rank for language in Language)


def chances(readings: Sequence[IndexReading], languages: dict[Language, float], vain: Doubles | None = None) -> Doubles:
    """(N, 54) chance of each index to stand for each of the 52 cards, a joker, or to be no index at all.

    An index that cannot be read may be any rank, one whose suit is hidden any suit. `vain`, (N,), is the chance that it
    was sighted in vain, whatever it is read as.
    """
    out = np.zeros((len(readings), NAMES + 1))
    if not readings:
        return out
    glyphs = np.array([reading.glyphs for reading in readings], dtype=np.float64)
    suits = np.array([reading.suits for reading in readings], dtype=np.float64)
    glyphs, halved = _parted(glyphs, suits, languages)
    # A glyph no likely language prints is held against the index, but for what every language would make of it.
    ranks = np.zeros((len(readings), len(_RANKS)))
    anyhow = np.zeros_like(ranks)
    for language, weight in languages.items():
        ranks += weight * glyphs @ _TO_RANK[language]
        anyhow = np.maximum(anyhow, glyphs @ _TO_RANK[language])
    ranks = np.maximum(ranks, _FOREIGN * anyhow)
    ranks[:, _TEN] += halved
    readable = glyphs[:, :_JOKER].sum(axis=1, keepdims=True) + halved[:, None]
    ranks *= readable / np.maximum(ranks.sum(axis=1, keepdims=True), 1e-12)
    ranks += glyphs[:, [_ILLEGIBLE]] / len(_RANKS)
    shown = suits[:, :4] + suits[:, 4:] / 4
    out[:, :52] = ranks[:, CARD_RANK] * shown[:, CARD_SUIT]
    out[:, JOKER_NAME] = glyphs[:, _JOKER]
    out[:, NOTHING] = glyphs[:, _NONE]
    if vain is not None:
        out *= 1 - vain[:, None]
        out[:, NOTHING] += vain
    return out


def without_jokers(readings: Sequence[IndexReading]) -> list[IndexReading]:
    """The same where the packs hold no jokers: what looks like the word on one is an index that cannot be read."""
    out = []
    for reading in readings:
        glyphs = reading.glyphs.copy()
        glyphs[_ILLEGIBLE] += glyphs[_JOKER]
        glyphs[_JOKER] = 0.0
        out.append(replace(reading, glyphs=glyphs))
    return out


def _parted(glyphs: Doubles, suits: Doubles, languages: Mapping[Language, float]) -> tuple[Doubles, Doubles]:
    """What of each reading's "1" is an ace, and what is half a ten.

    All aces of a pack are printed alike. Each suit's ace is one witness of how: what is misread on one of its corners
    is misread on the other.

    Returns:
        (N, 22) the glyphs with the ace's part of the "1" alone, and (N,) the ten's.
    """
    ones, letters = glyphs[:, _ONE], glyphs[:, _LETTER_A]
    if ones.max() < _CREDIBLE:
        return glyphs, np.zeros(len(glyphs))
    usual = sum(weight * figure_one(language) for language, weight in languages.items())
    told = np.log((ones + _CREDIBLE) / (letters + _CREDIBLE))
    suit = suits[:, :4].argmax(axis=1)
    by_suit = np.zeros(4)
    for one in range(4):
        own = told[suit == one]
        by_suit[one] = own[np.abs(own).argmax()] if len(own) else 0.0
    # Whether this one is an ace is for the others to say.
    others = by_suit.sum() - by_suit[suit]
    odds = usual / max(1 - usual, 1e-9) * np.exp(others)
    ace = odds / (odds + _LOST)
    out = glyphs.copy()
    out[:, _ONE] = ones * ace
    return out, ones * (1 - ace)


def card(name: int) -> Card:
    """The card of a column of chances: 0 to 51, or 52 for the joker."""
    return JOKER if name == len(CARDS) else CARDS[name]


def known(language: str) -> dict[Language, float]:
    """The certainty that the indices are printed in a language.

    Raises:
        ValueError: for a language that is none of "en", "fr", "de", "nl".
    """
    return {each: float(each is Language(language)) for each in Language}
