"""Running matches of gin by API: begun, hands entered from readings of photos, struck out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ParamSpec, TypeVar

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from rules.gin import Game, Rules
from service.api.gin import Ending, GinReadings, judged
from service.api.inputs import Language, Options, card_of, rules_of
from service.api.problems import Problem, bad_input, documented
from service.api.schemas import Asked, Shape
from service.api.sentences import said
from service.scorebook import Book, ScoreBook, shown_cards
from service.storage import Conflict, Missing
from service.tally import Hand, standing

P = ParamSpec("P")
T = TypeVar("T")

router = APIRouter(prefix="/v1/gin/tallies", tags=["gin"])
TallyId = Annotated[str, Path(pattern=r"^[a-z0-9]{16}$", examples=["abcd2345efgh6789"])]
Two = Annotated[list[int], Field(min_length=2, max_length=2)]
PlayerName = Annotated[str, Field(max_length=40)]
NOT_THERE = documented("bad-input", "not-found")
CHANGES = documented("bad-request", "bad-input", "not-found", "conflict", "over")


class NewTally(Asked):
    """A match to begin."""

    players: list[PlayerName] = Field(min_length=2, max_length=2, description="names, for showing; may be empty")
    rules: Options = Field(default={})


class HandToEnter(GinReadings):
    """A hand as it lies on photos, with what a user has corrected, and who knocked."""

    knocked_by: int = Field(ge=0, le=1, description="the player who knocked, 0 or 1")
    version: int = Field(ge=0, description="refused if the match has changed since this version")


class Strike(Asked):
    """The last hand to strike out."""

    version: int = Field(ge=0, description="refused if the match has changed since this version")


class EnteredBody(Shape):
    """A hand written down."""

    winner: int | None = Field(description="the player who scores; null where nobody does")
    points: int
    ending: Ending
    boxes: int


class StandingBody(Shape):
    """A game of a match."""

    over: bool
    points: Two = Field(description="of the hands")
    boxes: Two = Field(description="the points of boxes")
    counted: Two = Field(description="what counts towards the target; of a game that is over, its totals")
    winner: int | None
    shutout: bool


class TallyBody(Shape):
    """A match and how it stands; players by index."""

    id: str
    players: list[str]
    rules: dict[str, Any]
    target: int
    version: int
    hands: list[EnteredBody]
    finished: list[StandingBody]
    games: list[StandingBody] = Field(
        description="being played: one, or Hollywood's three; none once the match is over"
    )
    totals: Two = Field(description="of the finished games")
    over: bool
    winner: int | None
    created: float
    updated: float


class TallySummary(Shape):
    """A match in a list."""

    id: str
    players: list[str]
    hands: int
    over: bool
    created: float
    updated: float


class TalliesBody(Shape):
    """Matches, the last changed first."""

    tallies: list[TallySummary]


async def _run(request: Request, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do the blocking work in the store's threads; what it refuses becomes a problem."""
    try:
        return await request.app.state.store.run(work, *args, **kwargs)  # type: ignore[no-any-return]
    except Missing:
        raise Problem("not-found", said("match.unknown")) from None
    except Conflict as error:
        kind = "over" if error.rule == "match.over" else "conflict"
        raise Problem(kind, said(error.rule, **error.params), rule=error.rule) from None


def _books(request: Request) -> ScoreBook:
    found: ScoreBook = request.app.state.scores
    return found


def _game(game: Game) -> dict[str, Any]:
    return {
        "over": game.over,
        "points": [game.points(0), game.points(1)],
        "boxes": [game.boxes(0), game.boxes(1)],
        "counted": list(standing(game)),
        "winner": game.winner,
        "shutout": game.shutout,
    }


def _body(book: Book) -> dict[str, Any]:
    kept, tally = book.kept, book.tally
    match = tally.match
    return {
        "id": kept.id,
        "players": kept.start["players"],
        "rules": kept.rules,
        "target": tally.rules.target,
        "version": kept.version,
        "hands": [vars(hand) for hand in tally.hands],
        "finished": [_game(game) for series in match.finished for game in series.games],
        "games": [] if match.over else [_game(game) for game in match.series.games],
        "totals": list(match.totals),
        "over": match.over,
        "winner": match.winner,
        "created": kept.created,
        "updated": kept.updated,
    }


