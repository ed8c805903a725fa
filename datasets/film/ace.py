"""Chase the Ace on film: kings turned up, cards exchanged, the showdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from datasets.film.beats import SEATS, Director, Pose, Script
from datasets.film.opening import opened
from rules.ace import Deal, Draw, Exchange, Rules, State
from rules.cards import Rank

FAULTS = ("no_king",)
"""A card that is no king is turned up before play."""

EXTENT = (-3.2, -2.4, 3.2, 2.4)
STOCK = Pose(0.0, 0.0)


def ace_script(
    seed: int, rules: Rules | None = None, faults: Sequence[str] = (), pace: float = 1.0
) -> tuple[Script, tuple[float, float, float, float]]:
    """A film of one deal of Chase the Ace, from the deal to the showdown.

    Args:
        seed: of cards, play and movements.
        rules: the options in play; two to four players.
        faults: at most one; the film ends with it.
        pace: speed of play.

    Returns:
        The script, and the table's extent (left, far, right, near).

    Raises:
        ValueError: for a fault of another name, or more players than sit round the table.
    """
    rules = rules or Rules()
    begun = opened("ace", seed, rules, rules.players, faults, FAULTS, EXTENT, pace)
    sides, rng, director = begun.sides, begun.rng, begun.director
    state = State.start(rules, dealer=int(rng.integers(rules.players)), seed=seed).play(Deal()).after
    held: list[int] = []
    for seat, card in enumerate(state.cards):
        assert card is not None, "every player is dealt a card"
        held.append(director.lay(str(card), _place(seat), director.sloppy(_before(sides[seat], False), 0.03, 3)))
    stock = {card: director.lay(str(card), "stock", director.sloppy(STOCK, 0.008, 0.6)) for card in state.rest}
    director.pause(0.8, 1.5)
    _turn_kings(director, sides, held, state, faults, rng)
    if faults:
        return director.end(5.0), EXTENT
    while True:
        turn = state.turn
        assert turn is not None, "a deal in play has a turn"
        seat = turn
        moves = list(state.legal_moves)
        move = moves[int(rng.integers(len(moves)))]
        played = state.play(move)
        if isinstance(played.move, Exchange) and played.partner is not None and played.partner != seat:
            _swap(director, sides, held, seat, played.partner)
        elif isinstance(played.move, Draw) and played.move.card is not None:
            away = director.rest(sides[seat])
            director.carry(sides[seat], held[seat], Pose(float(away[0]), float(away[1])), f"out {seat + 1}")
            held[seat] = stock[played.move.card]
            director.carry(sides[seat], held[seat], director.sloppy(_before(sides[seat], False), 0.03, 3), _place(seat))
        director.leave(sides[seat])
        director.pause(0.5, 1.5)
        state = played.after
        if played.ended is not None:
            break
    for seat, side in enumerate(sides):
        if not director.poses[held[seat]].up:
            director.carry(side, held[seat], director.sloppy(_before(side, True), 0.03, 3), _place(seat))
            director.leave(side)
            director.pause(0.1, 0.5)
    told = {
        "player": None, "verdict": "legal", "rule": None, "placements": [], "discard": None,
        "losers": [int(seat) for seat in played.ended.losers],
    }  # fmt: skip
    director.judge(sides[0], told)
    return director.end(2.5), EXTENT


def _turn_kings(
    director: Director,
    sides: Sequence[str],
    held: list[int],
    state: State,
    faults: Sequence[str],
    rng: np.random.Generator,
) -> None:
    """Kings are turned up at once; with the fault, another card is while some still lie face down: it is the showdown
    where none does."""
    kings = [seat for seat, card in enumerate(state.cards) if card is not None and card.rank is Rank.KING]
    others = [seat for seat in range(len(sides)) if seat not in kings]
    turned = kings
    if faults and others:
        wrong = others[int(rng.integers(len(others)))]
        turned = [*kings, wrong] if len(others) > 1 else [wrong]
    for seat in turned:
        director.carry(sides[seat], held[seat], director.sloppy(_before(sides[seat], True), 0.03, 3), _place(seat))
        director.leave(sides[seat])
        fault = seat not in kings
        told: dict[str, Any] = {
            "player": None, "verdict": "illegal" if fault else "legal",
            "rule": "ace.not_king" if fault else "ace.kings", "placements": [], "discard": None,
        }  # fmt: skip
        if seat == turned[-1]:
            director.judge(sides[seat], told, "no_king" if fault else None)
        director.pause(0.6, 1.2)


def _swap(director: Director, sides: Sequence[str], held: list[int], seat: int, other: int) -> None:
    """Two players' cards change places, face down."""
    side = sides[seat]
    mine, theirs = held[seat], held[other]
    aside = director.sloppy(_before(side, False), 0.03, 3)
    director.carry(side, mine, director.sloppy(_before(sides[other], False), 0.03, 3), _place(other))
    director.carry(side, theirs, aside, _place(seat))
    held[seat], held[other] = theirs, mine


def _place(seat: int) -> str:
    return f"player {seat + 1}"


def _before(side: str, up: bool) -> Pose:
    angle = np.deg2rad(SEATS[side])
    away = 1.7 if side in ("near", "far") else 2.3
    return Pose(float(-away * np.sin(angle)), float(away * np.cos(angle)), SEATS[side], up)
