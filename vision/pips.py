"""Pips: a card says its suit in its middle too, larger than in any corner; courts do beside their heads.

Where an index is too small or too blurred to tell a club from a spade, the pips of the same card often are not, and
some decks print no suit in the corners of their courts. Where pips stand on the standard French-suited pattern follows
from the rank; decks differ by a few hundredths of a card. A court has one in the corner of its frame, at the left or
the right, deeper where the index is large.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.corners import Group
from vision.cover import Cover
from vision.geometry import UNIT, Doubles, Flags, convex, homographies, projected, sizes
from vision.language import CARD_SUIT, JOKER_NAME, of_ranks
from vision.probability import share_alike
from vision.suits import suits_alone
from vision.types import Floats, GlyphReader, Image

_LEFT, _MIDDLE, _RIGHT = 0.29, 0.5, 0.71
_TOP = 0.175
_COLUMNS = {
    2: ((_MIDDLE, 0.0),),
    3: ((_MIDDLE, 0.0),),
    4: ((_LEFT, 0.0), (_RIGHT, 0.0)),
    5: ((_LEFT, 0.0), (_RIGHT, 0.0)),
    6: ((_LEFT, 0.0), (_RIGHT, 0.0)),
    7: ((_LEFT, 0.0), (_RIGHT, 0.0)),
    8: ((_LEFT, 0.0), (_RIGHT, 0.0), (_MIDDLE, 0.25)),
    9: ((_LEFT, 0.0), (_RIGHT, 0.0), (_LEFT, 1 / 3), (_RIGHT, 1 / 3)),
    10: ((_LEFT, 0.0), (_RIGHT, 0.0), (_MIDDLE, 1 / 6), (_LEFT, 1 / 3), (_RIGHT, 1 / 3)),
}
"""Pips of the upper half by rank, column and row; the lower half repeats them upside down. Left out are those in the
middle row, and the seven's single one, of which nothing in the corner says which way up they stand."""
_COURTS = ((0.25, 0.17), (0.75, 0.17), (0.34, 0.28), (0.66, 0.28))
"""Where a court may have its pip in the upper half, of small indices and of large ones."""
_WINDOW = (0.20, 0.214)
_ACE = (0.30, 0.32)
_SINGLE = (0.62, 0.54)
"""Width and height of the window round a pip, round an ace's, and round the only one of a number card, in widths and
heights of the card."""
_SURE, _SURE_IN_A_HURRY = 0.9999, 0.99
"""Chance of a suit from which its pips are not asked: small suits in all corners of a card are misread alike."""
_RANKED = 0.5
_JACK = 11
_SMALLEST = 36.0
"""Height of a card in pixels under which its pips say no more than its index."""
_ENOUGH = 4
"""Pips of a number card that are asked."""
_FLOOR = 0.02


def windows(rank: int, outline: Floats) -> Floats:
    """(K, 4, 2) quads round the pips of a card, each from its own top left; of a court where it may have some.

    Args:
        rank: 1 for an ace to 13 for a king.
        outline: (4, 2) the card clockwise, from the top left as one of its indices reads.
    """
    return _on_card(_PLACES[rank], homographies(UNIT[None], outline[None]))


def _places(rank: int) -> Doubles:
    """(K, 4, 2) windows round the pips of a rank, in the card's own measures."""
    if rank == 1:
        return 0.5 + (UNIT[None] - 0.5) * _ACE
    columns = _COLUMNS.get(rank)
    upper = np.array(_COURTS if columns is None else [(x, _TOP + (1 - 2 * _TOP) * row) for x, row in columns])
    own = np.concatenate([upper, 1 - upper])[:, None] + (UNIT - 0.5) * _WINDOW
    own[len(upper) :] = np.roll(own[len(upper) :], -2, axis=1)
    return np.asarray(own)


def _on_card(own: Doubles, onto_card: Doubles) -> Floats:
    """(K, 4, 2) quads in a card's own measures, where they lie in the picture: (1, 3, 3) takes them there."""
    return projected(onto_card, own.reshape(1, -1, 2)).reshape(-1, 4, 2).astype(np.float32)


