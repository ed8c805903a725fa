"""Cards of a deck that was shown, each as a small picture of its whole face.

Where an index is blurred, hidden or was not found, pips and courts still tell one card of a known deck from another.
A face is compared with the deck's by correlation: over what is in sight of it, both ways up, with a little play for
the outline, and with what even light on a sloping card may do to it taken out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.corners import Group
from vision.cover import Cover, pictured
from vision.geometry import (
    UNIT,
    Doubles,
    areas,
    convex,
    homographies,
    inside,
    projected,
    short_edge_first,
    sizes,
)
from vision.probability import favoured, softmax
from vision.rectify import HEIGHT, INNER, WIDTH, patches
from vision.types import Floats, Image

CARDS = 52
_COARSE = 2
"""Pixels of a patch that make one of a portrait, each way: coarse, so that an outline a little beside matters less."""
_LEFT, _TOP = (int(np.floor(v)) // _COARSE for v in INNER[0])
_ROWS, _COLUMNS = HEIGHT // _COARSE - 2 * _TOP, WIDTH // _COARSE - 2 * _LEFT
PIXELS = _ROWS * _COLUMNS
"""Pixels of a portrait: the card as it fills the middle of a patch cut round its outline."""
SIZE = 2 * PIXELS
"""Numbers of a portrait: brightness, then redness, row by row."""
_PLAY = 1
"""Pixels of a portrait by which an outline may lie beside the card, each way."""
_RED = 1.5
"""What a level of redness counts for against one of brightness."""
WORTHS = (15.0, 8.0, 4.0)
"""Independent looks that the pixels of a whole face may amount to: neighbours show, and fail to show, the same. Decks
whose cards differ in little but their indices are told apart less surely."""
_LEAST = 0.3
"""Share of a face that has to be in sight."""
_SMALLEST = 24.0
"""Height of a card in pixels under which its face says nothing."""
_CLOSEST = 0.995
_DOUBT = 0.02
"""Chance that a face seen is none of the deck's as it was shown."""
_BESIDE = 0.3
"""What a portrait's log likelihood counts for beside what the face reader has said of the same face."""
_SURE = 0.99
"""Chance of a name from which the face is not asked."""

Flags = npt.NDArray[np.bool_]

_ACROSS, _DOWN = np.meshgrid(np.linspace(-1, 1, _COLUMNS), np.linspace(-1, 1, _ROWS))
_SLOPES = np.stack([np.ones(PIXELS), _ACROSS.ravel(), _DOWN.ravel()], axis=1).astype(np.float32)
_SPOTS = np.stack(np.meshgrid((np.arange(_COLUMNS) + 0.5) / _COLUMNS, (np.arange(_ROWS) + 0.5) / _ROWS), axis=-1)


@dataclass(frozen=True, eq=False)
class Portraits:
    """The faces of a deck.

    Attributes:
        pictures: (52, SIZE) in the order of `rules.cards.CARDS`, without slope, of length 1; zeros where unknown.
        worth: independent looks that a whole face amounts to in this deck.
    """

    pictures: Floats
    worth: float = WORTHS[0]

    @property
    def known(self) -> Flags:
        """(52,) which cards there are portraits of."""
        return np.asarray(np.abs(self.pictures).sum(axis=1) > 0)

    def likelihoods(self, cut: Image, seen: Flags) -> Floats:
        """(N, 52) logarithms, for one independent look, of how likely each card is to look like this; 0 the likeliest.

        Args:
            cut: (N, 96, 64, 3) BGR patches of whole cards.
            seen: (N, PIXELS) what is in sight of each.
        """
        out = np.zeros((len(cut), CARDS), dtype=np.float32)
        known = self.known
        for row, (patch, sight) in enumerate(zip(cut, seen, strict=True)):
            share = float(sight.mean())
            if share < _LEAST or not known.any():
                continue
            like = _levelled(_views(patch), sight) @ _levelled(self.pictures[known], sight).T
            best = np.clip(like.max(axis=0), 0.0, _CLOSEST)
            # A card that has no portrait may look like any.
            out[row] = np.quantile(best, 0.9)
            out[row, known] = best
            out[row] = -share / 2 * np.log(1 - out[row] ** 2)
            out[row] -= out[row].max()
        return out

    def chances(self, likelihoods: Floats) -> Floats:
        """(N, 52) chances of the cards from what `likelihoods` gives, doubt included."""
        return np.asarray(softmax(self.worth * likelihoods) * (1 - _DOUBT) + _DOUBT / CARDS, dtype=np.float32)

    def packed(self) -> npt.NDArray[np.int8]:
        """(52, SIZE) the portraits as whole numbers, as a profile's file keeps them."""
        most = np.maximum(np.abs(self.pictures).max(axis=1, keepdims=True), 1e-9)
        return np.asarray(np.rint(self.pictures * (127 / most)), dtype=np.int8)


