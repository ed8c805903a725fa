"""Gin: hands and showdowns from cards, and from photos."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, get_args

from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi.responses import JSONResponse
from pydantic import Field, TypeAdapter, ValidationError

from rules.cards import Card, Pack
from rules.errors import RulesError
from rules.gin.hand import hand
from rules.gin.rules import Rules
from rules.gin.score import score
from service.api.inputs import Cards, Language, Options, blame, card_of, cards_of, refused, rules_of
from service.api.pictures import DeckField, LanguageField, PacksField, json_field, options, pictures_of
from service.api.problems import bad_input, documented
from service.api.readings import PICTURE_PROBLEMS, seen_cards
from service.api.schemas import Asked, ReadingBody, Shape
from service.api.sentences import said
from service.knocked import judge_photos
from service.spreads import SpreadError
from vision.types import SeenCard

router = APIRouter(prefix="/v1/gin", tags=["gin"])
Side = Literal["near", "far", "left", "right", "first", "second"]
Role = Literal["knocker", "defender", "hand"]
Code = Annotated[str, Field(max_length=12, examples=["5H"])]
Melds = list[Cards]
Ending = Literal["knock", "undercut", "gin", "big_gin", "petit_gin", "grand_gin"]
_ADDED = TypeAdapter(dict[Side, Cards])


class GinScoreRequest(Asked):
    """A pair of hands."""

    knocker: Cards = Field(examples=["AS AD AC 4H 5H 6H 9C 10C JC 2D"])
    defender: Cards = Field(examples=["KS KD 7H 8H QC 3S 3D 3C 9D 2C"])
    rules: Options = Field(default={})
    upcard: Code | None = Field(
        default=None, description="first upcard of the hand; needed in Oklahoma only", examples=["5H"]
    )
    knocker_melds: Melds | None = Field(
        default=None, description="melds declared; the best if not given", examples=[None]
    )
    defender_melds: Melds | None = Field(
        default=None, description="melds declared; the best if not given", examples=[None]
    )
    layoffs: Cards | None = Field(
        default=None, description="cards laid off; none with an empty list, the best if not given"
    )


class LaidBody(Shape):
    """One player's cards at the end of a hand."""

    melds: list[list[str]]
    deadwood: list[str]
    points: int
    layoffs: list[str] = Field(default=[])


class GinScoreBody(Shape):
    """The score of a hand."""

    ending: Ending
    winner: Literal["knocker", "defender", "none"]
    points: int
    knocker: LaidBody
    defender: LaidBody


class GinHandBody(Shape):
    """What one hand can do."""

    hand: list[str]
    melds: list[list[str]]
    deadwood: list[str]
    points: int
    may_knock: bool
    gin: bool
    big_gin: bool
    discard: str | None = None


class GinHandRequest(Asked):
    """One hand of ten or eleven cards."""

    hand: Cards = Field(examples=["AS AD AC 4H 5H 6H 9C 10C JC 2D"])
    rules: Options = Field(default={})
    upcard: Code | None = None


class GinReadings(Asked):
    """Readings of one photo or two, with what a user has corrected."""

    readings: list[ReadingBody] = Field(
        default=[], max_length=2, description="what was read; none where the cards of both hands are in added"
    )
    knocker_side: Side | None = None
    upcard: Code | None = None
    fixes: dict[str, str | None] = Field(
        default={},
        max_length=200,
        description="by card id (picture.card, from 0) the code it is; null: no card of a hand",
        examples=[{"0.4": "8C"}],
    )
    hands: dict[str, Role | Side] = Field(
        default={},
        max_length=200,
        description="by card id the hand it is in, by its role or its side; where one hand was found, cards of the "
        "opposite side make a second",
        examples=[{"0.4": "far"}],
    )
    added: dict[Side, Cards] = Field(
        default={},
        description="by the side of a hand the cards of it that were not found; their ids are added.side.place",
        examples=[{"far": "3S"}],
    )


