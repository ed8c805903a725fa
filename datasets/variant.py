"""Variants of artwork decks: other inks and stock, other proportions, indices of our own in the corners."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from datasets.artwork import Artwork
from datasets.deck import JOKER, Face, Image, IndexMark, Quad, split_code
from datasets.painter import fonts
from datasets.painter.canvas import Canvas, Colour, card_alpha, cut_out
from datasets.painter.index import IndexPrinter, IndexStyle
from datasets.painter.inks import Palette, random_palette
from datasets.painter.painted import random_language
from datasets.painter.suits import SuitStyle
from datasets.painter.wear import Wear, worn


class ArtworkVariant:
    """An artwork deck printed differently. Faces are made when asked for and kept."""

    def __init__(self, source: Artwork, rng: np.random.Generator) -> None:
        """Draws how it differs; `rng` is the source of all chance."""
        seed = int(rng.integers(2**31))
        self.name = f"{source.name}-{seed}"
        self.source = source
        rng = np.random.default_rng(seed)
        base = source.picture("2S")
        self.height = base.shape[0]
        self.width = round(base.shape[1] * float(rng.uniform(0.9, 1.1)))
        self.alpha = card_alpha(self.width, self.height, float(rng.uniform(0.025, 0.055)) * self.height)
        self.wear = Wear.random(rng)
        red = float(rng.uniform(0.94, 1.0))
        green = red - float(rng.uniform(0.0, 0.05))
        self.tint = np.array([green - rng.uniform(0.0, 0.16), green, red], np.float32)
        if rng.random() < 0.5:
            self.tint[:] = rng.uniform(0.95, 1.0)
        self.lift = float(rng.uniform(0, 45)) if rng.random() < 0.6 else 0.0
        self.hue = float(rng.normal(0, 2))
        self.strength = float(rng.uniform(0.7, 1.1))
        self.inverted = bool(rng.random() < 0.06)
        self.grey = bool(rng.random() < 0.04)
        self.printer = self._printer(rng) if rng.random() < 0.65 else None
        self.language, self.glyphs = source.language, dict[str, str]()
        if self.printer is not None:
            self.language, self.glyphs = random_language(rng)
        self.palette = self._palette(rng)
        self.back_name = source.backs()[int(rng.integers(len(source.backs())))]
        self._seed = seed
        self._faces: dict[str, Face] = {}
        self._back: Image | None = None

    def codes(self) -> tuple[str, ...]:
        """The cards of the artwork."""
        return self.source.codes()

    def face(self, code: str) -> Face:
        """The face of one card.

        Raises:
            KeyError: The artwork has no such card.
        """
        if code not in self._faces:
            self._faces[code] = self._make(code)
        return self._faces[code]

    def back(self) -> Image:
        """The back, (height, width, 4) uint8 BGRA."""
        if self._back is None:
            self._back = self._finish(self._fitted(self.source.picture(self.back_name)), 1)
        return self._back

    def _printer(self, rng: np.random.Generator) -> IndexPrinter:
        """Indices about as large as the artwork's own, so that they fit where those stood."""
        mark = self.source.face("8S").marks[0]
        left, top = mark.quad[0]
        right, bottom = mark.quad[2]
        total = float(bottom - top) * float(rng.uniform(0.75, 1.05))
        style = IndexStyle.random(rng, fonts.installed())
        ratio, gap = min(0.95, style.suit_height / style.rank_height), min(0.2, style.gap)
        rank = total / (1 + gap + ratio)
        scale = self.width / self.source.picture("2S").shape[1]
        style = replace(
            style,
            beside=False,
            four_corners=False,
            hollow=0,
            outline=0,
            court_suit=True,
            gap=gap,
            rank_height=rank / self.height,
            suit_height=rank * ratio / self.height,
            left=max(3.0, float(left) * scale) / self.height,
            top=float(top + (bottom - top - total) / 2) / self.height,
        )
        return IndexPrinter(
            style, SuitStyle.random(rng, None), self.width, self.height, column=float(right - left) * scale * 1.05
        )

    def _palette(self, rng: np.random.Generator) -> Palette:
        """Inks near the artwork's own: each suit's is read off the artwork's index."""
        drawn = random_palette(rng)
        inks: dict[str, Colour] = {}
        for suit in "CDHS":
            quad = self.source.face("8" + suit).marks[0].suit_quad
            assert quad is not None
            left, top = quad[0].astype(int)
            right, bottom = quad[2].astype(int)
            patch = self.source.picture("8" + suit)[top:bottom, left:right, :3].reshape(-1, 3)
            far = np.abs(patch.astype(np.int16) - self.source.stock).max(1) > 80
            colour = np.median(patch[far] if far.any() else patch, axis=0)
            inks[suit] = (float(colour[0]), float(colour[1]), float(colour[2]))
        return replace(drawn, suits=inks, sheen=0.0)

    def _fitted(self, picture: Image) -> npt.NDArray[np.uint8]:
        return _on_stock(self.source, picture, (self.width, self.height))

    def _make(self, code: str) -> Face:
        source = self.source.face(code)
        scale = self.width / source.image.shape[1]
        salt = 2 + self.codes().index(code)
        if self.printer is None or code == JOKER or len(source.marks) != 2:
            return Face(
                code, self._finish(self._fitted(source.image), salt), tuple(_stretched(m, scale) for m in source.marks)
            )
        rank, suit = split_code(code)
        canvas = Canvas(self.width, self.height, (0.0, 0.0, 0.0))
        canvas.pixels[:] = self._fitted(self.source.without_index(code))
        marks = self.printer.print(
            canvas, self.glyphs.get(rank, rank), suit, self.palette.suits[suit], clear=self._stock()
        )
        return Face(code, self._finish(canvas.pixels, salt), marks)

    def _stock(self) -> Colour:
        stock = self.source.stock
        return (float(stock[0]), float(stock[1]), float(stock[2]))

    def _finish(self, pixels: Image, salt: int) -> Image:
        """Recolours, ages and cuts out a print."""
        if self.grey:
            pixels = cv2.cvtColor(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR).astype(np.uint8)
        else:
            tone = cv2.cvtColor(pixels, cv2.COLOR_BGR2HSV)
            tone[..., 0] = (tone[..., 0].astype(np.int16) + round(self.hue)) % 180
            tone[..., 1] = np.clip(tone[..., 1] * self.strength, 0, 255).astype(np.uint8)
            pixels = cv2.cvtColor(tone, cv2.COLOR_HSV2BGR).astype(np.uint8)
        if self.inverted:
            # Dark stock, pale inks; hues are kept, so that red stays red.
            lab = cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB)
            lab[..., 0] = 255 - (lab[..., 0] * 0.85).astype(np.uint8)
            pixels = cv2.cvtColor(lab, cv2.COLOR_LAB2BGR).astype(np.uint8)
        tables = np.arange(256, dtype=np.float32)[:, None] * ((255 - self.lift) / 255) + self.lift
        table = np.clip(tables * self.tint[None], 0, 255).astype(np.uint8)
        pixels = cv2.LUT(pixels, table[None]).astype(np.uint8)
        return cut_out(worn(pixels, self.wear, salt), self.alpha)


