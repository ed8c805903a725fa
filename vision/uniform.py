"""Backs of one pack look alike: what many faint face-down cards share that others do not is the table's own pattern.

White tiles and the squares of a cloth are cards to the detector now and then, each a little, and all of them together
many. They look like one another, and not like the backs that are surely some.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import UNIT, Doubles, Flags, centres, homographies, near, projected
from vision.types import Floats, Image, SeenCard

_GRID = np.stack(np.meshgrid(np.linspace(0.15, 0.85, 12), np.linspace(0.15, 0.85, 16)), axis=-1).reshape(-1, 2)
"""Where on a card its look is taken."""
_SCALE = np.array([22.0, 8.0, 8.0, 9.0])
"""Differences of lightness, of both colours and of the spread of lightness, up to which two backs may look alike."""
_MANY = 4
"""Places of one look that make it one of the table's."""
_FEW = 3
"""Places of one look that make it a pack's."""
_FAINT = 0.6
"""Share of a pack's usual confidence that much of what looks otherwise has to reach, ..."""
_FAINTER = 1 / 3
"""... and that little of it has to: a pack's own card may lie in another light."""
_ONE_PLACE = 0.4
"""Distance in card widths up to which two looks are at one place."""
_KEPT = 160
"""Places from which on all are forgotten before another look."""


@dataclass
class Uniform:
    """Remembers how face-down cards looked at every place of a table, and tells the pack's from the table's."""

    _places: list[tuple[Floats, Doubles, float]] = field(default_factory=list)

    def worn(self, image: Image, cards: Sequence[SeenCard], lying: Sequence[Floats]) -> list[bool]:
        """Which cards of a look may be some; all that face up may.

        Args:
            image: (H, W, 3) BGR.
            cards: seen in it.
            lying: their outlines (4, 2) in the reference picture.
        """
        may = [True] * len(cards)
        down = [row for row, card in enumerate(cards) if card.side == "down"]
        if not down:
            return may
        if len(self._places) >= _KEPT:
            # Between looks only: the places of one are told apart by their numbers.
            self._places.clear()
        at = [self._note(lying[row], look(image, cards[row].corners), cards[row].confidence) for row in down]
        for row, ok in zip(down, self._pack()[at], strict=True):
            may[row] = bool(ok)
        return may

    def _note(self, quad: Floats, seen: Doubles, confidence: float) -> int:
        """The number of a card's place; of several looks at one the surest counts."""
        middle = centres(quad)
        for number, (centre, _, best) in enumerate(self._places):
            if near(quad, centre, _ONE_PLACE):
                if confidence > best:
                    self._places[number] = middle, seen, confidence
                return number
        self._places.append((middle, seen, confidence))
        return len(self._places) - 1

    def _pack(self) -> Flags:
        """Which places look like cards, or are nearly as sure as those that do."""
        looks = np.stack([seen for _, seen, _ in self._places])
        sure = np.array([confidence for _, _, confidence in self._places])
        alike = (np.abs(looks[:, None] - looks[None]) / _SCALE).max(axis=2) < 1
        # All that hangs together by likeness, near to far: the light may fall off over a table.
        kind = _components(alike)
        usual = np.array([float(np.median(sure[kind == number])) for number in kind])
        count = np.bincount(kind)[kind]
        pack = usual[count >= _FEW].max(initial=0.0)
        return np.asarray(usual >= np.where(count < _MANY, _FAINTER, _FAINT) * pack)


def look(image: Image, quad: Floats) -> Doubles:
    """(4,) lightness, two colours and the spread of lightness of what lies in a (4, 2) quad of a BGR picture."""
    onto = homographies(UNIT[None], quad[None].astype(np.float64))
    points = projected(onto, _GRID[None]).astype(np.float32)
    seen = cv2.remap(image, points[..., 0], points[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lab = cv2.cvtColor(seen, cv2.COLOR_BGR2LAB).reshape(-1, 3).astype(np.float64)
    return np.append(lab.mean(axis=0), lab[:, 0].std())


def _components(near: Flags) -> npt.NDArray[np.intp]:
    """(N,) the group of each row, of those that hang together in (N, N)."""
    kind = np.full(len(near), -1, dtype=np.intp)
    count = 0
    for row in range(len(near)):
        if kind[row] >= 0:
            continue
        reached = np.zeros(len(near), dtype=bool)
        reached[row] = True
        while True:
            further = near[reached].any(axis=0)
            if (further == reached).all():
                break
            reached |= further
        kind[reached] = count
        count += 1
    return kind
