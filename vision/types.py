"""The values that pass between the steps of reading a picture.

All coordinates are pixels of the picture given, x to the right and y down, pixel centres at whole numbers. Quads are
float32 arrays of four corners, clockwise as seen in the picture. Images are BGR uint8, height × width × 3.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from rules.cards import Card
from vision.calibration import Evidence
from vision.errors import Remark

Floats = npt.NDArray[np.float32]
Image = npt.NDArray[np.uint8]
Side = Literal["up", "down"]

GLYPHS = (
    "1", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10",
    "J", "Q", "K", "R", "D", "V", "B", "H", "joker", "none", "illegible",
)  # fmt: skip
"""What an index can show, in the order of the reader's outputs. Ranks follow from the glyph and the deck's language."""

SUITS = ("C", "D", "H", "S", "none")
DIRECTIONS = ("up", "half_turn", "mirrored")


def quads(values: object = ()) -> Floats:
    """The values as an (N, 4, 2) float32 array; no values give (0, 4, 2)."""
    return np.asarray(values, dtype=np.float32).reshape(-1, 4, 2)


def scores(values: object = ()) -> Floats:
    """The values as an (N,) float32 array."""
    return np.asarray(values, dtype=np.float32).reshape(-1)


@dataclass(frozen=True, eq=False)
class Sightings:
    """What the detector found in one picture.

    Attributes:
        index_quads: (N, 4, 2) corners of the printed indices (rank over suit together), clockwise from the index's own
            top left in its own reading direction.
        index_cards: (N, 4, 2) the whole card as seen from that index: clockwise, first the corner nearest the index.
        index_scores: (N,) probabilities.
        face_quads: (F, 4, 2) whole cards lying face up; order of corners true only up to half a turn, first edge short.
        face_scores: (F,) probabilities.
        back_quads: (B, 4, 2) face-down cards, corners as for faces.
        back_scores: (B,) probabilities.
        joker_quads: (J, 4, 2) jokers, corners as for faces.
        joker_scores: (J,) probabilities.
    """

    index_quads: Floats = field(default_factory=quads)
    index_cards: Floats = field(default_factory=quads)
    index_scores: Floats = field(default_factory=scores)
    face_quads: Floats = field(default_factory=quads)
    face_scores: Floats = field(default_factory=scores)
    back_quads: Floats = field(default_factory=quads)
    back_scores: Floats = field(default_factory=scores)
    joker_quads: Floats = field(default_factory=quads)
    joker_scores: Floats = field(default_factory=scores)

    QUADS = ("index_quads", "index_cards", "face_quads", "back_quads", "joker_quads")

    def __len__(self) -> int:
        """How many sightings of any kind."""
        return sum(len(s) for s in (self.index_scores, self.face_scores, self.back_scores, self.joker_scores))

    def mapped(self, scale: float, shift: tuple[float, float] = (0.0, 0.0)) -> Sightings:
        """The same sightings with every point p moved to p * scale + shift."""
        offset = np.asarray(shift, dtype=np.float32)
        moved = {name: getattr(self, name) * np.float32(scale) + offset for name in self.QUADS}
        return replace(self, **moved)

    @staticmethod
    def joined(parts: list[Sightings]) -> Sightings:
        """All sightings of several looks at one picture, nothing suppressed."""
        if not parts:
            return Sightings()
        names = (*Sightings.QUADS, "index_scores", "face_scores", "back_scores", "joker_scores")
        return Sightings(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})


@dataclass(frozen=True, eq=False)
class IndexReading:
    """What the reader makes of one index patch.

    Attributes:
        glyphs: (22,) probabilities in the order of `GLYPHS`.
        suits: (5,) probabilities in the order of `SUITS`.
        directions: (3,) probabilities in the order of `DIRECTIONS`, of the quad as it was first given.
        quad: (4, 2) the index's corners in its true reading order, half a turn mended.
        turned: whether `quad` is the given quad after half a turn.
        sharpness: contrast of the finest detail over contrast of the patch; about 0 blurred, 1 crisp.
        glare: share of the patch that is clipped to white together with its ink's surroundings, 0 to 1.
        ink: (3,) mean colour of the ink less that of the paper, in CIE Lab units, as `vision.ink.measured` evens it.
        features: (128,) the reader's last layer before its decisions, for decks taught by example; or empty.
        patch: (96, 64, 3) BGR the index itself as it was read, likewise; or empty.
    """

    glyphs: Floats
    suits: Floats
    directions: Floats
    quad: Floats
    turned: bool = False
    sharpness: float = 1.0
    glare: float = 0.0
    ink: Floats = field(default_factory=lambda: np.zeros(3, dtype=np.float32))
    features: Floats = field(default_factory=scores)
    patch: Image = field(default_factory=lambda: np.zeros((0, 64, 3), dtype=np.uint8))

    @property
    def glyph(self) -> str:
        """The likeliest glyph."""
        return GLYPHS[int(self.glyphs.argmax())]

    @property
    def suit(self) -> str:
        """The likeliest suit."""
        return SUITS[int(self.suits.argmax())]

    @property
    def height(self) -> float:
        """Height of the index in pixels: the mean of its two long sides."""
        left, right = self.quad[3] - self.quad[0], self.quad[2] - self.quad[1]
        return float(np.hypot(*left) + np.hypot(*right)) / 2


@dataclass(frozen=True, eq=False)
class Index:
    """One printed corner of a card, read: glyph and suit as printed, None where they cannot be told."""

    quad: Floats
    glyph: str | None
    suit: str | None
    confidence: float
    reading: IndexReading | None = None

    def to_json(self) -> dict[str, Any]:
        """The index as in the output of `kibitz read --json`."""
        return {
            "quad": points(self.quad),
            "glyph": self.glyph,
            "suit": self.suit,
            "confidence": round(self.confidence, 4),
        }


@dataclass(frozen=True, eq=False)
class SeenCard:
    """One card at one place of the picture.

    Attributes:
        card: its name, or None for a face-down card and for one too uncertain to name.
        side: "up" or "down".
        confidence: calibrated probability that `card` is right; of an unnamed card facing up, that of its likeliest
            candidate; of a face-down card, that a face-down card lies there.
        corners: (4, 2) clockwise from the card's top left; may lie outside the picture.
        corners_from: "face" where the whole card was seen, "index" where its outline follows from an index.
        candidates: calibrated probabilities of the cards it may be, likeliest first, where it is not certain; what is
            missing to 1 is the chance of any other card.
        indices: its printed corners that were found.
        evidence: what the confidence was made of.
    """

    card: Card | None
    side: Side
    confidence: float
    corners: Floats
    corners_from: Literal["face", "index"] = "face"
    candidates: Mapping[Card, float] = field(default_factory=dict)
    indices: tuple[Index, ...] = ()
    evidence: Evidence | None = None

    @property
    def guessed(self) -> bool:
        """Whether only an index of it was seen, and its outline follows from that."""
        return self.side == "up" and self.corners_from == "index"

    def possible(self, certain: float = 0.9, floor: float = 0.02) -> frozenset[Card] | None:
        """The cards this one may be; None where it may be any card or lies face down.

        One card alone where the name's confidence reaches `certain`; else every candidate of at least `floor`, as long
        as together they leave no more than `1 - certain` to the cards not listed.
        """
        if self.side == "down":
            return None
        if self.card is not None and self.confidence >= certain:
            return frozenset((self.card,))
        if sum(self.candidates.values()) < certain:
            return None
        return frozenset(card for card, chance in self.candidates.items() if chance >= floor)

    def to_json(self) -> dict[str, Any]:
        """The card as in the output of `kibitz read --json`."""
        out: dict[str, Any] = {
            "card": None if self.card is None else str(self.card),
            "side": self.side,
            "confidence": round(self.confidence, 4),
            "corners": points(self.corners),
            "corners_from": self.corners_from,
            "indices": [index.to_json() for index in self.indices],
        }
        if self.candidates:
            out["candidates"] = {str(card): round(chance, 4) for card, chance in self.candidates.items()}
        return out


@dataclass(frozen=True, eq=False)
class Reading:
    """All cards of one picture.

    Attributes:
        width: of the picture as a person sees it (turned upright by its EXIF tag), pixels.
        height: likewise.
        cards: in reading order: rows from the top, each from the left.
        stray: indices that belong to no card.
        milliseconds: time spent by stage: "detect", "read", "assemble", "total", and "load" where a file was read.
        remarks: what is to be known of it, such as two equal cards under one pack, or a mirrored picture.
        image: the name of the picture, where it has one.
        language: of the indices, "en", "fr", "de" or "nl", where it is known or the same for every card seen.
        packs: how many packs the cards were told apart under.
        mirrored: whether the picture shows the table mirrored.
        fault: what keeps the whole picture from being read well: "dark", "bright" or "blurred"; None where nothing
            does, and where nobody looked, as at camera frames.
    """

    width: int
    height: int
    cards: tuple[SeenCard, ...] = ()
    stray: tuple[Index, ...] = ()
    milliseconds: Mapping[str, float] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    image: str | None = None
    language: str = "en"
    packs: int = 1
    mirrored: bool = False
    fault: Literal["dark", "bright", "blurred"] | None = None

    @property
    def warnings(self) -> tuple[str, ...]:
        """The remarks as English sentences."""
        return tuple(remark.sentence() for remark in self.remarks)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The reading as one JSON object of `kibitz read --json`, its warnings in ``en``, ``fr`` or ``de``."""
        out: dict[str, Any] = {} if self.image is None else {"image": self.image}
        out |= {
            "width": self.width,
            "height": self.height,
            "cards": [card.to_json() for card in self.cards],
            "stray": [index.to_json() for index in self.stray],
            "milliseconds": {stage: round(spent, 1) for stage, spent in self.milliseconds.items()},
            "warnings": [remark.sentence(lang) for remark in self.remarks],
            "language": self.language,
            "packs": self.packs,
            "mirrored": self.mirrored,
        }
        return out


