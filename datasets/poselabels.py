"""The truth of a scene in the text form of YOLO pose training.

A line holds the class, the box (centre and size), and eight keypoints x y v: the corners of the index (class 0 only),
then those of its card. Everything is relative to the picture; v is 2 inside the picture and 0 outside it or where a
class has no such point. The classes are 0 index, 1 face, 2 back, 3 joker.
"""

from __future__ import annotations

import numpy as np

from datasets.scene import PlacedCard, PlacedIndex, Quad, Scene

INDEX, FACE, BACK, JOKER = range(4)
# Shares that must be seen: of an index in all (rank and suit count half each), of a face, of a back.
SEEN_INDEX, SEEN_FACE, SEEN_BACK = 0.6, 0.6, 0.4


def pose_lines(scene: Scene) -> list[str]:
    """One line per index, face, back and joker that is seen well enough."""
    size = np.array([scene.image.shape[1], scene.image.shape[0]], dtype=np.float64)
    lines = []
    for card in scene.cards:
        lines += [
            _line(INDEX, index.quad, index.quad, index.card_quad, size)
            for index in card.indices
            if _seen(index) >= SEEN_INDEX
        ]
        label = _card_label(card)
        if label is not None:
            lines.append(_line(label, card.quad, None, _short_edge_first(card.quad), size))
    return lines


def _seen(index: PlacedIndex) -> float:
    """Share of an index that is seen; a joker's word has no suit beside it."""
    return index.rank_visible if index.suit is None else (index.rank_visible + index.suit_visible) / 2


def _card_label(card: PlacedCard) -> int | None:
    if card.side == "down":
        return BACK if card.visible >= SEEN_BACK else None
    if card.visible < SEEN_FACE:
        return None
    return JOKER if card.code == "JOKER" else FACE


def _short_edge_first(quad: Quad) -> Quad:
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    return quad if sides[0] + sides[2] <= sides[1] + sides[3] else np.roll(quad, -1, axis=0)


def _line(label: int, outline: Quad, index: Quad | None, card: Quad, size: np.ndarray) -> str:
    low, high = np.clip(outline.min(axis=0), 0, size), np.clip(outline.max(axis=0), 0, size)
    numbers = [*((low + high) / 2 / size), *((high - low) / size)]
    for quad in (index, card):
        for point in np.zeros((4, 2)) if quad is None else quad / size:
            seen = quad is not None and 0 <= point[0] <= 1 and 0 <= point[1] <= 1
            numbers += [*(point if seen else (0.0, 0.0)), 2.0 if seen else 0.0]
    return f"{label} " + " ".join(f"{number:.6g}" for number in numbers)
