"""Card makers' figures and letters, drawn as strokes: they are in no ordinary font."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from datasets.painter.makers import NumeralStyle
from datasets.painter.strokes import Mask, Pen, arc, bezier, join, line

_CURL_ENDS = (338.0, 326.0, 314.0, 302.0, 290.0)
"""How far a six's stroke curls over its bowl, in degrees: as far as leaves its mouth open."""
_MOUTH = np.ones((11, 11), np.uint8)


def draw_numeral(glyph: str, style: NumeralStyle) -> Mask:
    """One glyph ("2", "10", "Q", ...) in a maker's style: a mask trimmed to the ink, about EM pixels high.

    Raises:
        KeyError: The makers' figures have no such glyph.
    """
    if glyph == "10":
        return _ten(style)
    pen = Pen(style.width * _WIDTHS.get(glyph, 1.0), style.thick, style.thin, style.round_ends)
    _DRAWINGS[glyph](pen, style)
    return pen.finish()


def _ten(style: NumeralStyle) -> Mask:
    one_kind = style.one if style.ten_one == "same" else style.ten_one
    narrow = style.width * style.ten_width
    thick = min(style.thick, narrow * 0.42)
    thin = min(style.thin, thick)
    one = Pen(narrow * (0.55 if one_kind != "stick" else 0.4), thick, thin, style.round_ends)
    _one(one, style, one_kind)
    zero = Pen(narrow, thick, thin, style.round_ends)
    _zero(zero, style)
    first, second = one.finish(), zero.finish()
    height = max(len(first), len(second))
    gap = -round(thick * 0.3 * height) if style.joined_ten else round(style.ten_gap * height)
    width = first.shape[1] + gap + second.shape[1]
    joined = np.zeros((height, width), np.uint8)
    joined[height - len(first) :, : first.shape[1]] = first
    right = joined[height - len(second) :, width - second.shape[1] :]
    np.maximum(right, second, out=right)
    return joined


def _feet(pen: Pen, style: NumeralStyle, xs: tuple[float, ...], y: float, size: float = 1.0) -> None:
    if style.serif <= 0:
        return
    reach = (style.serif + style.thick / 2) * size / max(pen.width - pen.thick, 0.05)
    for x in xs:
        pen.bar(x - reach, x + reach, y, style.slab)


def _ends(style: NumeralStyle) -> str:
    """How a slanting stroke ends at a figure's top or bottom."""
    return "round" if style.round_ends else "cut"


def _zero(pen: Pen, style: NumeralStyle) -> None:
    pen.stroke(arc(0.5, 0.5, 0.5, 0.5, 0, 366, style.square))


def _one(pen: Pen, style: NumeralStyle, kind: str | None = None) -> None:
    kind = kind or style.one
    x = 0.5 if "base" in kind else 0.85
    pen.stroke(line((x, 0), (x, 1)))
    if "flag" in kind:
        drop = 0.2 + style.three_waist * 0.2
        pen.stroke(join(bezier((x, 0.02), (x - 0.12, drop * 0.75), (x - 0.85 * x - 0.1, drop))), (1.0, 0.75))
    elif style.serif > 0 and "base" in kind:
        pen.bar(x - 0.5, x, 0.0, style.slab)
    if "base" in kind:
        pen.bar(-0.05, 1.05, 1.0, max(style.slab, 0.045))


def _two(pen: Pen, style: NumeralStyle) -> None:
    s = style.square
    bowl = arc(0.5, 0.29, 0.5, 0.29, 188, 360, s)
    neck = bezier((1.0, 0.29), (1.0, 0.5), (0.05, 0.72), (0.0, 1.0))
    if style.two == "loop":
        pen.stroke(join(bowl, bezier((1, 0.29), (1, 0.55), (0.35, 0.75), (0.02, 0.93))))
        pen.stroke(bezier((0.0, 0.95), (0.25, 0.78), (0.55, 1.06), (1.02, 0.93)), (0.9, 1.15, 0.6))
    elif style.two == "wave":
        pen.stroke(join(bowl, neck))
        pen.stroke(join(bezier((0.0, 0.98), (0.3, 0.88), (0.6, 1.12), (1.0, 0.9)), line((1.0, 0.9), (1.02, 0.78))))
    else:
        pen.stroke(join(bowl, neck))
        pen.stroke(line((-0.02, 1.0), (1.0, 1.0)))
        if style.two == "serif":
            pen.stroke(line((1.0, 1.0), (1.03, 0.8)), (0.9, 0.6))
    if style.ball:
        pen.ball(0.06, 0.3, 1.25)


