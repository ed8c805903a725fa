"""Face-down cards of one picture: which of the sightings are cards, and which are two."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from vision.assembly import Assembled
from vision.geometry import Doubles, short_edge_first, sizes
from vision.lookalikes import lookalikes
from vision.matching import directions, shared
from vision.naming import Naming, upright
from vision.oneprint import FEWEST, Print, prints, resemblance
from vision.outline import soft_edged
from vision.paper import plain
from vision.plane import ASPECT
from vision.printed import within
from vision.types import Floats, Image, SeenCard, Sightings, quads
from vision.wholes import FIT, fits, vouched
from vision.yardstick import yardstick

_ONE_OF_MANY = 0.15
"""Confidence from which a face-down card of a photo is one if it lies among others of its size and shape, ..."""
_VOUCHER = 0.4
"""... that which one of these has at least, itself among them, ..."""
_BY_ITSELF = 0.2
"""... that from which it is one by itself where a place is looked at again and again, ..."""
_FAINTEST = 0.08
"""... that from which it is one there if it lies among others, as its edges count too, ..."""
_AS_LIKELY = 0.25
"""... the share of the confidence of the others that it has at least, ..."""
_MANY = 3
"""... and how many others there are at least."""
_SURE = 0.5
"""Confidence of those that tell what size cards are."""
_ALIKE = 0.3
"""Logarithm of the area by which the cards that are named may differ from the size that all seem to have."""
_ONE_PRINT = 0.85
"""Correlation from which what is printed on two cards is the same."""
_NEARLY = 0.7
"""The same of a print that several are known to show: the outline of what is taken for a face may be off."""
_KNOWN = 0.9
"""Confidence from which a name that both its indices tell is one, whatever else shows the same."""
_HARDLY = 0.6
"""Confidence under which a name that one index alone speaks for tells against itself: the face shows something else."""
_SOMEWHAT = 0.4
"""Correlation with what a single card is known to show from which an outline is looked for that shows the same: with a
face-down card that lies askew on others they, and an index that peeps out, pass for parts of one face."""
_SMALLER = (1.0, 0.95, 0.9)
_BESIDE = (-0.06, 0.0, 0.06)
"""Sizes of that outline, and how far it lies beside, in those of the outline of the face."""
_ONE_PLACE = 0.5
"""Share of an outline that lies on another's, from which only one of them is a card."""
_ONE_WAY = np.radians(30.0)
"""Angle that the ways of all cards of a picture may span to be one way."""
_SQUARE = 0.8
"""Short side over long one from which cards look so square that the short one may be their height."""
_ONE = 0.85
"""Confidence from which an outline is round one card, however large: a card half as high again as others looks like two
of these side by side, and of those so sure that were parted in composed scenes all nine were one."""
_WHOLE_PACK = 52
"""Places that look alike of which more are no cards."""
_SIZE_OFF = 0.2
"""Share by which the sides of an outline round two cards may differ from theirs."""


def face_down(
    frame: Image, found: Sightings, laid: Assembled, cards: Sequence[SeenCard], naming: Naming, least: float
) -> list[SeenCard]:
    """Face-down cards, likely by themselves or several of one size, and of a size with the cards facing up, if any.

    A plain white one is a sheet of paper unless other cards vouch for its size and shape; whoever asks for faint ones
    sees to that himself, see `paper`.

    Args:
        frame: (H, W, 3) BGR.
        found: its sightings.
        laid: which of them are backs.
        cards: those facing up.
        naming: makes cards of sightings.
        least: confidence from which one needs no others like it; 0 where whoever asks weighs faint ones by himself.
    """
    if not laid.backs:
        return []
    seen: list[SeenCard] = []
    sized = _sized(found, laid, [card.corners for card in cards if card.card is not None])
    for row in laid.backs:
        quad = found.back_quads[row]
        if not sized(quad):
            continue
        # Whoever looks again and again knows more cards than those of one look.
        if least:
            others = [found.back_quads[other] for other in laid.backs if other != row]
            if paper(frame, quad, [*(card.corners for card in cards), *others]):
                continue
        card = naming.back(row)
        if card.confidence >= (_ONE_OF_MANY if least else _FAINTEST):
            seen.append(card)
    witnesses = [card for card in seen if least or card.confidence >= _BY_ITSELF]

    def among_others(card: SeenCard) -> bool:
        others = [other for other in witnesses if other is not card and vouched(card.corners, [other.corners])]
        return len(others) >= _MANY and (not least or max(one.confidence for one in [card, *others]) >= _VOUCHER)

    # Things that only look like a back are of all sizes; those of one size lie on a table because they are cards.
    # The backs of a pack are alike, and so is how hard they are to tell.
    share = _AS_LIKELY * float(np.median([card.confidence for card in witnesses])) if witnesses else 1.0
    enough = least or _BY_ITSELF
    return parted(
        [card for card in seen if card.confidence >= enough or (card.confidence >= share and among_others(card))]
    )


