"""Cameras that the server opens itself, each read in a thread of its own."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from typing import Any

from service.api.problems import Problem
from service.settings import Settings
from service.tables.addresses import Address, allowed
from service.tables.http import HttpCapture
from vision.camera import Camera, Frame
from vision.capture import CameraError

log = logging.getLogger("kibitz.camera")


def opened(address: Address, settings: Settings) -> Camera:
    """The camera at an address that was checked.

    Raises:
        CameraError: it cannot be opened.
    """
    if address.scheme not in ("http", "https"):
        return Camera(int(address.text) if address.ip is None else address.pinned)

    def again() -> HttpCapture:
        # Looked up anew: the camera may have another number after a restart, if that is allowed as well.
        try:
            found = allowed(address.text, settings.cameras)
        except Problem as problem:
            raise CameraError(problem.detail) from None
        return HttpCapture(found, settings)

    return Camera(address.text, opener=again)


class CameraThread:
    """Reads a camera and hands its frames and events to the loop.

    Args:
        address: checked by `service.tables.addresses.allowed`.
        settings: how large a picture may be, and which cameras are allowed.
        on_frame: called in the loop with the pixels of each newest frame.
        on_event: called in the loop with a state: "lost", "back", "size", "black", "clear" or "failed".
    """

    def __init__(
        self, address: Address, settings: Settings, on_frame: Callable[[Any], Any], on_event: Callable[[str], Any]
    ) -> None:
        self._address, self._settings = address, settings
        self._on_frame, self._on_event = on_frame, on_event
        self._loop = asyncio.get_running_loop()
        self._stop = threading.Event()
        self._camera: Camera | None = None
        self._thread = threading.Thread(target=self._read, name="camera", daemon=True)
        self._thread.start()

    def _call(self, function: Callable[..., Any], *arguments: Any) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function, *arguments)

    def _read(self) -> None:
        pause, failing = 1.0, False
        while not self._stop.is_set():
            try:
                self._camera = opened(self._address, self._settings)
                with self._camera as camera:
                    for each in camera:
                        if self._stop.is_set():
                            return
                        pause = 1.0
                        if isinstance(each, Frame):
                            if failing:
                                self._call(self._on_event, "back")
                                failing = False
                            self._call(self._on_frame, each.image)
                        else:
                            self._call(self._on_event, each.state)
            except CameraError as error:
                log.warning("camera not opened", extra={"why": str(error)})
            except Exception:
                log.exception("camera failed")
            if not (failing or self._stop.is_set()):
                failing = True
                self._call(self._on_event, "failed")
            self._stop.wait(pause)
            pause = min(pause * 2, 30.0)

    def close(self) -> None:
        """Stop reading; blocks while the camera is let go of."""
        self._stop.set()
        if self._camera is not None:
            self._camera.close()
