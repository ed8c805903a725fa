"""What is known of one deck that was shown: how its own prints shift what the reader says, kept in a small file.

The reader's features and a coarse picture of the index itself, both weighted for the glyphs and suits of this deck, are
added to the reader's own logarithms of probability. How the weights are learned stands in `vision.teaching`.
"""

from __future__ import annotations

import json
import os
import re
import sys
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision.catalogue import sentence
from vision.portraits import CARDS, Portraits, unpacked
from vision.portraits import SIZE as PORTRAIT
from vision.probability import softmax
from vision.types import GLYPHS, SUITS, Floats, Image

ENVIRONMENT = "KIBITZ_DECKS"
"""Names another folder to keep profiles in."""

VERSION = 3
FEATURES = 128
_ROWS, _COLUMNS = slice(12, 84), slice(8, 56)
"""The part of a patch that is looked at: the index and a little of what surrounds it."""
_GREY, _COLOUR = (16, 24), (8, 12)
"""Width and height of the coarse pictures of brightness and of the two colours."""
SIZE = FEATURES + _GREY[0] * _GREY[1] + 2 * _COLOUR[0] * _COLOUR[1]
"""Numbers by which an index is described."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,59}")
ABSENT = 4.0
"""Logarithm of odds against a letter that the deck never showed."""


class ProfileError(ValueError):
    """A profile that cannot be made, read or used; the message says why."""


class TeachError(ProfileError):
    """Pictures that teach no deck; the message is the English sentence.

    Args:
        rule: the id of its sentence, such as ``teach.few``.
        advice: what would make a better photo, by language.
        params: what fills the sentence.
    """

    def __init__(self, rule: str, advice: Callable[[str], str | None] | None = None, **params: object) -> None:
        self.rule, self.params, self.advice = rule, params, advice
        super().__init__(self.sentence().removesuffix("."))

    def sentence(self, lang: str = "en") -> str:
        """What is wrong, in ``en``, ``fr`` or ``de``."""
        advice = {} if self.advice is None else {"advice": self.advice(lang)}
        return sentence(self.rule, self.params | advice, lang)


@dataclass(frozen=True, eq=False)
class Profile:
    """What is known of one deck; `vision.types.DeckProfile`.

    Attributes:
        name: of the deck.
        language: of its indices, None where that did not show.
        middle: (SIZE,) mean of the descriptions of its indices.
        scale: (SIZE,) what their deviations are divided by.
        glyphs: by glyph in use, its (SIZE + 1,) weights, the last one a constant.
        suits: by suit in use, likewise.
        printed: the glyphs that the deck has; empty where too few were seen to tell.
        shown: how many different cards were shown.
        reader: version of the reader network whose features these are; "" where it has none.
        portraits: its cards as small pictures; None where they were not shown well enough to be known by them.
    """

    name: str
    language: str | None
    middle: Floats
    scale: Floats
    glyphs: dict[str, Floats] = field(default_factory=dict)
    suits: dict[str, Floats] = field(default_factory=dict)
    printed: frozenset[str] = frozenset()
    shown: int = 0
    reader: str = ""
    portraits: Portraits | None = None

    def adjusted(self, glyphs: Floats, suits: Floats, features: Floats, patches: Image) -> tuple[Floats, Floats]:
        """Glyph (N, 22) and suit (N, 5) probabilities in the light of the deck, from those of the reader.

        Args:
            glyphs: (N, 22) the reader's.
            suits: (N, 5) the reader's.
            features: (N, 128) the reader's.
            patches: (N, 96, 64, 3) BGR the indices themselves, upright.
        """
        if len(features) == 0:
            return glyphs, suits
        lifted, suited = np.log(np.maximum(glyphs, 1e-6)), np.log(np.maximum(suits, 1e-6))
        if self.glyphs or self.suits:
            described = self.described(features, patches)
            for glyph, weights in self.glyphs.items():
                lifted[:, GLYPHS.index(glyph)] += described @ weights
            for suit, weights in self.suits.items():
                suited[:, SUITS.index(suit)] += described @ weights
        if self.printed:
            absent = [k for k, glyph in enumerate(GLYPHS[:19]) if glyph not in self.printed]
            lifted[:, absent] -= ABSENT
        return softmax(lifted), softmax(suited)

    def described(self, features: Floats, patches: Image) -> Floats:
        """(N, SIZE + 1) the indices as the weights take them."""
        return standardised(description(features, patches), self.middle, self.scale)

    def check_reader(self, version: str) -> None:
        """Refuse a reader of another version than the one the deck was taught with.

        Raises:
            ProfileError: it is another one.
        """
        if self.reader and version and self.reader != version:
            raise ProfileError(f"the deck {self.name!r} was taught to another version of the reader: teach it again")

    def save(self, folder: Path | None = None) -> Path:
        """Write the profile to its file in the folder of profiles.

        Raises:
            ProfileError: where it cannot be written.
        """
        path = profile_path(self.name, folder)
        head = {
            "version": VERSION, "name": self.name, "language": self.language, "printed": sorted(self.printed),
            "shown": self.shown, "reader": self.reader,
            "worth": 0.0 if self.portraits is None else self.portraits.worth,
            "glyphs": list(self.glyphs), "suits": list(self.suits),
        }  # fmt: skip
        weights = [*self.glyphs.values(), *self.suits.values()]
        written = np.frombuffer(json.dumps(head).encode(), np.uint8)
        spread = np.stack([self.middle, self.scale]).astype(np.float16)
        drawn = np.zeros((0, PORTRAIT), np.int8) if self.portraits is None else self.portraits.packed()
        rows = np.array(weights, dtype=np.float16).reshape(len(weights), SIZE + 1)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with open(path, "wb") as stream:
                np.savez_compressed(stream, head=written, spread=spread, weights=rows, portraits=drawn)
        except OSError as error:
            raise ProfileError(f"{path}: {error.strerror}") from None
        return path


def description(features: Floats, patches: Image) -> Floats:
    """(N, SIZE) of indices: the reader's (N, 128) features, and coarse pictures of their (N, 96, 64, 3) BGR patches.

    Brightness and colours are taken against their means and in units of the patch's own contrast, so that another
    light changes little.
    """
    grey = np.empty((len(patches), _GREY[1] * _GREY[0]), dtype=np.float32)
    colour = np.empty((len(patches), 2 * _COLOUR[1] * _COLOUR[0]), dtype=np.float32)
    for row, patch in enumerate(patches):
        inner = np.ascontiguousarray(patch[_ROWS, _COLUMNS], dtype=np.float32)
        small = cv2.resize(inner, _GREY, interpolation=cv2.INTER_AREA)
        light = small.mean(axis=2)
        contrast = float(light.std()) + 6.0
        grey[row] = ((light - light.mean()) / contrast).ravel()
        coarse = cv2.resize(inner, _COLOUR, interpolation=cv2.INTER_AREA)
        blue, green, red = coarse[..., 0], coarse[..., 1], coarse[..., 2]
        axes = np.stack([red - (green + blue) / 2, green - blue])
        colour[row] = ((axes - axes.mean(axis=(1, 2), keepdims=True)) / contrast).ravel()
    return np.concatenate([features, grey, colour], axis=1, dtype=np.float32)


def standardised(described: Floats, middle: Floats, scale: Floats) -> Floats:
    """(N, SIZE + 1) descriptions about their middle in units of their scale, and a constant."""
    out = np.empty((len(described), SIZE + 1), dtype=np.float32)
    out[:, :SIZE] = (described - middle) / scale
    out[:, SIZE] = 0.1
    return out


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
        ProfileError: its file is damaged, or of another version.
    """
    try:
        path = profile_path(name, folder)
    except ProfileError:
        raise FileNotFoundError(f"no deck profile is named {name!r}") from None
    if not path.is_file():
        raise FileNotFoundError(f"no deck profile is named {name!r}")
    try:
        # Opened here: NumPy leaves a damaged archive open.
        with open(path, "rb") as stream, np.load(stream, allow_pickle=False) as stored:
            head = json.loads(stored["head"].tobytes())
            if head["version"] != VERSION:
                raise ProfileError(f"{path}: a profile of version {head['version']}, not {VERSION}: teach it again")
            drawn = stored["portraits"]
            spread, weights = stored["spread"].astype(np.float32), stored["weights"].astype(np.float32)
        glyphs, suits = list(head["glyphs"]), list(head["suits"])
        if spread.shape != (2, SIZE) or weights.shape != (len(glyphs) + len(suits), SIZE + 1):
            raise ValueError("of another size")
        if drawn.dtype != np.int8 or drawn.shape not in ((0, PORTRAIT), (CARDS, PORTRAIT)):
            raise ValueError("of portraits that are none")
        if not set(glyphs) <= set(GLYPHS) or not set(suits) <= set(SUITS):
            raise ValueError("of glyphs or suits that there are not")
        return Profile(
            name=str(head["name"]),
            language=head["language"],
            middle=spread[0],
            scale=spread[1],
            glyphs=dict(zip(glyphs, weights, strict=False)),
            suits=dict(zip(suits, weights[len(glyphs) :], strict=True)),
            printed=frozenset(head["printed"]),
            shown=int(head["shown"]),
            reader=str(head["reader"]),
            portraits=unpacked(drawn, float(head["worth"])) if len(drawn) else None,
        )
    except ProfileError:
        raise
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise ProfileError(f"{path}: no deck profile: {error}") from None
