"""Print and wear: linen, offset print, dirt, scratches, worn edges, yellowing."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.deck import Image

_EDGES = ((235.0, 232.0, 228.0), (120.0, 155.0, 175.0), (45.0, 55.0, 62.0))
"""What worn edges turn to: bare paper, brown, dark with dirt (blue, green, red)."""


@dataclass(frozen=True)
class Wear:
    """How used a deck is; every amount 0 for a new one."""

    linen: float
    linen_step: int
    edge: float
    edge_colour: tuple[float, float, float]
    dirt: float
    scratches: int
    soft: float
    seed: int

    @staticmethod
    def random(rng: np.random.Generator) -> Wear:
        """Most decks are clean."""
        used = rng.random() < 0.4
        return Wear(
            linen=float(rng.uniform(0.01, 0.05)) if rng.random() < 0.2 else 0.0,
            linen_step=int(rng.integers(4, 9)),
            edge=float(rng.uniform(0.1, 0.8)) if used else 0.0,
            edge_colour=_EDGES[int(rng.choice(len(_EDGES), p=[0.5, 0.3, 0.2]))],
            dirt=float(rng.uniform(0.005, 0.03)) if used and rng.random() < 0.6 else 0.0,
            scratches=int(rng.integers(0, 7)) if used else 0,
            soft=float(rng.uniform(0.5, 1.3)) if rng.random() < 0.2 else 0.0,
            seed=int(rng.integers(2**31)),
        )


def worn(pixels: Image, wear: Wear, salt: int) -> Image:
    """The print with a deck's wear, (height, width, 3) uint8 BGR; `salt` makes each card's own."""
    height, width = pixels.shape[:2]
    rng = np.random.default_rng((wear.seed, salt))
    if wear.soft:
        pixels = cv2.GaussianBlur(pixels, (0, 0), wear.soft).astype(np.uint8)
    for _ in range(wear.scratches):
        start = rng.integers(0, [width, height])
        end = start + rng.integers(-150, 150, 2)
        tone = int(rng.integers(90, 256))
        layer = pixels.copy()
        cv2.line(layer, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), (tone, tone, tone), 1, cv2.LINE_AA)
        pixels = cv2.addWeighted(layer, 0.5, pixels, 0.5, 0).astype(np.uint8)
    gain = None
    if wear.dirt:
        spots = rng.normal(0, 1, (9, 6)).astype(np.float32)
        gain = 1 - wear.dirt * np.clip(cv2.resize(spots, (width, height), interpolation=cv2.INTER_CUBIC), 0, 3)
    if wear.linen:
        rows = np.sin(np.arange(height) * (2 * np.pi / wear.linen_step)).astype(np.float32)
        columns = np.sin(np.arange(width) * (2 * np.pi / wear.linen_step)).astype(np.float32)
        weave = 1 - wear.linen * (1 + rows[:, None] * columns[None])
        gain = weave if gain is None else gain * weave
    if gain is not None:
        pixels = np.clip(pixels * gain[..., None], 0, 255).astype(np.uint8)
    if wear.edge:
        pixels = _worn_edges(pixels, wear, rng)
    return pixels


def _worn_edges(pixels: Image, wear: Wear, rng: np.random.Generator) -> Image:
    band = 9
    pixels = pixels.copy()
    tone = np.array(wear.edge_colour, np.float32)
    for side in range(4):
        turned = np.rot90(pixels, side)
        length = turned.shape[1]
        ragged = cv2.resize(
            rng.random((1, max(4, length // 12))).astype(np.float32), (length, 1), interpolation=cv2.INTER_CUBIC
        )[0]
        depth = np.arange(band, dtype=np.float32)[:, None]
        share = np.clip(ragged[None] * band * wear.edge - depth, 0, 1)[..., None] * 0.8
        strip = turned[:band]
        strip[:] = (strip + (tone - strip) * share).astype(np.uint8)
    return pixels
