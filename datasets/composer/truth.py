"""What a finished picture shows of each card."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from datasets.composer.canvas import Canvas
from datasets.composer.items import LaidCard
from datasets.composer.view import Points
from datasets.deck import IndexMark
from datasets.scene import PlacedCard, PlacedIndex

_CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64)


def _lattice(columns: int, rows: int) -> Points:
    """Centres of the cells of a grid over the unit square, (N, 2)."""
    x, y = np.meshgrid((np.arange(columns) + 0.5) / columns, (np.arange(rows) + 0.5) / rows)
    return np.stack([x.ravel(), y.ravel()], axis=1)


_OVER_CARD = _lattice(25, 35)
_OVER_BOX = _lattice(9, 9)


def card_truth(canvas: Canvas, card: LaidCard, number: int, image: NDArray[np.uint8]) -> PlacedCard:
    """The truth of a card drawn as sheet `number`, in the finished picture `image`."""
    sheet, view = card.sheet, canvas.view
    quad = view.project(sheet.place(_CORNERS))
    placed = PlacedCard(
        code=card.code if card.up else None,
        side="up" if card.up else "down",
        quad=quad.astype(np.float32),
        visible=canvas.seen(sheet, _OVER_CARD, number),
    )
    if not card.up:
        return placed
    face = card.deck.face(card.code)
    size = np.array([face.image.shape[1], face.image.shape[0]], dtype=np.float64)
    for mark in face.marks:
        placed.indices.append(_index_truth(canvas, card, number, mark, size, quad, image))
    return placed


def _index_truth(
    canvas: Canvas,
    card: LaidCard,
    number: int,
    mark: IndexMark,
    size: NDArray[np.float64],
    quad: Points,
    image: NDArray[np.uint8],
) -> PlacedIndex:
    sheet = card.sheet
    uv = mark.quad.astype(np.float64) / size
    shown = canvas.view.project(sheet.place(_inside(mark.quad, size)))
    nearest = int(np.argmin(np.linalg.norm((_CORNERS - uv.mean(axis=0)) * size, axis=1)))
    return PlacedIndex(
        glyph=mark.glyph,
        suit=mark.suit,
        quad=canvas.view.project(sheet.place(uv)).astype(np.float32),
        card_quad=np.roll(quad, -nearest, axis=0).astype(np.float32),
        rank_visible=canvas.seen(sheet, _inside(mark.rank_quad, size), number),
        suit_visible=0.0 if mark.suit_quad is None else canvas.seen(sheet, _inside(mark.suit_quad, size), number),
        contrast=canvas.contrast(image, shown),
    )


def _inside(quad: NDArray[np.float32], size: NDArray[np.float64]) -> Points:
    """Sample points inside a quad of the texture, as positions on the sheet 0..1."""
    u, v = _OVER_BOX[:, :1], _OVER_BOX[:, 1:]
    a, b, c, d = quad.astype(np.float64) / size
    return np.asarray((1 - u) * (1 - v) * a + u * (1 - v) * b + u * v * c + (1 - u) * v * d)
