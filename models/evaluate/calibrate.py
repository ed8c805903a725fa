"""Fitting the calibration of a reader on labelled photos it may learn from, and on composed scenes.

Weights are fitted by logistic regression with no weight negative, the curve by isotonic regression; the curve is fitted
anew with each source of photos left out, and the most pessimistic value kept, for the next table is another source yet.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.calibration import Calibration, Evidence, score_odds, vain_chances

Doubles = npt.NDArray[np.float64]

_STEPS = 4000
_RATE = 0.05
_RIDGE = 0.002
"""Pull of the weights towards 0 but for the margin's, which is pulled towards 1."""
_LEAST_BIN = 25
"""Named cards that every step of the curve rests on."""
_CERTAIN = 0.9995
"""No confidence is given beyond what so few photos can show."""


class FitError(ValueError):
    """Too little evidence to fit a calibration on."""


@dataclass(frozen=True)
class Example:
    """One named card: what spoke for it, whether it was right, and which source of photos it is from."""

    evidence: Evidence
    right: bool
    source: str


@dataclass(frozen=True)
class Sighting:
    """What was sighted as an index: the detector's score, the reader's chance that it is none, and whether it is."""

    score: float
    none: float
    vain: bool


def fit_vain(sighted: Sequence[Sighting]) -> tuple[float, float]:
    """Bias and weight, by the log odds of its score, of the chance that a sighting is none whatever it is read as.

    Either it was sighted in vain, by that chance, or it is what the reader says. They are fitted by their likelihood.

    Raises:
        FitError: fewer than 100 sightings, or none in vain.
    """
    if len(sighted) < 100 or not any(sighting.vain for sighting in sighted):
        raise FitError(
            f"{len(sighted)} sightings of indices, {sum(s.vain for s in sighted)} in vain: too few to fit on"
        )
    odds = score_odds([sighting.score for sighting in sighted])
    none = np.array([sighting.none for sighting in sighted], dtype=np.float64)
    vain = np.array([sighting.vain for sighting in sighted])

    def slope(weights: Doubles) -> Doubles:
        chance = vain_chances(weights, odds)
        # Of what is none, the share that is so by this chance; of what is an index, none is.
        either = chance + (1 - chance) * none
        blame = np.where(vain, chance / np.maximum(either, 1e-9), 0.0)
        off = (chance - blame) / len(odds)
        return np.array([off.sum(), odds @ off])

    bias, weight = _descended(slope, np.array([0.0, -1.0]))
    return round(float(bias), 4), round(min(float(weight), 0.0), 4)


def fit(found: Sequence[Example], backs: Sequence[tuple[float, bool, str]] = ()) -> Calibration:
    """The calibration that the examples ask for.

    Args:
        found: named cards of several sources.
        backs: score, whether right, and source, of face-down cards.

    Raises:
        FitError: fewer than 100 cards, or none of them wrong.
    """
    if len(found) < 100 or all(example.right for example in found):
        raise FitError(f"{len(found)} named cards, {sum(not e.right for e in found)} wrong: too few to fit on")
    terms = np.array([example.evidence.terms() for example in found])
    right = np.array([example.right for example in found], dtype=np.float64)
    sources = np.array([example.source for example in found])
    bias, weights = _logistic(terms, right)
    curve = pessimistic(bias + terms @ weights, right, sources)
    back: tuple[tuple[float, float], ...] = ()
    if len(backs) >= 100:
        scores, good, origin = (np.array(column) for column in zip(*backs, strict=True))
        back = pessimistic(scores, good.astype(np.float64), origin)
    margin, agreement, suit, height, sighting = (round(float(weight), 5) for weight in weights)
    return Calibration(
        bias=round(bias, 5),
        margin=margin,
        agreement=agreement,
        suit=suit,
        height=height,
        sighting=sighting,
        curve=curve,
        back=back,
        source={"named": len(found), "wrong": int((1 - right).sum()), "sources": sorted(set(sources.tolist()))},
    )


