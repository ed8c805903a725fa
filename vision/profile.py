"""What is learned of one deck by being shown its cards: examples compared in the reader's feature space.

The cards of a pack lie open in a few pictures, in any order. Each picture's cards are named together, no card twice, so
that prints the reader finds hard are named by what is left over. Every glyph and suit then has examples of this very
print. A class is used only where, held out card by card, its examples read better with it and no others read worse.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from rules.glyphs import Language
from vision import language as languages
from vision.assignment import gaps
from vision.types import GLYPHS, SUITS, Floats, IndexReading, Reading

ENVIRONMENT = "KIBITZ_DECKS"
"""Names another folder to keep profiles in."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,59}")
_STRENGTHS = (6.0, 12.0, 24.0)
_MOST = 4.0
_CERTAIN = 3.0
"""Logarithm of odds by which a card's name must beat the best joint naming without it, to be taught from."""


class ProfileError(ValueError):
    """A profile that cannot be made or read; the message says why."""


@dataclass(frozen=True, eq=False)
class Profile:
    """What is known of one deck; `vision.types.DeckProfile`.

    Attributes:
        name: of the deck.
        language: of its indices, None where that did not show.
        middle: (128,) mean of the features of all its examples.
        glyphs: by glyph in use, its (128,) direction from there.
        suits: by suit in use, likewise.
        limits: by glyph or suit in use, the similarity from which an example speaks for it.
        strength: how much a similarity counts, in logarithms of odds.
        printed: the glyphs that the deck has; empty where too few were seen to tell.
        shown: how many different cards were shown.
    """

    name: str
    language: str | None
    middle: Floats
    glyphs: dict[str, Floats] = field(default_factory=dict)
    suits: dict[str, Floats] = field(default_factory=dict)
    limits: dict[str, float] = field(default_factory=dict)
    strength: float = 12.0
    printed: frozenset[str] = frozenset()
    shown: int = 0

    def adjusted(self, glyphs: Floats, suits: Floats, features: Floats) -> tuple[Floats, Floats]:
        """Glyph (N, 22) and suit (N, 5) probabilities in the light of the deck, from those of the reader."""
        if len(features) == 0:
            return glyphs, suits
        unit = _units(features - self.middle)
        lifted = np.log(np.maximum(glyphs, 1e-6))
        for glyph, direction in self.glyphs.items():
            lifted[:, GLYPHS.index(glyph)] += self._bonus(unit @ direction, self.limits[glyph])
        if self.printed:
            absent = [k for k, glyph in enumerate(GLYPHS[:19]) if glyph not in self.printed]
            lifted[:, absent] -= _MOST
        suited = np.log(np.maximum(suits, 1e-6))
        for suit, direction in self.suits.items():
            suited[:, SUITS.index(suit)] += self._bonus(unit @ direction, self.limits["suit " + suit])
        return _softmax(lifted), _softmax(suited)

    def _bonus(self, similarity: Floats, limit: float) -> Floats:
        raised = np.clip(self.strength * (similarity - np.float32(limit)), -_MOST, _MOST)
        return np.asarray(raised, dtype=np.float32)

    def save(self, folder: Path | None = None) -> Path:
        """Write the profile to its file in the folder of profiles.

        Raises:
            ProfileError: where it cannot be written.
        """
        path = profile_path(self.name, folder)
        head = {
            "version": 1, "name": self.name, "language": self.language, "limits": self.limits,
            "strength": self.strength, "printed": sorted(self.printed), "shown": self.shown,
            "glyphs": list(self.glyphs), "suits": list(self.suits),
        }  # fmt: skip
        directions = [*self.glyphs.values(), *self.suits.values()]
        stack = np.stack([self.middle, *directions]).astype(np.float16)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with open(path, "wb") as stream:
                np.savez_compressed(stream, head=np.frombuffer(json.dumps(head).encode(), np.uint8), features=stack)
        except OSError as error:
            raise ProfileError(f"{path}: {error.strerror}") from None
        return path


def decks_folder() -> Path:
    """Where profiles are kept: the folder KIBITZ_DECKS names, else the user's own data."""
    named = os.environ.get(ENVIRONMENT)
    if named:
        return Path(named)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "kibitz" / "decks"


def profile_path(name: str, folder: Path | None = None) -> Path:
    """The file of a profile.

    Raises:
        ProfileError: for a name that is no plain name.
    """
    if not _NAME.fullmatch(name) or ".." in name:
        raise ProfileError(f"{name!r} is no name for a deck: letters, digits, space, _ . and -, 60 at most")
    return (folder or decks_folder()) / f"{name}.npz"


def profiles(folder: Path | None = None) -> list[str]:
    """The names of all profiles kept."""
    where = folder or decks_folder()
    return sorted(path.stem for path in where.glob("*.npz")) if where.is_dir() else []