def _sized(found: Sightings, laid: Assembled, known: list[Floats]) -> Callable[[Floats], bool]:
    """Whether an outline is of a card's size: in the plane of the table where that is known, else in the picture.

    Where no card is named any outline may be.

    Args:
        found: the sightings.
        laid: which of them are backs.
        known: (4, 2) outlines of the cards that are named.
    """
    if not known:
        return lambda quad: True
    sure = [found.back_quads[row] for row in laid.backs if found.back_scores[row] >= _SURE]
    size = yardstick(quads([*known, *sure]))
    # Tiles of a table or squares of a cloth are of one size too, which is not that of the cards.
    if size is None or not size.known or abs(np.log(np.median(size.shares(quads(known))))) > _ALIKE:
        return lambda quad: fits(quad, known)
    return lambda quad: bool(FIT[0] < size.shares(quad[None])[0] < FIT[1])


def paper(frame: Image, quad: Floats, others: list[Floats]) -> bool:
    """Whether a face-down card is light, or a sheet of plain paper, others not vouching for its size and shape.

    Args:
        frame: (H, W, 3) BGR.
        quad: (4, 2) its outline.
        others: (4, 2) of the other cards in the picture.
    """
    if not plain(frame, quad):
        return False
    return soft_edged(frame, quad) or not (vouched(quad, others) or _of_card_size(quad, others))


def _of_card_size(quad: Floats, others: list[Floats]) -> bool:
    """Whether an outline is as wide and as high as a card, as others that lie in the table's plane tell it.

    Seen from low down a card that lies across looks otherwise than those that lie along. Where all others lie one way,
    how much the table is foreshortened follows from the shape that cards usually have, and what looks like their short
    side may be their long one.
    """
    size = yardstick(quads(others))
    if size is None or not size.known:
        return False
    own, flat = size.flat(quad[None])[0], size.flat(quads(others))[0]
    seen = sizes(short_edge_first(quads(others)))
    square = bool(np.median(seen[:, 0] / np.maximum(seen[:, 1], 1e-6)) > _SQUARE)
    turn = np.pi / 2 if square else np.pi
    angles = directions(flat).astype(np.float64)
    apart = (angles - angles[0] + turn / 2) % turn - turn / 2
    if np.ptp(apart) >= _ONE_WAY:
        return _measures(own, size.width, size.height)
    way = angles[0] + float(np.median(apart))
    along, across = np.array([[np.cos(way), np.sin(way)], [-np.sin(way), np.cos(way)]])
    middle = flat - flat.mean(axis=1, keepdims=True)
    height, width = (2 * float(np.median(np.abs(middle @ axis))) for axis in (along, across))
    for axis, tall, wide in [(along, height, width), (across, width, height)][: 1 + square]:
        longer = wide / ASPECT / tall - 1
        if _measures(own + longer * (own @ axis)[..., None] * axis, wide, wide / ASPECT):
            return True
    return False


def _measures(outline: Doubles, width: float, height: float) -> bool:
    """Whether a (1, 4, 2) outline in the table's plane is about as wide and as high."""
    short, long = sizes(short_edge_first(outline.astype(np.float32)))[0]
    return _near(short, width) and _near(long, height)


