"""The watched table drawn over its frame: outlines, places and the last verdict."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np

from service.commentary import line
from vision.types import Image

_INK = {"legal": (90, 200, 90), "illegal": (60, 60, 235), "cannot tell": (60, 190, 240)}
_CARD = (230, 200, 80)
_DOWN = (170, 170, 170)
_PLACE = (120, 120, 120)
_SAID = ("verdict", "turn", "hand", "score", "problem")
_KEPT = 3


class Overlay:
    """Draws a watched table; keeps the last lines of the commentary.

    Args:
        lang: of the commentary.
    """

    def __init__(self, lang: str = "en") -> None:
        self.lang = lang
        self._lines: deque[tuple[str, tuple[int, int, int]]] = deque(maxlen=_KEPT)

    def drawn(self, image: Image, view: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> Image:
        """The frame with every card outlined and named, places by thin lines, and what was last said.

        Nothing is outlined where the frame shows something else than the table.

        Args:
            image: (H, W, 3) BGR; it is left as it is.
            view: of `service.live.TableWatch.view`.
            events: of this frame.
        """
        out: Image = image.copy()
        thick = max(1, round(out.shape[1] / 900))
        seen = not view.get("away")
        for corners in (view.get("game") or {}).get("places", {}).values() if seen else ():
            cv2.polylines(out, [np.rint(np.array(corners)).astype(np.int32)], True, _PLACE, thick, cv2.LINE_AA)
        for card in view["cards"] if seen else ():
            quad = np.rint(np.array(card["corners"])).astype(np.int32)
            colour = _DOWN if card["side"] == "down" else _CARD
            cv2.polylines(out, [quad], True, colour, 2 * thick, cv2.LINE_AA)
            if card["side"] == "up":
                _write(out, card["card"] or "?", (int(quad[:, 0].min()), int(quad[:, 1].min()) - 4), colour, thick)
        for event in events:
            text = line(event, self.lang) if event["kind"] in _SAID else None
            if text is not None:
                told = event["after"] if isinstance(event["after"], Mapping) else {}
                self._lines.append((text, _INK.get(str(told.get("verdict")), (240, 240, 240))))
        for number, (text, colour) in enumerate(reversed(self._lines)):
            _write(out, text, (12, out.shape[0] - 14 - number * 26 * thick), colour, thick)
        return out


def _write(image: Image, text: str, at: tuple[int, int], colour: tuple[int, int, int], thick: int) -> None:
    # OpenCV's letters know no card symbols: suits are written as letters.
    plain = text.translate({ord("♣"): "C", ord("♦"): "D", ord("♥"): "H", ord("♠"): "S", ord("–"): "-"})
    plain = plain.encode("ascii", "replace").decode()
    spot = (max(at[0], 2), max(at[1], 14))
    cv2.putText(image, plain, spot, cv2.FONT_HERSHEY_SIMPLEX, 0.6 * thick, (0, 0, 0), 4 * thick, cv2.LINE_AA)
    cv2.putText(image, plain, spot, cv2.FONT_HERSHEY_SIMPLEX, 0.6 * thick, colour, thick, cv2.LINE_AA)
