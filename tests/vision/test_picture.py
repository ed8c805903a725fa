"""Pictures from files and arrays, and every kind of input that is none."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.headers import sniff
from vision.picture import PictureError, load


def scene(height: int = 60, width: int = 90) -> np.ndarray:
    """Four corners of four colours, so that every turn and flip can be told."""
    image = np.full((height, width, 3), 128, dtype=np.uint8)
    image[: height // 2, : width // 2] = (255, 0, 0)
    image[: height // 2, width // 2 :] = (0, 255, 0)
    image[height // 2 :, : width // 2] = (0, 0, 255)
    return image


def encoded(image: np.ndarray, kind: str) -> bytes:
    done, data = cv2.imencode(kind, image)
    assert done
    return data.tobytes()


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def exif(orientation: int, order: str = "<") -> bytes:
    head = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", 8)
    return head + struct.pack(order + "HHHIHHI", 1, 0x0112, 3, 1, orientation, 0, 0)


def jpeg_with_exif(image: np.ndarray, orientation: int, order: str = "<") -> bytes:
    data = encoded(image, ".jpg")
    body = b"Exif\0\0" + exif(orientation, order)
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + data[2:]


STORED = {
    1: lambda image: image,
    2: lambda image: image[:, ::-1],
    3: lambda image: image[::-1, ::-1],
    4: lambda image: image[::-1],
    5: lambda image: image.transpose(1, 0, 2),
    6: lambda image: np.rot90(image),
    7: lambda image: np.rot90(image, 2).transpose(1, 0, 2),
    8: lambda image: np.rot90(image, -1),
}
"""How a camera stores an upright scene under each orientation (Exif 3.0, tag 274)."""


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("order", ["<", ">"])
def test_a_jpeg_is_turned_upright(orientation: int, order: str) -> None:
    stored = np.ascontiguousarray(STORED[orientation](scene()))
    upright = load(jpeg_with_exif(stored, orientation, order))
    assert upright.shape == (60, 90, 3)
    assert np.abs(upright.astype(int) - scene()).mean() < 6


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_a_png_is_turned_upright(orientation: int) -> None:
    data = encoded(np.ascontiguousarray(STORED[orientation](scene())), ".png")
    assert np.array_equal(load(data[:33] + chunk(b"eXIf", exif(orientation)) + data[33:]), scene())


def test_an_orientation_that_is_none_is_passed_over() -> None:
    assert load(jpeg_with_exif(scene(), 77)).shape == (60, 90, 3)
    damaged = jpeg_with_exif(scene(), 6).replace(b"II*\0\x08\0\0\0", b"II*\0\xff\xff\xff\xff")
    assert load(damaged).shape == (60, 90, 3)


@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp"])
def test_kinds(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"scène ♠{kind}"
    path.write_bytes(encoded(scene(), kind))
    assert np.abs(load(path).astype(int) - scene()).mean() < 12


def test_grey_and_deep_and_transparent_pictures() -> None:
    grey = scene()[:, :, 1]
    assert np.array_equal(load(encoded(grey, ".png")), np.repeat(grey[:, :, None], 3, axis=2))
    deep = scene().astype(np.uint16) * 257
    assert np.array_equal(load(encoded(deep, ".png")), scene())
    assert np.array_equal(load(deep), scene())
    glass = np.dstack([scene(), np.full((60, 90), 255, np.uint8)])
    glass[:30, :45, 3] = 0
    glass[30:, :45, 3] = 102
    over_white = scene()
    over_white[:30, :45] = 255
    over_white[30:, :45] = np.round(scene()[30:, :45] * 0.4 + 255 * 0.6)
    for seen in (load(encoded(glass, ".png")), load(glass), load(glass.astype(np.uint16) * 257)):
        assert np.abs(seen.astype(int) - over_white).max() <= 1
    seen = load(encoded(glass, ".webp"))
    assert np.abs(seen.astype(int) - over_white).mean() < 12


def test_arrays_as_they_are() -> None:
    assert load(scene()) is not None
    assert np.array_equal(load(scene()[:, :, :1]), np.repeat(scene()[:, :, :1], 3, axis=2))


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "is empty"),
        (b"not a picture at all\n", "is not a JPEG, PNG, WebP or HEIC picture"),
        (encoded(scene(), ".jpg")[:-40], "the JPEG file is cut short"),
        (encoded(scene(), ".jpg")[:200], "the JPEG file is cut short"),
        (encoded(scene(), ".jpg")[:3], "the JPEG file is cut short"),
        (encoded(scene(), ".png")[:-30], "the PNG file is cut short"),
        (encoded(scene(), ".webp")[:-30], "the WebP file is cut short"),
        (encoded(scene()[:1, :1], ".png"), "1×1 pixels is too small"),
        (encoded(scene()[:20], ".jpg"), "90×20 pixels is too small"),
    ],
)
def test_bad_files(content: bytes, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.jpg"
    path.write_bytes(content)
    with pytest.raises(PictureError, match=complaint) as caught:
        load(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


def test_no_file_and_a_directory(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="no such file"):
        load(tmp_path / "none.jpg")
    with pytest.raises(PictureError, match="is a directory"):
        load(tmp_path)


def test_a_decompression_bomb_is_refused_by_its_header_alone() -> None:
    # 60,000 × 60,000 pixels of zeros claimed by some bytes; decoding it would take ten gigabytes.
    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    body = zlib.compress(b"\0" * 100_000)
    bomb = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")
    with pytest.raises(PictureError, match="60000×60000 pixels is 3600 megapixels; 64 at most"):
        load(bomb, "bomb.png")


def test_a_damaged_body_is_named() -> None:
    data = encoded(scene(), ".png")
    with pytest.raises(PictureError, match="the PNG file is damaged"):
        load(data[:45] + bytes(len(data) - 57) + data[-12:], "x.png")


@pytest.mark.parametrize(
    ("array", "complaint"),
    [
        (np.zeros((50, 50, 3), np.float32), "type float32"),
        (np.zeros((50, 50, 2), np.uint8), "shape 50×50×2"),
        (np.zeros((50,), np.uint8), "shape 50 "),
        (np.zeros((4, 50, 50, 3), np.uint8), "shape 4×50×50×3"),
        (np.zeros((50, 1, 3), np.uint8), "1×50 pixels"),
    ],
)
def test_bad_arrays(array: np.ndarray, complaint: str) -> None:
    with pytest.raises(PictureError, match=complaint):
        load(array)


def test_a_picture_inside_a_jpeg_after_its_end_is_no_matter() -> None:
    # Phones append a second picture or a film to the first.
    data = encoded(scene(), ".jpg")
    assert load(data + data[:100]).shape == (60, 90, 3)


def test_headers_tell_size_before_decoding() -> None:
    for kind in (".jpg", ".png", ".webp"):
        header = sniff(encoded(scene(64, 96), kind))
        assert header is not None
        assert (header.width, header.height, header.complete) == (96, 64, True)
    assert sniff(b"\0\0\0\x18ftypheic" + bytes(20)) is not None


def test_progressive_and_restarting_jpegs_are_whole() -> None:
    for how in ([cv2.IMWRITE_JPEG_PROGRESSIVE, 1], [cv2.IMWRITE_JPEG_RST_INTERVAL, 2]):
        done, data = cv2.imencode(".jpg", scene(), how)
        assert done
        assert load(data.tobytes()).shape == (60, 90, 3)
        with pytest.raises(PictureError, match="cut short"):
            load(data.tobytes()[:-2])


def test_heic_without_its_extra_or_damaged() -> None:
    data = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(40)
    with pytest.raises(PictureError, match=r"kibitz\[heic\]|damaged"):
        load(data, "x.heic")


def test_heic_is_read(tmp_path: Path) -> None:
    pillow_heif = pytest.importorskip("pillow_heif", reason="the heic extra is not installed")
    path = tmp_path / "x.heic"
    try:
        pillow_heif.from_bytes("BGR", (96, 64), scene(64, 96).tobytes()).save(str(path), quality=90)
    except (RuntimeError, ValueError) as error:
        pytest.skip(f"no HEIC encoder here: {error}")
    assert np.abs(load(path).astype(int) - scene(64, 96)).mean() < 12
