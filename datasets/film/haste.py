"""Players who reach for their card before the hand of the player before them has gone, or even let go of his."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from datasets.film.beats import Beat, Script

_OFTEN = 0.75
"""Chance that a player reaches out early."""
_AFTER = 0.05
"""Seconds from a card being let go until the next player's hand is where it takes its own, at least, ..."""
_SEEN = 0.4
"""... and where that is the very card, which has to be seen to be wanted."""
_EARLY = (0.4, 1.0)
"""Shares of what he would otherwise wait by which he is early."""


def hasty(script: Script, rng: np.random.Generator) -> Script:
    """The same play in less time: a hand comes in while another still lays its card or goes back.

    No card is taken before the last one of the turn before lies on the table.

    Args:
        script: the play; left as it is.
        rng: source of chance.
    """
    begins: list[float] = []
    early: list[float] = [0.0]
    beats: list[Beat] = []
    last: dict[str, Beat] = {}
    laid: Beat | None = None
    for number, beat in enumerate(script.beats):
        # By what came before it has been early already.
        now = _sooner(beat, early[-1])
        if laid is not None and laid.player != now.player and _reaches(now, last.get(now.player)):
            own = last.get(now.player)
            after = _SEEN if _taken(script.beats[number + 1 :], now.player) == laid.piece else _AFTER
            spare = min(now.end - laid.end - after, now.start - (0.0 if own is None else own.end))
            if spare > 0 and rng.random() < _OFTEN:
                begins.append(beat.start)
                early.append(early[-1] + spare * float(rng.uniform(*_EARLY)))
                now = _sooner(beat, early[-1])
        beats.append(now)
        last[now.player] = now
        laid = now if now.piece is not None else laid

    def at(time: float) -> float:
        return time - early[bisect_right(begins, time)]

    return replace(
        script,
        beats=sorted(beats, key=lambda beat: beat.start),
        changes=sorted((replace(one, time=at(one.time)) for one in script.changes), key=lambda one: one.time),
        judgements=[replace(one, time=at(one.time)) for one in script.judgements],
        length=at(script.length),
    )


def _reaches(beat: Beat, before: Beat | None) -> bool:
    """Whether an empty hand comes in, that was out of the picture or on its way there."""
    return beat.piece is None and _inwards(beat) and (before is None or (before.piece is None and not _inwards(before)))


def _taken(beats: Sequence[Beat], player: str) -> int | None:
    """The card that a player moves first."""
    return next((beat.piece for beat in beats if beat.player == player and beat.piece is not None), None)


def _inwards(beat: Beat) -> bool:
    """Whether a hand is nearer to the table's middle at the end of a beat."""
    before, after = np.linalg.norm(beat.hand, axis=1)
    return bool(after < before)


def _sooner(beat: Beat, seconds: float) -> Beat:
    return replace(beat, start=beat.start - seconds, end=beat.end - seconds)