_PLACES = {rank: _places(rank) for rank in range(1, 14)}
_ASKED = {
    # Some decks print one large pip in the middle of every number card.
    rank: np.concatenate([own, 0.5 + (UNIT[None] - 0.5) * _SINGLE]) if 1 < rank < _JACK else own
    for rank, own in _PLACES.items()
}


def consulted(
    reader: GlyphReader,
    image: Image,
    groups: Sequence[Group],
    table: Doubles,
    cover: Cover,
    thorough: bool = True,
) -> Doubles:
    """What each card is, its pips asked too where its corners leave the suit open.

    Args:
        reader: the network; it was trained on pips as well as on indices.
        image: (H, W, 3) BGR.
        groups: the cards facing up.
        table: (G, 54) chances of each: 52 cards, joker, nothing.
        cover: what may lie over them.
        thorough: whether there is time to ask where little doubt is left.

    Returns:
        (G, 54), rows that were not asked as they were.
    """
    sure = _SURE if thorough else _SURE_IN_A_HURRY
    outlines = cover.outlines[: len(groups)]
    fit = convex(outlines) & (sizes(outlines).max(axis=1, initial=0.0) >= _SMALLEST)
    fit &= np.array([bool(group.members) for group in groups], dtype=bool)
    ranks = {row: rank for row, rank in _doubted(table, sure).items() if fit[row]}
    if not ranks:
        return table
    rows = list(ranks)
    places = [_ASKED[ranks[row]] for row in rows]
    onto_cards = homographies(UNIT[None], outlines[rows])
    found = [_on_card(own, onto[None]) for own, onto in zip(places, onto_cards, strict=True)]
    clear = _in_sight(found, rows, cover)
    asked: list[tuple[int, int, bool]] = []
    quads: list[Floats] = []
    for row, windows_, seen in zip(rows, found, clear, strict=True):
        # A court has its pip in one of its windows; of a number card's some are as good as all.
        chosen = windows_[seen] if ranks[row] >= _JACK else windows_[seen][-_ENOUGH:]
        if len(chosen):
            asked.append((row, len(chosen), 1 < ranks[row] < _JACK and bool(seen[-1])))
            quads.append(chosen)
    if not asked:
        return table
    shown = suits_alone(reader, image, np.concatenate(quads))
    out = table.copy()
    start = 0
    for row, count, single in asked:
        pips = slice(start, start + count)
        start += count
        pip, suits = shown[pips, :1], shown[pips, 1:]
        if single and count > 1:
            # A card that has its pips where they usually are has no large one in its middle.
            pip[-1] *= 1 - pip[:-1].mean()
        says = pip * suits / np.maximum(suits.sum(axis=1, keepdims=True), 1e-6) + (1 - pip) / 4
        likelihood = share_alike(max(1.0, pip.sum())) * np.log(says + _FLOOR).sum(axis=0)
        factors = np.exp(likelihood - likelihood.max())
        out[row, :52] *= factors[CARD_SUIT]
        # A joker prints the pips of no suit.
        out[row, JOKER_NAME] *= factors.mean()
        out[row] /= out[row].sum()
    return out


def _doubted(table: Doubles, sure: float) -> dict[int, int]:
    """Of the rows of a table (G, 54) those of cards whose suit is less likely than `sure`, with their ranks from 1."""
    by_rank = of_ranks(table)
    rank = by_rank.argmax(axis=1)
    every = np.arange(len(table))
    known = by_rank[every, rank]
    suited = table[:, :52].reshape(-1, 13, 4)[every, rank].max(axis=1)
    doubted = (known >= _RANKED) & (suited < sure * known)
    return {row: int(rank[row]) + 1 for row in np.flatnonzero(doubted).tolist()}


def _in_sight(windows_: Sequence[Floats], owners: Sequence[int], cover: Cover) -> list[Flags]:
    """For each card, the cover's of that number, which of its windows (K, 4, 2) are in sight."""
    quads = np.concatenate(windows_)
    counts = [len(each) for each in windows_]
    points = np.concatenate([quads, quads.mean(axis=1, keepdims=True)], axis=1)
    return np.split(cover.sees(points, np.repeat(owners, counts)).all(axis=1), np.cumsum(counts)[:-1])
