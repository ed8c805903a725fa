"""Chase the Ace on film: kings turned up, cards exchanged, the showdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from datasets.film.beats import SEATS, Director, Pose, Script
from datasets.film.dealing import Dealt, collect, deal
from datasets.film.opening import opened
from rules.ace import Deal, Draw, Exchange, Rules, State
from rules.cards import Card, Rank

FAULTS = ("no_king",)
"""A card that is no king is turned up before play."""

EXTENT = (-3.2, -2.4, 3.2, 2.4)
STOCK = Pose(0.0, 0.0)


def ace_script(
    seed: int,
    rules: Rules | None = None,
    faults: Sequence[str] = (),
    pace: float = 1.0,
    deals: int = 1,
    dealt: bool = True,
) -> tuple[Script, tuple[float, float, float, float]]:
    """A film of Chase the Ace, each deal from its kings to the showdown.

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
    begun = opened("ace", seed, rules, rules.players, faults, FAULTS, EXTENT, pace)
    sides, rng, director = begun.sides, begun.rng, begun.director
    state = State.start(rules, dealer=int(rng.integers(rules.players)), seed=seed).play(Deal()).after
    play = _Play(director, sides, rng, state)
    if dealt:
        play.lie_there()
    else:
        play.deal_out()
    for deal_ in range(1, deals + 1):
        wrong = faults if deal_ == deals else ()
        _turn_kings(director, sides, play.held, play.state, wrong, rng)
        if wrong:
            return director.end(5.0), EXTENT
        play.turns()
        if deal_ == deals or not play.deal_again():
            break
    return director.end(2.5), EXTENT


class _Play:
    """Players of Chase the Ace, and the card before each."""

    def __init__(self, director: Director, sides: Sequence[str], rng: np.random.Generator, state: State) -> None:
        self.director, self.sides, self.rng, self.state = director, sides, rng, state
        self.pieces: dict[Card, int] = {}
        self.held: list[int] = []

    def lie_there(self) -> None:
        """The first deal, made before the film begins."""
        director = self.director
        for seat, card in enumerate(self.state.cards):
            assert card is not None, "every player is dealt a card"
            pose = director.sloppy(_before(self.sides[seat], False), 0.03, 3)
            self.pieces[card] = director.lay(str(card), _place(seat), pose)
            self.held.append(self.pieces[card])
        for card in self.state.rest:
            self.pieces[card] = director.lay(str(card), "stock", director.sloppy(STOCK, 0.008, 0.6))
        director.pause(0.8, 1.5)

    def deal_out(self) -> None:
        """The first deal, on a table that is bare when the film begins."""
        dealer = self.sides[self.state.dealer]
        for card in [*self.state.rest, *(card for card in self.state.cards if card is not None)]:
            self.pieces[card] = self.director.hold(str(card), dealer)
        self.director.pause(0.5, 3.0)
        self._deal(dealer)

    def deal_again(self) -> bool:
        """Gather every card and deal again; whether everybody still plays."""
        director = self.director
        state = self.state.play(Deal()).after
        if state.turn is None or None in state.cards:
            return False
        director.pause(1.5, 4.0)
        groups = {
            side: [list(director.piles.get(_place(seat), ())), list(director.piles.get(f"out {seat + 1}", ()))]
            for seat, side in enumerate(self.sides)
        }
        dealer = self.sides[state.dealer]
        groups[dealer] += [list(director.piles.get("stock", ()))]
        collect(director, dealer, groups, Pose(STOCK.x + 0.9, STOCK.y))
        self.state = state
        self._deal(dealer)
        return True

    def _deal(self, dealer: str) -> None:
        """A card to each, from the dealer's left, and the rest in the middle."""
        dealt = {seat: self.pieces[card] for seat, card in enumerate(self.state.cards) if card is not None}
        order = [(self.state.dealer + 1 + k) % len(self.sides) for k in range(len(self.sides))]
        cards = [Dealt(dealt[seat], _before(self.sides[seat], False), _place(seat)) for seat in order]
        deal(self.director, dealer, cards, [self.pieces[card] for card in self.state.rest], STOCK)
        self.held = [dealt[seat] for seat in range(len(self.sides))]

    def turns(self) -> None:
        """Play the deal to its showdown."""
        director, sides = self.director, self.sides
        while True:
            turn = self.state.turn
            assert turn is not None, "a deal in play has a turn"
            seat = turn
            moves = list(self.state.legal_moves)
            move = moves[int(self.rng.integers(len(moves)))]
            played = self.state.play(move)
            if isinstance(played.move, Exchange) and played.partner is not None and played.partner != seat:
                _swap(director, sides, self.held, seat, played.partner)
            elif isinstance(played.move, Draw) and played.move.card is not None:
                away = director.rest(sides[seat])
                aside = Pose(float(away[0]), float(away[1]))
                director.carry(sides[seat], self.held[seat], aside, f"out {seat + 1}")
                self.held[seat] = self.pieces[played.move.card]
                pose = director.sloppy(_before(sides[seat], False), 0.03, 3)
                director.carry(sides[seat], self.held[seat], pose, _place(seat))
            director.leave(sides[seat])
            director.pause(0.5, 1.5)
            self.state = played.after
            if played.ended is not None:
                break
        for seat, side in enumerate(sides):
            if not director.poses[self.held[seat]].up:
                director.carry(side, self.held[seat], director.sloppy(_before(side, True), 0.03, 3), _place(seat))
                director.leave(side)
                director.pause(0.1, 0.5)
        told = {
            "player": None, "verdict": "legal", "rule": None, "placements": [], "discard": None,
            "losers": [int(seat) for seat in played.ended.losers],
        }  # fmt: skip
        director.judge(sides[0], told)


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
