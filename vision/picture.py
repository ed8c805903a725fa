"""Pictures from files, bytes and arrays, upright, as BGR uint8."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import SightError
from vision.headers import Header, sniff
from vision.types import Image

SMALLEST = 32
"""Pixels of the shorter side under which no card can be told apart from noise."""
LARGEST = 64_000_000
"""Pixels in all (cameras of "50 megapixels" give up to 50.3); beyond it a file is refused before it is decoded."""
_LARGEST_FILE = 512 * 1024 * 1024
_ROWS_AT_A_TIME = 512

# What undoes each Exif orientation (2 to 8): a transpose or not, then a flip code of cv2.flip or none.
_UNDO: dict[int, tuple[bool, int | None]] = {
    1: (False, None),
    2: (False, 1),
    3: (False, -1),
    4: (False, 0),
    5: (True, None),
    6: (True, 1),
    7: (True, -1),
    8: (True, 0),
}

Source = str | os.PathLike[str] | bytes | bytearray | memoryview | npt.NDArray[Any]


class PictureError(SightError):
    """A picture that cannot be used: one line naming it and saying why.

    Attributes:
        name: what the picture is called.
        why: what is wrong with it, in a word: ``empty``, ``kind``, ``cut_short``, ``damaged``, ``small``, ``large`` …
    """

    def __init__(self, name: str, why: str, **params: object) -> None:
        self.name, self.why = name, why
        super().__init__(f"picture.{why}", name=name, **params)


def load(source: Source, name: str | None = None) -> Image:
    """The picture as a person sees it: (H, W, 3) BGR uint8, turned upright, transparency laid over white.

    Args:
        source: path of a JPEG, PNG, WebP or (with the `heic` extra) HEIC file, the bytes of one, or an array: grey
            (H, W) or (H, W, 1), BGR (H, W, 3) or BGRA (H, W, 4), uint8 or uint16.
        name: what errors call the picture; the path by default.

    Raises:
        PictureError: no such file, a directory, empty, no picture, cut short, too small or too large.
    """
    if isinstance(source, np.ndarray):
        return _from_array(source, name or "the image")
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _decode(bytes(source), name or "the image")
    if "://" in os.fspath(source):
        raise PictureError(os.fspath(source), "address")
    path = Path(source)
    return _decode(_contents(path, name or str(path)), name or str(path))


def _contents(path: Path, name: str) -> bytes:
    try:
        if path.is_dir():
            raise PictureError(name, "directory")
        size = path.stat().st_size
        if size > _LARGEST_FILE:
            raise PictureError(name, "file", megabytes=size // 2**20, most=_LARGEST_FILE // 2**20)
        return path.read_bytes()
    except FileNotFoundError:
        raise PictureError(name, "missing") from None
    except OSError as error:
        raise PictureError(name, "unreadable", reason=error.strerror or error) from None


def _decode(data: bytes, name: str) -> Image:
    if not data:
        raise PictureError(name, "empty")
    header = sniff(data)
    if header is None:
        raise PictureError(name, "kind")
    if header.kind == "HEIC":
        return _heic(data, name)
    if header.width and header.height:
        _check_size(header.width, header.height, name)
    if not header.complete:
        raise PictureError(name, "cut_short", kind=header.kind)
    # The decoder's own turning by Exif is switched off: it is not the same for every format and release.
    flags = cv2.IMREAD_UNCHANGED if header.alpha else cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        pixels = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), flags)
    except cv2.error:
        pixels = None
    if pixels is None:
        raise PictureError(name, "damaged", kind=header.kind)
    return _upright(_from_array(pixels, name), header)


def _heic(data: bytes, name: str) -> Image:
    try:
        import pillow_heif
    except ImportError:
        raise PictureError(name, "heic") from None
    try:
        file = pillow_heif.open_heif(data, convert_hdr_to_8bit=True, bgr_mode=True)
        width, height = file.size
        _check_size(width, height, name)
        # libheif applies the file's own rotation, so Exif's is not applied again.
        return _from_array(np.asarray(file), name)
    except (ValueError, OSError, RuntimeError, EOFError) as error:
        if isinstance(error, PictureError):
            raise
        raise PictureError(name, "damaged", kind="HEIC") from None


def _from_array(pixels: npt.NDArray[Any], name: str) -> Image:
    if pixels.ndim == 2:
        pixels = pixels[:, :, None]
    if pixels.ndim != 3 or pixels.shape[2] not in (1, 3, 4):
        shape = "×".join(map(str, pixels.shape)) or "none"
        raise PictureError(name, "shape", shape=shape)
    height, width, channels = pixels.shape
    _check_size(width, height, name)
    if pixels.dtype not in (np.uint8, np.uint16):
        raise PictureError(name, "type", type=pixels.dtype)
    if pixels.dtype == np.uint8 and channels == 3:
        return cast(Image, pixels)
    out = np.empty((height, width, 3), dtype=np.uint8)
    for top in range(0, height, _ROWS_AT_A_TIME):
        out[top : top + _ROWS_AT_A_TIME] = _plain(pixels[top : top + _ROWS_AT_A_TIME])
    return out


def _plain(rows: npt.NDArray[Any]) -> Image:
    """Some rows as BGR uint8; a strip at a time, so that a large picture is never held in floating point."""
    if rows.dtype == np.uint16:
        rows = (rows >> 8).astype(np.uint8)
    if rows.shape[2] == 1:
        return cast(Image, np.repeat(rows, 3, axis=2))
    if rows.shape[2] == 4:
        alpha = rows[:, :, 3:].astype(np.uint16)
        over = rows[:, :, :3] * alpha + np.uint16(255) * (255 - alpha)
        return cast(Image, ((over + 127) // 255).astype(np.uint8))
    return cast(Image, rows)


def _check_size(width: int, height: int, name: str) -> None:
    if min(width, height) < SMALLEST:
        raise PictureError(name, "small", width=width, height=height, least=SMALLEST)
    if width * height > LARGEST:
        megapixels = f"{width * height / 1e6:.0f}"
        most = LARGEST // 10**6
        raise PictureError(name, "large", width=width, height=height, megapixels=megapixels, most=most)


def _upright(pixels: Image, header: Header) -> Image:
    transpose, flip = _UNDO[header.orientation]
    if transpose:
        pixels = cast(Image, cv2.transpose(pixels))
    if flip is not None:
        pixels = cast(Image, cv2.flip(pixels, flip))
    return pixels
