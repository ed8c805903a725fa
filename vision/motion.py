"""What moves in front of the camera, and how the camera itself moves over the table.

Frames are made small and grey and laid over a picture of the table as it was last looked at (the *model*), so that a
trembling or knocked camera does not count as change. What differs from the model is *dirty*: it has to be looked at,
once it has come to rest. A hand that passes over and leaves everything as it was leaves nothing dirty behind. Beside
the grey their redness is kept: a red pip in a black one's place is about as light. Where the table was seen bare it is
remembered: what lay there since is gone when it looks like that again.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.change import Change, Mask, share, widened
from vision.egomotion import Fit, corners, farthest, followed
from vision.flicker import Flicker
from vision.flutter import Flutter
from vision.small import CELL, CLIPPED, WIDTH, colours, means, shrunk, spread
from vision.types import Floats, Image

_NOISE = 2.2
_MOVED = 0.14
_CHANGED = 5.0
_BY_LIGHT = 0.04
"""Share of its grey that the table itself may have grown lighter or darker by, beside all else: a camera that adjusts
itself clips one colour before the others, and the light of a room grows unevenly."""
_TURNED_RED = 9.0
"""Mean redness by which a cell differs from the model."""
_WHITE = 250.0
"""Grey from which a cell is as white as can be and shows nothing."""
_TELLING = 0.05
"""Share of the cells that have to be darker than that to tell how much lighter the room has grown."""
_SNAP = 0.08
_INNER = 0.85
"""Share of an outline, about its middle, that surely shows what it is round."""
_LEAP = 2.0
"""Pixels of the small pictures that a camera is believed to have moved between two frames without another witness."""
_SURELY = 0.1
"""Share of the points followed by which more have to look as they did where the light comes and goes."""
_BROAD = 0.6
"""Spread of the points that moved alike, in that of all, under which one thing moved and not the camera."""
_AROUND = np.ones((3, 3), dtype=np.uint8)
_STANDING = 0.2
"""Share of the points followed that have to look as they did where nothing tells of the camera's motion."""
_STRUCTURED = 2.5
"""Deviation of grey within a cell in which something is to be seen."""
_UNCHANGED = 0.4
"""Share of the cells in which something was to be seen that have to look as they did: by chance a quarter does."""
_SAME_GROUND = 0.5
"""Share of what shows nothing that has to look as it did where only the cards are gone, ..."""
_COME = 0.5
"""... and of the cells in which something has gone, how many may show something that was not there, besides arms."""
_ALL_KNOWN = 0.9
"""Share of a place of which has to be known how the table looks there, ..."""
_OTHERWISE = 0.8
"""... and share that has to look otherwise, where something has come to lie on it."""
_SHOWN = 0.9
"""Share of a cell that the camera has to show."""
_STEP = 1.0
"""Pixels of the small pictures from which on a camera's motion shows in how points look."""
_STAYED = 0.1
"""Share of the points followed that, staying as and where they were, refute that the camera has moved."""


