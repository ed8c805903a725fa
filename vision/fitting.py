"""Outlines fitted to the edges of cards.

The detector sees where a card lies to a few hundredths of its width, and its outlines are hardly more than
parallelograms. In a picture the far end of a card is narrower than the near one, and its sides are straight: each is
moved and turned to where, nearby, what is inside differs most, and most evenly, from what is outside.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.geometry import Doubles, edges, following, homographies, projected, proper
from vision.rectify import strips
from vision.types import Floats, Image

Whole = npt.NDArray[np.int64]

_CARD = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], dtype=np.float64)
"""A card in hundredths of its width, as all lengths here."""
_OUTWARD = np.array([[0, -1], [1, 0], [0, 1], [-1, 0]], dtype=np.float64)
_ALONG, _ENDS = 20, 0.12
"""Points of a side that is looked at, and the share of it at either end that is not, where corners are round."""
_REACH, _TURN = 14, 8
"""How far off the end of a side may lie from where it was found, and how much farther off than the other."""
_DEEP = 5
"""How deep what is inside and what is outside is compared."""
_STEP = 2
"""Distance of the lines among which the best is looked for, before it is moved by single hundredths."""
_USUAL = 6.0
"""How far off sides usually are: the farther off, the less an edge counts."""
_NOISE = 10.0
"""Grey levels of difference that any picture has."""
_EDGE, _BETTER = 1.0, 1.1
"""Difference, in deviations along it, that makes an edge, and how many times clearer than where it was found it is."""
_FARTHEST = 30.0
"""How far off no corner is."""

_AROUND = _REACH + _DEEP
_STRIP = (_ALONG, 2 * _AROUND)
_AT = np.arange(_ALONG)


def _strips() -> Doubles:
    """(4, 4, 2) what is looked at on both sides of each of a card's, outermost first."""
    side = edges(_CARD)
    start, end = _CARD + _ENDS * side, _CARD + (1 - _ENDS) * side
    away = _AROUND * _OUTWARD
    return np.stack([start + away, end + away, end - away, start - away], axis=1)


def _lines() -> tuple[Whole, Whole]:
    """How far out, (C,), the lines among which is looked first lie at a side's first end and at its second."""
    offsets = np.arange(-_REACH, _REACH + 1, _STEP)
    first, second = (each.ravel() for each in np.meshgrid(offsets, offsets, indexing="ij"))
    near = np.abs(first - second) <= _TURN
    return first[near], second[near]


def _along(first: Whole, second: Whole) -> Doubles:
    """(..., 20) how far out lines lie, (...,) at both ends, at the points that are looked at."""
    share = _ENDS + (1 - 2 * _ENDS) * (_AT + 0.5) / _ALONG
    return np.asarray(first[..., None] + (second - first)[..., None] * share)


def _means() -> Floats:
    """(P, C) what takes the mean along each line of values at every `_STEP`-th offset and all points of it."""
    offsets = 2 * _REACH // _STEP + 1
    out = np.zeros((len(_FIRST), offsets, _ALONG), dtype=np.float32)
    nearest = np.rint((_along(_FIRST, _SECOND) + _REACH) / _STEP).astype(np.int64)
    out[np.arange(len(_FIRST))[:, None], nearest, _AT] = 1 / _ALONG
    return out.reshape(len(_FIRST), -1).T.copy()


_STRIPS = _strips()
_FIRST, _SECOND = _lines()
_MEANS = _means()


def fitted(image: Image, quads: Floats) -> Floats:
    """Outlines (N, 4, 2) of cards in a BGR picture (H, W, 3) with their sides where, nearby, edges are.

    A side that nowhere is clearer than where it was found stays, and what is no outline of a card at all.
    """
    rows = np.flatnonzero(proper(quads))
    if not len(rows):
        return quads
    maps = homographies(_CARD[None], quads[rows])
    around = projected(np.repeat(maps, 4, axis=0), np.tile(_STRIPS, (len(rows), 1, 1)))
    first, second = _edges(strips(image, around.astype(np.float32), _STRIP))
    moved = _corners(first.reshape(-1, 4), second.reshape(-1, 4))
    near = np.abs(moved - _CARD).max(axis=(1, 2)) <= _FARTHEST
    out = quads.copy()
    out[rows[near]] = projected(maps[near], moved[near])
    return out


