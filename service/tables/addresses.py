"""Which cameras the server may open itself: only those the owner allowed, each looked up once."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from service.api.problems import Problem
from service.api.sentences import said

SCHEMES = ("rtsp", "rtsps", "http", "https")
PORTS = {"rtsp": 554, "rtsps": 322, "http": 80, "https": 443}


@dataclass(frozen=True)
class Address:
    """A camera that may be opened.

    Attributes:
        text: as it was given: a webcam's number or an address.
        ip: what its host's name stood for when it was checked; None for a webcam.
    """

    text: str
    ip: str | None = None

    @property
    def scheme(self) -> str:
        """The address's scheme; empty for a webcam."""
        return urlsplit(self.text).scheme

    @property
    def pinned(self) -> str:
        """The address with the host's name replaced by what it stood for, so that it cannot become another one."""
        parts = urlsplit(self.text)
        if self.ip is None or parts.scheme == "rtsps":  # its certificate is bound to the name
            return self.text
        login = f"{parts.netloc.rsplit('@', 1)[0]}@" if "@" in parts.netloc else ""
        place = f"[{self.ip}]" if ":" in self.ip else self.ip
        return urlunsplit(parts._replace(netloc=f"{login}{place}{f':{parts.port}' if parts.port else ''}"))


def allowed(address: str, cameras: tuple[str, ...]) -> Address:
    """The camera as it may be opened.

    Args:
        address: as a client gave it.
        cameras: what the owner allowed: names, addresses, networks (192.168.7.0/24), or numbers of webcams.

    Raises:
        Problem: ``not-allowed`` or ``bad-input``, saying what is wrong but nothing of the network behind the server.
    """
    if address.isascii() and address.isdigit():
        if address in cameras:
            return Address(address)
        raise Problem(
            "not-allowed",
            said("camera.webcam", address=address),
            field="camera",
            value=address,
        )
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise Problem("bad-input", said("camera.address"), field="camera", rule="camera.address") from None
    if parts.scheme not in SCHEMES or not host:
        sentence = said("camera.scheme", schemes=", ".join(SCHEMES))
        raise Problem("bad-input", sentence, field="camera", rule="camera.scheme")
    try:
        found = {info[4][0] for info in socket.getaddrinfo(host, port or PORTS[parts.scheme], type=socket.SOCK_STREAM)}
    except OSError:
        found = set()
    named = host.lower() in {each.lower() for each in cameras}
    networks = [network for each in cameras if (network := _network(each)) is not None]
    if not found or not (named or all(any(ipaddress.ip_address(ip) in each for each in networks) for ip in found)):
        raise Problem("not-allowed", said("camera.host", host=host), field="camera", value=host)
    return Address(address, str(min(found)))


def _network(text: str) -> Any:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None


def shown(address: str) -> str:
    """The address without its password."""
    parts = urlsplit(address)
    return address if "@" not in parts.netloc else urlunsplit(parts._replace(netloc=parts.netloc.rsplit("@", 1)[1]))
