"""Corrected pictures as training material: YOLO's oriented boxes and Label Studio's tasks, written as a ZIP stream."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from rules.cards import CARDS, JOKER
from service.storage.corrections import KeptPicture

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer

NAMES = (*(card.code for card in CARDS), JOKER.code, "back")
"""The classes of the YOLO form, in order."""


class _Sink(io.RawIOBase):
    """A file to write to whose bytes are taken away piece by piece: a ZIP file of any size needs no disk."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        """It takes bytes, and is not seekable."""
        return True

    def write(self, data: Buffer, /) -> int:
        """Keep bytes until they are taken."""
        self._parts.append(bytes(data))
        return len(self._parts[-1])

    def take(self) -> bytes:
        """What has been written since the last time."""
        parts, self._parts = self._parts, []
        return b"".join(parts)


def _zip(files: Iterable[tuple[str, bytes]]) -> Iterator[bytes]:
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data)
            yield sink.take()
    yield sink.take()


def _ending(picture: KeptPicture) -> str:
    return {"png": "png", "webp": "webp", "heic": "heic"}.get(picture.kind, "jpg")


def _class(card: dict[str, Any]) -> str:
    return "back" if card["side"] == "down" or card["card"] == "down" else str(card["card"])


def yolo(pictures: Iterable[KeptPicture]) -> Iterator[bytes]:
    """A ZIP file of ``images/``, ``labels/`` (class, four corners in parts of width and height) and ``data.yaml``."""

    def files() -> Iterator[tuple[str, bytes]]:
        names = "".join(f"  {number}: {name}\n" for number, name in enumerate(NAMES))
        yield "data.yaml", f"path: .\ntrain: images\nval: images\nnames:\n{names}".encode()
        for picture in pictures:
            lines = []
            for card in picture.cards:
                # Corners may lie outside the picture; the form wants them on it.
                parts = [
                    f"{min(1.0, max(0.0, value / size)):.6f}"
                    for point in card["corners"]
                    for value, size in zip(point, (picture.width, picture.height), strict=True)
                ]
                lines.append(" ".join((str(NAMES.index(_class(card))), *parts)))
            stem = picture.id[:20]
            yield f"images/{stem}.{_ending(picture)}", picture.data
            yield f"labels/{stem}.txt", ("\n".join(lines) + "\n").encode()

    return _zip(files())


def label_studio(pictures: Iterable[KeptPicture]) -> Iterator[bytes]:
    """A ZIP file of ``images/``, ``tasks.json`` with polygons in hundredths, and ``config.xml`` of the labelling."""

    def files() -> Iterator[tuple[str, bytes]]:
        tasks = []
        for picture in pictures:
            name = f"images/{picture.id[:20]}.{_ending(picture)}"
            yield name, picture.data
            tasks.append(
                {
                    "data": {"image": name},
                    "annotations": [{"result": [_polygon(card, picture) for card in picture.cards]}],
                }
            )
        yield "tasks.json", json.dumps(tasks, indent=1).encode()
        labels = "".join(f'<Label value="{name}"/>' for name in NAMES)
        polygons = f'<PolygonLabels name="card" toName="image">{labels}</PolygonLabels>'
        yield "config.xml", f'<View><Image name="image" value="$image"/>{polygons}</View>'.encode()

    return _zip(files())


def _polygon(card: dict[str, Any], picture: KeptPicture) -> dict[str, Any]:
    points = [[round(100 * x / picture.width, 3), round(100 * y / picture.height, 3)] for x, y in card["corners"]]
    return {
        "from_name": "card",
        "to_name": "image",
        "type": "polygonlabels",
        "original_width": picture.width,
        "original_height": picture.height,
        "value": {"points": points, "polygonlabels": [_class(card)]},
    }