@router.post(
    "",
    operation_id="begin_tally",
    summary="Begin a running match",
    status_code=201,
    responses={201: {"model": TallyBody}, **documented("bad-request", "bad-input")},
)
async def begin_tally(request: Request, body: NewTally, lang: Language) -> JSONResponse:
    """Begin a match of gin played with cards on a table, of which only what each hand scores is written down."""
    rules = rules_of(Rules, body.rules, lang)
    players = [name.strip() for name in body.players]
    book = await _run(request, _books(request).begin, rules, players)
    return JSONResponse(_body(book), 201, {"Location": f"/v1/gin/tallies/{book.kept.id}"})


@router.get(
    "",
    operation_id="list_tallies",
    summary="Running matches kept",
    responses={200: {"model": TalliesBody}, **documented("bad-input")},
)
async def list_tallies(
    request: Request, lang: Language, limit: Annotated[int, Query(ge=1, le=200)] = 50
) -> JSONResponse:
    """List the matches whose hands are written down, the last changed first."""
    found = await _run(request, _books(request).listed, limit)
    tallies = [
        {
            "id": each.id,
            "players": each.start["players"],
            "hands": each.count,
            "over": each.over,
            "created": each.created,
            "updated": each.updated,
        }
        for each in found
    ]
    return JSONResponse({"tallies": tallies})


@router.get(
    "/{tally}",
    operation_id="get_tally",
    summary="How a running match stands",
    responses={200: {"model": TallyBody}, **NOT_THERE},
)
async def get_tally(request: Request, tally: TallyId, lang: Language) -> JSONResponse:
    """Give the hands of a match and what they come to: the game, finished games with bonus and boxes, the totals."""
    return JSONResponse(_body(await _run(request, _books(request).get, tally)))


@router.get(
    "/{tally}/record",
    operation_id="record_tally",
    summary="A running match as text",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}, **NOT_THERE},
)
async def record_tally(request: Request, tally: TallyId, lang: Language) -> Response:
    """Give a match as the file that ``kibitz score gin --match`` goes on with."""
    book = await _run(request, _books(request).get, tally)
    headers = {"Content-Disposition": f'attachment; filename="gin-{tally}.txt"'}
    return Response(book.tally.record(), media_type="text/plain; charset=utf-8", headers=headers)


@router.post(
    "/{tally}/hands",
    operation_id="enter_hand",
    summary="Enter a hand in a running match",
    responses={200: {"model": TallyBody}, **CHANGES},
)
async def enter_hand(request: Request, tally: TallyId, body: HandToEnter, lang: Language) -> JSONResponse:
    """Score the hands by the match's own options and write the score down; only one that is certain is.

    The same cards are refused a second time, so that a hand sent twice counts once.
    """
    book = await _run(request, _books(request).get, tally)
    rules = book.tally.rules
    told = judged(body, rules, lang)
    # What is all but certain is told, and not written down: a card has to be said first.
    if told["verdict"] != "legal" or told.get("possible"):
        rule = "tally.illegal" if told["verdict"] == "illegal" else "tally.open"
        raise bad_input("readings", None, rule, said(rule))
    if "ending" not in told["score"]:
        raise bad_input("readings", None, "tally.one_hand", said("tally.one_hand"))
    hand = Hand.of(told["score"], rules.factor(card_of(body.upcard, "upcard", lang)), body.knocked_by)
    shown = shown_cards(told["cards"])
    return JSONResponse(_body(await _run(request, _books(request).enter, tally, hand, shown, body.version)))


@router.post(
    "/{tally}/undo",
    operation_id="strike_hand",
    summary="Strike out the last hand",
    responses={200: {"model": TallyBody}, **CHANGES},
)
async def strike_hand(request: Request, tally: TallyId, body: Strike, lang: Language) -> JSONResponse:
    """Take the hand that was entered last out of a running match."""
    return JSONResponse(_body(await _run(request, _books(request).undo, tally, body.version)))


@router.delete(
    "/{tally}", operation_id="delete_tally", summary="Forget a running match", status_code=204, responses=NOT_THERE
)
async def delete_tally(request: Request, tally: TallyId, lang: Language) -> Response:
    """Delete a running match and its hands."""
    await _run(request, _books(request).delete, tally)
    return Response(status_code=204)
