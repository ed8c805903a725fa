"""What an evaluation found, as numbers, JSON and text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from models.evaluate.matching import Outcome, Tally

CONFIDENT = 0.9
_EDGES = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0)
_HEIGHTS = (0, 10, 14, 20, 28, 40, 64, 10_000)
_RESAMPLES = 2000
PARTS = ("faces", "backs", "indices")


@dataclass
class Report:
    """The outcomes of one set of photos.

    Attributes:
        name: of the set.
        outcomes: one for each photo read.
        failed: photos that could not be read, and why.
        milliseconds: spent on each photo read, all stages.
    """

    name: str
    outcomes: list[Outcome] = field(default_factory=list)
    failed: list[tuple[str, str]] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)

    def tally(self, part: str) -> Tally:
        """Sums over all photos of "faces", "backs" or "indices"."""
        return total(self.outcomes, part)

    @property
    def main(self) -> str:
        """What the set measures first: "indices" where those are labelled, else "faces"."""
        return "indices" if self.tally("indices").recall is not None else "faces"

    def exact(self) -> tuple[int, int]:
        """Photos with everything right, and photos read."""
        return sum(outcome.exact for outcome in self.outcomes), len(self.outcomes)

    def breakdown(self, key: Callable[[Outcome], str | None]) -> dict[str, tuple[int, Tally, int]]:
        """By what `key` says of a photo (None: left out): photos, tally of the main part, photos exact."""
        groups: dict[str, list[Outcome]] = {}
        for outcome in self.outcomes:
            if (name := key(outcome)) is not None:
                groups.setdefault(name, []).append(outcome)
        return {
            name: (len(members), total(members, self.main), sum(member.exact for member in members))
            for name, members in sorted(groups.items())
        }

    def breakdowns(self) -> dict[str, dict[str, tuple[int, Tally, int]]]:
        """By layout, overlap and height of the indices in pixels."""
        return {
            "layout": self.breakdown(lambda outcome: outcome.photo.layout or None),
            "overlap": self.breakdown(
                lambda outcome: None if outcome.photo.overlap is None else ("yes" if outcome.photo.overlap else "no")
            ),
            "index height": self.breakdown(_height_bin),
        }

    def tables(self) -> dict[str, tuple[int, Tally, int]]:
        """By table; empty where every photo is a table of its own."""
        tables = self.breakdown(lambda outcome: outcome.photo.table)
        return tables if len(tables) < len(self.outcomes) else {}

    def mean_f1(self) -> tuple[float, float, float] | None:
        """Mean F1 over the tables, and its 95 % interval by drawing tables anew; None without labelled cards."""
        groups: dict[str, list[Outcome]] = {}
        for outcome in self.outcomes:
            groups.setdefault(outcome.photo.table, []).append(outcome)
        values = [total(members, self.main).f1 for members in groups.values()]
        known = np.array([value for value in values if value is not None])
        if not len(known):
            return None
        rng = np.random.default_rng(0)
        means = rng.choice(known, size=(_RESAMPLES, len(known))).mean(axis=1)
        low, high = np.percentile(means, (2.5, 97.5))
        return float(known.mean()), float(low), float(high)

    def calibration(self) -> list[dict[str, float]]:
        """For each range of confidence: named cards in it, their mean confidence, and the share that was right."""
        judged = [item for outcome in self.outcomes for item in outcome.judged]
        confidence = np.array([item.confidence for item in judged])
        right = np.array([item.right for item in judged], dtype=float)
        rows = []
        for low, high in pairwise(_EDGES):
            inside = (confidence >= low) & ((confidence < high) | (high == 1.0))
            if inside.any():
                rows.append(
                    {
                        "from": low,
                        "to": high,
                        "named": int(inside.sum()),
                        "confidence": round(float(confidence[inside].mean()), 4),
                        "right": round(float(right[inside].mean()), 4),
                    }
                )
        return rows

    def to_json(self) -> dict[str, Any]:
        """All of it as one JSON object."""
        exact, photos = self.exact()
        main = self.tally(self.main)
        labelled = main.right + main.missed
        mean = self.mean_f1()
        return {
            "set": self.name,
            "photos": photos,
            "failed": [{"image": name, "error": why} for name, why in self.failed],
            **{part: numbers(self.tally(part)) for part in PARTS if _said(self.tally(part))},
            "exact": {"photos": exact, "share": round(exact / photos, 4) if photos else None},
            "confident_errors": {
                "count": main.confident,
                "share": round(main.confident / labelled, 5) if labelled else None,
            },
            "calibration": self.calibration(),
            "tables": mean and {"mean_f1": rounded(mean[0]), "interval": [rounded(mean[1]), rounded(mean[2])]},
            "by": {
                what: {
                    name: {"photos": count, "exact": right, **numbers(tally)}
                    for name, (count, tally, right) in groups.items()
                }
                for what, groups in ({**self.breakdowns(), "table": self.tables()}).items()
                if groups
            },
            "milliseconds": {
                "median": round(float(np.median(self.milliseconds)), 1) if self.milliseconds else None,
                "p95": round(float(np.percentile(self.milliseconds, 95)), 1) if self.milliseconds else None,
            },
            "errors": {outcome.photo.name: outcome.errors for outcome in self.outcomes if outcome.errors},
        }

    def lines(self) -> list[str]:
        """All of it but the single errors, for a person."""
        exact, photos = self.exact()
        out = [f"{self.name}: {photos} photos" + (f", {len(self.failed)} unreadable" if self.failed else "")]
        for part in PARTS:
            tally = self.tally(part)
            if _said(tally):
                out.append(f"  {part:<12}{_sentence(tally)}")
        main = self.tally(self.main)
        out.append(f"  {'exact':<12}{exact} of {photos} photos ({_percent(exact / photos if photos else None)})")
        labelled = main.right + main.missed
        share = main.confident / labelled if labelled else None
        out.append(f"  {'confident':<12}{main.confident} wrong at {CONFIDENT} or more ({_percent(share, 2)} of cards)")
        mean = self.mean_f1()
        if mean is not None and self.tables():
            out.append(f"  {'per table':<12}mean F1 {mean[0]:.3f}, 95 % interval {mean[1]:.3f} to {mean[2]:.3f}")
        for what, groups in {**self.breakdowns(), "table": self.tables()}.items():
            if groups:
                out.append(f"  by {what}:")
                out += [
                    f"    {name:<16}{count:>4} photos, {right:>3} exact, {_sentence(tally)}"
                    for name, (count, tally, right) in groups.items()
                ]
        out.append("  calibration:")
        out += [
            f"    {row['from']:.3f}-{row['to']:.3f}  {row['named']:>5} named, given {row['confidence']:.3f},"
            f" right {row['right']:.3f}"
            for row in self.calibration()
        ]
        if self.milliseconds:
            middle, late = np.percentile(self.milliseconds, (50, 95))
            out.append(f"  {'time':<12}{middle:.0f} ms a photo, 95 % under {late:.0f} ms")
        return out


def total(outcomes: Iterable[Outcome], part: str) -> Tally:
    """Sum of one part of some outcomes."""
    out = Tally()
    for outcome in outcomes:
        out.add(getattr(outcome, part))
    return out


def numbers(tally: Tally) -> dict[str, Any]:
    """A tally as JSON."""
    return {
        "right": tally.right,
        "wrong": tally.wrong,
        "missed": tally.missed,
        "unknown": tally.unknown,
        "confident_errors": tally.confident,
        "precision": rounded(tally.precision),
        "recall": rounded(tally.recall),
        "f1": rounded(tally.f1),
    }


def rounded(value: float | None) -> float | None:
    """To four digits."""
    return None if value is None else round(value, 4)


def _said(tally: Tally) -> bool:
    return bool(tally.right or tally.wrong or tally.missed)


def _height_bin(outcome: Outcome) -> str | None:
    if outcome.index_height is None:
        return None
    place = int(np.searchsorted(_HEIGHTS, outcome.index_height, side="right")) - 1
    low, high = _HEIGHTS[place], _HEIGHTS[place + 1]
    return f"{low:02d} px and more" if high == _HEIGHTS[-1] else f"{low:02d}-{high} px"


def _sentence(tally: Tally) -> str:
    values = ", ".join(
        f"{name} {value:.3f}"
        for name, value in (("F1", tally.f1), ("precision", tally.precision), ("recall", tally.recall))
        if value is not None
    )
    counts = f"{tally.right} right, {tally.wrong} wrong, {tally.missed} missed"
    return f"{values} ({counts}{f', {tally.unknown} unknown' if tally.unknown else ''})"


def _percent(value: float | None, digits: int = 1) -> str:
    return "-" if value is None else f"{100 * value:.{digits}f} %"


def summary(reports: Sequence[Report]) -> list[str]:
    """One line for each of several sets."""
    return [f"{report.name:<24}{report.main:<9}{_sentence(report.tally(report.main))}" for report in reports]