class Motion:
    """Follows the camera and keeps the model. Feed it every frame."""

    def __init__(self) -> None:
        self._size: tuple[int, int] | None = None
        self._raw: Floats = np.zeros((0, 0), dtype=np.float32)
        self._lit: Floats = self._raw
        self._flicker = Flicker()
        self._flutter = Flutter()
        self._laid: Floats = self._raw
        self._model: Floats = self._raw
        self._red: Floats = self._raw
        self._red_model: Floats = self._raw
        self._ground: tuple[Floats, Floats] = (self._raw, self._raw)
        self._known: Mask = np.zeros((0, 0), dtype=bool)
        self._shown: Mask = self._known
        self._bare: Mask | None = None
        self._camera: npt.NDArray[np.float64] = np.eye(3)
        self._points: Floats = np.zeros((0, 1, 2), dtype=np.float32)
        self._still: Floats = self._raw
        self._white_since: Floats = self._raw
        self._time = 0.0
        self._scale = 1.0
        self._misses = 0

    @property
    def scale(self) -> float:
        """Frame pixels per pixel of the small pictures."""
        return self._scale

    def update(self, image: Image, time: float) -> Change:
        """Take a frame, (H, W, 3) BGR uint8, and say what changed."""
        size = (image.shape[1], image.shape[0])
        frame = shrunk(image)
        if size != self._size:
            self._scale = size[0] / WIDTH
            return self._start(*colours(frame), size, time)
        spent, self._time = max(0.0, time - self._time), time
        grey, red = colours(frame)
        small, red = self._steadied(frame, grey, red)
        raw, self._raw = self._raw, small
        shifted = 0.0
        # A frame that equals the last one within the noise needs no estimate of the camera's motion where that had one.
        if self._misses or (means(np.abs(small - raw)) > self._limit(small, _NOISE, 0.05)).any():
            fit = followed(self._model * self._gain(self._laid), small, self._points, self._camera)
            found = None if fit is None else fit.camera
            reach = 0.0 if found is None else farthest(found @ np.linalg.inv(self._camera), self._small_size())
            if fit is None or reach > _STEP or self._flutter.seen:
                as_before = self._standing(small, self._camera)
                if fit is not None and self._refuted(small, fit, reach, as_before):
                    found = None
            if found is None:
                stands = as_before.mean() >= _STANDING or self._emptied(small)
                self._misses = 0 if stands else self._misses + 1
                if self._misses > 12:
                    return self._start(small, red, size, time)
            else:
                self._misses = 0
                if reach > _SNAP:
                    self._camera, shifted = found, reach * self._scale
                    self._shown = self._in_frame()
        laid = self._on_reference(small, self._camera)
        lit, self._lit = self._lit, means(laid if small is grey else self._on_reference(grey, self._camera))
        self._flicker.note(lit, self._lit, spent, CLIPPED)
        limit = self._trembling(laid) if shifted else self._limit(laid, _NOISE, _MOVED)
        red = self._on_reference(red, self._camera)
        self._laid, self._red = self._flutter.steadied(laid, red, self._laid, limit, spent)
        moving, self._bare = self._flutter.moving & self._shown, None
        dirty = self.dirty()
        self._still = np.where(moving, 0.0, self._still + np.float32(spent)).astype(np.float32)
        self._white_since = np.where(self._white(), np.minimum(self._white_since, time), np.inf).astype(np.float32)
        bared = dirty & self._known
        if bared.any():
            bared &= self._as_bare()
        camera = self._full(self._camera)
        return Change(camera, moving, dirty, self._still, shifted=shifted, bared=bared, seen=self._shown)

    def looked(self, keep: Mask | None = None) -> None:
        """The table has been looked at: where the last frame differs from the model it is the model now.

        What did not differ stays as it was first seen: a model made anew from every frame would creep over the table.

        Args:
            keep: cells to leave as they are.
        """
        fresh = widened(self.dirty())
        if keep is not None:
            fresh &= ~keep
        if not fresh.any():
            return
        mask = spread(fresh, self._model)
        self._model = np.where(mask, self._laid / self._gain(self._laid), self._model).astype(np.float32)
        self._red_model = np.where(mask, self._red - self._tint(), self._red_model).astype(np.float32)
        self._points, self._bare = corners(self._model), None

    def uncovered(self, table: Mask) -> None:
        """In these cells the model shows the table itself: it is known again when what will be laid there is gone."""
        if not table.any():
            return
        mask = spread(table, self._model)
        for ground, model in zip(self._ground, (self._model, self._red_model), strict=True):
            ground[mask] = model[mask]
        self._known, self._bare = self._known | table, None

    def bare(self, quad: npt.ArrayLike) -> float:
        """The share of a quad of the reference picture that looks as the table itself did, as far as that is known."""
        return share(self._as_bare(), self.cells(quad))

    def laid_on(self, quad: npt.ArrayLike) -> bool:
        """Whether a quad of the reference picture looks otherwise than the table there, all of which is known."""
        cells = self.cells(quad)
        other = self._known & ~self._as_bare()
        return share(self._known, cells) >= _ALL_KNOWN and share(other, cells) >= _OTHERWISE

    def _as_bare(self) -> Mask:
        """The cells that look as the table itself did; asked for card by card, and the same for all of a frame."""
        if self._bare is None:
            self._bare = np.asarray(self._known & ~self._differing(*self._ground, _BY_LIGHT))
        return self._bare

    def cells(self, quad: npt.ArrayLike, margin: float = 1.0) -> Mask:
        """The cells that a quad of the reference picture covers; `margin` scales it about its centre."""
        corners = np.asarray(quad, dtype=np.float64)
        centre = corners.mean(axis=0)
        corners = (centre + (corners - centre) * margin) / (self._scale * CELL)
        mask = np.zeros(self._still.shape, dtype=np.uint8)
        cv2.fillConvexPoly(mask, np.rint(corners * 16 - 8).astype(np.int32), 1, shift=4)
        return mask.astype(bool)

    def moves(self, quad: npt.ArrayLike, change: Change) -> bool:
        """Whether something moves at a quad of the reference picture, or it lies outside it."""
        cells = self.cells(quad)
        return not cells.any() or float(change.moving[cells].mean()) > 0.12

    def changed(self, quad: npt.ArrayLike, change: Change) -> bool:
        """Whether a quad of the reference picture looks otherwise than in the model."""
        return share(change.dirty, self.cells(quad)) > 0.1

    def patch(self, quad: npt.ArrayLike) -> Floats:
        """The last frame's small picture round a quad of the reference picture, (rows, columns, 2): grey, redness."""
        rows, columns = self._round(quad)
        return np.stack([self._laid[rows, columns], self._red[rows, columns]], axis=-1)

    def texture(self) -> Floats:
        """What the cells of the last frame look like, (rows, columns, 3): grey, redness, the grey's deviation."""
        grey = means(self._laid)
        deviation = np.sqrt(np.maximum(means(self._laid * self._laid) - grey * grey, 0))
        return np.stack([grey, means(self._red), deviation], axis=-1)

    def _white(self) -> Mask:
        return np.asarray(means(self._laid) >= _WHITE)

    def lit_since(self, time: float) -> Mask:
        """The cells that were not as white as can be at a time, and have been so from some frame later on to the last.

        Seconds; light has come to lie there, or something white.
        """
        return np.asarray(np.isfinite(self._white_since) & (self._white_since > time))

    def within(self, quad: npt.ArrayLike, outline: npt.ArrayLike) -> Mask:
        """Which pixels of the patch round a quad lie well inside an outline."""
        rows, columns = self._round(quad)
        mask = np.zeros(self._laid[rows, columns].shape, dtype=np.uint8)
        corners = np.asarray(outline, dtype=np.float64)
        centre = corners.mean(axis=0)
        inner = (centre + (corners - centre) * _INNER) / self._scale - (columns.start, rows.start)
        cv2.fillConvexPoly(mask, np.rint(inner * 16 - 8).astype(np.int32), 1, shift=4)
        return mask.astype(bool)

    def _round(self, quad: npt.ArrayLike) -> tuple[slice, slice]:
        """Rows and columns of the small pictures round a quad of the reference picture."""
        corners = np.asarray(quad, dtype=np.float64) / self._scale
        low = np.clip(np.floor(corners.min(axis=0)).astype(int), 0, None)
        high = np.ceil(corners.max(axis=0)).astype(int) + 1
        return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))

    def _start(self, small: Floats, red: Floats, size: tuple[int, int], time: float) -> Change:
        restarted = self._size is not None
        self._size, self._time, self._misses = size, time, 0
        self._raw = self._laid = self._model = small
        self._red = self._red_model = red
        self._ground = np.zeros_like(small), np.zeros_like(red)
        self._camera = np.eye(3)
        self._lit, self._flutter = means(small), Flutter()
        self._known, self._bare = np.zeros(self._lit.shape, dtype=bool), None
        self._still = np.zeros(self._lit.shape, dtype=np.float32)
        self._white_since = np.where(self._white(), time, np.inf).astype(np.float32)
        self._points = corners(self._model)
        self._shown = every = np.ones(self._lit.shape, dtype=bool)
        return Change(self._full(self._camera), every, every.copy(), self._still, restarted)

    def _steadied(self, frame: Image, grey: Floats, red: Floats) -> tuple[Floats, Floats]:
        """Grey and redness of a small picture in a light that does not flicker, given as they are."""
        if not self._flicker.seen or self._flutter.seen:
            return grey, red
        due = self._in_camera(self._model)
        gain = self._flicker.gain(due, grey, CLIPPED)
        if gain is None:
            return grey, red
        clipped = grey >= CLIPPED
        grey, red = colours(np.asarray(frame / gain[..., None], dtype=np.float32))
        # How light it would be there nobody knows: as it was, at least.
        as_it_was = np.maximum(np.maximum(due, self._raw), grey)
        return np.where(clipped, as_it_was, grey).astype(np.float32), red

    def _in_camera(self, picture: Floats) -> Floats:
        """A picture of the table as the camera sees it from where it was last."""
        if np.array_equal(self._camera, np.eye(3)):
            return picture
        moved = cv2.warpPerspective(picture, self._camera, self._small_size(), borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(moved, dtype=np.float32)

    def _small_size(self) -> tuple[int, int]:
        return self._raw.shape[1], self._raw.shape[0]

    def _limit(self, small: Floats, noise: float, slack: float) -> Floats:
        """What a cell's mean difference may be: the noise, and `slack` pixels of its own edges' misfit."""
        across = np.abs(cv2.Sobel(small, cv2.CV_32F, 1, 0, ksize=1)) + np.abs(
            cv2.Sobel(small, cv2.CV_32F, 0, 1, ksize=1)
        )
        return np.asarray(noise + slack * means(across.astype(np.float32)), dtype=np.float32)

    def _trembling(self, small: Floats) -> Floats:
        """What a cell's mean difference from the frame before may be where the camera alone has moved.

        Both sides of a thin line may be as light: its misfit shows in how far the lightest and darkest are apart.
        """
        apart = cv2.dilate(small, _AROUND) - cv2.erode(small, _AROUND)
        lines = np.asarray(_NOISE + _MOVED * means(apart), dtype=np.float32)
        return np.maximum(lines, self._limit(small, _NOISE, _MOVED))

    def dirty(self) -> Mask:
        """Cells in which the last frame differs from the model."""
        return self._differing(self._model, self._red_model) & self._shown

    def _differing(self, grey: Floats, red: Floats, by_light: float = 0.0) -> Mask:
        """Cells in which the last frame differs from a picture in the model's light; see `_BY_LIGHT`."""
        reddened = means(np.abs(self._red - red - self._tint()))
        return self._differs(self._laid, grey, by_light) | (reddened > self._limit(red, _TURNED_RED, 0.25))

    def _differs(self, laid: Floats, model: Floats | None = None, by_light: float = 0.0) -> Mask:
        model = self._model if model is None else model
        now, due = np.minimum(laid, CLIPPED), np.minimum(model * self._gain(laid), CLIPPED)
        # Of what was as white as can be nobody knows how much of that white is left in less light.
        due = np.where(model >= CLIPPED, np.maximum(now, due), due)
        limit = self._limit(model, _CHANGED, 0.25)
        if by_light:
            limit = np.maximum(limit, self._limit(model, 0.0, 0.25) + by_light * means(due))
        return means(np.abs(now - due)) > limit

    def _gain(self, laid: Floats) -> float:
        """How much lighter the room has grown as a whole since the model was made, which is no change of the table."""
        now, before = means(laid), means(self._model)
        telling = (now < CLIPPED) & (before < CLIPPED)
        if telling.mean() < _TELLING:
            telling[:] = True
        return float(np.clip(np.median((now[telling] + 4) / (before[telling] + 4)), 0.4, 2.5))

    def _tint(self) -> float:
        """How much redder the light has grown as a whole since the model was made."""
        return float(np.median(means(self._red - self._red_model)))

    def _refuted(self, small: Floats, fit: Fit, reach: float, as_before: Mask) -> bool:
        """Whether a hand was followed, or the card in it, or the likeness of one thing to another, and no camera.

        Args:
            small: the picture.
            fit: the motion found.
            reach: how far it takes the picture from where the camera was, in its pixels.
            as_before: which of the points followed look as they did if the camera is still there.
        """
        as_moved = self._standing(small, fit.camera)
        # The edges of shadows that pass lead astray what is followed.
        astray = self._flutter.seen and as_moved.mean() <= as_before.mean() + _SURELY
        leapt = reach > _LEAP and (fit.breadth < _BROAD or as_moved.mean() <= as_before.mean())
        return astray or leapt or bool((as_before & ~as_moved).mean() >= _STAYED)

    def _standing(self, small: Floats, camera: npt.NDArray[np.float64]) -> Mask:
        """(N,) which of the points followed look as they did: a hand hides some, a camera elsewhere leaves none."""
        if not len(self._points):
            return np.ones(1, dtype=bool)
        columns, rows = (self._points[:, 0] / CELL).astype(int).T
        return np.asarray(~self._differs(self._on_reference(small, camera))[rows, columns])

    def _emptied(self, small: Floats) -> bool:
        """Whether the cards have been taken from the table, or most of it looks as it did: the camera stands.

        Where the camera has moved, what was seen in one place is seen in another.
        """
        laid = self._on_reference(small, self._camera)
        differs, before, now = self._differs(laid), self._structured(self._model), self._structured(laid)
        if share(~differs, before) >= _UNCHANGED:
            return True
        gone, come = (before & differs & ~now).sum(), (~before & differs & now & ~_from_the_edge(differs)).sum()
        return share(~differs, ~before) >= _SAME_GROUND and bool(come < _COME * gone)

    def _structured(self, values: Floats) -> Mask:
        mean = means(values)
        return means(values * values) - mean * mean > _STRUCTURED**2

    def _on_reference(self, small: Floats, camera: npt.NDArray[np.float64]) -> Floats:
        if np.array_equal(camera, np.eye(3)):
            return small
        size = self._small_size()
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        laid = cv2.warpPerspective(small, camera, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(laid, dtype=np.float32)

    def _in_frame(self) -> Mask:
        """Cells that the camera shows, wherever it has moved to: of others nobody knows what they look like now."""
        size = self._small_size()
        every = np.ones(size[::-1], dtype=np.float32)
        shown = cv2.warpPerspective(every, self._camera, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        return means(np.asarray(shown, dtype=np.float32)) > _SHOWN

    def _full(self, camera: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The motion in the frame's own pixels, whose centres lie at whole numbers."""
        half = (self._scale - 1) / 2
        grow = np.array([[self._scale, 0, half], [0, self._scale, half], [0, 0, 1.0]])
        return np.asarray(grow @ camera @ np.linalg.inv(grow), dtype=np.float64)


def _from_the_edge(mask: Mask) -> Mask:
    """The patches of a mask that reach in from the edge of the picture, as arms do."""
    _, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)
    at = np.unique(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]))
    return np.isin(labels, at[at > 0])
