"""Tables of Trash, Stop the Bus and Chase the Ace judged from readings of photos, with what a user has corrected.

What ``POST /v1/readings`` has read is sent back, again and again while a user corrects cards; nothing is read anew. A
card that was not found is put among the cards of its reading, where it lies. Whose cards they are and where on the
table they lie is guessed from the picture, and can be said too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import Field

from rules.observation import Seen
from rules.trash.options import Rules
from rules.trash.picture import check_table
from rules.trash.referee import explain
from rules.verdict import Verdict
from service.api import showdowns
from service.api.inputs import Language, Options, blame, card_of, rules_of
from service.api.problems import bad_input, documented
from service.api.readings import seen_cards
from service.api.schemas import Asked, Quad, ReadingBody, Shape
from service.api.trash import Slots, VerdictBody, seated
from service.layouts import layouts_of, observed
from service.places import PlaceError, given_out, laid, one_each
from service.sentences import say
from vision import zones
from vision.types import Reading, SeenCard
from vision.zones import TrashTable, ZoneError

router = APIRouter(prefix="/v1")
DOWN = "down"
"""What a correction says of a card that lies face down."""

Id = Annotated[str, Field(description="a card: picture.card, both from 0", examples=["0.4"])]
Fixes = Annotated[
    dict[str, Annotated[str, Field(max_length=12)] | None],
    Field(
        max_length=200,
        description="by card id (picture.card, from 0) the code it is, or down; null: it is no card of the game",
        examples=[{"0.4": "8C"}],
    ),
]
Places = Annotated[
    dict[str, Annotated[str, Field(max_length=20)]],
    Field(
        max_length=200,
        description="by card id where it lies: near 4 for the fourth slot of the near layout, discard or stock; what "
        "was taken to lie there lies in no place then",
        examples=[{"0.4": "near 4"}],
    ),
]
Hands = Annotated[
    list[Annotated[list[Annotated[str, Field(max_length=12)]], Field(max_length=20)]],
    Field(
        min_length=1,
        max_length=52,
        description="whose cards they are, by card id, in the order of the players; found out if not given",
        examples=[[["0.0", "0.1", "0.2"], ["0.3", "0.4", "0.5"]]],
    ),
]


class LyingBody(Shape):
    """A card of a photo as it is judged."""

    id: str
    card: str | None
    side: str
    unsure: bool
    fixed: bool
    out: bool = Field(description="whether it is no card of the game")


class CorrectedBody(VerdictBody):
    """A verdict with the cards it is about."""

    cards: list[LyingBody]


class SlotBody(Shape):
    """A slot of a layout."""

    seen: str = Field(description="as in layouts that are typed", examples=["5H"])
    card: Id | None
    quad: Quad = Field(description="where it lies in the photo, clockwise from its player's own top left")


class LayoutBody(Shape):
    """A player's layout."""

    side: str
    slots: list[SlotBody]


class PlacesBody(Shape):
    """A table of Trash by its places."""

    layouts: list[LayoutBody]
    discard: Id | None
    discard_seen: str
    stock: Id | None


class TrashTablesBody(CorrectedBody):
    """A verdict on one photo, or on the change between two."""

    tables: list[PlacesBody]


class ShowdownTableBody(CorrectedBody):
    """A verdict on hands shown, in the order of its explanation."""

    hands: list[list[Id]]
    seats: list[str] = Field(default=[], description="where each hand lies: near, far, left or right")
    table: list[Id] = Field(default=[], description="cards that lie open in no hand, such as the table's")


class TrashReadings(Asked):
    """Readings of one photo, or of one before a turn and one after it."""

    readings: list[ReadingBody] = Field(min_length=1, max_length=2)
    fixes: Fixes = Field(default={})
    places: Places = Field(default={})
    rules: Options = Field(default={})
    slots: Slots | None = Field(default=None, description="of each layout, one number for all; found out if not given")
    player: int | None = Field(default=None, ge=0, le=3, description="whose turn it was, an index of the layouts")
    over: bool = Field(default=False, description="whether the hand is over")


class BusReading(Asked):
    """A reading of hands shown in Stop the Bus."""

    readings: list[ReadingBody] = Field(min_length=1, max_length=1)
    fixes: Fixes = Field(default={})
    hands: Hands | None = None
    rules: Options = Field(default={})
    lives: showdowns.LivesText = None
    table: bool | None = Field(
        default=None,
        description="whether the table's three cards are in the photo too; asked for where it is open "
        "and hands are not given",
    )


