"""Cards that the players hold in their hands within the picture: fans, whose faces or backs the camera sees."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from datasets.composer.hands import holding
from datasets.composer.items import LaidHand, moved_hand
from datasets.composer.view import Points, Sheet, View
from datasets.film.beats import SEATS, Script
from datasets.film.company import PAUSES, SHIFTS, Fidget, onto_table

Point = NDArray[np.float64]

_IN = (-0.3, 0.8)
"""Card heights by which the hand reaches into the picture, drawn between these."""
_MIDDLE = (0.25, 0.75)
"""Share of a player's edge of the picture between which he sits."""
_LEAN = (0.6, 1.25)
"""Radians by which the cards lean away from lying flat, faces towards their player."""
_LIFT = (0.5, 1.3)
"""Card heights from the table to their lower edges."""
_RADIUS = (0.9, 1.7)
_STEP = (0.07, 0.16)
"""Radians between one card of a fan and the next, as far as all of it spans no more than `_SPAN`."""
_SPAN = 1.5
_WANDERS = (0.15, 0.15, 0.06, 0.1)
"""Card heights across and along the table, and radians about and of the lean, by which it shifts, as standard
deviations."""
_CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64)


@dataclass(frozen=True)
class HeldSheet(Sheet):
    """A card of a fan, whose plane leans as a whole about the point at which it is held.

    Attributes:
        fan: where the card's middle lies in that plane, right and down from the point held, and its turn there.
        slope: of the plane, in radians from lying flat; its upper edge rises.
    """

    fan: tuple[float, float, float] = (0.0, 0.0, 0.0)
    slope: float = 0.0

    def place(self, uv: Points) -> Points:
        """Points (N, 3) of (N, 2) positions on the card, 0..1 from its own top left."""
        px, py = (uv[:, 0] - 0.5) * self.width, (uv[:, 1] - 0.5) * self.height
        right, down, turn = self.fan
        across = right + px * np.cos(turn) - py * np.sin(turn)
        along = down + px * np.sin(turn) + py * np.cos(turn)
        z = self.lift - along * np.sin(self.slope)
        along = along * np.cos(self.slope)
        sine, cosine = np.sin(self.angle), np.cos(self.angle)
        return np.column_stack([self.x + across * cosine - along * sine, self.y + across * sine + along * cosine, z])


@dataclass(frozen=True)
class _Fan:
    """How one player holds his cards, and shifts by (x, y, angle, slope)."""

    spot: Point
    angle: float
    slope: float
    lift: float
    radius: float
    step: float
    hand: LaidHand
    fidget: Fidget


class HeldCards:
    """The cards in the players' hands, seen.

    Args:
        script: what happens: which cards are held at which time.
        view: the camera.
        width: of a card, in its height.
        rng: source of chance.
    """

    def __init__(self, script: Script, view: View, width: float, rng: np.random.Generator) -> None:
        self._view, self._width = view, width
        changes = sorted(_changes(script))
        # Whoever has been dealt cards holds them, also where the film ends before his turn.
        sides = sorted({beat.player for beat in script.beats} | {side for *_, side in changes if side})
        self._fans = {side: self._held_by(side, script.length, rng) for side in sides}
        self._times = [time for time, *_ in changes]
        self._hands: list[dict[str, list[int]]] = [{side: [] for side in sides}]
        for _, piece, side in changes:
            now = {other: [one for one in cards if one != piece] for other, cards in self._hands[-1].items()}
            if side:
                now[side].append(piece)
            self._hands.append(now)

    def pieces(self, side: str, time: float) -> list[int]:
        """What a player holds at a time in seconds, in the order of the fan from the left."""
        return self._hands[bisect_right(self._times, time)][side]

    def cards(self, time: float) -> Iterator[tuple[int, Sheet, bool]]:
        """The cards held at a time in seconds, the farthest first: piece, where it is, and whether its face is seen."""
        for side, fan in self._fans.items():
            pieces = self.pieces(side, time)
            if not pieces:
                continue
            x, y, angle, slope = fan.fidget.at(time)
            turn = fan.angle + angle
            step = min(fan.step, _SPAN / len(pieces))
            turns = step * (np.arange(len(pieces)) - (len(pieces) - 1) / 2)
            sheets = [
                HeldSheet(
                    float(fan.spot[0] + x), float(fan.spot[1] + y), turn, self._width, lift=fan.lift,
                    fan=(fan.radius * np.sin(at), fan.radius * (1 - np.cos(at)) - 0.35, at), slope=fan.slope + slope,
                )
                for at in turns.tolist()
            ]  # fmt: skip
            up = self._faces(sheets[len(sheets) // 2])
            order = list(zip(pieces, sheets, strict=True))
            for piece, sheet in order if up else reversed(order):
                yield piece, sheet, up

    def hands(self, time: float) -> dict[str, LaidHand]:
        """The hands that hold them, by player."""
        out = {}
        for side, fan in self._fans.items():
            if self.pieces(side, time):
                x, y, angle, _ = fan.fidget.at(time)
                at = fan.spot + np.array([x, y])
                out[side] = replace(moved_hand(fan.hand, at[0], at[1], fan.angle + angle), lift=fan.lift)
        return out

    def _faces(self, sheet: Sheet) -> bool:
        """Whether the camera sees a card's face, whose corners then follow each other clockwise."""
        x, y = self._view.project(sheet.place(_CORNERS)).T
        return bool((x * np.roll(y, -1) - y * np.roll(x, -1)).sum() > 0)

    def _held_by(self, side: str, length: float, rng: np.random.Generator) -> _Fan:
        width, height = self._view.size
        share = float(rng.uniform(*_MIDDLE))
        edge = {
            "near": (share * width, height),
            "far": (share * width, 0.0),
            "left": (0.0, share * height),
            "right": (float(width), share * height),
        }[side]
        angle = float(np.deg2rad(SEATS[side])) + float(rng.normal(0, 0.2))
        inward = np.array([np.sin(angle), -np.cos(angle)])
        spot = onto_table(self._view)(np.array([edge], dtype=np.float64))[0] + inward * rng.uniform(*_IN)
        count = int(length / PAUSES[0]) + 2
        wander = np.array(_WANDERS)
        return _Fan(
            spot, angle, float(rng.uniform(*_LEAN)), float(rng.uniform(*_LIFT)), float(rng.uniform(*_RADIUS)),
            float(rng.uniform(*_STEP)), holding(rng, 0.0, 0.0, 0.0),
            Fidget(
                np.cumsum(rng.uniform(*PAUSES, count)), rng.uniform(*SHIFTS, count),
                np.clip(rng.normal(0, 1, (count + 1, 4)), -2, 2) * wander, rng.uniform(0, 2 * np.pi, 2),
            ),
        )  # fmt: skip


def _changes(script: Script) -> Iterator[tuple[float, int, str]]:
    """When which card comes into whose hand ("" for nobody's)."""
    for piece, place in script.places.items():
        if place.startswith("hand "):
            yield 0.0, piece, place.removeprefix("hand ")
    for beat in script.beats:
        if beat.piece is not None:
            yield beat.start, beat.piece, ""
            if beat.place.startswith("hand "):
                yield beat.end, beat.piece, beat.place.removeprefix("hand ")