def recoloured_back(source: Artwork, rng: np.random.Generator, size: tuple[int, int]) -> npt.NDArray[np.uint8]:
    """One of an artwork's backs in other colours, of (width, height) pixels: (height, width, 3) BGR.

    Hues turn by anything, as no ink of a back means anything; now and then light and dark change places.
    """
    names = source.backs()
    picture = source.picture(names[int(rng.integers(len(names)))])
    pixels = _on_stock(source, picture, size)
    tone = cv2.cvtColor(pixels, cv2.COLOR_BGR2HSV)
    tone[..., 0] = (tone[..., 0].astype(np.int16) + int(rng.integers(180))) % 180
    tone[..., 1] = np.clip(tone[..., 1] * rng.uniform(0.0, 1.3), 0, 255).astype(np.uint8)
    pixels = np.asarray(cv2.cvtColor(tone, cv2.COLOR_HSV2BGR), np.uint8)
    if rng.random() < 0.2:
        pixels = np.asarray(255 - pixels, np.uint8)
    gain = rng.uniform(0.6, 1.0)
    return np.asarray(pixels * gain, np.uint8)


def _on_stock(source: Artwork, picture: Image, size: tuple[int, int]) -> npt.NDArray[np.uint8]:
    """A picture of an artwork in (width, height) pixels, (height, width, 3) BGR.

    What the artwork leaves transparent shows the stock, never what happens to be stored there.
    """
    sized = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    pixels = np.asarray(cv2.cvtColor(sized, cv2.COLOR_BGRA2BGR), np.uint8)
    pixels.reshape(-1, 3)[np.flatnonzero(sized[..., 3] < 250)] = source.stock
    return pixels


def _stretched(mark: IndexMark, scale: float) -> IndexMark:
    def stretch(quad: Quad) -> Quad:
        # Pixel centres lie at whole numbers, so the edge of the picture is at -0.5.
        return ((quad + np.float32(0.5)) * np.array([scale, 1.0], np.float32) - np.float32(0.5)).astype(np.float32)

    return IndexMark(
        mark.glyph,
        mark.suit,
        stretch(mark.quad),
        stretch(mark.rank_quad),
        None if mark.suit_quad is None else stretch(mark.suit_quad),
    )


def artwork_variant(deck: Artwork, rng: np.random.Generator) -> ArtworkVariant:
    """The artwork printed differently: inks, stock, proportions, wear, and often indices of our own.

    Args:
        deck: The artwork.
        rng: Source of all chance.
    """
    return ArtworkVariant(deck, rng)
