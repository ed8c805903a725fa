"""Strokes of a pen with thick and thin, drawn into masks: what the card makers' figures are made of."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]
Mask = npt.NDArray[np.uint8]

EM = 240
"""Height of a figure's drawing, in pixels; figures are shrunk from it to the size printed."""
MITRE = 2.6


def line(*points: tuple[float, float]) -> Points:
    """A path of straight pieces through the points, (n, 2)."""
    return np.array(points, np.float64)


def arc(cx: float, cy: float, rx: float, ry: float, start: float, end: float, square: float = 2.0) -> Points:
    """A piece of a superellipse, (n, 2); angles in degrees, 0 to the right, 90 downwards; square 2 is an ellipse."""
    steps = max(4, int(abs(end - start) / 9))
    angles = np.radians(np.linspace(start, end, steps + 1))
    cosine, sine = np.cos(angles), np.sin(angles)
    power = 2.0 / square
    x = np.sign(cosine) * np.abs(cosine) ** power
    y = np.sign(sine) * np.abs(sine) ** power
    return np.stack([cx + rx * x, cy + ry * y], 1)


def bezier(*points: tuple[float, float], steps: int = 14) -> Points:
    """A quadratic (3 points) or cubic (4 points) Bézier curve, (steps + 1, 2)."""
    t = np.linspace(0.0, 1.0, steps + 1)[:, None]
    control = np.array(points, np.float64)
    while len(control) > 1 and control.ndim == 2:
        control = control[:, None, :] * np.ones((1, steps + 1, 1))
    while len(control) > 1:
        control = control[:-1] * (1 - t) + control[1:] * t
    return np.asarray(control[0])


def join(*paths: Points) -> Points:
    """The paths one after another as one path, without repeating points where they meet."""
    joined = np.concatenate(paths)
    keep = np.ones(len(joined), bool)
    keep[1:] = np.hypot(*(joined[1:] - joined[:-1]).T) > 1e-4
    return joined[keep]