def _edges(seen: Image) -> tuple[Whole, Whole]:
    """How far out the edges in (N, 38, 20, 3) strips are at their first and second ends, (N,) each; 0 where found."""
    differs = _differences(seen)
    first, second = _nearly(differs)
    # Where it was found, and everything about the best so far.
    by, none = np.array([-1, 0, 1]), np.zeros((len(seen), 1), dtype=np.int64)
    first, second = first[:, None] + np.repeat(by, 3), second[:, None] + np.tile(by, 3)
    first, second = (np.concatenate([none, np.clip(ends, -_REACH, _REACH)], axis=1) for ends in (first, second))
    on = np.rint(_along(first, second)).astype(np.int64) + _REACH
    there = differs[np.arange(len(seen))[:, None, None], on, _AT]
    clear = _clear(np.moveaxis(there.mean(axis=2), -1, 1), (there**2).sum(axis=-1).mean(axis=2))
    best = (clear * _likely(first, second)).argmax(axis=1)
    rows = np.arange(len(seen))
    moved = (clear[rows, best] > _EDGE) & (clear[rows, best] > _BETTER * clear[:, 0])
    return np.where(moved, first[rows, best], 0), np.where(moved, second[rows, best], 0)


def _differences(seen: Image) -> Floats:
    """(N, 29, 20, 3) what is inside less what is outside, from the innermost offset on, in (N, 38, 20, 3) strips."""
    summed = np.zeros((len(seen), _STRIP[1] + 1, _ALONG, 3), dtype=np.float32)
    np.cumsum(seen, axis=1, dtype=np.float32, out=summed[:, 1:])
    within = summed[:, 2 * _DEEP :] - summed[:, _DEEP:-_DEEP]
    beyond = summed[:, _DEEP:-_DEEP] - summed[:, : -2 * _DEEP]
    # Strips begin outermost.
    return np.asarray(((within - beyond) / _DEEP)[:, ::-1])


def _nearly(differs: Floats) -> tuple[Whole, Whole]:
    """How far out, (N,) at both ends, the best of the lines lies among which is looked first."""
    coarse = differs[:, ::_STEP]
    squares = (coarse**2).sum(axis=-1, keepdims=True)
    values = np.moveaxis(np.concatenate([coarse, squares], axis=-1), -1, 1).reshape(len(differs), 4, -1)
    means = values @ _MEANS
    best = (_clear(means[:, :3], means[:, 3]) * _likely(_FIRST, _SECOND)).argmax(axis=1)
    return _FIRST[best], _SECOND[best]


def _clear(means: Floats, squares: Floats) -> Floats:
    """(N, C) how clear edges are of whose differences (N, 3, C) are the means and (N, C) those of their squares."""
    even = (means**2).sum(axis=1)
    return np.asarray(np.sqrt(even) / (np.sqrt(np.maximum(squares - even, 0)) + _NOISE))


def _likely(first: Whole, second: Whole) -> Doubles:
    """What an edge counts that lies so far out at both ends."""
    return np.asarray(np.exp(-(first**2 + second**2) / (4 * _USUAL**2)))


def _corners(first: Whole, second: Whole) -> Doubles:
    """(N, 4, 2) corners of cards whose sides are moved out by so much, (N, 4), at their first and second ends."""
    start = _CARD + first[..., None] * _OUTWARD
    end = following(_CARD) + second[..., None] * _OUTWARD
    one = np.ones((*first.shape, 1))
    lines = np.cross(np.concatenate([start, one], axis=-1), np.concatenate([end, one], axis=-1))
    meet = np.cross(np.roll(lines, 1, axis=1), lines)
    return np.asarray(meet[..., :2] / meet[..., 2:])
