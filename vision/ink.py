"""The colours of the ink: evidence for suits.

A deck prints each suit in one ink, and most decks print two suits in the same: black and red, or white and gold. Where
a suit cannot be told by its shape, the inks of the picture's other indices may: in a four-colour deck they tell every
suit, in others one pair from the other. Which ink is whose follows from all indices together, for one misread suit
would otherwise lend its ink to the wrong one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from rules.cards import Suit
from vision.geometry import Doubles
from vision.rectify import INNER
from vision.types import SUITS, Floats, Image, Index

_LEAST_SPREAD = 6.0
"""Standard deviation of one ink over a picture at least, in Lab units: light differs over any table."""
_MOST_SPREAD = 30.0
_ODD = 0.05
"""Share of inks that are anything at all: what was taken for the ink was none."""
_ANYTHING = 60.0
"""Standard deviation of those."""
_MOST = 3.0
"""Log odds that ink may speak for one suit against another at most."""
_FEWEST = 0.8
"""Indices, in sum of chances, from which something is known of a suit's ink."""
_COUNTS = 0.5
"""Chance from which an index counts for a suit."""
_CLEARLY = 3.0
"""Spreads by which the inks of clubs and spades, or of diamonds and hearts, are clearly two."""
_DOUBT = 0.02
"""What every suit's chance by its shape is at least: shapes are misread all alike."""
_ROUNDS = 4
_AROUND = 9
"""Pixels of a patch around the index in which its paper is looked for too."""
_CLEAR_OF_EDGE = 3
"""Pixels at the edge of the index in which its ink is not."""
_FAINTEST, _ORDINARY = 10.0, 60.0
"""How far, in Lab, the faintest ink that is evened in strength, and an ordinary one, differ from the paper."""
_EVERY = 3
"""Colours of a patch are taken from every third pixel, each way."""
_PARTNER = [SUITS.index(suit) for suit in ("S", "H", "D", "C")]


class Print(NamedTuple):
    """A card that was named, for the ink that its suit is printed in.

    Attributes:
        suit: it has.
        indices: of it that were read.
        outline: (4, 2) in the reference picture where it lies open, None where another lies on it.
    """

    suit: Suit
    indices: Sequence[Index]
    outline: Floats | None


@dataclass(frozen=True, eq=False)
class Inks:
    """Inks of cards that were named before.

    Attributes:
        colours: (K, 3) ink less paper, Lab.
        suits: (K,) which of C, D, H, S.
    """

    colours: Floats
    suits: npt.NDArray[np.intp]

    @classmethod
    def of(cls, prints: Iterable[Print]) -> Inks:
        """Those of cards of which an index was read with the suit that they have."""
        colours: list[Floats] = []
        suits: list[int] = []
        for card in prints:
            symbol = card.suit.symbol
            read = [one.reading.ink for one in card.indices if one.reading is not None and one.suit == symbol]
            if read:
                colours.append(np.mean(read, axis=0))
                suits.append(SUITS.index(symbol))
        return cls(np.array(colours, np.float32).reshape(-1, 3), np.array(suits, np.intp))


