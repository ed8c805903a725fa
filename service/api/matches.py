"""Matches by API: created, moves listed and made, taken back, recorded, replayed, exported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, ParamSpec, TypeVar

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse

from rules.errors import RulesError
from service.api.games import Game
from service.api.inputs import Language, refused, rules_of
from service.api.matchbodies import MatchBody, MatchesBody, MovesBody, NewMatch, NewMoves, NewRecord, ReplayBody, Undo
from service.api.problems import Problem, bad_input, documented
from service.api.sentences import said
from service.games.describe import rules_class
from service.games.play import Viewer
from service.matches import MatchService, Running, move_rows
from service.storage import Conflict, Missing

P = ParamSpec("P")
T = TypeVar("T")

router = APIRouter(prefix="/v1/matches", tags=["matches"])
MatchId = Annotated[str, Path(pattern=r"^[a-z0-9]{16}$", examples=["abcd2345efgh6789"])]
ViewerField = Annotated[
    str,
    Query(
        pattern=r"^(all|onlooker|\d{1,2})$",
        description="who looks: all, onlooker, or a seat from 0; hidden cards stay hidden",
    ),
]


def viewer_of(text: str) -> Viewer:
    """Who looks."""
    return text if text in ("all", "onlooker") else int(text)  # type: ignore[return-value]


async def _run(request: Request, lang: str, field: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do the blocking work of matches in the store's threads; what it refuses becomes a problem."""
    try:
        return await request.app.state.store.run(work, *args, **kwargs)  # type: ignore[no-any-return]
    except Missing:
        raise Problem("not-found", said("match.unknown")) from None
    except Conflict as error:
        raise Problem("conflict", said(error.rule, **error.params), rule=error.rule) from None
    except RulesError as error:
        raise refused(error, field, None, lang) from None


def _service(request: Request) -> MatchService:
    found: MatchService = request.app.state.matches
    return found


def _body(running: Running, viewer: Viewer = "all") -> dict[str, Any]:
    kept, play = running.kept, running.play
    seats = getattr(play.rules, "players", 2)
    if isinstance(viewer, int) and viewer >= seats:
        raise Problem(
            "bad-input",
            said("match.seat", seats=seats, last=seats - 1),
            field="viewer",
            value=viewer,
            rule="match.seat",
        )
    return {
        "id": kept.id,
        "game": kept.game,
        "name": kept.name,
        "rules": kept.rules,
        "players": kept.start["players"],
        "seats": seats,
        "version": running.version,
        "moves": len(running.moves),
        "turn": play.turn,
        "over": play.over,
        "winners": play.winners,
        "created": kept.created,
        "updated": kept.updated,
        "last": running.moves[-1].text if running.moves else None,
        "table": play.view(viewer),
    }


NOT_THERE = documented("bad-input", "not-found")
CHANGES = documented("bad-request", "bad-input", "not-found", "illegal-move", "conflict")


@router.post(
    "",
    operation_id="create_match",
    summary="Begin a match",
    status_code=201,
    responses={201: {"model": MatchBody}, **documented("bad-request", "bad-input")},
)
async def create_match(request: Request, body: NewMatch, lang: Language) -> JSONResponse:
    """Begin a match of one of the four games, before its first deal."""
    # Refused here, so that all that is left to refuse is who begins.
    rules: Any = rules_of(rules_class(body.game), body.rules, lang)
    seats = getattr(rules, "players", 2)
    if len(body.players) > seats:
        words = said("match.players", found=len(body.players), seats=seats)
        raise bad_input("players", body.players, "match.players", words)
    create = _service(request).create
    running = await _run(
        request, lang, "first", create, body.game, body.rules, body.seed, body.first, body.players, body.name
    )
    return JSONResponse(_body(running), 201, {"Location": f"/v1/matches/{running.kept.id}"})


@router.post(
    "/import",
    operation_id="import_match",
    summary="Keep a record as a match",
    status_code=201,
    responses={201: {"model": MatchBody}, **documented("bad-request", "bad-input")},
)
async def import_match(request: Request, body: NewRecord, lang: Language) -> JSONResponse:
    """Replay a record, every move checked, and keep it; the error names the line."""
    running = await _run(request, lang, "record", _service(request).import_record, body.record, body.name)
    return JSONResponse(_body(running), 201, {"Location": f"/v1/matches/{running.kept.id}"})


@router.get(
    "",
    operation_id="list_matches",
    summary="Matches kept",
    responses={200: {"model": MatchesBody}, **documented("bad-input")},
)
async def list_matches(
    request: Request,
    lang: Language,
    game: Game | None = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[float | None, Query(description="only matches last changed before this time")] = None,
) -> JSONResponse:
    """List the matches, the last changed first."""
    found = await _run(request, lang, "query", _service(request).matches.listed, game, limit, before)
    return JSONResponse(
        {
            "matches": [
                {
                    "id": each.id,
                    "game": each.game,
                    "name": each.name,
                    "players": each.start["players"],
                    "moves": each.count,
                    "over": each.over,
                    "created": each.created,
                    "updated": each.updated,
                }
                for each in found
            ]
        }
    )


