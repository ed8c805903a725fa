"""Draws textured sheets into a picture, bottom to top, and remembers which sheet every pixel shows."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.composer.view import Points, Sheet, View

Image = NDArray[np.uint8]
_CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64)
_RIM = np.concatenate(
    [np.linspace(a, b, 8, endpoint=False) for a, b in zip(_CORNERS, np.roll(_CORNERS, -1, axis=0), strict=True)]
)
# Pixels between the nodes of the coarse map of a bent sheet.
_STEP = 8
# Textures are shrunk in powers of this before they are warped.
_SHRINK = 1.2


class Canvas:
    """A picture under one camera.

    Attributes:
        image: (H, W, 3) uint8 BGR.
        ids: (H, W) uint16, number of the sheet each pixel shows, 0 for the table.
        view: the camera.
        lit: (H, W) uint8, how much of the lamp's light each pixel gets, where that is kept: shadows that fall on each
            other, as those of a pile's cards do, are then no darker than the darkest of them. None: it is not kept.
    """

    def __init__(self, background: Image, view: View, lit: bool = False) -> None:
        self.image = background
        self.view = view
        self.lit: Image | None = np.full(background.shape[:2], 255, dtype=np.uint8) if lit else None
        self.ids: NDArray[np.uint16] = np.zeros(background.shape[:2], dtype=np.uint16)
        self._small: dict[tuple[int, int], tuple[Image, Image]] = {}

    def clear(self, background: Image) -> None:
        """Show an empty table of the same size again."""
        np.copyto(self.image, background)
        self.ids.fill(0)
        if self.lit is not None:
            self.lit.fill(255)

    def take(self, other: Canvas) -> None:
        """Show what another canvas of the same size shows."""
        np.copyto(self.image, other.image)
        np.copyto(self.ids, other.ids)
        if self.lit is not None and other.lit is not None:
            np.copyto(self.lit, other.lit)

    def sheet(
        self,
        texture: Image,
        sheet: Sheet,
        number: int,
        gain: float = 1.0,
        shadow: tuple[float, float, float, float] | None = None,
        shade: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        """Draw a sheet above everything drawn before.

        Args:
            texture: (h, w, 4) uint8 BGRA, straight alpha.
            sheet: where it lies.
            number: what `ids` shall say where it is seen.
            gain: factor on its brightness.
            shadow: offset x, y in card heights, softness in card heights, darkness 0..1; None for none.
            shade: by how much its brightness rises from its left to its right edge, and from top to bottom.
        """
        rim = self.view.project(sheet.place(_RIM))
        box = self._box(rim, 1)
        if box is None:
            return
        if shadow is not None:
            self._shadow(rim, sheet, shadow)
        x0, y0, x1, y1 = box
        height, width = texture.shape[:2]
        corners = self.view.project(sheet.place(_CORNERS))
        # Where the sheet is seen edge-on its corners fall onto one line and there is nothing to draw.
        if _area(corners) < 4.0:
            return
        small = self._shrunk(texture, self._shrink_steps(corners, width, height))
        if shade != (0.0, 0.0):
            small = _shaded(small, shade)
        size = np.array([[small.shape[1], small.shape[0]]], dtype=np.float64)
        target = corners - (x0, y0)
        matrix = np.asarray(
            cv2.getPerspectiveTransform((_CORNERS * size - 0.5).astype(np.float32), target.astype(np.float32)),
            dtype=np.float64,
        )
        if sheet.flat and self.view.straight:
            warped = cv2.warpPerspective(small, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
        else:
            columns, rows = self._bent_map(sheet, matrix, size, (x0, y0), (x1 - x0, y1 - y0))
            warped = cv2.remap(small, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0)
        self._blend(np.asarray(warped, dtype=np.uint8), (x0, y0), number, gain)

    def patch(self, colour: Image, corner: tuple[int, int], number: int) -> None:
        """Lay a premultiplied (h, w, 4) BGRA patch at a pixel corner, cut to the picture."""
        x, y = corner
        height, width = colour.shape[:2]
        x0, y0 = max(x, 0), max(y, 0)
        x1, y1 = min(x + width, self.ids.shape[1]), min(y + height, self.ids.shape[0])
        if x1 > x0 and y1 > y0:
            self._blend(np.ascontiguousarray(colour[y0 - y : y1 - y, x0 - x : x1 - x]), (x0, y0), number)

    @staticmethod
    def contrast(image: Image, pixels: Points, side: int) -> float:
        """Grey levels between lighter and darker of a lattice of pixels (side * side, 2), in the channel where most.

        Neighbours on the lattice are averaged, so that noise counts little.
        """
        height, width = image.shape[:2]
        columns = np.clip(np.rint(pixels[:, 0]), 0, width - 1).astype(np.int64)
        rows = np.clip(np.rint(pixels[:, 1]), 0, height - 1).astype(np.int64)
        lattice = image[rows, columns].reshape(side, side, 3)
        levels = np.sort(cv2.blur(lattice, (3, 3)).reshape(-1, 3).astype(np.int64), axis=0)
        edge = len(levels) // 20
        return float((levels[-1 - edge] - levels[edge]).max())

    def seen(self, sheet: Sheet, uv: Points, number: int) -> float:
        """Share of the sample points (N, 2) of a sheet that show sheet `number` inside the picture."""
        return float(np.count_nonzero(self.ids[self.pixels(sheet, uv)] == number)) / len(uv)

    def pixels(self, sheet: Sheet, uv: Points) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Rows and columns (M,) of the pixels of those of the points (N, 2) of a sheet that are inside the picture."""
        columns, rows = np.rint(self.view.project(sheet.place(uv))).astype(np.int64).T
        height, width = self.ids.shape
        inside = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
        return rows[inside], columns[inside]

    def _box(self, points: Points, margin: int) -> tuple[int, int, int, int] | None:
        height, width = self.ids.shape
        x0, y0 = np.floor(points.min(axis=0)).astype(int) - margin
        x1, y1 = np.ceil(points.max(axis=0)).astype(int) + margin + 1
        x0, y0, x1, y1 = max(int(x0), 0), max(int(y0), 0), min(int(x1), width), min(int(y1), height)
        return (x0, y0, x1, y1) if x1 - x0 > 1 and y1 - y0 > 1 else None

    @staticmethod
    def _shrink_steps(corners: Points, width: int, height: int) -> int:
        """How far to shrink a texture, in steps of `_SHRINK`, so that the warp itself skips no pixel."""
        sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
        across, down = width / max(float(sides[[0, 2]].max()), 1), height / max(float(sides[[1, 3]].max()), 1)
        ratio = 0.7 * max(across, down) + 0.3 * min(across, down)
        return int(np.clip(np.ceil(np.log(ratio) / np.log(_SHRINK) - 0.5), 0, 24))

    def _shrunk(self, texture: Image, steps: int) -> Image:
        key = (id(texture), steps)
        if key not in self._small:
            premultiplied = cv2.cvtColor(texture, cv2.COLOR_RGBA2mRGBA)
            factor = _SHRINK**steps
            if factor > 1:
                size = (max(round(texture.shape[1] / factor), 2), max(round(texture.shape[0] / factor), 2))
                # Halving is many times cheaper than averaging over a broken number of pixels.
                while premultiplied.shape[0] >= 2 * size[1] and premultiplied.shape[1] >= 2 * size[0]:
                    half = (premultiplied.shape[1] // 2, premultiplied.shape[0] // 2)
                    premultiplied = cv2.resize(premultiplied, half, interpolation=cv2.INTER_AREA)
                premultiplied = cv2.resize(premultiplied, size, interpolation=cv2.INTER_AREA)
            # The texture is kept beside its copy: a freed array's id may be given to another.
            self._small[key] = (texture, np.asarray(premultiplied, dtype=np.uint8))
        return self._small[key][1]

    def _bent_map(
        self, sheet: Sheet, matrix: NDArray[np.float64], size: Points, corner: tuple[int, int], box: tuple[int, int]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Texture position of every pixel of the box: the flat map, mended by iteration on a coarse grid."""
        inverse = np.asarray(np.linalg.inv(matrix), dtype=np.float64)
        columns = (np.arange(-1, box[0] // _STEP + 2) + 0.5) * _STEP - 0.5
        rows = (np.arange(-1, box[1] // _STEP + 2) + 0.5) * _STEP - 0.5
        grid = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)
        flat = _apply(inverse, grid)
        found = flat
        for _ in range(5):
            uv = (found + 0.5) / size
            seen = self.view.project(sheet.place(uv)) - corner
            found = np.asarray(np.clip(found + flat - _apply(inverse, seen), -0.6 * size, 1.6 * size))
        shape = (len(rows), len(columns))
        full = (len(columns) * _STEP, len(rows) * _STEP)
        maps = []
        for axis in (0, 1):
            coarse = np.ascontiguousarray(found[:, axis].reshape(shape), dtype=np.float32)
            fine = cv2.resize(coarse, full, interpolation=cv2.INTER_LINEAR)
            maps.append(np.ascontiguousarray(fine[_STEP : _STEP + box[1], _STEP : _STEP + box[0]], dtype=np.float32))
        return maps[0], maps[1]

    def _shadow(self, rim: Points, sheet: Sheet, shadow: tuple[float, float, float, float]) -> None:
        dx, dy, softness, darkness = shadow
        scale = self.view.scale
        moved = self.view.project(sheet.place(_RIM) + np.array([dx, dy, 0.0]))
        blur = max(softness * scale, 0.6)
        box = self._box(moved, int(3 * blur) + 1)
        if box is None:
            return
        x0, y0, x1, y1 = box
        step = max(1, min(8, int(blur)))
        width, height = max((x1 - x0) // step, 2), max((y1 - y0) // step, 2)
        factor = np.array([width / (x1 - x0), height / (y1 - y0)])
        mask: Image = np.full((height, width), 255, dtype=np.uint8)
        polygon = np.rint((np.clip(moved, -4e3, 8e3) - (x0, y0)) * factor * 16).astype(np.int32)
        cv2.fillPoly(mask, [polygon], int(255 * (1 - darkness)), lineType=cv2.LINE_AA, shift=4)
        sigma = blur / step
        soft = cv2.GaussianBlur(mask, (0, 0), sigma) if sigma > 0.3 else mask
        full = soft if step == 1 else cv2.resize(soft, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
        if self.lit is not None:
            lit = self.lit[y0:y1, x0:x1]
            left = np.minimum(lit, full)
            full = cv2.divide(left, lit, scale=255)
            np.copyto(lit, left)
        region = self.image[y0:y1, x0:x1]
        cv2.multiply(region, cv2.merge([full, full, full]), dst=region, scale=1 / 255)

    def _blend(self, warped: Image, corner: tuple[int, int], number: int, gain: float = 1.0) -> None:
        x0, y0 = corner
        height, width = warped.shape[:2]
        alpha = cv2.extractChannel(warped, 3)
        colour = cv2.cvtColor(warped, cv2.COLOR_BGRA2BGR)
        if gain != 1.0:
            colour = cv2.convertScaleAbs(colour, alpha=gain)
        region = self.image[y0 : y0 + height, x0 : x0 + width]
        rest = cv2.bitwise_not(alpha)
        under = cv2.multiply(region, cv2.merge([rest, rest, rest]), scale=1 / 255)
        cv2.add(under, colour, dst=region)
        np.copyto(self.ids[y0 : y0 + height, x0 : x0 + width], np.uint16(number), where=alpha > 127)
        if self.lit is not None:
            lit = self.lit[y0 : y0 + height, x0 : x0 + width]
            np.maximum(lit, alpha, out=lit)


def _shaded(texture: Image, shade: tuple[float, float]) -> Image:
    """A premultiplied texture made brighter and darker in a straight ramp."""
    right, down = shade[0] / 2, shade[1] / 2
    corners = np.array([[-right - down, right - down], [-right + down, right + down]], dtype=np.float32)
    levels = np.clip((1 + corners) * 128, 0, 255).astype(np.uint8)
    ramp = cv2.resize(levels, (texture.shape[1], texture.shape[0]), interpolation=cv2.INTER_LINEAR)
    kept = np.full_like(ramp, 128)
    return np.asarray(cv2.multiply(texture, cv2.merge([ramp, ramp, ramp, kept]), scale=1 / 128), dtype=np.uint8)


def _apply(matrix: NDArray[np.float64], points: Points) -> Points:
    lifted = points @ matrix[:, :2].T + matrix[:, 2]
    # Points beyond the horizon of the flat map have no place on the sheet: keep them far outside it.
    weight = np.where(np.abs(lifted[:, 2]) < 1e-6, 1e-6, lifted[:, 2])
    return lifted[:, :2] / weight[:, None]


def _area(quad: Points) -> float:
    following = np.roll(quad, -1, axis=0)
    return float(0.5 * np.sum(quad[:, 0] * following[:, 1] - following[:, 0] * quad[:, 1]))
