"""Players who lay their cards carelessly: the hand that lays one pushes others that lie beside it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from datasets.film.beats import Beat, Pose, Script
from datasets.film.lying import aside, lying, place_of, put_off, uncovered

_OFTEN = 0.5
"""Chance that a card that is laid pushes others."""
_CARDS = (1, 1, 2)
"""Cards that it pushes."""
_NEAR = 1.6
"""Card heights from where it is laid, up to which others lie beside it."""
_APART, _TURN = 0.06, 5.0
"""Card heights and degrees by which one is pushed, as standard deviations."""
_BEFORE = 0.3
"""Seconds before the card is let go, from which others are pushed."""


def nudged(script: Script, rng: np.random.Generator) -> Script:
    """The same play, but that now and then cards are pushed by the hand that lays another beside them.

    Args:
        script: the play; left as it is.
        rng: source of chance.
    """
    out = replace(script, beats=list(script.beats), changes=list(script.changes), judgements=list(script.judgements))
    for laid in script.beats:
        if laid.finish is None or not laid.place or laid.pushed or rng.random() >= _OFTEN:
            continue
        poses, order = lying(out, laid.end)
        carried = {beat.piece for beat in out.beats if beat.start < laid.end < beat.end}
        spot = laid.finish
        beside = [
            piece
            for piece in uncovered(poses, order)
            if piece not in (laid.piece, *carried)
            and np.hypot(poses[piece].x - spot.x, poses[piece].y - spot.y) < _NEAR
        ]
        moved: dict[int, tuple[Pose, Pose]] = {}
        for piece in rng.permutation(beside)[: int(rng.choice(_CARDS))].tolist():
            pose = poses[piece]
            to = aside(poses, piece, _APART, _TURN, rng)
            if to is None:
                continue
            start, place = max(laid.start, laid.end - _BEFORE), place_of(out, piece, laid.end)
            hand = laid.hand[[1, 1]]
            out.beats.append(
                Beat(start, laid.end, laid.player, hand, piece, pose, to, place, pushed=True, passing=True)
            )
            poses[piece], moved[piece] = to, (pose, to)
        put_off(out, laid.end, 0.0, moved)
        out.beats.sort(key=lambda beat: beat.start)
    return out
