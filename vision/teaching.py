"""Learning one deck from pictures of its open cards: what the reader then says of its prints is corrected.

Every glyph and suit of a pack that was shown has examples of its very print (`vision.examples`), and worse copies of
them (`vision.degraded`) stand for the pictures to come. Corrections are used only where, held out picture by picture,
the examples are read better with them, and those of no class clearly worse. Where there are pictures, whole cards are
learned as well (`vision.sitting`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from rules.cards import CARDS
from vision import language as languages
from vision.advice import Spread, spread
from vision.degraded import degraded
from vision.examples import Example, Shown, check_one_pack, examples, patches_of, tongues
from vision.probability import softmax
from vision.profile import ABSENT, FEATURES, Profile, ProfileError, TeachError, description, profile_path, standardised
from vision.rectify import to_input
from vision.sitting import Looks, named
from vision.types import GLYPHS, SUITS, Floats, GlyphReader, Image, Reading

_COPIES = 2400
"""Worse copies made of all examples together: enough to learn from, and seconds to read."""
_DAMPING = 0.0005
"""Of the weights' squares: less learns single examples by heart, more learns nothing of a few."""
_STEPS = 150
_FOLDS = 4
_WORSE = 2.0, 0.1
"""A class is clearly read worse where it is misread more often than so many times as before, and so much of all its
rows: with few pictures, each in another light, what is held out is read worse than what is learned from them all."""
_FEWEST = 20
"""Different cards without which nothing is learned."""
_TOLD = 0.9
"""Chance from which the language of the deck is known."""
_LETTERS = len(GLYPHS) - 3
"""Glyphs that are ranks: all but the joker, none and illegible."""

Labels = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Taught:
    """What came of teaching.

    Attributes:
        profile: the profile.
        cards: different cards shown.
        indices: examples taken.
        used: glyphs and suits whose examples are used.
        errors: of the examples, held out: read wrongly without the profile, and with it.
        missing: cards of the 52 that were not shown, or not surely named.
        pictures: what each picture showed, and what to do about those that showed little.
    """

    profile: Profile
    cards: int
    indices: int
    used: tuple[str, ...]
    errors: tuple[int, int]
    missing: tuple[str, ...]
    pictures: tuple[Spread, ...] = ()

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """What was taught, as the command line and the HTTP API tell it beside the deck's name."""
        return {
            "cards": self.cards,
            "indices": self.indices,
            "used": list(self.used),
            "errors": {"before": self.errors[0], "after": self.errors[1]},
            "missing": list(self.missing),
            "language": self.profile.language,
            "pictures": [{"named": one.named, "open": one.open, "advice": one.sentence(lang)} for one in self.pictures],
        }


@dataclass(frozen=True, eq=False)
class _Lesson:
    """Examples and their worse copies as arrays of N rows, the examples as they were taken first.

    Attributes:
        glyphs: (N, 22) logarithms of what the reader says.
        suits: (N, 5) likewise.
        described: (N, SIZE).
        glyph: (N,) what is printed, as a column.
        suit: (N,) likewise.
        fold: (N,) part of the cards it is held out with.
        taken: how many rows are examples as taken.
    """

    glyphs: Floats
    suits: Floats
    described: Floats
    glyph: Labels
    suit: Labels
    fold: Labels
    taken: int


def teach(
    name: str,
    readings: Sequence[Reading],
    network: GlyphReader | None = None,
    pictures: Iterable[Image] | None = None,
) -> Taught:
    """Learn a deck from readings of pictures of its open cards.

    Args:
        name: of the profile.
        readings: read without a profile.
        network: reads worse copies of the indices shown; without one only what was shown is learned from.
        pictures: those that were read, BGR, in the same order: from two or more of them whole cards are learned too.

    Raises:
        ProfileError: a name that is none.
        TeachError: fewer than twenty different cards that could be named; two packs.
    """
    profile_path(name)
    check_one_pack(readings)
    looks = None if pictures is None else Looks(readings, pictures)
    cards, faces = named(readings, looks)
    found = examples(cards)
    different = len({one.card for one in found})
    if different < _FEWEST:
        for number, one in enumerate(_spreads(readings, cards), start=1):
            if one.fault is not None:
                raise TeachError("teach.few_in", one.sentence, different=different, number=number)
        raise TeachError("teach.few", different=different)
    taught = _taught(name, found, network)
    if taught.used:
        # Read in its light, more of the prints that the reader finds hard are named, and are learned from in turn.
        cards, faces = named(readings, looks, taught.profile)
        again = examples(cards)
        if len(again) > taught.indices:
            taught = _taught(name, again, network)
    return replace(taught, profile=replace(taught.profile, portraits=faces), pictures=_spreads(readings, cards))


