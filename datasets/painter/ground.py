"""What lies under a face's print: plain stock, a faint pattern or shade, a frame, a dealing machine's bars."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.painter.canvas import Canvas, Colour, rounded_frame
from datasets.painter.inks import Palette
from datasets.painter.pips import PipPrinter


@dataclass(frozen=True)
class Ground:
    """How a deck's faces are laid out under the print. Lengths are shares of the card's height."""

    kind: str
    strength: float
    step: int
    frame: float
    frame_radius: float
    bars: bool
    corner_suits: bool

    @staticmethod
    def random(rng: np.random.Generator) -> Ground:
        """Most decks have plain stock and nothing else."""
        return Ground(
            kind=str(rng.choice(["plain", "stripes", "lattice", "shade", "cloud"], p=[0.92, 0.02, 0.02, 0.02, 0.02])),
            strength=float(rng.uniform(0.02, 0.12)),
            step=int(rng.integers(6, 40)),
            frame=float(rng.uniform(0.008, 0.03)) if rng.random() < 0.07 else 0.0,
            frame_radius=float(rng.uniform(0.0, 0.04)),
            bars=bool(rng.random() < 0.02),
            corner_suits=bool(rng.random() < 0.025),
        )


def lay_ground(canvas: Canvas, ground: Ground, palette: Palette, salt: int) -> None:
    """Prints the ground of one card; `salt` is the card's own number."""
    w, h = canvas.width, canvas.height
    if ground.kind != "plain":
        _pattern(canvas, ground, palette)
    if ground.frame:
        inset = ground.frame * h
        rounded_frame(canvas, (inset, inset, w - 1 - inset, h - 1 - inset), ground.frame_radius * h, palette.line, 2)
    if ground.bars:
        _bars(canvas, palette.line, salt)


def print_corner_suits(canvas: Canvas, ground: Ground, pips: PipPrinter, suit: str, colour: Colour) -> None:
    """Small suits alone in the two corners that bear no index."""
    if not ground.corner_suits:
        return
    mask = pips.mask(suit, round(canvas.height * 0.05))
    x, y = canvas.width * 0.9, canvas.height * 0.06
    for turned in (False, True):
        pips.centred(canvas, mask, colour, x, y, turned)


def _pattern(canvas: Canvas, ground: Ground, palette: Palette) -> None:
    rows, columns = np.mgrid[0 : canvas.height, 0 : canvas.width].astype(np.float32)
    if ground.kind == "stripes":
        share = (((rows + columns) / ground.step) % 1 < 0.5).astype(np.float32)
    elif ground.kind == "lattice":
        share = ((np.abs(np.sin(rows / ground.step) * np.sin(columns / ground.step))) > 0.5).astype(np.float32)
    elif ground.kind == "shade":
        away = np.hypot(rows / canvas.height - 0.5, columns / canvas.width - 0.5)
        share = np.clip(away * 2, 0, 1).astype(np.float32)
    else:
        coarse = np.random.default_rng(ground.step).random((7, 5)).astype(np.float32)
        share = np.asarray(cv2.resize(coarse, (canvas.width, canvas.height), interpolation=cv2.INTER_CUBIC))
    tint = np.array(palette.court[ground.step % len(palette.court)], np.float32)
    mixed = canvas.pixels + (tint - canvas.pixels) * (share * ground.strength)[..., None]
    canvas.pixels[:] = np.clip(mixed, 0, 255).astype(np.uint8)


def _bars(canvas: Canvas, ink: Colour, salt: int) -> None:
    """A dealing machine's code: short bars along the long edges, each card's own."""
    code = np.random.default_rng(salt).random(14) < 0.5
    long, thick = round(canvas.width * 0.03), max(2, round(canvas.height * 0.006))
    for i, bar in enumerate(code):
        if bar:
            y = round(canvas.height * 0.34 + i * canvas.height * 0.011)
            for left, top in ((0, y), (canvas.width - long, canvas.height - y - thick)):
                cv2.rectangle(canvas.pixels, (left, top), (left + long, top + thick - 1), ink, -1)
