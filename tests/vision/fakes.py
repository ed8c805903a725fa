"""A table whose cards say what they are in colours, and networks' stand-ins that read them.

The stand-in detector knows the true quads of the whole picture and gives those that lie in the part it is shown. The
stand-in reader works from pixels alone: an index is painted in a colour that encodes glyph and suit, brighter in its
lower half, so that scaling, cutting, rectifying and turning are all put to the test.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.geometry import UNIT, homographies, projected
from vision.rectify import INNER
from vision.types import GLYPHS, SUITS, Floats, Image, Sightings, quads, scores

TABLE = (40, 90, 30)
ASPECT = 1.4
_PLACE = np.array([[0.04, 0.03], [0.16, 0.03], [0.16, 0.2], [0.04, 0.2]])


def card_quad(x: float, y: float, width: float = 100, angle: float = 0.0) -> Floats:
    """A card's corners, clockwise from its own top left, centred on (x, y), turned clockwise by degrees."""
    half = np.array([[-1, -ASPECT], [1, -ASPECT], [1, ASPECT], [-1, ASPECT]]) * width / 2
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return (half @ np.array([[c, s], [-s, c]]) + (x, y)).astype(np.float32)


@dataclass
class Table:
    """Cards laid on a picture, and what a perfect detector would see of them."""

    width: int = 800
    height: int = 600
    faces: list[Floats] = field(default_factory=list)
    backs: list[Floats] = field(default_factory=list)
    jokers: list[Floats] = field(default_factory=list)
    joker_score: float = 0.85
    indices: list[tuple[Floats, Floats]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.image: Image = np.full((self.height, self.width, 3), TABLE, dtype=np.uint8)

    def lay(
        self,
        glyph: str,
        suit: str,
        quad: Floats,
        corners: tuple[int, ...] = (0, 2),
        face: bool = True,
    ) -> None:
        """Lay a card face up, with its index at the corners 0 (top left) to 3 (bottom left); 1 and 3 as on four-corner
        decks, reading upright at the top and upside down at the bottom."""
        self._fill(quad, (245, 245, 245))
        for corner in corners:
            place = _PLACE.copy()
            if corner in (1, 3):
                place = place[[1, 0, 3, 2]]
                place[:, 0] = 1 - place[:, 0]
            if corner in (2, 3):
                place = 1 - place
            maps = homographies(UNIT[None], quad[None])
            index = projected(maps, place[None])[0].astype(np.float32)
            first = {0: 0, 1: 1, 2: 2, 3: 3}[corner]
            self.indices.append((index, np.roll(quad, -first, axis=0)))
            code = (60 + 8 * GLYPHS.index(glyph), 40 * SUITS.index(suit) + 20)
            middle = (index[0] + index[3]) / 2, (index[1] + index[2]) / 2
            self._fill(np.stack([index[0], index[1], middle[1], middle[0]]), (60, code[1], code[0]))
            self._fill(np.stack([middle[0], middle[1], index[2], index[3]]), (180, code[1], code[0]))
        if face:
            self.faces.append(quad)

    def turn_down(self, quad: Floats, plain: bool = False) -> None:
        """Lay a card face down, with a pattern on its back or none."""
        self._fill(quad, (235, 235, 235))
        if not plain:
            for share in (0.85, 0.6, 0.35):
                self._fill((quad - quad.mean(axis=0)) * share + quad.mean(axis=0), (160, 30, int(255 * share)))
        self.backs.append(quad)

    def _fill(self, quad: Floats, colour: tuple[int, int, int]) -> None:
        cv2.fillConvexPoly(self.image, np.round(quad * 16).astype(np.int32), colour, cv2.LINE_8, 4)

    def sightings(self) -> Sightings:
        """Everything, in pixels of the picture."""
        return Sightings(
            index_quads=quads([index for index, _ in self.indices]),
            index_cards=quads([card for _, card in self.indices]),
            index_scores=scores([0.9] * len(self.indices)),
            face_quads=quads(self.faces),
            face_scores=scores([0.85] * len(self.faces)),
            back_quads=quads(self.backs),
            back_scores=scores([0.85] * len(self.backs)),
            joker_quads=quads(self.jokers),
            joker_scores=scores([self.joker_score] * len(self.jokers)),
        )


class FakeDetector:
    """Sees a table's truth in whatever part of its picture it is shown, if it is shown large enough."""

    def __init__(self, table: Table, least: float = 0.0) -> None:
        """See indices from a height of `least` pixels of the network's input on."""
        self.table = table
        self.least = least
        self.looks: list[tuple[tuple[int, int, int, int], int]] = []

    def sight(self, image: Image, longest: int) -> Sightings:
        # A part of a picture is a view of it: where it begins in memory tells where it lies.
        whole = image
        while isinstance(whole.base, np.ndarray) and whole.base.ndim == 3:
            whole = whole.base
        offset = (image.__array_interface__["data"][0] - whole.__array_interface__["data"][0]) // 3
        top, left = divmod(int(offset), whole.shape[1])
        height, width = image.shape[:2]
        self.looks.append(((left, top, left + width, top + height), longest))
        scale = longest / max(height, width)
        found = self.table.sightings()
        tall = np.hypot(*(found.index_quads[:, 3] - found.index_quads[:, 0]).T) * scale
        keep = {"index": _within(found.index_quads, (left, top, width, height)) & (tall >= self.least)}
        for kind in ("face", "back", "joker"):
            keep[kind] = _within(getattr(found, f"{kind}_quads"), (left, top, width, height))
        parts = {
            name: getattr(found, name)[keep[name.split("_")[0]]]
            for name in (*Sightings.QUADS, "index_scores", "face_scores", "back_scores", "joker_scores")
        }
        return Sightings(**parts).mapped(1.0, (-left, -top))


def _within(quads_seen: Floats, box: tuple[int, int, int, int]) -> np.ndarray:
    left, top, width, height = box
    low, high = quads_seen.min(axis=1), quads_seen.max(axis=1)
    return np.asarray(((low >= (left, top)) & (high <= (left + width, top + height))).all(axis=1))


class FakeReader:
    """Reads the colours of a table's indices; `confusion` names what it says instead, and how surely."""

    def __init__(
        self, sure: float = 0.99, confusion: dict[tuple[str, str], dict[tuple[str, str], float]] | None = None
    ) -> None:
        self.sure = sure
        self.confusion = confusion or {}

    def probabilities(self, patches: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        count = len(patches)
        glyphs = np.full((count, len(GLYPHS)), (1 - self.sure) / (len(GLYPHS) - 1), dtype=np.float32)
        suits = np.full((count, len(SUITS)), (1 - self.sure) / (len(SUITS) - 1), dtype=np.float32)
        ways = np.full((count, 3), 0.01, dtype=np.float32)
        left, top = np.round(INNER[0]).astype(int)
        right, bottom = np.round(INNER[2]).astype(int)
        for row, patch in enumerate(patches):
            inner = np.median(patch[:, top + 4 : bottom - 4, left + 4 : right - 4], axis=(1, 2)) * 255
            glyph, suit = round((inner[0] - 60) / 8), round((inner[1] - 20) / 40)
            blue = patch[2] * 255
            upper, lower = blue[top + 4 : top + 20].mean(), blue[bottom - 20 : bottom - 4].mean()
            ways[row, 0 if lower > upper else 1] = 0.98
            if not (0 <= glyph < len(GLYPHS) and 0 <= suit < len(SUITS)):
                glyphs[row, GLYPHS.index("none")] = 1.0
                continue
            said = {(GLYPHS[glyph], SUITS[suit]): self.sure}
            for (name, of), chance in self.confusion.get((GLYPHS[glyph], SUITS[suit]), said).items():
                glyphs[row, GLYPHS.index(name)] += chance
                suits[row, SUITS.index(of)] += chance
        return (
            glyphs / glyphs.sum(axis=1, keepdims=True),
            suits / suits.sum(axis=1, keepdims=True),
            ways / ways.sum(axis=1, keepdims=True),
            np.zeros((count, 128), dtype=np.float32),
        )
