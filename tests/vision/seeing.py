"""A reader that knows a film's truth and sees it as badly as told: for tests of the tracker and the live table."""

from __future__ import annotations

from typing import Any

import numpy as np

from datasets.film.film import Moment
from rules.cards import Card
from vision.types import Reading, SeenCard


class TruthReader:
    """Reads the moment it is shown.

    Args:
        seed: of its mistakes.
        dropped: share of cards it misses in a look.
        misread: share of face-up cards it takes for another, with little confidence.
        unread: share of face-up cards it cannot name.
        jitter: standard deviation of its corners, pixels.
    """

    def __init__(
        self, seed: int = 0, dropped: float = 0.03, misread: float = 0.01, unread: float = 0.05, jitter: float = 1.0
    ) -> None:
        self.rng = np.random.default_rng(seed)
        self.dropped, self.misread, self.unread, self.jitter = dropped, misread, unread, jitter
        self.moment: Moment | None = None
        self.looks = 0

    def read(
        self, image: Any, packs: Any = "auto", language: str = "auto", live: bool = False, jokers: bool = True
    ) -> Reading:
        """What lies open in the moment: a card half covered is as often missed as seen; turned over nothing reads."""
        assert self.moment is not None
        self.looks += 1
        height, width = image.shape[:2]
        if turned_over(image, self.moment.image):
            return Reading(width, height, ())
        rng, cards = self.rng, []
        for shown in self.moment.cards:
            if shown.visible < 0.45 or rng.random() < self.dropped:
                continue
            if shown.visible < 0.95 and rng.random() < 0.5:
                continue
            quad = (shown.quad + rng.normal(0, self.jitter, (4, 2))).astype(np.float32)
            if not shown.up:
                cards.append(SeenCard(None, "down", 0.95, quad))
                continue
            name, luck = Card.parse(shown.code), rng.random()
            if luck < self.misread:
                wrong = Card.parse(str(rng.choice(["5H", "6S", "9C", "KD"])))
                cards.append(SeenCard(wrong, "up", 0.6, quad, candidates={wrong: 0.6, name: 0.35}))
            elif luck < self.misread + self.unread:
                cards.append(SeenCard(None, "up", 0.4, quad, candidates={name: 0.4}))
            else:
                cards.append(SeenCard(name, "up", 0.985, quad, candidates={name: 0.985}))
        return Reading(width, height, tuple(cards))


def turned_over(image: Any, sent: Any) -> bool:
    """Whether a picture is the mirror image of the one that was sent, and not that one."""
    return image is not sent and np.array_equal(image[:, ::-1], sent) and not np.array_equal(image, sent)