def _logistic(terms: Doubles, right: Doubles) -> tuple[float, Doubles]:
    """Bias and weights, none negative, of a logistic regression by Adam with projection; wrong ones count as many."""
    aim = np.array([1.0, 0, 0, 0, 0])

    def slope(at: Doubles) -> Doubles:
        chance = 1 / (1 + np.exp(-np.clip(at[5] + terms @ at[:5], -30, 30)))
        off = (chance - right) / len(right)
        return np.append(terms.T @ off + _RIDGE * (at[:5] - aim), off.sum())

    *weights, bias = _descended(slope, np.append(aim, 0.0), floor=np.append(np.zeros(5), -np.inf))
    return float(bias), np.array(weights)


def _descended(slope: Callable[[Doubles], Doubles], start: Doubles, floor: Doubles | float = -math.inf) -> Doubles:
    """Where Adam gets to from a start by a slope, nothing falling under the floor."""
    at = start.copy()
    first, second = np.zeros(len(at)), np.zeros(len(at))
    for step in range(1, _STEPS + 1):
        down = slope(at)
        first = 0.9 * first + 0.1 * down
        second = 0.999 * second + 0.001 * down**2
        at = at - _RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-9)
        at = np.maximum(at, floor)
    return at


def pessimistic(sums: Doubles, right: Doubles, sources: npt.NDArray[np.str_]) -> tuple[tuple[float, float], ...]:
    """A rising curve of (sum, confidence): at every sum the least of the curves with one source left out each.

    A source that holds nearly all that is right is not left out: what remains would show little but errors.
    """
    names = [name for name in sorted(set(sources.tolist())) if right[sources == name].sum() <= 0.8 * right.sum()]
    kept = [sources != name for name in names] + [np.ones(len(sums), dtype=bool)]
    curves = [isotonic(sums[rows], right[rows]) for rows in kept if rows.sum() >= 2 * _LEAST_BIN]
    if not curves:
        curves = [isotonic(sums, right)]
    at = np.unique(np.concatenate([x for x, _ in curves]))
    least = np.min([np.interp(at, x, y) for x, y in curves], axis=0)
    least = np.minimum(np.maximum.accumulate(least), _CERTAIN)
    return tuple((round(float(x), 4), round(float(y), 5)) for x, y in _thinned(at, least))


def isotonic(sums: Doubles, right: Doubles) -> tuple[Doubles, Doubles]:
    """Where a rising curve bends, and its values: pooled adjacent violators over bins of some tens of cards.

    Each pool counts half a wrong card more than was seen, for none seen is not none to come.
    """
    order = np.argsort(sums, kind="stable")
    bins = np.array_split(order, max(1, len(order) // _LEAST_BIN))
    pools = [[float(right[rows].sum()), float(len(rows)), float(sums[rows].sum())] for rows in bins]
    merged: list[list[float]] = []
    for pool in pools:
        merged.append(pool)
        while len(merged) > 1 and merged[-2][0] / merged[-2][1] >= merged[-1][0] / merged[-1][1]:
            last = merged.pop()
            merged[-1] = [a + b for a, b in zip(merged[-1], last, strict=True)]
    x = np.array([pool[2] / pool[1] for pool in merged])
    y = np.array([pool[0] / (pool[1] + 0.5) for pool in merged])
    keep = np.append(True, np.diff(x) > 1e-6)
    return x[keep], np.maximum.accumulate(y[keep])


def _thinned(x: Doubles, y: Doubles) -> list[tuple[float, float]]:
    """The points of a curve without those that lie on the straight line between their neighbours."""
    out = [(float(x[0]), float(y[0]))]
    for point in range(1, len(x)):
        if x[point] - out[-1][0] < 1e-3:
            continue
        if len(out) > 1:
            (x0, y0), (x1, y1) = out[-2], out[-1]
            line = y0 + (y[point] - y0) * (x1 - x0) / (x[point] - x0)
            if abs(line - y1) < 5e-4:
                out.pop()
        out.append((float(x[point]), float(y[point])))
    return out
