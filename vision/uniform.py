"""Cards of one pack look alike: what many faint ones share that others do not is the table's own pattern.

White tiles, bricks and the squares of a cloth are cards to the detector now and then, each a little, and all of them
together many. They look like one another, and not like the cards that are surely some.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.geometry import UNIT, Doubles, Flags, Rows, centres, homographies, projected, sizes
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
_CROWDED = 0.75
"""... that what looks otherwise at more places than the pack's has to reach, ..."""
_FAINTER = 1 / 3
"""... and that little of it has to: a pack's own card may lie in another light."""
_WHOLE_PACK, _LIKELY = 52, 0.5
"""Places of one look of which more are a pack's only if they are as likely as not."""
_SURE = 0.9
"""Confidence from which a card facing up is one."""
_UNSURE = 6
"""Places of one look, none of them surely a card's, that make it one of the table's where cards are known."""
_ONE_PLACE = 0.4
"""Distance in card widths up to which two looks are at one place."""
_KEPT = 400
"""Places that are remembered before another look, half of those that may be the table's being forgotten then."""


class _Places:
    """Places and how they looked, one look for each.

    Attributes:
        confidences: (N,) how sure the cards were.
    """

    def __init__(self) -> None:
        self._middles = np.zeros((0, 2))
        self._looks = np.zeros((0, len(_SCALE)))
        self.confidences = np.zeros(0)

    def __len__(self) -> int:
        return len(self.confidences)

    def note(self, quad: Floats, seen: Doubles, confidence: float) -> int:
        """The number of a card's place; of several looks at one the surest counts."""
        middle = centres(quad).astype(np.float64)
        away = np.hypot(*(self._middles - middle).T)
        close = np.flatnonzero(away < _ONE_PLACE * float(sizes(quad).min()))
        if not len(close):
            self._middles = np.concatenate([self._middles, middle[None]])
            self._looks = np.concatenate([self._looks, seen[None]])
            self.confidences = np.append(self.confidences, confidence)
            return len(self) - 1
        number = int(close[0])
        if confidence > self.confidences[number]:
            self._middles[number], self._looks[number], self.confidences[number] = middle, seen, confidence
        return number

    def thin(self, known: Flags) -> None:
        """Forget half of those that are not `known` to be cards: half of a pattern tells as much as all of it."""
        kept = np.flatnonzero(known | (np.arange(len(self)) % 2 > 0))[-_KEPT:]
        self._middles, self._looks, self.confidences = self._middles[kept], self._looks[kept], self.confidences[kept]

    def alike(self, rows: Rows) -> Flags:
        """(K, N) which look like those of (K,) rows."""
        apart = np.abs(self._looks[rows][:, None] - self._looks[None])
        return np.asarray((apart / _SCALE).max(axis=2) < 1)

    def kinds(self) -> Rows:
        """(N,) all that hangs together by likeness, near to far: the light may fall off over a table."""
        return _components(self.alike(np.arange(len(self))))


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
                places.thin(known(np.arange(len(places))))
            at = [places.note(lying[row], look(image, cards[row].corners), _sureness(cards[row])) for row in rows]
            for row, ok in zip(rows, known(np.array(at)), strict=True):
                may[row] = bool(ok)
        return may

    def _pack(self, rows: Rows) -> Flags:
        """Which places of backs, of (K,) rows, look like cards, or are nearly as sure as those that do."""
        sure, kind = self._backs.confidences, self._backs.kinds()
        usual = np.array([float(np.median(sure[kind == number])) for number in range(kind.max() + 1)])
        count = np.bincount(kind)
        pack = usual[count >= _FEW].max(initial=0.0)
        places = count[(count >= _FEW) & (usual >= pack)].max(initial=0)
        much = np.where(count > places, _CROWDED, _FAINT)
        ok = usual >= np.where(count < _MANY, _FAINTER, much) * pack
        # Nobody lays out a whole pack face down, card beside card, of which hardly one is seen for what it is.
        ok &= (count <= _WHOLE_PACK) | (usual >= _LIKELY)
        return np.asarray(ok[kind[rows]])

    def _told(self, rows: Rows) -> Flags:
        """Which places of faces, of (K,) rows, look like cards that were surely read, or like little else."""
        # Not what hangs together: what was taken for a card half on one, half on the table, looks like both.
        sure, alike = self._faces.confidences >= _SURE, self._faces.alike(rows)
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


def _components(near: Flags) -> Rows:
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
