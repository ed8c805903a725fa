"""Whether the server lives and is ready, its figures, who may ask, and what it is."""

from __future__ import annotations

import asyncio
from importlib.metadata import PackageNotFoundError, version
from typing import Literal

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import BaseModel, Field

from service.api.keys import COOKIE
from service.api.problems import Problem, documented
from service.api.schemas import Asked
from service.api.sentences import said

router = APIRouter()


class KeyBody(Asked):
    """A key typed into the page."""

    key: str = Field(min_length=1, max_length=200, examples=["kz-0123456789abcdef"])


class LivesBody(BaseModel):
    """The server lives."""

    status: Literal["ok"]


class ReadyBody(BaseModel):
    """What is ready and what is not."""

    ready: bool
    reader: str = Field(description="ready, loading, or why not", examples=["ready"])
    database: str = Field(examples=["ready"])


class AboutBody(BaseModel):
    """What this server is and may do."""

    name: str
    version: str
    source: str = Field(description="where the program's source is offered")
    limits: dict[str, float]
    keeps_corrections: bool
    reader: str


def program_version() -> str:
    """The version installed."""
    try:
        return version("kibitz")
    except PackageNotFoundError:
        return "0"


@router.get(
    "/healthz",
    tags=["server"],
    operation_id="healthz",
    summary="Whether the server lives",
    responses={200: {"model": LivesBody}},
)
async def healthz() -> JSONResponse:
    """Answer at once, whatever else is ready."""
    return JSONResponse({"status": "ok"})


@router.get(
    "/readyz",
    tags=["server"],
    operation_id="readyz",
    summary="Whether everything the server needs is there",
    responses={200: {"model": ReadyBody}, 503: {"model": ReadyBody, "description": "Not ready; the members say what"}},
)
async def readyz(request: Request) -> JSONResponse:
    """Look at the reader and the database."""
    state = request.app.state
    reader = _reader(request)
    try:
        await asyncio.wait_for(state.store.run(state.store.ping), 3)
        database = "ready"
    except Exception:
        database = "not reached"
    ready = not state.stopping and reader == database == "ready"
    return JSONResponse({"ready": ready, "reader": reader, "database": database}, 200 if ready else 503)


def _reader(request: Request) -> str:
    pool = request.app.state.pool
    return "ready" if pool.ready else pool.error or "loading"


@router.get(
    "/metrics",
    tags=["server"],
    operation_id="metrics",
    summary="Figures for Prometheus",
    response_class=PlainTextResponse,
    responses=documented("not-found"),
)
async def metrics(request: Request) -> Response:
    """All figures in Prometheus's text form."""
    if not request.app.state.settings.metrics:
        raise Problem("not-found", "This server gives no figures; see the setting metrics.")
    figures = request.app.state.metrics
    return Response(figures.text(), media_type=figures.content_type)


@router.post(
    "/v1/session",
    tags=["server"],
    operation_id="open_session",
    summary="Turn a key into a browser's session",
    status_code=204,
    responses=documented("key-needed"),
)
async def open_session(request: Request, body: KeyBody) -> Response:
    """Check a key and set a cookie, for what a browser cannot send a header with."""
    keys = request.app.state.keys
    if keys.needed and not keys.opens(body.key):
        raise Problem("key-needed", said("key.wrong"), {"WWW-Authenticate": "Bearer"})
    response = Response(status_code=204)
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, keys.session(), max_age=30 * 86400, httponly=True, samesite="strict", secure=secure)
    return response


@router.get(
    "/v1/about",
    tags=["server"],
    operation_id="about",
    summary="What this server is and may do",
    responses={200: {"model": AboutBody}},
)
async def about(request: Request) -> JSONResponse:
    """Name, version, source, limits, and whether corrected pictures are kept."""
    settings = request.app.state.settings
    limits = {
        "upload_bytes": settings.upload_bytes,
        "picture_pixels": settings.picture_pixels,
        "frame_bytes": settings.frame_bytes,
        "tables": settings.tables,
    }
    return JSONResponse(
        {
            "name": "Kibitz",
            "version": program_version(),
            "source": settings.source,
            "limits": limits,
            "keeps_corrections": settings.keep_corrections,
            "reader": _reader(request),
        }
    )
