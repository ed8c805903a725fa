"""Face-down cards of one picture: which of the sightings are cards, and which are two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.assembly import Assembled
from vision.faces import fits, vouched
from vision.geometry import areas, short_edge_first, sizes
from vision.naming import Naming, upright
from vision.paper import plain
from vision.plane import fit_plane
from vision.types import Image, SeenCard, Sightings

_ONE_OF_MANY = 0.2
"""Confidence from which a face-down card is one if it lies among others of its size and shape, ..."""
_FAINTEST = 0.08
"""... the same where a place is looked at again and again, and its edges count too, ..."""
_AS_LIKELY = 0.25
"""... the share of the confidence of the others that it has at least, ..."""
_MANY = 3
"""... and how many others there are at least."""
_SURE = 0.5
"""Confidence of those that tell what size cards are."""
_TWO = 1.5
"""How many times the size of a card is too much for one."""
_LARGEST = 3.0
"""Area over that of the others, on the table, from which an outline is no card's, ..."""
_WITNESSES = 5
"""... where at least so many others ..."""
_FLAT = 0.06
"""... lie in one plane, the median deviation of their edges from one size being smaller."""
_SIZE_OFF = 0.2
"""Share by which the sides of an outline round two cards may differ from theirs."""


def face_down(
    frame: Image, found: Sightings, laid: Assembled, cards: Sequence[SeenCard], naming: Naming, least: float
) -> list[SeenCard]:
    """Face-down cards, likely by themselves or several of one size, and of a size with the cards facing up, if any.

    A plain white one is a sheet of paper unless other cards vouch for its size and shape.

    Args:
        frame: (H, W, 3) BGR.
        found: its sightings.
        laid: which of them are backs.
        cards: those facing up.
        naming: makes cards of sightings.
        least: confidence from which one needs no others like it; 0 where whoever asks weighs faint ones by himself.
    """
    seen: list[SeenCard] = []
    known = [card.corners for card in cards if card.card is not None]
    for row in laid.backs:
        quad = found.back_quads[row]
        if known and not fits(quad, known):
            continue
        if plain(frame, quad):
            others = [card.corners for card in cards]
            others += [found.back_quads[other] for other in laid.backs if other != row]
            if not vouched(quad, others):
                continue
        card = naming.back(row)
        if card.confidence >= (_ONE_OF_MANY if least else _FAINTEST):
            seen.append(card)
    witnesses = [card for card in seen if card.confidence >= _ONE_OF_MANY]

    def alike(card: SeenCard) -> int:
        return sum(vouched(card.corners, [other.corners]) for other in witnesses if other is not card)

    # Things that only look like a back are of all sizes; those of one size lie on a table because they are cards.
    # The backs of a pack are alike, and so is how hard they are to tell.
    share = _AS_LIKELY * float(np.median([card.confidence for card in witnesses])) if witnesses else 1.0
    enough = max(least, _ONE_OF_MANY)
    return parted(
        [card for card in seen if card.confidence >= enough or (card.confidence >= share and alike(card) >= _MANY)]
    )


def parted(cards: Sequence[SeenCard]) -> list[SeenCard]:
    """Face-down cards, an outline round two that lie edge to edge made two by the size of the others.

    One that is far larger than all others of a table seen well is none: a patch of cloth with something of a border.
    """
    quads = short_edge_first(np.array([card.corners for card in cards], dtype=np.float32).reshape(-1, 4, 2))
    area = np.abs(areas(quads))
    sure = np.array([card.confidence >= _SURE for card in cards], dtype=bool)
    usual = sure & (area < _TWO * np.median(area[sure])) if sure.any() else sure
    if usual.sum() < _MANY:
        return list(cards)
    plane = fit_plane(quads[usual])
    flat = plane.to_table(quads.reshape(-1, 2)).reshape(-1, 4, 2)
    sides = sizes(flat.astype(np.float32))
    width, height = np.median(sides[usual], axis=0)
    share = sides.prod(axis=1) / (width * height)
    witnesses = (share > 1 / _TWO) & (share < _TWO)
    known = witnesses.sum() >= _WITNESSES and plane.error < _FLAT
    out: list[SeenCard] = []
    for card, corners, (short, long), times in zip(cards, flat, sides, share, strict=True):
        if not any(_near(short, one) and _near(long, 2 * other) for one, other in ((height, width), (width, height))):
            if times < _LARGEST or not known:
                out.append(card)
            continue
        left, right = (corners[[0, 1]] + corners[[3, 2]]) / 2
        halves = [np.stack([corners[0], corners[1], right, left]), np.stack([left, right, corners[2], corners[3]])]
        out += [replace(card, corners=upright(plane.to_image(half).astype(np.float32))) for half in halves]
    return out


def _near(length: float, wanted: float) -> bool:
    return bool(abs(length / wanted - 1) < _SIZE_OFF)