class AceReading(Asked):
    """A reading of cards shown in Chase the Ace."""

    readings: list[ReadingBody] = Field(min_length=1, max_length=1)
    fixes: Fixes = Field(default={})
    hands: Hands | None = None
    rules: Options = Field(default={})
    lives: showdowns.LivesText = None
    dealer: int | None = Field(default=None, ge=0, le=50, description="index of the dealer's card")
    drew: bool | None = Field(default=None, description="whether the dealer drew that card from the pack")


@dataclass(frozen=True)
class Corrected:
    """The cards of one photo as a user has corrected them.

    Attributes:
        cards: those that are some.
        ids: of each of them.
        told: all of them, as they are shown.
    """

    cards: tuple[SeenCard, ...]
    ids: tuple[str, ...]
    told: list[dict[str, Any]]

    def id(self, place: int | None) -> str | None:
        """The id of a card by its place among the `cards`."""
        return None if place is None else self.ids[place]


def corrected(body: TrashReadings | BusReading | AceReading, lang: str) -> list[Corrected]:
    """The cards of readings, corrected.

    Raises:
        Problem: naming the card at fault.
    """
    fixes = dict(body.fixes)
    found = []
    for picture, reading in enumerate(body.readings):
        every = seen_cards(reading.cards, f"readings.{picture}.cards", lang)
        ids, cards, told = [], [], []
        for place, card in enumerate(every):
            name = f"{picture}.{place}"
            fixed = name in fixes
            now = _fixed(card, fixes.pop(name), name, lang) if fixed else card
            if now is not None:
                ids.append(name)
                cards.append(now)
            told.append(_told(name, now or card, fixed, now is None))
        found.append(Corrected(tuple(cards), tuple(ids), told))
    for name in fixes:
        raise bad_input(f"fixes.{name}", None, "photo.no_card", say("photo.no_card", lang, name=name))
    return found


def _fixed(card: SeenCard, said: str | None, name: str, lang: str) -> SeenCard | None:
    if said is None:
        return None
    if said == DOWN:
        return replace(card, card=None, side="down", confidence=1.0, candidates={})
    named = card_of(said, f"fixes.{name}", lang)
    return replace(card, card=named, side="up", confidence=1.0, candidates={})


def _told(name: str, card: SeenCard, fixed: bool, out: bool) -> dict[str, Any]:
    best = card.card or max(card.candidates, key=lambda each: card.candidates[each], default=None)
    seen = zones.seen(card)
    unsure = seen.certain is None if card.side == "up" else seen != Seen.down()
    return {
        "id": name,
        "card": None if best is None or card.side == "down" else best.code,
        "side": card.side,
        "unsure": unsure and not out,
        "fixed": fixed,
        "out": out,
    }


def _answer(verdict: dict[str, Any], pictures: Sequence[Corrected], **more: Any) -> JSONResponse:
    return JSONResponse(verdict | {"cards": [card for each in pictures for card in each.told]} | more)


@router.post(
    "/trash/table",
    tags=["trash"],
    operation_id="check_trash_readings",
    summary="Check a table, or explain a change, from readings, with corrections",
    responses={200: {"model": TrashTablesBody}, **documented("bad-request", "bad-input")},
)
async def check_trash_readings(request: Request, body: TrashReadings, lang: Language) -> JSONResponse:
    """Check the table of one reading, or explain the change between two, and say what lies in which slot."""
    rules_of(Rules, body.rules, lang)
    pictures = corrected(body, lang)
    players = body.rules.get("players")
    places = _places(body.places, pictures, lang)

    def work() -> tuple[Verdict, list[dict[str, Any]]]:
        found: TrashTable | None = None
        tables = []
        told = []
        for number, (picture, read) in enumerate(zip(pictures, body.readings, strict=True)):
            try:
                reading = Reading(read.width, read.height, picture.cards)
                found = layouts_of(reading, players, body.slots, before=found)
            except ZoneError as error:
                raise bad_input(f"readings.{number}", None, "trash.not_found", error.sentence(lang)) from None
            found = _placed(found, places[number], picture, body.places, lang)
            tables.append(observed(found))
            told.append(_told_places(found, picture))
        options = rules_of(Rules, seated(body.rules, len(tables[0].layouts)), lang)
        wanted = None if body.slots is None else tuple(body.slots)
        if wanted is not None and len(wanted) == 1:
            wanted = wanted * len(tables[0].layouts)
        with blame("readings", None, lang):
            if len(tables) == 1:
                return check_table(tables[0], wanted, options, over=body.over), told
            return explain(tables[0], tables[1], options, player=body.player, over=body.over), told

    verdict, told = await request.app.state.thinking.run(work)
    return _answer(verdict.to_json(lang), pictures, tables=told)