def _three(pen: Pen, style: NumeralStyle) -> None:
    waist = style.three_waist
    if style.flat_three:
        pen.stroke(line((0.02, 0.0), (0.98, 0.0), (0.4, waist)))
        if style.serif > 0 or style.two == "serif":
            pen.stroke(line((0.02, -0.0), (0.0, 0.19)), (1.0, 0.6))
        low = (1 - waist) / 2
        pen.stroke(join(line((0.36, waist), (0.5, waist)), arc(0.46, waist + low, 0.54, low, -90, 168, style.square)))
    else:
        top = waist / 2
        pen.stroke(join(arc(0.5, top, 0.45, top, 190, 450, style.square), line((0.5, waist), (0.34, waist))))
        low = (1 - waist) / 2
        pen.stroke(join(line((0.34, waist), (0.5, waist)), arc(0.48, waist + low, 0.52, low, -90, 168, style.square)))
    if style.ball:
        pen.ball(0.06, 0.82, 1.2)
        if not style.flat_three:
            pen.ball(0.12, 0.2, 1.2)


def _four(pen: Pen, style: NumeralStyle) -> None:
    y, x = style.four_bar, 0.78
    if style.four == "upright":
        pen.stroke(line((0.1, 0.0), (0.0, y), (1.0, y)))
        pen.stroke(line((x, 0.2), (x, 1.0)))
    elif style.four == "open":
        pen.stroke(line((0.42, 0.0), (0.0, y), (1.04, y)))
        pen.stroke(line((x, 0.3), (x, 1.0)))
    else:
        pen.stroke(line((x, 0.0), (0.0, y), (1.08, y)), 1.0 if style.serif == 0 else max(0.7, style.light_diagonal))
        pen.stroke(line((x, 0.0), (x, 1.0)))
    _feet(pen, style, (x,), 1.0)


def _five(pen: Pen, style: NumeralStyle) -> None:
    start = 0.4
    if style.five_curl:
        pen.stroke(bezier((0.08, 0.02), (0.4, 0.08), (0.7, 0.04), (0.95, -0.02)), (1.0, 1.2, 0.8))
    else:
        pen.stroke(line((0.06, 0.0), (0.95, 0.0)))
    pen.stroke(line((0.08, 0.0), (0.02, 0.48)), max(0.75, style.light_diagonal))
    low = (1 - start) / 2
    pen.stroke(
        join(line((0.03, 0.5), (0.22, start + 0.03)), arc(0.47, start + low, 0.53, low, -100, 168, style.square))
    )
    if style.ball:
        pen.ball(0.06, 0.83, 1.2)


def _six(pen: Pen, style: NumeralStyle) -> None:
    top, low = 0.38, 0.31
    pen.stroke(arc(0.5, top + low, 0.5, low, 0, 366, style.square))
    if style.six == "straight":
        pen.stroke(join(arc(0.5, top + low, 0.5, low, 180, 200, style.square), line((0.12, 0.42), (0.72, 0.0))))
    elif style.six == "short":
        pen.stroke(join(line((0.0, 0.66)), bezier((0.0, 0.66), (0.0, 0.2), (0.35, 0.0), (0.85, 0.0))))
    else:
        bowl = pen.mask.copy()
        for end in _CURL_ENDS:
            np.copyto(pen.mask, bowl)
            curl = arc(0.5, 0.42, 0.5, 0.42, 180, end, style.square)
            pen.stroke(join(line((0.0, 0.69), (0.0, 0.5)), curl))
            if style.ball:
                pen.ball(float(curl[-1, 0]) - 0.03, float(curl[-1, 1]), 1.2)
            # Where a thick stroke closes its mouth a six is an eight.
            if not _closed(pen.finish()):
                break


def _closed(six: Mask) -> bool:
    """Whether a six has a second counter, or a mouth so narrow that heavier print closes it."""
    room = len(_MOUTH)
    white = cv2.dilate(cv2.copyMakeBorder(six, room, room, room, room, cv2.BORDER_CONSTANT, value=0), _MOUTH) < 128
    # The paper all round is a region of its own.
    regions, _ = cv2.connectedComponents(white.astype(np.uint8), connectivity=8)
    return regions - 2 > 1


def _nine(pen: Pen, style: NumeralStyle) -> None:
    _six(pen, style)
    pen.mask = np.ascontiguousarray(pen.mask[::-1, ::-1])


