"""One pack holds every card once: what lies somewhere already is hardly anything else's name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from vision.evidence import Chances, place
from vision.track import Track

_SURE = 0.98
"""Probability from which a card's own looks say what it is beyond doubt."""

_READ = 0.9
"""The same from which they are believed against one that was buried before."""

_OPEN = 0.01
"""Chance left to a name that another card bears which lies open, and for the same of one buried in a pile, ..."""
_BURIED = 0.3
"""... which may have been taken away from under the card that was laid over it."""


def left_over(tracks: Sequence[Track], steady: Callable[[Track], bool]) -> None:
    """Set for every card facing up what the cards that lay there before it leave of the names of one pack.

    Args:
        tracks: all that are followed; their `left` is set.
        steady: whether a track lies where it lay, its picture unchanged: what a hand may be taking away counts not.
    """
    known: list[tuple[Track, int, float]] = []
    for track in tracks:
        if track.told is None or track.told.side == "down" or track.told.card is None:
            continue
        said = track.said
        name, chance, _ = track.evidence.decided() if said is None else (said.card, said.confidence, {})
        if name is None or name != track.told.card or chance < _SURE:
            continue
        if track.hidden_by is not None:
            known.append((track, place(name), _BURIED))
        elif steady(track):
            known.append((track, place(name), _OPEN))
    for track in tracks:
        if track.seen.side == "down" or track.said is not None:
            continue
        left: Chances = np.ones(53)
        name, alone, _ = track.evidence.decided()
        for other, name_place, chance in known:
            if other is track or other.first >= track.first:
                continue
            if other.hidden_by is not None and name is not None and place(name) == name_place and alone >= _READ:
                # A pile that was turned over to be drawn from again is buried there no more.
                continue
            left[name_place] = min(left[name_place], chance)
        track.left = left if bool((left < 1).any()) else None
