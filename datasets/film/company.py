"""What else a camera sees while a game is played: idle hands at the edge of the table, and things that lie about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.composer.hands import reaching
from datasets.composer.items import LaidHand, LaidThing, moved_hand
from datasets.composer.things import some_thing
from datasets.composer.view import View
from datasets.film.beats import SEATS, Script

Point = NDArray[np.float64]

_ALONG = np.linspace(0.08, 0.92, 22)
"""Where along its edge of the picture a hand may rest, in shares of that edge."""
_IN = (0.25, 1.0)
"""Card heights by which its fingertips reach into the picture, drawn between these."""
_CLEAR = 1.0
"""Card heights that stay free between its fingers and the places of cards, ..."""
_PALM = 0.45
"""... on which its fingers and half its palm lie, in card heights from the tips."""
PAUSES = (0.8, 6.0)
"""Seconds from one shift of a resting hand to the next, drawn between these."""
SHIFTS = (0.25, 0.8)
"""Seconds that a shift takes."""
_WANDERS = 0.12
"""Card heights and radians by which it shifts, as a standard deviation."""
_TREMBLES = 0.006
"""Card heights by which a hand at rest trembles."""
_THINGS = 6
"""Things that lie about, at most."""
_TRIES = 12
"""Places tried for each of them."""


@dataclass(frozen=True)
class Fidget:
    """How a hand that rests shifts and trembles.

    Attributes:
        times: (N,) seconds from which it goes on to the next shift.
        takes: (N,) seconds that each takes.
        shifts: (N + 1, K) where it is before the first and after each: x, y, and what else it shifts by.
        phase: (2,) of its trembling.
    """

    times: Point
    takes: Point
    shifts: Point
    phase: Point

    def at(self, time: float) -> Point:
        """(K,) by how much it is off at a time in seconds."""
        number = int(np.searchsorted(self.times, time, side="right"))
        before = self.shifts[max(number - 1, 0)]
        part = 1.0 if not number else min((time - self.times[number - 1]) / self.takes[number - 1], 1.0)
        off = np.array(before + (self.shifts[number] - before) * part * part * (3 - 2 * part), dtype=np.float64)
        off[:2] += _TREMBLES * np.sin(self.phase + np.array([5.1, 4.3]) * time)
        return off


@dataclass(frozen=True)
class _Resting:
    """A hand drawn at the origin, and where it lies, shifted by (x, y, angle)."""

    hand: LaidHand
    tip: Point
    angle: float
    fidget: Fidget

    def at(self, time: float) -> LaidHand:
        x, y, angle = self.fidget.at(time)
        return moved_hand(self.hand, self.tip[0] + x, self.tip[1] + y, self.angle + angle)


class Company:
    """The players' idle hands and the things on their table.

    Args:
        script: what happens, which neither hands nor things may be in the way of.
        view: the camera.
        rng: source of chance.
    """

    def __init__(self, script: Script, view: View, rng: np.random.Generator) -> None:
        poses = [*script.start.values(), *(beat.finish for beat in script.beats if beat.place)]
        cards = np.array([(pose.x, pose.y) for pose in poses if pose is not None])
        self._rng, self._size, self._onto = rng, view.size, onto_table(view)
        sides = sorted({beat.player for beat in script.beats})
        self._hands = [hand for side in sides if (hand := self._resting(side, cards, script.length)) is not None]
        self.things = self._lying(cards)

    def hands(self, time: float) -> list[LaidHand]:
        """Where the hands rest at a time in seconds."""
        return [hand.at(time) for hand in self._hands]

    def _resting(self, side: str, cards: Point, length: float) -> _Resting | None:
        """One hand at a player's edge of the picture; None where the cards leave no room."""
        rng, (width, height) = self._rng, self._size
        lean = float(rng.normal(0, 0.25))
        angle = float(np.deg2rad(SEATS[side])) + lean
        inward = np.array([np.sin(angle), -np.cos(angle)])
        edge = {"near": (None, height), "far": (None, 0), "left": (0, None), "right": (width, None)}[side]
        spots = [
            (share * width if edge[0] is None else edge[0], share * height if edge[1] is None else edge[1])
            for share in _ALONG
        ]
        tips = self._onto(np.array(spots, dtype=np.float64)) + inward * rng.uniform(*_IN)
        lying = np.stack([tips, tips - _PALM * inward])
        room = np.linalg.norm(lying[:, :, None] - cards, axis=-1).min(axis=(0, 2))
        if room.max() < _CLEAR:
            return None
        tip = tips[rng.choice(np.flatnonzero(room >= _CLEAR))]
        count = int(length / PAUSES[0]) + 2
        times = np.cumsum(rng.uniform(*PAUSES, count))
        shifts = np.clip(rng.normal(0, _WANDERS, (count + 1, 3)), -2 * _WANDERS, 2 * _WANDERS)
        hand = reaching(rng, 0.0, 0.0, 0.0)
        takes, phase = rng.uniform(*SHIFTS, count), rng.uniform(0, 2 * np.pi, 2)
        return _Resting(hand, tip, angle, Fidget(times, takes, shifts, phase))

    def _lying(self, cards: Point) -> list[LaidThing]:
        """Things beside the places of cards, the largest lowest."""
        rng = self._rng
        things: list[LaidThing] = []
        for _ in range(int(rng.integers(1, _THINGS + 1))):
            spots = self._onto(rng.uniform(0, 1, (_TRIES, 2)) * self._size)
            thing = some_thing(rng, 0.0, 0.0, small=bool(rng.random() < 0.5))
            reach = 0.5 * float(np.hypot(thing.sheet.width, thing.sheet.height))
            room = np.linalg.norm(spots[:, None] - cards, axis=-1).min(axis=1)
            clear = spots[room >= reach + 0.75 * _CLEAR]
            if len(clear):
                x, y = (float(value) for value in clear[0])
                things.append(replace(thing, sheet=replace(thing.sheet, x=x, y=y)))
        return sorted(things, key=lambda thing: -thing.sheet.width * thing.sheet.height)


def onto_table(view: View) -> Callable[[Point], Point]:
    """From pixels (N, 2) to points of the table, in card heights, as a camera without a lens's bending has them."""
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) + np.array(view.centre)
    seen = replace(view, lens=(0.0, 0.0)).on_table(square)
    back = cv2.getPerspectiveTransform(seen.astype(np.float32), square.astype(np.float32))
    return lambda spots: cv2.perspectiveTransform(spots[None], back)[0]
