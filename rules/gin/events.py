"""What happens in a match of gin, one value each, and the line of the record it is written as."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rules.cards import Card, format_cards, parse_cards
from rules.errors import RulesError
from rules.gin.moves import Draw, Take
from rules.gin.position import HAND
from rules.gin.score import Showdown
from rules.gin.state import Step


@dataclass(frozen=True, slots=True)
class Deal:
    """A hand dealt: its dealer and the pack, the first card dealt first."""

    dealer: int
    pack: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """A hand's end: the score, ``None`` for a void hand, and who won it."""

    winner: int | None
    showdown: Showdown | None


@dataclass(frozen=True, slots=True)
class GameOver:
    """The end of a game, or of Hollywood's three: each player's total."""

    totals: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The end of the match: its winner."""

    winner: int


Event: TypeAlias = Deal | Step | Result | GameOver | MatchOver


def line(event: Event, names: tuple[str, str]) -> str:
    """The line of an event in a record."""
    if isinstance(event, Step):
        shown = f" {event.card}" if isinstance(event.move, (Take, Draw)) else ""
        return f"{names[event.player]} {event.move}{shown}"
    if isinstance(event, Deal):
        return _deal_line(event, names)
    if isinstance(event, GameOver):
        return f"game {names[0]} {event.totals[0]} {names[1]} {event.totals[1]}"
    if isinstance(event, MatchOver):
        return f"match {names[event.winner]}"
    if event.showdown is None:
        return "void"
    if event.winner is None:
        return "score nobody"
    return f"score {names[event.winner]} {event.showdown.points} {event.showdown.ending}"


def _deal_line(deal: Deal, names: tuple[str, str]) -> str:
    first, second = (format_cards(deal.pack[place : 2 * HAND : 2]) for place in (0, 1))
    upcard, stock = deal.pack[2 * HAND], format_cards(deal.pack[2 * HAND + 1 :])
    other, dealer = names[1 - deal.dealer], names[deal.dealer]
    return f"deal {other} {first} / {dealer} {second} / up {upcard} / stock {stock}"


def parse_deal(text: str, names: tuple[str, str], dealer: int) -> tuple[Card, ...]:
    """The pack of a deal's line, the first card dealt first.

    Raises:
        RulesError: ``gin.deal`` for a line of another shape; a card that is none.
    """
    parts = [part.split(None, 1) for part in text.removeprefix("deal ").split("/")]
    heads = [names[1 - dealer], names[dealer], "up", "stock"]
    if [part[0] for part in parts if part] != heads or any(len(part) != 2 for part in parts):
        raise RulesError("gin.deal", {"first": heads[0], "second": heads[1]})
    first, second, upcard, stock = (parse_cards(part[1]) for part in parts)
    if (len(first), len(second), len(upcard)) != (HAND, HAND, 1):
        raise RulesError("gin.deal", {"first": heads[0], "second": heads[1]})
    return (*(card for pair in zip(first, second, strict=True) for card in pair), *upcard, *stock)


def remarks(showdown: Showdown) -> list[str]:
    """How the two hands came to lie on the table, as remarks in a record."""
    lines = []
    for side, laid in (("knocker", showdown.knocker), ("defender", showdown.defender)):
        melds = " / ".join(format_cards(meld) for meld in laid.melds) or "no melds"
        off = f"; laid off {format_cards(layoff.card for layoff in laid.layoffs)}" if laid.layoffs else ""
        rest = f"; deadwood {format_cards(laid.deadwood)} ({laid.points})" if laid.deadwood else ""
        lines.append(f"# {side}: {melds}{off}{rest}")
    return lines
