"""Solid things on a table: phones, keyboards, coins, dice, cups, pens; and the choice among all things.

Each maker gives a texture (h, w, 4) uint8 BGRA and its width and height in card heights.
"""

from __future__ import annotations

import cv2
import numpy as np

from datasets.composer.items import LaidThing
from datasets.composer.lettering import centred, column, word
from datasets.composer.prints import PRINTS, Image, Made, Maker, blank
from datasets.composer.view import Sheet
from datasets.painter.fonts import lettered
from datasets.surfaces import clouds, colour, tinted


def phone(rng: np.random.Generator) -> Made:
    """A phone or tablet, dark, with icons or with lines of text."""
    body = colour(rng, (10, 60)) if rng.random() < 0.7 else colour(rng, (150, 240))
    image = blank(250, 500, int(rng.integers(12, 45)), body)
    screen = image[24:476, 12:238]
    if rng.random() < 0.4:
        screen[:, :, :3] = int(rng.integers(5, 30))
    elif rng.random() < 0.5:
        screen[:, :, :3] = tinted(colour(rng), clouds(rng, (226, 452), 120, 2) * 0.3 + 0.4, colour(rng))
        for y in range(30, 420, 62):
            for x in range(16, 200, 54):
                if rng.random() < 0.85:
                    cv2.rectangle(screen, (x, y), (x + 36, y + 36), (*colour(rng), 255), -1)
        centred(image, lettered(rng, f"{rng.integers(0, 24)}:{rng.integers(10, 60)}", 30), (125, 60), (250, 250, 250))
    else:
        screen[:, :, :3] = (245, 245, 245)
        column(rng, image, (24, 60, 226, 460), int(rng.integers(9, 15)), (40, 40, 40))
    tall = float(rng.uniform(1.5, 1.9)) if rng.random() < 0.85 else float(rng.uniform(2.5, 3.2))
    return image, tall * float(rng.uniform(0.46, 0.6)), tall


def keyboard(rng: np.random.Generator) -> Made:
    """Keys in rows with a letter or figure each; a calculator or remote when small."""
    columns, rows = (15, 5) if rng.random() < 0.6 else (int(rng.integers(3, 6)), int(rng.integers(4, 9)))
    side = 40
    body, key, ink = colour(rng, (20, 200)), colour(rng, (10, 230)), colour(rng, (200, 255))
    if sum(key) > 450:
        ink = colour(rng, (10, 60))
    image = blank(columns * side + 20, rows * side + 20, 10, body)
    for row in range(rows):
        shift = int(rng.integers(0, side // 2)) if columns > 10 else 0
        for number in range(columns):
            x, y = 10 + number * side + shift, 10 + row * side
            cv2.rectangle(image, (x + 2, y + 2), (x + side - 4, y + side - 4), (*key, 255), -1)
            text = str(rng.choice(list("QWERTYUIOPASDFGHJKLZXCVBNM1234567890+-")))
            centred(image, lettered(rng, text, 12), (x + 14 if columns > 10 else x + side / 2, y + 16), ink)
    wide = float(rng.uniform(3.5, 5.0)) if columns > 10 else float(rng.uniform(0.5, 1.0))
    return image, wide, wide * image.shape[0] / image.shape[1]


def disc(rng: np.random.Generator) -> Made:
    """A coin, poker chip, coaster, plate, lid, or cup seen from above."""
    image: Image = np.zeros((200, 200, 4), dtype=np.uint8)
    metals = ((70, 150, 190), (160, 165, 170), (60, 100, 160))
    base = metals[int(rng.integers(3))] if rng.random() < 0.4 else colour(rng)
    cv2.circle(image, (100, 100), 97, (*base, 255), -1, cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 5))):
        ring = tuple(int(c) for c in np.clip(np.array(base) * rng.uniform(0.5, 1.4), 0, 255))
        thick = int(rng.choice([-1, 2, 5, 12]))
        cv2.circle(image, (100, 100), int(rng.integers(20, 95)), (*ring, 255), thick, cv2.LINE_AA)
    draw = rng.random()
    if draw < 0.25:
        for turn in np.arange(6) * 60 + rng.uniform(0, 60):
            cv2.ellipse(image, (100, 100), (90, 90), float(turn), 0, 24, (245, 245, 245, 255), 16)
    if draw < 0.6:
        text = str(int(rng.choice([1, 2, 5, 10, 20, 25, 50, 100])))
        centred(image, lettered(rng, text, int(rng.integers(30, 80))), (100, 100), colour(rng))
    wide = float(rng.choice([0.25, 0.3, 0.45, 0.9, 1.6])) * float(rng.uniform(0.9, 1.15))
    return image, wide, wide


