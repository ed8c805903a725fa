"""A pack sitting for its portraits: the cards shown are named by indices and faces together.

A card named by its index in one picture is known by its face in the others; what is then named there makes the
portraits better in turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from vision.examples import Shown, open_cards, shown
from vision.portraits import CARDS, WORTHS, Flags, Portraits, drawn, faces
from vision.profile import Profile
from vision.types import Floats, Image, Reading

_ROUNDS = 2
"""How often the cards are named anew with what was named before."""
_WHOLE = 0.9
"""Share of a face that has to be in sight for a portrait of it."""
_PARTS = 4
"""Parts that many pictures are held out in."""
_FEWEST = 20
"""Faces held out without which nothing can be said of portraits."""


class Looks:
    """The open cards of pictures as they look.

    Attributes:
        cut: for each picture (N, 96, 64, 3) patches of its N open cards.
        seen: for each (N, PIXELS) what is in sight of them.
        parts: for each the number of the part it is held out with.
    """

    def __init__(self, readings: Sequence[Reading], pictures: Iterable[Image]) -> None:
        """Cut the cards out of the pictures that were read."""
        self.cut: list[Image] = []
        self.seen: list[Flags] = []
        for seen, image in zip(readings, pictures, strict=True):
            outlines = [card.corners for card in open_cards(seen)]
            covers = [card.corners for card in seen.cards if card.side == "down"]
            others = [[*outlines[:row], *outlines[row + 1 :], *covers] for row in range(len(outlines))]
            stacked = np.stack(outlines) if outlines else np.zeros((0, 4, 2), dtype=np.float32)
            cut, sight = faces(image, stacked, others)
            self.cut.append(cut)
            self.seen.append(sight)
        count = len(self.cut)
        # Pictures that follow each other in a video are all but the same: they must not vouch for one another.
        self.parts = [number if count <= _PARTS else number * _PARTS // count for number in range(count)]

    def portraits(self, cards: Sequence[Shown], without: int | None = None) -> Portraits:
        """Portraits of the cards named, from all the pictures but those of one part."""
        cuts: list[list[Image]] = [[] for _ in range(CARDS)]
        for one in cards:
            if self.parts[one.picture] != without and self.seen[one.picture][one.place].mean() >= _WHOLE:
                cuts[one.card].append(self.cut[one.picture][one.place])
        return drawn(cuts)

    def says(self, cards: Sequence[Shown]) -> list[Floats]:
        """For each picture (N, 52) likelihoods of its open cards by their faces, as the other parts show them."""
        known = {part: self.portraits(cards, part) for part in set(self.parts)}
        return [
            known[part].likelihoods(cut, seen) for part, cut, seen in zip(self.parts, self.cut, self.seen, strict=True)
        ]


def weighed(portraits: Portraits, cards: Sequence[Shown], says: Sequence[Floats]) -> Portraits | None:
    """Portraits with the worth that faces held out picture by picture show; None where they say nothing true."""
    rows = [(says[one.picture][one.place], one.card) for one in cards if says[one.picture][one.place].any()]
    if len(rows) < _FEWEST:
        return None
    said, truth = np.stack([row for row, _ in rows]), [card for _, card in rows]

    def gain(each: Portraits) -> float:
        return float(np.log(each.chances(said)[np.arange(len(truth)), truth] * CARDS).mean())

    best = max((replace(portraits, worth=worth) for worth in WORTHS), key=gain)
    return best if gain(best) > 0 else None


def named(
    readings: Sequence[Reading], looks: Looks | None, profile: Profile | None = None
) -> tuple[list[Shown], Portraits | None]:
    """The cards shown, named, and their portraits as far as the pictures bear each other out.

    Args:
        readings: of pictures of open cards of one pack, read without a profile.
        looks: those cards as they look, if there are pictures.
        profile: what is known of the deck already.
    """
    cards = shown(readings, profile)
    if looks is None:
        return cards, None
    says = looks.says(cards)
    known = weighed(looks.portraits(cards), cards, says)
    for _ in range(_ROUNDS):
        if known is None:
            break
        more = shown(readings, profile, [known.chances(each) for each in says])
        if len(more) <= len(cards):
            break
        cards, says = more, looks.says(more)
        known = weighed(looks.portraits(cards), cards, says)
    return cards, known
