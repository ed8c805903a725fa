"""The table as it is followed: its cards, and what became sure of them with each frame."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
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
    """

    id: int
    card: SeenCard
    since: float
    clear: bool = True
    reached: Side | None = None
    passed: Side | None = None
    named: frozenset[Card] = frozenset()
    still: float = 0.0


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

    def on_table(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Points (..., 2) of this frame where they lie in the first one, however the camera has moved since."""
        return mapped(points, np.asarray(np.linalg.inv(self.camera), dtype=np.float64))

    def in_frame(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """The way back of `on_table`."""
        return mapped(points, self.camera)


def mapped(points: npt.ArrayLike, camera: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Points (..., 2) under a (3, 3) homography."""
    flat = np.asarray(points, dtype=np.float64)
    return np.asarray(cv2.perspectiveTransform(flat.reshape(1, -1, 2), camera), dtype=np.float64).reshape(flat.shape)


def mapped_card(card: SeenCard, camera: npt.NDArray[np.float64]) -> SeenCard:
    """A card with its outline and those of its indices under a (3, 3) homography."""
    corners, *spots = mapped([card.corners, *(index.quad for index in card.indices)], camera).astype(np.float32)
    indices = tuple(replace(index, quad=quad) for index, quad in zip(card.indices, spots, strict=True))
    return replace(card, corners=corners, indices=indices)
