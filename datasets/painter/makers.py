"""How makers' figures look: the choices behind one deck's figures and letters."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np


@dataclass(frozen=True)
class NumeralStyle:
    """How one maker's figures look. Weights and sizes are shares of the figure's height."""

    width: float
    thick: float
    thin: float
    square: float
    serif: float
    slab: float
    round_ends: bool
    ball: bool
    flat_three: bool
    three_waist: float
    four: str
    four_bar: float
    one: str
    seven: str
    two: str
    six: str
    five_curl: bool
    eight_split: float
    j_bar: str
    j_hook: str
    j_depth: float
    q_tail: str
    q_fat: float
    k_joint: str
    a_top: str
    a_bar: float
    light_diagonal: float
    joined_ten: bool
    ten_gap: float
    ten_width: float
    ten_one: str
    slant: float

    @staticmethod
    def random(rng: np.random.Generator) -> NumeralStyle:
        """A maker's style drawn at random: some of them anything, most near a kind that is common in print."""
        style = NumeralStyle._anything(rng)
        kinds = [None, "poker", "bridge", "jumbo", "plain", "didone"]
        kind = kinds[int(rng.choice(len(kinds), p=[0.28, 0.36, 0.18, 0.07, 0.07, 0.04]))]
        return style if kind is None else replace(style, **_near(kind, style, rng))

    @staticmethod
    def _anything(rng: np.random.Generator) -> NumeralStyle:
        def pick(*choices: str) -> str:
            return choices[int(rng.integers(len(choices)))]

        width = float(rng.uniform(0.4, 0.72))
        thick = float(rng.uniform(0.09, 0.2)) * (0.75 + 0.5 * (width - 0.4) / 0.3)
        serif = 0.0 if rng.random() < 0.35 else float(rng.uniform(0.06, 0.15))
        contrast = float(rng.uniform(0.85, 1.0)) if serif == 0.0 else float(rng.uniform(0.4, 1.0))
        thin = max(0.045, thick * contrast)
        return NumeralStyle(
            width=width,
            thick=thick,
            thin=thin,
            square=float(rng.uniform(2.0, 2.4) if rng.random() < 0.6 else rng.uniform(2.4, 4.0)),
            serif=serif,
            slab=float(np.clip(thin * rng.uniform(0.7, 1.1), 0.035, 0.13)),
            round_ends=bool(rng.random() < 0.3),
            ball=bool(serif > 0 and rng.random() < 0.35),
            flat_three=bool(rng.random() < 0.55),
            three_waist=float(rng.uniform(0.38, 0.5)),
            four=pick("closed", "closed", "closed", "open", "upright"),
            four_bar=float(rng.uniform(0.6, 0.78)),
            one=pick("flag", "flag", "flag_base", "flag_base", "flag_base", "stick", "stick_base"),
            seven=pick("straight", "straight", "curved", "serif", "serif_curved", "barred"),
            two=pick("flat", "flat", "flat", "wave", "serif", "loop"),
            six=pick("curl", "curl", "straight", "short"),
            five_curl=bool(rng.random() < 0.4),
            eight_split=float(rng.uniform(0.42, 0.5)),
            j_bar=pick("both", "both", "left", "none", "none"),
            j_hook=pick("round", "round", "quarter", "ball", "curl"),
            j_depth=float(rng.uniform(0.18, 0.34)),
            q_tail=pick("slash", "cross", "drop", "wave", "sweep", "inner", "wedge", "curl"),
            q_fat=float(rng.uniform(0.8, 1.8)),
            k_joint=pick("meet", "branch", "branch", "gap"),
            a_top=pick("point", "flat", "serif"),
            a_bar=float(rng.uniform(0.58, 0.74)),
            light_diagonal=float(rng.uniform(0.4, 1.0)) if serif > 0 else 1.0,
            joined_ten=bool(rng.random() < 0.25),
            ten_gap=float(rng.uniform(0.03, 0.16)),
            ten_width=float(rng.uniform(0.62, 1.0)),
            ten_one=pick("stick", "flag", "flag", "flag_base", "same"),
            slant=float(rng.normal(0, 0.02)) if rng.random() < 0.3 else 0.0,
        )


def _near(kind: str, style: NumeralStyle, rng: np.random.Generator) -> dict[str, Any]:
    """The fields in which a common kind of figures differs from anything at all."""

    def between(low: float, high: float) -> float:
        return float(rng.uniform(low, high))

    if kind in ("poker", "bridge"):
        # Narrow upright strokes of nearly even weight, slab serifs, a 10 of two narrow parallel figures.
        thick = between(0.09, 0.145)
        return {
            "width": between(0.46, 0.62) if kind == "poker" else between(0.36, 0.5),
            "thick": thick,
            "thin": thick * between(0.7, 1.0),
            "square": between(2.0, 2.6) if kind == "poker" else between(2.4, 4.5),
            "serif": between(0.05, 0.11),
            "slab": thick * between(0.6, 0.9),
            "ball": False,
            "round_ends": False,
            "flat_three": bool(rng.random() < 0.65),
            "four": "closed" if rng.random() < 0.8 else "open",
            "a_top": "serif" if rng.random() < 0.5 else "flat",
            "j_bar": "both" if rng.random() < 0.7 else "left",
            "j_hook": "round" if rng.random() < 0.8 else "quarter",
            "light_diagonal": between(0.8, 1.0),
            "ten_one": "stick" if rng.random() < 0.5 else "flag",
            "ten_width": between(0.6, 0.8),
            "ten_gap": between(0.06, 0.14),
            "joined_ten": False,
            "two": "flat" if rng.random() < 0.8 else style.two,
            "seven": "straight" if rng.random() < 0.7 else "serif",
            "five_curl": False,
            "slant": 0.0,
        }
    if kind == "jumbo":
        thick = between(0.15, 0.23)
        return {
            "width": between(0.55, 0.75),
            "thick": thick,
            "thin": thick * between(0.5, 0.95),
            "ten_width": between(0.6, 0.75),
        }
    if kind == "plain":
        thick = between(0.08, 0.17)
        return {
            "serif": 0.0,
            "thick": thick,
            "thin": thick,
            "ball": False,
            "light_diagonal": 1.0,
            "round_ends": bool(rng.random() < 0.6),
            "slant": 0.0,
        }
    thick = between(0.13, 0.2)
    return {
        "serif": between(0.06, 0.12),
        "thick": thick,
        "thin": thick * between(0.28, 0.5),
        "ball": bool(rng.random() < 0.7),
        "slab": between(0.03, 0.05),
        "light_diagonal": between(0.3, 0.5),
        "round_ends": False,
    }
