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
_WIDE = np.array([[1.0], [0.0], [1.0], [0.0]])
"""(4, 1) which edges of a card are as long as it is wide."""
_AROUND = [0, 1, 2, 3, 0, 1]
"""Corners of a card in turn, until every edge was followed by the next one."""


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
    known = np.ones((len(corners), 2)) if full is None else np.asarray(full, dtype=np.float64).reshape(-1, 2)
    # Where a card ends under another one says nothing of its length, and all of its angles.
    counts = np.concatenate([np.where(_WIDE > 0, known[:, 0], known[:, 1]).ravel(), np.ones(corners[..., 0].size)])
    # As rows of x, y and 1: one matrix product takes all corners to the table.
    around = np.ones((3, len(_AROUND), len(corners)))
    around[:2] = local[:, _AROUND].transpose(2, 1, 0)
    # Each of the parameters a little changed is looked at together with all as they are: that takes hardly longer.
    residuals = _residuals(theta + _CHANGES, around) * counts
    strain = _strain(residuals[0])
    for _ in range(iterations):
        residual = residuals[0]
        weights = 1.0 / np.sqrt(1.0 + (residual / 0.06) ** 2)
        slopes = (residuals[1:] - residual) / _STEP
        weighted = slopes * weights
        normal = weighted @ slopes.T
        own = normal.diagonal() + _HELD
        np.fill_diagonal(normal, own + damping * (own + 1e-9))
        step = np.linalg.solve(normal, -(weighted @ residual + _HELD * (theta - start)))
        trial = theta + np.minimum(np.maximum(step, -0.3), 0.3)
        after = _residuals(trial + _CHANGES, around) * counts
        if (strained := _strain(after[0])) <= strain + 1e-12:
            theta, residuals, strain, damping = trial, after, strained, damping / 3
        else:
            damping *= 10
        if float(np.abs(step).max()) < 1e-5:
            break
    scale = np.exp(-theta[4])
    shift = np.array([[1.0, 0.0, -centre[0]], [0.0, 1.0, -centre[1]], [0.0, 0.0, extent]])
    homography = np.diag([scale, scale, 1.0]) @ _matrices(theta) @ shift
    error = float(np.median(np.abs(residuals[0, counts > 0])))
    return Plane(homography / homography[2, 2], float(np.exp(theta[5])), error, strain)


def _strain(residual: Doubles) -> float:
    return float(np.minimum(np.abs(residual), _LOST).sum())


def _matrices(theta: Doubles) -> Doubles:
    """(..., 3, 3) maps of what is seen onto the table for (..., 6) parameters, but for its size."""
    out = np.zeros((*theta.shape[:-1], 3, 3))
    out[..., 0, 0], out[..., 1, 1] = np.exp(theta[..., 2]), np.exp(-theta[..., 2])
    out[..., 0, 1] = theta[..., 3]
    out[..., 2, :2] = theta[..., :2]
    out[..., 2, 2] = 1
    return out


def _residuals(theta: Doubles, around: Doubles) -> Doubles:
    """(K, 8 N) deviations of N cards' edge lengths (logarithms) and angles (cosines) for (K, 6) parameters.

    Args:
        theta: perspective (2), stretch, shear, log size, log aspect.
        around: (3, 6, N) x, y and 1 of each card's corners in turn, until all its edges meet.
    """
    flat = (_matrices(theta) @ around.reshape(3, -1)).reshape(len(theta), *around.shape)
    places = flat[:, :2] / np.maximum(flat[:, 2:], 0.05)
    along = places[:, :, 1:] - places[:, :, :-1]
    lengths = np.maximum(np.sqrt(along[:, :1] ** 2 + along[:, 1:] ** 2), 1e-9)
    along /= lengths
    turned = along[:, :, 1:] * along[:, :, :-1]
    wanted = theta[:, 4, None, None] + theta[:, 5, None, None] * _WIDE
    out = np.empty((len(theta), 2, 4, around.shape[2]))
    out[:, 0] = np.log(lengths[:, 0, :-1]) - wanted
    out[:, 1] = turned[:, 0] + turned[:, 1]
    return out.reshape(len(theta), -1)


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


def in_heights(quads: npt.ArrayLike, off: npt.ArrayLike) -> Doubles:
    """(N,) how far off something is on the table, in heights of each card, however flat it looks from low down.

    Args:
        quads: (N, 4, 2) outlines of cards near there.
        off: (2,) how far it is off in the picture.
    """
    corners, (x, y) = np.asarray(quads, dtype=np.float64), np.asarray(off, dtype=np.float64)
    (wide_x, wide_y), (tall_x, tall_y) = ((corners[:, k] - corners[:, 0]).T for k in (1, 3))
    area = np.maximum(np.abs(wide_x * tall_y - wide_y * tall_x), 1e-6)
    return np.asarray(np.hypot(ASPECT * (x * tall_y - y * tall_x), wide_x * y - wide_y * x) / area, dtype=np.float64)
