"""The reader network: what each printed index says.

Its input is float32 (N, 3, 96, 64), RGB in 0..1; its outputs are the logits of glyph (N, 22), suit (N, 5) and
direction (N, 3), and the features (N, 128) they come from.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.aligner import aligned
from vision.geometry import Flags, Rows, centres, inside, rolled, sizes
from vision.ink import measured
from vision.levels import percentiles
from vision.network import PatchNetwork
from vision.probability import softmax
from vision.rectify import INNER, patches, to_input
from vision.suits import by_themselves
from vision.types import GLYPHS, SUITS, Aligner, DeckProfile, Floats, GlyphReader, Image, IndexReading

UP, HALF_TURN, MIRRORED = range(3)
_CLEAR = 0.5
"""Chance of its likeliest name from which an index is not aligned again."""
_RANKED, _SUITED = 0.9, 0.8
"""Chance of a rank from which it alone was found, and of a suit from which it is found too."""
_AS_TALL = 1.3
"""How much higher it may be then."""
_ALIGNMENTS = 3
"""How often an index without a suit is aligned on."""
_NO_SUIT = SUITS.index("none")
_BEYOND_DOUBT = 0.99
"""Chance of the likeliest name from which an index is not read again."""
_SIZES = (0.88, 1.12)
"""What else of an index's size it is cut at."""
_EVERY = 3
"""The glare of a patch is taken from every third pixel, each way."""


