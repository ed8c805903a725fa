"""Backs of every kind: lattices, rosettes, stripes, emblems, frames in frames, letters, pictures; bordered or not."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from datasets import surfaces
from datasets.deck import Image
from datasets.painter.canvas import Canvas, Colour, rounded_frame
from datasets.painter.fonts import lettered
from datasets.painter.inks import Palette, hsv
from datasets.painter.patterns import PATTERNS, inks_of, rosette

KINDS = {
    "filigree": 0.26,
    "lattice": 0.15,
    "rosettes": 0.1,
    "circles": 0.09,
    "stripes": 0.08,
    "plain": 0.08,
    "picture": 0.09,
    "scales": 0.05,
    "sunburst": 0.05,
    "maze": 0.05,
}
"""The kinds of backs and how often a deck is painted with each."""

VARIED = {
    "filigree": 0.1,
    "lattice": 0.07,
    "rosettes": 0.05,
    "circles": 0.04,
    "stripes": 0.05,
    "plain": 0.05,
    "picture": 0.06,
    "scales": 0.03,
    "sunburst": 0.03,
    "maze": 0.03,
    "emblem": 0.05,
    "checks": 0.04,
    "shades": 0.03,
    "blocks": 0.03,
    "panels": 0.12,
    "tiled": 0.08,
    "kaleidoscope": 0.06,
    "cloth": 0.05,
    "lettered": 0.03,
}
"""As `KINDS`, of backs printed beyond the decks' own. Apart from it, so that withheld decks stay what they were."""

_ZONES = (
    "filigree",
    "lattice",
    "rosettes",
    "circles",
    "stripes",
    "scales",
    "maze",
    "checks",
    "tiled",
    "shades",
    "even",
)
"""What fills the frames of a back of panels, one inside the other."""


def paint_back(
    width: int,
    height: int,
    palette: Palette,
    rng: np.random.Generator,
    kinds: Mapping[str, float] = KINDS,
    borderless: float = 0.25,
) -> Image:
    """A back, (height, width, 3) uint8 BGR.

    Args:
        width: in pixels.
        height: in pixels.
        palette: whose stock the border shows.
        rng: the chance.
        kinds: share of each kind.
        borderless: share of those patterned to the very edge.
    """
    kind = str(rng.choice(list(kinds), p=list(kinds.values())))
    hue = float(rng.choice([rng.normal(357, 8), rng.normal(220, 14), rng.uniform(0, 360)], p=[0.36, 0.34, 0.3]))
    ink = hsv(hue, float(rng.uniform(0.5, 1.0)), float(rng.uniform(0.2, 0.85)))
    if rng.random() < 0.12:
        ink = hsv(0, 0, float(rng.uniform(0.03, 0.25)))
    paper: Colour = palette.stock
    if rng.random() < 0.25:
        paper = hsv(hue + float(rng.normal(0, 40)), float(rng.uniform(0, 0.5)), float(rng.uniform(0.5, 1.0)))
    canvas = Canvas(width, height, palette.stock)
    if kind == "plain":
        roll = rng.random()
        canvas.pixels[:] = palette.stock if roll < 0.35 else ink
        return canvas.pixels
    field = Canvas(width, height, paper)
    if rng.random() < 0.5:
        field.pixels[:] = ink
        ink = paper
    _PAINTERS[kind](field, ink, rng)
    if kind == "filigree" or rng.random() < 0.9:
        _symmetric(field, rng, always=kind == "filigree")
    if rng.random() < 0.45 and kind != "picture":
        _medallion(field, ink, rng)
    border = 0 if rng.random() < borderless else round(height * float(rng.uniform(0.02, 0.07)))
    inner = field.pixels[border : height - border, border : width - border]
    canvas.pixels[border : height - border, border : width - border] = inner
    if border and rng.random() < 0.6:
        inset = border + int(rng.integers(0, 14))
        rounded_frame(
            canvas,
            (inset, inset, width - 1 - inset, height - 1 - inset),
            float(rng.uniform(2, 20)),
            ink if rng.random() < 0.5 else paper,
            int(rng.integers(2, 6)),
        )
    return canvas.pixels


def _symmetric(canvas: Canvas, rng: np.random.Generator, always: bool = False) -> None:
    if always or rng.random() < 0.7:
        half = canvas.width // 2
        canvas.pixels[:, canvas.width - half :] = canvas.pixels[:, :half][:, ::-1]
    canvas.turn_lower_half()


def _cloth(canvas: Canvas, ink: Colour, rng: np.random.Generator) -> None:
    """What tables are made of, printed on cards: wood, stone, weave, printed cloth, leaves, tiles."""
    surface = (surfaces.wood, surfaces.stone, surfaces.weave, surfaces.pattern, surfaces.leaves, surfaces.tiles)
    drawn = surface[int(rng.integers(len(surface)))](rng, (canvas.width, canvas.height))
    share = float(rng.choice([0.0, rng.uniform(0.2, 0.7)]))
    canvas.pixels[:] = (drawn * (1 - share) + np.array(ink, np.float32) * share).astype(np.uint8)