def _seven(pen: Pen, style: NumeralStyle) -> None:
    foot = 0.35
    pen.stroke(line((0.0, 0.0), (0.98, 0.0)))
    if "curved" in style.seven:
        pen.stroke(bezier((0.98, 0.0), (0.8, 0.3), (0.35, 0.55), (foot, 1.0)), (0.9, 1.15))
    else:
        pen.stroke(join(line((0.9, 0.0), (0.98, 0.0), (foot, 1.0))), ends=_ends(style))
    if "serif" in style.seven or (style.serif > 0 and style.seven == "curved"):
        pen.stroke(line((0.0, 0.0), (-0.02, 0.2)), (1.0, 0.6))
    if style.seven == "barred":
        pen.stroke(line((0.25, 0.5), (0.98, 0.5)), 0.8)


def _eight(pen: Pen, style: NumeralStyle) -> None:
    split = style.eight_split
    pen.stroke(arc(0.5, split / 2, 0.44, split / 2, 0, 366, style.square))
    pen.stroke(arc(0.5, (1 + split) / 2, 0.5, (1 - split) / 2, 0, 366, style.square))


def _ace(pen: Pen, style: NumeralStyle) -> None:
    light = style.light_diagonal
    top = {"point": 0.5, "flat": 0.44, "serif": 0.5}[style.a_top]
    pen.stroke(line((top, 0.0), (0.0, 1.0)), light, _ends(style))
    pen.stroke(line((1 - top, 0.0), (1.0, 1.0)), ends=_ends(style))
    pen.stroke(line((0.5 - 0.5 * style.a_bar, style.a_bar), (0.5 + 0.5 * style.a_bar, style.a_bar)), 0.85, "butt")
    if style.a_top == "serif" and style.serif > 0:
        pen.bar(0.1, 0.62, 0.0, style.slab)
    _feet(pen, style, (0.0, 1.0), 1.0, 0.8)


def _jack(pen: Pen, style: NumeralStyle) -> None:
    x = 0.72 if style.j_bar == "both" else 0.95
    depth = style.j_depth
    hook = {"round": 180.0, "quarter": 130.0, "ball": 180.0, "curl": 215.0}[style.j_hook]
    pen.stroke(join(line((x, 0.0), (x, 1 - depth)), arc(x / 2, 1 - depth, x / 2, depth, 0, hook)))
    if style.j_hook in ("ball", "curl") and (style.ball or style.j_hook == "ball"):
        end = arc(x / 2, 1 - depth, x / 2, depth, 0, hook)[-1]
        pen.ball(float(end[0]), float(end[1]), 1.25)
    if style.j_bar == "both":
        pen.bar(0.2, 1.15, 0.0, max(style.slab, 0.045))
    elif style.j_bar == "left":
        pen.bar(0.2, x, 0.0, max(style.slab, 0.05))


def _queen(pen: Pen, style: NumeralStyle) -> None:
    kind, fat = style.q_tail, style.q_fat
    base = 0.86 if kind in ("sweep", "wave", "curl") else 0.96
    pen.stroke(arc(0.5, base / 2, 0.5, base / 2, 0, 366, style.square))
    if kind == "slash":
        pen.stroke(line((0.5, 0.68), (1.04, 1.04)), fat)
    elif kind == "cross":
        pen.stroke(bezier((0.3, 0.66), (0.55, 0.6), (0.7, 1.08), (1.08, 0.98)), (0.5, fat, 0.5))
    elif kind == "drop":
        pen.stroke(line((0.62, 0.74), (0.82, 1.12)), fat)
    elif kind == "wave":
        pen.stroke(bezier((0.05, 0.95), (0.35, 0.7), (0.6, 1.15), (1.1, 0.9)), (0.6, fat, 0.5))
    elif kind == "sweep":
        pen.stroke(bezier((0.45, 0.86), (0.5, 1.1), (0.85, 1.1), (1.15, 0.98)), (0.7, fat, 0.4))
    elif kind == "inner":
        pen.stroke(line((0.5, 0.6), (0.92, 0.94)), fat)
    elif kind == "wedge":
        pen.stroke(line((0.55, 0.62), (1.0, 1.02)), (0.4, fat * 1.2))
    else:
        pen.stroke(
            join(arc(0.36, 0.84, 0.2, 0.13, 60, 330), bezier((0.53, 0.78), (0.65, 1.05), (0.9, 1.02), (1.08, 0.86))),
            (0.6, 0.6, fat, 0.5),
        )


