"""Training the face reader: which card a face is, its indices wiped out more often than not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from models.train.facenet import FaceNet
from models.train.fitting import Batch, Draw, PatchPlan, Score, fit, labelled, named
from models.train.patches import UNSAID, farther, jitter, sent
from models.train.ring import CARD_CLASS, Float, SceneRing, Truth
from rules.cards import Rank
from rules.glyphs import Language, infer, rank_of
from vision.facereader import wiped
from vision.geometry import centres, short_edge_first, sizes
from vision.rectify import card_patches
from vision.types import SUITS

_SHORTEST = 24.0
"""Height of a card in pixels from which its face says something."""
_SEEN = 0.3
"""Share of a card in sight from which it is asked for."""
_OPEN = 0.7
"""Share from which it is drawn twice as often."""
_DISPLACED = 0.5
"""Share of an index's displacement by which a card's outline is displaced."""
_ASTRAY = 0.2
"""Share of the outlines that are displaced twice as far."""
_WIPED, _SOME = 0.6, 0.2
"""Shares of the cards of which all indices are wiped out, and of which some are."""
_QUARTER = 0.04
"""Share of the cards cut lying: of one that looks square nobody knows which edge is the short one."""
_CLEAR = 0.9
"""Chance of a letter's rank from which it is asked for."""
_CLOSE = 0.05
"""Of a card's diagonal: how far the middle of its outline may lie from that of the card an index belongs to."""


@dataclass(frozen=True)
class Face:
    """A card's patch (128, 96, 3) BGR, its rank 0..12 and suit 0..3; `UNSAID` where a label asks for nothing."""

    image: NDArray[np.uint8]
    rank: int
    suit: int


class FacePatches:
    """Draws cards facing up from a ring of scenes or photos, outlined about as well as they are found."""

    def __init__(self, ring: SceneRing, passed_over: float = 0.0) -> None:
        """`passed_over` is as for `SceneRing.draw`."""
        self.ring = ring
        self.passed_over = passed_over

    def draw(self, rng: np.random.Generator, count: int) -> list[Face]:
        """Up to `count` cards of one scene, disturbed."""
        image, truth = self.ring.draw(rng, self.passed_over)
        asked = faces_of(truth)
        if not asked:
            return []
        weights = np.array([2.0 if face.open else 1.0 for face in asked])
        order = np.argsort(rng.exponential(size=len(asked)) / weights)
        return [self._patch(rng, image, truth.index, asked[chosen]) for chosen in order[:count]]

    def _patch(self, rng: np.random.Generator, image: NDArray[np.uint8], indices: Float, face: Asked) -> Face:
        quad = short_edge_first(face.quad[None])[0]
        height = float(sizes(quad[None])[0, 1])
        own = indices[face.indices]
        picture = image
        if height > 60 and rng.random() < 0.5:
            picture, moved = farther(rng, image, np.concatenate([quad[None], own]), height / 2)
            quad, own = moved[0], moved[1:]
        amount = _DISPLACED * (2.0 if rng.random() < _ASTRAY else 1.0)
        outline = jitter(rng, quad, amount)
        if rng.random() < 0.5:
            outline = np.roll(outline, 2, axis=0)
        if rng.random() < _QUARTER:
            outline = np.roll(outline, 1, axis=0)
        patch = card_patches(picture, outline[None])
        way = rng.random()
        if way < _WIPED + _SOME:
            chosen = own if way < _WIPED else own[rng.random(len(own)) < 0.5]
            found = [jitter(rng, each) for each in chosen]
            patch = wiped(patch, outline[None], [np.array(found, np.float32).reshape(-1, 4, 2)])
        return Face(sent(rng, patch[0]), face.rank, face.suit)


@dataclass(frozen=True)
class Asked:
    """A card facing up: corners (4, 2), rank and suit, rows of its indices, whether it lies open."""

    quad: Float
    rank: int
    suit: int
    indices: list[int]
    open: bool


def faces_of(truth: Truth) -> list[Asked]:
    """The cards of a scene or a photo that are asked for, each known by one of its indices."""
    known = np.isfinite(truth.index_card).all(axis=(1, 2)) & ~np.isin(truth.glyph, ("none", "joker"))
    rows = np.flatnonzero(known)
    if not len(rows):
        return []
    middles = centres(truth.index_card[rows])
    languages = infer({letter: 1.0} for letter in set(truth.glyph[rows].tolist()))
    out: list[Asked] = []
    if len(truth.cards):
        up = np.flatnonzero((truth.card_class == CARD_CLASS["up"]) & (truth.card_visible >= _SEEN))
        cards = [(truth.cards[row], bool(truth.card_visible[row] >= _OPEN)) for row in up]
    else:
        # Of photos only cards with an index that was found are known; the corners of one are known several times.
        apart = np.linalg.norm(middles[:, None] - middles[None], axis=2) < _CLOSE * _diagonals(truth.index_card[rows])
        firsts = np.flatnonzero(apart.argmax(axis=1) == np.arange(len(rows)))
        cards = [(truth.index_card[rows[first]], True) for first in firsts]
    for quad, open_ in cards:
        near = np.linalg.norm(middles - quad.mean(axis=0), axis=1) < _CLOSE * _diagonals(quad[None])[0]
        own = rows[near].tolist()
        if own and float(sizes(quad[None]).max()) >= _SHORTEST:
            rank = _rank(str(truth.glyph[own[0]]), languages)
            suit = str(truth.suit[own[0]])
            out.append(Asked(quad, rank, SUITS.index(suit) if suit in SUITS[:4] else UNSAID, own, open_))
    return out


def _diagonals(quads: Float) -> Float:
    """(N,) lengths of the diagonals of (N, 4, 2) quads."""
    return np.asarray(np.linalg.norm(quads[:, 2] - quads[:, 0], axis=1), np.float32)


def _rank(glyph: str, languages: Mapping[Language, float]) -> int:
    """The rank that a letter stands for; a V is a French jack or a Dutch queen, as the scene's language tells."""
    chances: dict[Rank, float] = {}
    for language, chance in languages.items():
        rank = rank_of(glyph, language)
        if rank is not None:
            chances[rank] = chances.get(rank, 0.0) + chance
    likeliest = max(chances, key=lambda rank: chances[rank])
    return likeliest - 1 if chances[likeliest] > _CLEAR * sum(chances.values()) else UNSAID


def train_faces(
    folder: Path, plan: PatchPlan, sources: Sequence[tuple[float, Draw[Face]]], device: str = "cpu"
) -> Path:
    """Train the face reader as `fit` does; the log's figure is the share of cards whose rank and suit are right."""
    torch.manual_seed(plan.seed)
    return fit(folder, plan, FaceNet(), sources, _stack, _judge, device)


def _stack(faces: Sequence[Face]) -> Batch:
    """Pictures (B, 3, 128, 96), rank and suit labels (B,)."""
    return labelled([face.image for face in faces], [(face.rank, face.suit) for face in faces])


def _judge(outputs: Any, asked: Batch) -> Score:
    return named(outputs, asked, (1.0, 1.0))