def load_profile(name: str, folder: Path | None = None) -> Profile:
    """The profile of that name.

    Raises:
        FileNotFoundError: there is none.
        ProfileError: its file is damaged.
    """
    try:
        path = profile_path(name, folder)
    except ProfileError:
        raise FileNotFoundError(f"no deck profile is named {name!r}") from None
    if not path.is_file():
        raise FileNotFoundError(f"no deck profile is named {name!r}")
    try:
        with np.load(path, allow_pickle=False) as stored:
            head = json.loads(stored["head"].tobytes())
            stack = stored["features"].astype(np.float32)
        glyphs, suits = list(head["glyphs"]), list(head["suits"])
        if head["version"] != 1 or stack.shape != (1 + len(glyphs) + len(suits), 128):
            raise ValueError("of another version")
        return Profile(
            name=str(head["name"]),
            language=head["language"],
            middle=stack[0],
            glyphs=dict(zip(glyphs, stack[1:], strict=False)),
            suits=dict(zip(suits, stack[1 + len(glyphs) :], strict=True)),
            limits={str(key): float(value) for key, value in head["limits"].items()},
            strength=float(head["strength"]),
            printed=frozenset(head["printed"]),
            shown=int(head["shown"]),
        )
    except (OSError, ValueError, KeyError, TypeError, EOFError) as error:
        raise ProfileError(f"{path}: no deck profile: {error}") from None


@dataclass(frozen=True, eq=False)
class Example:
    """One index of a deck shown, with what it must be.

    Attributes:
        card: its card, 0 to 51, as `vision.language` numbers them.
        glyph: what is printed.
        suit: likewise.
        reading: what the reader made of it.
    """

    card: int
    glyph: str
    suit: str
    reading: IndexReading


def examples(readings: Sequence[Reading]) -> list[Example]:
    """The indices of a pack shown in pictures, named together picture by picture; doubtful ones are left out.

    Args:
        readings: of pictures of open cards of one pack, read without a profile.
    """
    every = [index.reading for seen in readings for card in seen.cards for index in card.indices if index.reading]
    if not every:
        return []
    spoken = languages.posterior(every)
    tongue = max(spoken, key=lambda one: spoken[one])
    out: list[Example] = []
    for seen in readings:
        cards = [[index.reading for index in card.indices if index.reading] for card in seen.cards if card.indices]
        rows = [members for members in cards if members]
        if not rows or len(rows) > 52:
            continue
        costs = np.stack([_cost(members, spoken) for members in rows])
        columns, _, dearer = gaps(costs)
        for members, column, gap in zip(rows, columns, dearer, strict=True):
            if column < 52 and gap >= _CERTAIN:
                named = languages.card(int(column))
                out += [Example(int(column), *_printed(str(named), tongue.value, one), one) for one in members]
    return [example for example in out if example.glyph]


def _cost(members: Sequence[IndexReading], spoken: dict[Language, float]) -> npt.NDArray[np.float64]:
    """What it costs to give a card each of the 52 names, or (53rd and after, one each) none."""
    table = languages.chances(list(members), spoken)[:, :52]
    likelihood = np.log(np.maximum(table, 1e-4)).sum(axis=0)
    return np.concatenate([-likelihood, np.full(52, 12.0 * len(members))])


