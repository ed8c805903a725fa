"""Corrected pictures: kept where the owner has said yes, and given out as material to learn from."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import numpy as np
from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

from service.api.corners import MOST, corners_of
from service.api.inputs import Language, card_of
from service.api.pictures import ImageField, contents, json_field
from service.api.problems import Problem, bad_input, documented
from service.api.refusals import bad_picture
from service.api.schemas import Shape
from service.api.sentences import said
from service.exports import label_studio, yolo
from service.storage.corrections import Corrections
from service.tables.table import Live
from vision.headers import sniff
from vision.picture import PictureError, load

router = APIRouter(prefix="/v1/corrections", tags=["corrections"])


class KeptBody(Shape):
    """A correction as it is kept."""

    id: str
    at: float
    picture_kept: bool


class CorrectionsBody(Shape):
    """Corrections, oldest first."""

    keeps_pictures: bool
    corrections: list[KeptBody]


def corrections_of(request: Request) -> Corrections:
    """The corrections kept."""
    return Corrections(request.app.state.store)


async def keep_frame(request: Request, live: Live, before: dict[str, Any], code: str) -> bool:
    """Remember a correction made at a table, with the frame where the owner keeps pictures."""
    from service.api.tables import as_jpeg

    picture = None
    if request.app.state.settings.keep_corrections and live.frame is not None:
        pixels, view = live.frame
        data = await asyncio.to_thread(as_jpeg, pixels)
        size = (view["width"], view["height"])
        cards = [
            {**_label(each), "card": code if each["id"] == before["id"] else each["card"]}
            for each in view["cards"]
            if each["id"] == before["id"] or each["card"] is not None or each["side"] == "down"
        ]
        header = sniff(data)
        picture = (header.kind.lower() if header else "jpeg", int(size[0]), int(size[1]), data, cards)
    body = {"card": code, "read": before["card"], "side": before["side"], "corners": before.get("corners")}
    await request.app.state.store.run(corrections_of(request).add, body, live.id, picture)
    return picture is not None


def _label(card: dict[str, Any]) -> dict[str, Any]:
    return {"card": card["card"], "side": card["side"], "corners": card["corners"]}


@router.post(
    "",
    operation_id="keep_correction",
    summary="Keep a corrected photo as training material",
    status_code=201,
    responses={
        201: {"model": KeptBody},
        **documented("bad-request", "too-large", "unsupported-type", "bad-picture", "bad-input", "not-allowed"),
    },
)
async def keep_correction(
    request: Request,
    lang: Language,
    image: ImageField,
    cards: Annotated[
        str,
        Form(
            description='all cards: {"cards": [{"card": "8C", "read": "6C", "corners": [[x, y], ...]}]}',
            max_length=100_000,
        ),
    ],
) -> JSONResponse:
    """Keep a photo with its cards as a user corrected them; refused unless the owner keeps corrected pictures."""
    settings = request.app.state.settings
    if not settings.keep_corrections:
        raise Problem("not-allowed", said("corrections.off"), rule="corrections.off")
    labels = _labels(json_field(cards, "cards").get("cards"), lang)
    data = await contents(image, settings)
    try:
        pixels: np.ndarray[Any, Any] = await asyncio.to_thread(load, data, "image")
    except PictureError as error:
        raise bad_picture(error, "image") from None
    header = sniff(data)
    height, width = pixels.shape[:2]
    if header is not None and header.orientation != 1:
        # The corners are those of the picture as a person sees it: so is what is kept.
        from service.api.tables import as_jpeg

        data, kind = await asyncio.to_thread(as_jpeg, pixels), "jpeg"
    else:
        kind = header.kind.lower() if header else "jpeg"
    changed = [each for each in labels if each["card"] != each.get("read")]
    body = {"corrected": changed}
    picture = (kind, width, height, data, [{k: v for k, v in each.items() if k != "read"} for each in labels])
    kept = await request.app.state.store.run(corrections_of(request).add, body, None, picture)
    return JSONResponse(kept.to_json(), 201)


def _labels(given: Any, lang: str) -> list[dict[str, Any]]:
    if not isinstance(given, list) or not 0 < len(given) <= MOST:
        raise bad_input("cards", None, "schema.list", said("corrections.cards", most=MOST))
    found = []
    for place, each in enumerate(given):
        field = f"cards.{place}"
        if not isinstance(each, dict):
            raise bad_input(field, each, "schema.dict", said("schema.object", field=field))
        corners = corners_of(each.get("corners"), f"{field}.corners")
        side = each.get("side", "up")
        card = each.get("card")
        if side not in ("up", "down") or not isinstance(card, str | None) or (side == "up" and card is None):
            raise bad_input(f"{field}.card", card, "card.unknown", said("corrections.card", field=field))
        named = None if side == "down" else str(card_of(card, f"{field}.card", lang))
        read = each.get("read")
        found.append(
            {
                "card": named,
                "side": side,
                "corners": corners.round(1).tolist(),
                "read": read if isinstance(read, str) else None,
            }
        )
    return found


@router.get(
    "",
    operation_id="list_corrections",
    summary="Corrections kept",
    responses={200: {"model": CorrectionsBody}, **documented("bad-input")},
)
async def list_corrections(request: Request, limit: Annotated[int, Query(ge=1, le=1000)] = 200) -> JSONResponse:
    """List what users have corrected, oldest first."""
    found = await request.app.state.store.run(corrections_of(request).listed, None, limit)
    keeps = request.app.state.settings.keep_corrections
    return JSONResponse({"keeps_pictures": keeps, "corrections": [each.to_json() for each in found]})


@router.get(
    "/export",
    operation_id="export_corrections",
    summary="Corrected pictures as training material",
    response_class=Response,
    responses={
        200: {"content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}}},
        **documented("bad-input"),
    },
)
async def export_corrections(request: Request, form: Literal["yolo", "label-studio"] = "yolo") -> StreamingResponse:
    """Give every corrected picture with its labels, as a ZIP file in YOLO's oriented-box form or Label Studio's."""
    pictures = corrections_of(request).pictures()
    chunks: Iterator[bytes] = yolo(pictures) if form == "yolo" else label_studio(pictures)
    headers = {"Content-Disposition": f'attachment; filename="kibitz-{form}.zip"'}
    return StreamingResponse(chunks, media_type="application/zip", headers=headers)
