"""The table seen straight from above, worked out from the cards themselves.

All cards of a game have one size and right angles. The homography that makes every outline the same rectangle
therefore undoes the camera's slant without any calibration, and lengths on the table can be given in card heights.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from vision.geometry import Doubles, edges, projected
from vision.matching import directions
from vision.types import Floats

ASPECT = 2.5 / 3.5
"""Width over height of a poker card; bridge cards have 0.643, and the fit finds out."""

_PRIOR = np.array([0.35, 0.35, 0.12, 0.25, 0.0, 0.1])
"""Spread expected of perspective (2), stretch, shear, log size, log aspect; few cards: a view from above."""
_HELD = np.where(_PRIOR > 0, 0.05 / np.maximum(_PRIOR, 1e-9), 0.0) ** 2
"""How hard each is held to what is expected."""

_LOST = 0.2
"""Deviation from which a greater one makes no difference."""
_STEP = 1e-5
"""By which parameters are changed to see what that does."""
_CHANGES = _STEP * np.eye(len(_PRIOR) + 1, len(_PRIOR), -1)
"""(7, 6) no change, then one of each."""
_WIDE = np.array([1.0, 0.0, 1.0, 0.0])
"""Which edges of a card are as long as it is wide."""
_NEXT = np.array([1, 2, 3, 0])


@dataclass(frozen=True, eq=False)
class Plane:
    """A map between the picture and the table.

    Attributes:
        homography: (3, 3) picture pixels to table coordinates in card heights; x and y keep the picture's directions.
        aspect: width over height of the cards.
        error: median deviation of the cards' edges from the common size, as a fraction.
        strain: sum of all deviations of edges and angles, of each at most 0.2.
    """

    homography: Doubles
    aspect: float = ASPECT
    error: float = 0.0
    strain: float = 0.0

    def to_table(self, points: npt.ArrayLike) -> Doubles:
        """Picture points (..., 2) in pixels as table points (..., 2) in card heights."""
        return _mapped(self.homography, np.asarray(points, dtype=np.float64))

    def to_image(self, points: npt.ArrayLike) -> Doubles:
        """Table points (..., 2) in card heights as picture points (..., 2) in pixels."""
        return _mapped(self.inverse, np.asarray(points, dtype=np.float64))

    @cached_property
    def inverse(self) -> Doubles:
        """(3, 3) table coordinates to picture pixels."""
        return np.asarray(np.linalg.inv(self.homography), dtype=np.float64)


def _mapped(homography: Doubles, points: Doubles) -> Doubles:
    # Points near the horizon would fly off to infinity and come back on the other side.
    return projected(homography, points.reshape(-1, 2)).reshape(points.shape)


def fit_plane(quads: npt.ArrayLike, iterations: int = 12, full: npt.ArrayLike | None = None) -> Plane:
    """The plane in which the given cards become equal rectangles.

    Args:
        quads: (N, 4, 2) outlines in pixels, clockwise, first edge short (the card's top), N at least 1.
        iterations: of the robust least squares.
        full: (N, 2) which outlines are as wide, and as high, as their cards, and end nowhere under another one; all
            by default.

    Raises:
        ValueError: without any card, or where an outline has no area.
    """
    corners = np.asarray(quads, dtype=np.float64).reshape(-1, 4, 2)
    if len(corners) == 0:
        raise ValueError("a plane needs at least one card")
    if not np.isfinite(corners).all():
        raise ValueError("a card's outline has corners that are no numbers")
    longs = np.linalg.norm(corners[:, [2, 0]] - corners[:, [1, 3]], axis=-1)
    unit = float(np.median(longs))
    if unit < 1e-6:
        raise ValueError("a card's outline has no area")
    centre = np.median(corners.mean(axis=1), axis=0)
    # Perspective is fitted over the whole arrangement: its extent, not a card, is the natural length here.
    extent = max(float(np.abs(corners - centre).max()), unit)
    local = (corners - centre) / extent
    theta = np.array([0.0, 0.0, 0.0, 0.0, np.log(unit / extent), np.log(ASPECT)])
    start = theta.copy()
    damping = 1e-3
    # Each of the parameters a little changed is looked at together with all as they are: that takes hardly longer.
    known = np.ones((len(corners), 2)) if full is None else np.asarray(full, dtype=np.float64).reshape(-1, 2)
    # Where a card ends under another one says nothing of its length, and all of its angles.
    counts = np.concatenate([np.where(_WIDE > 0, known[:, :1], known[:, 1:]).ravel(), np.ones(corners[..., 0].size)])
    residual, *changed = _residuals(theta + _CHANGES, local) * counts
    for _ in range(iterations):
        weights = 1.0 / np.sqrt(1.0 + (residual / 0.06) ** 2)
        slopes = (np.array(changed) - residual) / _STEP
        normal = (slopes * weights) @ slopes.T + np.diag(_HELD)
        gradient = slopes @ (weights * residual) + _HELD * (theta - start)
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), -gradient)
        trial = theta + np.minimum(np.maximum(step, -0.3), 0.3)
        after, *beside = _residuals(trial + _CHANGES, local) * counts
        if _strain(after) <= _strain(residual) + 1e-12:
            theta, residual, changed, damping = trial, after, beside, damping / 3
        else:
            damping *= 10
        if float(np.abs(step).max()) < 1e-5:
            break
    scale = np.exp(-theta[4])
    shift = np.array([[1.0, 0.0, -centre[0]], [0.0, 1.0, -centre[1]], [0.0, 0.0, extent]])
    homography = np.diag([scale, scale, 1.0]) @ _matrix(theta) @ shift
    error = float(np.median(np.abs(residual[counts > 0])))
    return Plane(homography / homography[2, 2], float(np.exp(theta[5])), error, _strain(residual))


def _strain(residual: Doubles) -> float:
    return float(np.minimum(np.abs(residual), _LOST).sum())


def _matrix(theta: Doubles) -> Doubles:
    return np.array([[np.exp(theta[2]), theta[3], 0.0], [0.0, np.exp(-theta[2]), 0.0], [theta[0], theta[1], 1.0]])


def _residuals(theta: Doubles, local: Doubles) -> Doubles:
    """(..., M) deviations of all cards' edge lengths (logarithms) and angles (cosines) for (..., 6) parameters."""
    slant, rise, stretch, shear, size, aspect = np.moveaxis(theta, -1, 0)[..., None, None]
    right, down = local[..., 0], local[..., 1]
    w = np.maximum(slant * right + rise * down + 1.0, 0.05)
    x = (np.exp(stretch) * right + shear * down) / w
    y = np.exp(-stretch) * down / w
    across, along = x[..., _NEXT] - x, y[..., _NEXT] - y
    lengths = np.maximum(np.sqrt(across * across + along * along), 1e-9)
    across /= lengths
    along /= lengths
    cosines = across * across[..., _NEXT] + along * along[..., _NEXT]
    wanted = size + aspect * _WIDE
    rows = (*theta.shape[:-1], -1)
    return np.concatenate([(np.log(lengths) - wanted).reshape(rows), cosines.reshape(rows)], axis=-1)


def gaps(quads: npt.ArrayLike) -> Doubles:
    """Distances between convex outlines by their separating axes: (N, N), 0 where two overlap.

    Args:
        quads: (N, 4, 2) outlines, in any one unit.
    """
    corners = np.asarray(quads, dtype=np.float64).reshape(-1, 4, 2)
    sides = edges(corners)
    normals = np.stack([-sides[..., 1], sides[..., 0]], axis=-1)
    normals /= np.maximum(np.linalg.norm(normals, axis=-1, keepdims=True), 1e-9)
    along = np.einsum("iad,jcd->iajc", normals, corners)
    low, high = along.min(axis=3), along.max(axis=3)
    own = np.arange(len(corners))
    own_low, own_high = low[own, :, own][:, :, None], high[own, :, own][:, :, None]
    apart = np.maximum(low - own_high, own_low - high).max(axis=1)
    return np.asarray(np.maximum(np.maximum(apart, apart.T), 0.0), dtype=np.float64)


def askew(outlines: Floats) -> float:
    """Median angle, in radians, by which (N, 4, 2) outlines lie askew to each other on the table, or across."""
    flat = fit_plane(outlines).to_table(outlines)
    turn = np.exp(4j * directions(flat).astype(np.float64))
    return float(np.median(np.abs(np.angle(turn * np.conj(turn.mean())))) / 4)
