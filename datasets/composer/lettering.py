"""Printed words and numbers on things that are no cards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from datasets.painter.fonts import lettered

Image = NDArray[np.uint8]
_ONSETS = ("b", "br", "c", "ch", "d", "f", "g", "h", "j", "k", "l", "m", "n", "p", "qu", "r", "s", "st", "t", "tr", "v")
_VOWELS = ("a", "e", "i", "o", "u", "ea", "ou", "ie", "a", "e")
_ENDS = ("", "", "n", "r", "s", "t", "ck", "ng", "l", "m", "rt")


def _syllable(rng: np.random.Generator) -> str:
    return "".join(part[int(rng.integers(len(part)))] for part in (_ONSETS, _VOWELS, _ENDS))


def word(rng: np.random.Generator) -> str:
    """A pronounceable word, a number or a price."""
    draw = rng.random()
    if draw < 0.13:
        return str(int(rng.integers(0, 10 ** int(rng.integers(1, 5)))))
    if draw < 0.16:
        return f"{rng.uniform(0, 100):.2f}"
    made = "".join(_syllable(rng) for _ in range(int(rng.integers(1, 4))))
    return made.upper() if draw > 0.94 else made.capitalize() if draw > 0.78 else made


def sentence(rng: np.random.Generator, words: int) -> str:
    """Some words in a row."""
    return " ".join(word(rng) for _ in range(words))


def stamp(image: Image, mask: Image, at: tuple[int, int], ink: tuple[int, int, int]) -> None:
    """Print a mask with its top left at a place (x, y), cut to the image (BGR or BGRA)."""
    x, y = at
    height, width = image.shape[:2]
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + mask.shape[1], width), min(y + mask.shape[0], height)
    if x1 <= x0 or y1 <= y0:
        return
    share = mask[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
    region = image[y0:y1, x0:x1, :3]
    region[...] = (region * (1 - share) + np.array(ink, dtype=np.float32) * share).astype(np.uint8)


def centred(image: Image, mask: Image, middle: tuple[float, float], ink: tuple[int, int, int]) -> None:
    """Print a mask centred on a point."""
    stamp(image, mask, (round(middle[0] - mask.shape[1] / 2), round(middle[1] - mask.shape[0] / 2)), ink)


def column(
    rng: np.random.Generator, image: Image, box: tuple[int, int, int, int], height: int, ink: tuple[int, int, int]
) -> None:
    """Fill a box (x0, y0, x1, y1) with lines of print."""
    x0, y0, x1, y1 = box
    if x1 - x0 < 8:
        return
    # Few different lines, cut at different places, look like many and cost little.
    lines = [lettered(rng, sentence(rng, 4 + (x1 - x0) // (height * 6)), height) for _ in range(4)]
    y = y0
    while y + height * 1.5 < y1:
        mask = lines[int(rng.integers(len(lines)))]
        start = int(rng.integers(0, max(mask.shape[1] - (x1 - x0), 0) + 1))
        length = x1 - x0 if rng.random() < 0.85 else int((x1 - x0) * rng.uniform(0.3, 0.9))
        stamp(image, np.ascontiguousarray(mask[:, start : start + length]), (x0, y), ink)
        y += int(height * 1.9)
