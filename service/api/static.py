"""The page's files: read once, packed once, answered from memory with a tag, so that a reload costs next to nothing."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "jpg": "image/jpeg",
    "webmanifest": "application/manifest+json",
}
_PACKED = ("html", "css", "js", "json", "svg", "webmanifest")


@dataclass(frozen=True)
class Asset:
    """One file of the page."""

    body: bytes
    packed: bytes | None
    kind: str
    tag: str

    def answer(self, request: Request) -> Response:
        """The file, packed where the client takes it, or 304 where it has it."""
        headers = {"etag": self.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.packed, headers=headers | {"content-encoding": "gzip"}, media_type=self.kind)
        return Response(self.body, headers=headers, media_type=self.kind)


def _asset(body: bytes, ending: str) -> Asset:
    packed = gzip.compress(body, 9, mtime=0) if ending in _PACKED else None
    return Asset(body, packed, _TYPES[ending], f'"{hashlib.sha256(body).hexdigest()[:20]}"')


@cache
def load_assets() -> dict[str, Asset]:
    """Every file of the page by its path in the address."""
    found: dict[str, Asset] = {}

    def walk(folder: Traversable, path: str) -> None:
        for each in folder.iterdir():
            ending = each.name.rsplit(".", 1)[-1]
            if each.is_dir():
                walk(each, f"{path}{each.name}/")
            elif ending in _TYPES:
                found[path + each.name] = _asset(each.read_bytes(), ending)

    walk(files("service.page"), "/")
    for name, picture in (("sample", "gin_knock"), ("trash", "trash"), ("bus", "bus"), ("ace", "ace")):
        sample = files("service").joinpath("samples", f"{picture}.jpg")
        if sample.is_file():
            found[f"/img/{name}.jpg"] = _asset(sample.read_bytes(), "jpg")
    return found


def page_routes() -> list[Route]:
    """A route for every file, and short addresses for the pages."""
    assets = load_assets()
    short = {"/": "/index.html", "/overlay": "/overlay.html", "/docs": "/docs.html", "/source": "/source.html"}

    def route(address: str, asset: Asset) -> Route:
        async def answer(request: Request) -> Response:
            return asset.answer(request)

        return Route(address, answer, include_in_schema=False)

    addresses = {address: assets[path] for address, path in short.items() if path in assets} | assets
    return [route(address, asset) for address, asset in addresses.items()]
