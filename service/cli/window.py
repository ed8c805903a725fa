"""The window in which a watched table is shown."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from service.overlay import Overlay
    from vision.types import Image

_OPENS = """
import resource
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
import cv2
cv2.namedWindow("Kibitz")
cv2.waitKey(1)
"""
_OPENING = 30.0
"""Seconds after which a window that has not opened will not."""


def has_screen() -> bool:
    """Whether a window can be opened.

    Without a screen the library that opens windows does not refuse, it ends the whole process: another one tries.
    """
    if not sys.platform.startswith("linux"):
        return True
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        tried = subprocess.run([sys.executable, "-c", _OPENS], capture_output=True, timeout=_OPENING, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0


def shown(overlay: Overlay, image: Image, view: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> bool | None:
    """Draw one frame into the window; False where the user closed it, None where there can be none."""
    import cv2

    try:
        cv2.imshow("Kibitz", overlay.drawn(image, view, events))
        return (cv2.waitKey(1) & 0xFF) not in (27, ord("q"))
    except cv2.error:
        return None
