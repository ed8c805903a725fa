"""The language a request wants its sentences in."""

from __future__ import annotations

from typing import Literal, get_args
from urllib.parse import parse_qs

from starlette.types import Scope

Lang = Literal["en", "fr", "de"]
LANGUAGES = get_args(Lang)


def header(scope: Scope, name: bytes) -> str | None:
    """A request's header by its lower-case name; this is asked for every request, so nothing is copied."""
    for key, value in scope["headers"]:
        if key == name:
            found: str = value.decode("latin-1")
            return found
    return None


def accepted(scope: Scope) -> Lang:
    """The first of our languages in the header ``Accept-Language``, else English."""
    for part in (header(scope, b"accept-language") or "").split(","):
        tag = part.split(";")[0].strip().lower()[:2]
        if tag in LANGUAGES:
            return tag  # type: ignore[return-value]
    return "en"


def tongue(scope: Scope) -> Lang:
    """The language of a request that may be wrong in any other respect: of the query's ``lang``, else as accepted."""
    given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])[0]
    return given if given in LANGUAGES else accepted(scope)
