"""Scripts of films of every game, and what tests of players' habits ask of what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from datasets.film.ace import ace_script
from datasets.film.beats import Beat, Pose, Script
from datasets.film.bus import bus_script
from datasets.film.gin import gin_script
from datasets.film.trash import trash_script

SCRIPTS: dict[str, Callable[[int], Script]] = {
    "trash": lambda seed: trash_script(seed, sizes=(5, 4), turns=6)[0],
    "gin": lambda seed: gin_script(seed, turns=6)[0],
    "bus": lambda seed: bus_script(seed)[0],
    "ace": lambda seed: ace_script(seed)[0],
}


def in_order(script: Script) -> list[tuple[str, int]]:
    """Numbers of the changes and judgements as they follow on each other."""
    changes = [(change.time, "change", number) for number, change in enumerate(script.changes)]
    judgements = [(judged.time, "judgement", number) for number, judged in enumerate(script.judgements)]
    return [(kind, number) for _, kind, number in sorted([*changes, *judgements])]


def changed(script: Script) -> list[tuple[str, str | None, str | None, int | None]]:
    """What changes, and where."""
    return [(change.place, change.before, change.after, change.piece) for change in script.changes]


def pushes(script: Script) -> Iterator[Beat]:
    """The beats in which cards are pushed: a little, and none is turned; every card is taken from where it lies."""
    poses: dict[int, Pose] = dict(script.start)
    for beat in script.beats:
        if beat.piece is None:
            continue
        if beat.piece in poses:
            assert beat.begin == poses[beat.piece]
        if beat.pushed:
            assert beat.begin is not None
            assert beat.finish is not None
            assert beat.begin.up == beat.finish.up, "none is turned"
            assert 0 < np.hypot(beat.begin.x - beat.finish.x, beat.begin.y - beat.finish.y) < 0.2
            yield beat
        if beat.finish is None:
            poses.pop(beat.piece, None)
        else:
            poses[beat.piece] = beat.finish
