"""Whether a camera hands out a mirror image, told by how its frames read as sent and turned over.

A mirrored index is no index: it is found badly, placed on the wrong corner of its card and read as another or as none,
and seldom does it read as what it is, mirrored. But one of the two ways a card reads clearly, and the other way it does
not; cards that look the same in a mirror say nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vision.types import Reading

_DECIDED = 0.6
"""How much clearer one way must have read than the other, added up over looks."""

_ONE_LOOK = 0.45
"""What one look says at most: no single one decides."""

_CLEAR = 0.9
"""Confidence of a card that reads clearly."""

_SAME = 0.1
"""Up to here both ways read alike, ..."""

_TRIES = 12
"""... and after so many looks in a row that did, frames are compared no more."""


@dataclass
class Mirrored:
    """Compares looks both ways until it is known, and again when a frame says by itself that it is mirrored."""

    _worth: float = 0.0
    _tries: int = 0

    @property
    def on(self) -> bool:
        """Whether the camera shows a mirror image."""
        return self._worth >= _DECIDED

    def note(self, sent: Reading, turned: Callable[[], Reading]) -> bool:
        """Take a look at a frame as it was sent; whether it was compared.

        Args:
            sent: what it showed.
            turned: looks at the same part of the frame turned over.
        """
        if not any(card.side == "up" for card in sent.cards):
            return False
        doubted = _says_so(sent)
        if doubted:
            self._tries = 0
        if not doubted and (self._worth <= -_DECIDED or self._tries >= _TRIES):
            return False
        better = _clearer(turned(), sent)
        self._tries = 0 if abs(better) > _SAME else self._tries + 1
        self._worth = min(max(self._worth + min(max(better, -_ONE_LOOK), _ONE_LOOK), -_DECIDED), _DECIDED)
        return True


def _says_so(reading: Reading) -> bool:
    """Whether most of several cards say that they are mirrored; one alone may well be misread."""
    return reading.mirrored and sum(card.side == "up" for card in reading.cards) >= 2


def _clearer(one: Reading, other: Reading) -> float:
    """How much clearer the cards of one reading are than those of another, on average, -1 to 1."""
    mine, its = (
        sorted((card.confidence for card in reading.cards if card.side == "up"), reverse=True)
        for reading in (one, other)
    )
    if max([*mine, *its], default=0.0) < _CLEAR:
        return 0.0
    if one.mirrored != other.mirrored:
        # Large indices read either way, and show which way round they are printed.
        return -1.0 if one.mirrored else 1.0
    # What is found the wrong way comes in pieces, each a card of its own: only the clearest count.
    count = max(1, min(len(mine), len(its)))
    return (sum(mine[:count]) - sum(its[:count])) / count
