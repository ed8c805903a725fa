"""Ranks printed large: some decks print a court's letter, or a number, large in the middle of the card and no more.

A small, narrow or outlined letter in a corner passes for a figure, a B for an 8 or a D for a 10; the large one does
not. The reader reads it as an index whose suit is hidden. It counts only where two windows of different size show the
same, and as a rank that the corners leave open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.corners import Group
from vision.cover import Cover
from vision.geometry import UNIT, Doubles, Flags, convex, homographies, projected, rolled, short_edge_first, sizes
from vision.rectify import patches, to_input
from vision.types import DIRECTIONS, GLYPHS, Floats, GlyphReader, Image, IndexReading

_WINDOWS = np.stack([UNIT * (0.5, 0.78) + (0.25, 0.22), UNIT * 0.5 + 0.25])
"""The rank over what would be its suit, and the rank alone, in a card's own measures."""
_SHOWN = (0.6, 0.3)
"""Chance of a rank from which each shows one."""
_LEGIBLE, _SURE = 0.5, 0.98
"""Chance of some rank from which a corner counts, and of one by those corners, on average, from which the middle is
not asked."""
_ACROSS, _WITHIN = 0.03, 0.005
"""Chance that a corner that reads as a letter shows a figure, or the other way round, as all of a deck may alike, and
that it shows another of its kind."""
_FLOOR = 0.01
"""Chance that the middle shows any rank, whatever it is read as."""
_SMALLEST = 24.0
"""Width of a card in pixels under which its middle is not asked."""
_JOKER = GLYPHS.index("joker")
_LETTERS = np.array([glyph.isalpha() for glyph in GLYPHS[:_JOKER]])
_EITHER_WAY = [GLYPHS.index("6"), GLYPHS.index("9")]
"""What is another rank upside down, and printed once."""


def consulted(
    reader: GlyphReader, image: Image, groups: Sequence[Group], readings: Sequence[IndexReading], cover: Cover
) -> tuple[list[IndexReading], list[int]]:
    """What the indices of cards say, weighed by a rank printed in the middle of theirs; and the cards that print one.

    Args:
        reader: the network.
        image: (H, W, 3) BGR.
        groups: the cards facing up.
        readings: of the indices, of which the groups' members are rows.
        cover: what may lie over the cards.
    """
    out = list(readings)
    outlines = short_edge_first(cover.outlines[: len(groups)])
    fit = convex(outlines) & (sizes(outlines).min(axis=1, initial=np.inf) >= _SMALLEST)
    asked = [row for row, group in enumerate(groups) if fit[row] and _open(group, readings)]
    if not asked:
        return out, []
    ways = rolled(outlines[asked])[:, ::2]
    onto = homographies(UNIT[None], ways.reshape(-1, 4, 2).astype(np.float64))
    suited, alone = (projected(onto, np.broadcast_to(own, (len(onto), 4, 2))).astype(np.float32) for own in _WINDOWS)
    owners = np.repeat(asked, 2)
    rows = np.flatnonzero(cover.sees(alone, owners).all(axis=1))
    ranks, upright = _ranks(reader, image, suited[rows])
    shown = ranks.argmax(axis=1)
    fine = upright & ~np.isin(shown, _EITHER_WAY) & (ranks.max(axis=1, initial=0.0) >= _SHOWN[0])
    rows, ranks, shown = rows[fine], ranks[fine], shown[fine]
    again, _ = _ranks(reader, image, alone[rows])
    fine = again[np.arange(len(rows)), shown] >= _SHOWN[1]
    printed: list[int] = []
    for card in sorted(set(owners[rows[fine]].tolist())):
        # The same either way up, as an 8 is, or one of the ways.
        own = fine & (owners[rows] == card)
        if len(set(shown[own].tolist())) > 1:
            continue
        printed.append(card)
        for member in groups[card].members:
            out[member] = replace(out[member], glyphs=_weighed(out[member].glyphs, ranks[own].mean(axis=0)))
    return out, printed


def _ranks(reader: GlyphReader, image: Image, windows: Floats) -> tuple[Doubles, Flags]:
    """Of (W, 4, 2) windows the chances of the ranks (W, R) that they show, and whether those stand upright (W,)."""
    if not len(windows):
        return np.zeros((0, _JOKER)), np.zeros(0, dtype=bool)
    glyphs, _, ways, _ = reader.probabilities(to_input(patches(image, windows)))
    return glyphs[:, :_JOKER].astype(np.float64), np.asarray(ways.argmax(axis=1) == DIRECTIONS.index("up"))


def _open(group: Group, readings: Sequence[IndexReading]) -> bool:
    """Whether a card's corners leave its rank open, if they show one."""
    if not group.members:
        return False
    ranks = np.array([readings[member].glyphs[:_JOKER] for member in group.members])
    legible = ranks[ranks.sum(axis=1) > _LEGIBLE]
    return len(legible) > 0 and bool(legible.mean(axis=0).max() < _SURE)


def _weighed(glyphs: Floats, told: Doubles) -> Floats:
    """(22,) chances of what an index shows after the middle of its card told (R,) its rank."""
    out = glyphs.copy()
    across = ~_LETTERS if _LETTERS[int(glyphs[:_JOKER].argmax())] else _LETTERS
    ranks = (glyphs[:_JOKER] + np.where(across, _ACROSS, _WITHIN)) * (told + _FLOOR)
    out[:_JOKER] = ranks * (glyphs[:_JOKER].sum() / ranks.sum())
    return out
