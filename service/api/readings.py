"""``POST /v1/readings``: a photo in, its cards out."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from service.api.inputs import Language
from service.api.pictures import DeckField, ImageField, LanguageField, PacksField, options, pictures_of
from service.api.problems import documented
from service.api.schemas import ReadingBody

router = APIRouter(prefix="/v1", tags=["pictures"])
PICTURE_PROBLEMS = (
    "bad-request",
    "too-slow",
    "too-large",
    "unsupported-type",
    "bad-picture",
    "too-many",
    "unavailable",
    "timeout",
)


@router.post(
    "/readings",
    operation_id="read_picture",
    summary="Name every card in a photo",
    responses={200: {"model": ReadingBody}, **documented(*PICTURE_PROBLEMS, "not-found")},
)
async def read_picture(
    request: Request,
    image: ImageField,
    lang: Language,
    packs: PacksField = "auto",
    language: LanguageField = None,
    deck: DeckField = None,
) -> JSONResponse:
    """Read a photo: every card with its corners, face-down cards, and candidates where a card is uncertain.

    The answer is the JSON of ``kibitz read --json``. Corners are pixels of the picture as a person sees it (turned by
    its Exif tag), clockwise from the card's top left; they may lie outside it.
    """
    pictures = pictures_of(request)
    _, body = await pictures.read_upload(image, options(pictures.settings, packs, language, deck), lang=lang)
    return JSONResponse(body)
