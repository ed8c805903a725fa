"""To which side of its indices a card of a four-corner deck lies, where it shows those of one edge alone.

They look the same from either side. But no other card lies over an index that is seen, and over one that is not seen
something does; and where a card lies that nothing covers, no table shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.corners import BESIDE, Group, sound
from vision.geometry import UNIT, Doubles, Flags, areas, centres, homographies, inside, projected
from vision.language import NOTHING
from vision.prints import Print, depths
from vision.types import Floats, Image

_CLEAR = 0.6
"""Chance of an index's likeliest name from which it is one."""
_CROSSED = 1.0
"""What two cards cost that each show an index where the other lies, in corners that nothing hides though unseen."""
_OTHER = 0.4
"""What it costs in the same measure that a card lies to another side than its indices' own outlines say."""

_TABLE = 3.0
"""What a card costs that would lie where the table shows all over."""
_GRID = (np.stack(np.meshgrid((np.arange(5) + 0.5) / 5, (np.arange(6) + 0.5) / 6), axis=-1)).reshape(-1, 2)
"""Places on a card that tell whether it lies there, in its width and height."""
_PRINTED = np.stack(np.meshgrid(np.linspace(0.1, 0.9, 5), np.linspace(0.05, 0.95, 7)), axis=-1).reshape(-1, 2)
"""Places on an index, most of them its paper."""
_SAMPLES = 1500
"""Places of the picture of which those beside all cards tell what the table looks like."""
_SIDE = 900
"""Longer side in pixels of the picture in which colours are compared."""
_COLOURS = 4
"""Colours that a table has."""

Ways = npt.NDArray[np.intp]


def settle(
    groups: Sequence[Group],
    index_quads: Floats,
    chances: Doubles,
    backs: Floats,
    deck: Print,
    frame: Image | None = None,
) -> None:
    """Put the outlines, in place, of cards that show the indices of one edge to the side where they must lie.

    Args:
        groups: the cards facing up of a four-corner deck.
        index_quads: (N, 4, 2) the indices, of which the groups' members are rows.
        chances: (N, 54) what each says.
        backs: (B, 4, 2) the face-down cards.
        deck: where it prints its indices.
        frame: (H, W, 3) BGR, to see where the table shows; None where nobody can tell.
    """
    sure = [group for group in groups if chances[group.members, :NOTHING].max(initial=0.0) > _CLEAR]
    cards = sound(sure)
    if not cards:
        return
    scene = _Scene.of(cards, index_quads, backs, deck, frame)
    for group, outline in zip(cards, scene.outlines[scene.best(), np.arange(len(cards))], strict=True):
        group.outline = outline


@dataclass(frozen=True, eq=False)
class _Scene:
    """Cards as they may lie: as outlined, or to the other side of their indices.

    Attributes:
        outlines: (2, G, 4, 2) both ways of every card.
        free: (G,) which may lie the other way.
        unseen: (2, G, 4) at which corners no index is seen though no face-down card hides it.
        hidden: (2, G, 2, G, 4) which corners of the second card the first one hides, if it can lie over it.
        crossed: (2, G, 2, G) whether each of the two shows an index where the other one lies.
        table: (2, G, P) at which places on it the picture looks like the table.
        over: (2, G, 2, G, P) which of those on the second card lie within the first.
    """

    outlines: Floats
    free: Flags
    unseen: Flags
    hidden: Flags
    crossed: Flags
    table: Flags
    over: Flags

    @classmethod
    def of(cls, cards: Sequence[Group], index_quads: Floats, backs: Floats, deck: Print, frame: Image | None) -> _Scene:
        """The scene of some cards, each with an index."""
        count = len(cards)
        told = np.stack([card.outline for card in cards])
        owners = np.repeat(np.arange(count), [len(card.members) for card in cards])
        marks = index_quads[np.concatenate([card.members for card in cards])]
        middles = centres(marks)
        seats = depths(middles, told)[owners, np.arange(len(owners))]
        right, below = seats[:, 0] > 0.5, seats[:, 1] > 0.5
        on_right = np.bincount(owners, right, count) / np.bincount(owners, minlength=count)
        free = (on_right == 0) | (on_right == 1)
        outlines = np.stack([told.astype(np.float32), deck.aside(told, on_right == 1)])
        flat = outlines.reshape(-1, 4, 2)
        spots = _spread(flat, deck.corners())
        unseen = np.ones((2, count, 4), dtype=bool)
        unseen[0, owners, 2 * below + right] = False
        unseen[1, owners, 2 * below + ~right] = False
        if len(backs):
            unseen &= ~inside(spots, backs).any(axis=0).reshape(unseen.shape)
        # Whether a card lies where another shows an index.
        within = inside(middles, flat, np.float32(BESIDE) * np.sqrt(areas(flat)))
        shows = np.stack([within[:, owners == card].any(axis=1) for card in range(count)], axis=1)
        shows = shows.reshape(2, count, count)
        over = inside(spots, flat).reshape(2, count, 2, count, 4)
        hidden = over & ~shows[:, :, None, :, None]
        crossed = shows[:, :, None, :] & np.transpose(shows, (2, 0, 1))[None, :, :, :]
        own = np.arange(count)
        hidden[:, own, :, own] = False
        crossed[:, own, :, own] = False
        table, lying = _table(outlines, free, marks, owners, backs, frame)
        return cls(outlines, free, unseen, hidden, crossed, table, lying)

    def best(self) -> Ways:
        """(G,) for each card which way it lies, so that the least of all is unexplained."""
        begun = np.zeros(len(self.free), dtype=np.intp)
        return min((self._descended(way) for way in (begun, self.free.astype(np.intp))), key=self._cost)

    def _descended(self, ways: Ways) -> Ways:
        """The ways after turning over one card after the other, or two that touch, as long as that explains more."""
        cost = self._cost(ways)
        touching = self.hidden.any(axis=(0, 2, 4)) | self.crossed.any(axis=(0, 2))
        single = np.flatnonzero(self.free)[:, None]
        double = np.argwhere(np.triu(touching | touching.T, 1) & self.free & self.free[:, None])
        while True:
            for cards in (single, double):
                others = np.repeat(ways[None], len(cards), axis=0)
                np.put_along_axis(others, cards, 1 - np.take_along_axis(others, cards, axis=1), axis=1)
                costs = [self._cost(other) for other in others]
                if costs and min(costs) < cost:
                    break
            else:
                return ways
            cost = min(costs)
            ways = others[int(np.argmin(costs))]

    def _cost(self, ways: Ways) -> float:
        """What the ways of all cards leave unexplained."""
        own = np.arange(len(ways))
        hidden = self.hidden[ways[:, None], own[:, None], ways[None], own[None]].any(axis=0)
        bare = self.unseen[ways, own] & ~hidden
        crossed = self.crossed[ways[:, None], own[:, None], ways[None], own[None]]
        covered = self.over[ways[:, None], own[:, None], ways[None], own[None]].any(axis=0)
        table = (self.table[ways, own] & ~covered).sum() / max(1, covered.shape[-1])
        return float(bare.sum() + _CROSSED * crossed.sum() / 2 + _OTHER * ways.sum() + _TABLE * table)


