"""Positions for the tests of gin."""

from __future__ import annotations

from rules import gin
from rules.cards import CARDS, Card, parse_cards
from rules.gin.game import Entry, Series
from rules.gin.melds import mask_of
from rules.gin.position import Phase

KNOCKER = "AS AD AC 3H 4H 5H 9C 9D 9H 7S"
GIN = "AS AD AC 3H 4H 5H 9C 9D 9H 9S"
BIG = "AS AD AC 3H 4H 5H 6H 9C 9D 9H 9S"
POOR = "2C 2D 4C 6D 8S 10D JC QD KH KS"


def card(text: str) -> Card:
    return Card.parse(text)


def pack(first: str, second: str, upcard: str, stock: str = "") -> tuple[Card, ...]:
    """A pack that deals the non-dealer and the dealer these hands, this upcard, and this stock, the next card first."""
    hands = [parse_cards(first), parse_cards(second)]
    top = [dealt for pair in zip(*hands, strict=True) for dealt in pair]
    known = [*top, card(upcard), *parse_cards(stock)]
    return (*known, *(other for other in CARDS if other not in known))


def deal(first: str, second: str, upcard: str, stock: str = "", rules: gin.Rules | None = None) -> gin.State:
    """A hand dealt by player 0: player 1, with the first hand, moves first."""
    return gin.State.deal(pack(first, second, upcard, stock), rules, dealer=0)


def late(hand: str, other: str, stock: str, top: str, rules: gin.Rules | None = None) -> gin.State:
    """Player 0 is to draw, late in a hand: all cards named nowhere lie in the discard pile, under its top."""
    named = [*parse_cards(hand), *parse_cards(other), *parse_cards(stock), card(top)]
    pile = (*(left for left in CARDS if left not in named), card(top))
    return gin.State(
        rules or gin.Rules(),
        dealer=0,
        turn=0,
        phase=Phase.DRAW,
        hands=(mask_of(parse_cards(hand)), mask_of(parse_cards(other))),
        stock=tuple(reversed(parse_cards(stock))),
        pile=pile,
        upcard=pile[0],
        passes=2,
    )


def play(state: gin.State, *moves: str) -> gin.State:
    """The position after some moves in text."""
    for move in moves:
        state = state.after(gin.parse_move(move))
    return state


def offered() -> gin.State:
    """The first upcard is offered to player 1."""
    return deal(KNOCKER, POOR, "7D", "5C 8H")


def drawing() -> gin.State:
    """Player 1 is to draw, after the dealer took the upcard."""
    return play(offered(), "pass", "take", "discard KS")


def discarding() -> gin.State:
    """Player 1 took the upcard and is to discard."""
    return play(offered(), "take")


def knocked() -> gin.State:
    """Player 1 has knocked."""
    return play(discarding(), "knock 7S")


def series(rules: gin.Rules, *entries: tuple[int, int]) -> Series:
    """A series after hands won, each by a player with points."""
    played = Series.start(rules)
    for winner, points in entries:
        played = played.add(Entry(winner, points))
    return played
