"""Printed things on a table: pages, newspapers, books, notes, cards of other games.

Each maker gives a texture (h, w, 4) uint8 BGRA and its width and height in card heights.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.composer.lettering import centred, column, sentence, stamp, word
from datasets.painter.fonts import lettered, penned
from datasets.surfaces import clouds, colour, tinted

Image = NDArray[np.uint8]
Made = tuple[Image, float, float]
Maker = Callable[[np.random.Generator], Made]


def blank(width: int, height: int, radius: int, ground: tuple[int, int, int]) -> Image:
    """A rounded rectangle of one colour on a transparent ground."""
    image: Image = np.zeros((height, width, 4), dtype=np.uint8)
    image[:, :, :3] = ground
    alpha: Image = np.zeros((height, width), dtype=np.uint8)
    radius = max(min(radius, width // 2 - 1, height // 2 - 1), 0)
    cv2.rectangle(alpha, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(alpha, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(alpha, (x, y), radius, 255, -1, cv2.LINE_AA)
    image[:, :, 3] = alpha
    return image


def _ink(rng: np.random.Generator) -> tuple[int, int, int]:
    if rng.random() < 0.75:
        level = int(rng.integers(5, 70))
        return level, level, level
    return colour(rng, (30, 170))


def _picture(rng: np.random.Generator, size: tuple[int, int]) -> Image:
    """A blurred coloured picture, as on covers and in magazines."""
    image = tinted(colour(rng), np.clip(clouds(rng, size, size[0] / 3, 3) * 0.4 + 0.5, 0, 1), colour(rng))
    for _ in range(int(rng.integers(0, 5))):
        middle = (int(rng.integers(size[0])), int(rng.integers(size[1])))
        axes = (int(rng.integers(3, size[0] // 2 + 4)), int(rng.integers(3, size[1] // 2 + 4)))
        cv2.ellipse(image, middle, axes, float(rng.uniform(0, 180)), 0, 360, colour(rng), -1, cv2.LINE_AA)
    return image


def page(rng: np.random.Generator) -> Made:
    """A sheet of paper: printed, a form, a score pad with columns of figures, written on, or empty."""
    level = int(rng.integers(215, 255))
    image = blank(360, 500, int(rng.choice([0, 0, 8])), (level - int(rng.integers(0, 14)), level, level))
    ink, kind, size = _ink(rng), rng.random(), int(rng.integers(7, 15))
    if kind < 0.45:
        if rng.random() < 0.6:
            stamp(image, lettered(rng, sentence(rng, 2), size * 2), (30, 30), ink)
        column(rng, image, (30, 80, 330, 470), size, ink)
    elif kind < 0.7:
        _scores(rng, image, size, ink)
    elif kind < 0.85:
        pitch = int(rng.integers(10, 34))
        lines = (*(int(c) for c in colour(rng, (120, 230))), 255)
        for y in range(pitch, 500, pitch):
            cv2.line(image, (0, y), (360, y), lines, 1)
        if rng.random() < 0.5:
            for x in range(pitch, 360, pitch):
                cv2.line(image, (x, 0), (x, 500), lines, 1)
    tall = float(rng.uniform(1.0, 3.4))
    return image, tall * float(rng.uniform(0.6, 0.8)), tall


def _scores(rng: np.random.Generator, image: Image, size: int, ink: tuple[int, int, int]) -> None:
    """Columns of figures, printed or, more often, written by hand under names."""
    by_hand = rng.random() < 0.65
    size = int(rng.integers(10, 34)) if by_hand else size
    draw = penned if by_hand else lettered
    column_width = int(size * rng.uniform(3, 6)) if by_hand else int(rng.integers(40, 90))
    full = float(rng.uniform(0.3, 0.95))
    for x in range(20, 350, column_width):
        if rng.random() < 0.8:
            cv2.line(image, (x, 20), (x, 480), (*ink, 255), int(rng.integers(1, 3)))
        if by_hand:
            stamp(image, draw(rng, word(rng)[: column_width // size + 1], size), (x + 8, 24), ink)
        last = int(rng.uniform(0.3, 1.0) * 460)
        for y in range(30 + int(size * 2.4), last, int(size * rng.uniform(1.4, 2.4))):
            if rng.random() < full:
                stamp(image, draw(rng, str(int(rng.integers(0, 130))), size), (x + 8, y), ink)
    if rng.random() < 0.6:
        cv2.line(image, (10, int(30 + size * 1.9)), (350, int(30 + size * 1.9)), (*ink, 255), 1)


def newspaper(rng: np.random.Generator) -> Made:
    """Columns of print under headlines, with pictures."""
    level = int(rng.integers(185, 245))
    image = blank(560, 720, 0, (level - int(rng.integers(0, 25)), level - int(rng.integers(0, 8)), level))
    ink = _ink(rng)
    size = int(rng.integers(6, 11))
    stamp(image, lettered(rng, sentence(rng, 2).upper(), int(rng.integers(24, 60))), (20, 20), ink)
    columns = int(rng.integers(2, 6))
    across = 540 // columns
    for number in range(columns):
        x0, x1 = 14 + number * across, 14 + (number + 1) * across - 12
        y = int(rng.integers(90, 130))
        if rng.random() < 0.5:
            deep = int(rng.integers(60, 180))
            image[y : y + deep, x0:x1, :3] = _picture(rng, (x1 - x0, deep))
            y += deep + 10
        if rng.random() < 0.5:
            stamp(image, lettered(rng, sentence(rng, 1), size * 3)[:, : x1 - x0], (x0, y), ink)
            y += size * 5
        column(rng, image, (x0, y, x1, 705), size, ink)
    tall = float(rng.uniform(2.5, 6.0))
    return image, tall * 0.78, tall


def book(rng: np.random.Generator) -> Made:
    """A book, magazine, flyer or box with a title and a picture."""
    image = blank(340, 480, int(rng.choice([0, 4, 16])), colour(rng))
    if rng.random() < 0.7:
        deep = int(rng.integers(150, 440))
        top = int(rng.integers(0, 480 - deep))
        image[top : top + deep, 20:320, :3] = _picture(rng, (300, deep))
    for _ in range(int(rng.integers(1, 5))):
        middle = (170 + float(rng.normal(0, 25)), float(rng.uniform(30, 450)))
        text = sentence(rng, int(rng.integers(1, 4)))
        centred(image, lettered(rng, text, int(rng.integers(12, 60))), middle, colour(rng))
    tall = float(rng.uniform(1.2, 3.2))
    return image, tall * float(rng.uniform(0.6, 0.95)), tall


def banknote(rng: np.random.Generator) -> Made:
    """A banknote: figures in its corners, a portrait oval, fine lines."""
    hue = colour(rng, (120, 220))
    image = blank(460, 220, 0, hue)
    dark = tuple(int(c * 0.5) for c in hue)
    ink = (dark[0], dark[1], dark[2])
    for k in range(0, 460, 7):
        wave = np.stack([k + 6 * np.sin(np.arange(0, 220, 8) / 19.0 + k), np.arange(0, 220, 8)], axis=1)
        cv2.polylines(image, [wave.astype(np.int32)], False, (*(int(c * 0.85) for c in hue), 255), 1, cv2.LINE_AA)
    cv2.ellipse(image, (int(rng.integers(140, 330)), 110), (60, 85), 0, 0, 360, (*ink, 255), -1, cv2.LINE_AA)
    figure = lettered(rng, str(int(rng.choice([1, 2, 5, 10, 20, 50, 100]))), int(rng.integers(26, 54)))
    for x, y in ((42, 36), (418, 36), (42, 184), (418, 184)):
        if rng.random() < 0.85:
            centred(image, figure, (x, y), ink)
    column(rng, image, (70, 20, 200, 60), 8, ink)
    wide = float(rng.uniform(1.4, 1.9))
    return image, wide, wide * float(rng.uniform(0.42, 0.52))


def coloured_card(rng: np.random.Generator) -> Made:
    """A card of another game: a strong colour, a tilted light oval with a figure, small figures in the corners."""
    strong = ((40, 40, 215), (215, 110, 20), (60, 160, 40), (10, 190, 240), (30, 30, 30), (170, 40, 130))
    ground = strong[int(rng.integers(len(strong)))]
    image = blank(300, 460, 28, (245, 245, 245))
    inner = blank(264, 424, 18, ground)
    np.copyto(image[18:442, 18:282, :3], inner[:, :, :3], where=inner[:, :, 3:] > 127)
    cv2.ellipse(image, (150, 230), (95, 170), float(rng.uniform(15, 35)), 0, 360, (245, 245, 245, 255), -1, cv2.LINE_AA)
    text = str(rng.choice(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "+2", "+4", "X", "S", "W"]))
    centred(image, lettered(rng, text, 130), (150, 230), ground)
    small = lettered(rng, text, 40)
    centred(image, small, (52, 58), (250, 250, 250))
    centred(image, np.ascontiguousarray(small[::-1, ::-1]), (248, 402), (250, 250, 250))
    tall = float(rng.uniform(0.9, 1.1))
    return image, tall * 0.65, tall


def picture_card(rng: np.random.Generator) -> Made:
    """A collector's, tarot-like or business card: a frame, a picture, a title, figures in coloured discs."""
    image = blank(310, 440, int(rng.choice([0, 12, 24])), colour(rng))
    image[60:290, 28:282, :3] = _picture(rng, (254, 230))
    ink = _ink(rng)
    image[305:415, 28:282, :3] = (225, 232, 236)
    column(rng, image, (36, 315, 276, 410), int(rng.integers(9, 14)), ink)
    centred(image, lettered(rng, sentence(rng, 2), 20), (140, 34), ink if rng.random() < 0.5 else (245, 245, 245))
    for x, y in ((36, 36), (276, 36), (276, 405)):
        if rng.random() < 0.5:
            cv2.circle(image, (x, y), 24, (*colour(rng), 255), -1, cv2.LINE_AA)
            centred(image, lettered(rng, str(int(rng.integers(0, 100))), 22), (x, y), (250, 250, 250))
    tall = float(rng.uniform(0.6, 1.3))
    return image, tall * 0.7, tall


