"""How a camera moves over a table: points of a picture followed to another, or the same table found again elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.levels import percentile
from vision.types import Floats

Camera = npt.NDArray[np.float64]
Grey = npt.NDArray[np.uint8]

_CORNER = 1e-3
"""Least eigenvalue of the gradients about a point that can be followed, as OpenCV has it for bytes. On a bare table a
hand drags along what is less of a corner."""
_LIGHT = 170.0
"""Grey of the brightest things on a table in good light."""
_BRIGHTEST = 98
"""Percentile that stands for the brightest things; reflections lie above it."""
_MOST = 4.0
"""Beyond this noise passes for corners."""
_EVERY = 4
_FEWEST = 12
"""Points that have to be there for a motion to be told."""


@dataclass(frozen=True, eq=False)
class Fit:
    """A motion that most of what can be followed agrees on.

    Attributes:
        camera: (3, 3) from the model to the picture, small pixels.
        breadth: spread of the points that moved so, in the spread of all that were followed.
    """

    camera: npt.NDArray[np.float64]
    breadth: float


def corners(picture: Floats) -> Floats:
    """(N, 1, 2) points of a small grey picture that can be followed."""
    grey = _bytes(picture, _brightening(picture))
    points: npt.ArrayLike | None = cv2.goodFeaturesToTrack(grey, 160, 0.01, 6)
    found = np.asarray(() if points is None else points, dtype=np.float32).reshape(-1, 1, 2)
    columns, rows = found[:, 0].astype(int).T
    return np.asarray(found[cv2.cornerMinEigenVal(grey, 3)[rows, columns] >= _CORNER], dtype=np.float32)


def followed(before: Floats, now: Floats, points: Floats, camera: Camera) -> Fit | None:
    """The camera's motion from one small grey picture to another; None where too little can be followed.

    Args:
        before: (H, W) the picture that the points are of.
        now: (H, W) the other.
        points: as `corners` gives them; with too few the camera is thought to stand.
        camera: (3, 3) the motion found last.
    """
    if len(points) < _FEWEST:
        return Fit(camera, 1.0)
    guess = cv2.perspectiveTransform(points, camera).astype(np.float32)
    brightening = _brightening(before)
    first, second = (_bytes(picture, brightening) for picture in (before, now))
    moved, good, _ = cv2.calcOpticalFlowPyrLK(
        first, second, points, guess.copy(), winSize=(13, 13), maxLevel=2, flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
        criteria=(cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 20, 0.01),
    )  # fmt: skip
    kept = good.ravel() > 0
    if kept.sum() >= 10:
        found = _robust(points[kept, 0], moved[kept, 0])
        if found is not None:
            return found
    return _found_again(first, second)


def farthest(matrix: npt.NDArray[np.float64], size: tuple[int, int]) -> float:
    """The farthest any corner of the picture moves."""
    corners = np.array([[[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]]], dtype=np.float64)
    return float(np.abs(cv2.perspectiveTransform(corners, matrix) - corners).max())


def _found_again(model: Grey, now: Grey) -> Fit | None:
    """The same table somewhere else in the picture, after a knock."""
    orb = cv2.ORB.create(500, fastThreshold=8)
    first, one = orb.detectAndCompute(model, None)
    second, other = orb.detectAndCompute(now, None)
    if one is None or other is None or len(first) < 20 or len(second) < 20:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(one, other)
    if len(pairs) < 20:
        return None
    here = np.float32([first[pair.queryIdx].pt for pair in pairs])  # type: ignore[arg-type]
    there = np.float32([second[pair.trainIdx].pt for pair in pairs])  # type: ignore[arg-type]
    return _robust(np.asarray(here), np.asarray(there), share=0.3)


def _robust(here: Floats, there: Floats, share: float = 0.45) -> Fit | None:
    """The affine motion most points agree on, None where fewer than `share` of them do."""
    found, inside = cv2.estimateAffine2D(here, there, method=cv2.RANSAC, ransacReprojThreshold=0.7, maxIters=300)
    if found is None or inside is None or inside.mean() < share or inside.sum() < 8:
        return None
    matrix = np.vstack([found, [0.0, 0.0, 1.0]])
    # A camera does not shear or shrink a table suddenly: such a fit rests on a moving hand.
    if abs(np.linalg.det(matrix[:2, :2]) - 1.0) > 0.3 or np.abs(matrix[:2, :2]).max() > 1.5:
        return None
    agreed, followed = (float(np.hypot(*points.std(axis=0))) for points in (here[inside.ravel() > 0], here))
    return Fit(np.asarray(matrix, dtype=np.float64), agreed / max(followed, 1e-6))


def _brightening(picture: Floats) -> float:
    """By how much a dark picture is brightened: with the light what is to be seen in it grows fainter, and no less
    of a corner for that."""
    brightest = percentile(_bytes(picture[::_EVERY, ::_EVERY]), _BRIGHTEST)
    return min(max(_LIGHT / max(brightest, 1.0), 1.0), _MOST)


def _bytes(values: Floats, times: float = 1.0) -> Grey:
    return np.asarray(np.clip(values * np.float32(times), 0, 255), dtype=np.uint8)
