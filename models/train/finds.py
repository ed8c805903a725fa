"""Composed scenes with the indices as they come to be read: as detector and aligner place them, and what they find
in vain.

A reader that is trained on true places alone has never seen a court's collar or a word on a box that the detector took
for an index, and has to learn to call them none.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.train.patches import UNSAID, asked
from models.train.ring import Float, SceneRing, Truth, indices_alone
from models.train.views import index_heights
from vision.aligner import aligned
from vision.geometry import corner_distances, inside, short_edge_first
from vision.reading import Reader
from vision.rectify import patches, to_input
from vision.types import GlyphReader, Image

SAME = 0.3
"""Distance of middles, in heights of the index, up to which a find is the index."""
APART = 1.0
"""The same from which it is none."""
_SURE = 0.95
"""Chance that the reader gives what is true from which there is little to learn."""


def gather_finds(
    reader: Reader, scenes: SceneRing, out: SceneRing, count: int, seed: int, easy: float = 1.0
) -> dict[str, int]:
    """Fill a ring with some scenes and what the detector finds in them.

    Args:
        reader: with the detector's present weights.
        scenes: composed scenes.
        out: the ring to fill.
        count: scenes to look at.
        seed: of the choice of scenes.
        easy: share kept of what the reader reads rightly and surely.

    Returns:
        Counts: scenes, indices found, finds in vain.
    """
    rng = np.random.default_rng(seed)
    counts = {"scenes": 0, "indices": 0, "in_vain": 0}
    for number in range(count):
        image, truth = scenes.draw(rng)
        pixels = np.ascontiguousarray(image)
        quads = reader.sight(pixels, live=False).index_quads
        if reader.aligner is not None:
            quads = aligned(reader.aligner, pixels, quads)
        found = as_found(quads, truth)
        if easy < 1:
            known = right_chances(reader.glyph_reader, pixels, found) >= _SURE
            found = _chosen(found, ~known | (rng.random(len(known)) < easy))
        if not len(found.glyph):
            # Nothing is known of the rest of the scene.
            continue
        out.put(number, pixels, found)
        vain = int((found.glyph == "none").sum())
        counts["scenes"] += 1
        counts["indices"] += len(found.glyph) - vain
        counts["in_vain"] += vain
    return counts


def as_found(quads: Float, truth: Truth) -> Truth:
    """The truth of index quads (N, 4, 2) that were found in a scene; those in doubt are left out.

    Corners begin at the index's own top left, whichever way round it was found. What is none is called so.
    """
    heights = index_heights(truth.index)
    kept: list[Float] = []
    glyphs: list[str] = []
    suits: list[str] = []
    visible: list[Float] = []
    for quad in quads:
        middle = quad.mean(0)
        tall = float(index_heights(short_edge_first(quad[None]))[0])
        away = np.linalg.norm(truth.index.mean(1) - middle, axis=1) / np.maximum(heights, tall) if len(heights) else []
        if inside(middle[None], truth.ignore).any():
            continue
        if len(away) == 0 or min(away) > APART:
            kept.append(quad)
            glyphs.append("none")
            suits.append("?")
            visible.append(np.ones(2, np.float32))
            continue
        nearest = int(np.argmin(away))
        if away[nearest] > SAME or not 0.6 < tall / heights[nearest] < 1.67:
            continue
        turn = int(corner_distances(truth.index[nearest][None], quad[None])[0, 0].argmin())
        kept.append(np.roll(quad, -turn, axis=0))
        glyphs.append(str(truth.glyph[nearest]))
        suits.append(str(truth.suit[nearest]))
        visible.append(truth.index_visible[nearest])
    unknown = [np.full((4, 2), np.nan, np.float32)] * len(kept)
    return indices_alone(kept, unknown, visible, glyphs, suits, [])


def right_chances(reader: GlyphReader, image: Image, found: Truth) -> Float:
    """(N,) chance that the reader gives to what each of the indices found is to be read as.

    Args:
        reader: the network.
        image: (H, W, 3) BGR.
        found: as `as_found` gives them.
    """
    glyphs, suits, _, _ = reader.probabilities(to_input(patches(image, found.index)))
    heights = index_heights(found.index)
    out = np.ones(len(heights), np.float32)
    for row, height in enumerate(heights):
        for chances, wanted in zip((glyphs[row], suits[row]), asked(found, row, float(height)), strict=True):
            if wanted != UNSAID:
                out[row] *= chances[wanted]
    return out


def _chosen(found: Truth, kept: np.ndarray) -> Truth:
    """What was found, of some rows only."""
    return replace(
        found,
        **{name: getattr(found, name)[kept] for name in ("index", "index_card", "index_visible", "glyph", "suit")},
    )