def measured(cut: Image) -> Floats:
    """(N, 3) ink less paper, in Lab, of BGR patches.

    Paper is most of an index and of what is around it: bold figures fill more than half of the index itself. Ink is
    what differs most from it inside, clear of the table beside a card whose index is close to its edge. Small and
    blurred print is paler: differences are made more alike in strength, and are told by their direction.
    """
    left, top = np.round(INNER[0]).astype(int) - _AROUND
    right, bottom = np.round(INNER[2]).astype(int) + _AROUND
    small = cut[:, top:bottom:_EVERY, left:right:_EVERY].astype(np.float32) / 255
    lab = cv2.cvtColor(small.reshape(-1, small.shape[2], 3), cv2.COLOR_BGR2LAB).reshape(small.shape)
    # Channel by channel: NumPy takes several times as long where three numbers lie together.
    lab = np.ascontiguousarray(np.moveaxis(lab, 3, 1))
    pixels = lab.reshape(len(cut), 3, -1)
    half = pixels.shape[2] // 2
    paper = np.partition(pixels, half, axis=2)[:, :, half]
    rim = (_AROUND + _CLEAR_OF_EDGE) // _EVERY
    apart = lab[:, :, rim:-rim, rim:-rim].reshape(len(cut), 3, -1) - paper[..., None]
    squares = apart**2
    distance = squares[:, 0] + squares[:, 1] + squares[:, 2]
    most = max(1, apart.shape[2] // 8)
    picked = np.argpartition(-distance, most - 1, axis=1)[:, :most]
    ink = np.take_along_axis(apart, picked[:, None], axis=2).mean(axis=2)
    strength = np.maximum(np.linalg.norm(ink, axis=1, keepdims=True), _FAINTEST)
    return np.asarray(ink * np.sqrt(_ORDINARY / strength), dtype=np.float32)


def evidence(inks: Floats, suits: Floats, known: Inks | None = None) -> Doubles:
    """(N, 4) log likelihoods of the four suits for each index by the inks of all the others; 0 where nothing is known.

    Args:
        inks: (N, 3) ink less paper, Lab.
        suits: (N, 5) chances of C, D, H, S, none from the shapes.
        known: of other cards.
    """
    known = Inks.of(()) if known is None else known
    out = np.zeros((len(inks), 4))
    if len(inks) == 0 or len(inks) + len(known.suits) < 2:
        return out
    colours: Doubles = np.concatenate([inks, known.colours]).astype(np.float64)
    surely = np.eye(4)[known.suits]
    shown: Doubles = suits[:, :4].astype(np.float64)
    shapes = shown + (1 - shown.sum(axis=1, keepdims=True)) / 4 + _DOUBT
    legible = shown.sum(axis=1, keepdims=True)
    chances = shapes / shapes.sum(axis=1, keepdims=True)
    for _ in range(_ROUNDS):
        weights = np.concatenate([np.where(chances > _COUNTS, chances, 0.0) * legible, surely])
        out = _likelihoods(colours, weights)[: len(inks)]
        chances = shapes * np.exp(out)
        chances /= chances.sum(axis=1, keepdims=True)
    return out


def _likelihoods(inks: Doubles, weights: Doubles) -> Doubles:
    """(N, 4) as `evidence` gives them, where each of (N, 3) inks counts for the suits by (N, 4) weights."""
    left = np.maximum(weights.sum(axis=0) - weights, 0.0)
    sums = (weights.T @ inks)[None] - weights[..., None] * inks[:, None]
    own = _means(sums, left)
    spread = _spread(_squares(inks, own), weights * (left > _FEWEST))
    # Two suits are printed in one ink unless theirs are clearly two.
    apart = np.sqrt(((own - own[:, _PARTNER]) ** 2).sum(axis=2))
    two = (np.minimum(left, left[:, _PARTNER]) > _FEWEST) & (apart > _CLEARLY * spread)
    left = np.where(two, left, left + left[:, _PARTNER])
    means = _means(np.where(two[..., None], sums, sums + sums[:, _PARTNER]), left)
    known = left > _FEWEST
    count = np.maximum(left, _FEWEST)
    # The mean of a few is known less well than that of many.
    away = _squares(inks, means)
    variance = _spread(away, weights * known) ** 2 * (1 + 1 / count)
    likely = (1 - _ODD) * np.exp(-away / (2 * variance)) * variance**-1.5
    said = np.log(likely + _ODD * np.exp(-away / (2 * _ANYTHING**2)) * _ANYTHING**-3)
    # A suit nobody has shown stands between the best and the worst of the known ones.
    best = np.where(known, said, -np.inf).max(axis=1, keepdims=True)
    worst = np.where(known, said, np.inf).min(axis=1, keepdims=True)
    best, worst = (np.where(known.any(axis=1, keepdims=True), each, 0.0) for each in (best, worst))
    said = np.where(known, said, (best + worst) / 2)
    return np.asarray(np.maximum(said - said.max(axis=1, keepdims=True), -_MOST))


def _means(sums: Doubles, left: Doubles) -> Doubles:
    return np.asarray(sums / np.maximum(left, 1e-9)[..., None])


def _squares(inks: Doubles, means: Doubles) -> Doubles:
    """(N, 4) squares of the distances of (N, 3) inks from (N, 4, 3) means."""
    off = inks[:, None] - means
    return np.asarray(np.einsum("nsc,nsc->ns", off, off))


def _spread(away: Doubles, weights: Doubles) -> float:
    """Standard deviation of inks from suits' means that are (N, 4) squares `away`, each counting by (N, 4) weights."""
    variance = (weights * np.minimum(away, _MOST_SPREAD**2)).sum() / max(3 * weights.sum(), 1e-9)
    return max(_LEAST_SPREAD, float(np.sqrt(variance)))
