"""Court cards: busy two-headed figures in the standard colours, framed or not, and plainer kinds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from datasets.deck import Image, Quad, box_quad, half_turned
from datasets.painter.canvas import Canvas, Colour
from datasets.painter.inks import Palette
from datasets.painter.pips import PipPrinter
from datasets.painter.strokes import Mask, resized

SKIN: Colour = (205, 222, 250)
_BESIDE = 0.42
"""Share of the card's width up to which a pip gives way to the index sideways; farther in it goes below it."""
_LOOKS_AWAY = 0.25
"""Share of the courts that have their pip at the right, of makers who draw such."""


@dataclass(frozen=True)
class CourtStyle:
    """How a deck's courts look. Lengths are shares of the card's width or height."""

    kind: str
    left: float
    top: float
    frame: int
    pip: float
    pip_inside: bool
    pips_at: str
    seed: int
    outline: int
    fill: float
    diagonal: float

    @staticmethod
    def random(rng: np.random.Generator, artwork: bool) -> CourtStyle:
        """A style drawn at random; `artwork` says that pictures of courts are at hand."""
        kinds, shares = ["figure", "letter", "picture", "pip", "artwork"], [0.84, 0.04, 0.06, 0.06, 0.0]
        if artwork:
            shares = [0.4, 0.03, 0.05, 0.04, 0.48]
        style = CourtStyle(
            kind=str(rng.choice(kinds, p=shares)),
            left=float(rng.uniform(0.1, 0.2)),
            top=float(rng.uniform(0.06, 0.11)),
            frame=int(rng.choice([0, 1, 2, 3, 4], p=[0.25, 0.15, 0.3, 0.2, 0.1])),
            pip=float(rng.uniform(0.1, 0.19)),
            pip_inside=bool(rng.random() < 0.85),
            pips_at="left",
            seed=int(rng.integers(2**31)),
            outline=int(rng.integers(1, 4)),
            fill=float(rng.beta(2.5, 1.2)),
            diagonal=float(rng.uniform(-0.35, 0.35)),
        )
        own = np.random.default_rng(style.seed)
        return replace(style, pips_at=str(own.choice(["left", "either", "both"], p=[0.55, 0.35, 0.1])))

    @property
    def shows_suit(self) -> bool:
        """Whether a court's middle shows its suit, so that its index need not."""
        return self.kind == "pip" or (self.kind != "letter" and self.pip_inside)


def figure(width: int, height: int, rank: str, palette: Palette, style: CourtStyle, rng: np.random.Generator) -> Image:
    """A two-headed figure for a panel of width × height pixels, (height, width, 3) uint8 BGR."""
    panel: Image = np.empty((height, width, 3), np.uint8)
    panel[:] = palette.stock
    half = _Half(panel, palette, style, rng)
    half.robe()
    half.head(rank)
    half.tools(rank)
    # The lower half is the upper one turned, parted along a slanted line through the middle.
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    lower = (rows - height / 2) > style.diagonal * (columns - width / 2) * height / width
    turned = np.ascontiguousarray(panel[::-1, ::-1])
    panel[lower] = turned[lower]
    return panel