class Pen:
    """Draws strokes on a mask of EM pixels height.

    The pen is an ellipse: `thick` wide (the weight of upright strokes) and `thin` high (the weight of level ones),
    both as shares of the figure's height.
    """

    def __init__(self, width: float, thick: float, thin: float, round_ends: bool = False) -> None:
        self.thick = thick
        self.thin = thin
        self.width = width
        self.round_ends = round_ends
        self.margin = 0.45
        # Drawn stretched, so that the elliptical pen becomes a round one, and squeezed back at the end.
        self.stretch = thick / thin
        self.rows = int(EM * (1 + 2 * self.margin))
        self.columns = int(EM * (width + 2 * self.margin))
        self.mask = np.zeros((int(self.rows * self.stretch), self.columns), np.uint8)

    def place(self, path: Points) -> Points:
        """Maps the unit box of skeletons to the drawing, so that the ink just fills the figure's box."""
        x = self.thick / 2 + path[:, 0] * (self.width - self.thick)
        y = self.thin / 2 + path[:, 1] * (1 - self.thin)
        return np.stack([(x + self.margin) * EM, (y + self.margin) * EM * self.stretch], 1)

    def stroke(self, path: Points, weight: float | Sequence[float] = 1.0, ends: str | None = None) -> None:
        """Draws a path with mitred corners.

        Args:
            path: (n, 2) points of the unit box.
            weight: Scales the pen: one value, or several spread evenly from the start to the end.
            ends: "butt", "round", or "cut": prolonged, then cut off level with the figure's top and bottom; None for
                the pen's own way, where upright and level butt ends reach as far as a figure's corner does.
        """
        points = self.place(path)
        if ends == "cut":
            points = self._prolonged(points, path, self.thick * EM)
        elif ends is None and not self.round_ends:
            points = self._squared(points)
        weights = (
            np.full(len(points), weight)
            if isinstance(weight, int | float)
            else np.interp(np.linspace(0, 1, len(points)), np.linspace(0, 1, len(weight)), weight)
        )
        half = weights * self.thick * EM / 2
        forward = np.diff(points, axis=0)
        length = np.maximum(np.hypot(forward[:, 0], forward[:, 1]), 1e-6)
        normal = np.stack([-forward[:, 1], forward[:, 0]], 1) / length[:, None]
        mitre = np.concatenate([normal[:1], normal[:-1] + normal[1:], normal[-1:]])
        size = np.maximum(np.hypot(mitre[:, 0], mitre[:, 1]), 1e-6)
        mitre = mitre / size[:, None]
        ends_normal = np.concatenate([normal[:1], normal])
        cosine = np.maximum((mitre * ends_normal).sum(1), 1 / MITRE)
        offset = mitre * (half / cosine)[:, None]
        left, right = points + offset, points - offset
        for i in range(len(points) - 1):
            self._fill(np.array([left[i], left[i + 1], right[i + 1], right[i]]))
        if ends == "cut":
            top, bottom = (round(edge * EM * self.stretch) for edge in (self.margin, 1 + self.margin))
            self.mask[:top] = 0
            self.mask[bottom:] = 0
        elif (ends or ("round" if self.round_ends else "butt")) == "round":
            for i in (0, len(points) - 1):
                self._disc(points[i], float(half[i]))

    @staticmethod
    def _prolonged(points: Points, path: Points, by: float) -> Points:
        """Lengthens the ends that lie at the figure's top or bottom."""
        points = points.copy()
        for end, inner in ((0, 1), (-1, -2)):
            if not 0.001 < path[end, 1] < 0.999:
                step = points[end] - points[inner]
                points[end] += step / max(np.hypot(*step), 1e-6) * by
        return points

    def _squared(self, points: Points) -> Points:
        """Lengthens level and upright ends by half the pen, so that strokes that meet make a full corner."""
        points = points.copy()
        for end, inner in ((0, 1), (-1, -2)):
            step = points[end] - points[inner]
            axis = int(np.argmax(np.abs(step)))
            if abs(step[1 - axis]) < 1e-6 * max(1.0, abs(step[axis])):
                points[end, axis] += np.sign(step[axis]) * self.thick * EM / 2
        return points

    def ball(self, x: float, y: float, size: float = 1.0) -> None:
        """A round terminal of `size` pen widths at a point of the unit box."""
        self._disc(self.place(np.array([[x, y]], np.float64))[0], size * self.thick * EM / 2)

    def bar(self, x0: float, x1: float, y: float, height: float) -> None:
        """A level bar such as a slab serif: x in the unit box, `height` a share of the figure's height; y 0 or 1 keeps
        it within the figure's top or bottom, between them it is centred."""
        left, right = self.place(np.array([[x0, y], [x1, y]], np.float64))
        tall = height * EM * self.stretch
        centre = left[1]
        if y <= 0.0:
            centre += tall / 2 - self.thin * EM * self.stretch / 2
        elif y >= 1.0:
            centre -= tall / 2 - self.thin * EM * self.stretch / 2
        self._fill(
            np.array(
                [
                    [left[0], centre - tall / 2],
                    [right[0], centre - tall / 2],
                    [right[0], centre + tall / 2],
                    [left[0], centre + tall / 2],
                ]
            )
        )

    def finish(self) -> Mask:
        """The drawing with its box trimmed to the ink; upper edge 0 is not assumed."""
        drawn = cv2.resize(self.mask, (self.columns, self.rows), interpolation=cv2.INTER_AREA)
        return trimmed(np.asarray(drawn, np.uint8))

    def _fill(self, polygon: Points) -> None:
        # The hull keeps a bow-tie (a tight inner corner) filled.
        fixed = np.round(polygon * 16).astype(np.int32)
        cv2.fillConvexPoly(self.mask, cv2.convexHull(fixed), 255, cv2.LINE_8, 4)

    def _disc(self, centre: Points, radius: float) -> None:
        cv2.circle(
            self.mask,
            (round(centre[0] * 16), round(centre[1] * 16)),
            max(1, round(radius * 16)),
            255,
            -1,
            cv2.LINE_8,
            4,
        )


def trimmed(mask: Mask) -> Mask:
    """The mask cut down to its ink (values of 64 and more).

    Raises:
        ValueError: The mask holds no ink.
    """
    rows = np.flatnonzero(mask.max(1) >= 64)
    columns = np.flatnonzero(mask.max(0) >= 64)
    if not len(rows) or not len(columns):
        raise ValueError("a mask without ink cannot be trimmed")
    return np.ascontiguousarray(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


def resized(mask: Mask, width: int, height: int) -> Mask:
    """The mask at another size, its area averaged when it shrinks."""
    shrinks = width <= mask.shape[1] and height <= mask.shape[0]
    return cv2.resize(
        mask,
        (max(1, width), max(1, height)),  # type: ignore[return-value]
        interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR,
    )
