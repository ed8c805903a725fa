"""Tiles of a table and squares of a cloth that pass for face-down cards: what lies in them is what lies around them.

A back differs from the table beside it. Where those of a pack do so on all sides, an outline that differs from its
surroundings on none is not of that pack, however like a card its joints make it look; on a tiled floor that is many.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.geometry import Doubles, Flags, areas, centres, inside, near
from vision.outline import contrasts
from vision.paper import even
from vision.paving import Paving, paving
from vision.plane import askew
from vision.types import Floats, Image, SeenCard, quads

_OUT = 3.0
"""Contrast from which a side stands out, ..."""
_ALIKE = 1.8
"""... and up to which what is on both sides of it is the same."""
_BOLD = 2.5
"""How many times as much what is on one side of it may vary as what is on the other: on a bold pattern all contrasts
are small, and say nothing."""
_SIDES = 3
"""Sides in the picture that a back has to show to stand out, ..."""
_LIKELY = 0.5
"""... the confidence it has to have, ..."""
_BACKS = 2
"""... and how many places of such backs tell how those of the table's pack lie on it."""
_LARGE = 2.0
"""Times the area of those backs from which one side may stand out and an outline is none all the same."""
_PAVED = 4
"""Outlines that stand out on one side at most, which are tiles by themselves ..."""
_SURELY = 0.7
"""... unless they are backs as surely as that ..."""
_STRAIGHT = np.radians(0.8)
"""... where they lie as straight to each other as no hand lays cards."""
_IN_TIME = 6
"""Places that look so on two sides at least, in any looks, which are tiles where they lie as straight."""
_REMEMBERED = 64
"""Such places that are remembered at most."""
_ONE_PLACE = 0.4
"""Distance in card widths up to which two looks are at one place."""


@dataclass
class Tiles:
    """Remembers where backs stood out from a table, and where others did not; tells what cannot be a back."""

    _net: Paving | None = None
    _places: list[Floats] = field(default_factory=list)
    _flat: list[tuple[Floats, float]] = field(default_factory=list)
    _floor: bool = False

    def among(self, image: Image, cards: Sequence[SeenCard], lying: Sequence[Floats]) -> list[bool]:
        """Which face-down cards of a look are none.

        Args:
            image: (H, W, 3) BGR.
            cards: seen in it.
            lying: their outlines (4, 2) in the reference picture.
        """
        none = [False] * len(cards)
        down = [row for row, card in enumerate(cards) if card.side == "down"]
        if not down:
            return none
        told = {row: contrasts(image, cards[row].corners) for row in down}
        shown = {row: _shown(image, middles) for row, (_, _, middles) in told.items()}
        sides = {row: told[row][0][shown[row]] for row in down}
        self._recall(cards, lying, sides)
        laid = quads([lying[row] for row in down])
        self._net = paving(laid) if self._net is None else self._net
        if self._net is not None:
            for row, tile in zip(down, self._net.tiles(laid), strict=True):
                none[row] = bool(tile)
            down = [row for row in down if not none[row]]
        clear = [
            row
            for row in down
            if cards[row].confidence >= _LIKELY and len(sides[row]) >= _SIDES and sides[row].min() >= _OUT
        ]
        for row in clear:
            self._note(lying[row])
        if len(self._places) < _BACKS:
            left = {row: sides[row] for row in down}
            self._floor |= _paved(image, cards, left)
            flush = _flush(cards, left) if self._floor else none
            return [one or other for one, other in zip(none, flush, strict=True)]
        # What lies against a card has a card beside it there, not the table.
        surely = quads([card.corners for row, card in enumerate(cards) if card.side == "up" or row in clear])
        for row in down:
            contrast, times, middles = told[row]
            same = contrast < _ALIKE
            beside = inside(middles.astype(np.float32), surely).any(axis=0)
            free = shown[row] & ~beside & ~(same & (times > _BOLD))
            alike = int(same[free].sum())
            # An arm may lie along one side of a tile.
            differ = 1 if alike > 1 and self._large(lying[row]) else 0
            faint = self._floor and cards[row].confidence < _SURELY
            level = (shown[row] & ~beside & (contrast < _OUT)).any()
            none[row] = (alike > 1 and int(free.sum()) - alike <= differ) or bool(faint and level)
        return none

    def _recall(self, cards: Sequence[SeenCard], lying: Sequence[Floats], sides: Mapping[int, Doubles]) -> None:
        """Remember what does not stand out: a look at a part of the table shows a tile or two of its floor."""
        before = len(self._flat)
        for row, contrast in sides.items():
            flat = len(contrast) >= _SIDES and (contrast < _OUT).sum() > 1
            if flat and len(self._flat) < _REMEMBERED and not _at_one_of(lying[row], (one for one, _ in self._flat)):
                self._flat.append((lying[row], cards[row].confidence))
        if before == len(self._flat):
            return
        faint = [quad for quad, confidence in self._flat if confidence < _SURELY]
        if len(faint) >= _IN_TIME:
            self._floor |= askew(quads(faint)) < _STRAIGHT
        # A net that is known by a few tiles is off where it goes on.
        self._net = paving(quads([quad for quad, _ in self._flat])) or self._net

    def _large(self, quad: Floats) -> bool:
        """Whether an outline is far larger than the backs remembered."""
        return bool(areas(quad[None])[0] > _LARGE * areas(quads(self._places)).max())

    def _note(self, quad: Floats) -> None:
        """Remember a place; two are enough to know."""
        if len(self._places) < _BACKS and not _at_one_of(quad, self._places):
            self._places.append(quad)


