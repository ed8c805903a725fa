"""A camera that mirrors the picture: frames are turned over, and what is told of them is turned back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from vision.types import Image, SeenCard


@dataclass
class Mirror:
    """Turns frames and places over while the camera mirrors.

    Attributes:
        on: whether it does.
    """

    on: bool = False

    def straight(self, image: Image) -> Image:
        """The frame as an unmirrored camera would have sent it."""
        return np.asarray(cv2.flip(image, 1), dtype=np.uint8) if self.on else image

    def zones(self, given: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """Zones that a person has drawn over the camera's picture, for the straight one: first corners stay first."""
        drawn = None if given is None else given.get("zones")
        if not self.on or given is None or not isinstance(drawn, Mapping):
            return given
        turned = {name: [[1.0 - x, y] for x, y in (b, a, d, c)] for name, (a, b, c, d) in drawn.items()}
        return {**given, "zones": turned}

    def shown(self, told: dict[str, Any], width: int) -> dict[str, Any]:
        """What is told of a straight frame `width` pixels wide, its corners where the camera's picture has them."""
        if not self.on:
            return told

        def back(quad: Any) -> list[list[float]]:
            return [[round(width - 1 - x, 1), y] for x, y in quad]

        out = dict(told)
        if "corners" in told:
            out["corners"] = back(told["corners"])
        if "places" in told:
            out["places"] = {name: back(quad) for name, quad in told["places"].items()}
        return out


def turned_over(card: SeenCard, width: int) -> SeenCard:
    """A face-down card as the same frame, `width` pixels wide, shows it turned over: first corners stay first."""
    corners = card.corners[[1, 0, 3, 2]] * (-1.0, 1.0) + (width - 1.0, 0.0)
    return replace(card, corners=corners.astype(np.float32))