class GinTableRequest(GinReadings):
    """The same, and the options in play."""

    rules: Options = Field(default={})


class PlacedBody(Shape):
    """A card of a photo, whose it is and what it does there."""

    id: str
    card: str | None
    hand: Role | None
    meld: int | None
    letter: str | None
    laid_off: bool
    unsure: bool
    fixed: bool


class GinTableBody(Shape):
    """What the photos come to; "cannot tell" where unread cards matter. Outcomes that are possible are listed, those
    beside a score that is all but certain too."""

    verdict: Literal["legal", "illegal", "cannot tell"]
    rule: str
    sentence: str | None
    score: GinScoreBody | GinHandBody | None
    cards: list[PlacedBody]
    possible: list[dict[str, Any]] = Field(default=[])
    notes: list[str] = Field(default=[], description="what was taken for granted, such as who knocked")


@router.post(
    "/score",
    operation_id="score_gin",
    summary="Score a pair of hands",
    responses={200: {"model": GinScoreBody}, **documented("bad-request", "bad-input")},
)
async def score_gin(body: GinScoreRequest, lang: Language) -> JSONResponse:
    """Score a hand: what the knocker and the defender lay down, layoffs included; the JSON of ``kibitz score gin``.

    Arrangements are the best for each side unless melds or layoffs are declared; then those are checked and used.
    """
    rules = rules_of(Rules, body.rules, lang)
    knocker, defender = cards_of(body.knocker, "knocker", lang), cards_of(body.defender, "defender", lang)
    declared = {
        name: [cards_of(meld, f"{name}.{place}", lang) for place, meld in enumerate(given)]
        for name in ("knocker_melds", "defender_melds")
        if (given := getattr(body, name)) is not None
    }
    layoffs = None if body.layoffs is None else cards_of(body.layoffs, "layoffs", lang)
    upcard = _upcard(body.upcard, rules, lang)
    try:
        found = score(knocker, defender, rules, upcard=upcard, layoffs=layoffs, **declared)
    except RulesError as error:
        field = _at_fault(error, {"knocker": knocker, "defender": defender, "layoffs": layoffs or ()})
        raise refused(error, field, getattr(body, field), lang) from None
    return JSONResponse(found.to_json())


def _upcard(value: str | None, rules: Rules, lang: str) -> Card | None:
    """The first upcard; refused where the rules need one and none is given, or one that decides nothing."""
    upcard = card_of(value, "upcard", lang)
    with blame("upcard", value, lang):
        rules.limit(upcard)
        rules.factor(upcard)
    return upcard


def _at_fault(error: RulesError, cards: Mapping[str, Sequence[Card]]) -> str:
    """The field of a pair of hands that a refusal is about; what the hands make together is put down to the knocker."""
    side = error.params.get("side")
    if error.rule.startswith("gin.layoff_"):
        return "layoffs"
    if side is not None:
        return str(side) if error.rule == "gin.hand_size" else f"{side}_melds"
    most = 0 if error.rule == "pack.foreign" else 1
    for field, given in cards.items():
        if sum(card.code == error.params.get("card") for card in given) > most:
            return field
    return "knocker"


@router.post(
    "/hand",
    operation_id="judge_gin_hand",
    summary="Say what one hand is worth",
    responses={200: {"model": GinHandBody}, **documented("bad-request", "bad-input")},
)
async def judge_gin_hand(body: GinHandRequest, lang: Language) -> JSONResponse:
    """Find the best melds of ten or eleven cards, their deadwood, and whether the hand may knock or is gin."""
    rules = rules_of(Rules, body.rules, lang)
    cards, upcard = cards_of(body.hand, "hand", lang), _upcard(body.upcard, rules, lang)
    with blame("hand", body.hand, lang):
        return JSONResponse(hand(cards, rules, upcard=upcard).to_json())


