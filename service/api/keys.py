"""Who may ask: API keys, a browser's session, and links that only let a table be watched."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import time
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from service.api.problems import Problem
from service.api.sentences import said
from service.settings import Settings

COOKIE = "kibitz_session"
_SESSION_SECONDS = 30 * 24 * 3600


def kept_secret(file: Path, size: int = 32) -> str:
    """The random text in ``file``, made there the first time, readable by this user only."""
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        text = file.read_text(encoding="ascii").strip()
        if len(text) >= 16:
            return text
        handle = os.open(file, os.O_WRONLY | os.O_TRUNC)
    with os.fdopen(handle, "w", encoding="ascii") as stream:
        text = secrets.token_urlsafe(size)
        stream.write(text)
    return text


class Keys:
    """Checks keys and makes sessions and watching links.

    Args:
        keys: those that open everything; none: nothing is asked.
        secret: signs sessions and links.
    """

    def __init__(self, keys: tuple[str, ...], secret: str) -> None:
        self._keys = tuple(hashlib.sha256(key.encode()).digest() for key in keys)
        self._secret = secret.encode()
        self.plain = keys[0] if keys else None
        """A key to tell the owner at the terminal."""

    @property
    def needed(self) -> bool:
        """Whether a key is asked for at all."""
        return bool(self._keys)

    def opens(self, key: str) -> bool:
        """Whether this is one of the keys; takes the same time whichever it is."""
        digest = hashlib.sha256(key.encode("utf-8", "replace")).digest()
        return sum(hmac.compare_digest(digest, each) for each in self._keys) > 0

    def _sign(self, text: str) -> str:
        return hmac.new(self._secret, text.encode(), hashlib.sha256).hexdigest()[:32]

    def session(self) -> str:
        """A signed session that ends by itself."""
        until = str(int(time.time()) + _SESSION_SECONDS)
        return f"{until}.{self._sign('session ' + until)}"

    def session_holds(self, cookie: str) -> bool:
        """Whether the session was made here and has not ended."""
        until, _, signature = cookie.partition(".")
        if not until.isascii() or not until.isdigit() or not signature.isascii():
            return False
        return hmac.compare_digest(signature, self._sign("session " + until)) and int(until[:12]) > time.time()

    def watch_token(self, table: str) -> str:
        """The token that lets a table be watched, and nothing else."""
        return self._sign("watch " + table)

    def watch_token_holds(self, table: str, token: str) -> bool:
        """Whether the token was made here for this table."""
        return token.isascii() and hmac.compare_digest(token, self.watch_token(table))

    def admits(self, connection: HTTPConnection) -> bool:
        """Whether the connection brings a key, a session or, for watching a table, its token."""
        if not self._keys:
            return True
        scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and self.opens(bearer.strip()):
            return True
        if self.opens(connection.headers.get("x-api-key", "")):
            return True
        if self.session_holds(connection.cookies.get(COOKIE, "")):
            return True
        parts = connection.url.path.split("/")
        watching = parts[1:3] == ["v1", "tables"] and (len(parts) == 4 or parts[4:] == ["events"])
        reads = connection.scope["type"] == "websocket" or connection.scope["method"] in ("GET", "HEAD")
        return watching and reads and self.watch_token_holds(parts[3], connection.query_params.get("token", ""))


class KeyCheck:
    """Asks for a key under ``/v1`` and at the figures, where the settings want keys."""

    OPEN = ("/v1/session", "/v1/problems/")

    def __init__(self, app: ASGIApp, keys: Keys) -> None:
        self.app = app
        self.keys = keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] not in ("http", "websocket") or not self.keys.needed:
            await self.app(scope, receive, send)
            return
        path = scope["path"]
        closed = (path.startswith("/v1/") and not path.startswith(self.OPEN)) or path == "/metrics"
        if not closed or self.keys.admits(HTTPConnection(scope)):
            await self.app(scope, receive, send)
        else:
            wrong = "authorization" in Headers(scope=scope)
            detail = said("key.wrong" if wrong else "key.needed")
            await Problem("key-needed", detail, {"WWW-Authenticate": "Bearer"}).refuse(scope, receive, send)


def keys_for(settings: Settings) -> Keys:
    """The keys of these settings; off loopback, one is made and kept where none is given."""
    keys = settings.api_keys
    if not keys and not settings.loopback:
        keys = (kept_secret(settings.data / "key", 18),)
    return Keys(keys, kept_secret(settings.data / "secret"))
