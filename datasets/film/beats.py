"""What happens on the table and when: cards carried, turned and laid by hands, as a script that can be shown.

Positions are table coordinates in card heights, x to the right and y towards the near player (as `datasets.composer`
has them); angles are clockwise in degrees, 0 reads upright from the near side; times are seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

Point = NDArray[np.float64]

SEATS: dict[str, float] = {"near": 0.0, "left": 90.0, "far": 180.0, "right": 270.0}
"""The direction a player's cards are turned to, by side."""


@dataclass(frozen=True)
class Pose:
    """Where a card lies and which side shows."""

    x: float
    y: float
    angle: float = 0.0
    up: bool = False

    def shifted(self, dx: float, dy: float, turn: float = 0.0) -> Pose:
        """The same pose a little off."""
        return replace(self, x=self.x + dx, y=self.y + dy, angle=self.angle + turn)


@dataclass(frozen=True)
class Beat:
    """One stretch of a hand's movement, with the card it carries, if any.

    Attributes:
        start: seconds.
        end: seconds.
        player: whose hand.
        hand: the finger tips at the start and at the end, (2, 2).
        piece: the card carried, or None.
        begin: where that card was.
        finish: where it will lie; None: it is out of sight, in the hand or under another that this holds.
        place: name of the place where it will lie, such as "near 5" or "discard"; "" while it stays in the hand.
        under: the card that it comes to lie under, or None: it lies on top.
        pushed: whether it stays on the table all the way.
        passing: whether the hand is at something else, which another beat tells, and only pushes the card by the way.
    """

    start: float
    end: float
    player: str
    hand: Point
    piece: int | None = None
    begin: Pose | None = None
    finish: Pose | None = None
    place: str = ""
    under: int | None = None
    pushed: bool = False
    passing: bool = False


@dataclass(frozen=True)
class Change:
    """A place that looks otherwise from some time on.

    Attributes:
        time: seconds: when the card was let go (or taken away).
        place: the place's name.
        before: card code, "??" for a face-down card, None for nothing there.
        after: likewise.
        pose: where the change is to be seen.
        piece: the card that is to be seen there now, None for nothing.
    """

    time: float
    place: str
    before: str | None
    after: str | None
    pose: Pose
    piece: int | None


@dataclass(frozen=True)
class Judgement:
    """The verdict due on a turn, with the exact truth it rests on.

    Attributes:
        time: seconds, when the last card of the turn was let go; for a won hand, the one that completed the layout.
        player: side of the player whose turn it was.
        verdict: what a referee who saw everything says, in the form of the events.
        fault: name of the fault put in on purpose, or None.
    """

    time: float
    player: str
    verdict: Mapping[str, Any]
    fault: str | None = None


@dataclass
class Script:
    """Everything that happens in one film.

    Attributes:
        game: "trash", "gin", "bus" or "ace".
        options: what the watcher is told beforehand: players, slots, packs, rules.
        codes: the card code of every piece.
        start: poses at time 0, by piece; pieces not in it are not on the table yet.
        order: pieces from the lowest to the highest, at time 0.
        places: where each piece lies at time 0, by the place's name.
        beats: in the order of their starts.
        changes: of places, in the order of time.
        judgements: of turns, in the order of time.
        length: seconds.
    """

    game: str
    options: dict[str, Any]
    codes: dict[int, str] = field(default_factory=dict)
    start: dict[int, Pose] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    places: dict[int, str] = field(default_factory=dict)
    beats: list[Beat] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    judgements: list[Judgement] = field(default_factory=list)
    length: float = 0.0