@router.post(
    "/table",
    operation_id="score_gin_readings",
    summary="Score hands from readings of photos, with corrections",
    responses={200: {"model": GinTableBody}, **documented("bad-request", "bad-input")},
)
async def score_gin_readings(body: GinTableRequest, lang: Language) -> JSONResponse:
    """Score what ``POST /v1/readings`` has read, again and again while a user corrects cards, reading nothing anew."""
    return JSONResponse(judged(body, rules_of(Rules, body.rules, lang), lang))


@router.post(
    "/score/photos",
    operation_id="score_gin_photos",
    summary="Score hands from one photo or two",
    responses={200: {"model": GinTableBody}, **documented(*PICTURE_PROBLEMS, "not-found", "bad-input")},
)
async def score_gin_photos(
    request: Request,
    lang: Language,
    image: Annotated[
        list[UploadFile],
        File(description="one photo of one hand or two, or a photo of each hand", min_length=1, max_length=2),
    ],
    knocker_side: Annotated[Side | None, Form(description="where the knocker's hand lies")] = None,
    rules: Annotated[str | None, Form(description="options as a JSON object", examples=["{}"], max_length=2000)] = None,
    upcard: Annotated[str | None, Form(max_length=12)] = None,
    fixes: Annotated[
        str | None, Form(description='corrections as a JSON object, {"0.4": "8C"}', max_length=8000)
    ] = None,
    added: Annotated[
        str | None, Form(description='cards that are not found, as a JSON object, {"far": "3S"}', max_length=2000)
    ] = None,
    packs: PacksField = "1",
    language: LanguageField = None,
    deck: DeckField = None,
) -> JSONResponse:
    """Read the photos and score what lies there. The members ``readings`` hold what was read."""
    pictures = pictures_of(request)
    how = options(pictures.settings, packs, language, deck, jokers=False)
    given = json_field(fixes, "fixes")
    if not all(value is None or isinstance(value, str) for value in given.values()):
        raise bad_input("fixes", fixes, "schema.json", said("photo.fixes"))
    try:
        missing = _ADDED.validate_python(json_field(added, "added"))
    except ValidationError:
        sides = ", ".join(get_args(Side))
        raise bad_input("added", added, "schema.json", said("photo.added", sides=sides)) from None
    body = GinReadings.model_construct(knocker_side=knocker_side, upcard=upcard, fixes=given, hands={}, added=missing)
    options_ = rules_of(Rules, json_field(rules, "rules"), lang)  # refused before the work of reading, not after
    read = [await pictures.read_upload(each, how, lang=lang) for each in image]
    found = _judged([reading.cards for reading, _ in read], body, options_, lang)
    return JSONResponse(found | {"readings": [told for _, told in read]})


def judged(body: GinReadings, rules: Rules, lang: str) -> dict[str, Any]:
    """What the hands of readings come to.

    Raises:
        Problem: naming what is at fault with them.
    """
    pictures = [
        seen_cards(reading.cards, f"readings.{number}.cards", lang) for number, reading in enumerate(body.readings)
    ]
    return _judged(pictures, body, rules, lang)


def _judged(pictures: list[tuple[SeenCard, ...]], body: GinReadings, rules: Rules, lang: str) -> dict[str, Any]:
    fixes = {name: card_of(code, f"fixes.{name}", lang) for name, code in body.fixes.items()}
    for name, card in fixes.items():
        if card is not None:
            with blame(f"fixes.{name}", body.fixes[name], lang):
                Pack().check((card,))
    added: dict[str, Sequence[Card]] = {
        side: cards_of(cards, f"added.{side}", lang) for side, cards in body.added.items()
    }
    for side, cards in added.items():
        for card in cards:
            with blame(f"added.{side}", card.code, lang):
                Pack().check((card,))
    upcard = _upcard(body.upcard, rules, lang)
    try:
        _, told = judge_photos(
            pictures,
            rules,
            knocker_side=body.knocker_side,
            fixes=fixes,
            hands=body.hands,
            added=added,
            upcard=upcard,
            lang=lang,
        )
    except SpreadError as error:
        raise bad_input(error.field, None, error.rule, error.sentence(lang)) from None
    return told
