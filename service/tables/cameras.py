"""Cameras that the server opens itself: only those the owner allowed, read in a thread of their own."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
import threading
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from service.api.problems import Problem
from vision.camera import Camera, CameraError, Frame

log = logging.getLogger("kibitz.camera")
SCHEMES = ("rtsp", "rtsps", "http", "https")
_PORTS = {"rtsp": 554, "rtsps": 322, "http": 80, "https": 443}


def allowed(address: str, cameras: tuple[str, ...]) -> str:
    """The camera address as it may be opened: the host looked up once, so that it cannot become another one later.

    Args:
        address: as a client gave it.
        cameras: what the owner allowed: names, addresses, networks (192.168.7.0/24), or numbers of webcams.

    Raises:
        Problem: ``not-allowed`` or ``bad-input``, saying what is wrong but nothing of the network behind the server.
    """
    if address.isascii() and address.isdigit():
        if address in cameras:
            return address
        raise Problem(
            "not-allowed",
            f"Webcam {address} is not among the cameras the owner allowed.",
            field="camera",
            value=address,
        )
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise Problem("bad-input", "camera: is not an address.", field="camera", rule="camera.address") from None
    if parts.scheme not in SCHEMES or not host:
        sentence = f"camera: an address begins with {', '.join(SCHEMES)} and names a host."
        raise Problem("bad-input", sentence, field="camera", rule="camera.scheme")
    try:
        found = {info[4][0] for info in socket.getaddrinfo(host, port or _PORTS[parts.scheme], type=socket.SOCK_STREAM)}
    except OSError:
        found = set()
    named = host.lower() in {each.lower() for each in cameras}
    networks = [network for each in cameras if (network := _network(each)) is not None]
    if not found or not (named or all(any(ipaddress.ip_address(ip) in each for each in networks) for ip in found)):
        raise Problem(
            "not-allowed", f"The host {host} is not among the cameras the owner allowed.", field="camera", value=host
        )
    if parts.scheme in ("https", "rtsps"):
        return address  # its certificate is bound to the name
    chosen = str(sorted(found)[0])
    login = f"{parts.netloc.rsplit('@', 1)[0]}@" if "@" in parts.netloc else ""
    place = f"[{chosen}]" if ":" in chosen else chosen
    return urlunsplit(parts._replace(netloc=f"{login}{place}{f':{port}' if port else ''}"))


def _network(text: str) -> Any:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None


def shown(address: str) -> str:
    """The address without its password."""
    parts = urlsplit(address)
    return address if "@" not in parts.netloc else urlunsplit(parts._replace(netloc=parts.netloc.rsplit("@", 1)[1]))


class CameraThread:
    """Reads a camera and hands its frames and events to the loop.

    Args:
        address: checked by `allowed`.
        on_frame: called in the loop with the pixels of each newest frame.
        on_event: called in the loop with a state and a sentence.
    """

    def __init__(self, address: str, on_frame: Callable[[Any], Any], on_event: Callable[[str, str], Any]) -> None:
        self._address = address
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
        pause = 1.0
        while not self._stop.is_set():
            try:
                self._camera = Camera(int(self._address) if self._address.isdigit() else self._address)
                with self._camera as camera:
                    for each in camera:
                        if self._stop.is_set():
                            return
                        pause = 1.0
                        if isinstance(each, Frame):
                            self._call(self._on_frame, each.image)
                        else:
                            self._call(self._on_event, each.state, each.text.replace(self._address, "the camera"))
            except CameraError:
                self._call(self._on_event, "lost", "The camera cannot be opened.")
            except Exception:
                log.exception("camera failed")
                self._call(self._on_event, "lost", "The camera failed.")
            self._stop.wait(pause)
            pause = min(pause * 2, 30.0)

    def close(self) -> None:
        """Stop reading."""
        self._stop.set()
        if self._camera is not None:
            self._camera.close()
