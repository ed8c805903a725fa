"""The shapes of matches' JSON."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from service.api.games import Game
from service.api.inputs import Options
from service.api.schemas import Asked, Shape

Name = Annotated[str, Field(max_length=100)]


class NewMatch(Asked):
    """A match to begin."""

    game: Game
    rules: Options = Field(default={})
    seed: int | None = Field(default=None, ge=0, le=2**53, description="makes lot and deals repeatable")
    first: int | None = Field(
        default=None, ge=0, le=100, description="who plays or deals first, from 0; drawn by lot if not given"
    )
    players: list[Name] = Field(default=[], max_length=60, description="names, for showing")
    name: Name = ""


class NewMoves(Asked):
    """Moves to make, all or none."""

    moves: list[Annotated[str, Field(max_length=400)]] = Field(
        min_length=1,
        max_length=50,
        description="in the game's notation, as the legal moves are listed",
        examples=[["deal"]],
    )
    player: int | None = Field(
        default=None, ge=0, le=100, description="whose moves they are, to refuse one out of turn"
    )
    version: int | None = Field(default=None, ge=0, description="refuse if the match has changed since this version")


class Undo(Asked):
    """Moves to take back."""

    count: int = Field(default=1, ge=1, le=10_000)
    version: int | None = Field(default=None, ge=0)


class NewRecord(Asked):
    """A record to keep as a match."""

    record: str = Field(max_length=500_000, description="as GET …/export?form=record gives it")
    name: Name = ""


class MatchBody(Shape):
    """A match as it is now."""

    id: str
    game: Game
    name: str
    rules: dict[str, Any]
    players: list[str]
    version: int
    moves: int
    turn: int | None = Field(description="the seat to move; null when the next move is nobody's own, such as a deal")
    over: bool
    winners: list[int]
    created: float
    updated: float
    table: dict[str, Any]


class MovesBody(Shape):
    """The legal moves."""

    version: int
    turn: int | None
    moves: list[str]


class SummaryBody(Shape):
    """A match in a list."""

    id: str
    game: Game
    name: str
    players: list[str]
    moves: int
    over: bool
    created: float
    updated: float


class MatchesBody(Shape):
    """Matches, the last changed first."""

    matches: list[SummaryBody]


class StepBody(Shape):
    """The table after a move."""

    number: int
    player: int | None
    move: str | None
    turn: int | None
    over: bool
    table: dict[str, Any]


class ReplayBody(Shape):
    """The table move by move."""

    game: Game
    count: int
    steps: list[StepBody]
