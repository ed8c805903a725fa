"""Cameras that speak HTTP: motion JPEG or one picture at a time, by a client that goes nowhere it was not allowed to.

A general media library would follow redirects and playlists to wherever they point, into private networks too.
"""

from __future__ import annotations

import base64
import http.client
import socket
import ssl
import time
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from service.api.problems import Problem
from service.settings import Settings
from service.tables.addresses import PORTS, Address, allowed
from vision.capture import CameraError
from vision.headers import sniff
from vision.picture import PictureError, load

_REDIRECTS = (301, 302, 303, 307, 308)
_HOPS = 4
_SECONDS = 5.0
"""For a connection, and between any two pieces of an answer."""
_PICTURE_SECONDS = 10.0
_BROKEN = 30
"""So many broken pictures in a row and the camera counts as lost."""
_LINE = 4096
_LINES = 64
_PAUSE = 0.1
"""Between two pictures of a camera that gives one at a time."""


class HttpCapture:
    """Reads a camera's pictures; a `vision.camera.Capture`.

    Args:
        address: checked by `service.tables.addresses.allowed`, as is each place that the camera redirects to.
        settings: how large a picture may be, and which cameras are allowed.

    Raises:
        CameraError: nothing answers, or what answers is no camera.
    """

    def __init__(self, address: Address, settings: Settings) -> None:
        self._address, self._settings = address, settings
        self._connection: http.client.HTTPConnection | None = None
        self._open()

    def read(self) -> tuple[bool, Any]:
        """The next picture, waiting for it; False when the camera is gone."""
        for _ in range(_BROKEN):
            try:
                data = self._part() if self._boundary is not None else self._single()
            except (OSError, http.client.HTTPException, CameraError):
                return False, None
            header = sniff(data)
            if header is None or header.width * header.height > self._settings.picture_pixels:
                continue
            try:
                return True, load(data, "frame")
            except PictureError:
                continue
        return False, None

    def release(self) -> None:
        """Close the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _open(self) -> None:
        address = self._address
        for _ in range(_HOPS):
            self.release()
            try:
                self._response = self._ask(address)
            except (OSError, http.client.HTTPException, ValueError) as error:
                self.release()
                raise CameraError(f"the camera does not answer ({type(error).__name__})") from None
            if self._response.status not in _REDIRECTS:
                break
            try:
                place = urljoin(address.text, self._response.headers.get("Location", ""))
                address = allowed(place, self._settings.cameras)
            except (Problem, ValueError):
                self.release()
                raise CameraError("the camera leads to a place that the owner has not allowed") from None
            if address.scheme not in ("http", "https"):
                self.release()
                raise CameraError("the camera leads to something that is not HTTP")
        if self._response.status != 200:
            self.release()
            raise CameraError(f"the camera answered {self._response.status}")
        kind = self._response.headers.get_content_type()
        boundary = self._response.headers.get_param("boundary")
        # Cameras write the boundary with or without the dashes that belong before it.
        self._boundary = str(boundary or "").lstrip("-").encode() if kind.startswith("multipart/") else None
        self._marked, self._fresh = False, True
        if self._boundary is None and not kind.startswith("image/"):
            self.release()
            raise CameraError("what answers is no camera: motion JPEG or a picture is wanted")

    def _ask(self, address: Address) -> http.client.HTTPResponse:
        """Connect to the address that was checked, whatever its name may stand for by now, and ask for the stream."""
        parts = urlsplit(address.text)
        assert parts.hostname is not None, "an address that was allowed has a host"
        assert address.ip is not None, "and was looked up"
        port = parts.port or PORTS[parts.scheme]
        plain = socket.create_connection((address.ip, port), _SECONDS)
        connection = http.client.HTTPConnection(parts.hostname, port, timeout=_SECONDS)
        self._connection = connection
        connection.sock = plain
        if parts.scheme == "https":
            connection.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=parts.hostname)
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        headers = {"Host": host if parts.port is None else f"{host}:{port}", "Accept": "multipart/*, image/*"}
        if parts.username is not None:
            login = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
            headers["Authorization"] = "Basic " + base64.b64encode(login).decode()
        connection.request("GET", (parts.path or "/") + (f"?{parts.query}" if parts.query else ""), headers=headers)
        return connection.getresponse()

    def _single(self) -> bytes:
        """The picture of a camera that gives one for each request."""
        if not self._fresh:
            time.sleep(_PAUSE)
            self._open()
        self._fresh = False
        return self._take(self._response.length)

    def _part(self) -> bytes:
        """The next picture of a motion JPEG."""
        mark = b"--" + (self._boundary or b"")
        for _ in range(0 if self._marked else _LINES):
            if self._line().startswith(mark):
                break
        else:
            if not self._marked:
                raise CameraError("the stream has no boundaries")
        self._marked = False
        length = None
        for _ in range(_LINES):
            line = self._line().strip()
            if not line:
                break
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length" and value.strip().isdigit():
                length = int(value)
        return self._take(length) if length is not None else self._until(mark)

    def _line(self) -> bytes:
        line = self._response.readline(_LINE)
        if not line:
            raise CameraError("the stream has ended")
        return line

    def _take(self, length: int | None) -> bytes:
        """So many bytes, or all there are."""
        if length is not None and length > self._settings.frame_bytes:
            raise CameraError(f"a picture of {length} bytes is too large")
        deadline = time.monotonic() + _PICTURE_SECONDS
        data = bytearray()
        while length is None or len(data) < length:
            piece = self._response.read1(65536 if length is None else min(65536, length - len(data)))
            if not piece and length is None:
                break
            data += piece
            if not piece or len(data) > self._settings.frame_bytes or time.monotonic() > deadline:
                raise CameraError("a picture is cut short, too large or too slow")
        return bytes(data)

    def _until(self, mark: bytes) -> bytes:
        """The bytes before the next boundary, of a camera that does not say how many."""
        deadline = time.monotonic() + _PICTURE_SECONDS
        data = bytearray()
        while True:
            line = self._line()
            if line.startswith(mark):
                # This boundary is the next picture's: what follows are its headers.
                self._marked = True
                return bytes(data.removesuffix(b"\r\n"))
            data += line
            if len(data) > self._settings.frame_bytes or time.monotonic() > deadline:
                raise CameraError("a picture is too large or too slow")
