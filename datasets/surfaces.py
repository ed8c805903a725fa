"""Table tops made by chance: wood, felt, cloth, stone, tiles, carpet, paper.

Every function takes a generator and a size (width, height) and gives (height, width, 3) uint8 BGR.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Size = tuple[int, int]
Surface = Callable[[np.random.Generator, Size], Image]


def colour(rng: np.random.Generator, value: tuple[float, float] = (10, 250)) -> tuple[int, int, int]:
    """A BGR colour, greys and browns more often than strong hues."""
    hue = rng.uniform(0, 180) if rng.random() < 0.6 else rng.uniform(5, 25)
    saturation = 255 * rng.beta(1.2, 2.2)
    hsv = np.array([[[hue, saturation, rng.uniform(*value)]]], dtype=np.uint8)
    blue, green, red = (int(v) for v in cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0])
    return blue, green, red


def clouds(
    rng: np.random.Generator, size: Size, coarse: float, octaves: int = 3, stretch: float = 1.0
) -> NDArray[np.float32]:
    """Smooth noise (height, width) float32 of about unit spread; `coarse` is the largest grain in pixels."""
    width, height = size
    total = np.zeros((height, width), dtype=np.float32)
    weight = 1.0
    for octave in range(octaves):
        grain = max(coarse / 2**octave, 1.0)
        shape = (max(int(height / grain), 2), max(int(width / (grain * stretch)), 2))
        layer = rng.standard_normal(shape, dtype=np.float32)
        mode = cv2.INTER_CUBIC if grain > 2 else cv2.INTER_LINEAR
        total += weight * cv2.resize(layer, size, interpolation=mode)
        weight *= 0.6
    return total


def grain(rng: np.random.Generator, size: Size, strength: float, soft: float = 0.0) -> NDArray[np.float32]:
    """Fine noise of the given strength, tiled from a smaller patch."""
    width, height = size
    side = 256
    patch = rng.standard_normal((side, side), dtype=np.float32)
    if soft > 0:
        # Blurred as if it were tiled already, or the seams would show.
        rim = int(4 * soft) + 1
        wrapped = cv2.GaussianBlur(cv2.copyMakeBorder(patch, rim, rim, rim, rim, cv2.BORDER_WRAP), (0, 0), soft)
        patch = np.asarray(wrapped[rim:-rim, rim:-rim], dtype=np.float32)
        patch /= max(float(patch.std()), 1e-3)
    tiled = np.tile(patch, (height // side + 1, width // side + 1))
    return np.ascontiguousarray(tiled[:height, :width]) * np.float32(strength)


def tinted(base: tuple[int, int, int], change: NDArray[np.float32], other: tuple[int, int, int] | None = None) -> Image:
    """A colour varied by `change`: in brightness (grey levels), or towards another colour (0..1)."""
    if other is None:
        levels = [cv2.convertScaleAbs(np.maximum(change + c, 0)) for c in base]
    else:
        share = np.clip(change, 0, 1)
        levels = [cv2.convertScaleAbs(share * (o - c) + c) for c, o in zip(base, other, strict=True)]
    return np.asarray(cv2.merge(levels), dtype=np.uint8)


def soiled(rng: np.random.Generator, image: Image) -> Image:
    """A printed cloth, (height, width, 3), lighter and darker in places, with its threads."""
    size = (image.shape[1], image.shape[0])
    change = clouds(rng, size, 200, 2) * float(rng.uniform(1, 9)) + grain(rng, size, float(rng.uniform(0, 9)))
    return np.asarray(cv2.add(image, cv2.merge([change] * 3), dtype=cv2.CV_8U), dtype=np.uint8)


def plain(rng: np.random.Generator, size: Size) -> Image:
    """A plain table top with a little dirt."""
    change = clouds(rng, size, 300, 2) * float(rng.uniform(0, 5)) + grain(rng, size, float(rng.uniform(0, 4)))
    return tinted(colour(rng), change)


def pale(rng: np.random.Generator, size: Size) -> Image:
    """A white or nearly white table, on which white cards hardly stand out."""
    level = int(rng.integers(190, 250))
    base = (level + int(rng.integers(-12, 6)), level, level + int(rng.integers(-6, 6)))
    change = clouds(rng, size, 400, 2) * float(rng.uniform(0, 4)) + grain(rng, size, float(rng.uniform(0, 3)))
    return tinted(base, change)


def dark(rng: np.random.Generator, size: Size) -> Image:
    """A black desk or mouse mat."""
    level = int(rng.integers(8, 50))
    base = (level, level + int(rng.integers(-3, 4)), level + int(rng.integers(-3, 6)))
    change = clouds(rng, size, 300, 2) * float(rng.uniform(0, 4)) + grain(rng, size, float(rng.uniform(1, 7)))
    return tinted(base, change)


def felt(rng: np.random.Generator, size: Size) -> Image:
    """Green, blue or red baize."""
    base = [(60, 110, 20), (40, 80, 10), (130, 70, 20), (30, 20, 120), (90, 60, 90), (50, 60, 60)][int(rng.integers(6))]
    shade = float(rng.uniform(0.4, 1.3))
    tuned = tuple(int(np.clip(c * shade + rng.normal(0, 10), 2, 250)) for c in base)
    fibre = grain(rng, size, float(rng.uniform(3, 12)), float(rng.choice([0.0, 0.7, 1.2])))
    change = clouds(rng, size, 200, 3) * 3 + fibre
    return tinted((tuned[0], tuned[1], tuned[2]), change)


def wood(rng: np.random.Generator, size: Size) -> Image:
    """Boards with grain."""
    woods = ((60, 100, 150), (120, 165, 200), (30, 50, 80), (160, 190, 215), (90, 110, 130))
    base = np.array(woods[int(rng.integers(5))])
    shade = rng.uniform(0.6, 1.15)
    light = tuple(int(c) for c in np.clip(base * shade + rng.normal(0, 8, 3), 5, 245))
    darker = tuple(int(c * rng.uniform(0.45, 0.85)) for c in light)
    stretch = float(rng.uniform(8, 25))
    lines = clouds(rng, size, float(rng.uniform(8, 40)), 4, stretch) * float(rng.uniform(0.1, 0.35)) + 0.4
    if rng.random() < 0.5:
        rings = np.sin(clouds(rng, size, float(rng.uniform(80, 250)), 2, 5.0) * float(rng.uniform(3, 9)))
        lines += rings.astype(np.float32) * float(rng.uniform(0.05, 0.25))
    image = tinted((light[0], light[1], light[2]), lines, (darker[0], darker[1], darker[2]))
    if rng.random() < 0.6:
        board = int(rng.integers(60, 300))
        for y in range(int(rng.integers(board)), size[1], board):
            shift = float(rng.uniform(0.85, 1.12))
            image[y : y + board] = cv2.convertScaleAbs(image[y : y + board], alpha=shift)
            cv2.line(image, (0, y), (size[0], y), darker, int(rng.integers(1, 4)))
    return image


def weave(rng: np.random.Generator, size: Size) -> Image:
    """Woven or knitted cloth with folds."""
    x = np.arange(size[0], dtype=np.float32)
    y = np.arange(size[1], dtype=np.float32)[:, None]
    pitch = float(rng.uniform(2.5, 14))
    threads = np.sin(x * 2 * np.pi / pitch) * np.sin(y * 2 * np.pi / (pitch * float(rng.uniform(0.7, 1.6))))
    folds = clouds(rng, size, 260, 2) * float(rng.uniform(2, 16))
    change = threads.astype(np.float32) * float(rng.uniform(4, 28)) + folds + grain(rng, size, 5)
    return tinted(colour(rng), change)


def carpet(rng: np.random.Generator, size: Size) -> Image:
    """Loops and tufts."""
    tufts = grain(rng, size, float(rng.uniform(12, 40)), float(rng.uniform(0.8, 3.0)))
    return tinted(colour(rng, (50, 220)), tufts + clouds(rng, size, 120, 2) * 5)


def stone(rng: np.random.Generator, size: Size) -> Image:
    """Marble or granite."""
    base = colour(rng, (60, 245))
    if rng.random() < 0.5:
        veins = np.abs(clouds(rng, size, float(rng.uniform(120, 400)), 5))
        share = np.exp(-veins * float(rng.uniform(4, 14))).astype(np.float32) * float(rng.uniform(0.3, 0.9))
        return tinted(base, share, colour(rng))
    speckle = grain(rng, size, 1.0, float(rng.uniform(0.6, 2.5)))
    return tinted(base, np.clip(np.abs(speckle) - 1.0, 0, 1) + clouds(rng, size, 60, 2) * 0.06, colour(rng))


def veined(rng: np.random.Generator, size: Size) -> Image:
    """Marble with thin crisp veins and closed curls as small as an index, crackle, scratches, a drawn contour map."""
    base = colour(rng, (150, 250)) if rng.random() < 0.6 else colour(rng)
    coarse = float(np.exp(rng.uniform(np.log(20), np.log(300))))
    field = clouds(rng, size, coarse, int(rng.integers(1, 5)), float(rng.choice([1.0, 1.0, 0.5, 3.0])))
    if rng.random() < 0.4:
        # Several levels of the same field: lines beside lines, as on a map or in burr wood.
        field = np.asarray(np.sin(field * float(rng.uniform(2, 7))), np.float32)
    # A line's breadth in pixels is the level divided by the field's slope there.
    slope = cv2.magnitude(cv2.Sobel(field, cv2.CV_32F, 1, 0), cv2.Sobel(field, cv2.CV_32F, 0, 1)) / 8 + 1e-4
    breadth = float(rng.uniform(0.5, 3.0))
    share = np.exp(-np.square(field / (slope * breadth))).astype(np.float32) * float(rng.uniform(0.3, 1.0))
    # Veins fade in places.
    share *= np.clip(clouds(rng, size, float(rng.uniform(60, 400)), 2) + float(rng.uniform(0.0, 1.5)), 0, 1)
    return soiled(rng, tinted(base, share, colour(rng)))


def tiles(rng: np.random.Generator, size: Size) -> Image:
    """Tiles, bricks or blocks with joints, in rows that may be shifted, each a little other than its neighbours.

    Some are of a card's shape and as pale as a card: rectangles on a table that are none.
    """
    image = (plain, pale, stone)[int(rng.choice(3, p=[0.3, 0.3, 0.4]))](rng, size)
    wide = float(rng.uniform(40, 320))
    tall = wide * (1.0 if rng.random() < 0.45 else float(rng.uniform(0.35, 2.2)))
    shift = float(rng.choice([0.0, 0.5, 0.33], p=[0.6, 0.3, 0.1]))
    thick, joint = float(rng.uniform(1, 8)), colour(rng)
    y = np.arange(size[1], dtype=np.float32)[:, None] + float(rng.uniform(0, tall))
    row = np.floor(y / tall)
    x = np.arange(size[0], dtype=np.float32)[None] + float(rng.uniform(0, wide)) + row * np.float32(shift * wide)
    column = np.floor(x / wide)
    across, down = x - column * np.float32(wide), np.broadcast_to(y - row * np.float32(tall), x.shape)
    inset = np.minimum(np.minimum(across, wide - across), np.minimum(down, tall - down)) - thick / 2
    gains = rng.normal(1, rng.uniform(0, 0.08), (97, 89)).astype(np.float32)
    gain = gains[row.astype(np.intp) % 97, column.astype(np.intp) % 89]
    if rng.random() < 0.4:
        # A bevel: light on the sides towards the lamp, dark on the others.
        bevel, slope = float(rng.uniform(1, 7)), float(rng.normal(0, 0.25))
        lit = np.where(across - down < wide - tall, 1.0, -1.0) if rng.random() < 0.5 else np.sign(tall / 2 - down)
        gain = gain + np.where(inset < bevel, lit * slope, 0.0).astype(np.float32)
    shaded = cv2.multiply(image, cv2.merge([np.ascontiguousarray(gain, np.float32)] * 3), dtype=cv2.CV_8U)
    share = cv2.merge([np.clip(0.5 - inset, 0, 1).astype(np.float32)] * 3)
    mixed = shaded * (1 - share) + np.array(joint, np.float32) * share
    return np.asarray(mixed, dtype=np.uint8)


def pattern(rng: np.random.Generator, size: Size) -> Image:
    """Printed cloth: one small motif repeated in rows, or stripes or checks."""
    side = int(rng.integers(24, 160))
    ground = colour(rng)
    motif: Image = np.full((side, side, 3), ground, dtype=np.uint8)
    kind = int(rng.integers(6))
    for _ in range(int(rng.integers(1, 5))):
        ink = colour(rng)
        thick = int(rng.choice([-1, 1, 2, 4]))
        middle = (int(rng.integers(side)), int(rng.integers(side)))
        reach = int(rng.integers(3, max(side // 2, 4)))
        if kind == 0:
            cv2.line(motif, (0, middle[1]), (side, middle[1]), ink, max(reach // 2, 1))
        elif kind == 1:
            cv2.rectangle(motif, (middle[0], 0), (middle[0] + reach, side), ink, -1)
            shaded = motif.copy()
            cv2.rectangle(shaded, (0, middle[1]), (side, middle[1] + reach), ink, -1)
            cv2.addWeighted(motif, 0.5, shaded, 0.5, 0, dst=motif)
        elif kind == 2:
            cv2.circle(motif, middle, reach, ink, thick, cv2.LINE_AA)
        elif kind == 3:
            petals = int(rng.integers(3, 9))
            turns = np.linspace(0, 2 * np.pi, petals * 8)
            radius = reach * (0.6 + 0.4 * np.cos(petals * turns))
            flower = np.stack([middle[0] + radius * np.cos(turns), middle[1] + radius * np.sin(turns)], axis=1)
            cv2.fillPoly(motif, [np.rint(flower * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)
        elif kind == 4:
            # Signs of suits are printed on table cloths too.
            _emblem(motif, int(rng.integers(4)), middle, reach, ink)
        else:
            corner = rng.integers(0, side, (int(rng.integers(3, 6)), 2)).astype(np.int32)
            cv2.polylines(motif, [corner], True, ink, max(thick, 1), cv2.LINE_AA)
    if rng.random() < 0.4:
        motif = np.hstack([np.vstack([motif, motif[::-1]]), np.vstack([motif, motif[::-1]])[:, ::-1]])
    repeats = (size[1] // motif.shape[0] + 1, size[0] // motif.shape[1] + 1, 1)
    image = np.ascontiguousarray(np.tile(motif, repeats)[: size[1], : size[0]])
    return soiled(rng, image)


def _emblem(image: Image, kind: int, middle: tuple[int, int], reach: int, ink: tuple[int, int, int]) -> None:
    """A filled diamond, heart, spade or clover."""
    x, y = middle
    half = max(reach // 2, 1)
    if kind == 0:
        points = [(x, y - reach), (x + 3 * reach // 4, y), (x, y + reach), (x - 3 * reach // 4, y)]
        cv2.fillPoly(image, [np.array(points, dtype=np.int32)], ink, cv2.LINE_AA)
        return
    sign = -1 if kind == 2 else 1
    lobes = [(x - half, y - sign * half // 2), (x + half, y - sign * half // 2)]
    if kind == 3:
        lobes = [(x - half, y + half // 2), (x + half, y + half // 2), (x, y - half)]
    for lobe in lobes:
        cv2.circle(image, lobe, half, ink, -1, cv2.LINE_AA)
    if kind < 3:
        points = [(x - reach, y - sign * half // 3), (x + reach, y - sign * half // 3), (x, y + sign * reach)]
        cv2.fillPoly(image, [np.array(points, dtype=np.int32)], ink, cv2.LINE_AA)
    if kind > 1:
        cv2.rectangle(image, (x - max(half // 5, 1), y), (x + max(half // 5, 1), y + reach), ink, -1)


def shade(rng: np.random.Generator, size: Size) -> Image:
    """A smooth run from one colour to another."""
    angle = rng.uniform(0, 2 * np.pi)
    x = np.linspace(-0.5, 0.5, size[0], dtype=np.float32) * np.cos(angle)
    y = np.linspace(-0.5, 0.5, size[1], dtype=np.float32)[:, None] * np.sin(angle)
    return tinted(colour(rng), (x + y + 0.5).astype(np.float32) + grain(rng, size, 0.01), colour(rng))


def leaves(rng: np.random.Generator, size: Size) -> Image:
    """Grass, leaves, gravel: many small strokes and blobs."""
    image = plain(rng, size)
    base = np.array(colour(rng, (40, 200)))
    blobs = rng.random() < 0.5
    length = float(rng.uniform(6, 40))
    for x, y in zip(rng.integers(0, size[0], 900), rng.integers(0, size[1], 900), strict=True):
        turn, shift = rng.uniform(0, 180), rng.normal(0, 30)
        ink = tuple(int(c) for c in np.clip(base + shift, 0, 255))
        axes = (int(length), int(length * (0.7 if blobs else 0.2)) + 1)
        cv2.ellipse(image, (int(x), int(y)), axes, float(turn), 0, 360, ink, -1)
    return image


SURFACES: tuple[tuple[Surface, float], ...] = (
    (plain, 12),
    (pale, 10),
    (dark, 9),
    (felt, 12),
    (wood, 18),
    (weave, 9),
    (carpet, 5),
    (stone, 6),
    (veined, 6),
    (tiles, 5),
    (pattern, 9),
    (shade, 4),
    (leaves, 2),
)
