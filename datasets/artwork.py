"""Decks of card artwork from a folder of pictures: their printed indices are found, and variants of them made.

A folder holds one picture per card named by its code (``10H.webp``), optionally ``JOKER*`` and ``BACK*``.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from datasets.deck import CODES, JOKER, Face, Image, IndexMark, box_quad, split_code, turned_mark

HEIGHT = 700
SUFFIXES = (".webp", ".png", ".jpg")
KEPT = 8
"""Pictures of a deck kept in memory, 1.4 MB each; reading one again takes some milliseconds."""
INK = 80
"""Least difference from the stock, in one channel, that is ink."""
_FIGURES = ("2", "3", "4", "5", "6", "7", "8", "9")

Box = tuple[int, int, int, int]
"""left, top, right, bottom in whole pixels; right and bottom lie beyond the last one."""


class ArtworkError(ValueError):
    """A folder of artwork that cannot be used."""


@dataclass(frozen=True)
class _Found:
    """Where one corner's rank and suit stand, and which pixels are their ink."""

    rank: Box
    suit: Box | None


class Artwork:
    """A deck read from a folder. Pictures are loaded when first asked for and brought to HEIGHT pixels of height."""

    language = "en"

    def __init__(self, folder: Path) -> None:
        """Lists the folder.

        Raises:
            ArtworkError: The folder lacks a card of the 52, or has no back.
        """
        self.name = folder.name
        self._files: dict[str, Path] = {}
        for path in sorted(folder.iterdir()) if folder.is_dir() else []:
            if path.suffix.lower() in SUFFIXES:
                self._files[path.stem] = path
        missing = [code for code in CODES if code not in self._files]
        if missing:
            raise ArtworkError(f"{folder}: no picture of {', '.join(missing[:5])}{' ...' if len(missing) > 5 else ''}")
        self._jokers = [stem for stem in self._files if stem.startswith("JOKER")]
        self._backs = [stem for stem in self._files if stem.startswith("BACK")]
        if not self._backs:
            raise ArtworkError(f"{folder}: no picture of a back (BACK*)")
        self._ratio: float | None = None
        self._pictures: OrderedDict[str, Image] = OrderedDict()
        self._found: dict[str, tuple[IndexMark, ...]] = {}
        self._panels: dict[str, Image] = {}

    def codes(self) -> tuple[str, ...]:
        """The 52 cards, and the joker where the folder has one."""
        return (*CODES, JOKER) if self._jokers else CODES

    def face(self, code: str) -> Face:
        """The face of one card with its index marks.

        Raises:
            KeyError: The deck has no such card.
            ArtworkError: Its picture cannot be read.
        """
        if code not in self._found:
            if code == JOKER:
                if not self._jokers:
                    raise KeyError(f"{self.name} has no joker")
                self._found[code] = self._joker_marks()
            else:
                split_code(code)
                self._found[code] = self._marks(code)
        return Face(code, self.picture(self._jokers[0] if code == JOKER else code), self._found[code])

    def back(self) -> Image:
        """The first back of the folder, (height, width, 4) uint8 BGRA."""
        return self.picture(self._backs[0])

    def backs(self) -> tuple[str, ...]:
        """The names of all backs."""
        return tuple(self._backs)

    def picture(self, stem: str) -> Image:
        """One picture by its file's stem, trimmed to the card, (HEIGHT, width, 4) uint8 BGRA.

        Raises:
            ArtworkError: The file is no picture.
        """
        if stem not in self._pictures:
            path = self._files[stem]
            loaded = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
            if loaded is None or loaded.ndim != 3 or loaded.shape[2] not in (3, 4):
                raise ArtworkError(f"{path}: no picture in colour")
            if loaded.shape[2] == 3:
                loaded = np.dstack([loaded, np.full(loaded.shape[:2], 255, np.uint8)])
            rows = np.flatnonzero(loaded[..., 3].max(1) > 127)
            columns = np.flatnonzero(loaded[..., 3].max(0) > 127)
            if not len(rows):
                raise ArtworkError(f"{path}: nothing but transparency")
            card = np.asarray(loaded[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1], np.uint8)
            sized = _sized(card, (self._width(card), HEIGHT))
            if not stem.startswith("BACK"):
                _clear_outline(sized)
            self._pictures[stem] = sized
            if len(self._pictures) > KEPT:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(stem)
        return self._pictures[stem]

    def _width(self, card: Image) -> int:
        # Every picture of a deck takes the first one's proportions: rounding while trimming must not vary them.
        if self._ratio is None:
            self._ratio = card.shape[1] / card.shape[0]
        return round(self._ratio * HEIGHT)

    def ink(self, code: str) -> npt.NDArray[np.bool_]:
        """Where a card bears ink, (height, width)."""
        picture = self.picture(code)
        return np.asarray((self._away(picture) > INK) & (picture[..., 3] > 200))

    def _away(self, picture: Image) -> npt.NDArray[np.uint8]:
        """How far each pixel's colour is from the paper's, (height, width): that of the channel farthest from it."""
        paper = np.broadcast_to(self.stock.astype(np.uint8), (*picture.shape[:2], 3))
        blue, green, red = cv2.split(cv2.absdiff(np.ascontiguousarray(picture[..., :3]), np.ascontiguousarray(paper)))
        return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)

    @cached_property
    def stock(self) -> npt.NDArray[np.int16]:
        """The paper's colour, (3,) BGR."""
        picture = self.picture("2S")
        inside = picture[:, :, :3][picture[..., 3] > 250]
        return np.asarray(np.median(inside, axis=0), np.int16)

    @cached_property
    def _layout(self) -> dict[str, Box]:
        """Boxes common to the deck: key "rank" spans the figures, the suits' keys their symbols."""
        ranks: list[Box] = []
        suits: dict[str, list[Box]] = {suit: [] for suit in "CDHS"}
        for suit in "CDHS":
            for rank in _FIGURES:
                found = _find(self.ink(rank + suit))
                if found is not None and found.suit is not None:
                    ranks.append(found.rank)
                    suits[suit].append(found.suit)
        if len(ranks) < 16 or any(len(boxes) < 4 for boxes in suits.values()):
            raise ArtworkError(f"{self.name}: no index of rank over suit found in the corners")
        layout = {suit: _median(boxes) for suit, boxes in suits.items()}
        layout["rank"] = _median(ranks)
        return layout

    def _marks(self, code: str) -> tuple[IndexMark, ...]:
        rank, suit = split_code(code)
        ink = self.ink(code)
        height, width = ink.shape
        marks = []
        for turned in (False, True):
            seen = np.ascontiguousarray(ink[::-1, ::-1]) if turned else ink
            rank_box = self._rank_box(seen, rank)
            seen = seen.copy()
            seen[: rank_box[3] - (rank_box[3] - rank_box[1]) // 8, :] &= False
            suit_box = self._suit_box(seen, suit, rank_box)
            whole = (min(rank_box[0], suit_box[0]), rank_box[1], max(rank_box[2], suit_box[2]), suit_box[3])
            mark = IndexMark(rank, suit, _quad(whole), _quad(rank_box), _quad(suit_box))
            marks.append(turned_mark(mark, width - 1, height - 1) if turned else mark)
        return tuple(marks)

    def _suit_box(self, ink: npt.NDArray[np.bool_], suit: str, rank: Box) -> Box:
        """The suit's box in this corner: the ink below the rank most like the deck's symbol, else the deck's box."""
        expected = self._layout[suit]
        wide, high = expected[2] - expected[0], expected[3] - expected[1]
        below = [
            box
            for box in _components(ink)
            if box[0] < rank[2]
            and box[2] > rank[0]
            and box[1] > (rank[1] + 2 * rank[3]) / 3
            and 0.45 * wide < box[2] - box[0] < 1.25 * wide
            and 0.45 * high < box[3] - box[1] < 1.25 * high
            and abs((box[2] - box[0]) * high - wide * (box[3] - box[1])) < 0.25 * wide * (box[3] - box[1])
        ]
        near = [box for box in below if abs(box[1] - expected[1]) < 0.5 * high]
        return min(near, key=lambda box: abs(box[0] - expected[0]) + abs(box[1] - expected[1])) if near else expected

    def _rank_box(self, ink: npt.NDArray[np.bool_], rank: str) -> Box:
        """The rank's box: the ink between the deck's figure rows that belongs to the index's column."""
        left, top, right, bottom = self._layout["rank"]
        tall, wide = bottom - top, right - left
        middle = (left + right) / 2
        parts = [
            box
            for box in _components(ink)
            if box[1] > top - 0.15 * tall
            and box[3] < bottom + 0.3 * tall
            and box[3] - box[1] > 0.6 * tall
            and box[0] < right
            and abs((box[0] + box[2]) / 2 - middle) < (1.1 if rank == "10" else 0.7) * wide + 4
        ]
        if rank != "10":
            parts = sorted(parts, key=lambda box: abs((box[0] + box[2]) / 2 - middle))[:1]
        if parts:
            return (
                min(b[0] for b in parts),
                min(b[1] for b in parts),
                max(b[2] for b in parts),
                max(b[3] for b in parts),
            )
        # The letter touches other ink (its suit, a court's frame): take the run of inked columns round the middle.
        window = np.atleast_1d(np.any(ink[top:bottom], axis=0))
        start = end = round(middle)
        while start > 0 and window[start - 1]:
            start -= 1
        while end < len(window) and window[end]:
            end += 1
        if end - start < 3 or end - start > 3 * wide:
            return self._layout["rank"]
        return (start, top, end, bottom)

    def _joker_marks(self) -> tuple[IndexMark, ...]:
        """The corner words of the joker: the ink in the corner columns, where there is any."""
        picture = self.picture(self._jokers[0])
        ink = (self._away(picture) > INK) & (picture[..., 3] > 200)
        height, width = ink.shape
        marks = []
        for turned in (False, True):
            seen = np.ascontiguousarray(ink[::-1, ::-1]) if turned else ink
            parts = [
                box
                for box in _components(seen)
                if box[0] < 0.2 * width and box[2] < 0.3 * width and box[3] < 0.5 * height and box[3] - box[1] > 10
            ]
            # A word is three letters or more one below or beside the other; a lone patch is part of the picture.
            if len(parts) < 3:
                continue
            box = (
                min(b[0] for b in parts),
                min(b[1] for b in parts),
                max(b[2] for b in parts),
                max(b[3] for b in parts),
            )
            mark = IndexMark("joker", None, _quad(box), _quad(box), None)
            marks.append(turned_mark(mark, width - 1, height - 1) if turned else mark)
        return tuple(marks)

    def without_index(self, code: str) -> Image:
        """The card's picture with the ink of its indices replaced by stock, (height, width, 4) uint8 BGRA."""
        picture = self.picture(code).copy()
        for mark in self.face(code).marks:
            for quad in (mark.rank_quad, mark.suit_quad):
                if quad is not None:
                    left, top = np.floor(quad.min(0)).astype(int) - 2
                    right, bottom = np.ceil(quad.max(0)).astype(int) + 3
                    picture[max(top, 0) : bottom, max(left, 0) : right, :3] = self.stock
        return picture

    def court_panel(self, code: str) -> Image:
        """The middle of a court, indices taken out, cut to its largest piece of ink: (h, w, 4) uint8 BGRA."""
        if code not in self._panels:
            self._panels[code] = self._cut_panel(code)
        return self._panels[code]

    def _cut_panel(self, code: str) -> Image:
        picture = self.without_index(code)
        ink = (self._away(picture) > 25).astype(np.uint8)
        height, width = ink.shape
        ink[: height // 40], ink[-height // 40 :], ink[:, : width // 40], ink[:, -width // 40 :] = 0, 0, 0, 0
        count, _, stats, _ = cv2.connectedComponentsWithStats(cv2.dilate(ink, np.ones((3, 3), np.uint8)))
        if count < 2:
            return picture
        x, y, wide, high, _ = stats[1 + int(np.argmax(stats[1:, 2] * stats[1:, 3]))]
        return np.ascontiguousarray(picture[y : y + high, x : x + wide])


def load_artwork(folder: str | Path) -> Artwork:
    """A deck of artwork from a folder of pictures.

    Raises:
        ArtworkError: The folder lacks a card or a back.
    """
    return Artwork(Path(folder))


def _sized(card: npt.NDArray[np.uint8], size: tuple[int, int]) -> Image:
    grown = cv2.resize(card, size, interpolation=cv2.INTER_AREA if card.shape[0] >= size[1] else cv2.INTER_CUBIC)
    return np.asarray(grown, np.uint8)


def _clear_outline(card: Image) -> None:
    """Takes away the line that artwork has round the card: printed cards end in plain stock."""
    height, width = card.shape[:2]
    sample = card[::5, ::5]
    stock = np.median(sample[..., :3][sample[..., 3] > 250], axis=0).astype(np.uint8)
    outside = (card[..., 3] < 250).astype(np.uint8)
    # What lies under the transparency is seen when a variant's corners are less round.
    card.reshape(-1, 4)[np.flatnonzero(outside), :3] = stock
    across = np.abs(card[height // 2, : width // 12, :3].astype(np.int16) - stock).max(1) > 25
    band = int(np.flatnonzero(across)[-1]) + 2 if across.any() else 0
    if band > height // 60:
        return
    # The line follows the rounded corners, so the band does too.
    framed = cv2.copyMakeBorder(outside, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=1)
    grown = cv2.dilate(framed, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * band + 3, 2 * band + 3)))[1:-1, 1:-1]
    card.reshape(-1, 4)[np.flatnonzero(grown), :3] = stock


def _components(ink: npt.NDArray[np.bool_]) -> list[Box]:
    """Boxes of the connected ink in the upper left corner that may be a part of an index."""
    height, width = ink.shape
    corner = ink[: int(height * 0.55), : int(width * 0.5)].astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(corner, connectivity=8)
    boxes = []
    for x, y, wide, high, area in stats[1:count].tolist():
        if area < 40 or wide > 0.28 * width or high > 0.2 * height:
            continue
        boxes.append((x, y, x + wide, y + high))
    return boxes


def _find(ink: npt.NDArray[np.bool_]) -> _Found | None:
    """Rank over suit in the upper left corner of a number card."""
    boxes = [box for box in _components(ink) if box[3] - box[1] > 0.025 * ink.shape[0]]
    if not boxes:
        return None
    rank = min(boxes, key=lambda box: box[0] + box[1])
    below = [
        box
        for box in boxes
        if box[1] >= rank[3] - 2 and box[0] < rank[2] and box[2] > rank[0] and box[1] < rank[3] + (rank[3] - rank[1])
    ]
    return _Found(rank, min(below, key=lambda box: box[1]) if below else None)


def _median(boxes: list[Box]) -> Box:
    left, top, right, bottom = np.median(np.array(boxes), axis=0).round().astype(int).tolist()
    return (left, top, right, bottom)


def _quad(box: Box) -> npt.NDArray[np.float32]:
    return box_quad(box[0] - 0.5, box[1] - 0.5, box[2] - 0.5, box[3] - 0.5)