def unpacked(stored: npt.NDArray[np.int8], worth: float) -> Portraits:
    """The portraits of a profile's file."""
    return Portraits(_levelled(stored.astype(np.float32), np.ones(PIXELS, dtype=bool)), worth)


def drawn(cuts: Sequence[Sequence[Image]]) -> Portraits:
    """Portraits from (96, 64, 3) BGR patches of whole cards, any number of each of the 52."""
    everything = np.ones(PIXELS, dtype=bool)
    pictures = np.zeros((CARDS, SIZE), dtype=np.float32)
    for card, looks in enumerate(cuts):
        for number, patch in enumerate(looks):
            views = _levelled(_views(patch), everything)
            fit = views @ pictures[card] if number else np.zeros(len(views))
            pictures[card] += views[int(fit.argmax()) if number else len(views) // 4]
    return Portraits(_levelled(pictures, everything))


def faces(image: Image, outlines: Floats, others: Sequence[Iterable[Floats]]) -> tuple[Image, Flags]:
    """What `Portraits.likelihoods` takes of whole cards in a picture.

    Args:
        image: (H, W, 3) BGR.
        outlines: (N, 4, 2) the cards; an outline that is none of a card, or a tiny one, counts as out of sight.
        others: for each card the outlines of what may lie over it.

    Returns:
        (N, 96, 64, 3) patches, and (N, PIXELS) what is in sight.
    """
    upright = short_edge_first(outlines.reshape(-1, 4, 2))
    seen = np.zeros((len(upright), PIXELS), dtype=bool)
    fit = convex(upright) & (areas(upright) > 1) & (sizes(upright)[:, 1] >= _SMALLEST)
    for row in np.flatnonzero(fit).tolist():
        onto = homographies(UNIT[None], upright[row][None].astype(np.float64))
        points = projected(onto, _SPOTS.reshape(1, -1, 2))[0].astype(np.float32)
        covers = np.array(list(others[row]), dtype=np.float32).reshape(-1, 4, 2)
        seen[row] = pictured(points, image.shape) & ~inside(points, covers).any(axis=0)
    return patches(image, upright), seen


def _views(patch: Image) -> Floats:
    """(V, SIZE) brightness and redness of a (96, 64, 3) patch's middle, both ways up and a little beside."""
    small = cv2.resize(patch, (WIDTH // _COARSE, HEIGHT // _COARSE), interpolation=cv2.INTER_AREA)
    colours = small.astype(np.float32)
    blue, green, red = colours[..., 0], colours[..., 1], colours[..., 2]
    both = np.stack([colours.mean(axis=2), _RED * (red - (green + blue) / 2)])
    reach = range(-_PLAY, _PLAY + 1)
    return np.stack(
        [
            way[:, _TOP + down : _TOP + down + _ROWS, _LEFT + across : _LEFT + across + _COLUMNS].reshape(-1)
            for way in (both, both[:, ::-1, ::-1])
            for down in reach
            for across in reach
        ]
    )


def _levelled(pictures: Floats, sight: Flags) -> Floats:
    """(K, SIZE) pictures over the (PIXELS,) in sight, slopes of brightness and colour taken out, of length 1."""
    slopes, _ = np.linalg.qr(_SLOPES * sight[:, None])
    both = pictures.reshape(-1, 2, PIXELS) * sight
    both = (both - (both @ slopes) @ slopes.T).reshape(-1, SIZE)
    return np.asarray(both / np.maximum(np.linalg.norm(both, axis=1, keepdims=True), 1e-6), dtype=np.float32)


def consulted(
    portraits: Portraits, image: Image, groups: Sequence[Group], table: Doubles, cover: Cover, alone: bool
) -> Doubles:
    """What each card is, its face compared with the deck's where its indices leave that open.

    Args:
        portraits: the deck.
        image: (H, W, 3) BGR.
        groups: the cards facing up.
        table: (G, 54) chances of each by its indices: 52 cards, joker, nothing.
        cover: what may lie over the cards.
        alone: whether nothing else has been said of their faces.

    Returns:
        (G, 54), rows that were not asked as they were.
    """
    asked = [row for row in range(len(groups)) if table[row].max() < _SURE]
    if not asked:
        return table
    others = [cover.outlines[cover.over[:, row]] for row in asked]
    says = portraits.likelihoods(*faces(image, np.stack([groups[row].outline for row in asked]), others))
    return favoured(table, asked, portraits.chances(says).astype(np.float64), 1.0 if alone else _BESIDE)
