"""Which card of a look is which card of the table: by place first, by name where places are close."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Floats, SeenCard

_FAR = 0.6
_ALIGNED = 0.06


def sizes(quads: npt.ArrayLike) -> Floats:
    """Length of the short sides of (N, 4, 2) quads, (N,)."""
    corners = np.asarray(quads, dtype=np.float32).reshape(-1, 4, 2)
    first = np.linalg.norm(corners[:, 1] - corners[:, 0], axis=-1) + np.linalg.norm(
        corners[:, 2] - corners[:, 3], axis=-1
    )
    second = np.linalg.norm(corners[:, 2] - corners[:, 1], axis=-1) + np.linalg.norm(
        corners[:, 3] - corners[:, 0], axis=-1
    )
    return np.asarray(np.minimum(first, second) / 2, dtype=np.float32)


def directions(quads: npt.ArrayLike) -> Floats:
    """Angle of the long axis of (N, 4, 2) quads, first edge short, in radians modulo half a turn, (N,)."""
    corners = np.asarray(quads, dtype=np.float32).reshape(-1, 4, 2)
    along = corners[:, 2] + corners[:, 3] - corners[:, 0] - corners[:, 1]
    return np.asarray(np.mod(np.arctan2(along[:, 1], along[:, 0]), np.pi), dtype=np.float32)


def distances(tracks: npt.ArrayLike, found: npt.ArrayLike) -> tuple[Floats, Floats]:
    """How far quads lie from each other: (T, D) in short sides of the track, and (T, D) angles in radians."""
    one = np.asarray(tracks, dtype=np.float32).reshape(-1, 4, 2)
    other = np.asarray(found, dtype=np.float32).reshape(-1, 4, 2)
    apart = np.linalg.norm(one.mean(1)[:, None] - other.mean(1)[None], axis=-1) / np.maximum(sizes(one), 1e-6)[:, None]
    turned = np.abs(directions(one)[:, None] - directions(other)[None])
    return apart.astype(np.float32), np.minimum(turned, np.pi - turned).astype(np.float32)


def pairs(
    tracks: npt.ArrayLike, found: npt.ArrayLike, compatible: npt.NDArray[np.bool_], fine: npt.NDArray[np.float32]
) -> list[tuple[int, int]]:
    """Pairs (track, card) of a one-to-one match, the nearest first.

    Args:
        tracks: (T, 4, 2) quads.
        found: (D, 4, 2) quads.
        compatible: (T, D) whether the two can be one card at all.
        fine: (T, D) what speaks against it besides the distance, in short sides.
    """
    if not compatible.size:
        return []
    apart, turned = distances(tracks, found)
    cost = apart + 0.6 * turned + fine
    cost[~compatible | (apart > _FAR)] = np.inf
    out: list[tuple[int, int]] = []
    order = np.argsort(cost, axis=None, kind="stable")
    used_tracks: set[int] = set()
    used_found: set[int] = set()
    for place in order:
        track, card = divmod(int(place), cost.shape[1])
        if not np.isfinite(cost[track, card]):
            break
        if track in used_tracks or card in used_found:
            continue
        used_tracks.add(track)
        used_found.add(card)
        out.append((track, card))
    return out


def aligned(one: Floats, other: Floats, reach: float = _ALIGNED) -> bool:
    """Whether two cards lie so exactly on one place that it is hardly another card: hands never lay them so."""
    apart, turned = distances(one, other)
    return bool(apart[0, 0] < reach and turned[0, 0] < reach)


def transform(before: Sequence[Floats], after: Sequence[Floats]) -> npt.NDArray[np.float64] | None:
    """The similarity (2, 3) that carries the centres of the first quads to those of the second; None without one."""
    if len(before) < 3:
        return None
    here = np.array([quad.mean(axis=0) for quad in before], dtype=np.float32)
    there = np.array([quad.mean(axis=0) for quad in after], dtype=np.float32)
    reach = float(np.median(sizes(np.stack(after)))) * 0.4
    found, inside = cv2.estimateAffinePartial2D(here, there, method=cv2.RANSAC, ransacReprojThreshold=reach)
    if found is None or inside is None or int(inside.sum()) < max(3, len(before) // 2):
        return None
    return np.asarray(found, dtype=np.float64)


def shared(one: Floats, other: Floats) -> float:
    """Area common to two convex quads, as a share of the smaller."""
    area, _ = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))
    least = min(abs(cv2.contourArea(one.astype(np.float32))), abs(cv2.contourArea(other.astype(np.float32))))
    return float(area) / least if least > 1e-6 else 0.0


def without_ghosts(cards: Sequence[SeenCard], share: float = 0.6, weak: float = 0.25) -> list[SeenCard]:
    """The cards of a look without weak second sightings of one card: stray outlines over one that is seen better."""
    best = sorted(cards, key=lambda card: -card.confidence)
    kept: list[SeenCard] = []
    for card in best:
        if card.confidence < weak and any(shared(card.corners, other.corners) > share for other in kept):
            continue
        kept.append(card)
    return kept
