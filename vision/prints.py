"""One deck, one print: where on a card its index stands is the same for every card of a deck.

The robust median over all indices of a picture mends card outlines that came out wrong, and shows up pips and courts'
heads that were taken for indices: they stand where this deck prints none.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision import geometry
from vision.geometry import (
    UNIT,
    Doubles,
    affinities,
    homographies,
    median_quad,
    projected,
    rightward,
    rolled,
    transformed,
)
from vision.types import Floats

FEWEST = 3
"""Indices it takes to know a deck's print."""
_OFF = 0.14
"""Distance of an index's centre from where the print has it, in mean card sides, from which on something is wrong."""


@dataclass(frozen=True, eq=False)
class Seats:
    """Where each index sits on its card, as its own sighting has it.

    Attributes:
        outlines: (N, 4, 2) the cards, each turned so that its first edge runs along the index's reading direction.
        right: (N,) whether the index stands at the right end of that edge, as the second index of a four-corner deck.
        places: (N, 4, 2) the index in the card's own coordinates (the unit square), as if it stood at the left.
        proper: (N,) whether the outline is a convex quad, so that the others mean anything.
    """

    outlines: Floats
    right: npt.NDArray[np.bool_]
    places: Doubles
    proper: npt.NDArray[np.bool_]

    def of(self, rows: list[int]) -> Seats:
        """The seats of some of the indices."""
        return Seats(self.outlines[rows], self.right[rows], self.places[rows], self.proper[rows])


def seats(index_quads: Floats, index_cards: Floats) -> Seats:
    """Where each of (N, 4, 2) indices sits on its (N, 4, 2) card."""
    count = len(index_quads)
    proper = geometry.proper(index_cards)
    turns = rolled(index_cards)
    reads = rightward(index_quads)
    edges = rightward(turns)
    along = np.einsum("ntk,nk->nt", edges, reads) / np.maximum(np.hypot(edges[..., 0], edges[..., 1]), 1e-6)
    turn = along.argmax(axis=1) if count else np.zeros(0, dtype=np.intp)
    outlines = turns[np.arange(count), turn]
    places = np.full((count, 4, 2), 0.5)
    if proper.any():
        maps = homographies(outlines[proper], np.broadcast_to(UNIT, (int(proper.sum()), 4, 2)))
        places[proper] = projected(maps, index_quads[proper])
    right = places[..., 0].mean(axis=1) > 0.5
    places[right] = mirror(places[right])
    return Seats(outlines, right, places, proper)


def mirror(places: Doubles) -> Doubles:
    """(N, 4, 2) quads on the unit square, left and right exchanged, still clockwise from their own top left."""
    flipped = places[:, [1, 0, 3, 2]].copy()
    flipped[..., 0] = 1 - flipped[..., 0]
    return flipped


@dataclass(frozen=True, eq=False)
class Print:
    """Where a deck prints its index.

    Attributes:
        place: (4, 2) the index at the top left, in the card's own coordinates.
        spread: median distance of the indices' centres from it, in mean card sides.
    """

    place: Doubles
    spread: float

    def centre(self) -> Doubles:
        """(2,) centre of the index at the top left, in the card's own coordinates."""
        return np.asarray(self.place.mean(axis=0))

    def corners(self) -> Doubles:
        """(4, 2) centres of the indices that a deck of four corners prints, in the card's own coordinates."""
        x, y = self.centre()
        return np.array([(x, y), (1 - x, y), (x, 1 - y), (1 - x, 1 - y)])

    def off(self, sat: Seats) -> npt.NDArray[np.bool_]:
        """Which indices stand where this deck prints none."""
        tolerance = max(_OFF, 3 * self.spread)
        far = np.hypot(*(sat.places.mean(axis=1) - self.centre()).T) > tolerance
        return np.asarray(far | ~sat.proper)

    def aside(self, outlines: Floats, right: npt.NDArray[np.bool_]) -> Floats:
        """(N, 4, 2) cards moved to the other side of their indices, which stand at the right where `right` (N,)."""
        shift = (0.5 - float(self.centre()[0])) * rightward(outlines)[:, None]
        return (outlines + np.where(right[:, None, None], shift, -shift)).astype(np.float32)

    def outlines(self, index_quads: Floats, right: npt.NDArray[np.bool_]) -> Floats:
        """(N, 4, 2) cards that would have the indices in their place."""
        there = np.where(right[:, None, None], mirror(self.place[None]), self.place[None])
        maps = affinities(there, index_quads)
        return transformed(maps, np.broadcast_to(UNIT, there.shape)).astype(np.float32)


USUAL = Print(np.array([[0.03, 0.03], [0.14, 0.03], [0.14, 0.2], [0.03, 0.2]]), 0.05)
"""Where a standard deck prints its index: for a picture with too few to tell."""


def learn(sat: Seats, sure: npt.NDArray[np.bool_]) -> Print | None:
    """The deck's print from the indices that are surely some; None where there are too few or they do not agree."""
    use = sat.proper & sure
    if int(use.sum()) < FEWEST:
        return None
    place = median_quad(sat.places[use])
    distance = np.hypot(*(sat.places[use].mean(axis=1) - place.mean(axis=0)).T)
    near = distance <= max(_OFF, 2 * float(np.median(distance)))
    if int(near.sum()) < FEWEST or near.mean() < 0.5:
        return None
    place = median_quad(sat.places[use][near])
    return Print(place, float(np.median(distance)))


def mended(index_quads: Floats, sat: Seats, deck: Print, off: npt.NDArray[np.bool_]) -> Seats:
    """The seats, with the outlines of those that are `off` (N,) replaced by ones that fit the print."""
    if not off.any():
        return sat
    outlines, places = sat.outlines.copy(), sat.places.copy()
    # A card that was put on the wrong side of its index says nothing of the side: reading order has it at the left.
    right = sat.right & ~off
    outlines[off] = deck.outlines(index_quads[off], right[off])
    places[off] = deck.place
    return Seats(outlines, right, places, sat.proper | off)


def exchanged(sat: Seats, deck: Print) -> Seats:
    """The seats as if every index stood at the other end of its card's edge.

    An index alone does not tell at which end of a four-corner deck's edge it stands: the card may lie to either side.
    """
    return Seats(deck.aside(sat.outlines, sat.right), ~sat.right, sat.places, sat.proper)


def depths(points: Floats, outlines: Floats) -> Doubles:
    """(N, K, 2) points, of (K, 2), in the own coordinates of each of (N, 4, 2) convex cards."""
    onto_unit = homographies(outlines, np.broadcast_to(UNIT, outlines.shape))
    return projected(onto_unit, np.broadcast_to(points, (len(outlines), *points.shape)))
