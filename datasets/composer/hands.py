"""Hands and sleeves: tapering capsules with shading and nails, drawn over cards."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.composer.canvas import Canvas
from datasets.composer.items import LaidHand
from datasets.surfaces import colour

_SKINS = (
    (150, 185, 225),
    (125, 160, 205),
    (95, 130, 180),
    (70, 100, 150),
    (45, 70, 110),
    (35, 50, 75),
    (165, 195, 235),
)

_SHADING = ((0.0, 0.6), (0.06, 0.7), (0.14, 0.8), (0.26, 0.9), (0.42, 0.98), (0.6, 1.04), (0.8, 1.09))
"""Layers of a limb, moved towards the light: by what share they are thinner, and how light they are."""

_HALF_ROUND = np.linspace(np.pi / 2, 3 * np.pi / 2, 14)
"""Directions, in radians, of the round end of a limb that points to the right."""


def holding(
    rng: np.random.Generator, x: float, y: float, angle: float, reach: float = 0.5, fingers: int | None = None
) -> LaidHand:
    """A hand that comes from below and holds cards at a point: thumb in front, perhaps fingertips beside it."""
    fingers = int(rng.choice([0, 0, 1, 2, 3])) if fingers is None else fingers
    size = float(rng.uniform(0.85, 1.2))
    side = float(rng.choice([-1, 1]))
    wrist = np.array([side * rng.uniform(0.15, 0.7), reach + rng.uniform(0.8, 1.3)])
    palm = np.array([side * rng.uniform(0.1, 0.35), reach * 0.6 + rng.uniform(0.15, 0.35)])
    tip = np.array([rng.normal(0, 0.1) - side * 0.05, rng.normal(-0.02, 0.1)])
    knuckle = (palm + tip) / 2 + np.array([side * 0.07, 0.0])
    bones = [
        (*(wrist + (wrist - palm) * 2), *wrist, 0.42 * size, 0.34 * size),
        (*wrist, *palm, 0.3 * size, 0.3 * size),
        (*palm, *knuckle, 0.17 * size, 0.12 * size),
        (*knuckle, *tip, 0.12 * size, 0.1 * size),
    ]
    nails = [3]
    for finger in range(fingers):
        # Fingertips that come round from behind on the far side of the cards.
        base = np.array([-side * (0.42 + 0.05 * finger), 0.1 + 0.17 * finger + rng.normal(0, 0.02)])
        end = base + np.array([side * rng.uniform(0.04, 0.2), -0.02])
        bones.append((*(base - np.array([side * 0.12, -0.02])), *end, 0.095 * size, 0.085 * size))
        if rng.random() < 0.7:
            nails.append(len(bones) - 1)
    return _hand(rng, bones, nails, x, y, angle)


def reaching(rng: np.random.Generator, x: float, y: float, angle: float) -> LaidHand:
    """A hand that reaches over the table to a point, fingers spread or together."""
    size = float(rng.uniform(0.8, 1.15))
    palm = np.array([0.0, 0.75]) * size
    wrist = palm + np.array([rng.normal(0, 0.1), 0.55 * size])
    bones = [
        (*(wrist + (wrist - palm) * float(rng.uniform(3, 9))), *wrist, 0.4 * size, 0.26 * size),
        (*wrist, *palm, 0.27 * size, 0.33 * size),
    ]
    nails = []
    spread = float(rng.uniform(0.08, 0.28))
    bent = float(rng.uniform(0.55, 1.0))
    for finger in range(4):
        turn = (finger - 1.5) * spread
        base = palm + np.array([np.sin(turn * 1.2) * 0.3 + (finger - 1.5) * 0.12, -0.2]) * size
        length = (0.5, 0.6, 0.55, 0.42)[finger] * size * bent * float(rng.uniform(0.8, 1.1))
        middle = base + np.array([np.sin(turn), -np.cos(turn)]) * length * 0.55
        end = middle + np.array([np.sin(turn * 0.6), -np.cos(turn * 0.6)]) * length * 0.5
        bones += [(*base, *middle, 0.1 * size, 0.085 * size), (*middle, *end, 0.085 * size, 0.065 * size)]
        nails.append(len(bones) - 1)
    side = float(rng.choice([-1, 1]))
    base = palm + np.array([side * 0.28 * size, 0.1])
    end = base + np.array([side * rng.uniform(0.05, 0.3), -rng.uniform(0.25, 0.5)]) * size
    bones.append((*base, *end, 0.12 * size, 0.08 * size))
    nails.append(len(bones) - 1)
    return _hand(rng, bones, nails, x, y, angle)


def _hand(
    rng: np.random.Generator, bones: list[tuple[float, ...]], nails: list[int], x: float, y: float, angle: float
) -> LaidHand:
    table = np.array(bones, dtype=np.float64)
    sine, cosine = np.sin(angle), np.cos(angle)
    for first in (0, 2):
        u, v = table[:, first].copy(), table[:, first + 1].copy()
        table[:, first], table[:, first + 1] = u * cosine - v * sine + x, u * sine + v * cosine + y
    base = np.array(_SKINS[int(rng.integers(len(_SKINS)))]) + rng.normal(0, 8, 3)
    skin = tuple(int(c) for c in np.clip(base, 5, 250))
    sleeve = colour(rng) if rng.random() < 0.65 else None
    return LaidHand(table, tuple(nails), (skin[0], skin[1], skin[2]), sleeve)


def draw_hand(canvas: Canvas, hand: LaidHand, number: int, light: float) -> None:
    """Draw a hand with a soft shadow; `light` is the direction of the light in radians."""
    view = canvas.view
    lift = np.full(len(hand.bones), hand.lift)
    starts = view.project(np.column_stack([hand.bones[:, 0:2], lift]))
    ends = view.project(np.column_stack([hand.bones[:, 2:4], lift]))
    radii = hand.bones[:, 4:6] * view.scale
    if (radii > 4000).any() or not np.isfinite(starts).all():
        return
    shapes = _capsules(starts, ends, radii)
    every = shapes.reshape(-1, 2)
    margin = 0.3 * view.scale
    height, width = canvas.ids.shape
    x0, y0 = (max(int(v), 0) for v in every.min(axis=0) - margin)
    x1, y1 = (min(int(v), limit) for v, limit in zip(every.max(axis=0) + margin, (width, height), strict=True))
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    shape = (y1 - y0, x1 - x0)
    _cast_shadow(canvas, shapes, (x0, y0), shape, light)
    patch: NDArray[np.uint8] = np.zeros((*shape, 4), dtype=np.uint8)
    corner = np.array([x0, y0])
    toward = np.array([np.cos(light), np.sin(light)])
    thick = radii.min(axis=1)[:, None]
    layers = []
    for inset, gain in _SHADING:
        shift = toward * inset * thick * 0.5 - corner
        layers.append((gain, _sixteenths(_capsules(starts + shift, ends + shift, radii * (1 - inset)))))
    # Shading in shrinking layers moved towards the light makes a rounded limb.
    for limb in _limbs(hand):
        base = np.array(hand.sleeve if limb == [0] and hand.sleeve is not None else hand.skin, dtype=np.float64)
        for gain, outlines in layers:
            ink = [int(c) for c in np.clip(base * gain, 0, 255)]
            for bone in limb:
                _fill(patch, outlines[bone], (*ink, 255))
        for bone in set(limb) & set(hand.nails):
            _draw_nail(patch, starts[bone] - corner, ends[bone] - corner, float(radii[bone, 1]), hand.skin)
    soft = np.asarray(cv2.GaussianBlur(patch, (0, 0), max(0.012 * view.scale, 0.5)), dtype=np.uint8)
    # Blurred inside only: the outline stays where it was.
    patch[:, :, :3] = cv2.multiply(soft, cv2.merge([patch[:, :, 3]] * 4), scale=1 / 255)[:, :, :3]
    canvas.patch(patch, (x0, y0), number)


def _limbs(hand: LaidHand) -> list[list[int]]:
    """Bones that hang together end to end, which are shaded as one; a sleeve stands alone."""
    limbs: list[list[int]] = []
    for bone in range(len(hand.bones)):
        goes_on = bone > 0 and np.allclose(hand.bones[bone - 1, 2:4], hand.bones[bone, 0:2])
        if goes_on and not (bone == 1 and hand.sleeve is not None):
            limbs[-1].append(bone)
        else:
            limbs.append([bone])
    return limbs


def _draw_nail(
    patch: NDArray[np.uint8],
    start: NDArray[np.float64],
    end: NDArray[np.float64],
    radius: float,
    skin: tuple[int, int, int],
) -> None:
    along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-6)
    middle = end + along * radius * 0.15
    for size, gain in ((0.58, 0.72), (0.5, 1.0)):
        ink = [int(c) for c in np.clip((np.array(skin) * 0.6 + (88, 84, 98)) * gain, 0, 255)]
        back, front = middle - along * radius * 0.35, middle + along * radius * 0.3
        outline = _capsules(back[None], front[None], np.full((1, 2), radius * size))[0]
        _fill(patch, _sixteenths(outline), (*ink, 255))


def _cast_shadow(
    canvas: Canvas, shapes: NDArray[np.float64], corner: tuple[int, int], shape: tuple[int, int], light: float
) -> None:
    scale = canvas.view.scale
    mask: NDArray[np.uint8] = np.full((shape[0] // 4 + 1, shape[1] // 4 + 1), 255, dtype=np.uint8)
    shift = -np.array([np.cos(light), np.sin(light)]) * 0.08 * scale
    for outline in shapes:
        cv2.fillPoly(mask, [np.rint((outline - corner + shift) / 4).astype(np.int32)], 140)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.015 * scale, 0.7)), dtype=np.uint8)
    full = cv2.resize(mask, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    x, y = corner
    region = canvas.image[y : y + shape[0], x : x + shape[1]]
    cv2.multiply(region, cv2.merge([full] * 3), dst=region, scale=1 / 255)


def _capsules(
    starts: NDArray[np.float64], ends: NDArray[np.float64], radii: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Outlines (B, N, 2) of tapering limbs with round ends.

    Args:
        starts: (B, 2) where they begin.
        ends: (B, 2) where they end.
        radii: (B, 2) at either end.
    """
    away = ends - starts
    half = _HALF_ROUND + np.arctan2(away[:, 1], away[:, 0])[:, None]
    round_ = np.stack([np.cos(half), np.sin(half)], axis=2)
    back = starts[:, None] + radii[:, :1, None] * round_
    front = ends[:, None] - radii[:, 1:, None] * round_
    return np.concatenate([back, front], axis=1)


def _sixteenths(outlines: NDArray[np.float64]) -> NDArray[np.int32]:
    """Points in sixteenths of a pixel, as `_fill` takes them."""
    return np.rint(np.clip(outlines, -4e3, 1.2e4) * 16).astype(np.int32)


def _fill(patch: NDArray[np.uint8], outline: NDArray[np.int32], ink: tuple[int, ...]) -> None:
    cv2.fillPoly(patch, [outline], ink, cv2.LINE_AA, 4)
