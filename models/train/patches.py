"""Patches of indices and pips to train the reader on, cut with the detector's kind of error from scenes and photos."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.readernet import PATCH
from models.train.ring import Float, SceneRing, Truth
from models.train.views import disturb, index_heights, noisy
from vision.geometry import UNIT, homographies, projected
from vision.pips import windows
from vision.rectify import to_input
from vision.types import GLYPHS, SUITS

UNSAID = -100
"""A label that asks for nothing (and the one that torch's cross entropy passes over)."""

_MARGIN = 1 / 3
_GLYPH = {name: number for number, name in enumerate(GLYPHS)}
_SUIT = {name: number for number, name in enumerate(SUITS)} | {"?": UNSAID}
UP, HALF_TURN, MIRRORED = 0, 1, 2
_COURT = 11
_PIPPED = {"1": 1, "A": 1} | {str(rank): rank for rank in range(2, 11)} | dict.fromkeys("JQKVBDRH", _COURT)
_CENTRED, _ASTRAY = 0.35, 0.8
"""Of half a window, how far from its middle a court's pip may stand to be what it shows, and from where it is not."""
_SENT = 0.5
_GREY = 0.12
_RARE = ("1", "R", "D", "V", "B", "H")
"""Letters of one or two languages alone."""
_SOONER = 2.5
"""How much sooner an index of a kind that is seen too seldom is drawn than others of the same scene."""
_WHOLE = 0.97
"""Share of a card in sight from which all its pips are."""


@dataclass(frozen=True)
class Patch:
    """One patch (96, 64, 3) BGR with its labels; `UNSAID` where a label asks for nothing."""

    image: NDArray[np.uint8]
    glyph: int
    suit: int
    direction: int


class Pictured(Protocol):
    """What has a picture."""

    @property
    def image(self) -> NDArray[np.uint8]:
        """(H, W, 3) BGR."""


def inputs(draw: Callable[[np.random.Generator, int], Sequence[Pictured]], count: int, seed: int) -> Float:
    """(count, 3, H, W) patches as the network that they are drawn for takes them, RGB in 0..1."""
    rng = np.random.default_rng(seed)
    drawn: list[Pictured] = []
    while len(drawn) < count:
        drawn += draw(rng, 12)
    return to_input(np.stack([patch.image for patch in drawn[:count]]))


def drawn_first(rng: np.random.Generator, seldom: NDArray[np.bool_]) -> NDArray[np.intp]:
    """(N,) a scene's indices in an order by chance; those seen too `seldom` (N,) are likely to come sooner."""
    return np.argsort(rng.exponential(size=len(seldom)) / np.where(seldom, _SOONER, 1.0))


def cut_patch(image: NDArray[np.uint8], quad: Float) -> NDArray[np.uint8]:
    """Rectify an index quad (4, 2) with a third of its size around it to (96, 64, 3)."""
    height, width = PATCH
    mx, my = width * _MARGIN / (1 + 2 * _MARGIN), height * _MARGIN / (1 + 2 * _MARGIN)
    target = np.array([[mx, my], [width - mx, my], [width - mx, height - my], [mx, height - my]], np.float32) - 0.5
    low = np.floor(quad.min(0) - 0.6 * np.ptp(quad, 0).max() - 4).astype(int)
    high = np.ceil(quad.max(0) + 0.6 * np.ptp(quad, 0).max() + 4).astype(int)
    x1, y1 = max(int(low[0]), 0), max(int(low[1]), 0)
    x2, y2 = min(int(high[0]), image.shape[1]), min(int(high[1]), image.shape[0])
    if x2 - x1 < 2 or y2 - y1 < 2:
        return np.full((*PATCH, 3), 114, np.uint8)
    part: Any = np.ascontiguousarray(image[y1:y2, x1:x2])
    corners: Any = quad - np.array([x1, y1], np.float32)
    tall = float(index_heights(corners[None])[0])
    while tall > 1.7 * (height - 2 * my):
        part = cv2.resize(part, (max(part.shape[1] // 2, 1), max(part.shape[0] // 2, 1)), interpolation=cv2.INTER_AREA)
        corners, tall = (corners - 0.5) / 2, tall / 2
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    out = cv2.warpPerspective(part, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return out.astype(np.uint8, copy=False)


def jitter(rng: np.random.Generator, quad: Float, amount: float = 1.0) -> Float:
    """Displace a quad as a detector does: shift, size, proportion, turn and a little of each corner's own."""
    centre = quad.mean(0)
    across, down = (quad[1] - quad[0] + quad[2] - quad[3]) / 2, (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    size = math.sqrt(float(np.linalg.norm(across) * np.linalg.norm(down)))
    angle = float(rng.normal(0, 0.06)) * amount
    c, s = math.cos(angle), math.sin(angle)
    scale = np.exp(rng.normal(0, 0.07, 2) * amount)
    inverse = np.linalg.pinv(np.column_stack([across, down]))
    local = (quad - centre) @ inverse.T * scale
    out = local @ np.column_stack([across, down]).T @ np.array([[c, s], [-s, c]])
    out = out + centre + rng.normal(0, 0.05, 2) * size * amount + rng.normal(0, 0.025, (4, 2)) * size * amount
    moved: Float = out.astype(np.float32)
    return moved


def asked(truth: Truth, row: int, height: float) -> tuple[int, int]:
    """Glyph and suit that an index `height` pixels high is to be read as.

    Illegible or none where it cannot be seen, and `UNSAID` in between.
    """
    rank, suit = (float(v) for v in truth.index_visible[row])
    glyph, shown = _GLYPH[str(truth.glyph[row])], _SUIT[str(truth.suit[row])]
    if rank < 0.45 or height < 5.5:
        glyph = _GLYPH["illegible"]
    elif rank < 0.7 and glyph != _GLYPH["joker"]:
        glyph = UNSAID
    if shown == UNSAID:
        pass
    elif suit < 0.25:
        shown = _SUIT["none"]
    elif suit < 0.6 or height < 5.5:
        shown = UNSAID
    return glyph, shown


class ScenePatches:
    """Draws patches from a ring of scenes: indices, and things that are none.

    `nothing` is the share of the latter; 0 for photos, in which not every index is known. A suit "?" is not asked for.
    Of the indices, the share `pips` gives way to a pip of the same card, which is no index but has a suit. Indices are
    displaced by `amount` times what a detector displaces them: less where it was the detector that found them. The
    share `sideways` is cut a quarter turn round, as where the detector is wrong about the way they read, and is
    illegible. `passed_over` is as for `SceneRing.draw`.
    """

    def __init__(
        self,
        ring: SceneRing,
        nothing: float = 0.14,
        pips: float = 0.16,
        amount: float = 1.0,
        sideways: float = 0.06,
        passed_over: float = 0.0,
    ) -> None:
        self.ring = ring
        self.sideways = sideways
        self.passed_over = passed_over
        self.amount = amount
        self.nothing = nothing
        self.pips = pips

    def draw(self, rng: np.random.Generator, count: int) -> list[Patch]:
        """Up to `count` patches of one scene, disturbed."""
        image, truth = self.ring.draw(rng, self.passed_over)
        picture: NDArray[np.uint8] = image
        out: list[Patch] = []
        heights = index_heights(truth.index)
        order = drawn_first(rng, np.isin(truth.glyph, _RARE))
        wanted = count - int(rng.binomial(count, self.nothing))
        for chosen in order[:wanted]:
            patch = None
            if rng.random() < self.pips:
                patch = _pip(rng, picture, truth, int(chosen))
            if patch is None:
                patch = self._index(rng, picture, truth, int(chosen), float(heights[chosen]))
            if patch is not None:
                out.append(patch)
        for _ in range(count - len(out) if len(order) == 0 else count - wanted):
            nothing = self._nothing(rng, picture, truth, heights)
            if nothing is not None:
                out.append(nothing)
        return out

    def _index(
        self, rng: np.random.Generator, image: NDArray[np.uint8], truth: Truth, chosen: int, height: float
    ) -> Patch | None:
        rank, suit = (float(v) for v in truth.index_visible[chosen])
        if rank < 0.15 and suit < 0.3:
            return None
        quad = truth.index[chosen]
        picture = image
        if height > 18 and rng.random() < 0.5:
            # The same index photographed from farther away.
            picture, quad = farther(rng, image, quad, height)
            height = float(index_heights(quad[None])[0])
        glyph, shown = asked(truth, chosen, height)
        if rng.random() < self.sideways:
            quad = np.roll(jitter(rng, quad, self.amount), int(rng.choice((-1, 1))), axis=0)
            return replace(finish(rng, picture, quad, _GLYPH["illegible"], UNSAID), direction=UNSAID)
        patch = finish(rng, picture, jitter(rng, quad, self.amount), glyph, shown)
        return replace(patch, direction=UNSAID) if glyph == _GLYPH["none"] else patch

    def _nothing(
        self, rng: np.random.Generator, image: NDArray[np.uint8], truth: Truth, heights: Float
    ) -> Patch | None:
        tall = float(np.exp(rng.normal(0, 0.4)) * (np.median(heights) if len(heights) else rng.uniform(8, 90)))
        wide = tall * float(rng.uniform(0.35, 0.75))
        if len(truth.cards) and rng.random() < 0.75:
            card = truth.cards[int(rng.integers(len(truth.cards)))]
            u, v = rng.uniform(0.05, 0.95, 2)
            centre = (card[0] * (1 - u) + card[1] * u) * (1 - v) + (card[3] * (1 - u) + card[2] * u) * v
            axis = card[1] - card[0]
            angle = math.atan2(float(axis[1]), float(axis[0])) + (math.pi if rng.random() < 0.5 else 0.0)
        else:
            centre = rng.uniform((0, 0), (image.shape[1], image.shape[0]))
            angle = float(rng.uniform(-math.pi, math.pi))
        if len(truth.index):
            gaps = np.linalg.norm(truth.index.mean(1) - centre, axis=1)
            if (gaps < 0.9 * np.maximum(heights, tall)).any():
                return None
        c, s = math.cos(angle), math.sin(angle)
        local = np.array([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]]) / 2
        quad = (local @ np.array([[c, s], [-s, c]]) + centre).astype(np.float32)
        return Patch(disturb(rng, cut_patch(image, quad)), _GLYPH["none"], UNSAID, UNSAID)


def _pip(rng: np.random.Generator, image: NDArray[np.uint8], truth: Truth, chosen: int) -> Patch | None:
    """A pip of the card of an index, if the whole card is seen, so that none of its pips is covered."""
    glyph, card = str(truth.glyph[chosen]), truth.index_card[chosen]
    if not (glyph in _PIPPED and np.isfinite(card).all() and len(truth.cards)):
        return None
    away = np.linalg.norm(truth.cards.mean(1) - card.mean(0), axis=1)
    owner = int(away.argmin())
    if truth.card_visible[owner] < _WHOLE or away[owner] > 0.05 * np.linalg.norm(card[2] - card[0]):
        return None
    rank, suit = _PIPPED[glyph], str(truth.suit[chosen])
    found = windows(rank, card)
    quad = found[int(rng.integers(len(found)))]
    if rank == _COURT:
        framed = _framed(truth, owner, quad)
        if framed is None:
            return None
        suit = framed
    height = float(index_heights(quad[None])[0])
    picture = image
    if height > 14 and rng.random() < 0.6:
        picture, quad = farther(rng, image, quad, height)
        height = float(index_heights(quad[None])[0])
    if height < 5.5:
        return None
    patch = finish(rng, picture, jitter(rng, quad), _GLYPH["none"], _SUIT[suit])
    # An ace's pip stands upright for one of its indices only, and decks differ in others as well.
    return replace(patch, direction=UNSAID)


def _framed(truth: Truth, owner: int, quad: Float) -> str | None:
    """The suit of the pip that a window (4, 2) on a court shows; "none" where it shows none, None in doubt."""
    if not truth.pips_known[owner]:
        return None
    rows = np.flatnonzero(truth.pip_card == owner)
    onto_window = homographies(quad[None].astype(np.float64), UNIT[None])
    places = projected(onto_window, truth.pips[rows].mean(axis=1)[None].astype(np.float64))[0]
    gaps = np.abs(2 * places - 1).max(axis=1)
    if not len(rows) or gaps.min() > _ASTRAY:
        return "none"
    return str(truth.pip_suit[rows[gaps.argmin()]]) if gaps.min() < _CENTRED else None


def finish(rng: np.random.Generator, image: NDArray[np.uint8], quad: Float, glyph: int, suit: int) -> Patch:
    """Cut, turn or mirror some, disturb and label."""
    direction = UP
    way = rng.random()
    if way < 0.12:
        quad, direction = np.roll(quad, 2, axis=0), HALF_TURN
    patch = cut_patch(image, quad)
    if way > 0.96:
        patch, direction = np.ascontiguousarray(patch[:, ::-1]), MIRRORED
    return Patch(sent(rng, patch), glyph, suit, direction)


def sent(rng: np.random.Generator, patch: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A patch (H, W, 3) as a camera sends it, now and then without its colours: shapes have to tell too."""
    patch = disturb(rng, patch)
    if rng.random() < _GREY:
        patch = np.repeat(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY)[..., None], 3, axis=2).astype(np.uint8)
    return patch


def farther(
    rng: np.random.Generator, image: NDArray[np.uint8], quads: Float, height: float
) -> tuple[NDArray[np.uint8], Float]:
    """The surroundings of an index as a camera farther away sends them, and the index in them.

    Args:
        rng: the chance.
        image: (H, W, 3) BGR.
        quads: (4, 2) the index, or (K, 4, 2) of which the first is that, or a card, and the others lie on it.
        height: of the index in pixels.
    """
    quad = quads.reshape(-1, 4, 2)[0]
    factor = float(np.exp(rng.uniform(math.log(max(7 / height, 0.08)), math.log(0.9))))
    reach = 1.2 * np.ptp(quad, 0).max() + 6
    centre = quad.mean(0)
    x1, y1 = (int(max(v, 0)) for v in centre - reach)
    x2, y2 = (int(v) for v in np.minimum(centre + reach, (image.shape[1], image.shape[0])))
    part = image[y1:y2, x1:x2]
    if part.shape[0] < 4 or part.shape[1] < 4:
        return image, quads
    size = (max(int(part.shape[1] * factor), 2), max(int(part.shape[0] * factor), 2))
    small: Any = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    if rng.random() < _SENT:
        # Noise and compression are the camera's: their grain is as coarse as its pixels, however small the index.
        small = noisy(rng, small, float(abs(rng.normal(0, 5))))
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 95))]
        small = cv2.imdecode(cv2.imencode(".jpg", small, quality)[1], cv2.IMREAD_COLOR)
    ratio = np.array([size[0] / part.shape[1], size[1] / part.shape[0]], np.float32)
    return small, ((quads - (x1, y1) + 0.5) * ratio - 0.5).astype(np.float32)
