"""The face reader network: which card a face is, told by its pips and its court.

Its input is float32 (N, 3, 128, 96), RGB in 0..1, a whole card either way up, its indices wiped out that were read by
themselves; its outputs are the logits of rank (N, 13), the ace first, and suit (N, 4).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.corners import Group
from vision.cover import Cover
from vision.geometry import UNIT, Doubles, Rows, centres, convex, homographies, projected, short_edge_first, sizes
from vision.language import CARD_SUIT, of_ranks
from vision.network import PatchNetwork
from vision.probability import favoured, softmax
from vision.rectify import CARD_INNER, card_patches, to_input
from vision.types import FaceReader, Floats, Image

_AROUND = 1.15
"""Size of what is wiped out to that of an index."""
_GREY = (128, 128, 128)
_SURE_IN_A_HURRY = 0.99
"""Chance of a name from which the face is not asked; where there is time every face is."""
_MISREAD = 0.01
"""Chance that the rank of a card is misread on all its indices, which are printed alike, however clear it seems: the
face of a card that lies open tells."""
_OPEN = 0.6
"""Share of a card in sight from which it lies open."""
_FLOOR = 0.05
"""Chance that a face is any card, whatever it looks like, ..."""
_SINGLE = 0.2
"""... and that one with a large pip alone is any card of its suit: some decks print no other on all of them, or on all
courts."""
_LEAST = 0.3
"""Share of a face that has to be in sight."""
_LEAST_LIKELY = 1e-6
"""What is added to how likely a face is, of which there is a logarithm."""
_SMALLEST = 17.0
"""Width of a card in pixels under which its face says nothing."""
_ACE = np.eye(1, 13, dtype=np.float32)
_NUMBERS = slice(1, 10)
"""Of the ranks those that print as many pips, where one is not all that a deck prints."""
_SPOTS = np.stack(np.meshgrid((np.arange(6) + 0.5) / 6, (np.arange(8) + 0.5) / 8), axis=-1).reshape(1, -1, 2)
"""Places on a card that tell how much of it is in sight."""


class OnnxFaceReader:
    """The trained face reader in ONNX Runtime."""

    def __init__(self, path: Path, threads: int | None = None) -> None:
        """Load the network.

        Raises:
            NetworkError: missing, damaged, or with other outputs than rank and suit.
        """
        self._network = PatchNetwork(path, "face reader", ["rank", "suit"], threads)

    def probabilities(self, inputs: Floats) -> tuple[Floats, Floats]:
        """Of (N, 3, 128, 96) RGB patches in 0..1: ranks (N, 13) and suits (N, 4)."""
        rank, suit = self._network.run(inputs)
        return softmax(rank), softmax(suit)


def wiped(patches: Image, outlines: Floats, indices: Sequence[Floats]) -> Image:
    """Patches of cards with their indices painted over in grey.

    Args:
        patches: (N, 128, 96, 3) as `vision.rectify.card_patches` cuts them; changed in place.
        outlines: (N, 4, 2) the cards in the picture.
        indices: for each card (K, 4, 2) indices in the picture.
    """
    onto = homographies(outlines.astype(np.float64), CARD_INNER[None].astype(np.float64))
    owners = np.repeat(np.arange(len(patches)), [len(quads) for quads in indices])
    if len(owners):
        quads = np.concatenate(indices)
        middles = centres(quads)[:, None]
        places = projected(onto[owners], (quads - middles) * _AROUND + middles)
        for owner, place in zip(owners.tolist(), np.rint(places).astype(np.int32), strict=True):
            cv2.fillConvexPoly(patches[owner], place, _GREY)
    return patches


@dataclass(frozen=True)
class Told:
    """What the faces of some cards told.

    Attributes:
        rows: R of the cards.
        says: (R, 52) chances of each by its face alone, had all cards been as likely before.
        shares: (R,) of each the share that is in sight.
    """

    rows: Rows
    says: Doubles
    shares: Doubles

    def weighed(self, table: Doubles) -> Doubles:
        """(G, 54) what each card is by its indices and its face, of the (G, 54) by its indices alone."""
        # The outline of a card of which little is in sight is not exact, and takes in what lies beside it.
        return favoured(_doubted(table, self.rows[self.shares >= _OPEN]), self.rows, self.says, self.shares)

    def likelihood(self, table: Doubles) -> float:
        """Logarithm of how likely these faces are on the cards that a table (G, 54) of chances takes them for."""
        expected = _doubted(table, self.rows)[self.rows, : self.says.shape[1]]
        known = expected.sum(axis=1)
        factors = (self.says.shape[1] * self.says) ** self.shares[:, None]
        return float(np.log((expected * factors).sum(axis=1) + 1 - np.minimum(known, 1.0) + _LEAST_LIKELY).sum())


def asked(
    reader: FaceReader,
    image: Image,
    groups: Sequence[Group],
    table: Doubles,
    index_quads: Floats,
    cover: Cover,
    every: bool = True,
    lettered: Sequence[int] = (),
) -> Told:
    """What the faces of cards tell.

    Args:
        reader: the network.
        image: (H, W, 3) BGR.
        groups: the cards facing up.
        table: (G, 54) chances of each by its indices: 52 cards, joker, nothing.
        index_quads: (N, 4, 2) the indices, of which the groups' members are rows.
        cover: what may lie over the cards.
        every: whether those are asked too whose indices leave nothing open.
        lettered: cards that show a rank large and nothing else: of those their suits alone are asked.
    """
    outlines = short_edge_first(cover.outlines[: len(groups)])
    fit = convex(outlines) & (sizes(outlines).min(axis=1) >= _SMALLEST)
    rows = np.flatnonzero(fit if every else fit & (table.max(axis=1) < _SURE_IN_A_HURRY))
    spots = projected(homographies(UNIT[None], outlines[rows].astype(np.float64)), _SPOTS)
    seen = cover.sees(spots, rows)
    shares = seen.mean(axis=1)
    rows, shares = rows[shares >= _LEAST], shares[shares >= _LEAST]
    if not len(rows):
        return Told(rows, np.zeros((0, len(CARD_SUIT))), np.zeros(0))
    own = [index_quads[groups[row].members] for row in rows]
    ranks, suits = reader.probabilities(to_input(wiped(card_patches(image, outlines[rows]), outlines[rows], own)))
    shown = ranks + _SINGLE * ranks[:, :1] * (_as_single(of_ranks(table[rows]), ranks) - _ACE)
    shown[np.isin(rows, lettered)] = 1 / shown.shape[1]
    says = (shown[:, :, None] * suits[:, None]).reshape(len(rows), -1).astype(np.float64)
    return Told(rows, (says + _FLOOR / says.shape[1]) / (1 + _FLOOR), shares.astype(np.float64))


def _as_single(read: Doubles, ranks: Floats) -> Doubles:
    """(13,) what a card with one pip alone is as well as an ace: a number only if the deck prints no more on those.

    Args:
        read: (R, 13) chances of the ranks of faces by their indices.
        ranks: (R, 13) by their faces.
    """
    out = np.full(read.shape[1], 1 / read.shape[1])
    both = (read * ranks)[:, _NUMBERS].sum(axis=1)
    out[_NUMBERS] *= 1 - both.max(initial=0.0)
    return out


def _doubted(table: Doubles, rows: Rows) -> Doubles:
    """A table of chances (G, 54), in some of whose rows any rank of the suit read is left a chance."""
    out = table.copy()
    # Ranks, suits.
    named = table[rows, :52].reshape(-1, 13, 4)
    named = (named + _MISREAD * named.mean(axis=1, keepdims=True)) / (1 + _MISREAD)
    out[rows, :52] = named.reshape(-1, 52)
    return out
