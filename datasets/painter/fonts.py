"""Finds the fonts of the manifest on this machine and draws single glyphs with them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from datasets.painter.manifest import PACKAGES
from datasets.painter.strokes import Mask, trimmed

DIRECTORIES = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")
SUIT_SYMBOLS = "♣♦♥♠"
_PROBE = 64
_MISSING = "\U000f1234"


@dataclass(frozen=True)
class FontFace:
    """One font file of the manifest, found on this machine."""

    path: Path

    def draw(self, text: str, height: int) -> Mask:
        """Draws text so that a capital letter is about `height` pixels high; the mask is trimmed to the ink.

        Raises:
            ValueError: The font draws nothing for the text.
        """
        font = _sized(str(self.path), round(height * 1.4))
        left, top, right, bottom = font.getbbox(text)
        canvas = Image.new("L", (int(right - left) + 8, int(bottom - top) + 8), 0)
        ImageDraw.Draw(canvas).text((4 - left, 4 - top), text, fill=255, font=font)
        return trimmed(np.asarray(canvas))

    def has(self, characters: str) -> bool:
        """Whether the font has a shape of its own for every character."""
        font = _sized(str(self.path), _PROBE)
        missing = _bits(font, _MISSING)
        return all(any(bits := _bits(font, character)) and bits != missing for character in characters)


def _bits(font: ImageFont.FreeTypeFont, character: str) -> bytes:
    mask = font.getmask(character)
    return bytes(mask)


@cache
def _sized(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


@cache
def installed(directories: tuple[str, ...] = DIRECTORIES) -> tuple[FontFace, ...]:
    """The faces of the manifest that lie under the directories, in the manifest's order."""
    found: dict[str, Path] = {}
    for directory in directories:
        for folder, folders, files in os.walk(Path(directory).expanduser()):
            folders.sort()
            for name in files:
                found.setdefault(name, Path(folder) / name)
    return tuple(FontFace(found[face]) for _, faces in PACKAGES for face in faces if face in found)


def lettered(rng: np.random.Generator, text: str, height: int) -> Mask:
    """Ink mask (h, w) uint8 of a text whose capitals are about `height` pixels high, in any installed face."""
    faces = installed()
    for _ in range(3):
        if not faces:
            break
        try:
            return np.asarray(faces[int(rng.integers(len(faces)))].draw(text, height), dtype=np.uint8)
        except ValueError:
            # A symbol font may have no letters at all.
            continue
    scale, thick = height / 21, max(1, height // 9)
    (width, tall), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    mask: Mask = np.zeros((tall + below + thick * 2, width + thick * 2), dtype=np.uint8)
    cv2.putText(mask, text, (thick, tall + thick), cv2.FONT_HERSHEY_SIMPLEX, scale, 255, thick, cv2.LINE_AA)
    return mask


def penned(rng: np.random.Generator, text: str, height: int) -> Mask:
    """Ink mask (h, w) uint8 of a text written by hand: thin strokes, no two figures alike."""
    hands = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_COMPLEX_SMALL, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX)
    hand, large = int(rng.choice(hands)), 4
    tall = height * large
    thick = max(1, round(tall * float(rng.uniform(0.05, 0.12))))
    (_, unit), _ = cv2.getTextSize("0", hand, 1.0, 1)
    scale = tall / unit
    (width, _), _ = cv2.getTextSize(text, hand, scale, thick)
    sheet: Mask = np.zeros((2 * tall, width + 2 * tall), dtype=np.uint8)
    cv2.putText(sheet, text, (tall, tall + tall // 2), hand, scale, 255, thick, cv2.LINE_AA)
    # The pen slants, and wavers by a part of a figure's height.
    x, y = np.meshgrid(np.arange(sheet.shape[1], dtype=np.float32), np.arange(sheet.shape[0], dtype=np.float32))
    waves = rng.standard_normal((2, 5, max(2 * sheet.shape[1] // tall, 3))).astype(np.float32)
    sway = [cv2.resize(wave, (sheet.shape[1], sheet.shape[0]), interpolation=cv2.INTER_CUBIC) for wave in waves]
    reach = np.float32(tall * float(rng.uniform(0.02, 0.09)))
    slant = np.float32(rng.normal(0.15, 0.2))
    bent = cv2.remap(sheet, x + sway[0] * reach + slant * (y - tall), y + sway[1] * reach, cv2.INTER_LINEAR)
    small = cv2.resize(bent, None, fx=1 / large, fy=1 / large, interpolation=cv2.INTER_AREA)
    return trimmed(np.asarray(small, dtype=np.uint8))


@cache
def with_suits() -> frozenset[FontFace]:
    """The installed faces that have the four suit symbols."""
    return frozenset(face for face in installed() if face.has(SUIT_SYMBOLS))


def missing(faces: Iterable[FontFace]) -> tuple[str, ...]:
    """The packages of the manifest of which no face is among `faces`."""
    names = {face.path.name for face in faces}
    return tuple(package for package, members in PACKAGES if not names.intersection(members))


if __name__ == "__main__":
    print(" ".join(name for name, _ in PACKAGES))
