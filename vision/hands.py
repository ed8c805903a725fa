"""Hands and sleeves over a table, told from cards by the shape of what changed, from bare places by their looks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import cv2
import numpy as np

from vision.change import Change, Mask, edges, widened
from vision.types import Floats
from vision.vacancy import AS_IT_WAS, CARD_GONE, as_it_was, bare, free

_LARGE = 0.8
"""Part of a card from which a patch at the edge of the picture is an arm, wherever it lies."""
_BEYOND = 0.3
"""Part of a card by which a patch has to spread beyond the cards, ..."""
_REACHING = 0.15
"""... and by which one at the edge: a sleeve that reaches past the cards there to others."""
_RESTED = 0.5
"""Seconds without motion from which a patch may be a place that was left bare."""
_UNMOVED = 2.0
"""Seconds without motion from which what is seen round the cards that lie in a patch is enough, ..."""
_ROUND = 0.5
"""... and part of a card that it has to be as large as."""
_BETWEEN = 2
"""Cells between the places of cards that lie side by side, at most."""
_MOST = 0.5
"""Share of a card's place that has to have changed where the card is gone from it, ..."""
_BESIDE = 0.35
"""... and how far to one side the middle of what is left round it lies at least, of how far that is all round."""


def arms(
    change: Change,
    covers: Sequence[Mask],
    texture: Callable[[], Floats],
    lying: Callable[[], Sequence[Mask]] = tuple,
) -> Mask:
    """The cells under hands and sleeves: patches of change that spread beyond the cards, or reach in from the edge.

    One that lies still and looks like the table round it is a place where a card lay, or an arm before.

    Args:
        change: what one frame shows of change.
        covers: the cells of every card followed, a little widened.
        texture: gives (rows, columns, 3) what the cells look like, see `Motion.texture`.
        lying: gives the cells of the cards that were seen since anything last moved over them.
    """
    changed = ((change.dirty | change.moving).astype(np.uint8) * 255).astype(np.uint8)
    changed = np.asarray(cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), dtype=np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(changed, connectivity=8)
    card = float(np.median([cover.sum() for cover in covers])) if covers else 60.0
    cards = np.logical_or.reduce([np.zeros(change.dirty.shape, dtype=bool), *covers])
    out = np.zeros(change.dirty.shape, dtype=bool)
    rim = np.logical_or.reduce(edges(change.shown))
    rested, table, texture = change.still >= _RESTED, free(change, [cards]), cache(texture)

    def looks_bare(place: Mask, least: float = CARD_GONE) -> bool:
        return as_it_was(change, place, least) or bare(texture(), place, table)

    for label in range(1, count):
        area = stats[label, cv2.CC_STAT_AREA]
        if area < 0.3 * card:
            continue
        patch = labels == label
        edge = bool((patch & rim).any())
        reaches = float((patch & ~cards).sum()) > (_REACHING if edge else _BEYOND) * card
        if not reaches and not (edge and area > _LARGE * card):
            continue
        if rested[patch].all() and looks_bare(patch, AS_IT_WAS):
            continue
        if float(change.still[patch].min()) >= _UNMOVED:
            # Cards were laid where the arm was, or what it held.
            round_ = patch & ~np.logical_or.reduce([np.zeros(patch.shape, dtype=bool), *lying()])
            if round_.sum() >= _ROUND * card and looks_bare(round_, AS_IT_WAS):
                continue
        out |= patch
        for cover in _bared(covers, patch, rested, looks_bare):
            out &= ~_inner(cover)
    return out


def _bared(covers: Sequence[Mask], patch: Mask, rested: Mask, looks_bare: Callable[[Mask], bool]) -> list[Mask]:
    """The cards' places in a patch that an arm has left, and cards with it.

    Of a row that was taken up all places hang together: the next one ends where those beside it are known to be bare.
    """
    out: list[Mask] = []
    waiting = [cover for cover in covers if (cover & patch).any()]
    while True:
        left = [cover for cover in waiting if _left(cover, patch, rested) and looks_bare(_inner(cover) & patch)]
        if not left:
            return out
        out += left
        # What lies between two places was the shadow that one card cast on the other.
        patch = patch & ~_widened(np.logical_or.reduce(left))
        waiting = [cover for cover in waiting if not any(cover is one for one in left)]


def _widened(places: Mask) -> Mask:
    return widened(places, _BETWEEN)


def _inner(cover: Mask) -> Mask:
    """The cells of a card's place without its rim, into which an arm beside it may reach."""
    return np.asarray(cv2.erode(cover.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)


def _left(cover: Mask, patch: Mask, rested: Mask) -> bool:
    """Whether an arm may have left a card's place: nothing moves there, and what is left of the arm lies to one side.

    One that lies over the place goes on beyond it on two sides, or ends on it and does not look like the table.
    """
    place = cover & patch
    if place.sum() < _MOST * cover.sum() or not rested[place].all():
        return False
    rim = widened(cover) & ~cover
    away = np.argwhere(rim) - np.argwhere(cover).mean(axis=0)
    there = away[patch[rim]]
    return not len(there) or float(np.hypot(*there.mean(axis=0)) / np.hypot(*away.T).mean()) > _BESIDE


def largest(mask: Mask) -> int:
    """Cells of the largest patch of a mask."""
    if not mask.any():
        return 0
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    return int(stats[1:, cv2.CC_STAT_AREA].max())
