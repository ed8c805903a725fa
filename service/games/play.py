"""One interface to the matches of all four games: begun from options and a seed, moved on by notation, shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol

from rules.cards import Card
from rules.errors import RulesError
from rules.record import load

Viewer = int | Literal["all", "onlooker"]
"""Who looks: a seat from 0, everything at once, or someone who is in no seat."""


@dataclass(frozen=True)
class Made:
    """A move that was made: by whom (None: nobody's own, a deal), and in notation that replays it."""

    player: int | None
    text: str


class Play(Protocol):
    """A match being played."""

    game: ClassVar[str]

    @classmethod
    def begin(cls, rules: Any, seed: int, first: int | None, names: Sequence[str]) -> Play:
        """A match before its first deal; raises `RulesError` for a player who is not in it."""

    @classmethod
    def read(cls, text: str) -> tuple[Play, list[Made]]:
        """The match of a record and its moves; raises `RecordError`."""

    @classmethod
    def resume(cls, origin: str, rules: Any, seed: int) -> Play:
        """The match that began with this `origin`, before its first move."""

    @property
    def rules(self) -> Any:
        """The options."""

    @property
    def origin(self) -> str:
        """What it began from, as text: with the options, the seed and the moves it is the whole match."""

    @property
    def turn(self) -> int | None:
        """The seat to move; None when the next move is nobody's own."""

    @property
    def over(self) -> bool:
        """Whether the match is won."""

    @property
    def winners(self) -> list[int]:
        """The seats that have won it."""

    def legal(self) -> list[str]:
        """The legal moves in notation."""

    def play(self, text: str, player: int | None = None) -> Made:
        """Make a move; raises `IllegalMove`, or `RulesError` for a text that is no move."""

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """The table as JSON, what the viewer may not see left out."""

    def record(self) -> str:
        """The record of the match."""


def code(card: Card | None) -> str | None:
    """A card as JSON."""
    return None if card is None else card.code


def codes(cards: Iterable[Card | None]) -> list[str | None]:
    """Cards as JSON, null for a hidden one."""
    return [code(card) for card in cards]


def play_of(game: str) -> type[Play]:
    """The class that plays a game."""
    from service.games import ace, bus, gin, trash

    kinds: dict[str, type[Play]] = {"trash": trash.Trash, "gin": gin.Gin, "bus": bus.Bus, "ace": ace.Ace}
    return kinds[game]


def game_of(text: str) -> str:
    """Which game a record is of.

    Raises:
        RecordError: it is no record.
        RulesError: ``record.game`` for a game that is not one of the four.
    """
    read = load(text)
    game = read.header("Game")
    if game not in ("trash", "gin", "bus", "ace"):
        raise RulesError("record.game", {"found": game, "expected": "trash / gin / bus / ace"})
    return game


def named(text: str, player: int | None, turn: int | None) -> str:
    """A move that names its player; where the text does not, the one given is meant, else the one in turn."""
    words = text.split()
    seat = turn if player is None else player
    if words and words[0].lower() not in ("player", "deal", "time") and seat is not None:
        return f"player {seat + 1}: {text}"
    return text
