"""What passes for a card and is none by its size and shape: boxes, phones, tiles of a floor, letters of a headline."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.geometry import sizes
from vision.matching import shared
from vision.slant import tells_shape
from vision.types import Floats, SeenCard, quads
from vision.yardstick import Yardstick, other_size, yardstick

_RIM = 3.0
"""Pixels from the edge of what was looked at within which a card may be cut off."""
_TOUCHING = 0.02
"""Share of a card from which another may cover part of it."""
_LARGE_PRINT = 0.45
"""Height of an index over that of a card, from which few decks print one."""
_SURELY_A_BACK = 0.95
"""Confidence from which a back is one, whatever its outline."""


def uncut(cards: Sequence[SeenCard], box: tuple[float, float, float, float]) -> list[bool]:
    """Which cards lie wholly within what was looked at: left, top, right and bottom of it in their pixels."""
    near, far = np.array(box[:2]) + _RIM, np.array(box[2:]) - _RIM
    return [bool(((card.corners > near) & (card.corners < far)).all()) for card in cards]


def of_a_size(cards: Sequence[SeenCard], lying: Sequence[Floats], whole: Sequence[bool]) -> list[bool]:
    """Which cards may be some by their size and shape.

    One face down that is far larger than those that lie there is none. Nor is what came to light beside all others and
    is of another size or shape, unless it was named or surely shows a back: a box, a phone, a card of another game. Nor
    a lone index half as high as a card, unless one as high is seen on a whole face: large letters, a vein of marble.

    Args:
        cards: of a look or a photo.
        lying: (4, 2) outlines of cards seen well before, in the pixels of the same picture.
        whole: which of the cards lie within the picture.
    """
    down = [card.side == "down" for card in cards]
    ok = [True] * len(cards)
    size = yardstick(quads(lying)) if any(down) else None
    if size is not None:
        none = size.outgrown(quads([card.corners for card in cards]))
        ok = [not (faces_down and too_large) for faces_down, too_large in zip(down, none, strict=True)]
    usual = [*lying, *(card.corners for card in cards if tells_shape(card))]
    asked = [
        number
        for number, card in enumerate(cards)
        if whole[number] and _may_be_a_thing(card) and not _covered_in_part(card.corners, usual)
    ]
    if asked:
        for number, other in zip(
            asked, other_size(quads([cards[k].corners for k in asked]), quads(usual)), strict=True
        ):
            ok[number] &= not other
    lone = [number for number, card in enumerate(cards) if card.guessed and card.indices]
    size = yardstick(quads(usual)) if lone else None
    if size is not None and not any(_large_print(card, size) for card in cards if not card.guessed):
        for number in lone:
            ok[number] &= not _large_print(cards[number], size)
    return ok


def _large_print(card: SeenCard, size: Yardstick) -> bool:
    """Whether all indices read on what may be a card are too high for cards of that size."""
    if not card.indices:
        return False
    prints = size.plane.to_table(quads([index.quad for index in card.indices])).astype(np.float32)
    return bool((sizes(prints)[:, 1] > _LARGE_PRINT * size.height).all())


def _covered_in_part(quad: Floats, others: Sequence[Floats]) -> bool:
    return any(other is not quad and shared(quad, other) > _TOUCHING for other in others)


def _may_be_a_thing(card: SeenCard) -> bool:
    if card.side == "down":
        return card.confidence < _SURELY_A_BACK
    return card.card is None and not card.guessed
