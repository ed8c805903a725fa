"""Gin rummy on film: the discard pile from turn to turn, and the hands laid out at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from datasets.film.beats import SEATS, Pose, Script
from datasets.film.dealing import Dealt, collect, deal, gather, put_away
from datasets.film.habits import NEAT, Habits
from datasets.film.opening import Opening, opened
from rules.cards import Card
from rules.gin import BigGin, Knock, Rules, State, best_melds
from rules.gin.moves import Discard, Draw, Move, Pass, Show, Take

FAULTS = ("put_back",)
"""The card just taken from the discard pile is put straight back."""

STOCK, DISCARD = Pose(-0.55, 0.0), Pose(0.55, 0.0, 0.0, True)
EXTENT = (-3.6, -2.4, 3.6, 2.4)
SPREADS = ((0.34, 0.42), (0.34, 0.42), (0.24, 0.42), (0.17, 0.45), (0.2, 0.0))
"""How hands are laid open: what is seen of a card under the next one, and what more lies between two melds, in card
heights. Loosely, closely, and as one fan."""
_LAID_OPEN = 22
_OFF = 0.08
"""By how much the piles lie elsewhere after the next deal, standard deviation in card heights."""
_SWAPPED = 0.3
"""Share of deals after which they have changed places."""


def gin_script(
    seed: int,
    rules: Rules | None = None,
    faults: Sequence[str] = (),
    pace: float = 1.0,
    turns: int | None = None,
    hands: int = 1,
    dealt: bool = True,
    habits: Habits = NEAT,
) -> tuple[Script, tuple[float, float, float, float]]:
    """A film of gin, hand by hand.

    Args:
        seed: of cards, play and movements.
        rules: the options in play.
        faults: at most one; the film ends with it.
        pace: speed of play.
        turns: break off after so many; None plays to the end.
        hands: how many are played; the faults are made in the last.
        dealt: whether the cards are dealt when the film begins, or on a bare table.
        habits: of the players.

    Returns:
        The script, and the table's extent (left, far, right, near).

    Raises:
        ValueError: for a fault of another name.
    """
    rules = rules or Rules()
    begun = opened("gin", seed, rules, 2, faults, FAULTS, EXTENT, pace)
    # By a chance of its own: the same hands are played in the same way however they are laid open.
    spread = SPREADS[int(np.random.default_rng([seed, _LAID_OPEN]).integers(len(SPREADS)))]
    play = _Play(begun, State.shuffled(seed, rules, dealer=int(begun.rng.integers(2))), spread, habits)
    if dealt:
        play.lie_there()
    else:
        play.deal_out()
    played = 0
    for hand in range(1, hands + 1):
        if hand > 1:
            play.deal_again(State.shuffled(seed + 1000 * hand, rules, dealer=int(begun.rng.integers(2))))
        pending, begun_at = list(faults) if hand == hands else [], played
        while not play.state.over and not play.broken and (turns is None or played < turns):
            if play.turn(pending[0] if pending and played >= begun_at + 2 else None):
                pending.pop(0)
            played += 1
        if play.state.showdown is not None and not play.broken:
            play.lay_out()
    return begun.director.end(2.5), EXTENT


class _Play:
    """Two players of gin and their hands."""

    def __init__(self, begun: Opening, state: State, spread: tuple[float, float], habits: Habits) -> None:
        director, self.habits = begun.director, habits
        self.director, self.sides, self.rng, self.state = director, begun.sides, begun.rng, state
        self.pieces: dict[Card, int] = {}
        self.broken = False
        self.stock, self.discard = STOCK, DISCARD
        self.spread = spread

    def lie_there(self) -> None:
        """The first deal, made before the film begins."""
        director, state = self.director, self.state
        for player, side in enumerate(self.sides):
            for card in state.hand(player):
                self.pieces[card] = director.lay(str(card), f"hand {side}", self._hidden(side))
        for card in state.stock:
            self.pieces[card] = director.lay(str(card), "stock", director.sloppy(STOCK, 0.008, 0.6))
        for card in state.pile:
            self.pieces[card] = director.lay(str(card), "discard", director.sloppy(DISCARD, 0.02, 4))

    def deal_out(self) -> None:
        """The first deal, on a table that is bare when the film begins."""
        dealer = self.sides[self.state.dealer]
        for card in [*self.state.stock, *self.state.pile, *self.state.hand(0), *self.state.hand(1)]:
            self.pieces[card] = self.director.hold(str(card), dealer)
        self.director.pause(0.5, 3.0)
        self._deal(dealer)

    def deal_again(self, state: State) -> None:
        """Gather every card, and deal another hand."""
        director = self.director
        director.pause(1.5, 4.0)
        dealer = self.sides[state.dealer]
        groups = {
            side: [
                [piece for pile in director.lying(side) for piece in pile],
                # Hands that were not laid open are thrown in.
                list(director.piles.get(f"hand {side}", ())),
            ]
            for side in self.sides
        }
        groups[dealer] += [list(director.piles.get(pile, ())) for pile in ("discard", "stock")]
        collect(director, dealer, groups, Pose(0.0, 0.0))
        self.state = state
        off = director.rng.normal(0.0, _OFF, 4).clip(-2 * _OFF, 2 * _OFF)
        x = 0.55 if director.rng.random() < _SWAPPED else -0.55
        self.stock = Pose(x + float(off[0]), float(off[1]))
        self.discard = Pose(-x + float(off[2]), float(off[3]), 0.0, True)
        self._deal(dealer)

    def _deal(self, dealer: str) -> None:
        """A card to each in turn, face down in a heap; the stock; its top card turned up; the hands taken up."""
        director, state = self.director, self.state
        first = 1 - state.dealer
        order = [(state.hand(player), self.sides[player]) for player in (first, 1 - first)]
        cards = [
            Dealt(self.pieces[hand[number]], self._heap(side), f"heap {side}")
            for number in range(len(order[0][0]))
            for hand, side in order
        ]
        rest = [self.pieces[card] for card in (*state.stock, *reversed(state.pile))]
        deal(director, dealer, cards, rest, self.stock)
        for piece in reversed(rest[len(state.stock) :]):
            director.carry(dealer, piece, director.sloppy(self.discard, 0.02, 4), "discard")
        director.leave(dealer)
        for _, side in order:
            put_away(director, side, gather(director, side, [list(director.piles[f"heap {side}"])]))
            director.leave(side)
        director.pause(0.5, 2.0)

    @staticmethod
    def _heap(side: str) -> Pose:
        return Pose(0.0, 1.6 if side == "near" else -1.6, SEATS[side])

    def turn(self, fault: str | None) -> bool:
        """Play until the turn passes; whether the fault was made."""
        director, player = self.director, self.state.turn
        side = self.sides[player]
        made = False
        while not self.state.over and self.state.turn == player:
            move = self._choose()
            if isinstance(move, Pass | Show):
                self.state = self.state.do(move).state
                continue
            if isinstance(move, Take | Draw):
                step = self.state.do(move)
                assert step.card is not None, "every card of a film is known"
                director.carry(side, self.pieces[step.card], self._hidden(side), f"hand {side}")
                self.state = step.state
                director.pause(0.3, 2.0)
                continue
            if isinstance(move, BigGin):
                self.state = self.state.do(move).state
                continue
            assert isinstance(move, Discard | Knock), "a turn ends with a discard"
            card, taken = move.card, self.state.taken
            if fault == "put_back" and taken is not None and isinstance(move, Discard) and len(self.state.pile) > 0:
                card, made = taken, True
            up = not isinstance(move, Knock)
            pose = self.habits.discarded(director, replace(self.discard, up=up))
            director.carry(side, self.pieces[card], pose, "discard")
            told: dict[str, Any] = {
                "player": side, "verdict": "illegal" if made else "legal",
                "rule": "gin.put_back" if made else None, "placements": [],
                "discard": director.shown("discard"), "knock": not up,
            }  # fmt: skip
            director.judge(side, told, fault if made else None)
            if made:
                # From here on the table is no longer the state's: the film ends with the fault judged.
                self.broken = True
                director.leave(side)
                return True
            self.state = self.state.do(move).state
            director.leave(side)
            director.pause(0.2, 1.5)
        return made

    def lay_out(self) -> None:
        """Both hands spread in their melds, the knocker's first."""
        assert self.state.showdown is not None, "the hand is over"
        winner = self.state.winner
        for player, side in enumerate(self.sides):
            melding = best_melds(self.state.hand(player))
            rows = [*melding.melds, melding.deadwood]
            cards = [(card, k) for k, row in enumerate(rows) for card in row]
            y = 1.6 if side == "near" else -1.6
            strip, gap = self.spread
            x = -(strip * len(cards) + gap * len(rows)) / 2
            group = 0
            for card, k in cards:
                x += strip + (gap if k != group else 0.0)
                group = k
                pose = self.director.sloppy(Pose(x, y, SEATS[side] if self.rng.random() < 0.5 else 0.0, True), 0.015, 2)
                self.director.carry(side, self.pieces[card], pose, f"{side} card {card}")
            self.director.leave(side)
            self.director.pause(0.3, 1.0)
        told = {
            "player": None,
            "verdict": "legal",
            "rule": None,
            "score": self.state.showdown.to_json(),
            "winner": winner,
        }
        self.director.judge("near", told)

    def _choose(self) -> Move:
        """Sensible enough to end: what helps the melds, knock when it is possible."""
        state = self.state
        moves = list(state.legal_moves)
        for kind in (BigGin, Knock, Show):
            able = [move for move in moves if isinstance(move, kind)]
            if able:
                return able[0]
        discards = [move for move in moves if isinstance(move, Discard)]
        if discards:
            hand = state.hand(state.turn)
            return min(discards, key=lambda move: best_melds([card for card in hand if card != move.card]).points)
        takes = [move for move in moves if isinstance(move, Take)]
        if takes and state.pile:
            hand, top = state.hand(state.turn), state.pile[-1]
            now = best_melds(hand).points
            with_top = min(best_melds([c for c in (*hand, top) if c != out]).points for out in hand)
            if with_top < now - 3 or self.rng.random() < 0.1:
                return takes[0]
        rest = [move for move in moves if not isinstance(move, Take)]
        return rest[int(self.rng.integers(len(rest)))] if rest else moves[0]

    def _hidden(self, side: str) -> Pose:
        x, y = self.director.rest(side)
        return Pose(float(x), float(y), SEATS[side], False)