def _lettered(canvas: Canvas, ink: Colour, rng: np.random.Generator) -> None:
    """A name or sign, once and large or many times and small, over an even field or another pattern."""
    if rng.random() < 0.5:
        PATTERNS[str(rng.choice(["stripes", "checks", "lattice", "shades", "tiled"]))](canvas, ink, rng)
    colour = inks_of(ink, rng, 1)[0] if rng.random() < 0.5 else ink
    text = "".join(chr(int(code)) for code in rng.integers(65, 91, int(rng.integers(1, 9))))
    mask = lettered(rng, text, 80)
    wide = canvas.width * float(rng.uniform(0.15, 0.9))
    mask = np.asarray(cv2.resize(mask, None, fx=wide / mask.shape[1], fy=wide / mask.shape[1]), np.uint8)
    if rng.random() < 0.3:
        mask = np.ascontiguousarray(np.rot90(mask))
    high, broad = mask.shape
    if broad < canvas.width * 0.45 and rng.random() < 0.7:
        for row, y in enumerate(range(0, canvas.height, int(high * rng.uniform(1.2, 2.5)) + 2)):
            for x in range(-(row % 2) * broad // 2, canvas.width, int(broad * 1.25)):
                canvas.stamp(mask, colour, x, y)
    else:
        x, y = (canvas.width - broad) // 2, int(canvas.height * rng.uniform(0.15, 0.5) - high / 2)
        canvas.stamp(mask, colour, x, y)


def _panels(canvas: Canvas, ink: Colour, rng: np.random.Generator) -> None:
    """Frames one inside the other, each filled with a pattern or left even; figures in the corners, bars across."""
    inks = [ink, *inks_of(ink, rng, 3)]
    inset = 0.0
    for _ in range(int(rng.integers(1, 4))):
        inset += canvas.width * float(rng.uniform(0.03, 0.16))
        across, down = canvas.width - 2 * inset, canvas.height - 2 * inset
        if across < 24:
            break
        field = Canvas(canvas.width, canvas.height, inks[int(rng.integers(len(inks)))])
        zone = str(rng.choice(_ZONES))
        if zone != "even":
            PATTERNS[zone](field, inks[int(rng.integers(len(inks)))], rng)
        if rng.random() < 0.6:
            _symmetric(field, rng)
        mask = Canvas(canvas.width, canvas.height, (0, 0, 0))
        box = (inset, inset, inset + across - 1, inset + down - 1)
        if rng.random() < 0.15:
            cv2.ellipse(
                mask.pixels,
                (canvas.width // 2, canvas.height // 2),
                (int(across / 2), int(down / 2)),
                0,
                0,
                360,
                (255, 255, 255),
                -1,
            )
        else:
            rounded_frame(mask, box, float(rng.choice([1.0, rng.uniform(4, 0.4 * across)])), (255, 255, 255), -1)
        np.copyto(canvas.pixels, field.pixels, where=mask.pixels > 127)
        if rng.random() < 0.6:
            rounded_frame(
                canvas, box, float(rng.uniform(1, 12)), inks[int(rng.integers(len(inks)))], int(rng.integers(1, 7))
            )
    if rng.random() < 0.4:
        petals, depth, radius = (
            int(rng.integers(2, 9)),
            float(rng.uniform(0, 0.5)),
            canvas.width * float(rng.uniform(0.05, 0.16)),
        )
        corner = canvas.width * float(rng.uniform(0.08, 0.25))
        for x in (corner, canvas.width - corner):
            rosette(canvas, inks[1], x, corner, radius, petals, depth, -1 if rng.random() < 0.6 else 3)
    if rng.random() < 0.25:
        deep = int(canvas.height * rng.uniform(0.02, 0.1))
        canvas.pixels[canvas.height // 2 - deep : canvas.height // 2] = inks[2]


def _medallion(canvas: Canvas, ink: Colour, rng: np.random.Generator) -> None:
    x, y, radius = canvas.width / 2, canvas.height / 2, float(rng.uniform(40, 160))
    inverse: Colour = (255 - ink[0], 255 - ink[1], 255 - ink[2])
    for i in range(int(rng.integers(1, 5))):
        rosette(
            canvas,
            ink if i % 2 else inverse,
            x,
            y,
            radius * (1 - i * 0.2),
            int(rng.integers(2, 16)),
            float(rng.uniform(0, 0.4)),
            int(rng.choice([-1, 2, 4])),
        )


_PAINTERS = PATTERNS | {"panels": _panels, "cloth": _cloth, "lettered": _lettered}
