"""What every request passes through: its id, log and figures, safe headers, limits on hosts, pages and bodies."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api.problems import Problem
from service.api.sentences import said, size
from service.api.tongue import header, tongue
from service.settings import Settings

log = logging.getLogger("kibitz.request")
Observe = Callable[[str, str, int, float], None]

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = (
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(self), microphone=(), geolocation=()"),
)
_API_HEADERS = (*_HEADERS, (b"cache-control", b"no-store"))


class Door:
    """The outermost layer: request id, log line, figures, headers, and an answer even where the server failed."""

    def __init__(self, app: ASGIApp, observe: Observe | None = None) -> None:
        self.app = app
        self.observe = observe

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start = time.perf_counter()
        request_id = f"{random.getrandbits(64):016x}"
        scope.setdefault("state", {})["request_id"] = request_id
        status = 0
        api = scope["path"].startswith("/v1/")

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = list(message["headers"])
                there = {name for name, _ in own}
                own += (pair for pair in (_API_HEADERS if api else _HEADERS) if pair[0] not in there)
                own.append((b"x-request-id", request_id.encode()))
                message["headers"] = own
            await send(message)

        try:
            await self.app(scope, receive, answer)
        except Exception:
            log.exception("request failed", extra={"request": request_id, "path": scope["path"]})
            if not status:
                problem = Problem("internal", said("server.failed"), request=request_id)
                await problem.response(scope["path"], tongue(scope))(scope, receive, answer)
        finally:
            seconds = time.perf_counter() - start
            route = getattr(scope.get("route"), "path", "(none)")
            if self.observe is not None:
                self.observe(scope["method"], route, status, seconds)
            if log.isEnabledFor(logging.INFO):
                fields = {"request": request_id, "method": scope["method"], "path": scope["path"], "status": status}
                log.info("request", extra=fields | {"milliseconds": round(seconds * 1000, 2)})


class Guard:
    """Refuses requests for other hosts (DNS rebinding), and changes asked for by other sites' pages."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.names = {"localhost", settings.host.lower(), *(name.lower() for name in settings.allowed_hosts)}
        self.any_address = not settings.loopback

        self._known = lru_cache(maxsize=1024)(self._is_known)

    def _is_known(self, host: str) -> bool:
        name = (urlsplit(f"//{host}").hostname or "").lower()
        if name in self.names:
            return True
        try:
            address = ip_address(name)
        except ValueError:
            # On a network the machine's own name is not known for certain; keys protect the server there.
            return self.any_address and "." not in name.removesuffix(".local")
        # A numeric host cannot be rebound: only names can.
        return self.any_address or address.is_loopback

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        reason = None
        host = header(scope, b"host") or ""
        try:
            if not self._known(host):
                reason = said("host.unknown")
            origin = header(scope, b"origin")
            safe = scope["type"] == "http" and scope["method"] in ("GET", "HEAD", "OPTIONS")
            if not safe and origin is not None and origin != "null" and urlsplit(origin).netloc.lower() != host.lower():
                reason = said("origin.other")
            if not safe and (origin == "null" or header(scope, b"sec-fetch-site") == "cross-site"):
                reason = said("origin.other")
        except ValueError:
            reason = said("host.malformed")
        if reason is None:
            await self.app(scope, receive, send)
        else:
            await Problem("not-allowed", reason).refuse(scope, receive, send)


_KEPT = ("/v1/corrections",)
"""Uploads that no reader is needed for."""


class Limits:
    """Bounds the size of a body and the time it may take, and the requests a minute of each client.

    Args:
        app: what is protected.
        settings: the bounds.
        full: the refusal of a picture while too many wait to be read.
    """

    def __init__(self, app: ASGIApp, settings: Settings, full: Callable[[], Problem | None] = lambda: None) -> None:
        self.app = app
        self.settings = settings
        self.full = full
        self.spent: dict[str, tuple[float, float]] = {}  # client -> tokens left, when

    def _wait(self, client: str) -> float:
        """Seconds until the client may ask again; 0: it may now."""
        rate = self.settings.requests_a_minute
        if rate is None:
            return 0.0
        now = time.monotonic()
        if len(self.spent) > 10_000:  # forget those whose bucket has filled up again
            self.spent = {key: value for key, value in self.spent.items() if now - value[1] < 60}
        tokens, when = self.spent.get(client, (float(rate), now))
        tokens = min(float(rate), tokens + (now - when) * rate / 60)
        if tokens < 1:
            self.spent[client] = (tokens, now)
            return (1 - tokens) * 60 / rate
        self.spent[client] = (tokens - 1, now)
        return 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        wait = self._wait((scope.get("client") or ("", 0))[0]) if scope["path"].startswith("/v1/") else 0.0
        if wait:
            problem = Problem("too-many", said("requests.many"), {"Retry-After": str(int(wait) + 1)})
            await problem.response(scope["path"], tongue(scope))(scope, receive, send)
            return
        multipart = (header(scope, b"content-type") or "").startswith("multipart/")
        # A picture that would be refused anyway is not taken in first.
        refusal = self.full() if multipart and scope["path"] not in _KEPT else None
        if refusal is not None:
            await refusal.response(scope["path"], tongue(scope))(scope, receive, send)
            return
        most = self.settings.upload_bytes if multipart else self.settings.json_bytes
        # What is told is what a picture may have: the form around it takes a little more.
        limit = most + 65536 if multipart else most
        too_large = Problem("too-large", said("body.large", limit=size(most)), {"Connection": "close"})
        try:
            declared = int(header(scope, b"content-length") or "0")
        except ValueError:
            declared = 0
        if declared > limit:
            await too_large.response(scope["path"], tongue(scope))(scope, receive, send)
            return
        seconds = self.settings.body_seconds
        deadline = time.monotonic() + seconds
        got = 0
        complete = False

        async def limited() -> Message:
            nonlocal got, complete
            if complete:
                return await receive()
            try:
                async with asyncio.timeout(max(0.0, deadline - time.monotonic())):
                    message = await receive()
            except TimeoutError:
                sentence = said("body.slow", seconds=f"{seconds:g}")
                raise Problem("too-slow", sentence, {"Connection": "close"}) from None
            if message["type"] == "http.request":
                got += len(message.get("body", b""))
                if got > limit:
                    raise too_large
                complete = not message.get("more_body", False)
            return message

        await self.app(scope, limited, send)
