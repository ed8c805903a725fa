"""A picture of a table with cards whose truth is known exactly.

Coordinates are pixels of the scene's image with the centre of the top left pixel at (0, 0), as OpenCV's warps
take them. Quads are clockwise in the picture's sense of the card or index they belong to.
"""

from __future__ import annotations

import json
import struct
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Quad = NDArray[np.float32]


@dataclass
class PlacedIndex:
    """One printed index as it lies in the picture.

    Attributes:
        glyph: what is printed ("10", "V", "joker", ...).
        suit: "C", "D", "H", "S", or None on a joker.
        quad: (4, 2) float32, clockwise from the index's own top left in its reading direction.
        card_quad: (4, 2) float32, its card clockwise from the card corner nearest to this index.
        rank_visible: share 0..1 of the rank's box that is neither covered nor outside the picture; at most 0.3 where
            glare, darkness or blur has wiped the print out although nothing lies over it.
        suit_visible: the same for the suit's box; 0 where there is none.
        contrast: grey levels 0..255 between the lighter and darker parts of its rank or suit in the finished picture.
    """

    glyph: str
    suit: str | None
    quad: Quad
    card_quad: Quad
    rank_visible: float
    suit_visible: float
    contrast: float = 255.0


@dataclass
class PlacedCard:
    """One card on the table.

    Attributes:
        code: card code, None for a face-down card.
        side: "up" or "down".
        quad: (4, 2) float32, clockwise from the card's own top left; may reach outside the picture.
        visible: share 0..1 of the whole card's area that is seen in the picture.
        indices: the printed indices, none on a face-down card.
        pips: (4, 2) each, the pips inside a court's frame, clockwise from their own top left; None where that is not
            known, and on all other cards.
    """

    code: str | None
    side: str
    quad: Quad
    visible: float
    indices: list[PlacedIndex] = field(default_factory=list)
    pips: list[Quad] | None = None


@dataclass
class Scene:
    """A picture and its truth.

    Attributes:
        image: (H, W, 3) uint8 BGR.
        cards: every card, bottom to top, hidden ones included.
        layout: name of the layout the cards were laid in.
        ignore: (4, 2) quads whose content must count neither way.
    """

    image: NDArray[np.uint8]
    cards: list[PlacedCard]
    layout: str
    ignore: list[Quad] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The truth without the picture, ready for `json.dumps`."""
        return {
            "width": int(self.image.shape[1]),
            "height": int(self.image.shape[0]),
            "layout": self.layout,
            "cards": [
                {
                    "card": card.code,
                    "side": card.side,
                    "visible": round(float(card.visible), 4),
                    "corners": _points(card.quad),
                    "indices": [
                        {
                            "glyph": index.glyph,
                            "suit": index.suit,
                            "quad": _points(index.quad),
                            "card_quad": _points(index.card_quad),
                            "rank_visible": round(float(index.rank_visible), 4),
                            "suit_visible": round(float(index.suit_visible), 4),
                            "contrast": round(float(index.contrast), 1),
                        }
                        for index in card.indices
                    ],
                    "pips": None if card.pips is None else [_points(quad) for quad in card.pips],
                }
                for card in self.cards
            ],
            "ignore": [_points(quad) for quad in self.ignore],
        }

    @classmethod
    def from_json(cls, truth: dict[str, Any], image: NDArray[np.uint8]) -> Scene:
        """Join a truth written by `to_json` with its picture."""
        cards = [
            PlacedCard(
                code=card["card"],
                side=card["side"],
                quad=_quad(card["corners"]),
                visible=card["visible"],
                indices=[
                    PlacedIndex(
                        glyph=index["glyph"],
                        suit=index["suit"],
                        quad=_quad(index["quad"]),
                        card_quad=_quad(index["card_quad"]),
                        rank_visible=index["rank_visible"],
                        suit_visible=index["suit_visible"],
                        contrast=index["contrast"],
                    )
                    for index in card["indices"]
                ],
                pips=None if card["pips"] is None else [_quad(points) for points in card["pips"]],
            )
            for card in truth["cards"]
        ]
        return cls(image=image, cards=cards, layout=truth["layout"], ignore=[_quad(q) for q in truth["ignore"]])

    def save(self, path: str | Path) -> None:
        """Write picture and truth into one uncompressed .npz file."""
        truth = np.frombuffer(json.dumps(self.to_json()).encode(), dtype=np.uint8)
        with open(path, "wb") as stream:
            np.savez(stream, image=self.image, truth=truth)

    @classmethod
    def load(cls, path: str | Path, mapped: bool = False) -> Scene:
        """Read a file written by `save`.

        Args:
            path: the .npz file.
            mapped: map the picture into memory, read-only, instead of reading it.

        Raises:
            ValueError: the file is no scene.
        """
        try:
            with np.load(path) as stored:
                truth = json.loads(stored["truth"].tobytes())
                image = _mapped(Path(path), "image.npy") if mapped else stored["image"]
        except (KeyError, EOFError, zipfile.BadZipFile, ValueError) as error:
            raise ValueError(f"{path} is no scene file: {error}") from error
        return cls.from_json(truth, image)


def _points(quad: Quad) -> list[list[float]]:
    return [[round(float(x), 3), round(float(y), 3)] for x, y in quad]


def _quad(points: list[list[float]]) -> Quad:
    return np.asarray(points, dtype=np.float32).reshape(4, 2)


def _mapped(path: Path, member: str) -> NDArray[np.uint8]:
    """Map a stored (uncompressed) member of an .npz file."""
    with zipfile.ZipFile(path) as archive:
        info = archive.getinfo(member)
    if info.compress_type != zipfile.ZIP_STORED:
        raise ValueError(f"{member} is compressed and cannot be mapped")
    with open(path, "rb") as stream:
        stream.seek(info.header_offset + 26)
        name_length, extra_length = struct.unpack("<HH", stream.read(4))
        stream.seek(info.header_offset + 30 + name_length + extra_length)
        version = np.lib.format.read_magic(stream)
        read_header = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, fortran, dtype = read_header(stream)
        offset = stream.tell()
    return np.memmap(path, dtype=dtype, mode="r", offset=offset, shape=shape, order="F" if fortran else "C")
