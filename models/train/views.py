"""Views: random zoomed and turned crops of a scene, with the targets that are visible in them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.ring import Float, Truth
from vision.geometry import rightward

SMALLEST = 7.0
LARGEST = 140.0
_GRAINY = 0.15
"""Share of the noisy views that are as grainy as what a webcam sends from a badly lit table."""


@dataclass
class View:
    """One training picture. Targets are lists of equal length; `ignore` holds (class or -1, x1, y1, x2, y2).

    `rows` holds the row of the truth that a target comes from: of its indices for class 0, of its cards for others.
    An index's corners begin at the one nearest to its card's corner, whichever way it reads; `second` is 1 where that
    is its upper right one, as at the second pair of a deck with four corners, 0 where it is its upper left one, and
    -1 where its card is not known, or it is no index.
    """

    image: NDArray[np.uint8]
    labels: list[int] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    boxes: list[list[float]] = field(default_factory=list)
    index: list[Float] = field(default_factory=list)
    card: list[Float] = field(default_factory=list)
    unit: list[float] = field(default_factory=list)
    second: list[int] = field(default_factory=list)
    ignore: list[list[float]] = field(default_factory=list)


def cut_view(rng: np.random.Generator, image: NDArray[np.uint8], truth: Truth, size: int) -> View:
    """Cut a square view of `size` pixels whose index height is drawn log-uniformly from 7 to 140 pixels.

    The whole circle of directions is used and nothing is mirrored: a mirrored index is no index.
    """
    whole = _placement(rng, image.shape, truth, size)
    matrix = whole
    scale = math.hypot(matrix[0, 0], matrix[1, 0])
    picture: Any = np.ascontiguousarray(image)
    while scale < 0.55:
        # Area averaging before the warp: sampling a fine print sparsely makes moire that no camera makes.
        picture = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        matrix = matrix @ np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1]])
        scale *= 2
    border = [int(v) for v in rng.integers(0, 256, 3)] if rng.random() < 0.5 else [114, 114, 114]
    mode = cv2.BORDER_REPLICATE if rng.random() < 0.3 else cv2.BORDER_CONSTANT
    out: Any = cv2.warpAffine(
        picture, matrix[:2], (size, size), flags=cv2.INTER_LINEAR, borderMode=mode, borderValue=border
    )
    view = View(out)
    add_targets(view, truth, whole.astype(np.float32), size)
    return view


def _placement(rng: np.random.Generator, shape: tuple[int, ...], truth: Truth, size: int) -> NDArray[np.float64]:
    height, width = shape[:2]
    heights = index_heights(truth.index)
    seen = np.flatnonzero(truth.card_visible > 0.5)
    way = rng.random()
    if len(heights) and way < 0.6:
        chosen = int(rng.integers(len(heights)))
        # A view of large indices holds few of them: it has to come the more often for them to be learned as well.
        wanted = SMALLEST * (LARGEST / SMALLEST) ** (rng.random() ** 0.65)
        scale = float(np.clip(wanted / heights[chosen], 0.3, 2.5))
        focus = truth.index[chosen].mean(0).astype(np.float64)
        focus += rng.normal(0, 0.22 * size / scale, 2)
    elif len(seen) and way < 0.88:
        # Backs and jokers are rarer than faces, not less important.
        weights = np.where(truth.card_class[seen] == 1, 1.0, 8.0)
        card = truth.cards[rng.choice(seen, p=weights / weights.sum())]
        tall = math.sqrt(max(float(cv2.contourArea(card)), 16.0) * 1.4)
        wanted = math.exp(rng.uniform(math.log(SMALLEST * 6), math.log(0.95 * size)))
        scale = float(np.clip(wanted / tall, 0.3, 2.5))
        focus = card.mean(0).astype(np.float64)
        focus += rng.normal(0, 0.18 * size / scale, 2)
    else:
        scale = math.exp(rng.uniform(math.log(0.35), math.log(1.3)))
        focus = rng.uniform((0, 0), (width, height))
    scale = max(scale, 0.6 * size / max(height, width))
    # Nearer to the middle when the view is nearly as large as the scene, or it would show mostly border.
    half = 0.5 * size / scale
    for axis, extent in enumerate((width, height)):
        low, high = min(0.8 * half, extent / 2), max(extent - 0.8 * half, extent / 2)
        focus[axis] = np.clip(focus[axis], low, high)
    angle = rng.uniform(-math.pi, math.pi) if rng.random() < 0.6 else rng.integers(4) * math.pi / 2 + rng.normal(0, 0.2)
    c, s = scale * math.cos(angle), scale * math.sin(angle)
    turn = np.array([[c, -s], [s, c]]) @ _foreshortened(rng)
    shift = np.array([size / 2, size / 2]) - turn @ focus
    return np.vstack([np.column_stack([turn, shift]), [0, 0, 1]])


def _foreshortened(rng: np.random.Generator) -> NDArray[np.float64]:
    """Now and then shortened along one direction and lengthened across it, as from a lower camera; (2, 2)."""
    if rng.random() < 0.6:
        return np.eye(2)
    angle, stretch = rng.uniform(0, math.pi), math.exp(rng.normal(0, 0.14))
    c, s = math.cos(angle), math.sin(angle)
    axes = np.array([[c, -s], [s, c]])
    return np.asarray(axes @ np.diag([stretch, 1 / stretch]) @ axes.T)


def index_heights(quads: Float) -> Float:
    """Heights in pixels of index quads (N, 4, 2): the mean of their two upright edges."""
    left = np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1)
    right = np.linalg.norm(quads[:, 2] - quads[:, 1], axis=1)
    heights: Float = ((left + right) / 2).astype(np.float32)
    return heights


def add_targets(view: View, truth: Truth, matrix: Float, size: int) -> None:
    """Map a scene's truth into a view by `matrix` (3, 3) and add what can be seen there as targets.

    What is in between, too much covered to ask for and too plain to deny, is left out of the loss.
    """
    index, index_card, cards = (_map(quads, matrix) for quads in (truth.index, truth.index_card, truth.cards))
    shares, boxes, heights = _inside(index, size), _boxes(index, size), index_heights(index)
    for row in np.flatnonzero((shares > 0.02) & (truth.glyph != "none")):
        inside, height, quad, card = float(shares[row]), float(heights[row]), index[row], index_card[row]
        rank, suit = (float(v) * inside for v in truth.index_visible[row])
        word = truth.glyph[row] == "joker"
        clear = rank >= 0.55 if word else rank >= 0.4 and rank + suit >= 0.85
        if clear and inside >= 0.6 and height >= 5.0:
            second = reads_from_second(quad, card)
            corners = np.roll(quad, -1, axis=0) if second == 1 else quad
            _target(view, 0, int(row), boxes[row], corners, card, max(height, 4.0), second)
        elif rank > 0.12 or suit > 0.35:
            view.ignore.append([0.0, *boxes[row]])
    visible, boxes = truth.card_visible * _inside(cards, size), _boxes(cards, size)
    for row in np.flatnonzero(visible > 0.0):
        share, label = float(visible[row]), int(truth.card_class[row])
        wanted, unsure = (0.4, 0.12) if label == 2 else (0.6, 0.2)
        ordered = _short_edge_first(cards[row])
        unit = max(float(np.linalg.norm(ordered[0] - ordered[1])) / 4.0, 4.0)
        if share >= wanted and unit >= 2.5:
            _target(view, label, int(row), boxes[row], ordered, ordered, unit)
        elif share >= unsure:
            view.ignore.append([float(label), *boxes[row]])
    unknown = _map(truth.ignore, matrix)
    near = _inside(unknown, size) > 0
    view.ignore += [[-1.0, *box] for box, kept in zip(_boxes(unknown, size), near, strict=True) if kept]


def reads_from_second(quad: Float, card: Float) -> int:
    """Whether an index (4, 2) reads towards the corner of its card (4, 2) that it stands in; -1 for an unknown card."""
    if not np.isfinite(card).all():
        return -1
    reads = rightward(quad)
    away, towards = card[1] - card[0], card[0] - card[3]
    along = [float(reads @ edge) / max(float(np.linalg.norm(edge)), 1e-6) for edge in (away, towards)]
    return int(along[1] > along[0])


def _target(
    view: View,
    label: int,
    row: int,
    box: list[float],
    index: Float,
    card: Float,
    unit: float,
    second: int = -1,
) -> None:
    view.labels.append(label)
    view.rows.append(row)
    view.boxes.append(box)
    view.index.append(index)
    view.card.append(card)
    view.unit.append(unit)
    view.second.append(second)


def _map(quads: Float, matrix: Float) -> Float:
    return (quads @ matrix[:2, :2].T + matrix[:2, 2]).astype(np.float32)


def _boxes(quads: Float, size: int) -> list[list[float]]:
    low, high = np.clip(quads.min(1), 0, size), np.clip(quads.max(1), 0, size)
    boxes: list[list[float]] = np.concatenate([low, high], axis=1).tolist()
    return boxes


def _inside(quads: Float, size: int) -> NDArray[np.float64]:
    """Share (N,) of convex quads' (N, 4, 2) areas inside the square view."""
    low, high = quads.min(1), quads.max(1)
    whole = (low.min(1) >= 0) & (high.max(1) <= size)
    shares: NDArray[np.float64] = whole.astype(np.float64)
    frame = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
    # What only touches the square may still lie beside it.
    for row in np.flatnonzero(~whole & (high.min(1) > 0) & (low.max(1) < size)):
        area = cv2.contourArea(quads[row])
        if area > 0:
            shares[row] = float(cv2.intersectConvexConvex(quads[row], frame)[0]) / area
    return shares


