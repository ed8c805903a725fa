"""The table as it is followed: its cards, and what became sure of them with each frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from rules.cards import Card
from vision.types import SeenCard

Side = Literal["near", "left", "far", "right"]
"""Of the picture, and of the table: near is the picture's lower edge."""


@dataclass(frozen=True, eq=False)
class Tracked:
    """One card on the table.

    Attributes:
        id: stays with the card as long as it lies where it is, turned over or not.
        card: what is known of it; corners in the pixels of the newest frame.
        since: time it was first seen as it is now.
        clear: whether nothing lies or moves over it in this frame.
        reached: side of the picture from which the hand came that left it as it is; None where that is not clear.
        passed: side from which the hand came that has lain over it since then; None where none has, where that is not
            clear, and as long as anything moves.
        named: what it was told to be before it was told to be what it is.
        still: seconds for which nothing has moved over it, whatever has come to lie there before.
        read: what the camera reads there, where a person said what the card is; None where nobody did.
        laid: time it came to lie there, before `since` where others have lain on it since; None where it is `since`.
    """

    id: int
    card: SeenCard
    since: float
    clear: bool = True
    reached: Side | None = None
    passed: Side | None = None
    named: frozenset[Card] = frozenset()
    still: float = 0.0
    read: SeenCard | None = None
    laid: float | None = None

    @property
    def laid_at(self) -> float:
        """Time it came to lie there: of cards that lie over each other the last is on top."""
        return self.since if self.laid is None else self.laid


@dataclass(frozen=True, eq=False)
class TrackEvent:
    """A change of one place of the table.

    Attributes:
        time: of the frame in which it became sure.
        type: "new" a card where none was seen; "update" another card, another side or another place; "end" it is gone.
        id: of the card.
        before: what the place showed, None for nothing.
        after: what it shows, None for nothing.
    """

    time: float
    type: Literal["new", "update", "end"]
    id: int
    before: SeenCard | None
    after: SeenCard | None


@dataclass(frozen=True, eq=False)
class TableState:
    """The table after one frame.

    Attributes:
        time: of the frame.
        cards: what lies there, in no order.
        events: what became sure with this frame.
        settled: whether nothing moves and nothing is in doubt.
        looked: whether the detector ran.
        restarted: whether the camera lost the table and began anew.
        mirrored: whether the camera shows a mirror image.
        language: of the indices.
        size: width and height of the frame.
        camera: (3, 3) from the pixels of the first frame to those of this one; the table's own frame of reference.
        oriented: whether it is known which way round the camera shows it.
        doubted: whether open cards were seen that did not tell yet.
        away: time since which the camera shows something else than the table, in seconds; None where it shows it.
    """

    time: float
    cards: tuple[Tracked, ...]
    events: tuple[TrackEvent, ...]
    settled: bool
    looked: bool
    restarted: bool
    mirrored: bool
    language: str
    size: tuple[int, int]
    camera: npt.NDArray[np.float64] = field(default_factory=lambda: np.eye(3))
    oriented: bool = True
    doubted: bool = False
    away: float | None = None

    def on_table(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Points (..., 2) of this frame where they lie in the first one, however the camera has moved since."""
        return mapped(points, self._back)

    def lies(self, card: Tracked) -> npt.NDArray[np.float64]:
        """(4, 2) where a card's corners lie in the first frame."""
        known, quad = self._lying.get(card.id, (None, None))
        return self.on_table(card.card.corners) if known is not card or quad is None else quad

    def in_frame(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """The way back of `on_table`."""
        return mapped(points, self.camera)

    @cached_property
    def _back(self) -> npt.NDArray[np.float64]:
        return np.asarray(np.linalg.inv(self.camera), dtype=np.float64)

    @cached_property
    def _lying(self) -> dict[int, tuple[Tracked, npt.NDArray[np.float64]]]:
        """By id every card and where it lies, worked out for all at once: it is asked for several times a frame."""
        if not self.cards:
            return {}
        quads = self.on_table([one.card.corners for one in self.cards])
        return {one.id: (one, quad) for one, quad in zip(self.cards, quads, strict=True)}


def mapped(points: npt.ArrayLike, camera: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Points (..., 2) under a (3, 3) homography."""
    flat = np.asarray(points, dtype=np.float64)
    return np.asarray(cv2.perspectiveTransform(flat.reshape(1, -1, 2), camera), dtype=np.float64).reshape(flat.shape)


def mapped_card(card: SeenCard, camera: npt.NDArray[np.float64]) -> SeenCard:
    """A card with its outline and those of its indices under a (3, 3) homography."""
    return mapped_cards([card], camera)[0]


def mapped_cards(cards: Sequence[SeenCard], camera: npt.NDArray[np.float64]) -> list[SeenCard]:
    """Cards with their outlines and those of their indices under a (3, 3) homography."""
    if not cards:
        return []
    quads = [quad for card in cards for quad in (card.corners, *(index.quad for index in card.indices))]
    moved = iter(mapped(quads, camera).astype(np.float32))
    out = []
    for card in cards:
        corners = next(moved)
        indices = tuple(replace(index, quad=next(moved)) for index in card.indices)
        out.append(replace(card, corners=corners, indices=indices))
    return out
