"""Stop the Bus on film: the three table cards from turn to turn, and all hands at the showing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from datasets.film.beats import SEATS, Director, Pose, Script
from datasets.film.opening import opened
from rules.bus import Deal, Exchange, Rules, State, Stick, Stop
from rules.cards import Card

FAULTS = ("two_exchanged",)
"""Two hand cards are exchanged for two table cards."""

EXTENT = (-3.4, -2.9, 3.4, 2.9)


def bus_script(
    seed: int, rules: Rules | None = None, faults: Sequence[str] = (), pace: float = 1.0
) -> tuple[Script, tuple[float, float, float, float]]:
    """A film of one deal of Stop the Bus, from the first turn to the showing.

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
    begun = opened("bus", seed, rules, rules.players, faults, FAULTS, EXTENT, pace)
    sides, rng, director = begun.sides, begun.rng, begun.director
    start = State.start(rules, dealer=int(rng.integers(rules.players)), seed=seed)
    state = start.play(Deal()).after
    while state.turn is None:
        state = State.start(rules, dealer=0, seed=int(rng.integers(2**31))).play(Deal()).after
    pieces: dict[Card, int] = {}
    places: dict[Card, str] = {}
    for number, card in enumerate(state.table, start=1):
        places[card] = f"table {number}"
        pieces[card] = director.lay(str(card), places[card], director.sloppy(_middle(number), 0.03, 4))
    for seat, hand in enumerate(state.hands):
        for card in hand:
            pieces[card] = director.lay(str(card), f"hand {sides[seat]}", _hidden(director, sides[seat]))
    turns = 0
    hands = [list(hand) for hand in state.hands]
    table = list(state.table)
    while True:
        seat = state.turn
        assert seat is not None, "a deal in play has a turn"
        side = sides[seat]
        wrong = bool(faults) and turns >= 1
        move = _choose(state, rng, turns)
        if wrong:
            give, take = tuple(hands[seat][:2]), tuple(table[:2])
        elif isinstance(move, Exchange):
            give, take = move.give, move.take
        else:
            give = take = ()
        for mine, theirs in zip(give, take, strict=True):
            place = places.pop(theirs)
            places[mine] = place
            number = int(place.split()[1])
            director.carry(side, pieces[mine], director.sloppy(_middle(number), 0.03, 4), place)
            director.carry(side, pieces[theirs], _hidden(director, side), f"hand {side}")
            hands[seat][hands[seat].index(mine)] = theirs
            table[table.index(theirs)] = mine
        director.leave(side)
        if give:
            told: dict[str, Any] = {
                "player": side, "verdict": "illegal" if wrong else "legal", "rule": "bus.table_two" if wrong else None,
                "placements": [{"card": str(card), "slot": None} for card in give], "discard": None,
            }  # fmt: skip
            director.judge(side, told, "two_exchanged" if wrong else None)
        director.pause(0.6, 2.0)
        turns += 1
        if wrong:
            # From here on the table is no longer the state's: the film ends with the fault judged.
            return director.end(2.5), EXTENT
        played = state.play(move)
        state = played.after
        if played.ended is not None:
            _show(director, sides, hands, pieces)
            losers = [int(seat) for seat in played.ended.losers]
            told = {
                "player": None,
                "verdict": "legal",
                "rule": None,
                "losers": losers,
                "placements": [],
                "discard": None,
            }
            director.judge(sides[0], told)
            return director.end(2.5), EXTENT


def _choose(state: State, rng: np.random.Generator, turns: int) -> Exchange | Stop | Stick:
    moves = [move for move in state.legal_moves if not isinstance(move, Deal)]
    stops = [move for move in moves if isinstance(move, Stop)]
    if stops and (turns > 7 or (turns > 2 and rng.random() < 0.15)):
        return stops[0]
    exchanges = [move for move in moves if isinstance(move, Exchange)]
    ones = [move for move in exchanges if len(move.give) == 1]
    if ones and rng.random() < 0.8:
        return ones[int(rng.integers(len(ones)))]
    rest = [move for move in moves if not isinstance(move, Stop)]
    return rest[int(rng.integers(len(rest)))]


def _show(director: Director, sides: Sequence[str], hands: Sequence[Sequence[Card]], pieces: dict[Card, int]) -> None:
    """Every hand laid open before its player."""
    for side, hand in zip(sides, hands, strict=True):
        angle = np.deg2rad(SEATS[side])
        away = 2.2 if side in ("near", "far") else 2.6
        for number, card in enumerate(hand):
            across = (number - 1) * 0.45
            x = across * np.cos(angle) - away * np.sin(angle)
            y = across * np.sin(angle) + away * np.cos(angle)
            pose = director.sloppy(Pose(float(x), float(y), SEATS[side], True), 0.02, 3)
            director.carry(side, pieces[card], pose, f"{side} card {number + 1}")
        director.leave(side)
        director.pause(0.2, 0.8)


def _middle(number: int) -> Pose:
    return Pose((number - 2) * 0.95, 0.0, 0.0, True)


def _hidden(director: Director, side: str) -> Pose:
    x, y = director.rest(side)
    return Pose(float(x), float(y), SEATS[side], False)
