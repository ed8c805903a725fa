"""A painted deck: one maker's style for everything, faces painted when asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from datasets.artwork import Artwork, load_artwork
from datasets.deck import CODES, GLYPHS, JOKER, Face, Image, IndexMark, Quad, split_code
from datasets.painter import fonts
from datasets.painter.backs import paint_back
from datasets.painter.canvas import Canvas, card_alpha, cut_out
from datasets.painter.courts import CourtStyle, print_court
from datasets.painter.edgecode import EdgeCode
from datasets.painter.ground import Ground, lay_ground, print_corner_suits
from datasets.painter.index import IndexPrinter, IndexStyle
from datasets.painter.inks import random_palette
from datasets.painter.jokers import JokerStyle, print_joker
from datasets.painter.pips import PipPrinter, PipStyle
from datasets.painter.suits import SuitStyle
from datasets.painter.wear import Wear, worn

HEIGHT = 700


class PaintedDeck:
    """A deck of one random maker. The same generator state, manifest and installed fonts give the same pixels."""

    def __init__(
        self, rng: np.random.Generator, faces: tuple[fonts.FontFace, ...] | None = None, artwork: Sequence[Artwork] = ()
    ) -> None:
        """Draws the style.

        Args:
            rng: Source of all chance.
            faces: Fonts to choose from; the installed ones of the manifest by default, none at all is possible.
            artwork: Decks whose court pictures may be borrowed.
        """
        faces = fonts.installed() if faces is None else faces
        seed = int(rng.integers(2**31))
        self.name = f"painted-{seed}"
        rng = np.random.default_rng(seed)
        self.language, self.glyphs = random_language(rng)
        ratio = float(rng.choice([2.5 / 3.5, 2.25 / 3.5, rng.uniform(0.58, 0.75)], p=[0.5, 0.3, 0.2]))
        self.width, self.height = round(HEIGHT * ratio), HEIGHT
        self.palette = random_palette(rng)
        suit_fonts = tuple(face for face in faces if face in fonts.with_suits())
        suit_font = suit_fonts[int(rng.integers(len(suit_fonts)))] if suit_fonts and rng.random() < 0.25 else None
        suits = SuitStyle.random(rng, suit_font)
        self.index = IndexPrinter(IndexStyle.random(rng, faces), suits, self.width, self.height)
        ornament = faces[int(rng.integers(len(faces)))] if faces else None
        pips = PipStyle.random(rng)
        if self.index.reach()[0] > 0.42 * self.width:
            # No room between such indices for columns of pips.
            pips = replace(pips, kind=str(rng.choice(["one", "rank", "none"])))
        self.pips = PipPrinter(pips, suits, self.width, self.height, ornament)
        self.court = CourtStyle.random(rng, bool(artwork))
        if not self.court.shows_suit:
            style = replace(self.index.style, court_suit=True)
            self.index = IndexPrinter(style, suits, self.width, self.height)
        self.joker = JokerStyle.random(rng)
        self.wear = Wear.random(rng)
        self.borrowed = artwork[int(rng.integers(len(artwork)))] if artwork else None
        ground = Ground.random(rng)
        # A frame runs outside the indices, never through them.
        self.ground = replace(ground, frame=min(ground.frame, 0.6 * self.index.style.left))
        self.alpha = card_alpha(self.width, self.height, float(rng.uniform(0.025, 0.055)) * HEIGHT)
        self._seed = int(rng.integers(2**31))
        # Salts below 100 are the cards' own.
        self.code = EdgeCode.random(np.random.default_rng((self._seed, 100)))
        self._faces: dict[str, Face] = {}
        self._back: Image | None = None

    def codes(self) -> tuple[str, ...]:
        """The 52 cards and the joker."""
        return (*CODES, JOKER)

    def face(self, code: str) -> Face:
        """The face of one card.

        Raises:
            KeyError: No such card.
        """
        if code not in self._faces:
            self._faces[code] = self._paint(code)
        return self._faces[code]

    def back(self) -> Image:
        """The back: (height, width, 4) uint8 BGRA."""
        if self._back is None:
            pixels = paint_back(self.width, self.height, self.palette, np.random.default_rng((self._seed, 1)))
            self._back = self._finish(pixels, 1)
        return self._back

    def _paint(self, code: str) -> Face:
        palette = self.palette
        canvas = Canvas(self.width, self.height, palette.stock)
        salt = 2 + self.codes().index(code) if code in self.codes() else 0
        lay_ground(canvas, self.ground, palette, salt)
        rng = np.random.default_rng((self._seed, salt))
        if code == JOKER:
            marks = print_joker(
                canvas, self.joker, palette, self.index.style.font, self.index.style.numerals, self.court, rng
            )
            return Face(code, self._finish(canvas.pixels, salt), marks)
        rank, suit = split_code(code)
        marks, pips = self._print(canvas, rank, suit, rng)
        return Face(code, self._finish(canvas.pixels, salt), marks, pips)

    def _print(
        self, canvas: Canvas, rank: str, suit: str, rng: np.random.Generator
    ) -> tuple[tuple[IndexMark, ...], tuple[Quad, ...] | None]:
        """Prints a card but the joker; its indices, and a court's pips."""
        palette, index = self.palette, self.index
        colour = palette.suits[suit]
        glyph = self.glyphs.get(rank, rank)
        shown: str | None = suit
        pips: tuple[Quad, ...] | None = None
        if rank in "JQK":
            shown = suit if index.style.court_suit else None
            pips = print_court(
                canvas,
                rank,
                suit,
                palette,
                self.court,
                self.pips,
                index.reach(),
                index.reach(glyph),
                index.rank_mask(glyph),
                self._court_picture(rank, suit),
            )
        elif rank == "A":
            self.pips.ace(canvas, suit, colour, palette.sheen, rng)
        else:
            self.pips.number(canvas, rank, suit, colour, palette.sheen, index.rank_mask(glyph), index.reach(glyph)[0])
        if not index.style.four_corners:
            print_corner_suits(canvas, self.ground, self.pips, suit, colour)
        if self.code is not None:
            self.code.print(canvas, CODES.index(rank + suit))
        clear = palette.stock if rank in "JQK" and index.style.clear and self.ground.kind == "plain" else None
        return index.print(canvas, glyph, shown, colour, palette.sheen, clear), pips

    def _court_picture(self, rank: str, suit: str) -> Image | None:
        """The middle of a borrowed court, without its indices."""
        if self.court.kind != "artwork" or self.borrowed is None or self.palette.dark:
            return None
        panel = self.borrowed.court_panel(rank + suit)
        share = panel[..., 3:].astype(np.float32) * (1 / 255)
        # Printed on our stock: what is white in the picture takes the stock's colour.
        tinted = panel[..., :3] * (np.array(self.palette.stock, np.float32) * (1 / 255))
        return np.asarray(tinted * share + np.array(self.palette.stock, np.float32) * (1 - share), np.uint8)

    def _finish(self, pixels: Image, salt: int) -> Image:
        return cut_out(worn(pixels, self.wear, salt), self.alpha)


