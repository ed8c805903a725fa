"""Cards that lie on the table of a film at a time, and what becomes of its script where some are pushed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from datasets.film.beats import Pose, Script

_PILED = 0.3
"""Share of the way that others are pushed by which one on a pile is."""
_CARD = (0.7, 1.0)
"""Width and height of a card."""
_TRIES = 8


def lying(script: Script, now: float) -> tuple[dict[int, Pose], list[int]]:
    """Where every card on the table lies at a time, and their order from the lowest to the highest."""
    poses, order = dict(script.start), list(script.order)
    for beat in script.beats:
        if beat.start >= now or beat.piece is None:
            continue
        if beat.piece in order:
            order.remove(beat.piece)
        poses.pop(beat.piece, None)
        if beat.finish is not None and beat.place:
            poses[beat.piece] = beat.finish
            order.insert(order.index(beat.under) if beat.under in order else len(order), beat.piece)
    return poses, order


def place_of(script: Script, piece: int, now: float) -> str:
    """The name of the place where a card lies at a time."""
    places = [beat.place for beat in script.beats if beat.piece == piece and beat.start < now and beat.place]
    return places[-1] if places else script.places[piece]


def uncovered(poses: dict[int, Pose], order: Sequence[int]) -> list[int]:
    """The cards on which no other lies, of all in their order from the lowest to the highest."""
    return [
        piece
        for number, piece in enumerate(order)
        if not any(_shared(poses[piece], poses[other]) > 0.0 for other in order[number + 1 :])
    ]


def aside(poses: dict[int, Pose], piece: int, apart: float, turn: float, rng: np.random.Generator) -> Pose | None:
    """Where a card is pushed to, upon none that it did not lie on before; None where it has no room.

    Args:
        poses: of all cards.
        piece: the card.
        apart: card heights by which one that lies by itself is pushed, as a standard deviation.
        turn: degrees, likewise.
        rng: source of chance.
    """
    pose = poses[piece]
    others = [other for number, other in poses.items() if number != piece]
    below = [other for other in others if _shared(pose, other) > 0.0]
    beside = [other for other in others if other not in below]
    far = _PILED if below else 1.0
    for _ in range(_TRIES):
        dx, dy, by = rng.normal(0.0, 1.0, 3).clip(-2.0, 2.0) * (apart, apart, turn) * far
        to = pose.shifted(float(dx), float(dy), float(by))
        if not any(_shared(to, other) > 0.0 for other in beside):
            return to
    return None


def _shared(one: Pose, other: Pose) -> float:
    """Area that two cards share, in squared card heights."""
    if np.hypot(one.x - other.x, one.y - other.y) > np.hypot(*_CARD):
        return 0.0
    kind, outline = cv2.rotatedRectangleIntersection(
        ((one.x, one.y), _CARD, one.angle), ((other.x, other.y), _CARD, other.angle)
    )
    return 0.0 if kind == cv2.INTERSECT_NONE or outline is None else float(cv2.contourArea(cv2.convexHull(outline)))


def put_off(script: Script, since: float, seconds: float, moved: dict[int, tuple[Pose, Pose]]) -> None:
    """Let everything from a time on begin later, or no later, and of cards pushed, (from, to) poses, where they lie."""
    left = dict(moved)
    for number, beat in enumerate(script.beats):
        if beat.start >= since:
            begin = left.pop(beat.piece)[1] if beat.piece in left else beat.begin
            script.beats[number] = replace(beat, start=beat.start + seconds, end=beat.end + seconds, begin=begin)
    for number, change in enumerate(script.changes):
        if change.time >= since:
            before, after = moved.get(-1 if change.piece is None else change.piece, (None, change.pose))
            pose = after if before == change.pose else change.pose
            script.changes[number] = replace(change, time=change.time + seconds, pose=pose)
    script.judgements = [
        replace(one, time=one.time + seconds) if one.time >= since else one for one in script.judgements
    ]
    script.length += seconds