class OnnxReader:
    """The trained reader in ONNX Runtime.

    Attributes:
        version: of its weights, by which a deck taught to others is known.
    """

    def __init__(self, path: Path, threads: int | None = None) -> None:
        """Load the network.

        Raises:
            NetworkError: missing, damaged, or with other outputs than glyph, suit, direction and features.
        """
        self._network = PatchNetwork(path, "reader", ["glyph", "suit", "direction", "features"], threads)
        self.version = hashlib.sha256(path.read_bytes()).hexdigest()[:16]

    def probabilities(self, inputs: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Of (N, 3, 96, 64) RGB patches in 0..1: glyphs (N, 22), suits (N, 5), directions (N, 3), features (N, 128)."""
        glyph, suit, direction, features = self._network.run(inputs)
        return softmax(glyph), softmax(suit), softmax(direction), features


def identify(
    reader: GlyphReader,
    image: Image,
    index_quads: Floats,
    deck: DeckProfile | None = None,
    aligner: Aligner | None = None,
    thorough: bool = True,
    most_suits: int | None = None,
) -> list[IndexReading]:
    """What every index says, in the order given.

    Each is read where the aligner sees its corners; one that does not read clearly there is aligned once more from
    what came of it, and where there is time read cut a little wider and closer too. Suits in doubt are read alone.
    A patch that the reader takes to stand on its head is turned and read again, so that a 6 does not pass for a 9.
    Where most of the indices are mirrored the whole picture is, and all are turned over and read again.

    Args:
        reader: the network.
        image: (H, W, 3) BGR at full resolution.
        index_quads: (N, 4, 2) in its pixels, clockwise from the index's own top left.
        deck: what is known of the deck, if anything.
        aligner: the network that says where an index's corners are; None takes them to be where they were found.
        thorough: whether to take the time for reading doubtful ones at several sizes.
        most_suits: of how many indices suits in doubt are looked for by themselves; None for all.
    """
    if len(index_quads) == 0:
        return []
    if aligner is not None:
        index_quads = aligned(aligner, image, index_quads)
    looked = _Looked.at(index_quads, image, reader)
    if aligner is not None:
        _aligned_again(reader, aligner, image, looked)
        if most_suits != 0:
            _suit_sought(reader, aligner, image, looked)
    index_quads, cut = looked.quads, looked.cut
    glyphs, suits, ways, features = looked.said
    if thorough:
        _read_again(reader, image, index_quads, (glyphs, suits, ways))
    turned = (ways[:, HALF_TURN] > 0.5) & (ways[:, HALF_TURN] > ways[:, UP])
    legible = glyphs[:, GLYPHS.index("none") :].sum(axis=1) < 0.5
    mirrored = legible.any() and bool((ways[legible, MIRRORED] > 0.5).mean() > 0.5)
    again = np.ones(len(cut), dtype=bool) if mirrored else turned
    if again.any():
        second = cut[again]
        second = np.where(turned[again][:, None, None, None], second[:, ::-1, ::-1], second)
        if mirrored:
            second = second[:, :, ::-1]
        reread = reader.probabilities(to_input(second))
        for part, new in zip((glyphs, suits, features), (reread[0], reread[1], reread[3]), strict=True):
            part[again] = new
        upright = cut.copy()
        upright[again] = second
    else:
        upright = cut
    quads = np.where(turned[:, None, None], rolled(index_quads)[:, 2], index_quads)
    suits = by_themselves(reader, image, quads, glyphs, suits, mirrored, most_suits)
    if deck is not None:
        glyphs, suits = deck.adjusted(glyphs, suits, features, upright)
    sharpness, glare = _looks(cut, sizes(index_quads)[:, 1])
    inks = measured(cut)
    return [
        IndexReading(
            glyphs=glyphs[row],
            suits=suits[row],
            directions=ways[row],
            quad=quads[row],
            turned=bool(turned[row]),
            sharpness=float(sharpness[row]),
            glare=float(glare[row]),
            ink=inks[row],
            features=features[row],
            # A copy, so that a card remembered does not hold on to the patches of all its picture.
            patch=upright[row].copy(),
        )
        for row in range(len(cut))
    ]


@dataclass
class _Looked:
    """Where indices were looked for, and what was seen: quads (N, 4, 2), their patches, and what each is said to be."""

    quads: Floats
    cut: Image
    said: tuple[Floats, ...]

    @classmethod
    def at(cls, quads: Floats, image: Image, reader: GlyphReader) -> _Looked:
        cut = patches(image, quads)
        return cls(quads, cut, tuple(part.copy() for part in reader.probabilities(to_input(cut))))

    @property
    def clarity(self) -> Floats:
        """(N,) chance of the likeliest rank with the likeliest suit; a joker's word needs none."""
        glyphs, suits = self.said[:2]
        ranks = glyphs[:, : GLYPHS.index("joker")].max(axis=1, initial=0.0) * suits.max(axis=1, initial=0.0)
        return np.asarray(np.maximum(ranks, glyphs[:, GLYPHS.index("joker")]), dtype=np.float32)

    def take(self, rows: Rows, better: _Looked, which: Flags) -> None:
        """What another look at `rows` saw, where it counts."""
        taken = rows[which]
        self.quads[taken], self.cut[taken] = better.quads[which], better.cut[which]
        for part, new in zip(self.said, better.said, strict=True):
            part[taken] = new[which]


def _aligned_again(reader: GlyphReader, aligner: Aligner, image: Image, looked: _Looked) -> None:
    """Align once more what does not read clearly, in place, and take what is clearer then."""
    before = looked.clarity
    rows = np.flatnonzero(before < _CLEAR)
    if len(rows):
        again = _Looked.at(aligned(aligner, image, looked.quads[rows]), image, reader)
        looked.take(rows, again, again.clarity > before[rows])


def _suit_sought(reader: GlyphReader, aligner: Aligner, image: Image, looked: _Looked) -> None:
    """Align on, in place, what shows a rank alone: where the suit stands far beside it every alignment takes in more.

    It counts only where the same rank, in its place and of its height, comes to be seen with a clear suit.
    """
    said = looked.said
    rank, missing = said[0].argmax(axis=1), said[1][:, _NO_SUIT]
    rows = np.flatnonzero((said[0].max(axis=1) > _RANKED) & (rank < GLYPHS.index("joker")) & (missing > _CLEAR))
    quads = looked.quads[rows]
    began, tall = centres(quads), sizes(quads)[:, 1]
    for _ in range(_ALIGNMENTS):
        if not len(rows):
            return
        again = _Looked.at(aligned(aligner, image, quads), image, reader)
        grown = sizes(again.quads)[:, 1] / tall
        glyphs, suits = again.said[:2]
        same = (glyphs.argmax(axis=1) == rank[rows]) & (glyphs.max(axis=1) > _RANKED)
        same &= inside(began, again.quads).diagonal() & (grown > 1 / _AS_TALL) & (grown < _AS_TALL)
        found = same & (suits[:, :_NO_SUIT].max(axis=1) > _SUITED)
        looked.take(rows, again, found)
        left = same & ~found
        rows, quads, began, tall = rows[left], again.quads[left], began[left], tall[left]


def _read_again(reader: GlyphReader, image: Image, index_quads: Floats, said: tuple[Floats, Floats, Floats]) -> None:
    """Make what is said (glyphs, suits, directions) of indices that leave a doubt the mean of several cuts, in place.

    A misreading seldom survives another size; what a reading is right about does.
    """
    rows = np.flatnonzero(said[0].max(axis=1) * said[1].max(axis=1) < _BEYOND_DOUBT)
    if not len(rows):
        return
    middles = centres(index_quads[rows])[:, None]
    cuts = np.concatenate([(index_quads[rows] - middles) * size + middles for size in _SIZES]).astype(np.float32)
    for part, more in zip(said, reader.probabilities(to_input(patches(image, cuts)))[:3], strict=True):
        part[rows] = (part[rows] + more.reshape(len(_SIZES), len(rows), -1).sum(axis=0)) / (1 + len(_SIZES))


def _looks(cut: Image, heights: Floats) -> tuple[Floats, Floats]:
    """Sharpness (N,) and glare (N,) of BGR patches whose indices are `heights` (N,) pixels high.

    Sharpness is the share of the patch's contrast found between neighbouring pixels of the picture (not of the patch,
    which may be enlarged).
    """
    (left, top), (right, bottom) = np.round(INNER[[0, 2]]).astype(int)
    count = len(cut)
    inner = cut[:, top:bottom, left:right].astype(np.float32)
    grey = inner @ np.array([0.114, 0.587, 0.299], dtype=np.float32)
    # A picture smaller than its patch is compared over as many patch pixels as one of its own covers.
    step = np.clip(np.rint((bottom - top) / np.maximum(heights, 1)), 1, 6).astype(int)
    detail = np.empty(count, dtype=np.float32)
    for size in np.unique(step):
        rows = step == size
        chosen = grey[rows]
        across = chosen[:, :, size:] - chosen[:, :, :-size]
        down = chosen[:, size:] - chosen[:, :-size]
        detail[rows] = np.sqrt((across**2).mean(axis=(1, 2)) + (down**2).mean(axis=(1, 2)))
    sharpness = np.clip(detail / (1.4 * grey.std(axis=(1, 2)) + 4), 0, 1)
    low, high = percentiles(grey[:, ::_EVERY, ::_EVERY].reshape(count, -1), (5, 95))
    clipped = (grey >= 250).mean(axis=(1, 2))
    glare = clipped * np.clip(1 - (high - low) / 120, 0, 1)
    return sharpness.astype(np.float32), glare.astype(np.float32)