@router.get(
    "/{match}",
    operation_id="get_match",
    summary="A match as it is now",
    responses={200: {"model": MatchBody}, **NOT_THERE},
)
async def get_match(request: Request, match: MatchId, lang: Language, viewer: ViewerField = "all") -> JSONResponse:
    """Show the table, whose turn it is and who has won."""
    running = await _run(request, lang, "match", _service(request).get, match)
    return JSONResponse(_body(running, viewer_of(viewer)))


@router.get(
    "/{match}/moves",
    operation_id="list_legal_moves",
    summary="The legal moves",
    responses={200: {"model": MovesBody}, **NOT_THERE},
)
async def list_legal_moves(
    request: Request, match: MatchId, lang: Language, viewer: ViewerField = "all"
) -> JSONResponse:
    """List the legal moves of the player in turn; a viewer in another seat gets none."""
    running = await _run(request, lang, "match", _service(request).get, match)
    who, turn = viewer_of(viewer), running.play.turn
    moves = running.play.legal() if who == "all" or who == turn or turn is None else []
    return JSONResponse({"version": running.version, "turn": turn, "moves": moves})


@router.post(
    "/{match}/moves", operation_id="make_moves", summary="Make moves", responses={200: {"model": MatchBody}, **CHANGES}
)
async def make_moves(request: Request, match: MatchId, body: NewMoves, lang: Language) -> JSONResponse:
    """Make moves, all or none. A refusal names the rule and says it in a sentence."""
    service = _service(request)
    running = await _run(request, lang, "match", service.get, match)
    if running.over:
        raise Problem("over", said("match.over"), rule="match.over")
    running = await _run(request, lang, "moves", service.play, match, body.moves, body.player, body.version)
    return JSONResponse(_body(running))


@router.post(
    "/{match}/undo",
    operation_id="undo_moves",
    summary="Take moves back",
    responses={200: {"model": MatchBody}, **CHANGES},
)
async def undo_moves(request: Request, match: MatchId, body: Undo, lang: Language) -> JSONResponse:
    """Take the last moves back."""
    running = await _run(request, lang, "count", _service(request).undo, match, body.count, body.version)
    return JSONResponse(_body(running))


@router.delete("/{match}", operation_id="delete_match", summary="Forget a match", status_code=204, responses=NOT_THERE)
async def delete_match(request: Request, match: MatchId, lang: Language) -> Response:
    """Delete a match and its moves."""
    await _run(request, lang, "match", _service(request).delete, match)
    return Response(status_code=204)


@router.get(
    "/{match}/replay",
    operation_id="replay_match",
    summary="The table move by move",
    responses={200: {"model": ReplayBody}, **NOT_THERE},
)
async def replay_match(
    request: Request,
    match: MatchId,
    lang: Language,
    viewer: ViewerField = "all",
    start: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
) -> JSONResponse:
    """Show the table after each move, from number ``start`` on; number 0 is before the first."""
    service = _service(request)
    running = await _run(request, lang, "match", service.get, match)
    _body(running, viewer_of(viewer))
    steps = await _run(request, lang, "match", service.replay, match, viewer_of(viewer), start, limit)
    return JSONResponse({"game": running.kept.game, "count": len(running.moves), "steps": steps})


@router.get(
    "/{match}/export",
    operation_id="export_match",
    summary="A match as record, JSON or CSV",
    response_class=Response,
    responses={
        200: {
            "content": {
                "text/plain": {"schema": {"type": "string"}},
                "application/json": {"schema": {"type": "object"}},
                "text/csv": {"schema": {"type": "string"}},
            }
        },
        **NOT_THERE,
    },
)
async def export_match(
    request: Request, match: MatchId, lang: Language, form: Literal["record", "json", "csv"] = "record"
) -> Response:
    """Give the match as the text record that ``rules`` replays, as JSON with every move, or as a table of moves."""
    running = await _run(request, lang, "match", _service(request).get, match)
    name = f"{running.kept.game}-{running.kept.id}"
    if form == "record":
        return _file(running.play.record(), "text/plain; charset=utf-8", f"{name}.txt")
    kept = await _run(request, lang, "match", _service(request).matches.get, match)
    if form == "csv":
        return _file(move_rows(kept), "text/csv; charset=utf-8", f"{name}.csv")
    moves = [{"player": each.player, "move": each.text, "played": each.played} for each in kept.moves]
    whole = _body(running) | {"seed": kept.start["seed"], "origin": kept.start["origin"], "moves": moves}
    return JSONResponse(whole, headers={"Content-Disposition": f'attachment; filename="{name}.json"'})


def _file(text: str, kind: str, name: str) -> Response:
    return Response(text, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
