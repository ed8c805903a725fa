"""Patterns in two inks or a few: lattices, rosettes, stripes, checks, tiles, stars of smooth chance.

Each fills a sheet; on a back it is framed, mirrored and turned, and on a cloth repeated.
"""

from __future__ import annotations

import cv2
import numpy as np

from datasets.deck import Image
from datasets.painter.canvas import Canvas, Colour
from datasets.painter.inks import hsv

_ON_CLOTH = ("filigree", "lattice", "rosettes", "circles", "scales", "maze", "tiled", "tiled", "kaleidoscope")
"""What a cloth or a rug may show as well as a back."""


def paint_pattern(width: int, height: int, paper: Colour, ink: Colour, rng: np.random.Generator) -> Image:
    """A pattern as backs show, printed on something else: a cloth or a rug; (height, width, 3) uint8 BGR."""
    field = Canvas(width, height, paper)
    PATTERNS[str(rng.choice(_ON_CLOTH))](field, ink, rng)
    return field.pixels


def _lattice(canvas: Canvas, ink: Colour, rng: np.random.Generator) -> None:
    step = int(rng.integers(10, 60))
    thick = max(1, int(step * rng.uniform(0.06, 0.3)))
    slope = float(rng.uniform(0.5, 1.8))
    reach = int(canvas.height / slope)
    for x in range(-reach, canvas.width + reach, step):
        for direction in (1, -1):
            start = x if direction == 1 else canvas.width - x
            cv2.line(canvas.pixels, (start, 0), (start + direction * reach, canvas.height), ink, thick, cv2.LINE_AA)
    if rng.random() < 0.6:
        radius = max(1, int(step * rng.uniform(0.08, 0.25)))
        for row, y in enumerate(np.arange(0, canvas.height, step * slope / 2)):
            for x in range((row % 2) * step // 2, canvas.width, step):
                cv2.circle(canvas.pixels, (x, int(y)), radius, ink, -1, cv2.LINE_AA)


def rosette(
    canvas: Canvas, ink: Colour, x: float, y: float, radius: float, petals: int, depth: float, thick: int
) -> None:
    """Draws a round figure of petals, `depth` of its radius deep; thickness -1 fills it."""
    turn = np.linspace(0, 2 * np.pi, 120)
    r = radius * (1 - depth + depth * np.cos(petals * turn))
    points = np.stack([x + r * np.cos(turn), y + r * np.sin(turn)], 1)
    fixed = np.round(points * 16).astype(np.int32)
    if thick < 0:
        cv2.fillPoly(canvas.pixels, [fixed], ink, cv2.LINE_AA, 4)
    else:
        cv2.polylines(canvas.pixels, [fixed], True, ink, thick, cv2.LINE_AA, 4)


def _rosettes(canvas: Canvas, ink: Colour, rng: np.random.Generator) -> None:
    step = float(rng.uniform(40, 130))
    petals, depth = int(rng.integers(3, 12)), float(rng.uniform(0.1, 0.5))
    rings = int(rng.integers(1, 4))
    thick = int(rng.choice([-1, 1, 2, 4]))
    for row, y in enumerate(np.arange(0, canvas.height / 2 + step, step * 0.8)):
        for x in np.arange((row % 2) * step / 2, canvas.width + step, step):
            for ring in range(rings):
                rosette(
                    canvas,
                    ink,
                    float(x),
                    float(y),
                    step * 0.5 * (1 - ring / rings),
                    petals,
                    depth,
                    thick if ring == 0 else max(1, thick),
                )


def _circles(canvas: Canvas, ink: Colour, rng: np.random.Generator) -> None:
    step = int(rng.integers(20, 90))
    radius, thick = int(step * rng.uniform(0.3, 0.9)), int(rng.choice([-1, 1, 2, 5]))
    if thick < 0:
        radius = int(step * 0.35)
    for y in range(0, canvas.height + step, step):
        for x in range(0, canvas.width + step, step):
            cv2.circle(canvas.pixels, (x, y), max(2, radius), ink, thick, cv2.LINE_AA)


def _stripes(canvas: Canvas, ink: Colour, rng: np.random.Generator) -> None:
    rows, columns = np.mgrid[0 : canvas.height, 0 : canvas.width].astype(np.float32)
    angle, step = float(rng.uniform(0, np.pi)), float(rng.uniform(6, 60))
    phase = (columns * np.cos(angle) + rows * np.sin(angle)) / step
    if rng.random() < 0.5:
        phase = phase + np.sin(rows / float(rng.uniform(10, 60))) * 0.5
    canvas.pixels[(phase % 1) < float(rng.uniform(0.25, 0.6))] = ink


def _picture(canvas: Canvas, ink: Colour, rng: np.random.Generator) -> None:
    size = (int(rng.integers(3, 30)), int(rng.integers(3, 20)))
    coarse = rng.integers(0, 256, (*size, 3)).astype(np.float32)
    grey = coarse.mean(2, keepdims=True)
    coarse = (grey + (coarse - grey) * rng.uniform(0.05, 0.8)).astype(np.float32)
    soft = cv2.resize(coarse, (canvas.width, canvas.height), interpolation=cv2.INTER_CUBIC).astype(np.float32)
    grain = cv2.resize(
        rng.integers(0, 256, (canvas.height // 4, canvas.width // 4)).astype(np.uint8), (canvas.width, canvas.height)
    )[..., None]
    share = float(rng.uniform(0.2, 0.8))
    mixed = (
        soft * share + np.array(ink, np.float32) * (1 - share) + (grain.astype(np.float32) - 128) * rng.uniform(0, 0.4)
    )
    canvas.pixels[:] = np.clip(mixed, 0, 255).astype(np.uint8)


def _scales(canvas: Canvas, ink: Colour, rng: np.random.Generator) -> None:
    step = int(rng.integers(24, 80))
    for row, y in enumerate(range(0, canvas.height // 2 + step, step // 2)):
        for x in range(-(row % 2) * step // 2, canvas.width + step, step):
            for ring in range(1, 4):
                cv2.ellipse(
                    canvas.pixels,
                    (x, y),
                    (step * ring // 6, step * ring // 6),
                    0,
                    0,
                    180,
                    ink,
                    int(max(1, step // 16)),
                    cv2.LINE_AA,
                )


def _sunburst(canvas: Canvas, ink: Colour, rng: np.random.Generator) -> None:
    rows, columns = np.mgrid[0 : canvas.height, 0 : canvas.width].astype(np.float32)
    dx, dy = columns - canvas.width / 2, rows - canvas.height / 2
    rays = np.sin(np.arctan2(dy, dx) * int(rng.integers(6, 40)))
    rings = np.sin(np.hypot(dx, dy) / float(rng.uniform(4, 25)))
    canvas.pixels[(rays * rings if rng.random() < 0.6 else rays) > float(rng.uniform(-0.2, 0.3))] = ink


def _maze(canvas: Canvas, ink: Colour, rng: np.random.Generator) -> None:
    cells = (int(rng.integers(12, 36)), int(rng.integers(8, 26)))
    pattern = (rng.random(cells) < 0.5).astype(np.uint8) * 255
    grown = cv2.resize(pattern, (canvas.width, canvas.height), interpolation=cv2.INTER_NEAREST)
    if rng.random() < 0.5:
        grown = cv2.GaussianBlur(grown, (0, 0), float(rng.uniform(3, 9)))
    canvas.pixels[grown > 127] = ink


def _blocks(canvas: Canvas, ink: Colour, rng: np.random.Generator) -> None:
    """A few large patches, square or round: their edges are longer than the card's own."""
    cells = (int(rng.integers(3, 13)), int(rng.integers(3, 9)))
    pattern = rng.random(cells).astype(np.float32)
    smooth = rng.random() < 0.5
    grown = cv2.resize(
        pattern, (canvas.width, canvas.height), interpolation=cv2.INTER_CUBIC if smooth else cv2.INTER_NEAREST
    )
    canvas.pixels[grown > float(rng.uniform(0.35, 0.65))] = ink


def _filigree(canvas: Canvas, ink: Colour, rng: np.random.Generator) -> None:
    """Curls, leaves and rings of fine lines: half of a field that is mirrored afterwards."""
    w, h = canvas.width // 2 + 2, canvas.height // 2 + 2
    thick = int(rng.integers(1, 4))
    turns = np.linspace(0, 1, 24)[:, None]
    for _ in range(int(rng.integers(50, 170))):
        start = rng.uniform(0, 1, 2) * [w, h]
        size, angle, curl = rng.uniform(12, 70), rng.uniform(0, 2 * np.pi), rng.uniform(-9, 9)
        bearing = angle + curl * turns**1.5
        steps = np.concatenate([np.cos(bearing), np.sin(bearing)], 1) * size / 8
        points = start + np.cumsum(steps, axis=0)
        cv2.polylines(canvas.pixels, [np.round(points * 16).astype(np.int32)], False, ink, thick, cv2.LINE_AA, 4)
        if rng.random() < 0.5:
            tip = points[-1]
            axes = (max(2, int(size * 0.18)), max(1, int(size * 0.08)))
            cv2.ellipse(
                canvas.pixels,
                (int(tip[0]), int(tip[1])),
                axes,
                float(np.degrees(bearing[-1, 0])),
                0,
                360,
                ink,
                -1 if rng.random() < 0.6 else thick,
                cv2.LINE_AA,
            )
    for _ in range(int(rng.integers(1, 5))):
        x, y = rng.choice([0.0, 0.5, 1.0]) * w, rng.uniform(0, 1) * h
        for ring in range(int(rng.integers(2, 7))):
            cv2.circle(canvas.pixels, (int(x), int(y)), int(rng.uniform(6, 16)) * (ring + 1), ink, thick, cv2.LINE_AA)


def _emblem(canvas: Canvas, ink: Colour, rng: np.random.Generator) -> None:
    """An even field with one figure in its middle, or the same figure small at both ends."""
    w, h = canvas.width, canvas.height
    radius = float(rng.uniform(0.12, 0.42)) * w
    middles = [(w / 2, h / 2)] if rng.random() < 0.7 else [(w / 2, h * 0.25), (w / 2, h * 0.75)]
    petals, depth = int(rng.integers(2, 9)), float(rng.uniform(0.0, 0.5))
    rings = int(rng.integers(1, 4))
    for x, y in middles:
        for ring in range(rings):
            thick = -1 if ring == 0 and rng.random() < 0.5 else int(rng.integers(2, 9))
            rosette(canvas, ink, x, y, radius * (1 + 0.25 * ring), petals, depth, thick)


def _checks(canvas: Canvas, ink: Colour, rng: np.random.Generator) -> None:
    """Squares or diamonds in two colours, straight or aslant."""
    rows, columns = np.mgrid[0 : canvas.height, 0 : canvas.width].astype(np.float32)
    angle, step = float(rng.choice([0.0, np.pi / 4, rng.uniform(0, np.pi)])), float(rng.uniform(8, 90))
    stretch = float(rng.uniform(0.6, 1.6))
    u = (columns * np.cos(angle) + rows * stretch * np.sin(angle)) // step
    v = (rows * stretch * np.cos(angle) - columns * np.sin(angle)) // step
    canvas.pixels[(u + v) % 2 < 1] = ink


def _shades(canvas: Canvas, ink: Colour, rng: np.random.Generator) -> None:
    """One colour running into another, along the card or out from its middle."""
    rows, columns = np.mgrid[0 : canvas.height, 0 : canvas.width].astype(np.float32)
    x, y = columns / canvas.width - 0.5, rows / canvas.height - 0.5
    angle = float(rng.uniform(0, np.pi))
    along = np.hypot(x, y) if rng.random() < 0.5 else x * np.cos(angle) + y * np.sin(angle) + 0.5
    part = np.clip(along * float(rng.uniform(0.8, 1.6)), 0, 1)[..., None]
    canvas.pixels[:] = (canvas.pixels * (1 - part) + np.array(ink, np.float32) * part).astype(np.uint8)


def inks_of(ink: Colour, rng: np.random.Generator, count: int) -> list[Colour]:
    """Inks of one print: shades of one, or as different as they come."""
    if rng.random() < 0.5:
        factors = rng.uniform(0.3, 1.6, count)
        return [(min(ink[0] * f, 255.0), min(ink[1] * f, 255.0), min(ink[2] * f, 255.0)) for f in factors]
    return [
        hsv(float(rng.uniform(0, 360)), float(rng.beta(1.5, 1.5)), float(rng.uniform(0.1, 1))) for _ in range(count)
    ]


def _tiled(canvas: Canvas, ink: Colour, rng: np.random.Generator) -> None:
    """A small figure of strokes and patches, mirrored about itself or not, repeated all over in rows."""
    side = int(rng.integers(16, 130))
    tile = np.empty((side, side, 3), np.uint8)
    tile[:] = canvas.pixels[0, 0]
    inks = [ink, *inks_of(ink, rng, int(rng.integers(1, 4)))]
    for _ in range(int(rng.integers(2, 9))):
        colour = inks[int(rng.integers(len(inks)))]
        x, y = (int(v) for v in rng.integers(0, side, 2))
        kind, thick = int(rng.integers(4)), int(rng.integers(1, 5))
        if kind == 0:
            points = rng.integers(-side // 4, side + side // 4, (int(rng.integers(3, 6)), 2)).astype(np.int32)
            cv2.fillPoly(tile, [points], colour, cv2.LINE_AA)
        elif kind == 1:
            cv2.circle(
                tile,
                (x, y),
                int(rng.integers(2, side // 2 + 3)),
                colour,
                -1 if rng.random() < 0.4 else thick,
                cv2.LINE_AA,
            )
        elif kind == 2:
            points = rng.integers(0, side, (int(rng.integers(2, 5)), 2)).astype(np.int32)
            cv2.polylines(tile, [points], bool(rng.random() < 0.3), colour, thick, cv2.LINE_AA)
        else:
            axes = (int(rng.integers(2, side // 2 + 3)), int(rng.integers(2, side // 4 + 3)))
            start = float(rng.uniform(0, 360))
            cv2.ellipse(tile, (x, y), axes, float(rng.uniform(0, 180)), start, start + 220, colour, thick, cv2.LINE_AA)
    if rng.random() < 0.7:
        tile = np.hstack([tile, tile[:, ::-1]])
    if rng.random() < 0.7:
        tile = np.vstack([tile, tile[::-1]])
    rows = []
    for row in range(canvas.height // tile.shape[0] + 1):
        rows.append(np.roll(tile, tile.shape[1] // 2, axis=1) if row % 2 and rng.random() < 0.9 else tile)
    whole = np.tile(np.vstack(rows), (1, canvas.width // tile.shape[1] + 1, 1))
    canvas.pixels[:] = whole[: canvas.height, : canvas.width]


def _kaleidoscope(canvas: Canvas, ink: Colour, rng: np.random.Generator) -> None:
    """Levels of smooth chance mirrored about the spokes of one star in the middle, or of one at each end."""
    rows, columns = np.mgrid[0 : canvas.height, 0 : canvas.width].astype(np.float32)
    middle = canvas.height / 2 if rng.random() < 0.6 else canvas.height / 4
    dx, dy = columns - canvas.width / 2, rows - np.float32(middle)
    spokes = int(rng.integers(2, 13))
    turn = np.abs((np.arctan2(dy, dx) / (2 * np.pi) * spokes) % 1 - 0.5) * 2
    out = np.hypot(dx, dy) / np.hypot(canvas.width, canvas.height) * 2
    if rng.random() < 0.4:
        # Squares and diamonds about the middle instead of rings.
        out = (np.abs(dx) + np.abs(dy) * float(rng.uniform(0.5, 1.5))) / (canvas.width + canvas.height) * 2
    fine = (int(rng.integers(6, 60)), int(rng.integers(3, 14)))
    chance = cv2.resize(rng.random(fine).astype(np.float32), (96, 400), interpolation=cv2.INTER_CUBIC)
    level = cv2.remap(
        chance, turn.astype(np.float32) * 95, np.clip(out, 0, 1).astype(np.float32) * 399, cv2.INTER_LINEAR
    )
    inks = [ink, *inks_of(ink, rng, int(rng.integers(0, 4)))]
    steps = np.sort(rng.uniform(0.25, 0.75, len(inks)))
    for step, colour in zip(steps, inks, strict=True):
        canvas.pixels[level > step] = colour


PATTERNS = {
    "filigree": _filigree,
    "lattice": _lattice,
    "rosettes": _rosettes,
    "circles": _circles,
    "stripes": _stripes,
    "picture": _picture,
    "scales": _scales,
    "sunburst": _sunburst,
    "maze": _maze,
    "emblem": _emblem,
    "checks": _checks,
    "shades": _shades,
    "blocks": _blocks,
    "tiled": _tiled,
    "kaleidoscope": _kaleidoscope,
}
"""What fills a sheet with a pattern, by name: a canvas whose pixels are of one colour, an ink and the chance."""
