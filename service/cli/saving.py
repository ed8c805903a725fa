"""Pictures with their cards drawn in, saved beside whatever else lies in a folder."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from service.cli.options import Unusable

if TYPE_CHECKING:
    from vision.types import Image, Reading

OPTION = "--save-annotated"


class Drawings:
    """A folder that drawings are saved in; a file that was there before is never written over.

    Args:
        folder: made where it is not there.

    Raises:
        Unusable: for a folder that cannot be made.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._made: set[str] = set()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unusable(f"{OPTION} {folder}: {error.strerror}") from None

    def save(self, pixels: Image, reading: Reading, name: str, lang: str = "en") -> Path:
        """Draw a reading into its picture and save it as a JPEG.

        Args:
            pixels: (H, W, 3) BGR uint8.
            reading: of the picture.
            name: of the picture, with or without its folder.
            lang: of what is written in it.

        Returns:
            Where it was saved: ``hand.jpg``; ``hand-read.jpg`` where somebody's own ``hand.jpg`` lies there, and with
            a number where that name is taken too.

        Raises:
            Unusable: naming the file that cannot be written.
        """
        import cv2

        from vision.draw import annotated

        done, encoded = cv2.imencode(".jpg", annotated(pixels, reading, lang), [cv2.IMWRITE_JPEG_QUALITY, 92])
        stem = re.sub(r"[^\w.-]+", "_", Path(name).stem) or "picture"
        if not done:
            raise Unusable(f"{self.folder / stem}.jpg: cannot be encoded")
        return self._write(stem, encoded.tobytes())

    def _write(self, stem: str, data: bytes) -> Path:
        first = f"{stem}.jpg"
        if first not in self._made and (self.folder / first).exists():
            stem += "-read"
        again = 1
        while True:
            path = self.folder / (f"{stem}-{again}.jpg" if again > 1 else f"{stem}.jpg")
            # Written by Python: OpenCV opens no path with letters outside the code page on Windows.
            try:
                with path.open("xb") as file:
                    file.write(data)
            except FileExistsError:
                again += 1
                continue
            except OSError as error:
                raise Unusable(f"{path}: {error.strerror}") from None
            self._made.add(path.name)
            return path