class _Half:
    """Draws the upper half of a figure; coordinates are shares of the panel's width from its middle, y downwards."""

    def __init__(self, panel: Image, palette: Palette, style: CourtStyle, rng: np.random.Generator) -> None:
        self.panel = panel
        self.palette = palette
        self.style = style
        self.rng = rng
        self.height, self.width = panel.shape[:2]

    def polygon(self, points: Sequence[tuple[float, float]], colour: Colour, outlined: bool = True) -> None:
        scale = np.array([self.width / 2, self.height / 2])
        fixed = np.round((np.array(points) * scale + [self.width / 2, 0]) * 16).astype(np.int32)
        cv2.fillPoly(self.panel, [fixed], colour, cv2.LINE_AA, 4)
        if outlined:
            cv2.polylines(self.panel, [fixed], True, self.palette.line, self.style.outline, cv2.LINE_AA, 4)

    def ellipse(self, x: float, y: float, rx: float, ry: float, colour: Colour, outlined: bool = True) -> None:
        turn = np.radians(np.arange(0, 360, 15))
        self.polygon([(x + rx * float(np.cos(t)), y + ry * float(np.sin(t))) for t in turn], colour, outlined)

    def colour(self) -> Colour:
        colours = self.palette.court
        return colours[int(self.rng.integers(len(colours)))]

    def robe(self) -> None:
        rng = self.rng
        shoulder = float(rng.uniform(0.42, 0.55))
        wide = 0.55 + 0.5 * self.style.fill
        self.polygon(
            [
                (-0.2, shoulder),
                (0.2, shoulder),
                (wide, shoulder + 0.2),
                (wide, 1.4),
                (-wide, 1.4),
                (-wide, shoulder + 0.2),
            ],
            self.colour(),
        )
        for _ in range(int(rng.integers(6, 15))):
            self.band(shoulder, wide)
        for side in (-1, 1):
            sleeve = self.colour()
            x = side * float(rng.uniform(0.45, 0.7))
            self.polygon(
                [
                    (side * 0.25, shoulder + 0.02),
                    (side * wide, shoulder + 0.22),
                    (side * wide, 0.95),
                    (x, 1.05),
                    (side * 0.3, 0.8),
                ],
                sleeve,
            )
            for i in range(int(rng.integers(2, 5))):
                y = shoulder + 0.15 + 0.1 * i
                self.polygon(
                    [(side * 0.3, y), (side * wide, y + 0.12), (side * wide, y + 0.17), (side * 0.3, y + 0.05)],
                    self.colour(),
                )

    def band(self, shoulder: float, wide: float) -> None:
        """One strip of the robe: plain, striped, latticed or dotted."""
        rng = self.rng
        x, y = float(rng.uniform(-wide, wide)), float(rng.uniform(shoulder + 0.1, 1.1))
        slope, thick, long = float(rng.uniform(-1.2, 1.2)), float(rng.uniform(0.06, 0.2)), float(rng.uniform(0.3, 0.9))
        clip = np.clip
        corner = [(x - long / 2, y - slope * long / 2), (x + long / 2, y + slope * long / 2)]
        strip = [corner[0], corner[1], (corner[1][0], corner[1][1] + thick), (corner[0][0], corner[0][1] + thick)]
        self.polygon([(float(clip(px, -wide, wide)), max(py, shoulder)) for px, py in strip], self.colour())
        count = int(rng.integers(3, 9))
        accent = self.colour()
        kind = int(rng.integers(4))
        for i in range(count):
            t = (i + 0.5) / count
            px, py = x - long / 2 + long * t, y - slope * long / 2 + slope * long * t + thick / 2
            if py < shoulder or abs(px) > wide:
                continue
            if kind == 0:
                self.ellipse(px, py, 0.035, 0.035, accent, False)
            elif kind == 1:
                self.polygon(
                    [(px, py - thick * 0.4), (px + 0.04, py), (px, py + thick * 0.4), (px - 0.04, py)], accent, False
                )
            elif kind == 2:
                self.polygon(
                    [
                        (px - 0.012, py - thick / 2),
                        (px + 0.012, py - thick / 2),
                        (px + 0.012, py + thick / 2),
                        (px - 0.012, py + thick / 2),
                    ],
                    self.palette.line,
                    False,
                )

    def head(self, rank: str) -> None:
        rng = self.rng
        x, y = float(rng.uniform(-0.12, 0.12)), float(rng.uniform(0.3, 0.38))
        rx, ry = float(rng.uniform(0.17, 0.23)), float(rng.uniform(0.13, 0.16))
        skin = SKIN if self.palette.name in ("two", "four") else self.palette.stock
        hair = self.colour()
        self.ellipse(x, y + 0.05, rx * 1.5, ry * 1.25, hair)
        for i in range(4):
            for side in (-1, 1):
                self.ellipse(x + side * rx * 1.25, y - 0.02 + 0.06 * i, 0.07, 0.035, hair)
        self.ellipse(x, y, rx, ry, skin)
        line = self.palette.line
        for side in (-1, 1):
            self.ellipse(x + side * rx * 0.42, y - 0.02, 0.03, 0.012, line, False)
            self.polygon(
                [(x + side * rx * 0.2, y - 0.05), (x + side * rx * 0.7, y - 0.055), (x + side * rx * 0.7, y - 0.045)],
                line,
                False,
            )
        self.polygon([(x, y - 0.02), (x + 0.03, y + 0.04), (x, y + 0.045)], line, False)
        self.ellipse(x, y + 0.075, 0.05, 0.01, self.palette.court[0], False)
        if rank == "K":
            self.polygon(
                [
                    (x - rx, y + 0.04),
                    (x + rx, y + 0.04),
                    (x + rx * 0.7, y + ry * 1.5),
                    (x, y + ry * 1.8),
                    (x - rx * 0.7, y + ry * 1.5),
                ],
                hair,
            )
        crown = self.colour()
        base, top = y - ry * 0.75, y - ry * 0.75 - float(rng.uniform(0.1, 0.17))
        if rank == "J":
            self.polygon([(x - rx * 1.2, base), (x + rx * 1.2, base), (x + rx, top), (x - rx, top + 0.04)], crown)
        else:
            points = [(x - rx, base)]
            spikes = 3 if rank == "K" else 5
            for i in range(spikes):
                left = x - rx * 1.25 + 2.5 * rx * i / (spikes - 1)
                points += [(left - 0.03, top + 0.05), (left, top), (left + 0.03, top + 0.05)]
            points.append((x + rx, base))
            self.polygon(points, crown)
        self.polygon([(x - rx, base), (x + rx, base), (x + rx, base + 0.03), (x - rx, base + 0.03)], self.colour())

    def tools(self, rank: str) -> None:
        """A sword, a flower or a staff, and the hand that holds it."""
        rng = self.rng
        side = float(rng.choice([-1.0, 1.0]))
        x = side * float(rng.uniform(0.62, 0.85))
        top = float(rng.uniform(0.2, 0.35))
        self.polygon(
            [(x - 0.035, top), (x, top - 0.08), (x + 0.035, top), (x + 0.035, 0.95), (x - 0.035, 0.95)], self.colour()
        )
        if rank == "Q":
            centre = self.colour()
            for i in range(6):
                self.ellipse(x + 0.1 * float(np.cos(i)), top + 0.07 * float(np.sin(i)), 0.06, 0.04, centre)
            self.ellipse(x, top, 0.05, 0.035, self.colour())
        else:
            self.polygon([(x - 0.14, 0.72), (x + 0.14, 0.72), (x + 0.14, 0.75), (x - 0.14, 0.75)], self.colour())
        self.ellipse(x, 0.8, 0.1, 0.05, SKIN if self.palette.name in ("two", "four") else self.palette.stock)


