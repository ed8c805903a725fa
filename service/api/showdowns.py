"""Stop the Bus and Chase the Ace: who loses a life at the showing, from typed cards and from photos."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi.responses import JSONResponse
from pydantic import Field

from rules import ace, bus
from rules.observation import Seen
from service.api.inputs import Cards, Language, Options, blame, cards_of, rules_of
from service.api.pictures import DeckField, LanguageField, PacksField, json_field, options, pictures_of
from service.api.problems import bad_input, documented
from service.api.readings import PICTURE_PROBLEMS
from service.api.schemas import Asked, Shape
from service.api.trash import VerdictBody
from vision import zones

router = APIRouter(prefix="/v1")
ImageFile = Annotated[UploadFile, File(description="photo of the cards shown")]
RulesField = Annotated[str | None, Form(description="options as a JSON object", examples=["{}"], max_length=2000)]


class BusBody(Asked):
    """Hands shown."""

    hands: list[Cards] = Field(min_length=1, max_length=17, examples=[["AS KS 5H", "7C 7D 9H"]])
    rules: Options = Field(default={})


class AceBody(Asked):
    """Cards shown, one of each player."""

    cards: Cards = Field(examples=[["KH", "3S", "9D"]])
    rules: Options = Field(default={})


class ShownBody(Shape):
    """A hand shown."""

    cards: list[str]
    points: float


class ShowdownBody(Shape):
    """Who loses a life."""

    hands: list[ShownBody]
    losers: list[int] = Field(description="indices of those who lose a life")


@router.post(
    "/bus/showdown",
    tags=["bus"],
    operation_id="score_bus",
    summary="Stop the Bus: who loses a life",
    responses={200: {"model": ShowdownBody}, **documented("bad-request", "bad-input")},
)
async def score_bus(body: BusBody, lang: Language) -> JSONResponse:
    """Value every hand and name who loses a life; the JSON of ``kibitz score bus``."""
    rules = rules_of(bus.Rules, {"players": max(2, min(16, len(body.hands)))} | body.rules, lang)
    hands = [cards_of(hand, f"hands.{place}", lang) for place, hand in enumerate(body.hands)]
    with blame("hands", body.hands, lang):
        return JSONResponse(bus.score(hands, rules).to_json())


@router.post(
    "/ace/showdown",
    tags=["ace"],
    operation_id="score_ace",
    summary="Chase the Ace: who loses a life",
    responses={200: {"model": ShowdownBody}, **documented("bad-request", "bad-input")},
)
async def score_ace(body: AceBody, lang: Language) -> JSONResponse:
    """Name who loses a life; the JSON of ``kibitz score ace``."""
    cards = cards_of(body.cards, "cards", lang)
    rules = rules_of(ace.Rules, {"players": max(2, min(51, len(cards)))} | body.rules, lang)
    with blame("cards", body.cards, lang):
        return JSONResponse(ace.score(cards, rules).to_json())


@router.post(
    "/bus/showdown/photos",
    tags=["bus"],
    operation_id="score_bus_photo",
    summary="Stop the Bus: who loses a life, from a photo",
    responses={200: {"model": VerdictBody}, **documented(*PICTURE_PROBLEMS, "not-found", "bad-input")},
)
async def score_bus_photo(
    request: Request,
    lang: Language,
    image: ImageFile,
    rules: RulesField = None,
    packs: PacksField = "1",
    language: LanguageField = None,
    deck: DeckField = None,
) -> JSONResponse:
    """Read hands of three from a photo, with or without the table's three cards in their midst, and value them."""
    pictures = pictures_of(request)
    given = json_field(rules, "rules")
    rules_of(bus.Rules, given, lang)
    reading, told = await pictures.read_upload(image, options(pictures.settings, packs, language, deck))
    up = [card for card in reading.cards if card.side == "up"]
    try:
        found = zones.hands(up, len(up) // 3) if len(up) % 3 == 0 and len(up) >= 3 else zones.bus(reading).hands
    except zones.ZoneError as error:
        raise bad_input("image", None, "bus.not_found", f"image: {error}.") from None
    hands = [[zones.seen(up[place]) for place in hand.cards] for hand in found]
    options_ = rules_of(bus.Rules, {"players": max(2, min(16, len(hands)))} | given, lang)
    with blame("image", None, lang):
        verdict = bus.showdown(hands, options_)
    return JSONResponse(verdict.to_json(lang) | _seats(found, told))


@router.post(
    "/ace/showdown/photos",
    tags=["ace"],
    operation_id="score_ace_photo",
    summary="Chase the Ace: who loses a life, from a photo",
    responses={200: {"model": VerdictBody}, **documented(*PICTURE_PROBLEMS, "not-found", "bad-input")},
)
async def score_ace_photo(
    request: Request,
    lang: Language,
    image: ImageFile,
    rules: RulesField = None,
    packs: PacksField = "1",
    language: LanguageField = None,
    deck: DeckField = None,
) -> JSONResponse:
    """Read a row or a ring of single cards, the near one first and then clockwise, and name who loses a life."""
    pictures = pictures_of(request)
    given = json_field(rules, "rules")
    rules_of(ace.Rules, given, lang)
    reading, told = await pictures.read_upload(image, options(pictures.settings, packs, language, deck))
    up = [card for card in reading.cards if card.side == "up"]
    order = zones.row(up)
    cards: list[Seen] = [zones.seen(up[place]) for place in order]
    options_ = rules_of(ace.Rules, {"players": max(2, min(51, len(cards)))} | given, lang)
    with blame("image", None, lang):
        verdict = ace.showdown(cards, options_)
    return JSONResponse(verdict.to_json(lang) | {"reading": told})


def _seats(hands: Any, told: dict[str, Any]) -> dict[str, Any]:
    return {"seats": [hand.side for hand in hands], "reading": told}
