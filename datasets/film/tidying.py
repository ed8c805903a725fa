"""Players who put the cards straight between turns: pushed over the table, none is turned, taken or laid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from datasets.film.beats import Beat, Pose, Script

_OFTEN = 0.35
"""Chance that somebody puts cards straight before the next hand comes in."""
_CARDS = (1, 2, 3)
"""Cards that are put straight in one go."""
_APART, _TURN = 0.07, 5.0
"""Card heights and degrees by which one that lies by itself is pushed, as standard deviations, ..."""
_PILED = 0.3
"""... and the share of that for one on a pile."""
_TOUCHED = 0.25
"""Chance that a hand only rests on a card."""
_WAY, _PUSH, _REST = (0.35, 0.7), (0.2, 0.6), (0.3, 1.5)
"""Seconds that a hand is on its way to a card, pushes it, or rests on it."""
_CARD = (0.7, 1.0)
"""Width and height of a card."""
_TRIES = 8


def tidied(script: Script, rng: np.random.Generator) -> Script:
    """The same play, but that now and then somebody puts cards straight, for which everything after waits.

    Args:
        script: the play; left as it is.
        rng: source of chance.
    """
    out = replace(script, beats=list(script.beats), changes=list(script.changes), judgements=list(script.judgements))
    before = 0.0
    for beat in script.beats:
        if beat.start > before and rng.random() < _OFTEN and _comes_in(beat, script.beats):
            # What was put in so far has moved it.
            now = beat.start + out.length - script.length
            _interlude(out, now, rng)
            before = beat.start
    return out


def _comes_in(beat: Beat, beats: Sequence[Beat]) -> bool:
    """Whether a beat is a hand coming in, empty, all others having gone."""
    last: dict[str, Beat] = {}
    for other in beats:
        if other.start >= beat.start:
            break
        last[other.player] = other
    return _outwards(beat) < 0 and all(_outwards(other) > 0 for other in last.values())


def _outwards(beat: Beat) -> float:
    """How much farther from the table's middle an empty hand is at the end of a beat; 0 for one that carries a card."""
    before, after = np.linalg.norm(beat.hand, axis=1)
    return 0.0 if beat.piece is not None else float(after - before)


def _interlude(script: Script, now: float, rng: np.random.Generator) -> None:
    """Put cards straight at a time in seconds; everything that begins later waits until that is done."""
    poses, order = _lying(script, now)
    free = [piece for number, piece in enumerate(order) if not _covered(poses, piece, order[number + 1 :])]
    if not free:
        return
    seats = {beat.player: beat.hand[0] for beat in reversed(script.beats) if beat.piece is None}
    first = free[int(rng.integers(len(free)))]
    at = np.array([poses[first].x, poses[first].y])
    player = min(seats, key=lambda side: float(np.linalg.norm(seats[side] - at)))
    near = sorted(free, key=lambda piece: float(np.hypot(poses[piece].x - at[0], poses[piece].y - at[1])))
    beats: list[Beat] = []
    moved: dict[int, tuple[Pose, Pose]] = {}
    # The last hand is out before this one comes.
    time = max([now, *(beat.end for beat in script.beats if beat.start < now)])
    hand = seats[player]
    for piece in near[: int(rng.choice(_CARDS))]:
        pose = poses[piece]
        spot = np.array([pose.x, pose.y])
        beats.append(Beat(time, time := time + float(rng.uniform(*_WAY)), player, np.array([hand, spot])))
        hand = spot
        to = None if rng.random() < _TOUCHED else _straight(poses, piece, rng)
        if to is None:
            beats.append(Beat(time, time := time + float(rng.uniform(*_REST)), player, np.array([spot, spot])))
            continue
        hand = np.array([to.x, to.y])
        done = time + float(rng.uniform(*_PUSH))
        place = _place(script, piece, now)
        beats.append(Beat(time, done, player, np.array([spot, hand]), piece, pose, to, place, pushed=True))
        time, poses[piece], moved[piece] = done, to, (pose, to)
    beats.append(Beat(time, time := time + float(rng.uniform(*_WAY)), player, np.array([hand, seats[player]])))
    _wait(script, now, time - now, moved)
    script.beats += beats
    script.beats.sort(key=lambda beat: beat.start)


def _lying(script: Script, now: float) -> tuple[dict[int, Pose], list[int]]:
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


def _place(script: Script, piece: int, now: float) -> str:
    """The name of the place where a card lies at a time."""
    places = [beat.place for beat in script.beats if beat.piece == piece and beat.start < now and beat.place]
    return places[-1] if places else script.places[piece]


def _covered(poses: dict[int, Pose], piece: int, above: Sequence[int]) -> bool:
    return any(_shared(poses[piece], poses[other]) > 0.0 for other in above)


def _straight(poses: dict[int, Pose], piece: int, rng: np.random.Generator) -> Pose | None:
    """Where a card is pushed to, upon none that it did not lie on before; None where it has no room."""
    pose = poses[piece]
    others = [other for number, other in poses.items() if number != piece]
    below = [other for other in others if _shared(pose, other) > 0.0]
    beside = [other for other in others if other not in below]
    far = _PILED if below else 1.0
    for _ in range(_TRIES):
        dx, dy, turn = rng.normal(0.0, 1.0, 3).clip(-2.0, 2.0) * (_APART, _APART, _TURN) * far
        to = pose.shifted(float(dx), float(dy), float(turn))
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


def _wait(script: Script, since: float, seconds: float, moved: dict[int, tuple[Pose, Pose]]) -> None:
    """Let everything from a time on begin later, and of cards put straight, (from, to) poses, where they lie."""
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