def _king(pen: Pen, style: NumeralStyle) -> None:
    pen.stroke(line((0.0, 0.0), (0.0, 1.0)))
    light = style.light_diagonal
    if style.k_joint == "meet":
        pen.stroke(line((0.98, 0.0), (0.1, 0.5)), light, _ends(style))
        pen.stroke(line((0.1, 0.5), (1.0, 1.0)), ends=_ends(style))
    elif style.k_joint == "gap":
        pen.stroke(line((0.95, 0.0), (0.26, 0.5)), light, _ends(style))
        pen.stroke(line((0.26, 0.5), (1.0, 1.0)), ends=_ends(style))
        pen.stroke(line((0.0, 0.5), (0.3, 0.5)), 0.9)
    else:
        pen.stroke(line((0.98, 0.0), (0.02, 0.62)), light, _ends(style))
        pen.stroke(line((0.34, 0.4), (1.0, 1.0)), ends=_ends(style))
    _feet(pen, style, (0.0, 0.96), 0.0, 0.8)
    _feet(pen, style, (0.0, 0.98), 1.0, 0.8)


def _r(pen: Pen, style: NumeralStyle) -> None:
    pen.stroke(line((0.0, 0.0), (0.0, 1.0)))
    pen.stroke(
        join(
            line((0.0, 0.0), (0.5, 0.0)),
            arc(0.5, 0.26, 0.46, 0.26, -90, 90, style.square),
            line((0.5, 0.52), (0, 0.52)),
        )
    )
    pen.stroke(line((0.48, 0.52), (1.0, 1.0)), ends=_ends(style))
    _feet(pen, style, (0.0,), 1.0, 0.8)
    _feet(pen, style, (0.0,), 0.0, 0.6)


def _d(pen: Pen, style: NumeralStyle) -> None:
    pen.stroke(line((0.08, 0.0), (0.08, 1.0)))
    pen.stroke(
        join(
            line((0.08, 0.0), (0.4, 0.0)), arc(0.4, 0.5, 0.6, 0.5, -90, 90, style.square), line((0.4, 1.0), (0.08, 1.0))
        )
    )
    _feet(pen, style, (0.08,), 0.0, 0.6)
    _feet(pen, style, (0.08,), 1.0, 0.6)


def _v(pen: Pen, style: NumeralStyle) -> None:
    pen.stroke(line((0.0, 0.0), (0.5, 1.0)), ends=_ends(style))
    pen.stroke(line((1.0, 0.0), (0.5, 1.0)), style.light_diagonal, _ends(style))
    _feet(pen, style, (0.0, 1.0), 0.0, 0.8)


def _b(pen: Pen, style: NumeralStyle) -> None:
    split = style.eight_split
    pen.stroke(line((0.06, 0.0), (0.06, 1.0)))
    pen.stroke(
        join(
            line((0.06, 0.0), (0.45, 0.0)),
            arc(0.45, split / 2, 0.48, split / 2, -90, 90, style.square),
            line((0.45, split), (0.06, split)),
        )
    )
    low = (1 - split) / 2
    pen.stroke(
        join(
            line((0.06, split), (0.45, split)),
            arc(0.45, split + low, 0.55, low, -90, 90, style.square),
            line((0.45, 1.0), (0.06, 1.0)),
        )
    )
    _feet(pen, style, (0.06,), 0.0, 0.6)
    _feet(pen, style, (0.06,), 1.0, 0.6)


def _h(pen: Pen, style: NumeralStyle) -> None:
    pen.stroke(line((0.0, 0.0), (0.0, 1.0)))
    pen.stroke(line((1.0, 0.0), (1.0, 1.0)))
    pen.stroke(line((0.0, 0.48), (1.0, 0.48)))
    _feet(pen, style, (0.0, 1.0), 0.0, 0.8)
    _feet(pen, style, (0.0, 1.0), 1.0, 0.8)


_DRAWINGS: dict[str, Callable[[Pen, NumeralStyle], None]] = {
    "1": _one,
    "2": _two,
    "3": _three,
    "4": _four,
    "5": _five,
    "6": _six,
    "7": _seven,
    "8": _eight,
    "9": _nine,
    "A": _ace,
    "J": _jack,
    "Q": _queen,
    "K": _king,
    "R": _r,
    "D": _d,
    "V": _v,
    "B": _b,
    "H": _h,
}
_WIDTHS = {"1": 0.6, "J": 0.85, "A": 1.15, "K": 1.12, "Q": 1.08, "4": 1.05, "V": 1.1, "H": 1.05, "R": 1.05}
