"""Suit symbols: parametric outlines with wide variation, and the symbols of fonts that have them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from datasets.painter.fonts import FontFace
from datasets.painter.strokes import EM, Mask, Points, bezier, trimmed

SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_EXCHANGED = SYMBOLS | {"C": SYMBOLS["S"], "S": SYMBOLS["C"]}


@dataclass(frozen=True)
class SuitStyle:
    """How one maker's suits look; None for the font draws them by our own outlines. Widths are per height."""

    font: FontFace | None
    heart_width: float
    heart_cleft: float
    heart_shoulder: float
    heart_waist: float
    diamond_width: float
    diamond_bend: float
    club_width: float
    club_lobe: float
    club_spread: float
    club_neck: float
    spade_width: float
    spade_shoulder: float
    stem_height: float
    stem_foot: float
    stem_curve: float
    stem_base: float

    @staticmethod
    def random(rng: np.random.Generator, font: FontFace | None) -> SuitStyle:
        """A maker's suits drawn at random."""
        return SuitStyle(
            font=font,
            heart_width=float(rng.uniform(0.78, 1.12)),
            heart_cleft=float(rng.uniform(0.1, 0.3)),
            heart_shoulder=float(rng.uniform(0.2, 0.4)),
            heart_waist=float(rng.uniform(-0.12, 0.16)),
            diamond_width=float(rng.uniform(0.6, 0.98)),
            diamond_bend=float(rng.choice([0.0, rng.uniform(0.0, 0.14), rng.uniform(-0.1, 0.0)], p=[0.35, 0.5, 0.15])),
            club_width=float(rng.uniform(0.86, 1.1)),
            club_lobe=float(rng.uniform(0.2, 0.285)),
            club_spread=float(rng.uniform(0.85, 1.15)),
            club_neck=float(rng.uniform(0.0, 0.16)),
            spade_width=float(rng.uniform(0.72, 1.0)),
            spade_shoulder=float(rng.uniform(0.12, 0.3)),
            stem_height=float(rng.uniform(0.2, 0.42)),
            stem_foot=float(rng.uniform(0.1, 0.36)),
            stem_curve=float(rng.uniform(0.0, 1.0)),
            stem_base=float(rng.uniform(-0.06, 0.06)),
        )


def draw_suit(suit: str, style: SuitStyle) -> Mask:
    """The symbol of "C", "D", "H" or "S": a mask trimmed to the ink, about EM pixels high.

    Raises:
        KeyError: No such suit.
    """
    if style.font is not None:
        return style.font.draw(_symbols(style.font)[suit], EM)
    margin = EM // 2
    mask = np.zeros((EM + 2 * margin, 2 * EM + 2 * margin), np.uint8)
    for outline in _OUTLINES[suit](style):
        fixed = np.round((outline * EM + [margin + EM, margin]) * 16).astype(np.int32)
        layer = np.zeros_like(mask)
        cv2.fillPoly(layer, [fixed], 255, cv2.LINE_8, 4)
        np.maximum(mask, layer, out=mask)
    return trimmed(mask)


@cache
def _symbols(font: FontFace) -> dict[str, str]:
    """The characters that a font draws the suits for: in one of GNU FreeFont club and spade stand exchanged."""
    club, spade = (_point(font.draw(SYMBOLS[suit], EM)) for suit in "CS")
    return _EXCHANGED if club < spade else SYMBOLS


def _point(mask: Mask) -> float:
    """How wide a symbol is a tenth below its top, as a share of its width: a spade is pointed, a club round."""
    return float((mask[len(mask) // 10] > 127).mean())


def _mirrored(right: Points) -> Points:
    """A closed outline from its right half, running from the top of the axis to its bottom."""
    return np.concatenate([right, (right * [-1, 1])[::-1]])


def _heart(style: SuitStyle) -> list[Points]:
    half, cleft, shoulder = style.heart_width / 2, style.heart_cleft, style.heart_shoulder
    right = np.concatenate(
        [
            bezier((0.0, cleft), (0.06, -0.06), (half * 0.98, -0.12), (half, shoulder)),
            bezier((half, shoulder), (half * 1.02, shoulder + 0.26), (0.2 - style.heart_waist * 0.8, 0.72), (0.0, 1.0)),
        ]
    )
    return [_mirrored(right)]


def _diamond(style: SuitStyle) -> list[Points]:
    half, bend = style.diamond_width / 2, style.diamond_bend
    right = np.concatenate(
        [
            bezier((0.0, 0.0), (half * (0.5 - bend), 0.25 + bend / 2), (half, 0.5)),
            bezier((half, 0.5), (half * (0.5 - bend), 0.75 - bend / 2), (0.0, 1.0)),
        ]
    )
    return [_mirrored(right)]


def _stem(style: SuitStyle, top: float, neck: float) -> Points:
    foot = max(style.stem_foot, neck + 0.02)
    bend = neck + (foot - neck) * 0.5 * (1 - style.stem_curve)
    right = np.concatenate(
        [
            np.array([[0.0, top], [neck, top]]),
            bezier((neck, top), (neck, top + (1 - top) * 0.55), (bend, 0.93), (foot, 1.0)),
            bezier((foot, 1.0), (foot * 0.5, 1.0 - style.stem_base), (0.0, 1.0 - style.stem_base)),
        ]
    )
    return _mirrored(right)


def _spade(style: SuitStyle) -> list[Points]:
    half, bottom = style.spade_width / 2, 1 - style.stem_height * 0.55
    shoulder = bottom - style.spade_shoulder
    right = np.concatenate(
        [
            bezier((0.0, 0.0), (0.12 + style.heart_waist * 0.4, 0.24), (half, shoulder - 0.3), (half, shoulder)),
            bezier(
                (half, shoulder), (half, bottom + 0.06), (half * 0.3, bottom + 0.1), (0.02, bottom - style.heart_cleft)
            ),
        ]
    )
    return [_mirrored(right), _stem(style, bottom - style.heart_cleft - 0.08, 0.025 + style.club_neck * 0.18)]


def _club(style: SuitStyle) -> list[Points]:
    lobe = style.club_lobe
    half = style.club_width / 2
    centre = 1 - style.stem_height * 0.55 - lobe * 0.95
    turn = np.radians(np.arange(0, 360, 8))
    ring = np.stack([np.cos(turn), np.sin(turn)], 1) * lobe
    side = (half - lobe) * style.club_spread
    outlines = [ring + np.array(at) for at in ((0.0, lobe), (side, centre), (-side, centre))]
    inner = style.club_neck * 0.5 + 0.05
    outlines.append(np.array([[-inner, lobe], [inner, lobe], [inner * 1.2, centre], [-inner * 1.2, centre]]))
    outlines.append(
        np.array(
            [
                [-side, centre - inner * 0.8],
                [side, centre - inner * 0.8],
                [side, centre + inner * 0.8],
                [-side, centre + inner * 0.8],
            ]
        )
    )
    outlines.append(_stem(style, min(centre, 0.75), 0.035 + style.club_neck * 0.2))
    return outlines


_OUTLINES = {"C": _club, "D": _diamond, "H": _heart, "S": _spade}