def _spreads(readings: Sequence[Reading], cards: Sequence[Shown]) -> tuple[Spread, ...]:
    """What each picture shows of the pack, given the cards that could be named."""
    return tuple(
        spread(reading, {one.place for one in cards if one.picture == number})
        for number, reading in enumerate(readings)
    )


def _taught(name: str, shown: Sequence[Example], network: GlyphReader | None) -> Taught:
    """What these examples teach."""
    cards = sorted({example.card for example in shown})
    if any(len(example.reading.features) != FEATURES for example in shown):
        raise ProfileError("the reader gives no features to learn from")
    spoken = tongues((example.card, example.reading) for example in shown)
    tongue = max(spoken, key=lambda one: spoken[one])
    told = spoken[tongue] > _TOLD
    if not told:
        # What is printed on courts follows from the language: nothing is learned of them rather than something wrong.
        shown = [example for example in shown if not _court(example.card)]
    glyphs = frozenset(example.glyph for example in shown)
    lesson = _lesson(shown, network)
    blank = Profile(
        name=name,
        language=tongue.value if told else None,
        middle=lesson.described.mean(axis=0),
        scale=_scale(lesson.described),
        # With most of the pack shown, a letter it never showed is not printed on it.
        printed=glyphs if told and len(cards) >= 40 and len(glyphs) >= 13 else frozenset(),
        shown=len(cards),
        reader=getattr(network, "version", ""),
    )
    profile, errors = _learned(blank, lesson)
    missing = tuple(str(languages.card(card)) for card in range(52) if card not in cards)
    return Taught(profile, len(cards), len(shown), (*profile.glyphs, *profile.suits), errors, missing)


def _court(card: int) -> bool:
    rank = CARDS[card].rank
    return rank is not None and rank.face


