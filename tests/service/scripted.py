"""A tracked table played from a film's script, without pictures: what the tracker would say after every change."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from datasets.film.beats import SEATS, Pose, Script
from rules.cards import Card
from tests.vision.tables import Camera, outline
from vision.reach import SIDES
from vision.table import Side, TableState, Tracked
from vision.types import SeenCard


def states(
    script: Script,
    camera: Camera | None = None,
    jitter: float = 1.0,
    hidden: float = 0.0,
    unread: float = 0.0,
    seed: int = 0,
    arms: bool = False,
) -> Iterator[TableState]:
    """The table after every change of the script, settled.

    Args:
        script: of a film.
        camera: looks at the table.
        jitter: of the corners, pixels.
        hidden: share of states in which a card is not clear of hands.
        unread: share of face-up cards whose suit cannot be made out.
        seed: of all that.
        arms: whether cards are not clear where the script's hands and arms lie over them.
    """
    rng = np.random.default_rng(seed)
    camera = camera or Camera(0.5, 16)
    lying: dict[str, tuple[int, Pose, float]] = {}
    for piece in script.order:
        lying[script.places[piece]] = (piece, script.start[piece], 0.0)
    blurred = {piece: rng.random() < unread for piece in script.codes}
    last = 0.0
    yield _state(0.5, script, lying, camera, rng, jitter, blurred)
    for change in script.changes:
        for wait in np.arange(0.2, max(change.time - last - 0.05, 0.0), 0.4):
            now = last + float(wait)
            yield _state(now, script, lying, camera, rng, jitter, blurred, _under_arms(script, lying, now, arms))
        if change.piece is None:
            lying.pop(change.place, None)
        else:
            lying[change.place] = (change.piece, change.pose, change.time)
        covered = frozenset(str(p) for p in lying if rng.random() < hidden)
        covered |= _under_arms(script, lying, change.time + 0.1, arms)
        yield _state(change.time + 0.1, script, lying, camera, rng, jitter, blurred, covered)
        last = change.time
    for step in range(1, 9):
        yield _state(last + 0.1 + 0.5 * step, script, lying, camera, rng, jitter, blurred)


def _under_arms(script: Script, lying: dict[str, tuple[int, Pose, float]], time: float, arms: bool) -> frozenset[str]:
    """The places that a hand, or the arm behind it, lies over."""
    if not arms:
        return frozenset()
    latest = {beat.player: beat for beat in script.beats if beat.start <= time}
    covered = set()
    for side, beat in latest.items():
        part = min((time - beat.start) / max(beat.end - beat.start, 1e-6), 1.0)
        tip = beat.hand[0] + (beat.hand[1] - beat.hand[0]) * part
        angle = np.deg2rad(SEATS[side])
        seat = np.array([-np.sin(angle), np.cos(angle)])
        for place, (_, pose, _) in lying.items():
            off = np.array([pose.x, pose.y]) - tip
            beside = off - max(float(off @ seat), 0.0) * seat
            if float(np.linalg.norm(beside)) < 0.6:
                covered.add(place)
    return frozenset(covered)


def _carrier(script: Script, piece: int, time: float) -> Side | None:
    """From which side the hand came that carried a card last."""
    carried = [beat for beat in script.beats if beat.piece == piece and beat.start <= time]
    return None if not carried else next(side for side in SIDES if side == carried[-1].player)


@lru_cache(maxsize=256)
def _shown(camera: Camera, x: float, y: float, angle: float) -> np.ndarray:
    """Where a card's corners are seen: it lies still for many states."""
    return camera(outline(x, y, angle))


def _state(
    time: float,
    script: Script,
    lying: dict[str, tuple[int, Pose, float]],
    camera: Camera,
    rng: np.random.Generator,
    jitter: float,
    blurred: dict[int, bool],
    covered: frozenset[str] = frozenset(),
) -> TableState:
    cards = []
    for place, (piece, pose, since) in lying.items():
        if place.startswith(("hand ", "out ")):
            continue  # out of the picture
        quad = (_shown(camera, pose.x, pose.y, pose.angle) + rng.normal(0, jitter, (4, 2))).astype(np.float32)
        if not pose.up:
            seen = SeenCard(None, "down", 0.97, quad)
        else:
            name = Card.parse(script.codes[piece])
            if blurred[piece] and name.rank is not None:
                same = [Card.parse(f"{name.rank}{suit}") for suit in "CDHS"]
                seen = SeenCard(None, "up", 0.25, quad, candidates=dict.fromkeys(same, 0.25))
            else:
                seen = SeenCard(name, "up", 0.99, quad, candidates={name: 0.99})
        # A card laid on another is another card; one that stays keeps its number.
        cards.append(Tracked(1000 + piece, seen, since, place not in covered, _carrier(script, piece, time)))
    still = not any(beat.start <= time < beat.end for beat in script.beats)
    return TableState(time, tuple(cards), (), still, True, False, False, "en", (1280, 720))
