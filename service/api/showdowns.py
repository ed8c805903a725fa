"""Stop the Bus and Chase the Ace: who loses a life at the showing, from typed cards and from photos."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi.responses import JSONResponse
from pydantic import Field

from rules import ace, bus
from rules.bus.value import HAND
from rules.errors import RulesError
from rules.lives import verify_shown
from rules.observation import Seen
from service.api.inputs import Cards, Language, Options, blame, cards_of, refused, rules_of
from service.api.pictures import DeckField, LanguageField, PacksField, json_field, options, pictures_of
from service.api.problems import bad_input, documented
from service.api.readings import PICTURE_PROBLEMS
from service.api.schemas import Asked, Shape
from service.api.trash import VerdictBody
from service.bustables import table_among
from service.commentary import say
from vision import zones
from vision.types import SeenCard

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
    dealer: int | None = Field(
        default=None, ge=0, le=50, description="index of the dealer's card; matters where dealer_king is played"
    )
    drew: bool | None = Field(default=None, description="whether the dealer drew that card from the pack")


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
    rules = _bus_rules(body.rules, len(body.hands), lang)
    hands = [cards_of(hand, f"hands.{place}", lang) for place, hand in enumerate(body.hands)]
    with blame("hands", body.hands, lang):
        _verify_shown(body.rules, len(hands))
        return JSONResponse(bus.score(hands, rules).to_json())


@router.post(
    "/ace/showdown",
    tags=["ace"],
    operation_id="score_ace",
    summary="Chase the Ace: who loses a life",
    responses={200: {"model": ShowdownBody | VerdictBody}, **documented("bad-request", "bad-input")},
)
async def score_ace(body: AceBody, lang: Language) -> JSONResponse:
    """Name who loses a life; the JSON of ``kibitz score ace``.

    Where a dealer who draws a king loses at once and it is not said who drew, the answer can be "cannot tell".
    """
    cards = cards_of(body.cards, "cards", lang)
    rules = _ace_rules(body.rules, len(cards), lang)
    _verify_dealer(body.dealer, len(cards), lang)
    with blame("cards", body.cards, lang):
        _verify_shown(body.rules, len(cards))
        verdict = ace.showdown([Seen.card(card) for card in cards], rules, dealer=body.dealer, drew=body.drew)
    if verdict.illegal:
        raise bad_input("cards", body.cards, verdict.rule, verdict.sentence(lang))
    return JSONResponse(dict(verdict.explanation) if verdict.legal else verdict.to_json(lang))


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
    table: Annotated[
        bool | None,
        Form(description="whether the table's three cards are in the photo too; asked for where it is open"),
    ] = None,
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
    found = _bus_hands(up, table, given.get("players"), lang)
    hands = [[zones.seen(up[place]) for place in hand.cards] for hand in found]
    options_ = _bus_rules(given, len(hands), lang)
    with blame("image", None, lang):
        _verify_shown(given, len(hands))
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
    dealer: Annotated[int | None, Form(ge=0, le=50, description="index of the dealer's card")] = None,
    drew: Annotated[bool | None, Form(description="whether the dealer drew that card from the pack")] = None,
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
    options_ = _ace_rules(given, len(cards), lang)
    _verify_dealer(dealer, len(cards), lang)
    with blame("image", None, lang):
        _verify_shown(given, len(cards))
        verdict = ace.showdown(cards, options_, dealer=dealer, drew=drew)
    return JSONResponse(verdict.to_json(lang) | {"reading": told})


def _bus_hands(up: Sequence[SeenCard], table: bool | None, players: int | None, lang: str) -> Sequence[zones.Hand]:
    """The hands among face-up cards, the table's three left out, where it is clear whether they are there."""
    groups, rest = divmod(len(up), HAND)
    if table is None and groups and not rest:
        table = table_among(groups, players)
        if table is None:
            told = say("bus.table_open", lang, cards=len(up), hands=groups, fewer=groups - 1)
            raise bad_input("table", None, "bus.table_open", told)
    try:
        if table or rest or not groups:
            return zones.bus(up).hands
        return zones.hands(up, groups)
    except zones.ZoneError as error:
        raise bad_input("image", None, "bus.not_found", f"image: {error}.") from None


def _bus_rules(given: dict[str, Any], hands: int, lang: str) -> bus.Rules:
    """The options with as many players as there are hands, where the options do not say."""
    return rules_of(bus.Rules, {"players": max(2, min(16, hands))} | given, lang)


def _ace_rules(given: dict[str, Any], cards: int, lang: str) -> ace.Rules:
    """The options with as many players as there are cards, where the options do not say.

    Only where they do, it is known which pack is in play: of more who started some may be out.
    """
    rules = rules_of(ace.Rules, {"players": max(2, min(51, cards))} | given, lang)
    return rules.settled if "players" in given else rules


def _verify_shown(given: dict[str, Any], shown: int) -> None:
    if "players" in given:
        verify_shown(shown, given["players"])


def _verify_dealer(dealer: int | None, cards: int, lang: str) -> None:
    if dealer is not None and dealer >= cards:
        raise refused(RulesError("ace.no_player", {"player": dealer + 1, "players": cards}), "dealer", dealer, lang)


def _seats(hands: Any, told: dict[str, Any]) -> dict[str, Any]:
    return {"seats": [hand.side for hand in hands], "reading": told}
