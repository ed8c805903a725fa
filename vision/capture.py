"""What frames are read from: a webcam, a video file, a network stream or a folder of pictures, each opened anew."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Any, Literal, Protocol

import cv2
import numpy as np

from vision.picture import PictureError, load
from vision.types import Image

Kind = Literal["webcam", "file", "stream", "folder"]
PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".heic", ".heif")
"""Endings of the files of a folder that are taken for pictures."""

_LONGEST_NUMBER = 9
"""Digits of a webcam's number; OpenCV takes none of more than 31 bits."""


class CameraError(ValueError):
    """The source cannot be used; the message names it and says why."""


class Capture(Protocol):
    """What is needed of an opened source; `cv2.VideoCapture` has it."""

    def read(self) -> tuple[bool, Any]:
        """Whether there was a next frame, waiting for it, and its BGR image."""

    def release(self) -> None:
        """Close the source."""


def kind_of(source: str | int | Path) -> Kind:
    """What a source's name stands for: a number is a webcam, ``rtsp://`` and the like a stream.

    Raises:
        CameraError: where it is none of these and no such file or folder exists.
    """
    text = str(source)
    if not text.strip():
        raise CameraError("an empty name is no file, folder, webcam number or stream address")
    if text.isdecimal():
        return "webcam"
    if "://" in text:
        scheme = text.split("://", 1)[0].lower()
        if scheme not in ("rtsp", "rtsps", "rtmp", "http", "https", "udp", "tcp"):
            raise CameraError(f"{text}: streams are rtsp, rtmp, http, https, udp or tcp, not {scheme}")
        return "stream"
    path = Path(text)
    if path.is_dir():
        return "folder"
    if path.is_file():
        return "file"
    raise CameraError(f"{text}: no such file, folder, webcam number or stream address")


def opened(source: str, kind: Kind) -> Capture:
    """The source, opened.

    Raises:
        CameraError: where it cannot be.
    """
    if kind == "folder":
        return Folder(Path(source))
    capture = cv2.VideoCapture()
    if kind == "webcam" and len(source) <= _LONGEST_NUMBER:
        capture.open(int(source))
        # One frame of delay is enough: drivers that obey keep no older pictures.
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    elif kind == "stream":
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 8000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 8000]
        capture.open(source, cv2.CAP_FFMPEG, limits)
    elif kind == "file":
        capture.open(source)
    if capture.isOpened():
        return capture
    capture.release()
    why = {
        "webcam": "no such camera, or it is in use by another program",
        "stream": "the stream does not answer",
        "file": "not a video that can be read",
    }[kind]
    raise CameraError(f"{source}: {why}")


class Folder:
    """The pictures of a folder in the order of their names, as if they were a video.

    Attributes:
        skipped: why each picture passed over since it was last emptied cannot be used.
    """

    def __init__(self, folder: Path) -> None:
        self._paths = deque(sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES))
        self.skipped: list[str] = []
        if not self._paths:
            raise CameraError(f"{folder}: no pictures in this folder")

    def read(self) -> tuple[bool, Image | None]:
        """The next picture; files that hold none are passed over and noted."""
        while self._paths:
            try:
                return True, _picture(self._paths.popleft())
            except PictureError as error:
                self.skipped.append(str(error))
        return False, None

    def release(self) -> None:
        """Forget the pictures left."""
        self._paths.clear()


def _picture(path: Path) -> Image:
    """A picture of a folder; of its kinds a bitmap is the only one that is not read otherwise."""
    if path.suffix.lower() != ".bmp":
        return load(path)
    try:
        data = np.fromfile(path, dtype=np.uint8)
        return load(np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8), str(path))
    except (OSError, TypeError, ValueError, cv2.error) as error:
        if isinstance(error, PictureError):
            raise
        raise PictureError(str(path), "damaged", kind="bitmap") from None
