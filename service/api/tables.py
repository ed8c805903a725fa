"""Live tables by API: opened, changed, corrected, closed; their view and their last picture."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import cv2
import numpy as np
from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from rules.cards import Card
from rules.errors import RulesError
from service.api.corrections import keep_frame
from service.api.games import Game
from service.api.inputs import Language, Options, blame, refused
from service.api.problems import Problem, documented
from service.api.schemas import Asked, Shape
from service.api.sentences import said
from service.api.tongue import Lang
from service.storage.events import KeptTable
from service.tables.addresses import shown
from service.tables.hub import Hub
from service.tables.table import Live

router = APIRouter(prefix="/v1/tables", tags=["tables"])
NEWEST = "newest"
"""In the place of a table's id: the one opened last of those still open."""
TableId = Annotated[str, Path(pattern=r"^[a-z0-9]{16}$", examples=["abcd2345efgh6789"])]
Zones = Annotated[dict[str, Any], Field(max_length=40, description="zones set by hand, as the page writes them")]
Slots = Annotated[
    list[Annotated[int, Field(ge=1, le=10)]],
    Field(
        min_length=1,
        max_length=10,
        description="Trash: slots of each layout at first, clockwise from near; one number is that of all",
    ),
]


class NewTable(Asked):
    """A table to watch."""

    game: Game
    name: str = Field(default="", max_length=100)
    rules: Options = Field(default={})
    zones: Zones | None = Field(default=None, examples=[None])
    slots: Slots | None = Field(default=None, examples=[None])
    packs: int | Literal["auto"] = Field(default="auto", examples=["auto"])
    language: Literal["auto", "en", "fr", "de", "nl"] = "auto"
    deck: str | None = Field(default=None, max_length=100, description="profile of a taught deck")
    lang: Lang = Field(default="en", description="language of the sentences in events")
    camera: str | None = Field(
        default=None,
        max_length=500,
        description="a camera the server opens itself, if its owner allowed the host",
        examples=[None],
    )


class ChangedTable(Asked):
    """What a table is watched with from here on; what is not given stays."""

    name: str | None = Field(default=None, max_length=100)
    rules: Options | None = None
    zones: Zones | None = None
    slots: Slots | None = None
    lang: Lang | None = None


class CorrectionBody(Asked):
    """What a card of the table really is."""

    card: int = Field(ge=0, description="id of the card on the table, as events and views have it")
    code: str = Field(max_length=12, description="the card, or down for a face-down one", examples=["8C"])
    seen: str | None = Field(
        default=None, max_length=12, description="what the user saw it called; refused if that has changed since"
    )


class TableBody(Shape):
    """A live table."""

    id: str
    game: Game
    name: str
    options: dict[str, Any]
    open: bool
    last: int = Field(description="number of the last event")
    created: float
    watch_token: str = Field(description="lets this table be watched, and nothing else, without a key")
    fed: bool = Field(default=False, description="whether a camera films it now")
    view: dict[str, Any] | None = Field(default=None, description="the table as it is now; null before the first frame")


class TablesBody(Shape):
    """Live tables, the newest first."""

    tables: list[TableBody]
    newest_token: str = Field(description="lets whichever table is the newest one open be watched without a key")


class CorrectedBody(Shape):
    """What followed from a correction."""

    events: list[dict[str, Any]]
    picture_kept: bool


def hub_of(request: Any) -> Hub:
    """The server's live tables."""
    found: Hub = request.app.state.hub
    return found


def _body(request: Request, kept: KeptTable, live: Live | None) -> dict[str, Any]:
    options = dict(kept.options)
    if options.get("camera"):
        options["camera"] = shown(options["camera"])
    return {
        "id": kept.id,
        "game": kept.game,
        "name": options.pop("name", kept.name),
        "options": options,
        "open": kept.closed is None and not (live is not None and live.closed),
        "last": kept.last if live is None else live.last,
        "created": kept.created,
        "watch_token": request.app.state.keys.watch_token(kept.id),
        "fed": kept.id in request.app.state.senders or hub_of(request).films(kept.id),
        "view": None if live is None or live.frame is None else live.frame[1],
    }


THERE = documented("bad-input", "not-found")


@router.post(
    "",
    operation_id="open_table",
    summary="Open a table",
    status_code=201,
    responses={201: {"model": TableBody}, **documented("bad-request", "bad-input", "not-allowed", "too-many")},
)
async def open_table(request: Request, body: NewTable, lang: Language) -> JSONResponse:
    """Open a table to send frames to, or to be watched through a camera that the server opens."""
    if body.packs != "auto" and not 1 <= body.packs <= 8:
        raise Problem("bad-input", "packs: auto or 1 to 8.", field="packs", value=body.packs, rule="schema.range")
    options = {key: value for key, value in body.model_dump(exclude={"game", "name"}).items() if value is not None}
    with blame("rules", None, lang):
        live = await hub_of(request).create(body.game, body.name, options)
    return JSONResponse(_body(request, live.kept, live), 201, {"Location": f"/v1/tables/{live.id}"})