def passed_over(frame: Image, cards: Sequence[SeenCard]) -> list[SeenCard]:
    """Face-down cards that look like those of a picture and were not sighted, as likely as those and as alike."""
    down = [card for card in cards if card.side == "down" and card.confidence >= _BY_ITSELF]
    more = lookalikes(frame, [card.corners for card in down], [card.corners for card in cards])
    if len(down) + len(more) > _WHOLE_PACK:
        # Nobody lays out a whole pack face down: what looks alike at so many places is the table's own.
        return []
    usual = float(np.median([card.confidence for card in down])) if down else 0.0
    return [SeenCard(None, "down", usual * one.likeness, upright(one.corners)) for one in more]


def unmasked(frame: Image, cards: Sequence[SeenCard], known: Sequence[Floats] = ()) -> list[SeenCard]:
    """Cards of which those are face down that passed for faces, hardly named if at all: no pack has so many all alike.

    Args:
        frame: (H, W, 3) BGR.
        cards: seen in it.
        known: (4, 2) outlines of cards that are known to lie in it face down.
    """
    doubted = [card for card in cards if card.side == "up" and _doubtful(card)]
    if not doubted:
        return list(cards)
    known = [*known, *(card.corners for card in cards if card.side == "down" and card.confidence >= _SURE)]
    if not known and sum(card.card is None and not card.guessed for card in doubted) <= FEWEST:
        # So few bear no one out.
        return list(cards)
    down, shown = prints(frame, known), prints(frame, [card.corners for card in doubted])
    nameless = [
        one
        for one, card in zip(shown, doubted, strict=True)
        if card.card is None and not card.guessed and not one.one_mark
    ]
    down += [one for one in nameless if resemblance(one, [*down, *nameless]) >= _ONE_PRINT]
    several = len(down) >= _MANY
    fewest, enough = (_MANY, _NEARLY) if several else (1, _ONE_PRINT)
    likely = [(resemblance(one, down, fewest), card.corners) for one, card in zip(shown, doubted, strict=True)]
    likely = [
        _fitted(frame, card.corners, down, fewest) if _SOMEWHAT <= best[0] < enough and _alone(card) else best
        for best, card in zip(likely, doubted, strict=True)
    ]
    likely = [
        max([best, *((resemblance(one, down, fewest), one.corners) for one in _shown_at(card, down))], key=_likeness)
        for best, card in zip(likely, doubted, strict=True)
    ]
    backs: list[SeenCard] = []
    for (like, corners), card in sorted(zip(likely, doubted, strict=True), key=lambda each: -_likeness(each[0])):
        back = SeenCard(None, "down", like, upright(corners))
        least = _NEARLY if _disputed(card) or (_halved(card) and card.confidence < _HARDLY) else enough
        if like >= least and not any(_one_place(back, other) for other in backs):
            backs.append(back)
    sure = [card for card in cards if card.side == "up" and card not in doubted]
    return backs + [card for card in cards if card in sure or not any(_one_place(card, back) for back in backs)]


def unbacked(
    frame: Image, cards: Sequence[SeenCard], known: Sequence[Floats] = (), open_: Sequence[Floats] = ()
) -> list[SeenCard]:
    """Cards without those face down that lie where one faces up, and show nothing of what the others show.

    A back that lies on a card from under which indices peep out shows the print of the pack; a face that passes for a
    back as well shows its own. Nothing is said where no more than three others are of one print.

    Args:
        frame: (H, W, 3) BGR.
        cards: seen in it.
        known: (4, 2) outlines of cards that are known to lie in it face down.
        open_: likewise face up, as far as is known.
    """
    named = [card.corners for card in cards if card.card is not None and len(card.indices) > 1]
    doubted = [
        card
        for card in cards
        if card.side == "down" and any(shared(card.corners, outline) > _ONE_PLACE for outline in (*named, *open_))
    ]
    if not doubted:
        return list(cards)
    others = [card for card in cards if card.side == "down" and card.confidence >= _SURE and card not in doubted]
    shown = prints(frame, [*(card.corners for card in others), *known])
    down = [one for one in shown if resemblance(one, shown) >= _NEARLY]
    if len(down) <= FEWEST:
        return list(cards)
    alike = [resemblance(one, down) for one in prints(frame, [card.corners for card in doubted])]
    none = [card for card, like in zip(doubted, alike, strict=True) if like < _SOMEWHAT]
    return [card for card in cards if card not in none]


