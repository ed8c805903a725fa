"""Stop the Bus on film: the three table cards from turn to turn, and all hands at the showing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from datasets.film.beats import SEATS, Director, Pose, Script
from datasets.film.dealing import Dealt, collect, deal, gather, put_away
from datasets.film.opening import opened
from rules.bus import Deal, Exchange, Rules, State, Stick, Stop
from rules.cards import Card

FAULTS = ("two_exchanged",)
"""Two hand cards are exchanged for two table cards."""

EXTENT = (-3.4, -2.9, 3.4, 2.9)


def bus_script(
    seed: int,
    rules: Rules | None = None,
    faults: Sequence[str] = (),
    pace: float = 1.0,
    deals: int = 1,
    dealt: bool = True,
) -> tuple[Script, tuple[float, float, float, float]]:
    """A film of Stop the Bus, each deal from the first turn to the showing.

    Args:
        seed: of cards, play and movements.
        rules: the options in play; two to four players.
        faults: at most one, in the last deal; the film ends with it.
        pace: speed of play.
        deals: how many are played, unless a player is out before.
        dealt: whether the cards are dealt when the film begins, or on a bare table.

    Returns:
        The script, and the table's extent (left, far, right, near).

    Raises:
        ValueError: for a fault of another name, or more players than sit round the table.
    """
    rules = rules or Rules()
    begun = opened("bus", seed, rules, rules.players, faults, FAULTS, EXTENT, pace)
    sides, rng, director = begun.sides, begun.rng, begun.director
    state = State.start(rules, dealer=int(rng.integers(rules.players)), seed=seed).play(Deal()).after
    while state.turn is None:
        state = State.start(rules, dealer=0, seed=int(rng.integers(2**31))).play(Deal()).after
    play = _Play(director, sides, rng, state)
    if dealt:
        play.lie_there()
    else:
        play.deal_out()
    for deal_ in range(1, deals + 1):
        play.turns(faults if deal_ == deals else ())
        if deal_ == deals or not play.deal_again():
            break
    return director.end(2.5), EXTENT


class _Play:
    """Players of Stop the Bus and their hands."""

    def __init__(self, director: Director, sides: Sequence[str], rng: np.random.Generator, state: State) -> None:
        self.director, self.sides, self.rng, self.state = director, sides, rng, state
        self.pieces: dict[Card, int] = {}
        self._take_up()

    def _take_up(self) -> None:
        self.hands = [list(hand) for hand in self.state.hands]
        self.table = list(self.state.table)

    def lie_there(self) -> None:
        """The first deal, made before the film begins."""
        director = self.director
        for number, card in enumerate(self.table, start=1):
            self.pieces[card] = director.lay(str(card), f"table {number}", director.sloppy(_middle(number), 0.03, 4))
        for side, hand in zip(self.sides, self.hands, strict=True):
            for card in hand:
                self.pieces[card] = director.lay(str(card), f"hand {side}", _hidden(director, side))

    def deal_out(self) -> None:
        """The first deal, on a table that is bare when the film begins."""
        self.director.pause(0.5, 3.0)
        self._deal()

    def deal_again(self) -> bool:
        """Gather every card and deal again; whether everybody still plays, and nobody won by the deal itself."""
        director = self.director
        state = self.state.play(Deal()).after
        if state.turn is None or not all(state.hands):
            return False
        director.pause(1.5, 4.0)
        groups = {side: [[piece for pile in director.lying(side) for piece in pile]] for side in self.sides}
        dealer = self.sides[state.dealer]
        groups[dealer] += director.lying("table")
        collect(director, dealer, groups, Pose(0.0, 0.0))
        self.state = state
        self._take_up()
        self._deal()
        return True

    def _deal(self) -> None:
        """A card to each in turn, face down in a heap, three open in the middle; then the hands are taken up."""
        director, state = self.director, self.state
        dealer = self.sides[state.dealer]
        for card in [card for hand in (*state.hands, state.table) for card in hand]:
            if card not in self.pieces:
                self.pieces[card] = director.hold(str(card), dealer)
        seats = [(state.dealer + 1 + k) % len(self.sides) for k in range(len(self.sides))]
        cards = [
            Dealt(self.pieces[state.hands[seat][number]], _heap(self.sides[seat]), f"heap {self.sides[seat]}")
            for number in range(len(state.table))
            for seat in seats
        ]
        cards += [Dealt(self.pieces[card], _middle(k), f"table {k}") for k, card in enumerate(state.table, start=1)]
        deal(director, dealer, cards, (), None)
        for side in (self.sides[seat] for seat in seats):
            put_away(director, side, gather(director, side, [list(director.piles[f"heap {side}"])]))
            director.leave(side)
        director.pause(0.5, 2.0)

    def turns(self, faults: Sequence[str]) -> None:
        """Play the deal to its showing, or to the fault."""
        turns = 0
        while True:
            seat = self.state.turn
            assert seat is not None, "a deal in play has a turn"
            wrong = bool(faults) and turns >= 1
            move = _choose(self.state, self.rng, turns)
            if wrong:
                give, take = tuple(self.hands[seat][:2]), tuple(self.table[:2])
            elif isinstance(move, Exchange):
                give, take = move.give, move.take
            else:
                give = take = ()
            self._exchange(seat, give, take, wrong)
            self.director.pause(0.6, 2.0)
            turns += 1
            if wrong:
                # From here on the table is no longer the state's: the film ends with the fault judged.
                return
            played = self.state.play(move)
            self.state = played.after
            if played.ended is not None:
                _show(self.director, self.sides, self.hands, self.pieces)
                losers = [int(seat) for seat in played.ended.losers]
                told = {
                    "player": None,
                    "verdict": "legal",
                    "rule": None,
                    "losers": losers,
                    "placements": [],
                    "discard": None,
                }
                self.director.judge(self.sides[0], told)
                return

    def _exchange(self, seat: int, give: Sequence[Card], take: Sequence[Card], wrong: bool) -> None:
        """Lay cards of the hand where others lie on the table, and take up those."""
        director, side = self.director, self.sides[seat]
        for mine, theirs in zip(give, take, strict=True):
            number = self.table.index(theirs) + 1
            director.carry(side, self.pieces[mine], director.sloppy(_middle(number), 0.03, 4), f"table {number}")
            director.carry(side, self.pieces[theirs], _hidden(director, side), f"hand {side}")
            self.hands[seat][self.hands[seat].index(mine)] = theirs
            self.table[number - 1] = mine
        director.leave(side)
        if give:
            told: dict[str, Any] = {
                "player": side, "verdict": "illegal" if wrong else "legal", "rule": "bus.table_two" if wrong else None,
                "placements": [{"card": str(card), "slot": None} for card in give], "discard": None,
            }  # fmt: skip
            director.judge(side, told, "two_exchanged" if wrong else None)


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


def _heap(side: str) -> Pose:
    """Where a hand is dealt."""
    angle = np.deg2rad(SEATS[side])
    away = 2.0 if side in ("near", "far") else 2.4
    return Pose(float(-away * np.sin(angle)), float(away * np.cos(angle)), SEATS[side])


def _middle(number: int) -> Pose:
    return Pose((number - 2) * 0.95, 0.0, 0.0, True)


def _hidden(director: Director, side: str) -> Pose:
    x, y = director.rest(side)
    return Pose(float(x), float(y), SEATS[side], False)
