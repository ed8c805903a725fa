"""The games as resources."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from service.api.inputs import Language
from service.api.problems import documented
from service.games.describe import GAMES, describe

router = APIRouter(prefix="/v1/games", tags=["games"])
Game = Literal["trash", "gin", "bus", "ace"]


class ChoiceBody(BaseModel):
    """One word an option may be."""

    value: Any
    label: str


class OptionBody(BaseModel):
    """One option of a game, enough to draw a field of a form."""

    name: str = Field(examples=["knock_limit"])
    label: str = Field(examples=["Knock limit"])
    text: str
    type: Literal["boolean", "integer", "number", "choice", "list"]
    default: Any = None
    optional: bool = Field(description="whether null is a value")
    choices: list[ChoiceBody] | None = None
    number: Literal["integer", "number"] | None = Field(
        default=None, description="of a choice: a number is taken as well"
    )


class VariantBody(BaseModel):
    """A set of options with a name of its own."""

    name: str = Field(examples=["oklahoma"])
    rules: dict[str, Any]


class GameBody(BaseModel):
    """A game."""

    game: Game
    name: str
    text: str
    options: list[OptionBody]
    variants: list[VariantBody]


class GamesBody(BaseModel):
    """All games."""

    games: list[GameBody]


@router.get(
    "",
    operation_id="list_games",
    summary="The games and their options",
    responses={200: {"model": GamesBody}, **documented("bad-input")},
)
async def list_games(lang: Language) -> JSONResponse:
    """List the games with options and variants, described so that a client can build a form."""
    return JSONResponse({"games": [describe(game, lang) for game in GAMES]})


@router.get(
    "/{game}",
    operation_id="get_game",
    summary="One game and its options",
    responses={200: {"model": GameBody}, **documented("bad-input")},
)
async def get_game(game: Game, lang: Language) -> JSONResponse:
    """Describe one game."""
    return JSONResponse(describe(game, lang))