def random_language(rng: np.random.Generator) -> tuple[str, dict[str, str]]:
    """A deck's language and what it prints in place of the English index letters."""
    language = str(rng.choice(["en", "fr", "de", "nl"], p=[0.64, 0.14, 0.12, 0.1]))
    glyphs = dict(GLYPHS[language])
    if (language == "fr" and rng.random() < 0.75) or (language == "nl" and rng.random() < 0.25):
        glyphs["A"] = "1"
    return language, glyphs


def paint_deck(rng: np.random.Generator, artwork: Sequence[Artwork] = ()) -> PaintedDeck:
    """A deck by a random maker, painted by code.

    Args:
        rng: Source of all chance: the same state gives the same pixels (with the same fonts installed).
        artwork: Decks whose court pictures may be borrowed, recoloured; none by default.

    Returns:
        The deck; its faces are painted when first asked for.
    """
    return PaintedDeck(rng, None, artwork)


def deck_painter(folders: Sequence[Path]) -> Callable[[np.random.Generator], PaintedDeck]:
    """A `paint_deck` that borrows courts from folders of artwork; the folders are read when first used.

    Args:
        folders: Folders that `load_artwork` takes; none gives plain `paint_deck`.
    """
    loaded: list[Artwork] = []

    def paint(rng: np.random.Generator) -> PaintedDeck:
        if not loaded:
            loaded.extend(load_artwork(folder) for folder in folders)
        return paint_deck(rng, loaded)

    return paint