def without_paving(image: Image, cards: Sequence[SeenCard]) -> list[SeenCard]:
    """The cards of a picture, (H, W, 3) BGR, without the tiles of a floor that pass for face-down ones."""
    net = paving(quads([card.corners for card in cards if card.side == "down"]))
    if net is not None:
        tile = net.tiles(quads([card.corners for card in cards]))
        cards = [card for card, one in zip(cards, tile, strict=True) if not one or card.side == "up"]
    down = [row for row, card in enumerate(cards) if card.side == "down"]
    if len(down) < _PAVED:
        return list(cards)
    sides = {}
    for row in down:
        contrast, _, middles = contrasts(image, cards[row].corners)
        sides[row] = contrast[_shown(image, middles)]
    if not _paved(image, cards, sides):
        return list(cards)
    return [card for card, tile in zip(cards, _flush(cards, sides), strict=True) if not tile]


def _at_one_of(quad: Floats, places: Iterable[Floats]) -> bool:
    """Whether an outline is at one of some places."""
    return any(near(quad, centres(place), _ONE_PLACE) for place in places)


def _shown(image: Image, middles: Doubles) -> Flags:
    """(4,) which sides of an outline lie in the picture, their `middles` being (4, 2)."""
    return np.asarray(((middles >= 0) & (middles < np.array(image.shape[1::-1]))).all(axis=1))


def _paved(image: Image, cards: Sequence[SeenCard], sides: Mapping[int, Doubles]) -> bool:
    """Whether plain tiles pass for cards: what is in them is what is around them, and they lie straight to each other.

    Args:
        image: (H, W, 3) BGR.
        cards: of a picture.
        sides: by place among them how far the sides in the picture of a face-down one tell it from what is around it.
    """
    flush = [
        row
        for row, contrast in sides.items()
        if len(contrast) >= _SIDES and (contrast >= _ALIKE).sum() <= 1 and cards[row].confidence < _SURELY
    ]
    tiles = [row for row in flush if even(image, cards[row].corners)] if len(flush) >= _PAVED else []
    return len(tiles) >= _PAVED and askew(quads([cards[row].corners for row in tiles])) < _STRAIGHT


def _flush(cards: Sequence[SeenCard], sides: Mapping[int, Doubles]) -> list[bool]:
    """Which cards on such a floor have a side that does not stand out: of two tiles, or half of one, others may."""
    return [
        row in sides and card.confidence < _SURELY and (not len(sides[row]) or float(sides[row].min()) < _OUT)
        for row, card in enumerate(cards)
    ]
