"""Jokers: with a corner word, a star, or nothing in the corner."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.deck import IndexMark, box_quad, turned_mark
from datasets.painter.canvas import Canvas
from datasets.painter.courts import CourtStyle, figure, picture
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
            corner=str(rng.choice(["stacked", "turned", "level", "star", "none"], p=[0.45, 0.15, 0.1, 0.1, 0.2])),
            middle=str(rng.choice(["figure", "picture", "word", "star"], p=[0.5, 0.25, 0.15, 0.1])),
            size=float(rng.uniform(0.025, 0.06)),
            length=float(rng.uniform(0.14, 0.38)),
            left=float(rng.uniform(0.02, 0.05)),
            top=float(rng.uniform(0.02, 0.06)),
            word="JOKER" if rng.random() < 0.9 else "JOLLY",
        )


def letter_mask(letter: str, font: FontFace | None, numerals: NumeralStyle | None) -> Mask:
    """One letter of the corner word; without a font its strokes are drawn by our own pen."""
    if font is not None:
        return font.draw(letter, EM)
    style = numerals or NumeralStyle.random(np.random.default_rng(0))
    if letter in "JK":
        return draw_numeral(letter, style)
    if letter == "R":
        return draw_numeral("R", style)
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
    letters = [letter_mask(letter, font, numerals) for letter in style.word]
    if style.corner == "stacked":
        tall = round(style.length * height / len(letters) * 0.86)
        gap = max(1, round(tall * 0.16))
        shrunk = [resized(m, max(3, round(m.shape[1] * tall / m.shape[0])), tall) for m in letters]
        wide = max(m.shape[1] for m in shrunk)
        sheet = np.zeros((len(shrunk) * (tall + gap) - gap, wide), np.uint8)
        for i, m in enumerate(shrunk):
            x, y = (wide - m.shape[1]) // 2, i * (tall + gap)
            sheet[y : y + tall, x : x + m.shape[1]] = m
        return trimmed(sheet)
    tall = max(8, round(style.size * height * 0.8))
    gap = max(1, round(tall * 0.14))
    shrunk = [resized(m, max(3, round(m.shape[1] * tall / m.shape[0])), tall) for m in letters]
    row = np.zeros((tall, sum(m.shape[1] + gap for m in shrunk)), np.uint8)
    x = 0
    for m in shrunk:
        row[:, x : x + m.shape[1]] = m
        x += m.shape[1] + gap
    row = trimmed(row)
    return np.ascontiguousarray(np.rot90(row, -1)) if style.corner == "turned" else row


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
        canvas.pixels[top : top + high, left : left + wide] = figure(wide, high, "J", palette, court, rng)
    elif style.middle == "picture":
        canvas.pixels[top : top + high, left : left + wide] = picture(wide, high, palette, rng)
    elif style.middle == "star":
        star = star_mask(round(w * rng.uniform(0.3, 0.6)))
        canvas.stamp(star, colour, (w - star.shape[1]) // 2, (h - star.shape[0]) // 2, sheen=palette.sheen)
    else:
        letters = [letter_mask(letter, font, numerals) for letter in style.word]
        size = round(w * 0.14)
        for i, m in enumerate(letters):
            m = resized(m, max(3, round(m.shape[1] * size / m.shape[0])), size)
            canvas.stamp(m, colour, round(w * (0.5 + (i - 2) * 0.15) - m.shape[1] / 2), round(h / 2 - size / 2))
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
