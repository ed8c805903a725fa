"""``POST /v1/readings``: a photo in, its cards out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from rules.cards import Card
from service.api.corners import MOST, corners_of
from service.api.inputs import Language, card_of
from service.api.pictures import DeckField, ImageField, JokersField, LanguageField, PacksField, options, pictures_of
from service.api.problems import Problem, documented
from service.api.schemas import CardBody, ReadingBody
from service.api.sentences import said
from vision.types import SeenCard

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
    jokers: JokersField = True,
) -> JSONResponse:
    """Read a photo: every card with its corners, face-down cards, and candidates where a card is uncertain.

    The answer is the JSON of ``kibitz read --json``. Corners are pixels of the picture as a person sees it (turned by
    its Exif tag), clockwise from the card's top left; they may lie outside it.
    """
    pictures = pictures_of(request)
    _, body = await pictures.read_upload(image, options(pictures.settings, packs, language, deck, jokers), lang=lang)
    return JSONResponse(body)


def seen_cards(cards: Sequence[CardBody], field: str, lang: str) -> tuple[SeenCard, ...]:
    """The cards of a reading that a client sends back.

    Raises:
        Problem: naming the card at fault.
    """
    if len(cards) > MOST:
        words = said("photo.too_many", field=field, most=MOST)
        raise Problem("bad-input", words, field=field, rule="photo.too_many")
    found = []
    for place, each in enumerate(cards):
        candidates: dict[Card, float] = {}
        for code, chance in (each.candidates or {}).items():
            card = card_of(code, f"{field}.{place}.candidates", lang)
            if card is not None:
                candidates[card] = chance
        corners = corners_of(each.corners, f"{field}.{place}.corners")
        named = card_of(each.card, f"{field}.{place}.card", lang)
        found.append(SeenCard(named, each.side, each.confidence, corners.astype(np.float32), candidates=candidates))
    return tuple(found)
