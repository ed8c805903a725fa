"""Players who put the cards straight between turns: pushed over the table, none is turned, taken or laid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from datasets.film.beats import Beat, Pose, Script
from datasets.film.lying import aside, lying, place_of, put_off, uncovered

_OFTEN = 0.35
"""Chance that somebody puts cards straight before the next hand comes in."""
_CARDS = (1, 2, 3)
"""Cards that are put straight in one go."""
_APART, _TURN = 0.07, 5.0
"""Card heights and degrees by which one that lies by itself is pushed, as standard deviations."""
_TOUCHED = 0.25
"""Chance that a hand only rests on a card."""
_WAY, _PUSH, _REST = (0.35, 0.7), (0.2, 0.6), (0.3, 1.5)
"""Seconds that a hand is on its way to a card, pushes it, or rests on it."""


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
    poses, order = lying(script, now)
    free = uncovered(poses, order)
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
        to = None if rng.random() < _TOUCHED else aside(poses, piece, _APART, _TURN, rng)
        if to is None:
            beats.append(Beat(time, time := time + float(rng.uniform(*_REST)), player, np.array([spot, spot])))
            continue
        hand = np.array([to.x, to.y])
        done = time + float(rng.uniform(*_PUSH))
        place = place_of(script, piece, now)
        beats.append(Beat(time, done, player, np.array([spot, hand]), piece, pose, to, place, pushed=True))
        time, poses[piece], moved[piece] = done, to, (pose, to)
    beats.append(Beat(time, time := time + float(rng.uniform(*_WAY)), player, np.array([hand, seats[player]])))
    put_off(script, now, time - now, moved)
    script.beats += beats
    script.beats.sort(key=lambda beat: beat.start)