def die(rng: np.random.Generator) -> Made:
    """A die or domino."""
    light = rng.random() < 0.7
    body, pip = ((240, 242, 244), (20, 20, 20)) if light else (colour(rng, (60, 200)), (245, 245, 245))
    halves = 2 if rng.random() < 0.3 else 1
    image = blank(100, 100 * halves, 14, body)
    spots = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]}
    for half in range(halves):
        for spot in spots[int(rng.integers(1, 7))]:
            middle = (25 + spot % 3 * 25, 25 + spot // 3 * 25 + 100 * half)
            cv2.circle(image, middle, 9, (*pip, 255), -1, cv2.LINE_AA)
    if halves == 2:
        cv2.line(image, (10, 100), (90, 100), (*pip, 255), 2)
    wide = float(rng.uniform(0.15, 0.28))
    return image, wide, wide * halves


def pen(rng: np.random.Generator) -> Made:
    """A pen, pencil, cable or ruler."""
    image = blank(40, 500, int(rng.choice([0, 18])), colour(rng))
    image[:, 8:14, :3] = cv2.convertScaleAbs(image[:, 8:14, :3], alpha=1.3)
    image[: int(rng.integers(20, 120)), :, :3] = colour(rng)
    if rng.random() < 0.25:
        for y in range(10, 490, 24):
            centred(image, lettered(rng, str(y // 24), 9), (26, y), (20, 20, 20))
    tall = float(rng.uniform(1.2, 2.2))
    return image, float(rng.uniform(0.07, 0.16)), tall


def tile(rng: np.random.Generator) -> Made:
    """A letter tile with a small figure, a button, an eraser, a sticker with one sign."""
    image = blank(120, 120, int(rng.choice([4, 14, 40])), colour(rng, (120, 250)))
    ink = colour(rng, (5, 90))
    centred(image, lettered(rng, str(rng.choice(list("ABCDEFGHIJKLMNOPRSTUVZ"))), 62), (54, 58), ink)
    centred(image, lettered(rng, str(int(rng.integers(1, 11))), 22), (98, 98), ink)
    wide = float(rng.uniform(0.18, 0.4))
    return image, wide, wide


def box(rng: np.random.Generator) -> Made:
    """A box, wallet, mouse mat or case with a word on it."""
    image = blank(300, 420, int(rng.choice([2, 10, 40])), colour(rng, (10, 220)))
    if rng.random() < 0.6:
        cv2.rectangle(image, (16, 16), (283, 403), (*colour(rng), 255), int(rng.integers(1, 8)))
    centred(image, lettered(rng, word(rng), int(rng.integers(20, 60))), (150, float(rng.uniform(80, 340))), colour(rng))
    tall = float(np.exp(rng.uniform(np.log(0.5), np.log(4.0))))
    return image, tall * float(rng.uniform(0.6, 1.3)), tall


SOLIDS: tuple[tuple[Maker, float], ...] = (
    (phone, 5),
    (keyboard, 4),
    (disc, 7),
    (die, 3),
    (pen, 4),
    (tile, 2),
    (box, 5),
)
_MAKERS = tuple(maker for maker, _ in (*PRINTS, *SOLIDS))
_WEIGHTS = np.array([weight for _, weight in (*PRINTS, *SOLIDS)]) / sum(weight for _, weight in (*PRINTS, *SOLIDS))
# Small enough to lie on cards without hiding the table.
_SMALL: tuple[Maker, ...] = (disc, disc, die, pen, pen, tile, phone)


def some_thing(rng: np.random.Generator, x: float, y: float, small: bool = False) -> LaidThing:
    """Any thing at a place of the table, at any angle."""
    maker = _SMALL[int(rng.integers(len(_SMALL)))] if small else _MAKERS[int(rng.choice(len(_MAKERS), p=_WEIGHTS))]
    texture, width, height = maker(rng)
    angle = float(rng.normal(0, 0.3)) if rng.random() < 0.5 else float(rng.uniform(-np.pi, np.pi))
    thick = float(rng.choice([0.003, 0.03, 0.1]))
    return LaidThing(texture, Sheet(x, y, angle, width, height), thick)
