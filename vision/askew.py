"""Indices that the detector put askew or a quarter turn round, taken at the angle at which they read clearly.

Of a card's corner an index tells two directions apart only by what it says: decks with four corners print the second
pair the other way about, and the detector may be in doubt.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.geometry import centres
from vision.rectify import patches, to_input
from vision.types import GLYPHS, Floats, GlyphReader, Image

_QUARTERS = (1, -1)
_ANGLES = (-30.0, -15.0, 15.0, 30.0)
_CLEAR = 0.8
"""Chance of its likeliest name from which an index is taken as it was found."""
_ILLEGIBLE = 0.1
"""Chance from which an index may be illegible because it lies on its side."""
_READS = 0.85
"""The same, from which another angle is believed, ..."""
_BETTER = 1.5
"""... and how many times what it was as found."""


@dataclass(frozen=True)
class Straightened:
    """Indices that read at another angle than they were found at.

    Attributes:
        rows: (K,) which of the indices they are.
        quads: (K, 4, 2) where they read.
        patches: (K, 96, 64, 3) BGR, cut there.
        read: what they say there, as the network gives it; nothing where none is turned.
    """

    rows: npt.NDArray[np.intp]
    quads: Floats
    patches: Image
    read: tuple[Floats, ...]


def straightened(
    reader: GlyphReader, image: Image, index_quads: Floats, glyphs: Floats, suits: Floats, thorough: bool = True
) -> Straightened:
    """Those indices that do not read clearly as found, and do so at another angle.

    Tried are other corners of the same quad as its upper left one, and small turns about its middle.

    Args:
        reader: the network.
        image: (H, W, 3) BGR at full resolution.
        index_quads: (N, 4, 2) in its pixels, clockwise from the index's own top left.
        glyphs: (N, 22) what they say as found.
        suits: (N, 5) likewise.
        thorough: whether to try small turns too, and all that does not read clearly; else only quarter turns of what
            is taken for illegible, which is what most of those look like that begin at another corner. Every try costs
            as much as the reading.
    """
    found = _clarity(glyphs, suits)
    tried = found < _CLEAR
    if not thorough:
        tried &= glyphs[:, GLYPHS.index("illegible")] > _ILLEGIBLE
    rows = np.flatnonzero(tried)
    if not len(rows):
        none = index_quads[:0]
        return Straightened(rows, none, patches(image, none), ())
    unclear = index_quads[rows]
    ways = [np.roll(unclear, quarter, axis=1) for quarter in _QUARTERS]
    ways += [rotated(unclear, angle) for angle in _ANGLES if thorough]
    turned = np.concatenate(ways)
    cut = patches(image, turned)
    read = reader.probabilities(to_input(cut))
    clear = _clarity(read[0], read[1]).reshape(len(ways), len(rows))
    best = clear.argmax(axis=0)
    reached = clear[best, np.arange(len(rows))]
    taken = np.flatnonzero((reached > _READS) & (reached > _BETTER * found[rows]))
    tries = best[taken] * len(rows) + taken
    return Straightened(rows[taken], turned[tries], cut[tries], tuple(part[tries] for part in read))


def rotated(quads: Floats, degrees: float) -> Floats:
    """(N, 4, 2) quads turned clockwise, as seen in a picture, about their middles."""
    cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    middles = centres(quads)[:, None]
    turn = np.array([[cosine, sine], [-sine, cosine]], dtype=np.float32)
    return np.asarray((quads - middles) @ turn + middles, dtype=np.float32)


def _clarity(glyphs: Floats, suits: Floats) -> Floats:
    """(N,) chance of the likeliest rank with the likeliest suit; a joker's word needs none."""
    ranks = glyphs[:, : GLYPHS.index("joker")].max(axis=1, initial=0.0) * suits.max(axis=1, initial=0.0)
    return np.asarray(np.maximum(ranks, glyphs[:, GLYPHS.index("joker")]), dtype=np.float32)
