"""What moves in front of the camera, and how the camera itself moves over the table.

Frames are made small and grey and laid over a picture of the table as it was last looked at (the *model*), so that a
trembling or knocked camera does not count as change. What differs from the model is *dirty*: it has to be looked at,
once it has come to rest. A hand that passes over and leaves everything as it was leaves nothing dirty behind. Beside
the grey their redness is kept: a red pip in a black one's place is about as light. Where the table was seen bare it is
remembered: what lay there since is gone when it looks like that again.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from vision.change import Change, Mask, share, widened
from vision.egomotion import Fit, farthest, followed
from vision.exposure import is_black
from vision.flicker import Flicker
from vision.flutter import Flutter
from vision.geometry import Doubles
from vision.model import Model, blinks, jumped, slack
from vision.small import CELL, CLIPPED, WIDTH, colours, covered, differing, means, shrunk, spread
from vision.types import Floats, Image

_NOISE = 2.2
_MOVED = 0.14
_MOVES = 0.12
"""Share of a place in which something moves."""
_WHITE = 250.0
"""Grey from which a cell is as white as can be and shows nothing."""
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
_MISSES = 12
"""Frames in a row in which the camera is not found after which it shows something else than the table."""
_MOSTLY = 0.5
"""Share of the cells that differ from the frame before at least where scenes were switched."""
_AGAIN = 0.4
"""Share of the table's patterns that show where it is seen: hands may hide many."""
_SEARCHED = 0.2
"""Seconds between two searches of another picture for the table."""
_STANDING = 0.2
"""Share of the points followed that have to look as they did where nothing tells of the camera's motion."""
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
        self._before: Floats = self._raw
        self._blinks: Mask | None = None
        self._red: Floats = self._raw
        self._model = Model(*np.zeros((2, CELL, CELL), dtype=np.float32))
        self._ground: tuple[Floats, Floats] = (self._raw, self._raw)
        self._known: Mask = np.zeros((0, 0), dtype=bool)
        self._shown: Mask = self._known
        self._bare: Mask | None = None
        self._camera: Doubles = np.eye(3)
        self._still: Floats = self._raw
        self._white_since: Floats = self._raw
        self._time = 0.0
        self._scale = 1.0
        self._misses = 0
        self._away = False
        self._searched = -math.inf
        self._other_red: Floats = self._raw

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
        black = is_black(frame)
        if black or (self._away and not self._shown_again(grey, red)):
            return self._elsewhere(grey, red, spent, black=black)
        small, red = self._steadied(frame, grey, red)
        raw, self._raw = self._raw, small
        shifted = 0.0
        # A frame that equals the last one within the noise needs no estimate of the camera's motion where that had one.
        differs = differing(small, raw, slack(small, _NOISE, 0.05))
        if self._misses or differs.any():
            found, reach = self._followed(small)
            cut = float(differs.mean()) >= _MOSTLY and jumped(raw, small)
            cut = cut and not self._stands(small, found) and not self._turned_over(small)
            if cut or self._misses > _MISSES:
                return self._elsewhere(grey, red, spent, cut=cut)
            if reach > _SNAP:
                self._camera, shifted = found, reach * self._scale
                self._shown = self._in_frame()
        laid = self._on_reference(small, self._camera)
        lit, self._lit = self._lit, means(laid if small is grey else self._on_reference(grey, self._camera))
        self._flicker.note(lit, self._lit, spent, CLIPPED)
        limit = self._trembling(laid) if shifted else slack(laid, _NOISE, _MOVED)
        red = self._on_reference(red, self._camera)
        self._before, self._blinks = self._laid, None
        self._laid, self._red = self._flutter.steadied(laid, red, self._laid, limit, spent)
        moving, self._bare = (self._flutter.moving | (self._misses > 0)) & self._shown, None
        dirty = self.dirty()
        self._still = np.where(moving, 0.0, self._still + np.float32(spent)).astype(np.float32)
        self._white_since = np.where(self._white(), np.minimum(self._white_since, time), np.inf).astype(np.float32)
        bared = dirty & self._known
        if bared.any():
            bared &= self._as_bare()
        camera = self._full(self._camera)
        return Change(camera, moving, dirty, self._still, shifted=shifted, bared=bared, seen=self._shown)

    def anew(self) -> Change:
        """Take what the last frame shows for the table, and forget the one before."""
        assert self._size is not None, "a frame came"
        return self._start(self._raw, self._other_red, self._size, self._time)

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
        self._model.take(fresh, self._laid, self._red)
        self._bare = None

    def uncovered(self, table: Mask) -> None:
        """In these cells the model shows the table itself: it is known again when what will be laid there is gone."""
        if not table.any():
            return
        mask = spread(table, self._raw)
        for ground, model in zip(self._ground, (self._model.grey, self._model.red), strict=True):
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
            self._bare = np.asarray(self._known & ~self._model.unlike(self._laid, self._red, self._ground))
        return self._bare

    def cells(self, quad: npt.ArrayLike, margin: float = 1.0) -> Mask:
        """The cells that a quad of the reference picture covers; `margin` scales it about its centre.

        They are kept for the next who asks, and are not to be written to.
        """
        corners = np.asarray(quad)
        rows, columns = self._still.shape
        return covered(corners.tobytes(), corners.dtype.char, margin, self._scale * CELL, rows, columns)

    def moves(self, quad: npt.ArrayLike, change: Change) -> bool:
        """Whether something moves at a quad of the reference picture, or it lies outside it."""
        cells = self.cells(quad)
        moves = share(change.moving, cells) > _MOVES
        if moves and change.shifted:
            moves = share(change.moving & ~self._blinking(), cells) > _MOVES
        return moves or not cells.any()

    def _blinking(self) -> Mask:
        """The cells whose patterns blink as the camera moves; asked for card by card, the same for all of a frame."""
        if self._blinks is None:
            self._blinks = blinks(self._laid, self._before, _NOISE)
        return self._blinks

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
        self._size, self._time, self._misses, self._away = size, time, 0, False
        self._raw = self._laid = self._before = small
        self._red, self._model = red, Model(small, red)
        self._ground = np.zeros_like(small), np.zeros_like(red)
        self._camera = np.eye(3)
        self._lit, self._flutter = means(small), Flutter()
        self._known, self._bare = np.zeros(self._lit.shape, dtype=bool), None
        self._still = np.zeros(self._lit.shape, dtype=np.float32)
        self._white_since = np.where(self._white(), time, np.inf).astype(np.float32)
        self._shown = every = np.ones(self._lit.shape, dtype=bool)
        return Change(self._full(self._camera), every, every.copy(), self._still, restarted)

    def _steadied(self, frame: Image, grey: Floats, red: Floats) -> tuple[Floats, Floats]:
        """Grey and redness of a small picture in a light that does not flicker, given as they are."""
        if not self._flicker.seen or self._flutter.seen:
            return grey, red
        due = self._in_camera(self._model.grey)
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

    def _trembling(self, small: Floats) -> Floats:
        """What a cell's mean difference from the frame before may be where the camera alone has moved.

        Both sides of a thin line may be as light: its misfit shows in how far the lightest and darkest are apart.
        """
        apart = cv2.dilate(small, _AROUND) - cv2.erode(small, _AROUND)
        lines = np.asarray(_NOISE + _MOVED * means(apart), dtype=np.float32)
        return np.maximum(lines, slack(small, _NOISE, _MOVED))

    def dirty(self) -> Mask:
        """Cells in which the last frame differs from the model."""
        return self._model.differing(self._laid, self._red) & self._shown

    def _followed(self, small: Floats) -> tuple[Doubles, float]:
        """Where the camera is, as a (3, 3) motion of small pixels, and how far from where it was.

        Counts the frames in which it was not found.
        """
        fit = followed(self._model.grey * self._model.gain(self._laid), small, self._model.points, self._camera)
        reach = 0.0 if fit is None else farthest(fit.camera @ np.linalg.inv(self._camera), self._small_size())
        if fit is None or reach > _STEP or self._flutter.seen:
            laid = self._on_reference(small, self._camera)
            as_before = self._model.standing(laid)
            if fit is None or self._refuted(small, fit, reach, as_before):
                stands = as_before.mean() >= _STANDING or self._model.emptied(laid)
                self._misses = 0 if stands or self._turned_over(small) else self._misses + 1
                return self._camera, 0.0
        self._misses = 0
        return fit.camera, reach

    def _stands(self, small: Floats, camera: Doubles) -> bool:
        """Whether a picture shows the table as it lay there, seen so."""
        return self._model.seen(self._on_reference(small, camera)) >= _AGAIN

    def _turned_over(self, small: Floats) -> bool:
        """Whether a picture shows the table as in a mirror: somebody has set the camera so, or otherwise again."""
        return self._stands(np.ascontiguousarray(small[:, ::-1]), self._camera)

    def _shown_again(self, grey: Floats, red: Floats) -> bool:
        """Whether a picture shows the table after others that did not."""
        laid = self._on_reference(grey, self._camera)
        again = self._stands(grey, self._camera)
        again = again or self._model.bared(laid, self._on_reference(red, self._camera), (self._laid, self._red))
        if not again and self._time - self._searched >= _SEARCHED:
            self._searched = self._time
            fit = followed(self._model.grey * self._model.gain(grey), grey, self._model.points, self._camera)
            again = fit is not None and self._stands(grey, fit.camera)
        if again:
            self._away, self._misses = False, 1
            self._still = np.zeros_like(self._still)
        return again

    def _elsewhere(self, grey: Floats, red: Floats, spent: float, cut: bool = False, black: bool = False) -> Change:
        """Of a frame that does not show the table; the first that was so, or another."""
        before = self._still if self._away else np.zeros_like(self._still)
        moving = differing(grey, self._raw, slack(grey, _NOISE, _MOVED))
        if not self._away:
            moving[:] = True
        self._still = np.where(moving, 0.0, before + np.float32(spent)).astype(np.float32)
        self._away, self._raw, self._other_red = True, grey, red
        every = np.ones(moving.shape, dtype=bool)
        return Change(
            self._full(self._camera), every, every.copy(), self._still, seen=self._shown,
            away=True, cut=cut, black=black,
        )  # fmt: skip

    def _refuted(self, small: Floats, fit: Fit, reach: float, as_before: Mask) -> bool:
        """Whether a hand was followed, or the card in it, or the likeness of one thing to another, and no camera.

        Args:
            small: the picture.
            fit: the motion found.
            reach: how far it takes the picture from where the camera was, in its pixels.
            as_before: which of the points followed look as they did if the camera is still there.
        """
        as_moved = self._model.standing(self._on_reference(small, fit.camera))
        # The edges of shadows that pass lead astray what is followed.
        astray = self._flutter.seen and as_moved.mean() <= as_before.mean() + _SURELY
        leapt = reach > _LEAP and (fit.breadth < _BROAD or as_moved.mean() <= as_before.mean())
        return astray or leapt or bool((as_before & ~as_moved).mean() >= _STAYED)

    def _on_reference(self, small: Floats, camera: Doubles) -> Floats:
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

    def _full(self, camera: Doubles) -> Doubles:
        """The motion in the frame's own pixels, whose centres lie at whole numbers."""
        half = (self._scale - 1) / 2
        grow = np.array([[self._scale, 0, half], [0, self._scale, half], [0, 0, 1.0]])
        return np.asarray(grow @ camera @ np.linalg.inv(grow), dtype=np.float64)