@router.get(
    "",
    operation_id="list_tables",
    summary="Live tables",
    responses={200: {"model": TablesBody}, **documented("bad-input")},
)
async def list_tables(
    request: Request,
    only: Annotated[Literal["open", "all"], Query()] = "open",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> JSONResponse:
    """List the tables, the newest first."""
    hub = hub_of(request)
    found = await hub.store.run(hub.tables.listed, only == "open", limit)
    token = request.app.state.keys.watch_token(NEWEST)
    return JSONResponse({"tables": [_body(request, each, None) for each in found], "newest_token": token})


@router.get(
    f"/{NEWEST}",
    operation_id="get_newest_table",
    summary="The newest open table as it is now",
    responses={200: {"model": TableBody}, **documented("not-found")},
)
async def get_newest_table(request: Request) -> JSONResponse:
    """Show the table opened last of those still open: an overlay with this address serves one table after the other."""
    hub = hub_of(request)
    found = await hub.store.run(hub.tables.listed, True, 1)
    if not found:
        raise Problem("not-found", said("table.none"), rule="table.none")
    live = await hub.get(found[0].id)
    return JSONResponse(_body(request, live.kept, live))


@router.get(
    "/{table}", operation_id="get_table", summary="A table as it is now", responses={200: {"model": TableBody}, **THERE}
)
async def get_table(request: Request, table: TableId) -> JSONResponse:
    """Show what a table is watched with, and what lies on it."""
    live = await hub_of(request).get(table)
    return JSONResponse(_body(request, live.kept, live))


@router.patch(
    "/{table}",
    operation_id="change_table",
    summary="Change zones, rules or language",
    responses={200: {"model": TableBody}, **documented("bad-request", "bad-input", "not-found", "over")},
)
async def change_table(request: Request, table: TableId, body: ChangedTable, lang: Language) -> JSONResponse:
    """Change what a table is watched with from here on."""
    hub = hub_of(request)
    live = await hub.get(table)
    if live.closed:
        raise Problem("over", said("table.closed"), rule="table.closed")
    given = body.model_dump(exclude_unset=True)
    with blame("rules", None, lang):
        live = await hub.change(
            live, {key: value for key, value in (live.kept.options | given).items() if value is not None}
        )
    return JSONResponse(_body(request, live.kept, live))


@router.post(
    "/{table}/close",
    operation_id="close_table",
    summary="Close a table",
    responses={200: {"model": TableBody}, **THERE},
)
async def close_table(request: Request, table: TableId) -> JSONResponse:
    """Close a table for good; its events stay."""
    hub = hub_of(request)
    await hub.close_table(table)
    live = await hub.get(table)
    return JSONResponse(_body(request, live.kept, live))


@router.delete("/{table}", operation_id="delete_table", summary="Forget a table", status_code=204, responses=THERE)
async def delete_table(request: Request, table: TableId) -> Response:
    """Close a table and delete its events."""
    await hub_of(request).delete(table)
    return Response(status_code=204)


@router.post(
    "/{table}/corrections",
    operation_id="correct_card",
    summary="Say what a card is",
    responses={
        200: {"model": CorrectedBody},
        **documented("bad-request", "bad-input", "not-found", "conflict", "over", "unavailable"),
    },
)
async def correct_card(request: Request, table: TableId, body: CorrectionBody, lang: Language) -> JSONResponse:
    """Correct a card: the table goes on with it, and it is kept, with its picture where the owner keeps pictures."""
    live = await hub_of(request).get(table)
    code = body.code.strip()
    try:
        code = code if code == "down" else str(Card.parse(code))
        events, before = await live.correct(body.card, code, body.seen, "user")
    except RulesError as error:
        raise refused(error, "code", body.code, lang) from None
    kept = await keep_frame(request, live, before, code)
    return JSONResponse({"events": events, "picture_kept": kept})


@router.get(
    "/{table}/frame",
    operation_id="get_frame",
    summary="The last picture of a table",
    response_class=Response,
    responses={200: {"content": {"image/jpeg": {"schema": {"type": "string", "format": "binary"}}}}, **THERE},
)
async def get_frame(request: Request, table: TableId) -> Response:
    """Give the last frame that was looked at, as JPEG."""
    live = await hub_of(request).get(table)
    if live.frame is None:
        raise Problem("not-found", said("table.frame"))
    return Response(await asyncio.to_thread(as_jpeg, live.frame[0]), media_type="image/jpeg")


def as_jpeg(picture: bytes | np.ndarray[Any, Any]) -> bytes:
    """A frame as JPEG bytes."""
    if isinstance(picture, bytes):
        return picture
    done, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
    if not done:
        raise Problem("unavailable", said("table.unpacked"))
    return packed.tobytes()