def _table(
    outlines: Floats, free: Flags, marks: Floats, owners: Ways, backs: Floats, frame: Image | None
) -> tuple[Flags, Flags]:
    """(2, G, P) where on the cards as they may lie the picture looks like the table, and what lies over those places.

    A card is as bright and as coloured as the paper of its indices, a table as what shows beside all cards.
    """
    count = outlines.shape[1]
    flat = outlines.reshape(-1, 4, 2)
    nothing = np.zeros((2, count, 0), dtype=bool), np.zeros((2, count, 2, count, 0), dtype=bool)
    if frame is None or not free.any():
        return nothing
    height, width = frame.shape[:2]
    every = max(1, int(np.sqrt(height * width / _SAMPLES)))
    grid = np.stack(np.meshgrid(np.arange(0, width, every), np.arange(0, height, every)), axis=-1)
    beside = grid.reshape(-1, 2).astype(np.float32)
    beside = beside[~inside(beside, np.concatenate([flat, backs.reshape(-1, 4, 2)])).any(axis=0)]
    if len(beside) < 10 * _COLOURS:
        return nothing
    scale = min(1.0, _SIDE / max(height, width))
    reduced = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    small = cv2.cvtColor(cv2.GaussianBlur(reduced, (0, 0), 1.0), cv2.COLOR_BGR2LAB).astype(np.float32)
    seen = _looks(small, beside * scale)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
    cv2.setRNGSeed(1)
    _, _, colours = cv2.kmeans(seen, _COLOURS, None, criteria, 1, cv2.KMEANS_PP_CENTERS)  # type: ignore[call-overload]
    papers = np.median(_looks(small, _spread(marks, _PRINTED) * scale).reshape(len(marks), -1, 3), axis=1)
    paper = np.stack([np.median(papers[owners == card], axis=0) for card in range(count)])
    spots = _spread(flat, _GRID)
    looks = _looks(small, spots * scale).reshape(2, count, -1, 3)
    to_table = np.linalg.norm(looks[..., None, :] - colours, axis=-1).min(axis=-1)
    to_paper = np.linalg.norm(looks - paper[:, None], axis=-1)
    pictured = ((spots >= 0) & (spots < (width, height))).all(axis=1).reshape(2, count, -1)
    over = inside(spots, flat).reshape(2, count, 2, count, -1)
    own = np.arange(count)
    over[:, own, :, own] = False
    return (to_table < to_paper) & pictured, over


def _spread(quads: Floats, places: Doubles) -> Floats:
    """(N * P, 2) places in a picture, (P, 2) of them on each of (N, 4, 2) quads."""
    return projected(homographies(UNIT[None], quads), places).reshape(-1, 2).astype(np.float32)


def _looks(picture: Floats, spots: Floats) -> Floats:
    """(N, 3) colours of a picture at (N, 2) places, of those outside it at its edge."""
    height, width = picture.shape[:2]
    at = np.rint(np.nan_to_num(spots)).astype(int)
    return np.asarray(picture[np.clip(at[:, 1], 0, height - 1), np.clip(at[:, 0], 0, width - 1)])
