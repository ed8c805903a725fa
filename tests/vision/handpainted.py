"""A table painted by hand, whose truth is known, for tests of the tracker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import cv2
import numpy as np

from rules.cards import Card
from tests.vision.seeing import turned_over
from vision.table import Side, TrackEvent
from vision.tracker import Tracker
from vision.types import Image, Reading, SeenCard

SIZE = (640, 360)
WIDE, TALL = 60, 84
_SPARE = 64
_NOISE = np.rint(np.random.default_rng(9).normal(0, 2, (SIZE[1] + _SPARE, SIZE[0] + _SPARE, 3))).astype(np.int16)
"""A camera's noise; of each frame another part of it, which costs a tenth of drawing it anew."""


class Table:
    """A table painted by hand: cards at places, a hand, shaking; and the reader that sees it.

    A card under the hand is not seen, or read as what `under_hand` says of it; one in `sizes` is not of a card's size.
    Where the `lamp` shines nothing is seen but white.
    """

    def __init__(self, seed: int = 0) -> None:
        self.rng, self.grain = np.random.default_rng(seed), np.random.default_rng([seed, 1])
        ground = self.rng.normal(95, 22, (36, 64, 3)).clip(0, 255).astype(np.uint8)
        self.ground = cv2.resize(ground, SIZE, interpolation=cv2.INTER_CUBIC)
        skin = np.array((120, 150, 200)) + np.random.default_rng(1).normal(0, 25, (45, 80, 1))
        self.skin = cv2.resize(skin.clip(0, 255).astype(np.uint8), (2 * SIZE[0], 2 * SIZE[1]))
        self.cards: dict[str, tuple[int, int]] = {}
        self.sizes: dict[str, tuple[int, int]] = {}
        self.hand: tuple[int, int, int, int] | None = None
        self.lamp: tuple[int, int, int, int] | None = None
        self.shift = np.zeros(2)
        self.light = 1.0
        self.blind: set[str] = set()
        self.under_hand: dict[str, str] = {}
        self.looks = 0
        self.sent: Image | None = None

    def quad(self, name: str) -> np.ndarray:
        x, y = self.cards[name]
        wide, tall = self.sizes.get(name, (WIDE, TALL))
        corners = np.array([[x, y], [x + wide, y], [x + wide, y + tall], [x, y + tall]], np.float32)
        return (corners + self.shift).astype(np.float32)

    def lay(self, out: Image, name: str) -> None:
        """Paint a card on the picture."""
        (x, y), (wide, tall) = self.cards[name], self.sizes.get(name, (WIDE, TALL))
        face = (150, 60, 50) if name.startswith("?") else (245, 245, 245)
        cv2.rectangle(out, (x, y), (x + wide, y + tall), face, -1)
        cv2.rectangle(out, (x, y), (x + wide, y + tall), (20, 20, 20), 1)
        if not name.startswith("?"):
            cv2.putText(out, name.split("#")[0], (x + 4, y + 52), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (20, 20, 160), 3)

    def image(self) -> Image:
        out = self.ground.copy()
        for name in self.cards:
            self.lay(out, name)
        if self.hand is not None:
            left, top, _, _ = self.hand
            x1, y1, x2, y2 = (int(v) for v in np.clip(self.hand, 0, (*SIZE, *SIZE)))
            out[y1:y2, x1:x2] = self.skin[y1 - top : y2 - top, x1 - left : x2 - left]
        if self.lamp is not None:
            x1, y1, x2, y2 = self.lamp
            out[y1:y2, x1:x2] = 255
        if self.shift.any():
            onto = np.float32([[1, 0, self.shift[0]], [0, 1, self.shift[1]]])
            out = cv2.warpAffine(out, onto, SIZE, borderMode=cv2.BORDER_REPLICATE)
        y, x = (int(offset) for offset in self.grain.integers(0, _SPARE, 2))
        noise = _NOISE[y : y + SIZE[1], x : x + SIZE[0]]
        lit = out if self.light == 1 else cv2.convertScaleAbs(out, alpha=self.light)
        self.sent = np.asarray(cv2.add(lit, noise, dtype=cv2.CV_8U), np.uint8)
        return self.sent

    def read(
        self, image: Image, packs: object = 1, language: str = "auto", live: bool = False, jokers: bool = True
    ) -> Reading:
        self.looks += 1
        if turned_over(image, self.sent):
            return Reading(SIZE[0], SIZE[1], ())
        cards = []
        names = list(self.cards)
        for k, name in enumerate(names):
            x, y = self.cards[name]
            if any(
                abs(x - self.cards[o][0]) < WIDE - 8 and abs(y - self.cards[o][1]) < TALL - 8 for o in names[k + 1 :]
            ):
                continue
            if self.lamp is not None:
                left, top, right, bottom = self.lamp
                if left < x + WIDE / 2 < right and top < y + TALL / 2 < bottom:
                    continue
            if self.hand is not None:
                left, top, right, bottom = self.hand
                if x + WIDE > left and x < right and y + TALL > top and y < bottom:
                    if name not in self.under_hand:
                        continue
                    name = self.under_hand[name]
            quad = self.quad(names[k]) + self.rng.normal(0, 0.7, (4, 2)).astype(np.float32)
            if name.startswith("?"):
                cards.append(SeenCard(None, "down", 0.95, quad))
            elif name.split("#")[0] in self.blind:
                cards.append(SeenCard(None, "up", 0.3, quad, candidates={Card.parse(name.split("#")[0]): 0.3}))
            else:
                known = Card.parse(name.split("#")[0])
                cards.append(SeenCard(known, "up", 0.98, quad, candidates={known: 0.98}))
        return Reading(SIZE[0], SIZE[1], tuple(cards))


def plain() -> Table:
    """A table of one colour."""
    table = Table(5)
    table.ground[:] = 90
    return table


def play(
    table: Table, tracker: Tracker, seconds: float, start: float, step: Callable[[float], None] | None = None
) -> tuple[list[TrackEvent], float]:
    """Frames at 25 a second; the events, and the time after."""
    events = []
    time = start
    for number in range(round(seconds * 25)):
        time = start + number / 25
        if step is not None:
            step(time - start)
        events += tracker.update(table.image(), time).events
    return events, time + 0.04


def begun(
    table: Table, cards: dict[str, tuple[int, int]], packs: int | Literal["auto"] = "auto"
) -> tuple[Tracker, float]:
    """A tracker that has seen some cards lie on a table for a second; the time after."""
    table.cards = cards
    tracker = Tracker(table, packs=packs)
    _, time = play(table, tracker, 1.0, 0.0)
    return tracker, time


def lay_by(
    table: Table, tracker: Tracker, time: float, name: str, at: tuple[int, int], hand: tuple[int, int, int, int]
) -> dict[str, Side | None]:
    """A hand lays a card and goes; from which side each card that lies there then was reached, by name."""
    table.hand = hand
    _, time = play(table, tracker, 0.4, time)
    table.cards[name] = at
    _, time = play(table, tracker, 0.3, time)
    table.hand = None
    _, time = play(table, tracker, 1.0, time)
    return {str(one.card.card): one.reached for one in tracker.update(table.image(), time).cards}


def names(tracker: Tracker, table: Table, time: float) -> list[str]:
    state = tracker.update(table.image(), time)
    return sorted("??" if one.card.side == "down" else str(one.card.card) for one in state.cards)