def calendar(rng: np.random.Generator) -> Made:
    """A grid of figures or letters: a calendar, bingo sheet, crossword, sudoku."""
    columns, rows = int(rng.integers(4, 11)), int(rng.integers(3, 11))
    side = 46
    image = blank(columns * side + 20, rows * side + 70, 4, (240, 244, 246))
    ink, second = _ink(rng), colour(rng, (60, 200))
    centred(image, lettered(rng, word(rng), 26), (image.shape[1] / 2, 30), second)
    letters = rng.random() < 0.35
    for row in range(rows):
        for column_number in range(columns):
            x, y = 10 + column_number * side, 60 + row * side
            cv2.rectangle(image, (x, y), (x + side, y + side), (*ink, 255), 1)
            if rng.random() < 0.75:
                text = chr(65 + int(rng.integers(26))) if letters else str(int(rng.integers(1, 32)))
                hue = ink if rng.random() < 0.8 else second
                centred(image, lettered(rng, text, 18), (x + side / 2, y + side / 2), hue)
    tall = float(rng.uniform(0.8, 2.4))
    return image, tall * image.shape[1] / image.shape[0], tall


PRINTS: tuple[tuple[Maker, float], ...] = (
    (page, 8),
    (newspaper, 4),
    (book, 6),
    (banknote, 3),
    (coloured_card, 4),
    (picture_card, 4),
    (calendar, 2),
)
