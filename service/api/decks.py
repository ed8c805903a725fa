"""Decks taught by showing their cards: listed, taught from photos, forgotten."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Path, Request, Response, UploadFile
from fastapi import File as FileField
from fastapi.responses import JSONResponse
from pydantic import Field

from service.api.inputs import Language
from service.api.pictures import LanguageField, ReadingOptions, contents, pictures_of
from service.api.problems import Problem, bad_input, documented, shown
from service.api.readings import PICTURE_PROBLEMS
from service.api.schemas import Shape
from service.api.sentences import said
from vision import profile
from vision.picture import load
from vision.teaching import Taught, teach

router = APIRouter(prefix="/v1/decks", tags=["decks"])
MOST_PICTURES = 12
DeckName = Annotated[str, Path(pattern=r"^[A-Za-z0-9][A-Za-z0-9 _.-]{0,59}$", examples=["my bicycle"])]


class DecksBody(Shape):
    """Decks taught."""

    decks: list[str]


class SpreadBody(Shape):
    """What one photo of the spread pack showed."""

    named: int = Field(description="cards that could be named")
    open: int = Field(description="cards that lie open")
    advice: str | None = Field(description="what to do about a photo that shows little; null for a good one")


class TaughtBody(Shape):
    """What came of teaching a deck."""

    deck: str
    cards: int = Field(description="different cards shown")
    indices: int = Field(description="printed corners learned from")
    used: list[str] = Field(description="glyphs and suits whose examples help")
    errors: dict[str, int] = Field(description="corners read wrongly, held out: before, and after")
    missing: list[str] = Field(description="cards not shown, or not surely named")
    language: str | None
    pictures: list[SpreadBody] = Field(description="what each photo showed, in the order sent")


@router.get("", operation_id="list_decks", summary="Decks taught", responses={200: {"model": DecksBody}})
async def list_decks(request: Request) -> JSONResponse:
    """List the decks this server has been taught; give one as ``deck`` where a picture is read."""
    return JSONResponse({"decks": profile.profiles(request.app.state.settings.decks)})


@router.post(
    "",
    operation_id="teach_deck",
    summary="Teach a deck from photos of its cards",
    status_code=201,
    responses={201: {"model": TaughtBody}, **documented(*PICTURE_PROBLEMS, "bad-input")},
)
async def teach_deck(
    request: Request,
    name: Annotated[str, Form(max_length=60, examples=["my bicycle"])],
    image: Annotated[
        list[UploadFile],
        FileField(
            description="photos of the cards lying open, the whole pack at best", min_length=1, max_length=MOST_PICTURES
        ),
    ],
    lang: Language,
    language: LanguageField = None,
) -> JSONResponse:
    """Learn the prints of a deck. An example is used only where, held out, it makes the reading better."""
    folder = request.app.state.settings.decks
    try:
        profile.profile_path(name, folder)
    except profile.ProfileError:
        raise bad_input("name", name, "deck.name", said("deck.name", name=shown(name, 60))) from None
    pictures = pictures_of(request)
    how = ReadingOptions(1, language or "auto", None)
    readings = [(await pictures.read_upload(each, how, f"image.{place}"))[0] for place, each in enumerate(image)]

    sent = []
    for place, each in enumerate(image):
        await each.seek(0)
        sent.append(await contents(each, pictures.settings, f"image.{place}"))

    def learn(reader: Any) -> Taught:
        # One picture after the other: all of them together, unpacked, would take much memory.
        taught = teach(name, readings, getattr(reader, "glyph_reader", None), map(load, sent))
        taught.profile.save(folder)
        return taught

    try:
        taught = await pictures.pool.run(learn)
    except profile.TeachError as error:
        raise bad_input("image", None, "deck.cards", error.sentence(lang)) from None
    pictures.pool.forget(name)
    return JSONResponse(
        {
            "deck": name,
            **taught.to_json(lang),
        },
        201,
    )


@router.delete(
    "/{deck}",
    operation_id="forget_deck",
    summary="Forget a deck",
    status_code=204,
    responses=documented("not-found", "bad-input"),
)
async def forget_deck(request: Request, deck: DeckName) -> Response:
    """Delete the profile of a deck."""
    folder = request.app.state.settings.decks
    if deck not in profile.profiles(folder):
        raise Problem("not-found", said("deck.unknown", deck=deck))
    profile.profile_path(deck, folder).unlink(missing_ok=True)
    pictures_of(request).pool.forget(deck)
    return Response(status_code=204)