class Detector(Protocol):
    """Finds indices, faces, backs and jokers."""

    def sight(self, image: Image, longest: int) -> Sightings:
        """Sightings in pixels of the image, looked at with its longest side scaled to `longest` pixels."""


class Aligner(Protocol):
    """Sees where the corners of an index are."""

    def corners(self, inputs: Floats) -> Floats:
        """(N, 4, 2) corners, from -1 to 1, of the indices in (N, 3, 80, 80) RGB patches in 0..1."""


class GlyphReader(Protocol):
    """Reads index patches."""

    def probabilities(self, patches: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Of (N, 3, 96, 64) RGB patches in 0..1: glyphs (N, 22), suits (N, 5), directions (N, 3), features (N, 128)."""


class FaceReader(Protocol):
    """Reads whole cards by their pips and courts."""

    def probabilities(self, inputs: Floats) -> tuple[Floats, Floats]:
        """Of (N, 3, 128, 96) RGB patches in 0..1: ranks (N, 13), the ace first, and suits (N, 4)."""


class DeckProfile(Protocol):
    """What was learned of one deck by being shown its cards."""

    @property
    def language(self) -> str | None:
        """Of the deck's indices, None where it is not known."""

    @property
    def portraits(self) -> Any:
        """Its cards as `vision.portraits.Portraits`, None where they are not known."""

    def adjusted(self, glyphs: Floats, suits: Floats, features: Floats, patches: Image) -> tuple[Floats, Floats]:
        """Glyph (N, 22) and suit (N, 5) probabilities in the light of the deck, from those of the reader, its features
        (N, 128) and the upright BGR patches (N, 96, 64, 3)."""


def points(quad: Floats) -> list[list[float]]:
    """A quad as JSON: four [x, y] to a tenth of a pixel."""
    return [[round(float(x), 1), round(float(y), 1)] for x, y in quad]
