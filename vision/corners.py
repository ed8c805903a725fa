"""Indices of one card: what they are together, and whether two belong together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from vision import geometry, prints
from vision.geometry import Doubles, Flags, areas, centres, corner_distances
from vision.language import NOTHING
from vision.types import Floats

_ACROSS = ((0.0, 4.5), (0.06, 3.5), (0.2, 2.2), (0.5, 0.0), (1.0, -4.0), (1.5, -5.0))
"""By how far outlines and places disagree, in mean card sides, what it says for one card that two indices fit its
diagonal: log odds, counted on composed scenes, that one pair in some tens is one card's included."""
_ALONG = ((0.0, -1.5), (0.5, -2.5), (1.0, -4.0), (1.5, -5.0))
"""The same for the two ends of one edge. In any spread cards lie as close as that, so that it says little."""
_REACH = (0.4, 2.2)
"""Distance of two indices of one card in mean card sides, far and near views of it included."""
_OPPOSED = 0.6
"""Cosine from which reading directions are the same, or opposite."""
_ASKEW = 1.2
"""What an index that stands askew counts for as disagreement of places."""
_STRETCH = 1.67
_DISAGREEMENT = 4.0
"""Log likelihood ratio that contradicting each other may take away."""
_EXCHANGED = 1.0
"""What it costs that a card lies to the other side of its index than the index's own outline says."""
FOUR_CORNERS = 3.0
"""What it costs that two indices stand at corners that only a deck with four of them prints, until the deck is one."""
OUTSIDE = 0.05
"""How far outside an outline, in its sides, the middle of an index on that card may come to lie."""
BESIDE = 0.04
"""How far inside an outline that was seen whole, in its sides, the middle of an index off that card may come to lie."""
_FLOOR = 1e-4
"""Chance below which a name is not ruled out."""
TWIN = 0.02
"""Chance that a card has its equal in view, as long as nobody says how many packs are in play."""


@dataclass(eq=False)
class Group:
    """Indices of one card.

    Attributes:
        members: rows of the sightings' indices; empty for a face that shows none.
        outline: (4, 2) clockwise, first edge along the reading direction of the first member.
        score: how surely something is there.
        face: row of the sightings' faces that is this card, if one is.
        conflict: whether members contradict each other although they coincide.
    """

    members: list[int]
    outline: Floats
    score: float
    face: int | None = None
    conflict: bool = False

    @property
    def real(self) -> bool:
        """Whether something surely lies there: an outline was seen, or two indices fit together."""
        return self.face is not None or len(self.members) > 1

    def take(self, other: Group) -> None:
        """Take another group's indices for this card's: what was found twice is the surer for it."""
        self.members += other.members
        self.score = 1 - (1 - self.score) * (1 - other.score)

    @property
    def whole(self) -> bool:
        """Whether its outline was seen, and indices at two of its corners."""
        return self.face is not None and len(self.members) > 1


def sound(groups: Sequence[Group]) -> list[Group]:
    """Those of the cards whose outline means something."""
    if not groups:
        return []
    proper = geometry.proper(np.stack([group.outline for group in groups]))
    return [group for group, fit in zip(groups, proper, strict=True) if fit]


def two_pairs(one: Collection[int], other: Collection[int], chances: Doubles) -> bool:
    """Whether each of two sets of indices, rows of `chances` (N, 54), is a pair or more, and one says another card.

    What one of them says in doubt can agree with the other; what both of a pair say cannot.
    """
    if min(len(one), len(other)) < 2:
        return False
    said = [np.log(np.maximum(chances[sorted(rows), :NOTHING], _FLOOR)).sum(axis=0) for rows in (one, other)]
    return bool(said[0].argmax() != said[1].argmax())


def pair_worths(
    index_quads: Floats, sat: prints.Seats, chances: Doubles, deck: prints.Print, twin: float, four: float
) -> tuple[Doubles, Doubles, Flags]:
    """How much speaks for every two indices being corners of one card.

    Args:
        index_quads: (N, 4, 2) in true reading order.
        sat: their seats, every one proper.
        chances: (N, 54) what each says.
        deck: where this deck prints its index.
        twin: chance that a card has its equal in view: 1 where several packs are in play.
        four: what it costs that two indices stand at two ends of one edge.

    Returns:
        (N, N) log odds of one card against two, minus infinity for no card; (N, N) by how much their places disagree,
        in mean card sides; (N, N) whether they stand at the ends of one edge, as only four-corner decks have them.
    """
    other = prints.exchanged(sat, deck)
    middles, skewed = centres(index_quads), four == 0
    own, theirs = np.split(prints.depths(middles, np.concatenate([sat.outlines, other.outlines])), 2)
    as_seen = _gaps(middles, sat, sat, (own, own), deck, skewed)
    # Whether the first of two or the second lies to its other side comes to the same, seen from the one or the other.
    moved = _gaps(middles, other, sat, (theirs, own), deck, skewed)
    # Across, along; as seen, to the other side.
    gaps = np.stack([as_seen, moved], axis=1)
    fits = np.stack([np.interp(gap, *np.transpose(curve)) for gap, curve in zip(gaps, (_ACROSS, _ALONG), strict=True)])
    fits -= np.array([[0, _EXCHANGED], [four, four + _EXCHANGED]])[..., None, None]
    fits[~np.isfinite(gaps)] = -np.inf
    fits, gaps = (np.concatenate([*each.swapaxes(0, 1), each[:, 1].swapaxes(1, 2)]) for each in (fits, gaps))
    best = fits.argmax(axis=0)[None]
    worth, off = (np.take_along_axis(each, best, axis=0)[0] for each in (fits, gaps))
    return np.asarray(worth + accord(chances, chances, twin)), off, np.asarray(best[0] % 2 == 1)


