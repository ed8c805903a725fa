"""Cards of one pack look alike: what many faint ones share that others do not is the table's own pattern.

White tiles, bricks and the squares of a cloth are cards to the detector now and then, each a little, and all of them
together many. They look like one another, and not like the cards that are surely some.
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
"""Differences of lightness, of both colours and of the spread of lightness, up to which two may look alike."""
_MANY = 4
"""Places of one look that make it one of the table's."""
_FEW = 3
"""Places of one look that make it a pack's."""
_FAINT = 0.6
"""Share of a pack's usual confidence that much of what looks otherwise has to reach, ..."""
_FAINTER = 1 / 3
"""... and that little of it has to: a pack's own card may lie in another light."""
_SURE = 0.9
"""Confidence from which a card facing up is one."""
_UNSURE = 6
"""Places of one look, none of them surely a card's, that make it one of the table's where cards are known."""
_ONE_PLACE = 0.4
"""Distance in card widths up to which two looks are at one place."""
_KEPT = 400
"""Places that are remembered before another look, half of those that may be the table's being forgotten then."""


@dataclass(frozen=True, eq=False)
class _Place:
    """How a card looked there: its middle (2,), its `look`, and how sure it was."""

    middle: Floats
    seen: Doubles
    confidence: float


class _Places:
    """Places and how they looked, one for each."""

    def __init__(self) -> None:
        self._places: list[_Place] = []

    def note(self, quad: Floats, seen: Doubles, confidence: float) -> int:
        """The number of a card's place; of several looks at one the surest counts."""
        new = _Place(centres(quad), seen, confidence)
        for number, place in enumerate(self._places):
            if near(quad, place.middle, _ONE_PLACE):
                if confidence > place.confidence:
                    self._places[number] = new
                return number
        self._places.append(new)
        return len(self._places) - 1

    def thin(self, known: Flags) -> None:
        """Forget half of those that are not `known` to be cards: half of a pattern tells as much as all of it."""
        self._places = [place for row, place in enumerate(self._places) if known[row] or row % 2]
        del self._places[:-_KEPT]

    def __len__(self) -> int:
        return len(self._places)

    def confidences(self) -> Doubles:
        """(N,) how sure they were."""
        return np.array([place.confidence for place in self._places])

    def alike(self) -> Flags:
        """(N, N) which look alike."""
        looks = np.stack([place.seen for place in self._places])
        return np.asarray((np.abs(looks[:, None] - looks[None]) / _SCALE).max(axis=2) < 1)

    def kinds(self) -> npt.NDArray[np.intp]:
        """(N,) all that hangs together by likeness, near to far: the light may fall off over a table."""
        return _components(self.alike())


@dataclass
class Uniform:
    """Remembers how cards looked at every place of a table, and tells the pack's from the table's."""

    _backs: _Places = field(default_factory=_Places)
    _faces: _Places = field(default_factory=_Places)

    def worn(self, image: Image, cards: Sequence[SeenCard], lying: Sequence[Floats]) -> list[bool]:
        """Which cards of a look may be some.

        Args:
            image: (H, W, 3) BGR.
            cards: seen in it.
            lying: their outlines (4, 2) in the reference picture.
        """
        may = [True] * len(cards)
        for side, places, known in (("down", self._backs, self._pack), ("up", self._faces, self._told)):
            rows = [row for row, card in enumerate(cards) if card.side == side]
            if not rows:
                continue
            if len(places) >= _KEPT:
                # Between looks only: the places of one are told apart by their numbers.
                places.thin(known())
            at = [places.note(lying[row], look(image, cards[row].corners), _sureness(cards[row])) for row in rows]
            for row, ok in zip(rows, known()[at], strict=True):
                may[row] = bool(ok)
        return may

    def _pack(self) -> Flags:
        """Which places of backs look like cards, or are nearly as sure as those that do."""
        sure, kind = self._backs.confidences(), self._backs.kinds()
        usual = np.array([float(np.median(sure[kind == number])) for number in kind])
        count = np.bincount(kind)[kind]
        pack = usual[count >= _FEW].max(initial=0.0)
        return np.asarray(usual >= np.where(count < _MANY, _FAINTER, _FAINT) * pack)

    def _told(self) -> Flags:
        """Which places of faces look like cards that were surely read, or like little else."""
        # Not what hangs together: what was taken for a card half on one, half on the table, looks like both.
        sure, alike = self._faces.confidences() >= _SURE, self._faces.alike()
        return np.asarray((alike & sure).any(axis=1) | (alike.sum(axis=1) < _UNSURE) | (sure.sum() < _FEW))


def _sureness(card: SeenCard) -> float:
    """How surely something is a card: one facing up by its name alone."""
    return card.confidence if card.side == "down" or card.card is not None else 0.0


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
