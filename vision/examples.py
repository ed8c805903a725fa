"""A pack shown in pictures: what must be printed at every index, named by all the cards together.

The cards lie open in a few pictures, in any order. Each picture's cards are named together, no card twice, so that
prints the reader finds hard are named by what is left over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from rules.cards import CARDS, JOKER, Rank
from rules.glyphs import Language, figure_one, glyphs_of
from vision import language as languages
from vision.assignment import gaps
from vision.geometry import centres, sizes
from vision.probability import softmax
from vision.profile import Profile, TeachError
from vision.rectify import HEIGHT, WIDTH
from vision.types import GLYPHS, Floats, Image, IndexReading, Reading, SeenCard

_CERTAIN = 3.0
"""Logarithm of odds by which a card's name must beat the best joint naming without it, to be taught from."""

_UNLISTED = 0.02
"""What is left to a card that a reading does not list among those it may be."""
_READ = 0.5
"""Chance from which a letter counts as read, ..."""
_MISREAD = 0.05
"""... and how often it is another all the same."""
_MOST = 104
"""Open cards in a picture of one pack at most, some of them taken for two."""


@dataclass(frozen=True, eq=False)
class Example:
    """One index of a deck shown, with what it must be.

    Attributes:
        card: its card, 0 to 51, as `vision.language` numbers them.
        glyph: what is printed.
        suit: likewise.
        reading: what the reader made of it.
        picture: the number of the picture it is from.
    """

    card: int
    glyph: str
    suit: str
    reading: IndexReading
    picture: int = 0


@dataclass(frozen=True, eq=False)
class Shown:
    """One card of the pack in one picture.

    Attributes:
        card: which one, 0 to 51.
        place: its place among the picture's open cards, see `open_cards`.
        picture: the number of the picture.
        indices: what is printed on it was read as this.
        printed: glyph and suit that must be printed there.
    """

    card: int
    place: int
    picture: int
    indices: tuple[IndexReading, ...]
    printed: tuple[str, str]


def open_cards(seen: Reading) -> list[SeenCard]:
    """The cards of a picture that lie open."""
    return [card for card in seen.cards if card.side == "up"]


def shown(
    readings: Sequence[Reading], profile: Profile | None = None, faces: Sequence[Floats] | None = None
) -> list[Shown]:
    """The cards of a pack shown in pictures, named together picture by picture; doubtful ones are left out.

    Args:
        readings: of pictures of open cards of one pack, read without a profile.
        profile: what is known of the deck already.
        faces: for each picture (N, 52) chances of its N open cards by their faces, where those are known.
    """
    pictures = [
        [tuple(one.reading for one in card.indices if one.reading is not None) for card in open_cards(seen)]
        for seen in readings
    ]
    said = {id(one): one for rows in pictures for members in rows for one in members}
    if not said:
        return []
    if profile is not None:
        said = dict(zip(said, _in_the_light(list(said.values()), profile), strict=True))
    spoken = languages.posterior(list(said.values()))
    taken: list[tuple[int, int, int]] = []
    for number, rows in enumerate(pictures):
        places = [place for place, members in enumerate(rows) if members or faces is not None]
        if not places or len(places) > _MOST:
            continue
        costs = np.stack([_cost([said[id(one)] for one in rows[place]], spoken) for place in places])
        lying = open_cards(readings[number])
        costs[:, :52] -= np.stack([_beside(lying[place], spoken) for place in places])
        if faces is not None:
            costs[:, :52] -= np.log(faces[number][places])
        columns, _, dearer = gaps(costs)
        for place, column, gap in zip(places, columns, dearer, strict=True):
            if column < 52 and gap >= _CERTAIN:
                taken.append((int(column), place, number))
    named = [(card, said[id(one)]) for card, place, number in taken for one in pictures[number][place]]
    spoken = tongues(named, spoken)
    tongue = max(spoken, key=lambda one: spoken[one])
    ace = _ace(tongue, [reading for card, reading in named if CARDS[card].rank is Rank.ACE])
    return [
        Shown(card, place, number, pictures[number][place], _printed(card, tongue, ace))
        for card, place, number in taken
    ]


def tongues(
    named: Iterable[tuple[int, IndexReading]], spoken: Mapping[Language, float] | None = None
) -> dict[Language, float]:
    """How likely each language is, given what is read on indices of cards (0 to 51) that are known.

    Args:
        named: the cards, and what was read on one of their indices.
        spoken: how likely each language is by the letters alone; by default those of these readings.
    """
    known = list(named)
    spoken = languages.posterior([reading for _, reading in known]) if spoken is None else spoken
    score = {tongue: np.log(max(chance, 1e-9)) for tongue, chance in spoken.items()}
    for card, reading in known:
        rank = CARDS[card].rank
        if rank is None or not rank.face or reading.glyphs.max() < _READ:
            continue
        for tongue in score:
            fitting = sum(float(reading.glyphs[GLYPHS.index(glyph)]) for glyph in glyphs_of(rank, tongue))
            score[tongue] += np.log(fitting + _MISREAD)
    likely = softmax(np.array([list(score.values())]))[0]
    return dict(zip(score, (float(chance) for chance in likely), strict=True))