def _lesson(shown: Sequence[Example], network: GlyphReader | None) -> _Lesson:
    """Examples and copies, read and described."""
    cut = patches_of([one.reading for one in shown])
    glyphs = np.stack([one.reading.glyphs for one in shown]).astype(np.float32)
    suits = np.stack([one.reading.suits for one in shown]).astype(np.float32)
    described = description(np.stack([one.reading.features for one in shown]), cut)
    copies = 0
    if network is not None:
        copies = max(1, _COPIES // len(shown))
        worse = degraded(cut, copies, np.random.default_rng(len(shown)))
        read = network.probabilities(to_input(worse))
        glyphs, suits = np.concatenate([glyphs, read[0]]), np.concatenate([suits, read[1]])
        described = np.concatenate([described, description(read[3], worse)])

    def rows(values: Sequence[int]) -> Labels:
        taken = np.array(values, dtype=np.intp)
        return np.concatenate([taken, np.repeat(taken, copies)])

    return _Lesson(
        np.log(np.maximum(glyphs, 1e-6)),
        np.log(np.maximum(suits, 1e-6)),
        described,
        rows([GLYPHS.index(one.glyph) for one in shown]),
        rows([SUITS.index(one.suit) for one in shown]),
        rows(_folds(shown)),
        len(shown),
    )


def _folds(shown: Sequence[Example]) -> list[int]:
    """What is held out together: whole pictures, neighbours of a video together; of one picture every other index."""
    taken = Counter(one.picture for one in shown)
    if len(taken) == 1:
        return [k % 2 for k in range(len(shown))]
    home: dict[int, int] = {}
    passed = 0
    for place, picture in enumerate(sorted(taken)):
        # Pictures that follow each other in a video are all but the same: they must not vouch for one another.
        home[picture] = place if len(taken) <= _FOLDS else passed * _FOLDS // len(shown)
        passed += taken[picture]
    return [home[one.picture] for one in shown]


def _scale(described: Floats) -> Floats:
    """What deviations are divided by: features and pixels speak about equally loudly."""
    scale = 10.0 * (described.std(axis=0) + 1e-3)
    scale[FEATURES:] /= 0.6
    return np.asarray(scale, dtype=np.float32)


def _learned(blank: Profile, lesson: _Lesson) -> tuple[Profile, tuple[int, int]]:
    """The profile with every class that helps, and the errors on examples held out, before and after."""
    rows = standardised(lesson.described, blank.middle, blank.scale)
    glyphs = lesson.glyphs.copy()
    if blank.printed:
        glyphs[:, [k for k in range(_LETTERS) if GLYPHS[k] not in blank.printed]] -= ABSENT
    used: list[dict[str, Floats]] = []
    before = np.zeros(lesson.taken, dtype=bool)
    after = np.zeros(lesson.taken, dtype=bool)
    for names, plain, said, truth in (
        (GLYPHS, lesson.glyphs, glyphs, lesson.glyph),
        (SUITS, lesson.suits, lesson.suits, lesson.suit),
    ):
        chosen, held = _helpful(rows, said, truth, lesson.fold)
        before |= (plain.argmax(axis=1) != truth)[: lesson.taken]
        after |= ((said + held).argmax(axis=1) != truth)[: lesson.taken]
        weights = _fitted(rows, said, truth, chosen)
        used.append({names[k]: weights[:, k] for k in np.flatnonzero(chosen)})
    return replace(blank, glyphs=used[0], suits=used[1]), (int(before.sum()), int(after.sum()))


def _helpful(rows: Floats, said: Floats, truth: Labels, fold: Labels) -> tuple[npt.NDArray[np.bool_], Floats]:
    """(K,) which classes' corrections make the reading of pictures held out better, and (N, K) those corrections.

    All classes are tried together; those that are then read clearly worse than without a correction get none, and the
    others are learned anew. What is left must mend more than it breaks, with every class counting as much as any other.
    """
    count = said.shape[1]
    share = _balance(truth, count)
    order = np.arange(len(said))
    rowed = np.bincount(truth, minlength=count)
    chosen = rowed > 0
    plain = said.argmax(axis=1) != truth
    missed = np.bincount(truth, plain, minlength=count)
    while chosen.any():
        held = np.zeros_like(said)
        for part in np.unique(fold):
            out = fold == part
            held[out] = rows[out] @ _fitted(rows[~out], said[~out], truth[~out], chosen)
        wrong = (said + held).argmax(axis=1) != truth
        worse = chosen & (np.bincount(truth, wrong, minlength=count) > _WORSE[0] * missed + _WORSE[1] * rowed)
        if worse.any():
            chosen = chosen & ~worse
            continue
        gain = np.log(np.maximum(softmax(said + held)[order, truth], 1e-6))
        gain -= np.log(np.maximum(softmax(said)[order, truth], 1e-6))
        if float(share @ gain) > 0 and float(share[wrong].sum()) < float(share[plain].sum()):
            return chosen, held
        break
    return np.zeros(count, dtype=bool), np.zeros_like(said)


def _balance(truth: Labels, classes: int) -> Floats:
    """(N,) weights with a mean of 1 that make every class that occurs count as much as any other."""
    counts = np.maximum(np.bincount(truth, minlength=classes), 1)
    share = 1.0 / counts[truth]
    return np.asarray(share / share.mean(), dtype=np.float32)


def _fitted(rows: Floats, said: Floats, truth: Labels, classes: npt.NDArray[np.bool_]) -> Floats:
    """(SIZE + 1, K) weights by which (N, SIZE + 1) rows correct (N, K) logarithms said.

    Multinomial logistic regression with damped weights, starting from no correction, by accelerated gradient steps
    (Nesterov). Only the `classes` (K,) that occur get weights.
    """
    count, most = len(rows), said.shape[1]
    share = _balance(truth, most)[:, None]
    learned = classes & (np.bincount(truth, minlength=most) > 0)
    target = np.eye(most, dtype=np.float32)[truth]
    longest = np.ones(rows.shape[1], dtype=np.float32)
    for _ in range(15):
        longest = rows.T @ (share[:, 0] * (rows @ (longest / max(float(np.linalg.norm(longest)), 1e-9))))
    # The steepest curvature there is: half the largest eigenvalue of the rows' second moments.
    step = 1.0 / (0.55 * float(np.linalg.norm(longest)) / count + _DAMPING)
    weights: Floats = np.zeros((rows.shape[1], most), dtype=np.float32)
    ahead: Floats = weights
    pace = 1.0
    for _ in range(_STEPS):
        slope = rows.T @ (share * (softmax(said + rows @ ahead) - target)) / count + _DAMPING * ahead
        slope[:, ~learned] = 0
        moved = np.asarray(ahead - step * slope, dtype=np.float32)
        faster = (1 + (1 + 4 * pace * pace) ** 0.5) / 2
        ahead = np.asarray(moved + (pace - 1) / faster * (moved - weights), dtype=np.float32)
        weights, pace = moved, faster
    return weights
