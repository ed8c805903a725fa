"""A camera that shows something else than the table it showed: another scene, a hand on the lens, a picture gone black.

What lies on the table stays as it was known until the table is seen again; or what is shown now turns out to be it,
seen from elsewhere, or another one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.change import Change
from vision.geometry import Doubles
from vision.matching import sizes
from vision.pacing import RESTING, rests
from vision.table import mapped
from vision.track import Track, carried
from vision.types import SeenCard

_BETWEEN = 0.5, 4.0
"""Seconds between two looks, at first and at most: nobody knows for how long a scene will stay."""
_COMES_BACK = 2.5
"""Seconds in which whoever switched to a closer view of the table mostly switches back."""
_ELSEWHERE = 0.5
"""How far from where they lay cards are seen, in widths of a card, that are seen from elsewhere."""
_STAYS = 3.0, 30.0
"""Seconds after which cards are another table's: as many as half of those that lay there, and any at all."""


@dataclass
class Absence:
    """Looks, as long as the table is not shown, whether it is seen from elsewhere.

    Attributes:
        since: time since which it is not shown, in seconds; None where it is.
    """

    since: float | None = None
    _cut: bool = False
    _looked: float = -math.inf
    _pause: float = _BETWEEN[0]
    _some: float | None = None
    _many: float | None = None

    def over(
        self, change: Change, time: float, tracks: Sequence[Track], sure: float, look: Callable[[], Sequence[SeenCard]]
    ) -> bool:
        """Whether what is shown now is to be taken for the table; asked of every frame that does not show it.

        Args:
            change: of the frame.
            time: of the frame, in seconds.
            tracks: the cards that lay on the table.
            sure: confidence from which a name counts.
            look: gives the cards of the frame.
        """
        at_rest = rests(change)
        if self.since is None:
            self.since, self._cut, self._looked = time, change.cut, -math.inf
            self._pause, self._some, self._many = _BETWEEN[0], None, None
        elif self._cut and self._looked == -math.inf and not at_rest:
            # Scenes are switched between two frames; a camera that was knocked goes on moving.
            self._cut = float((change.still > 0).mean()) > RESTING
        lying = [track for track in tracks if track.shown is not None]
        if not lying and not change.black:
            return True
        if not at_rest or change.black or time - self._looked < self._pause:
            return False
        self._looked, self._pause = time, min(1.5 * self._pause, _BETWEEN[1])
        cards = look()
        move = carried(lying, cards, sure)
        if move is not None:
            return not self._cut or time - self.since >= _COMES_BACK or _stays(lying, move, change.camera)
        self._some = _since(self._some, time, bool(cards))
        self._many = _since(self._many, time, 2 * len(cards) >= len(lying))
        return any(
            since is not None and time - since >= stays
            for since, stays in zip((self._many, self._some), _STAYS, strict=True)
        )


def _since(began: float | None, time: float, holds: bool) -> float | None:
    if not holds:
        return None
    return time if began is None else began


def _stays(lying: Sequence[Track], move: Doubles, camera: Doubles) -> bool:
    """Whether cards carried by a similarity (2, 3) lie in the picture where they lay: only the light is another."""
    quads = np.stack([track.quad for track in lying])
    before = mapped(quads, camera)
    now = quads @ move[:, :2].T + move[:, 2]
    off = np.linalg.norm((now - before).mean(axis=1), axis=1)
    return bool((off < _ELSEWHERE * sizes(before.astype(np.float32))).all())
