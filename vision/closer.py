"""A closer look at one card of a frame."""

from __future__ import annotations

from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from vision.ink import Inks
from vision.language import Told
from vision.matching import aligned
from vision.scales import Part
from vision.types import Image, Reading, SeenCard


class Looker(Protocol):
    """Reads a frame; `vision.reading.Reader` does."""

    def read(
        self,
        image: Image,
        packs: int | Literal["auto"] = "auto",
        language: Told = "auto",
        live: bool | Part = False,
        jokers: bool = True,
    ) -> Reading:
        """Every card of a BGR frame, or of a part of it; corners are pixels of the frame either way."""


def enlarged(
    reader: Looker,
    image: Image,
    quad: npt.NDArray[np.float64],
    scale: float,
    language: Told,
    jokers: bool,
    inks: Inks | None = None,
) -> list[SeenCard]:
    """The face-up cards at a place, looked at by itself at another scale; several where a pile's cards peep out.

    Args:
        reader: reads it.
        image: (H, W, 3) BGR frame.
        quad: (4, 2) corners of the place in its pixels.
        scale: pixels of the network's input for one pixel of the frame.
        language: what is known of that of the indices.
        jokers: whether the packs hold any.
        inks: of other cards.
    """
    height, width = image.shape[:2]
    reach = 0.75 * float(np.linalg.norm(quad[2] - quad[0]))
    (x0, y0), (x1, y1) = quad.mean(axis=0) - reach, quad.mean(axis=0) + reach
    left, top, right, bottom = max(int(x0), 0), max(int(y0), 0), min(int(x1), width), min(int(y1), height)
    if min(right - left, bottom - top) < 24:
        return []
    part = Part((left, top, right, bottom), scale, thorough=True, inks=inks)
    found = reader.read(image, packs=1, language=language, live=part, jokers=jokers)
    place = np.asarray(quad, dtype=np.float32)
    return [card for card in found.cards if card.side == "up" and aligned(place, card.corners, 0.2)]
