"""Trash: a table checked, and a change explained, from typed cards and from photos."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi.responses import JSONResponse
from pydantic import Field

from rules.cards import JOKER
from rules.trash.options import FULL_LAYOUT, Rules
from rules.trash.picture import check_table
from rules.trash.referee import explain
from rules.trash.table import Table
from rules.trash.text import check_text, explain_text
from rules.verdict import Verdict
from service.api.inputs import Language, Options, blame, rules_of
from service.api.pictures import DeckField, LanguageField, PacksField, json_field, options, pictures_of
from service.api.problems import bad_input, documented
from service.api.readings import PICTURE_PROBLEMS
from service.api.schemas import Asked, Shape
from service.api.sentences import said
from service.layouts import layouts_of, observed
from vision.zones import TrashTable, ZoneError

router = APIRouter(prefix="/v1/trash", tags=["trash"])
Row = Annotated[
    str,
    Field(
        max_length=400,
        description="slots from 1 on: 5H, ?? face down, -- unknown, 5? a rank alone, 8H/6H one of several, .. nothing",
        examples=["AS ?? 3H ?? 5D ?? ?? ?? 9C ??"],
    ),
]
Rows = Annotated[list[Row], Field(min_length=1, max_length=8)]
Place = Annotated[str, Field(max_length=60, description="a card as in a layout; .. for no pile", examples=["QC"])]
Slots = Annotated[list[Annotated[int, Field(ge=1, le=10)]], Field(max_length=8)]


class CheckBody(Asked):
    """One settled table."""

    layouts: Rows
    discard: Place | None = Field(default=None, description="top of the discard pile; not judged if not given")
    slots: Slots | None = Field(default=None, description="slots each layout should have", examples=[[10]])
    rules: Options = Field(default={})
    over: bool = Field(default=False, description="whether the hand is over")


class ExplainBody(Asked):
    """Two settled tables, one after the other."""

    before: Rows
    after: Rows
    discard_before: Place | None = None
    discard_after: Place | None = None
    rules: Options = Field(default={})
    player: int | None = Field(default=None, ge=0, le=20, description="whose turn it was, an index of the layouts")
    turns: int = Field(default=2, ge=1, le=2, description="turns in a row that may explain the change")
    over: bool = False
    stock: int | None = Field(default=None, ge=0, le=1000)


class VerdictBody(Shape):
    """What the referee says."""

    verdict: Literal["legal", "illegal", "cannot tell"]
    rule: str = Field(examples=["trash.wrong_slot"])
    sentence: str
    explanation: dict[str, Any]


def seated(rules: dict[str, Any], layouts: int) -> dict[str, Any]:
    """The options with as many players as there are layouts, where the options do not say; one layout is one of two."""
    return {"players": max(2, layouts)} | rules


@router.post(
    "/check",
    operation_id="check_trash",
    summary="Say whether a table can be part of a legal game",
    responses={200: {"model": VerdictBody}, **documented("bad-request", "bad-input")},
)
async def check_trash(request: Request, body: CheckBody, lang: Language) -> JSONResponse:
    """Judge one settled table: every face-up card in the slot of its number or wild, the sizes right."""
    rules = rules_of(Rules, seated(body.rules, len(body.layouts)), lang)

    def work() -> Verdict:
        with blame("layouts", body.layouts, lang):
            return check_text(body.layouts, discard=body.discard, slots=body.slots, rules=rules, over=body.over)

    return JSONResponse(work().to_json(lang))


@router.post(
    "/explain",
    operation_id="explain_trash",
    summary="Say whether legal play leads from one table to the next",
    responses={200: {"model": VerdictBody}, **documented("bad-request", "bad-input")},
)
async def explain_trash(request: Request, body: ExplainBody, lang: Language) -> JSONResponse:
    """Find the turn, or two players' turns, that explain a change; or say what is wrong, or what is missing."""
    rules = rules_of(Rules, seated(body.rules, len(body.before)), lang)

    def work() -> Verdict:
        with blame("before", body.before, lang):
            return explain_text(
                body.before,
                body.after,
                discard_before=body.discard_before,
                discard_after=body.discard_after,
                rules=rules,
                player=body.player,
                turns=body.turns,
                over=body.over,
                stock=body.stock,
            )

    # A change with much unread can take the referee some milliseconds: others are answered meanwhile.
    verdict = await request.app.state.thinking.run(work)
    return JSONResponse(verdict.to_json(lang))


ImageFile = Annotated[UploadFile, File(description="photo of the table")]
BeforeFile = Annotated[UploadFile | None, File(description="photo of the table before the turn")]
RulesField = Annotated[str | None, Form(description="options as a JSON object", examples=["{}"], max_length=2000)]
SlotsField = Annotated[
    str | None,
    Form(
        description="slots of each layout, or one number for all; found out where it is not said",
        pattern=r"^\d{1,2}(,\d{1,2}){0,3}$",
        examples=["10,9"],
    ),
]


@router.post(
    "/check/photos",
    operation_id="check_trash_photos",
    summary="Check a table, or explain a change, from photos",
    responses={200: {"model": VerdictBody}, **documented(*PICTURE_PROBLEMS, "not-found", "bad-input")},
)
async def check_trash_photos(
    request: Request,
    lang: Language,
    image: ImageFile,
    before: BeforeFile = None,
    rules: RulesField = None,
    slots: SlotsField = None,
    packs: PacksField = "auto",
    language: LanguageField = None,
    deck: DeckField = None,
) -> JSONResponse:
    """Check the table of one photo, or explain the change of two; ``tables`` and ``readings`` say what was seen."""
    pictures = pictures_of(request)
    given = json_field(rules, "rules")
    sizes = None if slots is None else [int(size) for size in slots.split(",")]
    if not all(1 <= size <= FULL_LAYOUT for size in sizes or ()):
        raise bad_input("slots", slots, "trash.wrong_size", said("photo.slots", most=FULL_LAYOUT))
    known = rules_of(Rules, seated(given, 1), lang)
    players = known.players if "players" in given else None
    how = options(pictures.settings, packs, language, deck, jokers=JOKER in known.pack.cards())
    readings = []
    for field, upload in (("before", before), ("image", image)):
        if upload is not None:
            readings.append((field, *await pictures.read_upload(upload, how, field, lang)))

    def work() -> tuple[Verdict, list[Table]]:
        found: TrashTable | None = None
        tables: list[Table] = []
        for field, reading, _ in readings:
            try:
                found = layouts_of(reading, players, sizes, before=found)
            except ZoneError as error:
                raise bad_input(field, None, "trash.not_found", f"{field}: {error.sentence(lang)}") from None
            tables.append(observed(found))
        options_ = rules_of(Rules, seated(given, len(tables[0].layouts)), lang)
        with blame("image", None, lang):
            if len(tables) == 1:
                return check_table(tables[0], rules=options_), tables
            return explain(tables[0], tables[1], options_), tables

    verdict, tables = await request.app.state.thinking.run(work)
    layouts = [
        {"layouts": [[str(seen) for seen in row] for row in table.layouts], "discard": str(table.discard)}
        for table in tables
    ]
    return JSONResponse(verdict.to_json(lang) | {"tables": layouts, "readings": [told for _, _, told in readings]})
