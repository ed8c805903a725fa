"""What a picture file says of itself before a single pixel is decoded.

Decoders differ in what they do with a file cut short, and allocate whatever size its header claims. Both are settled
here, from the bytes alone, so that every decoder behaves the same. Sources: ITU-T T.81 (JPEG), W3C PNG third edition,
Google's WebP container specification, ISO/IEC 23008-12 (HEIF brands), Exif 3.0 (orientation).
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from typing import Literal

Kind = Literal["JPEG", "PNG", "WebP", "HEIC"]

_PNG = b"\x89PNG\r\n\x1a\n"
_HEIF_BRANDS = {b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1"}
_MARKER_IN_SCAN = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")
_START_OF_FRAME = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}


@dataclass(frozen=True)
class Header:
    """Kind, size in stored pixels (0 where the header does not tell), Exif orientation 1 to 8, and soundness."""

    kind: Kind
    width: int = 0
    height: int = 0
    orientation: int = 1
    alpha: bool = False
    complete: bool = True


def sniff(data: bytes) -> Header | None:
    """The header of a JPEG, PNG, WebP or HEIC file; None for anything else."""
    if data[:3] == b"\xff\xd8\xff":
        return _jpeg(data)
    if data[:8] == _PNG:
        return _png(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data)
    if data[4:8] == b"ftyp" and data[8:12] in _HEIF_BRANDS:
        return Header("HEIC")
    return None


def _jpeg(data: bytes) -> Header:
    width = height = 0
    orientation = 1
    at = 2
    while True:
        # Segments may be preceded by any number of fill bytes 0xFF.
        while at < len(data) and data[at] == 0xFF:
            at += 1
        if at >= len(data):
            return Header("JPEG", width, height, orientation, complete=False)
        marker = data[at]
        at += 1
        if marker == 0xD9:
            return Header("JPEG", width, height, orientation, complete=width > 0)
        if marker == 0x01 or 0xD0 <= marker <= 0xD8:
            continue
        if at + 2 > len(data):
            return Header("JPEG", width, height, orientation, complete=False)
        length = int.from_bytes(data[at : at + 2], "big")
        body = data[at + 2 : at + length]
        at += length
        if marker in _START_OF_FRAME and len(body) >= 5:
            height, width = struct.unpack(">HH", body[1:5])
        elif marker == 0xE1 and body[:6] == b"Exif\0\0":
            orientation = _orientation(body[6:])
        elif marker == 0xDA:
            # Compressed data follow up to the next marker that is neither a stuffed zero nor a restart.
            found = _MARKER_IN_SCAN.search(data, at)
            if found is None:
                return Header("JPEG", width, height, orientation, complete=False)
            at = found.start()


def _png(data: bytes) -> Header:
    if len(data) < 33:
        return Header("PNG", complete=False)
    width, height, _, colour = struct.unpack(">IIBB", data[16:26])
    alpha, orientation, at = colour in (4, 6), 1, 8
    while at + 12 <= len(data):
        length, name = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        at += 12 + length
        if name == b"tRNS":
            alpha = True
        elif name == b"eXIf":
            orientation = _orientation(body)
        elif name == b"IEND":
            return Header("PNG", width, height, orientation, alpha)
    return Header("PNG", width, height, orientation, alpha, complete=False)


def _webp(data: bytes) -> Header:
    complete = len(data) >= int.from_bytes(data[4:8], "little") + 8
    width = height = 0
    orientation, alpha, at = 1, False, 12
    while at + 8 <= len(data):
        name, length = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "little")
        body = data[at + 8 : at + 8 + length]
        at += 8 + length + length % 2
        if name == b"VP8X" and len(body) >= 10:
            alpha = bool(body[0] & 0x10)
            width = int.from_bytes(body[4:7], "little") + 1
            height = int.from_bytes(body[7:10], "little") + 1
        elif name == b"VP8 " and len(body) >= 10 and not width:
            across, down = struct.unpack("<HH", body[6:10])
            width, height = across & 0x3FFF, down & 0x3FFF
        elif name == b"VP8L" and len(body) >= 5:
            bits = int.from_bytes(body[1:5], "little")
            alpha = alpha or bool(bits >> 28 & 1)
            if not width:
                width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        elif name == b"EXIF":
            orientation = _orientation(body.removeprefix(b"Exif\0\0"))
    return Header("WebP", width, height, orientation, alpha, complete)


def _orientation(tiff: bytes) -> int:
    """The orientation tag (0x0112) of the first directory of a TIFF block; 1 where there is none or it is damaged."""
    order: Literal["<", ">"]
    if tiff[:4] == b"II*\0":
        order = "<"
    elif tiff[:4] == b"MM\0*":
        order = ">"
    else:
        return 1
    try:
        (first,) = struct.unpack_from(order + "I", tiff, 4)
        (count,) = struct.unpack_from(order + "H", tiff, first)
        for entry in range(count):
            tag, _, _, value = struct.unpack_from(order + "HHIH", tiff, first + 2 + 12 * entry)
            if tag == 0x0112:
                return value if 1 <= value <= 8 else 1
    except struct.error:
        pass
    return 1