def picture(width: int, height: int, palette: Palette, rng: np.random.Generator) -> Image:
    """A picture of soft coloured shapes in place of a figure, (height, width, 3) uint8 BGR."""
    coarse = rng.integers(0, 256, (int(rng.integers(4, 16)), int(rng.integers(3, 12)), 3)).astype(np.uint8)
    grey = coarse.mean(2, keepdims=True)
    coarse = (grey + (coarse - grey) * rng.uniform(0.05, 0.7)).astype(np.uint8)
    soft = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    fine = rng.integers(0, 256, (height // 6, width // 6, 1)).astype(np.uint8)
    grain = cv2.resize(fine, (width, height), interpolation=cv2.INTER_LINEAR)[..., None]
    tint = np.array(palette.court[int(rng.integers(len(palette.court)))], np.float32)
    return np.asarray(np.clip(soft * 0.55 + grain * 0.2 + tint * 0.25, 0, 255), np.uint8)


def place_panel(canvas: Canvas, panel: Image, left: int, top: int, palette: Palette) -> None:
    """Prints a panel; where it is plain stock, what lies on the canvas already shows through."""
    high, wide = panel.shape[:2]
    stock = tuple(int(c) for c in palette.stock)
    drawn = cv2.bitwise_not(cv2.inRange(panel, np.array(stock, np.uint8), np.array(stock, np.uint8)))
    cv2.copyTo(panel, drawn, canvas.pixels[top : top + high, left : left + wide])


def print_court(
    canvas: Canvas,
    rank: str,
    suit: str,
    palette: Palette,
    style: CourtStyle,
    pips: PipPrinter,
    reach: tuple[float, float],
    own: tuple[float, float],
    glyph: Mask | None,
    art: Image | None,
) -> tuple[Quad, ...] | None:
    """Prints a court's middle.

    `reach` is how far the deck's indices reach in, `own` how far this card's; `art` a picture to use instead of a
    figure. Gives the boxes of the pips inside its frame, as `Face.pips`.
    """
    width, height = canvas.width, canvas.height
    rng = np.random.default_rng((style.seed, ord(rank), ord(suit)))
    colour = palette.suits[suit]
    if style.kind == "pip":
        pips.centred(canvas, pips.mask(suit, round(height * 0.35)), colour, width / 2, height / 2, sheen=palette.sheen)
        return ()
    if style.kind == "letter" and glyph is not None:
        scale = min(height * 0.45 / glyph.shape[0], width * 0.6 / glyph.shape[1])
        big = resized(glyph, round(glyph.shape[1] * scale), round(glyph.shape[0] * scale))
        pips.centred(canvas, big, colour, width / 2, height / 2, sheen=palette.sheen)
        return ()
    left = round(min(max(style.left * width, reach[0] + 3), width * 0.24))
    top = round(style.top * height)
    wide, high = width - 2 * left, height - 2 * top
    if art is not None:
        panel = cv2.resize(art, (wide, high), interpolation=cv2.INTER_AREA).astype(np.uint8)
    elif style.kind == "picture":
        panel = picture(wide, high, palette, rng)
    else:
        panel = figure(wide, high, rank, palette, style, rng)
    place_panel(canvas, panel, left, top, palette)
    if style.frame:
        ink = palette.court[2] if style.seed % 2 else palette.line
        cv2.rectangle(canvas.pixels, (left, top), (left + wide - 1, top + high - 1), ink, style.frame)
    if art is not None:
        return None
    if not style.pip_inside:
        return ()
    mask = pips.mask(suit, round(style.pip * height))
    spots = _pip_spots(style, mask, (left, top), own, width, rng)
    for x, y in spots:
        for turned in (False, True):
            pips.centred(canvas, mask, colour, x, y, turned, palette.sheen)
    half = np.array([mask.shape[1], mask.shape[0]]) / 2
    upright = [box_quad(*(np.array(spot) - half), *(np.array(spot) + half)) for spot in spots]
    return (*upright, *(half_turned(quad, width, height) for quad in upright))


def _pip_spots(
    style: CourtStyle,
    mask: Mask,
    corner: tuple[int, int],
    reach: tuple[float, float],
    width: int,
    rng: np.random.Generator,
) -> list[tuple[float, float]]:
    """Centres of the pips in the upper half of a court's frame, clear of the index.

    They stand in the frame's upper left corner as a rule; of some makers' courts some look the other way and have
    theirs at the right, some makers print both.
    """
    high, wide = mask.shape
    x, y = corner[0] + 6 + wide / 2, corner[1] + 8 + high / 2
    if x - wide / 2 < reach[0] and y - high / 2 < reach[1]:
        beside = reach[0] + 4 + wide / 2
        if beside < _BESIDE * width:
            x = beside
        else:
            y = reach[1] + 4 + high / 2
    if style.pips_at == "both":
        return [(x, y), (width - x, y)]
    away = style.pips_at == "either" and rng.random() < _LOOKS_AWAY
    return [(width - x if away else x, y)]
