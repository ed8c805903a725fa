"""To which side of its indices a card of a four-corner deck lies, where it shows those of one edge alone.

They look the same from either side. But no other card lies over an index that is seen, and over one that is not seen
something does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.corners import BESIDE, Group, sound
from vision.geometry import UNIT, Doubles, Flags, areas, centres, homographies, inside, projected
from vision.language import NOTHING
from vision.prints import Print, depths
from vision.types import Floats

_CLEAR = 0.6
"""Chance of an index's likeliest name from which it is one."""
_CROSSED = 1.0
"""What two cards cost that each show an index where the other lies, in corners that nothing hides though unseen."""
_OTHER = 0.4
"""What it costs in the same measure that a card lies to another side than its indices' own outlines say."""

Ways = npt.NDArray[np.intp]


def settle(groups: Sequence[Group], index_quads: Floats, chances: Doubles, backs: Floats, deck: Print) -> None:
    """Put the outlines, in place, of cards that show the indices of one edge to the side where they must lie.

    Args:
        groups: the cards facing up of a four-corner deck.
        index_quads: (N, 4, 2) the indices, of which the groups' members are rows.
        chances: (N, 54) what each says.
        backs: (B, 4, 2) the face-down cards.
        deck: where it prints its indices.
    """
    sure = [group for group in groups if chances[group.members, :NOTHING].max(initial=0.0) > _CLEAR]
    cards = sound(sure)
    if not cards:
        return
    scene = _Scene.of(cards, index_quads, backs, deck)
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
    """

    outlines: Floats
    free: Flags
    unseen: Flags
    hidden: Flags
    crossed: Flags

    @classmethod
    def of(cls, cards: Sequence[Group], index_quads: Floats, backs: Floats, deck: Print) -> _Scene:
        """The scene of some cards, each with an index."""
        count = len(cards)
        told = np.stack([card.outline for card in cards])
        owners = np.repeat(np.arange(count), [len(card.members) for card in cards])
        middles = centres(index_quads[np.concatenate([card.members for card in cards])])
        seats = depths(middles, told)[owners, np.arange(len(owners))]
        right, below = seats[:, 0] > 0.5, seats[:, 1] > 0.5
        on_right = np.bincount(owners, right, count) / np.bincount(owners, minlength=count)
        free = (on_right == 0) | (on_right == 1)
        outlines = np.stack([told.astype(np.float32), deck.aside(told, on_right == 1)])
        flat = outlines.reshape(-1, 4, 2)
        corners = np.broadcast_to(deck.corners(), flat.shape)
        placed = projected(homographies(np.broadcast_to(UNIT, flat.shape), flat), corners)
        spots: Floats = placed.reshape(-1, 2).astype(np.float32)
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
        return cls(outlines, free, unseen, hidden, crossed)

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
        return float(bare.sum() + _CROSSED * crossed.sum() / 2 + _OTHER * ways.sum())
