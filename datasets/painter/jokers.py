"""Jokers: with a corner word, a star, or nothing in the corner."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.deck import IndexMark, box_quad, turned_mark
from datasets.painter.canvas import Canvas
from datasets.painter.courts import CourtStyle, figure, picture, place_panel
from datasets.painter.fonts import FontFace
from datasets.painter.inks import Palette
from datasets.painter.makers import NumeralStyle
from datasets.painter.numerals import draw_numeral
from datasets.painter.strokes import EM, Mask, Pen, arc, join, line, resized, trimmed


@dataclass(frozen=True)
class JokerStyle:
    """How a deck's jokers look. Lengths are shares of the card's height."""

    corner: str
    middle: str
    size: float
    length: float
    left: float
    top: float
    word: str

    @staticmethod
    def random(rng: np.random.Generator) -> JokerStyle:
        """A style drawn at random."""
        return JokerStyle(
            corner=str(rng.choice(["stacked", "turned", "level", "star", "none"], p=[0.4, 0.15, 0.17, 0.1, 0.18])),
            middle=str(rng.choice(["figure", "picture", "word", "star"], p=[0.5, 0.25, 0.15, 0.1])),
            size=float(rng.uniform(0.025, 0.06)),
            length=float(rng.uniform(0.14, 0.38)),
            left=float(rng.uniform(0.02, 0.05)),
            top=float(rng.uniform(0.02, 0.06)),
            word=str(rng.choice(["JOKER", "Joker", "joker", "JOLLY"], p=[0.62, 0.22, 0.06, 0.1])),
        )


def letter_mask(letter: str, font: FontFace | None, numerals: NumeralStyle | None) -> Mask:
    """One letter of the corner word; without a font our own pen draws it, as a capital."""
    if font is not None:
        return font.draw(letter, EM)
    style = numerals or NumeralStyle.random(np.random.default_rng(0))
    letter = letter.upper()
    if letter in "JKR":
        return draw_numeral(letter, style)
    pen = Pen(style.width, style.thick, style.thin)
    if letter == "O":
        pen.stroke(arc(0.5, 0.5, 0.5, 0.5, 0, 366, style.square))
    elif letter == "E":
        pen.stroke(line((1.0, 0.0), (0.0, 0.0), (0.0, 1.0), (1.0, 1.0)))
        pen.stroke(line((0.0, 0.48), (0.8, 0.48)))
    elif letter == "L":
        pen.stroke(line((0.0, 0.0), (0.0, 1.0), (1.0, 1.0)))
    else:
        pen.stroke(join(line((0.0, 0.0), (0.5, 0.5), (0.5, 1.0))))
        pen.stroke(line((1.0, 0.0), (0.5, 0.5)))
    return pen.finish()


def star_mask(size: int) -> Mask:
    """A five-pointed star, `size` pixels high."""
    turn = np.arange(10) * np.pi / 5 - np.pi / 2
    radius = np.where(np.arange(10) % 2 == 0, 0.5, 0.2)
    points = np.stack([0.5 + radius * np.cos(turn), 0.5 + radius * np.sin(turn)], 1)
    mask = np.zeros((EM, EM), np.uint8)
    cv2.fillPoly(mask, [np.round(points * EM * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
    return resized(trimmed(mask), size, size)


def corner_mask(style: JokerStyle, height: int, font: FontFace | None, numerals: NumeralStyle | None) -> Mask | None:
    """The corner's ink at the size printed, None where the corner is empty."""
    if style.corner == "none":
        return None
    if style.corner == "star":
        return star_mask(round(style.size * 1.6 * height))
    if style.corner == "stacked":
        step = style.length * height / len(style.word)
        letters = [_shrunk(letter_mask(letter, font, numerals), step * 0.86) for letter in style.word]
        wide = max(mask.shape[1] for mask in letters)
        gap = max(1, round(step * 0.14))
        sheet = np.zeros((sum(mask.shape[0] + gap for mask in letters), wide), np.uint8)
        y = 0
        for mask in letters:
            x = (wide - mask.shape[1]) // 2
            sheet[y : y + mask.shape[0], x : x + mask.shape[1]] = mask
            y += mask.shape[0] + gap
        return trimmed(sheet)
    word = _shrunk(word_mask(style.word, font, numerals), max(8.0, style.size * height * 0.8))
    return np.ascontiguousarray(np.rot90(word, -1)) if style.corner == "turned" else word


def word_mask(word: str, font: FontFace | None, numerals: NumeralStyle | None) -> Mask:
    """A word on one line, its capitals about EM pixels high."""
    if font is not None:
        return font.draw(word, EM)
    letters = [letter_mask(letter, None, numerals) for letter in word]
    gap = EM // 7
    row = np.zeros((max(mask.shape[0] for mask in letters), sum(mask.shape[1] + gap for mask in letters)), np.uint8)
    x = 0
    for mask in letters:
        row[: mask.shape[0], x : x + mask.shape[1]] = mask
        x += mask.shape[1] + gap
    return trimmed(row)


def _shrunk(mask: Mask, capital: float) -> Mask:
    """A drawing of capitals EM pixels high at the size where they are `capital` pixels high."""
    scale = capital / EM
    return resized(mask, max(3, round(mask.shape[1] * scale)), max(3, round(mask.shape[0] * scale)))


def print_joker(
    canvas: Canvas,
    style: JokerStyle,
    palette: Palette,
    font: FontFace | None,
    numerals: NumeralStyle | None,
    court: CourtStyle,
    rng: np.random.Generator,
) -> tuple[IndexMark, ...]:
    """Prints a joker.

    Returns:
        The marks of its corner words; a star or an empty corner is no index.
    """
    w, h = canvas.width, canvas.height
    colour = palette.suits["S" if rng.random() < 0.5 else "H"]
    left, top = round(w * rng.uniform(0.16, 0.24)), round(h * rng.uniform(0.08, 0.2))
    wide, high = w - 2 * left, h - 2 * top
    if style.middle == "figure":
        place_panel(canvas, figure(wide, high, "J", palette, court, rng), left, top, palette)
    elif style.middle == "picture":
        canvas.pixels[top : top + high, left : left + wide] = picture(wide, high, palette, rng)
    elif style.middle == "star":
        star = star_mask(round(w * rng.uniform(0.3, 0.6)))
        canvas.stamp(star, colour, (w - star.shape[1]) // 2, (h - star.shape[0]) // 2, sheen=palette.sheen)
    else:
        word = word_mask(style.word, font, numerals)
        scale = w * rng.uniform(0.5, 0.75) / word.shape[1]
        word = resized(word, round(word.shape[1] * scale), max(4, round(word.shape[0] * scale)))
        canvas.stamp(word, colour, (w - word.shape[1]) // 2, (h - word.shape[0]) // 2, sheen=palette.sheen)
    mask = corner_mask(style, h, font, numerals)
    if mask is None:
        return ()
    x, y = round(style.left * h), round(style.top * h)
    marks = []
    for turned in (False, True):
        box = canvas.stamp(mask, colour, x, y, turned, palette.sheen)
        quad = box_quad(box.left, box.top, box.right, box.bottom)
        mark = IndexMark("joker", None, quad, quad, None)
        marks.append(turned_mark(mark, w - 1, h - 1) if turned else mark)
    return () if style.corner == "star" else tuple(marks)
