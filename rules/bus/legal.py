"""What is allowed in Stop the Bus, and why not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.bus.moves import Exchange, Move, Stick, Stop
from rules.bus.options import PACK
from rules.bus.value import HAND
from rules.cards import Card
from rules.deals import Deal
from rules.errors import RulesError

if TYPE_CHECKING:
    from rules.bus.state import State


def verify(state: State, move: Exchange | Stop | Stick) -> None:
    """Raise unless a player who is in the deal may make the move.

    Raises:
        RulesError: the rule that forbids it.
    """
    _verify_turn(state, move.player)
    if isinstance(move, Exchange):
        _verify_exchange(state, move, state.hands[move.player])
    elif isinstance(move, Stop) and state.stopped is not None:
        raise RulesError("bus.stopped_already", {"player": state.stopped + 1})
    elif isinstance(move, Stick) and state.stopped is None:
        raise RulesError("bus.stick_too_early")


def verify_cards(state: State, cards: tuple[Card, ...]) -> None:
    """Raise unless these can be the next deal's cards.

    Raises:
        RulesError: ``bus.deal_size``, ``card.…``.
    """
    if len(cards) != dealt(state):
        params = {"found": len(cards), "expected": dealt(state), "players": len(state.lives.playing)}
        raise RulesError("bus.deal_size", params)
    PACK.check(cards)


def dealt(state: State) -> int:
    """How many cards the next deal takes."""
    return HAND * (len(state.lives.playing) + 1)


def _verify_turn(state: State, player: int) -> None:
    assert state.turn is not None, "a deal is being played"
    if player != state.turn:
        if player in _done(state):
            raise RulesError("bus.last_turn", {"player": player + 1})
        raise RulesError("bus.turn", {"player": player + 1, "turn": state.turn + 1})


def _done(state: State) -> list[int]:
    """The seats with no turn left in this deal: whoever stopped the bus, and those who have moved since."""
    done: list[int] = []
    seat = state.stopped
    while seat is not None and seat != state.turn:
        done.append(seat)
        seat = state.lives.following(seat)
    return done


def _verify_exchange(state: State, move: Exchange, hand: tuple[Card, ...]) -> None:
    if len(move.give) != len(move.take):
        raise RulesError("bus.uneven", {"give": len(move.give), "take": len(move.take)})
    for card in move.give:
        if card not in hand:
            raise RulesError("bus.not_in_hand", {"card": card.code})
    for card in move.take:
        if card not in state.table:
            raise RulesError("bus.not_on_table", {"card": card.code})
    PACK.check(move.give)
    PACK.check(move.take)
    if len(move.give) not in (1, HAND):
        raise RulesError("bus.one_or_three", {"found": len(move.give)})


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """The legal moves of a state: iterable, and ``move in state.legal_moves`` asks for one.

    Between deals there is one to iterate over, `Deal` by the game's seed; any other deal of the right cards is legal.
    """

    state: State

    def __iter__(self) -> Iterator[Move]:
        state = self.state
        if state.turn is None:
            if not state.over:
                yield Deal()
            return
        hand = state.hands[state.turn]
        for give in hand:
            for take in state.table:
                yield Exchange(state.turn, give, take)
        yield Exchange(state.turn, hand, state.table)
        yield Stop(state.turn) if state.stopped is None else Stick(state.turn)

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Deal | Exchange | Stop | Stick) and self.state.can(move)

    def __bool__(self) -> bool:
        return not self.state.over
