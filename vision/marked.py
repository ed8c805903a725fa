"""Zones set by hand: a small calibration file for tables on which the guess goes wrong.

The file is JSON: ``{"version": 1, "game": "trash", "zones": {name: [[x, y], ...]}, "slots": {side: n}}``. Corners are
shares of the picture's width and height, 0 to 1, so that a file fits every resolution of its camera. Names are
``stock``, ``discard``, ``table`` and the players' sides ``near``, ``left``, ``far``, ``right``; a layout's first corner
is its player's own top left, the others follow clockwise.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from vision.errors import SightError
from vision.geometry import edges, following, inside
from vision.lattice import SIDES
from vision.types import Floats, SeenCard

GAMES = ("trash", "gin", "bus", "ace")
NAMES = ("stock", "discard", "table", *SIDES)


class ZoneFileError(SightError):
    """A calibration file that cannot be used; the message names the entry at fault.

    What goes wrong when zones are drawn, too, is ``zones.convex`` or ``zones.slots``.

    Attributes:
        path: of the file, where they come from one.
    """

    path: str | None = None

    def sentence(self, lang: str = "en") -> str:
        """What is wrong, in ``en``, ``fr`` or ``de``, led by the file's path."""
        told = super().sentence(lang)
        return told if self.path is None else f"{self.path}: {told}"

    def __str__(self) -> str:
        return self.sentence()

    def of(self, path: str | Path) -> ZoneFileError:
        """The same, of a file."""
        self.path = str(path)
        return self


@dataclass(frozen=True, eq=False)
class Marked:
    """Zones set by hand.

    Attributes:
        game: they were set for.
        zones: (4, 2) corners by name, as shares of the picture's width and height.
        slots: of each layout, by side.
    """

    game: str
    zones: Mapping[str, Floats]
    slots: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Marked:
        """Zones as a file or the page gives them.

        Raises:
            ZoneFileError: naming the entry at fault.
        """
        if value.get("version", 1) != 1:
            raise ZoneFileError("marked.version", version=_shown(value["version"]))
        game = value.get("game")
        if game not in GAMES:
            raise ZoneFileError("marked.game", game=_shown(game), games=GAMES)
        given = value.get("zones")
        if not isinstance(given, Mapping) or not given:
            raise ZoneFileError("marked.none")
        zones = {str(name): _corners(str(name), corners) for name, corners in given.items()}
        slots = value.get("slots", {})
        if not isinstance(slots, Mapping):
            raise ZoneFileError("marked.slots")
        for side, count in slots.items():
            if side not in zones:
                raise ZoneFileError("marked.side", side=_shown(side))
            if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= 10:
                raise ZoneFileError("zones.slots", side=side, count="–" if count is None else _shown(count))
        return cls(str(game), zones, {str(side): int(count) for side, count in slots.items()})

    @classmethod
    def load(cls, path: str | Path) -> Marked:
        """Zones from a file.

        Raises:
            ZoneFileError: naming the file and what is wrong in it.
        """
        try:
            value = json.loads(Path(path).read_text(encoding="utf-8-sig"))
        except OSError as error:
            raise ZoneFileError("marked.unread", why=error.strerror).of(path) from None
        except json.JSONDecodeError as error:
            raise ZoneFileError("marked.json", line=error.lineno, column=error.colno).of(path) from None
        except (ValueError, RecursionError):
            # No text, nested too deeply, or a number of thousands of digits.
            raise ZoneFileError("marked.text").of(path) from None
        if not isinstance(value, dict):
            raise ZoneFileError("marked.object").of(path)
        try:
            return cls.from_json(value)
        except ZoneFileError as error:
            raise error.of(path) from None

    def to_json(self) -> dict[str, Any]:
        """The zones as `from_json` takes them."""
        zones = {name: [[round(float(x), 5), round(float(y), 5)] for x, y in quad] for name, quad in self.zones.items()}
        return {"version": 1, "game": self.game, "zones": zones, "slots": dict(self.slots)}

    def sides(self) -> tuple[str, ...]:
        """The players' sides that are set, clockwise from the near one."""
        return tuple(side for side in ("near", "left", "far", "right") if side in self.zones)

    def corners(self, name: str, size: tuple[int, int]) -> Floats | None:
        """A zone's (4, 2) corners in pixels of a frame of that width and height, None where it is not set."""
        quad = self.zones.get(name)
        return None if quad is None else (quad * np.array(size, dtype=np.float32)).astype(np.float32)

    def slot_quads(self, side: str, size: tuple[int, int], slots: int) -> Floats | None:
        """The (n, 4, 2) slots of a layout in pixels: rows of five and the rest, in the zone's own perspective."""
        corners = self.corners(side, size)
        if corners is None:
            return None
        import cv2

        columns, rows = min(slots, 5), -(-slots // 5)
        flat = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], dtype=np.float32)
        to_picture = cv2.getPerspectiveTransform(flat, corners)
        cells = []
        for slot in range(slots):
            row, column = divmod(slot, 5)
            x0, y0, x1, y1 = column + 0.08, row + 0.05, column + 0.92, row + 0.95
            cells.append([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
        points = np.array(cells, dtype=np.float32).reshape(1, -1, 2)
        return np.asarray(cv2.perspectiveTransform(points, to_picture), dtype=np.float32).reshape(slots, 4, 2)

    def within(self, name: str, cards: list[SeenCard], size: tuple[int, int]) -> list[int]:
        """The numbers of the cards whose centres lie in a zone; none where it is not set."""
        quad = self.corners(name, size)
        if quad is None or not cards:
            return []
        centres = np.array([card.corners.mean(axis=0) for card in cards], dtype=np.float32)
        return [int(k) for k in np.flatnonzero(inside(centres, quad))]


def marked_for(game: str, zones: Mapping[str, Any] | None) -> Marked | None:
    """Zones set by hand for a game, as a file or the page gives them; None where there are none.

    Raises:
        ZoneFileError: zones that cannot be used.
        ValueError: zones of another game.
    """
    if zones is None:
        return None
    found = Marked.from_json(zones)
    if found.game != game:
        raise ValueError(f"zones for {found.game}, but the game is {game}")
    return found


def _shown(value: object) -> str:
    """What a file says, fit to be told: a text as it is, anything else as Python writes it, no longer than a line."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


def _corners(name: str, corners: Any) -> Floats:
    if name not in NAMES:
        raise ZoneFileError("marked.name", zone=_shown(name), zones=NAMES)
    try:
        quad = np.asarray(corners, dtype=np.float32)
    except (TypeError, ValueError, OverflowError):
        raise ZoneFileError("marked.numbers", zone=name) from None
    if quad.shape != (4, 2) or not np.isfinite(quad).all():
        raise ZoneFileError("marked.corners", zone=name)
    if quad.min() < -0.5 or quad.max() > 1.5:
        raise ZoneFileError("marked.shares", zone=name)
    sides = edges(quad)
    then = following(sides)
    if not (sides[:, 0] * then[:, 1] - sides[:, 1] * then[:, 0] > 1e-6).all():
        raise ZoneFileError("zones.convex", zone=name)
    return quad