class Director:
    """Writes a script card by card; every call goes on from where the last one ended.

    Args:
        script: to write into.
        rng: source of chance, for speeds, pauses and how neatly cards are laid.
        pace: speed of play; 1 is brisk, 0.5 half as fast.
        seat: how far from the table's middle the hands rest, in card heights, across and along.
    """

    def __init__(
        self, script: Script, rng: np.random.Generator, pace: float = 1.0, seat: tuple[float, float] = (8.0, 5.5)
    ) -> None:
        self.script, self.rng, self.pace, self.seat = script, rng, pace, seat
        self.now = 1.0
        self.poses: dict[int, Pose] = {}
        self.piles: dict[str, list[int]] = {}
        self.where: dict[int, str] = {}
        self.hands: dict[str, Point] = {}

    def lay(self, code: str, place: str, pose: Pose) -> int:
        """Put a card on the table before the film begins; returns the piece."""
        piece = len(self.script.codes)
        self.script.codes[piece] = code
        self.script.start[piece] = pose
        self.script.order.append(piece)
        self.script.places[piece] = place
        self.poses[piece] = pose
        self.where[piece] = place
        self.piles.setdefault(place, []).append(piece)
        return piece

    def hold(self, code: str, player: str) -> int:
        """A card that a player has in hand when the film begins, out of the picture; returns the piece."""
        piece = len(self.script.codes)
        self.script.codes[piece] = code
        self.poses[piece], self.where[piece] = self.held(player), ""
        return piece

    def held(self, player: str) -> Pose:
        """How a player's cards are held, out of the picture."""
        x, y = self._seat(player)
        return Pose(float(x), float(y), SEATS[player], False)

    def top(self, place: str) -> int | None:
        """The piece on top at a place, or None."""
        pile = self.piles.get(place)
        return pile[-1] if pile else None

    def lying(self, at: str) -> list[list[int]]:
        """The pieces of every place called so and more, such as a player's, each from the lowest to the highest."""
        return [list(pile) for place, pile in self.piles.items() if place.startswith(f"{at} ") and pile]

    def shown(self, place: str) -> str | None:
        """What a place shows: a code, "??" or None."""
        piece = self.top(place)
        return None if piece is None else self.script.codes[piece] if self.poses[piece].up else "??"

    def sloppy(self, pose: Pose, spread: float = 0.035, turn: float = 3.0) -> Pose:
        """The pose as a person hits it."""
        dx, dy = self.rng.normal(0.0, spread, 2).clip(-2.5 * spread, 2.5 * spread)
        return pose.shifted(float(dx), float(dy), float(self.rng.normal(0.0, turn)))

    def carry(self, player: str, piece: int, to: Pose, place: str) -> None:
        """A player's hand goes to a card, takes it and lays it elsewhere; place "" keeps it in the hand."""
        begin = self.poses[piece]
        self.reach(player, piece)
        came_from = self.where[piece]
        before = self.shown(came_from) if came_from else None
        was_top = bool(came_from) and self.top(came_from) == piece
        if came_from:
            self.piles[came_from].remove(piece)
        if was_top:
            self._changed(came_from, before, begin)
        spent = self._duration(np.hypot(to.x - begin.x, to.y - begin.y), 0.28)
        hand = np.array([self.hands[player], [to.x, to.y]])
        self.script.beats.append(Beat(self.now, self.now + spent, player, hand, piece, begin, to, place))
        self.now += spent
        self.hands[player] = hand[1]
        self.poses[piece] = to
        self.where[piece] = place
        if place:
            under = self.shown(place)
            self.piles.setdefault(place, []).append(piece)
            self._changed(place, under, to)

    def bring(self, player: str, pieces: Sequence[int], place: str, pose: Callable[[], Pose]) -> None:
        """Cards that came along with the one just carried, unseen under it: they lie under it, the first lowest."""
        top = self.piles[place][-1]
        for piece in pieces:
            if self.where[piece]:
                self.lift(player, piece)
            to = pose()
            hand = np.array([self.hands[player]] * 2)
            self.script.beats.append(Beat(self.now, self.now, player, hand, piece, self.poses[piece], to, place, top))
            self.poses[piece], self.where[piece] = to, place
            self.piles[place].insert(len(self.piles[place]) - 1, piece)

    def reach(self, player: str, piece: int) -> None:
        """A player's hand goes to a card."""
        pose = self.poses[piece]
        self._move(player, np.array([pose.x, pose.y]), reach=True)

    def lift(self, player: str, piece: int) -> None:
        """A card goes into the hand that is over it, or out of sight with it."""
        came_from, begin = self.where[piece], self.poses[piece]
        was_top = bool(came_from) and self.top(came_from) == piece
        before = self.shown(came_from) if came_from else None
        if came_from:
            self.piles[came_from].remove(piece)
        hand = np.array([self.hands[player]] * 2)
        self.script.beats.append(Beat(self.now, self.now, player, hand, piece, begin))
        self.poses[piece], self.where[piece] = self.held(player), ""
        if was_top:
            self._changed(came_from, before, begin)

    def leave(self, player: str) -> None:
        """The player's hand goes back to its seat, out of the picture."""
        if player in self.hands:
            self._move(player, self.rest(player), reach=False)
            del self.hands[player]

    def pause(self, least: float, most: float) -> None:
        """Nobody moves for a while."""
        self.now += float(self.rng.uniform(least, most)) / self.pace

    def rest(self, player: str) -> Point:
        """Where a player's hand rests, out of the picture."""
        angle = np.deg2rad(SEATS[player])
        aside = 0.25 * float(self.rng.normal())
        return self._seat(player) + aside * np.array([np.cos(angle), np.sin(angle)])

    def judge(
        self, player: str, verdict: Mapping[str, Any], fault: str | None = None, time: float | None = None
    ) -> None:
        """Note the verdict due on what has just happened, or was decided at an earlier time."""
        self.script.judgements.append(Judgement(self.now if time is None else time, player, verdict, fault))

    def end(self, after: float = 1.5) -> Script:
        """The finished script."""
        for player in list(self.hands):
            self.leave(player)
        self.script.length = self.now + after
        self.script.beats.sort(key=lambda beat: beat.start)
        self.script.changes.sort(key=lambda change: change.time)
        return self.script

    def _seat(self, player: str) -> Point:
        angle = np.deg2rad(SEATS[player])
        across, along = self.seat
        reach = along if player in ("near", "far") else across
        return np.array([-np.sin(angle) * reach, np.cos(angle) * reach])

    def _changed(self, place: str, before: str | None, pose: Pose) -> None:
        after, top = self.shown(place), self.top(place)
        if after != before:
            at = pose if top is None else self.poses[top]
            self.script.changes.append(Change(self.now, place, before, after, at, top))

    def _move(self, player: str, to: Point, reach: bool) -> None:
        start = self.hands.get(player)
        if start is None:
            start = self.rest(player)
        distance = float(np.linalg.norm(to - start))
        if distance > 0.05:
            spent = self._duration(distance, 0.22)
            self.script.beats.append(Beat(self.now, self.now + spent, player, np.array([start, to])))
            # A hand on its way out does not hold up the next player's.
            self.now += spent if reach else spent * float(self.rng.uniform(0.4, 1.0))
        self.hands[player] = to

    def _duration(self, distance: float, least: float) -> float:
        # Hands cover short and long ways in nearly the same time: Fitts's law with its constants for a table.
        natural = least + 0.11 * float(np.log2(1.0 + distance / 0.4))
        return natural * float(self.rng.uniform(0.85, 1.3)) / self.pace