def _short_edge_first(quad: Float) -> Float:
    first = np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[3] - quad[2])
    second = np.linalg.norm(quad[2] - quad[1]) + np.linalg.norm(quad[0] - quad[3])
    return quad if first <= second else np.roll(quad, -1, axis=0)


def disturb(rng: np.random.Generator, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """What a camera does on top of the scene's own: light, colour cast, blur, sharpening, noise, compression."""
    out: Any = image
    if rng.random() < 0.06:
        out = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    if rng.random() < 0.6:
        levels = np.arange(256, dtype=np.float32)[:, None] / 255
        gain = np.exp(rng.normal(0, 0.18)) * np.exp(rng.normal(0, 0.05, 3))
        curve = np.clip(levels ** np.exp(rng.normal(0, 0.22)) * gain + rng.normal(0, 0.03), 0, 1)
        table = (curve * 255).astype(np.uint8)[None]
        out = cv2.LUT(out, table)
    kind = rng.random()
    if kind < 0.14:
        out = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.3, 1.6)))
    elif kind < 0.2:
        length, angle = int(rng.integers(3, 8)), rng.uniform(0, math.pi)
        kernel = np.zeros((9, 9), np.float32)
        reach = length / 2 * np.array([math.cos(angle), math.sin(angle)])
        start, end = (4 - reach), (4 + reach)
        cv2.line(kernel, (round(start[0]), round(start[1])), (round(end[0]), round(end[1])), 1.0, 1)
        out = cv2.filter2D(out, -1, kernel / kernel.sum())
    elif kind < 0.32:
        soft = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.7, 1.5)))
        amount = float(rng.uniform(0.4, 1.5))
        out = cv2.addWeighted(out, 1 + amount, soft, -amount, 0)
    if rng.random() < 0.3:
        grainy = rng.random() < _GRAINY
        spread = float(rng.uniform(12, 45) if grainy else abs(rng.normal(0, 8)))
        out = noisy(rng, out, spread, coloured=rng.random() < 0.6)
        if grainy and rng.random() < 0.5:
            # Cameras smooth what they see in the dark: its grain is coarser than their pixels then.
            out = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.5, 1.2)))
    if rng.random() < 0.03:
        # Pixels of the sensor that are dead, or hot.
        spots = rng.random(out.shape[:2]) < rng.uniform(0.001, 0.02)
        out = out.copy()
        out[spots] = rng.choice([0, 255], (int(spots.sum()), 1))
    if rng.random() < 0.35:
        quality = int(rng.integers(25, 92))
        out = cv2.imdecode(cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
    disturbed: NDArray[np.uint8] = out
    return disturbed


def noisy(
    rng: np.random.Generator, image: NDArray[np.uint8], spread: float, coloured: bool = True
) -> NDArray[np.uint8]:
    """A picture (H, W, 3) with a sensor's noise of that standard deviation, each channel's its own or all alike."""
    cv2.setRNGSeed(int(rng.integers(2**31)))
    channels = image.shape[2] if coloured else 1
    noise: Any = np.empty((*image.shape[:2], channels), np.int16)
    # One mean and one deviation for each channel: OpenCV fills those without one with rubbish.
    cv2.randn(noise, np.zeros(channels), np.full(channels, spread))
    if not coloured:
        noise = cv2.merge([noise] * image.shape[2])
    out: Any = cv2.add(image, noise, dtype=cv2.CV_8U)
    added: NDArray[np.uint8] = out
    return added