def _ace(language: Language, aces: Iterable[IndexReading]) -> str:
    """What aces are printed as, "1" or "A", alike on all of them, given what is read on some.

    Only aces are asked: narrow letters of every rank look like a 1.
    """
    usual = figure_one(language)
    odds = np.log(usual / (1 - usual))
    for reading in aces:
        one, letter = (float(reading.glyphs[GLYPHS.index(glyph)]) + _MISREAD for glyph in ("1", "A"))
        odds += np.log(one / letter)
    return "1" if odds > 0 else "A"


def _beside(card: SeenCard, spoken: dict[Language, float]) -> npt.NDArray[np.float64]:
    """(52,) logarithms of what more than its indices says what a card is: its court, its pips, its ink."""
    if not card.candidates or not card.indices:
        return np.zeros(52)
    held = np.full(52, _UNLISTED)
    for name, chance in card.candidates.items():
        if name is not JOKER:
            held[CARDS.index(name)] = max(chance, _UNLISTED)
    likelihood = -_cost([one.reading for one in card.indices if one.reading is not None], spoken)[:52]
    chances = np.exp(likelihood - likelihood.max())
    alone = np.maximum(chances / chances.sum(), _UNLISTED)
    return np.asarray(np.log(held) - np.log(alone))


def examples(cards: Sequence[Shown]) -> list[Example]:
    """The indices of cards shown."""
    return [Example(one.card, *one.printed, each, one.picture) for one in cards for each in one.indices]


def _in_the_light(readings: Sequence[IndexReading], profile: Profile) -> list[IndexReading]:
    """The readings as a profile corrects them."""
    glyphs, suits = profile.adjusted(
        np.stack([one.glyphs for one in readings]),
        np.stack([one.suits for one in readings]),
        np.stack([one.features for one in readings]),
        patches_of(readings),
    )
    return [replace(one, glyphs=glyphs[k], suits=suits[k]) for k, one in enumerate(readings)]


def patches_of(readings: Sequence[IndexReading]) -> Image:
    """(N, 96, 64, 3) of the readings; plain grey where one has none."""
    plain = np.full((HEIGHT, WIDTH, 3), 128, dtype=np.uint8)
    return np.stack([one.patch if one.patch.size else plain for one in readings])


def check_one_pack(readings: Sequence[Reading]) -> None:
    """Refuse a picture in which several cards surely lie twice.

    Raises:
        TeachError: naming the picture and the cards.
    """
    for number, seen in enumerate(readings, start=1):
        sure = [card for card in seen.cards if card.side == "up" and _sure(card)]
        names = Counter(map(_sure, sure))
        twice = [name for name, count in names.items() if count > 1 and _apart(sure, name)]
        # Now and then one card is taken for two; of two packs most are seen twice.
        if len(twice) >= max(6, len(names) // 2):
            raise TeachError("teach.packs", number=number, cards=", ".join(sorted(twice)))


def _sure(card: SeenCard) -> str:
    """What all indices of a card surely say, "" where they do not."""
    says = set()
    for index in card.indices:
        one = index.reading
        if one is None or float(one.glyphs.max()) < 0.9 or float(one.suits.max()) < 0.9:
            return ""
        says.add(one.glyph + one.suit)
    return says.pop() if len(says) == 1 and card.corners_from == "face" else ""


def _apart(cards: Sequence[SeenCard], name: str) -> bool:
    """Whether two cards of that name lie where one card cannot be."""
    quads = np.stack([card.corners for card in cards if _sure(card) == name])
    middles, lengths = np.stack([centres(quad) for quad in quads]), sizes(quads).max(axis=1)
    off = np.linalg.norm(middles[:, None] - middles[None], axis=-1)
    return bool((off > lengths.max()).any())


def _cost(members: Sequence[IndexReading], spoken: dict[Language, float]) -> npt.NDArray[np.float64]:
    """What it costs to give a card each of the 52 names, or (53rd and after, one each) none."""
    table = languages.chances(list(members), spoken)[:, :52]
    likelihood = np.log(np.maximum(table, 1e-4)).sum(axis=0)
    return np.concatenate([-likelihood, np.full(52, 12.0 * max(len(members), 1))])


def _printed(name: int, language: Language, ace: str) -> tuple[str, str]:
    """Glyph and suit that must be printed on a card, 0 to 51."""
    card = CARDS[name]
    if card.rank is None or card.suit is None:
        raise ValueError(f"{card} prints no rank")
    return ace if card.rank is Rank.ACE else glyphs_of(card.rank, language)[0], card.suit.value