def accord(first: Doubles, second: Doubles, twin: float = 1.0) -> Doubles:
    """(N, M) log likelihood ratios of one card against two, from what N and M indices say, (N, 54) and (M, 54).

    With one pack two cards are never equal: two indices that say the same are then one card's, or one is misread.
    """
    one, other = first[:, :NOTHING], second[:, :NOTHING]
    apiece = np.outer(one.sum(axis=1), other.sum(axis=1)) / 52
    same = one @ other.T
    two = np.maximum(apiece - (1 - twin) * same / 52, 0.0)
    return np.asarray(np.maximum(np.log((same + _FLOOR) / (two + _FLOOR * min(1.0, 10 * twin))), -_DISAGREEMENT))


def _gaps(
    middles: Floats,
    first: prints.Seats,
    second: prints.Seats,
    within: tuple[Doubles, Doubles],
    deck: prints.Print,
    skewed: bool,
) -> tuple[Doubles, Doubles]:
    """How far every two outlines and indices are from being corners of one card, in mean card sides.

    Where `skewed`, an index may stand askew: in decks of four corners a rank is at times taken together with a pip.
    `within` (N, N, 2) each is where the indices' `middles` stand on the first outlines and on the second ones.

    Returns:
        (N, N) as indices at diagonally opposite corners; (N, N) as indices at the two ends of one edge.
    """
    one, two = (np.sqrt(np.maximum(np.abs(areas(each.outlines)), 1.0)) for each in (first, second))
    mean_side = (one[:, None] + two[None]) / 2
    # Outlines begin with the reading direction, so those of one card coincide as they are or after half a turn.
    apart = corner_distances(first.outlines, second.outlines, (0, 2)) / mean_side[..., None]
    x, y = deck.centre()
    own, theirs = (np.where(each.right, 1 - x, x) for each in (first, second))
    same_end = first.right[:, None] == second.right[None]
    # Where each has the other in its own coordinates.
    there, here = within[0], np.swapaxes(within[1], 0, 1)

    def off(ours: Doubles, yours: Doubles, down: float) -> Doubles:
        far = (there[..., 0] - ours[:, None]) ** 2 + (there[..., 1] - down) ** 2
        near = (here[..., 0] - yours[None]) ** 2 + (here[..., 1] - down) ** 2
        return np.asarray(np.sqrt(far) + np.sqrt(near))

    # Upside down from here: diagonally across, or straight below where a four-corner deck reads the other end. The
    # same way up: only the other end of the same edge, else it is another card of a fan.
    across = np.where(same_end, (apart[..., 1] + off(1 - own, 1 - theirs, 1 - y)) / 3, np.inf)
    below = np.where(same_end, np.inf, (apart[..., 1] + off(own, theirs, 1 - y)) / 3)
    beside = np.where(same_end, np.inf, (apart[..., 0] + off(1 - own, 1 - theirs, y)) / 3)
    edges = first.outlines[:, 1] - first.outlines[:, 0], second.outlines[:, 1] - second.outlines[:, 0]
    ours, yours = (edge / np.maximum(np.hypot(*edge.T), 1e-6)[:, None] for edge in edges)
    turned = ours @ yours.T
    across[turned > -_OPPOSED] = below[turned > -_OPPOSED] = np.inf
    beside[turned < _OPPOSED] = np.inf
    along = np.minimum(below, beside)
    if skewed:
        along[np.abs(turned) < _OPPOSED] = _ASKEW
    away = np.hypot(*np.moveaxis(middles[:, None] - middles[None], -1, 0)) / mean_side
    unlike = np.maximum(one[:, None], two[None]) > _STRETCH * np.minimum(one[:, None], two[None])
    for gap in (across, along):
        gap[unlike | (away < _REACH[0]) | (away > _REACH[1])] = np.inf
        np.fill_diagonal(gap, np.inf)
    return np.asarray(across), np.asarray(along)
