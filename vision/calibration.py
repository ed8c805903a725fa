"""From evidence to confidence that keeps its word: of cards given at 0.99, 99 in 100 are right.

A calibration is a JSON object: how much each piece of evidence weighs, and the curve from the weighted sum to the
share of cards that were right, both measured on real photos. It never falls where evidence grows.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from operator import mul
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Doubles = npt.NDArray[np.float64]

WIDEST = 12.0
"""Log odds beyond which no margin says more."""
_LEAST_SCORE = 0.01
"""Scores nearer to 0 and 1 say no more."""


class CalibrationError(ValueError):
    """A calibration file that cannot be used: its path and why."""


@dataclass(frozen=True)
class Evidence:
    """What speaks for a named card.

    Attributes:
        margin: log odds of the name against all others, as the readings and the joint decision have it.
        agreement: 1 where several corners say the same, 0 with one corner, -1 where corners differ.
        suit: the highest chance of a suit, or of none, that one of its corners gives by itself; 0.9 without any.
        height: of its highest index, pixels of the picture.
        sighting: the detector's probability that its index is one.
    """

    margin: float
    agreement: float = 0.0
    suit: float = 0.9
    height: float = 30.0
    sighting: float = 0.9

    def terms(self) -> tuple[float, float, float, float, float]:
        """The evidence as numbers that grow with trust, each roughly between -3 and 3 but for the margin."""
        # Plain arithmetic: NumPy takes longer over one number, and a frame has a hundred of them.
        height = min(max(math.log2(max(self.height, 1.0) / 24), -2.0), 1.0)
        return (
            min(max(self.margin, -WIDEST), WIDEST),
            self.agreement,
            _odds(self.suit, 0.01),
            height,
            _odds(self.sighting, 0.02),
        )


def _odds(chance: float, least: float) -> float:
    """Logarithm of the odds of a chance that is kept that far from 0 and 1."""
    chance = min(max(chance, least), 1 - least)
    return math.log(chance / (1 - chance))


def score_odds(scores: npt.ArrayLike) -> Doubles:
    """(N,) logarithms of the odds of (N,) scores."""
    kept = np.clip(np.asarray(scores, dtype=np.float64), _LEAST_SCORE, 1 - _LEAST_SCORE)
    return np.asarray(np.log(kept / (1 - kept)))


def vain_chances(vain: Sequence[float] | Doubles, odds: Doubles) -> Doubles:
    """(N,) chances of sightings to be none, by bias and weight of the log odds (N,) of their scores."""
    return np.asarray(1 / (1 + np.exp(-(vain[0] + vain[1] * odds))))


def _interpolated(at: float, places: Sequence[float], values: Sequence[float]) -> float:
    """A value between those of the rising places on both sides of it; beyond the last ones, theirs."""
    above = bisect_right(places, at)
    if not 0 < above < len(places):
        return values[min(above, len(places) - 1)]
    below = above - 1
    slope = (values[above] - values[below]) / (places[above] - places[below])
    return values[below] + slope * (at - places[below])


@dataclass(frozen=True)
class Calibration:
    """Weights of the terms of `Evidence`, none negative, and a curve of (sum, confidence), rising.

    Without a curve the confidence is the logistic function of the sum. `vain`, bias and weight, says how often an index
    sighted with a score is none, whatever the reader makes of it; empty, it says nothing.
    """

    bias: float = 0.0
    margin: float = 1.0
    agreement: float = 0.0
    suit: float = 0.0
    height: float = 0.0
    sighting: float = 0.0
    curve: tuple[tuple[float, float], ...] = ()
    back: tuple[tuple[float, float], ...] = ()
    vain: tuple[float, ...] = ()
    source: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if min(self.weights()) < 0:
            raise CalibrationError("a calibration's weights must not be negative")
        for curve in (self.curve, self.back):
            steps = np.diff(np.array(curve, dtype=np.float64).reshape(-1, 2), axis=0)
            if (steps[:, 0] <= 0).any() or (steps[:, 1] < 0).any():
                raise CalibrationError("a calibration's curve must rise")
        if self.vain and (len(self.vain) != 2 or self.vain[1] > 0):
            raise CalibrationError("a calibration's chances of sightings in vain are a bias and a weight, not above 0")

    def weights(self) -> tuple[float, float, float, float, float]:
        """In the order of `Evidence.terms`."""
        return self.margin, self.agreement, self.suit, self.height, self.sighting

    @cached_property
    def _curve(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Sums and confidences."""
        sums, shares = zip(*self.curve, strict=True)
        return sums, shares

    def total(self, evidence: Evidence) -> float:
        """The weighted sum of the evidence."""
        return sum(map(mul, self.weights(), evidence.terms()), start=self.bias)

    def confidence(self, evidence: Evidence) -> float:
        """The probability that the name is right, 0 to 1."""
        total = self.total(evidence)
        if not self.curve:
            return 1 / (1 + math.exp(-min(max(total, -30.0), 30.0)))
        return _interpolated(total, *self._curve)

    def back_confidence(self, score: float) -> float:
        """The probability that a face-down card lies where the detector gives this score."""
        if not self.back:
            return score
        sums, shares = zip(*self.back, strict=True)
        return _interpolated(score, sums, shares)

    def in_vain(self, scores: npt.ArrayLike) -> Doubles:
        """(N,) chance that what the detector takes for an index, with scores (N,), is none."""
        if not self.vain:
            return np.zeros(np.shape(scores))
        return vain_chances(self.vain, score_odds(scores))

    @classmethod
    def load(cls, path: Path) -> Calibration:
        """Read a calibration file.

        Raises:
            CalibrationError: missing, no JSON, or with other fields than these.
        """
        try:
            stored: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            curve, back = (tuple((float(x), float(y)) for x, y in stored.pop(name, ())) for name in ("curve", "back"))
            vain = tuple(float(number) for number in stored.pop("vain", ()))
            return cls(**stored, curve=curve, back=back, vain=vain)
        except CalibrationError as error:
            raise CalibrationError(f"{path}: {error}") from None
        except (OSError, ValueError, TypeError, AttributeError) as error:
            raise CalibrationError(f"{path}: is no calibration: {error}") from None

    def save(self, path: Path) -> None:
        """Write the calibration as JSON."""
        path.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")