def _doubtful(card: SeenCard) -> bool:
    """Whether what passes for a card facing up may be none."""
    return card.card is None or card.confidence < _KNOWN or _alone(card)


def _alone(card: SeenCard) -> bool:
    """Whether one index alone speaks for what a card is said to be."""
    return _halved(card) or _disputed(card)


def _disputed(card: SeenCard) -> bool:
    """Whether of the indices of a card one shows its suit, and the others show another.

    They may be of several cards, which peep out under one that lies face down.
    """
    if card.card is None or card.card.suit is None:
        return False
    shown = [index.suit for index in card.indices if index.glyph is not None and index.suit is not None]
    return len(shown) > 1 and shown.count(card.card.suit.symbol) == 1


def _halved(card: SeenCard) -> bool:
    """Whether one index alone speaks for a face that is seen, where a face would show both."""
    return not card.guessed and sum(index.glyph is not None for index in card.indices) == 1


def _fitted(frame: Image, outline: Floats, down: Sequence[Print], fewest: int) -> tuple[float, Floats]:
    """How alike one of the outlines (4, 2) about a face is to what cards lying face down show, and that outline."""
    middle = outline.mean(axis=0)
    across = (outline[1] + outline[2] - outline[0] - outline[3]) / 2
    along = (outline[2] + outline[3] - outline[0] - outline[1]) / 2
    tried = [
        (middle + (outline - middle) * size + across * right + along * low).astype(np.float32)
        for size, right, low in product(_SMALLER, _BESIDE, _BESIDE)
    ]
    return max(
        ((resemblance(one, down, fewest), quad) for one, quad in zip(prints(frame, tried), tried, strict=True)),
        key=_likeness,
    )


def _likeness(likely: tuple[float, Floats]) -> float:
    """How like a back it is, of that and an outline."""
    return likely[0]


def _shown_at(card: SeenCard, down: Sequence[Print]) -> list[Print]:
    """What cards lying face down show on which all indices of a card stand whose outline nobody saw.

    Ornaments in their corners that pass for indices may outline it otherwise than it lies.
    """
    if not card.guessed:
        return []
    here = [one for one in down if shared(card.corners, one.corners) > _ONE_PLACE]
    return [one for one in here if within(card.indices, one.corners)]


def _one_place(card: SeenCard, other: SeenCard) -> bool:
    return shared(card.corners, other.corners) > _ONE_PLACE


def parted(cards: Sequence[SeenCard]) -> list[SeenCard]:
    """Face-down cards, an outline round two that lie edge to edge made two by the size of the others.

    One that is far larger than all others of a table seen well is none: a patch of cloth with something of a border.
    """
    outlines = quads([card.corners for card in cards])
    size = yardstick(outlines, [card.confidence >= _SURE for card in cards])
    if size is None:
        return list(cards)
    width, height = size.width, size.height
    flat, sides = size.flat(outlines)
    out: list[SeenCard] = []
    for card, corners, (short, long), none in zip(cards, flat, sides, size.outgrown(outlines), strict=True):
        two = any(_near(short, one) and _near(long, 2 * other) for one, other in ((height, width), (width, height)))
        if not two or card.confidence >= _ONE:
            if not none:
                out.append(card)
            continue
        left, right = (corners[[0, 1]] + corners[[3, 2]]) / 2
        halves = [np.stack([corners[0], corners[1], right, left]), np.stack([left, right, corners[2], corners[3]])]
        out += [replace(card, corners=upright(size.plane.to_image(half).astype(np.float32))) for half in halves]
    return out


def _near(length: float, wanted: float) -> bool:
    return bool(abs(length / wanted - 1) < _SIZE_OFF)
