"""The three table cards of Stop the Bus, found among all that lies open."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from service.following.laidopen import CARDS
from vision.matching import shared, sizes
from vision.table import Tracked

_OFF_LINE = 0.8
"""Short sides of a card by which the table cards may lie off a line, ..."""
_APART = 4.0
"""... and by which neighbours may be apart, ..."""
_SCATTERED = 4.0
"""... unless three cards have lain there otherwise for so many seconds, and no more have come."""
_OVER = 0.02
"""Share of a card that another covers: hands are held, and often laid open, one card over the next."""
_MOST = 12
"""Cards beside each other among which a row is looked for: more are no game."""


def in_the_middle(up: Sequence[Tracked], time: float) -> list[Tracked]:
    """The three table cards; none where it is not clear which they are.

    Args:
        up: all that lies open.
        time: of the frame, in seconds.
    """
    named = [card for card in up if card.card.card is not None]
    # Of more than three cards what cannot be read lies beside the game.
    up = named if len(named) == CARDS else up
    if len(up) > CARDS:
        return _lone_row(up)
    # A heap's top may pass for a card facing up while the table's own cards are still being laid.
    lain = time - max((card.since for card in up), default=0)
    return list(up) if _in_a_row(up) or lain > _SCATTERED else []


def _lone_row(up: Sequence[Tracked]) -> list[Tracked]:
    """The only three cards side by side that touch no other; none where no or several three lie so."""
    alone = [
        card
        for card in up
        if all(other is card or shared(card.card.corners, other.card.corners) < _OVER for other in up)
    ]
    rows = [row for row in combinations(alone, CARDS) if _in_a_row(row)] if len(alone) <= _MOST else []
    return list(rows[0]) if len(rows) == 1 else []


def _in_a_row(cards: Sequence[Tracked]) -> bool:
    """Whether three cards lie side by side, however they are turned and whichever way the row runs."""
    if len(cards) != CARDS:
        return False
    quads = np.stack([card.card.corners for card in cards]).astype(np.float64)
    middles, short = quads.mean(axis=1), float(np.median(sizes(quads)))
    _, _, (along, across) = np.linalg.svd(middles - middles.mean(axis=0))
    steps = np.diff(np.sort(middles @ along))
    return bool(np.ptp(middles @ across) <= _OFF_LINE * short and steps.max() <= _APART * short)