def _printed(code: str, language: str, reading: IndexReading) -> tuple[str, str]:
    """Glyph and suit that must be printed on a card of that name; ("", "") where the print is of another kind."""
    rank, suit = code[:-1], code[-1]
    names = {"fr": {"J": "V", "Q": "D", "K": "R"}, "de": {"J": "B", "Q": "D"}, "nl": {"J": "B", "Q": "V", "K": "H"}}
    glyph = names.get(language, {}).get(rank, rank)
    if rank == "A" and reading.glyphs[GLYPHS.index("1")] > reading.glyphs[GLYPHS.index("A")]:
        glyph = "1"
    return (glyph, suit) if glyph in GLYPHS else ("", "")


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
    """

    profile: Profile
    cards: int
    indices: int
    used: tuple[str, ...]
    errors: tuple[int, int]
    missing: tuple[str, ...]


def teach(name: str, readings: Sequence[Reading]) -> Taught:
    """Learn a deck from readings of pictures of its open cards.

    Args:
        name: of the profile.
        readings: read without a profile.

    Raises:
        ProfileError: a name that is none; fewer than eight different cards that could be named.
    """
    profile_path(name)
    shown = examples(readings)
    cards = sorted({example.card for example in shown})
    if len(cards) < 8:
        raise ProfileError(
            f"{len(cards)} different cards could be named: spread at least eight, the whole pack at best"
        )
    features = np.stack([example.reading.features for example in shown]).astype(np.float32)
    if features.shape[1] != 128:
        raise ProfileError("the reader gives no features to learn from")
    spoken = languages.posterior([example.reading for example in shown])
    tongue = max(spoken, key=lambda one: spoken[one])
    glyphs = frozenset(example.glyph for example in shown)
    blank = Profile(
        name=name,
        language=tongue.value if spoken[tongue] > 0.9 else None,
        middle=features.mean(axis=0),
        # With most of the pack shown, a letter it never showed is not printed on it.
        printed=glyphs if len(cards) >= 40 and len(glyphs) >= 13 else frozenset(),
        shown=len(cards),
    )
    best = max((_chosen(blank, shown, features, strength) for strength in _STRENGTHS), key=lambda pair: pair[1])[0]
    before = _wrong(shown, *_read(shown))
    after = _wrong(shown, *_held_out(best, shown, features))
    used = (*best.glyphs, *best.suits)
    missing = tuple(str(languages.card(card)) for card in range(52) if card not in cards)
    return Taught(best, len(cards), len(shown), used, (int(before.sum()), int(after.sum())), missing)


def _chosen(blank: Profile, shown: Sequence[Example], features: Floats, strength: float) -> tuple[Profile, float]:
    """The profile with every class that helps on cards held out, and by how much in logarithms."""
    profile = replace(blank, strength=strength)
    gained = 0.0
    base = _held_out(profile, shown, features)
    wrong, score = _wrong(shown, *base), _score(shown, *base)
    for glyph, kind in [(one, "glyph") for one in GLYPHS[:19]] + [(one, "suit") for one in SUITS[:4]]:
        members = [k for k, example in enumerate(shown) if getattr(example, kind) == glyph]
        if len({shown[k].card for k in members}) < 2:
            continue
        trial = _with(profile, glyph, kind, shown, features, range(len(shown)))
        if trial is None:
            continue
        read = _held_out(trial, shown, features)
        now_wrong, now = _wrong(shown, *read), _score(shown, *read)
        better = float(now.sum() - score.sum())
        if better > 0.02 * len(members) and not (now_wrong & ~wrong).any():
            profile, wrong, score, gained = trial, now_wrong, now, gained + better
    return profile, gained


def _with(
    profile: Profile, name: str, kind: str, shown: Sequence[Example], features: Floats, known: Sequence[int] | range
) -> Profile | None:
    """The profile with one more class, from the examples `known`; None where they do not make one."""
    unit = _units(features - profile.middle)
    mine = [k for k in known if getattr(shown[k], kind) == name]
    others = [k for k in known if getattr(shown[k], kind) != name]
    if not mine or not others:
        return None
    direction = _units(unit[mine].mean(axis=0)[None])[0]
    near, far = unit[mine] @ direction, unit[others] @ direction
    # Half way between its own farther examples and the nearest of the others.
    limit = float((np.quantile(near, 0.2) + np.quantile(far, 0.98)) / 2)
    key = name if kind == "glyph" else "suit " + name
    limits = profile.limits | {key: limit}
    if kind == "glyph":
        return replace(profile, glyphs=profile.glyphs | {name: direction}, limits=limits)
    return replace(profile, suits=profile.suits | {name: direction}, limits=limits)


def _held_out(profile: Profile, shown: Sequence[Example], features: Floats) -> tuple[Floats, Floats]:
    """Every example read with a profile made from the other cards only: glyphs (N, 22) and suits (N, 5)."""
    glyphs, suits = _read(shown)
    folds = [_fold(example.card) for example in shown]
    for fold in set(folds):
        out = [k for k, one in enumerate(folds) if one == fold]
        known = [k for k, one in enumerate(folds) if one != fold]
        if not known:
            continue
        made: Profile | None = replace(profile, glyphs={}, suits={}, limits={}, middle=features[known].mean(axis=0))
        for glyph in profile.glyphs:
            made = made and (_with(made, glyph, "glyph", shown, features, known) or made)
        for suit in profile.suits:
            made = made and (_with(made, suit, "suit", shown, features, known) or made)
        assert made is not None, "a profile without a class is still a profile"
        glyphs[out], suits[out] = made.adjusted(glyphs[out], suits[out], features[out])
    return glyphs, suits


def _fold(card: int) -> int:
    """Cards of one rank are never held out together: each is judged by the others of its rank and of its suit."""
    suit, rank = divmod(card, 13)
    return (suit + rank) % 8


def _read(shown: Sequence[Example]) -> tuple[Floats, Floats]:
    return (
        np.stack([example.reading.glyphs for example in shown]).astype(np.float32),
        np.stack([example.reading.suits for example in shown]).astype(np.float32),
    )


def _wrong(shown: Sequence[Example], glyphs: Floats, suits: Floats) -> npt.NDArray[np.bool_]:
    told = zip(glyphs.argmax(axis=1), suits.argmax(axis=1), shown, strict=True)
    return np.array([GLYPHS[g] != one.glyph or SUITS[s] != one.suit for g, s, one in told], dtype=bool)


def _score(shown: Sequence[Example], glyphs: Floats, suits: Floats) -> Floats:
    """Logarithm of the probability given to what is printed, (N,)."""
    rows = np.arange(len(shown))
    own_glyph = glyphs[rows, [GLYPHS.index(example.glyph) for example in shown]]
    own_suit = suits[rows, [SUITS.index(example.suit) for example in shown]]
    return (np.log(np.maximum(own_glyph, 1e-6)) + np.log(np.maximum(own_suit, 1e-6))).astype(np.float32)


def _units(vectors: Floats) -> Floats:
    lengths = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
    return np.asarray(vectors / lengths, dtype=np.float32)


def _softmax(logits: Floats) -> Floats:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), dtype=np.float32)
