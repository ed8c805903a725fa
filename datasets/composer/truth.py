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
_SIDE = 9
_OVER_BOX = _lattice(_SIDE, _SIDE)
# With fewer grey levels between ink and paper nothing of a print can be made out, whatever covers it or not.
_FAINTEST = 14.0
_WIPED_OUT = 0.3


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
    if face.pips is not None:
        placed.pips = [view.project(sheet.place(pip.astype(np.float64) / size)).astype(np.float32) for pip in face.pips]
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
    uv = _on_sheet(mark.quad, size)
    seen, contrasts = [0.0, 0.0], [0.0]
    for part, box in enumerate((mark.rank_quad, mark.suit_quad)):
        if box is None:
            continue
        inside = _inside(box, size)
        # A little more than the box: a print that fills it is told by the paper beside it.
        around = inside.mean(axis=0) + 1.3 * (inside - inside.mean(axis=0))
        contrasts.append(canvas.contrast(image, canvas.view.project(sheet.place(around)), _SIDE))
        seen[part] = canvas.seen(sheet, inside, number)
        if contrasts[-1] < _FAINTEST:
            seen[part] = min(seen[part], _WIPED_OUT)
    nearest = int(np.argmin(np.linalg.norm((_CORNERS - uv.mean(axis=0)) * size, axis=1)))
    return PlacedIndex(
        glyph=mark.glyph,
        suit=mark.suit,
        quad=canvas.view.project(sheet.place(uv)).astype(np.float32),
        card_quad=np.roll(quad, -nearest, axis=0).astype(np.float32),
        rank_visible=seen[0],
        suit_visible=seen[1],
        contrast=max(contrasts),
    )


def _on_sheet(quad: NDArray[np.float32], size: NDArray[np.float64]) -> Points:
    """A mark's quad (4, 2) as positions on the sheet 0..1, whose edges lie half a pixel outside the outer centres."""
    return np.asarray((quad.astype(np.float64) + 0.5) / size)


def _inside(quad: NDArray[np.float32], size: NDArray[np.float64]) -> Points:
    """Sample points inside a quad of the texture, as positions on the sheet 0..1."""
    u, v = _OVER_BOX[:, :1], _OVER_BOX[:, 1:]
    a, b, c, d = _on_sheet(quad, size)
    return np.asarray((1 - u) * (1 - v) * a + u * (1 - v) * b + u * v * c + (1 - u) * v * d)
