"""Scenes that a detector gets wrong, which are what it has left to learn: one deck in ten is a strange one to it."""

from __future__ import annotations

import numpy as np

from models.train.ring import CARD_CLASS, Truth
from models.train.views import index_heights
from vision.geometry import centres, inside, overlap_ratio, sizes
from vision.types import Floats, Sightings

_SURE = 0.5
_SEEN = 0.8
"""Share of a card or of an index in sight from which it should be found."""
_CARD, _INDEX = 40.0, 12.0
"""Height in pixels of the network's input from which it should be."""
_SAME, _NONE = 0.6, 0.2
"""Overlap from which an outline is that of a card, and up to which it is of none."""


def wrong_share(found: Sightings, truth: Truth, scale: float) -> float:
    """Share of what a look at a scene should have found, or did find, that it missed or found in vain.

    Args:
        found: what was seen, in pixels of the scene.
        truth: of the scene.
        scale: pixels of the network's input for one of the scene.
    """
    right = wrong = 0
    sure: dict[str, Floats] = {
        kind: getattr(found, f"{kind}_quads")[getattr(found, f"{kind}_scores") >= _SURE]
        for kind in ("face", "back", "index")
    }
    tall = sizes(truth.cards).max(axis=1, initial=0.0) * scale
    for kind, number in (("face", CARD_CLASS["up"]), ("back", CARD_CLASS["down"])):
        own = truth.cards[(truth.card_class == number) & (truth.card_visible > _SEEN) & (tall > _CARD)]
        missed = sum(all(overlap_ratio(quad, card) < _SAME for quad in sure[kind]) for card in own)
        # What lies half out of sight, or in a heap, may be found or not; of the other side it must not be.
        there = [*truth.cards[(truth.card_class == number) | (truth.card_class == 3)], *truth.ignore]
        vain = sum(all(overlap_ratio(quad, card) < _NONE for card in there) for quad in sure[kind])
        right, wrong = right + len(own) - missed, wrong + missed + vain
    heights = index_heights(truth.index)
    legible = (truth.index_visible > _SEEN).all(axis=1) & (heights * scale > _INDEX)
    off = np.linalg.norm(centres(sure["index"])[:, None] - centres(truth.index)[None], axis=2)
    near = off < 0.5 * heights[None]
    missed = int((legible & ~near.any(axis=0)).sum())
    open_to = inside(centres(sure["index"]), truth.ignore).any(axis=0)
    vain = int((~near.any(axis=1) & ~open_to).sum())
    right, wrong = right + int(legible.sum()) - missed, wrong + missed + vain
    return wrong / max(right + wrong, 1)