def _places(said: Mapping[str, str], pictures: Sequence[Corrected], lang: str) -> list[dict[int, str]]:
    """Of each photo where its cards are said to lie, by their places among those that are some."""
    found: list[dict[int, str]] = [{} for _ in pictures]
    every = {card["id"] for picture in pictures for card in picture.told}
    for name, place in said.items():
        if name not in every:
            raise bad_input(f"places.{name}", place, "photo.no_card", say("photo.no_card", lang, name=name))
        for picture, places in zip(pictures, found, strict=True):
            # What is no card of the game any more lies nowhere, whatever was said of it before.
            if name in picture.ids:
                places[picture.ids.index(name)] = place
    return found


def _placed(
    table: TrashTable, places: Mapping[int, str], picture: Corrected, said: Mapping[str, str], lang: str
) -> TrashTable:
    try:
        return laid(table, places, dict(enumerate(picture.ids)))
    except PlaceError as error:
        raise bad_input(f"places.{error.card}", said.get(error.card or ""), error.rule, error.sentence(lang)) from None


def _told_places(table: TrashTable, picture: Corrected) -> dict[str, Any]:
    """A table by its places, every card by its id."""
    rows, discard = table.to_observation()
    layouts = [
        {
            "side": layout.side,
            "slots": [
                {"seen": str(seen), "card": picture.id(card), "quad": quad.round(1).tolist()}
                for seen, card, quad in zip(rows[layout.side], layout.slots, layout.quads, strict=True)
            ],
        }
        for layout in table.layouts
    ]
    stock = picture.id(table.stock)
    return {"layouts": layouts, "discard": picture.id(table.discard), "discard_seen": str(discard), "stock": stock}


@router.post(
    "/bus/table",
    tags=["bus"],
    operation_id="score_bus_reading",
    summary="Stop the Bus: who loses a life, from a reading, with corrections",
    responses={200: {"model": ShowdownTableBody}, **documented("bad-request", "bad-input", "too-many")},
)
async def score_bus_reading(request: Request, body: BusReading, lang: Language) -> JSONResponse:
    """Value hands of three, with or without the table's three cards in their midst."""
    pictures = corrected(body, lang)
    up, ids = _open(pictures[0])
    said = _hands(body.hands, pictures[0], ids, lang)
    verdict, hands = await showdowns.bus_shown(request, up, body.table, body.lives, body.rules, lang, said)
    return _shown(verdict, pictures, ids, [hand.cards for hand in hands], seats=[hand.side for hand in hands])


@router.post(
    "/ace/table",
    tags=["ace"],
    operation_id="score_ace_reading",
    summary="Chase the Ace: who loses a life, from a reading, with corrections",
    responses={200: {"model": ShowdownTableBody}, **documented("bad-request", "bad-input", "too-many")},
)
async def score_ace_reading(request: Request, body: AceReading, lang: Language) -> JSONResponse:
    """Judge a row or a ring of single cards, the near one first and then clockwise, where their order is not said."""
    pictures = corrected(body, lang)
    up, ids = _open(pictures[0])
    said = _hands(body.hands, pictures[0], ids, lang, single=True)
    order = None if said is None else [card for hand in said for card in hand]
    verdict, found = await showdowns.ace_shown(request, up, body.dealer, body.drew, body.lives, body.rules, lang, order)
    return _shown(verdict, pictures, ids, [[card] for card in found])


def _shown(
    verdict: dict[str, Any],
    pictures: Sequence[Corrected],
    ids: Sequence[str],
    hands: Sequence[Sequence[int]],
    **more: Any,
) -> JSONResponse:
    named = [[ids[card] for card in hand] for hand in hands]
    held = {name for hand in named for name in hand}
    return _answer(verdict, pictures, hands=named, table=[name for name in ids if name not in held], **more)


def _hands(
    said: Sequence[Sequence[str]] | None, picture: Corrected, ids: Sequence[str], lang: str, single: bool = False
) -> list[list[int]] | None:
    """Hands as a user has put them together, by the places of their cards among those that lie open."""
    if said is None:
        return None
    try:
        given_out(said, ids, [card["id"] for card in picture.told])
        if single:
            one_each(said)
    except PlaceError as error:
        raise bad_input("hands", said, error.rule, error.sentence(lang)) from None
    return [[ids.index(name) for name in hand] for hand in said]


def _open(picture: Corrected) -> tuple[list[SeenCard], list[str]]:
    """The cards that lie face up, and their ids."""
    pairs = [pair for pair in zip(picture.cards, picture.ids, strict=True) if pair[0].side == "up"]
    return [card for card, _ in pairs], [name for _, name in pairs]
