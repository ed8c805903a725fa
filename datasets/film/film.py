"""A staged video: frames with their times, and the exact truth of what could be seen when."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.backgrounds import Backgrounds
from datasets.composer.view import View
from datasets.deck import Deck
from datasets.film.beats import Change, Judgement, Script
from datasets.film.company import Company
from datasets.film.conditions import Conditions
from datasets.film.held import HeldCards
from datasets.film.stage import Shown, Stage

Image = NDArray[np.uint8]
Quad = NDArray[np.float32]

GLIMPSE = 0.3
"""Seconds a change must lie open before it counts as something a camera should have seen."""


_SHUTTER = 6
"""Moments that one exposure is put together from, besides the first, where something moves."""


@dataclass
class Sight:
    """A change of a place, and from when and how long it could be seen.

    Attributes:
        change: the change.
        seen: seconds, when no hand covered the place any more; None if one always did.
        until: seconds, when the place was covered or changed again.
        quad: (4, 2) pixels of the place in the frames, at the time it was seen, else when it changed.
    """

    change: Change
    seen: float | None = None
    until: float | None = None
    quad: Quad = field(default_factory=lambda: np.zeros((4, 2), dtype=np.float32))

    @property
    def counts(self) -> bool:
        """Whether it lay open for long enough to be asked for."""
        return self.seen is not None and self.until is not None and self.until - self.seen >= GLIMPSE


@dataclass(frozen=True, eq=False)
class Moment:
    """One frame.

    Attributes:
        time: seconds.
        image: (H, W, 3) BGR uint8.
        cards: what is in it, with quads where the camera's own movement puts them; empty unless asked for.
        data: the JPEG it came as, None where the camera does not compress.
    """

    time: float
    image: Image
    cards: tuple[Shown, ...] = ()
    data: bytes | None = None


class Film:
    """A script under a camera. Iterate `frames` once; the truth is complete when they are through.

    Args:
        script: what happens.
        decks: the packs used.
        view: where the camera stands.
        conditions: what it adds.
        seed: of table, light and hands.
        backgrounds: table tops.
        fps: frames per second.
    """

    def __init__(
        self,
        script: Script,
        decks: Sequence[Deck],
        view: View,
        conditions: Conditions,
        seed: int = 0,
        backgrounds: Backgrounds | None = None,
        fps: float = 25.0,
    ) -> None:
        if not 1.0 <= fps <= 120.0:
            raise ValueError(f"frames per second are 1 to 120, not {fps}")
        rng = np.random.default_rng([seed, 5])
        self.script, self.view, self.conditions, self.fps = script, view, conditions, fps
        company = Company(script, view, np.random.default_rng([seed, 6])) if conditions.company else None
        self.stage = Stage(script, decks, backgrounds or Backgrounds(), rng, view, company)
        if conditions.held:
            self.stage.held = HeldCards(script, view, self.stage.width, np.random.default_rng([seed, 8]))
        self.sights = [Sight(change) for change in script.changes]

    @property
    def length(self) -> float:
        """Seconds."""
        return self.script.length

    def opening(self) -> list[Quad]:
        """Outlines (4, 2) in the first frame of the cards that lie on the table then, in pixels."""
        motion = self.conditions.motion(0.0)
        return [moved(self.stage.quad(pose), motion) for pose in self.script.start.values()]

    def frames(self, cards: bool = False) -> Iterator[Moment]:
        """Every frame in order; with what lies in it, where that is asked for."""
        open_sights: dict[str, Sight] = {}
        due = list(self.sights)
        for number in range(int(self.length * self.fps)):
            time = number / self.fps
            drawn = self._exposed(time)
            motion = self.conditions.motion(time)
            while due and due[0].change.time <= time:
                sight = due.pop(0)
                former = open_sights.get(sight.change.place)
                if former is not None and former.until is None:
                    former.until = time
                sight.quad = moved(self.stage.quad(sight.change.pose), motion)
                open_sights[sight.change.place] = sight
            for sight in open_sights.values():
                if sight.until is not None:
                    continue
                free = self.stage.free(sight.change.pose)
                if free and sight.seen is None:
                    sight.seen, sight.quad = time, moved(self.stage.quad(sight.change.pose), motion)
                elif not free and sight.seen is not None:
                    sight.until = time
                    if not sight.counts:
                        # Seen only between two fingers: wait for the next clear view.
                        sight.seen = sight.until = None
            seen = self._cards(time, motion) if cards else ()
            image, data = self.conditions.sent(drawn, time)
            yield Moment(time, image, seen, data)
        for sight in open_sights.values():
            if sight.seen is not None and sight.until is None:
                sight.until = self.length

    def _exposed(self, time: float) -> Image:
        """The stage as a shutter sees it that closes at this time: smeared where a hand moves while it is open."""
        webcam = self.conditions.webcam
        open_for = 0.0 if webcam is None else min(webcam.shutter, 1 / self.fps, time)
        if open_for <= 0.0:
            return self.stage.frame(time)
        first = self.stage.frame(time - open_for)
        if not self.stage.moving:
            return self.stage.frame(time)
        total = first.astype(np.float32)
        for step in range(1, _SHUTTER + 1):
            total += self.stage.frame(time - open_for * (1 - step / _SHUTTER))
        return np.asarray(total / (_SHUTTER + 1), dtype=np.uint8)

    def _cards(self, time: float, motion: NDArray[np.float64]) -> tuple[Shown, ...]:
        return tuple(
            Shown(card.piece, card.code, card.up, moved(card.quad, motion), card.visible, card.moving)
            for card in self.stage.shown(time)
        )

    def truth(self) -> dict[str, Any]:
        """What happened, ready for `json.dumps`: changes with the time they could be seen, and verdicts."""
        return {
            "game": self.script.game,
            "options": self.script.options,
            "length": round(self.length, 3),
            "fps": self.fps,
            "changes": [_sight_json(sight) for sight in self.sights],
            "verdicts": [_judgement_json(judgement) for judgement in self.script.judgements],
        }

    def write(self, path: str | Path, codec: str | None = None) -> None:
        """Write the film as a video, and its truth beside it as JSON.

        Args:
            path: of the video; its ending names the container.
            codec: four letters; by default MPEG-4 in .mp4 and Motion JPEG in .avi.

        Raises:
            ValueError: where the video cannot be written.
        """
        target = Path(path)
        four = codec or ("MJPG" if target.suffix.lower() == ".avi" else "mp4v")
        writer = cv2.VideoWriter(str(target), cv2.VideoWriter.fourcc(*four), self.fps, self.view.size)
        if not writer.isOpened():
            raise ValueError(f"{target}: no video can be written there with codec {four}")
        try:
            for moment in self.frames():
                writer.write(moment.image)
        finally:
            writer.release()
        target.with_suffix(".json").write_text(json.dumps(self.truth(), indent=1), encoding="utf-8")


def moved(quad: Quad, motion: NDArray[np.float64]) -> Quad:
    """The quad after the camera's movement, a (2, 3) affine map."""
    return (quad @ motion[:, :2].T + motion[:, 2]).astype(np.float32)


def _sight_json(sight: Sight) -> dict[str, Any]:
    change = sight.change
    return {
        "time": round(change.time, 3),
        "place": change.place,
        "before": change.before,
        "after": change.after,
        "seen": None if sight.seen is None else round(sight.seen, 3),
        "until": None if sight.until is None else round(sight.until, 3),
        "counts": sight.counts,
        "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in sight.quad],
    }


def _judgement_json(judgement: Judgement) -> dict[str, Any]:
    return asdict(judgement) | {"time": round(judgement.time, 3), "verdict": dict(judgement.verdict)}
